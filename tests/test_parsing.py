import pytest

from standoff.errors import BadNotation
from standoff.notation import parse_float, parse_list, parse_number, parse_word


def test_numbers_in_their_range_are_read():
    assert parse_number("x", "-3", -5, 5) == -3
    assert parse_word("x", str(2**64 - 1)) == 2**64 - 1
    assert parse_float("x", "-2.5") == -2.5
    assert parse_list("x", "1, 2,3", 3, parse_float) == [1, 2, 3]


@pytest.mark.parametrize("text", ["", "-", "6", "1.0", "x", "\u00b2", "\u0663", "9" * 5000, "--1"])
def test_numbers_out_of_range_are_refused(text):
    with pytest.raises(BadNotation, match="x must be a whole number from 0 to 5"):
        parse_number("x", text, 0, 5)


@pytest.mark.parametrize("text", ["nan", "inf", "one", ""])
def test_numbers_that_are_not_finite_are_refused(text):
    with pytest.raises(BadNotation, match="x must be a number"):
        parse_float("x", text)


def test_a_list_has_its_length():
    with pytest.raises(BadNotation, match="x must hold 2 values, not '1'"):
        parse_list("x", "1", 2, parse_float)
