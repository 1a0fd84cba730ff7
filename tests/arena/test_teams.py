"""Matches in which every team is played by one agent."""

import dataclasses
import json

import pytest
import toy as t
from played import facts

import standoff
from standoff import verbs
from standoff.arena import Match, Results, compare, play_match, read_replay, verify
from standoff.arena.match import LoadedMatch
from standoff.arena.referee import play_game
from standoff.arena.shard import Shard
from standoff.errors import BadOption, BadSpec
from standoff.parts import UNIFORM_POLICY, Agents
from standoff.statistics import clustered
from standoff.verbs import Result

BANG = standoff.load("bang")
LAW, OUTLAWS, RENEGADE = range(3)


def match(*agents, games=60, seed=1, **more):
    options = more.pop("options", {"rules": "danilakova"})
    return Match("bang", agents, games, seed, options, protocol="teams", **more)


# --- the same games, however they are played ---


@pytest.mark.parametrize("count", [2, 3])
def test_compiled_and_recorded_teams_play_the_same_games(tmp_path, count):
    agents = ["uniform"] * count
    compiled = facts(match(*agents))
    recorded = facts(match(*agents), jobs=0, save=tmp_path)
    assert compiled.outcomes.tobytes() == recorded.outcomes.tobytes()
    assert (compiled.entrants == recorded.entrants).all()
    assert (compiled.teams == recorded.teams).all()
    assert (compiled.decisions == recorded.decisions).all()


def test_any_number_of_workers_gives_the_same_teams():
    made = match("uniform", "uniform", games=500)
    results = [play_match(made, jobs=jobs) for jobs in (1, 2, 5)]
    assert len({json.dumps(result.as_dict()) for result in results}) == 1
    assert len({facts(made, jobs).outcomes.tobytes() for jobs in (1, 2, 5)}) == 1


def test_a_longer_match_of_teams_begins_with_the_shorter_one():
    short, long = (facts(match("uniform", "uniform", games=games)) for games in (20, 61))
    assert long.outcomes[:20].tobytes() == short.outcomes.tobytes()


# --- who plays whom ---


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """Two deals, played by two agents that can be told apart."""
    folder = tmp_path_factory.mktemp("teams")
    bot = folder / "bot.py"
    bot.write_text("class Last:\n    def act(self, view):\n        return view.actions[-1]\n")
    made = match("uniform", f"{bot}:Last", games=12)
    shard = facts(made, jobs=0, save=folder / "games")
    assert not shard.faults
    return (
        made.load(),
        shard,
        [read_replay(path) for path in sorted((folder / "games").iterdir())],
    )


def test_all_of_a_team_are_played_by_its_agent(saved):
    loaded, shard, replays = saved
    for number, replay in enumerate(replays):
        position = standoff.load("bang", **replay.options).deal(replay.seed)
        seating = loaded.schedule.seating(number)
        for seat, spec in enumerate(replay.agents):
            role = position.state.role[seat]
            team = {0: LAW, 1: LAW, 2: OUTLAWS, 3: RENEGADE}[int(role)]
            assert spec == loaded.match.agents[seating[team]]
            assert shard.entrants[number, seat] == seating[team]
            assert shard.teams[number, seat] == team


def test_a_replay_holds_the_number_of_players(saved):
    loaded, shard, replays = saved
    for number, replay in enumerate(replays):
        size = loaded.schedule.sizes[loaded.schedule.size_index(number)]
        assert replay.options["players"] == len(replay.agents) == size
        assert (shard.entrants[number] >= 0).tolist() == [seat < size for seat in range(7)]
        list(verify(replay))


def test_the_six_games_of_a_deal_begin_alike(saved):
    *_, replays = saved
    for first in (0, 6):
        deal = replays[first : first + 6]
        assert len({(replay.seed, replay.start) for replay in deal}) == 1
        assert len({tuple(replay.agents) for replay in deal}) == 6
    assert replays[0].seed != replays[6].seed


def test_each_seat_has_its_own_instance():
    made = []

    class Counting:
        def __init__(self):
            self.seats = set()
            made.append(self)

        def act(self, view):
            self.seats.add(view.seat)
            return view.actions[0]

    compare(standoff.load("bang", players=5), [Counting, "uniform"], 6, 1, protocol="teams")
    assert all(len(agent.seats) == 1 for agent in made)
    assert len(made) > 6


@pytest.mark.parametrize("players", [4, 8])
def test_a_given_number_of_players_is_played_with(players):
    shard = facts(match("uniform", "uniform", options={"players": players}, games=30))
    assert shard.entrants.shape == (30, players)
    assert (shard.entrants >= 0).all()


def test_options_must_fit_every_size():
    options = {"players": 7, "role6": "sheriff"}
    play_match(match("uniform", "uniform", options=options, games=1))
    game = standoff.load("bang", role4="sheriff")
    with pytest.raises(BadOption, match="role4 is set, but 4 players"):
        LoadedMatch.of(game, ["uniform", "uniform"], 6, 1, protocol="teams")


# --- what it comes to ---


def results_of(*games):
    """Results of games given as entrant, team and result of each seat."""
    loaded = LoadedMatch.of(BANG, ["uniform", "rai"], len(games), 1, protocol="teams")
    results, shard = Results(loaded), Shard.blank(loaded, 0, len(games))
    for row, seats in enumerate(games):
        entrants, teams, found = zip(*seats, strict=True)
        shard.entrants[row, : len(seats)] = entrants
        shard.teams[row, : len(seats)] = teams
        shard.outcomes["result"][row, : len(seats)] = found
        shard.outcomes["rank"][row, : len(seats)] = [3 - result for result in found]
    results.collect(shard)
    return results


