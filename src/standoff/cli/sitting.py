"""A person at a table of a server: what is shown, and what the person may type."""

import math
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from standoff.cli.lines import Lines
from standoff.cli.screen import Screen, find_chapter, join_names, number_names

if TYPE_CHECKING:
    from rich.console import Console

    from standoff.client.follower import Follower
    from standoff.client.visit import Visit
    from standoff.game import Game
    from standoff.position import View
    from standoff.server.protocol import (
        Ack,
        Decision,
        Error,
        FromServer,
        Over,
        SeatStatus,
    )

POLL_SECONDS = 0.05
WARNING_SECONDS = 10
HELP = """\
Type the number of an action, or its text as in the list.
?  this help      t  the table again      q  leave"""
ENDINGS = {"win": "You win", "tie": "A tie", "loss": "You lose"}
LEAVE = "Leave for good (l), leave and come back later (c), or stay (Enter)? "


class Sitting:
    """What one person sees and types at one table, until the game ends or the person leaves."""

    def __init__(self, visit: "Visit", game: "Game", console: "Console", lines: Lines) -> None:
        self.visit = visit
        self.game = game
        self.console = console
        self.lines = lines
        self.screen: Screen | None = None
        """None until the cards are dealt."""
        self._asked: Decision | None = None
        """The decision that the person must make now."""
        self._is_leaving = False
        """Whether the person is asked how to leave."""
        self._has_left = False
        """Whether the person has left for good."""
        self._has_prompt = False
        """Whether the cursor stands behind a prompt."""
        self._seats: Sequence[SeatStatus] = ()
        self._clock = Countdown()
        self._chapter = 0
        self._waits_for: int | None = None
        self._was_out = False
        self._bank: int | None = None

    @property
    def follower(self) -> "Follower":
        """What the client knows of the table."""
        return self.visit.follower

    @property
    def is_seated(self) -> bool:
        """Whether the person has a seat."""
        status = self.follower.status
        return status is not None and status.seat is not None

    def run(self) -> bool:
        """Play or watch to the end; return whether the person may come back to a seat."""
        self._seats = self.follower.seats
        self._greet()
        while self.follower.over is None:
            try:
                self._take(self.visit.receive(POLL_SECONDS))
            except TimeoutError:
                self._warn()
            if self.follower.over is None and not self._read():
                return self.is_seated and not self._has_left
        self._end(self.follower.over)
        return False

    # --- what is shown ---

    def say(self, line: str, style: str | None = None) -> None:
        """Print a line, below a prompt if there is one."""
        self._go_below()
        self.console.print(line, style=style, markup=False, highlight=False)

    def _go_below(self) -> None:
        """Leave the line of a prompt."""
        if self._has_prompt:
            self.console.print()
            self._has_prompt = False

    def _prompt(self, text: str) -> None:
        self.console.print(text, end="", markup=False, highlight=False)
        self._has_prompt = True

    def _greet(self) -> None:
        """Tell how the table is when the person comes."""
        if self.follower.has_begun:
            self._begin()
        else:
            self.say(f"{describe_seats(self.follower)} Type q to leave.")

    def _begin(self) -> None:
        """Show the table, after the deal or when the person comes later."""
        from standoff import verbs

        view = self.follower.view(self.game)
        status = self.follower.status
        assert status is not None
        players = number_names([self.follower.name_of(seat.seat) for seat in status.seats])
        names = join_names(players, view.names)
        seat = self.game.spectator if status.seat is None else status.seat
        is_first = self.screen is None
        self.screen = Screen(self.console, seat, names, is_you=self.is_seated, help_text=HELP)
        self._chapter = find_chapter(view)
        news = self.follower.take_news()
        if not is_first:
            return
        self.say(HELP)
        for number, name in enumerate(names):
            you = " (you)" if number == status.seat else ""
            self.say(f"  seat {number}: {name}{you}")
        if news:
            self.say(f"{len(news)} things have happened before you came.")
        if int(verbs.to_move(view.observation)) != seat:  # else the decision shows the table
            self.say("")
            self.console.print(view)
            self._tell_who_is_asked(view)

    def _take(self, message: "FromServer") -> None:
        """Show what a message tells."""
        from standoff.client.problem import printable
        from standoff.event import capitalize
        from standoff.server import protocol

        if isinstance(message, protocol.TableStatus):
            self._tell_seats(message.seats)
            if self.follower.has_begun:
                self._begin()
        elif isinstance(message, protocol.Seats):
            self._tell_seats(message.seats)
            self._ask_again()
        elif isinstance(message, protocol.Update):
            self._tell()
        elif isinstance(message, protocol.Decision):
            self._ask(message)
        elif isinstance(message, protocol.Ack):
            self._tell_bank(message)
        elif isinstance(message, protocol.Error):
            self._tell_error(message)
        elif isinstance(message, protocol.Closing):
            self.say(f"{capitalize(printable(message.text))}.")
        elif isinstance(message, protocol.Said):
            self.say(f"{printable(message.name)} says: {message.phrase}.")
            self._ask_again()

    def _tell_seats(self, seats: "Sequence[SeatStatus]") -> None:
        """Tell who has come, gone or dropped."""
        for line in compare_seats(self._seats, seats):
            self.say(line)
        self._seats = seats

    def _tell(self) -> None:
        """Tell the news, and draw the table where no decision of the person will."""
        if self.follower.observation is None or self.screen is None:  # the tail goes on
            return
        self._asked = None
        view = self.follower.view(self.game)
        news = self.follower.take_news()
        if news:
            self._go_below()
        self.screen.tell(view, news)
        chapter = find_chapter(view)
        if chapter != self._chapter and (view.is_out or not self.is_seated):
            self.console.print()
            self.console.print(view)
            self.console.print()
        self._chapter = chapter
        if view.is_out and not self._was_out:
            self._was_out = True
            self.say("You are out of the game. You may watch on; type q to leave.")
        self._tell_who_is_asked(view)

    def _tell_who_is_asked(self, view: "View") -> None:
        """Say for whom everybody waits, if that is a player and not an agent."""
        from standoff import verbs
        from standoff.server.protocol import Kind

        assert self.screen is not None
        seat = int(verbs.to_move(view.observation))
        before, self._waits_for = self._waits_for, seat
        if seat in (before, self.screen.seat, verbs.NOBODY):
            return
        if self.follower.seats[seat].kind is not Kind.AGENT:
            self.say(f"... {self.screen.names.of(seat)} is asked.", "dim")

    def _tell_bank(self, ack: "Ack") -> None:
        if self._bank is not None and ack.bank_ms is not None and ack.bank_ms < self._bank:
            took, left = describe_ms(ack.elapsed_ms), describe_ms(ack.bank_ms)
            self.say(f"That took {took}; {left} of your bank are left.", "dim")

    def _tell_error(self, error: "Error") -> None:
        from standoff.client.problem import printable
        from standoff.server.protocol import Code

        self._asked = None
        if error.code is Code.TOO_LATE:
            self.lines.forget()
            self.say("Your time is over: a stand-in makes this decision.", "bold")
        else:
            self.say(f"The server says: {printable(error.text)}.")
            decision = self.follower.decision
            if decision is not None and error.code is Code.ILLEGAL_ACTION:
                self._ask(decision)

    # --- asking ---

    def _ask(self, decision: "Decision") -> None:
        """Show the table and ask for an action."""
        from standoff.client.follower import check_actions

        assert self.screen is not None
        check_actions(self.game, self.follower.position(self.game), decision)
        self._tell()
        self._asked = decision
        self._waits_for = self.screen.seat
        self._bank = decision.bank_ms
        self._clock.start(decision)
        self.lines.forget()
        self._go_below()
        self.screen.show(self.follower.view(self.game))
        self._ask_again()

    def _ask_again(self) -> None:
        """Print the prompt of the open question again, if something was printed below it."""
        if self._has_prompt:
            return
        if self._is_leaving:
            self._prompt(LEAVE)
        elif self._asked is not None:
            hint = "Enter takes the only one" if len(self._asked.actions) == 1 else "? for help"
            self._prompt(f"Your action ({hint}{self._clock.left()}): ")

    def _warn(self) -> None:
        """Tell when the budget is used up, and when little time is left."""
        if self._asked is not None:
            line = self._clock.warning()
            if line is not None:
                self.say(line, "bold")
                self._ask_again()

    # --- what the person types ---

    def _read(self) -> bool:
        """Take a line, if there is one; return False if the person leaves."""
        if self.screen is not None and self.follower.observation is None:  # the tail goes on
            return True
        try:
            line = self.lines.poll(self._asked is not None or self._is_leaving)
        except EOFError:
            self.say("Your seat is kept as long as the table allows." if self.is_seated else "")
            return False
        if line is None:
            return True
        self._has_prompt = self._has_prompt and not self.lines.is_terminal  # Enter is not shown
        if self._is_leaving:
            return self._leave(line)
        if line == "q":
            return self._ask_to_leave()
        self._obey(line)
        return True

    def _ask_to_leave(self) -> bool:
        if not self.is_seated:
            return False
        self._is_leaving = True
        self._ask_again()
        return True

    def _leave(self, line: str) -> bool:
        self._is_leaving = False
        if line == "l":
            self.visit.leave()
            self._has_left = True
            self.say("You have left the table.")
            return False
        if line == "c":
            self.say("Your seat is kept as long as the table allows.")
            return False
        self._ask_again()
        return True

    def _obey(self, line: str) -> None:
        """Do what the person wants: help, the table, or an action."""
        if self.screen is None:
            self.say(describe_seats(self.follower))
            return
        view = self.follower.view(self.game)
        if line == "?":
            self.screen.explain(view)
        elif line == "t":
            self.screen.show(view)
        elif self._asked is None:
            self.say("You are not asked now." if line else "", "dim")
        else:
            self._answer(view, line, self._asked)
        self._ask_again()

    def _answer(self, view: "View", line: str, decision: "Decision") -> None:
        assert self.screen is not None
        is_only = len(view.actions) == 1 and not line
        action = view.actions[0] if is_only else self.screen.find(view, line)
        if action is None:
            count = len(view.actions)
            self.say(f"{line[:20]!r} is not legal now: type 1 to {count}, or ? for help.")
            return
        self._asked = None
        self.visit.answer(decision.id, action)

    def _end(self, over: "Over") -> None:
        """Tell how the game has ended."""
        from standoff.client.problem import printable

        if not over.outcome:
            self.say(f"The table was closed: {printable(over.reason)}.", "bold")
            return
        if self.screen is None:
            return
        view = self.follower.view(self.game)
        self._go_below()
        self.console.print()
        self.console.print(view)
        self.screen.say_outcome(over.outcome)
        if self.is_seated:
            self.say(f"{ENDINGS[over.outcome[self.screen.seat].result]}: {view.standing}.", "bold")


