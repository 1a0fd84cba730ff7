"""What all viewers see after a move, as JSON."""

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from standoff.games.bang.telling.parts import write_fields
from standoff.games.bang.telling.sheet import read_sheets
from standoff.kit import Game, Seat


def show(game: Game, states: NDArray[Any], viewers: Sequence[Seat]) -> list[bytes]:
    """Return the JSON of `BangView.fields`, without the braces, for each viewer of a state."""
    return [write_fields(sheet) for sheet in read_sheets(states, viewers)]
