"""Sid Ketchum discards two cards for a life (rule 9.11)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, SID_CARDS, Character, Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import list_kinds
from standoff.games.bang.rules.beer import can_drink, heal
from standoff.games.bang.rules.piles import discard_kind
from standoff.games.bang.rules.seats import find_character
from standoff.games.bang.rules.tasks import Task
from standoff.kit import Action, Seat, State, inline_kernel, kernel


@inline_kernel
def may_heal(state: State, seat: Seat) -> bool:
    """Whether Sid Ketchum can discard two cards for a life (rule 9.11)."""
    is_sid = state.character[seat] == Character.SID_KETCHUM
    is_hurt = state.life[seat] < state.max_life[seat]
    return bool(is_sid and is_hurt and state.hand_size[seat] >= SID_CARDS)


# --- in the turns of others -----------------------------------------------------------------------


@kernel
def ask_sid(state: State, seat: Seat, due: int) -> bool:
    """Ask Sid Ketchum if he may heal in the turn of `seat`, once after each action (rule 10.8).

    The top task is the one that goes on after him; its `extra` is `due` if he is to be asked.
    """
    top = tasks.top(state)
    sid = find_character(state, Character.SID_KETCHUM)
    if sid == NONE or state.task_extra[top] != due:
        return False
    if sid == seat or not may_heal(state, sid):
        return False
    state.task_extra[top] = 1 - due
    tasks.push(state, Task.HEAL, sid, NONE, 0, 0)
    return True


@inline_kernel
def go_on_asking(state: State, seat: Seat) -> bool:
    """Stop asking Sid Ketchum when he cannot heal; False when he must decide."""
    if may_heal(state, seat) and state.is_alive[seat]:
        return False
    tasks.pop(state)
    return True


@inline_kernel
def list_pass_or_heal(out: Any) -> int:
    """List the answers of Sid Ketchum in the turn of another player."""
    out[0] = Code.PASS
    out[1] = Code.HEAL
    return 2


@inline_kernel
def pass_or_heal(state: State, seat: Seat, action: Action) -> None:
    """Begin to discard two cards, or let the others go on."""
    if action == Code.PASS:
        tasks.pop(state)
    else:
        tasks.push(state, Task.SID, seat, NONE, SID_CARDS, 0)


# --- the two cards --------------------------------------------------------------------------------


@inline_kernel
def list_answers(state: State, seat: Seat, out: Any) -> int:
    """List what Sid Ketchum can discard for a life; when dying, only what he can spare (6.6)."""
    count = list_kinds(state.hand[seat], Code.DISCARD, out, 0)
    if state.life[seat] >= 1:
        return count
    cards = int(state.task_value[tasks.top(state)])
    kept = 0
    for index in range(count):
        if can_spare(state, seat, int(out[index]) - Code.DISCARD, cards):
            out[kept] = out[index]
            kept += 1
    return kept


@inline_kernel
def can_spare(state: State, seat: Seat, kind: int, cards: int) -> bool:
    """Whether a dying Sid Ketchum can still be saved after he discards this kind (rule 6.6).

    `cards`: how many he still discards for this life, this one included. He keeps his Beers if the
    other cards suffice.
    """
    beers = cardset.count_kind(state.hand[seat], Kind.BEER) if can_drink(state) else 0
    others = int(state.hand_size[seat]) - beers
    if kind == Kind.BEER and beers > 0:
        beers -= 1
    else:
        others -= 1
    for _ in range(cards - 1):
        if others > 0:
            others -= 1
        else:
            beers -= 1
    return beers + others // SID_CARDS >= -int(state.life[seat])


@inline_kernel
def can_pair_up(state: State, seat: Seat) -> bool:
    """Whether a dying Sid Ketchum has two cards that he can spare (rules 6.6 and 9.11)."""
    is_sid = state.character[seat] == Character.SID_KETCHUM
    if not is_sid or state.hand_size[seat] < SID_CARDS:
        return False
    has_beers_only = cardset.count_kind(state.hand[seat], Kind.BEER) == state.hand_size[seat]
    return can_spare(state, seat, Kind.BEER if has_beers_only else NONE, SID_CARDS)


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Discard a card; the second one brings a life (rule 9.11)."""
    discard_kind(state, seat, action - Code.DISCARD)
    top = tasks.top(state)
    state.task_value[top] -= 1
    if state.task_value[top] == 0:
        tasks.pop(state)
        heal(state, seat, 1)
