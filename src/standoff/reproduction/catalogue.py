"""All experiments by id."""

from collections.abc import Iterable

from standoff.errors import UnknownName
from standoff.reproduction import (
    crha,
    danilakova,
    kolar,
    kolar_events,
    kolar_rounds,
    league,
    villabrille,
    wished,
)
from standoff.reproduction.experiment import Experiment, Size

MODULES = (
    danilakova,
    crha,
    villabrille,
    kolar_events,
    kolar,
    kolar_rounds,
    wished,
    league,
)
EXPERIMENTS: dict[str, Experiment] = {
    experiment.id: experiment for module in MODULES for experiment in module.EXPERIMENTS
}


def find(names: Iterable[str]) -> list[Experiment]:
    """Return experiments by id, each once, in the order of the names."""
    found = {}
    for name in names:
        if name not in EXPERIMENTS:
            raise UnknownName("experiment", name, EXPERIMENTS)
        found[name] = EXPERIMENTS[name]
    return list(found.values())


def of_size(size: Size) -> list[Experiment]:
    """Return all experiments that a size has."""
    return [experiment for experiment in EXPERIMENTS.values() if size in experiment.games]
