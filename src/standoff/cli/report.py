"""`standoff report`: the results of runs, in the terminal or as files in a folder."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Files of runs, written by `standoff arena --run`."),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for HTML, Markdown, plots, CSV and JSON [the terminal]."
        ),
    ] = None,
) -> None:
    """Report the results of runs, in the terminal or as files."""
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
