"""The border to Numba: verbs, policies by pointer, records and bits, with the JIT and without."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from standoff._jit import (
    bind,
    call_policy,
    compile_policy,
    copy_record,
    count_bits,
    hash_record,
    kernel,
    lowest_bit,
    optional_verb,
    policy_pointer,
    verb,
)
from standoff._jit.cache import PACKAGE
from standoff.record import state_dtype
from standoff.verbs import to_move


def test_a_verb_is_bound_once_for_each_record():
    stub = verb(lambda state: None)
    dtype = state_dtype([("x", np.int64)], mark="bound_once")
    bind(stub, dtype, test_a_verb_is_bound_once_for_each_record)
    bind(stub, dtype, test_a_verb_is_bound_once_for_each_record)
    with pytest.raises(RuntimeError, match="bound twice"):
        bind(stub, dtype, test_an_optional_verb_does_what_it_says_unless_a_game_says_otherwise)


@optional_verb
def double(state, number):
    return 2 * number


@kernel
def ask_double(states, number):
    return double(states[0], number)


@kernel
def triple(state, number):
    return 3 * number


def test_an_optional_verb_does_what_it_says_unless_a_game_says_otherwise():
    plain, bound = (
        np.zeros(1, state_dtype([("x", np.int64)], mark=mark)) for mark in ("plain", "bound")
    )
    bind(double, bound.dtype, triple)
    assert [double(states[0], 5) for states in (plain, bound)] == [10, 15]
    assert [ask_double(states, 5) for states in (plain, bound)] == [10, 15]


def test_a_verb_without_a_body_says_so():
    states = np.zeros(1, state_dtype([("x", np.int64)], mark="unbound"))
    with pytest.raises(KeyError):
        to_move(states[0])

    @kernel
    def ask(records):
        return to_move(records[0])

    with pytest.raises(Exception, match=r"verb\(to_move"):
        ask(states)
    bind(to_move, states.dtype, test_a_verb_without_a_body_says_so)  # no kernel
    with pytest.raises(Exception, match=r"verb\(to_move"):
        ask(states)


def test_verbs_of_one_name_are_different_verbs():
    dtype = state_dtype([("x", np.int64)], mark="same_name")
    states = np.zeros(1, dtype)

    def make(number):
        @optional_verb
        def value(state):
            return number

        @kernel
        def ask(records):
            return value(records[0])

        return ask

    assert [make(number)(states) for number in (1, 2)] == [1, 2]


# --- policies by pointer ---

POLICY_STATE = state_dtype([("x", np.int64)], mark="policy")


@kernel
def play_first(state, seat, params, rng, scratch, rows):
    scratch[0].x = state.x
    return rows[0, 0]  # 32 bits wide


@kernel
def play_sum(state, seat, params, rng, scratch, rows):
    return state.x + 10 * seat + int(params[1]) + int(rng[0]) + int(rows[1, 0])


@kernel
def ask_policies(states, policies, params, rng, scratch, rows, out):
    for index in range(len(policies)):
        out[index] = call_policy(
            policies[index], states[0], index, params[index], rng, scratch, rows
        )


def arguments():
    """State, params, rng, scratch and rows for two policies."""
    states, params = np.zeros(1, POLICY_STATE), np.array([[0.0, 100.0], [0.0, 200.0]])
    states[0].x = 7
    rng, scratch = np.array([1000, 0], np.uint64), np.zeros(1, POLICY_STATE)
    return states, params, rng, scratch, np.array([[-5, 0], [30_000, 0]], np.int32)


def test_a_kernel_calls_policies_by_pointer():
    """One kernel for all of them; a policy is compiled when it is first asked for."""
    states, params, *rest = arguments()
    policies = np.array([policy_pointer(play, POLICY_STATE) for play in (play_first, play_sum)])
    out = np.zeros(2, np.int64)
    ask_policies(states, policies, params, *rest, out)
    assert out.tolist() == [-5, 7 + 10 + 200 + 1000 + 30_000]
    assert rest[1][0].x == 7  # the scratch is the caller's
    ask_policies(states, policies[::-1].copy(), params, *rest, out)
    assert out.tolist() == [7 + 100 + 1000 + 30_000, -5]
    assert len(ask_policies.signatures) == 1
    assert compile_policy(play_first, POLICY_STATE)(states[0], 0, params[0], *rest) == -5


def test_a_policy_plays_states_of_several_dtypes():
    other = state_dtype([("x", np.int64)], mark="other_policy")
    states, params, rng, _, rows = arguments()
    others = np.zeros(1, other)
    others[0].x = 8
    assert policy_pointer(play_sum, other) != policy_pointer(play_sum, POLICY_STATE)
    first = compile_policy(play_sum, POLICY_STATE)(states[0], 0, params[0], rng, states, rows)
    assert compile_policy(play_sum, other)(others[0], 0, params[0], rng, others, rows) == first + 1


def test_threads_find_one_policy():
    @kernel
    def play_new(state, seat, params, rng, scratch, rows):
        return seat

    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda _: policy_pointer(play_new, POLICY_STATE), range(8))
    assert len(set(found)) == 1


def test_a_policy_that_is_not_compiled_cannot_be_called_by_kernels():
    """A number instead of a pointer would end the process."""
    with pytest.raises(TypeError, match="is not a kernel, so no kernel can call it"):
        policy_pointer(play_sum.py_func, POLICY_STATE)
    assert compile_policy(play_sum.py_func, POLICY_STATE) is play_sum.py_func


def test_policies_are_called_with_their_own_types_alone():
    """Other types, or arrays that are not in one piece, would be read as what they are not."""
    states, params, rng, scratch, rows = arguments()
    policies, out = np.array([policy_pointer(play_sum, POLICY_STATE)]), np.zeros(1, np.int64)
    frozen = rng.copy()
    frozen.flags.writeable = False
    for wrong in (
        (params.astype(np.float32), rng, scratch, rows),
        (params.T, rng, scratch, rows),
        (params, rng.astype(np.int64), scratch, rows),
        (params, frozen, scratch, rows),
        (params, rng, np.zeros(4, POLICY_STATE)[::2], rows),
        (params, rng, scratch, rows.astype(np.int64)),
    ):
        with pytest.raises(Exception, match="call_policy"):
            ask_policies(states, policies, *wrong, out)
    with pytest.raises(TypeError, match="No matching definition"):
        compile_policy(play_sum, POLICY_STATE)(states[0], 0, params[0], frozen, scratch, rows)


def test_a_policy_that_another_kernel_has_called_before_returns_the_same():
    states, params, *rest = arguments()

    @kernel
    def play_last(state, seat, params, rng, scratch, rows):
        return rows[-1, 0]  # 32 bits wide

    @kernel
    def ask_last(states, params, rng, scratch, rows):
        return play_last(states[0], 0, params[0], rng, scratch, rows)

    out = np.full(1, 2**40)
    assert ask_last(states, params, *rest) == 30_000
    ask_policies(states, np.array([policy_pointer(play_last, POLICY_STATE)]), params, *rest, out)
    assert out.tolist() == [30_000]


def test_copy_record_copies_every_field():
    dtype = state_dtype([("a", np.int64), ("b", np.int8, (3,))])
    states = np.zeros(2, dtype)
    states[0].a, states[0].b = 5, [1, 2, 3]
    copy_record(states[0], states[1])
    assert states[0].tobytes() == states[1].tobytes()


def test_hash_record_depends_on_every_byte_and_is_the_same_without_the_jit():
    states = np.zeros(3, state_dtype([("a", np.int64), ("b", np.int8, (3,))]))
    states[1].b[2] = 1

    @kernel
    def compiled(records, start):
        return hash_record(records[0], start)

    numbers = {int(compiled(states[index:], start)) for index in range(2) for start in (0, 1)}
    assert len(numbers) == 4
    assert compiled(states[2:], 0) == compiled(states, 0)
    assert compiled(states[1:], 7) == hash_record(states[1], 7)


def test_only_jit_names_numba():
    sources = [path for path in PACKAGE.rglob("*.py") if "import numba" in path.read_text()]
    sources += [path for path in PACKAGE.rglob("*.py") if "from numba" in path.read_text()]
    assert {Path(path).parent.name for path in sources} == {"_jit"}


def test_bits_are_counted_the_same_without_the_jit():
    @kernel
    def compiled(mask):
        return count_bits(mask), lowest_bit(mask)

    for mask in (1, 2, 12, 2**39, 2**40 - 1, 0b1010_0000):
        plain = (count_bits(mask), lowest_bit(mask))
        assert tuple(compiled(mask)) == plain
    assert (count_bits(0b1010_0000), lowest_bit(0b1010_0000)) == (2, 5)
    assert count_bits(0) == 0
