"""Texts of Colonizers: `pick Miner`, `take Omnium`, `build Eco-Dome`; and a state on one line.

The text of a state is fields `name=value` separated by `; `, in the order of FIELD_NAMES. Lists are
separated by `, `; `-` is empty, `?` unknown. After a slash come the seats that know a card, if they
are not just its holder: `Quarry/02`.
"""

from collections.abc import Iterable
from typing import Any

from standoff.games.colonizers.actions import NUM_ACTIONS, Code
from standoff.games.colonizers.cards import (
    COLONIST_NAMES,
    DECK_SIZE,
    FULL_COLONY,
    HAND_LIMIT,
    MODULE_COLOUR,
    MODULE_NAMES,
    NONE,
    NUM_DRAWN,
    NUM_MODULES,
    NUM_SEATS,
    UNKNOWN,
    Phase,
)
from standoff.kit import BadNotation, Choice, Settings, State, parse_list, parse_number, parse_word

EMPTY_TEXT = "-"
UNKNOWN_TEXT = "?"
PER_SEAT = ("hand", "colony", "lost", "offer", "excluded")
FIELD_NAMES = (
    *("round", "phase", "turn", "first", "ran_out", "omnium", "colonists", "revealed"),
    *("lost_sizes", "removed", "available"),
    *(f"{name}{seat}" for name in PER_SEAT for seat in range(NUM_SEATS)),
    *("drawn", "top", "deck", "rng"),
)


# --- actions ------------------------------------------------------------------------------------


def _texts() -> list[str]:
    texts = [""] * NUM_ACTIONS
    for colonist, name in enumerate(COLONIST_NAMES):
        texts[Code.PICK + colonist] = f"pick {name}"
        texts[Code.STEAL + colonist] = f"steal from {name}"
        texts[Code.SWAP + colonist] = f"swap with {name}"
    for module, name in enumerate(MODULE_NAMES):
        texts[Code.KEEP + module] = f"keep {name}"
        texts[Code.BUILD + module] = f"build {name}"
    texts[Code.TAKE_OMNIUM] = "take Omnium"
    texts[Code.DRAW_MODULES] = "draw modules"
    texts[Code.DO_NOTHING] = "do nothing"
    texts[Code.BUILD_NOTHING] = "build nothing"
    return texts


ACTION_TEXTS = _texts()
SHOWN_TEXTS = list(ACTION_TEXTS)
"""What the others see of an action: not which colonist is picked or which card is kept."""
SHOWN_TEXTS[Code.PICK : Code.TAKE_OMNIUM] = ["pick a colonist"] * len(COLONIST_NAMES)
SHOWN_TEXTS[Code.KEEP : Code.STEAL] = ["keep a card"] * len(MODULE_NAMES)
_MEANINGS = (
    *(("pick", name) for name in COLONIST_NAMES),
    ("take_omnium", None),
    ("draw", None),
    *(("keep", name) for name in MODULE_NAMES),
    *(("steal", name) for name in COLONIST_NAMES),
    *(("swap", name) for name in COLONIST_NAMES),
    ("do_nothing", None),
    *(("build", name) for name in MODULE_NAMES),
    ("build_nothing", None),
)
CHOICES = [
    Choice(code, text, kind, card)
    for code, text, (kind, card) in zip(range(NUM_ACTIONS), ACTION_TEXTS, _MEANINGS, strict=True)
]
"""What each action means; the card of a power is the colonist that it is used on."""
EXAMPLES = ("pick Miner", "take Omnium", "keep Quarry", "steal from Spy", "build nothing")


# --- states: writing ----------------------------------------------------------------------------


def name_of(code: int, names: tuple[str, ...]) -> str:
    """Return the name of a code; NONE and UNKNOWN have texts of their own."""
    return {NONE: EMPTY_TEXT, UNKNOWN: UNKNOWN_TEXT}.get(code) or names[code]


def list_text(parts: Iterable[str]) -> str:
    """Return texts as a list."""
    return ", ".join(parts) or EMPTY_TEXT


