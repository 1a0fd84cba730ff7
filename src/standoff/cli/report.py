"""`standoff report`: the results of runs, in the terminal or as files in a folder."""

from pathlib import Path
from typing import Annotated

import typer


def command(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...",
            help="Files of runs, written by `standoff arena --run`; or the database of a server.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Folder for HTML, Markdown, plots, CSV and JSON [the terminal]."
        ),
    ] = None,
) -> None:
    """Report the results of runs or of a server, as text or files."""
    from standoff.errors import BadRun
    from standoff.files import check_folder
    from standoff.present.console import show_document
    from standoff.report import describe_runs, read_run, write_report

    if out is not None:
        check_folder(out)
    from standoff.server.report import describe_server, is_server

    if any(is_server(file) for file in files):
        if len(files) > 1:
            raise BadRun("the database of a server is reported alone")
        document = describe_server(files[0])
    else:
        document = describe_runs([read_run(Path(file)) for file in files])
    if out is None:
        show_document(document)
    else:
        write_report(document, out)
        print(f"Written to {out}: report.html, report.md, report.json, tables and plots.")
