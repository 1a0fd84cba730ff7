"""An observation of ASMACAG as numbers for a learner.

Cards are given as a share of all copies of their kind: 1 means that all copies are there. There are
k kinds of card, first the two special ones, then n numbers. In order:

| numbers | what | range |
|---|---|---|
| k | each kind in the own hand | 0 to 1 |
| n | each number on the board | 0 to 1 |
| k | each kind among the unseen cards: the other hand and the deck | 0 to 1 |
| k | each kind among the discarded cards | 0 to 1 |
| 2 | cards in the own hand, in the other one, of MAX_HAND | 0 to 1 |
| 3 | own score, other score, own minus other; 10 are 0.5 | -1 to 1 |
| 1 | the factor, as a power of two; 4 is 0.5 | -1 to 1 |
| 1 | numbers left on the board, of those dealt | 0 to 1 |
| 1 | actions left in this turn, of a whole turn | 0 to 1 |
| 1 | whether it is the own turn | 0, 1 |
"""

import math
from collections.abc import Iterator
from typing import Any

from standoff.games.asmacag.cards import MAX_HAND, NUM_SPECIALS, Kind
from standoff.games.asmacag.notation import card_text
from standoff.games.asmacag.options import num_numbers
from standoff.kit import Feature, Seat, Settings, State, inline_kernel, kernel, saturate

HALF_SCORE = 10.0
HALF_POWER = 2.0


def list_features(settings: Settings) -> Iterator[Feature]:
    """Yield names and ranges of the features, in the order in which `features` fills them in."""
    kinds = [card_text(settings, kind) for kind in range(NUM_SPECIALS + num_numbers(settings))]
    yield from (Feature(f"{kind} in hand") for kind in kinds)
    yield from (Feature(f"{kind} on the board") for kind in kinds[NUM_SPECIALS:])
    yield from (Feature(f"{kind} unseen") for kind in kinds)
    yield from (Feature(f"{kind} discarded") for kind in kinds)
    yield from (Feature("cards in hand"), Feature("cards in the other hand"))
    for name in ("score", "score of the other", "margin", "factor"):
        yield Feature(name, -1.0, 1.0)
    yield from (Feature("board left"), Feature("actions left"), Feature("own turn"))


@kernel
def features(state: State, seat: Seat, out: Any) -> None:
    """Fill in the features that the docstring of this module lists."""
    other = 1 - seat
    kinds = NUM_SPECIALS + int(state.numbers)
    index = fill_hand(state, seat, kinds, out)
    for kind in range(Kind.FIRST_NUMBER + 0, kinds):
        out[index] = share(state, kind, int(state.board[kind - Kind.FIRST_NUMBER]))
        index += 1
    for kind in range(kinds):
        out[index + kind] = share(state, kind, int(state.deck[kind]))
        out[index + kinds + kind] = share(state, kind, int(state.discard[kind]))
    index += 2 * kinds
    out[index] = state.hand_size[seat] / MAX_HAND
    out[index + 1] = state.hand_size[other] / MAX_HAND
    out[index + 2] = saturate(state.score[seat], HALF_SCORE)
    out[index + 3] = saturate(state.score[other], HALF_SCORE)
    out[index + 4] = saturate(state.score[seat] - state.score[other], HALF_SCORE)
    out[index + 5] = saturate(math.log2(state.factor), HALF_POWER)
    out[index + 6] = state.board_size / state.board_dealt
    out[index + 7] = state.points_left / state.action_points
    out[index + 8] = 1.0 if state.seat == seat else 0.0


@inline_kernel
def fill_hand(state: State, seat: Seat, kinds: int, out: Any) -> int:
    """Fill in the kinds of the own hand; return how many there are."""
    for kind in range(kinds):
        out[kind] = 0.0
    for slot in range(state.hand_size[seat]):
        out[state.hand[seat, slot]] += 1.0
    for kind in range(kinds):
        out[kind] = share(state, kind, int(out[kind]))
    return kinds


@inline_kernel
def share(state: State, kind: int, count: int) -> float:
    """Return `count` cards of a kind as a share of all copies."""
    return count / max(1, int(state.copies[kind]))
