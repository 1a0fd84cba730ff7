"""`standoff log`: a recorded game told as text, or in a format of the game."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli.replay import result, tell
from standoff.errors import BadReplay, UnknownName

if TYPE_CHECKING:
    from standoff.arena import Replay
    from standoff.arena.replay import Move
    from standoff.position import Position

TEXT = "text"


def command(
    file: Annotated[Path, typer.Argument(metavar="REPLAY", help="Replay file.")],
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="NAME",
            help=f"Format of the log: text, or a format of the game [{TEXT}].",
            show_default=False,
        ),
    ] = TEXT,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NAME",
            help="Program that wrote the file, if it is not a replay: kbang.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File for the log [the terminal]."),
    ] = None,
) -> None:
    """Tell a recorded game as text. Its moves are checked first."""
    from standoff.arena import read_replay
    from standoff.files import check_file, write_text

    if out is not None:
        check_file(out)
    told = write_log(read_replay(file), form) if source is None else read_log(file, source)
    lines = "\n".join(told)
    if out is None:
        print(lines)
    else:
        write_text(out, lines + "\n")


def read_log(file: Path, source: str) -> Iterable[str]:
    """Return a description of a log that another program wrote."""
    from standoff.game import installed_games, load
    from standoff.parts import LogReader

    readers: dict[str, LogReader] = {}
    for name in installed_games():
        readers |= load(name).telling.log_readers
    if source not in readers:
        raise UnknownName("log format", source, readers)
    return readers[source](file)


def write_log(replay: "Replay", form: str) -> Iterator[str]:
    """Yield the lines of a log in one of the formats of the game."""
    from standoff.arena import verify
    from standoff.arena.replay import LEAVES
    from standoff.game import load

    game = load(replay.game, **replay.options)
    if form not in {TEXT, *game.telling.logs}:
        raise UnknownName(f"log format of {game.name}", form, {TEXT, *game.telling.logs})
    played = list(verify(replay))
    if form == TEXT:
        yield f"{replay.game}, seed {replay.seed}: {', '.join(replay.agents)}"
        yield ""
    if form in game.telling.logs:
        if any(move.action == LEAVES for move in replay.moves):
            raise BadReplay("a game that a player has left has no log; see `standoff replay`")
        actions = [game.parse(move.action) for move in replay.moves]
        yield from game.telling.logs[form](game, replay.seed, replay.agents, actions)
    else:
        yield from list_moves(played)
    if form == TEXT:
        yield ""
        yield result(replay)


def list_moves(played: "list[tuple[Position, Move | None]]") -> Iterator[str]:
    """Yield every move, what happens in it, and how the game stands after it."""
    for number, (before, after) in enumerate(pairwise(played), 1):
        position, move = after
        if move is not None:
            yield from tell(number, move, before[0], position.open_view())
