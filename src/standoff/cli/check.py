"""`standoff check`: the seven laws of a game."""

from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument

if TYPE_CHECKING:
    from standoff.testing import Report

MAX_GAMES = 10_000_000
LAW_BROKEN = 1


def command(
    game: argument.Game,
    games: Annotated[int, typer.Option(help="How many random games.")] = 200,
    seed: argument.Seed = 0,
    option: argument.Options = None,
) -> None:
    """Check the seven laws of a game on random play; exit code 1 when one is broken."""
    from rich.console import Console
    from rich.progress import Progress

    from standoff.game import load
    from standoff.testing import check_game

    argument.check_count("--games", games, MAX_GAMES)
    loaded = load(game, **argument.parse_options(option))
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("games", total=games)
        report = check_game(
            loaded, games, argument.choose_seed(seed), lambda done: bar.advance(task, done)
        )
    show(report)
    if not report.passed:
        raise typer.Exit(LAW_BROKEN)


def show(report: "Report") -> None:
    """Print how each law fared."""
    from rich.console import Console
    from rich.table import Table

    from standoff.testing import Law

    console = Console()
    grid = Table(title=f"{report.game}: {report.games} games, {report.positions} positions")
    for name in ("law", "what it demands", "checks", "broken"):
        grid.add_column(name, justify="right" if name in ("checks", "broken") else "left")
    for law in Law:
        broken = str(report.num_problems[law] or "")
        name = f"{law.number} {law.name.lower()}"
        grid.add_row(name, law.value, str(report.checks[law]), broken)
    console.print(grid)
    for law in Law:
        for problem in report.problems[law]:
            console.print(f"law {law.number}: {problem}", markup=False)
