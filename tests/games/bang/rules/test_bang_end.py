"""Victory, and players who leave: rules 7.1 to 7.6."""

import pytest
from bang_scene import (
    alive,
    asked,
    cards,
    check,
    discards,
    field,
    hand,
    leave,
    legal,
    life,
    listed,
    load,
    offers,
    play,
    scene,
    table,
    winner,
)

from standoff.games.bang.rules import leaving


def test_rule_7_1_the_law_wins_without_outlaws_and_renegade():
    position = scene(players=5, dead=(1, 2, 4), hands={0: "Bang!"}, life={3: 1})
    play(position, "bang -> seat 3")
    assert winner(position) == "law"
    assert position.returns == [1, 0, 0, 0, 1]


def test_rule_7_1_not_while_the_renegade_lives():
    position = scene(players=5, dead=(1, 4), hands={0: "Bang!"}, life={2: 1})
    play(position, "bang -> seat 2")
    assert not position.is_over
    assert alive(position) == [0, 3]


def test_rule_7_2_the_outlaws_win_when_the_sheriff_dies():
    position = scene(turn=1, hands={1: "Bang!"}, life={0: 1})
    play(position, "bang -> seat 0")
    assert winner(position) == "outlaws"
    assert position.returns == [0, 1, 1, 0]


def test_rule_7_2_the_outlaws_win_even_if_none_is_alive():
    position = scene(players=5, turn=3, dead=(1, 2), hands={3: "Duel"}, life={0: 1})
    play(position, "duel -> seat 0")
    assert winner(position) == "outlaws"
    assert position.returns == [0, 1, 1, 0, 0]


def test_rule_7_2_the_renegade_wins_alone():
    position = scene(turn=3, dead=(1, 2), hands={3: "Bang!"}, life={0: 1})
    play(position, "bang -> seat 0")
    assert winner(position) == "renegade"
    assert position.returns == [0, 0, 0, 1]


def test_rule_7_2_the_sheriff_dies_by_dynamite():
    position = scene(turn=3, dead=(1, 2), tables={0: "Dynamite"}, life={0: 3}, top="Missed! 2S")
    play(position, "end turn")
    assert winner(position) == "renegade"
    outlaws = scene(turn=3, dead=(1,), tables={0: "Dynamite"}, life={0: 3}, top="Missed! 2S")
    play(outlaws, "end turn")
    assert winner(outlaws) == "outlaws"


def test_rule_7_3_victory_is_looked_at_when_all_deaths_are_done():
    """R1: the last Outlaw and the Sheriff fall to one Gatling of the Renegade."""
    position = scene(turn=3, dead=(2,), hands={3: "Gatling"}, life={0: 1, 1: 1})
    assert winner(play(position, "play Gatling")) == "renegade"
    deputy = scene(players=5, turn=4, roles="Sheriff, Outlaw, Outlaw, Renegade, Deputy",
                   dead=(1, 2), hands={4: "Gatling"}, life={0: 1, 3: 1})  # fmt: skip
    assert winner(play(deputy, "play Gatling")) == "outlaws"


def test_rule_7_4_of_two_renegades_only_the_living_one_wins():
    position = scene(players=8, turn=7, dead=(1, 2, 3, 4, 5, 6), hands={7: "Bang!"}, life={0: 1})
    play(position, "bang -> seat 0")
    assert winner(position) == "renegade"
    assert position.returns == [0, 0, 0, 0, 0, 0, 0, 1]


def test_rule_7_4_two_living_renegades_leave_the_win_to_the_outlaws():
    position = scene(players=8, turn=7, dead=(1, 2, 4, 5, 6), hands={7: "Duel"}, life={0: 1})
    play(position, "duel -> seat 0")
    assert winner(position) == "outlaws"
    assert position.returns == [0, 1, 1, 0, 0, 1, 0, 0]


def test_rule_7_4_the_dead_win_with_their_side():
    position = scene(turn=1, dead=(2,), hands={1: "Bang!"}, life={0: 1})
    assert play(position, "bang -> seat 0").returns == [0, 1, 1, 0]
    ranks = [row["rank"] for row in position.outcome]
    assert ranks == [3.5, 1.5, 1.5, 3.5]


