"""What others may hold, judged by the whole deck or by the cards that have not been seen."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import CARD_KIND, NUM_CARDS, Character, Kind
from standoff.games.bang.secrets.determinize import find_unseen
from standoff.kit import Seat, State, count_bits, kernel

BARREL_FAILS = 0.75


@kernel
def share_of_kind(state: State, kind: int, is_counting: bool) -> float:
    """Return the share of a kind in the whole deck or, if counting, among the unseen cards."""
    if not is_counting:
        total = 0
        for card in range(NUM_CARDS):
            total += int(CARD_KIND[card] == kind)
        return total / NUM_CARDS
    low, high = find_unseen(state)
    word = low if cardset.KIND_WORD[kind] == 0 else high
    unseen = count_bits(low) + count_bits(high)
    return count_bits(word & cardset.KIND_MASK[kind]) / unseen if unseen > 0 else 0.0


@kernel
def lacks(state: State, seat: Seat, kind: int, is_counting: bool) -> float:
    """Return the probability that a hand cannot answer with a kind, a Bang! or a Missed!."""
    hand = state.hand[seat]
    is_janet = state.character[seat] == Character.CALAMITY_JANET
    if cardset.has_kind(hand, kind):
        return 0.0
    share = share_of_kind(state, kind, is_counting)
    if is_janet:
        share += share_of_kind(state, Kind.MISSED if kind == Kind.BANG else Kind.BANG, is_counting)
    hidden = int(state.hand_size[seat]) - cardset.size(hand)
    chance = 1.0
    for _ in range(hidden):
        chance *= 1.0 - share
    return chance


@kernel
def is_hit_by(state: State, seat: Seat, kind: int, is_counting: bool) -> float:
    """Return the probability that a Gatling or Indians! costs a seat a life."""
    if kind == Kind.INDIANS:
        return lacks(state, seat, Kind.BANG, is_counting)
    chance = lacks(state, seat, Kind.MISSED, is_counting)
    if cardset.has_kind(state.table[seat], Kind.BARREL):
        is_lucky = state.character[seat] == Character.LUCKY_DUKE
        chance *= BARREL_FAILS * BARREL_FAILS if is_lucky else BARREL_FAILS
    if state.character[seat] == Character.JOURDONNAIS:
        chance *= BARREL_FAILS
    return chance


@kernel
def expect(state: State, seat: Seat, kind: int, is_counting: bool) -> float:
    """Return the expected number of cards of a kind in a hand."""
    hand: Any = state.hand[seat]
    hidden = int(state.hand_size[seat]) - cardset.size(hand)
    return cardset.count_kind(hand, kind) + hidden * share_of_kind(state, kind, is_counting)
