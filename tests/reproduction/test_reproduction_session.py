import multiprocessing
import os

import pytest

from standoff.arena import Match, Store, play_match
from standoff.arena.workers import HERE
from standoff.errors import BadRun
from standoff.games.bang.outcome import ROLES
from standoff.report import read_run
from standoff.reproduction import Session, Size
from standoff.reproduction import session as session_module
from standoff.reproduction.danilakova.roles import role_line
from standoff.reproduction.played import Part
from standoff.reproduction.session import MATCHES
from standoff.statistics import wilson

PAIR = Match("asmacag", ("greedy", "random"), 20, 1)
SLOW = [
    Match("asmacag", ("mcts:iterations=20", "greedy"), 4, 1),
    Match("asmacag", ("mcts:iterations=20", "random"), 4, 1),
]


@pytest.fixture
def played(monkeypatch):
    """Return the matches that were truly played, in their order."""
    matches = []
    real = session_module.play_match

    def play(match, *arguments):
        matches.append(match)
        return real(match, *arguments)

    monkeypatch.setattr(session_module, "play_match", play)
    return matches


def test_a_match_is_played_once_in_a_session(played):
    with Session(Size.QUICK, jobs=1) as session:
        first = session.play(PAIR)
        assert session.play(PAIR) is first
    assert played == [PAIR]
    assert first.agents == ["greedy", "random"]
    assert first.games == sum(first.wins) + first.ties[0] == 20


def test_a_match_in_the_folder_is_not_played_again(played, tmp_path):
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        first = session.play_all([PAIR, *SLOW])
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        assert session.play_all([PAIR, *SLOW]) == first
    assert len(played) == 3
    assert len(list((tmp_path / MATCHES).iterdir())) == 3


def test_slow_matches_are_played_side_by_side_with_the_same_result():
    with Session(Size.QUICK, jobs=1) as session:
        alone = session.play_all(SLOW)
        told = []
    with Session(Size.QUICK, jobs=2, progress=told.append) as session:
        assert session.play_all(SLOW) == alone
        assert session.map(abs, [-1, 2]) == [1, 2]
    assert told == [4, 4]


def test_seeds_of_parts_differ_by_part_and_by_seed():
    seeds = {Session(Size.QUICK, seed).seed_of("part", n) for seed in (1, 2) for n in range(3)}
    assert len(seeds) == 6
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_what_was_made_once_is_remembered(tmp_path):
    made = []

    def make():
        made.append(1)
        return [1, 2]

    for _ in range(2):
        with Session(Size.QUICK, folder=tmp_path) as session:
            assert session.remember("numbers", list[int], make) == [1, 2]
            assert session.remember("numbers", list[int], make) == [1, 2]
    assert made == [1]


def test_a_damaged_run_is_named(tmp_path):
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        session.play(PAIR)
    (file,) = (tmp_path / MATCHES).iterdir()
    file.write_text("no run")
    with (
        Session(Size.QUICK, jobs=1, folder=tmp_path) as session,
        pytest.raises(BadRun, match=f"{file.name}: it is not a run"),
    ):
        session.play(PAIR)


def test_a_damaged_file_is_named(tmp_path):
    (tmp_path / MATCHES).mkdir()
    (tmp_path / MATCHES / "numbers.json").write_text('{"numbers": 5}')
    with (
        Session(Size.QUICK, folder=tmp_path) as session,
        pytest.raises(BadRun, match="cannot read .*numbers.json as a file of"),
    ):
        session.remember("numbers", list[int], list)


def test_a_match_that_was_stopped_goes_on(played, tmp_path):
    def stop(games):
        raise KeyboardInterrupt

    with (
        pytest.raises(KeyboardInterrupt),
        Session(Size.QUICK, jobs=1, folder=tmp_path, progress=stop) as session,
    ):
        session.play(PAIR)
    (file,) = (tmp_path / MATCHES).iterdir()
    with Store.look(file) as store:
        assert 0 < store.games < PAIR.games
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        found = session.play(PAIR)
    assert len(played) == 2
    with Session(Size.QUICK, jobs=1) as session:
        assert session.play(PAIR) == found


def test_the_games_of_a_match_are_a_run_of_the_arena(tmp_path):
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        found = session.play(PAIR)
    (file,) = (tmp_path / MATCHES).iterdir()
    standings = read_run(file).results.standings()
    assert [standing.wins for standing in standings] == found.wins


def test_the_workers_of_a_session_that_breaks_are_ended():
    def break_off():
        with Session(Size.QUICK, jobs=2) as session:
            session.map(abs, [1, 2])
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert not multiprocessing.active_children()


def test_counts_are_by_seat_rank_and_team():
    with Session(Size.QUICK, jobs=1) as session:
        four = session.play(Match("colonizers", ("uniform",) * 4, 40, 1, protocol="shuffle"))
        bang = session.play(Match("bang", ("rai", "rair"), 30, 1, protocol="teams", measures=True))
    assert [four.seat_share(seat).whole for seat in four.seats] == [40] * 4
    assert sum(four.seat_share(seat).part for seat in four.seats) == sum(four.wins)
    assert sum(four.seat_share(seat, rank=4).part for seat in four.seats) == 40
    assert four.mean_rank().mean == pytest.approx(2.5)
    assert four.mean_rank(0).number == 40
    assert four.counters == []
    assert bang.as_team(0, "law").number == 15
    assert bang.as_role(0, "sheriff").number == 15
    assert sum(bang.role_seats[0]["outlaw"].values()) == bang.as_role(0, "outlaw").number > 15
    assert four.as_role(0, "outlaw").number == 0
    assert len(bang.counters) == 2


def test_shares_by_role_and_team_are_judged_by_whole_deals():
    match = Match("bang", ("rai", "rair"), 600, 1, protocol="teams")
    with Session(Size.QUICK, jobs=1) as session:
        found = session.play(match)
    (standing, _) = play_match(match, HERE).standings()
    for part in standing.by_role:
        assert found.as_role(0, part.name) == Part(part.games, part.share)
    for part in standing.by_team:
        assert found.as_team(0, part.name) == Part(part.games, part.share)
    outlaws = found.as_role(0, "outlaw")
    plain = wilson(outlaws.share.estimate * outlaws.number, outlaws.number)
    assert outlaws.share.high - outlaws.share.low > 1.3 * (plain.high - plain.low)
    lines = {role: role_line(found, role) for role in ROLES}
    assert lines["outlaw"].ours == outlaws.share
    assert [lines[role].games for role in ("sheriff", "outlaw", "renegade")] == [300] * 3
    assert 0 < lines["deputy"].games < 300  # with 4 players there is none


def test_games_of_another_version_are_not_read(played, tmp_path, monkeypatch):
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        session.play(PAIR)
    monkeypatch.setattr("standoff.__version__", "0")
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        session.play(PAIR)
    assert len(played) == 2


def test_a_worker_that_dies_is_named():
    with (
        Session(Size.QUICK, jobs=2) as session,
        pytest.raises(BadRun, match="a worker process has died"),
    ):
        session.map(os._exit, [1, 1])
