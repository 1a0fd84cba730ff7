"""Settings that play the same deals, and which of them may be best."""

from collections import Counter

import numpy as np
import pytest
from played import facts

from standoff.arena import Match, Standing, play_match
from standoff.errors import BadOption, BadRun, UnknownName
from standoff.optimise import (
    SettingResult,
    Tuning,
    confirm,
    find_contenders,
    measure_gain,
    play_setting,
    read_params,
    search,
    try_all,
)
from standoff.optimise.contest import first_wins
from standoff.optimise.run import confirming_seed
from standoff.statistics import Interval, wilson

BOT = """
class Bot:
    def __init__(self, skill=0, colour=0):
        self.skill = skill

    def act(self, view):
        return view.actions[0] if self.skill else view.actions[-1]
"""


@pytest.fixture
def bot(tmp_path):
    """A file with an agent; its colour makes no difference, its skill does."""
    (tmp_path / "bot.py").write_text(BOT)
    return f"{tmp_path / 'bot.py'}:Bot"


def plan(agent="mcts", params=("iterations=2,4",), **changes):
    settings = {"game": "asmacag", "against": ("greedy",), "games": 20, "seed": 3}
    return Tuning(agent=agent, params=read_params(params), **{**settings, **changes})


def result(name, deals, deal_games=2):
    """Return the result of a match with these wins by deal."""
    wins, games = sum(deals), deal_games * len(deals)
    share = wilson(wins, games)
    rank, parts = Interval(1.5, 1.4, 1.6), ([], [], [], [])
    standing = Standing(
        name, games, wins, games - wins, 0, share, 1.5, rank, 0.0, Counter(), 0.1, *parts
    )
    return SettingResult({"x": name}, standing, np.array(deals), deal_games, [])


# --- plans ---


def test_settings_are_all_combinations_in_order():
    made = plan(params=("iterations=2,4", "c=1,2,3"))
    assert made.size == 6
    assert [made.spec(setting) for setting in made.settings()][:4] == [
        "mcts:iterations=2:c=1",
        "mcts:iterations=2:c=2",
        "mcts:iterations=2:c=3",
        "mcts:iterations=4:c=1",
    ]
    assert made.spec({}) == "mcts"


@pytest.mark.parametrize(
    ("changes", "agents"),
    [
        ({}, ("mcts", "greedy")),
        ({"game": "colonizers", "against": ("heuristic",)}, ("mcts", *["heuristic"] * 3)),
        (
            {"game": "colonizers", "against": ("uniform", "heuristic", "uniform")},
            ("mcts", "uniform", "heuristic", "uniform"),
        ),
        ({"game": "bang", "protocol": "teams", "against": ("rai",)}, ("mcts", "rai")),
        ({"game": "bang", "against": ("rai",), "options": {"players": 4}}, ("mcts", *["rai"] * 3)),
    ],
)
def test_one_opponent_fills_the_table(changes, agents):
    assert plan(**changes).match({}, 4, 1).agents == agents


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"params": ()}, "there is nothing to tune"),
        ({"params": ("iterations=",)}, "cannot read --param 'iterations='"),
        ({"params": ("iterations",)}, "write --param NAME=VALUE,VALUE"),
        ({"params": ("=1,2",)}, "cannot read"),
        ({"params": ("iterations=1,,2",)}, "cannot read"),
        ({"params": ("iterations=1,2,1",)}, "has the value 1 twice"),
        ({"params": ("c=1,2", "c=3,4")}, "--param c is given twice"),
        ({"params": ("iterations=5",)}, "only one setting"),
        ({"agent": "mcts:iterations=9"}, "iterations is fixed in mcts:iterations=9"),
        ({"params": tuple(f"p{i}=1,2,3,4,5,6,7,8,9,10" for i in range(7))}, "not 10000000"),
    ],
)
def test_a_plan_without_sense_is_refused(changes, words):
    with pytest.raises(BadRun, match=words):
        plan(**changes)


