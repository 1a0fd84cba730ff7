"""What may be done: the legal actions of the task on top, in the order of the codes."""

from typing import Any

from standoff._jit import inline_kernel, kernel, lowest_bit
from standoff.games.bang import cardset, tasks
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import (
    CARD_KIND,
    KIT_CARDS,
    MAX_REFILLS,
    NONE,
    NUM_CARDS,
    NUM_KINDS,
    NUM_TABLE_KINDS,
    SID_CARDS,
    TABLE_KINDS,
    Character,
    Kind,
    Role,
)
from standoff.games.bang.combat import can_be_saved, can_dodge, can_drink, can_spare, kind_of_weapon
from standoff.games.bang.effects import is_refill
from standoff.games.bang.options import Reading
from standoff.games.bang.state import Discarding, distance, remoteness, sight, weapon_range
from standoff.games.bang.tasks import COMMITTED, Task
from standoff.verbs import Seat, State


@kernel
def legal_actions(state: State, out: Any) -> int:  # noqa: PLR0911  (a branch for each task)
    """List the actions of the task on top."""
    place = tasks.top(state)
    task = int(state.task[place])
    seat = int(state.task_seat[place])
    if task == Task.PLAY:
        return list_plays(state, seat, out)
    if task == Task.DISCARD:
        return list_kinds(state.hand[seat], Code.DISCARD, out, 0)
    if task == Task.SHOT:
        return list_dodges(state, place, seat, out)
    if task in (Task.INDIANS, Task.DUEL):
        out[0] = Code.PASS
        return list_cards(state, seat, Kind.BANG, out, 1)
    if task == Task.LAST_SAVE:
        return list_saves(state, seat, out)
    if task == Task.STORE:
        return list_kinds(state.store, Code.TAKE, out, 0)
    if task == Task.SID:
        return list_spare_kinds(state, seat, int(state.task_value[place]), out)
    return list_rare(state, task, seat, out)


@kernel
def list_rare(state: State, task: int, seat: Seat, out: Any) -> int:
    """List the actions of characters in phase 1, of Lucky Duke, and of the dead."""
    if task == Task.LUCKY:
        first, second = int(state.flipped[0]), int(state.flipped[1])
        out[0] = Code.CHOOSE + min(first, second)
        out[1] = Code.CHOOSE + max(first, second)
        return 2
    if task == Task.KIT:
        return list_top_cards(state, out)
    if task == Task.PEDRO:
        out[0] = Code.DRAW_DECK
        out[1] = Code.DRAW_DISCARD
        return 2
    if task == Task.JESSE:
        out[0] = Code.DRAW_DECK
        count = 1
        for other in range(state.players):
            if other != seat and state.is_alive[other] and state.hand_size[other] > 0:
                out[count] = Code.DRAW_FROM + other
                count += 1
        return count
    count = 0
    for kind in range(NUM_KINDS):  # CORPSE
        is_held = cardset.has_kind(state.hand[seat], kind)
        if is_held or cardset.has_kind(state.table[seat], kind):
            out[count] = Code.LAST + kind
            count += 1
    return count


@inline_kernel
def list_top_cards(state: State, out: Any) -> int:
    """List the top three cards, one of which Kit Carlson puts back, by number."""
    for depth in range(KIT_CARDS):
        code = Code.PUT_BACK + int(state.deck[state.deck_size - 1 - depth])
        place = depth
        while place > 0 and out[place - 1] > code:
            out[place] = out[place - 1]
            place -= 1
        out[place] = code
    return KIT_CARDS


@inline_kernel
def list_kinds(cards: Any, code: int, out: Any, count: int) -> int:
    """List a code for each kind of card in a set."""
    for word in range(cardset.WORDS):
        left = cards[word]
        while left != 0:
            kind = CARD_KIND[cardset.BITS * word + lowest_bit(left)]
            out[count] = code + kind
            count += 1
            left &= ~cardset.KIND_MASK[kind]
    return count


@inline_kernel
def list_spare_kinds(state: State, seat: Seat, cards: int, out: Any) -> int:
    """List what Sid Ketchum can discard for a life; dying, only what he can do without (9.11)."""
    count = list_kinds(state.hand[seat], Code.DISCARD, out, 0)
    if state.life[seat] >= 1:
        return count
    kept = 0
    for place in range(count):
        if can_spare(state, seat, int(out[place]) - Code.DISCARD, cards):
            out[kept] = out[place]
            kept += 1
    return kept


@inline_kernel
def list_cards(state: State, seat: Seat, kind: int, out: Any, count: int) -> int:
    """List answers with a Bang! or Missed!, either for Calamity Janet (rule 9.3)."""
    is_janet = state.character[seat] == Character.CALAMITY_JANET
    has_bang = cardset.has_kind(state.hand[seat], Kind.BANG)
    has_missed = cardset.has_kind(state.hand[seat], Kind.MISSED)
    if has_bang and (kind == Kind.BANG or is_janet):
        out[count] = Code.ANSWER_BANG
        count += 1
    if has_missed and (kind == Kind.MISSED or is_janet):
        out[count] = Code.ANSWER_MISSED
        count += 1
    return count


