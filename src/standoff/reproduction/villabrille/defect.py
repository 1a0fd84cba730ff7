"""The published program and its defect, and how its bots are played.

The published program treats x2 and %2 as equal when it looks for them in a hand. Everything is
played under the true rules and with this defect. In one second the published bots did about 10,000
iterations of MCTS, or evaluated 18,000 turns; ours do as many on every machine.
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
    "The budget is iterations, not time: 10,000 for mcts, 18,000 evaluated turns for evolve and"
    " ntbea, about as many as the published bots did in one second."
)
EQUALITY = (
    "The published program treats x2 and %2 as equal in a hand. This helps bots that propose"
    " actions (NTBEA most, OE a little), not those that choose from a list (Random, OSLA, MCTS)."
    " Under the true rules OE and NTBEA both find nearly the best turn, so they must be equally"
    " strong."
)


def pair_match(
    first: str, second: str, options: Mapping[str, Value], games: int, seed: int
) -> Match:
    """Return the match of two bots."""
    agents = (first, second)
    return Match(game="asmacag", options=dict(options), agents=agents, games=games, seed=seed)


def tell_unlisted(found: Iterable[Played]) -> list[str]:
    """Return a note with the number of played actions that are not in the list of legal actions."""
    unlisted = sum(played.faults for played in found)
    if not unlisted:
        return []
    return [f"{unlisted} actions were played that only the published equality accepts."]
