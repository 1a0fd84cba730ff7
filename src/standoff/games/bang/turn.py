"""A turn in its phases, and "draw!"."""

from standoff._jit import inline_kernel, kernel
from standoff.games.bang import cardset, tasks
from standoff.games.bang.cards import (
    CARD_RANK,
    CARD_SUIT,
    DYNAMITE_DAMAGE,
    EXPLOSIVE_HIGH,
    EXPLOSIVE_LOW,
    KIT_CARDS,
    NONE,
    PHASE_ONE_CARDS,
    Character,
    Kind,
    Role,
    Suit,
)
from standoff.games.bang.combat import hurt
from standoff.games.bang.state import (
    WINDOW,
    Winner,
    draw_cards,
    lay_on_table,
    lay_open,
    leave_table,
    next_seat,
    put_in_hand,
    put_on_discard,
    reshuffle,
    show_to_all,
    take_top,
)
from standoff.games.bang.tasks import Draw, Task
from standoff.verbs import Seat, State

# --- the course of a turn -----------------------------------------------------------------------


@inline_kernel
def start_turn(state: State, seat: Seat) -> None:
    """Begin a turn: Dynamite, then Jail, then the phases (rules 3.1 to 3.3)."""
    tasks.pop(state)
    state.turn = seat
    state.shots = 0
    state.refills = 0
    state.has_discarded = 0
    if state.role[seat] == Role.SHERIFF:
        if state.round_number == state.max_rounds:
            state.winner = Winner.NOBODY
            return
        state.round_number += 1
        state.recent_harm[int(state.round_number) % WINDOW, :, :] = 0
    state.turns[seat] += 1
    tasks.push(state, Task.PHASE_ONE, seat, NONE, 0, 0)
    if cardset.has_kind(state.table[seat], Kind.JAIL):
        tasks.push(state, Task.JAIL, seat, NONE, 0, 0)
    if cardset.has_kind(state.table[seat], Kind.DYNAMITE):
        tasks.push(state, Task.DYNAMITE, seat, NONE, 0, 0)


@inline_kernel
def phase_one(state: State, seat: Seat) -> None:
    """Draw two cards, or as the character does (rules 3.4 and 9)."""
    tasks.replace(state, Task.PLAY, seat)
    character = int(state.character[seat])
    if character == Character.BLACK_JACK:
        draw_as_black_jack(state, seat)
    elif character == Character.KIT_CARLSON:
        look_as_kit_carlson(state, seat)
    elif character == Character.JESSE_JONES and has_other_hand(state, seat):
        tasks.push(state, Task.JESSE, seat, NONE, 0, 0)
    elif character == Character.PEDRO_RAMIREZ and state.discard_size > 0:
        tasks.push(state, Task.PEDRO, seat, NONE, 0, 0)
    else:
        draw_cards(state, seat, PHASE_ONE_CARDS)


@inline_kernel
def draw_as_black_jack(state: State, seat: Seat) -> None:
    """Show the second card; a red one brings a third (rule 9.2)."""
    draw_cards(state, seat, 1)
    card = take_top(state)
    if card == NONE:
        return
    put_in_hand(state, seat, card)
    show_to_all(state, seat, card)
    if CARD_SUIT[card] in (Suit.HEARTS, Suit.DIAMONDS):
        draw_cards(state, seat, 1)


@inline_kernel
def look_as_kit_carlson(state: State, seat: Seat) -> None:
    """Look at the top three cards, to put one back (rule 9.7)."""
    if state.deck_size < KIT_CARDS and state.discard_size > 0:
        reshuffle(state)
    if state.deck_size < KIT_CARDS:
        draw_cards(state, seat, PHASE_ONE_CARDS)
        return
    for depth in range(1, KIT_CARDS + 1):
        cardset.add(state.known[seat], int(state.deck[state.deck_size - depth]))
    tasks.push(state, Task.KIT, seat, NONE, 0, 0)


