import re
from importlib.metadata import EntryPoint, EntryPoints

import pytest

import standoff
from standoff.agents import enter, known_agents, registry
from standoff.errors import StandoffError, UnknownName
from standoff.rng import Rng

GAME = standoff.load("asmacag")


def test_policies_are_found_by_name():
    entrant = enter(GAME, "greedy")
    assert (entrant.spec, entrant.policy, entrant.budget_ms) == ("greedy", GAME.policies[2], None)
    assert {"exact", "greedy", "random", "uniform", "ismcts"} <= set(known_agents(GAME))


def test_unknown_agents_and_parameters_list_the_known_ones():
    with pytest.raises(UnknownName, match="unknown agent 'best'; known: evolve, exact, flat"):
        enter(GAME, "best")
    with pytest.raises(UnknownName, match="unknown parameter of greedy 'n'; known: none"):
        enter(GAME, "greedy:n=1")


def test_python_agents_take_parameters_of_their_type(bots):
    entrant = enter(GAME, f"{bots}:First:place=2:loud=true:name=bob:weight=2:ms=50")
    agent = entrant.make(Rng())
    assert (agent.place, agent.loud, agent.name, agent.weight) == (2, True, "bob", 2.0)
    assert entrant.budget_ms == 50
    assert entrant.policy is None
    assert entrant.make(Rng()) is not agent


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("First:place=x", "First: place must be a whole number, not 'x'"),
        ("First:loud=maybe", "First: loud must be true or false, not 'maybe'"),
        ("First:size=1", "unknown parameter of First 'size'; known: loud, ms, name, place, weight"),
        ("First:ms=0", "First: ms must be a number from 1 to 86400000, not '0'"),
        ("Needy", "parameter 'must' of Needy needs a default value"),
        ("Actless", "class Actless has no method act(view)"),
        ("THING", "THING is a int, not a class with act(view)"),
        ("BUILTIN", "cannot find out which parameters"),
        ("Missing", "does not define 'Missing'; it defines: Actless, Answers, BadStart"),
    ],
)
def test_bad_python_agents_are_refused(bots, spec, message):
    with pytest.raises(StandoffError, match=re.escape(message)):
        enter(GAME, f"{bots}:{spec}")


def test_an_agent_that_knows_its_budget_is_told(tmp_path):
    path = tmp_path / "timed.py"
    path.write_text(
        "class Timed:\n  def __init__(self, ms=100.0): self.ms = ms\n  def act(self, v): ..."
    )
    entrant = enter(GAME, f"{path}:Timed:ms=250")
    assert entrant.make(Rng()).ms == 250
    assert entrant.budget_ms == 250


@pytest.fixture
def installed(monkeypatch, bots):
    """Two installed agents: one that loads, one whose package is broken."""
    monkeypatch.syspath_prepend(bots.parent)
    good = EntryPoint("mine", "bots:First", registry.AGENT_GROUP)
    bad = EntryPoint("broken", "no_such_package:Bot", registry.AGENT_GROUP)
    entries = EntryPoints([good, bad])
    monkeypatch.setattr(registry, "entry_points", entries.select)


@pytest.mark.usefixtures("installed")
def test_installed_agents_are_found_by_name():
    assert enter(GAME, "mine:place=1").make(Rng()).place == 1
    assert "mine" in known_agents(GAME)
    with pytest.raises(
        StandoffError, match=r"cannot import agent 'broken' \(no_such_package:Bot\)"
    ):
        enter(GAME, "broken")
