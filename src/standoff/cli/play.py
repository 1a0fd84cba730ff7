"""`standoff play`: a person against agents, in the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from rich.console import Console

    from standoff.agents import Entrant
    from standoff.arena import Replay
    from standoff.game import Game
    from standoff.position import Position, View

HUMAN = "human"
MAX_DIGITS = 9
HELP = """\
Type the number of an action, or its text as in the list.
?  this help      t  the table again      q  leave (the game is saved)"""


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
    console = Console()
    try:
        play(console, position, replay, seat, opponents, chosen)
    except (KeyboardInterrupt, EOFError):
        console.print("\nYou leave the table.")
    finally:
        write_replay(path, replay)
    console.print(f"Saved as {path}; `standoff replay {path}` shows it.", markup=False)


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
    console: "Console",
    position: "Position",
    replay: "Replay",
    human: int,
    opponents: "dict[int, Entrant]",
    seed: int,
) -> None:
    """Play to the end, asking the person and the agents in turn."""
    from standoff import verbs
    from standoff.arena.fault import Failure, Guard
    from standoff.arena.referee import warm_up
    from standoff.arena.replay import finish, record
    from standoff.rng import Rng, run_key

    rngs = [Rng.stream(run_key(seed), 0, seat) for seat in range(position.game.players)]
    guards = {seat: Guard(opponent, rngs[seat]) for seat, opponent in opponents.items()}
    warm_up(position.game)
    console.print(HELP, markup=False)
    while not position.is_over:
        seat = position.to_move
        fault = None
        if seat == human:
            action = ask_person(console, position.view(seat))
        else:
            try:
                action = guards[seat].ask(position, seat)
            except Failure as failure:
                fault = f"{failure.kind}: {failure.detail}"
                action = rngs[seat].choice(position.actions)
        if position.game.telling.narrate is not None:
            lines = [*position.game.telling.narrate(position.game, position.state, action, human)]
        verbs.apply(position.state, action)
        record(replay, position, seat, action, fault)
        if position.game.telling.narrate is None:
            lines = [tell(position, seat, action, human)]
        if fault:
            lines.append(f"(Seat {seat} failed, so a random action was played: {fault})")
        for line in lines:
            console.print(line, markup=False, highlight=False)
    finish(replay, position.outcome)
    console.print(position.view(human))
    console.print(ending(position, human), style="bold", markup=False)


def tell(position: "Position", seat: int, action: int, human: int) -> str:
    """Return the last move, and the scores after it."""
    game = position.game
    deed = f"You play {game.text(action)}"
    if seat != human:
        deed = f"Seat {seat} plays {game.shown(action)}"
    scores = " : ".join(f"{row.score:g}" for row in position.outcome)
    return f"{deed}.  {scores}"


def ending(position: "Position", human: int) -> str:
    """Return how the game ended for the person."""
    from standoff.verbs import Result

    words = {Result.WIN: "You win", Result.TIE: "A tie", Result.LOSS: "You lose"}
    scores = " : ".join(f"{row.score:g}" for row in position.outcome)
    return f"{words[Result(position.outcome[human].result)]}, {scores}."


# --- asking -------------------------------------------------------------------------------------


def ask_person(console: "Console", view: "View") -> int:
    """Return the action that a person chooses; asks again until the answer is legal."""
    show_view(console, view)
    while True:
        try:
            answer = console.input("Your action (? for help): ").strip()
        except (RuntimeError, UnicodeDecodeError):  # the input is closed, or is not text
            raise EOFError from None
        if answer == "?":
            console.print(HELP, markup=False)
        elif answer == "t":
            show_view(console, view)
        elif answer == "q":
            raise EOFError
        else:
            action = read_action(view, answer)
            if action is not None:
                return action
            console.print(
                f"{answer[:20]!r} is not legal now: type 1 to {len(view.actions)}, or ? for help.",
                markup=False,
            )


def show_view(console: "Console", view: "View") -> None:
    """Draw the table and the numbered actions, grouped by card."""
    console.print(view)
    number = 0
    for title, actions in view.groups.items():
        texts = []
        for action in actions:
            number += 1
            texts.append(f"{number:>2} {view.text(action)}")
        console.print(f"  {title:>4} |  " + "   ".join(texts), markup=False, highlight=False)


def read_action(view: "View", answer: str) -> int | None:
    """Return the legal action with this number or text, or None."""
    from standoff.errors import BadNotation

    listed = [action for actions in view.groups.values() for action in actions]
    if answer.isascii() and answer.isdecimal() and len(answer) <= MAX_DIGITS:
        return listed[int(answer) - 1] if 1 <= int(answer) <= len(listed) else None
    try:
        action = view.game.parse(answer)
    except BadNotation:
        return None
    return action if action in listed else None
