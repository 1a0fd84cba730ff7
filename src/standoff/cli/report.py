"""`standoff report`: what runs have found, in the terminal or as a folder of files."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="Runs that `standoff arena --run` kept.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Write Markdown, HTML, plots, JSON and CSV into this folder."
        ),
    ] = None,
) -> None:
    """Report what runs found: standings, comparisons, ratings, roles, seats, lengths, faults."""
    from standoff.files import check_folder
    from standoff.present.console import show_document
    from standoff.report import describe_runs, read_run, write_report

    if out is not None:
        check_folder(out)
    document = describe_runs([read_run(file) for file in files])
    if out is None:
        show_document(document)
    else:
        write_report(document, out)
        print(f"Written to {out}: report.html, report.md, report.json, tables and plots.")
