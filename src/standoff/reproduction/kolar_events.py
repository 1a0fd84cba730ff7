"""M. Kolar's figures 4.3 to 4.11: what he writes of his estimators, beside our curves."""

from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from standoff.games.bang.cards import ROLE_NAMES, Role
from standoff.games.bang.secrets.estimators import FUZZY_LEAVES, SOFT_LEAVES
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Size, Unit, both
from standoff.reproduction.kolar import PICTURE, SOURCE
from standoff.reproduction.kolar_logs import (
    AGENTS,
    HIDDEN,
    ROUND,
    STEP,
    STEPS,
    Curves,
    play_logs,
)
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import judge_range, state

SHOWN_ROUNDS = (1, 2, 3, 4, 6, 8, 10, 13, 16)
LEAST = 10
"""A point of a curve with fewer guesses than this is not shown."""
LOGS = (
    "His logs are of people and not public. Ours are of games between"
    f" {', '.join(AGENTS)}, with 4 to 7 at the table, written and read in KBang's format. These"
    " agents show their roles sooner than people do, and the numbers in the leaves of his trees are"
    " ours: only the course can be compared, not the height."
)
MORE = 1e-9
"""By however little one is better than another: the same is not better."""
EVENTS = "An estimator is asked every 25 events; 50 events count as a round, as in his text."


@dataclass(frozen=True)
class Claim:
    """Something he writes of a figure: a role's curve lies between two bounds in a round."""

    role: Role
    round: int
    said: str
    low: float = 0.0
    high: float = 1.0
    than: str = ""
    """The estimator that it is compared with; the bounds are then of the difference."""


@dataclass(frozen=True)
class Figure:
    """A graph of one estimator."""

    number: str
    mark: str
    title: str
    claims: tuple[Claim, ...]


D, O, R = HIDDEN  # noqa: E741  (deputy, outlaw, renegade)
FIGURES = (
    Figure(
        "4.3",
        "1.1",
        "Estimator 1.1.a: a tree, all events",
        (
            Claim(D, 4, "very good: above 90 %", 0.9),
            Claim(O, 4, "30 to 40 % from round 3", 0.3, 0.4),
            Claim(O, 8, "30 to 40 % from round 3", 0.3, 0.4),
            Claim(R, 4, "below 50 % until round 13", 0.0, 0.5),
            Claim(R, 10, "below 50 % until round 13", 0.0, 0.5),
            Claim(R, 16, "above 50 % after round 13", 0.5),
        ),
    ),
    Figure(
        "4.4",
        "1.1.200",
        "Estimator 1.1.200: a tree, the last 200 events",
        (
            Claim(D, 8, "the same as 1.1.a", -0.03, 0.03, "1.1"),
            Claim(O, 10, "better than 1.1.a", MORE, 1.0, "1.1"),
            Claim(R, 10, "worse than 1.1.a", -1.0, -MORE, "1.1"),
        ),
    ),
    Figure(
        "4.5",
        "2.1",
        "Estimator 2.1.a: the tree with Bayes' rule, all events",
        (
            Claim(D, 4, "identical with 1.1.a", 0.0, 0.0, "1.1"),
            Claim(O, 4, "identical with 1.1.a", 0.0, 0.0, "1.1"),
            Claim(R, 4, "identical with 1.1.a", 0.0, 0.0, "1.1"),
        ),
    ),
    Figure(
        "4.6",
        "2.1f",
        "Estimator 2.1f.a: softer leaves with Bayes' rule, all events",
        (
            Claim(D, 4, "stays above 90 %", 0.9),
            Claim(D, 10, "stays above 90 %", 0.9),
            Claim(O, 8, "above 50 % after round 7", 0.5),
            Claim(O, 13, "up to more than 60 %", 0.6),
            Claim(R, 10, "above 50 % after round 9", 0.5),
            Claim(O, 8, "better than 1.1.a", MORE, 1.0, "1.1"),
            Claim(R, 8, "better than 1.1.a", MORE, 1.0, "1.1"),
        ),
    ),
    Figure(
        "4.8",
        "2.1f.200",
        "Estimator 2.1f.200: the same, the last 200 events",
        (
            Claim(O, 4, "very like 2.1f.a", -0.05, 0.05, "2.1f"),
            Claim(O, 13, "better than 2.1f.a in long games", MORE, 1.0, "2.1f"),
            Claim(R, 13, "worse than 2.1f.a in long games", -1.0, -MORE, "2.1f"),
        ),
    ),
    Figure(
        "4.9",
        "2.2f",
        "Estimator 2.2f.a: finer leaves with Bayes' rule, all events",
        (
            Claim(R, 4, "about 70 % throughout", 0.6, 0.8),
            Claim(R, 10, "about 70 % throughout", 0.6, 0.8),
            Claim(D, 4, "above 50 % from round 4", 0.5),
            Claim(O, 4, "50 % from round 4", 0.45),
            Claim(O, 13, "up to 85 %", 0.75, 0.95),
            Claim(O, 8, "better than 2.1f.a", MORE, 1.0, "2.1f"),
            Claim(R, 8, "better than 2.1f.a", MORE, 1.0, "2.1f"),
            Claim(D, 8, "worse than 2.1f.a", -1.0, -MORE, "2.1f"),
        ),
    ),
    Figure(
        "4.11",
        "2.2f.200",
        "Estimator 2.2f.200: the same, the last 200 events",
        (
            Claim(D, 10, "somewhat better than 2.2f.a", MORE, 1.0, "2.2f"),
            Claim(R, 10, "somewhat better than 2.2f.a", MORE, 1.0, "2.2f"),
            Claim(O, 10, "somewhat worse than 2.2f.a", -1.0, -MORE, "2.2f"),
        ),
    ),
)


