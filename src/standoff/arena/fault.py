"""Agents that fail: they raise, answer with an illegal action, or think too long."""

import operator
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import StrEnum

from standoff.agents import Agent
from standoff.errors import BadNotation
from standoff.game import Game
from standoff.position import View, describe_action
from standoff.source import explain
from standoff.verbs import Action


class OnFault(StrEnum):
    """What happens when an agent fails."""

    PENALTY = "penalty"
    """What the rules say of an illegal action, in games whose rules say it."""
    RANDOM = "random"
    """A uniformly random legal action is played instead."""
    FORFEIT = "forfeit"
    """The seat has lost this game."""
    ABORT = "abort"
    """The whole match stops with an error."""

    @classmethod
    def default(cls, game: Game) -> "OnFault":
        """Return `penalty` where the rules define one, else `random`."""
        return cls.RANDOM if game.no_answer(game.settings) is None else cls.PENALTY


class FaultKind(StrEnum):
    """How an agent can fail."""

    RAISED = "raised"
    ILLEGAL = "illegal"
    LATE = "late"


@dataclass(frozen=True)
class Fault:
    """One failure: in which game, before which move, by which seat and entrant."""

    game: int
    move: int
    seat: int
    entrant: int
    kind: FaultKind
    detail: str


class Failure(Exception):
    """What `ask` raises for a failing agent; `action` is an illegal code it answered with."""

    def __init__(self, kind: FaultKind, detail: str, action: Action | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.action = action


class _Late(BaseException):
    """Raised inside an agent when its time is up; no `except Exception` of its own catches it."""


@contextmanager
def deadline(budget_ms: float | None) -> Iterator[None]:
    """Raise `_Late` inside the block once the wall clock has run over the budget.

    Where signals cannot be had (another thread, Windows) only the time after the block is checked.
    """
    start = time.monotonic()
    can_signal = hasattr(signal, "setitimer") and (
        threading.current_thread() is threading.main_thread()
    )
    if budget_ms is not None and can_signal:

        def interrupt(signum: int, frame: object) -> None:
            raise _Late

        previous = signal.signal(signal.SIGALRM, interrupt)
        signal.setitimer(signal.ITIMER_REAL, budget_ms / 1000, 0.1)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, previous)
    else:
        yield
    if budget_ms is not None and (time.monotonic() - start) * 1000 > budget_ms:
        raise _Late


def ask(agent: Agent, view: View, budget_ms: float | None) -> Action:
    """Return the agent's legal answer, or raise `Failure`."""
    try:
        with deadline(budget_ms):
            answer = agent.act(view)
    except _Late:
        raise Failure(FaultKind.LATE, f"thought longer than {budget_ms:g} ms") from None
    except (Exception, SystemExit) as error:
        raise Failure(FaultKind.RAISED, explain(error, agent_file(agent))) from None
    return check_answer(view, answer)


def agent_file(agent: Agent) -> str:
    """Return the file in which an agent's `act` was written."""
    code = getattr(type(agent).act, "__code__", None)
    return code.co_filename if code else ""


def check_answer(view: View, answer: object) -> Action:
    """Return an answer as a legal code, or raise `Failure`."""
    code: Action | None = None
    with suppress(BadNotation, TypeError):
        code = view.game.parse(answer) if isinstance(answer, str) else operator.index(answer)  # type: ignore[arg-type]
    if code in view.actions:
        return code
    text = answer if isinstance(answer, str) else describe_action(view.game, answer)
    known = code if code is not None and 0 <= code < view.game.action_count else None
    raise Failure(FaultKind.ILLEGAL, f"answered {text}", known)