def card_text(card: int, known: int, holder: int | None) -> str:
    """Return a card and the seats that know it."""
    implied = 0 if holder is None or card == UNKNOWN else 1 << holder
    seats = "".join(str(seat) for seat in range(NUM_SEATS) if known >> seat & 1)
    name = name_of(card, MODULE_NAMES)
    return name if known == implied else f"{name}/{seats}"


def mask_text(mask: int) -> str:
    """Return the colonists of a mask."""
    return list_text(name for bit, name in enumerate(COLONIST_NAMES) if mask >> bit & 1)


def state_text(settings: Settings, state: State) -> str:
    """Return a state or an observation on one line."""
    seats = range(NUM_SEATS)
    values = {
        "round": str(state.round_number),
        "phase": Phase(state.phase).name.lower(),
        "turn": str(state.seat),
        "first": str(state.first_full),
        "ran_out": str(state.ran_out),
        "omnium": list_text(str(amount) for amount in state.omnium),
        "colonists": list_text(name_of(int(one), COLONIST_NAMES) for one in state.colonist),
        "revealed": list_text(str(flag) for flag in state.is_revealed),
        "lost_sizes": list_text(str(size) for size in state.lost_size),
        "removed": name_of(int(state.removed), COLONIST_NAMES),
        "available": mask_text(int(state.available)),
        "drawn": list_text(
            card_text(int(card), int(known), int(state.seat))
            for card, known in zip(state.drawn, state.drawn_known, strict=True)
            if card != NONE
        ),
        "top": str(state.deck_top),
        "deck": list_text(deck_texts(state)),
        "rng": list_text(str(word) for word in state.rng),
    }
    for seat in seats:
        hand = zip(state.hand[seat], state.hand_known[seat], strict=True)
        values[f"hand{seat}"] = list_text(
            card_text(int(card), int(known), seat) for card, known in hand if card != NONE
        )
        colony = state.colony[seat, : state.colony_size[seat]]
        values[f"colony{seat}"] = list_text(MODULE_NAMES[card] for card in colony)
        lost = [kind for kind in range(NUM_MODULES) for _ in range(state.lost[seat, kind])]
        values[f"lost{seat}"] = list_text(MODULE_NAMES[card] for card in lost)
        values[f"offer{seat}"] = mask_text(int(state.offer[seat]))
        values[f"excluded{seat}"] = mask_text(int(state.excluded[seat]))
    return "; ".join(f"{name}={values[name]}" for name in FIELD_NAMES)


def deck_texts(state: State) -> list[str]:
    """Return the cards of the deck, the top card first."""
    ring = [(int(state.deck_top) + step) % DECK_SIZE for step in range(state.deck_size)]
    return [card_text(int(state.deck[at]), int(state.deck_known[at]), None) for at in ring]


# --- states: reading ----------------------------------------------------------------------------


def parse_state(settings: Settings, text: str, state: State) -> None:
    """Fill `state` from its text and the options; raises `BadNotation`."""
    values = dict(part.strip().partition("=")[::2] for part in text.split(";"))
    if tuple(values) != FIELD_NAMES:
        raise BadNotation(f"a state of colonizers must have the fields {', '.join(FIELD_NAMES)}")
    state.bonus = settings["bonus"] == "published"
    state.max_rounds = settings["max_rounds"]
    state.round_number = parse_number("round", values["round"], 0, 10_000)
    state.phase = parse_phase(values["phase"])
    state.seat = parse_number("turn", values["turn"], NONE, NUM_SEATS - 1)
    state.first_full = parse_number("first", values["first"], NONE, NUM_SEATS - 1)
    state.ran_out = parse_number("ran_out", values["ran_out"], 0, 1)
    state.omnium = parse_seats("omnium", values, 10_000)
    state.is_revealed = parse_seats("revealed", values, 1)
    state.lost_size = parse_seats("lost_sizes", values, DECK_SIZE)
    state.colonist = parse_list("colonists", values["colonists"], NUM_SEATS, parse_colonist)
    state.removed = parse_colonist("removed", values["removed"])
    state.available = parse_mask(values["available"])
    state.deck_top = parse_number("top", values["top"], 0, DECK_SIZE - 1)
    state.rng = parse_list("rng", values["rng"], len(state.rng), parse_word)
    for seat in range(NUM_SEATS):
        parse_seat(values, state, seat)
    drawn = parse_cards(values["drawn"], int(state.seat), NUM_DRAWN)
    fill(state.drawn, state.drawn_known, drawn)
    deck = parse_cards(values["deck"], None, DECK_SIZE)
    state.deck_size = len(deck)
    state.deck[:] = NONE
    state.deck_known[:] = 0
    for step, (card, known) in enumerate(deck):
        index = (int(state.deck_top) + step) % DECK_SIZE
        state.deck[index], state.deck_known[index] = card, known


