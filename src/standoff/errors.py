"""What can go wrong, by name. Every message is one sentence: what, got, and what is allowed."""

from collections.abc import Iterable


class StandoffError(ValueError):
    """The root of all errors that wrong input causes; the command line prints it, exit code 2."""


class UnknownName(StandoffError):
    """A game, option, agent or parameter that does not exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = ", ".join(sorted(known)) or "none"
        super().__init__(f"unknown {what} {name!r}; known: {names}")


class BadOption(StandoffError):
    """An option or parameter whose value is not allowed, alone or beside the others."""


class BadSpec(StandoffError):
    """An agent spec that cannot be read, or an object that cannot be loaded from a file."""


class IllegalAction(StandoffError):
    """An action that may not be played now."""


class BadSeat(StandoffError):
    """A seat that the game does not have."""


class BadNotation(StandoffError):
    """A text of a state or an action that cannot be read."""


class BadReplay(StandoffError):
    """A replay file that cannot be read, or that does not lead where it says."""


class BadLog(StandoffError):
    """A log that cannot be read; the message names the line."""


class BadIndividual(StandoffError):
    """A file of an agent's numbers that cannot be read, or is another agent's."""


class BadRun(StandoffError):
    """A match that cannot be played as asked."""


class BadSample(StandoffError):
    """Numbers that no statistic can be made of."""


class AgentFault(StandoffError):
    """An agent that raised, answered wrongly or too late, in a match that aborts on faults."""


class MissingExtra(StandoffError, ImportError):
    """A library that is not installed, because it is needed by one part of the package only."""

    def __init__(self, what: str, library: str, extra: str) -> None:
        super().__init__(
            f"{what} needs {library}, which is not installed; pip install 'standoff[{extra}]'"
        )
