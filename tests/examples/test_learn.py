"""A learner that learns, in a short run."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch
from conftest import ROOT

import standoff
from standoff.errors import BadSpec, StandoffError
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


def test_a_file_that_is_no_policy_is_said(tmp_path):
    text, other = tmp_path / "text.pt", tmp_path / "other.pt"
    text.write_text("not a policy")
    torch.save({"weights": torch.zeros(2)}, other)
    for file in (text, other):
        with pytest.raises(StandoffError, match=f"{file} is no policy that"):
            LEARN.Learned(str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("checkers", "unknown game 'checkers'"),
        ("asmacag --minutes 0", "minutes must be more than 0, not 0"),
        ("asmacag --minutes nan", "minutes must be more than 0, not nan"),
        ("asmacag --seed -1", "a seed must be from 0 to 9007199254740991, not -1"),
        (
            "asmacag --seed 99999999999999999999999",
            "a seed must be from 0 to 9007199254740991, not",
        ),
        ("asmacag --games 3", "the number of games must be a multiple of 2"),
        ("asmacag --games 99999999", "the number of games must be from 1 to 10000000"),
        ("asmacag --out no/such/folder.pt", "cannot write no/such/folder.pt: there is no folder"),
        ("asmacag --out a:b.pt", "a file with a colon cannot be named in a spec"),
        ("asmacag --out pol.png", "the curve goes to pol.png; the policy needs another name"),
        ("asmacag --out POL.PNG", "the curve goes to POL.PNG; the policy needs another name"),
        ("asmacag --out folder", "cannot write folder: it is a folder"),
        ("asmacag --out drawn.pt", "cannot write drawn.png: it is a folder"),
        ("asmacag --out .pt", "the policy needs a name before its suffix, not .pt alone"),
        ("asmacag --out=", "cannot write .: it is a folder"),
        ("asmacag --out /proc/x.pt", "cannot write /proc/x.pt: "),
        ("asmacag --opponents ismcts", "ismcts cannot play in a vectorised environment"),
    ],
)
def test_wrong_input_is_one_sentence_before_anything_is_learned(
    capsys, tmp_path, monkeypatch, arguments, message
):
    monkeypatch.chdir(tmp_path)
    folders = {Path("folder"), Path("drawn.png")}
    for folder in folders:
        folder.mkdir()
    assert LEARN.main(arguments.split()) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error.startswith(f"error: {message}")
    assert error.count("\n") == 1
    assert set(Path().iterdir()) == folders


def test_a_name_with_a_blank_at_its_end_is_refused(capsys, tmp_path):
    """A spec is read without it, so the agent would look for another file."""
    assert LEARN.main(["asmacag", "--out", f"{tmp_path}/policy.pt "]) == 2
    assert "a file with a blank at its end cannot be named" in capsys.readouterr().err


def test_a_match_without_a_policy_is_refused(asmacag, tmp_path):
    with pytest.raises(BadSpec, match="nothing.pt cannot be made: .* there is no policy"):
        LEARN.play_match(asmacag, tmp_path / "nothing.pt", "uniform", 2, 1)


@pytest.mark.parametrize("option", ["--updates", "--tables", "--curve-games", "--games"])
def test_counts_are_one_or_more(capsys, option):
    with pytest.raises(SystemExit):
        LEARN.main(["asmacag", option, "0"])
    assert "must be a whole number, 1 or more, not '0'" in capsys.readouterr().err


@pytest.mark.parametrize("library", ["torch", "gymnasium"])
def test_the_script_says_in_one_sentence_what_is_missing(library):
    run = f"import runpy, sys; sys.modules[{library!r}] = None; sys.argv[1:] = ['asmacag']; "
    run += f"runpy.run_path({str(ROOT / 'examples' / 'learn.py')!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        f"error: examples/learn.py needs {library}, which is not installed;"
        " pip install 'standoff[rl]'"
    ]


def test_a_match_has_a_rival_at_every_other_seat(monkeypatch, tmp_path):
    """Of a game without teams; the share that is even follows from how many play."""
    asked = []

    def compare(game, agents, games, seed, protocol):
        asked.append(agents[1:])
        raise StandoffError("enough")

    monkeypatch.setattr(standoff, "compare", compare)
    for name in ("asmacag", "colonizers", "bang"):
        with pytest.raises(StandoffError, match="enough"):
            LEARN.play_match(standoff.load(name), tmp_path / "x.pt", "uniform", 6, 1)
    assert asked == [["uniform"], ["uniform"] * 3, ["uniform"]]


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
