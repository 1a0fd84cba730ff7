"""The kit must pass a sound game and catch a broken one, law by law."""

import random
import re

import numpy as np
import pytest
import toy as t
from test_rules import PARAMETERS
from toy import toy

import standoff
from standoff import verbs
from standoff.errors import BadNotation
from standoff.event import Event
from standoff.feature import Feature
from standoff.parts import Beliefs, Learning, Policy
from standoff.rng import next_word
from standoff.testing import Law, check_game
from standoff.testing.report import MAX_PROBLEMS

GAMES = 40


def test_a_sound_game_passes_all_laws():
    report = check_game(toy(), games=GAMES, seed=1)
    assert report.passed, report.problems
    assert report.games == GAMES
    assert report.positions == 5 * GAMES
    assert all(report.checks.values())


# --- the broken verbs ---


def unfair_deal(state, options, seed):
    t.new_game(state, options, seed)
    if random.random() < 0.5:  # chance from outside the record
        state.hand[:] = state.hand[::-1].copy()


def unfair_apply(state, action):
    t.apply(state, action)
    state.rng[0] = np.random.default_rng().integers(2**60)


def meddling_policy(state, seat, params, rng, scratch, rows):
    action = t.choose_any(state, seat, params, rng, scratch, rows)
    t.apply(state, action)
    return action


def illegal_policy(state, seat, params, rng, scratch, rows):
    return next(card for card in range(6) if card not in state.hand[seat])


def forgetful_worlds(state, seat, rng):
    t.determinize(state, seat, rng)
    own = state.hand[seat]
    for slot in range(2):
        if own[slot] >= 0:
            own[slot], state.deck[0] = state.deck[0], own[slot]
            break


def leaky_deck(state, seat, out):
    t.observe(state, seat, out)
    out.deck[:] = state.deck


def leaky_order(state, seat, out):
    """Hides the cards, but their order reveals which hand is stronger."""
    t.observe(state, seat, out)
    if state.hand[1 - seat].sum() > 5:
        out.hand[1 - seat] = out.hand[1 - seat][::-1].copy()
        out.deck[0] = t.EMPTY


def leaky_chance(state, seat, out):
    t.observe(state, seat, out)
    out.rng[:] = state.rng


def leaky_legal(state, out):
    """Offers the lowest card only when the other hand could not beat it."""
    count = t.legal_actions(state, out)
    other = state.hand[1 - t.to_move(state)]
    if count == 2 and max(other) > out[0] and min(other) != t.UNKNOWN:
        out[0] = out[1]
        return 1
    return count


def foreseeing_world(state, seat, rng):
    t.determinize(state, seat, rng)
    state.rng[:] = TRUE_CHANCE


def blind_scramble(state, seat, rng):
    pass


def chance_scramble(state, seat, rng):
    """Changes only the random stream, so it would catch no observation."""
    state.rng[0] = next_word(rng)


def open_observe(state, seat, out):
    for name in state.dtype.names:
        out[name] = state[name]
    out.rng[:] = 0


def chance_worlds(state, seat, rng):
    for word in range(2):
        state.rng[word] = next_word(rng)


def pessimistic_worlds(state, seat, rng):
    """Fits the observation, but always gives the other seat the best cards."""
    t.determinize(state, seat, rng)
    other = state.hand[1 - seat]
    if (other >= 0).all():
        cards = sorted([*other, *state.deck])
        state.deck[:], other[:] = cards[:2], cards[2:]  # sorted, as hands are dealt


def forgetful_belief(state, seat, belief, believed, rng):
    if belief == 0:
        t.determinize(state, seat, rng)
    else:
        forgetful_worlds(state, seat, rng)


def meddling_belief(state, seat, belief, believed, rng):
    t.determinize(state, seat, rng)
    believed[0, 0] += belief


def biased_returns(state, out):
    out[:] = [1, 0]


def broken_returns(state, out):
    out[:] = np.nan


def broken_outcome(state, out):
    t.outcome(state, out)
    out[0].rank = -7


def meddling_outcome(state, out):
    t.outcome(state, out)
    state.deck[:] = state.deck[::-1].copy()


def early_outcome(state, out):
    """Ranks the seats by the hands that they still hold."""
    t.outcome(state, out)
    hands = np.maximum(state.hand, 0).sum(axis=1)
    if t.to_move(state) >= 0 and hands[0] > hands[1]:
        out[0].rank, out[1].rank = 1, 2


def lazy_features(state, seat, out):
    """Leaves the second number as it was for whoever came before."""
    out[0] = seat


def worthless_evaluate(state, seat):
    return float("nan")


def remembering_policy(state, seat, params, rng, scratch, rows):
    """Reads what the other seat has left in the scratch."""
    count = t.legal_actions(state, rows[0])
    return int(rows[0][count - 1 if scratch[0].hand.any() else 0])


def careless_apply(state, action):
    """Takes any code, and loses a card for an illegal one."""
    if action in state.hand[t.to_move(state)]:
        t.apply(state, action)
    else:
        state.deck[:] = t.EMPTY


