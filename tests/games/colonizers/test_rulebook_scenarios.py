"""Scenarios written from the rulebook alone, before the other tests were read.

Sections in the names of the groups are those of the rulebook (its seats 1 to 4 are 0 to 3 here).
"""

from collections import Counter

import pytest
from rulebook_scene import (
    OTHER_SEVEN,
    SEVEN,
    candidates,
    deal_and_pick,
    draw_turn,
    hand,
    play,
    power,
    worlds,
)
from test_colonizers_policies import answers
from test_colonizers_rules import (
    COLONISTS,
    GAME,
    PUBLISHED,
    listed,
    parts,
    scene,
    texts,
)

import standoff
from standoff import verbs
from standoff.rng import Rng
from standoff.verbs import NOBODY, Result

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
    assert list(position.view(0).drawn) == top
    assert all(position.view(viewer).drawn == ("?", "?") for viewer in (1, 2, 3))
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
    third = [listed(position, "deck")[depth] for depth in range(3)]
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
    assert game.position(position.notation).notation == position.notation


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
