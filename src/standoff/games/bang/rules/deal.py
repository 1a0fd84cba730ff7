"""The deal: options, roles, characters, and the shuffled deck (rule 1)."""

from typing import Any

from standoff.games.bang.cards import (
    BULLETS,
    MIN_SEATS,
    NONE,
    NUM_CARDS,
    NUM_CHARACTERS,
    ROLE_COUNTS,
    Character,
    Role,
)
from standoff.games.bang.options import Choice, Reading
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.piles import draw_cards
from standoff.games.bang.rules.requests import advance
from standoff.games.bang.rules.seats import count_the_living
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import Winner
from standoff.kit import Seat, State, below, inline_kernel, kernel, seed_rng, shuffle


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


@inline_kernel
def chosen(choice: int, by_rules: bool) -> bool:
    """Return the value of an option, `by_rules` if it is left to the reading of the rules."""
    return by_rules if choice == Choice.BY_RULES else choice == Choice.YES


@kernel
def set_reading(state: State, options: Any) -> None:
    """Set the reading of the rules and the options that change it (rule 10)."""
    state.reading = options.rules
    is_sequential = chosen(int(options.mass), state.reading == Reading.KOLAR)
    state.is_batch = int(not is_sequential)
    is_thesis = state.reading != Reading.OFFICIAL
    state.jail_discards = int(chosen(int(options.jail_discards), is_thesis))
    is_danilakova = state.reading == Reading.DANILAKOVA
    state.auto_lucky_duke = int(chosen(int(options.auto_lucky_duke), is_danilakova))
    state.auto_barrel = options.auto_barrel
    state.sid_any_time = options.sid_any_time


@kernel
def clear_table(state: State) -> None:
    """Clear every field that changes in a game."""
    state.hand[:, :] = 0
    state.table[:, :] = 0
    state.known[:, :] = 0
    state.seen[:] = 0
    state.turns[:] = 0
    state.store[:] = 0
    state.round_number = 0
    state.deck[:] = NONE
    state.discard[:] = NONE
    state.deeds[:, :, :] = 0
    state.harm[:, :] = 0
    state.recent_harm[:, :, :] = 0
    state.mass_attacks[:] = 0
    state.role[:] = NONE
    state.character[:] = NONE
    state.life[:] = 0
    state.max_life[:] = 0
    state.hand_size[:] = 0
    state.weapon[:] = NONE
    state.is_alive[:] = 0
    state.has_left[:] = 0
    state.ring[:] = 0
    state.wounds[:] = 0
    state.fall[:] = 0
    state.flipped[:] = NONE
    state.task[:] = NONE
    state.task_seat[:] = NONE
    state.task_source[:] = NONE
    state.task_value[:] = 0
    state.task_extra[:] = 0
    state.num_tasks = 0
    state.turn = 0
    state.last_death = NONE
    state.suzy = NONE
    state.shots = 0
    state.refills = 0
    state.discarding = 0
    state.wants_unseen = 0
    state.deck_size = 0
    state.discard_size = 0
    state.winner = Winner.NOT_YET


@inline_kernel
def shuffle_deck(state: State) -> None:
    """Shuffle all cards into the deck."""
    for card in range(NUM_CARDS):
        state.deck[card] = card
    shuffle(state.rng, state.deck, NUM_CARDS)
    state.deck_size = NUM_CARDS


# --- roles and characters -------------------------------------------------------------------------


@kernel
def deal_roles(state: State, options: Any) -> None:
    """Deal the roles that no option fixes, all orders equally likely (rules 1.2 and 1.6)."""
    counts = ROLE_COUNTS[state.players - MIN_SEATS]
    left = int(state.players)
    for seat in range(state.players):
        state.role[seat] = fixed(options, seat, True)
        left -= int(state.role[seat] != NONE)
    for seat in range(state.players):
        if state.role[seat] != NONE:
            continue
        number = below(state.rng, left)
        role = 0
        number -= left_of_role(state, counts, role)
        while number >= 0:
            role += 1
            number -= left_of_role(state, counts, role)
        state.role[seat] = role
        left -= 1


@inline_kernel
def left_of_role(state: State, counts: Any, role: int) -> int:
    """Return how many cards of a role are still to be dealt."""
    left = int(counts[role])
    for seat in range(state.players):
        left -= int(state.role[seat] == role)
    return left


@kernel
def deal_characters(state: State, options: Any) -> None:
    """Deal the characters that no option fixes (rules 1.3 and 1.6)."""
    taken = 0
    for seat in range(state.players):
        state.character[seat] = fixed(options, seat, False)
        if state.character[seat] != NONE:
            taken |= 1 << int(state.character[seat])
    for seat in range(state.players):
        if state.character[seat] == NONE:
            character = below(state.rng, NUM_CHARACTERS)
            while taken >> character & 1:
                character = below(state.rng, NUM_CHARACTERS)
            taken |= 1 << character
            state.character[seat] = character
    find_suzy(state)


@inline_kernel
def find_suzy(state: State) -> None:
    """Note the seat of Suzy Lafayette, whose hand is checked after every card."""
    for seat in range(state.players):
        if state.character[seat] == Character.SUZY_LAFAYETTE:
            state.suzy = seat


@inline_kernel
def fixed(options: Any, seat: Seat, is_role: bool) -> int:
    """Return the role or character that an option fixes for a seat, or NONE for a random one."""
    roles = (
        options.role0, options.role1, options.role2, options.role3,
        options.role4, options.role5, options.role6, options.role7,
    )  # fmt: skip
    characters = (
        options.character0, options.character1, options.character2, options.character3,
        options.character4, options.character5, options.character6, options.character7,
    )  # fmt: skip
    return int(roles[seat] if is_role else characters[seat]) - 1
