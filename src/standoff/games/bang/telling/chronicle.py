"""A game told event by event.

It is played again task by task, by the game's own kernels, and the table is compared before and
after each of them. Where one task moves cards twice, such as a Stagecoach that is discarded and may
come back out of a new deck, the first part is done on a copy, so that nothing is guessed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from standoff.games.bang import cardset
from standoff.games.bang.actions import Code
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
from standoff.games.bang.rules.draw import is_good
from standoff.games.bang.rules.piles import discard_kind, take_top
from standoff.games.bang.rules.requests import step
from standoff.games.bang.rules.seats import find_character, kind_of_weapon
from standoff.games.bang.rules.tasks import Draw, Task
from standoff.games.bang.rules.theft import unpack_target
from standoff.games.bang.rules.wounds import feel_wounds
from standoff.games.bang.state import Fall, Winner
from standoff.games.bang.telling.changes import (
    Events,
    Table,
    name_cards,
    pack,
    tell_ability,
    tell_changes,
    unpack,
)
from standoff.games.bang.telling.events import CARD_TEXTS, Event, EventKind
from standoff.kit import Action, Game, Seat, State, apply, new_game

DRAW_KINDS = {Draw.BARREL: Kind.BARREL, Draw.DYNAMITE: Kind.DYNAMITE, Draw.JAIL: Kind.JAIL}


def chronicle(
    game: Game, seed: int, names: Sequence[str], actions: Iterable[Action]
) -> Iterator[tuple[Event, State]]:
    """Yield every event of a game with the state after the step that it is part of.

    The state goes on changing: who wants to keep it copies it.
    """
    state = deal(game, seed)
    for event in tell_deal(state, names):
        yield event, state
    for done in play_again(state, actions):
        for event in tell_step(done):
            yield event, state


# --- playing again ------------------------------------------------------------------------------


class Step(NamedTuple):
    """A decision or a task that has been done."""

    before: State
    after: State
    action: Action = NONE
    """NONE for a task that happens by itself."""
    is_waiting: bool = False
    """Whether somebody must decide now."""

    @property
    def place(self) -> int:
        """The place of the task that was done."""
        return int(self.before.num_tasks) - 1

    @property
    def task(self) -> Task:
        """What was done."""
        return Task(self.before.task[self.place])

    @property
    def seat(self) -> Seat:
        """Whose task it was."""
        return int(self.before.task_seat[self.place])

    @property
    def source(self) -> Seat:
        """The source of the task."""
        return int(self.before.task_source[self.place])

    def changes(self) -> Events:
        """Tell what is different now."""
        return tell_changes(Table(self.before), Table(self.after))


def deal(game: Game, seed: int) -> State:
    """Return a game that is dealt and not begun: as one of no rounds, which ends there."""
    options = game.options_record()
    options["max_rounds"] = 0
    state = game.states(1)[0]
    new_game(state, options[0], seed)
    state.max_rounds = game.settings["max_rounds"]
    state.winner = Winner.NOT_YET
    tasks.push(state, Task.START_TURN, int(state.turn), NONE, 0, 0)
    return state


def play_again(state: State, actions: Iterable[Action]) -> Iterator[Step]:
    """Begin a game and make these moves; yield every step."""
    yield from go_on(state)
    for action in actions:
        yield from play_on(state, action)


def play_on(state: State, action: Action) -> Iterator[Step]:
    """Make one move; yield it and what follows from it, step by step."""
    before = state.copy()
    act(state, action)
    yield Step(before, state, action)
    yield from go_on(state)


def act(state: State, action: Action) -> None:
    """Make a move without what follows by itself: nothing does in a game that is over."""
    state.winner = Winner.NOBODY
    apply(state, action)
    state.winner = Winner.NOT_YET


def go_on(state: State) -> Iterator[Step]:
    """Do what happens by itself, as `course.advance` does; yield every step."""
    is_waiting = False
    while not is_waiting and state.winner == Winner.NOT_YET:
        before = state.copy()
        is_waiting = not step(state)
        yield Step(before, state, is_waiting=is_waiting)


# --- step by step -------------------------------------------------------------------------------


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


def tell_suzy(done: Step) -> Events:
    """Tell what Suzy Lafayette draws when a card is resolved (rule 9.13)."""
    suzy = int(find_character(done.after, Character.SUZY_LAFAYETTE))
    return tell_ability(suzy, done.changes())


def tell_shot(done: Step) -> Events:
    """Tell how a shot goes on by itself: a Barrel, the second Missed!, or a wound (rule 6.1)."""
    before, after, place = done.before, done.after, done.place
    need = int(before.task_value[place])
    if need > 0 and before.is_alive[done.seat] and before.task_extra[place] > 0:
        yield from tell_draw(done, Draw.BARREL)
    elif after.task[place] == Task.SHOT and after.task_value[place] < need:
        has_missed = cardset.has_kind(before.hand[done.seat], Kind.MISSED)
        yield from tell_answer(done, Kind.MISSED if has_missed else Kind.BANG)
    else:
        yield from done.changes()


def tell_dynamite(done: Step) -> Events:
    """Tell whether the Dynamite explodes (rule 3.2)."""
    return tell_draw(done, Draw.DYNAMITE)


def tell_jail(done: Step) -> Events:
    """Tell whether a player gets out of jail (rule 3.3)."""
    if done.before.is_alive[done.seat]:
        yield from tell_draw(done, Draw.JAIL)


def tell_draw(done: Step, draw: Draw) -> Events:
    """Tell what was turned over for "draw!", and what came of it (rules 2.5 and 9.8)."""
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
    yield from tell_changes(Table(turning), Table(done.after))


def find_cause(state: State, seat: Seat, draw: Draw) -> str:
    """Return the card on a table that asks for "draw!", empty when there is none."""
    kind = DRAW_KINDS[draw]
    cards = state.table[seat]
    return CARD_TEXTS[cardset.first_of_kind(cards, kind)] if cardset.has_kind(cards, kind) else ""


def is_jourdonnais_himself(done: Step) -> bool:
    """Whether Jourdonnais tries without a Barrel: after the real one, if he has it (rule 9.6)."""
    is_jourdonnais = done.before.character[done.seat] == Character.JOURDONNAIS
    return bool(is_jourdonnais and done.before.task_extra[done.place] == 1)


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
        yield Event(EventKind.TURN_UP, cards=name_cards(Table(after).deck[:KIT_CARDS]))
    elif done.before.character[done.seat] == Character.BLACK_JACK:
        yield from tell_ability(done.seat, done.changes())
    else:
        yield from done.changes()


def tell_resolution(done: Step) -> Events:
    """Tell what wounds lead to when nobody is dying: rewards, then abilities (rule 6.5)."""
    if done.after.winner != Winner.NOT_YET or done.after.num_tasks > done.before.num_tasks:
        return
    state, source = done.before.copy(), done.source
    first = source if source != NONE else int(state.turn)
    clockwise = [(first + place) % int(state.players) for place in range(1, state.players + 1)]
    for seat in clockwise:
        if state.has_fallen[seat] == Fall.KILLED:
            old = Table(state)
            reward(state, seat, source)
            yield from tell_changes(old, Table(state))
    for seat in clockwise:
        if state.wounds[seat] > 0 and state.is_alive[seat]:
            old = Table(state)
            feel_wounds(state, seat, int(state.wounds[seat]), source)
            yield from tell_ability(seat, tell_changes(old, Table(state)))


def tell_last_moment(done: Step) -> Events:
    """Tell whether a dying player dies, and where the cards go (rules 6.6, 6.7 and 9.14)."""
    if done.after.is_alive[done.seat]:
        return
    yield Event(EventKind.DEATH, done.seat, killer=done.source)
    told = list(done.changes())
    if told and told[0].kind == EventKind.STEAL:
        yield Event(EventKind.ABILITY, told[0].player)
    yield from told


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
"""How tasks that happen by themselves are told; the others show in what has changed."""


# --- decisions ----------------------------------------------------------------------------------


def tell_action(done: Step) -> Events:
    """Tell a decision and what it brought about at once."""
    seat, action = done.seat, done.action
    if action == Code.PASS:
        yield Event(EventKind.PASS, seat)
        yield from tell_last_moment(done) if done.task == Task.LAST_SAVE else done.changes()
    elif action == Code.HEAL:
        yield Event(EventKind.ABILITY, seat)
    elif action in ANSWERS:
        yield from tell_answer(done, ANSWERS[action])
    elif Code.DISCARD <= action < Code.TAKE:
        yield from tell_card(done, Event(EventKind.DISCARD, seat), action - Code.DISCARD)
    elif action >= Code.PUT_BACK:
        old, new = Table(done.before), Table(done.after)
        yield from tell_changes(old, new, drawn=EventKind.TAKE)
    elif action >= Code.CHOOSE:
        draw = Draw(done.before.task_value[done.place])
        cause = find_cause(done.before, seat, draw)
        yield tell_check(seat, action - Code.CHOOSE, draw, cause)
        yield from done.changes()
    elif done.task == Task.PLAY:
        yield from tell_play(done)
    elif action == Code.DRAW_DISCARD:
        table = Table(done.before)
        yield Event(EventKind.ABILITY, seat)
        yield Event(EventKind.DRAW_DISCARD, seat, table.take_discard(seat))
        yield from tell_changes(table, Table(done.after))
    elif done.task == Task.JESSE and action != Code.DRAW_DECK:
        yield from tell_ability(seat, done.changes())
    else:
        yield from done.changes()


ANSWERS: dict[int, Kind] = {
    Code.ANSWER_BANG: Kind.BANG,
    Code.ANSWER_MISSED: Kind.MISSED,
    Code.ANSWER_BEER: Kind.BEER,
}


def tell_card(done: Step, event: Event, kind: int) -> Events:
    """Tell that a card of this kind leaves the hand, as `event` says, and what it does."""
    played = done.before.copy()
    discard_kind(played, done.seat, kind)
    old = Table(played)
    yield replace(event, card=CARD_TEXTS[old.discard[-1]])
    yield from tell_changes(old, Table(done.after), by=done.seat)


def tell_answer(done: Step, kind: int) -> Events:
    """Tell an answer: a dodge, a Bang! shown, or a last Beer (rules 6.1, 5.10, 5.11, 6.6)."""
    seat, is_shot = done.seat, done.task == Task.SHOT
    own_kind = Kind.MISSED if is_shot else Kind.BANG
    if kind not in (own_kind, Kind.BEER):  # Calamity Janet, rule 9.3
        yield Event(EventKind.ABILITY, seat)
    card, *more = tell_card(done, Event(EventKind.ANSWER, seat), kind)
    yield card
    yield from tell_ability(seat, iter(more)) if is_shot else more  # Suzy Lafayette, rule 9.13


def tell_play(done: Step) -> Events:
    """Tell what is done in phase 2; the end of a turn shows in the next one."""
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


def uses_ability(state: State, seat: Seat, kind: int) -> bool:
    """Whether a card is a shot of Calamity Janet, Slab or Willy alone (rules 9.3, 9.12, 9.16)."""
    if kind not in (Kind.BANG, Kind.MISSED):
        return False
    has_volcanic = kind_of_weapon(state, seat) == Kind.VOLCANIC
    is_willy = state.character[seat] == Character.WILLY_THE_KID
    is_slab = state.character[seat] == Character.SLAB_THE_KILLER
    is_again = state.shots > 0 and not has_volcanic
    return bool(kind == Kind.MISSED or is_slab or (is_willy and is_again))
