"""Cards without a target: blue cards for oneself, drinks, refills, mass attacks (rule 5)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import CARD_KIND, MAX_REFILLS, NONE, Kind
from standoff.games.bang.options import Reading
from standoff.games.bang.rules.beer import can_drink, drink_all, heal
from standoff.games.bang.rules.mass_attack import attack_all
from standoff.games.bang.rules.piles import (
    discard_kind,
    draw_cards,
    lay_on_table,
    lay_open,
    leave_hand,
    leave_table,
    pick_from_hand,
    put_on_discard,
)
from standoff.games.bang.rules.seats import kind_of_weapon
from standoff.games.bang.rules.store import open_store
from standoff.kit import Seat, State, inline_kernel, kernel, lowest_bit


@inline_kernel
def list_untargeted(state: State, seat: Seat, hand: Any, out: Any, count: int) -> int:
    """List the cards without a target that can be played (rule 2.3)."""
    left = hand[1]  # Bang!, Missed! and Jail are in the other word
    while left != 0:
        kind = int(CARD_KIND[cardset.BITS + lowest_bit(left)])
        left &= ~cardset.KIND_MASK[kind]
        if is_playable(state, seat, kind):
            out[count] = Code.PLAY + kind
            count += 1
    return count


@inline_kernel
def is_playable(state: State, seat: Seat, kind: int) -> bool:
    """Whether a card of this kind can be played now without a target (rule 2.3)."""
    if kind >= Kind.VOLCANIC:
        return kind_of_weapon(state, seat) != kind
    if kind >= Kind.BARREL:
        return not cardset.has_kind(state.table[seat], kind)
    if kind in (Kind.BEER, Kind.SALOON):
        return state.reading == Reading.OFFICIAL or has_effect(state, seat, kind)
    if is_refill(kind):
        return bool(state.refills < MAX_REFILLS)
    return kind not in (Kind.PANIC, Kind.CAT_BALOU, Kind.DUEL)


@inline_kernel
def has_effect(state: State, seat: Seat, kind: int) -> bool:
    """Whether a playable card would do more than leave the hand: a drink may not (rule 2.3)."""
    if kind == Kind.BEER:
        return bool(state.life[seat] < state.max_life[seat]) and can_drink(state)
    if kind != Kind.SALOON:
        return True
    hurt = 0
    for other in range(state.players):
        hurt += int(state.is_alive[other] and state.life[other] < state.max_life[other])
    return hurt > 0


@inline_kernel
def play_card(state: State, seat: Seat, kind: int) -> None:
    """Play a card without a target."""
    if kind >= Kind.BARREL:
        lay_down(state, seat, kind)
        return
    discard_kind(state, seat, kind)
    state.refills += int(is_refill(kind))
    if kind == Kind.BEER:
        heal(state, seat, int(can_drink(state)))
    elif kind == Kind.SALOON:
        drink_all(state)
    elif kind == Kind.STAGECOACH:
        draw_cards(state, seat, 2)
    elif kind == Kind.WELLS_FARGO:
        draw_cards(state, seat, 3)
    elif kind == Kind.GENERAL_STORE:
        open_store(state, seat)
    else:
        attack_all(state, seat, kind)


@inline_kernel
def is_refill(kind: int) -> bool:
    """Whether a card brings its player cards."""
    return kind in (Kind.STAGECOACH, Kind.WELLS_FARGO, Kind.GENERAL_STORE)


@kernel
def lay_down(state: State, seat: Seat, kind: int) -> None:
    """Lay a blue card on the own table; a new weapon replaces the old one (rule 5.12)."""
    card = pick_from_hand(state, seat, kind)
    leave_hand(state, seat, card)
    lay_open(state, card)
    if kind >= Kind.VOLCANIC and state.weapon[seat] != NONE:
        old = int(state.weapon[seat])
        leave_table(state, seat, old)
        put_on_discard(state, old)
    lay_on_table(state, seat, card)
