import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from standoff.errors import BadRun, UnknownName
from standoff.reproduction import (
    EXPERIMENTS,
    Experiment,
    Session,
    Size,
    Verdict,
    find,
    of_size,
    reproduce,
)
from standoff.reproduction.danilakova import individual, tables
from standoff.reproduction.page import make_page
from standoff.reproduction.record import read_entry
from standoff.reproduction.session import MATCHES

TINY = {
    "danilakova-8.1": 12,
    "crha-5.1": 40,
    "crha-4": 4,
    "villabrille-4.1": 2,
    "villabrille-4.4": 2,
    "villabrille-4.5": 2,
    "kolar-table-2": 12,
    "kolar-6.1": 12,
    "kolar-6.2": 12,
    "kolar-6.3": 12,
    "kolar-6.4": 12,
    "kolar-7.1": 12,
    "kolar-7.4": 12,
    "kolar-4.3": 4,
    "kolar-4.4": 4,
    "kolar-4.10": 1,
    "wished-rules-1": 2,
    "league-asmacag": 2,
}


def tiny(name: str) -> Experiment:
    return replace(EXPERIMENTS[name], games={Size.QUICK: TINY[name]})


def files_of(folder):
    """Return the contents of all files; of games, all rows but how long agents thought."""
    return {
        path.relative_to(folder): rows_of(path) if path.suffix == ".sqlite" else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def rows_of(path):
    with closing(sqlite3.connect(path)) as file:
        return [
            file.execute(f"SELECT * FROM {table}").fetchall()
            for table in ("run", "agents", "games", "faults", "shards")
        ]


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory):
    """Return the folder of a run of many experiments, each with very few games."""
    folder = tmp_path_factory.mktemp("run")
    with Session(Size.QUICK, jobs=1, folder=folder) as session:
        for _ in reproduce([tiny(name) for name in TINY], session):
            pass
    return folder


def test_every_experiment_leaves_a_file_and_figures_a_picture(run_folder):
    names = {path.stem for path in run_folder.glob("*.json")}
    assert names == set(TINY)
    assert "<svg" in (run_folder / "kolar-4.3.svg").read_text()


def test_every_line_has_a_verdict_if_something_was_published(run_folder):
    with Session(Size.QUICK, folder=run_folder) as session:
        found = [entry for _, entry in reproduce([tiny(name) for name in TINY], session)]
    for entry in found:
        for line in entry.report.lines:
            assert (line.verdict is Verdict.NONE) == (line.published == ""), entry.id
            assert line.ours_text


def test_a_run_that_is_started_again_plays_nothing(run_folder, monkeypatch):
    before = files_of(run_folder)
    monkeypatch.setattr("standoff.reproduction.session.play_match", None)
    with Session(Size.QUICK, folder=run_folder) as session:
        again = [entry.id for _, entry in reproduce([tiny(name) for name in TINY], session)]
    assert again == list(TINY)
    assert files_of(run_folder) == before


def test_another_number_of_games_takes_the_place_of_the_first(tmp_path):
    for games in (4, 8):
        experiment = replace(EXPERIMENTS["crha-5.1"], games={Size.QUICK: games})
        with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
            ((_, entry),) = reproduce([experiment], session)
        assert entry.games == read_entry(tmp_path, "crha-5.1").games == games


def test_the_number_of_workers_changes_no_byte(tmp_path):
    names = ("crha-5.1", "villabrille-4.1", "kolar-table-2")
    folders = []
    for jobs in (1, 2):
        folders.append(tmp_path / str(jobs))
        with Session(Size.QUICK, jobs=jobs, folder=folders[-1]) as session:
            for _ in reproduce([tiny(name) for name in names], session):
                pass
    assert files_of(folders[0]) == files_of(folders[1])


def test_a_folder_of_another_seed_or_size_is_refused(run_folder):
    for size, seed in ((Size.QUICK, 2), (Size.FULL, 1)):
        experiment = replace(tiny("crha-5.1"), games={size: 4})
        with (
            Session(size, seed, folder=run_folder) as session,
            pytest.raises(BadRun, match="holds crha-5.1 of --quick --seed 1"),
        ):
            list(reproduce([experiment], session))


def test_an_experiment_without_the_size_is_refused():
    with (
        Session(Size.QUICK) as session,
        pytest.raises(BadRun, match="seconds is played with --full, not with --quick"),
    ):
        list(reproduce(find(["villabrille-4.4-seconds"]), session))


def test_what_was_finished_is_kept_when_a_run_is_stopped(tmp_path):
    def stop(session, games):
        raise KeyboardInterrupt

    stopping = replace(tiny("crha-4"), run=stop)
    with pytest.raises(KeyboardInterrupt), Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        list(reproduce([tiny("crha-5.1"), stopping], session))
    assert [path.name for path in tmp_path.glob("*.json")] == ["crha-5.1.json"]


