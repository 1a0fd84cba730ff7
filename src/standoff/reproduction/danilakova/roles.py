"""The wish of chapter 9.1: how well each agent does in each role."""

from standoff.arena import Match
from standoff.games.bang.cards import MIN_SEATS, ROLE_COUNTS, ROLE_NAMES
from standoff.games.bang.outcome import ROLES
from standoff.reproduction.danilakova.tables import SOURCE
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, both
from standoff.reproduction.played import Played
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import state

YARDSTICK = "rair"
FAST = (
    "uniform",
    "rai",
    "rair",
    "evolution",
    "evolution:individual=trained",
    "aware",
    "aware:kb=3",
    "aware:estimator=bayes",
)
SLOW = ("mcai:iterations=200", "hybrid:iterations=400", "ismcts:iterations=100:playout=rai")
FASTER = 50
"""Compiled agents play this many times as many games."""


def run_roles(session: Session, games: int) -> Report:
    """Play every agent against the yardstick and show its share of wins in each role."""
    matches = [
        Match(
            game="bang",
            options={},
            agents=(agent, YARDSTICK),
            games=games * FASTER if agent in FAST else games,
            seed=session.seed,
            protocol="teams",
        )
        for agent in (*FAST, *SLOW)
    ]
    found = session.play_all(matches)
    sheets = [
        Sheet(
            f"as {name}: share of seats that won",
            tuple(role_line(played, role) for played in found),
        )
        for role, name in zip(ROLES, ROLE_NAMES, strict=True)
    ]
    notes = (
        "Protocol `teams` against rair, official rules, 4 to 7 players. In each game an agent plays"
        " one or two of the three teams. Compare an agent with rair in the same role, not with one"
        " half. Outlaws win together, and each deal is played in six ways: intervals come from"
        " whole deals, and a game counts once even if several seats have the role.",
    )
    return Report(tuple(sheets), notes)


def role_line(played: Played, role: str) -> Line:
    """Return the share of wins of an agent's seats in one role, and its games in that role."""
    return state(played.agents[0], played.as_role(0, role).share, games_as(played, role))


def games_as(played: Played, role: str) -> int:
    """Return the number of games in which the first agent had a role.

    An agent has all seats of a role or none, since a role belongs to one team. With 4 players there
    is no Deputy.
    """
    counts = ROLE_COUNTS[:, ROLES.index(role)]
    by_size = played.role_seats[0][role]
    return sum(int(seats // counts[size - MIN_SEATS]) for size, seats in by_size.items() if seats)


EXPERIMENTS = (
    Experiment(
        "wished-roles",
        f"{SOURCE}, chapter 9.1",
        "Every agent of Bang! in every role, against rair",
        {Size.QUICK: 24, Size.FULL: 600},
        both(15, 240),
        run_roles,
    ),
)
