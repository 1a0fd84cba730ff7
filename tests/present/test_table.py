"""Tables: the same numbers for people and for programs."""

import math

import msgspec
import pytest

from standoff.present import Table
from standoff.present.table import cell_text
from standoff.statistics import Interval

SHARE = Interval(0.5, 0.25, 0.75)


@pytest.mark.parametrize(
    ("cell", "form", "text"),
    [
        (Interval(1.957, 1.88, 2.04), ".2f", "1.96 (1.88 to 2.04)"),
        (Interval(381.2, 335, math.inf), "+.0f", "+381 (+335 to no bound)"),
        (Interval(math.nan, -math.inf, math.inf), "+.0f", "-"),
        (0.0421, ".2g", "0.042"),
        (math.nan, ".2f", "-"),
        ("none", ".2f", "none"),
        (SHARE, "", "50.0% (25.0 to 75.0)"),
        (Interval(-0.05, -0.1, 0.0), "", "-5.0% (-10.0 to 0.0)"),
        (12.0, "", "12"),
        (0.25, "", "0.250"),
    ],
)
def test_cells_are_shown_in_the_form_of_their_column(cell, form, text):
    assert cell_text(cell, form) == text


def test_a_share_says_itself_that_it_is_in_per_cent():
    table = Table("t", ("agent", "wins, %", "score, %"), (("a", SHARE, 3.0),))
    assert table.heads() == ["agent", "wins", "score, %"]
    assert table.texts() == [["a", "50.0% (25.0 to 75.0)", "3"]]


@pytest.mark.parametrize(
    ("cells", "is_numeric"),
    [
        ((1, SHARE, math.nan), True),
        (("12.5% (10.0 to 15.0)", "+120 (+80 to no bound)", "5.0 points (4.0 to 6.0)"), True),
        (("12", "", "-"), True),
        (("1", "2", "all"), False),
        (("5 players: Sheriff", "6 players: Sheriff"), False),
        (("1 to 3, not settled", "4"), False),
        ((), False),
    ],
)
def test_a_column_of_numbers_is_known(cells, is_numeric):
    table = Table("t", ("x",), tuple((cell,) for cell in cells))
    assert table.is_numeric(0) is is_numeric


# --- for programs ---


def test_what_is_not_known_of_a_share_is_none():
    table = Table("t", ("share",), ((Interval(math.nan, 0.0, 1.0),),))
    assert table.as_dict()["rows"] == [[{"share": None, "low": 0.0, "high": 1.0}]]


def test_a_dict_keeps_the_columns_as_they_are():
    table = Table("t", ("agent", "wins, %"), (("a", SHARE),))
    assert table.as_dict() == {
        "title": "t",
        "columns": ["agent", "wins, %"],
        "rows": [["a", {"share": 0.5, "low": 0.25, "high": 0.75}]],
    }


def test_estimates_take_three_flat_columns():
    rows = (("a", SHARE), ("c", "-"), ("d", Interval(1.0, 0.5, math.inf)))
    columns, flat = Table("t", ("agent", "share, %"), rows).flat()
    assert columns == ["agent", "share", "share low", "share high"]
    assert flat == [["a", 0.5, 0.25, 0.75], ["c", "-", None, None], ["d", 1.0, 0.5, None]]


def test_a_table_can_be_kept_in_a_file():
    table = Table("t", ("agent", "share"), (("a", SHARE), ("b", "-")))
    text = msgspec.json.encode(table)
    assert text.startswith(b'{"title":"t","columns":["agent","share"],"rows":[["a",')
    assert b"forms" not in text
    assert msgspec.json.decode(text, type=Table) == table