def run_figure(figure: Figure, session: Session, games: int) -> Report:
    """Make the graph of one estimator."""
    curves = play_logs(session, games)
    lines = []
    for turn in SHOWN_ROUNDS:
        for role in HIDDEN:
            event = turn * ROUND
            count = curves.count(role, event)
            if count >= LEAST:
                label = f"round {turn} (event {event}): {ROLE_NAMES[role]}"
                lines.append(state(label, curves.share(figure.mark, role, event), count))
    findings = [judge_claim(figure.mark, claim, curves) for claim in figure.claims]
    sheets = (
        Sheet("roles guessed right, guesses in place of games", tuple(lines)),
        Sheet("what he writes", tuple(findings)),
    )
    pictures: tuple[str, ...] = ()
    if session.folder is not None and find_spec("matplotlib") is not None:
        pictures = (draw(figure, curves, session.folder),)
    return Report(sheets, (PICTURE, LOGS, EVENTS), pictures=pictures)


def judge_claim(mark: str, claim: Claim, curves: Curves) -> Line:
    """Judge one thing that he writes."""
    role, event = claim.role, claim.round * ROUND
    label = f"{ROLE_NAMES[role]}, round {claim.round}"
    ours, unit = curves.share(mark, role, event), Unit.SHARE
    if claim.than:
        label += f": less {claim.than}"
        ours, unit = curves.lead(mark, claim.than, role, event), Unit.POINTS
    games = curves.count(role, event)
    return judge_range(label, claim.said, ours, games, claim.low, claim.high, unit)


def draw(figure: Figure, curves: Curves, folder: Path) -> str:
    """Draw the curves of an estimator into the folder of the run; return the file's name."""
    from matplotlib.figure import Figure as Picture  # noqa: PLC0415  (an extra)

    picture = Picture(figsize=(7, 4), layout="constrained")
    axes = picture.subplots()
    for role in HIDDEN:
        events = [step * STEP for step in range(1, STEPS)]
        known = [event for event in events if curves.count(role, event) >= LEAST]
        turns = [event / ROUND for event in known]
        shares = [curves.share(figure.mark, role, event) for event in known]
        middle = [100 * share.estimate for share in shares]
        low, high = [100 * share.low for share in shares], [100 * share.high for share in shares]
        (line,) = axes.plot(turns, middle, label=ROLE_NAMES[role])
        axes.fill_between(turns, low, high, alpha=0.2, linewidth=0, color=line.get_color())
    axes.set_xlabel("rounds of 50 events")
    axes.set_ylabel("guessed right, %")
    axes.set_ylim(0, 100)
    axes.set_title(figure.title)
    axes.legend()
    axes.spines[["top", "right"]].set_visible(False)
    name = f"kolar-{figure.number}.svg"
    picture.savefig(folder / name, metadata={"Date": None})
    return name


# --- the trees ------------------------------------------------------------------------------------

SOFT_NAMES = (
    "never harmed the Sheriff",
    "harmed him more than all others",
    "harmed others at least as much",
)
FUZZY_NAMES = (
    "has harmed nobody",
    "spared the Sheriff, harmed rather those who had not",
    "spared the Sheriff, harmed rather others",
    "up to a quarter of the harm met the Sheriff",
    "up to a half",
    "up to three quarters",
    "more",
)


def run_tree(
    names: tuple[str, ...], leaves: NDArray[np.float64], session: Session, games: int
) -> Report:
    """Show the leaves of one of his trees as we have reconstructed it."""
    del session, games  # nothing is played
    lines = [
        state(name, ", ".join(f"{ROLE_NAMES[role]} {row[role - 1]:.2f}" for role in HIDDEN), 0)
        for name, row in zip(names, leaves, strict=True)
    ]
    note = "A drawing of a tree, without data. Ours follows what his text says of it."
    return Report((Sheet("how likely each role's player is in a leaf", tuple(lines)),), (note,))


TREES = {
    "4.7": ("2.1f", SOFT_NAMES, SOFT_LEAVES),
    "4.10": ("2.2f", FUZZY_NAMES, FUZZY_LEAVES),
}
GRAPHS = tuple(
    Experiment(
        f"kolar-{figure.number}",
        f"{SOURCE}, figure {figure.number}",
        figure.title,
        {Size.QUICK: 60, Size.FULL: 4560},
        both(15, 700) if figure is FIGURES[0] else both(0, 0),
        partial(run_figure, figure),
    )
    for figure in FIGURES
)
DRAWINGS = tuple(
    Experiment(
        f"kolar-{number}",
        f"{SOURCE}, figure {number}",
        f"The tree of estimator {mark}",
        {Size.QUICK: 0, Size.FULL: 0},
        both(0, 0),
        partial(run_tree, names, leaves),
    )
    for number, (mark, names, leaves) in TREES.items()
)
EXPERIMENTS = tuple(
    sorted((*GRAPHS, *DRAWINGS), key=lambda experiment: int(experiment.id.rpartition(".")[2]))
)
