"""A game told event by event.

The game is played again (`playback.py`), and the cards and lives are compared before and after each
step. Some steps move cards twice: a Stagecoach, for example, is discarded and may be drawn again
from the reshuffled deck. The first part of such a step is done on a copy, so nothing is guessed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code, plain_action
from standoff.games.bang.cards import (
    CHARACTER_NAMES,
    KIT_CARDS,
    MAX_SEATS,
    NONE,
    ROLE_NAMES,
    Character,
    Kind,
    Role,
)
from standoff.games.bang.outcome import has_won
from standoff.games.bang.rules import tasks
from standoff.games.bang.rules.death import reward
from standoff.games.bang.rules.draw import Draw, is_good
from standoff.games.bang.rules.piles import discard_kind, take_top
from standoff.games.bang.rules.seats import find_character, kind_of_weapon
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.rules.theft import unpack_target
from standoff.games.bang.rules.turn import let_suzy_draw
from standoff.games.bang.rules.wounds import feel_wounds
from standoff.games.bang.state import Fall, Winner
from standoff.games.bang.telling.changes import (
    Events,
    Snapshot,
    name_cards,
    pack,
    tell_ability,
    tell_changes,
    unpack,
)
from standoff.games.bang.telling.events import CARD_TEXTS, Event, EventKind
from standoff.games.bang.telling.playback import Step, deal, play_all
from standoff.kit import Action, Game, Seat, State

DRAW_KINDS = {Draw.BARREL: Kind.BARREL, Draw.DYNAMITE: Kind.DYNAMITE, Draw.JAIL: Kind.JAIL}
ANSWERS: dict[int, Kind] = {
    Code.ANSWER_BANG: Kind.BANG,
    Code.ANSWER_MISSED: Kind.MISSED,
    Code.ANSWER_BEER: Kind.BEER,
}
"""The card that an answer plays."""
ASKED_FOR = {
    Task.SHOT: Kind.MISSED,
    Task.INDIANS: Kind.BANG,
    Task.DUEL: Kind.BANG,
    Task.LAST_SAVE: Kind.BEER,
}
"""The card that a request asks for."""
PLAYED_AT = {
    code + seat: (kind, seat)
    for code, kind in (
        (Code.BANG, Kind.BANG),
        (Code.BANG_MISSED, Kind.MISSED),
        (Code.DUEL, Kind.DUEL),
        (Code.PANIC_HAND, Kind.PANIC),
        (Code.CAT_HAND, Kind.CAT_BALOU),
    )
    for seat in range(MAX_SEATS)
}
"""The card and the target of actions against a player."""


def chronicle(
    game: Game, seed: int, names: Sequence[str], actions: Iterable[Action]
) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game with the state after its step.

    The state goes on changing: copy it to keep it.
    """
    state = deal(game, seed)
    for event in tell_deal(state, names):
        yield event, state
    for done in play_all(state, actions):
        for event in tell_step(done):
            yield event, state


def tell_deal(state: State, names: Sequence[str]) -> Events:
    """Tell who plays, and the cards of the first hands one by one (rules 1.1 to 1.5)."""
    for seat, name in enumerate(names):
        role = ROLE_NAMES[Role.SHERIFF] if state.role[seat] == Role.SHERIFF else ""
        character = CHARACTER_NAMES[state.character[seat]]
        text = " ".join(name.split())
        yield Event(EventKind.CREATED, seat, name=text, role=role, character=character)
    for seat in range(state.players):
        for card in unpack(pack(state.hand[seat])):
            yield Event(EventKind.DRAW, seat, cards=name_cards([card]))


def tell_step(done: Step) -> Events:
    """Tell what happened in one step."""
    if done.action >= Code.UNSEEN:  # `tell_card` makes the plain action again
        before = done.before.copy()
        before.wants_unseen = 1
        done = done._replace(before=before, action=plain_action(done.action))
    if done.action != NONE:
        yield from tell_action(done)
    elif done.task in TELLERS:
        yield from TELLERS[done.task](done)
    else:
        yield from done.changes()
    if done.after.winner != Winner.NOT_YET:
        for seat in range(done.after.players):
            role = ROLE_NAMES[done.after.role[seat]]
            is_winner = bool(has_won(done.after, seat))
            yield Event(EventKind.END, seat, role=role, is_winner=is_winner)
    elif done.is_waiting or done.task == Task.START_TURN:
        yield Event(EventKind.CONTEXT)


# --- actions --------------------------------------------------------------------------------------


