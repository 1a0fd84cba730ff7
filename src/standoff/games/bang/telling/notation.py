"""Texts of Bang!: `bang -> seat 3`, `cat balou seat 4: Barrel`, `missed!`; and a state on one line.

A card is its name, rank and suit: `Beer 6H`, `Stagecoach 9S` and its twin `Stagecoach 9S #2`. The
text of a state is fields `name=value` separated by `; `, in the order of `field_names`. Lists are
separated by `, `; `-` is empty or nobody, `?` unknown. Piles and tasks are written from the bottom
up. Hands, tables and memories are sets, in the order of the cards; the last `known` is that of the
spectator.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import numpy as np

from standoff.games.bang import cardset
from standoff.games.bang.actions import NUM_ACTIONS, Code, plain_action
from standoff.games.bang.cards import (
    CARD_KIND,
    CHARACTER_NAMES,
    FACES,
    KIND_NAMES,
    MAX_REFILLS,
    MAX_SEATS,
    NONE,
    NUM_CARDS,
    NUM_KINDS,
    NUM_TABLE_KINDS,
    ROLE_NAMES,
    TABLE_KINDS,
    UNKNOWN,
    Kind,
)
from standoff.games.bang.judges import PROBLEMS, check_state
from standoff.games.bang.options import OPTIONS
from standoff.games.bang.rules.deal import clear_table, find_suzy, set_reading
from standoff.games.bang.rules.seats import count_the_living
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.state import HARMS, MANY, MAX_TASKS, WINDOW, Act, Victim
from standoff.kit import (
    HIDDEN,
    BadNotation,
    Choice,
    Settings,
    State,
    options_record,
    parse_list,
    parse_number,
    parse_word,
)

EMPTY_TEXT = "-"
UNKNOWN_TEXT = "?"
MAX_ROUNDS = 1000
PER_SEAT = ("hand", "table")
NUMBERS = (
    # name in the text, field of the record, lowest and highest value
    ("life", "life", -9, 9),
    ("max_life", "max_life", 0, 9),
    ("alive", "is_alive", 0, 1),
    ("left", "has_left", 0, 1),
    ("wounds", "wounds", 0, 9),
    ("fallen", "fall", 0, 2),
    ("mass_attacks", "mass_attacks", 0, MANY),
    ("turns", "turns", 0, MAX_ROUNDS),
)
"""The fields that are a list of numbers, one for each seat."""
TASK_FIELDS = (
    # field of the record, lowest and highest value
    ("task_seat", 0, MAX_SEATS),
    ("task_source", NONE, MAX_SEATS),
    ("task_value", NONE, NUM_KINDS),
    ("task_extra", NONE, MAX_SEATS),
)
MAX_LISTED = 22
"""How many known names an error lists."""


# --- cards --------------------------------------------------------------------------------------


def _card_names() -> tuple[str, ...]:
    names: list[str] = []
    for kind, face in FACES:
        name = f"{KIND_NAMES[kind]} {face}"
        names.append(f"{name} #2" if name in names else name)
    return tuple(names)


CARD_NAMES = _card_names()
TASK_NAMES = tuple(task.name.lower().replace("_", " ") for task in Task)
ACT_NAMES = tuple(act.name.lower() for act in Act)
WINNER_NAMES = ("law", "outlaws", "renegade", "nobody")


# --- actions ------------------------------------------------------------------------------------


def _texts() -> tuple[list[str], list[str]]:
    """Return the text and the group of every action."""
    texts, groups = [""] * NUM_ACTIONS, [""] * NUM_ACTIONS

    def name(code: int, text: str, group: str) -> None:
        texts[code], groups[code] = text, group

    name(Code.END_TURN, "end turn", "turn")
    name(Code.PASS, "pass", "answer")
    name(Code.DRAW_DECK, "draw from the deck", "draw")
    name(Code.DRAW_DISCARD, "draw from the discard pile", "draw")
    name(Code.HEAL, "discard two for a life", "Sid Ketchum")
    name(Code.BARREL, "barrel", "answer")
    name(Code.ANSWER_BANG, "bang!", "answer")
    name(Code.ANSWER_MISSED, "missed!", "answer")
    name(Code.ANSWER_BEER, "beer!", "answer")
    for kind, card in enumerate(KIND_NAMES):
        name(Code.PLAY + kind, f"play {card}", "play")
        name(Code.DISCARD + kind, f"discard {card}", "discard")
        name(Code.TAKE + kind, f"take {card}", "take")
        name(Code.LAST + kind, f"leave {card} on top", "leave")
    for seat in range(MAX_SEATS):
        name(Code.BANG + seat, f"bang -> seat {seat}", "Bang!")
        name(Code.BANG_MISSED + seat, f"missed! as bang -> seat {seat}", "Missed!")
        name(Code.DUEL + seat, f"duel -> seat {seat}", "Duel")
        name(Code.JAIL + seat, f"jail -> seat {seat}", "Jail")
        name(Code.DRAW_FROM + seat, f"draw from seat {seat}", "draw")
        name(Code.PANIC_HAND + seat, f"panic! seat {seat}: hand", "Panic!")
        name(Code.CAT_HAND + seat, f"cat balou seat {seat}: hand", "Cat Balou")
        for index, kind in enumerate(TABLE_KINDS):
            card, offset = KIND_NAMES[kind], seat * NUM_TABLE_KINDS + index
            name(Code.PANIC_TABLE + offset, f"panic! seat {seat}: {card}", "Panic!")
            name(Code.CAT_TABLE + offset, f"cat balou seat {seat}: {card}", "Cat Balou")
    for number, card in enumerate(CARD_NAMES):
        name(Code.CHOOSE + number, f"choose {card}", "choose")
        name(Code.PUT_BACK + number, f"put back {card}", "put back")
    texts[Code.UNSEEN :] = [
        f"{text}{UNSEEN_SUFFIX}" for text in texts[Code.ANSWER_BANG : Code.UNSEEN]
    ]
    groups[Code.UNSEEN :] = groups[Code.ANSWER_BANG : Code.UNSEEN]
    return texts, groups


UNSEEN_SUFFIX = " (unseen)"
ACTION_TEXTS, ACTION_GROUPS = _texts()
SHOWN_TEXTS = [ACTION_TEXTS[plain_action(code)] for code in range(NUM_ACTIONS)]
SHOWN_TEXTS[Code.PUT_BACK : Code.ANSWER_BANG] = ["put back a card"] * NUM_CARDS
"""What others see of an action: not the card put back, and not which cards others have seen."""
EXAMPLES = ("bang -> seat 3", "panic! seat 2: hand", "missed!", "pass", "discard Beer", "end turn")


def _choices() -> list[Choice]:
    """Return what every action means; a code that is not listed here has its group as the kind."""
    meanings: dict[int, tuple[Any, ...]] = {
        Code.END_TURN: ("end_turn",),
        Code.PASS: ("pass",),
        Code.DRAW_DECK: ("draw_deck",),
        Code.DRAW_DISCARD: ("draw_discard",),
        Code.HEAL: ("heal",),
        Code.BARREL: ("answer", "Barrel"),
        Code.ANSWER_BANG: ("answer", "Bang!"),
        Code.ANSWER_MISSED: ("answer", "Missed!"),
        Code.ANSWER_BEER: ("answer", "Beer"),
    }
    for kind, card in enumerate(KIND_NAMES):
        meanings[Code.PLAY + kind] = ("play", card)
        meanings[Code.DISCARD + kind] = ("discard", card)
        meanings[Code.TAKE + kind] = ("take", card)
        meanings[Code.LAST + kind] = ("leave", card)
    for seat in range(MAX_SEATS):
        meanings[Code.BANG + seat] = ("play", "Bang!", seat)
        meanings[Code.BANG_MISSED + seat] = ("play", "Missed!", seat)
        meanings[Code.DUEL + seat] = ("play", "Duel", seat)
        meanings[Code.JAIL + seat] = ("play", "Jail", seat)
        meanings[Code.DRAW_FROM + seat] = ("draw_hand", None, seat, HIDDEN)
        meanings[Code.PANIC_HAND + seat] = ("play", "Panic!", seat, HIDDEN)
        meanings[Code.CAT_HAND + seat] = ("play", "Cat Balou", seat, HIDDEN)
        for index, kind in enumerate(TABLE_KINDS):
            card, offset = KIND_NAMES[kind], seat * NUM_TABLE_KINDS + index
            meanings[Code.PANIC_TABLE + offset] = ("play", "Panic!", seat, card)
            meanings[Code.CAT_TABLE + offset] = ("play", "Cat Balou", seat, card)
    for number, card in enumerate(CARD_NAMES):
        meanings[Code.CHOOSE + number] = ("choose", card)
        meanings[Code.PUT_BACK + number] = ("put_back", card)
    choices = []
    for code, (text, group) in enumerate(zip(ACTION_TEXTS, ACTION_GROUPS, strict=True)):
        plain = int(plain_action(code))
        choice = Choice(code, text, *meanings.get(plain, (group,)))
        choices.append(msgspec.structs.replace(choice, unseen=plain != code))
    return choices


CHOICES = _choices()


# --- states: writing ----------------------------------------------------------------------------


def field_names(players: int) -> tuple[str, ...]:
    """Return the names of the fields of a state's text, in their order."""
    return (
        *("round", "turn", "shots", "refills", "discarded", "winner", "last_death"),
        *("roles", "characters"),
        *(name for name, *_ in NUMBERS),
        *(f"{name}{seat}" for name in PER_SEAT for seat in range(players)),
        *(f"known{viewer}" for viewer in range(players + 1)),
        *("seen", "store", "flipped", "discard", "deck", "deeds", "recent", "tasks", "rng"),
    )


