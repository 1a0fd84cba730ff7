"""`standoff check`: the seven laws of a game."""

from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument

if TYPE_CHECKING:
    from standoff.testing import Report

GAMES, MAX_GAMES = 200, 10_000_000
SEED = 0
LAW_BROKEN = 1


def command(
    game: argument.Game,
    games: Annotated[
        int, typer.Option(help=f"Number of random games [{GAMES}].", show_default=False)
    ] = GAMES,
    seed: Annotated[
        int, typer.Option(help=f"Seed of all chance [{SEED}].", show_default=False)
    ] = SEED,
    option: argument.Options = None,
) -> None:
    """Check the seven laws of a game in random games. The exit code is 1 if a law is broken.

    A few games are played without the compiler first, so that an error names its line.
    """
    from standoff.game import load
    from standoff.present.progress import progress_bar
    from standoff.testing import check_game
    from standoff.testing.rehearsal import rehearse

    argument.check_count("--games", games, MAX_GAMES)
    loaded = load(game, **argument.parse_options(option))
    rehearse(loaded)
    with progress_bar("games", games) as bar:
        report = check_game(loaded, games, argument.choose_seed(seed), bar.advance)
    show(report)
    if not report.passed:
        raise typer.Exit(LAW_BROKEN)


def show(report: "Report") -> None:
    """Print how often each law was checked and broken."""
    from standoff.present import Table
    from standoff.present.console import say, show_table
    from standoff.testing import Law

    rows = [
        (
            f"{law.number} {law.name.lower()}",
            law.value,
            report.checks[law],
            str(report.num_problems[law] or ""),
        )
        for law in Law
    ]
    title = f"{report.game}: {report.games} games, {report.positions} positions"
    show_table(Table(title, ("law", "what it demands", "checks", "broken"), tuple(rows)))
    for law in Law:
        for problem in report.problems[law]:
            say(f"law {law.number}: {problem}")
