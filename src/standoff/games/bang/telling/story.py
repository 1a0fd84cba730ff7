"""A game of Bang! told in sentences, round by round and turn by turn."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from standoff.games.bang.cards import (
    CARD_KIND,
    CARD_RANK,
    CARD_SUIT,
    CHARACTER_NAMES,
    NONE,
    RANK_NAMES,
    ROLE_NAMES,
    SUIT_NAMES,
    Character,
    Kind,
)
from standoff.games.bang.state import Winner
from standoff.games.bang.telling.chronicle import chronicle, tell_step
from standoff.games.bang.telling.events import CARD_TEXTS, Event, EventKind
from standoff.games.bang.telling.notation import cards_of
from standoff.games.bang.telling.playback import play_on
from standoff.kit import Action, Game, Seat, State

ABILITIES = {
    Character.BART_CASSIDY: "Bart Cassidy draws a card for each life he lost.",
    Character.BLACK_JACK: "Black Jack shows the second card he draws; a red one brings a third.",
    Character.CALAMITY_JANET: "Calamity Janet uses Bang! and Missed! as she likes.",
    Character.EL_GRINGO: "El Gringo takes cards from the hand of whoever hit him.",
    Character.JESSE_JONES: "Jesse Jones draws his first card from a hand.",
    Character.JOURDONNAIS: "Jourdonnais has a Barrel of his own.",
    Character.KIT_CARLSON: "Kit Carlson looks at the top three cards to keep two.",
    Character.LUCKY_DUKE: "Lucky Duke turns over two cards; one of them counts.",
    Character.PEDRO_RAMIREZ: "Pedro Ramirez draws his first card from the discard pile.",
    Character.SID_KETCHUM: "Sid Ketchum discards two cards for a life.",
    Character.SLAB_THE_KILLER: "Slab the Killer shoots: only two Missed! will do.",
    Character.SUZY_LAFAYETTE: "Suzy Lafayette draws a card, since her hand is empty.",
    Character.VULTURE_SAM: "Vulture Sam takes the cards of the dead.",
    Character.WILLY_THE_KID: "Willy the Kid shoots once more.",
}
CHECKS = {
    Kind.BARREL: ("the Barrel does not help", "the Barrel helps"),
    Kind.DYNAMITE: ("the Dynamite explodes", "the Dynamite does not explode"),
    Kind.JAIL: ("the jail stays shut", "the jail opens"),
}
"""The results of a bad and a good "draw!", by the card that asks for it."""
ENDINGS = {
    Winner.LAW: "The law wins: the Sheriff is alive, all Outlaws and Renegades are dead.",
    Winner.OUTLAWS: "The Outlaws win: the Sheriff is dead.",
    Winner.RENEGADE: "The Renegade wins: nobody else is alive.",
    Winner.NOBODY: "The last round is over: everybody loses.",
}
FACES = {
    CARD_TEXTS[card]: f"{RANK_NAMES[CARD_RANK[card] - 2]} of {SUIT_NAMES[CARD_SUIT[card]]}"
    for card in range(len(CARD_TEXTS))
}
KINDS = {CARD_TEXTS[card]: Kind(CARD_KIND[card]) for card in range(len(CARD_TEXTS))}


def tell_story(
    game: Game, seed: int, names: Sequence[str], actions: Iterable[Action]
) -> Iterator[str]:
    """Yield the lines of a game's story, which tells everything: roles, hands and draws."""
    story = Story()
    for event, state in chronicle(game, seed, names, actions):
        yield from story.heading(state)
        sentence = SENTENCES[event.kind](story, event, state)
        if sentence:
            yield f"{INDENT if story.round_number else ''}{sentence}"


