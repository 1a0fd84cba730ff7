"""Scenarios written from the rulebook alone, before the other tests were read.

Sections in the names of the groups are those of the rulebook (its seats 1 to 4 are 0 to 3 here).
"""

from collections import Counter
from itertools import permutations

import pytest
from test_colonizers_policies import answers
from test_colonizers_rules import (
    COLONISTS,
    GAME,
    PUBLISHED,
    listed,
    parts,
    rest_of_deck,
    scene,
    texts,
)

import standoff
from standoff import verbs
from standoff.rng import Rng
from standoff.verbs import NOBODY, Result

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


# --- 1.1 and 1.2: setup and picks ---


@pytest.mark.parametrize("seed", range(5))
def test_a_game_begins_with_nothing_but_a_full_deck(seed):
    """No Omnium, no cards, no modules, no colonists; 52 cards, seat 0 picks one of five."""
    position = GAME.deal(seed)
    assert listed(position, "omnium") == ["0"] * 4
    assert all(
        not listed(position, f"{what}{seat}") for what in ("hand", "colony") for seat in range(4)
    )
    assert Counter(Counter(listed(position, "deck")).values()) == {4: 12, 1: 4}
    assert (position.to_move, parts(position)["phase"], len(position.actions)) == (0, "pick", 5)


def test_five_four_three_two_colonists_are_on_offer_and_never_the_removed_one():
    """Picks go by seat, are mandatory, and shrink the offer by one."""
    position = GAME.deal(3)
    out = parts(position)["removed"]
    for seat, size in enumerate((5, 4, 3, 2)):
        assert position.to_move == seat
        offer = [text.removeprefix("pick ") for text in texts(position)]
        assert len(offer) == size
        assert out not in offer
        position.play(f"pick {offer[-1]}")
        assert offer[-1] not in " ".join(texts(position))
    assert (position.to_move, parts(position)["phase"]) == (0, "draw")


def test_every_colonist_is_removed_equally_often_at_first_and_anew_each_round():
    """The removed colonist is uniform, and is drawn again for every round."""
    counts = Counter(parts(GAME.deal(seed))["removed"] for seed in range(1200))
    assert set(counts) == set(COLONISTS)
    assert all(150 < count < 250 for count in counts.values())
    position, seen = GAME.deal(1), set()
    for _ in range(12):
        start = parts(position)["round"]
        seen.add(parts(position)["removed"])
        while parts(position)["round"] == start:
            position.play(next(text for text in texts(position) if text != "draw modules"))
    assert len(seen) > 2


def test_a_new_round_hides_all_colonists_again():
    """After seat 3 has built all pick again, and nobody is known to anybody."""
    position = scene(turn=3, phase="build").play("build nothing")
    assert (position.to_move, parts(position)["phase"], parts(position)["round"]) == (
        0,
        "pick",
        "6",
    )
    assert all(candidates(position, viewer) == [set()] * 4 for viewer in range(4))


def test_turns_go_by_seat_not_by_colonist():
    """Seats 0 to 3 draw in this order, whatever they picked."""
    position = scene(picks="Visionary, Spy, Miner, Ecologist")
    order = []
    while parts(position)["phase"] != "pick":
        if parts(position)["phase"] == "draw":
            order.append(position.to_move)
        position.play(texts(position)[0 if "take Omnium" in texts(position) else -1])
    assert order == [0, 1, 2, 3]


# --- 2.2: who knows what after the picks ---


def test_the_picks_tell_each_seat_what_the_rulebook_says():
    """Earlier seats are among those not offered, later ones among those passed on."""
    position = deal_and_pick(5)
    picks = listed(position, "colonists")
    out, left = parts(position)["removed"], listed(position, "available")[0]
    for viewer in range(4):
        known = candidates(position, viewer)
        for other in range(4):
            if other < viewer:
                assert known[other] == {out, *picks[:viewer]}
            elif other > viewer:
                assert known[other] == {left, *picks[viewer + 1 :]}
        assert known[viewer] == {picks[viewer]}
        assert [len(known[other]) for other in range(viewer + 1, 4)] == [4 - viewer] * (3 - viewer)


def test_a_seat_that_waits_for_its_pick_knows_only_that_others_have_picked():
    """Seat 3 cannot tell the first two picks apart from any others before it sees its offer."""
    position = GAME.deal(5)
    position.play(texts(position)[0]).play(texts(position)[0])
    assert candidates(position, 3)[:2] == [set(COLONISTS)] * 2
    assert candidates(position, 0)[1] == set(COLONISTS) - {
        parts(position)["removed"],
        listed(position, "colonists")[0],
    }
    assert not position.view(3).actions