@pytest.mark.parametrize("check", [Tuning.check_all, Tuning.check_each])
@pytest.mark.parametrize(
    ("changes", "error", "words"),
    [
        ({"params": ("neighbours=1,2",)}, UnknownName, "unknown parameter of mcts 'neighbours'; k"),
        ({"params": ("iterations=1,0",)}, BadOption, "mcts: iterations must be a whole number"),
        ({"agent": "nobody"}, UnknownName, "unknown agent 'nobody'"),
        ({"against": ("nobody",)}, UnknownName, "unknown agent 'nobody'"),
        ({"against": ("greedy", "greedy")}, BadRun, "asmacag needs 2 agents, not 3"),
        ({"games": 7}, BadRun, "multiple of 2"),
        ({"game": "chess"}, UnknownName, "unknown game 'chess'"),
        ({"protocol": "cup"}, UnknownName, "unknown protocol 'cup'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(check, changes, error, words):
    with pytest.raises(error, match=words):
        check(plan(**changes))


def test_too_many_settings_are_refused():
    values = ",".join(str(value) for value in range(1, 102))
    with pytest.raises(BadRun, match="at most 100 settings can all play, not 101; .* ntbea"):
        plan(params=(f"iterations={values}",)).check_all()
    with pytest.raises(BadRun, match="2 settings times 6000000 games are more than 10000000"):
        plan(games=6_000_000).check_all()


# --- wins by deal ---


@pytest.mark.parametrize(
    ("game", "agents", "games", "protocol"),
    [
        ("asmacag", ("greedy", "random"), 40, None),
        ("colonizers", ("heuristic", "uniform", "uniform", "uniform"), 40, None),
        ("asmacag", ("greedy", "random"), 41, "shuffle"),
    ],
)
def test_wins_are_those_of_the_first(game, agents, games, protocol):
    match = Match(game, agents, games, 5, protocol=protocol)
    won = first_wins(facts(match))
    assert len(won) == games
    assert won.sum() == play_match(match, jobs=0).standings()[0].wins


def test_wins_by_deal_are_those_of_its_games(bot):
    made = plan(bot, ("skill=0,1",), against=("random",), games=40)
    result = play_setting(made, {"skill": "1"}, 40, 5, jobs=0)
    won = first_wins(facts(made.match({"skill": "1"}, 40, 5), jobs=0))
    assert result.deals.tolist() == won.reshape(20, 2).sum(axis=1).tolist()
    assert result.deal_games == 2


def test_all_settings_play_the_same_deals(bot):
    """A parameter without effect makes no difference on any deal; another seed does."""
    made = plan(f"{bot}:skill=1", ("colour=1,2",), against=("random",))
    scores = try_all(made, jobs=0)
    assert (scores[0].deals == scores[1].deals).all()
    assert scores[1].standing.agent == f"{bot}:skill=1:colour=2"
    other = play_setting(made, {"colour": "1"}, 20, 4, jobs=0)
    assert (other.deals != scores[0].deals).any()


def test_scores_do_not_depend_on_the_number_of_workers():
    made = plan()
    one, two = ([result.as_dict() for result in try_all(made, jobs)] for jobs in (1, 2))
    assert one == two


def test_progress_is_told_every_game():
    told = []
    try_all(plan(), 1, told.append)
    assert sum(told) == 2 * 20


# --- comparison ---


def test_the_best_is_named_if_it_is_settled_against_every_other():
    strong, weak, weaker = [2] * 30 + [1] * 10, [1] * 40, [0] * 20 + [1] * 20
    assert find_contenders([result("a", weak), result("b", strong), result("c", weaker)]) == (1,)


def test_settings_that_may_be_best_are_sorted_by_wins():
    strong, same, weak = [2] * 20 + [1] * 20, [2] * 21 + [1] * 19, [0] * 40
    assert find_contenders([result("a", strong), result("b", weak), result("c", same)]) == (2, 0)


def test_equal_settings_may_all_be_best():
    deals = [0, 1, 2, 1] * 10
    assert find_contenders([result(name, deals) for name in "abc"]) == (0, 1, 2)


def test_a_lucky_setting_is_hardly_ever_named_best():
    """Of six equal settings, one is named best in at most 5% of cases."""
    generator = np.random.Generator(np.random.PCG64(8))
    named = 0
    for _ in range(200):
        wins = generator.binomial(2, 0.5, (6, 50))
        named += len(find_contenders([result(str(row), list(row)) for row in wins])) == 1
    assert named <= 10


def test_pairing_by_deal_finds_what_the_shares_hide():
    """Most deals are the same for both settings; on a few, one setting wins and never loses."""
    luck = [2] * 100 + [0] * 100
    better = [*luck[:-12], *[1] * 12]
    a, b = result("a", better), result("b", luck)
    assert a.standing.share.low < b.standing.share.estimate  # the intervals overlap widely
    assert find_contenders([a, b]) == (0,)
    gain = measure_gain(a, b)
    assert gain.is_settled
    assert gain.share.estimate == pytest.approx(12 / 400)
    assert 0 < gain.share.low < gain.share.estimate < gain.share.high


def test_a_gain_of_zero_is_not_settled():
    deals = [0, 1, 2, 1] * 10
    gain = measure_gain(result("a", deals), result("b", deals))
    assert not gain.is_settled
    assert gain.share.estimate == 0
    assert gain.share.low < 0 < gain.share.high
    assert set(gain.as_dict()) == {"share", "low", "high", "is_settled"}


# --- search ---


def test_a_search_finds_what_wins(bot):
    """The first action is much better than the last: it plays a card."""
    made = plan(bot, ("skill=0,1", "colour=0,1,2"), games=8, against=("random",))
    made.check_each()
    steps = list(search(made, 12, jobs=0))
    assert [step.number for step in steps] == list(range(1, 13))
    assert {step.setting["skill"] for step in steps} == {"0", "1"}
    assert steps[-1].recommended["skill"] == "1"


def test_a_search_depends_on_the_seed_only(bot):
    made = plan(bot, ("skill=0,1", "colour=0,1,2"), games=4)
    assert list(search(made, 6, jobs=0)) == list(search(made, 6, jobs=0))
    assert list(search(made, 6, jobs=0)) != list(
        search(plan(bot, ("skill=0,1",), games=4, seed=9), 6, jobs=0)
    )


def test_every_evaluation_has_deals_of_its_own(bot):
    """The setting makes no difference, so only equal deals could give equal shares."""
    made = plan(f"{bot}:skill=1", ("colour=0,1",), games=20, against=("random",))
    steps = list(search(made, 8, jobs=0))
    assert len({step.share for step in steps}) > 1


def test_a_confirmation_plays_the_default_on_the_same_new_deals(bot):
    made = plan(f"{bot}:skill=1", ("colour=0,1",), games=4, against=("random",))
    found, default = confirm(made, {"colour": "1"}, 20, jobs=0)
    assert (found.deals == default.deals).all()
    assert default.setting == {}
    assert default.standing.agent == f"{bot}:skill=1"
    assert 0 < default.standing.wins < 20
    again = play_setting(made, {"colour": "1"}, 20, confirming_seed(made), jobs=0)
    assert (again.deals == found.deals).all()
    assert confirming_seed(made) != made.seed
