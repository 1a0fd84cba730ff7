"""Chapters 7 and 8 of Danilakova's thesis, read alone and turned into scenes."""

import json
from collections import Counter
from itertools import product

import numpy as np
import pytest
from bang_scene import hand, load, play, scene, seen_hand, task
from played import facts

from standoff import verbs
from standoff.agents import enter
from standoff.arena import Match
from standoff.games.bang.cards import Role
from standoff.games.bang.players.danilakova import weight_files
from standoff.games.bang.players.danilakova.evolution import score_lives, score_position
from standoff.games.bang.players.danilakova.forward_model import try_action
from standoff.games.bang.players.danilakova.weights import HEALTH_NAMES, MULTIPLIER_NAMES
from standoff.games.bang.secrets.attack_points import attack_points, guess_roles
from standoff.rng import Rng

FOUR = "Sheriff, Outlaw, Renegade, Outlaw"
FIVE = "Sheriff, Outlaw, Outlaw, Renegade, Deputy"
SIX = "Sheriff, Outlaw, Outlaw, Renegade, Deputy, Outlaw"
SEVEN = "Sheriff, Outlaw, Outlaw, Outlaw, Renegade, Deputy, Deputy"
THESIS = {"rules": "danilakova"}


def act(position, spec, times=1, seed=5):
    """How often an agent chooses each move."""
    agent = enter(position.game, spec).make(Rng(seed))
    view = position.view(position.to_move)
    return Counter(position.game.text(agent.act(view)) for _ in range(times))


def near(found, expected):
    """Whether counts are within 5 standard deviations of shares."""
    total = sum(found.values())
    assert set(found) == set(expected)
    for text, share in expected.items():
        assert abs(found[text] - total * share) < 5 * (total * share * (1 - share)) ** 0.5, text


def points(position, by, to):
    return attack_points(position.state, by, to)


def guess(position, seat, times=200):
    """Every guess of the roles by a seat, as initials."""
    rng = Rng(2)
    found = set()
    for _ in range(times):
        seen = position.game.states(1)
        verbs.observe(position.state, seat, seen[0])
        guess_roles(seen[0], rng.words)
        found.add(
            "".join(Role(int(role)).name[0] for role in seen[0].role[: position.game.players])
        )
    return found


def file_of(folder, species, depth=None, **rows):
    """A file with these multipliers of each role, 0 for all others."""
    numbers = [] if depth is None else [depth]
    for role in weight_files.ROLES:
        row = rows.get(role, {})
        assert set(row) <= set(species.names)
        numbers += [row.get(name, 0.0) for name in species.names]
    path = folder / "individual.json"
    path.write_text(json.dumps(weight_files.describe_individual(species, numbers)))
    return path


# --- 7.2.1: cards known in hands ---


def test_a_card_of_a_store_is_known_in_the_hand_that_took_it():
    position = scene(hands={0: "General Store"}, top="Beer, Bang!, Jail, Missed!", **THESIS)
    play(position, "play General Store", "take Jail")
    assert all("Jail" in seen_hand(position, viewer, 0)[0] for viewer in (1, 2, 3))


def test_a_robbed_table_card_is_known_to_all_and_a_robbed_hand_card_to_its_owner():
    position = scene(hands={0: "Panic!, Panic!", 1: "Beer"}, tables={3: "Barrel"}, **THESIS)
    play(position, "panic! seat 3: Barrel")
    assert [len(seen_hand(position, viewer, 0)) for viewer in (1, 2, 3)] == [1, 1, 1]
    play(position, "panic! seat 1: hand")
    assert hand(position, 0).count("Beer") == 1
    assert any("Beer" in card for card in seen_hand(position, 1, 0))


# --- 7.2.2: points ---


