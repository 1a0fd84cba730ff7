"""Rules 9.9 to 9.12, 9.15 and 9.16 of docs/rules/bang.md, and several characters at once."""

from bang_scene import (
    asked,
    cards,
    discards,
    field,
    hand,
    legal,
    life,
    offers,
    play,
    scene,
    table,
    winner,
)

# --- 9.9 to 9.12 ---


def test_rule_9_9_paul_regret_is_one_farther():
    position = scene(characters={1: "Paul Regret"}, hands={0: "Bang!, Panic!", 1: "Beer"})
    assert offers(position, "bang -> seat") == ["3"]
    assert offers(position, "panic!") == []
    assert life(position, 1) == 3


def test_rule_9_10_pedro_may_draw_from_the_discard_pile():
    """R13: the second card always comes from the deck."""
    position = scene(
        characters={1: "Pedro Ramirez"}, discard="Saloon, Gatling", top="Scope AS, Duel 8C"
    )
    play(position, "end turn")
    assert asked(position) == (1, "pedro")
    assert legal(position) == ["draw from the deck", "draw from the discard pile"]
    deck = position.copy()
    play(position, "draw from the discard pile")
    assert hand(position, 1) == ["Gatling", "Scope"]
    assert discards(position) == ["Saloon"]
    play(deck, "draw from the deck")
    assert hand(deck, 1) == ["Duel", "Scope"]


def test_rule_9_10_pedro_is_not_asked_without_a_discard_pile():
    """R13."""
    position = scene(characters={1: "Pedro Ramirez"})
    assert asked(play(position, "end turn")) == (1, "play")
    assert len(cards(position, 1)) == 2


def test_rule_9_10_pedro_with_an_empty_deck_and_one_discard():
    position = scene(
        characters={1: "Pedro Ramirez"}, deck="", rest=3, discard="Beer 6H", life={3: 4}
    )
    play(position, "end turn")
    play(position, "draw from the discard pile")
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_11_sid_discards_two_for_a_life():
    """R7."""
    position = scene(
        characters={0: "Sid Ketchum"}, hands={0: "Bang!, Missed!, Duel, Duel, Jail"}, life={0: 2}
    )
    play(position, "discard two for a life")
    assert asked(position) == (0, "sid")
    assert legal(position) == ["discard Bang!", "discard Missed!", "discard Jail", "discard Duel"]
    play(position, "discard Duel", "discard Missed!")
    assert life(position, 0) == 3
    assert discards(position) == ["Duel", "Missed!"]
    play(position, "discard two for a life", "discard Duel", "discard Jail")
    assert life(position, 0) == 4
    assert "discard two for a life" not in legal(position)


def test_rule_9_11_not_at_full_life_and_with_two_players_left():
    """R7."""
    position = scene(characters={0: "Sid Ketchum"}, hands={0: "Missed!, Missed!"})
    assert legal(position) == ["end turn"]
    two = scene(characters={0: "Sid Ketchum"}, hands={0: "Beer, Beer"}, life={0: 1}, dead=(1, 2))
    assert legal(two) == ["end turn", "discard two for a life", "play Beer"]


def test_rule_9_11_not_in_phase_3():
    position = scene(characters={0: "Sid Ketchum"}, hands={0: "Beer, Duel, Duel"}, life={0: 1})
    play(position, "end turn")
    assert legal(position) == ["discard Beer", "discard Duel"]


def test_rule_9_11_sid_at_the_last_moment():
    """R7."""
    position = scene(
        characters={1: "Sid Ketchum"}, hands={0: "Bang!", 1: "Duel, Missed!, Missed!"}, life={1: 1}
    )
    play(position, "bang -> seat 1", "pass")
    assert legal(position) == ["pass", "discard two for a life"]
    play(position, "discard two for a life", "discard Missed!", "discard Duel")
    assert life(position, 1) == 1
    assert asked(position) == (0, "play")
    assert hand(position, 1) == ["Missed!"]


