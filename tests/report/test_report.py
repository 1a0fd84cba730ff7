"""Reports of runs: every number is the run's, and what is not settled is not ranked."""

import csv
import io
import json
import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure as Canvas

from standoff.arena import Match, Store, play_match
from standoff.errors import BadRun
from standoff.present import Table
from standoff.present.console import show_section
from standoff.present.html import write_section
from standoff.present.markdown import write_sections
from standoff.report import describe_runs, figures, read_run, write_report
from standoff.report.sections import order_note, slug, spread
from standoff.report.write import csv_text, plain
from standoff.statistics import Interval
from standoff.verbs import Result


def keep(path, *agents, game="asmacag", games=120, **more):
    match = Match(game, agents, games, 1, **more)
    with Store.begin(path, match) as store:
        play_match(match, 1, store=store)
    return path


@pytest.fixture(scope="module")
def league(tmp_path_factory):
    """A round robin of four on ASMACAG."""
    path = tmp_path_factory.mktemp("report") / "league.sqlite"
    agents = ("greedy", "random", "exact", "uniform")
    return keep(path, *agents, games=600, protocol="roundrobin")


@pytest.fixture(scope="module")
def duel(tmp_path_factory):
    """Teams of two on Bang!, measured."""
    path = tmp_path_factory.mktemp("report") / "duel.sqlite"
    return keep(path, "rair", "rai", game="bang", games=300, protocol="teams", measures=True)


def tables(document):
    return {table.title: table for section in document.sections for table in section.tables}


# --- a run read back ---


def test_a_run_read_back_is_the_match_that_was_played(league):
    run = read_run(league)
    played = play_match(run.match, 1)
    assert run.results.as_dict() == played.as_dict()
    assert run.is_whole
    assert run.decisions == Counter({18: 600})