def test_rule_7_5_who_leaves_is_eliminated_and_killed_by_nobody():
    position = scene(hands={0: "Bang!", 2: "Beer, Duel"}, tables={2: "Barrel"})
    leave(position, 2)
    assert alive(position) == [0, 1, 3]
    assert hand(position, 2) == table(position, 2) == []
    assert sorted(discards(position)) == ["Barrel", "Beer", "Duel"]
    assert hand(position, 0) == ["Bang!"]
    assert asked(position) == (0, "play")
    assert position.view(3).players[2].role == "Outlaw"


def test_rule_7_5_leaving_on_turn_ends_the_turn():
    position = scene(turn=1, hands={1: "Beer"}, tables={1: "Dynamite"})
    leave(position, 1)
    assert alive(position) == [0, 2, 3]
    assert asked(position) == (2, "play")
    assert len(cards(position, 2)) == 2
    assert discards(position)[0] == "Dynamite"


def test_rule_7_5_leaving_in_phase_3_ends_the_turn():
    position = scene(turn=1, hands={1: "Beer, Beer, Duel"}, life={1: 1})
    play(position, "end turn")
    assert asked(position) == (1, "discard")
    assert asked(leave(position, 1)) == (2, "play")


@pytest.mark.parametrize("leaver", [0, 1, 2, 3])
def test_rule_7_5_leaving_while_a_shot_is_unanswered(leaver):
    position = scene(turn=3, hands={3: "Bang!, Bang!", 2: "Missed!"})
    play(position, "bang -> seat 2")
    leave(position, leaver)
    if leaver == 0:
        assert winner(position) == "outlaws"
    elif leaver == 1:
        assert asked(position) == (2, "shot")
        play(position, "missed!")
        assert asked(position) == (3, "play")
    elif leaver == 2:
        assert asked(position) == (3, "play")
        assert hand(position, 3) == ["Bang!"]
    else:
        # The turn of the shooter is over, whether the shot still counts or not.
        while asked(position)[1] == "shot":
            play(position, legal(position)[-1])
        assert asked(position) == (0, "play")
        assert life(position, 2) == 4


@pytest.mark.parametrize("leaver", [1, 2])
@pytest.mark.parametrize("answers", [0, 1])
def test_rule_7_5_leaving_in_a_duel(leaver, answers):
    position = scene(turn=1, hands={1: "Duel, Bang!, Beer", 2: "Bang!, Bang!"})
    play(position, "duel -> seat 2", *["bang!"] * answers)
    leave(position, leaver)
    assert alive(position) == [seat for seat in range(4) if seat != leaver]
    # The duel is off: nobody loses a life in it.
    assert [life(position, seat) for seat in alive(position) if seat] == [4, 4]
    if leaver == 1:
        assert asked(position) == (2, "play")
        assert len(cards(position, 2)) == 4 - answers
    else:
        assert asked(position) == (1, "play")


@pytest.mark.parametrize("mass", ["batch", "sequential"])
@pytest.mark.parametrize("card", ["Gatling", "Indians!"])
@pytest.mark.parametrize("leaver", [1, 2, 3, 4])
def test_rule_7_5_leaving_in_a_mass_attack(mass, card, leaver):
    hands = {1: f"{card}, Beer", 2: "Beer", 3: "Beer", 4: "Beer", 0: "Beer"}
    position = scene(players=5, turn=1, hands=hands, mass=mass)
    play(position, f"play {card}", "pass")
    assert position.to_move == 3
    leave(position, leaver)
    while asked(position)[1] in ("shot", "indians"):
        assert position.to_move != leaver
        play(position, "pass")
    assert leaver not in alive(position)
    assert len(alive(position)) == 4
    if leaver == 1:
        assert asked(position)[0] == 2
    else:
        assert asked(position) == (1, "play")
        survivors = [seat for seat in (2, 3, 4) if seat != leaver]
        assert [life(position, seat) for seat in survivors] == [3, 3]
        assert life(position, 0) == 4


