"""`standoff bench`: speed on one core, and how much faster two threads are."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from standoff.cli import argument

RUNS, MAX_RUNS = 7, 1000


def command(
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write the figures to a JSON file."),
    ] = None,
    runs: Annotated[
        int,
        typer.Option(
            help=f"Runs of each measurement; the median counts [{RUNS}].", show_default=False
        ),
    ] = RUNS,
) -> None:
    """Measure the speed of games, searches and adapters on one core."""
    from standoff.adapters.bench import measure_adapters
    from standoff.arena.bench import measure
    from standoff.files import check_file, write_text
    from standoff.present import Table
    from standoff.present.console import show_table

    argument.check_count("--runs", runs, MAX_RUNS)
    if json_file is not None:
        check_file(json_file)
    figures = measure(runs) | {"adapters": measure_adapters(runs)}
    if json_file is not None:
        write_text(json_file, json.dumps(figures, indent=2) + "\n")
    rows = tuple(figure_rows(figures))
    show_table(Table(f"one core, median of {runs} runs", ("what", "figure"), rows))


def figure_rows(figures: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each figure."""
    for name, game in figures["games"].items():
        for key, value in game.items():
            yield f"{name}: {key.replace('_per_s', '/s')}", f"{value:,.0f}"
    for name, adapters in figures["adapters"].items():
        for key, value in adapters.items():
            yield f"{name}: {key}: decisions/s", f"{value:,.0f}"
    for name, agents in figures["search"].items():
        for spec, rates in agents.items():
            for key, value in rates.items():
                yield f"{name}: {spec}: {key.replace('_per_s', '/s')}", f"{value:,.0f}"
    for spec, gain in figures["threads"].items():
        yield f"{spec}: speed of two threads, times that of one", f"{gain:.2f}"
    for key, value in figures["start"].items():
        yield f"start: {key.removesuffix('_s').replace('_', ' ')}, seconds", f"{value:.2f}"
