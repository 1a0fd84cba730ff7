"""The report of a check, law by law."""

from dataclasses import dataclass, field
from enum import Enum

MAX_PROBLEMS = 5


class Law(Enum):
    """The seven laws of a game; the value says what a law demands."""

    DETERMINISM = "same seed and actions, same states; policies only look"
    WORLDS = "a determinized world gives its seat the same observation again"
    SECRECY = "hidden information changes nothing that a seat is shown"
    LEGALITY = "state and observation have the same legal actions, sorted, at least one"
    SOUNDNESS = "cards are conserved and every field is in range"
    TERMINATION = "games end in time, every legal action can be made, copies share nothing"
    NOTATION = "texts of states and actions parse back to the same bytes"

    @property
    def number(self) -> int:
        """The number of the law in docs/architecture.md."""
        return list(Law).index(self) + 1


@dataclass
class Report:
    """How often each law was checked, and the first problems of each."""

    game: str
    games: int = 0
    positions: int = 0
    checks: dict[Law, int] = field(default_factory=lambda: dict.fromkeys(Law, 0))
    problems: dict[Law, list[str]] = field(default_factory=lambda: {law: [] for law in Law})
    num_problems: dict[Law, int] = field(default_factory=lambda: dict.fromkeys(Law, 0))

    @property
    def passed(self) -> bool:
        """Whether no law was broken."""
        return not any(self.num_problems.values())

    @property
    def broken(self) -> set[Law]:
        """The laws that were broken."""
        return {law for law, count in self.num_problems.items() if count}

    def expect(self, law: Law, holds: bool, where: str, what: str) -> bool:
        """Count one check of a law; if it fails, note where and what."""
        self.checks[law] += 1
        if not holds:
            self.num_problems[law] += 1
            if len(self.problems[law]) < MAX_PROBLEMS:
                self.problems[law].append(f"{where}: {what}")
        return holds
