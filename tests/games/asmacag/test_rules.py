"""Scenarios for each rule of docs/rules/asmacag.md; the test's name carries the rule's number."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import Table

import standoff
from standoff import verbs
from standoff.errors import BadOption
from standoff.games.asmacag.options import deck_counts
from standoff.verbs import NOBODY, Result

GAME = standoff.load("asmacag")
PUBLISHED = standoff.load("asmacag", equality="published")
RULES = "docs/rules/asmacag.md"


def scene(game=GAME, **fields):
    """A position from its text; what is not said is empty or at its start."""
    values = {
        "turn": "0",
        "left": "3",
        "factor": "1",
        "scores": "0,0",
        "hand0": "-",
        "hand1": "-",
        "board": "-",
        "deck": "-",
        "discard": "-",
        "rng": "1,2",
    }
    values.update({name: str(value) for name, value in fields.items()})
    return game.position(" ".join(f"{name}={value}" for name, value in values.items()))


def force(position, *texts):
    """Apply actions, legal or not."""
    for text in texts:
        verbs.apply(position.state, position.game.parse(text))
    return position


def fields(position):
    return dict(part.split("=") for part in position.notation.split())


def texts(position):
    return [position.game.text(action) for action in position.actions]


# --- 1: the deal ---


def test_rule_1_1_two_seats_and_seat_0_begins():
    assert GAME.players == 2
    assert GAME.deal(3).to_move == 0


def test_rule_1_2_the_deck_has_54_cards():
    counts = deck_counts(GAME.settings)
    assert counts == [6, 6, 5, 8, 8, 8, 8, 5]
    dealt = fields(GAME.deal(1))
    cards = Counter(",".join(dealt[n] for n in ("hand0", "hand1", "board", "deck")).split(","))
    assert cards == dict(zip(["x2", "%2", *"123456"], counts, strict=True))


def test_rule_1_2_options_change_the_deck():
    game = standoff.load(
        "asmacag", min_number=-2, max_number=2, limit_copies=7, normal_copies=9, x2_copies=1,
        div2_copies=0,
    )  # fmt: skip
    assert deck_counts(game.settings) == [1, 0, 7, 9, 9, 9, 7]
    assert {"-2", "-1", "0", "1", "2"} <= set(fields(game.deal(1))["board"].split(","))


def test_rule_1_3_nine_cards_each_in_the_order_of_the_deal():
    dealt = fields(GAME.deal(5))
    hands = [dealt["hand0"].split(","), dealt["hand1"].split(",")]
    assert [len(hand) for hand in hands] == [9, 9]
    assert hands[0] != sorted(hands[0])


def test_rule_1_3_every_place_of_a_hand_is_dealt_alike():
    specials = Counter()
    for seed in range(3000):
        dealt = fields(GAME.deal(seed))
        for slot, card in enumerate(dealt["hand0"].split(",") + dealt["hand1"].split(",")):
            specials[slot] += card in ("x2", "%2")
    shares = [specials[slot] / 3000 for slot in range(18)]
    assert all(abs(share - 12 / 54) < 0.035 for share in shares)


def test_rule_1_4_the_board_has_twenty_numbers():
    for seed in range(200):
        board = fields(GAME.deal(seed))["board"].split(",")
        assert len(board) == 20
        assert all(card.isdecimal() for card in board)


def test_rule_1_5_sixteen_cards_are_left_and_never_drawn():
    position = GAME.deal(8)
    deck = fields(position)["deck"]
    assert len(deck.split(",")) == 16
    assert fields(position.playout())["deck"] == deck


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"hand": 100}, "hand must be a whole number from 1 to 24, not 100"),
        ({"hand": 0}, "hand must be a whole number from 1 to 24, not 0"),
        ({"hand": "nine"}, "hand must be a whole number"),
        ({"hand": 2.5}, "hand must be a whole number"),
        ({"hand": True}, "hand must be a whole number"),
        ({"board": 25}, "need 43 numbers, but the deck has 42, which leaves 24 for the board"),
        ({"hand": 20, "board": 30}, "need 70 cards, but the deck has 54"),
        ({"min_number": 7}, "max_number must be from min_number"),
        ({"max_number": 20}, "max_number must be from min_number"),
        ({"limit_copies": -1}, "limit_copies must be a whole number from 0 to 99, not -1"),
        ({"equality": "wrong"}, "equality must be true or published, not 'wrong'"),
    ],
)
def test_rule_1_6_impossible_options_are_refused(options, message):
    with pytest.raises(BadOption, match=re.escape(message)):
        standoff.load("asmacag", **options)


def test_rule_1_6_the_tightest_deal_can_always_be_made():
    game = standoff.load("asmacag", board=24)
    for seed in range(500):
        assert len(fields(game.deal(seed))["board"].split(",")) == 24


# --- 2: the turn and the end ---


def test_rule_2_1_a_turn_is_three_actions_without_a_pass():
    position = scene(hand0="6,5,4,3", hand1="1,2", board="1,1,1,1,1,1")
    assert texts(position) == ["3 on 1", "4 on 1", "5 on 1", "6 on 1"]
    position.play("6 on 1").play("5 on 1")
    assert position.to_move == 0
    assert position.play("4 on 1").to_move == 1


def test_rule_2_2_the_turn_passes_when_the_hand_is_empty():
    position = scene(hand0="6,5", hand1="1,2", board="1,1,1,1,1,1")
    position.play("6 on 1").play("5 on 1")
    assert position.to_move == 1
    assert fields(position)["left"] == "3"


def test_rule_2_3_a_seat_without_cards_is_passed_over():
    position = scene(hand0="6", hand1="1,2,3,4,5", board="1,1,1,1,1,1,1")
    position.play("6 on 1")
    for text in ("1 on 1", "2 on 1", "3 on 1"):
        position.play(text)
    assert position.to_move == 1
    assert fields(position)["left"] == "3"


def test_rule_2_4_the_game_ends_when_both_hands_are_empty():
    position = scene(hand0="6", hand1="1", board="1,1,1,1")
    assert position.play("6 on 1").play("1 on 1").is_over
    assert position.actions == []


def test_rule_2_5_the_game_ends_in_mid_turn_when_the_board_is_empty():
    position = scene(hand0="6,5,4", hand1="1,2", board="2")
    assert position.play("6 on 2").to_move == NOBODY


def test_rule_2_5_a_special_card_does_not_empty_the_board():
    position = scene(hand0="x2,5", hand1="1", board="2")
    assert position.play("x2").to_move == 0


@pytest.mark.parametrize(
    ("scores", "results", "rewards", "ranks"),
    [
        ("3,1", [Result.WIN, Result.LOSS], [1, -1], [1, 2]),
        ("-3,-1", [Result.LOSS, Result.WIN], [-1, 1], [2, 1]),
        ("0.25,0.25", [Result.TIE, Result.TIE], [0, 0], [1.5, 1.5]),
    ],
)
def test_rule_2_6_the_higher_score_wins(scores, results, rewards, ranks):
    position = scene(turn="-", left=0, scores=scores)
    outcome = position.outcome
    assert list(outcome["result"]) == results
    assert position.returns == rewards
    assert list(outcome["rank"]) == ranks
    assert list(outcome["score"]) == [float(score) for score in scores.split(",")]


# --- 3: numbers ---


@pytest.mark.parametrize(
    ("factor", "action", "score"),
    [(1, "6 on 1", "5"), (1, "1 on 6", "-5"), (4, "6 on 1", "20"), (0.5, "1 on 6", "-2.5")],
)
def test_rule_3_1_a_number_scores_the_difference_times_the_factor(factor, action, score):
    position = scene(hand0="6,1,2", hand1="1", board="1,6", factor=factor).play(action)
    assert fields(position)["scores"] == f"{score},0"


def test_rule_3_2_the_factor_is_used_up_and_both_cards_are_discarded():
    position = scene(hand0="6,2", hand1="1", board="1,3", factor=8).play("6 on 3")
    after = fields(position)
    assert (after["factor"], after["discard"], after["board"]) == ("1", "3,6", "1")
    assert after["hand0"] == "2"


# --- 4: special cards ---


@pytest.mark.parametrize(
    ("cards", "factor"),
    [
        (["x2"], "2"),
        (["%2"], "0.5"),
        (["x2", "x2"], "4"),
        (["x2", "%2"], "1"),
        (["%2", "%2"], "0.25"),
    ],
)
def test_rule_4_1_special_cards_change_the_factor(cards, factor):
    position = scene(hand0="x2,x2,%2,%2,5", hand1="1", board="1")
    for card in cards:
        position.play(card)
    after = fields(position)
    assert after["factor"] == factor
    assert Counter(after["discard"].split(",")) == Counter(cards)


def test_rule_4_2_a_pending_factor_counts_for_the_other_seat():
    position = scene(hand0="x2,x2,x2", hand1="6,1", board="1,1,6", left=3)
    position.play("x2").play("x2").play("x2")
    assert fields(position.play("1 on 6"))["scores"] == "0,-40"


def test_rule_4_3_a_factor_left_at_the_end_is_worth_nothing():
    position = scene(hand0="x2", board="1", scores="1,2").play("x2")
    assert position.is_over
    assert fields(position)["scores"] == "1,2"
    assert position.evaluate(0) == -1


# --- 5: illegal actions ---


@pytest.mark.parametrize("action", ["nothing", "x2", "6 on 1"])
def test_rule_5_1_the_first_card_is_lost(action):
    position = force(scene(hand0="4,%2,5", hand1="1", board="1,2"), action)
    after = fields(position)
    assert (after["hand0"], after["discard"], after["scores"]) == ("%2,5", "4", "-20,0")
    assert after["board"] == "1,2"


def test_rule_5_2_the_played_card_is_lost():
    position = force(scene(hand0="4,%2,5", hand1="1", board="1,2"), "5 on 6")
    after = fields(position)
    assert (after["hand0"], after["discard"], after["scores"]) == ("4,%2", "5", "-20,0")


def test_rule_5_3_the_action_is_used_up_and_the_factor_stays():
    position = force(scene(hand0="4,%2,5", hand1="1", board="1,2", factor=2, left=2), "nothing")
    assert (fields(position)["factor"], fields(position)["left"]) == ("2", "1")
    assert force(position, "nothing").to_move == 1


@pytest.mark.parametrize(
    ("options", "penalty"),
    [({}, -20), ({"action_points": 1}, -5), ({"action_points": 4, "max_number": 3}, -16)],
)
def test_rule_5_3_the_penalty_follows_the_options(options, penalty):
    game = standoff.load("asmacag", **{"normal_copies": 40, **options})
    assert game.deal(1).state.penalty == penalty


def test_rule_5_every_code_can_be_applied_to_every_position():
    for action in range(GAME.action_count):
        position = GAME.deal(action)
        verbs.apply(position.state, action)
        assert verbs.check_state(position.state) == 0


# --- 6: published equality ---


def test_rule_6_1_the_first_special_card_goes():
    position = scene(PUBLISHED, hand0="3,%2,x2", hand1="1", board="1").play("x2")
    after = fields(position)
    assert (after["hand0"], after["factor"]) == ("3,x2", "2")


def test_rule_6_2_x2_can_be_played_with_only_div2_in_hand():
    position = scene(PUBLISHED, hand0="3,%2,%2", hand1="1", board="1")
    assert "x2" not in texts(position)
    force(position, "x2", "x2")
    assert (fields(position)["factor"], fields(position)["scores"]) == ("4", "0,0")


def test_rule_6_2_a_number_is_never_taken_for_a_special_card():
    position = force(scene(PUBLISHED, hand0="3,4", hand1="1", board="1"), "x2")
    assert fields(position)["scores"] == "-20,0"


def test_rule_6_3_the_card_that_left_is_discarded():
    position = force(scene(PUBLISHED, hand0="3,%2", hand1="1", board="1"), "x2")
    assert fields(position)["discard"] == "%2"


def test_rule_6_is_off_by_default():
    position = force(scene(hand0="3,%2,x2", hand1="1", board="1"), "x2")
    assert fields(position)["hand0"] == "3,%2"


# --- all rules together, against the second implementation ---


def table_of(position):
    dealt = fields(position)

    def cards(name):
        listed = [] if dealt[name] == "-" else dealt[name].split(",")
        return [card if card in ("x2", "%2") else int(card) for card in listed]

    settings = position.game.settings
    return Table(
        [cards("hand0"), cards("hand1")],
        cards("board"),
        settings["action_points"],
        float(position.state.penalty),
        settings["equality"] == "published",
    )


PARAMETERS = [
    {},
    {"hand": 6, "board": 12, "limit_copies": 4, "normal_copies": 6, "x2_copies": 4},
    {"equality": "published"},
    {"hand": 7, "board": 8, "action_points": 4},
    {"min_number": -3, "max_number": 3, "board": 5, "hand": 4, "action_points": 1},
    {"hand": 12, "board": 3, "action_points": 5, "normal_copies": 9, "x2_copies": 20},
]


@pytest.mark.parametrize("options", PARAMETERS, ids=str)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**53 - 1), data=st.data())
def test_all_rules_agree_with_the_reference(options, seed, data):
    game = standoff.load("asmacag", **options)
    position = game.deal(seed)
    table = table_of(position)
    while not position.is_over:
        assert texts(position) == table.legal()
        legal = data.draw(st.integers(0, 9)) > 0
        codes = position.actions if legal else range(game.action_count)
        text = game.text(data.draw(st.sampled_from(list(codes))))
        force(position, text)
        table.play(text)
        after = fields(position)
        assert after["turn"] == ("-" if table.seat is None else str(table.seat))
        assert [float(score) for score in after["scores"].split(",")] == table.scores
        assert float(after["factor"]) == table.factor
        assert after["hand0"] == (",".join(map(str, table.hands[0])) or "-")
        assert after["hand1"] == (",".join(map(str, table.hands[1])) or "-")
        assert after["board"] == (",".join(map(str, sorted(table.board))) or "-")
    assert table.seat is None
