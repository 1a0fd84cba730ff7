"""Search agents: they know only the verbs, so each of them plays every game."""

from standoff.agents.search import flat, ismcts, maxn, mcts
from standoff.agents.search.searcher import Searcher

SEARCHERS: tuple[Searcher, ...] = (flat.SEARCHER, ismcts.SEARCHER, maxn.SEARCHER, mcts.SEARCHER)

__all__ = ["SEARCHERS", "Searcher"]
