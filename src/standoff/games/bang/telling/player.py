"""One player of Bang!, as a viewer sees him."""

import msgspec


class Player(msgspec.Struct, frozen=True):
    """One player. `hand` has `?` for each card that the viewer does not know."""

    seat: int
    """The number of the seat, from 0."""
    role: str
    """Its name, `?` if the viewer does not know it."""
    character: str
    """The name of the character, which all know."""
    life: int
    """The lives that are left; 0 or less while the player is dying."""
    max_life: int
    """The lives at the start, which no Beer exceeds."""
    is_alive: bool
    """Whether the player is still in the game."""
    hand: tuple[str, ...]
    """The cards in hand, `?` for each that the viewer does not know."""
    table: tuple[str, ...]
    """The blue cards in front of the player."""
    weapon: str
    """The name of the weapon, `Colt .45` without one."""
    range: int
    """How far the player can shoot."""
    distance: int
    """The distance from the viewer to the player; 0 for the viewer."""
    reach: int
    """The distance from the player to the viewer; 0 for the viewer."""
