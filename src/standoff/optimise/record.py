"""The file of a training: the individual and its history (docs/formats.md)."""

import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from standoff.errors import BadIndividual, BadRun
from standoff.optimise.optimiser import Numbers, Step
from standoff.optimise.plan import Training
from standoff.statistics import Interval


def record_of(plan: Training, steps: Sequence[Step]) -> dict[str, Any]:
    """Return the document of a training: an individual with its history."""
    trainable = plan.trainable()
    begin = trainable.read(plan.start)
    document = trainable.describe(steps[-1].numbers if steps else begin)
    document["training"] = {
        **plan.as_dict(),
        "begin": list(begin),
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


def load_record(plan: Training, path: Path) -> list[Step]:
    """Return the generations in a file, if they were trained by this plan."""
    trainable = plan.trainable()
    numbers = trainable.read(str(path))
    document = json.loads(path.read_text(encoding="utf-8"))
    training = document.get("training")
    if not isinstance(training, dict) or not isinstance(training.get("history"), list):
        raise BadIndividual(f"{path} holds no training that can be continued")
    for name, value in plan.as_dict().items():
        if training.get(name) != value:
            raise BadRun(f"{path} was trained with {name} {training.get(name)!r}, not {value!r}")
    if training.get("begin") != list(trainable.read(plan.start)):
        raise BadRun(f"{path} began with other numbers than {plan.start} has now")
    try:
        return [
            load_step(plan, generation, numbers, row)
            for generation, row in enumerate(training["history"], start=1)
        ]
    except (KeyError, TypeError, ValueError, OverflowError):
        raise BadIndividual(f"the history in {path} is damaged") from None


def load_step(plan: Training, generation: int, numbers: Numbers, row: Any) -> Step:
    """Return one generation; `numbers` are those of the last generation, others are not kept."""
    share, low, high, mutation = (float(row[name]) for name in ("share", "low", "high", "mutation"))
    values = tuple(float(value) for value in row["values"])
    is_sound = all(math.isfinite(number) for number in (share, low, high, mutation, *values))
    if row["generation"] != generation or len(values) != plan.individuals or not is_sound:
        raise ValueError
    return Step(generation, numbers, Interval(share, low, high), mutation, values)


def load_fields(path: Path) -> dict[str, Any]:
    """Return the fields of `Training` that a file was trained with.

    If the file holds no training there are no fields, and `load_record` says why.
    """
    try:
        training = json.loads(path.read_text(encoding="utf-8")).get("training")
    except (OSError, ValueError, RecursionError, AttributeError):
        return {}
    found = {}
    for field in msgspec.structs.fields(Training):
        if isinstance(training, dict) and field.name in training:
            try:
                found[field.name] = msgspec.convert(training[field.name], field.type)
            except msgspec.ValidationError as error:
                what = f"{error}, in `$.{field.name}`"
                raise BadIndividual(f"the training in {path} is damaged: {what}") from None
    return found
