"""The example bots are short, legal, reproducible and as good as their pages say."""

import inspect

import pytest
from conftest import ROOT

import standoff
from standoff.source import load_module

FOLDER = ROOT / "examples"
MY_BOT = load_module(str(FOLDER / "my_bot.py"))
BUILDER = load_module(str(FOLDER / "colonizers_builder.py")).Builder
ASMACAG = standoff.load("asmacag")
COLONIZERS = standoff.load("colonizers")


def spec(name):
    return f"{FOLDER / 'my_bot.py'}:{name}"


def test_flat_monte_carlo_fits_in_twenty_lines():
    assert len(inspect.getsource(MY_BOT.FlatMonteCarlo).splitlines()) < 20


@pytest.mark.untraced
def test_flat_monte_carlo_beats_chance():
    agents = [spec("FlatMonteCarlo:worlds=5"), spec("Random")]
    results = standoff.compare(ASMACAG, agents, games=40, seed=1)
    assert results.verdict() == f"{agents[0]} is better"


@pytest.mark.parametrize("game", [ASMACAG, COLONIZERS], ids=lambda game: game.name)
def test_flat_monte_carlo_plays_every_game_and_the_same_again(game):
    agents = [spec("FlatMonteCarlo:worlds=1")] * game.players
    once, again = (standoff.compare(game, agents, games=game.players, seed=2) for _ in range(2))
    assert once.faults == []
    assert once.as_dict() == again.as_dict()


@pytest.mark.untraced
@pytest.mark.parametrize(("other", "low"), [("uniform", 0.65), ("heuristic", 0.35)])
def test_the_builder_beats_chance_and_the_published_heuristic(other, low):
    results = standoff.compare(COLONIZERS, [BUILDER, other, other, other], games=40, seed=1)
    assert results.faults == []
    assert results.standings()[0].share.low > low


@pytest.mark.untraced
def test_the_gunman_is_short_and_beats_rair():
    """By all of its interval: each deal is played with every way to give the teams to the two."""
    gunman = load_module(str(FOLDER / "gunman.py")).Gunman
    written = [line for line in inspect.getsource(gunman).splitlines() if line.strip()]
    assert len(written) <= 40
    game = standoff.load("bang", players=5)
    results = standoff.compare(game, [gunman, "rair"], games=120, seed=1, protocol="teams")
    assert results.faults == []
    own, other = (standing.share for standing in results.standings())
    assert own.low > other.high
    assert own.low > 0.5
