import json

import pytest
from conftest import ROOT

TUNE = "tune asmacag --agent mcts --against greedy --seed 1"
BOT = """
class Bot:
    def __init__(self, skill=0, colour=0):
        self.skill = skill

    def act(self, view):
        if self.skill == 9:
            raise KeyError("no idea")
        return view.actions[0] if self.skill else view.actions[-1]

class Good(Bot):
    def __init__(self, skill=1, colour=0):
        super().__init__(skill)
"""


@pytest.fixture
def bot(tmp_path):
    (tmp_path / "bot.py").write_text(BOT)


def test_tune_prints_a_line_a_value_and_what_may_be_best(run, tmp_path):
    code, out, _ = run(f"{TUNE} --param iterations=1,2,3 --games 12 --json a.json")
    assert code == 0
    assert out.startswith("3 settings, 12 games each against greedy\n")
    assert "asmacag: mcts, seed 1" in out
    for value in "123":
        assert f"iterations={value} " in out
    assert "At 95% confidence: not settled" in out
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["schema"] == 1
    assert found["params"] == {"iterations": ["1", "2", "3"]}
    assert found["best"] is None
    assert [row["setting"] for row in found["settings"]] == [{"iterations": v} for v in "123"]
    assert all(row["wins"] + row["losses"] + row["ties"] == 12 for row in found["settings"])
    assert sum(row["may_be_best"] for row in found["settings"]) >= 2


def test_tune_marks_the_best_if_it_is_settled(run, bot, tmp_path):
    line = "tune asmacag --agent bot.py:Bot --against random --games 60 --seed 1 --jobs 0"
    code, out, _ = run(f"{line} --param skill=0,1 --json a.json")
    assert code == 0
    found = json.loads((tmp_path / "a.json").read_text())
    assert found["best"] == {"skill": "1"}
    assert [row["may_be_best"] for row in found["settings"]] == [False, True]
    assert "At 95% confidence: skill=1 is best." in out
    (marked,) = [row for row in out.splitlines() if "best" in row and "│" in row]
    assert "skill=1" in marked


def test_tune_names_those_that_may_be_best(run, bot):
    """A third value plays as one of the two does."""
    line = "tune asmacag --agent bot.py:Bot --against random --games 60 --seed 1 --jobs 0"
    code, out, _ = run(f"{line} --param skill=0,1,2")
    assert code == 0
    assert "not settled: skill=1 and skill=2 may be best" in out


@pytest.mark.parametrize("method", ["grid", "ntbea --evaluations 2"])
def test_every_field_of_the_file_is_documented(run, bot, tmp_path, method):
    page = (ROOT / "docs" / "tuning.md").read_text()
    line = "tune asmacag --agent bot.py:Bot --against random --games 2 --seed 1 --jobs 0"
    run(f"{line} --param skill=0,1 --method {method} --json a.json")

    def fields(found):
        if isinstance(found, dict):
            yield from found
        for part in found.values() if isinstance(found, dict) else found:
            if isinstance(part, dict | list):
                yield from fields(part)

    written = set(fields(json.loads((tmp_path / "a.json").read_text()))) - {"skill"}
    assert [name for name in sorted(written) if f"`{name}" not in page] == []


def test_tune_is_the_same_for_any_number_of_jobs(run, tmp_path):
    for jobs in (1, 2):
        code, _, _ = run(f"{TUNE} --param c=1,8 --games 8 --jobs {jobs} --json {jobs}.json")
        assert code == 0
    assert (tmp_path / "1.json").read_text() == (tmp_path / "2.json").read_text()


def test_tune_tries_all_combinations_with_options_and_protocol(run):
    line = f"{TUNE} --param iterations=1,2 --param c=1,2 --games 5 --protocol shuffle"
    code, out, _ = run(f"{line} --option hand=6")
    assert code == 0
    assert "4 settings" in out
    assert "asmacag, hand=6: mcts" in out
    assert "iterations=2:c=1" in out


def test_tune_names_faults(run, bot):
    line = "tune asmacag --agent bot.py:Bot --against random --games 4 --seed 1 --jobs 0"
    code, out, _ = run(f"{line} --param skill=0,9")
    assert code == 0
    assert "bot.py:Bot:skill=9 failed" in out
    assert "bot.py:Bot:skill=0 failed" not in out


