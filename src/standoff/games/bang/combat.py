"""Shots, wounds and deaths."""

from standoff._jit import inline_kernel, kernel
from standoff.games.bang import cardset, tasks
from standoff.games.bang.cards import (
    CARD_KIND,
    NONE,
    REWARD,
    SID_CARDS,
    Character,
    Kind,
    Role,
)
from standoff.games.bang.state import (
    Fall,
    Winner,
    count_the_living,
    discard_everything,
    discard_kind,
    draw_cards,
    find_character,
    next_seat,
    put_in_hand,
    put_on_discard,
    show_to_all,
    take_random_card,
)
from standoff.games.bang.tasks import COMMITTED, Task
from standoff.verbs import Seat, State

# --- answering ----------------------------------------------------------------------------------


@inline_kernel
def count_usable(state: State, seat: Seat, kind: int) -> int:
    """Return how many cards of a hand serve as Bang! or Missed! (rules 6.1 and 9.3)."""
    count = cardset.count_kind(state.hand[seat], kind)
    if state.character[seat] == Character.CALAMITY_JANET:
        other = Kind.MISSED if kind == Kind.BANG else Kind.BANG
        count += cardset.count_kind(state.hand[seat], other)
    return count


@inline_kernel
def shoot(state: State, seat: Seat, target: Seat, need: int) -> None:
    """Fire at a target, who needs so many Missed! (rules 5.2 and 6.1)."""
    barrels = int(cardset.has_kind(state.table[target], Kind.BARREL))
    barrels += int(state.character[target] == Character.JOURDONNAIS)
    tasks.push(state, Task.SHOT, target, seat, need, barrels)


@inline_kernel
def can_dodge(state: State, seat: Seat, need: int) -> bool:
    """Whether a hand has Missed! enough; Suzy may hope for a card after her last (rule 6.2)."""
    usable = count_usable(state, seat, Kind.MISSED)
    is_suzy = state.character[seat] == Character.SUZY_LAFAYETTE
    return usable >= need or (is_suzy and usable > 0 and state.hand_size[seat] == 1)


@inline_kernel
def dodge(state: State, seat: Seat, kind: int) -> None:
    """Answer a shot with a card that counts as one Missed! (rule 6.2)."""
    discard_kind(state, seat, kind)
    place = tasks.top(state)
    state.task_value[place] -= 1
    state.task_extra[place] = COMMITTED
    is_suzy = state.character[seat] == Character.SUZY_LAFAYETTE
    if is_suzy and state.task_value[place] > 0 and state.hand_size[seat] == 0:
        draw_cards(state, seat, 1)  # while she owes Slab a second one, rule 9.13


# --- wounds -------------------------------------------------------------------------------------


@inline_kernel
def hurt(state: State, seat: Seat, amount: int, source: Seat) -> None:
    """Take lives; what follows is resolved at once, or after a mass attack in batch (rule 6.4)."""
    state.life[seat] -= amount
    state.wounds[seat] += amount
    is_mass = state.num_tasks > 0 and state.task[tasks.top(state)] == Task.MASS
    if not (is_mass and state.is_batch):
        tasks.push(state, Task.RESOLVE, seat, source, 0, 0)


@inline_kernel
def heal(state: State, seat: Seat, amount: int) -> None:
    """Give lives back, never above the maximum."""
    state.life[seat] = min(int(state.life[seat]) + amount, int(state.max_life[seat]))


@inline_kernel
def can_drink(state: State) -> bool:
    """Whether Beer has an effect: not when two are left (rule 5.5)."""
    return bool(state.num_alive > 2)


@inline_kernel
def can_be_saved(state: State, seat: Seat) -> bool:
    """Whether a dying seat has Beers, and as Sid Ketchum pairs of cards, enough (rule 6.6)."""
    beers = cardset.count_kind(state.hand[seat], Kind.BEER) if can_drink(state) else 0
    saves = beers
    if state.character[seat] == Character.SID_KETCHUM:
        saves += (int(state.hand_size[seat]) - beers) // SID_CARDS
    return saves >= 1 - int(state.life[seat])


