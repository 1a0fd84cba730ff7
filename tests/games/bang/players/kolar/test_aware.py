"""`aware` in positions in which Kolar's text says what is to be done (chapter 5.2)."""

from collections import defaultdict

import numpy as np
import pytest
from bang_scene import legal, only_answer, play, scene

import standoff
from standoff.agents import enter
from standoff.errors import BadOption
from standoff.games.bang.cards import CARDS
from standoff.games.bang.players.kolar.aware import set_mood
from standoff.games.bang.players.kolar.mood import PARAMS, Mood, Param
from standoff.games.bang.players.kolar.turn import EXPLODES
from standoff.rng import Rng

FOUR = "Sheriff, Outlaw, Renegade, Outlaw"
FIVE = "Sheriff, Outlaw, Deputy, Renegade, Outlaw"
SHOWN = "1>0 shot 3, 4>0 shot 3"


def answer(position, spec="aware"):
    return only_answer(position, spec)


# --- targets ---


def test_the_sheriff_shoots_at_whom_he_takes_for_an_outlaw_the_weakest_first():
    position = scene(
        players=5, roles=FIVE, hands={0: "Bang!, Missed!"}, deeds=SHOWN, life={1: 3, 4: 2}
    )
    assert answer(position) == "bang -> seat 4"


def test_the_sheriff_does_not_shoot_at_strangers():
    position = scene(players=5, roles=FIVE, hands={0: "Bang!, Missed!"})
    assert answer(position) == "end turn"


def test_a_sheriff_without_deputies_shoots_at_anybody():
    position = scene(roles=FOUR, hands={0: "Bang!"})
    assert answer(position).startswith("bang")


def test_an_outlaw_shoots_at_the_sheriff():
    position = scene(players=5, roles=FIVE, turn=1, hands={1: "Bang!"}, deeds="2>1 shot 3")
    assert answer(position) == "bang -> seat 0"


def test_a_weak_deputy_comes_before_a_strong_sheriff():
    position = scene(
        players=5, roles=FIVE, turn=1, hands={1: "Bang!"}, deeds="2>1 shot 3, 1>0 shot 1",
        life={2: 1},
    )  # fmt: skip
    assert answer(position) == "bang -> seat 2"
    weak = scene(
        players=5, roles=FIVE, turn=1, hands={1: "Bang!"}, deeds="2>1 shot 3, 1>0 shot 1",
        life={0: 1, 2: 1},
    )  # fmt: skip
    assert answer(weak) == "bang -> seat 0"


def test_an_outlaw_keeps_back_until_he_has_attack_cards_enough():
    hands = {1: "Bang!, Duel, Missed!"}
    position = scene(players=5, roles=FIVE, turn=1, hands=hands)
    assert answer(position, "aware:kb=3") == "end turn"
    assert answer(position, "aware:kb=2") == "bang -> seat 0"
    shown = scene(players=5, roles=FIVE, turn=1, hands=hands, deeds="1>0 shot 1")
    assert answer(shown, "aware:kb=3") == "bang -> seat 0"


def test_the_renegade_spares_the_sheriff_until_the_end():
    position = scene(
        roles=FOUR,
        turn=2,
        hands={2: "Bang!"},
        tables={2: "Winchester"},
        deeds="1>0 shot 2, 3>0 shot 2",
    )
    assert answer(position) in ("bang -> seat 1", "bang -> seat 3")
    duel = scene(roles=FOUR, turn=2, dead=(1, 3), hands={2: "Bang!"})
    assert answer(duel) == "bang -> seat 0"


def test_the_renegade_helps_the_weaker_side():
    strong_law = scene(
        players=5, roles=FIVE, turn=3, hands={3: "Bang!"}, tables={3: "Winchester"},
        deeds=f"{SHOWN}, 2>1 shot 4", life={1: 1, 4: 1},
    )  # fmt: skip
    assert answer(strong_law) == "bang -> seat 2"
    strong_outlaws = scene(
        players=5, roles=FIVE, turn=3, hands={3: "Bang!"}, tables={3: "Winchester"},
        deeds=f"{SHOWN}, 2>1 shot 4", life={0: 2, 2: 1},
    )  # fmt: skip
    assert answer(strong_outlaws) in ("bang -> seat 1", "bang -> seat 4")