def test_a_game_is_won_by_the_best_seat_and_counted_once():
    win, tie, loss = Result.WIN, Result.TIE, Result.LOSS
    results = results_of(
        [(0, LAW, win), (0, RENEGADE, loss), (1, OUTLAWS, loss), (0, LAW, win)],
        [(0, LAW, loss), (1, RENEGADE, loss), (1, OUTLAWS, loss), (0, LAW, loss)],
        [(0, LAW, loss), (1, RENEGADE, win), (1, OUTLAWS, loss), (0, LAW, loss)],
        [(0, LAW, tie), (1, RENEGADE, tie), (1, OUTLAWS, loss), (0, LAW, loss)],
        [(1, LAW, win), (1, LAW, win), (1, RENEGADE, loss), (0, OUTLAWS, loss)],
    )
    first, second = results.standings()
    assert (first.games, first.wins, first.losses, first.ties) == (5, 1, 3, 1)
    assert (second.games, second.wins, second.losses, second.ties) == (5, 2, 2, 1)
    assert first.share == clustered([5], [1])  # all on one deal
    assert [(row.name, row.games, row.wins) for row in first.by_team] == [
        ("law", 4, 1), ("outlaws", 1, 0), ("renegade", 1, 0),
    ]  # fmt: skip
    assert [(row.name, row.games, row.wins) for row in second.by_team] == [
        ("law", 1, 1), ("outlaws", 4, 0), ("renegade", 4, 1),
    ]  # fmt: skip
    assert first.mean_rank == (1 + 3 + 1 + 3 + 3 + 3 + 3 + 2 + 3 + 3) / 10


def test_a_team_never_played_is_not_listed():
    win, loss = Result.WIN, Result.LOSS
    results = results_of([(0, LAW, win), (1, OUTLAWS, loss), (1, OUTLAWS, loss), (0, LAW, win)])
    assert [row.name for row in results.standings()[0].by_team] == ["law"]
    assert json.loads(json.dumps(results.as_dict(), allow_nan=False))["agents"][0]["teams"] == [
        {"team": "law", "games": 1, "wins": 1, "share": 1.0,
         "low": pytest.approx(0.025), "high": 1.0}
    ]  # fmt: skip


def test_shares_by_team_add_up():
    results = play_match(match("uniform", "uniform", games=600))
    for standing in results.standings():
        assert sum(row.wins for row in standing.by_team) == standing.wins
        assert [row.games for row in standing.by_team] == [300, 300, 300]
    assert sum(standing.wins for standing in results.standings()) <= 600
    seats = sum(row["games"] for row in results.as_dict()["seats"])
    assert seats == (facts(match("uniform", "uniform", games=600)).entrants >= 0).sum()


def test_the_json_of_teams_says_what_was_drawn():
    drawn = play_match(match("uniform", "uniform", games=30)).as_dict()
    fixed = play_match(match("uniform", "uniform", games=30, options={"players": 6})).as_dict()
    assert drawn["schema"] == 1
    assert drawn["protocol"] == "teams"
    assert drawn["table_sizes"] == [4, 5, 6, 7]
    assert "players" not in drawn["options"]
    assert fixed["table_sizes"] == [6]
    assert fixed["options"]["players"] == 6


def test_games_with_teams_tell_shares_by_team_under_rotation_too():
    results = play_match(Match("bang", ("uniform",) * 5, 50, 1), jobs=0)
    for standing in results.standings():
        assert sum(row.games for row in standing.by_team) == 50
    assert "teams" in results.as_dict()["agents"][0]
    assert (
        "teams"
        not in compare(standoff.load("asmacag"), ["greedy", "random"], 2).as_dict()["agents"][0]
    )


def team_toy(**facts):
    """Two tricks whose second seat is the first team."""
    return t.toy({verbs.team: lambda state, seat: 1 - seat}, teams=("far", "near"), **facts)


class First:
    def act(self, view):
        return view.actions[0]


class Fails:
    def act(self, view):
        raise KeyError("no idea")


def test_teams_are_those_of_the_true_deal():
    shard = facts(LoadedMatch.of(team_toy(), [First, First], 2, 1, protocol="teams"))
    assert shard.entrants.tolist() == [[1, 0], [0, 1]]
    assert shard.teams.tolist() == [[1, 0], [1, 0]]


def test_a_forfeit_loses_for_every_seat_of_the_agent():
    loaded = LoadedMatch.of(BANG, [Fails, First], 6, 1, on_fault="forfeit", protocol="teams")
    for number in range(6):
        played = play_game(loaded, number)
        assert played.replay.forfeit is not None
        for entrant, result in zip(played.entrants, played.outcome["result"], strict=True):
            assert result == (Result.LOSS if entrant == 0 else Result.WIN)
        list(verify(played.replay))


def test_a_forfeit_among_three_is_a_win_for_nobody():
    agents = [Fails, First, First]
    loaded = LoadedMatch.of(BANG, agents, 6, 1, on_fault="forfeit", protocol="teams")
    played = play_game(loaded, 0)
    results = set(zip(played.entrants, played.outcome["result"].tolist(), strict=True))
    assert results == {(0, Result.LOSS), (1, Result.TIE), (2, Result.TIE)}


def test_an_agent_is_entered_for_every_size():
    policy = dataclasses.replace(
        UNIFORM_POLICY, check=lambda s: "no six" if s["players"] == 6 else None
    )
    picky = dataclasses.replace(BANG, agents=Agents((policy,)))
    with pytest.raises(BadSpec, match="no six"):
        facts(LoadedMatch.of(picky, ["uniform", "uniform"], 6, 1, protocol="teams"))
