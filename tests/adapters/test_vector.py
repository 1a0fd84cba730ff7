"""Many tables at once: the same games as one by one."""

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from judged_games import GAMES, KUHN, load

import standoff.adapters.gymnasium  # noqa: F401  (registers)
from standoff.adapters.gymnasium import TablesEnv
from standoff.agents import enter
from standoff.errors import BadRun, BadSeat, BadSpec, IllegalAction, UnknownName
from standoff.rng import Purpose, Rng

ALL = pytest.mark.parametrize("name", GAMES)
OPPONENT = {"asmacag": "greedy", "bang": "rair", "colonizers": "heuristic", "kuhn": "balanced"}


def first_legal(observations):
    return observations["action_mask"].argmax(1)


def replay(env, game, number, seat, opponent, answers):
    """Play the game with a number in Python; yield views of the learner, then the end."""
    position = game.deal(Rng.stream(env._settings.key, number, Purpose.DEAL).words[0].item() >> 11)
    streams = [Rng.stream(env._settings.key, number, seat) for seat in range(game.players)]
    agents = [enter(game, opponent).make(stream) for stream in streams]
    while not position.is_over:
        mover = position.to_move
        view = position.view(mover, streams[mover])
        if mover == seat:
            yield view
            position.play(int(next(answers)))
        else:
            position.play(agents[mover].act(view))
    yield position


@ALL
def test_a_table_plays_the_games_that_the_views_and_agents_play(name):
    """Every number that is shown, over two games of a table, against Position and PolicyAgent."""
    game, tables, seat = load(name), 3, 1
    opponent = OPPONENT[game.name]
    env = TablesEnv(tables, game, seat, opponent)
    observations, _ = env.reset(seed=11)
    number, answers = 2, []
    shown = replay(env, game, number, seat, opponent, iter(answers.pop, None))
    finished = 0
    for _ in range(3000):
        view = next(shown)
        assert observations["observation"][2].tobytes() == view.features.tobytes()
        assert observations["action_mask"][2].tobytes() == view.mask.tobytes()
        actions = first_legal(observations)
        answers.append(actions[2])
        observations, rewards, done, truncated, infos = env.step(actions)
        assert not truncated.any()
        if done[2]:
            end = next(shown)
            assert end.is_over
            assert rewards[2] == end.returns[seat]
            assert infos["returns"][2].tolist() == end.returns
            last = infos["final_obs"][2]
            assert last["observation"].tobytes() == end.view(seat).features.tobytes()
            assert not last["action_mask"].any()
            finished += 1
            if finished == 2:
                return
            number += tables
            shown = replay(env, game, number, seat, opponent, iter(answers.pop, None))
        else:
            assert rewards[2] == 0.0
    pytest.fail("no two games were finished")


@ALL
def test_the_same_seed_is_the_same_run_and_another_is_not(name):
    def run(seed):
        env = TablesEnv(5, load(name), "random")
        observations, infos = env.reset(seed=seed)
        for _ in range(60):
            observations, rewards, done, _, infos = env.step(first_legal(observations))
        return [*observations.values(), rewards, done, infos["seat"]]

    once, again, other = run(1), run(1), run(2)
    assert all(one.tobytes() == two.tobytes() for one, two in zip(once, again, strict=True))
    assert once[0].tobytes() != other[0].tobytes()


@ALL
def test_every_seat_can_learn(name):
    game = load(name)
    env = TablesEnv(4, game, "every", reward="points")
    _, infos = env.reset(seed=3)
    seen = set(infos["seat"])
    rewarded = 0
    for _ in range(400):
        before = infos["seat"]
        _, rewards, done, _, infos = env.step(env.random_actions())
        assert not infos["illegal"].any()
        seen |= set(infos["seat"])
        for table in np.flatnonzero(done):
            assert rewards[table] == infos["returns"][table, before[table]]
            rewarded += 1
    assert seen == set(range(game.players))
    assert rewarded > 0


def test_observations_are_in_their_space_and_nobody_elses():
    env = gymnasium.make_vec("standoff/colonizers-v0", num_envs=3)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    observations, _ = env.reset(seed=1)
    assert observations in env.observation_space
    assert env.single_observation_space["observation"].shape == (185,)
    kept = {name: part.copy() for name, part in observations.items()}
    later, *_ = env.step(first_legal(observations))
    assert later in env.observation_space
    assert all((kept[name] == observations[name]).all() for name in kept)
    assert env.action_space.shape == (3,)


def test_arrays_can_be_written_again():
    env = TablesEnv(2, "asmacag", copy=False)
    observations, _ = env.reset(seed=1)
    later, *_ = env.step(first_legal(observations))
    assert later["observation"] is observations["observation"]