def test_tune_searches_and_confirms(run, bot, tmp_path):
    line = "tune asmacag --agent bot.py:Bot --against random --games 4 --seed 1 --method ntbea"
    line += " --param skill=0,1 --param colour=1,2,3 --evaluations 12 --confirm 60 --jobs 0"
    code, out, _ = run(f"{line} --json a.json")
    assert code == 0
    assert out.startswith("6 settings, 12 evaluations of 4 games against random\n")
    found = json.loads((tmp_path / "a.json").read_text())
    assert len(found["evaluations"]) == 12
    assert found["evaluations"][-1]["recommended"] == found["recommended"]
    confirmation = found["confirmation"]
    assert confirmation["recommended"]["games"] == confirmation["default"]["games"] == 60
    name = ":".join(f"{key}={value}" for key, value in found["recommended"].items())
    assert confirmation["recommended"]["agent"] == f"bot.py:Bot:{name}"
    gain = confirmation["gain"]
    assert found["recommended"]["skill"] == "1"
    assert 0 < gain["low"] < gain["share"] < gain["high"]
    assert gain["is_settled"]
    assert f"on 60 new games: {name} is better than the default: +" in out


def test_a_search_that_finds_nothing_says_so(run, bot):
    line = "tune asmacag --agent bot.py:Bot --against random --games 2 --seed 1 --method ntbea"
    code, out, _ = run(f"{line} --param colour=1,2,3 --evaluations 4 --jobs 0")
    assert code == 0
    assert "on 8 new games: not settled whether colour=" in out


def test_a_search_among_worse_values_says_so(run, bot):
    line = "tune asmacag --agent bot.py:Good --against random --games 2 --seed 1 --jobs 0"
    line += " --param skill=0 --param colour=1,2 --method ntbea --evaluations 4 --confirm 60"
    code, out, _ = run(line)
    assert code == 0
    assert "is worse than the default: -" in out


BAD = {
    "--param neighbours=1,2 --games 2": "unknown parameter of mcts 'neighbours'; known: ",
    "--param iterations=0,2 --games 2": "iterations must be a whole number from 1",
    "--param iterations=many,2 --games 2": "iterations must be a whole number from 1",
    "--param iterations= --games 2": "cannot read --param 'iterations='",
    "--param iterations --games 2": "write --param NAME=VALUE,VALUE",
    "--param iterations=5 --games 2": "only one setting",
    "--param iterations=5,5 --games 2": "has the value 5 twice",
    "--param c=1,2 --param c=3,4 --games 2": "--param c is given twice",
    "--games 2": "there is nothing to tune",
    "--param c=1,2 --games 3": "must be a multiple of 2",
    "--param c=1,2 --games 0": "must be from 1 to 10000000, not 0",
    "--param c=1,2": "Missing option '--games'",
    "--param c=1,2 --games 2 --method best": "unknown method 'best'; known: grid, ntbea",
    "--param c=1,2 --games 2 --evaluations 9": "need --method ntbea",
    "--param c=1,2 --games 2 --confirm 9": "need --method ntbea",
    "--param c=1,2 --games 2 --method ntbea --evaluations 0": "--evaluations must be from 1 to",
    "--param c=1,2 --games 2 --method ntbea --confirm 9": "multiple of 2",
    "--param c=1,no --games 2 --method ntbea": "c must be a number",
    "--param c=1,2 --games 2 --jobs -1": "--jobs must be from 0 to 1024",
    "--param c=1,2 --games 2 --seed -1": "--seed must be from 0 to",
    "--param c=1,2 --games 2 --json no/a.json": "there is no folder no",
    "--param c=1,2 --games 2 --option hands=1": "unknown option of asmacag",
    "--param c=1,2 --games 2 --protocol teams": "asmacag has no teams",
}


@pytest.mark.parametrize("rest", BAD)
def test_bad_input_gets_one_sentence_and_exit_code_2(run, rest):
    code, out, error = run(f"{TUNE} {rest}")
    assert code == 2
    assert BAD[rest] in error
    assert error.startswith("standoff: ")
    assert error.count("\n") == 1
    assert out == ""


def test_a_parameter_that_is_fixed_already_is_named(run):
    line = "tune asmacag --agent mcts:c=3 --against greedy --games 2 --param c=1,2"
    code, _, error = run(line)
    assert code == 2
    assert "c is fixed in mcts:c=3 and tuned by --param: choose one" in error
