"""Colonizers: four seats, hidden colonists and hands, the most valuable colony wins."""

from standoff.games.colonizers import features, hidden, judges, notation, outcome, policies, rules
from standoff.games.colonizers.actions import NUM_ACTIONS
from standoff.games.colonizers.cards import NUM_SEATS
from standoff.games.colonizers.options import OPTIONS
from standoff.games.colonizers.state import STATE
from standoff.games.colonizers.view import ColonizersView
from standoff.kit import Game, Notation, collect_verbs

DECISIONS_PER_TURN = 5  # pick, draw, keep, power, build

GAME = Game(
    name="colonizers",
    doc="Four colonies on Mars: hidden colonists, hidden hands, eight modules",
    version=1,
    state=STATE,
    verbs=collect_verbs(rules, outcome, hidden, judges, features),
    options=OPTIONS,
    policies=policies.POLICIES,
    notation=Notation(
        action_text=notation.action_text,
        parse_action=notation.parse_action,
        state_text=notation.state_text,
        parse_state=notation.parse_state,
        action_group=notation.action_group,
        shown_text=notation.shown_text,
    ),
    view=ColonizersView,
    num_seats=lambda settings: NUM_SEATS,
    num_actions=lambda settings: NUM_ACTIONS,
    max_decisions=lambda settings: NUM_SEATS * DECISIONS_PER_TURN * int(settings["max_rounds"]),
    # The published budgets. These players know more than the published ones, as rule 7 has it, and
    # MaxN breaks ties at the root at random; `root=published` has its mistake too.
    presets={
        "thesis": {
            "ismcts": {"iterations": 200, "c": 0.7, "playout": "heuristic"},
            "maxn": {"depth": 7, "worlds": 10},
        },
    },
    feature_table=features.feature_table,
    reward_range=(0.0, 1.0),
    problems=judges.PROBLEMS,
)

__all__ = ["GAME"]
