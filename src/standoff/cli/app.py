"""All commands, and what happens to errors: one sentence, exit code 2.

Modules import Numba only inside their commands, so that `standoff --help` answers at once.
"""

import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

import standoff
from standoff import interrupt
from standoff.cli import (
    STOPPED,
    analyse,
    arena,
    bench,
    catalogue,
    check,
    connect,
    join,
    log,
    play,
    replay,
    report,
    reproduce,
    serve,
    train,
    tune,
    warm,
    watch,
)
from standoff.errors import StandoffError
from standoff.present.glyphs import make_printable

USAGE_ERROR = 2

app = typer.Typer(
    name="standoff",
    help="Write, play and compare artificial players for games with hidden information.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def show_version(is_asked: bool) -> None:
    """Print the version and end."""
    if is_asked:
        print(f"standoff {standoff.__version__}")
        raise typer.Exit


@app.callback()
def take_options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Show the version and exit.",
            callback=show_version,
            is_eager=True,
            show_default=False,
        ),
    ] = False,
) -> None:
    """Take the options before the command."""


app.command("arena")(arena.command)
app.command("report")(report.command)
app.command("play")(play.command)
app.command("watch")(watch.command)
app.command("serve")(serve.command)
app.command("join")(join.command)
app.command("connect")(connect.command)
app.command("replay")(replay.command)
app.command("log")(log.command)
app.command("analyse")(analyse.command)
app.command("train")(train.command)
app.command("tune")(tune.command)
app.command("reproduce")(reproduce.command)
app.command("check")(check.command)
app.command("bench")(bench.command)
app.command("warm")(warm.command)
app.command("list")(catalogue.command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    make_printable()
    try:
        with interrupt.heard():
            code = int(app(given or ["--help"], standalone_mode=False, prog_name="standoff") or 0)
        return fail("stopped", code) if code == STOPPED else code
    except StandoffError as error:
        return fail(str(error), USAGE_ERROR)
    except typer.TyperException as error:
        message = error.format_message() if hasattr(error, "format_message") else str(error)
        return fail(message, USAGE_ERROR) if message else USAGE_ERROR
    except (KeyboardInterrupt, typer.Abort):
        return fail("stopped", STOPPED)
    except (BrokenPipeError, SystemExit):  # how rich ends when the reader (`head`) has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return fail(f"cannot continue: {error.strerror}", USAGE_ERROR)


def fail(message: str, code: int) -> int:
    """Print one line to the error stream; return the exit code."""
    print(f"standoff: {' '.join(message.split())}", file=sys.stderr)
    return code
