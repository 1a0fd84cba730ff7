import pytest

from standoff.arena.schedule import MAX_GAMES, Schedule
from standoff.errors import BadRun


def test_each_deal_is_played_once_for_every_rotation():
    schedule = Schedule(seats=4, games=8)
    assert [schedule.deal(game) for game in range(8)] == [0] * 4 + [1] * 4
    for seat in range(4):
        assert {schedule.seating(game)[seat] for game in range(4)} == {0, 1, 2, 3}
    assert schedule.protocol == "rotate"
    assert Schedule(2, 2).protocol == "pairs"


@pytest.mark.parametrize(
    ("games", "message"),
    [
        (0, "the number of games must be from 1 to 10000000, not 0"),
        (-5, "must be from 1 to"),
        (MAX_GAMES + 2, "must be from 1 to"),
        (7, "must be a multiple of 2, since each deal is played 2 times"),
    ],
)
def test_impossible_counts_are_refused(games, message):
    with pytest.raises(BadRun, match=message):
        Schedule(2, games)
