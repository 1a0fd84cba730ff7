"""Search agents: they know only the verbs, so each of them plays every game."""

from standoff.agents.search import evolve, flat, greedy, ismcts, maxn, mcts, ntbea
from standoff.agents.search.searcher import Searcher

SEARCHERS: tuple[Searcher, ...] = (
    evolve.SEARCHER,
    flat.SEARCHER,
    greedy.SEARCHER,
    ismcts.SEARCHER,
    maxn.SEARCHER,
    mcts.SEARCHER,
    ntbea.SEARCHER,
)

__all__ = ["SEARCHERS", "Searcher"]