def test_the_offer_of_another_seat_is_never_shown():
    """Neither the offer nor what is left, nor the removed colonist, is in another's view."""
    position = GAME.deal(2)
    for _ in range(4):
        mover = position.to_move
        for viewer in range(4):
            seen = parts(position.view(viewer))
            assert seen["removed"] == "?"
            assert (seen["available"] == "-") == (viewer != mover)
            assert all(seen[f"offer{other}"] == "-" for other in range(4) if other != viewer)
        position.play(texts(position)[-1])


# --- 1.3: draw ---


def test_taking_omnium_gives_two_and_leads_to_the_power():
    """Two Omnium, no card, next the power."""
    position = draw_turn("Spy", omnium="3, 0, 0, 0")
    assert listed(position, "omnium") == ["5", "0", "0", "0"]
    assert (parts(position)["phase"], hand(position, 0)) == ("power", [])


@pytest.mark.parametrize(
    ("colonist", "gain"),
    [
        ("Ecologist", 1),
        ("Miner", 2),
        ("General", 3),
        ("Visionary", 0),
        ("Spy", 0),
        ("Opportunist", 0),
    ],
)
@pytest.mark.parametrize(("action", "taken"), [("take Omnium", 2), ("draw modules", 0)])
def test_passives_pay_one_for_each_module_of_the_colour_with_either_option(
    colonist, gain, action, taken
):
    """Ecologist green, Miner blue, General red; uncoloured and others' modules pay nobody."""
    colony = "Eco-Dome, Quarry, Quarry, Garrison, Garrison, Barracks, Research Lab"
    position = draw_turn(colonist, action, colony0=colony, colony1="Oxygen Generator, Garrison")
    assert int(listed(position, "omnium")[0]) == gain + taken


def test_the_visionary_gets_the_top_card_beside_the_omnium():
    """The top card comes into the hand, and two Omnium."""
    scene_before = scene(picks="Visionary, Spy, Miner, General")
    top = listed(scene_before, "deck")[0]
    position = scene_before.play("take Omnium")
    assert (hand(position, 0), listed(position, "omnium")[0]) == ([top], "2")
    assert int(position.view(1).deck_size) == 51


def test_a_visionary_with_five_cards_gets_none_and_cannot_draw():
    """Only taking Omnium is offered, and the passive does nothing."""
    cards = "Quarry, Quarry, Quarry, Garrison, Garrison"
    position = scene(picks="Visionary, Spy, Miner, General", hand0=cards)
    assert texts(position) == ["take Omnium"]
    assert hand(position.play("take Omnium"), 0) == cards.split(", ")


def test_drawing_shows_two_cards_to_the_drawer_alone():
    """The two top cards are set aside; others see that there are two."""
    position = scene()
    top = listed(position, "deck")[:2]
    position.play("draw modules")
    assert [card.partition("/")[0] for card in listed(position, "drawn")] == top
    assert position.view(0).drawn == top
    assert all(position.view(viewer).drawn == ["?", "?"] for viewer in (1, 2, 3))
    assert position.view(2).deck_size == 50


def test_one_card_is_kept_at_the_end_of_the_hand_the_other_goes_under_the_deck():
    """Nothing else is offered in this phase."""
    position = scene(hand0="Quarry", phase="keep", drawn="Spaceport, Garrison")
    assert set(texts(position)) == {"keep Spaceport", "keep Garrison"}
    position.play("keep Spaceport")
    assert hand(position, 0) == ["Quarry", "Spaceport"]
    assert listed(position, "deck")[-1].startswith("Garrison")
    assert parts(position)["phase"] == "power"


def test_two_equal_cards_leave_one_in_hand_and_one_under_the_deck():
    """The choice is made although it makes no difference."""
    position = scene(phase="keep", drawn="Spaceport, Spaceport").play("keep Spaceport")
    assert hand(position, 0) == ["Spaceport"]
    assert listed(position, "deck")[-1].startswith("Spaceport")


