"""Replays: one JSON file a game, checked move by move when it is read (docs/formats.md)."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from standoff import verbs
from standoff.errors import BadReplay, StandoffError
from standoff.files import write_text
from standoff.game import Game, load
from standoff.looking import let_leave
from standoff.option import Value
from standoff.position import Position
from standoff.verbs import Result

SCHEMA = 2
"""Since schema 2 the seed is a text, because not every reader of JSON keeps 128 bits exact."""


class Move(msgspec.Struct, forbid_unknown_fields=True):
    """One action: the seat that played it, its text, and the hash of the state after it."""

    seat: int
    action: str
    hash: str
    fault: str | None = None
    """Why the agent did not choose this action itself, where it failed."""


class SeatOutcome(msgspec.Struct, forbid_unknown_fields=True):
    """How the game ended for one seat."""

    seat: int
    rank: float
    score: float
    result: str


class Replay(msgspec.Struct, forbid_unknown_fields=True):
    """A recorded game; `result` is None if it was left before its end."""

    schema: int
    game: str
    rules: int
    options: dict[str, Value]
    seed: int
    agents: list[str]
    start: str
    moves: list[Move]
    forfeit: int | None = None
    """The seat that lost by a fault, where faults forfeit."""
    result: list[SeatOutcome] | None = None


LEAVES = "leaves"
"""The action of a player who leaves the game, where the rules say what happens then."""
MAX_DIGITS = 39
"""No seed of 128 bits has more."""


def hash_state(position: Position) -> str:
    """Return the hash of a state: 16 hexadecimal digits."""
    return hashlib.blake2b(position.state.tobytes(), digest_size=8).hexdigest()


# --- recording ----------------------------------------------------------------------------------


def start_replay(position: Position, seed: int, agents: list[str]) -> Replay:
    """Return the replay of a game that has just been dealt."""
    game = position.game
    options = dict(game.settings)
    start = hash_state(position)
    return Replay(SCHEMA, game.address, game.version, options, seed, agents, start, [])


def record(replay: Replay, position: Position, seat: int, action: int, fault: str | None) -> None:
    """Add an action that has just been made."""
    text = position.game.text(action)
    replay.moves.append(Move(seat, text, hash_state(position), fault))


def finish(replay: Replay, outcome: Any) -> None:
    """Add how the game ended."""
    replay.result = seat_outcomes(outcome)


def seat_outcomes(outcome: Any) -> list[SeatOutcome]:
    """Return an array of OUTCOME as plain values."""
    return [
        SeatOutcome(seat, float(row.rank), float(row.score), Result(row.result).name.lower())
        for seat, row in enumerate(outcome)
    ]


# --- files --------------------------------------------------------------------------------------


def write_replay(path: Path, replay: Replay) -> None:
    """Write a replay, whole or not at all."""
    write_text(path, replay_text(replay))


def replay_text(replay: Replay) -> str:
    """Return a replay as JSON with a line for each move."""
    data = {**msgspec.to_builtins(replay), "seed": str(replay.seed)}
    moves = ",\n    ".join(json.dumps(move) for move in data.pop("moves"))
    head = json.dumps({**data, "moves": []}, indent=2)
    return head.replace('"moves": []', f'"moves": [\n    {moves}\n  ]') + "\n"


def read_replay(path: Path) -> Replay:
    """Read a replay file; raises `BadReplay` with the reason."""
    try:
        text = path.read_bytes()
    except OSError as error:
        raise BadReplay(f"cannot read {path}: {error.strerror}") from None
    return parse_replay(text, str(path))


def parse_replay(text: bytes, name: str) -> Replay:
    """Read the JSON of a replay, of this schema or schema 1; `name` is what errors call it."""
    try:
        data = msgspec.json.decode(text)
    except (ValueError, RecursionError) as error:
        raise BadReplay(f"{name} is not complete JSON: {error}") from None
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema not in (1, SCHEMA):
        raise BadReplay(f"{name} is not a replay of schema {SCHEMA}: its schema is {schema!r}")
    if schema == SCHEMA:
        data["seed"] = read_seed(data.get("seed"), name)
    try:
        return msgspec.convert(data, Replay)
    except msgspec.ValidationError as error:
        raise BadReplay(f"{name} is not a replay of schema {SCHEMA}: {error}") from None


def read_seed(seed: object, name: str) -> int:
    """Return the seed that a text of digits holds."""
    if isinstance(seed, str) and re.fullmatch(f"[0-9]{{1,{MAX_DIGITS}}}", seed):
        return int(seed)
    raise BadReplay(f"{name}: the seed must be a text of at most {MAX_DIGITS} digits")


# --- checking -----------------------------------------------------------------------------------


def verify(replay: Replay) -> Iterator[tuple[Position, Move | None]]:
    """Play a replay again: yield each position with the move that led to it, None for the deal.

    Raises `BadReplay`, which names the first move that leads to another state than recorded.
    """
    game = load(replay.game, **replay.options)
    if len(replay.agents) != game.players:
        names = len(replay.agents)
        raise BadReplay(f"{game.name} has {game.players} seats, but the replay has {names} agents")
    position = game.deal(replay.seed)
    if hash_state(position) != replay.start:
        raise BadReplay(f"the deal differs from the recorded one{explain_version(replay, game)}")
    yield position.copy(), None
    for number, move in enumerate(replay.moves, 1):
        where = f"move {number} (seat {move.seat}: {move.action})"
        if position.is_over and move.action != LEAVES:
            raise BadReplay(f"{where} comes after the end of the game")
        if position.to_move != move.seat and move.action != LEAVES:
            raise BadReplay(f"{where} is out of turn: seat {position.to_move} is to move")
        make_move(position, move, where)
        if hash_state(position) != move.hash:
            raise BadReplay(
                f"{where} leads to another state than recorded{explain_version(replay, game)}"
            )
        yield position.copy(), move
    check_end(replay, position)


def make_move(position: Position, move: Move, where: str) -> None:
    """Make a recorded move; after a fault it may be illegal, if the rules penalise that."""
    game = position.game
    if move.action == LEAVES:
        if not game.can_leave or not 0 <= move.seat < game.players:
            raise BadReplay(f"{where} cannot be made: nobody can leave there")
        game.by_arrays(let_leave)(position.states, move.seat)
        return
    try:
        action = game.parse(move.action)
        is_charged = move.fault is not None and game.rules.no_answer(game.settings) is not None
        if action in position.actions or is_charged:
            verbs.apply(position.state, action)
        else:
            raise BadReplay("it is not legal there")
    except StandoffError as error:
        raise BadReplay(f"{where} cannot be played: {error}") from None


def check_end(replay: Replay, position: Position) -> None:
    """Raise `BadReplay` unless the moves lead to the recorded result."""
    if replay.result is None:
        return
    if replay.forfeit is None:
        if not position.is_over:
            raise BadReplay(f"the game is not over after the last move, number {len(replay.moves)}")
        outcome = position.outcome
    else:
        outcome = forfeited(position, replay.forfeit)
    if seat_outcomes(outcome) != replay.result:
        raise BadReplay("the recorded result differs from the result of the moves")


def forfeited(position: Position, seat: int) -> Any:
    """Return the outcome after a seat has lost by a fault.

    It is last. One other seat wins, several others tie.
    """
    if not 0 <= seat < position.game.players:
        raise BadReplay(f"there is no seat {seat} to forfeit")
    outcome = position.outcome
    others = len(outcome) - 1
    outcome["rank"] = (1 + others) / 2
    outcome["result"] = Result.WIN if others == 1 else Result.TIE
    outcome[seat].rank = len(outcome)
    outcome[seat].result = Result.LOSS
    return outcome


def explain_version(replay: Replay, game: Game) -> str:
    """Say whether other rules may be the reason."""
    if replay.rules == game.version:
        return ": the file was edited"
    return f": it was made by version {replay.rules} of the rules, this is version {game.version}"
