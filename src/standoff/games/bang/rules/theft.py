"""Panic! and Cat Balou: a card of a hand or a table is taken or discarded (rules 5.8 and 5.9)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import NUM_CARDS, NUM_TABLE_KINDS, TABLE_KINDS, Kind
from standoff.games.bang.options import Reading
from standoff.games.bang.rules.deeds import note_deed
from standoff.games.bang.rules.piles import (
    discard_from_hand,
    discard_kind,
    leave_table,
    put_in_hand,
    put_on_discard,
    show_to_all,
    take_random_card,
)
from standoff.games.bang.rules.seats import distance
from standoff.games.bang.state import Act
from standoff.kit import Seat, State, inline_kernel, kernel


@kernel
def list_hands(state: State, seat: Seat, code: int, reach: int, out: Any, count: int) -> int:
    """List `code` + seat for each other player within reach who has cards in hand."""
    for other in range(state.players):
        if other == seat or not state.is_alive[other] or state.hand_size[other] == 0:
            continue
        if reach >= NUM_CARDS or distance(state, seat, other) <= reach:
            out[count] = code + other
            count += 1
    return count


@kernel
def list_tables(state: State, seat: Seat, code: int, reach: int, out: Any, count: int) -> int:
    """List the cards on tables within reach; one reading leaves out the own table (rule 10.2)."""
    for other in range(state.players):
        if cardset.is_empty(state.table[other]) or not state.is_alive[other]:
            continue
        if other == seat and state.reading == Reading.DANILAKOVA:
            continue
        if other != seat and reach < NUM_CARDS and distance(state, seat, other) > reach:
            continue
        for index in range(NUM_TABLE_KINDS):
            if cardset.has_kind(state.table[other], int(TABLE_KINDS[index])):
                out[count] = code + other * NUM_TABLE_KINDS + index
                count += 1
    return count


# --- from a hand ----------------------------------------------------------------------------------


@inline_kernel
def rob_hand(state: State, seat: Seat, target: Seat) -> None:
    """Panic! on a hand: take a random card (rule 5.8)."""
    discard_kind(state, seat, Kind.PANIC)
    note_deed(state, seat, target, Act.ROBBED)
    take_random_card(state, seat, target)


@inline_kernel
def strip_hand(state: State, seat: Seat, target: Seat) -> None:
    """Cat Balou on a hand: a random card is discarded (rule 5.9)."""
    discard_kind(state, seat, Kind.CAT_BALOU)
    note_deed(state, seat, target, Act.STRIPPED)
    discard_from_hand(state, target, cardset.pick_any(state.hand[target], state.rng))


# --- from a table ---------------------------------------------------------------------------------


@kernel
def rob_table(state: State, seat: Seat, target_and_kind: int) -> None:
    """Panic! on a table: take the card, which all know (rule 5.8)."""
    discard_kind(state, seat, Kind.PANIC)
    card = take_off_table(state, seat, target_and_kind, Act.ROBBED)
    put_in_hand(state, seat, card)
    show_to_all(state, seat, card)


@kernel
def strip_table(state: State, seat: Seat, target_and_kind: int) -> None:
    """Cat Balou on a table: the card is discarded (rule 5.9)."""
    discard_kind(state, seat, Kind.CAT_BALOU)
    put_on_discard(state, take_off_table(state, seat, target_and_kind, Act.STRIPPED))


@inline_kernel
def take_off_table(state: State, seat: Seat, target_and_kind: int, harm: int) -> int:
    """Take a card off a table, note it as `harm` or as help, and return the card."""
    target, kind = unpack_target(target_and_kind)
    note_deed(state, seat, target, act_on(kind, harm))
    card = cardset.first_of_kind(state.table[target], kind)
    leave_table(state, target, card)
    return card


@inline_kernel
def unpack_target(target_and_kind: int) -> tuple[int, int]:
    """Return the seat and the kind that an action's code holds."""
    target = target_and_kind // NUM_TABLE_KINDS
    return target, int(TABLE_KINDS[target_and_kind % NUM_TABLE_KINDS])


@inline_kernel
def act_on(kind: int, harm: int) -> int:
    """Return the Act of taking a card off a table: `harm`, or help for a Jail or the Dynamite."""
    if kind == Kind.JAIL:
        return Act.FREED
    return Act.DEFUSED if kind == Kind.DYNAMITE else harm
