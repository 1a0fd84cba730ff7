"""Names what differs between two things that should be equal."""

from itertools import zip_longest
from typing import Any

from numpy.typing import NDArray

MAX_NAMES = 3


def differing_fields(states: NDArray[Any], others: NDArray[Any]) -> str:
    """Name the fields in which two arrays of records differ."""
    names = states.dtype.names or ()
    return join([name for name in names if states[name].tobytes() != others[name].tobytes()])


def differing_paths(value: Any, other: Any) -> str:
    """Name the fields in which two documents differ, such as `players[2].hand`."""
    return join(list(dict.fromkeys(find_paths(value, other, ""))))


def find_paths(value: Any, other: Any, path: str) -> list[str]:
    """Return the paths below `path` at which two documents differ."""
    if isinstance(value, dict) and isinstance(other, dict):
        steps = [(key, f"{path}.{key}" if path else str(key)) for key in {**value, **other}]
        pairs = [(value.get(key), other.get(key), step) for key, step in steps]
    elif isinstance(value, list | tuple) and isinstance(other, list | tuple):
        items = enumerate(zip_longest(value, other))
        pairs = [(first, second, f"{path}[{index}]") for index, (first, second) in items]
    else:
        return [] if value == other else [path]
    return [found for first, second, step in pairs for found in find_paths(first, second, step)]


def join(names: list[str]) -> str:
    """Return the first few names as a text."""
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return f"{', '.join(names[:MAX_NAMES])}{more}"
