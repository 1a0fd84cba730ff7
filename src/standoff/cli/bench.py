"""`standoff bench`: speed on one core, and what a second thread adds."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from standoff.errors import BadRun


def command(
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the figures (schema 1).")
    ] = None,
    runs: Annotated[int, typer.Option(help="Runs of each measure; the median counts.")] = 7,
) -> None:
    """Measure random play, copies, searches and start-up on one core; medians of several runs."""
    from standoff.adapters.bench import measure_adapters
    from standoff.arena.bench import measure
    from standoff.files import check_file, write_text
    from standoff.present import Table
    from standoff.present.console import show_table

    if not 1 <= runs <= 1000:
        raise BadRun(f"--runs must be from 1 to 1000, not {runs}")
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
