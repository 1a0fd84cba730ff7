"""`mcai` and `hybrid`: the searches of Danilakova's thesis, chapters 7.6 and 7.8.

Both are `mcts` in worlds whose roles are guessed by points against the Sheriff. The thesis guesses
them anew for each playout in the same world; here every world has roles of its own, so that a tree
belongs to one deal. `hybrid` looks only some moves ahead and rewards by the lives at the table. So
it does where the game has ended; a bonus of five lives for having won made it no stronger.
"""

from functools import partial
from typing import Any

from standoff.games.bang.actions import Code
from standoff.games.bang.outcome import evaluate
from standoff.games.bang.players.danilakova.evolution import NUM_HYBRID, score_lives
from standoff.games.bang.players.danilakova.weight_files import HYBRID, read_individual
from standoff.kit import NamedSearch, NumbersOption, Seat, State, Value, kernel

IDLE = (Code.PASS, *range(Code.DISCARD, Code.TAKE))
"""To give no answer, and to discard: what the thesis leaves out when it opens a node (7.6.4.2)."""
FIRST_HEALTH = 1
"""The first number of an individual of `hybrid` is its depth."""

COMMON: dict[str, Value] = {
    "ms": 500.0,
    "playout": "rai",
    "beliefs": "danilakova",
    "expand": "all",
    "hold_back": "true",
    "answer": "sum",
}
SEARCHES = {
    "mcai": NamedSearch(
        "mcts",
        "a tree in each of 8 worlds, played out by rai (Danilakova 7.6)",
        {**COMMON, "worlds": 8, "horizon": "game", "c": 0.7},
    ),
    "hybrid": NamedSearch(
        "mcts",
        "mcai in 16 worlds that looks some moves ahead and counts lives (Danilakova 7.8)",
        {**COMMON, "worlds": 16, "horizon": "depth", "c": 2.0},
        NumbersOption(
            "individual",
            "default",
            "default, or a file that `standoff train` has written",
            read=partial(read_individual, HYBRID),
        ),
        lambda individual: {"depth": round(individual[0])},
    ),
}


@kernel
def appraise(state: State, seat: Seat, individual: Any) -> float:
    """Return what the lives at the table are worth to a seat, by the roles in `state` (7.8.5).

    Without an individual it is `evaluate`.
    """
    if len(individual) < FIRST_HEALTH + NUM_HYBRID:
        return evaluate(state, seat)
    return score_lives(state, seat, individual[FIRST_HEALTH:])