def test_the_visionary_with_four_cards_loses_the_kept_card_for_good():
    """He may draw with four, has five after the passive, must choose, and the choice is lost."""
    cards = "Quarry, Quarry, Quarry, Garrison"
    position = scene(picks="Visionary, Spy, Miner, General", hand0=cards)
    third = [listed(position, "deck")[place] for place in range(3)]
    play(position, "draw modules")
    assert hand(position, 0) == [*cards.split(", "), third[0]]
    kept = position.view(0).drawn[0]
    play(position, f"keep {kept}")
    assert len(hand(position, 0)) == 5
    assert listed(position, "lost0") == [kept]
    assert len(listed(position, "deck")) == 52 - 5 - 1
    assert listed(position, "deck")[-1].startswith(third[2])
    for viewer in (1, 2, 3):
        seen = parts(position.view(viewer))
        assert (seen["lost0"], seen["lost_sizes"]) == ("-", "1, 0, 0, 0")


@pytest.mark.parametrize(
    ("colonist", "deck", "is_over"),
    [
        ("Spy", 2, False),
        ("Spy", 1, True),
        ("Spy", 0, True),
        ("Visionary", 3, False),
        ("Visionary", 2, True),
    ],
)
def test_a_draw_from_fewer_than_two_cards_ends_the_game_for_all(colonist, deck, is_over):
    """After the passive fewer than two are left: 0 points for all, nobody has won."""
    others = [one for one in ("Opportunist", "Spy", "Miner", "General") if one != colonist]
    cards = ["Quarry", "Garrison", "Spaceport"][:deck]
    position = scene(
        picks=", ".join([colonist, *others[:3]]), colony0=SEVEN, deck=", ".join(cards) or "-"
    )
    assert "draw modules" in texts(position)
    position.play("draw modules")
    assert position.is_over == is_over
    if is_over:
        assert position.returns == [0.0] * 4
        assert set(position.outcome["score"]) == {0}
        assert len(set(position.outcome["rank"])) == 1
        assert set(position.outcome["result"]) == {Result.TIE}


def test_taking_omnium_from_an_empty_deck_is_no_end():
    """The deck matters to those who draw; the Visionary simply gets no card."""
    position = draw_turn("Visionary", deck="-")
    assert not position.is_over
    assert hand(position, 0) == []


# --- 2.1: reveal ---


def test_a_colonist_is_revealed_by_his_draw_action_and_not_before():
    """All know seat 0 after its draw, none seat 1 before its own."""
    position = scene()
    assert all(len(candidates(position, viewer)[0]) > 1 for viewer in (1, 2, 3))
    position.play("draw modules")
    assert all(candidates(position, viewer)[0] == {"Ecologist"} for viewer in range(4))
    assert position.view(0).players[1].colonist == "?"


# --- 1.5: powers ---


@pytest.mark.parametrize("colonist", ["Ecologist", "General", "Miner", "Visionary"])
def test_four_colonists_can_only_do_nothing(colonist):
    """The step is there all the same."""
    assert texts(draw_turn(colonist)) == ["do nothing"]


@pytest.mark.parametrize(
    ("colonist", "verb"), [("Opportunist", "steal from"), ("Spy", "swap with")]
)
def test_powers_name_each_other_colonist_in_order_or_nobody(colonist, verb):
    """Five targets in canonical order without himself, then nothing."""
    targets = [f"{verb} {one}" for one in COLONISTS if one != colonist]
    assert texts(power(colonist)) == [*targets, "do nothing"]


@pytest.mark.parametrize(("owned", "stolen"), [(0, 0), (1, 1), (2, 2), (7, 2)])
def test_a_theft_takes_two_or_what_there_is(owned, stolen):
    """Stolen Omnium can be spent in the same turn."""
    position = power("Opportunist", omnium=f"0, 1, {owned}, 1", hand0="Marketplace")
    position.play("steal from Miner")
    assert listed(position, "omnium") == [str(stolen), "1", str(owned - stolen), "1"]
    assert ("build Marketplace" in texts(position)) == (stolen == 2)


def test_a_theft_hits_who_has_moved_as_well():
    """Seat 3 steals from seat 0, who has had his turn."""
    position = scene(
        picks="Miner, General, Ecologist, Opportunist", turn=3, phase="power", omnium="5, 5, 5, 0"
    )
    assert listed(position.play("steal from Miner"), "omnium") == ["3", "5", "5", "2"]


@pytest.mark.parametrize("nobody", ["removed", "left over"])
@pytest.mark.parametrize("colonist", ["Spy", "Opportunist"])
def test_a_power_against_a_colonist_nobody_has_does_nothing(colonist, nobody):
    """The removed one and the one left over are no targets; the power is gone."""
    position = power(colonist, omnium="1, 2, 3, 4", hand0="Quarry", hand1="Garrison")
    removed, left = parts(position)["removed"], listed(position, "available")[0]
    target = left if nobody == "left over" else removed
    verb = "swap with" if colonist == "Spy" else "steal from"
    before = [parts(position)[name] for name in ("omnium", "hand0", "hand1")]
    position.play(f"{verb} {target}")
    assert [parts(position)[name] for name in ("omnium", "hand0", "hand1")] == before
    assert parts(position)["phase"] == "build"


