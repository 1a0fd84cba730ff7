"""Random games that models follow by events alone, compared with every later view."""

from dataclasses import dataclass

import msgspec

from standoff.event import Event, write_events
from standoff.game import Game
from standoff.looking import make_move
from standoff.rng import Rng
from standoff.testing.difference import differing_paths
from standoff.testing.models import MODELS

ILLEGAL_SHARE = 10
"""Every tenth action is illegal, on average, where the rules say what an illegal action costs."""

_read_events = msgspec.json.Decoder(tuple[Event, ...]).decode
_read_view = msgspec.json.Decoder().decode


@dataclass(frozen=True)
class Followed:
    """The result: how many views were rebuilt, and the first trouble, if any."""

    moves: int
    views: int
    trouble: str | None = None


def follow(game: Game, seed: int) -> Followed:
    """Play a random game; rebuild the view of every viewer from events, after every move.

    The models read what a server sends, as JSON.

    >>> from standoff import load
    >>> follow(load("asmacag"), seed=1)
    Followed(moves=18, views=54, trouble=None)
    """
    rng, position = Rng(seed), game.deal(seed)
    viewers = range(game.players + 1)
    models = [MODELS[game.name](_read_view(first)) for first in position.show_all(viewers)]
    moves = 0
    while not position.is_over:
        action = choose_action(game, position.actions, rng)
        told = write_events(game.tell_all(position.state, action, viewers))
        game.by_arrays(make_move)(position.states, action)
        moves += 1
        shown = position.show_all(viewers)
        for viewer, model in enumerate(models):
            for event in _read_events(told[viewer]):
                model.add(event)
            rebuilt, view = model.as_dict(), _read_view(shown[viewer])
            del view["actions"]
            if rebuilt != view:
                where = f"{game!r}, seed {seed}, move {moves} ({game.text(action)!r})"
                fields = differing_paths(rebuilt, view)
                trouble = f"{where}: viewer {viewer} is not told {fields}"
                return Followed(moves, moves * len(models), trouble)
    return Followed(moves, moves * len(models))


def choose_action(game: Game, actions: list[int], rng: Rng) -> int:
    """Return a random action, now and then an illegal one where the rules know it."""
    illegal = game.rules.no_answer(game.settings)
    if illegal is not None and rng.below(ILLEGAL_SHARE) == 0:
        return illegal
    return rng.choice(actions)
