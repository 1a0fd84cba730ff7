"""The published program and its defect, and how its bots are played.

The published program takes x2 and %2 for equal when it looks for them in a hand. Everything is
played under the true rules and under that defect. In one second the published bots did about 10,000
iterations of MCTS, or evaluated 18,000 turns; ours do so on any machine.
"""

from collections.abc import Iterable, Mapping

from standoff.arena import Match
from standoff.option import Value
from standoff.reproduction.played import Played

SOURCE = "Villabrille"
GAMES = 1000
"""Games of each row and each pairing, as published."""
EQUALITIES = {"true": "true rules", "published": "as published: equality=published"}
GREEDY = "greedy"
BUDGET = (
    "Played by iterations, not by the clock: 10,000 of mcts, 18,000 evaluated turns of evolve and"
    " ntbea, about what the published bots did in their second."
)
EQUALITY = (
    "The published program takes x2 and %2 for equal in a hand. That helps bots that propose"
    " actions (NTBEA most, OE a little) and not those that choose from a list (Random, OSLA, MCTS)."
    " Under the true rules OE and NTBEA both find nearly the best turn, and must draw level."
)


def pair_match(
    first: str, second: str, options: Mapping[str, Value], games: int, seed: int
) -> Match:
    """Return the match of two bots."""
    agents = (first, second)
    return Match(game="asmacag", options=dict(options), agents=agents, games=games, seed=seed)


def tell_unlisted(found: Iterable[Played]) -> list[str]:
    """Tell how many actions were played that are not in the list of legal actions, if any."""
    unlisted = sum(played.faults for played in found)
    if not unlisted:
        return []
    return [f"{unlisted} actions were played that only the published equality accepts."]