def test_a_run_can_be_read_without_its_agents(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        return view.actions[0]\n")
    match = Match("asmacag", (f"{bot}:Bot", "greedy"), 4, 1)
    with Store.begin(tmp_path / "a.sqlite", match) as store:
        play_match(match, 0, store=store)
    bot.unlink()
    assert read_run(tmp_path / "a.sqlite").results.games == 4


def test_a_run_that_is_not_finished_is_told_as_far_as_it_got(league, tmp_path):
    match = Match("asmacag", ("greedy", "random"), 400, 1)
    path = tmp_path / "half.sqlite"
    with Store.begin(path, match) as store:

        def stop(games):
            if store.games >= 200:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            play_match(match, 1, stop, store)
    run = read_run(path)
    assert run.results.games == 204  # a shard has six
    assert not run.is_whole
    head = describe_runs([run]).sections[0]
    assert "204 of 400 games of asmacag" in head.notes[0]
    assert "not finished" in head.notes[-1]


def test_what_is_no_run_is_refused(tmp_path):
    with pytest.raises(BadRun, match="there is no run in"):
        read_run(tmp_path / "none.sqlite")


# --- ratings ---


def test_ratings_rank_what_is_settled(league):
    run = read_run(league)
    rated = dict(zip(run.results.agents, run.ratings.entrants, strict=True))
    assert rated["exact"].low > rated["greedy"].high > rated["uniform"].high
    assert run.categories == ("seat 0", "seat 1")
    note = describe_runs([run]).sections[3].notes[1]
    assert re.search(
        r": exact > greedy, greedy > (uniform|random);"
        r" not settled: (uniform and random|random and uniform)\.$",
        note,
    )


def test_equal_agents_are_never_ranked(tmp_path):
    match = Match("colonizers", ("uniform",) * 4, 400, 1, protocol="rotate")
    with Store.begin(tmp_path / "a.sqlite", match) as store:
        play_match(match, 1, store=store)
    run = read_run(tmp_path / "a.sqlite")
    away = np.array([[300.0, 200.0, 100.0, 0.0]])
    sure = tuple(Interval(*[float(rating)] * 3) for rating in away[0])
    ratings = replace(run.ratings, entrants=sure, samples=away)
    note = order_note(run, ratings, range(4))
    assert ">" not in note
    assert note.endswith(f"none; not settled: {', '.join(['uniform and uniform'] * 3)}.")


def test_agents_that_never_met_are_never_ranked(league, monkeypatch):
    run = read_run(league)
    met = [row for row in run.results.comparisons() if row.first != "greedy"]
    monkeypatch.setattr(type(run.results), "comparisons", lambda self: met)
    order = [2, 0, 1, 3]
    assert "greedy >" not in order_note(run, run.ratings, order)
    assert "greedy and random" in order_note(run, run.ratings, order).split("not settled")[1]


@pytest.mark.parametrize(
    ("agents", "games", "more"),
    [
        (2, 12, {"protocol": "teams"}),
        (3, 12, {"protocol": "teams"}),
        (5, 10, {"protocol": "rotate", "options": {"players": 5}}),
        (3, 36, {"protocol": "roundrobin"}),
        (3, 30, {"protocol": "roundrobin:rotate", "options": {"players": 5}}),
    ],
)
def test_every_agent_has_each_seat_equally_often(agents, games, more, tmp_path):
    path = keep(tmp_path / "a.sqlite", *["uniform"] * agents, game="bang", games=games, **more)
    run = read_run(path)
    seats = run.results.tally.by_seat[..., list(Result)].sum(axis=3)  # by agent, size and seat
    assert (seats == seats[0]).all()
    notes = describe_runs([run]).sections[2].notes
    assert any("each deal is played with every seating" in note for note in notes)


def test_seats_drawn_at_random_are_said_to_be(tmp_path):
    path = keep(tmp_path / "a.sqlite", "rai", "uniform", game="bang", games=20, protocol="shuffle")
    notes = describe_runs([read_run(path)]).sections[3].notes
    assert any("equally often on average" in note for note in notes)


def test_the_first_seat_is_worth_something_on_asmacag(league):
    first, second = read_run(league).ratings.categories
    assert first.low > 0 > second.high


def test_teams_are_rated_with_their_role_and_the_size_of_the_table(duel):
    run = read_run(duel)
    assert len(run.categories) == 12
    assert run.categories[:3] == ("law, 4 players", "outlaws, 4 players", "renegade, 4 players")
    rair, rai = run.ratings.entrants
    assert rair.estimate > rai.estimate
    assert run.ratings.difference(0, 1).low > 0


def test_one_agent_alone_has_no_rating(tmp_path):
    path = keep(tmp_path / "a.sqlite", "uniform", game="bang", games=20, protocol="shuffle")
    run = read_run(path)
    assert run.ratings is None
    assert "Ratings" not in [section.title for section in describe_runs([run]).sections]


# --- what is said ---


def test_comparisons_say_what_is_not_settled(league):
    rows = tables(describe_runs([read_run(league)]))["comparisons"].rows
    better = {(first, second): row for first, second, _, _, row in rows}
    assert better["greedy", "random"] == "greedy"
    assert better["random", "uniform"] == "not settled"
    assert len(rows) == 6


def test_the_cross_table_counts_games_of_two(league):
    run = read_run(league)
    cross = tables(describe_runs([run]))["wins of the row against the column"]
    greedy, random = cross.rows[0], cross.rows[1]
    alone = play_match(Match("asmacag", ("greedy", "random"), 100, 1)).standings()[0]
    assert np.isnan(greedy[1])
    assert abs(greedy[2] - alone.share.estimate) < 0.12
    assert greedy[2] + random[1] <= 1
    assert cross.texts()[0][1:3] == ["-", f"{100 * greedy[2]:.1f}%"]


def test_shares_by_role_seat_and_size_are_told(duel):
    document = describe_runs([read_run(duel)])
    found = tables(document)
    assert {row[1] for row in found["by role"].rows} == {"sheriff", "deputy", "outlaw", "renegade"}
    assert {row[1] for row in found["by players"].rows} == {4, 5, 6, 7}
    assert sum(row[2] for row in found["by team"].rows if row[0] == "rair") == 450
    assert [row[0] for row in found["whether seats are even"].rows] == [4, 5, 6, 7]
    assert np.isnan(found["wins by seat"].rows[0][5])  # nobody at the fifth of four seats


def test_measures_by_round_are_drawn(duel):
    document = describe_runs([read_run(duel)])
    sections = [part for part in document.sections if part.title.startswith("Measures of")]
    assert [part.title for part in sections] == [
        f"Measures of {agent}, estimator {read_run(duel).results.estimator_name}"
        for agent in ("rair", "rai")
    ]
    assert all(len(part.figures) >= 2 for part in sections)


def test_the_axes_of_every_plot_are_labelled(league, duel):
    sections = describe_runs([read_run(league), read_run(duel)]).sections
    plots = [figure for section in sections for figure in section.figures]
    assert len(plots) > 8
    for figure in plots:
        axes = Canvas().add_subplot()
        figure.draw(axes)
        assert axes.get_xlabel(), figure.name
        assert axes.get_ylabel(), figure.name


def test_faults_are_told(tmp_path, bots, capsys):
    match = Match("asmacag", (f"{bots}:Raises", "greedy"), 4, 1)
    with Store.begin(tmp_path / "a.sqlite", match) as store:
        play_match(match, 0, store=store)
    section = describe_runs([read_run(tmp_path / "a.sqlite")]).sections[-1]
    assert section.title == "Faults"
    assert section.tables[0].rows == ((f"{bots}:Raises", "raised", 36),)
    assert "failed 36 times, first in game 0, move 1" in section.notes[0]
    assert section.listings[0].endswith("KeyError: 'no idea'")
    assert "\n    KeyError: 'no idea'" in write_sections([section])
    assert "KeyError: &#x27;no idea&#x27;</pre>" in write_section(section, {})
    show_section(section)
    assert "    KeyError: 'no idea'\n" in capsys.readouterr().out


def test_every_agent_has_a_thinking_time(tmp_path):
    """Also agents that are compiled, and agents that search."""
    for agents in (("greedy", "random"), ("mcts:iterations=5", "random")):
        match = Match("asmacag", agents, 32, 1)
        path = tmp_path / f"{agents[0][:2]}.sqlite"
        with Store.begin(path, match) as store:
            play_match(match, 0, store=store)
        standings = describe_runs([read_run(path)]).sections[1].tables[0]
        column = standings.columns.index("ms")
        assert all(0 < row[column] < 10_000 for row in standings.rows)


@pytest.mark.parametrize(
    ("counts", "found"),
    [({18: 5}, (18.0, 18, 18, 18)), ({1: 1, 2: 2, 9: 1}, (3.5, 1, 2, 9))],
)
def test_lengths_are_told_by_mean_and_median(counts, found):
    assert spread(Counter(counts)) == found


# --- files ---


@pytest.fixture(scope="module")
def written(league, duel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("written") / "out"
    document = describe_runs([read_run(league), read_run(duel)])
    return document, folder, write_report(document, folder)


def test_everything_is_written(written):
    document, folder, paths = written
    names = {path.name for path in paths}
    assert {"report.md", "report.html", "report.json"} <= names
    figures_told = {f"{fig.name}.svg" for part in document.sections for fig in part.figures}
    assert figures_told <= names
    assert "run-1-cross.svg" in names
    assert len([name for name in names if name.endswith(".csv")]) == sum(
        len(part.tables) + len(part.counts) for part in document.sections
    )
    assert all((folder / name).stat().st_size for name in names)


def test_the_page_needs_nothing_else(written):
    _, folder, _ = written
    page = (folder / "report.html").read_text()
    assert "<svg" in page
    assert not re.search(r'(src|href)="(?!#)', page.replace("xlink:href", "").replace(" href=", ""))
    assert "<script" not in page
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))


