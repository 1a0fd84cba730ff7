"""`rai` and `rair`: random play that prefers to use cards, and the same with guessed roles.

Danilakova, chapters 7.4 and 7.5. They are opponents to compare with, and the playouts of searches.
"""

from typing import Any

from standoff.games.bang import cardset
from standoff.games.bang.actions import ACT, PLAYED_KIND, TARGET, Code
from standoff.games.bang.cards import CARD_KIND, NONE, NUM_KINDS
from standoff.games.bang.players.allies import is_ally
from standoff.games.bang.players.plain import list_plain_actions
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.sid_ketchum import may_heal
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.turn import list_uses, may_discard, may_end
from standoff.games.bang.rules.untargeted import has_effect
from standoff.games.bang.secrets.attack_points import guess_roles
from standoff.games.bang.state import Act
from standoff.kit import (
    Action,
    Seat,
    State,
    below,
    copy_record,
    count_bits,
    inline_kernel,
    kernel,
    lowest_bit,
)

USE_WEIGHT, END_WEIGHT, HEAL_WEIGHT, DISCARD_WEIGHT = 4, 2, 2, 1
"""The weights of playing a card, ending the turn, healing as Sid Ketchum, and discarding."""


# --- rai ----------------------------------------------------------------------------------------


@kernel
def choose_rai(state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any) -> Action:
    """Play at random, but prefer to use cards (7.4).

    This plays the playouts of searches, so it lists as few actions as it can. The probabilities are
    those of `choose_among` all legal actions.
    """
    row = rows[0]
    task = int(state.task[tasks.top(state)])
    if task == Task.PLAY:
        return draw_play(state, seat, row, rng)
    if task == Task.DISCARD:
        return Code.DISCARD + draw_kind_of(state.hand[seat], rng)
    if task == Task.STORE:
        return Code.TAKE + draw_kind_of(state.store, rng)
    return choose_among(state, seat, row, list_plain_actions(state, row), rng)


@inline_kernel
def draw_play(state: State, seat: Seat, actions: Any, rng: Any) -> Action:
    """Choose what to do by weight, then a card, then its target (7.4.4).

    Cards are checked only after "use a card" is drawn. If no card can be used, the draw is repeated
    among the rest, which gives the same probabilities.
    """
    hand = state.hand[seat]
    has_cards = not cardset.is_empty(hand)
    may_use = has_cards and state.discarding == 0
    uses = USE_WEIGHT if may_use else 0
    ends = END_WEIGHT if may_end(state, seat) else 0
    heals = HEAL_WEIGHT if may_use and may_heal(state, seat) else 0
    discards = DISCARD_WEIGHT if has_cards and may_discard(state) else 0
    drawn = below(rng, uses + ends + heals + discards)
    if drawn < uses:
        action = draw_use(state, seat, actions, rng)
        if action != NONE:
            return action
        drawn = uses + below(rng, ends + heals + discards)
    if drawn < uses + ends:
        return int(Code.END_TURN.value)
    if drawn < uses + ends + heals:
        return int(Code.HEAL.value)
    return Code.DISCARD + draw_kind_of(hand, rng)


@inline_kernel
def draw_use(state: State, seat: Seat, actions: Any, rng: Any) -> Action:
    """Choose a card that can be used and a way to use it, or NONE if no card can be used."""
    low, high = state.hand[seat, 0], state.hand[seat, 1]
    while low | high != 0:
        kind = int(CARD_KIND[cardset.pick_of_words(low, high, rng)])
        ways = list_uses(state, seat, kind, actions)
        if ways > 0 and has_effect(state, seat, kind):
            return draw_way(actions, ways, kind, rng)
        if cardset.KIND_WORD[kind] == 0:
            low &= ~cardset.KIND_MASK[kind]
        else:
            high &= ~cardset.KIND_MASK[kind]
    return NONE


@inline_kernel
def draw_kind_of(cards: Any, rng: Any) -> int:
    """Return the kind of a random card of the set."""
    return int(CARD_KIND[cardset.pick_any(cards, rng)])


@kernel
def choose_among(state: State, seat: Seat, actions: Any, count: int, rng: Any) -> Action:  # noqa: PLR0911
    """Choose one of these actions as `rai` does."""
    task = int(state.task[tasks.top(state)])
    if task == Task.PLAY:
        return choose_play(state, seat, actions, count, rng)
    if task in (Task.DISCARD, Task.SID):
        return draw_card(state.hand[seat], actions, 0, count, Code.DISCARD, rng)
    if task == Task.STORE:
        return draw_card(state.store, actions, 0, count, Code.TAKE, rng)
    if task == Task.HEAL:
        drawn = below(rng, HEAL_WEIGHT + END_WEIGHT)
        return int(actions[1 if drawn < HEAL_WEIGHT else 0])
    if count > 1 and actions[1] == Code.BARREL:  # used whenever possible (chapter 5)
        return int(actions[1])
    if actions[0] == Code.PASS and count > 1:  # pass only if there is nothing else
        return int(actions[1 + below(rng, count - 1)])
    return int(actions[below(rng, count)])


