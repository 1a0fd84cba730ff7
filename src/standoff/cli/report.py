"""`standoff report`: what runs have found, in the terminal or as a folder of files."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from standoff.report import Document


def command(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Runs of the arena.")],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write Markdown, HTML, plots, JSON and CSV there."),
    ] = None,
) -> None:
    """Tell what runs have found: standings, comparisons, ratings, roles, seats, lengths, faults."""
    from standoff.files import check_folder
    from standoff.report import describe_runs, read_run, write_report

    if out is not None:
        check_folder(out)
    document = describe_runs([read_run(file) for file in files])
    if out is None:
        show(document)
    else:
        write_report(document, out)
        print(f"Written to {out}: report.html, report.md, report.json, tables and plots.")


def show(document: "Document") -> None:
    """Print the sentences and tables."""
    from rich.console import Console

    from standoff.cli.grid import print_table

    console = Console()
    for section in document.sections:
        console.rule(section.title, style="dim", align="left")
        for note in section.notes:
            console.print(note, markup=False, highlight=False)
        for table in section.tables:
            print_table(console, table)