def name_of(code: int, names: Sequence[str]) -> str:
    """Return the name of a code; NONE and UNKNOWN have texts of their own."""
    return {NONE: EMPTY_TEXT, UNKNOWN: UNKNOWN_TEXT}.get(code) or names[code]


def list_text(parts: Iterable[str]) -> str:
    """Return texts as a list."""
    return ", ".join(parts) or EMPTY_TEXT


def cards_of(cards: Any) -> list[int]:
    """Return the cards of a set."""
    low, high = int(cards[0]), int(cards[1])
    whole = low | high << cardset.BITS
    return [card for card in range(whole.bit_length()) if whole >> card & 1]


def pile_text(cards: Any) -> str:
    """Return the cards of a pile, without empty slots."""
    return list_text(name_of(int(card), CARD_NAMES) for card in cards if card != NONE)


def state_text(settings: Settings, state: State) -> str:
    """Return a state or an observation on one line."""
    players = int(state.players)
    values = {
        "round": str(state.round_number),
        "turn": str(state.turn),
        "shots": str(state.shots),
        "refills": str(state.refills),
        "discarded": str(state.discarding),
        "winner": name_of(int(state.winner), WINNER_NAMES),
        "last_death": str(state.last_death),
        "roles": list_text(name_of(int(role), ROLE_NAMES) for role in state.role[:players]),
        "characters": list_text(CHARACTER_NAMES[one] for one in state.character[:players]),
        "seen": list_text(CARD_NAMES[card] for card in cards_of(state.seen)),
        "store": list_text(CARD_NAMES[card] for card in cards_of(state.store)),
        "flipped": pile_text(state.flipped),
        "discard": pile_text(state.discard),
        "deck": pile_text(state.deck),
        "deeds": list_text(deed_texts(state)),
        "recent": list_text(recent_texts(state)),
        "tasks": list_text(task_texts(state)),
        "rng": list_text(str(word) for word in state.rng),
    }
    for name, field, *_ in NUMBERS:
        values[name] = list_text(str(number) for number in state[field][:players])
    for name in PER_SEAT:
        for seat in range(players):
            cards = [CARD_NAMES[card] for card in cards_of(state[name][seat])]
            if name == "hand":
                cards += [UNKNOWN_TEXT] * (int(state.hand_size[seat]) - len(cards))
            values[f"{name}{seat}"] = list_text(cards)
    for viewer in range(players + 1):
        known = [CARD_NAMES[card] for card in cards_of(state.known[viewer])]
        values[f"known{viewer}"] = list_text(known)
    return "; ".join(f"{name}={values[name]}" for name in field_names(players))


