"""Positions of Bang! in a few words, for scenario tests.

Cards are named in full (`Beer 6H`) or by kind (`Beer`: the first that is free). All cards that a
scene does not name lie in the deck, in the order of the cards.
"""

from functools import cache

import numpy as np

import standoff
from standoff import verbs
from standoff.agents import enter
from standoff.games.bang.rules import leaving
from standoff.games.bang.telling.notation import CARD_NAMES, field_names
from standoff.rng import Rng
from standoff.verbs import NOBODY

ROLES = ("Sheriff", "Outlaw", "Outlaw", "Renegade", "Deputy", "Outlaw", "Deputy", "Renegade")
QUIET = (  # characters that do nothing in most scenes, in the order of the seats
    "Lucky Duke", "Willy the Kid", "Slab the Killer", "Black Jack", "Kit Carlson", "Jesse Jones",
    "Rose Doolan", "Pedro Ramirez",
)  # fmt: skip
MIXERS = (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9)  # spread small seeds over 64 bits
THREE_LIVES = ("El Gringo", "Paul Regret")


@cache
def load(**options):
    return standoff.load("bang", **options)


def kind_of(card):
    """`Rev. Carabine AC` -> `Rev. Carabine`."""
    return card.removesuffix(" #2").rpartition(" ")[0]


def split(text):
    return [part.strip() for part in text.split(",")] if text and text != "-" else []


class Box:
    """The 80 cards, from which a scene takes what it names: full names first, then kinds."""

    def __init__(self, wanted):
        self.free = list(CARD_NAMES)
        for cards in wanted:
            for card in split(cards):
                if card in CARD_NAMES:
                    self.free.remove(card)

    def take(self, text):
        cards = []
        for name in split(text):
            if name in CARD_NAMES:
                cards.append(name)
            else:
                cards.append(next(card for card in self.free if kind_of(card) == name))
                self.free.remove(cards[-1])
        return cards


def seat_characters(players, characters):
    """The characters asked for, and quiet ones for the other seats."""
    spare = [name for name in QUIET if name not in characters.values()]
    free = [seat for seat in range(players) if seat not in characters]
    own = {seat: QUIET[seat] for seat in free if QUIET[seat] in spare}
    others = [name for name in spare if name not in own.values()]
    return [characters.get(seat) or own.get(seat) or others.pop(0) for seat in range(players)]


def scene(
    players=4, turn=0, roles=None, characters=None, hands=None, tables=None, life=None, dead=(),
    top="", discard="", deck=None, rest="deck", shots=0, refills=0, rng=1, round_number=1,
    known=None, seen="-", tasks=None, discarded=0, deeds="-", recent="-", turns=None, **options,
):  # fmt: skip
    """A position in phase 2 of `turn`, seat 0 being the Sheriff unless `roles` say else.

    `top` are the cards on top of the deck, the next one first. With `deck` these are all cards of
    the deck, the next one first; what is named nowhere then goes to `rest`: `discard` (below what
    is named there) or a seat, whose hand it joins.
    """
    game = load(players=players, **options)
    hands, tables, known = hands or {}, tables or {}, known or {}
    names = seat_characters(players, characters or {})
    seat_roles = split(roles) if roles else ROLES[:players]
    full = [
        (3 if name in THREE_LIVES else 4) + (role == "Sheriff")
        for name, role in zip(names, seat_roles, strict=True)
    ]
    lives = [0 if seat in dead else (life or {}).get(seat, full[seat]) for seat in range(players)]
    drawn_next = top if deck is None else deck
    box = Box([*hands.values(), *tables.values(), drawn_next, discard])
    held = {seat: box.take(hands.get(seat, "")) for seat in range(players)}
    laid = {seat: box.take(tables.get(seat, "")) for seat in range(players)}
    next_cards, pile = box.take(drawn_next), box.take(discard)
    below = box.free if deck is None else []
    if deck is not None:
        if rest == "discard":
            pile = box.free + pile
        else:
            held[rest] = held[rest] + box.free
    values = {
        "round": round_number, "turn": turn, "shots": shots, "discarded": discarded,
        "refills": refills,
        "winner": "-", "last_death": max(dead, default=-1),
        "roles": ", ".join(seat_roles), "characters": ", ".join(names),
        "life": numbers(lives), "max_life": numbers(full),
        "alive": numbers(int(seat not in dead) for seat in range(players)),
        "seen": seen, "store": "-", "flipped": "-", "discard": listing(pile),
        "deck": listing([*below, *reversed(next_cards)]), "deeds": deeds,
        "recent": recent, "turns": numbers(turns or [round_number] * players),
        "tasks": tasks or f"play/{turn}/-1/0/0",
        "rng": numbers(rng * word % 2**64 for word in MIXERS),
    }  # fmt: skip
    for name in ("left", "wounds", "fallen", "mass_attacks"):
        values[name] = numbers([0] * players)
    for seat in range(players):
        values[f"hand{seat}"] = listing(held[seat])
        values[f"table{seat}"] = listing(laid[seat])
        values[f"known{seat}"] = known.get(seat, "-")
    values[f"known{players}"] = known.get(players, "-")
    return game.position("; ".join(f"{name}={values[name]}" for name in field_names(players)))


