"""`standoff train`: better numbers for an agent, found by playing."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.optimise import Step, Training

DEFAULT_POOL = "rair,aware"
GENERATIONS = 300


def command(
    game: argument.Game,
    agent: Annotated[
        str, typer.Argument(help="Agent to train: evolution, or hybrid:iterations=500.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="File for the best individual.")],
    generations: Annotated[
        int,
        typer.Option(
            help=f"Generations, including those in FILE [{GENERATIONS}].", show_default=False
        ),
    ] = GENERATIONS,
    individuals: Annotated[int | None, typer.Option(help="Individuals per generation [4].")] = None,
    games: Annotated[
        int | None, typer.Option(help="Games per generation (cma: per pair) [200].")
    ] = None,
    seed: argument.Seed = None,
    method: Annotated[
        str | None, typer.Option(metavar="es|cma", help="Search method [es].")
    ] = None,
    start: Annotated[
        str | None, typer.Option(help="First individual: default, trained, or a file [default].")
    ] = None,
    pool: Annotated[
        str | None, typer.Option(help=f"Opponents of cma, comma-separated [{DEFAULT_POOL}].")
    ] = None,
    options: argument.Options = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the training in FILE with its settings.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot of the history: a png, svg or pdf file."),
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Train the numbers of an agent. Ctrl-C keeps the best so far."""
    parameters = locals()

    from standoff.files import check_file
    from standoff.optimise import load_record
    from standoff.optimise.plan import MAX_GENERATIONS
    from standoff.optimise.plot import check_plot, draw_history

    argument.check_count("--generations", generations, MAX_GENERATIONS)
    argument.check_jobs(jobs)
    check_file(out)
    if plot is not None:
        check_plot(plot)
        check_file(plot)
        if plot.resolve() == out.resolve():
            raise BadRun(f"--out and --plot must be two files, not both {out}")
    if resume and not out.exists():
        raise BadRun(f"cannot continue: there is no file {out}")
    if out.exists() and not resume:
        raise BadRun(f"{out} exists already: continue it with --resume, or choose another name")
    plan = make_plan(parameters, out if resume else None)
    plan.trainable().read(plan.start)
    known = load_record(plan, out) if resume else []
    if len(known) >= generations:
        raise BadRun(f"{out} has {len(known)} generations already; --generations is {generations}")
    steps = run(plan, known, generations, out, jobs)
    if plot is not None and steps:
        draw_history(plan, steps, plot)
    tell(plan, steps, generations, out)


def make_plan(parameters: Mapping[str, Any], begun: Path | None) -> "Training":
    """Return the training in a file, or a new one; the command line overrides its fields."""
    from standoff.optimise import Method, Training, load_fields
    from standoff.optimise.plan import TRAINERS

    given = argument.pick(
        parameters,
        Training.__struct_fields__,
        method=lambda name: argument.read_method(name, TRAINERS),
        options=argument.parse_options,
        pool=argument.read_specs,
    )
    fields = {
        "seed": argument.choose_seed(None),
        **(load_fields(begun) if begun is not None else {}),
        **given,
    }
    argument.check_seed(fields["seed"])
    if fields.get("method") is Method.CMA and not fields.get("pool"):
        fields["pool"] = argument.read_specs(DEFAULT_POOL)
    return Training(**fields)


def run(
    plan: "Training", known: list["Step"], generations: int, out: Path, jobs: int | None
) -> list["Step"]:
    """Train under a progress bar and update the file after each generation; Ctrl-C stops."""
    from standoff.files import write_text
    from standoff.optimise import record_of, train
    from standoff.present.progress import progress_bar

    steps = list(known)
    with progress_bar("training", generations, len(steps)) as bar:
        try:
            for step in train(plan, known, jobs):
                steps.append(step)
                write_text(out, json.dumps(record_of(plan, steps), indent=1) + "\n")
                bar.name(f"best {step.share.estimate:.1%}, mutation {step.mutation:.3f}")
                bar.advance()
                if step.generation >= generations:
                    break
        except KeyboardInterrupt:
            if not steps:
                raise
    return steps


def tell(plan: "Training", steps: list["Step"], generations: int, out: Path) -> None:
    """Say where the best individual is, and how to measure its strength."""
    from standoff.present import interval_text
    from standoff.present.console import say

    last = steps[-1]
    done = f"{last.generation} generations"
    if last.generation < generations:
        reason = f" by {last.end} of {plan.method}" if last.end else ""
        done = f"stopped{reason} after {last.generation} of {generations} generations"
    say(f"{done}, seed {plan.seed}: {out}")
    say(f"best share of the last generation: {interval_text(last.share)}")
    options = "".join(f" --option {name}={value}" for name, value in plan.options.items())
    spec, start = plan.spec(str(out)), plan.spec(plan.start)
    say(
        f"measure its strength: standoff arena {plan.game} --protocol teams{options}"
        f" --agents {spec},{start} --games 6000"
    )
