"""Counting games: a few by hand, many against plain sums, in shards of any size."""

import tracemalloc

import numpy as np
import pytest
from played import facts, play_some

import standoff
from standoff.arena import Match, Results, play_match
from standoff.arena.match import LoadedMatch
from standoff.arena.run import MAX_SHARD, cut_shards
from standoff.arena.shard import Shard
from standoff.arena.tally import Tally
from standoff.statistics import clustered, even_means
from standoff.verbs import Result

COLONIZERS = standoff.load("colonizers")


def hand_made():
    """Two deals of four seats; seat 0 wins the first four games, entrant 0 all the others."""
    agents = ["uniform", "uniform", "heuristic", "heuristic"]
    loaded = LoadedMatch.of(COLONIZERS, agents, 8, 1)
    shard = Shard.blank(loaded, 0, 8)
    shard.entrants[:] = [loaded.schedule.seating(game) for game in range(8)]
    shard.teams[:] = range(4)
    shard.outcomes["result"] = Result.LOSS
    shard.outcomes["rank"] = 3
    for game in range(8):
        winner = 0 if game < 4 else int(np.flatnonzero(shard.entrants[game] == 0)[0])
        shard.outcomes["result"][game, winner] = Result.WIN
        shard.outcomes["rank"][game, winner] = 1
    return loaded, shard


def test_games_are_counted_by_entrant_seat_and_pair():
    loaded, shard = hand_made()
    results = Results(loaded)
    results.collect(shard)
    first, *others = results.standings()
    assert (first.games, first.wins, first.losses) == (8, 5, 3)
    assert [other.wins for other in others] == [1, 1, 1]
    assert [part.wins for part in first.by_seat] == [2, 1, 1, 1]
    assert first.mean_rank == (5 * 1 + 3 * 3) / 8
    assert first.rank.estimate == pytest.approx((2.5 + 1) / 2)
    assert results.pair_counts(0, 1) == (
        [0.0, 1.0],
        [1, 1],
    )  # 1:1 on the first deal, 4:0 on the second
    assert results.pair_counts(1, 0) == ([-1.0, 0.0], [1, 1])
    assert [row["wins"] for row in results.as_dict()["seats"]] == [5, 1, 1, 1]


def test_pieces_come_to_the_same_as_the_whole():
    loaded, shard = hand_made()
    whole, pieces = Tally(loaded), Tally(loaded)
    whole.add(shard)
    for game in range(8):
        piece = Shard.blank(loaded, game, game + 1)
        for name in ("entrants", "teams", "outcomes"):
            getattr(piece, name)[:] = getattr(shard, name)[[game]]
        pieces.add(piece)
    for name, value in vars(whole).items():
        other = getattr(pieces, name)
        np.testing.assert_equal(other, value, name)


def test_games_must_come_in_their_order():
    loaded, shard = hand_made()
    tally = Tally(loaded)
    tally.add(shard)
    with pytest.raises(ValueError, match="the next game is 8, not 0"):
        tally.add(shard)


@pytest.mark.parametrize(
    "match",
    [
        Match("bang", ("rai", "rair", "uniform"), 306, 2, protocol="roundrobin"),
        Match("bang", ("rai", "rair", "uniform"), 300, 2, protocol="shuffle"),
        Match("bang", ("rai", "rair"), 302, 2, protocol="teams"),
        Match("asmacag", ("random", "greedy"), 300, 2),
    ],
    ids=lambda match: match.protocol or "pairs",
)
def test_counts_are_the_sums_of_the_games(match):
    shard, results = facts(match), play_match(match, jobs=2)
    won = shard.outcomes["result"] == Result.WIN
    for entrant, standing in enumerate(results.standings()):
        own = shard.entrants == entrant
        assert standing.wins == (won & own).any(axis=1).sum()
        assert standing.games == own.any(axis=1).sum()
        assert standing.mean_rank == pytest.approx(shard.outcomes["rank"][own].mean())
        assert standing.mean_score == pytest.approx(shard.outcomes["score"][own].mean())
        assert sum(part.wins for part in standing.by_seat) == (won & own).sum()
        for part in standing.by_role:
            held = own & (shard.roles == results.game.sides.roles.index(part.name))
            assert (part.games, part.wins) == (held.sum(), (held & won).sum())
        for part in standing.by_size:
            sized = (shard.entrants >= 0).sum(axis=1) == int(part.name)
            assert part.games == (own.any(axis=1) & sized).sum()
    assert results.tally.decisions == shard.decisions.sum() == shard.asked.sum()


def test_shares_and_seats_are_judged_by_deals():
    """302 games are 50 deals and a third of another."""
    match = Match("bang", ("rai", "rair"), 302, 2, protocol="teams")
    shard, results = facts(match), play_match(match)
    deals = np.arange(302) // 6
    won = shard.outcomes["result"] == Result.WIN
    names = results.game.sides.roles
    for entrant, standing in enumerate(results.standings()):
        games = np.bincount(deals)
        wins = np.bincount(deals, (won & (shard.entrants == entrant)).any(axis=1)).astype(int)
        assert standing.share == clustered(games, wins)
        for part in standing.by_role:
            held = (shard.entrants == entrant) & (shard.roles == names.index(part.name))
            games, wins = (np.bincount(deals, row.sum(axis=1)) for row in (held, held & won))
            assert part.share == clustered(games, wins)
    for index, size in enumerate(results.schedule.sizes):
        sized = deals[(shard.entrants >= 0).sum(axis=1) == size]
        rows = [won[deals == deal, :size].sum(axis=0) for deal in sorted(set(sized))]
        assert results.tally.evenness(index) == even_means(
            len(rows), np.sum(rows, axis=0), np.transpose(rows) @ rows
        )


def test_pairs_are_counted_by_whole_deals():
    match = Match("bang", ("rai", "rair"), 302, 2, protocol="teams")
    shard, results = facts(match), play_match(match)
    won = shard.outcomes["result"] == Result.WIN
    wins = [(won & (shard.entrants == entrant)).any(axis=1)[:300] for entrant in (0, 1)]
    by_deal = (wins[0].astype(int) - wins[1]).reshape(50, 6).sum(axis=1) / 6
    values, counts = results.pair_counts(0, 1)
    assert sum(counts) == 50
    assert np.dot(values, counts) == pytest.approx(by_deal.sum())
    assert np.dot(np.square(values), counts) == pytest.approx((by_deal**2).sum())


def test_a_round_robin_compares_every_pair():
    match = Match("asmacag", ("random", "greedy", "exact"), 600, 1, protocol="roundrobin")
    results = play_match(match)
    assert [standing.games for standing in results.standings()] == [400, 400, 400]
    assert {(row.first, row.second): row.better for row in results.comparisons()} == {
        ("random", "greedy"): "greedy", ("random", "exact"): "exact", ("greedy", "exact"): "exact",
    }  # fmt: skip


def test_a_million_games_need_no_more_memory_than_a_few():
    """The tally does not grow with the games."""
    match = Match("asmacag", ("uniform", "uniform"), 1_000_000, 1)
    loaded = match.load()
    tally = Tally(loaded)
    shard = play_some(match, 0, MAX_SHARD)
    tally.add(shard)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for first, last in cut_shards(loaded)[1:-1]:
        shard.first = first
        assert last - first == MAX_SHARD
        tally.add(shard)
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert tally.games > 990_000
    assert grown < 100_000
