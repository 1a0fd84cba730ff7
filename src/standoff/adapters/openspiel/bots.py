"""OpenSpiel's own search bots as agents of the arena.

They search in worlds that fit the view, and play worlds out with a kernel of standoff.
"""

import math
from functools import lru_cache
from typing import Any

import numpy as np

from standoff.errors import BadSpec, MissingExtra

try:
    from open_spiel.python.algorithms import ismcts, mcts
except ImportError:
    raise MissingExtra("an agent of OpenSpiel", "open_spiel", "openspiel") from None

from standoff.adapters.openspiel.spiel import SpielGame, SpielState
from standoff.game import Game
from standoff.position import View
from standoff.rng import Rng
from standoff.simulation import play_out
from standoff.verbs import ACTION, Action, returns

MAX_NUMPY_SEED = 2**32


@lru_cache(maxsize=8)
def wrap(game: Game) -> SpielGame:
    """Return a game as a game of OpenSpiel."""
    return SpielGame(game)


class Playouts(mcts.Evaluator):  # type: ignore[misc]
    """Evaluates a state by one random playout."""

    def __init__(self, game: Game, rng: Rng) -> None:
        self._states = game.states(1)
        self._actions = np.zeros(game.action_count, ACTION)
        self._returns = np.zeros(game.players)
        self._rng = rng

    def evaluate(self, state: SpielState) -> list[float]:
        """Return the reward of each player at the end."""
        self._states[0] = state.records[0]
        play_out(self._states[0], self._rng.words, self._actions)
        returns(self._states[0], self._returns)
        return self._returns.tolist()

    def prior(self, state: SpielState) -> list[tuple[Action, float]]:
        """Return the legal actions, equally likely."""
        actions = state.legal_actions()
        return [(action, 1.0 / len(actions)) for action in actions]


class QuickKeys(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's bot, but its nodes are found by bytes instead of texts."""

    def get_state_key(self, state: SpielState) -> tuple[int, bytes]:
        """Return the key of an information state."""
        return state.key()


def numpy_stream(rng: Rng) -> np.random.RandomState:
    """Return a generator of NumPy, seeded from the seat's own stream."""
    return np.random.RandomState(rng.seed() % MAX_NUMPY_SEED)


def check_search(name: str, simulations: int, c: float) -> None:
    """Refuse an impossible number of simulations or an impossible `c`."""
    if simulations < 1:
        raise BadSpec(f"{name}: simulations must be 1 or more, not {simulations}")
    if not 0 <= c < math.inf:
        raise BadSpec(f"{name}: c must be a number, 0 or more, not {c:g}")


class ISMCTS:
    """`openspiel-ismcts`: information set Monte Carlo tree search, as OpenSpiel does it.

    `c` weighs exploration. `worlds` is how many are drawn for a decision [0: one each simulation].
    """

    def __init__(self, simulations: int = 1000, c: float = 2.0, worlds: int = 0) -> None:
        check_search("openspiel-ismcts", simulations, c)
        if worlds < 0:
            raise BadSpec(f"openspiel-ismcts: worlds must be 0 or more, not {worlds}")
        self._simulations = simulations
        self._c = c
        self._worlds = worlds or ismcts.UNLIMITED_NUM_WORLD_SAMPLES

    def act(self, view: View) -> Action:
        """Search from what the seat sees."""
        game = wrap(view.game)
        bot = QuickKeys(
            game,
            Playouts(view.game, view.rng),
            self._c,
            self._simulations,
            self._worlds,
            numpy_stream(view.rng),
        )
        bot.set_resampler(lambda state, player: game.world(view, view.rng))
        return int(bot.step(game.world(view, view.rng)))


class MCTS:
    """`openspiel-mcts`: plain Monte Carlo tree search in worlds that fit the view.

    The bot cannot handle hidden information, so it searches several `worlds` one after the other,
    each with its share of the simulations. It plays the action with the most visits in all.
    """

    def __init__(self, simulations: int = 1000, c: float = 2.0, worlds: int = 8) -> None:
        check_search("openspiel-mcts", simulations, c)
        if not 1 <= worlds <= simulations:
            raise BadSpec(f"openspiel-mcts: worlds must be from 1 to {simulations}, not {worlds}")
        self._simulations = simulations
        self._c = c
        self._worlds = worlds

    def act(self, view: View) -> Action:
        """Search each world, and add up the visits."""
        game = wrap(view.game)
        bot = mcts.MCTSBot(
            game,
            self._c,
            self._simulations // self._worlds,
            Playouts(view.game, view.rng),
            random_state=numpy_stream(view.rng),
        )
        visits: dict[Action, int] = dict.fromkeys(view.actions, 0)
        for _ in range(self._worlds):
            root: Any = bot.mcts_search(game.world(view, view.rng))
            for child in root.children:
                visits[int(child.action)] += child.explore_count
        return max(visits, key=lambda action: visits[action])
