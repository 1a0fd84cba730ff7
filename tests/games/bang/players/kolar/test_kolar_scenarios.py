"""Positions in which Kolar's thesis (chapters 2.2, 4.2 and 5.2) says what is to be done.

Written from its text alone, without a look at what `aware` does. What fails is marked as a bug.
"""

import numpy as np
import pytest
from bang_scene import only_answer, play, scene

from standoff import verbs
from standoff.games.bang.cards import MAX_SEATS, NUM_ROLES
from standoff.games.bang.secrets.estimators import ESTIMATORS, estimate

FIVE = "Sheriff, Outlaw, Deputy, Renegade, Outlaw"
FAR = "Sheriff, Deputy, Outlaw, Outlaw, Renegade"  # the Outlaws sit two away from the Sheriff
SEVEN = "Sheriff, Outlaw, Deputy, Renegade, Outlaw, Deputy, Outlaw"
SHOWN = "1>0 shot 3, 4>0 shot 3"


def answer(position, spec="aware"):
    return only_answer(position, spec)


def estimated(position, seat, name):
    """The probabilities of the roles, as a seat sees them."""
    seen = position.game.states(1)[0]
    verbs.observe(position.state, seat, seen)
    table = np.zeros((MAX_SEATS, NUM_ROLES))
    estimate(seen, seat, ESTIMATORS.index(name), table)
    return table[: position.game.players]


# --- 4.2: the estimators ---


def test_bayes_does_not_change_the_sharp_tree():
    position = scene(
        players=7, roles=SEVEN, deeds="1>0 shot 2, 2>1 duel 1, 3>0 robbed 1, 3>2 shot 2"
    )
    for seat in range(7):
        assert np.allclose(estimated(position, seat, "1.1"), estimated(position, seat, "2.1"))


def test_in_the_first_rounds_the_last_200_events_are_all_events():
    """Seat 3 shoots seat 4 before that shoots the Sheriff; two turns are less than four rounds."""
    position = scene(
        players=5, roles=FIVE, turn=3, hands={3: "Bang!", 4: "Bang!"},
        characters={4: "Rose Doolan"},
    )  # fmt: skip
    play(position, "bang -> seat 4", "pass", "end turn", "bang -> seat 0")
    for name in ("1.1", "2.1f"):  # 2.2f asks in addition what was known of seat 4 at the time
        assert np.allclose(estimated(position, 0, name), estimated(position, 0, f"{name}.200"))


# --- 5.2.1: the extensions of the estimator, as seen in whom it attacks ---


def test_one_role_is_missing_and_one_player_keeps_out_of_the_game():
    """Both Outlaws are known, the Renegade is dead: who has done nothing is the Deputy."""
    position = scene(
        players=5, roles=FIVE, hands={0: "Bang!"}, tables={0: "Winchester"}, deeds=SHOWN,
        dead=(3,), life={2: 1},
    )  # fmt: skip
    assert answer(position) in ("bang -> seat 1", "bang -> seat 4")


def test_a_deputy_shoots_who_shot_the_sheriff_rather_than_a_weaker_unknown():
    position = scene(
        players=5, roles=FIVE, turn=2, hands={2: "Bang!"}, deeds="1>0 shot 1", life={3: 2}
    )
    assert answer(position) == "bang -> seat 1"


def test_the_sheriff_without_deputies_shoots_at_who_seems_one():
    position = scene(
        players=5, roles=FIVE, hands={0: "Bang!"}, dead=(1, 2), deeds="4>1 shot 3, 1>0 shot 2"
    )
    assert answer(position).startswith("bang")


# --- 5.2.1: targets ---


def test_a_hidden_outlaw_takes_the_next_target():
    position = scene(
        players=5, roles=FIVE, turn=1, hands={1: "Bang!"}, deeds="2>4 shot 3, 4>0 shot 2"
    )
    assert answer(position, "aware:kb=3") == "bang -> seat 2"


def test_a_hidden_outlaw_shows_himself_to_kill_the_sheriff():
    """2.2.3: one shows oneself when something is really won by it."""
    position = scene(players=5, roles=FIVE, turn=1, hands={1: "Bang!"}, life={0: 1})
    assert answer(position, "aware:kb=3") == "bang -> seat 0"


def test_an_outlaw_does_not_hide_from_the_sheriff_alone():
    position = scene(players=5, roles=FIVE, turn=1, hands={1: "Bang!"}, dead=(2, 3, 4))
    assert answer(position, "aware:kb=3") == "bang -> seat 0"


def test_attack_cards_that_a_weapon_in_hand_makes_usable_count():
    position = scene(
        players=5, roles=FAR, turn=2, hands={2: "Winchester, Bang!, Bang!, Bang!"}
    )  # fmt: skip
    assert answer(position, "aware:kb=3") == "play Winchester"


def test_the_renegade_spares_the_sheriff_while_a_weak_outlaw_is_in_reach():
    """He begins to attack a strong Sheriff when the one weak Outlaw is out of reach."""
    roles = "Sheriff, Outlaw, Renegade, Outlaw"
    position = scene(
        roles=roles, turn=2, hands={2: "Bang!"}, dead=(3,), life={1: 1}, deeds="1>0 shot 2"
    )
    assert answer(position) != "bang -> seat 0"


