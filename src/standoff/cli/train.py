"""`standoff train`: numbers of an agent made better by playing."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from standoff.cli import argument
from standoff.errors import BadRun, UnknownName

if TYPE_CHECKING:
    from standoff.training import Plan, Step

DEFAULT_POOL = "rair,aware"


def command(
    game: argument.Game,
    agent: Annotated[
        str, typer.Argument(help="The agent to train: evolution, or hybrid:iterations=500.")
    ],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the best individual is kept.")],
    generations: Annotated[int, typer.Option(help="How many generations in all.")] = 300,
    individuals: Annotated[int | None, typer.Option(help="Of a generation; 4.")] = None,
    games: Annotated[
        int | None, typer.Option(help="Of a generation; of cma, by pair; 200.")
    ] = None,
    seed: argument.Seed = None,
    method: Annotated[
        str | None, typer.Option(metavar="es|cma", help="How to look for better; es.")
    ] = None,
    start: Annotated[str | None, typer.Option(help="What to begin with; default.")] = None,
    pool: Annotated[
        str | None, typer.Option(help=f"Whom cma plays against; {DEFAULT_POOL}.")
    ] = None,
    option: argument.Options = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with what FILE holds, as it was begun.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the history (png, svg or pdf).")
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Train an agent's numbers; Ctrl-C keeps the best so far."""
    from standoff.agents.spec import split_specs
    from standoff.files import check_file
    from standoff.training import Plan, Settings, load_record, load_settings
    from standoff.training.plan import MAX_GENERATIONS, Method
    from standoff.training.plot import check_plot

    argument.check_count("--generations", generations, MAX_GENERATIONS)
    argument.check_jobs(jobs)
    check_file(out)
    if plot is not None:
        check_plot(plot)
        check_file(plot)
        if plot.resolve() == out.resolve():
            raise BadRun(f"--out and --plot must be two files, not both {out}")
    if resume and not out.exists():
        raise BadRun(f"there is no {out} to go on with")
    if out.exists() and not resume:
        raise BadRun(f"{out} is there already: --resume goes on with it, or take another name")
    begun = load_settings(out) if resume else Settings()
    chosen = method or str(begun.method)
    if chosen not in list(Method):
        raise UnknownName("method", chosen, list(Method))
    default_pool = split_specs(DEFAULT_POOL) if chosen == Method.CMA else []
    plan = Plan(
        game=game,
        agent=agent,
        method=Method(chosen),
        individuals=begun.individuals if individuals is None else individuals,
        games=begun.games if games is None else games,
        seed=argument.choose_seed(begun.seed if seed is None else seed),
        start=start or begun.start,
        pool=tuple(split_specs(pool) if pool else begun.pool or default_pool),
        options=argument.parse_options(option) if option else begun.options,
    )
    plan.trainable().read(plan.start)
    known = load_record(plan, out) if resume else []
    if len(known) >= generations:
        raise BadRun(f"{out} has {len(known)} generations already, not fewer than {generations}")
    steps = run(plan, known, generations, out, jobs)
    if plot is not None and steps:
        from standoff.training.plot import draw_history

        draw_history(plan, steps, plot)
    tell(plan, steps, generations, out)


def run(
    plan: "Plan", known: list["Step"], generations: int, out: Path, jobs: int | None
) -> list["Step"]:
    """Train under a progress bar, keeping the file up to date; Ctrl-C ends it early."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from standoff.files import write_text
    from standoff.training import record_of, train

    console = Console(stderr=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    steps = list(known)
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("training", total=generations, completed=len(steps))
        try:
            for step in train(plan, steps, jobs):
                steps.append(step)
                write_text(out, json.dumps(record_of(plan, steps), indent=1) + "\n")
                share = f"best {100 * step.share.estimate:.1f} %, mutation {step.mutation:.3f}"
                bar.update(task, description=share, completed=step.generation)
                if step.generation >= generations:
                    break
        except KeyboardInterrupt:
            if not steps:
                raise
    return steps


def tell(plan: "Plan", steps: list["Step"], generations: int, out: Path) -> None:
    """Say where the best individual is, and how to find out how good it is."""
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    last = steps[-1]
    done = f"{last.generation} generations"
    if last.generation < generations:
        reason = f" by {last.end} of {plan.method}" if last.end else ""
        done = f"stopped{reason} after {last.generation} of {generations} generations"
    best = f"{100 * last.share.estimate:.1f} % ({100 * last.share.low:.1f} to"
    console.print(f"{done}, seed {plan.seed}: {out}", markup=False)
    console.print(f"best share of the last generation: {best} {100 * last.share.high:.1f} %)")
    options = "".join(f" --option {name}={value}" for name, value in plan.options.items())
    spec, start = plan.spec(str(out)), plan.spec(plan.start)
    console.print(
        f"how good is it? standoff arena {plan.game} --protocol teams{options}"
        f" --agents {spec},{start} --games 6000",
        markup=False,
    )
