"""Who plays: threads, processes, or this process."""

import os

import pytest

from standoff.arena import Match
from standoff.arena.workers import GAMES_WORTH_A_PROCESS, HERE, count_workers


def line_up(*agents, games=GAMES_WORTH_A_PROCESS - 2):
    return Match("asmacag", {}, agents, games, 1).line_up()


def test_few_games_of_searchers_are_played_here():
    assert count_workers(line_up("mcts:iterations=2", "greedy")) == HERE
    assert count_workers(line_up("mcts:iterations=2", "greedy", games=50)) == os.cpu_count()


@pytest.mark.parametrize("games", [2, 400])
def test_policies_have_all_cores(games):
    assert count_workers(line_up("random", "greedy", games=games)) == os.cpu_count()


def test_an_agent_that_could_hang_is_never_played_here(bots):
    assert count_workers(line_up(f"{bots}:First", "greedy", games=2)) == os.cpu_count()
