"""The last moment of a dying player: Beers, or pairs of cards of Sid Ketchum (rule 6.6)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, SID_CARDS, Character, Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.beer import can_drink, heal
from standoff.games.bang.rules.death import eliminate
from standoff.games.bang.rules.piles import discard_kind
from standoff.games.bang.rules.sid_ketchum import can_pair_up
from standoff.games.bang.rules.tasks import Task
from standoff.kit import Action, Seat, State, inline_kernel


@inline_kernel
def go_on(state: State, seat: Seat) -> bool:
    """End the last moment of a seat that is saved or lost; False when it must decide."""
    if state.is_alive[seat] and state.life[seat] < 1:
        if may_be_saved(state, seat):
            return False
        tasks.pop(state)
        eliminate(state, seat)
    else:
        tasks.pop(state)
    return True


@inline_kernel
def may_be_saved(state: State, seat: Seat) -> bool:
    """Whether a dying seat is asked: whenever others cannot rule out that it has the cards."""
    saves = int(state.hand_size[seat]) if can_drink(state) else 0
    if saves == 0 and state.character[seat] == Character.SID_KETCHUM:
        saves = int(state.hand_size[seat]) // SID_CARDS
    return saves >= 1 - int(state.life[seat])


@inline_kernel
def list_answers(state: State, seat: Seat, out: Any) -> int:
    """List what a dying seat can do: pass, or what leads back to life."""
    out[0] = Code.PASS
    count = 1
    if can_be_saved(state, seat):
        if can_pair_up(state, seat):
            out[count] = Code.HEAL
            count += 1
        if can_drink(state) and cardset.has_kind(state.hand[seat], Kind.BEER):
            out[count] = Code.ANSWER_BEER
            count += 1
    return count


@inline_kernel
def can_be_saved(state: State, seat: Seat) -> bool:
    """Whether a dying seat has enough Beers, or as Sid Ketchum enough pairs of cards."""
    beers = cardset.count_kind(state.hand[seat], Kind.BEER) if can_drink(state) else 0
    saves = beers
    if state.character[seat] == Character.SID_KETCHUM:
        saves += (int(state.hand_size[seat]) - beers) // SID_CARDS
    return saves >= 1 - int(state.life[seat])


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Drink a Beer, discard two cards for a life, or die."""
    if action == Code.PASS:
        tasks.pop(state)
        eliminate(state, seat)
    elif action == Code.HEAL:
        tasks.push(state, Task.SID, seat, NONE, SID_CARDS, 0)
    else:
        discard_kind(state, seat, Kind.BEER)
        heal(state, seat, 1)
