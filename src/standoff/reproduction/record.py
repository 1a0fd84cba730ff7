"""The record of a finished experiment: a file in the folder of the session."""

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

import standoff
from standoff.errors import BadRun
from standoff.files import write_text
from standoff.reproduction.experiment import Report, Size

SCHEMA = 1
T = TypeVar("T")


@dataclass(frozen=True)
class Entry:
    """A finished experiment as it is kept: what it found, and the versions it was made with."""

    schema: int
    id: str
    size: Size
    seed: int
    games: int
    """Games of each match."""
    standoff: str
    numpy: str
    report: Report


def make_entry(name: str, size: Size, seed: int, games: int, report: Report) -> Entry:
    """Return an experiment that was finished just now."""
    versions = (standoff.__version__, np.__version__)
    return Entry(SCHEMA, name, size, seed, games, *versions, report)


def entry_file(folder: Path, name: str) -> Path:
    """Return where an experiment is kept."""
    return folder / f"{name}.json"


def read_entry(folder: Path, name: str) -> Entry | None:
    """Return a finished experiment, None if it is not in the folder."""
    path = entry_file(folder, name)
    return read_file(path, Entry) if path.exists() else None


def read_file(path: Path, kind: type[T]) -> T:
    """Return what `write_file` wrote."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise BadRun(f"cannot read {path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        what = " ".join(str(error).split())
        raise BadRun(
            f"{path} is no file of `standoff reproduce` that can be used: {what}"
        ) from None


def write_file(path: Path, value: object) -> None:
    """Write a value as JSON, whole or not at all."""
    make_folder(path.parent)
    write_text(path, msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n")


def make_folder(path: Path) -> None:
    """Make a folder if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRun(f"cannot write {path}: {error.strerror}") from None
