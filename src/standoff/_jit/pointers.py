"""Policies by pointer: kernels that play them do not hold their code."""

import threading
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from standoff._jit.cache import (
    foreign_source,
)
from standoff._jit.kernels import IS_COMPILED, compile_function, is_kernel

_policies: dict[tuple[Any, np.dtype[Any]], tuple[Callable[..., int], int]] = {}
"""Policy and dtype of its states -> compiled policy and pointer."""
_policy_lock = threading.Lock()


def policy_types(record: Any) -> tuple[Any, ...]:
    """Return the types of what a policy gets: state, seat, params, rng, scratch, rows."""
    words, scratch = types.uint64[::1], types.Array(record, 1, "C")
    return record, types.int64, types.float64[::1], words, scratch, types.int32[:, ::1]


def compile_policy(policy: Callable[..., int], dtype: np.dtype[Any]) -> Callable[..., int]:
    """Return a policy compiled for states of this dtype; one that is no kernel as it is."""
    return find_policy(policy, dtype)[0] if is_kernel(policy) else policy


def policy_pointer(policy: Callable[..., int], dtype: np.dtype[Any]) -> int:
    """Return what `call_policy` finds a policy by, for states of this dtype; never 0.

    Kernels that play policies call them by pointer, so that none is made part of each of them: a
    kernel is compiled once for all policies, and a policy when it is first played. A pointer is
    good for this process alone.
    """
    if IS_COMPILED and not is_kernel(policy):
        raise TypeError(f"{policy!r} is not a kernel, so no kernel can call it")
    return find_policy(policy, dtype)[1]


def find_policy(policy: Any, dtype: np.dtype[Any]) -> tuple[Callable[..., int], int]:
    """Return a compiled policy and its pointer; its number, counted from 1, if the JIT is off."""
    with _policy_lock:
        if (policy, dtype) not in _policies:
            _policies[policy, dtype] = (
                link_policy(policy, dtype) if IS_COMPILED else (policy, len(_policies) + 1)
            )
        return _policies[policy, dtype]


def link_policy(policy: Any, dtype: np.dtype[Any]) -> tuple[Callable[..., int], int]:
    """Compile a policy, and return it with the address of its machine code."""
    compiled, arguments = copy_policy(policy), policy_types(from_dtype(dtype))
    compiled.compile(types.int64(*arguments))
    compiled.disable_compile()
    result = compiled.overloads[arguments]
    pointer = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    assert pointer, f"{policy.py_func.__qualname__} has no machine code"
    return compiled, int(pointer)


def copy_policy(policy: Any) -> Any:
    """Return a copy of a policy under another name, to be compiled.

    What another kernel calls by the old name may return 32 bits, and Numba links by names and
    arguments alone.
    """
    function = policy.py_func
    copy = FunctionType(
        function.__code__, function.__globals__, function.__name__, None, function.__closure__
    )
    copy.__qualname__ = f"{function.__qualname__}.policy"
    copy.__module__ = function.__module__
    return compile_function(copy, inline=False)


def is_cold(policy: Any, dtype: np.dtype[Any]) -> bool:
    """Whether a policy of this package would have to be compiled before it can play."""
    if not is_kernel(policy) or foreign_source(policy.py_func) is not None:
        return False
    if (policy, dtype) in _policies:
        return False
    copy = copy_policy(policy)
    signature = types.int64(*policy_types(from_dtype(dtype)))
    key = copy._cache._index_key(signature, copy.targetctx.codegen())
    return key not in copy._cache._cache_file._load_index()


def call_policy(
    pointer: int, state: Any, seat: int, params: Any, rng: Any, scratch: Any, rows: Any
) -> int:
    """Return the action that the policy at a pointer chooses."""
    policy, _ = list(_policies.values())[pointer - 1]
    return int(policy(state, seat, params, rng, scratch, rows))


if IS_COMPILED:

    @intrinsic
    def _call_policy(  # type: ignore[no-untyped-def]  # pragma: no cover
        typing, pointer, state, seat, params, rng, scratch, rows
    ):
        arguments = policy_types(state)
        if (params, rng, scratch, rows) != arguments[2:]:
            return None  # the compiler says that it cannot be called so

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            function = convention.get_function_type(types.int64, arguments)
            address = builder.inttoptr(values[0], function.as_pointer())
            status, action = convention.call_function(
                builder, address, types.int64, arguments, values[1:]
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return action

        return types.int64(types.int64, *arguments), generate

    @overload(call_policy, inline="always")
    def _overload_call_policy(pointer, state, seat, params, rng, scratch, rows):  # type: ignore[no-untyped-def]  # pragma: no cover
        def call(pointer, state, seat, params, rng, scratch, rows):  # type: ignore[no-untyped-def]
            return _call_policy(pointer, state, seat, params, rng, scratch, rows)

        return call
