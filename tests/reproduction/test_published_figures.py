"""The figures of the theses are consistent with themselves, so that slips in copying show."""

import pytest

from standoff.reproduction import EXPERIMENTS, Session, Size
from standoff.reproduction.crha import BALANCES, CONTESTS, mean_of_ranks
from standoff.reproduction.danilakova import TABLES, notes_of
from standoff.reproduction.kolar import (
    DEVIATIONS,
    KBS,
    MEAN_BY_KB,
    MEAN_BY_PLAYERS,
    PLAYERS,
    SEATS,
)
from standoff.reproduction.villabrille import (
    FINAL,
    GAMES,
    TOTALS,
    TOTALS_WITHOUT_RANDOM,
    TUNINGS,
)

IDS = [
    *(f"danilakova-8.{number}" for number in range(1, 9)),
    *("danilakova-9.1", "crha-5.1", "crha-5.2", "crha-3", "crha-4", "crha-5"),
    *(f"villabrille-4.{number}" for number in range(1, 6)),
    *("villabrille-4.4-seconds", "kolar-table-2"),
    *(f"kolar-6.{number}" for number in range(1, 5)),
    *(f"kolar-7.{number}" for number in range(1, 6)),
    *(f"kolar-4.{number}" for number in range(3, 12)),
    *("wished-roles", "wished-rules-1", "wished-rules-2"),
    *("league-asmacag", "league-colonizers", "league-bang"),
]


def test_every_published_table_and_figure_has_an_id():
    assert sorted(EXPERIMENTS) == sorted(IDS)


def test_only_the_run_by_the_clock_is_left_out_of_quick():
    assert [name for name, found in EXPERIMENTS.items() if Size.QUICK not in found.games] == [
        "villabrille-4.4-seconds"
    ]


@pytest.mark.parametrize(
    ("number", "games"),
    [("8.1", 5000), ("8.2", 1000), ("8.3", 500), ("8.4", 1000), ("8.5", 500), ("8.6", 5000),
     ("8.7", 5000), ("8.8", 1000)],
)  # fmt: skip
def test_every_game_of_danilakova_has_a_winner(number, games):
    (table,) = [table for table in TABLES if table.number == number]
    assert table.games == games
    assert EXPERIMENTS[f"danilakova-{number}"].games[Size.FULL] == games


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.number)
def test_notes_name_only_who_plays(table):
    notes = " ".join(notes_of(table, Session(Size.QUICK), 0, 12))
    assert "takes the Deputy off" in notes
    for agent in ("evolution", "mcai", "hybrid"):
        assert (agent in notes) == (agent in table.victories)


@pytest.mark.parametrize("balance", BALANCES, ids=lambda balance: balance.number)
def test_the_positions_of_crha_share_1000_games(balance):
    assert sum(balance.wins) == sum(balance.losses) == 1000
    assert sum(balance.ranks) == pytest.approx(10)


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.number)
def test_the_ranks_of_crha_are_shared_out(contest):
    for rank in range(4):
        assert sum(ranks[rank] for ranks in contest.ranks.values()) == 50
    for agent, rows in contest.positions.items():
        assert sum(wins for wins, _ in rows) == contest.ranks[agent][0]
        assert sum(games for _, games in rows) == sum(contest.ranks[agent])


def test_the_average_ranks_of_crha_follow_from_the_counts():
    ranks = {agent: mean_of_ranks(row).mean for agent, row in CONTESTS[0].ranks.items()}
    assert ranks == {"random": 3.80, "heuristic": 2.38, "maxn": 2.54, "ismcts": 1.28}


def test_the_games_of_villabrille_add_up():
    for tuning in TUNINGS:
        assert {row.published.whole for row in tuning.rows} == {GAMES}
    assert {sum(result) for result in FINAL.values()} == {GAMES}


def test_the_totals_of_villabrille_follow_from_the_pairings():
    def total(bot, pairs):
        return sum(FINAL[pair][pair.index(bot)] for pair in pairs if bot in pair)

    assert {bot: total(bot, FINAL) for bot in TOTALS} == TOTALS
    rest = [pair for pair in FINAL if "Random" not in pair]
    assert {bot: total(bot, rest) for bot in TOTALS_WITHOUT_RANDOM} == TOTALS_WITHOUT_RANDOM


def test_the_findings_of_tunings_name_rows_that_there_are():
    for tuning in TUNINGS:
        labels = {row.label for row in tuning.rows}
        for _, best, rivals in tuning.findings:
            assert {best, *rivals} <= labels


@pytest.mark.parametrize(
    ("number", "final"),
    [("4.1", ["C = 8"]), ("4.2", [125, 0.15, 0.15]), ("4.3", [5, 0.55, 1000])],
)
def test_every_value_that_villabrille_chose_is_a_finding(number, final):
    (tuning,) = [tuning for tuning in TUNINGS if tuning.number == number]
    published = {row.label: row.published.part for row in tuning.rows}
    for value, (_, best, rivals) in zip(final, tuning.findings, strict=True):
        assert str(value) in best.split(", ")
        assert published[best] > max(published[rival] for rival in rivals)


def test_the_margins_of_kolars_table_follow_from_its_cells_but_for_one():
    cells = DEVIATIONS | {(3, 5): 31.5}  # printed as 34.1
    for kb in KBS:
        mean = sum(cells[kb, players] for players in PLAYERS) / 3
        assert mean == pytest.approx(MEAN_BY_KB[kb], abs=0.06)
    for players in PLAYERS:
        mean = sum(cells[kb, players] for kb in KBS) / 3
        assert mean == pytest.approx(MEAN_BY_PLAYERS[players], abs=0.06)


def test_the_seats_of_kolars_tables_are_all_of_them():
    assert {players: sum(roles.values()) for players, roles in SEATS.items()} == {5: 5, 6: 6, 7: 7}
