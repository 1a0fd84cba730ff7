"""Two tricks: a tiny game with hidden hands, sound by default and broken one verb at a time.

Six cards, 0 to 5; each seat is dealt two, two stay in the deck. Seats play a card in turn; the
higher card of each pair scores. The verbs are plain functions: the kit calls them from Python.
"""

import itertools
from dataclasses import replace

import numpy as np

from standoff import verbs
from standoff.kit import (
    Agents,
    BadNotation,
    Beliefs,
    Game,
    Learning,
    Policy,
    Rules,
    Sides,
    Size,
    Telling,
    Texts,
    View,
    below,
    renew_rng,
    seed_rng,
    shuffle,
    state_dtype,
)

EMPTY, UNKNOWN = -1, -2
FIELDS = (
    ("rng", np.uint64, (2,)),
    ("hand", np.int8, (2, 2)),
    ("deck", np.int8, (2,)),
    ("played", np.int8, (4,)),
    ("count", np.int8),
)
_numbers = itertools.count()


def new_game(state, options, seed):
    seed_rng(state.rng, seed)
    cards = np.arange(6)
    shuffle(state.rng, cards, 6)
    state.hand[:] = np.sort(cards[:4].reshape(2, 2), axis=1)
    state.deck[:] = cards[4:]
    state.played[:] = EMPTY
    state.count = 0


def to_move(state):
    return -1 if state.count == 4 else int(state.count) % 2


def legal_actions(state, out):
    cards = sorted(int(card) for card in state.hand[to_move(state)] if card >= 0)
    out[: len(cards)] = cards
    return len(cards)


def apply(state, action):
    seat = to_move(state)
    slot = list(state.hand[seat]).index(action)
    state.hand[seat, slot] = EMPTY
    state.played[state.count] = action
    state.count += 1


def scores(state):
    pairs = state.played.reshape(2, 2)
    return [sum(int(a[seat] > a[1 - seat]) for a in pairs) for seat in range(2)]


def returns(state, out):
    out[:] = scores(state)


def outcome(state, out):
    for seat in range(2):
        mine, other = scores(state)[seat], scores(state)[1 - seat]
        out[seat].score = mine
        out[seat].rank = 1.5 - 0.5 * np.sign(mine - other)
        out[seat].result = 1 + np.sign(mine - other)


def observe(state, seat, out):
    for name in state.dtype.names:
        out[name] = state[name]
    out.rng[:] = 0
    out.deck[:] = UNKNOWN
    for other in range(2):
        hand = out.hand[other]
        if other != seat:
            hand[hand != EMPTY] = UNKNOWN


def unseen(state):
    seen = {int(card) for card in (*state.hand.ravel(), *state.deck, *state.played)}
    return [card for card in range(6) if card not in seen]


def determinize(state, seat, rng):
    cards = np.array(unseen(state))
    shuffle(rng, cards, len(cards))
    cards = list(cards)
    hand = state.hand[1 - seat]
    for slot in range(2):
        if hand[slot] == UNKNOWN:
            hand[slot] = cards.pop()
    if (hand != EMPTY).all():
        hand.sort()  # as hands are dealt
    if cards:
        state.deck[:] = cards
    renew_rng(state.rng, rng)


def evaluate(state, seat):
    return float(scores(state)[seat])


def choose_any(state, seat, params, rng, scratch, rows):
    return int(rows[0][below(rng, legal_actions(state, rows[0]))])


def scramble(state, seat, rng):
    hands = state.hand
    slots = [(other, slot) for other in range(2) if other != seat for slot in range(2)]
    slots = [slot for slot in slots if hands[slot] >= 0]
    cards = np.array([*(hands[slot] for slot in slots), *state.deck])
    shuffle(rng, cards, len(cards))
    for slot, card in zip(slots, cards, strict=False):
        hands[slot] = card
    state.deck[:] = cards[len(slots) :]
    renew_rng(state.rng, rng)


def check_state(state):
    cards = [int(card) for card in (*state.hand.ravel(), *state.deck, *state.played) if card >= 0]
    return int(sorted(cards) != list(range(6)))


def state_text(settings, state):
    return " ".join(",".join(str(value) for value in np.ravel(state[name])) for name, *_ in FIELDS)


def parse_state(settings, text, state):
    parts = text.split()
    if len(parts) != len(FIELDS):
        raise BadNotation("five fields are needed")
    for (name, *_), part in zip(FIELDS, parts, strict=True):
        values = np.array([int(value) for value in part.split(",")], state[name].dtype)
        state[name] = values.reshape(state[name].shape)


class ToyView(View):
    def fields(self):
        return {"hand": self.observation.hand.tolist()}


VERBS = {
    verbs.new_game: new_game,
    verbs.to_move: to_move,
    verbs.legal_actions: legal_actions,
    verbs.apply: apply,
    verbs.returns: returns,
    verbs.outcome: outcome,
    verbs.observe: observe,
    verbs.determinize: determinize,
    verbs.evaluate: evaluate,
    verbs.scramble: scramble,
    verbs.check_state: check_state,
}
PARTS = {
    "texts": Texts(
        actions=tuple(str(card) for card in range(6)),
        state_text=state_text,
        parse_state=parse_state,
    ),
    "size": Size(seats=2, actions=6, decisions=4),
    "telling": Telling(view=ToyView),
    "agents": Agents(policies=(Policy("uniform", "any legal action", choose_any),)),
    "beliefs": Beliefs(),
    "sides": Sides(),
    "learning": Learning(),
}


def toy(changed=None, **facts):
    """The game with some verbs exchanged, and facts: whole parts, or fields of any part."""
    number = next(_numbers)
    dtype = state_dtype(FIELDS, mark=f"toy{number}")
    problems = ("a card is missing or doubled",)
    parts = {**PARTS, "rules": Rules(dtype, {**VERBS, **(changed or {})}, problems)}
    parts |= {"name": f"toy{number}", "doc": "two tricks", "version": 1, "options": ()}
    for name, value in facts.items():
        owner = next((key for key in (*PARTS, "rules") if hasattr(parts[key], name)), None)
        if name in Game.__dataclass_fields__:
            parts[name] = value
        else:
            parts[owner] = replace(parts[owner], **{name: value})
    return Game(**parts)
