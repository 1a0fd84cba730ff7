"""Bang!: the whole base game for 4 to 8 players, with hidden roles and hands."""

from standoff import verbs
from standoff.game import Game, Notation
from standoff.games.bang import (
    beliefs,
    features,
    hidden,
    individuals,
    judges,
    legal,
    measures,
    minds,
    notation,
    policies,
    rules,
    score,
)
from standoff.games.bang.actions import NUM_ACTIONS
from standoff.games.bang.kbang import describe_log, write_log
from standoff.games.bang.options import OPTIONS, check_settings
from standoff.games.bang.state import STATE
from standoff.games.bang.story import narrate, tell_story
from standoff.games.bang.view import BangView

DECISIONS_PER_TURN = 500
"""A turn has no bound; a longer one has never been seen in millions."""

GAME = Game(
    name="bang",
    doc="Sheriff, Deputies, Outlaws and a Renegade: hidden roles, hidden hands",
    version=3,
    state=STATE,
    verbs={
        verbs.new_game: rules.new_game,
        verbs.to_move: rules.to_move,
        verbs.legal_actions: legal.legal_actions,
        verbs.apply: rules.apply,
        verbs.returns: score.returns,
        verbs.outcome: score.outcome,
        verbs.observe: hidden.observe,
        verbs.determinize: hidden.determinize,
        verbs.evaluate: score.evaluate,
        verbs.scramble: judges.scramble,
        verbs.check_state: judges.check_state,
        verbs.features: features.features,
        verbs.measure: measures.measure,
        verbs.measure_end: measures.measure_end,
        verbs.team: score.team,
        verbs.role: score.role,
        verbs.rounds: score.rounds,
        verbs.believe: beliefs.believe,
        verbs.imagine: beliefs.imagine,
        verbs.appraise: minds.appraise,
    },
    options=OPTIONS,
    policies=policies.POLICIES,
    worlds=policies.WORLDS,
    notation=Notation(
        action_text=notation.action_text,
        parse_action=notation.parse_action,
        state_text=notation.state_text,
        parse_state=notation.parse_state,
        action_group=notation.action_group,
        shown_text=notation.shown_text,
    ),
    view=BangView,
    num_seats=lambda settings: int(settings["players"]),
    num_actions=lambda settings: NUM_ACTIONS,
    max_decisions=lambda settings: (
        int(settings["players"]) * int(settings["max_rounds"]) * DECISIONS_PER_TURN
    ),
    check_settings=check_settings,
    teams=score.TEAMS,
    roles=score.ROLES,
    table_sizes=(4, 5, 6, 7),
    minds=minds.MINDS,
    beliefs=beliefs.BELIEFS,
    belief_shape=beliefs.SHAPE,
    idle=lambda settings: minds.IDLE,
    feature_table=features.feature_table,
    reward_range=(0.0, 1.0),
    turn_action=features.turn_action,
    problems=judges.PROBLEMS,
    measures=measures.MEASURES,
    trainables=individuals.TRAINABLES,
    narrate=narrate,
    logs={"text": tell_story, "kbang": write_log},
    log_readers={"kbang": describe_log},
)

__all__ = ["GAME"]
