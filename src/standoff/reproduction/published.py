"""Data files: what was published, beside the code that plays it again."""

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_published(module: str, kind: type[T]) -> T:
    """Return the TOML file that has the name of a module; `module` is its `__file__`."""
    return msgspec.toml.decode(Path(module).with_suffix(".toml").read_bytes(), type=kind)
