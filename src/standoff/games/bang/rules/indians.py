"""Indians! reach a player, who shows a Bang! or loses a life (rule 5.10)."""

from standoff.games.bang.actions import Code
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import answer_kind
from standoff.games.bang.rules.piles import discard_kind
from standoff.games.bang.rules.wounds import hurt
from standoff.kit import Action, Seat, State, inline_kernel


@inline_kernel
def go_on(state: State, seat: Seat) -> bool:
    """Hurt a player without cards; False when the player must answer."""
    if state.is_alive[seat] and state.hand_size[seat] > 0:
        return False
    fail(state, seat)
    return True


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Show a Bang!, or lose a life."""
    if action == Code.PASS:
        fail(state, seat)
    else:
        tasks.pop(state)
        discard_kind(state, seat, answer_kind(action))


@inline_kernel
def fail(state: State, seat: Seat) -> None:
    """Lose a life to the attacker, unless dead already."""
    attacker = int(state.task_source[tasks.top(state)])
    tasks.pop(state)
    if state.is_alive[seat]:
        hurt(state, seat, 1, attacker)
