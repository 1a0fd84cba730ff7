"""`standoff replay`: a recorded game, shown and checked move by move."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli.screen import SILENT
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.arena import Replay
    from standoff.arena.replay import Move
    from standoff.position import Position, View

INDENT = "     "


def command(
    file: Annotated[Path, typer.Argument(help="Replay file.")],
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after each move.")] = False,
    seat: Annotated[
        int | None, typer.Option(help="Seat whose view is shown [everything is shown].")
    ] = None,
) -> None:
    """Show a recorded game move by move. Each move is checked by its hash."""
    from rich.console import Console

    from standoff.arena import read_replay, verify

    replay = read_replay(file)
    console = Console()
    console.print(f"{replay.game}, seed {replay.seed}: {', '.join(replay.agents)}", markup=False)
    before: Position | None = None
    for number, (position, move) in enumerate(verify(replay)):
        if seat is not None and not 0 <= seat < position.game.players:
            raise BadRun(f"--seat must be from 0 to {position.game.players - 1}, not {seat}")
        view = position.view(seat) if seat is not None else position.open_view()
        if before is not None and move is not None:
            for line in tell(number, move, before, view):
                console.print(line, markup=False, highlight=False)
        if step or move is None:
            console.print(view)
        if step and not wait(console.input):
            return
        before = position
    console.print(result(replay), markup=False)


def wait(read: Callable[[str], str]) -> bool:
    """Wait for Enter; False at the end of the input."""
    try:
        read("Enter for the next move ")
    except EOFError:
        return False
    return True


def tell(number: int, move: "Move", before: "Position", view: "View") -> "Iterator[str]":
    """Yield the lines of a move, as the viewer is told it, and how the game stands after it.

    A view of everything tells what the mover sees.
    """
    from standoff.arena.replay import LEAVES
    from standoff.event import Names

    game = before.game
    viewer = move.seat if view.is_spectator else view.seat
    names = Names(view.names)
    if move.action == LEAVES:
        yield f"{number:3}. {names.of(move.seat)} leaves the game{'':<15} {view.standing}"
        for event in game.tell_leaving(before.state, move.seat, (viewer,))[0]:
            if event.kind not in SILENT:
                yield f"{INDENT}{game.telling.say(event, names)}"
        return
    action = game.parse(move.action)
    text = move.action if viewer == move.seat else game.shown(action)
    fault = f"  [{move.fault}]" if move.fault else ""
    yield f"{number:3}. {names.of(move.seat)}: {text:<24} {view.standing}{fault}"
    for event in game.tell(before.state, action, viewer):
        if event.kind not in SILENT:
            yield f"{INDENT}{game.telling.say(event, names)}"


def result(replay: "Replay") -> str:
    """Return how the game ended."""
    if replay.result is None:
        return "The game was left before its end."
    ends = [
        f"seat {row.seat} ({replay.agents[row.seat]}) {row.result} with {row.score:g}"
        for row in replay.result
    ]
    forfeit = f" Seat {replay.forfeit} forfeited." if replay.forfeit is not None else ""
    return "; ".join(ends) + "." + forfeit
