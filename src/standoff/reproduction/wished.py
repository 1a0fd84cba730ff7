"""What the theses wished for and did not do: every agent in every role, and other rules.

Danilakova (9.1) wishes to know how well agents do in specific roles; Villabrille (5.2) would have
his bots tried under other rules of ASMACAG. Nothing is published to compare with.
"""

from collections.abc import Mapping
from functools import partial

from standoff.arena import Match
from standoff.games.bang.cards import MIN_SEATS, ROLE_COUNTS, ROLE_NAMES
from standoff.games.bang.outcome import ROLES
from standoff.option import Value
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, both
from standoff.reproduction.session import Session
from standoff.reproduction.tally import Tally
from standoff.reproduction.verdict import Count, state
from standoff.reproduction.villabrille import BOTS, TUNINGS, play_final, play_rows

# --- roles ----------------------------------------------------------------------------------------

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
"""Compiled agents play so many times more games."""


def run_roles(session: Session, games: int) -> Report:
    """Play every agent against the yardstick and show how often it won in each role."""
    matches = [
        Match(
            "bang",
            (agent, YARDSTICK),
            games * FASTER if agent in FAST else games,
            session.seed,
            protocol="teams",
        )
        for agent in (*FAST, *SLOW)
    ]
    tallies = session.play_all(matches)
    sheets = []
    for role, name in zip(ROLES, ROLE_NAMES, strict=True):
        lines = [role_line(tally, role) for tally in tallies]
        sheets.append(Sheet(f"as {name}: share of seats that won", tuple(lines)))
    notes = (
        "Teams against rair, official rules, 4 to 7 players: in each game an agent plays one or two"
        " of the three teams, and the role is that of the seat. Compare an agent with the line of"
        " rair in the same role: who plays a role matters as much as whom. Outlaws win together,"
        " and a deal is played in six ways: intervals are made of whole deals, games are counted"
        " once however many seats of a role there are.",
    )
    return Report(tuple(sheets), notes)


def role_line(tally: Tally, role: str) -> Line:
    """Return how often an agent's seats of one role have won, with the games that it had one in."""
    return state(tally.agents[0], tally.as_role(0, role).share, games_as(tally, role))


def games_as(tally: Tally, role: str) -> int:
    """Return in how many games the first agent had a role: all seats of it, since it is a team's.

    A Deputy is at no table of 4.
    """
    counts = ROLE_COUNTS[:, ROLES.index(role)]
    by_size = tally.role_seats[0][role]
    return sum(int(seats // counts[size - MIN_SEATS]) for size, seats in by_size.items() if seats)


# --- other rules ----------------------------------------------------------------------------------

RULE_SETS: dict[str, tuple[str, Mapping[str, Value]]] = {
    "1": (
        "long turns: 4 actions, hands of 12, more numbers in the deck",
        {"action_points": 4, "hand": 12, "normal_copies": 12},
    ),
    "2": (
        "wide numbers: 1 to 12, twice as many x2 and %2",
        {"max_number": 12, "x2_copies": 12, "div2_copies": 12},
    ),
}


def run_rules(number: str, session: Session, games: int) -> Report:
    """Repeat the test of C and the final on another rule set."""
    _, options = RULE_SETS[number]
    tuning = TUNINGS[0]
    rows = play_rows(tuning, session, games, options)
    by_c = [
        state(row.label, tally.share(0).share, games)
        for row, tally in zip(tuning.rows, rows, strict=True)
    ]
    final = play_final(session, games, options, BOTS)
    pairs = [
        state(f"{other} against {one}", tally.share(1).share, games)
        for (one, other), tally in final.items()
    ]
    totals = []
    for bot in BOTS:
        own = [(pair.index(bot), tally) for pair, tally in final.items() if bot in pair]
        wins = sum(tally.wins[place] for place, tally in own)
        count = Count(wins, sum(tally.games for _, tally in own))
        totals.append(state(f"{bot}, all games", count.share, count.whole))
    sheets = (
        Sheet("MCTS against OSLA by C, share of games won", tuple(by_c)),
        Sheet("the final: share of games won", (*pairs, *totals)),
    )
    settings = ", ".join(f"{name}={value}" for name, value in options.items())
    notes = (f"Options {settings}; all else as in the thesis, true rules.",)
    return Report(sheets, notes)


EXPERIMENTS = (
    Experiment(
        "wished-roles",
        "Danilakova, chapter 9.1",
        "Every agent of Bang! in every role, against rair",
        {Size.QUICK: 24, Size.FULL: 600},
        both(15, 240),
        run_roles,
    ),
    *(
        Experiment(
            f"wished-rules-{number}",
            "Villabrille, chapter 5.2",
            f"Tables 4.1 and 4.4 under other rules, {text}",
            {Size.QUICK: 20, Size.FULL: 400},
            both(12, 220),
            partial(run_rules, number),
        )
        for number, (text, _) in RULE_SETS.items()
    ),
)