def numbers(values):
    return ", ".join(str(value) for value in values)


def listing(cards):
    return ", ".join(cards) or "-"


# --- reading a position -------------------------------------------------------------------------


def field(position, name):
    parts = dict(part.strip().partition("=")[::2] for part in position.notation.split(";"))
    return parts[name]


def listed(position, name):
    return split(field(position, name))


def legal(position):
    """The legal actions as texts."""
    return [position.game.text(action) for action in position.actions]


def offers(position, beginning):
    """The legal actions that begin with these words, without them."""
    return [
        text.removeprefix(beginning).strip()
        for text in legal(position)
        if text.startswith(beginning)
    ]


def play(position, *texts):
    for text in texts:
        position.play(text)
    return position


def members(words):
    """The cards of a set, from its bits."""
    bits = len(CARD_NAMES) // len(words)
    return [
        name for card, name in enumerate(CARD_NAMES) if int(words[card // bits]) >> card % bits & 1
    ]


def cards(position, seat):
    return members(position.state.hand[seat])


def hand(position, seat):
    """The kinds of card in a hand."""
    return [kind_of(card) for card in cards(position, seat)]


def table(position, seat):
    return [kind_of(card) for card in members(position.state.table[seat])]


def discards(position):
    """The kinds in the discard pile, the top one last."""
    return [kind_of(card) for card in listed(position, "discard")]


def life(position, seat=None):
    lives = [int(number) for number in position.state.life[: position.game.players]]
    return lives if seat is None else lives[seat]


def alive(position):
    return [seat for seat in range(position.game.players) if position.state.is_alive[seat]]


def winner(position):
    assert position.is_over == (field(position, "winner") != "-")
    return field(position, "winner")


def task(position):
    """The name of the task that waits for a decision."""
    return listed(position, "tasks")[-1].partition("/")[0]


def asked(position):
    """Who must decide, and what."""
    return position.to_move, task(position)


def seen_hand(position, viewer, seat):
    """The cards of another hand that a viewer knows."""
    return [card for card in position.view(viewer).players[seat].hand if card != "?"]


def seen_deck(position, viewer):
    """The cards of the deck that a viewer knows."""
    text = position.view(viewer).notation
    parts = dict(part.strip().partition("=")[::2] for part in text.split(";"))
    return [card for card in split(parts["deck"]) if card != "?"]


def check(position):
    """The problems of a position; 0 when it is sound."""
    return int(verbs.check_state(position.state))


def random_moves(position, generator, stop=lambda position: False, limit=2000):
    """Play random legal moves until `stop` or the end; yield after each."""
    for _ in range(limit):
        if position.to_move == NOBODY or stop(position):
            return
        actions = position.actions
        position.play(actions[int(generator.integers(len(actions)))])
        yield position


def only_answer(position, spec):
    """The answer of an agent, which does not depend on its luck."""
    view = position.view(position.to_move)
    entrant = enter(position.game, spec)
    found = {position.game.text(entrant.make(Rng(seed)).act(view)) for seed in range(8)}
    assert len(found) == 1, found
    return found.pop()


def generator(seed):
    return np.random.default_rng(seed)


def leave(position, *seats):
    for seat in seats:
        leaving.leave(position.state, seat)
        assert check(position) == 0
    return position