def parse_seat(values: dict[str, str], state: State, seat: int) -> None:
    """Fill in what belongs to one seat."""
    hand = parse_cards(values[f"hand{seat}"], seat, HAND_LIMIT)
    fill(state.hand[seat], state.hand_known[seat], hand)
    state.hand_size[seat] = len(hand)
    colony = parse_cards(values[f"colony{seat}"], None, FULL_COLONY)
    state.colony[seat, :] = NONE
    state.colony[seat, : len(colony)] = [card for card, _ in colony]
    state.colony_size[seat] = len(colony)
    state.colours[seat, :] = 0
    for card, _ in colony:
        state.colours[seat, MODULE_COLOUR[card]] += 1
    state.lost[seat, :] = 0
    for card, _ in parse_cards(values[f"lost{seat}"], None, DECK_SIZE):
        state.lost[seat, card] += 1
    state.offer[seat] = parse_mask(values[f"offer{seat}"])
    state.excluded[seat] = parse_mask(values[f"excluded{seat}"])


def fill(cards: Any, knowers: Any, parsed: list[tuple[int, int]]) -> None:
    """Write parsed cards into a row and its masks."""
    cards[:] = NONE
    knowers[:] = 0
    for slot, (card, known) in enumerate(parsed):
        cards[slot], knowers[slot] = card, known


def split_list(text: str) -> list[str]:
    """Return the parts of a list."""
    return [] if text == EMPTY_TEXT else [part.strip() for part in text.split(",")]


def parse_cards(text: str, holder: int | None, most: int) -> list[tuple[int, int]]:
    """Return the cards of a list, each with the mask of seats that know it."""
    cards = []
    for part in split_list(text):
        name, slash, seats = part.partition("/")
        card = UNKNOWN if name == UNKNOWN_TEXT else index_of(name, MODULE_NAMES, "module")
        known = 0 if holder is None or card == UNKNOWN else 1 << holder
        if slash:
            known = sum(1 << parse_number("a seat", seat, 0, NUM_SEATS - 1) for seat in seats)
        cards.append((card, known))
    if len(cards) > most:
        raise BadNotation(f"a list can hold at most {most} cards here, not {len(cards)}")
    return cards


def parse_mask(text: str) -> int:
    """Return the mask of a list of colonists."""
    return sum(1 << index_of(name, COLONIST_NAMES, "colonist") for name in split_list(text))


def parse_colonist(what: str, text: str) -> int:
    """Return a colonist, NONE or UNKNOWN."""
    special = {EMPTY_TEXT: NONE, UNKNOWN_TEXT: UNKNOWN}
    return special[text] if text in special else index_of(text, COLONIST_NAMES, "colonist")


def index_of(name: str, names: tuple[str, ...], what: str) -> int:
    """Return the index of a name."""
    if name not in names:
        raise BadNotation(f"there is no {what} {name!r}; known: {', '.join(names)}")
    return names.index(name)


def parse_phase(text: str) -> int:
    """Return a phase."""
    return index_of(text, tuple(phase.name.lower() for phase in Phase), "phase")


def parse_seats(name: str, values: dict[str, str], high: int) -> list[int]:
    """Return a number for each seat."""

    def parse(what: str, text: str) -> int:
        return parse_number(what, text, 0, high)

    return parse_list(name, values[name], NUM_SEATS, parse)
