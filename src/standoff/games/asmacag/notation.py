"""Texts of ASMACAG: `x2`, `%2`, `6 on 1`, `nothing`; and a state on one line.

The text of a state is fields `name=value` separated by spaces, in the order of FIELD_NAMES. Cards
are separated by commas; `?` is a card that the observer does not know, `-` an empty list:

    turn=0 left=3 factor=1 scores=0,0 hand0=6,x2,1 hand1=?,?,? board=1,3,3 deck=%2,6 discard=-
    rng=0,0
"""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from standoff.games.asmacag.cards import (
    MAX_COPIES,
    MAX_HAND,
    NONE,
    NUM_SEATS,
    NUM_SPECIALS,
    SPECIAL_TEXTS,
    UNKNOWN,
)
from standoff.games.asmacag.options import deck_counts, num_numbers
from standoff.kit import (
    NOBODY,
    BadNotation,
    Choice,
    Settings,
    State,
    parse_float,
    parse_list,
    parse_number,
    parse_word,
)

NOTHING = "nothing"
EXAMPLES = ("x2", "%2", "nothing", "or a number on a number such as 6 on 1")
UNKNOWN_TEXT = "?"
EMPTY_TEXT = "-"
HANDS = ("hand0", "hand1")
HEAPS = ("board", "deck", "discard")
FIELD_NAMES = ("turn", "left", "factor", "scores", *HANDS, *HEAPS, "rng")


# --- cards and actions --------------------------------------------------------------------------


def card_text(settings: Settings, card: int) -> str:
    """Return the text of a kind of card."""
    return card_name(int(settings["min_number"]), card)


def card_name(lowest: int, card: int) -> str:
    """Return the text of a kind of card, given the lowest number."""
    if card == UNKNOWN:
        return UNKNOWN_TEXT
    if card < NUM_SPECIALS:
        return SPECIAL_TEXTS[card]
    return str(lowest + card - NUM_SPECIALS)


def parse_card(settings: Settings, text: str) -> int:
    """Return the kind of card that a text names."""
    if text == UNKNOWN_TEXT:
        return UNKNOWN
    if text in SPECIAL_TEXTS:
        return SPECIAL_TEXTS.index(text)
    low, high = int(settings["min_number"]), int(settings["max_number"])
    with suppress(BadNotation):
        return NUM_SPECIALS + parse_number("a card", text, low, high) - low
    raise BadNotation(f"there is no card {text!r}; known: x2, %2 and the numbers {low} to {high}")


def action_texts(settings: Settings) -> list[str]:
    """Return the text of every action."""
    lowest, count = int(settings["min_number"]), num_numbers(settings)
    numbers = range(lowest, lowest + count)
    pairs = [f"{played} on {target}" for played in numbers for target in numbers]
    return [*SPECIAL_TEXTS, *pairs, NOTHING]


def list_choices(settings: Settings) -> list[Choice]:
    """Return what every action means; the target's card is a number of the board."""
    choices = []
    for code, text in enumerate(action_texts(settings)):
        card, _, target = text.partition(" on ")
        is_nothing = text == NOTHING
        choices.append(
            Choice(code, text, NOTHING if is_nothing else "play", None if is_nothing else card,
                   None, target or None)
        )  # fmt: skip
    return choices


# --- states -------------------------------------------------------------------------------------


def heap(counts: Iterable[int], first: int = 0) -> list[int]:
    """Return the cards that a list counts by kind, one by one."""
    return [kind for kind, count in enumerate(counts, first) for _ in range(count)]


def number_text(number: float) -> str:
    """Return a score or factor exactly, without `.0` at the end."""
    return str(int(number)) if number.is_integer() else repr(float(number))


def state_text(settings: Settings, state: State) -> str:
    """Return a state or an observation on one line."""

    def cards(kinds: Iterable[int]) -> str:
        return ",".join(card_text(settings, kind) for kind in kinds) or EMPTY_TEXT

    values = (
        str(state.seat) if state.seat != NOBODY else EMPTY_TEXT,
        str(state.points_left),
        number_text(state.factor),
        ",".join(number_text(score) for score in state.score),
        *(cards(state.hand[seat, : state.hand_size[seat]]) for seat in range(NUM_SEATS)),
        cards(heap(state.board, NUM_SPECIALS)),
        cards(heap(state.deck)),
        cards(heap(state.discard)),
        ",".join(str(word) for word in state.rng),
    )
    return " ".join(f"{name}={value}" for name, value in zip(FIELD_NAMES, values, strict=True))


def parse_state(settings: Settings, text: str, state: State) -> None:
    """Fill `state` from its text and the options; raises `BadNotation`."""
    values = dict(part.partition("=")[::2] for part in text.split())
    if tuple(values) != FIELD_NAMES:
        raise BadNotation(
            f"a state of asmacag must have the fields {' '.join(FIELD_NAMES)}, in this order"
        )
    fill_options(settings, state)
    turn = values["turn"]
    state.seat = NOBODY if turn == EMPTY_TEXT else parse_number("turn", turn, 0, NUM_SEATS - 1)
    state.points_left = parse_number("left", values["left"], 0, int(settings["action_points"]))
    state.factor = parse_float("factor", values["factor"])
    state.score = parse_list("scores", values["scores"], NUM_SEATS, parse_float)
    state.rng = parse_list("rng", values["rng"], len(state.rng), parse_word)
    for seat, name in enumerate(HANDS):
        hand = parse_cards(settings, values[name])
        if len(hand) > MAX_HAND:
            raise BadNotation(f"a hand has at most {MAX_HAND} cards, not {len(hand)}")
        state.hand[seat, :] = NONE
        state.hand[seat, : len(hand)] = hand
        state.hand_size[seat] = len(hand)
    for name in HEAPS:
        offset = NUM_SPECIALS if name == "board" else 0
        kinds = parse_cards(settings, values[name])
        if max(Counter(kinds).values(), default=0) > MAX_COPIES:
            raise BadNotation(f"the {name} can hold at most {MAX_COPIES} cards of a kind")
        state[name] = 0
        for kind in kinds:
            if kind < offset:
                raise BadNotation(f"the {name} cannot hold {card_text(settings, kind)!r}")
            state[name][kind - offset] += 1
    state.board_size = state.board.sum()
    check_turn(state)


def check_turn(state: State) -> None:
    """Raise `BadNotation` if the seat in turn could not play."""
    if not state.factor > 0:
        raise BadNotation(f"factor must be above 0, not {number_text(state.factor)}")
    if state.seat == NOBODY:
        return
    if state.hand_size[state.seat] == 0 or state.board_size == 0 or state.points_left == 0:
        raise BadNotation(f"seat {state.seat} is in turn without a card, a board or an action left")


def fill_options(settings: Settings, state: State) -> None:
    """Fill in the fields that follow from the options."""
    numbers = num_numbers(settings)
    counts = deck_counts(settings)
    state.numbers = numbers
    state.min_number = settings["min_number"]
    state.action_points = settings["action_points"]
    state.equality = settings["equality"] == "published"
    state.penalty = 2.0 ** (int(settings["action_points"]) - 1) * (1 - numbers)
    state.copies[: len(counts)] = counts
    state.board_dealt = settings["board"]


def parse_cards(settings: Settings, text: str) -> list[int]:
    """Return the kinds in a comma-separated list."""
    return [] if text == EMPTY_TEXT else [parse_card(settings, part) for part in text.split(",")]
