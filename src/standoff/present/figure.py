"""Plots, drawn when they are written."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A plot: the name of its file, its title, and a function that draws on matplotlib's axes."""

    name: str
    title: str
    draw: Callable[[Any], None]
    width: float = 7.0
    height: float = 3.5


def draw_svg(figure: Figure) -> str:
    """Return a plot as SVG; the same data give the same text."""
    import matplotlib as mpl
    from matplotlib.figure import Figure as Canvas

    with mpl.rc_context({"svg.hashsalt": figure.name, "svg.fonttype": "none", "font.size": 9}):
        canvas = Canvas(figsize=(figure.width, figure.height), layout="constrained")
        axes = canvas.add_subplot()
        figure.draw(axes)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        sink = io.StringIO()
        canvas.savefig(sink, format="svg", metadata={"Date": None, "Creator": None})
    return sink.getvalue()