def test_rule_9_11_sid_with_two_players_left():
    """R7: pairs help though no Beer does."""
    position = scene(
        dead=(1, 2), characters={3: "Sid Ketchum"}, hands={0: "Bang!", 3: "Beer, Duel"}, life={3: 1}
    )
    play(position, "bang -> seat 3", "pass")
    assert legal(position) == ["pass", "discard two for a life"]
    short = scene(
        dead=(1, 2), characters={3: "Sid Ketchum"}, hands={0: "Bang!", 3: "Beer"}, life={3: 1}
    )
    play(short, "bang -> seat 3", "pass")
    if not short.is_over:
        assert legal(short) == ["pass"]
        play(short, "pass")
    assert winner(short) == "law"


SID = {1: "Sid Ketchum", 0: "Rose Doolan"}


def sid_after_dynamite(held, lives):
    """Sid Ketchum after the Dynamite exploded."""
    position = scene(
        characters=SID, tables={1: "Dynamite"}, hands={1: held}, life={1: lives},
        top="Missed! 2S, Scope, Gatling",
    )  # fmt: skip
    return play(position, "end turn")


def test_rule_9_11_sid_mixes_beers_and_pairs():
    """R7: with -1 lives he needs two: a Beer and a pair."""
    position = sid_after_dynamite("Beer, Duel, Jail", 2)
    assert life(position, 1) == -1
    assert set(legal(position)) == {"pass", "beer!", "discard two for a life"}
    other = position.copy()
    play(position, "beer!")
    assert legal(position) == ["pass", "discard two for a life"]
    play(position, "discard two for a life", "discard Jail", "discard Duel")
    assert life(position, 1) == 1
    assert asked(position) == (1, "play")
    # The pair first: the Beer must not be part of it.
    play(other, "discard two for a life")
    assert legal(other) == ["discard Jail", "discard Duel"]
    play(other, "discard Jail", "discard Duel", "beer!")
    assert life(other, 1) == 1


def test_rule_9_11_sid_is_offered_nothing_that_does_not_suffice():
    """Rule 6.6."""
    position = sid_after_dynamite("Duel, Jail, Missed!", 2)
    assert legal(position) == ["pass"]
    position = sid_after_dynamite("Duel, Jail, Missed!, Bang!", 2)
    assert legal(position) == ["pass", "discard two for a life"]
    play(position, "discard two for a life", "discard Duel", "discard Jail")
    assert legal(position) == ["pass", "discard two for a life"]


def test_rule_9_11_sid_may_put_a_spare_beer_into_a_pair():
    position = sid_after_dynamite("Beer, Beer, Duel", 2)
    assert set(legal(position)) == {"pass", "beer!", "discard two for a life"}
    play(position, "discard two for a life")
    assert set(legal(position)) == {"discard Beer", "discard Duel"}
    play(position, "discard Beer")
    assert legal(position) == ["discard Duel"]
    play(position, "discard Duel", "beer!")
    assert life(position, 1) == 1


def test_rule_9_12_slabs_gatling_is_as_everybodys():
    """R10."""
    position = scene(characters={0: "Slab the Killer"}, hands={0: "Gatling", 1: "Missed!"})
    play(position, "play Gatling")
    assert legal(position) == ["pass", "missed!"]
    play(position, "missed!")
    assert life(position, 1) == 4


# --- 9.15, 9.16 ---


def test_rule_9_15_rose_doolan_sees_farther():
    position = scene(
        players=6, characters={0: "Rose Doolan"}, hands={0: "Bang!, Panic!", 2: "Beer", 3: "Beer"}
    )
    assert offers(position, "bang -> seat") == ["1", "2", "4", "5"]
    assert offers(position, "panic!") == ["seat 2: hand"]