@inline_kernel
def choose_play(state: State, seat: Seat, actions: Any, count: int, rng: Any) -> Action:
    """Choose what to do by weight, then a card, then its target (7.4.4)."""
    ends, heals, discards, uses = 0, 0, 0, 0
    heal, first_discard = 0, 0
    for index in range(count):
        action = int(actions[index])
        if action == Code.END_TURN:
            ends = END_WEIGHT
        elif action == Code.HEAL:
            heals = HEAL_WEIGHT
            heal = index
        elif PLAYED_KIND[action] != NONE:
            if has_effect(state, seat, int(PLAYED_KIND[action])):
                uses = USE_WEIGHT
        else:
            if discards == 0:
                first_discard = index
            discards += 1
    drawn = below(rng, uses + ends + heals + min(discards, DISCARD_WEIGHT))
    if drawn < uses:
        return choose_use(state, seat, actions, count, rng)
    if drawn < uses + ends:
        return int(actions[0])
    if drawn < uses + ends + heals:
        return int(actions[heal])
    last = first_discard + discards
    return draw_card(state.hand[seat], actions, first_discard, last, Code.DISCARD, rng)


@inline_kernel
def choose_use(state: State, seat: Seat, actions: Any, count: int, rng: Any) -> Action:
    """Choose a card that can be used, not a drink without effect, and a way to use it."""
    kinds = 0
    for index in range(count):
        kind = int(PLAYED_KIND[actions[index]])
        if kind != NONE and has_effect(state, seat, kind):
            kinds |= 1 << kind
    cards = 0
    for kind in range(NUM_KINDS):
        if kinds >> kind & 1:
            cards += cardset.count_kind(state.hand[seat], kind)
    left = below(rng, cards)
    chosen = 0
    while kinds >> chosen & 1 == 0 or left >= cardset.count_kind(state.hand[seat], chosen):
        if kinds >> chosen & 1:
            left -= cardset.count_kind(state.hand[seat], chosen)
        chosen += 1
    return draw_way(actions, count, chosen, rng)


@inline_kernel
def draw_way(actions: Any, count: int, kind: int, rng: Any) -> Action:
    """Choose how to use a card of a kind: a random target, then a random card of that target."""
    targets = 0
    for index in range(count):
        if PLAYED_KIND[actions[index]] == kind:
            targets |= 1 << (int(TARGET[actions[index]]) + 1)  # + 1: NONE is bit 0
    for _ in range(below(rng, count_bits(targets))):
        targets &= targets - 1
    target = lowest_bit(targets) - 1
    ways = 0
    for index in range(count):
        ways += int(is_way(int(actions[index]), kind, target))
    way = below(rng, ways)
    chosen = 0
    while not is_way(int(actions[chosen]), kind, target) or way > 0:
        way -= int(is_way(int(actions[chosen]), kind, target))
        chosen += 1
    return int(actions[chosen])


@inline_kernel
def is_way(action: Action, kind: int, target: int) -> bool:
    """Whether an action plays a card of this kind against this target."""
    return bool(PLAYED_KIND[action] == kind and TARGET[action] == target)


@inline_kernel
def draw_card(cards: Any, actions: Any, first: int, last: int, code: int, rng: Any) -> Action:
    """Choose one of the actions `code` + kind, each card of the set equally likely."""
    total = 0
    for index in range(first, last):
        total += cardset.count_kind(cards, int(actions[index]) - code)
    left = below(rng, total)
    chosen = first
    while left >= cardset.count_kind(cards, int(actions[chosen]) - code):
        left -= cardset.count_kind(cards, int(actions[chosen]) - code)
        chosen += 1
    return int(actions[chosen])


# --- rair ---------------------------------------------------------------------------------------


@kernel
def choose_rair(state: State, seat: Seat, params: Any, rng: Any, scratch: Any, rows: Any) -> Action:
    """Play as `rai`, but do not harm allies or help enemies (7.5)."""
    row, guess = rows[0], scratch[0]
    count = list_plain_actions(state, row)
    task = int(state.task[tasks.top(state)])
    if task in (Task.PLAY, Task.JESSE):
        copy_record(state, guess)
        guess_roles(guess, rng)
        count = keep_sensible(guess, seat, row, count)
    return choose_among(state, seat, row, count, rng)


@inline_kernel
def keep_sensible(state: State, seat: Seat, actions: Any, count: int) -> int:
    """Remove the actions that harm an ally or help an enemy; return how many are left."""
    kept = 0
    for index in range(count):
        if is_sensible(state, seat, int(actions[index])):
            actions[kept] = actions[index]
            kept += 1
    return kept


@inline_kernel
def is_sensible(state: State, seat: Seat, action: Action) -> bool:
    """Whether an action neither harms an ally nor helps an enemy, by the roles in `state`."""
    target, act = int(TARGET[action]), int(ACT[action])
    if target == NONE or act == Act.DEFUSED:
        return True
    return is_ally(state, seat, target) == (act == Act.FREED)
