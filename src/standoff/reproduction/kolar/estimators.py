"""Figures 4.3 to 4.11: what he writes about his estimators, beside our curves along logs."""

from functools import partial
from typing import Any

import msgspec

from standoff.files import write_text
from standoff.games.bang.cards import ROLE_NAMES, Role
from standoff.games.bang.secrets.estimators import FUZZY_LEAVES, SOFT_LEAVES
from standoff.present import Figure
from standoff.present.figure import draw_svg
from standoff.report.figures import bands
from standoff.reproduction.experiment import Experiment, Line, Report, Sheet, Unit, both
from standoff.reproduction.kolar.blocks import PICTURE, SOURCE, Said
from standoff.reproduction.kolar.logs import (
    AGENTS,
    HIDDEN,
    ROUND,
    STEP,
    STEPS,
    Curves,
    play_logs,
)
from standoff.reproduction.published import read_published
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import judge_range, state

SHOWN_ROUNDS = (1, 2, 3, 4, 6, 8, 10, 13, 16)
LEAST = 10
"""A point of a curve with fewer guesses than this is not shown."""
LOGS = (
    "His logs are of games of people, and not public. Ours are of games between"
    f" {', '.join(AGENTS)}, with 4 to 7 players, written and read in KBang's format. These agents"
    " show their roles sooner than people do, and the numbers in the leaves of his trees are ours."
    " So only the course of the curves can be compared, not their height."
)
EVENTS = "An estimator is asked every 25 events; 50 events count as a round, as in his text."
LEAVES = {"2.1f": SOFT_LEAVES, "2.2f": FUZZY_LEAVES}


class Claim(Said, frozen=True, kw_only=True):
    """A statement about a graph: the curve of a role lies between two bounds in a round."""

    role: str
    round: int
    than: str = ""
    """Another estimator; the bounds are then those of the difference from it."""


class Graph(msgspec.Struct, frozen=True):
    """The curves of one estimator."""

    number: str
    mark: str
    title: str
    claims: tuple[Claim, ...]


class Tree(msgspec.Struct, frozen=True):
    """A drawing of an estimator's tree: the names of its leaves."""

    number: str
    mark: str
    leaves: tuple[str, ...]


class Published(msgspec.Struct, frozen=True):
    """The data file."""

    graphs: tuple[Graph, ...]
    trees: tuple[Tree, ...]


PUBLISHED = read_published(__file__, Published)


def run_graph(graph: Graph, session: Session, games: int) -> Report:
    """Make the graph of one estimator."""
    curves = play_logs(session, games)
    lines = []
    for turn in SHOWN_ROUNDS:
        for role in HIDDEN:
            event = turn * ROUND
            count = curves.count(role, event)
            if count >= LEAST:
                label = f"round {turn} (event {event}): {ROLE_NAMES[role]}"
                lines.append(state(label, curves.share(graph.mark, role, event), count))
    findings = [judge_claim(graph.mark, claim, curves) for claim in graph.claims]
    sheets = (
        Sheet("roles guessed right; the column games counts guesses", tuple(lines)),
        Sheet("what he writes", tuple(findings)),
    )
    pictures: tuple[str, ...] = ()
    if session.folder is not None:
        pictures = (f"kolar-{graph.number}.svg",)
        write_text(session.folder / pictures[0], draw_svg(figure_of(graph, curves)))
    return Report(sheets, (PICTURE, LOGS, EVENTS), pictures=pictures)


def judge_claim(mark: str, claim: Claim, curves: Curves) -> Line:
    """Judge one of his statements."""
    role, event = Role(ROLE_NAMES.index(claim.role)), claim.round * ROUND
    label = f"{claim.role}, round {claim.round}"
    ours, unit = curves.share(mark, role, event), Unit.SHARE
    if claim.than:
        label += f": minus {claim.than}"
        ours, unit = curves.lead(mark, claim.than, role, event), Unit.POINTS
    games = curves.count(role, event)
    return judge_range(label, claim.said, ours, games, claim.low, claim.high, unit)


def figure_of(graph: Graph, curves: Curves) -> Figure:
    """Return the curves of an estimator as a plot."""
    lines = []
    for role in HIDDEN:
        events = [step * STEP for step in range(1, STEPS)]
        known = [event for event in events if curves.count(role, event) >= LEAST]
        shares = [curves.share(graph.mark, role, event) for event in known]
        lines.append((ROLE_NAMES[role], [event / ROUND for event in known], shares))
    draw_curves = bands(lines, "rounds of 50 events")

    def draw(axes: Any) -> None:
        draw_curves(axes)
        axes.set_ylabel("guessed right, %")
        axes.set_title(graph.title)

    return Figure(f"kolar-{graph.number}", graph.title, draw, height=4.0)


def run_tree(tree: Tree, session: Session, games: int) -> Report:
    """Show the leaves of one of his trees as reconstructed."""
    del session, games  # nothing is played
    lines = [
        state(name, ", ".join(f"{ROLE_NAMES[role]} {row[role - 1]:.2f}" for role in HIDDEN), 0)
        for name, row in zip(tree.leaves, LEAVES[tree.mark], strict=True)
    ]
    note = "The figure is a drawing of a tree, without data. Our tree follows his text."
    return Report((Sheet("how likely a player of each role is in a leaf", tuple(lines)),), (note,))


GRAPHS = tuple(
    Experiment(
        f"kolar-{graph.number}",
        f"{SOURCE}, figure {graph.number}",
        graph.title,
        both(60, 4560),
        both(15, 700) if graph is PUBLISHED.graphs[0] else both(0, 0),
        partial(run_graph, graph),
    )
    for graph in PUBLISHED.graphs
)
DRAWINGS = tuple(
    Experiment(
        f"kolar-{tree.number}",
        f"{SOURCE}, figure {tree.number}",
        f"The tree of estimator {tree.mark}",
        both(0, 0),
        both(0, 0),
        partial(run_tree, tree),
    )
    for tree in PUBLISHED.trees
)
EXPERIMENTS = tuple(
    sorted((*GRAPHS, *DRAWINGS), key=lambda experiment: int(experiment.id.rpartition(".")[2]))
)
