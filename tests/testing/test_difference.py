import numpy as np
import pytest

from standoff.testing.difference import differing_fields, differing_paths


def test_fields_of_records_that_differ_are_named():
    states = np.zeros(2, [("life", np.int8, (3,)), ("turn", np.int8), ("deck", np.int8)])
    others = states.copy()
    others["life"][0, 2] = 1
    others["deck"] = 4
    assert differing_fields(states, others) == "life, deck"
    assert differing_fields(states, states) == ""


@pytest.mark.parametrize(
    ("value", "other", "paths"),
    [
        ({"a": 1}, {"a": 1}, ""),
        ({"a": 1}, {"a": 2}, "a"),
        ({"a": 1}, {}, "a"),
        ({"a": [{"b": 1}, {"b": 2}]}, {"a": [{"b": 1}, {"b": 3}]}, "a[1].b"),
        ({"a": [1]}, {"a": [1, 2]}, "a[1]"),
        ([1, 2, 3, 4, 5], [0, 0, 0, 0, 0], "[0], [1], [2] and 2 more"),
    ],
)
def test_paths_of_documents_that_differ_are_named(value, other, paths):
    assert differing_paths(value, other) == paths
