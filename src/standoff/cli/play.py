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
    from standoff.agents import Entrant
    from standoff.arena import Replay
    from standoff.game import Game
    from standoff.position import Position

HUMAN = "human"


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

    from standoff.agents import enter
    from standoff.arena import write_replay
    from standoff.arena.replay import start_replay
    from standoff.files import check_file
    from standoff.game import load

    loaded = load(game, **argument.parse_options(option))
    specs = line_up(loaded, against or loaded.agents.opponent, seat)
    opponents = {other: enter(loaded, spec) for other, spec in enumerate(specs) if other != seat}
    chosen = argument.choose_seed(seed)
    path = save if save is not None else free_path(loaded.name, chosen)
    check_file(path)
    position = loaded.deal(chosen)
    replay = start_replay(position, chosen, specs)
    screen = Screen(Console(), seat, position.view(seat).names or name_seats(specs))
    try:
        with signals_as_interrupts():
            play(screen, position, replay, opponents, chosen)
    except (KeyboardInterrupt, EOFError):
        with suppress(OSError):  # the terminal may be gone
            screen.say("\nYou leave the table.")
    finally:
        write_replay(path, replay)
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

    if not 0 <= seat < game.players:
        raise BadRun(f"--seat must be from 0 to {game.players - 1}, not {seat}")
    others = [game.agents.levels.get(spec, spec) for spec in split_specs(against)]
    if len(others) == 1:
        others *= game.players - 1
    if len(others) != game.players - 1:
        raise BadRun(f"--against needs 1 or {game.players - 1} agents, not {len(others)}")
    return [*others[:seat], HUMAN, *others[seat:]]


def free_path(name: str, seed: int) -> Path:
    """Return the name of a new file in this folder."""
    path, count = Path(f"{name}-{seed}.json"), 2
    while path.exists():
        path, count = Path(f"{name}-{seed}-{count}.json"), count + 1
    return path


def play(
    screen: "Screen",
    position: "Position",
    replay: "Replay",
    opponents: "dict[int, Entrant]",
    seed: int,
) -> None:
    """Play to the end, asking the person and the agents in turn.

    The person is not asked where there is only one action: nobody else waits for the answer.
    """
    from standoff import verbs
    from standoff.arena.fault import Failure, Guard
    from standoff.arena.referee import warm_up
    from standoff.arena.replay import finish, record
    from standoff.rng import Rng, run_key

    game, human = position.game, screen.seat
    rngs = [Rng.stream(run_key(seed), 0, seat) for seat in range(game.players)]
    guards = {seat: Guard(opponent, rngs[seat]) for seat, opponent in opponents.items()}
    warm_up(game)
    screen.say(HELP)
    was_out = False
    while not position.is_over:
        seat = position.to_move
        fault = None
        if seat == human:
            actions = position.actions
            action = actions[0] if len(actions) == 1 else screen.ask(position.view(seat))
        else:
            try:
                action = guards[seat].ask(position, seat)
            except Failure as failure:
                fault = f"{failure.kind}: {failure.detail}"
                action = rngs[seat].choice(position.actions)
        events = game.tell(position.state, action, human)
        verbs.apply(position.state, action)
        record(replay, position, seat, action, fault)
        view = position.view(human)
        screen.tell(view, events)
        if fault:
            name = screen.names.start(seat)
            screen.say(f"({name} failed, so a random action was played: {fault})")
        if view.is_out and not was_out and not position.is_over:
            was_out = True
            screen.pause()
    finish(replay, position.outcome)
    screen.console.print(position.view(human))
    screen.say(ending(position, human), style="bold")


def ending(position: "Position", human: int) -> str:
    """Return how the game ended for the person."""
    from standoff.verbs import Result

    words = {Result.WIN: "You win", Result.TIE: "A tie", Result.LOSS: "You lose"}
    result = words[Result(position.outcome[human].result)]
    return f"{result}: {position.view(human).standing}."
