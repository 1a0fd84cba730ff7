"""Records: the dtype of a state, and its text where a game does not write its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from struct import Struct
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from standoff.errors import BadNotation
from standoff.notation import parse_float, parse_list, parse_number
from standoff.option import Option, Settings

FILLER = "spare"
"""The field that fills a record up to whole words."""
CHANCE = "rng"
"""The field of the chance to come, which is zero in every observation."""

Words = Mapping[str, Sequence[str]]
"""Field of a record -> the words for its numbers 0, 1, ...; -1 is the last of them."""


def state_dtype(fields: Iterable[tuple[Any, ...]], mark: str = "") -> np.dtype[Any]:
    """Return the record dtype of a game's state, without padding.

    Fields go from wide to narrow. `mark` names an extra field that tells the record type of a
    variant from that of the original.
    """
    # The mark comes first: to Numba a record with more fields at its end is a kind of the shorter.
    listed: list[tuple[Any, ...]] = [(mark, np.uint64)] if mark else []
    listed.extend(fields)
    for name, *_ in listed:
        if hasattr(np.record, name):
            raise ValueError(
                f"a field of a state cannot be called {name!r}: records have their own"
            )
    spare = -np.dtype(listed).itemsize % 8
    if spare:
        listed.append((FILLER, np.uint8, (spare,)))
    packed, aligned = np.dtype(listed), np.dtype(listed, align=True)
    if packed.itemsize != aligned.itemsize:
        raise ValueError("the fields of a state must go from wide to narrow")
    return np.dtype((np.record, aligned))


def options_record(options: Iterable[Option], settings: Settings) -> NDArray[Any]:
    """Return a value for each option as an array of one record, as kernels read them."""
    listed = list(options)
    fields: list[tuple[str, DTypeLike]] = []
    for option in listed:
        real = isinstance(option.default, float)
        fields.append((option.name, np.float64 if real else np.int64))
    record = np.zeros(1, np.dtype((np.record, fields)))
    for option in listed:
        record[option.name] = option.code(settings[option.name])
    return record


# --- all numbers at once ------------------------------------------------------------------------

CODES = {
    "i": {1: "b", 2: "h", 4: "i", 8: "q"},
    "u": {1: "B", 2: "H", 4: "I", 8: "Q"},
    "f": {4: "f", 8: "d"},
    "b": {1: "?"},
}
"""The letters of `struct`, by kind and size of a number."""


class Numbers:
    """The numbers of a record as plain values, by field: a number, a tuple, or tuples in a tuple.

    All are read at once, which is quicker than reading a few of them from the record.
    """

    __slots__ = ("_cuts", "_values")

    def __init__(self, values: tuple[Any, ...], cuts: Mapping[str, tuple[int, int, int]]) -> None:
        self._values = values
        self._cuts = cuts

    def __getitem__(self, name: str) -> Any:
        start, end, width = self._cuts[name]
        if width == 0:
            return self._values[start]
        values = self._values[start:end]
        if width == end - start:
            return values
        return tuple([values[index : index + width] for index in range(0, end - start, width)])


def numbers_reader(dtype: np.dtype[Any]) -> Callable[[NDArray[Any]], Numbers]:
    """Return a function that reads the first record of an array."""
    letters, cuts, start = "=", {}, 0
    for name in dtype.names or ():
        field = dtype[name]
        count = int(np.prod(field.shape, dtype=np.int64))
        letters += f"{count}{CODES[field.base.kind][field.base.itemsize]}"
        cuts[name] = start, start + count, field.shape[-1] if field.shape else 0
        start += count
    unpack = Struct(letters).unpack_from
    return lambda states: Numbers(unpack(states.tobytes()), cuts)


# --- the text of a record -----------------------------------------------------------------------


def told_fields(record: Any, options: Iterable[Option]) -> list[str]:
    """Return the fields that a text names: all except the options and the filler."""
    silent = {FILLER, *(option.name for option in options)}
    return [name for name in record.dtype.names if name not in silent]


def record_text(record: Any, options: Iterable[Option], words: Words) -> str:
    """Return a record on one line: `score=0,0 card=Q,?,? seat=0 rng=0,0`."""
    parts = []
    for name in told_fields(record, options):
        values = np.ravel(record[name]).tolist()
        names = words.get(name)
        texts = [names[value] if names else repr(value) for value in values]
        parts.append(f"{name}={','.join(texts)}")
    return " ".join(parts)


def plain_fields(record: Any, words: Words) -> dict[str, Any]:
    """Return what a record tells a player, ready for JSON: all except the chance to come."""
    fields = {}
    for name in told_fields(record, ()):
        if name != CHANCE:
            names = words.get(name)
            value = np.asarray(record[name])
            fields[name] = (np.array(names)[value] if names else value).tolist()
    return fields


def parse_record(text: str, record: Any, options: Iterable[Option], words: Words) -> None:
    """Fill the told fields of a record from its text."""
    names = told_fields(record, options)
    values = dict(part.partition("=")[::2] for part in text.split())
    if list(values) != names:
        raise BadNotation(f"a state has the fields {' '.join(names)}, in this order, not {text!r}")
    for name in names:
        field = np.asarray(record[name])
        parsed = parse_list(name, values[name], field.size, number_parser(field, words.get(name)))
        record[name] = np.array(parsed, field.dtype).reshape(field.shape)


def number_parser(
    field: NDArray[Any], names: Sequence[str] | None
) -> Callable[[str, str], int | float]:
    """Return how one number of a field is read."""
    if names is not None:
        return lambda name, text: parse_named(name, text, names)
    if field.dtype.kind == "f":
        return parse_float
    limits = np.iinfo(field.dtype)
    return lambda name, text: parse_number(name, text, int(limits.min), int(limits.max))


def parse_named(field: str, text: str, names: Sequence[str]) -> int:
    """Return the number that a word stands for; the last word stands for -1."""
    if text not in names:
        raise BadNotation(f"{field} must be {', '.join(names[:-1])} or {names[-1]}, not {text!r}")
    number = names.index(text)
    return -1 if number == len(names) - 1 else number
