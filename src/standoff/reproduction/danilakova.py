"""B. Danilakova's thesis on Bang!: the tables of chapter 8, and the roles that 9.1 wished for.

A victory percentage is the share of games that a team of the agent has won. Her searches had half a
second or one for a move; ours have numbers of iterations, so that they are the same on every
machine.
"""

from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

from standoff.arena import Match
from standoff.optimise import Step, Training, load_record, record_of, train
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, both
from standoff.reproduction.session import Session
from standoff.reproduction.store import write_file
from standoff.reproduction.tally import Tally
from standoff.reproduction.verdict import (
    Count,
    Duel,
    compare_shares,
    judge,
    judge_order,
    state,
)

SOURCE = "Danilakova"
RULES = {"rules": "danilakova"}
TRAINED = "evolution-trained"
"""Stands in a line-up for the individual of table 8.7."""
GENERATIONS = {Size.QUICK: 60, Size.FULL: 300}
INDIVIDUALS, GAMES_A_GENERATION = 4, 200
TEAMS = ("law", "outlaws", "renegade")
HALF_SECOND = {"mcai": "mcai:iterations=400", "hybrid": "hybrid:iterations=800"}
ONE_SECOND = {"mcai": "mcai:iterations=800", "hybrid": "hybrid:iterations=1600"}
AS_STRONG = {"mcai": "mcai:iterations=200", "hybrid": "hybrid:iterations=16"}
"""As strong against rair as hers in half a second (tables 8.2 and 8.4), which 8.8 looks into."""

SEARCHES = {
    "mcai": "400 iterations of mcai (8 worlds)",
    "hybrid": "800 iterations of hybrid (16 worlds)",
}
STRENGTHS = (
    "How much her program searched in half a second is not in the text. The other parts are played"
    " by 200 iterations of mcai and 16 of hybrid, one for each world: with so many they should do"
    " against rair what hers did in tables 8.2 and 8.4."
)
ELIMINATION = (
    "A known difference of ours: where her text takes an Outlaw off the list when a Deputy was"
    " found (7.2.3), ours takes the Deputy off."
)
GUESSES = {
    "evolution": "evolution guesses roles once for a decision",
    "mcai": "mcai guesses roles once for a world",
    "hybrid": "hybrid guesses roles once for a world",
}
STRONGER = (
    "A share above hers is no error of either side: her individuals, and how she mutates, are not"
    " in the text. Ours are set by hand from her description, and see only what their seat may"
    " see."
)


@dataclass(frozen=True)
class PublishedTable:
    """A table of chapter 8: what each agent won."""

    number: str
    title: str
    victories: dict[str, int]
    """By agent, in the order of the table."""
    specs: dict[str, str]
    """How we play them, where that is not by their name alone."""
    quick: int
    seconds: tuple[float, float]
    also: dict[str, str] | None = None
    """How we play them once more, in a second part."""

    @property
    def id(self) -> str:
        """The id of the experiment."""
        return f"danilakova-{self.number}"

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.victories.values())

    @property
    def line_up(self) -> list[str]:
        """The specs of the agents."""
        return [self.specs.get(agent, agent) for agent in self.victories]


