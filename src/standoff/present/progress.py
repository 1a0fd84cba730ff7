"""The progress bar, drawn on the error stream if that is a terminal."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID


class Bar:
    """A progress bar that is being shown."""

    def __init__(self, bar: "Progress", task: "TaskID") -> None:
        self._bar, self._task = bar, task

    def advance(self, count: int = 1) -> None:
        """Show that `count` more are done."""
        self._bar.advance(self._task, count)

    def name(self, text: str) -> None:
        """Show a text beside the bar."""
        self._bar.update(self._task, description=text)


@contextmanager
def progress_bar(text: str, total: int | None = None, done: int = 0) -> Iterator[Bar]:
    """Show a bar with the remaining time; if no total is known, with the elapsed time.

    The bar disappears at the end.
    """
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn() if total is None else TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bar:
        yield Bar(bar, bar.add_task(text, total=total, completed=done))
