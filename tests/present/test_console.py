"""Tables in a terminal: no number is cut, however narrow it is."""

import re

import pytest
from conftest import ROOT

from standoff.present import Document, Section, Strong, Table
from standoff.present.console import break_columns, say, show_document, show_table, stretch
from standoff.statistics import Interval


def test_columns_that_do_not_fit_come_below():
    assert break_columns([10, 8, 8, 8], width=120) == [[0, 1, 2, 3]]
    assert break_columns([10, 8, 8, 8], width=36) == [[0, 1, 2], [0, 3]]
    assert break_columns([10, 8, 8], width=5) == [[0, 1], [0, 2]]


def test_columns_grow_as_far_as_there_is_room():
    assert stretch([4, 4], [20, 6], width=120) == [20, 6]
    assert stretch([4, 4], [20, 6], width=23) == [10, 6]
    assert stretch([4, 4], [20, 6], width=5) == [4, 4]


@pytest.fixture
def width(monkeypatch):
    return lambda columns: monkeypatch.setenv("COLUMNS", str(columns))


@pytest.mark.parametrize("columns", [40, 60, 90])
def test_numbers_are_whole_in_any_terminal(width, capsys, columns):
    width(columns)
    share = Interval(0.5, 0.45, 0.55)
    names = ("agent", *(f"share {number}, %" for number in range(3)))
    show_table(Table("shares", names, (("a long name of an agent", share, share, share),)))
    out = capsys.readouterr().out
    assert len(re.findall(r"50\.0% \(45\.0 to 55\.0\)", out)) == 3
    assert max(map(len, out.splitlines())) <= columns
    assert ("shares, continued" in out) is (columns < 90)


def test_words_are_broken_only_where_there_is_no_room(width, capsys):
    width(60)
    table = Table("", ("id", "what"), (("villabrille-4.4-seconds", "many short words " * 9),))
    show_table(table)
    assert "villabrille-4.4-seconds" in capsys.readouterr().out
    width(20)
    show_table(table)
    out = capsys.readouterr().out
    assert "villabrille-4.4-seconds" not in out
    assert "villab" in out


def test_texts_are_printed_as_they_are(width, capsys):
    width(60)
    say("[bold]a[/bold] " + "word " * 30)
    assert capsys.readouterr().out == "[bold]a[/bold] " + "word " * 30 + "\n"
    show_table(Table("[b]", ("[c]",), (("[d]",), (Strong("[e]"),))))
    out = capsys.readouterr().out
    for text in ("[b]", "[c]", "[d]", "[e]"):
        assert text in out


def test_a_document_is_printed_section_by_section(width, capsys):
    width(60)
    table = Table("t", ("x",), ((5,),))
    sections = (Section("One", ("a note",), (table,), remarks=("a remark",)), Section("Two"))
    show_document(Document("all", sections))
    out = capsys.readouterr().out
    parts = ["One", "a note", "5", "- a remark", "Two"]
    assert sorted(parts, key=out.index) == parts


def test_tables_and_bars_are_drawn_here_and_nowhere_else():
    """Except by the views of games, which draw what lies before a seat."""
    source = ROOT / "src" / "standoff"
    drawing = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        if re.search(r"rich\.(table|progress)", path.read_text()) and path.name != "view.py"
    }
    assert drawing == {"present/console.py", "present/progress.py"}