def test_a_failed_swap_tells_all_that_nobody_has_the_colonist():
    """Each seat strikes the named colonist off for all others."""
    position = power("Spy", hand0="Quarry", hand1="Garrison")
    target = listed(position, "available")[0]
    position.play(f"swap with {target}")
    for viewer in range(4):
        assert all(target not in known for known in candidates(position, viewer))


def test_a_failed_theft_leaves_those_without_omnium_under_suspicion():
    """Who has Omnium is not the one named; who has none may be."""
    position = power("Opportunist", omnium="0, 2, 0, 2").play("steal from Miner")
    known = candidates(position, 0)
    assert "Miner" not in known[1] | known[3]
    assert "Miner" in known[2]


def test_a_swap_exchanges_whole_hands_of_any_sizes():
    """Three cards for none; the new cards may be built at once."""
    position = power("Spy", omnium="9, 0, 0, 0", hand2="Quarry, Garrison, Spaceport")
    position.play("swap with Miner")
    assert hand(position, 0) == ["Quarry", "Garrison", "Spaceport"]
    assert hand(position, 2) == []
    assert "build Spaceport" in texts(position)


def test_after_a_swap_both_know_both_hands_and_others_none():
    """Each knows what it gave away; the others see sizes."""
    position = power("Spy", hand0="Quarry, Garrison", hand2="Spaceport").play("swap with Miner")
    assert sorted(hand(position, 2, viewer=0)) == ["Garrison", "Quarry"]
    assert hand(position, 0, viewer=2) == ["Spaceport"]
    for viewer in (1, 3):
        assert hand(position, 0, viewer) == ["?"]
        assert hand(position, 2, viewer) == ["?", "?"]
    for world in worlds(position, 2, 20):
        assert hand(world, 0) == ["Spaceport"]


def test_knowledge_of_a_hand_travels_with_it():
    """What seat 0 gave to seat 2 it still knows when a second swap takes it to seat 3."""
    position = scene(
        picks="Miner, General, Ecologist, Spy", turn=3, phase="power",
        hand2="Quarry/02, Garrison", hand3="Spaceport",
    )  # fmt: skip
    position.play("swap with Ecologist")
    assert hand(position, 3, viewer=0) == ["Quarry", "?"]
    assert hand(position, 2, viewer=0) == ["?"]


# --- forgetting ---


def test_of_two_equal_cards_the_observer_forgets_the_one_he_may_have_seen_go():
    """Seat 2 knows one Quarry of seat 0; whichever Quarry is built, it sees the same after it."""
    known_goes = scene(phase="build", omnium="9, 0, 0, 0", hand0="Quarry/02, Garrison")
    equal_goes = scene(phase="build", omnium="9, 0, 0, 0", hand0="Quarry, Quarry/02")
    other_slot = scene(phase="build", omnium="9, 0, 0, 0", hand0="Quarry/02, Quarry")
    for position in (known_goes, equal_goes, other_slot):
        position.play("build Quarry")
        assert hand(position, 0, viewer=2) == ["?"]


def test_of_two_known_equal_cards_one_stays_known():
    """Both were known, one has gone, one is left for certain."""
    position = scene(phase="build", omnium="9, 0, 0, 0", hand0="Quarry/02, Quarry/02")
    assert hand(position.play("build Quarry"), 0, viewer=2) == ["Quarry"]


def test_what_was_put_under_the_deck_is_known_to_him_alone_and_in_its_place():
    """Seat 0 knows the last card, and every world has it there."""
    position = scene(phase="keep", drawn="Mass Relay, Garrison").play("keep Garrison")
    assert listed(position.view(0), "deck")[-1].startswith("Mass Relay")
    assert set(listed(position.view(1), "deck")) == {"?"}
    for world in worlds(position, 0, 20):
        assert listed(world, "deck")[-1].startswith("Mass Relay")


def test_a_known_top_card_is_known_in_the_hand_of_a_visionary():
    """Seat 2 put it under the deck once; now it is the passive card of seat 0."""
    position = scene(picks="Visionary, Spy, Miner, General", deck="Eco-Dome/2, Quarry, Garrison")
    position.play("take Omnium")
    assert hand(position, 0, viewer=2) == ["Eco-Dome"]
    assert hand(position, 0, viewer=1) == ["?"]