@inline_kernel
def list_dodges(state: State, place: int, seat: Seat, out: Any) -> int:
    """List answers to a shot: pass, or cards if there are enough (rules 6.1 and 6.2)."""
    if state.task_extra[place] == COMMITTED:
        return list_cards(state, seat, Kind.MISSED, out, 0)
    out[0] = Code.PASS
    if can_dodge(state, seat, int(state.task_value[place])):
        return list_cards(state, seat, Kind.MISSED, out, 1)
    return 1


@inline_kernel
def list_saves(state: State, seat: Seat, out: Any) -> int:
    """List what a dying seat can do: nothing, or what leads back to life (rule 6.6)."""
    out[0] = Code.PASS
    count = 1
    if can_be_saved(state, seat):
        if can_pair_up(state, seat):
            out[count] = Code.HEAL
            count += 1
        if can_drink(state) and cardset.has_kind(state.hand[seat], Kind.BEER):
            out[count] = Code.ANSWER_BEER
            count += 1
    return count


@inline_kernel
def can_pair_up(state: State, seat: Seat) -> bool:
    """Whether a dying Sid Ketchum has two cards that he can do without (rules 6.6 and 9.11)."""
    is_sid = state.character[seat] == Character.SID_KETCHUM
    if not is_sid or state.hand_size[seat] < SID_CARDS:
        return False
    has_beers_only = cardset.count_kind(state.hand[seat], Kind.BEER) == state.hand_size[seat]
    return can_spare(state, seat, Kind.BEER if has_beers_only else NONE, SID_CARDS)


@inline_kernel
def list_plays(state: State, seat: Seat, out: Any) -> int:
    """List what can be done in phase 2, in the order of the codes (rule 3.5)."""
    hand = state.hand[seat]
    count = 0
    if may_end(state, seat):
        out[0] = Code.END_TURN
        count = 1
    if state.has_discarded == 0:
        if may_heal(state, seat):
            out[count] = Code.HEAL
            count += 1
        count = list_untargeted(state, seat, hand, out, count)
    if may_discard(state):
        count = list_kinds(hand, Code.DISCARD, out, count)
    if state.has_discarded == 0:
        count = list_targeted(state, seat, hand, out, count)
    return count


@inline_kernel
def may_end(state: State, seat: Seat) -> bool:
    """Whether phase 2 can be ended; in one reading only with few enough cards (rule 10.3)."""
    return bool(state.reading != Reading.DANILAKOVA or state.hand_size[seat] <= state.life[seat])


@inline_kernel
def may_discard(state: State) -> bool:
    """Whether cards may be discarded in phase 2 (rules 10.3 and 10.4)."""
    is_allowed = state.reading == Reading.DANILAKOVA
    return bool(is_allowed and state.has_discarded != Discarding.DONE)


@inline_kernel
def may_heal(state: State, seat: Seat) -> bool:
    """Whether Sid Ketchum can discard two cards for a life (rule 9.11)."""
    is_sid = state.character[seat] == Character.SID_KETCHUM
    is_hurt = state.life[seat] < state.max_life[seat]
    return bool(is_sid and is_hurt and state.hand_size[seat] >= SID_CARDS)


@kernel
def list_uses(state: State, seat: Seat, kind: int, out: Any) -> int:  # noqa: PLR0911  (a branch for each card)
    """List the ways to play a card of this kind in phase 2, if nothing was discarded there."""
    if kind in (Kind.BANG, Kind.MISSED):
        if not may_shoot(state, seat):
            return 0
        if kind == Kind.BANG:
            return list_targets(state, seat, Code.BANG, out, 0)
        if state.character[seat] == Character.CALAMITY_JANET:
            return list_targets(state, seat, Code.BANG_MISSED, out, 0)
        return 0
    if kind == Kind.DUEL:
        return list_duels(state, seat, out, 0)
    if kind == Kind.JAIL:
        return list_jails(state, seat, out, 0)
    if kind == Kind.PANIC:
        count = list_hands(state, seat, Code.PANIC_HAND, 1, out, 0)
        return list_tables(state, seat, Code.PANIC_TABLE, 1, out, count)
    if kind == Kind.CAT_BALOU:
        count = list_hands(state, seat, Code.CAT_HAND, NUM_CARDS, out, 0)
        return list_tables(state, seat, Code.CAT_TABLE, NUM_CARDS, out, count)
    out[0] = Code.PLAY + kind
    return int(is_playable(state, seat, kind))


@inline_kernel
def list_untargeted(state: State, seat: Seat, hand: Any, out: Any, count: int) -> int:
    """List cards that name nobody and would have an effect (rules 5.1 and 5.12)."""
    left = hand[1]  # Bang!, Missed! and Jail are in the other word
    while left != 0:
        kind = int(CARD_KIND[cardset.BITS + lowest_bit(left)])
        left &= ~cardset.KIND_MASK[kind]
        if is_playable(state, seat, kind):
            out[count] = Code.PLAY + kind
            count += 1
    return count


