"""All numbers of a record at once."""

import numpy as np
import pytest

import standoff
from standoff.game import installed_games
from standoff.record import numbers_reader, state_dtype


@pytest.mark.parametrize("name", installed_games())
def test_numbers_are_those_of_the_fields(name):
    game = standoff.load(name)
    position = game.deal(3)
    numbers = game.read_numbers(position.states)
    for field in game.rules.state.names:
        value = np.asarray(position.state[field])
        if value.ndim < 3:
            expected = value.tolist()
            read = numbers[field]
            listed = [list(row) for row in read] if value.ndim == 2 else read
            assert (list(listed) if value.ndim else listed) == expected


def test_numbers_of_every_kind_are_read():
    dtype = state_dtype(
        [("a", np.uint64), ("b", np.float64, (2,)), ("c", np.float32), ("d", np.bool_, (2, 2))]
    )
    states = np.zeros(1, dtype)
    states[0] = (2**63, (0.5, -1.0), 0.25, ((True, False), (False, True)))
    numbers = numbers_reader(dtype)(states)
    assert [numbers[name] for name in "abcd"] == [
        2**63, (0.5, -1.0), 0.25, ((True, False), (False, True)),
    ]  # fmt: skip
