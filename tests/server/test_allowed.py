"""Which agents may be asked for: names, bounded numbers, and the levels of a game."""

import pytest

from standoff import load
from standoff.errors import BadSpec
from standoff.server.allowed import DEFAULT_MS, Allowed, allow

EXPERT = "ismcts:iterations=1000:playout=heuristic"
TIMED = Allowed("ismcts:playout=heuristic:ms=1000", DEFAULT_MS)


@pytest.fixture(scope="module")
def colonizers():
    return load("colonizers")


@pytest.mark.parametrize("text", ["expert", EXPERT])
def test_a_level_has_a_budget_of_time_at_a_table_with_clients(colonizers, text):
    assert colonizers.agents.levels["expert"] == EXPERT
    assert allow(colonizers, text, {}, True) == TIMED
    assert allow(colonizers, text, {}, False) == Allowed(EXPERT, 0.0)


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
def test_every_level_of_every_game_may_be_asked_for(name):
    game = load(name)
    for level, spec in game.agents.levels.items():
        for has_clients in (False, True):
            found = allow(game, level, {}, has_clients)
            assert found == allow(game, spec, {}, has_clients)


def test_another_search_with_iterations_is_refused_at_a_table_with_clients(colonizers):
    with pytest.raises(BadSpec, match="has ms=, not iterations="):
        allow(colonizers, "ismcts:iterations=999:playout=heuristic", {}, True)


def test_an_agent_of_the_owner_comes_before_a_level(colonizers):
    own = {"expert": "ismcts:ms=7"}
    assert allow(colonizers, "expert", own, True).spec == "ismcts:ms=7"