TRUE_CHANCE = np.zeros(2, np.uint64)


def remembering_deal(state, options, seed):
    t.new_game(state, options, seed)
    TRUE_CHANCE[:] = state.rng


def unsorted_legal(state, out):
    count = t.legal_actions(state, out)
    out[:count] = out[:count][::-1].copy()
    return count


def no_legal(state, out):
    return 0 if state.count == 2 else t.legal_actions(state, out)


def card_losing_apply(state, action):
    t.apply(state, action)
    if state.count == 3:
        state.deck[0] = t.EMPTY


def endless_apply(state, action):
    if state.count < 3:
        t.apply(state, action)


def sharing_apply(state, action):
    """Writes to the state of the deal, even if it is given a copy."""
    t.apply(state, action)
    SHARED[0].deck[:] = SHARED[0].deck[::-1].copy()


SHARED = [None]


def shared_deal(state, options, seed):
    t.new_game(state, options, seed)
    if SHARED[0] is None:
        SHARED[0] = state


def refuse_text(settings, text, state):
    raise BadNotation("never")


def forget_chance(settings, text, state):
    t.parse_state(settings, text, state)
    state.rng[:] = 0


class LeakyView(t.ToyView):
    def fields(self):
        return {"luck": float(VIEWED_DECK.sum())}


VIEWED_DECK = np.zeros(2, np.int8)
LUCK = Feature("luck", -1, 6)


def view_leaking_observe(state, seat, out):
    t.observe(state, seat, out)
    VIEWED_DECK[:] = state.deck


def leaky_teller(*leaked):
    """A teller that tells these viewers the first card of the deck."""

    def tell(game, state, action, viewers):
        shown = [str(state.deck[0]) if viewer in leaked else "" for viewer in viewers]
        return [(Event("act", "Somebody plays.", word=word),) for word in shown]

    return {"tell": tell}


def policy(play):
    """Facts of a game whose second policy is this one."""
    return {"policies": (Policy("uniform", "", t.choose_any), Policy("broken", "", play))}


