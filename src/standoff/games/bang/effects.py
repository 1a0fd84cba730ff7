"""What each card does when it is played in phase 2. One kernel each."""

from standoff._jit import inline_kernel, kernel, lowest_bit
from standoff.games.bang import cardset, tasks
from standoff.games.bang.cards import (
    CARD_KIND,
    NONE,
    NUM_TABLE_KINDS,
    SLAB_NEED,
    TABLE_KINDS,
    Character,
    Kind,
)
from standoff.games.bang.combat import heal, shoot
from standoff.games.bang.state import (
    MANY,
    Act,
    discard_from_hand,
    discard_kind,
    draw_cards,
    lay_on_table,
    lay_open,
    leave_hand,
    leave_table,
    next_seat,
    note_deed,
    put_in_hand,
    put_on_discard,
    show_to_all,
    take_random_card,
    take_top,
)
from standoff.games.bang.tasks import Task
from standoff.verbs import Seat, State

# --- cards against one player -------------------------------------------------------------------


@inline_kernel
def play_bang(state: State, seat: Seat, target: Seat, kind: int) -> None:
    """Shoot with a Bang!, or as Calamity Janet with a Missed! (rules 5.2, 9.3 and 9.12)."""
    discard_kind(state, seat, kind)
    state.shots += 1
    note_deed(state, seat, target, Act.SHOT)
    is_slab = state.character[seat] == Character.SLAB_THE_KILLER
    shoot(state, seat, target, SLAB_NEED if is_slab else 1)


@inline_kernel
def play_duel(state: State, seat: Seat, target: Seat) -> None:
    """Challenge a player, who answers first (rule 5.11)."""
    discard_kind(state, seat, Kind.DUEL)
    note_deed(state, seat, target, Act.DUEL)
    tasks.push(state, Task.DUEL, target, seat, seat, 0)


@inline_kernel
def play_jail(state: State, seat: Seat, target: Seat) -> None:
    """Put a player in jail (rule 5.13)."""
    card = cardset.pick_of_kind(state.hand[seat], Kind.JAIL, state.rng)
    leave_hand(state, seat, card)
    lay_open(state, card)
    note_deed(state, seat, target, Act.JAILED)
    lay_on_table(state, target, card)


@inline_kernel
def rob_hand(state: State, seat: Seat, target: Seat) -> None:
    """Panic! on a hand: take a random card (rule 5.8)."""
    discard_kind(state, seat, Kind.PANIC)
    note_deed(state, seat, target, Act.ROBBED)
    take_random_card(state, seat, target)


@inline_kernel
def strip_hand(state: State, seat: Seat, target: Seat) -> None:
    """Cat Balou on a hand: a random card is discarded (rule 5.9)."""
    discard_kind(state, seat, Kind.CAT_BALOU)
    note_deed(state, seat, target, Act.STRIPPED)
    discard_from_hand(state, target, cardset.pick_any(state.hand[target], state.rng))


@kernel
def rob_table(state: State, seat: Seat, target_and_kind: int) -> None:
    """Panic! on a table: take the card; all know it (rule 5.8)."""
    target, kind = unpack_target(target_and_kind)
    discard_kind(state, seat, Kind.PANIC)
    note_deed(state, seat, target, act_on(kind, Act.ROBBED))
    card = cardset.first_of_kind(state.table[target], kind)
    leave_table(state, target, card)
    put_in_hand(state, seat, card)
    show_to_all(state, seat, card)


@kernel
def strip_table(state: State, seat: Seat, target_and_kind: int) -> None:
    """Cat Balou on a table: the card is discarded (rule 5.9)."""
    target, kind = unpack_target(target_and_kind)
    discard_kind(state, seat, Kind.CAT_BALOU)
    note_deed(state, seat, target, act_on(kind, Act.STRIPPED))
    card = cardset.first_of_kind(state.table[target], kind)
    leave_table(state, target, card)
    put_on_discard(state, card)


@inline_kernel
def unpack_target(target_and_kind: int) -> tuple[int, int]:
    """Return the seat and the kind in an action's code."""
    target = target_and_kind // NUM_TABLE_KINDS
    return target, int(TABLE_KINDS[target_and_kind % NUM_TABLE_KINDS])


