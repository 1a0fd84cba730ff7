"""Colonizers: four seats, hidden colonists and hands, the most valuable colony wins."""

from standoff import verbs
from standoff.game import Game, Notation
from standoff.games.colonizers import features, hidden, judges, notation, policies, rules
from standoff.games.colonizers.actions import NUM_ACTIONS
from standoff.games.colonizers.cards import NUM_SEATS, OPTIONS
from standoff.games.colonizers.state import STATE
from standoff.games.colonizers.view import ColonizersView

DECISIONS_PER_TURN = 5  # pick, draw, keep, power, build

GAME = Game(
    name="colonizers",
    doc="Four colonies on Mars: hidden colonists, hidden hands, eight modules",
    version=1,
    state=STATE,
    verbs={
        verbs.new_game: rules.new_game,
        verbs.to_move: rules.to_move,
        verbs.legal_actions: rules.legal_actions,
        verbs.apply: rules.apply,
        verbs.returns: rules.returns,
        verbs.outcome: rules.outcome,
        verbs.observe: hidden.observe,
        verbs.determinize: hidden.determinize,
        verbs.evaluate: rules.evaluate,
        verbs.scramble: judges.scramble,
        verbs.check_state: judges.check_state,
        verbs.rounds: rules.rounds,
        verbs.features: features.features,
    },
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
