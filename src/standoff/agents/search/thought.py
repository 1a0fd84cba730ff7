"""What a search found out about each action: for people who want to see what an agent thinks."""

import math
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from standoff.agents.search.kernels import NONE, ROOT
from standoff.position import View
from standoff.verbs import Action


@dataclass(frozen=True)
class Thought:
    """One action of the root."""

    action: Action
    visits: int = 0
    """How often the search tried it: iterations, worlds, or votes."""
    value: float = math.nan
    """Its mean value for the mover; not a number when it was never tried."""
    line: tuple[Action, ...] = ()
    """The best line found after it."""


@runtime_checkable
class Thinker(Protocol):
    """An agent that can tell what it thought."""

    def act(self, view: View) -> Action:
        """Return one of the legal actions."""
        ...

    def thoughts(self) -> list[Thought]:
        """Return what the last `act` found: a Thought for each action that it tried."""
        ...


def read_tree(nodes: Any, size: int) -> list[Thought]:
    """Return the thoughts in a tree: the root's children, each followed by its best visited line.

    The best line goes on to the most visited child, the first of equals, as an answer would.
    """
    if size == 0:
        return []
    thoughts = []
    for child in children_of(nodes, ROOT):
        visits = int(nodes[child].visits)
        if visits > 0:
            value = float(nodes[child].reward) / visits
            thoughts.append(
                Thought(int(nodes[child].action), visits, value, best_line(nodes, child))
            )
    return thoughts


def children_of(nodes: Any, node: int) -> list[int]:
    """Return the children of a node in the order they were made."""
    children = []
    child = int(nodes[node].first_child)
    while child != NONE:
        children.append(child)
        child = int(nodes[child].next_sibling)
    return children


def best_line(nodes: Any, node: int) -> tuple[Action, ...]:
    """Return the actions of the most visited nodes below a node."""
    line: list[Action] = []
    while True:
        children = [child for child in children_of(nodes, node) if nodes[child].visits > 0]
        if not children:
            return tuple(line)
        node = max(children, key=lambda child: nodes[child].visits)
        line.append(int(nodes[node].action))
