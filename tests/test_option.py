import re

import pytest

from standoff.errors import BadOption, UnknownName
from standoff.option import Option, settle

WHOLE = Option("n", 3, "a count", 1, 9)
REAL = Option("c", 0.7, "a constant", 0.0)
FREE = Option("x", 1, "anything")
WORD = Option("mode", "a", "a choice", choices=("a", "b"))


@pytest.mark.parametrize(
    ("option", "value", "parsed"),
    [
        (WHOLE, "5", 5),
        (WHOLE, 5, 5),
        (WHOLE, 5.0, 5),
        (REAL, "0.5", 0.5),
        (REAL, 2, 2.0),
        (FREE, "-7", -7),
        (WORD, "b", "b"),
    ],
)
def test_values_and_texts_are_parsed(option, value, parsed):
    assert option.parse(value) == parsed
    assert type(option.parse(value)) is type(option.default)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (WHOLE, "0", "n must be a whole number from 1 to 9, not '0'"),
        (WHOLE, 10, "n must be a whole number from 1 to 9, not 10"),
        (WHOLE, "2.5", "not '2.5'"),
        (WHOLE, 2.5, "not 2.5"),
        (WHOLE, None, "not None"),
        (WHOLE, True, "not True"),
        (REAL, "nan", "c must be a number, 0 or more, not 'nan'"),
        (REAL, "-1", "not '-1'"),
        (FREE, "x", "x must be a whole number, not 'x'"),
        (FREE, float("inf"), "not inf"),
        (WORD, "c", "mode must be a or b, not 'c'"),
        (WORD, 1, "not 1"),
    ],
)
def test_bad_values_are_refused_with_the_allowed_ones(option, value, message):
    with pytest.raises(BadOption, match=re.escape(message)):
        option.parse(value)


def test_codes_are_numbers():
    assert WORD.code("b") == 1
    assert WHOLE.code(4) == 4.0


def test_settle_fills_in_defaults_and_names_the_owner():
    assert settle([WHOLE, WORD], {"mode": "b"}, "toy") == {"n": 3, "mode": "b"}
    with pytest.raises(UnknownName, match="unknown option of toy 'm'; known: mode, n"):
        settle([WHOLE, WORD], {"m": 1}, "toy")
    seats = [Option(f"role{seat}", "any", f"role of seat {seat}") for seat in range(3)]
    with pytest.raises(UnknownName, match=r"unknown option of toy 'm'; known: n, role0 to role2$"):
        settle([WHOLE, *seats], {"m": 1}, "toy")
    with pytest.raises(BadOption, match="toy: n must be"):
        settle([WHOLE], {"n": 0}, "toy")
