"""The page of fields agrees with the code; `make golden` writes it again."""

import importlib.util

import pytest
from conftest import ROOT

import standoff
from standoff import Choice, Event, View
from standoff.game import installed_games

spec = importlib.util.spec_from_file_location("fields", ROOT / "scripts" / "fields.py")
page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(page)


def test_the_page_is_what_the_code_says():
    assert page.PAGE.read_text() == page.render()


def test_every_field_has_a_meaning():
    views = [standoff.load(name).telling.view for name in installed_games()]
    players = [type(standoff.load(name).deal(1).view(0).me) for name in installed_games()]
    for kind in (View, Choice, Event, *views, *players):
        assert [name for name, _, text in page.fields(kind) if not text] == []


@pytest.mark.parametrize("name", installed_games())
def test_every_key_of_the_plain_view_is_a_field(name):
    """A program that reads JSON finds each key in the tables."""
    view = standoff.load(name).deal(1).view(0)
    listed = {field for kind in (View, type(view)) for field, *_ in page.fields(kind)}
    assert set(view.as_dict()) <= listed
    assert set(view.as_dict()["players"][0]) == {field for field, *_ in page.fields(type(view.me))}