def deed_texts(state: State) -> list[str]:
    """Return what seats did to others: `0>3 shot 2`."""
    return [
        f"{seat}>{other} {ACT_NAMES[act]} {count}" for seat, other, act, count in deeds_of(state)
    ]


def deeds_of(state: State) -> list[tuple[int, int, int, int]]:
    """Return all deeds: by whom, to whom, the Act, and how often."""
    deeds = state.deeds
    found = np.argwhere(deeds).tolist()
    return [(seat, other, act, int(deeds[seat, other, act])) for seat, other, act in found]


def recent_texts(state: State) -> list[str]:
    """Return harm in the last rounds: `seat/round/to the Sheriff/to his attackers/to others`."""
    harm = state.recent_harm
    found = np.argwhere(harm.any(axis=2)).tolist()
    return [
        "/".join(str(number) for number in (seat, row, *harm[row, seat])) for row, seat in found
    ]


def task_texts(state: State) -> list[str]:
    """Return the tasks: name, seat, source, value, extra."""
    rows = zip(
        state.task, state.task_seat, state.task_source, state.task_value, state.task_extra,
        strict=True,
    )  # fmt: skip
    return [
        f"{TASK_NAMES[task]}/{seat}/{source}/{value}/{extra}"
        for task, seat, source, value, extra in rows
        if task != NONE
    ]


