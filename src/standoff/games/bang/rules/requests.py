"""Requests: who must decide, what the answers are, what they do, and what happens between them.

Each request has a file of its own in this folder. One function there lists the legal answers, one
does what an answer says, and one goes on without a decision for as long as it can. The three verbs
below lead to these functions, by the task on top of the stack (`tasks.py`).
"""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import HAND_KIND, UNSEEN_STEP, Code
from standoff.games.bang.cards import NONE
from standoff.games.bang.rules import (
    death,
    draw,
    duel,
    indians,
    last_save,
    mass_attack,
    phase_one,
    shot,
    sid_ketchum,
    store,
    tasks,
    turn,
    wounds,
)
from standoff.games.bang.rules.answers import list_pass_or_bang
from standoff.games.bang.rules.draw import Draw
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Winner
from standoff.kit import NOBODY, Action, Seat, State, inline_kernel, kernel


@kernel
def to_move(state: State) -> Seat:
    """Return the seat of the top task."""
    if state.winner != Winner.NOT_YET:
        return NOBODY
    return int(state.task_seat[tasks.top(state)])


# --- what the answers are -------------------------------------------------------------------------


@kernel
def legal_actions(state: State, out: Any) -> int:
    """List the answers to the top task, in the order of the codes."""
    top = tasks.top(state)
    seat = int(state.task_seat[top])
    count = list_answers(state, int(state.task[top]), seat, out)
    hand, seen = state.hand[seat], state.seen
    if has_split_kind(hand, seen, 0) | has_split_kind(hand, seen, 1):
        return list_unseen(hand, seen, out, count)
    return count


@inline_kernel
def has_split_kind(hand: Any, seen: Any, word: int) -> bool:
    """Whether one word of a hand has seen and unseen cards of a kind (rule 2.4)."""
    found = cardset.mark_kinds(word, hand[word] & seen[word])
    return bool(found & cardset.mark_kinds(word, hand[word] & ~seen[word]))


@kernel
def list_unseen(hand: Any, seen: Any, out: Any, count: int) -> int:
    """List the actions once more for which a hand has seen and unseen cards (rule 2.4).

    Without branches: the next slot is filled, and kept if the action belongs there.
    """
    listed = count
    for index in range(count):
        kind = int(HAND_KIND[out[index]])
        word = int(cardset.KIND_WORD[kind])
        cards = hand[word] & cardset.KIND_MASK[kind]
        found = cards & seen[word]
        out[listed] = out[index] + UNSEEN_STEP
        listed += int(kind != NONE) & int(found != 0) & int(found != cards)
    return listed


@inline_kernel
def list_answers(state: State, task: int, seat: Seat, out: Any) -> int:  # noqa: PLR0911  (a branch for each task)
    """List the answers to a task, without those that demand an unseen card."""
    if task == Task.PLAY:
        return turn.list_plays(state, seat, out)
    if task == Task.DISCARD:
        return turn.list_discards(state, seat, out)
    if task == Task.SHOT:
        return shot.list_answers(state, seat, out)
    if task in (Task.INDIANS, Task.DUEL):
        return list_pass_or_bang(state, seat, out)
    if task == Task.STORE:
        return store.list_answers(state, out)
    if task == Task.LAST_SAVE:
        return last_save.list_answers(state, seat, out)
    if task == Task.SID:
        return sid_ketchum.list_answers(state, seat, out)
    return list_rare_answers(state, task, seat, out)


@kernel
def list_rare_answers(state: State, task: int, seat: Seat, out: Any) -> int:
    """List the answers of some characters and of the dead."""
    if task == Task.LUCKY:
        return draw.list_answers(state, out)
    if task == Task.KIT:
        return phase_one.list_top_cards(state, out)
    if task == Task.JESSE:
        return phase_one.list_hands_to_draw_from(state, seat, out)
    if task == Task.PEDRO:
        return phase_one.list_piles_to_draw_from(out)
    if task == Task.HEAL:
        return sid_ketchum.list_pass_or_heal(out)
    return death.list_last_cards(state, seat, out)  # CORPSE


# --- what an answer does --------------------------------------------------------------------------


@kernel
def apply(state: State, action: Action) -> None:  # noqa: PLR0912  (a branch for each task)
    """Do the action, then go on to the next decision."""
    top = tasks.top(state)
    task, seat = int(state.task[top]), int(state.task_seat[top])
    if action >= Code.UNSEEN:
        state.wants_unseen = 1
        action -= UNSEEN_STEP
    if task == Task.PLAY:
        turn.play(state, seat, action)
    elif task == Task.DISCARD:
        turn.discard(state, seat, action)
    elif task == Task.SHOT:
        shot.answer(state, seat, action)
    elif task == Task.INDIANS:
        indians.answer(state, seat, action)
    elif task == Task.DUEL:
        duel.answer(state, seat, action)
    elif task == Task.STORE:
        store.answer(state, seat, action)
    elif task == Task.LAST_SAVE:
        last_save.answer(state, seat, action)
    elif task == Task.LUCKY:
        draw.answer(state, seat, action)
    elif task == Task.SID:
        sid_ketchum.answer(state, seat, action)
    elif task == Task.HEAL:
        sid_ketchum.pass_or_heal(state, seat, action)
    elif task == Task.CORPSE:
        death.choose_last_card(state, seat, action)
    else:  # KIT, JESSE, PEDRO
        phase_one.answer(state, seat, action)
    state.wants_unseen = 0
    advance(state)


# --- what happens without a decision --------------------------------------------------------------


@kernel
def advance(state: State) -> None:
    """Do steps until somebody must decide or the game is over."""
    while state.winner == Winner.NOT_YET and step(state):
        pass


@inline_kernel
def step(state: State) -> bool:  # noqa: PLR0911, PLR0912  (a branch for each task)
    """Go on with the top task; False when its seat must decide."""
    top = tasks.top(state)
    task, seat = int(state.task[top]), int(state.task_seat[top])
    if task == Task.PLAY:
        return turn.go_on_playing(state, seat)
    if task == Task.DISCARD:
        return turn.go_on_discarding(state, seat)
    if task == Task.SHOT:
        return shot.go_on(state, seat)
    if task == Task.INDIANS:
        return indians.go_on(state, seat)
    if task == Task.DUEL:
        return duel.go_on(state, seat)
    if task == Task.STORE:
        return store.go_on(state, seat)
    if task == Task.LAST_SAVE:
        return last_save.go_on(state, seat)
    if task == Task.CORPSE:
        return death.go_on(state, seat)
    if task == Task.HEAL:
        return sid_ketchum.go_on_asking(state, seat)
    if task < Task.HEAL:  # LUCKY, KIT, JESSE, PEDRO, SID
        if state.is_alive[seat]:
            return False
        tasks.pop(state)
        draw.discard_flipped(state)
    elif task == Task.START_TURN:
        turn.start_turn(state, seat)
    elif task == Task.DYNAMITE:
        tasks.pop(state)
        draw.draw_for(state, seat, Draw.DYNAMITE)
    elif task == Task.JAIL:
        turn.draw_for_jail(state, seat)
    elif task == Task.PHASE_ONE:
        turn.begin_phase_one(state, seat)
    elif task == Task.END_TURN:
        turn.end_turn(state, seat)
    elif task == Task.MASS:
        mass_attack.attack_next(state, seat)
    else:  # RESOLVE
        wounds.resolve(state, int(state.task_source[top]))
    return True