@inline_kernel
def can_spare(state: State, seat: Seat, kind: int, cards: int) -> bool:
    """Whether a dying Sid Ketchum can still be saved if he discards this kind (rule 6.6).

    It is one of so many cards that he still discards for a life; the others are no Beers if he can.
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
def may_be_saved(state: State, seat: Seat) -> bool:
    """Whether others cannot rule out that a dying seat can be saved, so that it is asked."""
    saves = int(state.hand_size[seat]) if can_drink(state) else 0
    if saves == 0 and state.character[seat] == Character.SID_KETCHUM:
        saves = int(state.hand_size[seat]) // SID_CARDS
    return saves >= 1 - int(state.life[seat])


@inline_kernel
def find_dying(state: State, source: Seat) -> Seat:
    """Return the first dying seat clockwise from the source, or from the turn, or NONE."""
    start = source if source != NONE else int(state.turn)
    for step in range(1, int(state.players) + 1):
        seat = (start + step) % int(state.players)
        if state.is_alive[seat] and state.life[seat] <= 0:
            return seat
    return NONE


@kernel
def resolve(state: State, source: Seat) -> None:
    """Go on with what wounds lead to: deaths, then victory, rewards, and abilities (rule 6.5)."""
    dying = find_dying(state, source)
    if dying != NONE:
        tasks.push(state, Task.LAST_SAVE, dying, source, 0, 0)
        return
    tasks.pop(state)
    start = source if source != NONE else int(state.turn)
    has_fallen = 0
    for seat in range(state.players):
        has_fallen |= int(state.has_fallen[seat])
    if has_fallen:
        state.winner = find_winner(state)
        if state.winner != Winner.NOT_YET:
            return
        for step in range(1, int(state.players) + 1):
            seat = (start + step) % int(state.players)
            if state.has_fallen[seat] == Fall.KILLED:
                reward(state, seat, source)
            state.has_fallen[seat] = Fall.NONE
    for step in range(1, int(state.players) + 1):
        seat = (start + step) % int(state.players)
        if state.wounds[seat] > 0:
            wounds = int(state.wounds[seat])
            state.wounds[seat] = 0
            if state.is_alive[seat]:
                feel_wounds(state, seat, wounds, source)


@kernel
def feel_wounds(state: State, seat: Seat, wounds: int, source: Seat) -> None:
    """Let Bart Cassidy and El Gringo draw for lives lost (rules 9.1 and 9.4)."""
    if state.character[seat] == Character.BART_CASSIDY:
        draw_cards(state, seat, wounds)
    elif state.character[seat] == Character.EL_GRINGO and source not in (NONE, seat):
        for _ in range(wounds):
            if state.hand_size[source] > 0:
                take_random_card(state, seat, source)


# --- death --------------------------------------------------------------------------------------


@kernel
def eliminate(state: State, seat: Seat) -> None:
    """Take a seat out of the game: its role is shown, its cards are looted or discarded (6.7)."""
    state.is_alive[seat] = 0
    state.life[seat] = 0
    state.wounds[seat] = 0
    state.has_fallen[seat] = Fall.KILLED
    state.last_death = seat
    count_the_living(state)
    sam = find_character(state, Character.VULTURE_SAM)
    if sam != NONE and state.life[sam] > 0:
        loot(state, sam, seat)
    elif chooses_top_card(state, seat):
        tasks.push(state, Task.CORPSE, seat, NONE, 0, 0)
    else:
        discard_everything(state, seat)


@kernel
def loot(state: State, sam: Seat, seat: Seat) -> None:
    """Vulture Sam takes all cards of the dead; those of the table have been seen (rule 9.14)."""
    while not cardset.is_empty(state.hand[seat]):
        card = cardset.pop_lowest(state.hand[seat])
        cardset.add(state.known[seat], card)
        put_in_hand(state, sam, card)
    state.hand_size[seat] = 0
    state.weapon[seat] = NONE
    while not cardset.is_empty(state.table[seat]):
        card = cardset.pop_lowest(state.table[seat])
        put_in_hand(state, sam, card)
        show_to_all(state, sam, card)


@inline_kernel
def chooses_top_card(state: State, seat: Seat) -> bool:
    """Whether it matters which card of the dead lies on top: Pedro Ramirez is next (rule 6.7)."""
    if state.has_left[seat] or find_winner(state) != Winner.NOT_YET:
        return False
    if state.character[next_seat(state, int(state.turn))] != Character.PEDRO_RAMIREZ:
        return False
    return count_kinds(state, seat) > 1


@inline_kernel
def count_kinds(state: State, seat: Seat) -> int:
    """Return how many kinds of card a seat has in hand and on the table."""
    count = 0
    for kind in range(len(cardset.KIND_MASK)):
        is_held = cardset.has_kind(state.hand[seat], kind)
        count += int(is_held or cardset.has_kind(state.table[seat], kind))
    return count


@kernel
def discard_corpse(state: State, seat: Seat, kind: int) -> None:
    """Discard all cards of the dead, one of this kind last."""
    if cardset.has_kind(state.hand[seat], kind):
        last = cardset.first_of_kind(state.hand[seat], kind)
        cardset.remove(state.hand[seat], last)
    else:
        last = cardset.first_of_kind(state.table[seat], kind)
        cardset.remove(state.table[seat], last)
    discard_everything(state, seat)
    put_on_discard(state, last)


@kernel
def reward(state: State, seat: Seat, killer: Seat) -> None:
    """Three cards for an Outlaw; a Sheriff who kills a Deputy loses all cards (rule 6.8)."""
    if killer in (NONE, seat) or not state.is_alive[killer]:
        return
    if state.role[seat] == Role.OUTLAW:
        draw_cards(state, killer, REWARD)
    elif state.role[seat] == Role.DEPUTY and state.role[killer] == Role.SHERIFF:
        discard_everything(state, killer)


@kernel
def find_winner(state: State) -> int:
    """Return the side that has won by now (rules 7.1 to 7.3)."""
    has_sheriff = False
    foes = 0
    renegades = 0
    for seat in range(state.players):
        if state.is_alive[seat]:
            has_sheriff |= state.role[seat] == Role.SHERIFF
            renegades += int(state.role[seat] == Role.RENEGADE)
            foes += int(state.role[seat] in (Role.OUTLAW, Role.RENEGADE))
    if not has_sheriff:
        is_last = state.num_alive == 1 and renegades == 1
        return Winner.RENEGADE if is_last else Winner.OUTLAWS
    return Winner.LAW if foes == 0 else Winner.NOT_YET


@inline_kernel
def kind_of_weapon(state: State, seat: Seat) -> int:
    """Return the kind of the weapon on a table, or NONE for the Colt .45."""
    return int(CARD_KIND[state.weapon[seat]]) if state.weapon[seat] != NONE else NONE