class Countdown:
    """The clock of a decision, as the person sees it."""

    def __init__(self) -> None:
        self._budget_until = self._until = math.inf
        self._bank_ms = 0
        self._warnings: list[tuple[float, str]] = []
        """When something is said, and what, before the time that is left; the earliest first."""

    def start(self, decision: "Decision") -> None:
        """Begin a decision."""
        self._budget_until = self._until = math.inf
        self._warnings = []
        if decision.budget_ms is None:
            return
        self._bank_ms = decision.bank_ms or 0
        self._budget_until = time.monotonic() + decision.budget_ms / 1000
        self._until = self._budget_until + self._bank_ms / 1000
        if self._bank_ms:
            self._warnings.append((self._budget_until, "Your bank is running"))
        self._warnings.append((self._until - WARNING_SECONDS, "Time is short"))
        self._warnings.sort()

    def left(self) -> str:
        """Return how much time is left, as the end of a prompt."""
        if self._until == math.inf:
            return ""
        budget = self._budget_until - time.monotonic()
        if budget <= 0:
            return f", {self._all_left()}"
        bank = f" and {describe_ms(self._bank_ms)} in the bank" if self._bank_ms else ""
        return f", {describe_ms(budget * 1000)}{bank}"

    def warning(self) -> str | None:
        """Return what must be said now: that the budget is used up, or that little is left."""
        due = [text for at, text in self._warnings if time.monotonic() >= at]
        if not due:
            return None
        self._warnings = self._warnings[len(due) :]
        return f"{due[-1]}: {self._all_left()} left."

    def _all_left(self) -> str:
        return describe_ms(max(0.0, self._until - time.monotonic()) * 1000)


