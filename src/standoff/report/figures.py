"""The plots of a report. Each function returns a function that draws on matplotlib's axes."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from standoff.arena.results import Part
from standoff.present import Table
from standoff.statistics import Interval

Draw = Callable[[Any], None]
Named = Sequence[tuple[str, Interval]]

LONGEST_NAME = 28
SHARE = "share of wins, %"
MOST_BINS = 40
INK = "#333333"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#999999", "#F0E442")
"""Colours that colour-blind people can tell apart (Okabe and Ito, 2008)."""


def shares(rows: Named) -> Draw:
    """Draw shares in per cent with their intervals, one below the other."""
    scaled = [(name, scale(share, 100)) for name, share in rows]
    return whiskers(scaled, SHARE, from_zero=True)


def ratings(rows: Named) -> Draw:
    """Draw ratings with whiskers; an infinite whisker ends at the edge."""
    known = [row for row in rows if not np.isnan(row[1].estimate)]
    return whiskers(known, "rating (Elo)", from_zero=False)


def scale(interval: Interval, by: float) -> Interval:
    """Return an interval in other units."""
    return Interval(by * interval.estimate, by * interval.low, by * interval.high)


def whiskers(rows: Named, label: str, from_zero: bool) -> Draw:
    """Draw a dot and a line for each row, the first on top; `label` names the x axis."""

    def draw(axes: Any) -> None:
        finite = [
            bound
            for _, row in rows
            for bound in (row.low, row.estimate, row.high)
            if np.isfinite(bound)
        ]
        edge = 0.05 * (max(finite, default=1) - min(finite, default=0)) or 1.0
        low, high = min(finite, default=0) - edge, max(finite, default=1) + edge
        for index, (_, row) in enumerate(rows):
            bounds = (max(row.low, low), min(row.high, high))
            axes.plot(bounds, (index, index), color=COLOURS[0], linewidth=1.5)
            axes.plot(row.estimate, index, "o", color=COLOURS[0], markersize=5)
        axes.set_yticks(range(len(rows)), [shorten(name) for name, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set_xlim(0 if from_zero else low, high)
        axes.set_xlabel(label)
        axes.set_ylabel("agent")
        axes.grid(axis="x", alpha=0.3)

    return draw


def heat_map(agents: Sequence[str], cross: Any) -> Draw:
    """Draw the cross table in colours, with the numbers in it."""

    def draw(axes: Any) -> None:
        names = [shorten(agent) for agent in agents]
        image = axes.imshow(100 * cross, cmap="RdBu", vmin=0, vmax=100)
        for row, column in np.argwhere(~np.isnan(cross)):
            share = 100 * cross[row, column]
            ink = INK if 25 < share < 75 else "white"
            axes.text(column, row, f"{share:.0f}", ha="center", va="center", color=ink, fontsize=8)
        axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel("against")
        axes.set_ylabel("agent")
        axes.figure.colorbar(image, ax=axes, shrink=0.8, label=SHARE)

    return draw


def parts(groups: Sequence[tuple[str, Sequence[Part]]], label: str) -> Draw:
    """Draw the share of wins of each agent in each part of its games; `label` names the parts."""

    def draw(axes: Any) -> None:
        names = list(dict.fromkeys(part.name for _, row in groups for part in row))
        for number, (agent, row) in enumerate(groups):
            shift = (number - (len(groups) - 1) / 2) * 0.8 / len(groups)
            at = [names.index(part.name) + shift for part in row]
            middle = [100 * part.share.estimate for part in row]
            below = [100 * (part.share.estimate - part.share.low) for part in row]
            above = [100 * (part.share.high - part.share.estimate) for part in row]
            axes.errorbar(
                at,
                middle,
                yerr=(below, above),
                fmt="o",
                markersize=4,
                capsize=2,
                color=COLOURS[number % len(COLOURS)],
                label=shorten(agent),
            )
        axes.set_xticks(range(len(names)), names)
        axes.set_xlabel(label)
        axes.set_ylabel(SHARE)
        axes.set_ylim(bottom=0)
        axes.grid(axis="y", alpha=0.3)
        axes.legend(fontsize=7, ncols=max(1, min(4, len(groups))))

    return draw


def lengths(counts: Counter[int], label: str) -> Draw:
    """Draw how many games had each length; `label` names the unit of the length."""

    def draw(axes: Any) -> None:
        values = np.array(sorted(counts))
        weights = np.array([counts[value] for value in values])
        bins = min(MOST_BINS, int(values.max() - values.min()) + 1)
        edges = np.linspace(values.min() - 0.5, values.max() + 0.5, bins + 1)
        axes.hist(values, edges, weights=weights, color=COLOURS[0], alpha=0.8)
        axes.set_xlabel(label)
        axes.set_ylabel("games")
        axes.grid(axis="y", alpha=0.3)

    return draw


# --- measures by round ---


def is_by_round(table: Table) -> bool:
    """Whether a table has a row for each round, with shares to draw."""
    numbered = [row for row in table.rows if is_round(row[0])]
    return len(numbered) > 1 and any(isinstance(cell, Interval) for cell in numbered[0])


def is_round(cell: object) -> bool:
    """Whether a cell is the number of a round."""
    return isinstance(cell, str) and cell.isdigit()


def by_round(table: Table) -> Draw:
    """Draw the shares of a table round by round."""
    rows = [row for row in table.rows if is_round(row[0])]
    rounds = [int(str(row[0])) for row in rows]
    curves = []
    for column, name in enumerate(table.columns):
        shares = [cell for row in rows if isinstance(cell := row[column], Interval)]
        if len(shares) == len(rows):
            curves.append((name, rounds, shares))
    return bands(curves, "round")


def bands(curves: Sequence[tuple[str, Sequence[float], Sequence[Interval]]], label: str) -> Draw:
    """Draw shares in per cent as lines with their intervals as bands; `label` names the x axis."""

    def draw(axes: Any) -> None:
        for number, (name, across, shares) in enumerate(curves):
            colour = COLOURS[number % len(COLOURS)]
            middle, low, high = (
                [100 * getattr(share, bound) for share in shares]
                for bound in ("estimate", "low", "high")
            )
            axes.plot(across, middle, "-o", markersize=3, color=colour, label=name)
            axes.fill_between(across, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set_xlabel(label)
        axes.set_ylabel("share, %")
        axes.set_ylim(0, 102)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)

    return draw


def shorten(name: str) -> str:
    """Return a name that fits beside a plot."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
