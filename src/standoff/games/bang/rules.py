"""Bang!: the rules, in the order of play.

Source: the rulebook of the base game (E. Sciarra, daVinci Games, 2002) and its rulings as collected
in docs/rules/bang.md, whose numbers are cited. Everybody has a secret role, but for the Sheriff,
and an open character. The Sheriff and his Deputies fight the Outlaws and the Renegade.

Deviations: a game without end is ended after `max_rounds` rounds and lost by all; so is a turn
without end, of cards that bring each other back (5.14); plays without any effect are not offered;
what can never matter is not asked. `rules="danilakova"` and `"kolar"` are
the readings of two theses.
"""

from typing import Any

from standoff._jit import inline_kernel, kernel
from standoff.games.bang import tasks
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import (
    BULLETS,
    NONE,
    PHASE_ONE_CARDS,
    SID_CARDS,
    Character,
    Kind,
    Role,
)
from standoff.games.bang.combat import (
    discard_corpse,
    dodge,
    eliminate,
    find_dying,
    find_winner,
    heal,
    hurt,
)
from standoff.games.bang.course import advance, fail_indians, lose_duel
from standoff.games.bang.deal import (
    chosen,
    clear_table,
    deal_characters,
    deal_roles,
    set_reading,
    shuffle_deck,
)
from standoff.games.bang.effects import (
    play_bang,
    play_card,
    play_duel,
    play_jail,
    rob_hand,
    rob_table,
    strip_hand,
    strip_table,
    take_from_store,
)
from standoff.games.bang.options import Reading
from standoff.games.bang.state import (
    Discarding,
    Fall,
    Winner,
    count_the_living,
    discard_everything,
    discard_kind,
    draw_cards,
    put_in_hand,
    show_to_all,
    take_random_card,
)
from standoff.games.bang.tasks import Task
from standoff.games.bang.turn import choose_flipped, put_back
from standoff.rng import seed_rng
from standoff.verbs import NOBODY, Action, Seat, State

# --- the deal -----------------------------------------------------------------------------------


@kernel
def new_game(state: State, options: Any, seed: int) -> None:
    """Deal roles, characters and hands; the Sheriff begins (rules 1.1 to 1.5)."""
    seed_rng(state.rng, seed)
    state.players = options.players
    state.max_rounds = options.max_rounds
    set_reading(state, options)
    clear_table(state)
    deal_roles(state, options)
    deal_characters(state, options)
    shuffle_deck(state)
    sheriff = 0
    is_extra = chosen(int(options.sheriff_extra_card), state.reading != Reading.KOLAR)
    for seat in range(state.players):
        bullets = int(BULLETS[state.character[seat]])
        if state.reading == Reading.KOLAR and state.character[seat] == Character.KIT_CARLSON:
            bullets -= 1
        cards = bullets
        if state.role[seat] == Role.SHERIFF:
            sheriff = seat
            bullets += 1
            cards += int(is_extra)
        state.life[seat] = bullets
        state.max_life[seat] = bullets
        state.is_alive[seat] = 1
        draw_cards(state, seat, cards)
    count_the_living(state)
    tasks.push(state, Task.START_TURN, sheriff, NONE, 0, 0)
    advance(state)


# --- who must decide ----------------------------------------------------------------------------


@kernel
def to_move(state: State) -> Seat:
    """Return the seat of the task on top."""
    if state.winner != Winner.NOT_YET:
        return NOBODY
    return int(state.task_seat[tasks.top(state)])


# --- what it does -------------------------------------------------------------------------------


@kernel
def apply(state: State, action: Action) -> None:  # noqa: PLR0912  (a branch for each task)
    """Do the action and go on to the next decision."""
    place = tasks.top(state)
    task = int(state.task[place])
    seat = int(state.task_seat[place])
    if task == Task.PLAY:
        play(state, seat, action)
    elif task == Task.SHOT:
        answer_shot(state, place, seat, action)
    elif task == Task.DISCARD:
        discard_kind(state, seat, action - Code.DISCARD)
    elif task == Task.INDIANS:
        if action == Code.PASS:
            fail_indians(state, place, seat)
        else:
            tasks.pop(state)
            discard_kind(state, seat, answer_kind(action))
    elif task == Task.DUEL:
        answer_duel(state, place, seat, action)
    elif task == Task.STORE:
        take_from_store(state, seat, action - Code.TAKE)
    elif task == Task.LAST_SAVE:
        answer_death(state, seat, action)
    elif task == Task.LUCKY:
        choose_flipped(state, seat, int(state.task_value[place]), action - Code.CHOOSE)
    elif task == Task.SID:
        discard_for_life(state, place, seat, action - Code.DISCARD)
    elif task == Task.CORPSE:
        tasks.pop(state)
        discard_corpse(state, seat, action - Code.LAST)
    else:
        tasks.pop(state)
        draw_first_card(state, seat, action)
    advance(state)


