"""Bang!: the whole base game for 4 to 8 players, with hidden roles and hands."""

from standoff.games.bang import features, judges, measures, outcome
from standoff.games.bang.actions import NUM_ACTIONS
from standoff.games.bang.options import OPTIONS, check_settings
from standoff.games.bang.players import policies
from standoff.games.bang.players.danilakova import searches, weight_files
from standoff.games.bang.rules import deal, leaving, requests
from standoff.games.bang.secrets import beliefs, determinize, observe
from standoff.games.bang.state import STATE
from standoff.games.bang.telling import notation
from standoff.games.bang.telling.events import say, tell, tell_leaving
from standoff.games.bang.telling.kbang import describe_log, write_log
from standoff.games.bang.telling.show import show
from standoff.games.bang.telling.story import tell_story
from standoff.games.bang.telling.view import BangView
from standoff.kit import (
    Agents,
    Beliefs,
    Game,
    Learning,
    Rules,
    Settings,
    Sides,
    Size,
    Telling,
    Texts,
    collect_verbs,
)

DECISIONS_PER_TURN = 500
"""A turn has no bound, but no turn in millions was longer."""


def max_decisions(settings: Settings) -> int:
    """Return a number of decisions that no game has ever reached."""
    return int(settings["players"]) * int(settings["max_rounds"]) * DECISIONS_PER_TURN


GAME = Game(
    name="bang",
    doc="Sheriff, Deputies, Outlaws and a Renegade: hidden roles, hidden hands",
    version=5,
    rules=Rules(
        STATE,
        collect_verbs(
            deal,
            requests,
            leaving,
            outcome,
            observe,
            determinize,
            beliefs,
            searches,
            judges,
            features,
            measures,
        ),
        problems=judges.PROBLEMS,
        check_settings=check_settings,
    ),
    options=OPTIONS,
    size=Size(
        seats=lambda settings: int(settings["players"]),
        actions=NUM_ACTIONS,
        decisions=max_decisions,
        player_counts=(4, 5, 6, 7),
    ),
    texts=Texts(
        actions=notation.ACTION_TEXTS,
        groups=notation.ACTION_GROUPS,
        shown=notation.SHOWN_TEXTS,
        choices=notation.CHOICES,
        examples=notation.EXAMPLES,
        state_text=notation.state_text,
        parse_state=notation.parse_state,
    ),
    telling=Telling(
        view=BangView,
        show=show,
        tell=tell,
        tell_leaving=tell_leaving,
        say=say,
        logs={"text": tell_story, "kbang": write_log},
        log_readers={"kbang": describe_log},
    ),
    agents=Agents(
        policies=policies.POLICIES,
        scratch=policies.SCRATCH,
        searches=searches.SEARCHES,
        idle=lambda settings: searches.IDLE,
        levels={"beginner": "rai", "club": "rair", "expert": "aware"},
    ),
    beliefs=Beliefs(beliefs.BELIEFS, beliefs.SHAPE),
    sides=Sides(teams=outcome.TEAMS, roles=outcome.ROLES),
    learning=Learning(
        features=features.list_features,
        reward_range=(0.0, 1.0),
        turn_action=features.turn_action,
        trainables=weight_files.TRAINABLES,
    ),
    measures=measures.MEASURES,
)

__all__ = ["GAME"]