def test_who_knew_one_of_two_drawn_cards_learns_nothing_of_the_choice():
    """Seat 2 knew one; keeping this or the other, equal or not, looks the same to it."""
    seen = set()
    for drawn, kept in (
        ("Quarry/02, Garrison", "Quarry"),
        ("Quarry/02, Garrison", "Garrison"),
        ("Quarry/02, Quarry", "Quarry"),
    ):
        position = scene(phase="keep", drawn=drawn).play(f"keep {kept}")
        view = position.view(2)
        seen.add((tuple(hand(position, 0, viewer=2)), tuple(listed(view, "deck"))))
    assert seen == {(("?",), ("?",) * 51)}


# --- 1.6: build ---


def test_building_costs_and_moves_the_card_into_the_colony():
    """Paid at once, at the end of the colony, one a turn."""
    position = scene(phase="build", omnium="6, 0, 0, 0", hand0="Quarry, Garrison", colony0="Quarry")
    assert set(texts(position)) == {"build Quarry", "build Garrison", "build nothing"}
    position.play("build Quarry")
    assert listed(position, "omnium")[0] == "1"
    assert listed(position, "colony0") == ["Quarry", "Quarry"]
    assert (hand(position, 0), position.to_move) == (["Garrison"], 1)


def test_only_what_can_be_paid_can_be_built():
    """With 4 Omnium, of costs 5, 3 and 1 two can be built, or nothing."""
    position = scene(phase="build", omnium="4, 0, 0, 0", hand0="Quarry, Warehouse, Garrison")
    assert texts(position)[-1] == "build nothing"
    assert set(texts(position)) == {"build Warehouse", "build Garrison", "build nothing"}


# --- 1.7: the end ---


def finish(position):
    """Everybody builds a Garrison if possible and otherwise does nothing, to the end."""
    start = parts(position)["round"]
    while not position.is_over and parts(position)["round"] == start:
        wished = [text for text in texts(position) if text in ("build Garrison", "take Omnium")]
        position.play(wished[0] if wished else texts(position)[-1])
    return position


def test_the_round_is_finished_after_a_full_colony():
    """Seat 0 has eight modules; seats 1 to 3 still have their turns, then all is over."""
    position = scene(colony0=OTHER_SEVEN, hand0="Garrison", phase="build", omnium="1, 0, 0, 0")
    position.play("build Garrison")
    assert position.to_move == 1
    finish(position)
    assert position.is_over
    assert listed(position, "omnium")[1:] == ["2", "2", "2"]


@pytest.mark.parametrize(("game", "second"), [(GAME, 2), (PUBLISHED, 4)])
def test_the_bonus_is_four_for_the_first_and_two_or_four_for_others(game, second):
    """Text: 4 and 2; as published: 4 for each full colony. None for seven modules."""
    blue = "Marketplace, Marketplace, Warehouse, Warehouse, Warehouse, Housing Unit, Housing Unit"
    position = scene(
        game=game, turn=2, phase="build", omnium="0, 0, 1, 1", hand2="Garrison", hand3="Garrison",
        colony1="Mass Relay", colony2=blue,
        colony3="Barracks, Barracks, Barracks, Military Academy,"
        " Military Academy, Military Academy, Garrison",
    )  # fmt: skip
    position.play("build Garrison")
    finish(position)
    assert position.is_over
    assert list(position.outcome["score"]) == [0, 16, 15 + 1 + 4, 16 + 1 + second]
    leader = 2 if second == 2 else 3
    assert position.outcome["rank"][leader] == 1


def test_ties_go_to_the_earlier_seat_whatever_hands_and_omnium():
    """Equal points: ranks by seat; cards and Omnium count nothing; rewards 1, 0.2, 0.1, 0."""
    game = standoff.load("colonizers", max_rounds=5)
    position = scene(
        game=game, turn=3, phase="build", omnium="0, 9, 0, 50", hand3="Mass Relay",
        colony0="Garrison", colony1="Quarry", colony2="Water Reservoir", colony3="Housing Unit",
    )  # fmt: skip
    position.play("build nothing")
    assert position.is_over
    assert list(position.outcome["rank"]) == [3, 1, 2, 4]
    assert position.returns == [0.1, 1.0, 0.2, 0.0]
    assert list(position.outcome["result"]) == [Result.LOSS, Result.WIN, Result.LOSS, Result.LOSS]


