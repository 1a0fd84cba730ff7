"""The terminal of one person at a table: shows the story and the view, and asks."""

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from standoff.arena.replay import SeatOutcome
    from standoff.event import Event
    from standoff.position import View
    from standoff.server import MoveRow

MAX_DIGITS = 9
HELP = """\
Type the number of an action, or its text as in the list.
?  this help      t  the table again      q  leave (the game is saved)"""
SILENT = ("ask", "remove")
"""Events that the view tells better than a sentence."""


class Screen:
    """What one person sees and types. It knows no other seat's secrets, and no rules."""

    def __init__(
        self,
        console: "Console",
        seat: int,
        names: Sequence[str],
        *,
        is_you: bool = True,
        help_text: str = HELP,
    ) -> None:
        from standoff.event import Names

        self.console = console
        self.seat = seat
        self.names = Names(names, you=seat if is_you else None)
        self._help = help_text

    def say(self, line: str, style: str | None = None) -> None:
        """Print a line as it is."""
        self.console.print(line, style=style, markup=False, highlight=False)

    def tell(self, view: "View", events: "Iterable[Event]") -> None:
        """Tell what the person has seen."""
        for event in events:
            if event.kind not in SILENT:
                self.say(view.game.telling.say(event, self.names))

    def say_faults(self, rows: "Iterable[MoveRow]") -> None:
        """Tell which agents have failed."""
        for row in rows:
            if row.fault:
                name = self.names.start(row.seat)
                self.say(f"({name} failed, so a random action was played: {row.fault})")

    def say_outcome(self, outcome: "Iterable[SeatOutcome]") -> None:
        """Tell how the game has ended for each seat."""
        for end in outcome:
            name = self.names.start(end.seat)
            self.say(f"{name}: {end.result}, rank {end.rank:g}, score {end.score:g}", "bold")

    def show(self, view: "View") -> None:
        """Draw the table and the numbered actions, grouped by card."""
        self.console.print()
        self.console.print(view)
        number = 0
        width = max((len(title) for title in view.groups), default=0)
        for title, actions in view.groups.items():
            texts = []
            for action in actions:
                number += 1
                texts.append(f"{number:>2} {self.label(view, action)}".replace(" ", "\xa0"))
            start = f"  {title:>{width}} |  "
            lines = fill("   ".join(texts), self.console.width, initial_indent=start,
                         subsequent_indent=" " * len(start), break_long_words=False)  # fmt: skip
            self.say(lines.replace("\xa0", " "))

    def label(self, view: "View", action: int) -> str:
        """Return an action with the name of its target."""
        choice = view.action(action)
        if choice.target is None:
            return choice.text
        return choice.text.replace(f"seat {choice.target}", self.names.of(choice.target))

    def ask(self, view: "View") -> int:
        """Return the action that the person chooses; asks again until the answer is legal."""
        self.show(view)
        while True:
            answer = self.read("Your action (? for help): ")
            if answer == "?":
                self.explain(view)
            elif answer == "t":
                self.show(view)
            elif answer == "q":
                raise EOFError
            else:
                action = self.find(view, answer)
                if action is not None:
                    return action
                count = len(view.actions)
                self.say(f"{answer[:20]!r} is not legal now: type 1 to {count}, or ? for help.")

    def explain(self, view: "View") -> None:
        """Print what the person may type, and what is on the table."""
        self.say(self._help)
        for line in view.explain():
            self.say(fill(line, self.console.width, subsequent_indent="  "))

    def find(self, view: "View", answer: str) -> int | None:
        """Return the legal action with this number or text, or None."""
        listed = [action for actions in view.groups.values() for action in actions]
        if answer.isascii() and answer.isdecimal() and len(answer) <= MAX_DIGITS:
            return listed[int(answer) - 1] if 1 <= int(answer) <= len(listed) else None
        wanted = " ".join(answer.split()).lower()
        for action in listed:
            if wanted in (view.text(action).lower(), self.label(view, action).lower()):
                return action
        return None

    def pause(self) -> None:
        """Ask a person who is out of the game to watch on or to leave."""
        if self.read("You are out of the game. Enter: watch on   q: leave ") == "q":
            raise EOFError

    def read(self, prompt: str) -> str:
        """Return what the person types; raises `EOFError` at the end of the input."""
        try:
            return self.console.input(prompt).strip()
        except (RuntimeError, UnicodeDecodeError, OSError):  # the input is closed, or is not text
            raise EOFError from None


def name_seats(specs: Sequence[str]) -> list[str]:
    """Return a name for each seat: that of its agent, numbered if it plays several seats."""
    from standoff.agents import Spec

    return number_names([Spec.parse(spec).name for spec in specs])


def number_names(plain: Sequence[str]) -> list[str]:
    """Return names with a number behind each that several seats have.

    >>> number_names(["Ann", "rair", "rair"])
    ['Ann', 'rair 1', 'rair 2']
    """
    counted: dict[str, int] = {}
    names = []
    for name in plain:
        counted[name] = counted.get(name, 0) + 1
        names.append(f"{name} {counted[name]}" if plain.count(name) > 1 else name)
    return names


def join_names(players: Sequence[str], characters: Sequence[str]) -> list[str]:
    """Return the names of players with those of their characters, where the game has some.

    >>> join_names(["Ann", "Bob"], ["Jourdonnais", "Paul Regret"])
    ['Ann (Jourdonnais)', 'Bob (Paul Regret)']
    """
    if not characters:
        return list(players)
    pairs = zip(players, characters, strict=True)
    return [f"{player} ({character})" for player, character in pairs]


def find_chapter(view: "View") -> int:
    """Return the number of the round; in games without rounds, the seat to move."""
    from standoff import verbs

    count = int(verbs.rounds(view.observation))
    return int(verbs.to_move(view.observation)) if count == verbs.NO_ROUNDS else count
