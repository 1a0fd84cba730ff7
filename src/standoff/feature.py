"""What the numbers of a features vector mean: each has a name and a range."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff._jit import flat_fields, inline_kernel

FEATURE = np.float32
"""The dtype of features vectors."""


@dataclass(frozen=True)
class Feature:
    """One number of the vector: its meaning and its bounds."""

    name: str
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True)
class Features:
    """The numbers of a game's features vector, in order.

    >>> Features((Feature("life"), Feature("margin", low=-1.0))).names
    ('life', 'margin')
    """

    fields: tuple[Feature, ...]

    def __post_init__(self) -> None:
        doubled = [name for name, count in Counter(self.names).items() if count > 1]
        if doubled:
            raise ValueError(f"two features have the same name: {', '.join(doubled)}")

    def __len__(self) -> int:
        return len(self.fields)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The meaning of each number."""
        return tuple(field.name for field in self.fields)

    @cached_property
    def low(self) -> NDArray[np.float32]:
        """The lower bound of each number."""
        return np.array([field.low for field in self.fields], FEATURE)

    @cached_property
    def high(self) -> NDArray[np.float32]:
        """The upper bound of each number."""
        return np.array([field.high for field in self.fields], FEATURE)

    def describe(self, values: Iterable[float]) -> dict[str, float]:
        """Return the numbers of a vector by name."""
        return dict(zip(self.names, (float(value) for value in values), strict=True))


def flags(what: str, names: Sequence[str]) -> list[Feature]:
    """Return a feature `what: name`, 0 or 1, for each name."""
    return [Feature(f"{what}: {name}") for name in names]


@inline_kernel
def saturate(amount: float, half: float) -> float:
    """Squeeze any amount into (-1, 1): 0 stays 0, and `half` becomes one half."""
    return amount / (abs(amount) + half)


def raw_features(state: np.dtype[Any], seats: int) -> Features:
    """Return the features of a game that does not define the verb `features`.

    They are the own seat, then every number of the observation's record, without `rng` and `spare`.
    """
    fields = [Feature("own seat", 0.0, seats - 1.0)]
    for name, dtype, shape in flat_fields(state):
        limits = np.finfo(FEATURE) if dtype.kind == "f" else np.iinfo(dtype)
        for indices in np.ndindex(*shape):
            suffix = f"[{','.join(map(str, indices))}]" if indices else ""
            fields.append(Feature(f"{name}{suffix}", float(limits.min), float(limits.max)))
    return Features(tuple(fields))
