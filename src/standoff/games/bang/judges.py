"""Judges: `scramble` changes what a seat must not see, `check_state` names what is wrong."""

from enum import IntEnum
from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import (
    MIN_SEATS,
    NONE,
    NUM_CARDS,
    NUM_KINDS,
    NUM_ROLES,
    ROLE_COUNTS,
    Kind,
    Role,
)
from standoff.games.bang.cardset import WORDS
from standoff.games.bang.state import HARMS, MAX_TASKS, Fall, Winner
from standoff.kit import Seat, State, below, inline_kernel, kernel, renew_rng

# --- the judge of observe -----------------------------------------------------------------------


@kernel
def scramble(state: State, seat: Seat, rng: Any) -> None:
    """Exchange hidden roles and cards; change the memory of others and the chance to come."""
    renew_rng(state.rng, rng)
    for _ in range(2 * NUM_CARDS):
        exchange_cards(state, seat, rng)
    for _ in range(int(state.players)):
        exchange_roles(state, seat, rng)
    for other in range(state.players):
        if other != seat:
            forget_or_learn(state, other, rng)
            notice(state, other, rng)


@inline_kernel
def exchange_roles(state: State, seat: Seat, rng: Any) -> None:
    """Exchange the roles of two living seats, unless the seat knows one of them."""
    first, second = below(rng, int(state.players)), below(rng, int(state.players))
    if state.winner != Winner.NOT_YET or seat in (first, second):
        return
    if not (state.is_alive[first] and state.is_alive[second]):
        return
    if Role.SHERIFF in (state.role[first], state.role[second]):
        return
    role = state.role[first]
    state.role[first] = state.role[second]
    state.role[second] = role


@inline_kernel
def exchange_cards(state: State, seat: Seat, rng: Any) -> None:
    """Exchange an unknown card of the deck with an unknown one of the deck or another hand."""
    if state.deck_size == 0:
        return
    first = below(rng, int(state.deck_size))
    card = int(state.deck[first])
    if cardset.contains(state.known[seat], card):
        return
    other = below(rng, int(state.players) + 1)
    if other == state.players:
        second = below(rng, int(state.deck_size))
        if not cardset.contains(state.known[seat], int(state.deck[second])):
            state.deck[first] = state.deck[second]
            state.deck[second] = card
    elif other != seat and not cardset.is_empty(state.hand[other]):
        held = cardset.pick_any(state.hand[other], rng)
        if not cardset.contains(state.known[seat], held):
            cardset.remove(state.hand[other], held)
            cardset.add(state.hand[other], card)
            state.deck[first] = held
            cardset.remove(state.seen, held)
            cardset.remove(state.known[other], card)


@inline_kernel
def forget_or_learn(state: State, other: Seat, rng: Any) -> None:
    """Let another seat forget a card, or learn one in a hand that is not its own."""
    card = below(rng, NUM_CARDS)
    if cardset.contains(state.known[other], card):
        cardset.remove(state.known[other], card)
        return
    for third in range(state.players):
        if third != other and cardset.contains(state.hand[third], card):
            cardset.add(state.known[other], card)


@inline_kernel
def notice(state: State, other: Seat, rng: Any) -> None:
    """Change whether a card in another hand has been seen by others."""
    card = below(rng, NUM_CARDS)
    if cardset.contains(state.hand[other], card):
        if cardset.contains(state.seen, card):
            cardset.remove(state.seen, card)
        else:
            cardset.add(state.seen, card)


# --- soundness ----------------------------------------------------------------------------------


class Problem(IntEnum):
    """What can be wrong with a state: flags, as an IntEnum because kernels know no IntFlag."""

    CARDS = 1
    PILES = 2
    HAND = 4
    TABLE = 8
    ROLES = 16
    LIFE = 32
    DEAD = 64
    MEMORY = 128
    TASKS = 256
    CHARACTERS = 512
    HARM = 1024


PROBLEMS = (
    "a card is missing or is there twice",
    "the deck or the discard pile holds other cards than its size says",
    "a hand holds other cards than its size says",
    "a table holds two equal cards, two weapons, or a card that is not blue",
    "the roles are not those of this number of players",
    "a life is out of bounds",
    "a dead seat holds cards, or the living are not counted right",
    "a seat remembers a card that is not hidden from it",
    "the tasks are out of range",
    "two seats have the same character",
    "the counted harm does not agree with the deeds",
)


@kernel
def check_state(state: State) -> int:
    """Return the Problems of a complete state."""
    problems = 0
    problems |= Problem.CARDS * int(not are_cards_conserved(state))
    problems |= Problem.PILES * int(not are_piles_sound(state))
    problems |= Problem.ROLES * int(not are_roles_sound(state))
    problems |= Problem.MEMORY * int(not are_memories_sound(state))
    problems |= Problem.TASKS * int(not are_tasks_sound(state))
    problems |= Problem.HARM * int(not is_harm_sound(state))
    characters = 0
    living = 0
    for seat in range(state.players):
        problems |= Problem.HAND * int(cardset.size(state.hand[seat]) != state.hand_size[seat])
        problems |= Problem.TABLE * int(not is_table_sound(state, seat))
        problems |= Problem.CHARACTERS * (characters >> int(state.character[seat]) & 1)
        characters |= 1 << int(state.character[seat])
        if state.is_alive[seat]:
            problems |= Problem.DEAD * int(state.ring[seat] != living)
            living += 1
            is_low = state.life[seat] < 1 and state.wounds[seat] == 0
            problems |= Problem.LIFE * int(is_low or state.life[seat] > state.max_life[seat])
        else:
            is_buried = is_waiting_for_burial(state, seat) or state.hand_size[seat] == 0
            problems |= Problem.DEAD * int(not is_buried or state.life[seat] != 0)
    problems |= Problem.DEAD * int(living != state.num_alive)
    return problems