BROKEN = {
    "chance from outside in the deal": (Law.DETERMINISM, {verbs.new_game: unfair_deal}, {}),
    "chance from outside in a move": (Law.DETERMINISM, {verbs.apply: unfair_apply}, {}),
    "a policy that plays on the state": (Law.DETERMINISM, {}, policy(meddling_policy)),
    "worlds that change the own hand": (Law.WORLDS, {verbs.determinize: forgetful_worlds}, {}),
    "the deck in the observation": (Law.SECRECY, {verbs.observe: leaky_deck}, {}),
    "a telling order": (Law.SECRECY, {verbs.observe: leaky_order}, {}),
    "the chance in the observation": (Law.SECRECY, {verbs.observe: leaky_chance}, {}),
    "a telling legal list": (Law.SECRECY, {verbs.legal_actions: leaky_legal}, {}),
    "worlds with the true chance": (
        Law.SECRECY,
        {verbs.determinize: foreseeing_world, verbs.new_game: remembering_deal},
        {},
    ),
    "a telling view": (Law.SECRECY, {verbs.observe: view_leaking_observe}, {"view": LeakyView}),
    "events that tell a seat the deck": (Law.SECRECY, {}, leaky_teller(1)),
    "events that tell the spectator the deck": (Law.SECRECY, {}, leaky_teller(2)),
    "an outcome before the end that knows the hands": (
        Law.SECRECY,
        {verbs.outcome: early_outcome},
        {},
    ),
    "a feature that is not filled in": (
        Law.SECRECY,
        {verbs.features: lazy_features},
        {"learning": Learning(features=lambda settings: [Feature("seat", 0, 1), LUCK])},
    ),
    "a scramble that does nothing": (Law.SECRECY, {verbs.scramble: blind_scramble}, {}),
    "a scramble of chance alone": (
        Law.SECRECY,
        {
            verbs.scramble: chance_scramble,
            verbs.observe: open_observe,
            verbs.determinize: chance_worlds,
        },
        {},
    ),
    "a policy that reads old scratch": (Law.SECRECY, {}, policy(remembering_policy)),
    "a belief that changes the own hand": (
        Law.WORLDS,
        {verbs.imagine: forgetful_belief},
        {"beliefs": Beliefs(("uniform", "forgetful"))},
    ),
    "a belief that is changed by its worlds": (
        Law.WORLDS,
        {verbs.imagine: meddling_belief},
        {"beliefs": Beliefs(("uniform", "meddling"))},
    ),
    "worlds that are not fair": (Law.WORLDS, {verbs.determinize: pessimistic_worlds}, {}),
    "rewards against the ranks": (Law.SOUNDNESS, {verbs.returns: biased_returns}, {}),
    "rewards that are not numbers": (Law.SOUNDNESS, {verbs.returns: broken_returns}, {}),
    "ranks that do not add up": (Law.SOUNDNESS, {verbs.outcome: broken_outcome}, {}),
    "a value that is not a number": (Law.SOUNDNESS, {verbs.evaluate: worthless_evaluate}, {}),
    "a result that changes the state": (Law.DETERMINISM, {verbs.outcome: meddling_outcome}, {}),
    "an illegal action that breaks the state": (
        Law.TERMINATION,
        {verbs.apply: careless_apply},
        {"no_answer": lambda settings: 5},
    ),
    "legal actions that need hidden cards": (
        Law.LEGALITY,
        {verbs.legal_actions: leaky_legal},
        {},
    ),
    "legal actions out of order": (Law.LEGALITY, {verbs.legal_actions: unsorted_legal}, {}),
    "no legal action": (Law.LEGALITY, {verbs.legal_actions: no_legal}, {}),
    "a policy that cheats": (Law.LEGALITY, {}, policy(illegal_policy)),
    "a team that does not exist": (
        Law.SOUNDNESS,
        {verbs.team: lambda state, seat: 2 * seat},
        {"teams": ("first", "second")},
    ),
    "a seat that changes its team": (
        Law.SOUNDNESS,
        {verbs.team: lambda state, seat: (seat + int(state.count)) // 4},
        {"teams": ("first", "second")},
    ),
    "a lost card": (Law.SOUNDNESS, {verbs.apply: card_losing_apply}, {}),
    "a seat that does not exist": (
        Law.SOUNDNESS,
        {verbs.to_move: lambda state: -1 if state.count == 4 else 2 * (state.count % 2)},
        {},
    ),
    "a game that never ends": (Law.TERMINATION, {verbs.apply: endless_apply}, {}),
    "a bound that is too low": (Law.TERMINATION, {}, {"decisions": 3}),
    "a legal action that breaks the state": (
        Law.TERMINATION,
        {verbs.apply: card_losing_apply},
        {},
    ),
    "copies that share memory": (
        Law.TERMINATION,
        {verbs.apply: sharing_apply, verbs.new_game: shared_deal},
        {},
    ),
    "a text that does not parse": (Law.NOTATION, {}, {"parse_state": refuse_text}),
    "a text that forgets": (Law.NOTATION, {}, {"parse_state": forget_chance}),
    "JSON that is not the view": (Law.NOTATION, {}, {"show": lambda *_: [b'"hand":0']}),
    "an action that does not parse": (
        Law.NOTATION,
        {},
        {"actions": ("0", "1", "2", "3", "4", "two  blanks")},
    ),
    "an action that parses to another": (
        Law.NOTATION,
        {},
        {"actions": ("0", "1", "2", "3", "4", "0")},
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_game_is_caught(name):
    law, changed, facts = BROKEN[name]
    SHARED[0] = None
    report = check_game(toy(changed, **facts), games=GAMES, seed=1)
    assert law in report.broken
    assert report.problems[law]
    assert len(report.problems[law]) <= MAX_PROBLEMS
    assert "seed" in report.problems[law][0] or "all" in report.problems[law][0]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("the deck in the observation", "the observation of seat 0 reveals ..., by deck"),
        ("a telling view", "the view of seat 0 reveals ..., by as_dict.luck"),
        (
            "events that tell a seat the deck",
            "what viewer 1 is told of ... reveals ..., by [0].",
        ),
        ("events that tell the spectator the deck", "what viewer 2 is told of ... reveals"),
        ("an outcome before the end that knows the hands", "the outcome before the end, ..., by r"),
        ("a feature that is not filled in", "features of seat 0 reveal ...: luck"),
        ("a telling legal list", "the list of legal actions of seat 1 reveals hidden information"),
    ],
)
def test_a_leak_is_named(name, what):
    law, changed, facts = BROKEN[name]
    problems = check_game(toy(changed, **facts), games=GAMES, seed=1).problems[law]
    pattern = re.escape(what).replace(r"\.\.\.", ".*")
    assert any(re.search(pattern, problem) for problem in problems), problems


@pytest.mark.parametrize(
    "name",
    [
        "the deck in the observation",
        "a policy that cheats",
        "a text that forgets",
        "a bound that is too low",
        "a scramble that does nothing",
        "worlds that are not fair",
        "rewards against the ranks",
        "a policy that reads old scratch",
    ],
)
def test_only_the_broken_law_is_blamed(name):
    law, changed, facts = BROKEN[name]
    assert check_game(toy(changed, **facts), games=GAMES, seed=1).broken == {law}


def test_a_game_may_hide_nothing():
    changed = {
        verbs.scramble: chance_scramble,
        verbs.observe: open_observe,
        verbs.determinize: chance_worlds,
    }
    report = check_game(toy(changed, is_open=True), games=GAMES, seed=1)
    assert report.passed, report.problems


def test_every_law_has_a_broken_game():
    assert {law for law, *_ in BROKEN.values()} == set(Law)


@pytest.mark.untraced
@pytest.mark.parametrize("options", PARAMETERS, ids=str)
def test_asmacag_keeps_all_laws(options):
    report = check_game(standoff.load("asmacag", **options), games=20, seed=2)
    assert report.passed, report.problems
