"""`standoff play`: a person against agents, in the terminal."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.cli.screen import HELP, Screen, name_seats
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.game import Game
    from standoff.server.local import LocalTable

ENDINGS = {"win": "You win", "tie": "A tie", "loss": "You lose"}


def command(
    game: argument.Game,
    against: Annotated[
        str | None,
        typer.Option(
            help="Specs of your opponents, or a level such as beginner; one fills all seats"
            " [the middle level of the game]."
        ),
    ] = None,
    seat: Annotated[
        int, typer.Option(help="Your seat, counted from 0 [0].", show_default=False)
    ] = 0,
    seed: argument.Seed = None,
    option: argument.Options = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="File for the replay [GAME-SEED.json in this folder]."),
    ] = None,
) -> None:
    """Play against agents in the terminal. The game is saved as a replay."""
    from rich.console import Console

    from standoff.arena import write_replay
    from standoff.files import check_file
    from standoff.game import load
    from standoff.server.local import LocalTable

    loaded = load(game, **argument.parse_options(option))
    specs = line_up(loaded, against or loaded.agents.opponent, seat)
    chosen = argument.choose_seed(seed)
    path = save if save is not None else free_path(loaded.name, chosen)
    check_file(path)
    names = name_seats(specs)
    local = LocalTable(loaded, specs, names, chosen, seat)
    table = local.table
    screen = Screen(Console(), seat, table.view(seat).names or names)
    try:
        with signals_as_interrupts():
            play(screen, local)
    except (KeyboardInterrupt, EOFError):
        with suppress(OSError):  # the terminal may be gone
            screen.say("\nYou leave the table.")
    finally:
        write_replay(path, table.replay)
    with suppress(OSError):
        screen.say(f"Saved as {path}; `standoff replay {path}` shows it.")


@contextmanager
def signals_as_interrupts() -> Iterator[None]:
    """Let a closed terminal (SIGHUP) and SIGTERM end the game like Ctrl-C, so that it is kept."""

    def interrupt(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    names = [name for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {name: signal.signal(getattr(signal, name), interrupt) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


def line_up(game: "Game", against: str, seat: int) -> list[str]:
    """Return the spec of each seat; the person's is `human`."""
    from standoff.agents.spec import split_specs
    from standoff.server.table import CLIENT

    if not 0 <= seat < game.players:
        raise BadRun(f"--seat must be from 0 to {game.players - 1}, not {seat}")
    others = [game.agents.levels.get(spec, spec) for spec in split_specs(against)]
    if len(others) == 1:
        others *= game.players - 1
    if len(others) != game.players - 1:
        raise BadRun(f"--against needs 1 or {game.players - 1} agents, not {len(others)}")
    return [*others[:seat], CLIENT, *others[seat:]]


def free_path(name: str, seed: int) -> Path:
    """Return the name of a new file in this folder."""
    path, count = Path(f"{name}-{seed}.json"), 2
    while path.exists():
        path, count = Path(f"{name}-{seed}-{count}.json"), count + 1
    return path


def play(screen: "Screen", local: "LocalTable") -> None:
    """Play to the end as a client of the table.

    The person is not asked where there is only one action: nobody else waits for the answer.
    """
    from standoff.server.protocol import Over, Update

    table, human, was_out = local.table, screen.seat, False
    screen.say(HELP)
    while not table.is_over:
        if table.asked_agent is None:
            view = table.view(human)
            action = view.actions[0] if len(view.actions) == 1 else screen.ask(view)
            step = local.act(human, action)
        else:
            step = local.ask_agent()
        view = table.view(human)
        for message in step.sent_to(human):
            if isinstance(message, Update):
                screen.tell(view, message.events)
            elif isinstance(message, Over):
                screen.console.print(view)
                screen.say(f"{ENDINGS[message.outcome[human].result]}: {view.standing}.", "bold")
        screen.say_faults(step.rows)
        if view.is_out and not was_out and not table.is_over:
            was_out = True
            screen.pause()
