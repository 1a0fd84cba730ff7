"""Reads and checks the arguments of environments: the game, the learning seat, its opponents."""

from collections.abc import Iterable, Sequence

from standoff.agents import Entrant, enter
from standoff.errors import BadSeat, BadSpec, UnknownName
from standoff.game import Game, load
from standoff.notation import read_whole
from standoff.option import Settings
from standoff.source import describe

EVERY, RANDOM = -1, -2
"""Used instead of a seat: all seats learn; a seat drawn for each game learns."""
SEAT_NAMES = {"every": EVERY, "random": RANDOM}
RAISE = "raise"
ILLEGALS = ("random", RAISE)
"""What to do with an illegal action: play a random legal one, or raise an error."""


def find_game(game: str | Game, options: Settings) -> Game:
    """Return a game with these options; it is given by name, by address or as a `Game`."""
    if isinstance(game, str):
        return load(game, **options)
    if isinstance(game, Game):
        return game.configure(**options)
    raise BadSpec(f"a game must be a name, an address or a Game, not {describe(game)}")


def find_seat(game: Game, seat: int | str, names: Sequence[str] = tuple(SEAT_NAMES)) -> int:
    """Return the number of a seat, or the number for one of `names`."""
    if isinstance(seat, str) and seat in names:
        return SEAT_NAMES[seat]
    number = read_whole(seat)
    if number is None or not 0 <= number < game.players:
        words = "".join(f", or {name!r}" for name in names)
        raise BadSeat(f"the learning seat must be from 0 to {game.players - 1}{words}, not {seat}")
    return number


def enter_opponents(game: Game, opponents: str | Sequence[str]) -> list[Entrant]:
    """Return the agents of the other seats, clockwise from the learning one.

    `opponents` is one spec for all of them, or one spec for each.
    """
    others = game.players - 1
    is_one = isinstance(opponents, str) or not isinstance(opponents, Iterable)
    specs: list[str] = [opponents] if is_one else list(opponents)  # type: ignore[list-item]
    for spec in specs:
        if not isinstance(spec, str):
            raise BadSpec(
                "an opponent must be a spec, a text such as 'uniform' or 'my_bot.py:MyBot',"
                f" not {describe(spec)}"
            )
    if len(specs) == 1:
        specs *= others
    if len(specs) != others:
        seats = f"{others} other seats" if others > 1 else "one other seat"
        wanted = f"one opponent or {others}" if others > 1 else "one opponent"
        raise BadSpec(f"{game.name} has {seats}; give {wanted}, not {len(specs)}")
    return [enter(game, spec) for spec in specs]


def enter_policies(game: Game, opponents: str | Sequence[str]) -> list[Entrant]:
    """Return opponents that play inside a kernel; only compiled policies can."""
    entrants = enter_opponents(game, opponents)
    for entrant in entrants:
        if entrant.policy is None:
            names = ", ".join(policy.name for policy in game.policies)
            raise BadSpec(
                f"{entrant.spec} cannot play in a vectorised environment, which runs no Python;"
                f" choose a policy of the game: {names}"
            )
    return entrants


def raises_illegal(illegal: str) -> bool:
    """Whether an illegal action is an error; `illegal` is one of ILLEGALS."""
    if illegal not in ILLEGALS:
        raise UnknownName("value for illegal", illegal, ILLEGALS)
    return illegal == RAISE
