"""Files of individuals: the multipliers of `evolution` and `hybrid`, by name.

They are JSON, described in docs/formats.md. The package ships a `default` for both, and a `trained`
individual of `evolution`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from standoff.games.bang.cards import ROLE_NAMES
from standoff.games.bang.players.danilakova.weights import HEALTH_NAMES, MULTIPLIER_NAMES
from standoff.kit import BadIndividual, Trainable

SCHEMA = 1
DATA = Path(__file__).parent / "data"
SHIPPED = ("default", "trained")
ROLES = tuple(name.lower() for name in ROLE_NAMES)
MIN_DEPTH, MAX_DEPTH = 1, 300


@dataclass(frozen=True)
class Species:
    """The numbers of which the individuals of an agent consist."""

    agent: str
    names: tuple[str, ...]
    has_depth: bool

    @property
    def size(self) -> int:
        """How many numbers an individual has."""
        return int(self.has_depth) + len(ROLES) * len(self.names)

    @property
    def bounds(self) -> list[tuple[float, float]]:
        """The lowest and highest value of each number."""
        depth = [(float(MIN_DEPTH), float(MAX_DEPTH))] if self.has_depth else []
        return depth + [(-1.0, 1.0)] * (len(ROLES) * len(self.names))


EVOLUTION = Species("evolution", MULTIPLIER_NAMES, has_depth=False)
HYBRID = Species("hybrid", HEALTH_NAMES, has_depth=True)


def read_individual(species: Species, name: str) -> tuple[float, ...]:
    """Return the numbers of an individual, given by name (if it is shipped) or by file."""
    path = shipped_file(species, name) if name in SHIPPED else Path(name)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        shipped = " or ".join(one for one in SHIPPED if shipped_file(species, one).exists())
        raise BadIndividual(
            f"cannot read the individual {name}: {error.strerror}; give {shipped}, or a file"
        ) from None
    except (ValueError, RecursionError):
        raise BadIndividual(f"{name} is not a JSON file") from None
    return parse_individual(species, document, name)


def shipped_file(species: Species, name: str) -> Path:
    """Return where the file of a shipped individual would be."""
    return DATA / f"{species.agent}-{name}.json"


def parse_individual(species: Species, document: Any, name: str) -> tuple[float, ...]:
    """Return the numbers in a document of schema 1."""
    if not isinstance(document, dict) or document.get("kind") != "individual":
        raise BadIndividual(f"{name} is not an individual: its field 'kind' must be 'individual'")
    if document.get("schema") != SCHEMA or isinstance(document["schema"], bool):
        raise BadIndividual(f"{name} must have schema {SCHEMA}, not {document.get('schema')!r}")
    owner = f"{document.get('game')} {document.get('agent')}"
    if owner != f"bang {species.agent}":
        raise BadIndividual(f"{name} is an individual of {owner}, not of bang {species.agent}")
    numbers: list[float] = []
    if species.has_depth:
        numbers.append(parse_number(document.get("depth"), MIN_DEPTH, MAX_DEPTH, "depth", name))
    roles = named(document.get("multipliers"), ROLES, "multipliers", name)
    for role in ROLES:
        multipliers = named(roles[role], species.names, f"the multipliers of the {role}", name)
        for key in species.names:
            numbers.append(parse_number(multipliers[key], -1, 1, f"{key} of the {role}", name))
    return tuple(numbers)


def named(value: Any, names: Sequence[str], what: str, file: str) -> dict[str, Any]:
    """Return a mapping that has exactly these names."""
    if not isinstance(value, dict):
        raise BadIndividual(f"{file}: {what} must be an object with the names {', '.join(names)}")
    wrong = [*(n for n in names if n not in value), *(n for n in value if n not in names)]
    if wrong:
        what_is_wrong = "lack" if wrong[0] in names else "do not have"
        raise BadIndividual(f"{file}: {what} {what_is_wrong} {wrong[0]!r}")
    return value


def parse_number(value: Any, low: float, high: float, what: str, file: str) -> float:
    """Return a number in a range."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:  # refuses nan too
        raise BadIndividual(f"{file}: {what} must be a number from {low} to {high}, not {value!r}")
    return float(value)


def describe_individual(species: Species, numbers: Sequence[float]) -> dict[str, Any]:
    """Return an individual as a document of schema 1."""
    left = iter(float(number) for number in numbers)
    document: dict[str, Any] = {
        "kind": "individual",
        "schema": SCHEMA,
        "game": "bang",
        "agent": species.agent,
    }
    if species.has_depth:
        document["depth"] = round(next(left))
    document["multipliers"] = {
        role: {name: round(next(left), 4) for name in species.names} for role in ROLES
    }
    return document


TRAINABLES = tuple(
    Trainable(
        species.agent,
        "individual",
        tuple(species.bounds),
        partial(read_individual, species),
        partial(describe_individual, species),
        settings,
    )
    for species, settings in ((EVOLUTION, {}), (HYBRID, {"iterations": "320", "worlds": "8"}))
)
