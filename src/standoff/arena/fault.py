"""Agents that fail: they raise, answer with an illegal action, or think too long."""

import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from types import FrameType
from typing import TypeVar

from standoff.agents import Agent, Entrant
from standoff.agents.registry import BUDGET
from standoff.agents.spec import Spec
from standoff.errors import BadNotation, BadRun, BadSpec, UnknownName
from standoff.event import Event
from standoff.game import Game
from standoff.notation import read_whole
from standoff.position import Position, View, describe_action
from standoff.rng import Rng
from standoff.source import describe, explain, traceback_text
from standoff.verbs import Action, Seat

T = TypeVar("T")

REPEAT_SECONDS = 0.1
"""An agent that ignores the first interruption is interrupted again after this time."""

UNBROKEN = ("coverage.", "llvmlite.", "numba.")
"""Modules that an alarm must not interrupt: coverage holds a lock, the others load kernels."""


class OnFault(StrEnum):
    """What happens when an agent fails."""

    PENALTY = "penalty"
    """The rules' penalty for an illegal action, in games that have one."""
    RANDOM = "random"
    """A uniformly random legal action is played instead."""
    FORFEIT = "forfeit"
    """The seat has lost this game."""
    ABORT = "abort"
    """The whole match stops with an error."""

    @classmethod
    def choose(cls, game: Game, name: str | None) -> "OnFault":
        """Return the choice of that name [`penalty` if the rules define one, else `random`]."""
        has_penalty = game.rules.no_answer(game.settings) is not None
        if name is None:
            return cls.PENALTY if has_penalty else cls.RANDOM
        if name not in list(cls):
            raise UnknownName("choice for --on-fault", name, list(cls))
        if name == cls.PENALTY and not has_penalty:
            allowed = ", ".join(choice for choice in cls if choice is not cls.PENALTY)
            raise BadRun(f"the rules of {game.name} have no penalty for faults; choose {allowed}")
        return cls(name)


class FaultKind(StrEnum):
    """How an agent can fail."""

    RAISED = "raised"
    ILLEGAL = "illegal"
    LATE = "late"
    ENDED = "ended"
    """It ended the process that it ran in."""


@dataclass(frozen=True)
class Lost:
    """An agent that ended its process or was ended with it: it is not asked again in this game."""

    game: int
    move: int
    kind: FaultKind
    detail: str


@dataclass(frozen=True)
class Fault:
    """One failure: in which game, before which move, by which seat and entrant."""

    game: int
    move: int
    seat: int
    entrant: int
    kind: FaultKind
    detail: str
    """One line."""
    traceback: str = ""
    """Of an exception, without our own frames."""


class Failure(Exception):
    """Raised by `ask` when an agent fails; `action` is its answer if that is an illegal code."""

    def __init__(
        self, kind: FaultKind, detail: str, action: Action | None = None, traceback: str = ""
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.action = action
        self.traceback = traceback


class _Late(BaseException):
    """Raised inside an agent when its time is up; `except Exception` does not catch it."""


def call_in_time(work: Callable[[], T], budget_ms: float | None) -> T:
    """Do some work; raise `_Late` inside it when the wall clock exceeds the budget.

    Without signals (in another thread, on Windows) the time is only checked afterwards.
    """
    start = time.monotonic()
    if budget_ms is None or not can_interrupt():
        result = work()
    else:

        def interrupt(signum: int, frame: FrameType | None) -> None:
            if is_inside(frame, work):
                raise _Late

        previous = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, budget_ms / 1000, REPEAT_SECONDS)
        try:
            result = work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
    if budget_ms is not None and (time.monotonic() - start) * 1000 > budget_ms:
        raise _Late
    return result


def is_inside(frame: FrameType | None, work: Callable[[], object]) -> bool:
    """Whether a frame belongs to a function, or to a function that it has called.

    False while the guard itself cleans up, and inside a tool that an exception would break for the
    whole process. The next alarm comes soon.
    """
    code = getattr(work, "__code__", None)
    while frame is not None:
        if frame.f_code is code:
            return True
        if str(frame.f_globals.get("__name__")).startswith(UNBROKEN):
            return False
        frame = frame.f_back
    return False


def can_interrupt() -> bool:
    """Whether a timer can interrupt this thread."""
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and hasattr(signal, "setitimer")


def can_be_stopped() -> bool:
    """Whether Ctrl-C reaches this process; in a worker only an agent can raise it."""
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


def check_params(entrant: Entrant) -> None:
    """Raise `BadSpec` if a Python agent does not accept the parameters in its spec.

    Without parameters an agent that cannot be made is a fault, like an agent that takes too long.
    """
    given = Spec.parse(entrant.spec).values.keys() - {BUDGET.name}
    if entrant.budget_ms is None or not given:
        return
    try:
        call_in_time(lambda: entrant.make(Rng(0)), entrant.budget_ms)
    except KeyboardInterrupt:
        raise
    except _Late:
        return
    except BaseException as error:
        reason = explain(error, entrant.file)
        raise BadSpec(f"{entrant.spec} cannot be made: {reason}") from None


class Guard:
    """An entrant at one seat; whatever it does wrong becomes a fault.

    Two agents cannot be stopped from inside the process: one that catches every exception in an
    endless loop, and one that ends the process. `processes` handles both.
    """

    def __init__(self, entrant: Entrant, rng: Rng) -> None:
        self.entrant = entrant
        self.rng = rng
        self._agent: Agent | None = None

    def ask(self, position: Position, seat: Seat, events: Sequence[Event] | None = None) -> Action:
        """Return the agent's legal answer, or raise `Failure`."""
        view = position.view(seat, self.rng, events)
        budget = self.entrant.budget_ms
        try:
            answer, code = call_in_time(lambda: self._answer(position.game, view), budget)
        except _Late:
            raise Failure(FaultKind.LATE, f"thought longer than {budget:g} ms") from None
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and can_be_stopped():
                raise
            detail, trace = explain(error, self._file()), traceback_text(error, __file__)
            raise Failure(FaultKind.RAISED, detail, traceback=trace) from None
        if code in position.actions:  # not `view.actions`: the agent can change the view
            return code
        text = describe(answer) if code is None else describe_action(position.game, code)
        is_code = code is not None and 0 <= code < position.game.action_count
        raise Failure(FaultKind.ILLEGAL, f"answered {text}", code if is_code else None)

    def _answer(self, game: Game, view: View) -> tuple[object, Action | None]:
        """Return the answer of the agent, and its action code."""
        if self._agent is None:
            self._agent = self.entrant.make(self.rng)
        answer = self._agent.act(view)
        return answer, read_answer(game, answer)

    def _file(self) -> str:
        act = getattr(type(self._agent), "act", None)
        code = getattr(act, "__code__", None)
        return code.co_filename if code else self.entrant.file


def read_answer(game: Game, answer: object) -> Action | None:
    """Return an answer as a code, legal or not; None if it is not an action."""
    with suppress(BadNotation):
        return game.parse(answer) if isinstance(answer, str) else read_whole(answer)
    return None
