"""Loads objects from a Python file, such as `path/to/my_bot.py:MyBot`."""

import hashlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from standoff.errors import BadSpec, StandoffError

MAX_DESCRIPTION = 200
MAX_TRACEBACK = 4000

_modules: dict[Path, ModuleType] = {}


def load_object(path: str, name: str) -> Any:
    """Return the object `name` of a Python file; errors say file and line."""
    module = load_module(path)
    if not hasattr(module, name):
        classes = [key for key, value in vars(module).items() if is_own(module, key, value)]
        known = ", ".join(sorted(classes)) or "nothing"
        raise BadSpec(f"{path} does not define {name!r}; it defines: {known}")
    return getattr(module, name)


def is_own(module: ModuleType, key: str, value: Any) -> bool:
    """Whether a name is public and defined in the module itself."""
    return not key.startswith("_") and getattr(value, "__module__", None) == module.__name__


def load_module(path: str) -> ModuleType:
    """Import a Python file, only once, from any current folder."""
    file = Path(path).resolve()
    if file in _modules:
        return _modules[file]
    if not file.is_file():
        raise BadSpec(f"there is no file {path}")
    # Compiled kernels are linked by the name of their module, so each file has its own name.
    mark = hashlib.blake2b(str(file).encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()
    name = f"standoff_file_{file.stem}_{mark}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise BadSpec(f"{path} is not a Python file; its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))  # it may import files from its own folder
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        raise BadSpec(f"cannot import {path}: {explain(error, str(file))}") from None
    _modules[file] = module
    return module


def imported_files(path: str) -> list[Path]:
    """Return a Python file and all files of its folder that it imports, directly or indirectly.

    The imports are read from the sources, so earlier imports do not matter. For an installed file,
    which has a version, only the file itself is returned.
    """
    file = Path(path).resolve()
    if any(file.is_relative_to(Path(prefix).resolve()) for prefix in (sys.prefix, sys.base_prefix)):
        return [file]
    from modulefinder import ModuleFinder  # noqa: PLC0415  (needed only for stored runs)

    finder = ModuleFinder([str(file.parent)])
    finder.run_script(str(file))
    names = [getattr(module, "__file__", None) for module in finder.modules.values()]
    return sorted({file, *(Path(name) for name in names if name)})


def load_entry(what: str, entry: EntryPoint) -> Any:
    """Import an installed object; any error of its package is reported in one sentence."""
    try:
        return entry.load()
    except StandoffError:  # it has a clear message, such as an extra that is not installed
        raise
    except Exception as error:
        reason = f"{type(error).__name__}: {describe(error, str)}"
        raise BadSpec(f"cannot import {what} {entry.name!r} ({entry.value}): {reason}") from None


def explain(error: BaseException, path: str) -> str:
    """Say in one line which error was raised, and in which line of `path`."""
    line = None
    if isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == path:
            line = frame.lineno
    where = f"{path}, line {line}: " if line else ""
    text = error.msg if isinstance(error, SyntaxError) else describe(error, str)
    return f"{where}{type(error).__name__}: {text}".rstrip(": ")


def traceback_text(error: BaseException, ours: str) -> str:
    """Return the traceback of an error from below the frames of our file `ours`, its end if long.

    An error of foreign code cannot break this.
    """
    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename == ours:
        frames = frames.tb_next
    try:
        lines = traceback.format_exception(type(error), error, frames)
    except Exception:
        return ""
    text = "".join(lines).encode("utf-8", "backslashreplace").decode().rstrip()
    return text if len(text) <= MAX_TRACEBACK else "...\n" + text[-MAX_TRACEBACK:]


def describe(thing: object, how: Callable[[object], str] = repr) -> str:
    """Return one short line that describes a foreign object; nothing it does can break this."""
    try:
        text = how(thing)[: 2 * MAX_DESCRIPTION]
    except Exception as error:
        return f"a {type(thing).__name__} that cannot be shown ({type(error).__name__})"
    text = " ".join(text.encode("utf-8", "backslashreplace").decode().split())
    return text if len(text) <= MAX_DESCRIPTION else text[:MAX_DESCRIPTION] + "..."
