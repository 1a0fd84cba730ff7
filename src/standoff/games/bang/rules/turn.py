"""A turn: the Dynamite and the Jail, drawing, playing cards, discarding (rule 3)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, NUM_CARDS, SID_CARDS, Character, Kind, Role
from standoff.games.bang.options import Reading
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import list_kinds
from standoff.games.bang.rules.draw import Draw, draw_for
from standoff.games.bang.rules.duel import list_duels, play_duel
from standoff.games.bang.rules.jail import list_jails, play_jail
from standoff.games.bang.rules.notes import Note, note
from standoff.games.bang.rules.phase_one import draw_phase_one
from standoff.games.bang.rules.piles import discard_kind, draw_cards
from standoff.games.bang.rules.seats import next_seat
from standoff.games.bang.rules.shot import list_targets, may_shoot, play_bang
from standoff.games.bang.rules.sid_ketchum import ask_sid, may_heal
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.theft import (
    list_hands,
    list_tables,
    rob_hand,
    rob_table,
    strip_hand,
    strip_table,
)
from standoff.games.bang.rules.untargeted import is_playable, list_untargeted, play_card
from standoff.games.bang.state import WINDOW, Discarding, Winner
from standoff.kit import Action, Seat, State, inline_kernel, kernel


@inline_kernel
def start_turn(state: State, seat: Seat) -> None:
    """Begin a turn: the Dynamite, then the Jail, then the phases (rules 3.1 to 3.3)."""
    tasks.pop(state)
    if state.role[seat] == Role.SHERIFF:
        if state.round_number == state.max_rounds:
            state.winner = Winner.NOBODY  # Rule 7.6: no turn begins.
            return
        state.round_number += 1
        state.recent_harm[int(state.round_number) % WINDOW, :, :] = 0
    state.turn = seat
    state.shots = 0
    state.refills = 0
    state.discarding = 0
    state.turns[seat] += 1
    note(state, Note.TURN, seat, NONE, 0)
    tasks.push(state, Task.PHASE_ONE, seat, NONE, 0, 0)
    if cardset.has_kind(state.table[seat], Kind.JAIL):
        tasks.push(state, Task.JAIL, seat, NONE, 0, 0)
    if cardset.has_kind(state.table[seat], Kind.DYNAMITE):
        tasks.push(state, Task.DYNAMITE, seat, NONE, 0, 0)


@inline_kernel
def draw_for_jail(state: State, seat: Seat) -> None:
    """Draw! for the Jail, unless the Dynamite has killed the player (rule 3.3)."""
    tasks.pop(state)
    if state.is_alive[seat]:
        let_suzy_draw(state)  # her last card may have been a Beer against the Dynamite
        draw_for(state, seat, Draw.JAIL)


@inline_kernel
def begin_phase_one(state: State, seat: Seat) -> None:
    """Draw the cards of phase 1, unless the Dynamite has killed the player (rule 3.4)."""
    if state.is_alive[seat]:
        let_suzy_draw(state)  # as in `draw_for_jail`
        draw_phase_one(state, seat)
    else:
        tasks.replace(state, Task.END_TURN, seat)


@inline_kernel
def end_turn(state: State, seat: Seat) -> None:
    """Pass the turn to the next living seat clockwise (rule 3.7)."""
    let_suzy_draw(state)
    if not (state.sid_any_time and ask_sid(state, seat, 0)):
        tasks.replace(state, Task.START_TURN, next_seat(state, seat))


@inline_kernel
def let_suzy_draw(state: State) -> None:
    """Let Suzy Lafayette draw if a card has been resolved and her hand is empty (rule 9.13)."""
    seat = int(state.suzy)
    if seat != NONE and state.hand_size[seat] == 0 and state.is_alive[seat]:
        note(state, Note.ABILITY, seat, NONE, 0)
        draw_cards(state, seat, 1)
        if state.turn == seat and state.discarding:
            state.discarding = Discarding.DONE


# --- phase 2: playing cards -----------------------------------------------------------------------


@inline_kernel
def go_on_playing(state: State, seat: Seat) -> bool:
    """End the turn of a dead player; False when the player must decide."""
    if state.is_alive[seat]:
        let_suzy_draw(state)
        if state.sid_any_time:
            return ask_sid(state, seat, 1)
        return False
    tasks.replace(state, Task.END_TURN, seat)
    return True


@inline_kernel
def list_plays(state: State, seat: Seat, out: Any) -> int:
    """List the actions of phase 2, in the order of the codes (rule 3.5)."""
    hand = state.hand[seat]
    count = 0
    if may_end(state, seat):
        out[0] = Code.END_TURN
        count = 1
    if state.discarding == 0:
        if may_heal(state, seat):
            out[count] = Code.HEAL
            count += 1
        count = list_untargeted(state, seat, hand, out, count)
    if may_discard(state):
        count = list_kinds(hand, Code.DISCARD, out, count)
    if state.discarding == 0:
        count = list_targeted(state, seat, hand, out, count)
    return count


@inline_kernel
def may_end(state: State, seat: Seat) -> bool:
    """Whether the player may end phase 2; one reading forbids it with too many cards (10.3)."""
    return bool(state.reading != Reading.DANILAKOVA or state.hand_size[seat] <= state.life[seat])


@inline_kernel
def may_discard(state: State) -> bool:
    """Whether the player may discard cards in phase 2 (rules 10.3 and 10.4)."""
    is_allowed = state.reading == Reading.DANILAKOVA
    return bool(is_allowed and state.discarding != Discarding.DONE)


@inline_kernel
def list_targeted(state: State, seat: Seat, hand: Any, out: Any, count: int) -> int:
    """List cards against one player (rules 5.2, 5.8, 5.9, 5.11 and 5.13)."""
    if may_shoot(state, seat):
        if cardset.has_kind(hand, Kind.BANG):
            count = list_targets(state, seat, Code.BANG, out, count)
        is_janet = state.character[seat] == Character.CALAMITY_JANET
        if is_janet and cardset.has_kind(hand, Kind.MISSED):
            count = list_targets(state, seat, Code.BANG_MISSED, out, count)
    if cardset.has_kind(hand, Kind.DUEL):
        count = list_duels(state, seat, out, count)
    if cardset.has_kind(hand, Kind.JAIL):
        count = list_jails(state, seat, out, count)
    has_panic = cardset.has_kind(hand, Kind.PANIC)
    has_cat = cardset.has_kind(hand, Kind.CAT_BALOU)
    if has_panic:
        count = list_hands(state, seat, Code.PANIC_HAND, 1, out, count)
    if has_cat:
        count = list_hands(state, seat, Code.CAT_HAND, NUM_CARDS, out, count)
    if has_panic:
        count = list_tables(state, seat, Code.PANIC_TABLE, 1, out, count)
    if has_cat:
        count = list_tables(state, seat, Code.CAT_TABLE, NUM_CARDS, out, count)
    return count


@kernel
def list_uses(state: State, seat: Seat, kind: int, out: Any) -> int:  # noqa: PLR0911  (a branch for each card)
    """List the ways to play a card of this kind in phase 2, before the first discard there."""
    if kind in (Kind.BANG, Kind.MISSED):
        if not may_shoot(state, seat):
            return 0
        if kind == Kind.BANG:
            return list_targets(state, seat, Code.BANG, out, 0)
        if state.character[seat] == Character.CALAMITY_JANET:
            return list_targets(state, seat, Code.BANG_MISSED, out, 0)
        return 0
    if kind == Kind.DUEL:
        return list_duels(state, seat, out, 0)
    if kind == Kind.JAIL:
        return list_jails(state, seat, out, 0)
    if kind == Kind.PANIC:
        count = list_hands(state, seat, Code.PANIC_HAND, 1, out, 0)
        return list_tables(state, seat, Code.PANIC_TABLE, 1, out, count)
    if kind == Kind.CAT_BALOU:
        count = list_hands(state, seat, Code.CAT_HAND, NUM_CARDS, out, 0)
        return list_tables(state, seat, Code.CAT_TABLE, NUM_CARDS, out, count)
    out[0] = Code.PLAY + kind
    return int(is_playable(state, seat, kind))


@inline_kernel
def play(state: State, seat: Seat, action: Action) -> None:
    """Do an action of phase 2."""
    state.task_extra[tasks.top(state)] = state.sid_any_time
    if action == Code.END_TURN:
        is_done = state.hand_size[seat] <= state.life[seat]
        tasks.replace(state, Task.END_TURN if is_done else Task.DISCARD, seat)
    elif action == Code.HEAL:
        tasks.push(state, Task.SID, seat, NONE, SID_CARDS, 0)
    elif action < Code.DISCARD:
        play_card(state, seat, action - Code.PLAY)
    elif action < Code.BANG:
        state.discarding = Discarding.BEGUN
        discard_kind(state, seat, action - Code.DISCARD)
    elif action < Code.BANG_MISSED:
        play_bang(state, seat, action - Code.BANG, Kind.BANG)
    elif action < Code.DUEL:
        play_bang(state, seat, action - Code.BANG_MISSED, Kind.MISSED)
    elif action < Code.JAIL:
        play_duel(state, seat, action - Code.DUEL)
    elif action < Code.PANIC_HAND:
        play_jail(state, seat, action - Code.JAIL)
    elif action < Code.CAT_HAND:
        rob_hand(state, seat, action - Code.PANIC_HAND)
    elif action < Code.PANIC_TABLE:
        strip_hand(state, seat, action - Code.CAT_HAND)
    elif action < Code.CAT_TABLE:
        rob_table(state, seat, action - Code.PANIC_TABLE)
    else:
        strip_table(state, seat, action - Code.CAT_TABLE)


# --- phase 3: discarding --------------------------------------------------------------------------


@inline_kernel
def go_on_discarding(state: State, seat: Seat) -> bool:
    """End the turn if the hand is small enough; False when the player must discard (rule 3.6)."""
    if state.is_alive[seat] and state.hand_size[seat] > state.life[seat]:
        return False
    tasks.replace(state, Task.END_TURN, seat)
    return True


@inline_kernel
def list_discards(state: State, seat: Seat, out: Any) -> int:
    """List the kinds of card in hand, to discard one."""
    return list_kinds(state.hand[seat], Code.DISCARD, out, 0)


@inline_kernel
def discard(state: State, seat: Seat, action: Action) -> None:
    """Discard a card of the chosen kind."""
    discard_kind(state, seat, action - Code.DISCARD)
