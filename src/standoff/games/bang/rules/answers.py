"""Answers with a Bang! or a Missed! from the hand; Calamity Janet uses either (rule 9.3)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import CARD_KIND, Character, Kind
from standoff.kit import Action, Seat, State, inline_kernel, lowest_bit


@inline_kernel
def count_usable(state: State, seat: Seat, kind: int) -> int:
    """Return how many cards of a hand serve as `kind`, a Bang! or a Missed!."""
    count = cardset.count_kind(state.hand[seat], kind)
    if state.character[seat] == Character.CALAMITY_JANET:
        other = Kind.MISSED if kind == Kind.BANG else Kind.BANG
        count += cardset.count_kind(state.hand[seat], other)
    return count


@inline_kernel
def list_usable(state: State, seat: Seat, kind: int, out: Any, count: int) -> int:
    """List the answers with cards that serve as `kind`, a Bang! or a Missed!."""
    is_janet = state.character[seat] == Character.CALAMITY_JANET
    has_bang = cardset.has_kind(state.hand[seat], Kind.BANG)
    has_missed = cardset.has_kind(state.hand[seat], Kind.MISSED)
    if has_bang and (kind == Kind.BANG or is_janet):
        out[count] = Code.ANSWER_BANG
        count += 1
    if has_missed and (kind == Kind.MISSED or is_janet):
        out[count] = Code.ANSWER_MISSED
        count += 1
    return count


@inline_kernel
def list_pass_or_bang(state: State, seat: Seat, out: Any) -> int:
    """List the answers to Indians! and in a duel: pass, or a Bang! (rules 5.10 and 5.11)."""
    out[0] = Code.PASS
    return list_usable(state, seat, Kind.BANG, out, 1)


@inline_kernel
def answer_kind(action: Action) -> int:
    """Return the kind of card that an answer plays."""
    return Kind.BANG if action == Code.ANSWER_BANG else Kind.MISSED


@inline_kernel
def list_kinds(cards: Any, code: int, out: Any, count: int) -> int:
    """List `code` + kind for each kind of card in a set."""
    for word in range(cardset.WORDS):
        left = cards[word]
        while left != 0:
            kind = CARD_KIND[cardset.BITS * word + lowest_bit(left)]
            out[count] = code + kind
            count += 1
            left &= ~cardset.KIND_MASK[kind]
    return count
