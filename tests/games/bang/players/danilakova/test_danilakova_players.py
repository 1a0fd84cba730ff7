"""The agents of Danilakova's thesis, on positions worked out by hand (chapter 7)."""

import json
from collections import Counter

import numpy as np
import pytest
from bang_scene import play, scene

import standoff
from standoff import verbs
from standoff.agents import enter
from standoff.errors import BadIndividual
from standoff.games.bang.cards import Role
from standoff.games.bang.players.allies import is_ally
from standoff.games.bang.players.danilakova import weight_files
from standoff.games.bang.players.danilakova.evolution import score_lives, score_position
from standoff.games.bang.players.danilakova.forward_model import try_action
from standoff.games.bang.players.danilakova.weights import MULTIPLIER_NAMES
from standoff.games.bang.players.policies import POLICIES
from standoff.games.bang.secrets.attack_points import attack_points, guess_roles
from standoff.rng import Rng

SEVEN = "Sheriff, Outlaw, Deputy, Outlaw, Renegade, Outlaw, Deputy"


def answers(position, spec, times=1, seed=1):
    """How often an agent gives each answer, as texts."""
    game = position.game
    view = position.view(position.to_move)
    rng = Rng(seed)
    agent = enter(game, spec).make(rng)
    return Counter(game.text(agent.act(view)) for _ in range(times))


def observed(position, seat):
    states = position.game.states(1)
    verbs.observe(position.state, seat, states[0])
    return states[0]


# --- 7.2: points and guessed roles ---


@pytest.mark.parametrize(
    ("deeds", "points"),
    [
        ("1>0 shot 2", 6), ("1>0 duel 1", 3), ("1>0 jailed 1", 1), ("1>0 robbed 2", 2),
        ("1>0 stripped 1", 1), ("1>0 freed 1", -3), ("1>0 defused 2", 0),
        ("1>0 shot 1, 1>0 freed 1, 1>0 robbed 1", 1),
    ],
)  # fmt: skip
def test_acts_count_points(deeds, points):
    position = scene(deeds=deeds)
    assert attack_points(position.state, 1, 0) == points
    assert attack_points(position.state, 0, 1) == 0


def guesses(position, seat, times=1):
    found = Counter()
    rng = Rng(1)
    for _ in range(times):
        state = observed(position, seat)
        guess_roles(state, rng.words)
        found[tuple(Role(int(role)).name[0] for role in state.role[: position.game.players])] += 1
    return found


def test_roles_are_found_by_elimination():
    position = scene(players=5, roles="Sheriff, Outlaw, Deputy, Renegade, Outlaw", dead=(1, 4))
    # the Deputy sees the dead Outlaws: who is left is the Renegade
    assert guesses(position, 2) == {("S", "O", "D", "R", "O"): 1}


def test_who_attacked_most_is_an_outlaw_who_attacked_least_a_deputy():
    deeds = "1>0 shot 2, 2>0 freed 1, 3>0 shot 1, 4>0 robbed 1, 5>0 duel 3, 6>0 jailed 2"
    position = scene(players=7, roles=SEVEN, deeds=deeds)
    # points: seat 1: 6, 2: -3, 3: 3, 4: 1, 5: 9, 6: 2; O 5, D 2, O 1, D 4, O 3, R 6
    assert guesses(position, 0) == {("S", "O", "D", "O", "D", "O", "R"): 1}


def test_ties_are_broken_by_chance():
    position = scene(players=5, roles="Sheriff, Outlaw, Deputy, Renegade, Outlaw")
    found = guesses(position, 0, 6000)
    assert len(found) == 12  # 4! / 2!, all alike
    assert all(abs(count - 500) < 110 for count in found.values())


def test_two_renegades_are_those_left():
    position = scene(
        players=8, roles=f"{SEVEN}, Renegade", deeds="1>0 shot 1, 3>0 shot 2, 5>0 shot 3"
    )
    (found,) = {guess.count("R") for guess in guesses(position, 0, 50)}
    assert found == 2


def test_the_renegade_stands_by_the_sheriff_until_two_are_left():
    position = scene(roles="Sheriff, Outlaw, Renegade, Outlaw")
    assert is_ally(position.state, 2, 0)
    assert not is_ally(position.state, 2, 1)
    assert not is_ally(position.state, 0, 2)
    last = scene(roles="Sheriff, Outlaw, Renegade, Outlaw", dead=(1, 3))
    assert not is_ally(last.state, 2, 0)


# --- 7.4: rai ---


