"""`standoff analyse`: what a search agent thinks of one position."""

import math
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.agents import Analysis
    from standoff.position import Position
    from standoff.present import Table

DEFAULT_AGENT = "ismcts:iterations=20000"
LINE_LENGTH = 6
"""How many actions of a line are shown."""


def command(
    source: Annotated[
        str, typer.Argument(help="Replay file, or with --game the text of a position.")
    ],
    move: Annotated[
        int | None, typer.Option(help="Number of the move in the replay; 1 is the first.")
    ] = None,
    agent: Annotated[
        str, typer.Option(help=f"Spec of a search agent [{DEFAULT_AGENT}].", show_default=False)
    ] = DEFAULT_AGENT,
    game: Annotated[
        str | None, typer.Option(help="Game of a position that is given as text.")
    ] = None,
    seed: argument.Seed = None,
    option: argument.Options = None,
) -> None:
    """Show what a search agent thinks of one position."""
    from rich.console import Console

    from standoff.agents import analyse
    from standoff.game import load
    from standoff.present.console import say, show_table
    from standoff.rng import Rng

    played = None
    if game is not None:
        if move is not None:
            raise BadRun("--move needs a replay, --game the text of a position: give one of them")
        position = load(game, **argument.parse_options(option)).position(source)
        check_complete(position)
    else:
        if option:
            raise BadRun("a replay has its own options: --option needs --game")
        position, played = find_position(Path(source), move)
    if position.is_over:
        raise BadRun("the game is over in this position: no seat is to move")
    chosen_seed = argument.choose_seed(seed)
    view = position.view(position.to_move)
    analysis = analyse(position.game, agent, view, Rng(chosen_seed))
    Console().print(view)
    say(f"Seat {view.seat} is to move. {agent}, seed {chosen_seed}:")
    show_table(thoughts_table(position, analysis, played))
    if len(view.actions) == 1:
        say("There is no other legal action, so nothing was searched.")


def check_complete(position: "Position") -> None:
    """Raise `BadRun` unless a position is complete and correct."""
    if problems := position.problems:
        raise BadRun(f"the text is not a complete position: {', '.join(problems)}")


def find_position(path: Path, move: int | None) -> "tuple[Position, str]":
    """Return the position before a move of a replay, and the action that was played there."""
    from standoff.arena import read_replay, verify

    replay = read_replay(path)
    count = len(replay.moves)
    if move is None or not 1 <= move <= count:
        given = "" if move is None else f", not {move}"
        raise BadRun(f"the replay has {count} moves: --move must be from 1 to {count}{given}")
    position, _ = next(islice(verify(replay), move - 1, None))
    return position, replay.moves[move - 1].action


def thoughts_table(position: "Position", analysis: "Analysis", played: str | None) -> "Table":
    """Return a row for each action: how often it was tried, its value and its best line."""
    from standoff.present import Table
    from standoff.present.text import PER_CENT

    rows = []
    total = sum(thought.visits for thought in analysis.thoughts)
    for thought in analysis.thoughts:
        text = position.game.text(thought.action)
        notes = [
            note
            for note, holds in (
                ("chosen", thought.action == analysis.chosen),
                ("played", text == played),
            )
            if holds
        ]
        line = [position.game.text(action) for action in thought.line[:LINE_LENGTH]]
        if len(thought.line) > LINE_LENGTH:
            line.append("...")
        share = thought.visits / total if thought.visits else math.nan
        rows.append((text, ", ".join(notes), thought.visits, share, thought.value, ", ".join(line)))
    columns = ("action", "", "visits", "share", "value", "best line")
    return Table("", columns, tuple(rows), {"share": PER_CENT, "value": ".3f"})
