"""The figures of the theses are consistent with themselves, so that slips in copying show."""

import pytest

from standoff.reproduction import EXPERIMENTS, Session, Size
from standoff.reproduction.crha.balance import BALANCES
from standoff.reproduction.crha.mixture import MIXTURES, mean_of_ranks
from standoff.reproduction.danilakova.tables import TABLES, notes_of
from standoff.reproduction.kolar.blocks import PLAYERS
from standoff.reproduction.kolar.points import KBS, PUBLISHED, SEATS
from standoff.reproduction.villabrille.defect import GAMES
from standoff.reproduction.villabrille.final import FINAL
from standoff.reproduction.villabrille.parameters import TESTS

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


@pytest.mark.parametrize("mixture", MIXTURES, ids=lambda mixture: mixture.number)
def test_the_ranks_of_crha_are_shared_out(mixture):
    for rank in range(4):
        assert sum(ranks[rank] for ranks in mixture.ranks.values()) == 50
    for agent, rows in mixture.positions.items():
        assert sum(wins for wins, _ in rows) == mixture.ranks[agent][0]
        assert sum(games for _, games in rows) == sum(mixture.ranks[agent])
    for finding in mixture.findings:
        assert {finding.first, *finding.others} <= set(mixture.line_up)


def test_the_average_ranks_of_crha_follow_from_the_counts():
    ranks = {agent: mean_of_ranks(row).mean for agent, row in MIXTURES[0].ranks.items()}
    assert ranks == {"random": 3.80, "heuristic": 2.38, "maxn": 2.54, "ismcts": 1.28}


def test_the_games_of_villabrille_add_up():
    for test in TESTS:
        assert {row.published.whole for row in test.rows} == {GAMES}
        assert {len(row.values) for row in test.rows} == {len(test.params)}
    assert {row.wins + row.losses + row.ties for row in FINAL.pairings} == {GAMES}


def test_the_totals_of_villabrille_follow_from_the_pairings():
    def total(bot, rows):
        wins = sum(row.wins for row in rows if row.first == bot)
        return wins + sum(row.losses for row in rows if row.second == bot)

    assert {bot: total(bot, FINAL.pairings) for bot in FINAL.totals} == FINAL.totals
    rest = [row for row in FINAL.pairings if "Random" not in (row.first, row.second)]
    totals = FINAL.totals_without_random
    assert {bot: total(bot, rest) for bot in totals} == totals


def test_the_bots_of_villabrille_are_those_that_were_published():
    assert list(FINAL.bots) == list(FINAL.bots_by_clock) == list(FINAL.totals)


def test_the_findings_of_villabrille_name_rows_that_there_are():
    for test in TESTS:
        for finding in test.findings:
            assert {finding.best, *finding.rivals} <= set(test.labels)


@pytest.mark.parametrize(
    ("number", "final"),
    [("4.1", ["C = 8"]), ("4.2", [125, 0.15, 0.15]), ("4.3", [5, 0.55, 1000])],
)
def test_every_value_that_villabrille_chose_is_a_finding(number, final):
    (test,) = [test for test in TESTS if test.number == number]
    published = {
        label: row.published.part for label, row in zip(test.labels, test.rows, strict=True)
    }
    for value, finding in zip(final, test.findings, strict=True):
        assert str(value) in finding.best.split(", ")
        rivals = finding.rivals or set(published) - {finding.best}
        assert published[finding.best] > max(published[rival] for rival in rivals)


def test_the_margins_of_kolars_table_follow_from_its_cells_but_for_one():
    cells = PUBLISHED.deviations | {3: PUBLISHED.deviations[3] | {5: 31.5}}  # printed as 34.1
    for kb in KBS:
        mean = sum(cells[kb][players] for players in PLAYERS) / 3
        assert mean == pytest.approx(PUBLISHED.mean_by_kb[kb], abs=0.06)
    for players in PLAYERS:
        mean = sum(cells[kb][players] for kb in KBS) / 3
        assert mean == pytest.approx(PUBLISHED.mean_by_players[players], abs=0.06)


def test_the_seats_of_kolars_tables_are_all_of_them():
    assert {players: sum(roles.values()) for players, roles in SEATS.items()} == {5: 5, 6: 6, 7: 7}