@inline_kernel
def is_waiting_for_burial(state: State, seat: Seat) -> bool:
    """Whether others are still dying, or a dead seat is still choosing its last card."""
    found = int(state.fall[seat] != Fall.NONE and state.winner == Winner.NOT_YET)
    for index in range(state.num_tasks):
        found |= int(state.task_seat[index] == seat)
    return found != 0


@inline_kernel
def are_cards_conserved(state: State) -> bool:
    """Whether each of the 80 cards is there exactly once."""
    low, high, count = 0, 0, 0
    for seat in range(state.players):
        low |= state.hand[seat, 0] | state.table[seat, 0]
        high |= state.hand[seat, 1] | state.table[seat, 1]
        count += cardset.size(state.hand[seat]) + cardset.size(state.table[seat])
    low |= state.store[0]
    high |= state.store[1]
    count += cardset.size(state.store)
    low, high, count = add_pile(state.deck, low, high, count)
    low, high, count = add_pile(state.discard, low, high, count)
    low, high, count = add_pile(state.flipped, low, high, count)
    full = (1 << cardset.BITS) - 1
    return low == full and high == full and count == NUM_CARDS


@inline_kernel
def add_pile(pile: Any, low: int, high: int, count: int) -> tuple[int, int, int]:
    """Return a set of cards, as two words, and its size, with the cards of a pile added."""
    for index in range(len(pile)):
        card = int(pile[index])
        if card >= 0:
            count += 1
            if card < cardset.BITS:
                low |= 1 << card
            else:
                high |= 1 << (card - cardset.BITS)
    return low, high, count


@inline_kernel
def are_piles_sound(state: State) -> bool:
    """Whether deck and discard pile hold as many cards as they say."""
    for index in range(NUM_CARDS):
        if (state.deck[index] != NONE) != (index < state.deck_size):
            return False
        if (state.discard[index] != NONE) != (index < state.discard_size):
            return False
    return True


@inline_kernel
def is_table_sound(state: State, seat: Seat) -> bool:
    """Whether a table holds only blue cards, no two equal, and the weapon that the state names."""
    weapons = 0
    for kind in range(NUM_KINDS):
        count = cardset.count_kind(state.table[seat], kind)
        is_blue = kind == Kind.JAIL or kind >= Kind.BARREL
        if count > int(is_blue):
            return False
        if kind >= Kind.VOLCANIC:
            weapons += count
    if weapons != int(state.weapon[seat] != NONE):
        return False
    return weapons == 0 or cardset.contains(state.table[seat], int(state.weapon[seat]))


@inline_kernel
def are_roles_sound(state: State) -> bool:
    """Whether the number of each role is right."""
    for role in range(NUM_ROLES):
        count = 0
        for seat in range(state.players):
            count += int(state.role[seat] == role)
        if count != ROLE_COUNTS[state.players - MIN_SEATS, role]:
            return False
    return True


@inline_kernel
def is_harm_sound(state: State) -> bool:
    """Whether `harm` agrees with the deeds."""
    wrong = 0
    for seat in range(state.players):
        for other in range(state.players):
            harm = 0
            for act in HARMS:
                harm += int(state.deeds[seat, other, act])
            wrong |= int(state.harm[seat, other] != harm)
    return wrong == 0


@inline_kernel
def are_memories_sound(state: State) -> bool:
    """Whether only cards in the deck and in hands are remembered, no card of the own hand."""
    wrong = 0
    for word in range(WORDS):
        wrong |= state.seen[word] & ~hidden_cards(state, NONE, word)
    for seat in range(state.players + 1):
        for word in range(WORDS):
            wrong |= state.known[seat, word] & ~hidden_cards(state, seat, word)
    return bool(wrong == 0)


@inline_kernel
def hidden_cards(state: State, seat: Seat, word: int) -> int:
    """Return one word of the set of all cards in the deck and in hands other than the seat's."""
    cards = 0
    for other in range(state.players):
        cards |= state.hand[other, word] if other != seat else 0
    for index in range(state.deck_size):
        card = int(state.deck[index])
        if card // cardset.BITS == word:
            cards |= 1 << card % cardset.BITS
    return cards


@inline_kernel
def are_tasks_sound(state: State) -> bool:
    """Whether the seats of all tasks exist; only a finished game has no task."""
    if not 0 < state.num_tasks < MAX_TASKS:
        return bool(state.winner != Winner.NOT_YET)
    out_of_range = 0
    for index in range(state.num_tasks):
        out_of_range += int(not 0 <= state.task_seat[index] < state.players)
    return out_of_range == 0