# --- states: reading ----------------------------------------------------------------------------


def parse_state(settings: Settings, text: str, state: State) -> None:
    """Fill `state` from its text and the options; raises `BadNotation`."""
    players = int(settings["players"])
    names = field_names(players)
    values = dict(part.strip().partition("=")[::2] for part in text.split(";"))
    if tuple(values) != names:
        listed = ", ".join(names)
        raise BadNotation(f"a state of bang with {players} players must have the fields {listed}")
    clear_table(state)
    state.players = players
    state.max_rounds = settings["max_rounds"]
    set_reading(state, options_record(OPTIONS, settings)[0])
    state.round_number = parse_number("round", values["round"], 0, MAX_ROUNDS)
    state.turn = parse_number("turn", values["turn"], 0, players - 1)
    state.shots = parse_number("shots", values["shots"], 0, MANY)
    state.refills = parse_number("refills", values["refills"], 0, MAX_REFILLS)
    state.discarding = parse_number("discarded", values["discarded"], 0, 2)
    state.winner = parse_name("winner", values["winner"], WINNER_NAMES)
    state.last_death = parse_number("last_death", values["last_death"], NONE, players - 1)
    state.role[:players] = parse_names("roles", values, players, ROLE_NAMES)
    state.character[:players] = parse_names("characters", values, players, CHARACTER_NAMES)
    for name, field, low, high in NUMBERS:
        numbers = parse_list(name, values[name], players, bounded(low, high))
        state[field][:players] = numbers
    fill_cards(values, state, players)
    fill_memories(values, state, players)
    parse_deeds(values["deeds"], state, players)
    parse_recent(values["recent"], state, players)
    parse_tasks(values["tasks"], state, players)
    state.rng = parse_list("rng", values["rng"], len(state.rng), parse_word)
    count_the_living(state)
    find_suzy(state)
    check_parsed(text, state)


def fill_cards(values: dict[str, str], state: State, players: int) -> None:
    """Put all cards where the text says; no card can be there twice."""
    fields: dict[int, str] = {}

    def note(card: int, name: str) -> None:
        if card != UNKNOWN and card in fields:
            raise BadNotation(f"{CARD_NAMES[card]} is there twice: in {fields[card]} and in {name}")
        fields[card] = name

    for name in ("hand", "table"):
        for seat in range(players):
            cards = parse_cards(values, f"{name}{seat}", may_be_unknown=name == "hand")
            if name == "hand":
                state.hand_size[seat] = len(cards)
            for card in cards:
                note(card, f"{name}{seat}")
                if card == UNKNOWN:
                    continue
                cardset.add(state[name][seat], card)
                if name == "table" and CARD_KIND[card] >= Kind.VOLCANIC:
                    state.weapon[seat] = card
    for card in parse_cards(values, "store"):
        note(card, "store")
        cardset.add(state.store, card)
    for name in ("flipped", "discard", "deck"):
        field = state[name]
        cards = parse_cards(values, name, may_be_unknown=name == "deck")
        if len(cards) > len(field):
            raise BadNotation(f"{name} can hold at most {len(field)} cards, not {len(cards)}")
        for index, card in enumerate(cards):
            note(card, name)
            field[index] = card
    state.discard_size = len(parse_cards(values, "discard"))
    state.deck_size = len(parse_cards(values, "deck", may_be_unknown=True))