def test_points_of_cards_as_they_are_played():
    position = scene(
        roles=FOUR,
        hands={0: "Bang!, Duel, Jail, Panic!, Cat Balou, Cat Balou, Cat Balou", 1: "Missed!"},
        tables={1: "Dynamite, Barrel", 3: "Jail"},
        characters={0: "Willy the Kid", 1: "Suzy Lafayette"}, **THESIS,
    )  # fmt: skip
    play(position, "duel -> seat 3")  # who has no cards is not asked
    assert points(position, 0, 3) == 3
    play(position, "cat balou seat 3: Jail")
    assert points(position, 0, 3) == 0  # 3 - 3
    play(position, "jail -> seat 3")
    assert points(position, 0, 3) == 1
    play(position, "cat balou seat 1: Dynamite")
    assert points(position, 0, 1) == 0
    play(position, "panic! seat 1: Barrel")
    assert points(position, 0, 1) == 1
    play(position, "cat balou seat 1: hand")
    assert points(position, 0, 1) == 2
    play(position, "bang -> seat 1")
    assert points(position, 0, 1) == 5  # whether or not it hits
    assert [points(position, by, to) for by, to in ((1, 0), (3, 0), (0, 2))] == [0, 0, 0]


def test_untargeted_cards_count_no_points():
    position = scene(hands={0: "Gatling, Indians!, Saloon"}, **THESIS)
    play(position, "play Gatling")
    while position.to_move != 0:
        play(position, "pass")
    play(position, "play Indians!")
    while position.to_move != 0:
        play(position, "pass")
    play(position, "play Saloon")
    assert {points(position, 0, seat) for seat in range(4)} == {0}


def test_calamity_janet_shooting_with_a_missed_is_a_strong_attack():
    position = scene(hands={1: "Missed!"}, turn=1, characters={1: "Calamity Janet"}, **THESIS)
    (shot,) = [
        text for text in map(position.game.text, position.actions) if text.endswith("seat 0")
    ]
    assert points(play(position, shot), 1, 0) == 3


# --- 7.2.3: guessed roles ---


def test_identical_roles_that_are_left_need_no_acts():
    position = scene(players=7, roles=SEVEN, dead=(4, 5, 6), deeds="1>0 freed 3")
    assert guess(position, 0) == {"SOOORDD"}


def test_the_renegade_is_between_outlaws_and_deputies():
    deeds = "1>0 shot 1, 2>0 duel 2, 3>0 robbed 1, 4>0 freed 1"
    assert guess(scene(players=5, roles=FIVE, deeds=deeds), 0) == {"SOORD"}


def test_outlaw_and_deputy_are_named_in_turn():
    # six players: O O O R D; sorted by points 5 4 3 1 2: O 2, D 5, O 1, O 3, R 4
    deeds = "2>0 shot 4, 1>0 shot 3, 3>0 shot 2, 4>0 shot 1"
    assert guess(scene(players=6, roles=SIX, deeds=deeds), 0) == {"SOOORD"}


def test_only_acts_against_the_sheriff_matter():
    deeds = "3>1 shot 9, 4>2 shot 9, 1>0 robbed 2, 2>0 robbed 3, 3>0 robbed 1"
    assert guess(scene(players=5, roles=FIVE, deeds=deeds), 0) == {"SOORD"}


def test_a_player_knows_the_own_role_and_those_of_the_dead():
    # the Renegade, one Outlaw dead: an Outlaw and a Deputy are left, by points
    position = scene(players=5, roles=FIVE, dead=(1,), deeds="4>0 robbed 1")
    assert guess(position, 3) == {"SODRO"}  # wrong, as the thesis says it may be


def test_ties_are_broken_by_chance_at_both_ends():
    # seats 1 and 2 are alike and above seats 3 and 4, which are alike
    deeds = "1>0 shot 1, 2>0 duel 1"
    assert guess(scene(players=5, roles=FIVE, deeds=deeds), 0) == {"SOORD", "SOODR"}


# --- 7.4: rai ---


