"""Clocks: a budget for every decision, and a bank for the decisions that take longer.

Times are milliseconds on a clock that only goes forward, and come from outside.
"""

from dataclasses import dataclass


@dataclass
class Clock:
    """The clock of one seat.

    >>> clock = Clock(budget_ms=1000, bank_ms=500)
    >>> clock.start(0)
    >>> clock.deadline
    1500
    >>> clock.stop(1200), clock.bank_ms
    (1200, 300)
    """

    budget_ms: int
    """The time for every decision."""
    bank_ms: int
    """The time that is left for decisions beyond their budget."""
    started_at: int | None = None
    """When the present decision began; None if the clock stands still."""

    def start(self, now: int) -> None:
        """Begin a decision. A clock that runs already begins again: its time is given back."""
        self.started_at = now

    @property
    def deadline(self) -> int | None:
        """When budget and bank are used up; None if the clock stands still."""
        if self.started_at is None:
            return None
        return self.started_at + self.budget_ms + self.bank_ms

    def elapsed(self, now: int) -> int:
        """Return how long the present decision has taken."""
        return 0 if self.started_at is None else max(0, now - self.started_at)

    def stop(self, now: int) -> int:
        """End the decision, charge the bank, and return how long the decision took."""
        elapsed = self.elapsed(now)
        self.bank_ms = max(0, self.bank_ms - max(0, elapsed - self.budget_ms))
        self.started_at = None
        return elapsed

    def give_back(self, stalled_ms: int) -> None:
        """Give back time in which the server did not listen."""
        if self.started_at is not None:
            self.started_at += stalled_ms