def narrate(game: Game, state: State, action: Action, viewer: Seat) -> Iterator[str]:
    """Yield what a viewer sees of an action: no hidden card, no secret role."""
    states = game.states(1)
    states[0] = state
    now = states[0]
    story = Story()
    story.round_number, turn = int(now.round_number), int(now.turn)
    story.life = {seat: int(now.life[seat]) for seat in range(now.players)}
    for done in play_on(now, action):
        if now.turn != turn:
            turn = int(now.turn)
            yield f"It is the turn of seat {turn}, {CHARACTER_NAMES[now.character[turn]]}."
        for event in tell_step(done):
            if event.kind in SECRETIVE and not is_seen(now, event, viewer):
                yield from veil(event)
            elif event.kind != EventKind.END:
                sentence = SENTENCES[event.kind](story, event, now)
                if sentence:
                    yield sentence


def is_seen(state: State, event: Event, viewer: Seat) -> bool:
    """Whether a viewer knows the cards of an event, by where they are now."""
    return all(is_known(state, card, viewer) for card in (event.cards or (event.card,)))


def is_known(state: State, text: str, viewer: Seat) -> bool:
    """Whether a viewer knows where a card and its twin are, as he cannot tell them apart."""
    twins = [card for card, name in enumerate(CARD_TEXTS) if name == text]
    hidden = [*cards_in_hands(state, viewer), *(card for card in state.deck if card != NONE)]
    known = cards_of(state.known[viewer])
    return all(card not in hidden or card in known for card in twins)


def cards_in_hands(state: State, viewer: Seat) -> list[int]:
    """Return the cards in all hands but the viewer's."""
    others = (seat for seat in range(state.players) if seat != viewer)
    return [card for seat in others for card in cards_of(state.hand[seat])]


def veil(event: Event) -> Iterator[str]:
    """Tell an event without its cards."""
    if event.kind == EventKind.DRAW:
        count = len(event.cards)
        yield f"Seat {event.player} draws {'a card' if count == 1 else f'{count} cards'}."
    elif event.kind == EventKind.STEAL:
        yield f"Seat {event.player} takes a card from seat {event.target}."
    elif event.kind == EventKind.TAKE:
        yield f"Seat {event.player} takes a card."


SECRETIVE = (EventKind.DRAW, EventKind.STEAL, EventKind.TAKE, EventKind.TURN_UP)
"""The events whose cards may be hidden from some players."""
INDENT = "  "


