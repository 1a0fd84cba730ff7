"""What each card does, and what an illegal action costs. One kernel each."""

from standoff.games.asmacag.cards import Kind
from standoff.games.asmacag.state import remove_from_hand
from standoff.kit import Seat, State, inline_kernel, verb


@verb
def points(state: State, played: int, target: int) -> float:  # type: ignore[empty-body]
    """Return what the number `played` scores on the number `target`; a variant's own rule."""


@inline_kernel
def difference_points(state: State, played: int, target: int) -> float:
    """Score (P - B) * F (rule 3.1)."""
    return (played - target) * state.factor  # type: ignore[no-any-return]


@inline_kernel
def play_number(state: State, seat: Seat, slot: int, target: int) -> None:
    """Score a number from hand on a number of the board; both leave, the factor is used up."""
    card = remove_from_hand(state, seat, slot)
    lowest = int(state.min_number)
    played = card - Kind.FIRST_NUMBER
    state.score[seat] += points(state, lowest + played, lowest + target)  # Rule 3.1.
    state.factor = 1.0  # Rule 3.2.
    state.board[target] -= 1
    state.board_size -= 1
    state.discard[card] += 1
    state.discard[Kind.FIRST_NUMBER + target] += 1


@inline_kernel
def play_special(state: State, seat: Seat, slot: int, card: int) -> None:
    """Double or halve the factor as `card` says (rule 4.1); the card in `slot` leaves the hand."""
    if card == Kind.X2:
        state.factor *= 2.0
    else:
        state.factor /= 2.0
    # Rule 6.3: under published equality the card that leaves may be the other special one.
    state.discard[remove_from_hand(state, seat, slot)] += 1


@inline_kernel
def penalize(state: State, seat: Seat, slot: int) -> None:
    """Charge an illegal action: points and the card in `slot`; the factor stays (rule 5.3)."""
    state.score[seat] += state.penalty
    state.discard[remove_from_hand(state, seat, slot)] += 1