def test_rai_weighs_what_to_do_then_cards_then_targets():
    position = scene(hands={0: "Bang!, Bang!, Barrel"}, rules="danilakova")
    found = answers(position, "rai", 21_000)
    expected = {
        "end turn": 6000, "play Barrel": 4000, "bang -> seat 1": 4000, "bang -> seat 3": 4000,
        "discard Bang!": 2000, "discard Barrel": 1000,
    }  # fmt: skip
    assert found.keys() == expected.keys()
    for text, count in expected.items():
        assert abs(found[text] - count) < 5 * count**0.5


def test_rai_gives_a_special_move_the_weight_of_ending():
    position = scene(hands={0: "Missed!, Missed!"}, characters={0: "Sid Ketchum"}, life={0: 2})
    found = answers(position, "rai", 4000)
    assert found.keys() == {"end turn", "discard two for a life"}
    assert abs(found["end turn"] - 2000) < 200


def test_rai_reacts_if_it_can():
    position = scene(hands={0: "Bang!", 1: "Missed!, Beer"})
    assert answers(play(position, "bang -> seat 1"), "rai", 50) == {"missed!": 50}
    empty = scene(hands={0: "Bang!", 1: "Beer"})
    assert answers(play(empty, "bang -> seat 1"), "rai", 50) == {"pass": 50}


def test_rai_takes_any_card_of_the_store():
    position = scene(hands={0: "General Store"}, top="Bang!, Bang!, Beer, Jail")
    found = answers(play(position, "play General Store"), "rai", 4000)
    assert abs(found["take Bang!"] - 2000) < 200
    assert abs(found["take Beer"] - 1000) < 160


def test_rai_chooses_a_target_before_a_card_of_his():
    position = scene(
        hands={0: "Cat Balou", 1: "Beer", 2: "Beer"}, tables={1: "Barrel, Scope, Winchester"}
    )
    found = Counter()
    for text, count in answers(position, "rai", 6000).items():
        found[text.split(":")[0]] += count
    assert abs(found["cat balou seat 1"] - 2000) < 200
    assert abs(found["cat balou seat 2"] - 2000) < 200


# --- 7.5: rair ---


def test_rair_spares_allies_and_does_not_help_enemies():
    roles = "Sheriff, Outlaw, Renegade, Outlaw"
    position = scene(
        turn=1, roles=roles, hands={1: "Bang!, Cat Balou", 0: "Beer", 2: "Beer", 3: "Beer"},
        tables={2: "Jail", 0: "Dynamite"}, deeds="3>0 shot 3",
    )  # fmt: skip
    found = answers(position, "rair", 2000)
    assert "bang -> seat 0" in found
    assert "cat balou seat 0: Dynamite" in found  # neutral
    for text in ("cat balou seat 3: hand", "cat balou seat 2: Jail"):
        assert text not in found


def test_rair_frees_an_ally_from_jail():
    position = scene(
        turn=1, roles="Sheriff, Outlaw, Renegade, Outlaw", hands={1: "Cat Balou"},
        tables={3: "Jail"}, deeds="3>0 shot 3",
    )  # fmt: skip
    assert "cat balou seat 3: Jail" in answers(position, "rair", 200)


def test_rair_draws_from_no_ally_as_jesse_jones():
    position = scene(
        turn=0, roles="Sheriff, Outlaw, Renegade, Outlaw", characters={1: "Jesse Jones"},
        hands={0: "Beer", 2: "Beer", 3: "Beer"}, deeds="3>0 shot 3, 2>0 freed 1",
    )  # fmt: skip
    found = answers(play(position, "end turn"), "rair", 600)
    assert len(found) == 3
    assert "draw from seat 3" not in found


# --- 7.7: evolution ---


def individual(**multipliers):
    """Numbers with these multipliers for every role, 0 for all others."""
    row = [multipliers.pop(name, 0.0) for name in MULTIPLIER_NAMES]
    assert not multipliers
    return np.array(row * 4)


def test_the_score_of_a_table_on_paper():
    position = scene(
        roles="Sheriff, Outlaw, Renegade, Outlaw", hands={0: "Beer, Beer", 1: "Bang!"},
        tables={0: "Barrel, Winchester", 1: "Volcanic, Mustang", 2: "Jail, Scope"},
        life={0: 3, 1: 4, 2: 2, 3: 1},
    )  # fmt: skip
    numbers = individual(
        own_health=1.0, outlaw_health=-0.5, renegade_health=-0.25, own_barrel=0.3, own_range=0.1,
        own_hand=0.05, enemy_volcanic=-0.2, enemy_mustang=-0.15, enemy_range=-0.01, enemy_hand=-0.1,
        enemy_jail=0.4, enemy_scope=-0.05,
    )  # fmt: skip
    expected = 3 * 1.0 - 0.5 * (4 + 1) - 0.25 * 2  # lives
    expected += 0.3 + 5 * 0.1 + 2 * 0.05  # Barrel, Winchester, two cards
    expected += -0.2 - 0.15 - 0.01 * 3 - 0.1  # Volcanic, Mustang, three Colts of enemies, a card
    expected += 0.4 - 0.05  # the Renegade in jail, with a Scope
    assert score_position(position.state, 0, numbers) == pytest.approx(expected)


