from collections import Counter

import pytest
import toy as t

import standoff
from standoff import verbs
from standoff.arena.schedule import MAX_GAMES, Protocol, list_assignments, plan
from standoff.errors import BadRun, UnknownName

ASMACAG = standoff.load("asmacag")
COLONIZERS = standoff.load("colonizers")
BANG = standoff.load("bang")


@pytest.mark.parametrize(
    ("agents", "protocol"), [(2, "teams"), (3, "teams"), (5, "rotate")], ids=str
)
def test_agents_too_few_for_the_seats_play_teams(agents, protocol):
    assert plan(BANG, agents, games=30, seed=1).protocol == protocol


def test_the_nearest_numbers_of_games_are_named():
    with pytest.raises(BadRun, match="choose 2 or 4"):
        plan(ASMACAG, 2, games=3, seed=1)


def test_each_deal_is_played_once_for_every_rotation():
    schedule = plan(COLONIZERS, 4, games=8, seed=1)
    assert schedule.protocol == Protocol.ROTATE
    assert [schedule.deal(game) for game in range(8)] == [0] * 4 + [1] * 4
    for seat in range(4):
        assert {schedule.seating(game)[seat] for game in range(4)} == {0, 1, 2, 3}


def test_two_seats_are_swapped():
    schedule = plan(ASMACAG, 2, games=4, seed=1)
    assert schedule.protocol == Protocol.PAIRS
    assert [schedule.seating(game) for game in range(3)] == [(0, 1), (1, 0), (0, 1)]


def test_protocols_can_be_named():
    assert plan(ASMACAG, 2, 2, 1, "pairs").protocol == Protocol.PAIRS
    assert plan(ASMACAG, 2, 2, 1, "rotate").protocol == Protocol.ROTATE
    assert plan(COLONIZERS, 4, 4, 1, "rotate") == plan(COLONIZERS, 4, 4, 1)


@pytest.mark.parametrize(
    ("games", "message"),
    [
        (0, "the number of games must be from 1 to 10000000, not 0"),
        (-5, "must be from 1 to"),
        (MAX_GAMES + 2, "must be from 1 to"),
        (7, "must be a multiple of 2, not 7: each deal is played 2 times"),
    ],
)
def test_impossible_counts_are_refused(games, message):
    with pytest.raises(BadRun, match=message):
        plan(ASMACAG, 2, games, 1)


# --- teams ---


@pytest.mark.parametrize(
    ("teams", "agents", "count"), [(3, 2, 6), (3, 3, 6), (4, 2, 14), (2, 2, 2)]
)
def test_every_team_has_an_agent_and_every_agent_a_team(teams, agents, count):
    ways = list_assignments(teams, agents)
    assert len(set(ways)) == len(ways) == count
    assert list(ways) == sorted(ways)
    assert all(len(way) == teams and set(way) == set(range(agents)) for way in ways)


def test_two_agents_are_each_alone_with_each_team_once_on_a_deal():
    schedule = plan(BANG, 2, games=12, seed=1, protocol="teams")
    for first in (0, 6):
        assert {schedule.deal(game) for game in range(first, first + 6)} == {first // 6}
        alone = []
        for game in range(first, first + 6):
            seating = schedule.seating(game)
            loner = 0 if seating.count(0) == 1 else 1
            alone.append((loner, seating.index(loner)))
        assert sorted(alone) == [(agent, team) for agent in range(2) for team in range(3)]


def test_the_number_of_players_is_drawn_for_each_deal():
    schedule = plan(BANG, 2, games=6000, seed=1, protocol="teams")
    assert schedule.sizes == (4, 5, 6, 7)
    assert schedule.seats == 7
    sizes = [schedule.size_index(game) for game in range(6000)]
    assert all(len(set(sizes[first : first + 6])) == 1 for first in range(0, 6000, 6))
    counts = Counter(sizes)
    assert set(counts) == {0, 1, 2, 3}
    assert all(1200 < count < 1800 for count in counts.values())
    assert sizes != [plan(BANG, 2, 6000, 2, "teams").size_index(game) for game in range(6000)]


@pytest.mark.parametrize("players", [5, 8])
def test_a_given_number_of_players_is_kept(players):
    """Even if it is the default, or is never drawn."""
    assert plan(standoff.load("bang", players=players), 2, 7, 1, "teams").sizes == (players,)
    assert plan(standoff.load("bang", rules="kolar"), 2, 7, 1, "teams").sizes == (4, 5, 6, 7)


def test_a_game_of_one_size_is_played_in_it():
    game = t.toy({verbs.team: lambda state, seat: seat}, teams=("a", "b"))
    assert plan(game, 2, 3, 1, "teams").sizes == (2,)


@pytest.mark.parametrize("game", [ASMACAG, BANG], ids=["rotate", "teams"])
def test_fixtures_agree_with_the_methods_for_one_game(game):
    protocol = "teams" if game is BANG else None
    schedule = plan(game, 2, games=40, seed=3, protocol=protocol)
    rows, sides = schedule.fixtures(10, 40)
    assert rows["number"].tolist() == list(range(10, 40))
    for row, seating in zip(rows, sides, strict=True):
        number = int(row["number"])
        assert row["deal"] == schedule.deal(number)
        assert row["size_index"] == schedule.size_index(number)
        assert tuple(seating) == schedule.seating(number)


def test_no_games_have_no_fixtures():
    rows, sides = plan(BANG, 2, 6, 1, "teams").fixtures(0, 0)
    assert len(rows) == len(sides) == 0


@pytest.mark.parametrize(
    ("game", "agents", "protocol", "error", "message"),
    [
        (ASMACAG, 2, "teams", BadRun, "asmacag has no teams; choose pairs, rotate or shuffle"),
        (BANG, 1, "teams", BadRun, "the teams of bang are played by 2 to 3 agents, not 1"),
        (BANG, 4, "teams", BadRun, "the teams of bang are played by 2 to 3 agents, not 4"),
        (BANG, 5, "pairs", BadRun, "pairs needs two seats, but bang has 5; choose rotate"),
        (BANG, 2, "rotate", BadRun, "bang needs 5 agents, not 2"),
        (
            ASMACAG,
            2,
            "knock-out",
            UnknownName,
            "unknown protocol 'knock-out'; known: pairs, rotate",
        ),
    ],
    ids=["no teams", "one agent", "four agents", "five seats", "two agents", "unknown"],
)
def test_impossible_protocols_are_refused(game, agents, protocol, error, message):
    with pytest.raises(error, match=message):
        plan(game, agents, 60, 1, protocol)
