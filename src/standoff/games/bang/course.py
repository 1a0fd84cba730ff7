"""What happens by itself between two decisions, task by task."""

from standoff._jit import inline_kernel, kernel
from standoff.games.bang import cardset, tasks
from standoff.games.bang.cards import NONE, Character, Kind
from standoff.games.bang.combat import dodge, eliminate, hurt, may_be_saved, resolve, shoot
from standoff.games.bang.effects import pass_store_on, store_kind, take_from_store
from standoff.games.bang.state import Discarding, Winner, draw_cards, next_seat, put_on_discard
from standoff.games.bang.tasks import COMMITTED, Draw, Task
from standoff.games.bang.turn import discard_flipped, draw_for, end_turn, phase_one, start_turn
from standoff.verbs import Seat, State


@kernel
def advance(state: State) -> None:
    """Do what happens by itself until somebody must decide or the game is over."""
    while state.winner == Winner.NOT_YET and step(state):
        pass


@inline_kernel
def step(state: State) -> bool:  # noqa: PLR0911, PLR0912  (a branch for each task)
    """Do the task on top, if it happens by itself; False when its seat must decide."""
    place = tasks.top(state)
    task = int(state.task[place])
    seat = int(state.task_seat[place])
    if task == Task.PLAY:
        if state.is_alive[seat]:
            let_suzy_draw(state)
            return False
        tasks.replace(state, Task.END_TURN, seat)
    elif task == Task.SHOT:
        return suffer_shot(state, place, seat)
    elif task == Task.MASS:
        attack_next(state, place, seat)
    elif task == Task.RESOLVE:
        resolve(state, int(state.task_source[place]))
    elif task == Task.START_TURN:
        start_turn(state, seat)
    elif task == Task.PHASE_ONE:
        if state.is_alive[seat]:
            let_suzy_draw(state)  # she may have drunk her last card against the Dynamite
            phase_one(state, seat)
        else:
            tasks.replace(state, Task.END_TURN, seat)
    elif task == Task.END_TURN:
        let_suzy_draw(state)
        end_turn(state, seat)
    elif task == Task.INDIANS:
        if state.is_alive[seat] and state.hand_size[seat] > 0:
            return False
        fail_indians(state, place, seat)
    elif task == Task.DUEL:
        return settle_duel(state, place, seat)
    elif task == Task.DISCARD:
        if state.is_alive[seat] and state.hand_size[seat] > state.life[seat]:
            return False
        tasks.replace(state, Task.END_TURN, seat)
    elif task == Task.STORE:
        return share_out(state, place, seat)
    elif task == Task.LAST_SAVE:
        return meet_death(state, seat)
    elif task == Task.DYNAMITE:
        tasks.pop(state)
        draw_for(state, seat, Draw.DYNAMITE)
    elif task == Task.JAIL:
        tasks.pop(state)
        if state.is_alive[seat]:
            draw_for(state, seat, Draw.JAIL)
    elif task == Task.CORPSE:
        if not state.has_left[seat]:
            return False
        tasks.pop(state)
    elif state.is_alive[seat]:  # LUCKY, KIT, JESSE, PEDRO, SID
        return False
    else:
        tasks.pop(state)
        discard_flipped(state)
    return True


@inline_kernel
def let_suzy_draw(state: State) -> None:
    """Suzy Lafayette draws when a card is resolved and her hand is empty (rule 9.13)."""
    seat = int(state.suzy)
    if seat != NONE and state.hand_size[seat] == 0 and state.is_alive[seat]:
        draw_cards(state, seat, 1)
        if state.turn == seat and state.has_discarded:
            state.has_discarded = Discarding.DONE


@inline_kernel
def suffer_shot(state: State, place: int, seat: Seat) -> bool:
    """Go on with a shot: Barrels, then the hand; False when the target must answer (rule 6.1)."""
    source, need = int(state.task_source[place]), int(state.task_value[place])
    if need <= 0 or not state.is_alive[seat]:
        tasks.pop(state)
    elif state.task_extra[place] > 0:
        state.task_extra[place] -= 1
        draw_for(state, seat, Draw.BARREL)
    elif state.task_extra[place] == COMMITTED:
        has_missed = cardset.has_kind(state.hand[seat], Kind.MISSED)
        is_janet = state.character[seat] == Character.CALAMITY_JANET
        has_bang = is_janet and cardset.has_kind(state.hand[seat], Kind.BANG)
        if has_missed and has_bang:
            return False
        if has_missed or has_bang:
            dodge(state, seat, Kind.MISSED if has_missed else Kind.BANG)
        else:
            tasks.pop(state)
            hurt(state, seat, 1, source)
    elif state.hand_size[seat] == 0:
        tasks.pop(state)
        hurt(state, seat, 1, source)
    else:
        return False
    return True


@inline_kernel
def attack_next(state: State, place: int, seat: Seat) -> None:
    """Let a mass attack reach the next living player, until it has gone round (rule 6.4)."""
    source = int(state.task_source[place])
    if seat == source or not state.is_alive[source]:
        tasks.pop(state)
        return
    state.task_seat[place] = next_seat(state, seat)
    if not state.is_alive[seat]:
        return
    if state.task_value[place] == Kind.GATLING:
        shoot(state, source, seat, 1)
    else:
        tasks.push(state, Task.INDIANS, seat, source, 0, 0)


@inline_kernel
def fail_indians(state: State, place: int, seat: Seat) -> None:
    """Lose a life to the Indians, unless dead already (rule 5.10)."""
    source = int(state.task_source[place])
    tasks.pop(state)
    if state.is_alive[seat]:
        hurt(state, seat, 1, source)


@inline_kernel
def settle_duel(state: State, place: int, seat: Seat) -> bool:
    """End a duel that cannot go on; False when the seat must answer (rule 5.11)."""
    if not state.is_alive[seat] or not state.is_alive[state.task_source[place]]:
        tasks.pop(state)
        return True
    if state.hand_size[seat] > 0:
        return False
    lose_duel(state, place, seat)
    return True


@inline_kernel
def lose_duel(state: State, place: int, seat: Seat) -> None:
    """Lose a life in a duel; who loses his own has nobody to blame (rule 5.11)."""
    challenger = int(state.task_value[place])
    tasks.pop(state)
    hurt(state, seat, 1, challenger if challenger != seat else NONE)


@inline_kernel
def share_out(state: State, place: int, seat: Seat) -> bool:
    """Go on with the General Store; False when the seat has a choice (rule 5.7)."""
    if state.task_value[place] == 0 or cardset.is_empty(state.store):
        tasks.pop(state)
        while not cardset.is_empty(state.store):  # somebody left before his turn to take one
            put_on_discard(state, cardset.pop_lowest(state.store))
        return True
    if not state.is_alive[seat]:
        pass_store_on(state)
        return True
    kind = store_kind(state)
    if kind == NONE:
        return False
    take_from_store(state, seat, kind)
    return True


@inline_kernel
def meet_death(state: State, seat: Seat) -> bool:
    """End the last moment of a seat that is saved or lost; False when it must decide (6.6)."""
    if state.is_alive[seat] and state.life[seat] < 1:
        if may_be_saved(state, seat):
            return False
        tasks.pop(state)
        eliminate(state, seat)
    else:
        tasks.pop(state)
    return True
