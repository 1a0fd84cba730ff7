"""Chapter 9.1: how well each of her agents does as each team, in the games of the tables."""

from standoff.reproduction.danilakova import tables
from standoff.reproduction.experiment import Experiment, Report, Sheet, both
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import state

TEAMS = ("law", "outlaws", "renegade")


def run_teams(session: Session, games: int) -> Report:
    """Return the wins of each of her agents as each team, in the games of tables 8.1 to 8.7.

    If `games` is 0, each table has its own number of games.
    """
    lines = []
    for table, experiment in list(zip(tables.TABLES, tables.EXPERIMENTS, strict=True))[:-1]:
        played = tables.play_table(table, session, games or experiment.games[session.size])
        entrant, agent = next(
            (entrant, agent) for entrant, agent in enumerate(table.victories) if agent != "rair"
        )
        for team in TEAMS:
            part = played.as_team(entrant, team)
            lines.append(state(f"{agent} ({table.number}) as {team}", part.share, part.number))
    notes = (
        "Chapter 9.1 asks for these figures and has none. They come from the games of tables 8.1 to"
        " 8.7, all against rair. Under `teams` both agents play among the opponents of a team:"
        " compare a share with that of another agent as the same team, not with one half.",
    )
    return Report((Sheet("share of games won, by team", tuple(lines)),), notes)


EXPERIMENTS = (
    Experiment(
        "danilakova-9.1",
        f"{tables.SOURCE}, chapter 9.1",
        "How well each AI does in each role, in the games of 8.1 to 8.7",
        both(0, 0),
        both(0, 0),
        run_teams,
    ),
)
