"""What cards, characters and roles do, in a sentence each, for a person at the table."""

from collections import Counter
from collections.abc import Iterator, Sequence

from standoff.games.bang.cards import MIN_SEATS, ROLE_COUNTS, ROLE_NAMES
from standoff.games.bang.telling.player import Player
from standoff.kit import HIDDEN

MARKS = (
    "> has the turn.  * in `away`: your weapon reaches this player.  `range`: how far one shoots.",
    "`away` counts seats, the shorter way; a Mustang adds 1, a Scope takes 1 off.",
    "(unseen): with a card of this kind that nobody else has seen.",
)
CARDS = {
    "Bang!": "shoot a player in range; once a turn.",
    "Missed!": "dodge a shot.",
    "Jail": "a player, not the Sheriff, skips the turn unless draw! shows hearts.",
    "Beer": "regain a life, also when you would die; useless with two players left.",
    "Saloon": "everybody regains a life.",
    "Stagecoach": "draw two cards.",
    "Wells Fargo": "draw three cards.",
    "General Store": "a card for everybody; you take first.",
    "Panic!": "take a card of a player who is 1 away.",
    "Cat Balou": "any player discards a card.",
    "Indians!": "everybody else shows a Bang! or loses a life.",
    "Duel": "a player and you show Bang! in turn; the first without one loses a life.",
    "Gatling": "shoot everybody else.",
    "Barrel": "when shot at, draw!: hearts dodge the shot.",
    "Dynamite": "draw! at the start of a turn: 2 to 9 of spades cost three lives, else it goes on.",
    "Mustang": "others see you 1 farther away.",
    "Scope": "you see others 1 closer.",
    "Volcanic": "range 1, any number of Bang! a turn.",
    "Schofield": "range 2.",
    "Remington": "range 3.",
    "Rev. Carabine": "range 4.",
    "Winchester": "range 5.",
}
CHARACTERS = {
    "Bart Cassidy": "draws a card for each life that he loses.",
    "Black Jack": "shows the second card he draws; hearts or diamonds bring a third.",
    "Calamity Janet": "plays Bang! as Missed! and Missed! as Bang!.",
    "El Gringo": "takes a card from the hand of whoever hits him.",
    "Jesse Jones": "may draw his first card from the hand of a player.",
    "Jourdonnais": "has a Barrel of his own.",
    "Kit Carlson": "looks at three cards and keeps two.",
    "Lucky Duke": "turns over two cards for draw! and chooses one.",
    "Paul Regret": "is seen 1 farther away.",
    "Pedro Ramirez": "may draw his first card from the discard pile.",
    "Rose Doolan": "sees others 1 closer.",
    "Sid Ketchum": "may discard two cards for a life.",
    "Slab the Killer": "needs two Missed! to be dodged.",
    "Suzy Lafayette": "draws a card when her hand is empty.",
    "Vulture Sam": "takes all cards of the dead.",
    "Willy the Kid": "plays any number of Bang!.",
}


PLURALS = {"Deputy": "Deputies", "Outlaw": "Outlaws", "Renegade": "Renegades"}


def explain_table(players: Sequence[Player], cards: Sequence[str]) -> Iterator[str]:
    """Yield what the marks, cards and characters at a table mean, and which roles are in play.

    `cards`: what the viewer sees beside the tables of the players.
    """
    yield from MARKS
    yield f"Roles still in play: {list_roles(players)}."
    for player in players:
        if player.is_alive:
            yield f"{player.character} {CHARACTERS[player.character]}"
    shown = {kind_of(card) for player in players for card in (*player.table, *cards)}
    for kind, text in CARDS.items():
        if kind in shown:
            yield f"{kind}: {text}"


def kind_of(card: str) -> str:
    """Return the kind of a card that a view names; empty for a hidden one."""
    return next((kind for kind in CARDS if card.startswith(f"{kind} ")), "")


def list_roles(players: Sequence[Player]) -> str:
    """Return how many of each role are alive: all roles but those of the dead."""
    counts = ROLE_COUNTS[len(players) - MIN_SEATS]
    left = Counter({role: int(count) for role, count in zip(ROLE_NAMES, counts, strict=True)})
    left.subtract(p.role for p in players if not p.is_alive and p.role != HIDDEN)
    return ", ".join(
        f"{count} {role if count == 1 else PLURALS[role]}"
        for role, count in left.items()
        if count > 0
    )
