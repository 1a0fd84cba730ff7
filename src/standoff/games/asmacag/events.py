"""What happens in a move, as events with sentences; all viewers see the same."""

from collections.abc import Iterator, Sequence

from standoff.games.asmacag.cards import NUM_SPECIALS, Kind
from standoff.games.asmacag.notation import card_name, number_text
from standoff.kit import (
    NOBODY,
    Action,
    Event,
    Game,
    Names,
    Numbers,
    Seat,
    State,
    copy_state,
    event_maker,
    list_cards,
    make_move,
)


def tell(
    game: Game, state: State, action: Action, viewers: Sequence[Seat]
) -> list[tuple[Event, ...]]:
    """Return what each viewer sees when an action is made in a state, which is left as it is."""
    states = copy_state(state)
    before = game.read_numbers(states)
    make_move(states, action)
    after = game.read_numbers(states)
    lowest = int(game.settings["min_number"])
    events = (*tell_play(before, after, lowest, action), *tell_next(after))
    return [events] * len(viewers)


def tell_play(before: Numbers, after: Numbers, lowest: int, action: Action) -> Iterator[Event]:
    """Tell the card that is played, what it does, and what is discarded."""
    seat = before["seat"]
    counts = zip(after["discard"], before["discard"], strict=True)
    gone = [kind for kind, (now, then) in enumerate(counts) for _ in range(now - then)]
    gain = after["score"][seat] - before["score"][seat]
    word = ""
    if after["factor"] != before["factor"] and action in (Kind.X2, Kind.DIV2):
        played, value, kind = gone[0], after["factor"], "play_special"
    elif len(gone) > 1:
        target = Kind.FIRST_NUMBER + (action - NUM_SPECIALS) % before["numbers"]
        gone.remove(target)
        played, value, kind = gone[0], gain, "play"
        word = card_name(lowest, target)
    else:
        played, value, kind = gone[0], gain, "penalty"
    card = card_name(lowest, played)
    yield make_event(kind, seat, None, (card,), "hand", seat, "discard", None, value, word)
    if kind == "play":
        yield make_event("remove", None, None, (word,), "board", None, "discard")


def tell_next(after: Numbers) -> Iterator[Event]:
    """Tell who must decide now, or the end."""
    if after["seat"] != NOBODY:
        yield make_event("ask", after["seat"], None, (), "", None, "", None, after["points_left"])
        return
    yield make_event("end")
    for seat, score in enumerate(after["score"]):
        yield make_event("result", seat, None, (), "", None, "", None, score)


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


make_event = event_maker(say)
