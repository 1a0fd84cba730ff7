"""`standoff replay`: a recorded game, shown and checked move by move."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.arena import Replay
    from standoff.arena.replay import Move
    from standoff.position import Position


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
    for number, (position, move) in enumerate(verify(replay)):
        if seat is not None and not 0 <= seat < position.game.players:
            raise BadRun(f"--seat must be from 0 to {position.game.players - 1}, not {seat}")
        if move is not None:
            console.print(tell(number, move, position, seat), markup=False)
        if step or move is None:
            console.print(position.view(seat) if seat is not None else str(position))
        if step and not wait(console.input):
            return
    console.print(result(replay), markup=False)


def wait(read: Callable[[str], str]) -> bool:
    """Wait for Enter; False at the end of the input."""
    try:
        read("Enter for the next move ")
    except EOFError:
        return False
    return True


def tell(number: int, move: "Move", position: "Position", seat: int | None) -> str:
    """Return a move as a seat sees it (None: in full), with the scores after it."""
    game = position.game
    text = move.action if seat in (None, move.seat) else game.shown(game.parse(move.action))
    scores = " : ".join(f"{row.score:g}" for row in position.outcome)
    fault = f"  [{move.fault}]" if move.fault else ""
    return f"{number:3}. seat {move.seat}: {text:<12} {scores}{fault}"


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
