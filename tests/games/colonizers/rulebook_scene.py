"""What the scenarios written from the rulebook have in common."""

from test_colonizers_rules import (
    GAME,
    listed,
    scene,
    texts,
)

from standoff.rng import Rng

SEVEN = "Garrison, Garrison, Garrison, Barracks, Barracks, Barracks, Warehouse"
OTHER_SEVEN = "Garrison, Housing Unit, Housing Unit, Barracks, Marketplace, Marketplace, Warehouse"
LINE_UP = {  # who stands in seat 0 for a power, and three others
    "Spy": "Spy, General, Miner, Ecologist",
    "Opportunist": "Opportunist, General, Miner, Ecologist",
}


def power(colonist, **fields):
    """Seat 0 has the colonist and decides on his power; Visionary or less is left over."""
    return scene(picks=LINE_UP[colonist], phase="power", **fields)


def play(position, *actions):
    for action in actions:
        position.play(action)
    return position


def deal_and_pick(seed, choose=min):
    """A dealt game after the four picks; `choose` picks among the texts on offer."""
    position = GAME.deal(seed)
    for _ in range(4):
        position.play(choose(texts(position)))
    return position


def worlds(position, seat, count=200):
    view = position.view(seat, Rng(7))
    return [view.imagine() for _ in range(count)]


def hand(position, seat, viewer=None):
    """A hand as the viewer sees it: names alone."""
    seen = position if viewer is None else position.view(viewer)
    return [card.partition("/")[0] for card in listed(seen, f"hand{seat}")]


def phase_of(position):
    return int(position.state.phase)


def candidates(position, viewer):
    return [set(player.candidates) for player in position.view(viewer).players]


def draw_turn(colonist, action="take Omnium", **fields):
    """Seat 0 has the colonist and does this in the draw phase."""
    others = [one for one in ("Opportunist", "Spy", "Miner", "General") if one != colonist]
    return scene(picks=", ".join([colonist, *others[:3]]), **fields).play(action)
