"""Parts of kernels on disk, so that a part is typed and lowered once for all processes.

A new kernel of Bang! calls hundreds of parts which other kernels call too, and to type and lower
them takes most of its time. Only parts of this package are kept, for arguments whose types have no
verbs from outside: the folder of the cache is named by all sources that they are made of.
"""

import hashlib
import os
import pickle
import sqlite3
import sys
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

import numba
from llvmlite import binding
from numba import types
from numba.core import bytecode
from numba.core.serialize import dumps

from standoff._jit.cache import cache_folder

FILE = "parts.sqlite"
BUSY_SECONDS = 30.0
CREATE_TABLES = """
CREATE TABLE IF NOT EXISTS parts (key TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS codes (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID;
"""
PLAIN = (
    types.Array,
    types.Boolean,
    types.Float,
    types.Integer,
    types.IntegerLiteral,
    types.NoneType,
    types.Record,
)
"""Types whose names say everything about them."""
UNIQUE_BITS = 40

# Numba tells functions of one name apart by a number, which must differ between processes too.
bytecode.FunctionIdentity._unique_ids = iter(
    range(int.from_bytes(os.urandom(UNIQUE_BITS // 8)), 1 << 62)
)


class Part(NamedTuple):
    """What a caller needs of a part: its types, its name, and its code."""

    signature: Any
    fndesc: Any
    library: Any


class Shelf:
    """The file of the parts, and what this process has read from it and will write to it."""

    def __init__(self, make_library: Callable[[str], Any]) -> None:
        self._make_library = make_library
        self._libraries: dict[str, Any] = {}
        self._names: dict[Any, str | None] = {}
        """The name of each code; None if it is good for one process."""
        self._new_parts: dict[str, bytes] = {}
        self._new_codes: dict[str, bytes] = {}

    def find(self, key: str) -> Part | None:
        """Return a part that is kept, or None."""
        data = self._read("SELECT data FROM parts WHERE key = ?", key)
        if data is None:
            return None
        signature, fndesc, name = pickle.loads(data)
        library = self._library(name)
        return None if library is None else Part(signature, fndesc, library)

    def _library(self, name: str) -> Any:
        """Return the code of this name as a part, with all that it calls; None if it is lost."""
        if name not in self._libraries:
            data = self._read("SELECT data FROM codes WHERE name = ?", name)
            if data is None:
                return None
            called, code = pickle.loads(data)
            library = self._make_library(name)
            library._final_module = binding.parse_bitcode(code)
            library._linking_libraries = [self._library(other) for other in called]
            self._names[library] = name
            if None in library._linking_libraries:
                return None
            self._libraries[name] = library
        return self._libraries[name]

    def add(self, key: str, part: Part) -> None:
        """Keep a part when `write` is called next."""
        part.fndesc.typemap = part.fndesc.calltypes = None
        name = self._add_code(part.library)
        if name is not None:
            self._new_parts[key] = zlib.compress(dumps((part.signature, part.fndesc, name)), 1)

    def _add_code(self, library: Any) -> str | None:
        """Return the name of some code, which is kept too, or None."""
        if library not in self._names:
            called = [self._add_code(other) for other in dict.fromkeys(library._linking_libraries)]
            module = library._get_module_for_linking()
            is_fixed = any(
                variable.name.startswith("numba.dynamic.globals")
                for variable in module.global_variables
            )
            name = None
            if not is_fixed and None not in called and not library._reload_init:
                data = pickle.dumps((called, module.as_bitcode()))
                name = hashlib.blake2b(data, digest_size=16).hexdigest()
                self._new_codes[name] = zlib.compress(data, 1)
            self._names[library] = name
        return self._names[library]

    def write(self) -> None:
        """Write the new parts to the file; without a writable file they are forgotten."""
        if not self._new_parts:
            return
        with suppress(sqlite3.Error), closing(self._open()) as file, file:
            file.executescript(CREATE_TABLES)
            for table, rows in (("codes", self._new_codes), ("parts", self._new_parts)):
                file.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", rows.items())
        self._new_parts.clear()
        self._new_codes.clear()

    def _read(self, question: str, name: str) -> bytes | None:
        with suppress(sqlite3.Error), closing(self._open()) as file:
            row = file.execute(question, (name,)).fetchone()
            return row and zlib.decompress(row[0])
        return None

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(path(), timeout=BUSY_SECONDS)


def path() -> Path:
    """Return the file of the parts."""
    return cache_folder() / FILE


def key_of(function: Any, args: tuple[Any, ...], codegen: Any) -> str | None:
    """Return the key of a part; None if a type of its arguments is not known by its name."""
    named = [*map(name_type, args)]
    if None in named:
        return None
    code = function.__code__
    versions = numba.__version__, binding.llvm_version_info, sys.version, codegen.magic_tuple()
    place = function.__module__, function.__qualname__, code.co_firstlineno
    text = repr((place, named, versions))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def name_type(kind: Any) -> str | None:
    """Return a text that names a type, or None."""
    if isinstance(kind, types.BaseTuple):
        maker = getattr(kind, "instance_class", tuple)
        parts = [name_type(part) for part in kind.types]
        return None if None in parts else f"{maker.__module__}.{maker.__qualname__}{parts}"
    return repr(kind) if isinstance(kind, PLAIN) else None
