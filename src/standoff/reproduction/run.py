"""Runs experiments in order, and writes each to a file when it is finished."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from standoff.errors import BadRun
from standoff.reproduction.experiment import Experiment
from standoff.reproduction.record import Entry, entry_file, make_entry, read_entry, write_file
from standoff.reproduction.session import Session


def reproduce(
    experiments: Sequence[Experiment], session: Session
) -> Iterator[tuple[Experiment, Entry]]:
    """Yield the record of each experiment; those in the session's folder are not run again.

    An experiment with another number of games is run again, and its file is replaced.
    """
    known = read_known(experiments, session)
    for experiment in experiments:
        entry = known.get(experiment.id)
        if entry is None:
            entry = run_experiment(experiment, session)
            if session.folder is not None:
                write_file(entry_file(session.folder, experiment.id), entry)
        yield experiment, entry


def run_experiment(experiment: Experiment, session: Session) -> Entry:
    """Run one experiment."""
    games = experiment.games[session.size]
    report = experiment.run(session, games)
    return make_entry(experiment.id, session.size, session.seed, games, report)


def read_known(experiments: Sequence[Experiment], session: Session) -> dict[str, Entry]:
    """Return the records in the folder that have the same number of games.

    Raises `BadRun` before anything is played.
    """
    for experiment in experiments:
        if session.size not in experiment.games:
            sizes = " or ".join(f"--{size}" for size in experiment.games)
            raise BadRun(f"{experiment.id} is played with {sizes}, not with --{session.size}")
    if session.folder is None:
        return {}
    known = {}
    for experiment in experiments:
        entry = read_entry(session.folder, experiment.id)
        if entry is not None:
            check_entry(entry, session, session.folder)
            if entry.games == experiment.games[session.size]:
                known[experiment.id] = entry
    return known


def check_entry(entry: Entry, session: Session, folder: Path) -> None:
    """Raise `BadRun` if an experiment was run with another size or seed."""
    if (entry.size, entry.seed) != (session.size, session.seed):
        raise BadRun(
            f"{folder} holds {entry.id} of --{entry.size} --seed {entry.seed}, not of"
            f" --{session.size} --seed {session.seed}: choose another folder"
        )
