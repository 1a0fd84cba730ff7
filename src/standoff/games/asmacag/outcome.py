"""Who has won, and what a position is worth."""

from typing import Any

from standoff.games.asmacag.cards import NUM_SEATS
from standoff.kit import Result, Seat, State, inline_kernel, kernel


@kernel
def returns(state: State, out: Any) -> None:
    """Give 1 for the higher score, -1 for the lower, 0 for a tie (rule 2.6)."""
    for seat in range(NUM_SEATS):
        out[seat] = compare_scores(state, seat)


@kernel
def outcome(state: State, out: Any) -> None:
    """Fill in rank, score and result of each seat."""
    for seat in range(NUM_SEATS):
        sign = compare_scores(state, seat)
        out[seat].rank = 1.5 - 0.5 * sign
        out[seat].score = state.score[seat]
        out[seat].result = Result.TIE + sign


@inline_kernel
def compare_scores(state: State, seat: Seat) -> int:
    """Return 1, 0 or -1 if the score of a seat is above, equal to or below the other one."""
    margin = evaluate(state, seat)
    return int(margin > 0) - int(margin < 0)


@inline_kernel
def evaluate(state: State, seat: Seat) -> float:
    """Return the score of a seat minus the other one; a pending factor counts nothing."""
    return state.score[seat] - state.score[1 - seat]  # type: ignore[no-any-return]
