"""A shot, from the Bang! to the wound (rules 5.2 and 6.1).

A shot waits as Task.SHOT: `source` is the shooter, `value` how many Missed! are still needed,
`extra` how many Barrels are still to try. Barrels are tried first, unless the target skips them,
then the target answers from the hand. A target that fails loses a life, and `wounds.py` goes on.
"""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import NONE, SLAB_NEED, Character, Kind
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.answers import answer_kind, count_usable, list_usable
from standoff.games.bang.rules.deeds import note_deed
from standoff.games.bang.rules.draw import Draw, draw_for
from standoff.games.bang.rules.notes import Note, note
from standoff.games.bang.rules.piles import discard_kind, draw_cards
from standoff.games.bang.rules.seats import kind_of_weapon, remoteness, sight, weapon_range
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.wounds import hurt
from standoff.games.bang.state import Act
from standoff.kit import Action, Seat, State, inline_kernel

COMMITTED = -1
"""In `extra`: a first Missed! has been played, so the second must follow.

The target is asked even if there is one answer: an automatic one would tell about the hand.
"""

# --- firing ---------------------------------------------------------------------------------------


@inline_kernel
def may_shoot(state: State, seat: Seat) -> bool:
    """Whether another Bang! may be played in this turn (rules 5.2 and 9.16)."""
    has_volcanic = kind_of_weapon(state, seat) == Kind.VOLCANIC
    is_willy = state.character[seat] == Character.WILLY_THE_KID
    return bool(state.shots == 0 or has_volcanic or is_willy)


@inline_kernel
def list_targets(state: State, seat: Seat, code: int, out: Any, count: int) -> int:
    """List `code` + seat for each player in the range of the weapon."""
    reach = weapon_range(state, seat) + sight(state, seat)
    for other in range(state.players):
        if state.is_alive[other] and other != seat and remoteness(state, seat, other) <= reach:
            out[count] = code + other
            count += 1
    return count


@inline_kernel
def play_bang(state: State, seat: Seat, target: Seat, kind: int) -> None:
    """Shoot with a Bang!, or as Calamity Janet with a Missed! (rules 5.2 and 9.3)."""
    discard_kind(state, seat, kind)
    state.shots += 1
    note_deed(state, seat, target, Act.SHOT)
    shoot(state, seat, target, missed_needed(state, seat))


@inline_kernel
def missed_needed(state: State, seat: Seat) -> int:
    """Return how many Missed! a Bang! of a seat takes: two if it is Slab's (rules 6.2 and 9.12)."""
    return SLAB_NEED if state.character[seat] == Character.SLAB_THE_KILLER else 1


@inline_kernel
def shoot(state: State, seat: Seat, target: Seat, need: int) -> None:
    """Fire at a target, who needs `need` Missed! (rules 5.2 and 6.1)."""
    tasks.push(state, Task.SHOT, target, seat, need, count_barrels(state, target))


@inline_kernel
def count_barrels(state: State, seat: Seat) -> int:
    """Return how many Barrels a seat has; Jourdonnais has one of his own (rules 5.3 and 9.6)."""
    barrels = int(cardset.has_kind(state.table[seat], Kind.BARREL))
    return barrels + int(state.character[seat] == Character.JOURDONNAIS)


# --- being shot at --------------------------------------------------------------------------------


@inline_kernel
def go_on(state: State, seat: Seat) -> bool:
    """Try a Barrel, or end the shot; False when the target must answer (rule 6.1)."""
    top = tasks.top(state)
    if state.task_value[top] <= 0 or not state.is_alive[seat]:
        tasks.pop(state)
    elif state.task_extra[top] > 0:
        if not state.auto_barrel:
            return False
        try_barrel(state, seat)
    elif state.hand_size[seat] == 0:
        take_bullet(state, seat)
    else:
        return False
    return True


@inline_kernel
def try_barrel(state: State, seat: Seat) -> None:
    """Draw! for the next Barrel (rule 5.3)."""
    state.task_extra[tasks.top(state)] -= 1
    draw_for(state, seat, Draw.BARREL)


@inline_kernel
def list_answers(state: State, seat: Seat, out: Any) -> int:
    """List the answers to a shot: pass, a Barrel, or cards if there are enough (6.1 and 6.2)."""
    top = tasks.top(state)
    if state.task_extra[top] == COMMITTED:
        return list_usable(state, seat, Kind.MISSED, out, 0)
    out[0] = Code.PASS
    count = 1
    if state.task_extra[top] > 0:
        out[count] = Code.BARREL
        count += 1
    if can_dodge(state, seat, int(state.task_value[top])):
        count = list_usable(state, seat, Kind.MISSED, out, count)
    return count


@inline_kernel
def can_dodge(state: State, seat: Seat, need: int) -> bool:
    """Whether a hand has enough Missed!; Suzy may hope to draw the second (rules 6.2 and 9.13)."""
    usable = count_usable(state, seat, Kind.MISSED)
    is_suzy = state.character[seat] == Character.SUZY_LAFAYETTE
    return usable >= need or (is_suzy and usable > 0 and state.hand_size[seat] == 1)


@inline_kernel
def answer(state: State, seat: Seat, action: Action) -> None:
    """Dodge, or take the bullet (rule 6.1)."""
    if action == Code.PASS:
        take_bullet(state, seat)
    elif action == Code.BARREL:
        try_barrel(state, seat)
    else:
        dodge(state, seat, answer_kind(action))


@inline_kernel
def dodge(state: State, seat: Seat, kind: int) -> None:
    """Answer a shot with a card that counts as one Missed! (rule 6.2)."""
    discard_kind(state, seat, kind)
    top = tasks.top(state)
    state.task_value[top] -= 1
    state.task_extra[top] = COMMITTED
    is_suzy = state.character[seat] == Character.SUZY_LAFAYETTE
    if is_suzy and state.task_value[top] > 0 and state.hand_size[seat] == 0:
        note(state, Note.ABILITY, seat, NONE, 0)
        draw_cards(state, seat, 1)  # Rule 9.13: at once, while she owes Slab a second Missed!.
        state.task_extra[top] = 0  # Rule 6.2: whether she plays what she drew is her choice.


@inline_kernel
def take_bullet(state: State, seat: Seat) -> None:
    """Lose a life to the shooter."""
    shooter = int(state.task_source[tasks.top(state)])
    tasks.pop(state)
    hurt(state, seat, 1, shooter)
