"""One seat of a game under Gymnasium's judge."""

import io
from contextlib import redirect_stdout

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from judged_games import GAMES, KUHN, load
from showdown import last_shot

import standoff
import standoff.adapters.gymnasium
from standoff.adapters.gymnasium import SeatEnv
from standoff.errors import AgentFault, BadRun, BadSeat, BadSpec, IllegalAction, UnknownName

ALL = pytest.mark.parametrize("name", GAMES)


def play(env, seed, games=1):
    rng = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    for _ in range(games):
        done = False
        while not done:
            action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
            observation, reward, done, truncated, info = env.step(action)
            assert not truncated
            yield observation, reward, done, info
        observation, info = env.reset()


@ALL
@pytest.mark.parametrize("seat", [0, "random"])
def test_gymnasium_check_env(name, seat):
    address, options = GAMES[name]
    env = gymnasium.make("standoff/game-v0", game=address, seat=seat, render_mode="ansi", **options)
    with redirect_stdout(io.StringIO()):
        check_env(env.unwrapped)


@pytest.mark.parametrize("name", ["asmacag", "bang", "colonizers"])
def test_games_are_registered(name):
    env = gymnasium.make(f"standoff/{name}-v0", opponents="uniform")
    assert env.unwrapped.game.name == name
    assert env.reset(seed=1)[0] in env.observation_space


def test_any_game_can_be_made_by_its_address():
    env = gymnasium.make("standoff/game-v0", game=KUHN, opponents="balanced", hands=2)
    assert env.unwrapped.game.settings["hands"] == 2
    assert env.reset(seed=1)[0] in env.observation_space


def test_an_id_can_be_registered():
    standoff.adapters.gymnasium.register("standoff/duel-v0", game="asmacag", opponents="exact")
    assert gymnasium.make("standoff/duel-v0").reset(seed=1)[1] == {"seat": 0, "illegal": 0}


@ALL
def test_a_seat_sees_its_own_view_and_is_rewarded_at_the_end(name):
    game = load(name)
    env = SeatEnv(game, seat="random")
    seats = set()
    for observation, reward, done, info in play(env, 3, games=4):
        position = env._position
        view = position.view(info["seat"])
        assert observation["observation"].tobytes() == view.features.tobytes()
        assert observation["action_mask"].tobytes() == view.mask.tobytes()
        assert position.is_over == done
        assert reward == (position.returns[info["seat"]] if done else 0.0)
        assert done or position.to_move == info["seat"]
        seats.add(info["seat"])
    assert len(seats) > 1


@ALL
def test_the_same_seed_is_the_same_game(name):
    once, again = (play(SeatEnv(load(name)), 5, games=2) for _ in range(2))
    for one, two in zip(once, again, strict=True):
        assert one[1:] == two[1:]
        assert one[0]["observation"].tobytes() == two[0]["observation"].tobytes()


@pytest.mark.parametrize(
    ("reward", "value"), [("returns", 1.0), ("team", 0.5), ("zero-sum", 0.875), ("points", 1.0)]
)
def test_a_reward_of_a_team_game_is_what_a_hand_calculates(reward, value):
    """Of eight players one of two Renegades wins alone: his team's mean is a half."""
    env = SeatEnv("bang", seat=7, reward=reward, players=8)
    env.reset(seed=1)
    env._states[0] = last_shot().state
    _, given, done, _, _ = env.step(env.game.parse("bang -> seat 0"))
    assert done
    assert given == pytest.approx(value)


@pytest.mark.parametrize("reward", ["team", "zero-sum", "points"])
@pytest.mark.parametrize("name", ["asmacag", "colonizers"])
def test_a_reward_can_be_chosen(name, reward):
    env = SeatEnv(load(name), seat=1, reward=reward)
    for _, given, done, _ in play(env, 4):
        returns, outcome = env._position.returns, env._position.outcome
        values = {"team": returns[1], "zero-sum": returns[1] - sum(returns) / len(returns)}
        expected = {**values, "points": outcome["score"][1]}[reward]
        assert given == pytest.approx(expected if done else 0.0)


def test_opponents_of_any_kind_play(asmacag, bots):
    for opponent in ("exact", "ismcts:iterations=20", f"{bots}:First"):
        steps = list(play(SeatEnv(asmacag, opponents=opponent), 1))
        assert len(steps) == 9
    four = SeatEnv("colonizers", opponents=["uniform", "heuristic", "uniform"])
    assert list(play(four, 1))[-1][2]


def test_the_better_opponent_wins_more(asmacag):
    rewards = {
        spec: sum(step[1] for step in play(SeatEnv(asmacag, opponents=spec), 1, games=60))
        for spec in ("uniform", "exact")
    }
    assert rewards["exact"] < rewards["uniform"] - 10


@pytest.mark.parametrize("action", [38, -1, 1000, np.int64(38)])
def test_an_illegal_action_is_replaced_and_counted(asmacag, action):
    env = SeatEnv(asmacag)
    env.reset(seed=1)
    before = len(env._position.view(0).me.hand)
    _, _, _, _, info = env.step(action)
    assert info["illegal"] == 1
    assert len(env._position.view(0).me.hand) == before - 1
    assert env._position.view(0).me.score > -15  # not the rulebook's penalty
    assert env.reset()[1]["illegal"] == 0


def test_an_array_of_no_dimensions_is_an_action(asmacag):
    """As learning libraries answer, and as the action space allows."""
    env, plain = SeatEnv(asmacag), SeatEnv(asmacag)
    observation, _ = env.reset(seed=1)
    plain.reset(seed=1)
    action = int(observation["action_mask"].argmax())
    assert np.array(action) in env.action_space
    assert env.step(np.array(action))[4]["illegal"] == 0
    plain.step(action)
    assert env._position == plain._position


