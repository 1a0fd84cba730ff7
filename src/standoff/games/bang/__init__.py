"""Bang!: the whole base game for 4 to 8 players, with hidden roles and hands."""

from standoff.games.bang import features, judges, measures, outcome
from standoff.games.bang.actions import NUM_ACTIONS
from standoff.games.bang.options import OPTIONS, check_settings
from standoff.games.bang.players import policies
from standoff.games.bang.players.danilakova import searches, weight_files
from standoff.games.bang.rules import deal, requests
from standoff.games.bang.secrets import beliefs, determinize, observe
from standoff.games.bang.state import STATE
from standoff.games.bang.telling import notation
from standoff.games.bang.telling.kbang import describe_log, write_log
from standoff.games.bang.telling.story import narrate, tell_story
from standoff.games.bang.telling.view import BangView
from standoff.kit import Game, Notation, collect_verbs

DECISIONS_PER_TURN = 500
"""A turn has no bound; a longer one has never been seen in millions."""

GAME = Game(
    name="bang",
    doc="Sheriff, Deputies, Outlaws and a Renegade: hidden roles, hidden hands",
    version=3,
    state=STATE,
    verbs=collect_verbs(
        deal,
        requests,
        outcome,
        observe,
        determinize,
        beliefs,
        searches,
        judges,
        features,
        measures,
    ),
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
    teams=outcome.TEAMS,
    roles=outcome.ROLES,
    table_sizes=(4, 5, 6, 7),
    minds=searches.MINDS,
    beliefs=beliefs.BELIEFS,
    belief_shape=beliefs.SHAPE,
    idle=lambda settings: searches.IDLE,
    feature_table=features.feature_table,
    reward_range=(0.0, 1.0),
    turn_action=features.turn_action,
    problems=judges.PROBLEMS,
    measures=measures.MEASURES,
    trainables=weight_files.TRAINABLES,
    narrate=narrate,
    logs={"text": tell_story, "kbang": write_log},
    log_readers={"kbang": describe_log},
)

__all__ = ["GAME"]