def fill_memories(values: dict[str, str], state: State, players: int) -> None:
    """Fill in which hidden cards each seat knows, and which cards in hands others have seen."""
    for viewer in range(players + 1):
        for card in parse_cards(values, f"known{viewer}"):
            cardset.add(state.known[viewer], card)
    for card in parse_cards(values, "seen"):
        cardset.add(state.seen, card)


def check_parsed(text: str, state: State) -> None:
    """Raise `BadNotation` unless a complete state is sound; an observation is not checked."""
    if UNKNOWN_TEXT in text:
        return
    problems = int(check_state(state))
    found = [PROBLEMS[bit] for bit in range(len(PROBLEMS)) if problems >> bit & 1]
    if found:
        raise BadNotation(f"not a position of bang: {found[0]}")


def split_list(text: str) -> list[str]:
    """Return the parts of a list."""
    return [] if text == EMPTY_TEXT else [part.strip() for part in text.split(",")]


def parse_cards(values: dict[str, str], name: str, may_be_unknown: bool = False) -> list[int]:
    """Return the cards of a list."""
    return [
        UNKNOWN
        if may_be_unknown and part == UNKNOWN_TEXT
        else index_of(part, CARD_NAMES, f"card in {name}")
        for part in split_list(values[name])
    ]


def parse_deeds(text: str, state: State, players: int) -> None:
    """Fill in the deeds."""
    for part in split_list(text):
        try:
            seats, act, count = part.split()
            seat, other = seats.split(">")
        except ValueError:
            raise BadNotation(f"a deed must look like '0>3 shot 2', not {part!r}") from None
        row = parse_number("a deed's seat", seat, 0, players - 1)
        column = parse_number("a deed's seat", other, 0, players - 1)
        number = parse_number("a deed's count", count, 1, MANY)
        state.deeds[row, column, index_of(act, ACT_NAMES, "deed")] = number
    state.harm[:] = state.deeds[:, :, HARMS].sum(axis=2)


def parse_recent(text: str, state: State, players: int) -> None:
    """Fill in the harm done in the last rounds."""
    for part in split_list(text):
        numbers = part.split("/")
        if len(numbers) != 2 + len(Victim):
            raise BadNotation(f"a part of recent must look like '1/0/2/0/1', not {part!r}")
        seat = parse_number("a seat in recent", numbers[0], 0, players - 1)
        row = parse_number("a round in recent", numbers[1], 0, WINDOW - 1)
        for victim in Victim:
            count = parse_number("a count in recent", numbers[2 + victim], 0, MANY)
            state.recent_harm[row, seat, victim] = count


def parse_tasks(text: str, state: State, players: int) -> None:
    """Fill in the tasks."""
    parts = split_list(text)
    if len(parts) >= MAX_TASKS:
        raise BadNotation(f"tasks must be fewer than {MAX_TASKS}, not {len(parts)}")
    for index, part in enumerate(parts):
        name, *numbers = part.split("/")
        if len(numbers) != len(TASK_FIELDS):
            raise BadNotation(f"a task must look like 'play/0/-1/0/0', not {part!r}")
        state.task[index] = index_of(name, TASK_NAMES, "task")
        for (field, low, high), number in zip(TASK_FIELDS, numbers, strict=True):
            most = min(high, players - 1) if field in ("task_seat", "task_source") else high
            state[field][index] = parse_number(f"{field} of {name}", number, low, most)
    state.num_tasks = len(parts)


def index_of(name: str, names: Sequence[str], what: str) -> int:
    """Return the index of a name."""
    if name not in names:
        known = ", ".join(names[:MAX_LISTED]) + (", ..." if len(names) > MAX_LISTED else "")
        raise BadNotation(f"there is no {what} {name!r}; known: {known}")
    return list(names).index(name)


def parse_name(what: str, text: str, names: Sequence[str]) -> int:
    """Return the index of a name, NONE or UNKNOWN."""
    special = {EMPTY_TEXT: NONE, UNKNOWN_TEXT: UNKNOWN}
    return special[text] if text in special else index_of(text, names, what)


def parse_names(name: str, values: dict[str, str], count: int, names: Sequence[str]) -> list[int]:
    """Return the index of a name for each seat."""
    return parse_list(name, values[name], count, lambda what, text: parse_name(what, text, names))


def bounded(low: int, high: int) -> Any:
    """Return a parser of numbers in a range."""
    return lambda what, text: parse_number(what, text, low, high)