@inline_kernel
def act_on(kind: int, harm: int) -> int:
    """Return what taking a card of a table is: a harm, or help if it was a burden."""
    if kind == Kind.JAIL:
        return Act.FREED
    return Act.DEFUSED if kind == Kind.DYNAMITE else harm


# --- other cards --------------------------------------------------------------------------------


@inline_kernel
def play_card(state: State, seat: Seat, kind: int) -> None:
    """Play a card that names nobody."""
    if kind >= Kind.BARREL:
        lay_down(state, seat, kind)
        return
    discard_kind(state, seat, kind)
    state.refills += int(is_refill(kind))
    if kind == Kind.BEER:
        heal(state, seat, 1)
    elif kind == Kind.SALOON:
        drink_all(state)
    elif kind == Kind.STAGECOACH:
        draw_cards(state, seat, 2)
    elif kind == Kind.WELLS_FARGO:
        draw_cards(state, seat, 3)
    elif kind == Kind.GENERAL_STORE:
        open_store(state, seat)
    else:
        attack_all(state, seat, kind)


@inline_kernel
def is_refill(kind: int) -> bool:
    """Whether a card brings its player cards."""
    return kind in (Kind.STAGECOACH, Kind.WELLS_FARGO, Kind.GENERAL_STORE)


@kernel
def lay_down(state: State, seat: Seat, kind: int) -> None:
    """Lay a blue card before oneself; a new weapon takes the place of the old (rule 5.12)."""
    card = cardset.pick_of_kind(state.hand[seat], kind, state.rng)
    leave_hand(state, seat, card)
    lay_open(state, card)
    if kind >= Kind.VOLCANIC and state.weapon[seat] != NONE:
        old = int(state.weapon[seat])
        leave_table(state, seat, old)
        put_on_discard(state, old)
    lay_on_table(state, seat, card)


@inline_kernel
def drink_all(state: State) -> None:
    """Saloon: everybody alive regains a life (rule 5.6)."""
    for other in range(state.players):
        if state.is_alive[other]:
            heal(state, other, 1)


@kernel
def open_store(state: State, seat: Seat) -> None:
    """Turn up a card for each player; all take one in turn (rule 5.7)."""
    for _ in range(state.num_alive):
        card = take_top(state)
        if card != NONE:
            lay_open(state, card)
            cardset.add(state.store, card)
    tasks.push(state, Task.STORE, seat, seat, int(state.players), 0)


@kernel
def take_from_store(state: State, seat: Seat, kind: int) -> None:
    """Take a card of the store into the hand; the next player is asked (rule 5.7)."""
    card = cardset.first_of_kind(state.store, kind)
    cardset.remove(state.store, card)
    put_in_hand(state, seat, card)
    show_to_all(state, seat, card)
    pass_store_on(state)


@inline_kernel
def pass_store_on(state: State) -> None:
    """Let the next seat have its turn in the General Store, dead or alive."""
    place = tasks.top(state)
    seat = int(state.task_seat[place]) + 1
    state.task_seat[place] = seat if seat < state.players else 0
    state.task_value[place] -= 1


@inline_kernel
def store_kind(state: State) -> int:
    """Return the kind of all cards in the store, or NONE when there are several."""
    store = state.store
    word = 0 if store[0] != 0 else 1
    kind = int(CARD_KIND[cardset.BITS * word + lowest_bit(store[word])])
    rest = store[word] & ~cardset.KIND_MASK[kind]
    if rest != 0 or (word == 0 and store[1] != 0):
        return NONE
    return kind


@inline_kernel
def attack_all(state: State, seat: Seat, kind: int) -> None:
    """Gatling or Indians!: everybody else is attacked, clockwise (rules 5.10 and 6.4)."""
    if state.mass_attacks[seat] < MANY:
        state.mass_attacks[seat] += 1
    if state.is_batch:
        tasks.push(state, Task.RESOLVE, seat, seat, 0, 0)
    tasks.push(state, Task.MASS, next_seat(state, seat), seat, kind, 0)