def test_rai_chooses_between_four_kinds_of_move_four_two_two_one():
    position = scene(
        hands={0: "Barrel, Missed!"}, characters={0: "Sid Ketchum"}, life={0: 2}, **THESIS
    )
    expected = {
        "play Barrel": 4 / 9, "end turn": 2 / 9, "discard two for a life": 2 / 9,
        "discard Barrel": 0.5 / 9, "discard Missed!": 0.5 / 9,
    }  # fmt: skip
    near(act(position, "rai", 9000), expected)


def test_rai_with_too_many_cards_uses_or_discards():
    position = scene(hands={0: "Missed!, Missed!, Scope"}, life={0: 1}, **THESIS)
    expected = {"play Scope": 4 / 5, "discard Missed!": 2 / 15, "discard Scope": 1 / 15}
    near(act(position, "rai", 6000), expected)


def test_rai_chooses_a_card_and_then_its_target():
    # a Duel has three targets, the Barrel none: both cards are as likely
    position = scene(hands={0: "Duel, Barrel"}, rules="official")
    expected = {"end turn": 1 / 3, "play Barrel": 1 / 3}
    expected |= {f"duel -> seat {seat}": 1 / 9 for seat in (1, 2, 3)}
    near(act(position, "rai", 6000), expected)


def test_rai_in_phase_one_chooses_any_move():
    position = scene(characters={1: "Pedro Ramirez"}, discard="Beer", **THESIS)
    found = act(play(position, "end turn"), "rai", 2000)
    assert len(found) == 2
    assert min(found.values()) > 880


def test_rai_drinks_its_last_beer():
    position = scene(hands={0: "Duel", 1: "Beer"}, life={1: 1}, **THESIS)
    play(position, "duel -> seat 1")
    if task(position) == "duel":
        play(position, "pass")
    assert set(act(position, "rai", 50)) == {"beer!"}


# --- 7.5: rair ---


def test_a_renegade_spares_the_sheriff_until_only_they_are_left():
    hands = {2: "Duel"}
    position = scene(turn=2, roles=FOUR, hands=hands, dead=(1,), **THESIS)
    assert "duel -> seat 0" not in act(position, "rair", 200)
    assert "duel -> seat 3" in act(position, "rair", 200)
    last = scene(turn=2, roles=FOUR, hands=hands, dead=(1, 3), **THESIS)
    assert "duel -> seat 0" in act(last, "rair", 200)


def test_rair_law_and_outlaws_know_friends_by_elimination():
    # both Outlaws are dead: the Deputy knows the Renegade, the Sheriff does not need acts
    hands = {0: "Duel, Cat Balou", 4: "Duel, Cat Balou"}
    for turn, friend in ((4, 0), (0, 4)):
        deeds = "4>0 freed 1" if turn == 0 else "-"
        position = scene(
            players=5, roles=FIVE, dead=(1, 2), turn=turn, hands=hands, deeds=deeds,
            tables={3: "Jail"}, **THESIS,
        )  # fmt: skip
        found = act(position, "rair", 400)
        assert "duel -> seat 3" in found
        assert f"duel -> seat {friend}" not in found
        assert f"cat balou seat {friend}: hand" not in found
        assert "cat balou seat 3: Jail" not in found  # would help an enemy


# --- 7.7: evolution ---


def test_an_individual_has_four_roles_with_25_multipliers():
    assert len(MULTIPLIER_NAMES) == 25
    assert len(set(MULTIPLIER_NAMES)) == 25
    kinds = ("volcanic", "barrel", "range", "mustang", "scope", "hand")
    expected = {f"{who}_{kind}" for who, kind in product(("own", "ally", "enemy"), kinds)}
    expected |= {"ally_jail", "enemy_jail"}
    expected |= {f"{role}_health" for role in ("own", "sheriff", "deputy", "outlaw", "renegade")}
    assert set(MULTIPLIER_NAMES) == expected
    assert set(weight_files.ROLES) == {"sheriff", "deputy", "outlaw", "renegade"}
    for species in (weight_files.EVOLUTION, weight_files.HYBRID):
        numbers = weight_files.read_individual(species, "default")
        assert len(numbers) == species.size


