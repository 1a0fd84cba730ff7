"""Where compiled kernels are kept on disk, and the hashes of the sources they were compiled from.

The cache lies in a folder named by a hash of the package's sources, because Numba's own check sees
only the file of the function itself and would go on using a callee that has changed since. Sources
outside the package (a fourth game) are hashed too, into the key of each entry they take part in.
"""

import functools
import getpass
import hashlib
import inspect
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

PACKAGE = Path(__file__).resolve().parent.parent
CACHE_VARIABLE = "STANDOFF_CACHE_DIR"
ANNOUNCED_VARIABLE = "STANDOFF_COMPILING"
KERNELS = "kernels"
LOCK = "lock"
KEEP_UNUSED_CACHE_SECONDS = 30 * 24 * 3600

NEVER_COMPILED = tuple(
    PACKAGE / name
    for name in (
        "cli",
        "client",
        "optimise",
        "present",
        "report",
        "reproduction",
        "server",
        "statistics",
    )
)
"""Folders without kernels; editing them must not cost a compilation."""

# --- the cache folder ---------------------------------------------------------------------------


def hash_sources(path: Path) -> str:
    """Hash a Python file, or all below a folder that may hold kernels, with the data they read."""
    digest = hashlib.blake2b(digest_size=8)
    files = [path] if path.is_file() else sorted([*path.rglob("*.py"), *path.rglob("*.json")])
    for file in files:
        if any(file.is_relative_to(folder) for folder in NEVER_COMPILED):
            continue
        digest.update(str(file.relative_to(path)).encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def choose_cache_folder() -> Path:
    """Return a writable folder for this version of the sources, made if need be.

    The user's cache folder (or `STANDOFF_CACHE_DIR`), else a temporary one.
    """
    chosen = os.environ.get(CACHE_VARIABLE)
    user = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("standoff"))
    temporary = Path(tempfile.gettempdir()) / f"standoff-{getpass.getuser()}"
    for parent in (user, temporary):
        folder = parent / KERNELS / hash_sources(PACKAGE)
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            folder.touch()  # in use: prune_caches leaves it alone
            with tempfile.TemporaryFile(dir=folder) as probe:
                if os.fstat(probe.fileno()).st_uid == folder.stat().st_uid:
                    return folder  # made by us: compiled code of strangers is not loaded
        except OSError:
            continue
    return Path(tempfile.mkdtemp(prefix="standoff-")) / KERNELS


def prune_caches(folder: Path) -> None:
    """Remove the caches of older sources beside `folder` that nobody has used for a month.

    Only what looks like a cache of ours goes: a hash as its name, and our lock inside.
    """
    limit = time.time() - KEEP_UNUSED_CACHE_SECONDS
    for lock in folder.parent.glob(f"*/{LOCK}"):
        other = lock.parent
        with suppress(OSError):  # another process may be at it
            is_ours = re.fullmatch("[0-9a-f]{16}", other.name) is not None
            if is_ours and other != folder and other.stat().st_mtime < limit:
                shutil.rmtree(other, ignore_errors=True)


@functools.cache
def cache_folder() -> Path:
    """Return the cache folder of this process, chosen once."""
    return choose_cache_folder()


def announce_compilation() -> None:
    """Say once, for this process and those it starts, why the first start takes longer."""
    if ANNOUNCED_VARIABLE in os.environ:
        return
    os.environ[ANNOUNCED_VARIABLE] = "1"
    print("standoff: compiling for this machine; later starts are quick", file=sys.stderr)
    prune_caches(cache_folder())


# --- sources outside the package ---------------------------------------------------------------

_hashes: dict[Path, str] = {}
"""Files and packages outside ours -> their hash when they were imported."""
_noted: dict[Path, int] = {}
"""Files outside the package -> when they had been written last when they were imported."""


def note_sources(function: Callable[..., Any]) -> None:
    """Hash what a function outside the package is made of, while it is being imported.

    Its file may be edited before it is compiled, and what is compiled then is what was imported.
    """
    top = foreign_source(function)
    if top is None:
        return
    file = Path(inspect.getfile(function)).resolve()
    written = file.stat().st_mtime_ns
    if _noted.get(file) != written:
        _noted[file] = written
        _hashes[top] = hash_sources(top)
    hash_loose_sources()


def foreign_source(function: Callable[..., Any]) -> Path | None:
    """Return the file of a function, or its whole package; None for our own functions."""
    file = Path(inspect.getfile(function)).resolve()
    if file.is_relative_to(PACKAGE) or not file.is_file():
        return None
    top = file
    while (top.parent / "__init__.py").is_file():
        top = top.parent
    return top


def hash_foreign(function: Callable[..., Any]) -> tuple[str, ...]:
    """Return hashes of what a function outside the package may be made of; none for our own.

    That is its file, or its whole package, and every loaded module that is not installed: it may
    call any of them.
    """
    top = foreign_source(function)
    return () if top is None else (known_hash(top), *hash_loose_sources())


def known_hash(path: Path) -> str:
    """Return the hash of a file or package as it was when it was first seen, or noted since."""
    if path not in _hashes:
        _hashes[path] = hash_sources(path)
    return _hashes[path]


def hash_loose_sources() -> tuple[str, ...]:
    """Return hashes of the files of loaded modules that are neither ours nor installed."""
    return tuple(sorted({known_hash(file) for file in list_loose_sources(len(sys.modules))}))


@functools.lru_cache(maxsize=1)
def list_loose_sources(num_modules: int) -> list[Path]:
    """List the files of loaded modules that are neither ours nor installed with Python.

    Looked at anew only when there are more modules than before.
    """
    names = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    files = [Path(name).resolve() for name in names if name and name.endswith(".py")]
    installed = [PACKAGE, *(Path(prefix).resolve() for prefix in (sys.prefix, sys.base_prefix))]
    return [
        file
        for file in files
        if file.is_file() and not any(file.is_relative_to(folder) for folder in installed)
    ]
