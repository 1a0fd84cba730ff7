"""Tables 8.1 to 8.8: the games that the teams of each agent won."""

from functools import partial
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from standoff.arena import Match
from standoff.reproduction.danilakova.individual import train_individual, training_note
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, both
from standoff.reproduction.played import Played
from standoff.reproduction.published import read_published
from standoff.reproduction.sample import Proportion
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import Duel, compare_shares, judge, judge_order

SOURCE = "Danilakova"
RULES = {"rules": "danilakova"}
TRAINED = "evolution-trained"
"""Stands in a line-up for the individual of table 8.7."""

SEARCHES = {
    "mcai": "400 iterations of mcai (8 worlds)",
    "hybrid": "800 iterations of hybrid (16 worlds)",
}
STRENGTHS = (
    "The text does not say how much her program searched in half a second. The other parts give"
    " mcai 200 iterations and hybrid 16, one per world: with these they should be as strong against"
    " rair as hers in tables 8.2 and 8.4."
)
ELIMINATION = (
    "A known difference: when a Deputy is found, her text takes an Outlaw off the list (7.2.3);"
    " ours takes the Deputy off."
)
GUESSES = {
    "evolution": "evolution guesses roles once per decision",
    "mcai": "mcai guesses roles once per world",
    "hybrid": "hybrid guesses roles once per world",
}
STRONGER = (
    "A share above hers is not an error: her individuals and her mutations are not in the text."
    " Ours are set by hand from her description, and see only what their seat may see."
)


class VictoryTable(msgspec.Struct, frozen=True):
    """A table of chapter 8; see the comment of the data file."""

    number: str
    title: str
    victories: dict[str, int]
    quick: int
    seconds: tuple[float, float]
    specs: dict[str, str] = {}
    again: dict[str, str] = {}

    @property
    def id(self) -> str:
        """The id of the experiment."""
        return f"danilakova-{self.number}"

    @property
    def games(self) -> int:
        """The number of games; every game was won."""
        return sum(self.victories.values())

    @property
    def line_up(self) -> list[str]:
        """The specs of the agents."""
        return [self.specs.get(agent, agent) for agent in self.victories]


TABLES = read_published(__file__, dict[str, tuple[VictoryTable, ...]])["tables"]


def play_table(table: VictoryTable, session: Session, games: int) -> Played:
    """Return the counts of the games of a table."""
    specs = [
        train_individual(session, RULES) if spec == TRAINED else spec for spec in table.line_up
    ]
    match = Match(
        game="bang",
        options=dict(RULES),
        agents=tuple(specs),
        games=games,
        seed=session.seed,
        protocol="teams",
    )
    return session.play(match)


def run_table(table: VictoryTable, session: Session, games: int) -> Report:
    """Play one of the tables again."""
    sheets, undecided = [], 0
    for title, part in parts_of(table):
        played = play_table(part, session, games)
        sheets.append(Sheet(title, (*judge_shares(part, played), *judge_winner(part, played))))
        undecided += played.games - sum(played.wins)
    return Report(tuple(sheets), notes_of(table, session, undecided, games * len(sheets)))


def parts_of(table: VictoryTable) -> list[tuple[str, VictoryTable]]:
    """Return a table with its title; a table with `again` brings 8.2 and 8.4 with it."""
    title = "share of games won"
    if not table.again:
        return [(title, table)]
    again = replace(table, specs={**table.specs, **table.again})
    parts = [(f"{title}, by time", table), (f"{title}, by strength", again)]
    for other in TABLES:
        if other.number in ("8.2", "8.4"):
            agent = next(name for name in other.victories if name in table.again)
            parts.append((f"{title}, {agent} of that strength", replace(other, specs=table.again)))
    return parts


def judge_shares(table: VictoryTable, played: Played) -> list[Line]:
    """Judge the share of games that each agent won."""
    tests = [
        compare_shares(agent, Proportion(wins, table.games), played.share(entrant))
        for entrant, (agent, wins) in enumerate(table.victories.items())
    ]
    if len(tests) == 2:  # one question: the share of the loser is not a second one
        return [line for test in tests for line in judge([test])]
    return list(judge(tests))


def judge_winner(table: VictoryTable, played: Played) -> list[Line]:
    """Judge which agent is first, and the whole order of three agents or more."""
    wins = dict(zip(table.victories, played.wins, strict=True))
    order = sorted(wins, key=lambda agent: -table.victories[agent])

    def duel(first: str, second: str) -> Duel:
        return Duel(first, second, wins[first], wins[second])

    first = [duel(order[0], other) for other in order[1:]]
    lines = [judge_order("who is first", f"{order[0]} first", first, played.games)]
    if len(order) > 2:
        chain = [duel(*pair) for pair in pairwise(order)]
        lines.append(judge_order("the order", " > ".join(order), chain, played.games))
    return lines


def notes_of(table: VictoryTable, session: Session, undecided: int, games: int) -> tuple[str, ...]:
    """Return how a table was played, and known reasons for differences."""
    guesses = [text for agent, text in GUESSES.items() if agent in table.victories]
    searches = [text for agent, text in SEARCHES.items() if agent in table.victories]
    notes = [ELIMINATION]
    if guesses:
        notes.append(f"Another difference: {', '.join(guesses)}.")
    if searches:
        notes.append(
            f"Half a second stands for {' and '.join(searches)}, one second for twice as many: so"
            " the strength does not depend on the machine."
        )
    if table.again:
        notes.append(STRENGTHS)
    if TRAINED in table.line_up:
        notes.append(training_note(session))
    if "evolution" in table.victories or "hybrid" in table.victories:  # both have individuals
        notes.append(STRONGER)
    if undecided:
        notes.append(f"{undecided} of {games} games reached the round limit: nobody won.")
    return tuple(notes)


EXPERIMENTS = tuple(
    Experiment(
        table.id,
        f"{SOURCE}, table {table.number}",
        table.title,
        {Size.QUICK: table.quick, Size.FULL: table.games},
        both(*table.seconds),
        partial(run_table, table),
    )
    for table in TABLES
)