def test_illegal_actions_are_replaced_and_shown():
    env = TablesEnv(6, "asmacag")
    observations, _ = env.reset(seed=1)
    actions = first_legal(observations)
    actions[[1, 4]] = -1, 38
    _, _, _, _, infos = env.step(actions)
    assert infos["illegal"].tolist() == [False, True, False, False, True, False]
    assert (env._tables.states["hand_size"][:, 0] == 8).all()


def test_a_mask_that_is_written_over_allows_nothing_more():
    """The legal actions are kept elsewhere, because kernels trust their actions."""
    env = TablesEnv(2, "asmacag", copy=False)
    observations, _ = env.reset(seed=1)
    observations["action_mask"][:] = 1
    _, _, _, _, infos = env.step(np.array([38, 38]))
    assert infos["illegal"].all()


@pytest.mark.parametrize(
    "actions",
    [
        np.array([0.7, 1.0]),
        np.array([True, False]),
        np.array([0, 1], object),
        ["0", "1"],
        [[0], [1, 2]],
        [10**30, 0],
        None,
    ],
    ids=str,
)
def test_actions_that_are_not_whole_numbers_are_refused(actions):
    """They are not rounded."""
    env = TablesEnv(2, "asmacag")
    env.reset(seed=1)
    before = env._tables.states.tobytes()
    with pytest.raises(BadRun, match="needs an array of 2 whole numbers, not"):
        env.step(actions)
    assert env._tables.states.tobytes() == before


def test_illegal_actions_can_raise():
    env = TablesEnv(2, "asmacag", illegal="raise")
    observations, _ = env.reset(seed=1)
    env.step(first_legal(observations))
    before = env._tables.states.tobytes()
    with pytest.raises(IllegalAction, match="action_mask"):
        env.step(np.array([0, 38]))
    assert env._tables.states.tobytes() == before


def test_relative_actions_are_turned_both_ways():
    plain = TablesEnv(8, "bang", "every", players=6)
    turned = TablesEnv(8, "bang", "every", relative_actions=True, players=6)
    plain.reset(seed=4)
    turned.reset(seed=4)
    for _ in range(200):
        actions = plain.random_actions()
        codes = turned.random_actions()
        seats = plain._tables.records["mover"]
        assert (turned._settings.codes[seats, codes] == actions).all()
        plain.step(actions)
        turned.step(codes)
    assert plain._tables.states.tobytes() == turned._tables.states.tobytes()


def test_opponents_are_policies_and_each_seat_has_its_own():
    env = TablesEnv(4, "asmacag", opponents="exact")
    env.reset(seed=1)
    with pytest.raises(BadSpec, match="ismcts cannot play in a vectorised environment.*exact"):
        TablesEnv(4, "asmacag", opponents="ismcts")
    mixed = TablesEnv(64, "colonizers", opponents=["heuristic", "uniform", "uniform"])
    observations, _ = mixed.reset(seed=1)
    total = np.zeros(4)
    for _ in range(400):
        observations, _, done, _, infos = mixed.step(first_legal(observations))
        if done.any():
            total += infos["returns"][done].sum(0)
    assert total[1] > 2 * total[2:].max()


def test_policies_with_parameters_get_them(tmp_path):
    strong = TablesEnv(2, "bang", opponents="evolution:individual=default")
    assert strong._players.params.shape[1] > 10
    assert strong._players.params.any()


def test_a_fourth_game_is_vectorised_for_nothing():
    env = gymnasium.make_vec("standoff/game-v0", num_envs=4, game=KUHN, opponents="balanced")
    observations, _ = env.reset(seed=1)
    assert observations["observation"].shape == (4, 10)
    assert not any(env.step(first_legal(observations))[2])


def test_impossible_calls_are_explained():
    env = TablesEnv(2, "asmacag")
    with pytest.raises(BadRun, match=r"call reset\(\) before step\(\)"):
        env.step(np.zeros(2, int))
    with pytest.raises(BadRun, match=r"call reset\(\) before random_actions\(\)"):
        env.random_actions()
    env.reset()
    with pytest.raises(BadRun, match="needs an array of 2 whole numbers"):
        env.step(np.zeros(3, int))
    for count in (2.5, "2", None, True):
        with pytest.raises(BadRun, match="num_envs must be a whole number, 1 or more, not"):
            TablesEnv(count, "asmacag")
    with pytest.raises(BadRun, match="whole number, 1 or more, not 0"):
        TablesEnv(0, "asmacag")
    with pytest.raises(BadSeat, match="from 0 to 1, or 'every', or 'random', not 5"):
        TablesEnv(2, "asmacag", 5)
    with pytest.raises(UnknownName, match="unknown value for illegal"):
        TablesEnv(2, "asmacag", illegal="maybe")