def test_each_multiplier_of_the_score_stands_for_its_own_thing():
    """The score is a sum: one multiplier at a time, against counts made by hand."""
    position = scene(
        players=5, roles=FIVE, turn=4, life={0: 5, 1: 4, 2: 3, 3: 2, 4: 1},
        characters={0: "Lucky Duke", 1: "Willy the Kid", 2: "Slab the Killer", 3: "Black Jack",
                    4: "Kit Carlson"},
        hands={0: "Beer", 1: "Beer, Bang!", 2: "Bang!", 4: "Bang!, Bang!, Missed!"},
        tables={0: "Barrel, Winchester", 1: "Jail, Mustang", 2: "Volcanic, Barrel",
                3: "Schofield, Jail", 4: "Scope, Mustang, Remington"},
    )  # fmt: skip
    expected = {
        "own_health": 1, "sheriff_health": 5, "deputy_health": 0, "outlaw_health": 7,
        "renegade_health": 2,
        "own_volcanic": 0, "own_barrel": 0, "own_range": 3, "own_mustang": 1, "own_scope": 1,
        "own_hand": 3,
        "ally_volcanic": 0, "ally_barrel": 1, "ally_range": 5, "ally_mustang": 0,
        "ally_scope": 0, "ally_hand": 1, "ally_jail": 0,
        "enemy_volcanic": 2, "enemy_barrel": 1, "enemy_range": 1 + 1 + 2, "enemy_mustang": 1,
        "enemy_scope": 0, "enemy_hand": 3, "enemy_jail": 2,
    }  # fmt: skip
    for index, name in enumerate(MULTIPLIER_NAMES):
        numbers = np.zeros(100)
        numbers[25 * Role.DEPUTY + index] = 0.5
        assert score_position(position.state, 4, numbers) == 0.5 * expected[name], name
    assert (
        score_position(position.state, 4, np.where(np.arange(100) // 25 == Role.DEPUTY, 0, 1)) == 0
    )


def test_a_trial_answers_nothing_and_shows_no_cards():
    position = scene(
        roles=FOUR, hands={0: "Bang!, Indians!, Duel", 1: "Missed!, Bang!, Beer"}, life={1: 1},
        **THESIS,
    )  # fmt: skip
    for text, lives in (
        ("bang -> seat 1", [5, 0, 4, 4]), ("duel -> seat 1", [5, 0, 4, 4]),
        ("play Indians!", [5, 0, 3, 3]), ("end turn", [5, 1, 4, 4]),
    ):  # fmt: skip
        seen = position.game.states(1)
        verbs.observe(position.state, 0, seen[0])
        try_action(seen[0], 0, position.game.parse(text), Rng(1).words)
        assert list(seen[0].life[:4]) == lives, text


def test_jourdonnais_is_saved_one_time_in_four():
    position = scene(
        roles=FOUR, hands={0: "Bang!"}, characters={1: "Jourdonnais"}, deeds="1>0 shot 1", **THESIS
    )
    rng, hits = Rng(3), 0
    for _ in range(3000):
        seen = position.game.states(1)
        verbs.observe(position.state, 0, seen[0])
        try_action(seen[0], 0, position.game.parse("bang -> seat 1"), rng.words)
        hits += int(seen[0].life[1] == 3)
    assert abs(hits - 2250) < 120


def test_evolution_uses_the_multipliers_of_its_own_role(tmp_path):
    rows = {
        "sheriff": {"own_barrel": 1.0}, "outlaw": {"own_scope": 1.0},
        "renegade": {"own_mustang": 1.0}, "deputy": {"own_range": 1.0},
    }  # fmt: skip
    spec = f"evolution:individual={file_of(tmp_path, weight_files.EVOLUTION, **rows)}"
    wanted = {0: "play Barrel", 1: "play Scope", 3: "play Mustang", 4: "play Winchester"}
    for seat, text in wanted.items():
        cards = {seat: "Barrel, Scope, Mustang, Winchester"}
        position = scene(players=5, roles=FIVE, turn=seat, hands=cards, **THESIS)
        assert act(position, spec, 30) == {text: 30}


def test_evolution_breaks_ties_among_all_best_moves(tmp_path):
    spec = f"evolution:individual={file_of(tmp_path, weight_files.EVOLUTION)}"
    position = scene(hands={0: "Barrel, Missed!"}, **THESIS)
    moves = [position.game.text(action) for action in position.actions]
    near(act(position, spec, 4000), dict.fromkeys(moves, 1 / len(moves)))


def test_evolution_reacts_as_rai_and_draws_as_rair(tmp_path):
    rows = {"outlaw": {"own_health": -1.0, "own_hand": 1.0}}  # would rather be hit
    spec = f"evolution:individual={file_of(tmp_path, weight_files.EVOLUTION, **rows)}"
    position = scene(roles=FOUR, hands={0: "Bang!", 1: "Missed!"}, **THESIS)
    assert act(play(position, "bang -> seat 1"), spec, 20) == {"missed!": 20}
    jesse = scene(
        roles=FOUR, characters={1: "Jesse Jones"}, hands={0: "Beer", 2: "Beer", 3: "Beer"},
        deeds="3>0 shot 2", **THESIS,
    )  # fmt: skip
    found = act(play(jesse, "end turn"), spec, 300)
    assert "draw from seat 3" not in found
    assert {"draw from seat 0", "draw from seat 2"} < set(found)


# --- 7.6 and 7.8: searches ---


def test_the_score_of_hybrid_counts_lives_by_role():
    position = scene(players=5, roles=FIVE, life={0: 5, 1: 4, 2: 3, 3: 2, 4: 1})
    assert len(HEALTH_NAMES) == 5
    counts = {"own_health": 2, "sheriff_health": 5, "deputy_health": 1, "outlaw_health": 7}
    for index, name in enumerate(HEALTH_NAMES[:4]):
        numbers = np.zeros(20)
        numbers[5 * Role.RENEGADE + index] = 1.0
        assert score_lives(position.state, 3, numbers) == counts[name]


@pytest.mark.parametrize("spec", ["mcai:iterations=800", "hybrid:iterations=800"])
def test_searches_win_a_game_that_is_won(spec):
    # the Outlaw's Duel kills the Sheriff, who has no card
    position = scene(turn=1, roles=FOUR, hands={1: "Duel, Scope"}, life={0: 1}, **THESIS)
    assert act(position, spec) == {"duel -> seat 0": 1}


@pytest.mark.parametrize("spec", ["mcai:iterations=600", "hybrid:iterations=600"])
def test_a_search_is_the_same_for_the_same_seed_and_any_threads(spec):
    position = load(players=6, **THESIS).deal(3)
    chosen = {tuple(act(position, f"{spec}:threads={threads}")) for threads in (1, 2, 1)}
    assert len(chosen) == 1


# --- 8.1: teams ---


def test_each_team_has_one_agent_and_every_game_two_of_one():
    shard = facts(Match("bang", ("rai", "rair"), 60, 4, dict(THESIS), protocol="teams"), 1)
    sizes = set()
    participations = np.zeros(2, int)
    for entrants, teams in zip(shard.entrants, shard.teams, strict=True):
        players = {(int(team), int(agent)) for team, agent in zip(teams, entrants, strict=True)
                   if agent >= 0}  # fmt: skip
        sizes.add(int(np.count_nonzero(entrants >= 0)))
        assert sorted(team for team, _ in players) == [0, 1, 2]  # one agent for each team
        assert {agent for _, agent in players} == {0, 1}
        for _, agent in players:
            participations[agent] += 1
    assert sizes == {4, 5, 6, 7}
    assert list(participations) == [90, 90]  # 1.5 for each game, as in the tables of 8.3
