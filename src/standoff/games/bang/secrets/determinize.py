"""Worlds that fit an observation: unknown roles and cards are dealt at random (rule 8.7)."""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.cards import MAX_SEATS, MIN_SEATS, NONE, ROLE_COUNTS, UNKNOWN, Role
from standoff.kit import (
    Seat,
    State,
    below,
    inline_kernel,
    kernel,
    lowest_bit,
    renew_rng,
    stack_table,
    uniform,
)

ALL_BITS = (1 << cardset.BITS) - 1
MAX_DEPUTIES, MAX_OUTLAWS = 2, 3
WAYS_ROWS = MAX_SEATS + 1
WAYS_COLUMNS = (MAX_DEPUTIES + 1) * (MAX_OUTLAWS + 1)
KNOWN_DEPTH = 3
"""A seat knows no card of the deck below this depth: Kit Carlson looks at three."""


@kernel
def determinize(state: State, seat: Seat, rng: Any) -> None:
    """Give every unknown role and card a value that fits, all equally likely."""
    renew_rng(state.rng, rng)
    deal_unknown_roles(state, rng)
    deal_unknown_cards(state, seat, rng)


# --- roles ----------------------------------------------------------------------------------------


@inline_kernel
def deal_unknown_roles(state: State, rng: Any) -> None:
    """Deal the remaining roles to the seats whose role is unknown, all orders equally likely."""
    unknown = 0
    for seat in range(state.players):
        unknown += int(state.role[seat] == UNKNOWN)
    for seat in range(state.players):
        if state.role[seat] == UNKNOWN:
            number = below(rng, unknown) - count_unknown(state, Role.SHERIFF)
            role = 0
            while number >= 0:
                role += 1
                number -= count_unknown(state, role)
            state.role[seat] = role
            unknown -= 1


@inline_kernel
def count_unknown(state: State, role: int) -> int:
    """Return how many of the seats with an unknown role have this role."""
    left = int(ROLE_COUNTS[state.players - MIN_SEATS, role])
    for seat in range(state.players):
        left -= int(state.role[seat] == role)
    return left


# --- cards ----------------------------------------------------------------------------------------


@inline_kernel
def deal_unknown_cards(state: State, seat: Seat, rng: Any) -> None:
    """Shuffle the unseen cards into the unknown slots of the deck and of other hands.

    The array of the deck has a slot for every card, so the cards for the hands fit behind the deck.
    """
    for word in range(cardset.WORDS):
        state.seen[word] |= state.known[seat, word]
    low, high = find_unseen(state)
    wanted = 0
    for other in range(state.players):
        wanted += int(state.hand_size[other]) - cardset.size(state.hand[other])
    end = int(state.deck_size) + wanted
    for slot in range(end):
        if slot < state.deck_size and state.deck[slot] != UNKNOWN:
            continue
        word = 0 if low != 0 else 1
        if word == 0:
            card = lowest_bit(low)
            low &= low - 1
        else:
            card = cardset.BITS + lowest_bit(high)
            high &= high - 1
        drawn = draw_slot(state, seat, slot, rng)
        state.deck[slot] = state.deck[drawn] if drawn != slot else card
        state.deck[drawn] = card
    slot = int(state.deck_size)
    for other in range(state.players):
        for _ in range(int(state.hand_size[other]) - cardset.size(state.hand[other])):
            cardset.add(state.hand[other], int(state.deck[slot]))
            state.deck[slot] = NONE
            slot += 1


@inline_kernel
def draw_slot(state: State, seat: Seat, last: int, rng: Any) -> int:
    """Return a random slot from 0 to `last` that holds no known card."""
    slot = below(rng, last + 1)
    while slot < state.deck_size and is_known_slot(state, seat, slot):
        slot = below(rng, last + 1)
    return slot


@inline_kernel
def is_known_slot(state: State, seat: Seat, slot: int) -> bool:
    """Whether a seat knows the card in a slot of the deck."""
    if slot < int(state.deck_size) - KNOWN_DEPTH:
        return False
    card = int(state.deck[slot])
    return card >= 0 and cardset.contains(state.known[seat], card)


@inline_kernel
def find_unseen(state: State) -> tuple[int, int]:
    """Return the set of cards that an observation does not show, as two words."""
    low, high = ALL_BITS, ALL_BITS
    for seat in range(state.players):
        low &= ~(state.hand[seat, 0] | state.table[seat, 0])
        high &= ~(state.hand[seat, 1] | state.table[seat, 1])
    low &= ~state.store[0]
    high &= ~state.store[1]
    for slot in range(state.discard_size):
        low, high = without(low, high, int(state.discard[slot]))
    for slot in range(state.deck_size):
        if state.deck[slot] >= 0:
            low, high = without(low, high, int(state.deck[slot]))
    for slot in range(len(state.flipped)):
        if state.flipped[slot] >= 0:
            low, high = without(low, high, int(state.flipped[slot]))
    return low, high


