"""Kernels: compiled when they are first called, kept on disk, the GIL released, never raising."""

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from numba import config, types
from numba.core import compiler
from numba.core.caching import CompileResultCacheImpl, FunctionCache, UserProvidedCacheLocator
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.sigutils import normalize_signature
from numba.core.typing.templates import make_concrete_template

from standoff._jit.cache import (
    LOCK,
    announce_compilation,
    cache_folder,
    foreign_source,
    hash_foreign,
    note_sources,
)
from standoff._jit.failure import reported
from standoff._jit.parts import Part, Shelf, key_of

P = ParamSpec("P")
R = TypeVar("R")

IS_COMPILED: bool = not config.DISABLE_JIT
"""Whether kernels are compiled; False when `NUMBA_DISABLE_JIT` is set."""

foreign_bodies: dict[Any, list[Callable[..., Any]]] = {}
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
                for body in foreign_bodies.get(part, ()):
                    sources.update(hash_foreign(body))
        return (*super()._index_key(sig, codegen), tuple(sorted(sources)))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = super().load_overload(sig, target_context)
        if found is None:
            announce_compilation()
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        shelf.write()
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
        self._parts: dict[tuple[Any, ...], Part] = {}

    def get_call_template(self, args: Any, kws: Any) -> tuple[Any, ...]:
        signature, folded = self._compiler.fold_argument_types(args, kws)
        name, part = self.py_func.__name__, self._find_part(tuple(folded))
        template = make_concrete_template(f"Part({name})", name, [part.signature])
        return template, signature, folded, {}

    def get_overload(self, sig: Any) -> Any:
        return self._find_part(tuple(normalize_signature(sig)[0])).fndesc

    def _find_part(self, args: tuple[Any, ...]) -> Part:
        with global_compiler_lock:
            if args not in self._parts:
                key = self._part_key(args)
                part = shelf.find(key) if key else None
                if part is None:
                    made = self._compile(args, None, is_part=True)
                    made.library.is_part = True
                    part = Part(made.signature, made.fndesc, made.library)
                    if key:
                        shelf.add(key, part)
                self.targetctx.insert_user_function(part.fndesc, part.fndesc, [part.library])
                self._parts[args] = part
            return self._parts[args]

    def _part_key(self, args: tuple[Any, ...]) -> str | None:
        """Return the key of a part on disk; None if something outside the package is part of it."""
        function = self.py_func
        if foreign_source(function) is not None or function.__closure__ is not None:
            return None
        if any(part in foreign_bodies for argument in args for part in flat_types(argument)):
            return None
        return key_of(function, args, self.targetctx.codegen())

    def _compile(self, args: tuple[Any, ...], return_type: Any, is_part: bool = False) -> Any:
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = is_part
        library = _Library(self.targetctx.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        contexts = self.typingctx, self.targetctx
        with reported(self.py_func):
            return compiler.compile_extra(
                *contexts, self.py_func, args, return_type, flags, self.locals, library
            )


def make_part_library(name: str) -> _Library:
    """Return a library for the code of a part from the disk."""
    library = _Library(cpu_target.target_context.codegen(), name)
    library.is_part = True
    return library


shelf = Shelf(make_part_library)


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
