"""Death and victory: roles are shown, cards go, killers are rewarded (rules 6.7 to 7.3)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, NUM_KINDS, REWARD, Character, Role
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.notes import Note, note
from standoff.games.bang.rules.piles import (
    discard_everything,
    draw_cards,
    put_in_hand,
    put_on_discard,
    show_to_all,
)
from standoff.games.bang.rules.seats import (
    count_the_living,
    find_character,
    following,
    next_seat,
)
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Fall, Winner
from standoff.kit import Action, Seat, State, inline_kernel, kernel


@kernel
def eliminate(state: State, seat: Seat) -> None:
    """Take a seat out of the game: its role is shown; `bury` deals with its cards (rule 6.7)."""
    state.is_alive[seat] = 0
    state.life[seat] = 0
    state.wounds[seat] = 0
    state.fall[seat] = Fall.KILLED
    state.last_death = seat
    note(state, Note.DEATH, seat, NONE, 0)
    count_the_living(state)


# --- the cards of the dead ------------------------------------------------------------------------


@inline_kernel
def find_corpse(state: State, start: Seat) -> Seat:
    """Return the first dead seat clockwise after `start` that still has cards, or NONE."""
    seat = start
    for _ in range(state.players):
        seat = following(state, seat)
        has_cards = state.hand_size[seat] > 0 or not cardset.is_empty(state.table[seat])
        if has_cards and not state.is_alive[seat]:
            return seat
    return NONE


@kernel
def bury(state: State, seat: Seat) -> None:
    """Give the cards of the dead to Vulture Sam if he lives, else discard them (6.7 and 9.14).

    This waits until nobody is dying, because Sam may be dying too.
    """
    sam = find_character(state, Character.VULTURE_SAM)
    if sam != NONE:
        loot(state, sam, seat)
    elif chooses_last_card(state, seat):
        tasks.push(state, Task.CORPSE, seat, NONE, 0, 0)
    else:
        discard_everything(state, seat)


@kernel
def loot(state: State, sam: Seat, seat: Seat) -> None:
    """Give all cards of the dead to Vulture Sam; all have seen those on the table (rule 9.14)."""
    note(state, Note.ABILITY, sam, NONE, 0)
    while not cardset.is_empty(state.hand[seat]):
        card = cardset.pop_lowest(state.hand[seat])
        cardset.add(state.known[seat], card)
        put_in_hand(state, sam, card)
        cardset.add(state.seen, card)  # the dead saw it; who else did must not be told (rule 8.8)
    state.hand_size[seat] = 0
    state.weapon[seat] = NONE
    while not cardset.is_empty(state.table[seat]):
        card = cardset.pop_lowest(state.table[seat])
        put_in_hand(state, sam, card)
        show_to_all(state, sam, card)


# --- the last card of the dead, which will lie on top ---------------------------------------------


@inline_kernel
def chooses_last_card(state: State, seat: Seat) -> bool:
    """Whether the dead are asked: Pedro Ramirez is next, and there is a choice (rule 6.7)."""
    if state.has_left[seat] or find_winner(state) != Winner.NOT_YET:
        return False
    if state.character[next_seat(state, int(state.turn))] != Character.PEDRO_RAMIREZ:
        return False
    kinds = 0
    for kind in range(NUM_KINDS):
        kinds += int(has_card(state, seat, kind))
    return kinds > 1


@inline_kernel
def has_card(state: State, seat: Seat, kind: int) -> bool:
    """Whether a seat has a card of a kind, in hand or on the table."""
    is_held = cardset.has_kind(state.hand[seat], kind)
    return is_held or cardset.has_kind(state.table[seat], kind)


@inline_kernel
def go_on(state: State, seat: Seat) -> bool:
    """Drop the choice of a player who has left; False when the dead must choose."""
    if not state.has_left[seat]:
        return False
    tasks.pop(state)
    return True


@inline_kernel
def list_last_cards(state: State, seat: Seat, out: Any) -> int:
    """List the kinds of card that the dead seat has."""
    count = 0
    for kind in range(NUM_KINDS):
        if has_card(state, seat, kind):
            out[count] = Code.LAST + kind
            count += 1
    return count


@inline_kernel
def choose_last_card(state: State, seat: Seat, action: Action) -> None:
    """Leave a card of the chosen kind on top of the discard pile."""
    tasks.pop(state)
    discard_corpse(state, seat, action - Code.LAST)


@kernel
def discard_corpse(state: State, seat: Seat, kind: int) -> None:
    """Discard all cards of the dead, one of this kind last."""
    if cardset.has_kind(state.hand[seat], kind):
        last = cardset.first_of_kind(state.hand[seat], kind)
        cardset.remove(state.hand[seat], last)
    else:
        last = cardset.first_of_kind(state.table[seat], kind)
        cardset.remove(state.table[seat], last)
    discard_everything(state, seat)
    put_on_discard(state, last)


# --- rewards and victory --------------------------------------------------------------------------


@kernel
def reward(state: State, seat: Seat, killer: Seat) -> None:
    """Give three cards for an Outlaw; a Sheriff who kills a Deputy loses all cards (rule 6.8)."""
    if killer in (NONE, seat) or not state.is_alive[killer]:
        return
    if state.role[seat] == Role.OUTLAW:
        draw_cards(state, killer, REWARD)
    elif state.role[seat] == Role.DEPUTY and state.role[killer] == Role.SHERIFF:
        discard_everything(state, killer)


@kernel
def find_winner(state: State) -> int:
    """Return the Winner, as the game stands (rules 7.1 and 7.2)."""
    has_sheriff = False
    foes = 0
    renegades = 0
    for seat in range(state.players):
        if state.is_alive[seat]:
            has_sheriff |= state.role[seat] == Role.SHERIFF
            renegades += int(state.role[seat] == Role.RENEGADE)
            foes += int(state.role[seat] in (Role.OUTLAW, Role.RENEGADE))
    if not has_sheriff:
        is_last = state.num_alive == 1 and renegades == 1
        return Winner.RENEGADE if is_last else Winner.OUTLAWS
    return Winner.LAW if foes == 0 else Winner.NOT_YET