def test_the_renegade_attacks_a_strong_sheriff_when_the_weak_outlaw_is_out_of_reach():
    roles = "Sheriff, Outlaw, Renegade, Outlaw"
    position = scene(
        roles=roles, turn=2, hands={2: "Bang!"}, dead=(3,), life={1: 1}, tables={1: "Mustang"},
        deeds="1>0 shot 2",
    )  # fmt: skip
    assert answer(position) == "bang -> seat 0"


def test_the_renegade_does_not_attack_strangers_at_the_start():
    """2.2.1: at the start he plays on the Sheriff's side; only estimated roles are targets."""
    position = scene(players=7, roles=SEVEN, turn=3, hands={3: "Bang!, Missed!"})
    assert answer(position) == "end turn"


# --- 5.2.1: weapons ---


def test_an_outlaw_lays_the_weapon_down_that_reaches_the_sheriff():
    """A Deputy in reach is no reason to leave the primary target alone."""
    position = scene(
        players=5, roles=FAR, turn=2, hands={2: "Schofield, Bang!"},
        deeds="2>0 shot 1, 1>2 shot 3, 3>0 shot 3",
    )  # fmt: skip
    assert answer(position) == "play Schofield"


def test_a_volcanic_is_not_exchanged_even_when_cards_are_too_many():
    position = scene(
        players=5, roles=FIVE, life={0: 1}, tables={0: "Volcanic"}, hands={0: "Winchester, Missed!"}
    )
    assert answer(position) != "play Winchester"


def test_an_outlaw_lays_a_weapon_down_rather_than_discard_it():
    position = scene(
        players=5, roles=FIVE, turn=1, life={1: 1}, hands={1: "Winchester, Missed!"}
    )  # fmt: skip
    assert answer(position) == "play Winchester"


# --- 5.2.1: Panic! and Cat Balou ---


def test_a_comrade_is_freed_before_the_sheriff_is_weakened():
    roles = "Sheriff, Outlaw, Outlaw, Renegade, Deputy"
    position = scene(
        players=5, roles=roles, turn=1, hands={1: "Panic!"}, tables={0: "Barrel", 2: "Jail"},
        deeds="1>0 shot 1, 2>0 shot 3",
    )  # fmt: skip
    assert answer(position) == "panic! seat 2: Jail"


@pytest.mark.parametrize("card", ["Schofield", "Scope"])
def test_the_law_destroys_the_card_that_reaches_the_sheriff(card):
    position = scene(
        players=5, roles=FAR, hands={0: "Cat Balou"}, tables={2: f"{card}, Barrel"},
        deeds="2>0 shot 3, 3>0 shot 3",
    )  # fmt: skip
    assert answer(position) == f"cat balou seat 2: {card}"


def test_the_dynamite_just_laid_down_is_not_destroyed():
    position = scene(
        players=5, roles=FIVE, turn=1, hands={0: "Beer", 1: "Dynamite, Cat Balou"},
        deeds="1>0 shot 1",
    )  # fmt: skip
    assert answer(position) == "play Dynamite"
    play(position, "play Dynamite")
    assert answer(position) != "cat balou seat 1: Dynamite"


# --- 5.2.1: the list of wanted cards ---


def test_an_outlaw_wants_a_cat_balou_for_the_mustang_of_the_sheriff():
    """His own example."""
    position = scene(
        players=5, roles=FIVE, turn=1, hands={1: "General Store, Bang!, Bang!"},
        tables={0: "Mustang"}, deeds="1>0 shot 1", top="Missed!, Jail, Cat Balou, Dynamite, Saloon",
    )  # fmt: skip
    assert answer(play(position, "play General Store")) == "take Cat Balou"


def test_with_two_lives_a_bang_and_a_missed_are_kept():
    position = scene(
        players=5, roles=FIVE, life={0: 2}, hands={0: "Bang!, Missed!, Gatling"}
    )  # fmt: skip
    assert answer(play(position, "end turn")) == "discard Gatling"


# --- reactions ---


def test_one_missed_is_not_wasted_on_slab_the_killer():
    position = scene(
        players=5, roles=FIVE, turn=0, characters={0: "Slab the Killer"},
        hands={0: "Bang!", 1: "Missed!, Beer"},
    )  # fmt: skip
    play(position, "bang -> seat 1")
    assert position.to_move != 1 or answer(position) == "pass"


def test_el_gringo_with_all_lives_and_a_beer_takes_a_card_for_a_life():
    """2.2.4: Bart Cassidy and El Gringo, if they can afford it."""
    position = scene(
        players=5, roles=FIVE, characters={1: "El Gringo"},
        hands={0: "Bang!, Wells Fargo", 1: "Missed!, Beer"},
    )  # fmt: skip
    assert answer(play(position, "bang -> seat 1")) == "pass"


def test_in_a_duel_the_only_bang_is_kept_to_shoot_with():
    position = scene(
        players=5, roles=FIVE, hands={0: "Duel", 1: "Bang!"}, deeds="1>0 shot 1"
    )  # fmt: skip
    assert answer(play(position, "duel -> seat 1")) == "pass"