@inline_kernel
def play(state: State, seat: Seat, action: Action) -> None:
    """Do something in phase 2."""
    if action == Code.END_TURN:
        is_done = state.hand_size[seat] <= state.life[seat]
        tasks.replace(state, Task.END_TURN if is_done else Task.DISCARD, seat)
    elif action == Code.HEAL:
        tasks.push(state, Task.SID, seat, NONE, SID_CARDS, 0)
    elif action < Code.DISCARD:
        play_card(state, seat, action - Code.PLAY)
    elif action < Code.TAKE:
        state.has_discarded = Discarding.BEGUN
        discard_kind(state, seat, action - Code.DISCARD)
    elif action < Code.BANG_MISSED:
        play_bang(state, seat, action - Code.BANG, Kind.BANG)
    elif action < Code.DUEL:
        play_bang(state, seat, action - Code.BANG_MISSED, Kind.MISSED)
    elif action < Code.JAIL:
        play_duel(state, seat, action - Code.DUEL)
    elif action < Code.DRAW_FROM:
        play_jail(state, seat, action - Code.JAIL)
    elif action < Code.CAT_HAND:
        rob_hand(state, seat, action - Code.PANIC_HAND)
    elif action < Code.PANIC_TABLE:
        strip_hand(state, seat, action - Code.CAT_HAND)
    elif action < Code.CAT_TABLE:
        rob_table(state, seat, action - Code.PANIC_TABLE)
    else:
        strip_table(state, seat, action - Code.CAT_TABLE)


@inline_kernel
def answer_kind(action: Action) -> int:
    """Return the kind of card that an answer plays."""
    return Kind.BANG if action == Code.ANSWER_BANG else Kind.MISSED


@inline_kernel
def answer_shot(state: State, place: int, seat: Seat, action: Action) -> None:
    """Dodge, or take the bullet (rule 6.1)."""
    if action == Code.PASS:
        source = int(state.task_source[place])
        tasks.pop(state)
        hurt(state, seat, 1, source)
    else:
        dodge(state, seat, answer_kind(action))


@inline_kernel
def answer_duel(state: State, place: int, seat: Seat, action: Action) -> None:
    """Shoot back, so that the other must answer, or lose (rule 5.11)."""
    if action == Code.PASS:
        lose_duel(state, place, seat)
    else:
        discard_kind(state, seat, answer_kind(action))
        state.task_seat[place] = state.task_source[place]
        state.task_source[place] = seat


@inline_kernel
def answer_death(state: State, seat: Seat, action: Action) -> None:
    """Drink, discard for a life, or die (rule 6.6)."""
    if action == Code.PASS:
        tasks.pop(state)
        eliminate(state, seat)
    elif action == Code.HEAL:
        tasks.push(state, Task.SID, seat, NONE, SID_CARDS, 0)
    else:
        discard_kind(state, seat, Kind.BEER)
        heal(state, seat, 1)


@inline_kernel
def discard_for_life(state: State, place: int, seat: Seat, kind: int) -> None:
    """Discard one of the two cards of Sid Ketchum; the second brings a life (rule 9.11)."""
    discard_kind(state, seat, kind)
    state.task_value[place] -= 1
    if state.task_value[place] == 0:
        tasks.pop(state)
        heal(state, seat, 1)


@kernel
def draw_first_card(state: State, seat: Seat, action: Action) -> None:
    """Draw in phase 1 as Kit Carlson, Jesse Jones or Pedro Ramirez (rules 9.5, 9.7, 9.10)."""
    if action >= Code.PUT_BACK:
        put_back(state, seat, action - Code.PUT_BACK)
        return
    if action == Code.DRAW_DECK:
        draw_cards(state, seat, PHASE_ONE_CARDS)
        return
    if action == Code.DRAW_DISCARD:
        state.discard_size -= 1
        card = int(state.discard[state.discard_size])
        state.discard[state.discard_size] = NONE
        put_in_hand(state, seat, card)
        show_to_all(state, seat, card)
    else:
        take_random_card(state, seat, action - Code.DRAW_FROM)
    draw_cards(state, seat, PHASE_ONE_CARDS - 1)


# --- leaving ------------------------------------------------------------------------------------


@kernel
def forfeit(state: State, seat: Seat) -> None:
    """Let a player leave: he is eliminated by nobody; when all have left, all lose (rule 7.5)."""
    state.has_left[seat] = 1
    if state.winner != Winner.NOT_YET:
        if state.num_tasks == 0 and have_all_left(state):  # leaving, not playing, has ended it
            state.winner = Winner.NOBODY
        return
    if state.is_alive[seat]:
        eliminate(state, seat)
        if find_dying(state, NONE) != NONE:
            state.has_fallen[seat] = Fall.LEFT  # victory is looked at when all deaths are done
        else:
            state.has_fallen[seat] = Fall.NONE
            state.winner = find_winner(state)
            if state.winner != Winner.NOT_YET:
                clear_away(state)
    elif state.task_seat[tasks.top(state)] == seat:  # dead, and choosing the card on top
        discard_everything(state, seat)
    advance(state)


@inline_kernel
def have_all_left(state: State) -> bool:
    """Whether nobody is at the table any more."""
    left = 0
    for seat in range(state.players):
        left += int(state.has_left[seat])
    return bool(left == state.players)


@inline_kernel
def clear_away(state: State) -> None:
    """Nothing is left to be done: the dead who were choosing the order of their cards drop them."""
    while state.num_tasks > 0:
        tasks.pop(state)
    for seat in range(state.players):
        if not state.is_alive[seat]:
            discard_everything(state, seat)
