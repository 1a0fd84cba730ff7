"""What a check found, law by law."""

from dataclasses import dataclass, field
from enum import Enum

MAX_PROBLEMS = 5


class Law(Enum):
    """The seven laws of a game; the value is what each one demands."""

    DETERMINISM = "same seed and actions, same states; policies only look"
    WORLDS = "a determinized world gives its seat the same observation again"
    SECRECY = "what a seat must not know changes nothing it is shown"
    LEGALITY = "the observation has the legal actions of the state, in order, never none"
    SOUNDNESS = "cards are conserved and every field is in range"
    TERMINATION = "games end in time, every legal action can be made, copies are apart"
    NOTATION = "texts of states and actions parse back to the same bytes"

    @property
    def number(self) -> int:
        """Its number in docs/architecture.md."""
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
        """Count one check of a law; note where and what when it does not hold."""
        self.checks[law] += 1
        if not holds:
            self.num_problems[law] += 1
            if len(self.problems[law]) < MAX_PROBLEMS:
                self.problems[law].append(f"{where}: {what}")
        return holds
