"""All experiments by id."""

from collections.abc import Iterable

from standoff.errors import UnknownName
from standoff.reproduction.crha import balance, mixture
from standoff.reproduction.danilakova import roles, tables, teams
from standoff.reproduction.experiment import Experiment, Size
from standoff.reproduction.kolar import estimators, points, rounds
from standoff.reproduction.ours import league
from standoff.reproduction.villabrille import final, parameters, rules

MODULES = (
    tables,
    teams,
    balance,
    mixture,
    parameters,
    final,
    estimators,
    points,
    rounds,
    roles,
    rules,
    league,
)
"""In the order of the page."""
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
    """Return all experiments that have this size."""
    return [experiment for experiment in EXPERIMENTS.values() if size in experiment.games]
