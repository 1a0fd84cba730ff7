"""The command line as a person uses it: right and wrong input, exit codes, nothing left behind."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import type_in

import standoff
from standoff.cli.play import free_path


def spent(process):
    """Processor time of a process so far, in seconds: of all its threads, not of its children."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def interrupt(line, folder, is_time, number=signal.SIGINT):
    """Start a command, press Ctrl-C when it is time; return exit code, outputs and the delay."""
    process = subprocess.Popen(
        [sys.executable, *line.split()],
        cwd=folder,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    with process:
        try:
            while not is_time(process):
                assert process.poll() is None, process.communicate()[1]
                time.sleep(0.02)
            start = time.monotonic()
            os.killpg(process.pid, number)  # reaches the workers too
            out, error = process.communicate(timeout=60)
            # If it strikes while modules are loaded, Python ends by the signal itself; shells
            # report 130 for both.
            code = 130 if process.returncode == -number else process.returncode
            return code, out, error, time.monotonic() - start
        finally:
            process.kill()


# --- arena ---


def test_arena_prints_a_table_with_intervals(run):
    code, out, _ = run("arena asmacag --agents greedy,random --games 200 --seed 1")
    assert code == 0
    assert "asmacag: 200 games, pairs, seed 1" in out
    assert "share (95% interval)" in out
    *_, difference, verdict = out.splitlines()
    assert verdict == "At 95% confidence: greedy is better."
    assert re.fullmatch(r"First share less second: \+.*%.*; the interval excludes 0\.", difference)
    assert "faults" not in out


def test_arena_is_the_same_for_any_number_of_jobs(run, tmp_path):
    for jobs in (1, 2):
        run(
            f"arena asmacag --agents greedy,random --games 400 --seed 1 --jobs {jobs} --json {jobs}"
        )
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()
    assert json.loads((tmp_path / "1").read_text())["games"] == 400


def test_arena_sets_options_and_saves_replays(run, tmp_path):
    code, out, _ = run(
        "arena asmacag --agents greedy,random --games 4 --seed 1 --option hand=6 --option board=12"
        " --save games --jobs 1"
    )
    assert code == 0
    assert "hand=6, board=12" in out
    assert len(list((tmp_path / "games").iterdir())) == 4


def test_arena_plays_teams(run, tmp_path):
    """Two agents for five seats: they play whole teams, and whole deals of six games."""
    code, out, error = run(
        "arena bang --agents uniform,uniform --games 61 --seed 1 --json a.json"
        " --option rules=danilakova"
    )
    assert code == 0
    assert "standoff: 66 games, not 61, because each deal is played 6 times" in error
    assert "bang, rules=danilakova, 4 to 7 players: 66 games, teams, seed 1" in out
    data = json.loads((tmp_path / "a.json").read_text())
    assert data["protocol"] == "teams"
    for agent in data["agents"]:
        for row in agent["teams"]:
            share = f"{row['share']:.1%}"
            line = rf"uniform\W+{row['team']}\W+{row['games']}\W+{row['wins']}\W+{share}"
            assert re.search(line, out)


def test_arena_prints_measures(run):
    game = Path(__file__).parent.parent / "testing" / "measured.py"
    code, out, _ = run(
        f"arena {game}:GAME --agents greedy,random --games 2 --seed 1 --measures --estimator fancy"
    )
    assert code == 0
    assert "Measures of greedy, estimator fancy" in out
    assert "Measures of random, estimator fancy" in out
    assert re.search(r"18 \W+0\.250 \W+\d+\.\d% \(\d+\.\d to \d+\.\d\)", out)
    assert re.search(r"\[b\] +│ +- │", out)


def test_arena_names_faults(run, bots):
    code, out, _ = run(f"arena asmacag --agents greedy,{bots}:Raises --games 2 --on-fault random")
    assert code == 0
    assert "18 raised" in out
    *_, difference, verdict, title, place, source, error = out.splitlines()
    assert difference.endswith("; the interval holds 0.")
    assert title == "    Traceback (most recent call last):"
    assert place == f'      File "{bots}", line 17, in act'
    assert source == '        raise KeyError("no idea")'
    assert error == "    KeyError: 'no idea'"
    assert verdict.startswith("At 95% confidence: not settled; ")
    assert verdict.endswith("line 17: KeyError: 'no idea'.")


def test_arena_without_a_seed_prints_the_one_it_took(run, tmp_path):
    _, out, _ = run("arena asmacag --agents greedy,random --games 2 --json a.json")
    assert f"seed {json.loads((tmp_path / 'a.json').read_text())['seed']}" in out


BAD = {
    "arena chess --agents a,b --games 2": "unknown game 'chess'; known: ",
    "arena asmacag --agents greedy,best --games 2": "unknown agent 'best'; known: evolve, exact",
    "arena asmacag --agents greedy --games 2": "asmacag needs 2 agents, not 1",
    "arena asmacag --agents greedy:n=1,random --games 2": "unknown parameter of greedy 'n'",
    "arena asmacag --agents greedy,, --games 2": "an agent has no name",
    "arena asmacag --agents gone.py:A,random --games 2": "there is no file gone.py",
    "arena bang --agents rai,rai,rai,rai --games 4": "choose --option players=4, --protocol round",
    "arena asmacag --agents greedy,random --games 0": "games must be from 1 to 10000000, not 0",
    "arena asmacag --agents greedy,random --games -2": "games must be from 1 to 10000000, not -2",
    "arena asmacag --agents greedy,random,exact --games 2": "choose --protocol roundrobin or",
    "arena asmacag --agents greedy,random --games many": "Invalid value for '--games'",
    "arena asmacag --agents greedy,random --games 2 --option hand=100": "hand must be a whole",
    "arena asmacag --agents greedy,random --games 2 --option hands=1": "unknown option of asmacag",
    "arena asmacag --agents greedy,random --games 2 --option hand": "write --option KEY=VALUE",
    "arena asmacag --agents greedy,random --games 2 --option hand=6 --option hand=7": "given twice",
    "arena asmacag --agents greedy,random --games 2 --protocol cup": "unknown protocol 'cup'",
    "arena asmacag --agents greedy,random --games 2 --protocol teams": "asmacag has no teams",
    "arena bang --agents uniform --games 6 --protocol teams": "by 2 to 3 agents, not 1",
    "arena bang --agents uniform,uniform --games 2 --protocol pairs": "bang has 5; choose rotate",
    "arena asmacag --agents greedy,random --games 2 --measures": "asmacag has no measures",
    "arena asmacag --agents greedy,random --games 2 --estimator x": "add --measures",
    "arena asmacag --agents greedy,random --games 2 --seed -1": "--seed must be from 0 to",
    "arena asmacag --agents greedy,random --games 2 --jobs -1": "--jobs must be from 0 to 1024",
    "arena asmacag --agents greedy,random --games 2 --on-fault cry": "known: abort, forfeit",
    "arena asmacag --agents greedy,random --games 2 --json no/a.json": "there is no folder no",
    "arena asmacag --agents greedy,random --games 2 --json .": "it is a folder",
    "arena asmacag --agents greedy,random --games 2 --save file/games": "cannot",
    "arena asmacag --agents greedy,exact --games 2 --option action_points=6": "at most 4",
    "arena asmacag --agents greedy,random --games 2 --option name=1": "unknown option of asmacag",
    "arena asmacag --agents greedy,random --games 2 --option self=1": "unknown option of asmacag",
    "arena bots.py --agents greedy,random --games 2": "write bots.py:NAME",
    "play asmacag --against best": "unknown agent 'best'",
    "play asmacag --against greedy,random": "--against needs 1 or 1 agents, not 2",
    "play asmacag --against greedy --seat 2": "--seat must be from 0 to 1, not 2",
    "play asmacag --against greedy --save no/a.json": "there is no folder no",
    "replay gone.json": "cannot read gone.json: No such file or directory",
    "replay file": "file is not complete JSON",
    "check chess": "unknown game 'chess'",
    "check asmacag --games 0": "--games must be from 1 to 10000000, not 0",
    "check file.py:GAME": "there is no file file.py",
    "bench --runs 0": "--runs must be from 1 to 1000, not 0",
    "bench --json no/a.json": "there is no folder no",
    "list chess": "unknown game 'chess'",
    "frobnicate": "No such command 'frobnicate'",
}


@pytest.mark.parametrize("line", BAD)
def test_bad_input_gets_one_sentence_and_exit_code_2(run, tmp_path, line):
    (tmp_path / "file").write_text("no replay")
    before = sorted(os.listdir(tmp_path))
    code, out, error = run(line)
    assert code == 2
    assert BAD[line] in error
    assert error.startswith("standoff: ")
    assert error.count("\n") == 1
    assert out == ""
    assert sorted(os.listdir(tmp_path)) == before


def test_an_aborted_match_leaves_nothing(run, bots, tmp_path):
    code, _, error = run(
        f"arena asmacag --agents greedy,{bots}:Raises --games 2 --on-fault abort --json a.json"
    )
    assert code == 2
    assert "failed in game 0, move 4: raised" in error
    assert not (tmp_path / "a.json").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_match_of_processes_stops_at_once(tmp_path, bots, monkeypatch, number):
    """And leaves no temporary files; a service manager stops it as Ctrl-C does."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    line = f"-m standoff arena asmacag --agents {bots}:Sleepy,{bots}:Sleepy --games 2000 --jobs 2"

    def has_asked(process):
        return (tmp_path / "asked").exists()

    code, _, error, delay = interrupt(line, tmp_path, has_asked, number)
    assert code == 130
    assert delay < 5
    assert error.splitlines()[-1] == "standoff: stopped"
    assert "Traceback" not in error
    assert os.listdir(tmp_path / "temporary") == []


@pytest.mark.parametrize("seconds", [1.5, 2.0, 3.0])
def test_an_interrupted_match_of_threads_leaves_nothing(run, tmp_path, seconds):
    """Ctrl-C in the midst of a long match: one line, exit code 130, no file.

    At once, although there are ten million games: they are not all handed to the workers before the
    first comes back.
    """
    line = "arena asmacag --agents exact,exact"
    run(f"{line} --games 2")  # so that nothing is left to be compiled
    line = f"-m standoff {line} --games 9999998 --json a.json"
    code, out, error, delay = interrupt(line, tmp_path, lambda process: spent(process) > seconds)
    assert (code, out) == (130, "")
    assert delay < 15
    assert error.splitlines()[-1] == "standoff: stopped"
    assert "Traceback" not in error
    assert os.listdir(tmp_path) == []


# --- play ---


def test_play_to_the_end_and_replay(run, monkeypatch, tmp_path):
    type_in(monkeypatch, *["1"] * 9)
    code, out, _ = run("play asmacag --against greedy --seed 1 --save game.json")
    assert code == 0
    assert "You play x2: the factor is 2 now." in out
    assert "Greedy plays" in out
    assert "You lose" in out or "You win" in out or "A tie" in out
    code, out, _ = run("replay game.json")
    assert code == 0
    assert "seat 0 (human)" in out


def test_play_takes_texts_and_asks_again(run, monkeypatch):
    type_in(monkeypatch, "", "0", "9" * 5000, "6 on 1", "nothing", "x9", "²", "?", "t", "%2", "q")
    code, out, _ = run("play asmacag --against greedy --seed 1 --save game.json")
    assert code == 0
    assert out.count("is not legal now: type 1 to 20, or ? for help.") == 7
    assert out.count("this help") == 2
    assert out.count("seen from seat 0") == 3
    assert "You play %2: the factor is 0.5 now." in out
    assert "You leave the table." in out
    assert "left before its end" in run("replay game.json")[1]


def test_play_groups_actions_by_card(run, monkeypatch):
    type_in(monkeypatch)
    _, out, _ = run("play asmacag --against greedy --seed 1 --save game.json")
    assert "  x2 |   1 x2\n" in out
    assert "   5 |  15 5 on 1   16 5 on 2" in out


def test_play_from_the_other_seat_never_shows_the_other_hand(run, monkeypatch, tmp_path):
    type_in(monkeypatch, "1")
    _, out, _ = run("play asmacag --against greedy --seed 1 --seat 1 --save game.json")
    assert "> seat 1 (you)" in out
    assert "?  ?  ?" in out


@pytest.mark.parametrize(
    ("game", "level", "spec"),
    [
        ("asmacag", "", "greedy"),
        ("asmacag", "--against beginner", "random"),
        ("bang", "", "rair"),
        ("bang", "--against expert", "aware"),
    ],
)
def test_play_has_opponents_for_every_level(run, monkeypatch, tmp_path, game, level, spec):
    type_in(monkeypatch, "q")
    code, _, _ = run(f"play {game} {level} --seed 1 --save game.json")
    assert code == 0
    _, *others = json.loads((tmp_path / "game.json").read_text())["agents"]
    assert set(others) == {spec}


def test_play_never_tells_what_others_do_in_secret(run, monkeypatch):
    type_in(monkeypatch, *["1"] * 6)
    _, out, _ = run("play colonizers --against heuristic,heuristic,ismcts:iterations=20 --seed 2")
    assert "Heuristic 1 picks a colonist." in out
    assert "You pick the " in out
    told = [line for line in out.splitlines() if line.startswith(("Heuristic ", "Ismcts "))]
    assert [line for line in told if re.search(r"(takes|gets) \d Omnium", line)]
    assert not [line for line in told if re.search("picks the|keeps [A-Z]|looks at [A-Z]", line)]


def test_play_bang_shows_the_table_prompts_and_a_running_log(run, monkeypatch):
    type_in(monkeypatch, *["1"] * 4)
    code, out, _ = run("play bang --option players=5 --against uniform --seed 4")
    assert code == 0
    assert re.search(r"[A-Z][\w ]+ plays Bang! \w+ at you\.", out)
    assert "You do not answer." in out  # not asked: there was no other answer
    assert "●●●●" in out
    assert re.search(r"[A-Z][\w ]+ draws \d cards\.", out)
    assert not re.search("(?i)seat [0-4]", out)
    assert not re.search(r", (Outlaw|Deputy|Renegade), (?!dies|is killed)", out)


def test_play_leaves_cleanly_on_ctrl_c(run, monkeypatch, tmp_path):
    def interrupt(console, prompt=""):
        raise KeyboardInterrupt

    monkeypatch.setattr("rich.console.Console.input", interrupt)
    code, out, error = run("play asmacag --against greedy --seed 4")
    assert (code, error) == (0, "")
    assert "Saved as asmacag-4.json" in out
    assert free_path("asmacag", 4).name == "asmacag-4-2.json"


def test_play_goes_on_when_the_opponent_fails(run, monkeypatch, bots):
    type_in(monkeypatch, *["1"] * 3)
    _, out, _ = run(f"play asmacag --against {bots}:Raises --seed 1 --save game.json")
    assert "failed, so a random action was played: raised" in out.replace("\n", " ")


# --- check, bench, list, help ---


def test_check_passes_and_names_the_laws(run):
    code, out, _ = run("check asmacag --games 5 --seed 1 --option hand=6")
    assert code == 0
    assert "1 determinism" in out
    assert "7 notation" in out


def test_check_fails_on_a_broken_game(run, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # where the toy game is
    (tmp_path / "leaky.py").write_text(
        "import toy as t\n"
        "from standoff import verbs\n"
        "def observe(state, seat, out):\n"
        "    t.observe(state, seat, out)\n"
        "    out.deck[:] = state.deck\n"
        "GAME = t.toy({verbs.observe: observe})\n"
    )
    code, out, _ = run("check leaky.py:GAME --games 3")
    assert code == 1
    assert "law 3: seed" in out


def test_bench_prints_and_writes_figures(run, monkeypatch, tmp_path):
    monkeypatch.setattr("standoff.arena.bench.RUN_SECONDS", 0.01)
    monkeypatch.setattr("standoff.arena.bench.measure_search", lambda game, runs: {})
    monkeypatch.setattr("standoff.arena.bench.measure_start", lambda runs: {"help_s": 0.1})
    monkeypatch.setattr("standoff.adapters.bench.installed_games", lambda: ["asmacag"])
    code, out, _ = run("bench --runs 1 --json b.json")
    assert code == 0
    assert "bang: games/s" in out
    assert "asmacag: pettingzoo: decisions/s" in out
    assert re.search(r"start: help, seconds +│ +0\.10 │", out)
    assert json.loads((tmp_path / "b.json").read_text())["schema"] == 1


def test_list_shows_games_options_and_agents(run):
    assert "asmacag: A Simple Multi-Action Card Game" in run("list")[1]
    out = run("list asmacag")[1]
    assert "action_points" in out
    assert "OSLA" in out


def test_list_shows_the_minds_of_a_game_with_their_settings(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "400")
    out = run("list bang")[1]
    (mcai,) = (line for line in out.splitlines() if line.startswith("│ mcai "))
    assert "Danilakova 7.6" in mcai
    assert "worlds=8" in mcai
    assert "beliefs=danilakova" in mcai
    (hybrid,) = (line for line in out.splitlines() if line.startswith("│ hybrid "))
    assert "individual=" in hybrid
    assert "horizon=depth" in hybrid
    assert "beliefs= is one of uniform, danilakova, kolar, bayes" in out


def test_list_explains_every_parameter_and_folds_options_of_seats(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "500")
    out = run("list bang")[1]
    assert out.index("bang: agents") < out.index("parameters (") < out.index("bang: options")
    game = standoff.load("bang")
    for policy in game.policies:
        for param in policy.params:
            assert re.search(rf"│ {param.name} +│ {re.escape(param.doc)} ", out)
    assert re.search(r"│ iterations +│ iterations for one decision +│ a whole .*mcai, mcts", out)
    assert re.search(r"│ role0 to role7 +│ random .* role of seat N +│", out)
    assert "role1 " not in out
    assert "Opponents in `standoff play`: beginner: rai, club: rair, expert: aware" in out


def test_help_is_quick():
    def once():
        start = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-m", "standoff", "--help"], capture_output=True, text=True, check=True
        )
        assert "arena" in done.stdout
        return time.monotonic() - start

    assert min(once() for _ in range(3)) < 0.4


def test_no_command_shows_the_help(run):
    code, out, _ = run("")
    assert code == 0
    assert "Commands:" in out


def test_play_without_any_input_leaves_cleanly(tmp_path):
    line = f"{sys.executable} -m standoff play asmacag --against greedy --save a.json <&-"
    done = subprocess.run(
        line, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "You leave the table." in done.stdout
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_one_sentence():
    done = subprocess.run(
        f"{sys.executable} -m standoff list asmacag > /dev/full",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_check_passes_with_the_jit_off():
    line = "-m standoff check asmacag --games 2 --option hand=4 --option board=6"
    done = subprocess.run(
        [sys.executable, *line.split()],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_closed_pipe_is_no_error():
    process = subprocess.run(
        f"set -o pipefail; {sys.executable} -m standoff list asmacag | head -1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Traceback" not in process.stderr
