"""Data files with the published figures, beside the code that plays them again."""

from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")


def read_published(module: str, kind: type[T]) -> T:
    """Return the contents of the TOML file beside a module; `module` is the module's `__file__`."""
    return msgspec.toml.decode(Path(module).with_suffix(".toml").read_bytes(), type=kind)
