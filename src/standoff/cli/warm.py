"""`standoff warm`: compile ahead."""

import os
from typing import Annotated

import typer

from standoff.cli import argument


def command(
    game: Annotated[
        str | None, typer.Argument(help="A game's name, or path/to/file.py:NAME [all games].")
    ] = None,
    option: argument.Options = None,
    jobs: Annotated[
        int | None, typer.Option(help="Number of processes that compile [all cores].")
    ] = None,
) -> None:
    """Compile a game and its agents before they are needed."""
    from standoff._jit import IS_COMPILED
    from standoff.arena.warm import list_tasks, warm
    from standoff.errors import BadRun
    from standoff.game import installed_games, load
    from standoff.present.progress import progress_bar

    argument.check_count("--jobs", jobs, argument.MAX_JOBS)
    if not IS_COMPILED:
        raise BadRun("nothing can be compiled while NUMBA_DISABLE_JIT is set")
    names = installed_games() if game is None else [game]
    options = argument.parse_options(option)
    tasks = [task for name in names for task in list_tasks(load(name, **options))]
    with progress_bar("compiling", len(tasks)) as bar:
        for task in warm(tasks, jobs or os.cpu_count() or 1):
            bar.advance()
            bar.name(f"{task.game}: {task.what}")
    print(f"Compiled {', '.join(names)}: {len(tasks)} parts.")
