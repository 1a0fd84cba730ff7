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
    """A finished experiment: its report, and the versions of the software."""

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
    """Return the record of an experiment that was just finished."""
    versions = (standoff.__version__, np.__version__)
    return Entry(SCHEMA, name, size, seed, games, *versions, report)


def entry_file(folder: Path, name: str) -> Path:
    """Return the file of an experiment."""
    return folder / f"{name}.json"


def read_entry(folder: Path, name: str) -> Entry | None:
    """Return a finished experiment, or None if the folder does not have it."""
    path = entry_file(folder, name)
    return read_file(path, Entry) if path.exists() else None


def read_file(path: Path, kind: type[T]) -> T:
    """Return a value that `write_file` wrote."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise BadRun(f"cannot read {path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        what = " ".join(str(error).split())
        raise BadRun(f"cannot read {path} as a file of `standoff reproduce`: {what}") from None


def write_file(path: Path, value: object) -> None:
    """Write a value as JSON; the file is never half written."""
    make_folder(path.parent)
    write_text(path, msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n")


def make_folder(path: Path) -> None:
    """Make a folder if it does not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadRun(f"cannot write {path}: {error.strerror}") from None
