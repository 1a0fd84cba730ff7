"""The border to Numba, and the only module that imports it.

`kernel` marks a function to be compiled: cached on disk, the GIL released, never raising. `verb`
makes a function whose body is chosen by the record type of its first argument, `state`; `bind`
gives it a body for one record type. Kernels written over verbs are compiled once for each game
and are cached like any other. `policy_pointer` lets kernels call policies that are not part of
them. `copy_record` copies one state onto another, `hash_record` gives it a number.

With the JIT off (`NUMBA_DISABLE_JIT=1`) kernels are the plain functions and verbs look their body
up in a table: the whole code runs, slowly, in a debugger or under coverage.

`_cache.py` says where compiled kernels are kept and when they are compiled again.
"""

import functools
import inspect
import math
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numba import config, from_dtype, types
from numba.core import cgutils, compiler
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import infer_global, make_concrete_template
from numba.extending import intrinsic, models, overload, register_model

from standoff._cache import (
    LOCK,
    PACKAGE,
    announce_compilation,
    cache_folder,
    foreign_source,
    hash_foreign,
    note_sources,
)

P = ParamSpec("P")
R = TypeVar("R")

IS_COMPILED: bool = not config.DISABLE_JIT
"""Whether kernels are compiled; False when `NUMBA_DISABLE_JIT` is set."""

# --- kernels ------------------------------------------------------------------------------------

_foreign_bodies: dict[Any, list[Callable[..., Any]]] = {}
"""Record type -> functions outside the package that define verbs for it."""


def flat_types(argument: Any) -> Iterator[Any]:
    """Yield the types that an argument is made of: those in tuples, and the elements of arrays."""
    if isinstance(argument, types.BaseTuple):
        for part in argument.types:
            yield from flat_types(part)
    else:
        yield argument.dtype if isinstance(argument, types.Array) else argument


class _Locator(UserProvidedCacheLocator):  # type: ignore[misc]
    """Places a kernel's cache files in the folder of this version of the sources."""

    def __init__(self, py_func: Callable[..., Any], py_file: str) -> None:
        self._py_file = py_file
        self._lineno = py_func.__code__.co_firstlineno
        self._cache_path = str(cache_folder() / self.get_suitable_cache_subpath(py_file))

    def get_source_stamp(self) -> bytes:
        return b""  # the folder's name and the entry's key hold the hashes of the sources

    @classmethod
    def from_function(cls, py_func: Callable[..., Any], py_file: str) -> "_Locator":
        locator = cls(py_func, py_file)
        locator.ensure_cache_path()
        return locator


