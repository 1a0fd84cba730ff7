"""Writes files whole or not at all, and checks them before long work begins."""

import os
import tempfile
from pathlib import Path

from standoff.errors import BadRun


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
        with tempfile.TemporaryDirectory(dir=existing) as folder:
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
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".standoff-")
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
