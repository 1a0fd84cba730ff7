"""The border to Numba, and the only package that imports it.

`kernel` marks a function to be compiled. `verb` makes a function whose body is chosen by the record
type of its first argument, `state`; `bind` gives it a body for one record type. Kernels over verbs
are compiled once for each game. `policy_pointer` lets kernels call policies that are not part of
them. `copy_record` copies one state onto another, `hash_record` gives it a number.

With the JIT off (`NUMBA_DISABLE_JIT=1`) kernels are the plain functions and verbs look their body
up: the whole code runs, slowly, in a debugger or under coverage.
"""

from standoff._jit.compile_clock import compile_seconds
from standoff._jit.dispatch import bind, optional_verb, verb
from standoff._jit.intrinsics import (
    copy_record,
    count_bits,
    flat_fields,
    flatten_record,
    hash_record,
    lowest_bit,
    read_clock,
    stack_table,
)
from standoff._jit.kernels import IS_COMPILED, inline_kernel, is_kernel, kernel
from standoff._jit.pointers import call_policy, compile_policy, is_cold, policy_pointer

__all__ = [
    "IS_COMPILED",
    "bind",
    "call_policy",
    "compile_policy",
    "compile_seconds",
    "copy_record",
    "count_bits",
    "flat_fields",
    "flatten_record",
    "hash_record",
    "inline_kernel",
    "is_cold",
    "is_kernel",
    "kernel",
    "lowest_bit",
    "optional_verb",
    "policy_pointer",
    "read_clock",
    "stack_table",
    "verb",
]