class _CacheImpl(CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (_Locator,)


class _KernelCache(FunctionCache):  # type: ignore[misc]
    """Numba's disk cache, made safe for stale sources and for two cold starts at once."""

    _impl_class = _CacheImpl

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        sources = set(hash_foreign(self._py_func))
        for argument in getattr(sig, "args", sig):  # a signature, or the types alone
            for part in flat_types(argument):
                for body in _foreign_bodies.get(part, ()):
                    sources.update(hash_foreign(body))
        return (*super()._index_key(sig, codegen), tuple(sorted(sources)))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            announce_compilation()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        # Numba reads the index, picks a file name and writes both back: two processes at it
        # together would give one name to two functions.
        from filelock import FileLock  # noqa: PLC0415  (needed by cold starts only)

        with FileLock(cache_folder() / LOCK):
            super().save_overload(sig, data)


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Compiled code of a kernel, whole or as a part of other kernels.

    Numba optimises each function again together with everything that it calls, and turns it into
    machine code, although most kernels are called by other kernels alone. A part waits to be linked
    into the kernels that Python calls, and is optimised once in each of them.
    """

    is_part = False

    def finalize(self) -> None:
        # LLVM links only what is asked for by then, so callers come before the parts they call.
        linked: list[Any] = self._linking_libraries
        found: dict[Any, None] = {}
        for library in linked:
            find_parts(library, found)
        linked[:] = reversed(found)
        super().finalize()

    def _ensure_finalized(self) -> None:
        if not self.is_part:
            super()._ensure_finalized()

    def _optimize_final_module(self) -> None:
        # The second time inlines what the first has simplified: ASMACAG is 6% faster.
        for _ in range(2):
            manager, builder = self._codegen._module_pass_manager()
            manager.run(self._final_module, builder)


def find_parts(library: Any, found: dict[Any, None]) -> None:
    """Add a library to those found, after all the parts that it calls."""
    if library not in found:
        for called in library._linking_libraries if getattr(library, "is_part", False) else ():
            find_parts(called, found)
        found[library] = None


class _Kernel(CPUDispatcher):  # type: ignore[misc]
    """Numba's dispatcher, which compiles a function in two ways.

    Python calls what `compile` makes: machine code, kept on disk. Other kernels are given a part.
    """

    def __init__(self, function: Callable[..., Any], options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions={"nopython": True, **options})
        self._compiler._compile_core = self._compile
        self._parts: dict[tuple[Any, ...], Any] = {}

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        signature, folded = self._compiler.fold_argument_types(args, kws)
        name, part = self.py_func.__name__, self._find_part(tuple(folded))
        template = make_concrete_template(f"Part({name})", name, [part.signature])
        return template, signature, folded, {}

    def get_overload(self, sig: Any) -> Any:
        return self._find_part(tuple(normalize_signature(sig)[0])).fndesc

    def _find_part(self, args: tuple[Any, ...]) -> Any:
        with global_compiler_lock:
            if args not in self._parts:
                part = self._compile(args, None, is_part=True)
                part.library.is_part = True
                self.targetctx.insert_user_function(part.fndesc, part.fndesc, [part.library])
                self._parts[args] = part
            return self._parts[args]

    def _compile(self, args: tuple[Any, ...], return_type: Any, is_part: bool = False) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = is_part
        library = _Library(self.targetctx.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        contexts = self.typingctx, self.targetctx
        return compiler.compile_extra(
            *contexts, self.py_func, args, return_type, flags, self.locals, library
        )


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function when it is first called; a plain function when the JIT is off.

    A kernel cannot allocate: what it needs is given to it. So arrays are passed without counting
    references, which made the rules of ASMACAG twice as fast.
    """
    return declare(function, inline=False)


def inline_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel of a few lines into each of its callers."""
    return declare(function, inline=True)


def declare(function: Callable[P, R], inline: bool) -> Callable[P, R]:
    """Return a function as a kernel, and note the sources that it has now."""
    if IS_COMPILED:
        note_sources(function)
    return compile_function(function, inline)


def compile_function(function: Callable[P, R], inline: bool) -> Callable[P, R]:
    """Return the function under Numba, with our cache."""
    if not IS_COMPILED:
        return function
    settings = {"nogil": True, "error_model": "numpy", "forceinline": inline}
    compiled = _Kernel(function, {**settings, "_nrt": False, "no_cfunc_wrapper": True})
    if Path(inspect.getfile(function)).is_file():  # not in a notebook or at a prompt
        compiled._cache = _KernelCache(function)
    return compiled


def is_kernel(function: Callable[..., Any]) -> bool:
    """Whether a function is compiled when it is called; never when the JIT is off."""
    return hasattr(function, "py_func")


# --- verbs --------------------------------------------------------------------------------------

_tables: dict[Any, dict[Any, Callable[..., Any]]] = {}
"""Verb -> {NumPy dtype and Numba record type -> kernel}."""


class _VerbType(types.Callable, types.Dummy):  # type: ignore[misc]
    """A verb, to Numba: whoever calls it calls the body for the record type of `state`."""

    def __init__(self, name: str, table: dict[Any, Any], default: Any) -> None:
        self._table, self._default = table, default
        super().__init__(name=f"verb({name})")  # equal names are equal types

    def _body(self, arguments: tuple[Any, ...]) -> Any:
        body = self._table.get(arguments[0], self._default)
        return types.Dispatcher(body) if body and is_kernel(body) else None

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
        body = self._body(args)
        return body and body.get_call_type(context, args, kws)

    def get_call_signatures(self) -> tuple[tuple[Any, ...], bool]:
        return (), True

    def get_impl_key(self, sig: Any) -> Any:
        return self._body(sig.args).get_impl_key(sig)


register_model(_VerbType)(models.OpaqueModel)


def verb(stub: Callable[P, R]) -> Callable[P, R]:
    """Make a function of `state` and more whose body each game supplies with `bind`.

    It can be called from Python and from kernels; both choose the body by the state's record type.
    """
    return make_verb(stub, is_optional=False)


def optional_verb(stub: Callable[P, R]) -> Callable[P, R]:
    """Make a verb that a game may leave out: it then does what its own body says."""
    return make_verb(stub, is_optional=True)


def make_verb(stub: Callable[P, R], is_optional: bool) -> Callable[P, R]:
    """Return the function that chooses the body of a verb."""
    table: dict[Any, Callable[..., Any]] = {}

    @functools.wraps(stub)
    def dispatch(state: Any, *rest: Any) -> Any:
        body = table.get(state.dtype, stub) if is_optional else table[state.dtype]
        return body(state, *rest)

    _tables[dispatch] = table
    if IS_COMPILED:
        default = inline_kernel(stub) if is_optional else None
        infer_global(dispatch, _VerbType(f"{stub.__name__} {len(_tables)}", table, default))
    return dispatch  # type: ignore[return-value]


def bind(generic: Callable[..., Any], dtype: np.dtype[Any], body: Callable[..., Any]) -> None:
    """Let `generic` do `body` for states of this record dtype."""
    table = _tables[generic]
    if table.get(dtype) is body:
        return  # a game that is configured anew
    if table.setdefault(dtype, body) is not body:
        raise RuntimeError(f"{generic.__name__} is bound twice for one record type: mark variants")
    if IS_COMPILED:
        record = from_dtype(dtype)
        table[record] = body
        function = getattr(body, "py_func", body)
        if not Path(inspect.getfile(function)).resolve().is_relative_to(PACKAGE):
            _foreign_bodies.setdefault(record, []).append(function)


# --- policies by pointer ------------------------------------------------------------------------

_policies: dict[tuple[Any, np.dtype[Any]], tuple[Callable[..., int], int]] = {}
"""Policy and dtype of its states -> compiled policy and pointer."""
_policy_lock = threading.Lock()


def policy_types(record: Any) -> tuple[Any, ...]:
    """Return the types of what a policy gets: state, seat, params, rng, worlds, actions."""
    words, worlds = types.uint64[::1], types.Array(record, 1, "C")
    return record, types.int64, types.float64[::1], words, worlds, types.int32[:, ::1]


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
    pointer: int, state: Any, seat: int, params: Any, rng: Any, worlds: Any, actions: Any
) -> int:
    """Return the action that the policy at a pointer chooses."""
    policy, _ = list(_policies.values())[pointer - 1]
    return int(policy(state, seat, params, rng, worlds, actions))


if IS_COMPILED:

    @intrinsic
    def _call_policy(  # type: ignore[no-untyped-def]  # pragma: no cover
        typing, pointer, state, seat, params, rng, worlds, actions
    ):
        arguments = policy_types(state)
        if (params, rng, worlds, actions) != arguments[2:]:
            return None  # the compiler says that it cannot be called so

        def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            convention = context.call_conv
            function = convention.get_function_type(types.int64, arguments)
            place = builder.inttoptr(values[0], function.as_pointer())
            status, action = convention.call_function(
                builder, place, types.int64, arguments, values[1:]
            )
            with cgutils.if_unlikely(builder, status.is_error):
                convention.return_status_propagate(builder, status)
            return action

        return types.int64(types.int64, *arguments), generate

    @overload(call_policy, inline="always")
    def _overload_call_policy(pointer, state, seat, params, rng, worlds, actions):  # type: ignore[no-untyped-def]  # pragma: no cover
        def call(pointer, state, seat, params, rng, worlds, actions):  # type: ignore[no-untyped-def]
            return _call_policy(pointer, state, seat, params, rng, worlds, actions)

        return call


# --- bits ---------------------------------------------------------------------------------------


def count_bits(mask: int) -> int:
    """Return how many bits of a non-negative number are set."""
    return int(mask).bit_count()


def lowest_bit(mask: int) -> int:
    """Return the place of the lowest bit that is set; there must be one."""
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


# --- scratch on the stack -----------------------------------------------------------------------


def stack_table(rows: int, columns: int) -> Any:
    """Return a table of zeros, float64, that lives as long as the kernel which asks for it.

    A kernel cannot allocate, so this lies on its stack: small, of constant size, and one for each
    place in the source that asks, also inside a loop.
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
    place = 0
    for name, _, shape in flat_fields(record.dtype):
        count = math.prod(shape)
        out[place : place + count] = np.ravel(record[name])
        place += count


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
    def _read_word(typing: Any, record: Any, place: Any) -> Any:  # pragma: no cover
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
            for place in range(count):
                number = (number ^ _read_word(record, place)) * factor
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
        lines = ["def flatten(record, out):", "    place = 0"]
        for name, _, shape in flat_fields(record.dtype):
            places = [f"_{axis}" for axis in range(len(shape))]
            for axis, length in enumerate(shape):
                lines.append("    " * (axis + 1) + f"for _{axis} in range({length}):")
            index = f"[{', '.join(places)}]" if places else ""
            indent = "    " * (len(shape) + 1)
            lines.append(f"{indent}out[place] = record.{name}{index}")
            lines.append(f"{indent}place += 1")
        scope: dict[str, Any] = {}
        exec("\n".join(lines), scope)
        return scope["flatten"]
