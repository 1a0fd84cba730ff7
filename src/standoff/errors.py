"""All errors. Each message is one sentence: what is wrong, what was given, what is allowed."""

from collections.abc import Iterable


class StandoffError(ValueError):
    """The base of all errors caused by wrong input; the command line prints it and exits with 2."""


class UnknownName(StandoffError):
    """A game, option, agent or parameter that does not exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = ", ".join(sorted(known)) or "none"
        super().__init__(f"unknown {what} {name!r}; known: {names}")


class BadOption(StandoffError):
    """An option or parameter whose value is not allowed, alone or together with others."""


class BadSpec(StandoffError):
    """An agent spec that cannot be read, or an object that cannot be loaded from a file."""


class IllegalAction(StandoffError):
    """An action that is not legal now."""


class BadSeat(StandoffError):
    """A seat that the game does not have."""


class NoEvents(StandoffError):
    """Events that nobody has asked for, so that they were not told."""


class BadNotation(StandoffError):
    """A text of a state or an action that cannot be read."""


class BadReplay(StandoffError):
    """A replay file that cannot be read, or whose moves lead to other states than recorded."""


class BadLog(StandoffError):
    """A log that cannot be read; the message names the line."""


class BadIndividual(StandoffError):
    """A file of an agent's numbers that cannot be read, or that belongs to another agent."""


class BadRun(StandoffError):
    """A match or command that cannot be carried out as asked."""


class BadSample(StandoffError):
    """Numbers from which a statistic cannot be computed."""


class AgentFault(StandoffError):
    """An agent that raised, answered wrongly or too late, in a match that aborts on faults."""


class KernelFault(StandoffError):
    """A kernel that cannot be compiled, or that fails with the JIT off; names file and line."""


class MissingExtra(StandoffError, ImportError):
    """An optional library that is not installed."""

    def __init__(self, what: str, library: str, extra: str) -> None:
        super().__init__(
            f"{what} needs {library}, which is not installed; pip install 'standoff[{extra}]'"
        )
