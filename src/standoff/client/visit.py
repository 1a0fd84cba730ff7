"""A visit to one table: it survives lost connections, and no answer is lost or made twice."""

import time

from standoff.client.follower import Follower
from standoff.client.line import Line
from standoff.client.problem import Dropped, Refused
from standoff.server.protocol import (
    Ack,
    Act,
    Closing,
    Code,
    Decision,
    Error,
    FromServer,
    Leave,
    Sit,
    TableStatus,
    Watch,
)
from standoff.verbs import Action, Seat

REPEAT_SECONDS = 0.3
AGAIN = (Code.TOO_MANY, Code.NOT_STORED, Code.SERVER_FAULT, Code.NOT_SEATED)
"""Refusals after which the same answer is sent once more."""
SETTLED = (
    Code.TOO_LATE,
    Code.STALE_DECISION,
    Code.NOT_YOUR_DECISION,
    Code.GAME_OVER,
    Code.ILLEGAL_ACTION,
)
"""Refusals after which the answer is of no use any more."""


class Visit:
    """A client at a table. A dropped connection is made again, with the tail of the stream."""

    def __init__(self, line: Line, table: str) -> None:
        self.line = line
        self.table = table
        self.follower = Follower()
        self._is_seated = False
        self._unsettled: Act | None = None
        """The last answer, as long as the server has not acknowledged it."""

    # --- coming and going ---

    def look(self) -> TableStatus:
        """Return how the table is, and watch it from now on; raises `Refused`."""
        while True:
            try:
                self.line.send(Watch(self.table))
                return self._wait_for_status()
            except Dropped:
                self.line.reopen()

    def sit(self, seat: Seat | None = None) -> TableStatus:
        """Sit down, or come back to the own seat; raises `Refused`."""
        while True:
            try:
                self.line.send(Sit(self.table, seat))
                self._is_seated = True
                return self._wait_for_status()
            except Dropped:
                self.line.reopen()
            except Refused:
                self._is_seated = False
                raise

    def _wait_for_status(self) -> TableStatus:
        """Return the first whole message about the table in the new role."""
        while True:
            message = self.line.receive()
            self.follower.take(message)
            if isinstance(message, Error):
                raise Refused(message.code, message.text)
            if isinstance(message, TableStatus) and self._is_seated == (message.seat is not None):
                return message

    def leave(self) -> None:
        """Leave for good."""
        try:
            self.line.send(Leave())
        except Dropped:
            self.line.reopen()
            self.line.send(Sit(self.table, None, self.follower.seq))
            self.line.send(Leave())

    def _come_back(self) -> None:
        """Make the connection again, ask for the tail, and repeat an open answer."""
        while True:
            self.line.reopen()
            seen = self.follower.seq
            try:
                self.line.send(
                    Sit(self.table, None, seen) if self._is_seated else Watch(self.table, seen)
                )
                if self._unsettled is not None:
                    self.line.send(self._unsettled)
            except Dropped:
                continue
            return

    # --- messages ---

    def receive(self, seconds: float | None = None) -> FromServer:
        """Return the next message; raises `TimeoutError`, or `Refused` if the visit is over."""
        while True:
            try:
                message = self.line.receive(seconds)
                self.follower.take(message)
                is_told = self._settle(message)
            except Dropped:
                self._come_back()
                continue
            if is_told:
                return message

    def answer(self, decision: int, action: Action) -> None:
        """Answer a decision; the answer is repeated until it is acknowledged."""
        self._unsettled = Act(decision, action)
        try:
            self.line.send(self._unsettled)
        except Dropped:
            self._come_back()

    @property
    def is_settled(self) -> bool:
        """Whether the last answer is acknowledged, or came too late."""
        return self._unsettled is None

    def _settle(self, message: FromServer) -> bool:
        """Note what a message says about the open answer; return whether the client is told it."""
        sent = None if self._unsettled is None else self._unsettled.decision
        if isinstance(message, Closing):
            self.line.close()
        elif isinstance(message, Ack) and message.decision == sent:
            self._unsettled = None
        elif isinstance(message, Decision):
            if message.id == sent:  # the repeated answer is on its way
                return False
            self._unsettled = None
        elif isinstance(message, Error):
            return self._take_error(message)
        return True

    def _take_error(self, error: Error) -> bool:
        """Return whether the client is told an error; raise the errors that end the visit."""
        if error.code in SETTLED:
            sent = None if self._unsettled is None else self._unsettled.decision
            if sent is not None and error.decision is not None and error.decision >= sent:
                self._unsettled = None
            return True
        if error.code not in AGAIN:
            raise Refused(error.code, error.text)
        if self._unsettled is not None:
            time.sleep(REPEAT_SECONDS)
            self.line.send(self._unsettled)
        return False
