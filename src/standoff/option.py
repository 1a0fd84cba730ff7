"""Options of games and parameters of agents: name, type, bounds and documentation of each."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from standoff.errors import BadOption, UnknownName

Value = int | float | str
"""The value of an option."""

Settings = Mapping[str, Value]
"""A value for each option of a game."""

_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class Option:
    """An option: a whole number or a number in a range, or one of a few words."""

    name: str
    default: Value
    doc: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """The allowed values in words: `1 to 24`, `true or published`."""
        if self.choices:
            return " or ".join(self.choices)
        kind = "a whole number" if isinstance(self.default, int) else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:.15g} to {self.high:.15g}"
        return kind if self.low is None else f"{kind}, {self.low:g} or more"

    def parse(self, value: object) -> Value:
        """Return a text or a value as this option's type, or raise `BadOption`."""
        if self.choices:
            if isinstance(value, str) and value in self.choices:
                return value
        else:
            number = self._number(value)
            if number is not None and not self._is_outside(number):
                return number
        raise BadOption(f"{self.name} must be {self.allowed}, not {value!r}")

    def code(self, value: Value) -> int | float:
        """Return the number for a value inside kernels: itself, or its index in `choices`."""
        return self.choices.index(str(value)) if self.choices else float(value)

    def numbers(self, value: Value) -> tuple[float, ...]:
        """Return all numbers for a value, as a policy reads its parameters."""
        return (float(self.code(value)),)

    def _number(self, value: object) -> int | float | None:
        kind = int if isinstance(self.default, int) else float
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            return None
        try:
            number = kind(value)
        except (ValueError, OverflowError):
            return None
        return number if isinstance(value, str) or number == value else None

    def _is_outside(self, number: float) -> bool:
        too_low = self.low is not None and not number >= self.low
        too_high = self.high is not None and not number <= self.high
        return too_low or too_high


class TextOption(Option):
    """A parameter that takes any text."""

    @property
    def allowed(self) -> str:
        """Any text."""
        return "a text"

    def parse(self, value: object) -> str:
        """Return the value as it is."""
        return str(value)


@dataclass(frozen=True)
class NumbersOption(TextOption):
    """A parameter whose text names many numbers, such as a file of weights."""

    read: Callable[[str], tuple[float, ...]] = lambda text: ()

    def numbers(self, value: Value) -> tuple[float, ...]:
        """Return the numbers that the text names."""
        return self.read(str(value))


def settle(
    options: Iterable[Option], values: Mapping[str, Any], owner: str, what: str = "option"
) -> dict[str, Value]:
    """Return a value for every option: the given one, checked, or the default."""
    known = {option.name: option for option in options}
    for name in values:
        if name not in known:
            names = [folded for folded, _, _ in fold_options(known.values())]
            raise UnknownName(f"{what} of {owner}", name, names)
    settled = {}
    for name, option in known.items():
        try:
            settled[name] = option.parse(values.get(name, option.default))
        except BadOption as error:
            raise BadOption(f"{owner}: {error}") from None
    return settled


def fold_options(options: Iterable[Option]) -> list[tuple[str, str, Option]]:
    """Return a name, a documentation and the first option of each group of options.

    Options that differ only by a number at their end are a group: `role0 to role7`.
    """
    groups: dict[tuple[str, ...], list[Option]] = {}
    for option in options:
        mark = _NUMBER.sub("N", option.name), _NUMBER.sub("N", option.doc), option.allowed
        groups.setdefault(mark, []).append(option)
    folded = []
    for (_, doc, _), (first, *others) in groups.items():
        name = f"{first.name} to {others[-1].name}" if others else first.name
        folded.append((name, doc if others else first.doc, first))
    return folded
