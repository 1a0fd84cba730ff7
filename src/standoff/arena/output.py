"""Files written whole or not at all, and checked before the work begins."""

import os
import tempfile
from pathlib import Path

from standoff.errors import BadRun


def check_file(path: Path) -> None:
    """Raise `BadRun` unless a file can be written there; leaves nothing behind."""
    if path.is_dir():
        raise BadRun(f"cannot write {path}: it is a folder")
    if not path.parent.is_dir():
        raise BadRun(f"cannot write {path}: there is no folder {path.parent}")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise BadRun(f"cannot write {path}: {error.strerror}") from None


def check_folder(path: Path) -> None:
    """Raise `BadRun` unless files can be written into the folder, which may yet have to be made."""
    if path.exists() and not path.is_dir():
        raise BadRun(f"cannot save into {path}: it is not a folder")
    existing = path
    while not existing.exists():
        existing = existing.parent
    check_file(existing / "probe")


def write_text(path: Path, text: str) -> None:
    """Write a file through a temporary one beside it."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise BadRun(f"cannot write {path}: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException as error:
        os.unlink(temporary)
        if isinstance(error, OSError):
            raise BadRun(f"cannot write {path}: {error.strerror}") from None
        raise
