"""Who sits where in which game, and on which deal. Every game is fixed by its number alone."""

from dataclasses import dataclass

from standoff.errors import BadRun

MAX_GAMES = 10_000_000


@dataclass(frozen=True)
class Schedule:
    """Each deal is played once for every rotation of the line-up, so no seat favours anybody.

    With two seats this is the protocol `pairs`: every deal twice, seats swapped.
    """

    seats: int
    games: int

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MAX_GAMES:
            raise BadRun(f"the number of games must be from 1 to {MAX_GAMES}, not {self.games}")
        if self.games % self.seats:
            raise BadRun(
                f"the number of games must be a multiple of {self.seats}, since each deal is played"
                f" {self.seats} times with the seats rotated, not {self.games}"
            )

    @property
    def protocol(self) -> str:
        """The name of the protocol."""
        return "pairs" if self.seats == 2 else "rotate"

    def deal(self, game: int) -> int:
        """Return the number of the deal that a game is played on."""
        return game // self.seats

    def seating(self, game: int) -> list[int]:
        """Return the place in the line-up of who sits at each seat.

        >>> [Schedule(seats=2, games=4).seating(game) for game in range(3)]
        [[0, 1], [1, 0], [0, 1]]
        """
        return [(seat + game) % self.seats for seat in range(self.seats)]
