"""The file of a training: the individual, and how it came to be. Described in docs/formats.md."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from standoff.errors import BadIndividual, BadRun
from standoff.statistics import Interval
from standoff.training.plan import Plan, Step


def record_of(plan: Plan, steps: Sequence[Step]) -> dict[str, Any]:
    """Return the document of a training: an individual with its history."""
    numbers = steps[-1].numbers if steps else plan.trainable().read(plan.start)
    document = plan.trainable().describe(numbers)
    document["training"] = {
        **plan.as_dict(),
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
    try:
        return [
            Step(
                int(row["generation"]),
                numbers,  # of the last one; those before are not needed
                Interval(float(row["share"]), float(row["low"]), float(row["high"])),
                float(row["mutation"]),
                tuple(float(value) for value in row["values"]),
            )
            for row in training["history"]
        ]
    except (KeyError, TypeError, ValueError):
        raise BadIndividual(f"the history in {path} is damaged") from None
