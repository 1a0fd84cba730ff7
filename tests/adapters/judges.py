"""OpenSpiel's own checks, in a separate process, because a failed check ends it.

python judges.py sims|api|playthrough NAME...
"""

import sys
import unittest

import pyspiel
from absl import flags
from judged_games import GAMES, load
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough

from standoff.adapters.openspiel import register

flags.FLAGS(["judges"])
GAME_STRINGS = {
    "asmacag": "standoff_asmacag",
    "asmacag-published": "standoff_asmacag(equality=published,hand=6,board=12,reward=zero-sum)",
    "colonizers": "standoff_colonizers",
    "bang-4": "standoff_bang(players=4)",
    "bang-5": "standoff_bang",
    "bang-6": "standoff_bang(players=6)",
    "bang-7": "standoff_bang(players=7,reward=team)",
    "kuhn": "standoff_kuhn(reward=points)",
}
PLAYTHROUGHS = {
    "asmacag": "standoff_asmacag(board=5,deals=3,hand=3)",
    "colonizers": "standoff_colonizers(deals=2,max_rounds=1)",
    "bang": "standoff_bang(deals=2,max_rounds=1,players=4)",
}


def sims(name):
    """Run `random_sim_test`, which stores and reads all states."""
    game = pyspiel.load_game(GAME_STRINGS[name])
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def api(name):
    """Run `api_test` as unittest loads it, on this game only."""
    games = {GAME_STRINGS[name]: pyspiel.load_game(GAME_STRINGS[name])}
    suite = unittest.TestSuite()
    for text, game in games.items():
        members = {"game": game, "game_name": text}
        case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), members)
        suite.addTests(unittest.defaultTestLoader.loadTestsFromTestCase(case))
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    assert result.testsRun == 5
    assert result.wasSuccessful()


def playthrough(name):
    """Print a playthrough with a fixed seed."""
    print(generate_playthrough.playthrough(PLAYTHROUGHS[name], [], seed=1))


if __name__ == "__main__":
    for given in sys.argv[2:]:
        if given in GAMES and given == "kuhn":
            register(load(given))
        {"sims": sims, "api": api, "playthrough": playthrough}[sys.argv[1]](given)
    print("done", *sys.argv[2:])
