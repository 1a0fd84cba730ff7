"""What kernels can do beyond Python: bits, time, arrays on the stack, whole records."""

import math
import platform
import time
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from standoff._jit.kernels import (
    IS_COMPILED,
)

# --- bits ---------------------------------------------------------------------------------------


def count_bits(mask: int) -> int:
    """Return how many bits of a non-negative number are set."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """Return the index of the lowest bit that is set; there must be one."""
    number = int(mask)
    return (number & -number).bit_length() - 1


if IS_COMPILED:

    @intrinsic  # type: ignore[untyped-decorator]
    def _count_bits(typing: Any, mask: Any) -> Any:  # pragma: no cover
        return types.int64(types.int64), lambda context, builder, signature, values: builder.ctpop(
            values[0]
        )

    @intrinsic  # type: ignore[untyped-decorator]
    def _lowest_bit(typing: Any, mask: Any) -> Any:  # pragma: no cover
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.cttz(values[0], cgutils.true_bit)

        return types.int64(types.int64), generate

    @overload(count_bits)
    def _overload_count_bits(mask):  # type: ignore[no-untyped-def]  # pragma: no cover
        return lambda mask: _count_bits(mask)  # noqa: PLW0108

    @overload(lowest_bit)
    def _overload_lowest_bit(mask):  # type: ignore[no-untyped-def]  # pragma: no cover
        return lambda mask: _lowest_bit(mask)  # noqa: PLW0108


# --- time ---------------------------------------------------------------------------------------


def read_clock() -> int:
    """Return the time in ticks of unknown length, always 0 if the processor cannot tell it."""
    return time.perf_counter_ns()


if IS_COMPILED:
    HAS_COUNTER = platform.machine().lower() in ("x86_64", "amd64")

    @intrinsic  # type: ignore[untyped-decorator]
    def _read_clock(typing: Any) -> Any:  # pragma: no cover
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            if not HAS_COUNTER:
                return context.get_constant(types.int64, 0)
            kind = cgutils.ir.FunctionType(cgutils.ir.IntType(64), [])
            name = "llvm.readcyclecounter"
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), [])

        return types.int64(), generate

    @overload(read_clock)
    def _overload_read_clock():  # type: ignore[no-untyped-def]  # pragma: no cover
        return lambda: _read_clock()  # noqa: PLW0108


# --- scratch on the stack -----------------------------------------------------------------------


def stack_table(rows: int, columns: int) -> Any:
    """Return a table of zeros, float64, that lives as long as the kernel which asks for it.

    A kernel cannot allocate, so this lies on its stack: small, of constant size, and one for each
    line of source that asks, also inside a loop.
    """
    return np.zeros((rows, columns))


if IS_COMPILED:

    @intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
    def _stack_table(typing: Any, rows: Any, columns: Any) -> Any:  # pragma: no cover
        if not all(isinstance(length, types.IntegerLiteral) for length in (rows, columns)):
            return None  # the compiler says that it takes constants only
        shape = (rows.literal_value, columns.literal_value)
        table = types.Array(types.float64, 2, "C")

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            def constant(number: int) -> Any:
                return context.get_constant(types.intp, number)

            cells = shape[0] * shape[1]
            data = cgutils.alloca_once(builder, context.get_value_type(types.float64), size=cells)
            cgutils.memset(builder, data, constant(8 * cells), 0)
            array = context.make_array(table)(context, builder)
            array.data = data
            array.shape = cgutils.pack_array(builder, [constant(length) for length in shape])
            array.strides = cgutils.pack_array(builder, [constant(8 * shape[1]), constant(8)])
            array.itemsize = constant(8)
            array.nitems = constant(cells)
            array.meminfo = cgutils.get_null_value(array.meminfo.type)
            array.parent = cgutils.get_null_value(array.parent.type)
            return array._getvalue()

        return table(rows, columns), generate

    stack_table = _stack_table


# --- whole records ---------------------------------------------------------------------------


def copy_record(source: Any, out: Any) -> None:
    """Copy every byte of the record `source` onto the record `out` of the same type."""
    for name in source.dtype.names:
        out[name] = source[name]


UNTOLD = ("rng", "spare")
"""Fields of a record that tell nothing: the chance to come, and filling."""


def flat_fields(dtype: np.dtype[Any]) -> list[tuple[str, np.dtype[Any], tuple[int, ...]]]:
    """Return name, dtype and shape of every field that `flatten_record` reads, in order."""
    fields: Any = dtype.fields
    return [
        (name, field[0].base, field[0].shape)
        for name, field in fields.items()
        if name not in UNTOLD
    ]


def flatten_record(record: Any, out: Any) -> None:
    """Write every number of a record but the UNTOLD ones into `out`, field by field."""
    offset = 0
    for name, _, shape in flat_fields(record.dtype):
        count = math.prod(shape)
        out[offset : offset + count] = np.ravel(record[name])
        offset += count


HASH_FACTOR = 0x9E37_79B9_7F4A_7C15
WORD_BITS = 64


def hash_record(record: Any, start: int) -> int:
    """Return 64 bits that depend on `start` and on every byte of a record."""
    number: int = (start + 1) * HASH_FACTOR % 2**WORD_BITS
    for word in np.frombuffer(record.tobytes(), np.uint64):
        number = (number ^ int(word)) * HASH_FACTOR % 2**WORD_BITS
        number ^= number >> WORD_BITS // 2
    return number


if IS_COMPILED:

    @intrinsic  # type: ignore[untyped-decorator]
    def _read_word(typing: Any, record: Any, index: Any) -> Any:  # pragma: no cover
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            words = builder.bitcast(values[0], context.get_value_type(types.uint64).as_pointer())
            return builder.load(builder.gep(words, [values[1]]), align=1)

        return types.uint64(record, types.intp), generate

    @overload(hash_record)
    def _hash_record(record, start):  # type: ignore[no-untyped-def]  # pragma: no cover
        if not isinstance(record, types.Record):
            return None
        count = record.size // 8  # what `state_dtype` makes is whole words
        factor = np.uint64(HASH_FACTOR)

        def compute(record, start):  # type: ignore[no-untyped-def]
            number = np.uint64(start + 1) * factor
            for index in range(count):
                number = (number ^ _read_word(record, index)) * factor
                number ^= number >> np.uint64(32)
            return number

        return compute

    @intrinsic  # type: ignore[untyped-decorator]
    def _copy_bytes(typing: Any, source: Any, out: Any) -> Any:  # pragma: no cover
        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            size = context.get_constant(types.intp, source.size)
            cgutils.raw_memcpy(builder, values[1], values[0], size, 1)
            return context.get_dummy_value()

        return types.none(source, out), generate

    @overload(copy_record)
    def _copy_record(source, out):  # type: ignore[no-untyped-def]  # pragma: no cover
        if isinstance(source, types.Record) and source == out:
            return lambda source, out: _copy_bytes(source, out)  # noqa: PLW0108
        return None

    @overload(flatten_record)
    def _flatten_record(record, out):  # type: ignore[no-untyped-def]  # pragma: no cover
        if not isinstance(record, types.Record):
            return None
        lines = ["def flatten(record, out):", "    offset = 0"]
        for name, _, shape in flat_fields(record.dtype):
            indices = [f"_{axis}" for axis in range(len(shape))]
            for axis, length in enumerate(shape):
                lines.append("    " * (axis + 1) + f"for _{axis} in range({length}):")
            index = f"[{', '.join(indices)}]" if indices else ""
            indent = "    " * (len(shape) + 1)
            lines.append(f"{indent}out[offset] = record.{name}{index}")
            lines.append(f"{indent}offset += 1")
        scope: dict[str, Any] = {}
        exec("\n".join(lines), scope)
        return scope["flatten"]