def test_allies_are_scored_by_their_own_multipliers():
    position = scene(
        turn=1, roles="Sheriff, Outlaw, Renegade, Outlaw", tables={3: "Barrel"}, life={3: 2}
    )
    numbers = individual(ally_barrel=0.5, enemy_barrel=-1.0, outlaw_health=0.25, own_health=0.125)
    assert score_position(position.state, 1, numbers) == pytest.approx(0.5 + 2 * 0.25 + 4 * 0.125)


def test_willy_the_kid_counts_as_a_volcanic():
    position = scene(characters={1: "Willy the Kid"})
    assert score_position(position.state, 0, individual(enemy_volcanic=-0.5)) == -0.5


def test_the_score_of_hybrid_is_lives_alone():
    position = scene(roles="Sheriff, Outlaw, Renegade, Outlaw", life={0: 3, 1: 4, 2: 2, 3: 1})
    numbers = np.array([1.0, 0.5, 0.5, -0.5, -0.25] * 4)  # own, sheriff, deputy, outlaw, renegade
    assert score_lives(position.state, 0, numbers) == pytest.approx(3 - 0.5 * 5 - 0.25 * 2)
    assert score_lives(position.state, 2, numbers) == pytest.approx(2 + 0.5 * 3 - 0.5 * 5)


def tried(position, text, seat=0):
    state = observed(position, seat)
    try_action(state, seat, position.game.parse(text), Rng(1).words)
    return state


def test_a_trial_hits_everybody_and_draws_empty_cards():
    position = scene(
        hands={0: "Gatling, Stagecoach, Wells Fargo, Saloon, General Store", 1: "Missed!"},
        life={0: 2, 2: 3},
    )  # fmt: skip
    assert list(tried(position, "play Gatling").life[:4]) == [2, 3, 2, 3]
    assert tried(position, "play Stagecoach").hand_size[0] == 6
    assert tried(position, "play Wells Fargo").hand_size[0] == 7
    assert list(tried(position, "play Saloon").life[:4]) == [3, 4, 4, 4]
    assert list(tried(position, "play General Store").hand_size[:4]) == [5, 2, 1, 1]


def test_a_trial_of_a_kill_brings_the_reward_of_the_guessed_role():
    roles = "Sheriff, Outlaw, Renegade, Outlaw"
    position = scene(roles=roles, hands={0: "Bang!, Beer", 1: "Beer, Beer"}, life={1: 1})
    state = position.game.states(1)
    state[0] = position.state
    try_action(state[0], 0, position.game.parse("bang -> seat 1"), Rng(1).words)
    assert not state[0].is_alive[1]
    assert state[0].hand_size[0] == 1 + 3
    assert state[0].num_alive == 3


def test_a_trial_of_a_shot_at_a_barrel_works_three_times_in_four():
    position = scene(hands={0: "Bang!"}, tables={1: "Barrel"})
    rng = Rng(1)
    hits = 0
    for _ in range(4000):
        state = observed(position, 0)
        try_action(state, 0, position.game.parse("bang -> seat 1"), rng.words)
        hits += int(state.life[1] == 3)
    assert abs(hits - 3000) < 140


def test_a_trial_of_thefts_and_blue_cards():
    position = scene(
        hands={0: "Panic!, Cat Balou, Jail, Winchester, Duel", 1: "Beer, Beer"},
        tables={0: "Schofield", 1: "Barrel"},
    )  # fmt: skip
    robbed = tried(position, "panic! seat 1: Barrel")
    assert (robbed.hand_size[0], robbed.table[1, 1]) == (5, 0)
    assert list(tried(position, "panic! seat 1: hand").hand_size[:2]) == [5, 1]
    assert list(tried(position, "cat balou seat 1: hand").hand_size[:2]) == [4, 1]
    assert tried(position, "cat balou seat 1: Barrel").hand_size[0] == 4
    assert tried(position, "jail -> seat 2").table[2].any()
    armed = tried(position, "play Winchester")
    assert armed.weapon[0] != position.state.weapon[0]
    assert tried(position, "duel -> seat 1").life[1] == 3