@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_rule_7_5_leaving_in_a_general_store(leaver):
    position = scene(turn=1, hands={1: "General Store"}, top="Beer 6H, Duel 8C, Panic! 8D, Scope")
    play(position, "play General Store", "take Beer")
    assert position.to_move == 2
    leave(position, leaver)
    assert leaver not in alive(position)
    while asked(position)[1] == "store":
        assert position.to_move != leaver
        play(position, legal(position)[0])
    assert listed(position, "store") == []
    assert asked(position)[0] == (2 if leaver == 1 else 1)
    assert check(position) == 0
    for seat in alive(position):
        if seat != position.to_move:
            assert len(cards(position, seat)) <= 1


@pytest.mark.parametrize("leaver", [1, 2, 3])
def test_rule_7_5_leaving_in_the_last_moment(leaver):
    position = scene(turn=1, hands={1: "Bang!", 2: "Beer, Duel"}, life={2: 1})
    play(position, "bang -> seat 2", "pass")
    assert asked(position) == (2, "last save")
    leave(position, leaver)
    assert leaver not in alive(position)
    if leaver == 2:
        assert asked(position) == (1, "play")
        assert hand(position, 1) == []  # killed by nobody
        return
    if asked(position)[1] == "last save":
        play(position, "beer!")
    assert life(position, 2) == 1
    assert asked(position)[0] == (2 if leaver == 1 else 1)


def test_rule_7_5_the_attacker_left_and_gets_no_reward():
    position = scene(turn=1, hands={1: "Bang!", 2: "Duel"}, life={2: 1})
    play(position, "bang -> seat 2", "pass")
    leave(position, 1)
    while asked(position)[1] == "last save":
        play(position, "pass")
    assert hand(position, 1) == []
    assert check(position) == 0


def test_rule_7_5_the_sheriff_leaves():
    assert winner(leave(scene(), 0)) == "outlaws"
    alone = leave(scene(dead=(1, 2)), 0)
    assert winner(alone) == "renegade"


def test_rule_7_5_the_law_wins_when_its_enemies_leave():
    position = leave(scene(), 1, 2)
    assert not position.is_over
    assert winner(leave(position, 3)) == "law"


def test_rule_7_5_when_all_have_left_all_lose():
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1, 0, 3, 2)):
        position = scene()
        for seat in order:
            leaving.leave(position.state, seat)
        assert position.is_over
        assert position.returns == [0, 0, 0, 0]


def test_rule_7_5_leaving_while_jesse_kit_pedro_or_lucky_choose():
    for name in ("Jesse Jones", "Kit Carlson", "Pedro Ramirez", "Lucky Duke"):
        position = scene(
            characters={1: name, 0: "Rose Doolan"}, hands={2: "Beer, Bang!", 3: "Duel"},
            tables={1: "Jail"} if name == "Lucky Duke" else {}, discard="Saloon, Wells Fargo",
            top="Beer 6H, Bang! 2D, Duel 8C",
        )  # fmt: skip
        play(position, "end turn")
        assert position.to_move == 1
        assert asked(position)[1] != "play"
        leave(position, 1)
        assert asked(position) == (2, "play")
        assert listed(position, "flipped") == []


def test_rule_7_5_leaving_while_sid_discards():
    position = scene(turn=1, characters={1: "Sid Ketchum"}, hands={1: "Duel, Beer"}, life={1: 2})
    play(position, "discard two for a life", "discard Duel")
    leave(position, 1)
    assert asked(position) == (2, "play")


def test_rule_7_5_a_dead_player_may_leave_too():
    position = scene(dead=(2,))
    before = alive(position)
    leave(position, 2)
    assert alive(position) == before
    assert asked(position) == (0, "play")


@pytest.mark.parametrize("leaver", [0, 1, 2, 4])
def test_rule_7_5_leaving_while_the_dead_choose(leaver):
    position = scene(
        players=5, characters={2: "Pedro Ramirez"}, hands={0: "Bang!", 1: "Duel, Beer", 4: "Beer"},
        life={1: 1},
    )  # fmt: skip
    play(position, "bang -> seat 1", "pass", "pass")
    assert asked(position) == (1, "corpse")
    leave(position, leaver)
    while not position.is_over and asked(position)[1] == "corpse":
        play(position, legal(position)[0])
    assert 1 not in alive(position)
    assert hand(position, 1) == []
    if leaver == 0:
        assert winner(position) == "outlaws"
    else:
        assert asked(position) == (0, "play")
        assert len(cards(position, 0)) == 3


