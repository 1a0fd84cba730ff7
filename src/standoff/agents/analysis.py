"""What a search agent thinks about each action of a position."""

from dataclasses import dataclass

from standoff.agents.registry import enter
from standoff.agents.search import SEARCHERS
from standoff.agents.search.thought import Thinker, Thought
from standoff.errors import BadSpec
from standoff.game import Game
from standoff.position import View
from standoff.rng import Rng
from standoff.verbs import Action


@dataclass(frozen=True)
class Analysis:
    """The answer of an agent, and its thoughts on every legal action."""

    chosen: Action
    thoughts: tuple[Thought, ...]
    """The chosen action first, then the most visited; actions never tried come last."""


def analyse(game: Game, spec: str, view: View, rng: Rng) -> Analysis:
    """Let a search agent decide for the seat of a view, and return what it thought.

    >>> from standoff import Rng, load
    >>> view = load("asmacag").deal(seed=1).view(0)
    >>> analyse(view.game, "flat:iterations=500", view, Rng(1)).thoughts[0].visits > 0
    True
    """
    entrant = enter(game, spec)
    if entrant.policy is not None or entrant.budget_ms is not None:
        policies = {policy.name for policy in game.policies}
        searchers = sorted({*game.agents.searches, *(searcher.name for searcher in SEARCHERS)})
        names = [name for name in searchers if name not in policies]
        raise BadSpec(f"{spec} is not a search agent; these are: {', '.join(names)}")
    agent = entrant.make(rng)
    assert isinstance(agent, Thinker)  # every search agent is
    chosen = agent.act(view)
    found = {thought.action: thought for thought in agent.thoughts()}
    listed = [found.get(action, Thought(action)) for action in view.actions]
    listed.sort(key=lambda one: (one.action != chosen, -one.visits))
    return Analysis(chosen, tuple(listed))