@inline_kernel
def is_playable(state: State, seat: Seat, kind: int) -> bool:
    """Whether a card that names nobody can be played now, to any effect."""
    if kind >= Kind.VOLCANIC:
        return kind_of_weapon(state, seat) != kind
    if kind >= Kind.BARREL:
        return not cardset.has_kind(state.table[seat], kind)
    if kind == Kind.BEER:
        return bool(state.life[seat] < state.max_life[seat]) and can_drink(state)
    if kind == Kind.SALOON:
        is_hurt = False
        for other in range(state.players):
            is_hurt |= state.is_alive[other] and state.life[other] < state.max_life[other]
        return is_hurt
    if is_refill(kind):
        return bool(state.refills < MAX_REFILLS)
    return kind not in (Kind.PANIC, Kind.CAT_BALOU, Kind.DUEL)


@inline_kernel
def list_targeted(state: State, seat: Seat, hand: Any, out: Any, count: int) -> int:
    """List cards against one player (rules 5.2, 5.8, 5.9, 5.11 and 5.13)."""
    if may_shoot(state, seat):
        if cardset.has_kind(hand, Kind.BANG):
            count = list_targets(state, seat, Code.BANG, out, count)
        is_janet = state.character[seat] == Character.CALAMITY_JANET
        if is_janet and cardset.has_kind(hand, Kind.MISSED):
            count = list_targets(state, seat, Code.BANG_MISSED, out, count)
    if cardset.has_kind(hand, Kind.DUEL):
        count = list_duels(state, seat, out, count)
    if cardset.has_kind(hand, Kind.JAIL):
        count = list_jails(state, seat, out, count)
    has_panic = cardset.has_kind(hand, Kind.PANIC)
    has_cat = cardset.has_kind(hand, Kind.CAT_BALOU)
    if has_panic:
        count = list_hands(state, seat, Code.PANIC_HAND, 1, out, count)
    if has_cat:
        count = list_hands(state, seat, Code.CAT_HAND, NUM_CARDS, out, count)
    if has_panic:
        count = list_tables(state, seat, Code.PANIC_TABLE, 1, out, count)
    if has_cat:
        count = list_tables(state, seat, Code.CAT_TABLE, NUM_CARDS, out, count)
    return count


@inline_kernel
def may_shoot(state: State, seat: Seat) -> bool:
    """Whether another Bang! may be played in this turn (rules 5.2 and 9.16)."""
    has_volcanic = kind_of_weapon(state, seat) == Kind.VOLCANIC
    is_willy = state.character[seat] == Character.WILLY_THE_KID
    return bool(state.shots == 0 or has_volcanic or is_willy)


@inline_kernel
def list_targets(state: State, seat: Seat, code: int, out: Any, count: int) -> int:
    """List everybody in the range of the weapon."""
    reach = weapon_range(state, seat) + sight(state, seat)
    for other in range(state.players):
        if state.is_alive[other] and other != seat and remoteness(state, seat, other) <= reach:
            out[count] = code + other
            count += 1
    return count


@inline_kernel
def list_duels(state: State, seat: Seat, out: Any, count: int) -> int:
    """List everybody else, for a Duel."""
    for other in range(state.players):
        if state.is_alive[other] and other != seat:
            out[count] = Code.DUEL + other
            count += 1
    return count


@inline_kernel
def list_jails(state: State, seat: Seat, out: Any, count: int) -> int:
    """List who can be put in jail."""
    for other in range(state.players):
        if may_jail(state, seat, other):
            out[count] = Code.JAIL + other
            count += 1
    return count


@inline_kernel
def may_jail(state: State, seat: Seat, other: Seat) -> bool:
    """Whether a player may be put in jail (rule 5.13)."""
    if other == seat or not state.is_alive[other] or state.role[other] == Role.SHERIFF:
        return False
    return not cardset.has_kind(state.table[other], Kind.JAIL)


@kernel
def list_hands(state: State, seat: Seat, code: int, reach: int, out: Any, count: int) -> int:
    """List other players within reach who have cards in hand."""
    for other in range(state.players):
        if other == seat or not state.is_alive[other] or state.hand_size[other] == 0:
            continue
        if reach >= NUM_CARDS or distance(state, seat, other) <= reach:
            out[count] = code + other
            count += 1
    return count


@kernel
def list_tables(state: State, seat: Seat, code: int, reach: int, out: Any, count: int) -> int:
    """List the cards on tables within reach; the own table too, but for one reading (10.2)."""
    for other in range(state.players):
        if cardset.is_empty(state.table[other]) or not state.is_alive[other]:
            continue
        if other == seat and state.reading == Reading.DANILAKOVA:
            continue
        if other != seat and reach < NUM_CARDS and distance(state, seat, other) > reach:
            continue
        for place in range(NUM_TABLE_KINDS):
            if cardset.has_kind(state.table[other], int(TABLE_KINDS[place])):
                out[count] = code + other * NUM_TABLE_KINDS + place
                count += 1
    return count