@kernel
def put_back(state: State, seat: Seat, card: int) -> None:
    """Keep two of the top three cards, and leave the third on top (rule 9.7)."""
    for _ in range(KIT_CARDS):
        other = take_top(state)
        if other != card:
            put_in_hand(state, seat, other)
    state.deck[state.deck_size] = card
    state.deck_size += 1


@inline_kernel
def has_other_hand(state: State, seat: Seat) -> bool:
    """Whether another living seat has cards in hand."""
    found = 0
    for other in range(state.players):
        if other != seat and state.is_alive[other]:
            found += int(state.hand_size[other])
    return found > 0


@inline_kernel
def end_turn(state: State, seat: Seat) -> None:
    """Pass the turn to the next living seat clockwise (rule 3.7)."""
    tasks.replace(state, Task.START_TURN, next_seat(state, seat))


# --- draw! --------------------------------------------------------------------------------------


@inline_kernel
def is_good(card: int, draw: int) -> bool:
    """Whether a card turned over for "draw!" is good for who drew it (rules 3.2, 3.3, 5.3)."""
    if draw == Draw.DYNAMITE:
        is_low = EXPLOSIVE_LOW <= CARD_RANK[card] <= EXPLOSIVE_HIGH
        return not (CARD_SUIT[card] == Suit.SPADES and is_low)
    return bool(CARD_SUIT[card] == Suit.HEARTS)


@kernel
def draw_for(state: State, seat: Seat, draw: int) -> None:
    """Turn a card over; Lucky Duke turns two and chooses one (rules 2.5 and 9.8)."""
    card = take_top(state)
    if card == NONE:
        settle_draw(state, seat, draw, draw == Draw.DYNAMITE)
        return
    if state.character[seat] == Character.LUCKY_DUKE:
        second = take_top(state)
        if second != NONE:
            draw_as_lucky_duke(state, seat, draw, card, second)
            return
    put_on_discard(state, card)
    settle_draw(state, seat, draw, is_good(card, draw))


@kernel
def draw_as_lucky_duke(state: State, seat: Seat, draw: int, card: int, second: int) -> None:
    """Ask which of two cards counts, where it matters and he is to be asked (rule 9.8)."""
    first_good, second_good = is_good(card, draw), is_good(second, draw)
    if first_good == second_good or state.auto_lucky_duke:
        put_on_discard(state, card)
        put_on_discard(state, second)
        settle_draw(state, seat, draw, first_good or second_good)
    else:
        state.flipped[0] = card
        state.flipped[1] = second
        lay_open(state, card)
        lay_open(state, second)
        tasks.push(state, Task.LUCKY, seat, NONE, draw, 0)


@inline_kernel
def choose_flipped(state: State, seat: Seat, draw: int, card: int) -> None:
    """Let the chosen card count; both are discarded (rule 9.8)."""
    tasks.pop(state)
    discard_flipped(state)
    settle_draw(state, seat, draw, is_good(card, draw))


@inline_kernel
def discard_flipped(state: State) -> None:
    """Discard the cards that Lucky Duke has turned over, if there are any."""
    for place in range(len(state.flipped)):
        if state.flipped[place] != NONE:
            put_on_discard(state, int(state.flipped[place]))
            state.flipped[place] = NONE


@kernel
def settle_draw(state: State, seat: Seat, draw: int, was_good: bool) -> None:
    """Do what a "draw!" decides; the task that asked for it lies on top, or has been done."""
    if draw == Draw.BARREL:
        state.task_value[tasks.top(state)] -= int(was_good)
    elif draw == Draw.DYNAMITE:
        card = cardset.first_of_kind(state.table[seat], Kind.DYNAMITE)
        leave_table(state, seat, card)
        if was_good:
            lay_on_table(state, next_seat(state, seat), card)
        else:
            put_on_discard(state, card)
            hurt(state, seat, DYNAMITE_DAMAGE, NONE)
    else:
        card = cardset.first_of_kind(state.table[seat], Kind.JAIL)
        leave_table(state, seat, card)
        put_on_discard(state, card)
        if not was_good:  # phase one is what comes next: leave it out
            tasks.replace(state, Task.DISCARD if state.jail_discards else Task.END_TURN, seat)
