"""What a seat sees and can imagine, rulebook 2.1 and 2.3: scenarios from the rulebook alone."""

from collections import Counter
from itertools import permutations

import pytest
from rulebook_scene import (
    candidates,
    hand,
    phase_of,
    power,
    worlds,
)
from test_colonizers_rules import (
    COLONISTS,
    GAME,
    listed,
    parts,
    rest_of_deck,
    scene,
)

from standoff.rng import Rng


def random_game(seed):
    """Positions of a random game, each with what happened to the powers of the round."""
    rng = Rng(seed)
    position = GAME.deal(seed)
    clues = []
    while not position.is_over:
        yield position, clues
        before = position.copy()
        action = rng.choice(position.actions)
        position.play(action)
        text = GAME.text(action)
        if text.startswith(("steal", "swap")):
            clues.append(
                (before.to_move, text.rpartition(" ")[2], text[:5], holder_of(before, text), before)
            )
        if phase_of(position) == 0:
            clues.clear()


def holder_of(position, text):
    colonists = listed(position, "colonists")
    target = text.rpartition(" ")[2]
    return colonists.index(target) if target in colonists else None


def deduce(position, clues, viewer):
    """All (removed, picks) that the viewer cannot rule out, by trying all: perfect recall."""
    seat, phase = int(position.state.seat), phase_of(position)
    picked = 4 if phase else seat
    truth = tuple(listed(position, "colonists"))
    out = parts(position)["removed"]
    moved = seat if phase else 0
    has_acted = [other < moved or (other == moved and phase > 1) for other in range(4)]
    found = set()
    for removed, *picks in permutations(COLONISTS, 1 + picked):
        if viewer < picked and picks[viewer] != truth[viewer]:
            continue
        sees_offer = viewer < picked or (phase == 0 and viewer == seat)
        if sees_offer and {removed, *picks[:viewer]} != {out, *truth[:viewer]}:
            continue
        if any(has_acted[other] and picks[other] != truth[other] for other in range(picked)):
            continue
        if all(fits(clue, picks) for clue in clues):
            found.add((removed, *picks))
    return found


def fits(clue, picks):
    """Whether the picks explain what all saw of a power."""
    _, target, verb, holder, before = clue
    imagined = picks.index(target) if target in picks else None
    omnium = [int(one) for one in before.state.omnium]
    if verb == "steal":
        real_victim = holder if holder is not None and omnium[holder] > 0 else None
        victim = imagined if imagined is not None and omnium[imagined] > 0 else None
        return victim == real_victim
    return imagined == holder


@pytest.mark.parametrize("seed", range(3))
def test_worlds_are_all_those_that_deduction_allows_and_no_others(seed):
    """Colonists of worlds, and the view's candidates, against trying all 720 deals of colonists."""
    for number, (position, clues) in enumerate(random_game(seed)):
        if number % 7:
            continue
        for viewer in range(4):
            possible = deduce(position, clues, viewer)
            seen = {colonists_of(world) for world in worlds(position, viewer, 60)}
            assert seen <= possible
            if len(possible) <= 6:
                assert seen == possible


def colonists_of(world):
    """The removed colonist and the picks so far."""
    codes = [int(world.state.removed), *(int(code) for code in world.state.colonist)]
    return tuple(COLONISTS[code] for code in codes if code >= 0)


@pytest.mark.untraced
@pytest.mark.parametrize("seed", range(8))
def test_candidates_of_a_view_are_all_that_deduction_allows(seed):
    """The view's candidates against trying all 720 deals of colonists."""
    for position, clues in random_game(seed):
        if not clues:
            continue
        for viewer in range(4):
            possible = deduce(position, clues, viewer)
            known = candidates(position, viewer)
            for other in range(4):
                assert known[other] == {one[1 + other] for one in possible}


def test_worlds_of_colonists_are_equally_likely():
    """Seat 0 after a failed theft: every consistent deal comes up equally often."""
    position = power("Opportunist", omnium="0, 2, 0, 2").play("steal from Miner")
    counts = Counter(colonists_of(world) for world in worlds(position, 0, 4000))
    consistent = [
        picks
        for picks in permutations(
            ["General", "Miner", "Ecologist", listed(position, "available")[0]], 3
        )
        if picks[0] != "Miner" and picks[2] != "Miner"
    ]
    assert len(counts) == len(consistent)
    expected = 4000 / len(consistent)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 3 * len(
        consistent
    )


