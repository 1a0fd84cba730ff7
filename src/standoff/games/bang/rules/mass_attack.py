"""Gatling and Indians!: everybody else is attacked, clockwise (rules 5.10 and 6.4)."""

from typing import Any

from standoff.games.bang.actions import Code
from standoff.games.bang.cards import Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import answer_kind, list_cards
from standoff.games.bang.rules.piles import discard_kind
from standoff.games.bang.rules.seats import next_seat
from standoff.games.bang.rules.shot import shoot
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.wounds import hurt
from standoff.games.bang.state import MANY
from standoff.kit import Action, Seat, State, inline_kernel


@inline_kernel
def attack_all(state: State, seat: Seat, kind: int) -> None:
    """Gatling or Indians!: everybody else is attacked, clockwise (rules 5.10 and 6.4)."""
    if state.mass_attacks[seat] < MANY:
        state.mass_attacks[seat] += 1
    if state.is_batch:
        tasks.push(state, Task.RESOLVE, seat, seat, 0, 0)
    tasks.push(state, Task.MASS, next_seat(state, seat), seat, kind, 0)


@inline_kernel
def attack_next(state: State, seat: Seat) -> None:
    """Let a mass attack reach the next living player, until it has gone round (rule 6.4)."""
    top = tasks.top(state)
    source = int(state.task_source[top])
    if seat == source or not state.is_alive[source]:
        tasks.pop(state)
        return
    state.task_seat[top] = next_seat(state, seat)
    if not state.is_alive[seat]:
        return
    if state.task_value[top] == Kind.GATLING:
        shoot(state, source, seat, 1)
    else:
        tasks.push(state, Task.INDIANS, seat, source, 0, 0)


# --- Indians! -------------------------------------------------------------------------------------


@inline_kernel
def go_on_indians(state: State, seat: Seat) -> bool:
    """Let the Indians hurt a player without cards; False when the player must answer."""
    if state.is_alive[seat] and state.hand_size[seat] > 0:
        return False
    fail_indians(state, seat)
    return True


@inline_kernel
def list_answers_to_indians(state: State, seat: Seat, out: Any) -> int:
    """List answers to the Indians: pass, or a card that serves as Bang! (rules 5.10 and 9.3)."""
    out[0] = Code.PASS
    return list_cards(state, seat, Kind.BANG, out, 1)


@inline_kernel
def answer_indians(state: State, seat: Seat, action: Action) -> None:
    """Shoot at the Indians, or lose a life (rule 5.10)."""
    if action == Code.PASS:
        fail_indians(state, seat)
    else:
        tasks.pop(state)
        discard_kind(state, seat, answer_kind(action))


@inline_kernel
def fail_indians(state: State, seat: Seat) -> None:
    """Lose a life to the Indians, unless dead already (rule 5.10)."""
    source = int(state.task_source[tasks.top(state)])
    tasks.pop(state)
    if state.is_alive[seat]:
        hurt(state, seat, 1, source)