def test_max_rounds_ends_the_game_after_the_last_seat_only():
    """With max_rounds=2 two rounds are played in full."""
    position = standoff.load("colonizers", max_rounds=2).deal(1)
    turns = Counter()
    while not position.is_over:
        turns[parts(position)["round"], parts(position)["phase"]] += 1
        position.play(next(text for text in texts(position) if text != "draw modules"))
    assert turns["1", "build"] == turns["2", "build"] == 4
    assert position.to_move == NOBODY


# --- 3.2: the heuristic ---

RED3 = "Garrison, Barracks, Military Academy"
GREEN3 = "Oxygen Generator, Water Reservoir, Eco-Dome"
BLUE3 = "Marketplace, Warehouse, Quarry"
FOUR = "Quarry, Quarry, Quarry, Quarry"
NEAR = {"colony3": SEVEN}


def picking(offer, **fields):
    """Seat 0 picks from this offer; one more colonist is removed."""
    out = next(one for one in COLONISTS if one not in offer)
    return scene(
        phase="pick", colonists="-, -, -, -", removed=out, available=", ".join(offer),
        revealed="0, 0, 0, 0", **{f"offer{seat}": "-" for seat in range(4)}, **fields,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("colony", "removed", "answer"),
    [
        (RED3, "Spy", "pick General"),
        (GREEN3, "Spy", "pick Ecologist"),
        (BLUE3, "Spy", "pick Miner"),
        (f"{GREEN3}, {RED3}", "Spy", "pick General"),
        (f"{BLUE3}, {GREEN3}", "Spy", "pick Ecologist"),
        (f"{BLUE3}, {GREEN3}", "Ecologist", "pick Visionary"),  # only the top colour is tried
        (f"{BLUE3}, Quarry, {GREEN3}", "Spy", "pick Miner"),
        ("Garrison, Barracks, Spaceport, Spaceport, Research Lab", "Spy", "pick Visionary"),
    ],
)
def test_the_heuristic_picks_whom_its_colour_pays_or_the_visionary(colony, removed, answer):
    """Three of the top colour (red, green, blue on ties), else the Visionary with few cards."""
    offer = [one for one in COLONISTS if one != removed]
    assert set(answers(picking(offer, colony0=colony, hand0="Quarry"), 40)) == {answer}


def test_the_heuristic_picks_anyone_otherwise():
    """Two cards in hand and no colour: each of the five equally likely."""
    offer = [one for one in COLONISTS if one != "Spy"]
    counts = answers(picking(offer, hand0="Quarry, Quarry", colony0="Garrison, Barracks"), 1000)
    assert set(counts) == {f"pick {one}" for one in offer}
    assert all(140 < count < 260 for count in counts.values())


@pytest.mark.parametrize(
    ("omnium", "cards", "expected"),
    [
        (0, 0, {"take Omnium"}),
        (1, 4, {"take Omnium"}),
        (9, 5, {"take Omnium"}),
        (1, 0, {"draw modules"}),
        (1, 1, {"take Omnium", "draw modules"}),
        (5, 3, {"take Omnium", "draw modules"}),
    ],
)
def test_the_heuristic_draws_by_omnium_and_hand(omnium, cards, expected):
    """Omnium 0 or four cards: Omnium; no cards: draw; else either."""
    hand0 = ", ".join(["Quarry", "Quarry", "Quarry", "Garrison", "Garrison"][:cards]) or "-"
    assert set(answers(scene(hand0=hand0, omnium=f"{omnium}, 0, 0, 0"), 60)) == expected


