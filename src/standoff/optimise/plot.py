"""A picture of how a training went."""

from collections.abc import Sequence
from pathlib import Path

from standoff.errors import BadRun
from standoff.optimise.optimiser import Step
from standoff.optimise.plan import Training

FORMATS = ("png", "svg", "pdf")


def check_plot(path: Path) -> None:
    """Raise `BadRun` unless a picture can be drawn there."""
    if path.suffix.removeprefix(".") not in FORMATS:
        raise BadRun(f"the name of a plot must end in {' or '.join(FORMATS)}, not {path.name!r}")


def draw_history(plan: Training, steps: Sequence[Step], path: Path) -> None:
    """Draw the share of the best individual with its interval, and the size of mutations."""
    from matplotlib.figure import Figure  # noqa: PLC0415  (slow)

    generations = [step.generation for step in steps]
    figure = Figure(figsize=(8, 5), layout="constrained")
    shares, sizes = figure.subplots(2, 1, sharex=True, height_ratios=(3, 1))
    low, high = [100 * step.share.low for step in steps], [100 * step.share.high for step in steps]
    shares.fill_between(generations, low, high, alpha=0.25, linewidth=0, label="95% interval")
    shares.plot(generations, [100 * step.share.estimate for step in steps], label="best individual")
    mean = [100 * sum(step.values) / len(step.values) for step in steps]
    shares.plot(generations, mean, color="grey", linewidth=1, label="all individuals")
    shares.set_ylabel("share of wins, %")
    shares.legend(loc="lower right")
    shares.set_title(f"{plan.game} {plan.agent}: {plan.method}, {plan.games} games per generation")
    sizes.plot(generations, [step.mutation for step in steps], color="tab:orange")
    sizes.set_ylabel("mutation size")
    sizes.set_ylim(bottom=0)
    sizes.set_xlabel("generation")
    for axes in (shares, sizes):
        axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)
