"""A decision that an agent must make, and how an agent is asked for it."""

from dataclasses import dataclass
from typing import Any

from standoff.agents import Entrant, enter
from standoff.arena.fault import Failure, Guard
from standoff.errors import StandoffError
from standoff.event import Event
from standoff.game import Game, load
from standoff.position import Position
from standoff.rng import Rng, run_key
from standoff.server.plan import Setting
from standoff.verbs import Action, Seat


@dataclass(frozen=True)
class Question:
    """A decision that an agent must make."""

    game: Game
    spec: str
    seat: Seat
    observation: bytes
    """The observation of the seat: all that the agent may know."""
    chance: tuple[int, int]
    """The random stream of the agent for this decision; it does not give the seed away."""
    events: tuple[Event, ...] = ()
    """What the seat has seen since its last decision."""
    is_urgent: bool = False
    """Whether players wait for the answer; the agent is not told."""

    @property
    def rng(self) -> Rng:
        """The random stream of the agent, from its beginning."""
        rng = Rng(0)
        rng.words[:] = self.chance
        return rng

    @property
    def position(self) -> Position:
        """A position that holds what the seat knows."""
        states = self.game.states(1)
        states.view("u1")[:] = memoryview(self.observation)
        return Position(self.game, states)


def draw_chance(seed: int, number: int, seat: Seat) -> tuple[int, int]:
    """Return the random stream for a move of a table with a seed.

    An agent that knows its streams cannot compute the seed, with which it could deal the game.
    """
    first, second = Rng.stream(run_key(seed), number, seat).words.tolist()
    return first, second


Answer = tuple[Action, str | None]
"""An action, and why the agent did not choose it itself, where it failed."""


def ask(question: Question, entrant: Entrant) -> Answer:
    """Return the answer of an agent; a random action where it fails."""
    rng = question.rng
    position = question.position
    events = question.events if entrant.wants_events else None
    try:
        return Guard(entrant, rng).ask(position, question.seat, events), None
    except Failure as failure:
        return rng.choice(position.actions), f"{failure.kind}: {failure.detail}"


# --- for another process --------------------------------------------------------------------------


def pack(question: Question) -> dict[str, Any]:
    """Return a question as plain values for another process."""
    values = {**vars(question), "setting": setting_of(question.game)}
    del values["game"], values["is_urgent"]
    return values


def setting_of(game: Game) -> Setting:
    """Return what another process loads a game by."""
    return Setting(game.address, {name: game.settings[name] for name in sorted(game.given)})


def unpack(values: dict[str, Any]) -> Question:
    """Return the question that was packed."""
    setting: Setting = values.pop("setting")
    return Question(load(setting.game, **setting.options), **values)


def answer_packed(values: dict[str, Any]) -> Answer | str:
    """Answer a packed question; a text says why that failed."""
    try:
        question = unpack(values)
        return ask(question, enter(question.game, question.spec))
    except StandoffError as error:
        return f"raised: {error}"