def test_an_unknown_id_is_answered_with_the_known_ones():
    with pytest.raises(UnknownName, match="unknown experiment 'table-5'; known: crha-3, crha-4"):
        find(["crha-3", "table-5"])
    assert [found.id for found in find(["crha-4", "crha-3", "crha-4"])] == ["crha-4", "crha-3"]
    assert len(of_size(Size.QUICK)) == len(EXPERIMENTS) - 1


def test_the_individual_is_trained_once_and_goes_on_from_the_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(individual, "GENERATIONS", {Size.QUICK: 2})
    monkeypatch.setattr(individual, "GAMES_A_GENERATION", 8)
    table = replace(EXPERIMENTS["danilakova-8.7"], games={Size.QUICK: 6})
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        ((_, first),) = reproduce([table], session)
    assert "trained here by the (1+3)-ES" in " ".join(first.report.notes)
    assert (tmp_path / "evolution-2-seed-1.json").exists()
    (tmp_path / "danilakova-8.7.json").unlink()
    monkeypatch.setattr(individual, "train", None)
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        ((_, again),) = reproduce([table], session)
    assert again == first
    assert len(list((tmp_path / MATCHES).iterdir())) == 1  # read, though it names another file


def test_games_of_the_individual_that_were_stopped_are_played_again(tmp_path, monkeypatch):
    monkeypatch.setattr(individual, "GENERATIONS", {Size.QUICK: 1})
    monkeypatch.setattr(individual, "GAMES_A_GENERATION", 4)
    table = replace(EXPERIMENTS["danilakova-8.7"], games={Size.QUICK: 6})
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        ((_, first),) = reproduce([table], session)
    (tmp_path / "danilakova-8.7.json").unlink()
    (kept,) = (tmp_path / MATCHES).iterdir()
    with closing(sqlite3.connect(kept)) as file:
        file.execute("DELETE FROM shards WHERE first = 0")
        file.commit()
    with Session(Size.QUICK, jobs=1, folder=tmp_path) as session:
        ((_, again),) = reproduce([table], session)
    assert again == first


def test_three_ais_meet_by_time_and_by_strength(monkeypatch):
    default = "evolution:individual=default"
    monkeypatch.setattr(tables, "train_individual", lambda session, options: default)
    table = replace(EXPERIMENTS["danilakova-8.8"], games={Size.QUICK: 6})
    played = []
    with Session(Size.QUICK, jobs=1) as session:
        play = session.play
        monkeypatch.setattr(session, "play", lambda match: played.append(match) or play(match))
        ((_, entry),) = reproduce([table], session)
    assert [match.agents[:2] for match in played] == [
        ("mcai:iterations=400", "hybrid:iterations=800"),
        ("mcai:iterations=200", "hybrid:iterations=16"),
        ("rair", "mcai:iterations=200"),
        ("rair", "hybrid:iterations=16"),
    ]
    assert [len(sheet.lines) for sheet in entry.report.sheets] == [5, 5, 3, 3]
    assert [sheet.lines[1].published for sheet in entry.report.sheets[2:]] == ["54.8%", "57.9%"]


def test_roles_are_read_from_the_games_of_the_tables(tmp_path, monkeypatch):
    chosen = [table for table in tables.TABLES if table.number in ("8.1", "8.6", "8.8")]
    small = [replace(EXPERIMENTS[table.id], games={Size.QUICK: 12}) for table in chosen]
    monkeypatch.setattr(tables, "TABLES", chosen)
    monkeypatch.setattr(tables, "EXPERIMENTS", small)
    with Session(Size.QUICK, jobs=1) as session:
        ((_, entry),) = reproduce([EXPERIMENTS["danilakova-9.1"]], session)
    labels = [line.label for line in entry.report.lines]
    assert labels[0] == "rai (8.1) as law"
    assert labels[-1] == "evolution (8.6) as renegade"


# --- the page -----------------------------------------------------------------------------------


def test_a_page_shows_every_experiment_with_its_lines(run_folder):
    page = make_page(run_folder)
    for name in TINY:
        assert f'<a id="{name}"></a>' in page
        assert f"(#{name})" in page
    assert "| rai | 40.8% |" in page
    assert "## Which findings stand" in page
    assert "Not run: danilakova-8.2" in page
    assert "12 games a match, fewer than the 5000 of --full." in page
    assert "Seed 1." in page


def test_a_folder_without_results_makes_no_page(tmp_path):
    with pytest.raises(BadRun, match="there is no result"):
        make_page(tmp_path)