def test_illegal_actions_are_replaced_by_the_seats_own_chance(asmacag):
    def final(seed):
        env = SeatEnv(asmacag)
        env.reset(seed=seed)
        while not env.step(-1)[2]:
            pass
        return env._position.notation

    assert final(1) == final(1)
    assert len({final(seed) for seed in range(5)}) == 5


def test_an_illegal_action_can_raise(asmacag):
    env = SeatEnv(asmacag, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="illegal action 'nothing'; action_mask shows"):
        env.step(38)
    with pytest.raises(IllegalAction, match="illegal action 1000, which is not an action code"):
        env.step(1000)


def write_bot(folder, answer):
    """Return the spec of an opponent that always gives one answer."""
    file = folder / "bad.py"
    code = f"import numpy as np\nclass Bad:\n    def act(self, view):\n        return {answer}\n"
    file.write_text(code)
    return f"{file}:Bad"


@pytest.mark.parametrize(
    "answer",
    [
        *("10**6", "10**30", "-1", "38", "'nonsense'", "None", "True", "1.0", "[1]", "object()"),
        *("np.array([0, 1])", "np.array([0])", "np.array(38)", "np.bool_(True)", "np.float64(1)"),
    ],
)
def test_an_opponent_that_answers_wrongly_is_named(asmacag, tmp_path, answer):
    """It is not the learner's illegal action, and the message reveals nothing hidden."""
    env = SeatEnv(asmacag, seat=1, opponents=write_bot(tmp_path, answer))
    with pytest.raises(AgentFault, match="bad.py:Bad at seat 0 answered .* not legal") as caught:
        env.reset(seed=1)
    assert "hand" not in str(caught.value)
    assert "rng" not in str(caught.value)
    with pytest.raises(BadRun, match="the game is over"):
        env.step(0)  # not a move of the opponent


@pytest.mark.parametrize("how", ["int", "np.int64", "np.array", "view.text"])
def test_an_opponent_may_answer_as_in_the_arena(asmacag, tmp_path, how):
    """With a whole number of any kind, an array without dimensions, or a text."""
    spec = write_bot(tmp_path, f"{how}(view.actions[0])")
    env = SeatEnv(asmacag, seat=1, opponents=spec)
    env.reset(seed=1)
    assert env._position.to_move == 1
    assert standoff.compare(asmacag, [spec, "uniform"], games=2, seed=1).faults == []


def test_relative_actions_name_seats_from_the_own_one():
    """At seat 3, `bang -> seat 1` is a shot at the next seat, 4."""
    env = SeatEnv("bang", seat=3, relative_actions=True, players=5)
    plain = SeatEnv("bang", seat=3, players=5)
    game = env.game
    shot = game.parse("bang -> seat 4")
    for seed in range(30):
        relative, absolute = env.reset(seed=seed)[0], plain.reset(seed=seed)[0]
        assert relative["observation"].tobytes() == absolute["observation"].tobytes()
        near = game.parse("bang -> seat 1")
        assert relative["action_mask"][near] == absolute["action_mask"][shot]
        assert relative["action_mask"].sum() == absolute["action_mask"].sum()
        if absolute["action_mask"][shot]:
            env.step(near)
            plain.step(shot)
            assert env._position == plain._position
            return
    pytest.fail("nobody could shoot")


def test_impossible_calls_are_explained(asmacag):
    env = SeatEnv(asmacag)
    with pytest.raises(BadRun, match=r"call reset\(\) before step\(\)"):
        env.step(0)
    for _ in play(env, 1):
        pass
    env.reset(seed=1)
    while not env.step(-1)[2]:
        pass
    with pytest.raises(BadRun, match="the game is over"):
        env.step(0)
    with pytest.raises(BadRun, match=r"call reset\(\) before render\(\)"):
        SeatEnv(asmacag).render()
    for seat in (2, -1, "first", 0.5, True, None):
        with pytest.raises(BadSeat, match="from 0 to 1, or 'random', not"):
            SeatEnv(asmacag, seat=seat)
    with pytest.raises(
        BadSpec, match="colonizers has 3 other seats; give one opponent or 3, not 2"
    ):
        SeatEnv("colonizers", opponents=["uniform", "uniform"])
    with pytest.raises(BadSpec, match="asmacag has one other seat; give one opponent, not 2"):
        SeatEnv(asmacag, opponents=["uniform", "uniform"])
    for opponents in (None, object(), [object()], [None]):
        with pytest.raises(BadSpec, match="an opponent must be a spec, a text"):
            SeatEnv(asmacag, opponents=opponents)
    for game in (None, 5):
        with pytest.raises(BadSpec, match="a game must be a name, an address or a Game"):
            SeatEnv(game)
    with pytest.raises(UnknownName, match="unknown value for illegal 'pass'"):
        SeatEnv(asmacag, illegal="pass")
    with pytest.raises(UnknownName, match="unknown render mode"):
        SeatEnv(asmacag, render_mode="gif")


def test_the_table_is_drawn_from_the_learning_seat(asmacag, capsys):
    env = SeatEnv(asmacag, seat=1, render_mode="human")
    env.reset(seed=1)
    assert env.render() is None
    assert "seen from seat 1" in capsys.readouterr().out
    assert SeatEnv(asmacag).render_mode is None


def test_the_masks_of_sb3_contrib_are_the_action_mask():
    env = gymnasium.make("standoff/asmacag-v0", relative_actions=True)
    with pytest.raises(BadRun, match=r"call reset\(\) before action_masks\(\)"):
        env.unwrapped.action_masks()
    observation, _ = env.reset(seed=3)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert masks.tolist() == observation["action_mask"].astype(bool).tolist()
