"""The file of a training: the individual, and how it came to be. Described in docs/formats.md."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from standoff.errors import BadIndividual, BadRun
from standoff.option import Value
from standoff.statistics import Interval
from standoff.training.plan import Method, Plan, Step


class Settings(msgspec.Struct, frozen=True):
    """What a training is begun with, unless something else is given."""

    method: Method = Method.ES
    individuals: int = 4
    games: int = 200
    seed: int | None = None
    start: str = "default"
    pool: list[str] = []
    options: dict[str, Value] = {}


def record_of(plan: Plan, steps: Sequence[Step]) -> dict[str, Any]:
    """Return the document of a training: an individual with its history."""
    numbers = steps[-1].numbers if steps else plan.trainable().read(plan.start)
    document = plan.trainable().describe(numbers)
    document["training"] = {
        **plan.as_dict(),
        "begin": list(plan.trainable().read(plan.start)),
        "history": [
            {
                "generation": step.generation,
                "share": step.share.estimate,
                "low": step.share.low,
                "high": step.share.high,
                "mutation": step.mutation,
                "values": list(step.values),
            }
            for step in steps
        ],
    }
    return document


def load_record(plan: Plan, path: Path) -> list[Step]:
    """Return the generations in a file, if they were trained by this plan."""
    numbers = plan.trainable().read(str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    training = document.get("training")
    if not isinstance(training, dict) or not isinstance(training.get("history"), list):
        raise BadIndividual(f"{path} holds no training to go on with")
    for name, value in plan.as_dict().items():
        if training.get(name) != value:
            raise BadRun(f"{path} was trained with {name} {training.get(name)!r}, not {value!r}")
    if training.get("begin") != list(plan.trainable().read(plan.start)):
        raise BadRun(f"{path} did not begin with what {plan.start} is now")
    try:
        return [
            load_step(plan, generation, numbers, row)
            for generation, row in enumerate(training["history"], start=1)
        ]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BadIndividual(f"the history in {path} is damaged") from None


def load_step(plan: Plan, generation: int, numbers: tuple[float, ...], row: Any) -> Step:
    """Return one generation; `numbers` are those of the last, the others are not needed."""
    share, low, high, mutation = (float(row[name]) for name in ("share", "low", "high", "mutation"))
    values = tuple(float(value) for value in row["values"])
    is_sound = all(math.isfinite(number) for number in (share, low, high, mutation, *values))
    if row["generation"] != generation or len(values) != plan.individuals or not is_sound:
        raise ValueError
    return Step(generation, numbers, Interval(share, low, high), mutation, values)


def load_settings(path: Path) -> Settings:
    """Return what a file says its training was begun with; `load_record` tells if it has none."""
    try:
        training = json.loads(path.read_text(encoding="utf-8")).get("training")
    except (OSError, ValueError, RecursionError, AttributeError):
        return Settings()
    if not isinstance(training, dict):
        return Settings()
    try:
        return msgspec.convert(training, Settings)
    except msgspec.ValidationError as error:
        raise BadIndividual(f"the training in {path} is damaged: {error}") from None
