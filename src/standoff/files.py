"""Writes files whole or not at all, and checks them before long work begins.

Temporary files and folders are named by their process. What a killed process has left behind is
removed when another process first needs one in the same folder.
"""

import os
import platform
import re
import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from standoff.errors import BadRun

PREFIX = f".standoff-{re.sub('[^A-Za-z0-9]', '', platform.node())}-"
"""Begins the names of temporary files on this machine; the number of the process follows."""


def check_file(path: Path) -> None:
    """Raise `BadRun` unless a file can be written at `path`; leave nothing behind."""
    try:
        if is_special(path):
            return
        if path.is_dir():
            raise BadRun(f"cannot write {path}: it is a folder")
        if not path.parent.is_dir():
            raise BadRun(f"cannot write {path}: there is no folder {path.parent}")
        if not path.exists():  # a name that the system refuses fails now, not after the work
            path.resolve().touch()
            path.resolve().unlink()
        with tempfile.TemporaryFile(dir=path.resolve().parent):
            pass
    except OSError as error:
        raise BadRun(f"cannot write {path}: {error.strerror}") from None


def check_folder(path: Path) -> None:
    """Raise `BadRun` unless files can be written into the folder, which need not exist yet."""
    try:
        existing = path
        while not existing.exists():
            existing = existing.parent
        if not existing.is_dir():
            raise BadRun(f"cannot save into {path}: {existing} is not a folder")
        with temporary_folder(existing) as folder:
            (Path(folder) / path.name).mkdir()
    except OSError as error:
        raise BadRun(f"cannot save into {path}: {error.strerror}") from None


def is_special(path: Path) -> bool:
    """Whether the path is a pipe or a device, which is written to and never replaced."""
    return path.exists() and not path.is_file() and not path.is_dir()


def write_text(path: Path, text: str) -> None:
    """Write a file through a temporary one beside it; a link is followed to its target."""
    try:
        if is_special(path):
            path.write_text(text, encoding="utf-8")
        else:
            replace_text(path.resolve(), text)
    except OSError as error:
        raise BadRun(f"cannot write {path}: {error.strerror}") from None


def replace_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=own_prefix(path.parent))
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


# --- temporary files ----------------------------------------------------------------------------


def temporary_folder(parent: Path | None = None) -> tempfile.TemporaryDirectory[str]:
    """Return a new temporary folder, which is removed at the end of a `with` block."""
    inside = Path(tempfile.gettempdir()) if parent is None else parent
    return tempfile.TemporaryDirectory(prefix=own_prefix(inside), dir=inside)


def own_prefix(folder: Path) -> str:
    """Return the prefix of this process for temporary files; clear what others left there."""
    clear(folder.resolve(), os.getpid())
    return f"{PREFIX}{os.getpid()}-"


@cache
def clear(folder: Path, process: int) -> None:
    """Remove temporary files of processes that no longer run, once in each process."""
    if os.name != "posix":  # elsewhere there is no harmless way to ask whether a process runs
        return
    for path in folder.glob(f"{PREFIX}*"):
        number = path.name.removeprefix(PREFIX).partition("-")[0]
        if number.isdecimal() and not is_running(int(number)):
            with suppress(OSError):
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def is_running(process: int) -> bool:
    """Whether there is a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # of another user, or not a number of a process
        return True
    return True