def test_rule_7_6_after_max_rounds_everybody_loses():
    position = load(players=4, max_rounds=2, role0="sheriff").deal(5)
    turns = 0
    while not position.is_over:
        turns += legal(position)[0] == "end turn"
        position.play(position.actions[0])
    assert winner(position) == "nobody"
    assert position.returns == [0, 0, 0, 0]
    assert turns == 8


def test_rule_7_6_no_turn_begins_after_the_last_round():
    position = scene(turn=3, round_number=100)
    play(position, "end turn")
    assert winner(position) == "nobody"
    assert int(field(position, "turn")) == 3
    before = scene(turn=3, round_number=100)
    told = before.game.tell(before.state, before.game.parse("end turn"), 0)
    assert [event.kind for event in told] == ["end", *["result"] * 4]


def test_rule_7_6_a_round_begins_with_the_sheriff():
    position = load(players=5, role2="sheriff", character3="willy-the-kid").deal(1)
    assert int(field(position, "round")) == 1
    rounds = {}
    while int(field(position, "round")) < 3:
        rounds.setdefault(int(field(position, "round")), []).append(int(field(position, "turn")))
        position.play(position.actions[0])
    assert list(dict.fromkeys(rounds[1])) == [2, 3, 4, 0, 1]
    assert list(dict.fromkeys(rounds[2])) == [2, 3, 4, 0, 1]


def test_rule_7_6_the_default_is_100_rounds():
    assert load().settings["max_rounds"] == 100
    position = scene(turn=3, round_number=100)
    play(position, "end turn")
    assert winner(position) == "nobody"
    before = scene(turn=3, round_number=99)
    assert not play(before, "end turn").is_over


def test_rule_7_6_no_victory_is_lost_in_the_last_round():
    position = scene(turn=3, round_number=100, hands={3: "Bang!"}, life={0: 1})
    play(position, "bang -> seat 0")
    assert winner(position) == "outlaws"
    assert offers(position, "") == []


def test_rule_7_5_who_leaves_before_his_turn_in_the_store_gives_nobody_a_second_card():
    """Rule 5.7: each takes one."""
    position = scene(turn=1, hands={1: "General Store"}, top="Beer 6H, Duel 8C, Panic! 8D, Scope")
    play(position, "play General Store", "take Beer")
    leave(position, 3)
    while asked(position)[1] == "store":
        assert position.to_move != 1
        play(position, legal(position)[0])
    assert [len(cards(position, seat)) for seat in range(4)] == [1, 1, 1, 0]
    assert len(discards(position)) == 2


def test_rule_7_5_the_dead_may_leave_while_they_choose():
    position = scene(
        players=5, characters={2: "Pedro Ramirez"}, hands={0: "Bang!", 1: "Duel, Beer"}, life={1: 1}
    )
    play(position, "bang -> seat 1", "pass", "pass")
    assert asked(position) == (1, "corpse")
    leave(position, 1)
    assert asked(position) == (0, "play")
    assert hand(position, 1) == []
    assert len(cards(position, 0)) == 3


def test_rule_7_3_leaving_does_not_decide_a_mass_attack_early():
    """Seat 2 has no life left: the Renegade is alone, whether seat 1 passes or leaves."""
    for leaves in (False, True):
        position = scene(
            turn=3, hands={3: "Gatling", 1: "Duel", 2: "Duel"}, life={0: 1, 1: 1, 2: 1}
        )
        play(position, "play Gatling", "pass", "pass")
        assert asked(position) == (1, "last save")
        assert alive(position) == [1, 2, 3]
        if leaves:
            leave(position, 1)
        else:
            play(position, "pass")
        while not position.is_over:
            play(position, "pass")
        assert winner(position) == "renegade"
