"""`standoff watch`: a game of agents, shown in the terminal at a pace."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.cli.keys import HELP, Keys
from standoff.cli.screen import Screen, find_chapter, join_names, name_seats
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.game import Game
    from standoff.position import View
    from standoff.server import Step
    from standoff.server.local import LocalTable

PACE_SECONDS = 1.0
MOST_SECONDS = 3600


def command(
    game: argument.Game,
    agents: Annotated[
        str | None,
        typer.Option(
            help="Specs of the agents, or levels such as expert; one fills all seats"
            " [the middle level of the game]."
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(help="Seat whose view is shown, counted from 0 [that of a spectator]."),
    ] = None,
    pace: Annotated[
        float | None,
        typer.Option(help="Seconds for each move that is seen [1, or 0 without a terminal]."),
    ] = None,
    seed: argument.Seed = None,
    option: argument.Options = None,
) -> None:
    """Watch a game of agents in the terminal."""
    if pace is not None and not 0 <= pace <= MOST_SECONDS:
        raise BadRun(f"--pace must be from 0 to {MOST_SECONDS} seconds, not {pace:g}")
    from rich.console import Console

    from standoff.game import load
    from standoff.server.local import LocalTable

    loaded = load(game, **argument.parse_options(option))
    specs = fill_seats(loaded, agents or loaded.agents.opponent)
    if seat is not None and not 0 <= seat < loaded.players:
        raise BadRun(f"--seat must be from 0 to {loaded.players - 1}, not {seat}")
    viewer = loaded.spectator if seat is None else seat
    chosen = argument.choose_seed(seed)
    players = name_seats(specs)
    local = LocalTable(loaded, specs, players, chosen, viewer)
    characters = local.table.view(viewer).names
    names = characters if characters and len(set(specs)) == 1 else join_names(players, characters)
    screen = Screen(Console(), viewer, names, is_you=False)
    screen.say(f"Seed {chosen}.")
    with suppress(EOFError), Keys() as keys:
        seconds = pace if pace is not None else PACE_SECONDS * sys.stdout.isatty()
        if keys.are_read:
            screen.say(HELP)
        watch(screen, local, seconds, keys)


def fill_seats(game: "Game", agents: str) -> list[str]:
    """Return the spec of each seat."""
    from standoff.agents.spec import split_specs

    specs = [game.agents.levels.get(spec, spec) for spec in split_specs(agents)]
    if len(specs) == 1:
        specs *= game.players
    if len(specs) != game.players:
        raise BadRun(f"--agents needs 1 or {game.players} agents, not {len(specs)}")
    return specs


def watch(screen: Screen, local: "LocalTable", seconds: float, keys: Keys) -> None:
    """Show the game to its end: what happens, and the table at the end of each round or turn."""
    from standoff.arena.replay import seat_outcomes

    table = local.table
    view = table.view(screen.seat)
    screen.console.print(view)
    now = find_chapter(view)
    while not table.is_over:
        step = local.ask_agent()
        view = table.view(screen.seat)
        is_seen = show_step(screen, view, step)
        before, now = now, find_chapter(view)
        if now != before or table.is_over:
            screen.console.print()
            screen.console.print(view)
            screen.console.print()
        if is_seen and not table.is_over:
            keys.wait(seconds)
    screen.say_outcome(seat_outcomes(table.outcome))


def show_step(screen: Screen, view: "View", step: "Step") -> bool:
    """Show what follows from a move; return whether there was anything to see."""
    from standoff.server.protocol import Update

    updates = [message for message in step.sent_to(screen.seat) if isinstance(message, Update)]
    for update in updates:
        screen.tell(view, update.events)
    screen.say_faults(step.rows)
    return bool(updates)