# --- the course of a turn ---


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("Bang!, Stagecoach", "play Stagecoach"),
        ("Bang!, Wells Fargo", "play Wells Fargo"),
        ("Bang!, Barrel", "play Barrel"),
        ("Bang!, Mustang", "play Mustang"),
        ("Bang!, Scope", "play Scope"),
        ("Bang!, Cat Balou", "cat balou seat 4: hand"),
        ("Bang!, Missed!", "bang -> seat 4"),
    ],
)
def test_cards_that_help_come_before_cards_that_weaken_and_shots(hand, first):
    position = scene(players=5, roles=FIVE, hands={0: hand, 4: "Beer"}, deeds=SHOWN, life={4: 2})
    assert answer(position) == first


def test_a_wounded_player_drinks():
    assert answer(scene(hands={0: "Beer, Bang!"}, life={0: 2})) == "play Beer"


def test_the_saloon_is_for_friends():
    hands = {0: "Saloon, Missed!"}
    friends = scene(players=5, roles=FIVE, hands=hands, deeds=SHOWN, life={0: 2})
    assert answer(friends) == "play Saloon"
    foes = scene(players=5, roles=FIVE, hands=hands, deeds=SHOWN, life={1: 1, 4: 1})
    assert answer(foes) == "end turn"


def test_mass_attacks_are_played_when_they_hurt_foes_more():
    hands = {0: "Gatling, Missed!"}
    assert answer(scene(players=5, roles=FIVE, hands=hands, deeds=SHOWN)) == "play Gatling"
    friends = scene(
        players=5,
        roles=FIVE,
        hands={0: "Gatling, Missed!"},
        deeds="1>0 shot 1, 2>1 shot 4, 3>1 shot 4",
        dead=(4,),
        life={2: 1, 3: 1},
    )
    assert answer(friends) == "end turn"


def test_a_foe_goes_to_jail():
    position = scene(players=5, roles=FIVE, hands={0: "Jail"}, deeds=SHOWN, life={4: 2})
    assert answer(position) == "jail -> seat 4"


def test_a_duel_is_for_who_has_bangs():
    few = scene(
        players=5,
        roles=FIVE,
        hands={
            0: "Duel, Missed!",
            1: "Beer, Beer, Beer, Beer, Beer",
            4: "Jail, Jail, Panic!, Panic!, Panic!",
        },
        deeds=SHOWN,
    )
    assert answer(few) == "end turn"
    many = scene(players=5, roles=FIVE, hands={0: "Duel, Missed!"}, deeds=SHOWN)
    assert answer(many).startswith("duel")


