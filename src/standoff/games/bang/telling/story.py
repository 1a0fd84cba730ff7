"""A game of Bang! told in sentences, round by round and turn by turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import dropwhile, takewhile

from standoff.games.bang.cards import CHARACTER_NAMES, NONE, ROLE_NAMES
from standoff.games.bang.telling.events import cards_text, lives, select, show
from standoff.games.bang.telling.facts import Fact, gather
from standoff.games.bang.telling.walk import Walk, walk_deal, walk_on
from standoff.kit import Action, Game, Seat, State

INDENT = "  "


def play_again(game: Game, seed: int, actions: Iterable[Action]) -> Iterator[Walk]:
    """Yield the deal and all moves of a game, with their notes."""
    made = walk_deal(game, seed)
    yield made
    for action in actions:
        made = walk_on(made, action)
        yield made


def tell_story(
    game: Game, seed: int, names: Sequence[str], actions: Iterable[Action]
) -> Iterator[str]:
    """Yield the lines of a game's story, which tells everything: roles, hands and draws."""
    story = Story()
    walks = play_again(game, seed, actions)
    deal = next(walks)
    facts = gather(deal)
    for fact, name in zip(takewhile(is_dealing, facts), names, strict=True):
        cards = cards_text(show(fact, NONE))
        seat, state = fact.seat, deal.states[0]
        yield f"{describe(state, seat)}, {lives(int(state.life[seat]))} ({name}): {cards}"
    yield from story.tell(deal.states[0], list(dropwhile(is_dealing, facts)))
    for made in walks:
        yield from story.tell(made.states[0], gather(made))


def is_dealing(fact: Fact) -> bool:
    """Whether a fact of the deal comes before the first turn."""
    return fact.kind != "turn"


def describe(state: State, seat: Seat) -> str:
    """Return a seat with its role and character."""
    role, character = ROLE_NAMES[state.role[seat]], CHARACTER_NAMES[state.character[seat]]
    return f"Seat {seat}, {role}, {character}"


class Story:
    """What the next lines must know about the story so far."""

    def __init__(self) -> None:
        self.round_number = 0

    def tell(self, state: State, facts: list[Fact]) -> Iterator[str]:
        """Yield the lines of one move; `state` is the state after it."""
        for fact in select(facts):
            if fact.kind == "turn":
                if fact.value != self.round_number:
                    self.round_number = fact.value or 0
                    yield from ("", f"Round {self.round_number}")
                yield from ("", describe(state, fact.seat))
            elif fact.kind == "end":
                yield from ("", show(fact, NONE).text)
            elif fact.kind != "ask":
                yield f"{INDENT}{show(fact, NONE).text}"