@pytest.mark.parametrize(
    ("omnium", "drawn", "fields", "expected"),
    [
        # near the end: by value, even another's colony counts, only what can be paid
        (9, "Quarry, Research Lab", {"colony2": SEVEN}, {"Research Lab"}),
        (5, "Quarry, Research Lab", {"colony2": SEVEN}, {"Quarry"}),
        (5, "Quarry, Water Reservoir", {"colony2": SEVEN}, {"Quarry"}),
        (5, "Water Reservoir, Quarry", {"colony2": SEVEN}, {"Water Reservoir"}),
        # six modules are not near the end; the top colour counts, red for an empty colony
        (9, "Research Lab, Garrison", {"colony2": SEVEN.rpartition(",")[0]}, {"Garrison"}),
        (9, "Research Lab, Garrison", {}, {"Garrison"}),
        (9, "Eco-Dome, Garrison", {"colony0": "Oxygen Generator"}, {"Eco-Dome"}),
        (9, "Planetary Defense System, Garrison", {}, {"Planetary Defense System"}),
        (5, "Planetary Defense System, Garrison", {}, {"Garrison"}),
        # nothing of the top colour, or nothing that can be paid: either
        (9, "Research Lab, Quarry", {}, {"Research Lab", "Quarry"}),
        (0, "Garrison, Barracks", {}, {"Garrison", "Barracks"}),
        (0, "Garrison, Barracks", {"colony2": SEVEN}, {"Garrison", "Barracks"}),
        # five in hand: value less cost, of all colours
        (9, "Garrison, Research Lab", {"hand0": f"{FOUR}, Barracks"}, {"Research Lab"}),
        (9, "Garrison, Research Lab", {"hand0": FOUR}, {"Garrison"}),
    ],
)  # fmt: skip
def test_the_heuristic_keeps_by_its_rules(omnium, drawn, fields, expected):
    """Near the end by value, with five cards by value less cost, then the top colour, then any."""
    position = scene(phase="keep", drawn=drawn, omnium=f"{omnium}, 0, 0, 0", **fields)
    assert set(answers(position, 60)) == {f"keep {name}" for name in expected}


@pytest.mark.parametrize(
    ("omnium", "cards", "fields", "expected"),
    [
        (9, "Garrison, Research Lab, Hydroponics Facility", NEAR, {"build Research Lab"}),
        (9, "Garrison, Hydroponics Facility, Research Lab", NEAR, {"build Hydroponics Facility"}),
        (8, "Garrison, Research Lab, Quarry, Eco-Dome, Barracks", {}, {"build Eco-Dome"}),
        (7, "Garrison, Research Lab, Quarry, Eco-Dome, Barracks", {}, {"build Research Lab"}),
        (7, "Research Lab, Garrison, Barracks", {}, {"build Garrison"}),
        (7, "Research Lab, Barracks, Garrison", {}, {"build Barracks"}),
        (5, "Quarry, Research Lab", {}, {"build Quarry", "build nothing"}),
        (0, "Garrison", {}, {"build nothing"}),
    ],
)  # fmt: skip
def test_the_heuristic_builds_by_its_rules(omnium, cards, fields, expected):
    """The same rules over the hand; last any affordable card or nothing."""
    position = scene(phase="build", hand0=cards, omnium=f"{omnium}, 0, 0, 0", **fields)
    assert set(answers(position, 60)) == expected


def test_equal_cards_weigh_double_in_the_heuristics_random_build():
    """Two Quarries and nothing: two to one (1.6 lists an action for each card)."""
    position = scene(phase="build", hand0="Quarry, Quarry", omnium="5, 0, 0, 0")
    assert 540 < answers(position, 900)["build Quarry"] < 660


def test_the_heuristic_opportunist_robs_the_richest_less_doubt_and_never_passes():
    """Seat 1: seat 0 is known, the later two are three suspects each; ties to the lower seat."""
    picks = "Miner, Opportunist, General, Ecologist"
    fields = {"picks": picks, "turn": 1, "phase": "power"}
    assert set(answers(scene(omnium="3, 0, 5, 0", **fields), 60)) == {"steal from Miner"}
    third = {"steal from General", "steal from Ecologist", "steal from Visionary"}
    assert set(answers(scene(omnium="3, 0, 6, 0", **fields), 60)) == third
    assert set(answers(scene(omnium="0, 0, 0, 0", **fields), 60)) == {"steal from Miner"}
    first = set(answers(power("Opportunist"), 80))
    assert len(first) == 4
    assert "do nothing" not in first


def test_the_heuristic_spy_swaps_only_for_more_cards_than_doubt():
    """Seat 2: score 2 x (their cards - own) - (suspects - 1) must be above 0."""
    fields = {"picks": "Miner, General, Spy, Ecologist", "turn": 2, "phase": "power"}
    assert set(answers(scene(hand2="Quarry", **fields), 40)) == {"do nothing"}
    assert set(answers(scene(hand1="Quarry", **fields), 40)) == {"swap with General"}
    later = {"swap with Ecologist", "swap with Visionary"}  # 2 - 1 > 0: the two it passed on
    assert set(answers(scene(hand3="Quarry", **fields), 60)) == later
    equal = scene(hand1="Quarry", hand2="Garrison", hand3="Barracks", **fields)
    assert set(answers(equal, 40)) == {"do nothing"}


