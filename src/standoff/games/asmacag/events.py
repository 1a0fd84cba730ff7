"""What happens in a move, as events with sentences; all viewers see the same."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
import numpy as np

from standoff.games.asmacag.actions import played_card, target_number
from standoff.games.asmacag.cards import NUM_SEATS, Kind
from standoff.games.asmacag.notation import card_text, number_text
from standoff.kit import (
    NOBODY,
    Action,
    Event,
    Game,
    Names,
    Seat,
    State,
    apply,
    list_cards,
)


def tell(
    game: Game, state: State, action: Action, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Return what each viewer sees when an action is made in a state, which is left as it is."""
    states = np.array([state])
    after = states.view(state.dtype)[0]
    apply(after, action)

    def make(kind: str, *rest: Any, **fields: Any) -> Event:
        event = Event(kind, "", *rest, **fields)
        return msgspec.structs.replace(event, text=say(event, Names()))

    events = (*tell_play(game, state, action, after, make), *tell_next(after, make))
    return [events] * len(viewers)


def tell_play(
    game: Game, state: State, action: Action, after: State, make: Callable[..., Event]
) -> Iterator[Event]:
    """Tell the card that is played, what it does, and what is discarded."""
    seat = int(state.seat)
    gone = np.repeat(np.arange(len(after.discard)), after.discard - state.discard).tolist()
    gain = float(after.score[seat] - state.score[seat])
    is_special = played_card(state, action) in (Kind.X2, Kind.DIV2)
    if after.factor != state.factor and is_special:
        played, value, kind = gone[0], float(after.factor), "play_special"
    elif len(gone) > 1:
        target = int(Kind.FIRST_NUMBER + target_number(state, action))
        gone.remove(target)
        played, value, kind = gone[0], gain, "play"
    else:
        played, value, kind = gone[0], gain, "penalty"
    card = card_text(game.settings, played)
    word = card_text(game.settings, target) if kind == "play" else ""
    yield make(
        kind, seat, cards=(card,), origin="hand", origin_seat=seat, place="discard",
        value=value, word=word,
    )  # fmt: skip
    if kind == "play":
        yield make("remove", cards=(word,), origin="board", place="discard")


def tell_next(after: State, make: Callable[..., Event]) -> Iterator[Event]:
    """Tell who must decide now, or the end."""
    if after.seat != NOBODY:
        yield make("ask", int(after.seat), value=int(after.points_left))
        return
    yield make("end")
    for seat in range(NUM_SEATS):
        yield make("result", seat, value=float(after.score[seat]))


# --- sentences ------------------------------------------------------------------------------------


def say(event: Event, names: Names) -> str:
    """Return an event as a sentence."""
    seat = event.seat or 0
    cards = list_cards(event.cards)
    number = number_text(float(event.value or 0))
    if event.kind == "play":
        points = "1 point" if number == "1" else f"{number} points"
        return f"{names.does(seat, 'plays')} {cards} on {event.word} for {points}."
    if event.kind == "play_special":
        return f"{names.does(seat, 'plays')} {cards}: the factor is {number} now."
    if event.kind == "penalty":
        return f"{names.does(seat, 'loses')} {cards} and {number.removeprefix('-')} points."
    if event.kind == "remove":
        return f"{cards} leaves the board."
    if event.kind == "ask":
        left = "1 action" if number == "1" else f"{number} actions"
        return f"{names.does(seat, 'has')} {left} left."
    return "The game is over." if event.kind == "end" else f"{names.does(seat, 'has')} {number}."