@pytest.mark.untraced
def test_hidden_cards_of_worlds_are_equally_likely_everywhere():
    """Each unseen card is as likely in a hand, lost, drawn or in any slot of the deck."""
    known = "Quarry, Quarry, Quarry, Quarry, Garrison"
    position = scene(
        turn=1, phase="keep", drawn="Barracks, Spaceport", hand0=known,
        hand2="Mass Relay, Barracks",
        hand3="Spaceport/03, Spaceport", lost3="Research Lab", lost_sizes="0, 0, 0, 1",
        deck="Eco-Dome, Housing Unit/0, Research Lab", lost0=rest(known), top="50",
    )  # fmt: skip
    position.state.lost_size[0] = len(rest(known).split(", "))
    slots = Counter()
    unseen = (
        ["Barracks"] * 2 + ["Spaceport"] * 2 + ["Mass Relay"] + ["Research Lab"] * 2 + ["Eco-Dome"]
    )
    count = 2000
    for world in worlds(position, 0, count):
        deck = [card.partition("/")[0] for card in listed(world, "deck")]
        assert deck[1] == "Housing Unit"
        assert hand(world, 3)[0] == "Spaceport"
        drawn = [card.partition("/")[0] for card in listed(world, "drawn")]
        hidden = [
            *drawn,
            *hand(world, 2),
            hand(world, 3)[1],
            *listed(world, "lost3"),
            deck[0],
            deck[2],
        ]
        assert Counter(hidden) == Counter(unseen)
        slots.update(enumerate(hidden))
    for slot in range(8):
        for card, copies in Counter(unseen).items():
            assert abs(slots[slot, card] / count - copies / 8) < 0.05


def rest(known):
    """Every module that the scene above does not name."""
    return ", ".join(
        rest_of_deck(
            {
                "hand0": known, "drawn": "Barracks, Spaceport", "hand2": "Mass Relay, Barracks",
                "hand3": "Spaceport, Spaceport", "lost3": "Research Lab",
                "hand1": "Eco-Dome, Housing Unit, Research Lab",
            }
        )
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(2))
def test_worlds_look_the_same_to_the_seat_and_keep_its_legal_actions(seed):
    """observe(determinize(observe)) is what it was, and so are the actions."""
    for number, (position, _) in enumerate(random_game(seed)):
        if number % 11:
            continue
        for viewer in range(4):
            for world in worlds(position, viewer, 3):
                assert world.view(viewer).notation == position.view(viewer).notation
        mover = position.to_move
        assert all(world.actions == position.actions for world in worlds(position, mover, 3))


def test_the_order_of_another_hand_tells_nothing():
    """Known and unknown cards in any order, and who else knows them, look alike."""
    orders = (
        "Quarry/02, Garrison, Barracks/02",
        "Barracks/02, Quarry/02, Spaceport",
        "Mass Relay/013, Barracks/02, Quarry/023",
    )
    seen = {tuple(listed(scene(hand0=order).view(2), "hand0")) for order in orders}
    assert len(seen) == 1


@pytest.mark.parametrize("seed", range(3))
def test_a_view_names_no_hidden_card(seed):
    """Text and dict of a view hold neither the deck, other hands, nor lost cards."""
    for number, (position, _) in enumerate(random_game(seed)):
        if number % 13:
            continue
        for viewer in range(4):
            seen = parts(position.view(viewer))
            assert seen["rng"] == "0, 0"
            for other in set(range(4)) - {viewer}:
                for real, shown in zip_hands(position, other, viewer):
                    assert Counter(shown) <= Counter(real)
                assert seen[f"lost{other}"] == "-"
            shown = position.view(viewer).as_dict()
            assert not {"removed", "available", "offer", "deck"} & set(shown)


def zip_hands(position, other, viewer):
    """What a viewer sees of a hand, against the cards whose mask has him."""
    bit = 1 << viewer
    known = [
        name
        for slot, name in enumerate(hand(position, other))
        if int(position.state.hand_known[other, slot]) & bit
    ]
    yield known, [name for name in hand(position, other, viewer) if name != "?"]
