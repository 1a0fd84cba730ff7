"""Colonizers: four seats, hidden colonists and hands, the most valuable colony wins."""

from standoff.games.colonizers import (
    events,
    features,
    hidden,
    judges,
    notation,
    outcome,
    policies,
    rules,
)
from standoff.games.colonizers.actions import NUM_ACTIONS
from standoff.games.colonizers.cards import NUM_SEATS
from standoff.games.colonizers.options import OPTIONS
from standoff.games.colonizers.state import STATE
from standoff.games.colonizers.view import ColonizersView
from standoff.kit import (
    Agents,
    Game,
    Learning,
    Rules,
    Settings,
    Size,
    Telling,
    Texts,
    collect_verbs,
)

DECISIONS_PER_TURN = 5  # pick, draw, keep, power, build


def max_decisions(settings: Settings) -> int:
    """Return how many decisions the longest game takes."""
    return NUM_SEATS * DECISIONS_PER_TURN * int(settings["max_rounds"])


GAME = Game(
    name="colonizers",
    doc="Four colonies on Mars: hidden colonists, hidden hands, eight modules",
    version=1,
    rules=Rules(
        STATE,
        collect_verbs(rules, outcome, hidden, judges, features),
        problems=judges.PROBLEMS,
    ),
    options=OPTIONS,
    size=Size(seats=NUM_SEATS, actions=NUM_ACTIONS, decisions=max_decisions),
    texts=Texts(
        actions=notation.ACTION_TEXTS,
        shown=notation.SHOWN_TEXTS,
        choices=notation.CHOICES,
        examples=notation.EXAMPLES,
        state_text=notation.state_text,
        parse_state=notation.parse_state,
    ),
    telling=Telling(view=ColonizersView, tell=events.tell, say=events.say),
    agents=Agents(
        policies=policies.POLICIES,
        # The published budgets. These players know more than the published ones (rule 7), and MaxN
        # breaks ties at the root at random; `root=published` repeats the published mistake.
        presets={
            "thesis": {
                "ismcts": {"iterations": 200, "c": 0.7, "playout": "heuristic"},
                "maxn": {"depth": 7, "worlds": 10},
            },
        },
        levels={
            "beginner": "uniform",
            "club": "heuristic",
            "expert": "ismcts:iterations=1000:playout=heuristic",
        },
    ),
    learning=Learning(features=features.list_features, reward_range=(0.0, 1.0)),
)

__all__ = ["GAME"]
