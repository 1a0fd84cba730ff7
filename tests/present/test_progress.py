"""The progress bar: for people alone."""

import pytest

from standoff.present.progress import progress_bar


@pytest.mark.parametrize("total", [10, None])
def test_a_bar_is_seen_by_people_only(capsys, monkeypatch, total):
    for is_person in (False, True):
        monkeypatch.setattr("rich.console.Console.is_terminal", is_person)
        with progress_bar("[games]", total, done=2) as bar:
            bar.advance(3)
            bar.name("others")
            bar.advance()
        out, err = capsys.readouterr()
        assert out == ""
        assert ("others" in err) is is_person
        assert (f"6/{total or '?'}" in err) is is_person


def test_a_bar_lets_errors_through():
    with pytest.raises(KeyError), progress_bar("games", 3):
        raise KeyError