def list_words(words: Sequence[str]) -> str:
    """Return words as a list in a sentence."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def lives(count: int) -> str:
    """Return a number of lives in words."""
    return "1 life" if count == 1 else f"{count} lives"


class Story:
    """What the next sentences must know about the story so far."""

    def __init__(self) -> None:
        self.round_number = 0
        self.turn = NONE
        self.is_over = False
        self.life: dict[int, int] = {}

    def heading(self, state: State) -> Iterator[str]:
        """Yield the headings of a new round, a new turn, and the end."""
        if state.winner != Winner.NOT_YET:
            if not self.is_over:
                yield from ("", ENDINGS[Winner(state.winner)])
            self.is_over = True
            return
        if state.round_number != self.round_number:
            self.round_number = int(state.round_number)
            self.turn = NONE
            yield from ("", f"Round {self.round_number}")
        if self.round_number and state.turn != self.turn:
            self.turn = int(state.turn)
            yield from ("", describe(state, self.turn))

    def create(self, event: Event, state: State) -> str:
        """Tell the role, character and cards of a seat."""
        seat = event.player
        self.life[seat] = int(state.life[seat])
        hand = list_words([CARD_TEXTS[card] for card in cards_of(state.hand[seat])])
        return f"{describe(state, seat)}, {lives(self.life[seat])} ({event.name}): {hand}"

    def draw(self, event: Event, state: State) -> str:
        """Tell of drawn cards, except those of the deal, which `create` has told."""
        cards = list_words(event.cards)
        return f"Seat {event.player} draws {cards}." if self.round_number else ""

    def change_life(self, event: Event, state: State) -> str:
        """Tell of lives lost or regained."""
        change = event.life - self.life[event.player]
        self.life[event.player] = event.life
        if change > 0:
            return f"Seat {event.player} regains {lives(change)} and has {event.life}."
        left = f"has {event.life} left" if event.life > 0 else "is about to die"
        return f"Seat {event.player} loses {lives(-change)} and {left}."


def describe(state: State, seat: int) -> str:
    """Return a seat with its role and character."""
    role, character = ROLE_NAMES[state.role[seat]], CHARACTER_NAMES[state.character[seat]]
    return f"Seat {seat}, {role}, {character}"


# --- sentences ----------------------------------------------------------------------------------


def say_play(story: Story, event: Event, state: State) -> str:
    """Tell of a card that is played, perhaps at a player or on a card of a table."""
    if event.target_card:
        what = f"the {event.target_card} of seat {event.target}"
        return f"Seat {event.player} plays {event.card} on {what}."
    at = f" at seat {event.target}" if event.target != NONE else ""
    return f"Seat {event.player} plays {event.card}{at}."


def say_lay(story: Story, event: Event, state: State) -> str:
    """Tell of a blue card."""
    if event.player == event.target:
        return f"Seat {event.player} lays down {event.card}."
    return f"Seat {event.player} puts seat {event.target} in jail with {event.card}."


def say_check(story: Story, event: Event, state: State) -> str:
    """Tell the result of a "draw!"."""
    kind = KINDS[event.cause] if event.cause else Kind.BARREL
    return f"draw! {FACES[event.card]}: {CHECKS[kind][event.is_good]}."


def say_cancel(story: Story, event: Event, state: State) -> str:
    """Tell of a card that its owner loses; a card that was turned over has no owner."""
    if event.target == NONE:
        return ""
    return f"{event.card} of seat {event.target} goes to the discard pile."


def say_ability(story: Story, event: Event, state: State) -> str:
    """Tell which ability is used."""
    return ABILITIES[Character(state.character[event.player])]


def say_death(story: Story, event: Event, state: State) -> str:
    """Tell who died, and the killer."""
    who = f"Seat {event.player}, {ROLE_NAMES[state.role[event.player]]},"
    return f"{who} dies." if event.killer == NONE else f"{who} is killed by seat {event.killer}."


def say_end(story: Story, event: Event, state: State) -> str:
    """Tell who has won."""
    return f"Seat {event.player}, {event.role}, {'wins' if event.is_winner else 'loses'}."


SENTENCES: dict[EventKind, Callable[[Story, Event, State], str]] = {
    EventKind.CREATED: Story.create,
    EventKind.DRAW: Story.draw,
    EventKind.DRAW_DISCARD: lambda _, event, __: f"Seat {event.player} draws {event.card}.",
    EventKind.DISCARD: lambda _, event, __: f"Seat {event.player} discards {event.card}.",
    EventKind.PLAY: say_play,
    EventKind.LAY: say_lay,
    EventKind.PASS_ON: lambda _, event, __: f"{event.card} goes on to seat {event.target}.",
    EventKind.ANSWER: lambda _, event, __: f"Seat {event.player} answers with {event.card}.",
    EventKind.PASS: lambda _, event, __: f"Seat {event.player} does not answer.",
    EventKind.TURN_UP: lambda _, event, __: f"Turned up: {list_words(event.cards)}.",
    EventKind.TAKE: lambda _, event, __: f"Seat {event.player} takes {event.card}.",
    EventKind.CHECK: say_check,
    EventKind.STEAL: lambda _, event, __: (
        f"Seat {event.player} takes {event.card} from seat {event.target}."
    ),
    EventKind.CANCEL: say_cancel,
    EventKind.LIFE: Story.change_life,
    EventKind.ABILITY: say_ability,
    EventKind.DEATH: say_death,
    EventKind.RESHUFFLE: lambda *_: "The discard pile is shuffled: it is the deck now.",
    EventKind.CONTEXT: lambda *_: "",
    EventKind.END: say_end,
}
