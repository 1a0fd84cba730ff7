import pytest
from hypothesis import given
from hypothesis import strategies as st

from standoff.statistics import holm

P_VALUES = st.lists(st.floats(0, 1), max_size=12)


def test_holm_of_a_worked_example():
    """0.005 x 4, 0.01 x 3, then never less than the one before: 0.03 x 2, 0.04 x 1."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


@given(P_VALUES)
def test_holm_lies_between_the_p_value_and_bonferroni(p_values):
    for p, adjusted in zip(p_values, holm(p_values), strict=True):
        assert p <= adjusted <= min(1.0, p * len(p_values)) + 1e-15


@given(P_VALUES, st.randoms())
def test_holm_depends_on_no_order(p_values, random):
    order = list(range(len(p_values)))
    random.shuffle(order)
    shuffled = holm([p_values[index] for index in order])
    assert shuffled == [holm(p_values)[index] for index in order]


@given(P_VALUES)
def test_holm_keeps_the_order_of_p_values(p_values):
    pairs = sorted(zip(p_values, holm(p_values), strict=True))
    adjusted = [value for _, value in pairs]
    assert adjusted == sorted(adjusted)