def test_the_heuristic_does_not_deduce_beyond_the_rulebook():
    """2.2: a suspect that a failed swap has ruled out stays a suspect for the heuristic."""
    position = scene(
        picks="Spy, Opportunist, General, Ecologist", turn=0, phase="power", omnium="0, 0, 9, 0"
    )
    left = listed(position, "available")[0]
    play(position, f"swap with {left}", "build nothing", "take Omnium")
    assert set(answers(position, 60)) == {
        "steal from General", "steal from Ecologist", f"steal from {left}",
    }  # fmt: skip


# --- 2.1, 2.3: observe and determinize ---


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


def test_hidden_cards_of_worlds_are_equally_likely_everywhere():
    """Each unseen card is as likely in a hand, lost, drawn or at any place of the deck."""
    known = "Quarry, Quarry, Quarry, Quarry, Garrison"
    position = scene(
        turn=1, phase="keep", drawn="Barracks, Spaceport", hand0=known,
        hand2="Mass Relay, Barracks",
        hand3="Spaceport/03, Spaceport", lost3="Research Lab", lost_sizes="0, 0, 0, 1",
        deck="Eco-Dome, Housing Unit/0, Research Lab", lost0=rest(known), top="50",
    )  # fmt: skip
    position.state.lost_size[0] = len(rest(known).split(", "))
    places = Counter()
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
        places.update(enumerate(hidden))
    for place in range(8):
        for card, copies in Counter(unseen).items():
            assert abs(places[place, card] / count - copies / 8) < 0.05


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
                assert str(world.view(viewer)) == str(position.view(viewer))
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


# --- found by writing these ---


def test_a_heuristic_told_to_know_all_answers_legally():
    """It sees only its view: the answer must be a legal action, or the spec be refused."""
    position = power("Opportunist", omnium="0, 3, 0, 0")
    assert set(answers(position, 20, "heuristic:knows=all")) <= set(texts(position))


def test_omnium_does_not_overflow_in_the_longest_game():
    """At max_rounds=1,000 a General with seven red modules may get 9 Omnium each round."""
    game = standoff.load("colonizers", max_rounds=1000)
    red = "Garrison, Garrison, Barracks, Barracks, Military Academy, Military Academy, Garrison"
    position = scene(game=game, picks="General, Spy, Miner, Ecologist", colony0=red)
    position.state.omnium[0] = 9 * 999
    assert int(position.play("take Omnium").state.omnium[0]) == 9 * 1000
    assert str(game.position(str(position))) == str(position)


def test_scramble_changes_the_order_of_other_hands():
    """The judge must move known cards among unknown ones: laws do not see an unsorted `observe`."""
    slots = set()
    for seed in range(50):
        position = scene(hand1="Quarry/01, Garrison, Garrison")
        verbs.scramble(position.state, 0, Rng(seed).words)
        known = [int(mask) & 1 for mask in position.state.hand_known[1]]
        slots.add(known.index(1))
    assert slots == {0, 1, 2}


def test_two_clues_together_name_a_colonist():
    """A failed swap and a failed theft leave seat 1 one possibility for seat 3.

    The Spy (seat 0) finds nobody to be the Visionary; the Opportunist (seat 1) robs the General in
    vain, so that seat 2, who has Omnium, is the Miner; then seat 3 can only be the General.
    """
    position = scene(
        picks="Spy, Opportunist, Miner, General", removed="Ecologist", phase="power",
        available="Visionary", omnium="0, 0, 3, 0",
        offer0="General, Miner, Opportunist, Spy, Visionary",
        offer1="General, Miner, Opportunist, Visionary", offer2="General, Miner, Visionary",
        offer3="General, Visionary",
    )  # fmt: skip
    play(position, "swap with Visionary", "build nothing", "take Omnium", "steal from General")
    assert {listed(world, "colonists")[3] for world in worlds(position, 1)} == {"General"}
    assert candidates(position, 1) == [{"Spy"}, {"Opportunist"}, {"Miner"}, {"General"}]


def test_a_swap_of_two_empty_hands_is_announced_all_the_same():
    position = power("Spy").play("swap with Miner")
    assert candidates(position, 1)[2] == {"Miner"}


def test_scramble_changes_the_lost_cards_of_others_too():
    """The judge of observe must move all that is hidden, or a leak of lost cards goes unseen."""
    changed = False
    for seed in range(50):
        position = scene(lost1="Quarry", lost_sizes="0, 1, 0, 0")
        verbs.scramble(position.state, 0, Rng(seed).words)
        changed |= listed(position, "lost1") != ["Quarry"]
    assert changed