def test_plots_are_sound_and_the_same_again(written, league):
    _, folder, _ = written
    for path in folder.glob("*.svg"):
        ET.fromstring(path.read_text())
    again = folder.parent / "again"
    write_report(describe_runs([read_run(league)]), again)
    once = folder.parent / "once"
    write_report(describe_runs([read_run(league)]), once)
    for path in again.iterdir():
        assert path.read_bytes() == (once / path.name).read_bytes()


def test_markdown_links_the_plots_that_are_there(written):
    _, folder, _ = written
    text = (folder / "report.md").read_text()
    linked = re.findall(r"\]\(([^)]+)\)", text)
    assert linked
    assert all((folder / name).is_file() for name in linked)


def test_json_is_plain_and_whole(written, league):
    _, folder, _ = written
    data = json.loads((folder / "report.json").read_text())
    assert data["schema"] == 1
    first, second = data["runs"]
    assert first["file"] == "league.sqlite"
    assert first["tables"]["decisions"]["rows"] == [[18, 600]]
    assert second["measures"]["rair"]
    both = {"standings", "comparisons", "ratings", "effects", "by-seat", "seats", "evenness"}
    assert {*both, "cross", "decisions", "length"} == set(first["tables"])
    assert {*both, "by-team", "by-role", "by-players", "rounds"} <= set(second["tables"])