def tell_action(done: Step) -> Events:
    """Tell an action and what it did at once."""
    seat, action = done.seat, done.action
    if action == Code.PASS and done.task == Task.HEAL:
        return
    if action == Code.PASS:
        yield Event(EventKind.PASS, seat)
        yield from tell_last_moment(done) if done.task == Task.LAST_SAVE else done.changes()
    elif action == Code.HEAL:
        yield Event(EventKind.ABILITY, seat)
    elif action == Code.BARREL:
        yield from tell_draw(done, Draw.BARREL)
    elif action in ANSWERS:
        yield from tell_answer(done, ANSWERS[action])
    elif Code.DISCARD <= action < Code.BANG:
        yield from tell_card(done, Event(EventKind.DISCARD, seat), action - Code.DISCARD)
    elif Code.PUT_BACK <= action < Code.ANSWER_BANG:
        old, new = Snapshot(done.before), Snapshot(done.after)
        yield from tell_changes(old, new, drawn=EventKind.TAKE)
    elif Code.CHOOSE <= action < Code.PUT_BACK:
        draw = Draw(done.before.task_value[done.top])
        cause = find_cause(done.before, seat, draw)
        yield tell_check(seat, action - Code.CHOOSE, draw, cause)
        yield from done.changes()
    elif done.task == Task.PLAY:
        yield from tell_play(done)
    elif action == Code.DRAW_DISCARD:
        old = Snapshot(done.before)
        yield Event(EventKind.ABILITY, seat)
        yield Event(EventKind.DRAW_DISCARD, seat, old.take_discard(seat))
        yield from tell_changes(old, Snapshot(done.after))
    elif done.task == Task.JESSE and action != Code.DRAW_DECK:
        yield from tell_ability(seat, done.changes())
    else:
        yield from done.changes()


def tell_play(done: Step) -> Events:
    """Tell an action of phase 2; the end of a turn shows in the next one."""
    action, seat = done.action, done.seat
    if action in PLAYED_AT:
        kind, target = PLAYED_AT[action]
        if uses_ability(done.before, seat, kind):
            yield Event(EventKind.ABILITY, seat)
        yield from tell_card(done, Event(EventKind.PLAY, seat, target=target), kind)
    elif action >= Code.PANIC_TABLE:
        is_panic = action < Code.CAT_TABLE
        first = Code.PANIC_TABLE if is_panic else Code.CAT_TABLE
        target, target_kind = unpack_target(action - first)
        card = CARD_TEXTS[cardset.first_of_kind(done.before.table[target], target_kind)]
        event = Event(EventKind.PLAY, seat, target=int(target), target_card=card)
        yield from tell_card(done, event, Kind.PANIC if is_panic else Kind.CAT_BALOU)
    elif Code.PLAY <= action < Code.PLAY + Kind.BARREL:
        yield from tell_card(done, Event(EventKind.PLAY, seat), action - Code.PLAY)
    else:
        yield from done.changes()


def uses_ability(state: State, seat: Seat, kind: int) -> bool:
    """Whether only Calamity Janet, Slab or Willy can shoot like this (rules 9.3, 9.12, 9.16)."""
    if kind not in (Kind.BANG, Kind.MISSED):
        return False
    has_volcanic = kind_of_weapon(state, seat) == Kind.VOLCANIC
    is_willy = state.character[seat] == Character.WILLY_THE_KID
    is_slab = state.character[seat] == Character.SLAB_THE_KILLER
    is_again = state.shots > 0 and not has_volcanic
    return bool(kind == Kind.MISSED or is_slab or (is_willy and is_again))


def tell_answer(done: Step, kind: int) -> Events:
    """Tell an answer: a dodge, a Bang! shown, or a last Beer (rules 6.1, 5.10, 5.11, 6.6)."""
    seat, asked = done.seat, ASKED_FOR[done.task]
    if kind != asked:  # Calamity Janet, rule 9.3
        yield Event(EventKind.ABILITY, seat)
    card, *more = tell_card(done, Event(EventKind.ANSWER, seat), kind)
    yield card
    # After a dodge, Suzy Lafayette draws at once (rule 9.13).
    yield from tell_ability(seat, iter(more)) if asked == Kind.MISSED else more


def tell_card(done: Step, event: Event, kind: int) -> Events:
    """Tell that a card of this kind leaves the hand, as `event` says, and what it does."""
    played = done.before.copy()
    discard_kind(played, done.seat, kind)
    old = Snapshot(played)
    yield replace(event, card=CARD_TEXTS[old.discard[-1]])
    yield from tell_changes(old, Snapshot(done.after), by=done.seat)


# --- steps without a decision ---------------------------------------------------------------------


def tell_suzy(done: Step) -> Events:
    """Tell what Suzy Lafayette draws when a card is resolved (rule 9.13)."""
    suzy = int(find_character(done.after, Character.SUZY_LAFAYETTE))
    return tell_ability(suzy, done.changes())


def tell_shot(done: Step) -> Events:
    """Tell how a shot goes on: a Barrel or a wound (rule 6.1)."""
    before, top = done.before, done.top
    is_on = before.task_value[top] > 0 and before.is_alive[done.seat]
    if is_on and before.task_extra[top] > 0 and not done.is_waiting:
        return tell_draw(done, Draw.BARREL)
    return done.changes()


def tell_dynamite(done: Step) -> Events:
    """Tell whether the Dynamite explodes (rule 3.2)."""
    return tell_draw(done, Draw.DYNAMITE)


