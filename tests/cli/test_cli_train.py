import json
import re

import pytest

from standoff.optimise import Training, cma, record_of
from standoff.optimise import run as optimise_run
from standoff.statistics import wilson

TRAIN = "train bang evolution --games 12 --seed 1 --option rules=danilakova"


def test_train_writes_an_individual_and_a_plot_and_goes_on(run, tmp_path):
    code, out, _ = run(f"{TRAIN} --generations 2 --out one.json --plot one.svg")
    assert code == 0
    assert "2 generations, seed 1: one.json" in out
    assert "--agents evolution:individual=one.json,evolution:individual=default" in out
    assert "<svg" in (tmp_path / "one.svg").read_text()
    before = json.loads((tmp_path / "one.json").read_text())
    assert len(before["training"]["history"]) == 2
    code, _, _ = run("train bang evolution --generations 3 --out one.json --resume")
    assert code == 0  # all that is not given is taken from the file
    after = json.loads((tmp_path / "one.json").read_text())
    assert after["training"]["history"][:2] == before["training"]["history"]
    run(f"{TRAIN} --generations 3 --out three.json")
    assert json.loads((tmp_path / "three.json").read_text()) == after
    code, out, _ = run(
        "arena bang --protocol teams --agents evolution:individual=one.json,rai --games 6"
    )
    assert code == 0


def test_ctrl_c_keeps_the_best_so_far(run, tmp_path, monkeypatch):
    real = optimise_run.play_individuals
    calls = []

    def play(*arguments):
        calls.append(arguments)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return real(*arguments)

    monkeypatch.setattr(optimise_run, "play_individuals", play)
    code, out, _ = run(f"{TRAIN} --generations 9 --out one.json")
    assert code == 0
    assert "stopped after 2 of 9 generations" in out
    assert len(json.loads((tmp_path / "one.json").read_text())["training"]["history"]) == 2


def test_the_progress_line_tells_generation_share_and_mutation(run, monkeypatch, tmp_path):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    code, _, err = run(f"{TRAIN} --generations 2 --out one.json")
    assert code == 0
    last = json.loads((tmp_path / "one.json").read_text())["training"]["history"][-1]
    words = f"best {last['share']:.1%}, mutation {last['mutation']:.3f}"
    line = next(line for line in reversed(plain(err).splitlines()) if words in line)
    assert "2/2" in line


def plain(text):
    """A text without what a terminal does not show."""
    return re.sub(r"\x1b\[[?0-9;]*[A-Za-z]", "", text).replace("\r", "\n")


def test_what_ends_cma_is_named(run, monkeypatch):
    monkeypatch.setitem(cma.NO_END, "maxiter", 2)
    monkeypatch.setattr(
        optimise_run,
        "play_individuals",
        lambda plan, individuals, *_: [wilson(3, 6)] * len(individuals),
    )
    code, out, _ = run(f"{TRAIN} --method cma --generations 9 --out one.json")
    assert code == 0
    assert "stopped by maxiter of cma after 2 of 9 generations, seed 1: one.json" in out
    code, _, err = run("train bang evolution --generations 9 --out one.json --resume")
    assert code == 2
    assert "cma cannot continue after generation 2: maxiter" in err


def test_a_result_is_never_lost_by_training_again(run, tmp_path):
    (tmp_path / "one.json").write_text("precious")
    code, _, err = run(f"{TRAIN} --generations 1 --out one.json")
    assert code == 2
    assert "one.json exists already: continue it with --resume" in err
    assert (tmp_path / "one.json").read_text() == "precious"


def test_a_finished_training_is_said_to_be_so(run):
    run(f"{TRAIN} --generations 2 --out one.json")
    code, _, err = run(f"{TRAIN} --generations 2 --out one.json --resume")
    assert code == 2
    assert "one.json has 2 generations already" in err


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("--generations 0", "--generations must be from 1 to 100000, not 0"),
        ("--individuals 1", "individuals must be from 2 to 1000, not 1"),
        ("--games 0", "the number of games must be from 1"),
        ("--method annealing", "unknown method 'annealing'; known: cma, es"),
        ("--start nowhere.json", "give default or trained, or a file"),
        ("--plot picture.gif", "must end in png or svg or pdf, not 'picture.gif'"),
        ("--out one.svg --plot ./one.svg", "--out and --plot must be two files, not both one.svg"),
        ("--resume", "cannot continue: there is no file one.json"),
        ("--pool rair", "es has no pool"),
        ("--method cma --pool nobody", "unknown agent 'nobody'"),
    ],
)
def test_wrong_input_is_named(run, change, words):
    code, _, err = run(f"{TRAIN} --generations 2 --out one.json {change}")
    assert code == 2
    assert words in err
    assert "Traceback" not in err


def test_what_cannot_be_trained_is_named(run):
    code, _, err = run("train asmacag greedy --games 2 --out one.json")
    assert code == 2
    assert "unknown trainable agent of asmacag 'greedy'; known: none" in err


# --- what a file says of its training ---


@pytest.fixture
def begun():
    """The document of a training that has no generation yet."""
    return record_of(Training(game="bang", agent="evolution", games=12, seed=1), [])


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("method", "annealing"), ("method", [1]), ("individuals", "four"), ("individuals", 4.0),
        ("games", None), ("games", "20"), ("seed", "abc"), ("seed", 1.5), ("seed", True),
        ("start", 7), ("pool", 5), ("pool", "rair"), ("pool", [5]), ("options", [1]),
        ("options", None), ("options", {"players": [4]}), ("options", {"players": True}),
    ],
)  # fmt: skip
def test_a_damaged_training_is_not_gone_on_with(run, tmp_path, begun, name, value):
    begun["training"][name] = value
    text = json.dumps(begun)
    (tmp_path / "one.json").write_text(text)
    code, _, err = run("train bang evolution --generations 1 --out one.json --resume")
    assert code == 2
    assert "the training in one.json is damaged: " in err
    assert f"$.{name}" in err
    assert (tmp_path / "one.json").read_text() == text


def test_a_file_without_a_training_is_not_gone_on_with(run, tmp_path, begun):
    for text, words in (
        ("precious", "one.json is not a JSON file"),
        (json.dumps({**begun, "training": []}), "one.json holds no training that can be continued"),
    ):
        (tmp_path / "one.json").write_text(text)
        code, _, err = run("train bang evolution --generations 1 --out one.json --resume")
        assert code == 2
        assert words in err