@inline_kernel
def without(low: int, high: int, card: int) -> tuple[int, int]:
    """Return a set of cards, given as two words, without a card."""
    if card < cardset.BITS:
        return low & ~(1 << card), high
    return low, high & ~(1 << (card - cardset.BITS))


# --- roles by weights -----------------------------------------------------------------------------


@kernel
def determinize_by_weights(state: State, seat: Seat, rng: Any, weights: Any) -> None:
    """Draw a world in which a deal of roles is as likely as the product of `weights[seat, role]`.

    This is exact: `ways[seat, left(deputies, outlaws)]` is the total weight of all ways to deal the
    remaining roles to this seat and the seats after it, so each role can be drawn in turn. If all
    deals have the weight 0, they are equally likely.
    """
    ways = stack_table(WAYS_ROWS, WAYS_COLUMNS)
    renew_rng(state.rng, rng)
    deputies, outlaws = count_unknown(state, Role.DEPUTY), count_unknown(state, Role.OUTLAW)
    weigh_ways(state, weights, ways, count_unknown(state, Role.RENEGADE))
    if ways[0, left(deputies, outlaws)] > 0.0:
        for other in range(state.players):
            if state.role[other] == UNKNOWN:
                role = draw_role(state, other, deputies, outlaws, weights, ways, rng)
                state.role[other] = role
                deputies -= int(role == Role.DEPUTY)
                outlaws -= int(role == Role.OUTLAW)
    deal_unknown_roles(state, rng)
    deal_unknown_cards(state, seat, rng)


@inline_kernel
def left(deputies: int, outlaws: int) -> int:
    """Return the column of `ways` for the numbers of Deputies and Outlaws still to deal."""
    return (MAX_OUTLAWS + 1) * deputies + outlaws


@inline_kernel
def weigh_ways(state: State, weights: Any, ways: Any, renegades: int) -> None:
    """Fill `ways` from the last seat to the first."""
    players = int(state.players)
    ways[players, 0] = 1.0
    unknown = 0
    for seat in range(players - 1, -1, -1):
        is_unknown = state.role[seat] == UNKNOWN
        unknown += int(is_unknown)
        for deputies in range(MAX_DEPUTIES + 1):
            for outlaws in range(MAX_OUTLAWS + 1):
                column = left(deputies, outlaws)
                if not is_unknown:
                    ways[seat, column] = ways[seat + 1, column]
                    continue
                rest = unknown - deputies - outlaws
                if not 0 <= rest <= renegades:
                    continue
                weight = 0.0
                if deputies > 0:
                    rest_ways = ways[seat + 1, left(deputies - 1, outlaws)]
                    weight += share(weights, seat, Role.DEPUTY) * rest_ways
                if outlaws > 0:
                    rest_ways = ways[seat + 1, left(deputies, outlaws - 1)]
                    weight += share(weights, seat, Role.OUTLAW) * rest_ways
                if rest > 0:
                    weight += share(weights, seat, Role.RENEGADE) * ways[seat + 1, column]
                ways[seat, column] = weight


@inline_kernel
def draw_role(
    state: State, seat: Seat, deputies: int, outlaws: int, weights: Any, ways: Any, rng: Any
) -> int:
    """Return a random role for a seat, given the roles of the seats before it."""
    point = uniform(rng) * ways[seat, left(deputies, outlaws)]
    drawn = NONE
    if deputies > 0:
        weight = share(weights, seat, Role.DEPUTY) * ways[seat + 1, left(deputies - 1, outlaws)]
        point -= weight
        drawn = Role.DEPUTY if weight > 0.0 else drawn
    if point >= 0.0 and outlaws > 0:
        weight = share(weights, seat, Role.OUTLAW) * ways[seat + 1, left(deputies, outlaws - 1)]
        point -= weight
        drawn = Role.OUTLAW if weight > 0.0 else drawn
    if point >= 0.0 and ways[seat + 1, left(deputies, outlaws)] > 0.0:
        drawn = Role.RENEGADE if share(weights, seat, Role.RENEGADE) > 0.0 else drawn
    return drawn


@inline_kernel
def share(weights: Any, seat: Seat, role: int) -> float:
    """Return a weight divided by the greatest of its seat, so that products stay in range."""
    most = max(weights[seat, Role.DEPUTY], weights[seat, Role.OUTLAW], weights[seat, Role.RENEGADE])
    return float(weights[seat, role] / most) if most > 0.0 else 0.0
