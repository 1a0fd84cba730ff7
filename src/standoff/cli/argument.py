"""Arguments that several commands share."""

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.errors import BadOption, BadRun, UnknownName

if TYPE_CHECKING:
    from standoff.optimise import Method
    from standoff.option import Value

MAX_JOBS = 1024
SEED_BITS = 53
"""Not every reader of JSON keeps whole numbers of more bits exact."""

Game = Annotated[str, typer.Argument(help="Name of a game, or path/to/file.py:NAME.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="Option of the game; may be repeated."),
]
Seed = Annotated[
    int | None, typer.Option(help="Seed of all chance; same seed, same result [random].")
]
Jobs = Annotated[
    int | None,
    typer.Option(help="Number of workers; 0 plays in this process [one per core]."),
]


def pick(
    parameters: Mapping[str, Any], names: Iterable[str], **readers: Callable[[Any], Any]
) -> dict[str, Any]:
    """Return the given parameters with these names; readers turn texts into values."""
    return {
        name: readers[name](parameters[name]) if name in readers else parameters[name]
        for name in names
        if parameters[name] is not None
    }


def read_specs(text: str) -> tuple[str, ...]:
    """Return the specs in a comma-separated list; raises `BadSpec` if one cannot be read."""
    from standoff.agents.spec import Spec, split_specs

    specs = tuple(split_specs(text))
    for spec in specs:
        Spec.parse(spec)
    return specs


def parse_options(pairs: list[str] | None) -> "dict[str, Value]":
    """Return the options of a game that are given as `KEY=VALUE`."""
    return {**parse_pairs("--option", pairs)}


def parse_pairs(name: str, pairs: list[str] | None) -> dict[str, str]:
    """Return `KEY=VALUE` texts as a mapping; `name` is the argument that takes them."""
    found: dict[str, str] = {}
    for pair in pairs or []:
        key, equals, value = pair.partition("=")
        if not (key and equals):
            raise BadOption(f"cannot read {name} {pair!r}; write {name} KEY=VALUE")
        if key in found:
            raise BadOption(f"{name} {key} is given twice")
        found[key] = value
    return found


def choose_seed(seed: int | None) -> int:
    """Return the given seed, or a random one that a JSON number can hold."""
    if seed is None:
        return secrets.randbits(SEED_BITS)
    check_seed(seed)
    return seed


def check_seed(seed: int) -> None:
    """Raise `BadRun` unless a JSON number can hold the seed."""
    if not 0 <= seed < 2**SEED_BITS:
        raise BadRun(f"--seed must be from 0 to {2**SEED_BITS - 1}, not {seed}")


def read_method(name: str, known: "Sequence[Method]") -> "Method":
    """Return the optimiser of this name, if it is one of the known ones."""
    for method in known:
        if method == name:
            return method
    raise UnknownName("method", name, known)


def check_jobs(jobs: int | None) -> None:
    """Raise `BadRun` unless the number of workers is allowed."""
    if jobs is not None and not 0 <= jobs <= MAX_JOBS:
        raise BadRun(f"--jobs must be from 0 to {MAX_JOBS}, not {jobs}")


def check_count(name: str, count: int | None, high: int) -> None:
    """Raise `BadRun` unless a count is from 1 to `high`."""
    if count is not None and not 1 <= count <= high:
        raise BadRun(f"{name} must be from 1 to {high}, not {count}")