DEFAULT = "evolution:individual=default"
TABLES = (
    PublishedTable("8.1", "Random AI against RAIR", {"rai": 2042, "rair": 2958}, {}, 5000, (1, 1)),
    PublishedTable(
        "8.2",
        "MCAI against RAIR, 0.5 s",
        {"rair": 452, "mcai": 548},
        HALF_SECOND,
        48,
        (28, 480),
    ),
    PublishedTable(
        "8.3", "MCAI against RAIR, 1 s", {"rair": 221, "mcai": 279}, ONE_SECOND, 24, (28, 480)
    ),
    PublishedTable(
        "8.4",
        "Hybrid AI against RAIR, 0.5 s",
        {"rair": 421, "hybrid": 579},
        HALF_SECOND,
        60,
        (14, 170),
    ),
    PublishedTable(
        "8.5",
        "Hybrid AI against RAIR, 1 s",
        {"rair": 201, "hybrid": 299},
        ONE_SECOND,
        30,
        (14, 170),
    ),
    PublishedTable(
        "8.6",
        "Evolution AI against RAIR, default individual",
        {"rair": 1623, "evolution": 3377},
        {"evolution": DEFAULT},
        5000,
        (1, 1),
    ),
    PublishedTable(
        "8.7",
        "Evolution AI against RAIR, after 300 generations",
        {"rair": 1598, "evolution": 3402},
        {"evolution": TRAINED},
        5000,
        (8, 35),
    ),
    PublishedTable(
        "8.8",
        "MCAI, Hybrid AI and Evolution AI against each other, 0.5 s",
        {"mcai": 243, "hybrid": 270, "evolution": 487},
        {**HALF_SECOND, "evolution": TRAINED},
        48,
        (45, 900),
        AS_STRONG,
    ),
)


# --- the tables ---------------------------------------------------------------------------------


def parts_of(table: PublishedTable) -> list[tuple[str, PublishedTable]]:
    """Return a table with its title; if it is played once more, that, and 8.2 and 8.4 likewise."""
    title = "share of games won"
    if table.also is None:
        return [(title, table)]
    again = replace(table, specs={**table.specs, **table.also})
    parts = [(f"{title}, by time", table), (f"{title}, by strength", again)]
    for other in TABLES:
        if other.number in ("8.2", "8.4"):
            agent = next(name for name in other.victories if name in table.also)
            parts.append((f"{title}, {agent} of that strength", replace(other, specs=table.also)))
    return parts


def run_table(table: PublishedTable, session: Session, games: int) -> Report:
    """Play one of the tables again."""
    sheets, undecided = [], 0
    for title, part in parts_of(table):
        tally = play_table(part, session, games)
        sheets.append(Sheet(title, (*judge_shares(part, tally), *judge_winner(part, tally))))
        undecided += tally.games - sum(tally.wins)
    return Report(tuple(sheets), notes_of(table, session, undecided, games * len(sheets)))


def judge_shares(table: PublishedTable, tally: Tally) -> list[Line]:
    """Judge what each agent won."""
    tests = [
        compare_shares(agent, Count(wins, table.games), tally.share(place))
        for place, (agent, wins) in enumerate(table.victories.items())
    ]
    if len(tests) == 2:  # one question: who loses is no second one
        return [line for test in tests for line in judge([test])]
    return list(judge(tests))


def judge_winner(table: PublishedTable, tally: Tally) -> list[Line]:
    """Judge who is first, and the order if there are more than two."""
    names = list(table.victories)
    order = sorted(names, key=lambda agent: -table.victories[agent])
    first = [duel_of(tally, names, order[0], other) for other in order[1:]]
    lines = [judge_order("who is first", f"{order[0]} first", first, tally.games)]
    if len(order) > 2:
        chain = [duel_of(tally, names, *pair) for pair in pairwise(order)]
        lines.append(judge_order("the order", " > ".join(order), chain, tally.games))
    return lines


def duel_of(tally: Tally, names: list[str], first: str, second: str) -> Duel:
    """Return how often one agent won and how often the other."""
    wins = {name: tally.wins[place] for place, name in enumerate(names)}
    return Duel(first, second, wins[first], wins[second])