def test_rule_9_16_willy_plays_any_number_of_bang():
    position = scene(characters={0: "Willy the Kid"}, hands={0: "Bang!, Bang!, Bang!"})
    play(position, "bang -> seat 1", "bang -> seat 1", "bang -> seat 3")
    assert life(position)[1] == 2
    assert life(position)[3] == 3
    assert int(field(position, "turn")) == 0


# --- several characters at once ---


def test_rule_6_7_the_dead_choose_the_last_card_after_all_deaths():
    """Pedro is next: Sam, who might have looted, dies of the same card."""
    position = scene(
        players=6, characters={1: "Pedro Ramirez", 3: "Vulture Sam"},
        hands={0: "Indians!", 1: "Bang!", 2: "Duel, Missed!", 3: "Missed!"}, life={2: 1, 3: 1},
    )  # fmt: skip
    play(position, "play Indians!", "bang!", "pass", "pass", "pass")
    assert asked(position) == (3, "last save")
    play(position, "pass")
    assert asked(position) == (2, "corpse")
    play(position, "leave Duel on top")
    assert discards(position)[-2:] == ["Duel", "Missed!"]


def test_rule_9_8_two_bad_cards_are_not_asked_about():
    names = {1: "Lucky Duke", 0: "Rose Doolan"}
    boom = scene(
        characters=names, tables={1: "Dynamite"}, top="Missed! 2S, Missed! 3S, Scope, Duel"
    )
    play(boom, "end turn")
    assert asked(boom) == (1, "play")
    assert life(boom, 1) == 1
    calm = scene(characters=names, tables={1: "Dynamite"}, top="Jail 10S, Beer 6H, Scope, Duel")
    play(calm, "end turn")
    assert asked(calm) == (1, "play")
    assert table(calm, 2) == ["Dynamite"]


def test_rule_9_2_black_jack_with_one_card_in_all():
    position = scene(characters={1: "Black Jack"}, deck="Beer 6H", rest=3, life={3: 4})
    play(position, "end turn")
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_5_jesse_with_an_empty_deck():
    position = scene(characters={1: "Jesse Jones"}, hands={2: "Beer 6H"}, deck="", rest=3)
    play(position, "end turn")
    # Seat 3 holds the rest.
    assert "draw from seat 2" in legal(position)
    play(position, "draw from seat 2")
    assert cards(position, 1) == ["Beer 6H"]


def test_rule_9_3_janet_fights_a_duel_with_missed_only():
    """R15."""
    position = scene(
        characters={0: "Calamity Janet"}, hands={0: "Duel, Missed!, Missed!", 1: "Bang!, Bang!"}
    )
    play(position, "duel -> seat 1", "bang!", "missed!", "bang!", "missed!")
    assert life(position) == [5, 3, 4, 4]
    assert legal(position) == ["end turn"]


def test_rule_9_11_sid_saves_himself_from_a_mass_attack():
    position = scene(
        characters={1: "Sid Ketchum"}, hands={0: "Gatling", 1: "Duel, Jail", 2: "Beer"},
        life={1: 1, 2: 1},
    )  # fmt: skip
    play(position, "play Gatling", "pass", "pass", "discard two for a life", "discard Jail")
    play(position, "discard Duel")
    assert asked(position) == (2, "last save")
    play(position, "beer!")
    assert life(position)[1:3] == [1, 1]


def test_rule_9_16_willys_shots_count_for_nobody_else():
    position = scene(
        characters={0: "Willy the Kid", 1: "Rose Doolan"},
        hands={0: "Bang!, Bang!", 1: "Bang!, Bang!"},
    )
    play(position, "bang -> seat 3", "bang -> seat 3", "end turn", "bang -> seat 0")
    assert [text for text in legal(position) if text.startswith("bang ->")] == []


def test_rule_9_11_a_pair_of_beers_is_no_way_to_two_lives():
    """Rule 6.6: nothing is offered that does not suffice; two Beers do, one pair does not."""
    position = sid_after_dynamite("Beer, Beer", 2)

    assert legal(position) == ["pass", "beer!"]
