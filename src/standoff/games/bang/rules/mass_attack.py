"""Gatling and Indians!: everybody else is attacked, clockwise (rules 5.10 and 6.4)."""

from standoff.games.bang.cards import Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.seats import next_seat
from standoff.games.bang.rules.shot import shoot
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import MANY
from standoff.kit import Seat, State, inline_kernel


@inline_kernel
def attack_all(state: State, seat: Seat, kind: int) -> None:
    """Begin a Gatling or Indians!; in batch, wounds are resolved at the end (rule 6.4)."""
    if state.mass_attacks[seat] < MANY:
        state.mass_attacks[seat] += 1
    if state.is_batch:
        tasks.push(state, Task.RESOLVE, seat, seat, 0, 0)
    tasks.push(state, Task.MASS, next_seat(state, seat), seat, kind, 0)


@inline_kernel
def attack_next(state: State, seat: Seat) -> None:
    """Attack the next living player, until the attack has gone round (rule 6.4)."""
    top = tasks.top(state)
    attacker = int(state.task_source[top])
    if seat == attacker or not state.is_alive[attacker]:
        tasks.pop(state)
        return
    state.task_seat[top] = next_seat(state, seat)
    if not state.is_alive[seat]:
        return
    if state.task_value[top] == Kind.GATLING:
        shoot(state, attacker, seat, 1)
    else:
        tasks.push(state, Task.INDIANS, seat, attacker, 0, 0)