def test_evolution_plays_the_best_move_and_breaks_ties_by_chance(tmp_path):
    file = tmp_path / "one.json"
    numbers = individual(outlaw_health=-1.0, own_hand=0.1)
    file.write_text(json.dumps(weight_files.describe_individual(weight_files.EVOLUTION, numbers)))
    roles = "Sheriff, Outlaw, Renegade, Outlaw"
    position = scene(
        roles=roles, hands={0: "Bang!, Beer"}, deeds="1>0 shot 2, 3>0 shot 2", life={0: 4}
    )
    found = answers(position, f"evolution:individual={file}", 400)
    assert found.keys() == {"bang -> seat 1", "bang -> seat 3"}
    assert min(found.values()) > 140


def test_evolution_ends_its_turn_when_nothing_is_better(tmp_path):
    file = tmp_path / "miser.json"
    document = weight_files.describe_individual(weight_files.EVOLUTION, individual(own_hand=1.0))
    file.write_text(json.dumps(document))
    position = scene(hands={0: "Bang!, Barrel"})
    assert answers(position, f"evolution:individual={file}", 20) == {"end turn": 20}


# --- files of individuals ---


@pytest.mark.parametrize("species", [weight_files.EVOLUTION, weight_files.HYBRID])
def test_shipped_individuals_can_be_read_and_written_again(species):
    for name in weight_files.SHIPPED:
        if (weight_files.DATA / f"{species.agent}-{name}.json").exists():
            numbers = weight_files.read_individual(species, name)
            assert len(numbers) == species.size == len(species.bounds)
            document = weight_files.describe_individual(species, numbers)
            assert weight_files.parse_individual(species, document, "x") == pytest.approx(numbers)


def damaged(**changes):
    document = json.loads((weight_files.DATA / "evolution-default.json").read_text())
    return {**document, **changes}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ([], "not an individual"),
        ({"kind": "replay"}, "not an individual"),
        (damaged(schema=7), "must have schema 1, not 7"),
        (damaged(agent="hybrid"), "bang hybrid, not of bang evolution"),
        (damaged(game="asmacag"), "asmacag evolution"),
        (damaged(multipliers=3), "sheriff, deputy, outlaw, renegade"),
        (damaged(multipliers={"sheriff": {}}), "lack 'deputy'"),
    ],
)  # fmt: skip
def test_a_foreign_or_damaged_file_is_refused(document, words):
    with pytest.raises(BadIndividual, match=words):
        weight_files.parse_individual(weight_files.EVOLUTION, document, "x.json")


@pytest.mark.parametrize("value", [2, -1.5, "1", None, True, float("nan"), 10**400])
def test_a_multiplier_out_of_range_is_named(value):
    document = damaged()
    document["multipliers"]["deputy"]["own_scope"] = value
    with pytest.raises(
        BadIndividual, match="own_scope of the deputy must be a number from -1 to 1"
    ):
        weight_files.parse_individual(weight_files.EVOLUTION, document, "x.json")


def test_unknown_multipliers_and_files_are_named(tmp_path):
    document = damaged()
    document["multipliers"]["deputy"]["speed"] = 1
    with pytest.raises(BadIndividual, match="do not have 'speed'"):
        weight_files.parse_individual(weight_files.EVOLUTION, document, "x.json")
    with pytest.raises(BadIndividual, match="give default or trained, or a file"):
        enter(standoff.load("bang"), "evolution:individual=nowhere.json")
    for text in ("{", "[" * 100_000):
        (tmp_path / "half.json").write_text(text)
        with pytest.raises(BadIndividual, match="not a JSON file"):
            enter(standoff.load("bang"), f"evolution:individual={tmp_path / 'half.json'}")


def test_the_trained_individual_was_trained():
    document = json.loads((weight_files.DATA / "evolution-trained.json").read_text())
    assert document["training"]["history"]
    default = weight_files.read_individual(weight_files.EVOLUTION, "default")
    assert weight_files.read_individual(weight_files.EVOLUTION, "trained") != default


# --- all policies ---


@pytest.mark.parametrize(
    "policy",
    [
        *(policy.name for policy in POLICIES[1:]),
        "aware:counting=true",
        "aware:moody=true",
        "aware:estimator=bayes",
        "aware:estimator=2.2f.200",
    ],
)
@pytest.mark.parametrize("rules", ["official", "danilakova", "kolar"])
def test_what_is_hidden_changes_no_choice(policy, rules):
    """States that differ only in what the seat must not know lead to the same choice."""
    for players in (4, 8):
        game = standoff.load("bang", players=players, rules=rules)
        rng = Rng(3)
        position = game.deal(5)
        entrant = enter(game, policy)
        for _ in range(60):
            if position.is_over:
                break
            seat = position.to_move
            other = position.copy()
            verbs.scramble(other.state, seat, rng.words)
            choices = {entrant.make(Rng(9)).act(one.view(seat)) for one in (position, other)}
            assert len(choices) == 1
            position.play(choices.pop())