def describe_ms(milliseconds: float) -> str:
    """Return a time for people.

    >>> describe_ms(1400), describe_ms(95_000)
    ('1 s', '1:35 min')
    """
    seconds = round(milliseconds / 1000)
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02} min"


def describe_seats(follower: "Follower") -> str:
    """Return who waits at a table that has not begun."""
    from standoff.event import list_words
    from standoff.server.protocol import Kind

    taken = [follower.name_of(seat.seat) for seat in follower.seats if seat.kind is not Kind.OPEN]
    free = len(follower.seats) - len(taken)
    seats = "seat is" if free == 1 else "seats are"
    return f"At the table: {list_words(taken) or 'nobody'}. {free} {seats} free."


def compare_seats(before: "Sequence[SeatStatus]", after: "Sequence[SeatStatus]") -> list[str]:
    """Return what has changed at the seats, in sentences."""
    from standoff.client.problem import printable

    lines = []
    for old, new in zip(before, after, strict=True):
        name = printable(new.name or "")
        if old.name != new.name:
            was = printable(old.name or "")
            lines.append(f"{name} sits down at seat {new.seat}." if name else f"{was} leaves.")
        elif old.stand_in != new.stand_in:
            stand_in = printable(new.stand_in or "")
            lines.append(
                f"{stand_in} plays for {name} now." if stand_in else f"{name} plays again."
            )
        elif old.is_here != new.is_here:
            lines.append(f"{name} is {'here' if new.is_here else 'away'}.")
    return lines
