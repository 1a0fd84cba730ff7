"""Individuals in files, where agents read them."""

import json
from collections.abc import Sequence
from pathlib import Path

from standoff.files import temporary_folder
from standoff.optimise.optimiser import Numbers
from standoff.parts import Trainable


def write_individual(trainable: Trainable, numbers: Sequence[float], file: Path) -> None:
    """Write a file that the agent's parameter can name."""
    file.write_text(json.dumps(trainable.describe(numbers)), encoding="utf-8")


def settle(trainable: Trainable, numbers: Sequence[float]) -> Numbers:
    """Return numbers as they are read from a file: within their bounds, and rounded."""
    bounded = [
        min(max(float(number), low), high)
        for number, (low, high) in zip(numbers, trainable.bounds, strict=True)
    ]
    with temporary_folder() as folder:
        file = Path(folder) / "one.json"
        write_individual(trainable, bounded, file)
        return trainable.read(str(file))