def test_the_dynamite_goes_off_as_often_as_the_deck_has_low_spades():
    faces = " ".join(faces for _, faces in CARDS).split()
    low = [face for face in faces if face in ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S")]
    assert EXPLODES == len(low) / len(faces) == 10 / 80


# --- weapons and thefts ---


def test_an_outlaw_lays_a_weapon_down_only_to_reach_a_target():
    hands = {2: "Winchester, Bang!"}
    roles = "Sheriff, Deputy, Outlaw, Outlaw, Renegade"
    position = scene(players=5, roles=roles, turn=2, hands=hands)
    assert answer(position) == "play Winchester"
    unarmed = scene(players=5, roles=roles, turn=2, hands={2: "Winchester, Missed!"})
    assert answer(unarmed) == "end turn"


def test_the_law_lays_its_longest_weapon_down():
    hands = {0: "Schofield, Winchester, Missed!"}
    assert answer(scene(players=5, roles=FIVE, hands=hands)) == "play Winchester"


def test_a_volcanic_is_for_several_shots():
    hands = {1: "Volcanic, Bang!, Bang!"}
    position = scene(
        players=5, roles=FIVE, turn=1, hands=hands, deeds="1>0 shot 1",
        characters={1: "Rose Doolan"},
    )  # fmt: skip
    assert answer(position) == "play Volcanic"
    single = scene(players=5, roles=FIVE, turn=1, hands={1: "Volcanic, Bang!"}, deeds="1>0 shot 1")
    assert answer(single) == "bang -> seat 0"


def test_panic_takes_a_weapon_that_is_needed_to_reach_a_target():
    roles = "Sheriff, Deputy, Outlaw, Outlaw, Renegade"
    position = scene(
        players=5, roles=roles, turn=2, hands={2: "Panic!, Bang!"},
        tables={1: "Remington, Barrel"}, deeds="1>2 shot 4, 2>0 shot 1, 3>0 shot 4",
    )  # fmt: skip
    found = answer(position)
    assert found in ("bang -> seat 1", "panic! seat 1: Remington", "panic! seat 1: Barrel")


def test_a_comrade_is_freed_from_jail():
    position = scene(
        players=5, roles=FIVE, turn=1, hands={1: "Cat Balou"}, tables={4: "Jail"},
        deeds="4>0 shot 4, 1>0 shot 1",
    )  # fmt: skip
    assert answer(position) == "cat balou seat 4: Jail"


def test_the_dynamite_is_taken_from_friends_alone():
    """On the own table it can only have been laid in this very turn."""
    position = scene(players=5, roles=FIVE, hands={0: "Cat Balou"}, tables={0: "Dynamite"})
    assert answer(position) == "end turn"
    friend = scene(players=5, roles=FIVE, turn=2, hands={2: "Cat Balou"}, tables={0: "Dynamite"})
    assert answer(friend) == "cat balou seat 0: Dynamite"


# --- keeping and discarding ---


def test_what_is_worth_least_is_discarded():
    hands = {0: "Missed!, Beer, Schofield, Bang!, Jail, Cat Balou"}
    position = scene(
        players=5, roles=FIVE, hands=hands, life={0: 5}, tables={0: "Winchester"}, shots=1
    )
    assert answer(play(position, "end turn")) == "discard Schofield"


def test_the_best_card_of_the_store_is_taken():
    position = scene(
        players=4, roles=FOUR, hands={0: "General Store"}, top="Jail, Dynamite, Barrel, Saloon"
    )
    assert answer(play(position, "play General Store")) == "take Barrel"


def test_kit_carlson_puts_the_worst_card_back():
    position = scene(roles=FOUR, characters={1: "Kit Carlson"}, top="Beer, Dynamite, Missed!")
    assert "Dynamite" in answer(play(position, "end turn"))


def test_pedro_ramirez_takes_a_good_card_from_the_discard_pile():
    position = scene(roles=FOUR, characters={1: "Pedro Ramirez"}, discard="Wells Fargo")
    assert answer(play(position, "end turn")) == "draw from the discard pile"
    poor = scene(roles=FOUR, characters={1: "Pedro Ramirez"}, discard="Dynamite")
    assert answer(play(poor, "end turn")) != "draw from the discard pile"


def test_jesse_jones_draws_from_his_target():
    position = scene(
        roles=FOUR, characters={1: "Jesse Jones"}, hands={0: "Beer", 2: "Beer", 3: "Beer"}
    )
    assert answer(play(position, "end turn")) == "draw from seat 0"


def test_sid_ketchum_heals_rather_than_discards():
    position = scene(
        players=5, roles=FIVE, characters={0: "Sid Ketchum"}, life={0: 2},
        hands={0: "Missed!, Missed!, Missed!"},
    )  # fmt: skip
    assert answer(position) == "discard two for a life"


# --- answers ---


def test_a_shot_is_dodged():
    position = scene(hands={0: "Bang!", 1: "Missed!"})
    assert answer(play(position, "bang -> seat 1")) == "missed!"


def test_bart_cassidy_with_lives_to_spare_takes_a_card():
    position = scene(hands={0: "Bang!", 1: "Missed!"}, characters={1: "Bart Cassidy"})
    assert answer(play(position, "bang -> seat 1")) == "pass"
    weak = scene(hands={0: "Bang!", 1: "Missed!"}, characters={1: "Bart Cassidy"}, life={1: 2})
    assert answer(play(weak, "bang -> seat 1")) == "missed!"


def test_the_only_bang_is_rather_kept_than_a_life():
    hands = {0: "Indians!", 1: "Bang!"}
    position = scene(roles=FOUR, hands=hands)
    assert answer(play(position, "play Indians!")) == "pass"
    weak = scene(roles=FOUR, hands=hands, life={1: 2})
    assert answer(play(weak, "play Indians!")) == "bang!"
    rich = scene(roles=FOUR, hands={0: "Indians!", 1: "Bang!, Bang!"})
    assert answer(play(rich, "play Indians!")) == "bang!"


@pytest.mark.parametrize(
    ("attack", "hands", "names"),
    [
        ("bang -> seat 1", {0: "Bang!", 1: "Missed!"}, {1: "Bart Cassidy"}),
        ("bang -> seat 1", {0: "Bang!, Beer", 1: "Missed!"}, {1: "El Gringo"}),
        ("play Indians!", {0: "Indians!", 1: "Bang!"}, {}),
        ("duel -> seat 1", {0: "Duel", 1: "Bang!"}, {}),
    ],
    ids=["Bart Cassidy", "El Gringo", "Indians!", "Duel"],
)
def test_declining_to_answer_is_a_parameter(attack, hands, names):
    """Kolar's players always answer with a card (REQUEST_RESPOND); his chapter 2.2 advises both."""
    for rules, by_rules in (("official", "pass"), ("danilakova", "pass"), ("kolar", None)):
        position = scene(roles=FOUR, hands=hands, characters=names, rules=rules)
        play(position, attack)
        card = next(text for text in legal(position) if text != "pass")
        assert answer(position) == (by_rules or card)
        assert answer(position, "aware:decline=false") == card
        assert answer(position, "aware:decline=true") == "pass"


def test_two_missed_are_needed_to_answer_slab():
    position = scene(
        hands={0: "Bang!", 1: "Missed!, Beer"}, characters={0: "Slab the Killer"}, rules="kolar"
    )
    assert answer(play(position, "bang -> seat 1")) == "pass"


def test_who_is_dying_drinks():
    position = scene(players=5, hands={0: "Bang!", 1: "Beer"}, life={1: 1})
    assert answer(play(position, "bang -> seat 1", "pass")) == "beer!"


def test_lucky_duke_lets_the_good_card_count():
    position = scene(
        roles=FOUR, characters={1: "Lucky Duke"}, tables={1: "Jail"}, top="Bang! AS, Beer 6H"
    )
    assert "6H" in answer(play(position, "end turn"))


# --- parameters ---


def test_counting_cards_tells_who_cannot_answer():
    """All Bang! lie open on the discard pile: Indians! hit the Outlaws for sure."""
    bangs = ", ".join(["Bang!"] * 25)
    hands = {0: "Duel", 1: "Beer, Beer, Jail, Jail, Jail", 4: "Panic!, Panic!, Panic!, Panic!"}
    position = scene(players=5, roles=FIVE, hands=hands, deeds=SHOWN, discard=bangs)
    assert answer(position) == "end turn"
    assert answer(position, "aware:counting=true").startswith("duel")


def moods(seed):
    """The moods of each seat in the decisions of a game."""
    params = np.zeros(len(PARAMS))
    params[Param.MOODY] = 1.0
    game = standoff.load("bang", players=5)
    entrant = enter(game, "aware:moody=true")
    agents = [entrant.make(Rng(seat)) for seat in range(game.players)]
    position, found = game.deal(seed), defaultdict(set)
    while not position.is_over:
        seat = position.to_move
        view = position.view(seat)
        mood = np.zeros((1, len(Mood)))
        set_mood(view.observation, seat, params, mood)
        found[seat].add((mood[0, Mood.KB], mood[0, Mood.LOW_LIFE]))
        position.play(agents[seat].act(view))
    return found


def test_moods_differ_from_game_to_game_but_not_within_one():
    games = [moods(seed) for seed in range(4)]
    assert all(len(of_seat) == 1 for game in games for of_seat in game.values())
    assert len({mood for game in games for mood in game[0]}) > 1


def test_a_mood_decides_how_an_outlaw_plays():
    """Whether a moody Outlaw with two attack cards shows himself depends on who sits where."""
    hands = {1: "Bang!, Duel, Missed!"}
    found = set()
    for character in ("Bart Cassidy", "Black Jack", "Suzy Lafayette", "Rose Doolan", "El Gringo"):
        position = scene(players=5, roles=FIVE, turn=1, hands=hands, characters={3: character})
        found.add(answer(position, "aware:moody=true"))
    assert found == {"end turn", "bang -> seat 0"}


def test_impossible_parameters_are_named():
    game = standoff.load("bang")
    with pytest.raises(BadOption, match="kb must be a whole number from 0 to 5, not '9'"):
        enter(game, "aware:kb=9")
    with pytest.raises(BadOption, match=r"estimator must be 2\.2f or"):
        enter(game, "aware:estimator=tea-leaves")