def notes_of(
    table: PublishedTable, session: Session, undecided: int, games: int
) -> tuple[str, ...]:
    """Return how a table was played, and why it differs where that is known."""
    guesses = [text for agent, text in GUESSES.items() if agent in table.victories]
    searches = [text for agent, text in SEARCHES.items() if agent in table.victories]
    notes = [ELIMINATION]
    if guesses:
        notes.append(f"Another: {', '.join(guesses)}.")
    if searches:
        notes.append(
            f"Half a second is played as {' and '.join(searches)}, one second as twice that: the"
            " strength does not depend on the machine."
        )
    if table.also is not None:
        notes.append(STRENGTHS)
    if TRAINED in table.line_up:
        generations = GENERATIONS[session.size]
        notes.append(
            f"The individual was trained here by the (1+{INDIVIDUALS - 1})-ES of her chapter 7.7.8,"
            f" {generations} generations of {GAMES_A_GENERATION} games, seed {session.seed}."
        )
    if "evolution" in table.victories or "hybrid" in table.victories:  # who have individuals
        notes.append(STRONGER)
    if undecided:
        notes.append(f"{undecided} of {games} games reached the round limit: nobody won.")
    return tuple(notes)


def play_table(table: PublishedTable, session: Session, games: int) -> Tally:
    """Return what the games of a table came to."""
    specs = [train_individual(session) if spec == TRAINED else spec for spec in table.line_up]
    return session.play(
        Match("bang", tuple(specs), games, session.seed, dict(RULES), protocol="teams")
    )


# --- the individual of 8.7 ----------------------------------------------------------------------


def train_individual(session: Session) -> str:
    """Return the spec of the individual, trained now unless the session or its folder has it."""
    generations = GENERATIONS[session.size]
    name = f"evolution-{generations}-seed-{session.seed}.json"
    plan = Training(
        game="bang",
        agent="evolution",
        options=dict(RULES),
        individuals=INDIVIDUALS,
        games=GAMES_A_GENERATION,
        seed=session.seed,
    )
    file = session.scratch / name
    if not file.exists():
        kept = None if session.folder is None else session.folder / name
        steps: list[Step] = []
        if kept is not None and kept.exists():
            steps = load_record(plan, kept)
        if len(steps) < generations:
            for step in train(plan, steps, session.jobs):
                steps.append(step)
                if step.generation >= generations:
                    break
        document = record_of(plan, steps)
        for path in (file, kept):
            if path is not None:
                write_file(path, document)
    return plan.spec(str(file))


# --- 9.1 ----------------------------------------------------------------------------------------


def run_roles(session: Session, games: int) -> Report:
    """Say how each of her agents did as each team, in the games of tables 8.1 to 8.7.

    Without a number of games there are as many as in each table.
    """
    lines = []
    for table in TABLES[:-1]:
        usual = EXPERIMENTS_BY_NUMBER[table.number].games[session.size]
        tally = play_table(table, session, games or usual)
        place = next(place for place, name in enumerate(table.victories) if name != "rair")
        agent = list(table.victories)[place]
        for team in TEAMS:
            part = tally.as_team(place, team)
            lines.append(state(f"{agent} ({table.number}) as {team}", part.share, part.number))
    notes = (
        "Chapter 9.1 wishes for it and has no figures. From the games of tables 8.1 to 8.7, all"
        " against rair. In `teams` a team's opponents are played by both agents, so a share is"
        " to be compared with the same team's of another agent, not with one half.",
    )
    return Report((Sheet("share of games won, by team", tuple(lines)),), notes)


def experiment_of(table: PublishedTable) -> Experiment:
    """Return a table as an experiment."""
    return Experiment(
        table.id,
        f"{SOURCE}, table {table.number}",
        table.title,
        {Size.QUICK: table.quick, Size.FULL: table.games},
        both(*table.seconds),
        partial(run_table, table),
    )


EXPERIMENTS_BY_NUMBER = {table.number: experiment_of(table) for table in TABLES}
EXPERIMENTS = (
    *EXPERIMENTS_BY_NUMBER.values(),
    Experiment(
        "danilakova-9.1",
        f"{SOURCE}, chapter 9.1",
        "How well each AI does in each role, in the games of 8.1 to 8.7",
        {Size.QUICK: 0, Size.FULL: 0},
        both(0, 0),
        run_roles,
    ),
)