def test_json_and_csv_hold_the_same_numbers(written):
    _, folder, _ = written
    runs = json.loads((folder / "report.json").read_text())["runs"]
    for number, run in enumerate(runs, 1):
        for name, table in run["tables"].items():
            text = (folder / f"run-{number}-{name}.csv").read_text()
            columns, *rows = csv.reader(io.StringIO(text))
            assert columns == table["columns"]
            told = [["" if cell is None else str(cell) for cell in row] for row in table["rows"]]
            assert rows == told


def test_what_has_bounds_is_three_numbers(written, league):
    _, folder, _ = written
    tables = json.loads((folder / "report.json").read_text())["runs"][0]["tables"]
    standings, ratings = tables["standings"], tables["ratings"]
    standing = dict(zip(standings["columns"], standings["rows"][0], strict=True))
    rank = read_run(league).results.standings()[0].rank
    assert standing["mean rank"] == rank.estimate
    assert (standing["mean rank low"], standing["mean rank high"]) == (rank.low, rank.high)
    assert 0 < standing["ms"] < 1000
    assert ratings["columns"][1:4] == ["rating", "rating low", "rating high"]
    assert all(isinstance(cell, float) for row in ratings["rows"] for cell in row[1:4])


def test_csv_has_three_columns_for_a_share():
    rows = (("a|b", Interval(0.5, 0.25, 0.75)), ("c", "-"), ("d", Interval(1.0, 0.5, math.inf)))
    table = Table("t", ("agent", "share, %"), rows)
    assert list(csv.reader(io.StringIO(csv_text(table)))) == [
        ["agent", "share", "share low", "share high"],
        ["a|b", "0.5", "0.25", "0.75"],
        ["c", "-", "", ""],
        ["d", "1.0", "0.5", ""],
    ]


def test_texts_are_fit_for_files():
    assert slug("Who is better: A & B?") == "who-is-better-a-b"
    assert plain({"a": [float("inf"), 1.5, float("nan")]}) == {"a": [None, 1.5, None]}


def test_what_has_no_bound_ends_at_the_edge():
    axes = Canvas().add_subplot()
    figures.ratings([("a", Interval(900.0, 300.0, float("inf"))), ("b", Interval(0.0, -5.0, 5.0))])(
        axes
    )
    assert axes.get_xlim()[1] < 2000


def test_no_file_is_left_by_reading(league):
    before = sorted(path.name for path in Path(league).parent.iterdir())
    read_run(league)
    assert sorted(path.name for path in Path(league).parent.iterdir()) == before


def test_runs_of_one_name_keep_their_own_plots(tmp_path):
    for folder, agents in (("one", ("greedy", "random")), ("other", ("random", "greedy"))):
        (tmp_path / folder).mkdir()
        keep(tmp_path / folder / "run.sqlite", *agents)
    runs = [read_run(tmp_path / folder / "run.sqlite") for folder in ("one", "other")]
    names = [figure.name for part in describe_runs(runs).sections for figure in part.figures]
    assert len(set(names)) == len(names)
    assert {"run-1-shares", "run-2-shares"} <= set(names)
