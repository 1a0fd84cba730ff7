"""Reads numbers and parts of texts: whole numbers, lists of a known length."""

import math
from collections.abc import Callable
from operator import index
from typing import TypeVar

from standoff.errors import BadNotation

T = TypeVar("T")

MAX_DIGITS = 20


def read_whole(number: object) -> int | None:
    """Return a whole number of Python or NumPy as an int; None if it is not a whole number.

    An array without dimensions counts as a number: some learning libraries answer with one.
    """
    if isinstance(number, bool):
        return None
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None


def parse_number(name: str, text: str, low: int, high: int) -> int:
    """Return a whole number in a range."""
    digits = text.removeprefix("-")
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= MAX_DIGITS
    if is_number and low <= int(text) <= high:
        return int(text)
    raise BadNotation(f"{name} must be a whole number from {low} to {high}, not {text!r}")


def parse_word(name: str, text: str) -> int:
    """Return a whole number of 64 bits."""
    return parse_number(name, text, 0, 2**64 - 1)


def parse_float(name: str, text: str) -> float:
    """Return a finite number."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise BadNotation(f"{name} must be a number, not {text!r}")
    return number


def parse_list(name: str, text: str, count: int, parse: Callable[[str, str], T]) -> list[T]:
    """Return `count` values from a comma-separated list."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != count:
        raise BadNotation(f"{name} must hold {count} values, not {text!r}")
    return [parse(name, part) for part in parts]
