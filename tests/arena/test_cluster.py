"""A real Dask cluster on this machine gives the same rows, even if a worker is killed."""

import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from test_store import keep, rows

import standoff
from standoff.arena import Match, Store, play_match
from standoff.arena.cluster import connect, play_task, take
from standoff.errors import BadRun

distributed = pytest.importorskip("distributed")

# Dask leaves sockets and loops to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@pytest.fixture(scope="module")
def cluster():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, processes=True
    ) as local:
        yield local


def match(*agents, games=400, game="asmacag", **more):
    return Match(game, agents, games, 1, **more)


def test_a_cluster_plays_the_same_games(cluster, tmp_path):
    made = match("random", "greedy")
    keep(tmp_path / "here.sqlite", made)
    with Store.begin(tmp_path / "there.sqlite", made) as store:
        play_match(made, store=store, cluster=cluster.scheduler_address)
    assert rows(tmp_path / "there.sqlite") == rows(tmp_path / "here.sqlite")


def test_a_worker_that_is_killed_costs_nothing(cluster, tmp_path):
    made = match("exact", "exact", games=8000)
    keep(tmp_path / "here.sqlite", made, jobs=2)
    victims = [worker.pid for worker in cluster.workers.values()]
    killed = []

    def kill(games):
        if not killed:
            killed.append(victims[0])
            os.kill(victims[0], signal.SIGKILL)

    with Store.begin(tmp_path / "there.sqlite", made) as store:
        play_match(made, progress=kill, store=store, cluster=cluster.scheduler_address)
    assert killed
    assert rows(tmp_path / "there.sqlite") == rows(tmp_path / "here.sqlite")


def test_python_agents_play_on_a_cluster_and_may_die_there(cluster, bots):
    made = match("greedy", f"{bots}:Deserter", games=2)
    results = play_match(made, cluster=cluster.scheduler_address)
    assert results.standings()[1].faults == {"ended": 2}


def test_agents_in_python_play_several_shards_a_task(cluster, bots, tmp_path, monkeypatch):
    made = match("greedy", f"{bots}:First", games=80)
    keep(tmp_path / "here.sqlite", made, jobs=0)
    taken = []

    def look(distributed, future):
        taken.append(len(take(distributed, future)))
        return take(distributed, future)

    monkeypatch.setattr("standoff.arena.cluster.take", look)
    with Store.begin(tmp_path / "there.sqlite", made) as store:
        play_match(made, store=store, cluster=cluster.scheduler_address)
    assert sum(taken) == 80
    assert max(taken) > 1
    assert rows(tmp_path / "there.sqlite") == rows(tmp_path / "here.sqlite")


def test_a_worker_that_cannot_play_says_why(cluster, bots, tmp_path):
    made = match("greedy", f"{bots}:First", games=2)
    assert play_task(made, [(0, 2)], None, False, "0.0.0").startswith("it has standoff ")
    bots.unlink()
    assert "bots.py" in play_task(made, [(0, 2)], None, False, standoff.__version__)


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense"])
def test_a_cluster_that_does_not_answer_is_named(address, monkeypatch):
    monkeypatch.setattr("standoff.arena.cluster.ANSWER_SECONDS", 1)
    with pytest.raises(BadRun, match=f"no Dask scheduler answers at {address}"):
        play_match(match("random", "greedy"), cluster=address)
    assert not any(type(thing) is distributed.Client for thing in gc.get_objects())


def test_a_scheduler_that_is_lost_is_named():
    class Lost:
        def result(self):
            raise distributed.client.FutureCancelledError("task", "scheduler-connection-lost")

    with pytest.raises(BadRun, match="the scheduler of the cluster is gone"):
        take(distributed, Lost())


def test_a_scheduler_that_is_killed_is_named_in_a_sentence(tmp_path, capfd, monkeypatch):
    """Without our handling, Dask's client would print pages."""
    file = tmp_path / "scheduler.json"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0"]
    command += ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as scheduler:
        while not (file.exists() and file.read_text().rstrip().endswith("}")):
            assert scheduler.poll() is None
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]

        def connect_and_kill(*arguments):
            client = connect(*arguments)
            threading.Timer(0.5, scheduler.kill).start()  # without workers, the match waits
            return client

        monkeypatch.setattr("standoff.arena.cluster.connect", connect_and_kill)
        with pytest.raises(BadRun, match="the scheduler of the cluster is gone"):
            play_match(match("random", "greedy", games=4), cluster=address)
    assert capfd.readouterr().err == f"standoff: waiting for workers at {address}\n"


def test_without_dask_a_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(BadRun, match=r"pip install 'standoff\[cluster\]'"):
        play_match(match("random", "greedy"), cluster="tcp://127.0.0.1:9")


def test_a_cluster_without_workers_is_waited_for(cluster, capsys):
    cluster.scale(0)
    while cluster.scheduler_info["workers"]:
        time.sleep(0.05)
    late = threading.Timer(0.5, lambda: cluster.scale(2))
    late.start()
    results = play_match(match("random", "greedy", games=4), cluster=cluster.scheduler_address)
    late.join()
    assert results.games == 4
    assert "standoff: waiting for workers at " in capsys.readouterr().err


def test_a_worker_may_join_late(cluster, tmp_path):
    made = match("random", "greedy", games=2000)
    keep(tmp_path / "here.sqlite", made)
    late = threading.Timer(0.2, lambda: cluster.scale(3))
    late.start()
    with Store.begin(tmp_path / "there.sqlite", made) as store:
        play_match(made, store=store, cluster=cluster.scheduler_address)
    late.join()
    assert rows(tmp_path / "there.sqlite") == rows(tmp_path / "here.sqlite")
    time.sleep(0.1)
