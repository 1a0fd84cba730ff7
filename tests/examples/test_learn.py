"""A learner that learns, in a short run."""

import numpy as np
import pytest
import torch
from conftest import ROOT

import standoff
from standoff.errors import StandoffError
from standoff.source import load_module

LEARN = load_module(str(ROOT / "examples" / "learn.py"))


@pytest.fixture
def two_threads():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


pytestmark = pytest.mark.usefixtures("two_threads")


def test_a_short_run_prints_a_curve_and_beats_uniform(tmp_path, capsys):
    file = tmp_path / "policy.pt"
    sizes = "--updates 3 --minutes 60 --tables 64 --curve-games 200 --games 60"
    code = LEARN.main(f"asmacag {sizes} --out {file}".split())
    out = capsys.readouterr().out
    assert code == 0
    lines = [line.split() for line in out.splitlines() if line.endswith(")")]
    assert [int(line[0]) for line in lines] == [0, 1, 2, 3]
    assert [int(line[1]) for line in lines] == [0, 4096, 8192, 12288]
    assert "Against uniform:" in out
    assert out.strip().endswith("better.")
    assert "not shown" not in out
    assert file.with_suffix(".png").stat().st_size > 1000
    game = standoff.load("asmacag")
    agents = [f"{ROOT / 'examples' / 'learn.py'}:Learned:file={file}", "uniform"]
    once, again = (standoff.compare(game, agents, games=10, seed=3) for _ in range(2))
    assert once.faults == []
    assert once.as_dict() == again.as_dict()


def test_the_same_seed_learns_the_same():
    nets = []
    for _ in range(2):
        learner = LEARN.Learner(standoff.load("asmacag"), "greedy", 5, 8)
        learner.improve(steps=16)
        nets.append(learner.net)
    one, two = (torch.cat([part.flatten() for part in net.parameters()]) for net in nets)
    assert torch.equal(one, two)


def test_a_step_of_learning_on_bang(tmp_path):
    game = standoff.load("bang", players=5)
    learner = LEARN.Learner(game, "rair", 1, 16)
    before = learner.net.policy.weight.clone()
    learner.improve(steps=8)
    assert not torch.equal(before, learner.net.policy.weight)
    LEARN.save_policy(learner, tmp_path / "bang.pt")
    agent = LEARN.Learned(str(tmp_path / "bang.pt"))
    for seat in range(5):
        position = game.deal(seat)
        view = position.view(position.to_move)
        assert agent.act(view) in view.actions
    with pytest.raises(
        StandoffError, match="was trained on <Game bang>, not on <Game bang players=4>"
    ):
        agent.act(standoff.load("bang", players=4).deal(1).view(0))


def test_a_policy_that_is_not_there_is_said(tmp_path):
    with pytest.raises(StandoffError, match="there is no policy .*nothing.pt"):
        LEARN.Learned(str(tmp_path / "nothing.pt"))


def test_wrong_input_is_one_sentence(capsys):
    assert LEARN.main(["checkers"]) == 2
    assert capsys.readouterr().err.startswith("error: unknown game 'checkers'")


def test_advantages_are_those_of_the_formula():
    """Two steps of one table: the second ends the game with a reward of 1."""
    numbers = torch.zeros(2, 1)
    batch = LEARN.Batch(
        torch.zeros(2, 1, 1),
        torch.zeros(2, 1, 1),
        torch.zeros(2, 1),
        numbers,
        value=torch.tensor([[0.2], [0.5]]),
        reward=torch.tensor([[0.0], [1.0]]),
        done=torch.tensor([[0.0], [1.0]]),
    )
    advantage = LEARN.estimate_advantages(batch, torch.tensor([9.0])).squeeze(1).tolist()
    last = 1.0 - 0.5
    first = LEARN.DISCOUNT * 0.5 - 0.2 + LEARN.DISCOUNT * LEARN.TRACE * last
    assert advantage == pytest.approx([first, last])
    assert np.isfinite(advantage).all()
