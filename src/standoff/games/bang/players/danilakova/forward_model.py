"""A simplified forward model: an action of phase 2, tried on an observation.

Danilakova, chapter 7.7.5.1. Cards from the deck or from another hand are blank: only their number
counts. Nobody answers an attack, and nobody drinks a last Beer. So an observation is enough.
"""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, REWARD, SID_CARDS, Character, Kind, Role
from standoff.games.bang.rules.beer import heal
from standoff.games.bang.rules.piles import lay_on_table, leave_hand, leave_table
from standoff.games.bang.rules.seats import count_the_living, find_character
from standoff.games.bang.rules.shot import count_barrels, missed_needed
from standoff.games.bang.rules.theft import unpack_target
from standoff.kit import Action, Seat, State, below, kernel

BARREL_ODDS = 4
"""One card in four is of hearts."""


@kernel
def try_action(state: State, seat: Seat, action: Action, rng: Any) -> None:
    """Do an action of phase 2 on a copy of an observation."""
    if action == Code.END_TURN:
        return
    if action == Code.HEAL:
        state.hand_size[seat] -= SID_CARDS
        heal(state, seat, 1)
    elif action < Code.DISCARD:
        try_card(state, seat, action - Code.PLAY, rng)
    elif action < Code.BANG:
        state.hand_size[seat] -= 1
    else:
        try_target(state, seat, action, rng)
    for other in range(state.players):
        is_suzy = state.character[other] == Character.SUZY_LAFAYETTE
        if is_suzy and state.is_alive[other] and state.hand_size[other] == 0:
            state.hand_size[other] = 1


@kernel
def try_card(state: State, seat: Seat, kind: int, rng: Any) -> None:
    """Play a card without a target."""
    if kind >= Kind.BARREL:
        lay_out(state, seat, kind)
        return
    state.hand_size[seat] -= 1
    if kind == Kind.BEER:
        heal(state, seat, 1)
    elif kind == Kind.STAGECOACH:
        state.hand_size[seat] += 2
    elif kind == Kind.WELLS_FARGO:
        state.hand_size[seat] += 3
    else:
        for other in range(state.players):
            if not state.is_alive[other]:
                continue
            if kind == Kind.SALOON:
                heal(state, other, 1)
            elif kind == Kind.GENERAL_STORE:
                state.hand_size[other] += 1
            elif other != seat and (kind == Kind.INDIANS or not is_saved(state, other, 1, rng)):
                wound(state, other, seat)


@kernel
def lay_out(state: State, seat: Seat, kind: int) -> None:
    """Lay a blue card on the own table; a new weapon replaces the old one."""
    card = cardset.first_of_kind(state.hand[seat], kind)
    leave_hand(state, seat, card)
    if kind >= Kind.VOLCANIC and state.weapon[seat] != NONE:
        leave_table(state, seat, int(state.weapon[seat]))
    lay_on_table(state, seat, card)


@kernel
def try_target(state: State, seat: Seat, action: Action, rng: Any) -> None:
    """Play a card against one player."""
    state.hand_size[seat] -= 1
    if action < Code.DUEL:
        target = (action - Code.BANG) % (Code.BANG_MISSED - Code.BANG)
        if not is_saved(state, target, missed_needed(state, seat), rng):
            wound(state, target, seat)
    elif action < Code.JAIL:
        wound(state, action - Code.DUEL, seat)
    elif action < Code.PANIC_HAND:
        card = cardset.first_of_kind(state.hand[seat], Kind.JAIL)
        lay_on_table(state, action - Code.JAIL, card)
    elif action < Code.CAT_HAND:
        state.hand_size[action - Code.PANIC_HAND] -= 1
        state.hand_size[seat] += 1
    elif action < Code.PANIC_TABLE:
        state.hand_size[action - Code.CAT_HAND] -= 1
    else:
        is_panic = action < Code.CAT_TABLE
        target, kind = unpack_target(action - (Code.PANIC_TABLE if is_panic else Code.CAT_TABLE))
        leave_table(state, target, cardset.first_of_kind(state.table[target], kind))
        state.hand_size[seat] += int(is_panic)


@kernel
def is_saved(state: State, seat: Seat, need: int, rng: Any) -> bool:
    """Whether Barrels stop a shot that needs `need` Missed!."""
    for _ in range(count_barrels(state, seat)):
        need -= int(below(rng, BARREL_ODDS) == 0)
    return need <= 0


@kernel
def wound(state: State, seat: Seat, source: Seat) -> None:
    """Take a life; without one the player dies, and the roles in `state` decide the reward."""
    state.life[seat] -= 1
    if state.life[seat] > 0:
        if state.character[seat] == Character.BART_CASSIDY:
            state.hand_size[seat] += 1
        elif state.character[seat] == Character.EL_GRINGO and state.hand_size[source] > 0:
            state.hand_size[seat] += 1
            state.hand_size[source] -= 1
        return
    state.is_alive[seat] = 0
    count_the_living(state)
    sam = find_character(state, Character.VULTURE_SAM)
    if sam != NONE:
        state.hand_size[sam] += state.hand_size[seat] + cardset.size(state.table[seat])
    lose_all(state, seat)
    if state.role[seat] == Role.OUTLAW:
        state.hand_size[source] += REWARD
    elif state.role[seat] == Role.DEPUTY and state.role[source] == Role.SHERIFF:
        lose_all(state, source)


@kernel
def lose_all(state: State, seat: Seat) -> None:
    """Take all cards from a seat."""
    state.hand_size[seat] = 0
    state.table[seat, :] = 0
    state.weapon[seat] = NONE