def tell_jail(done: Step) -> Events:
    """Tell whether a player gets out of jail (rule 3.3); Suzy Lafayette may draw before (9.13)."""
    if done.before.is_alive[done.seat]:
        drawn = done.before.copy()
        let_suzy_draw(drawn)
        yield from tell_suzy(done._replace(after=drawn))
        yield from tell_draw(done._replace(before=drawn), Draw.JAIL)


def tell_draw(done: Step, draw: Draw) -> Events:
    """Tell what was turned over for "draw!", and what followed (rules 2.5 and 9.8)."""
    before, seat = done.before, done.seat
    is_lucky = before.character[seat] == Character.LUCKY_DUKE
    turning = before.copy()
    cards: list[int] = []
    for _ in range(2 if is_lucky else 1):
        size = turning.discard_size
        card = int(take_top(turning))
        if turning.discard_size < size:
            yield Event(EventKind.RESHUFFLE)
        if card != NONE:
            cards.append(card)
    cause = find_cause(before, seat, draw)
    if draw == Draw.BARREL and is_jourdonnais_himself(done):
        yield Event(EventKind.ABILITY, seat)
        cause = ""
    if len(cards) > 1:
        yield Event(EventKind.ABILITY, seat)
        yield Event(EventKind.TURN_UP, cards=name_cards(cards))
    if done.after.flipped[0] != NONE:  # Lucky Duke is asked
        return
    if cards:
        card = next((card for card in cards if is_good(card, draw)), cards[0])
        yield tell_check(seat, card, draw, cause)
    yield from tell_changes(Snapshot(turning), Snapshot(done.after))


def find_cause(state: State, seat: Seat, draw: Draw) -> str:
    """Return the card on a table that asks for "draw!", empty if there is none."""
    kind = DRAW_KINDS[draw]
    cards = state.table[seat]
    return CARD_TEXTS[cardset.first_of_kind(cards, kind)] if cardset.has_kind(cards, kind) else ""


def is_jourdonnais_himself(done: Step) -> bool:
    """Whether Jourdonnais tries his ability, which comes after a real Barrel (rule 9.6)."""
    is_jourdonnais = done.before.character[done.seat] == Character.JOURDONNAIS
    return bool(is_jourdonnais and done.before.task_extra[done.top] == 1)


def tell_check(seat: Seat, card: int, draw: Draw, cause: str) -> Event:
    """Tell which card counted in a "draw!", and whether it was good."""
    was_good = bool(is_good(card, draw))
    return Event(EventKind.CHECK, seat, CARD_TEXTS[card], cause=cause, is_good=was_good)


def tell_phase_one(done: Step) -> Events:
    """Tell what is drawn in phase 1 (rules 3.4, 9.2 and 9.7)."""
    after = done.after
    if after.task[tasks.top(after)] == Task.KIT:
        yield Event(EventKind.ABILITY, done.seat)
        yield from done.changes()
        yield Event(EventKind.TURN_UP, cards=name_cards(Snapshot(after).deck[:KIT_CARDS]))
    elif done.before.character[done.seat] == Character.BLACK_JACK:
        yield from tell_ability(done.seat, done.changes())
    else:
        yield from done.changes()


def tell_resolution(done: Step) -> Events:
    """Tell what wounds lead to when nobody is dying: the cards of the dead, rewards, abilities."""
    if done.after.num_tasks == done.before.num_tasks:  # a burial (rules 6.7 and 9.14)
        told = list(done.changes())
        if told[0].kind == EventKind.STEAL:
            yield Event(EventKind.ABILITY, told[0].player)
        yield from told
    if done.after.winner != Winner.NOT_YET or done.after.num_tasks >= done.before.num_tasks:
        return
    state, source = done.before.copy(), done.source
    start = source if source != NONE else int(state.turn)
    clockwise = [(start + step) % int(state.players) for step in range(1, state.players + 1)]
    for seat in clockwise:
        if state.fall[seat] == Fall.KILLED:
            old = Snapshot(state)
            reward(state, seat, source)
            yield from tell_changes(old, Snapshot(state))
    for seat in clockwise:
        if state.wounds[seat] > 0 and state.is_alive[seat]:
            old = Snapshot(state)
            feel_wounds(state, seat, int(state.wounds[seat]), source)
            yield from tell_ability(seat, tell_changes(old, Snapshot(state)))


def tell_last_moment(done: Step) -> Events:
    """Tell whether a dying player dies (rule 6.6)."""
    if not done.after.is_alive[done.seat]:
        yield Event(EventKind.DEATH, done.seat, killer=done.source)


TELLERS = {
    Task.PLAY: tell_suzy,
    Task.END_TURN: tell_suzy,
    Task.SHOT: tell_shot,
    Task.DYNAMITE: tell_dynamite,
    Task.JAIL: tell_jail,
    Task.PHASE_ONE: tell_phase_one,
    Task.RESOLVE: tell_resolution,
    Task.LAST_SAVE: tell_last_moment,
}
"""How the steps of a task are told; for other tasks, the changes tell everything."""
