"""`standoff tune`: which values of an agent's parameters play best."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.cli.arena import share_cells
from standoff.errors import BadRun, UnknownName

if TYPE_CHECKING:
    from standoff.tuning import Comparison, Evaluation, Gain, Plan, Score

SCHEMA = 1
EVALUATIONS = 200


def command(
    game: argument.Game,
    agent: Annotated[str, typer.Option(help="The agent to tune, with what is not: mcts:ms=100.")],
    against: Annotated[
        str, typer.Option(help="The opponent; or one for each other seat, comma-separated.")
    ],
    games: Annotated[int, typer.Option(help="Games of each setting; of an evaluation of ntbea.")],
    param: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE,VALUE", help="A parameter to tune; may be repeated."),
    ] = None,
    method: Annotated[
        str, typer.Option(metavar="grid|ntbea", help="All settings, or a search with few games.")
    ] = "grid",
    evaluations: Annotated[
        int | None, typer.Option(help=f"Small matches of ntbea; {EVALUATIONS}.")
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(help="Games that confirm what ntbea has found; as many as it has played."),
    ] = None,
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(metavar="pairs|rotate|teams", help="How agents change places, as in arena."),
    ] = None,
    option: argument.Options = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures.")
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Try values of an agent's parameters against the same opponent, on the same deals."""
    from standoff.agents.spec import split_specs
    from standoff.files import check_file
    from standoff.tuning import Method, Param, Plan

    argument.check_jobs(jobs)
    if method not in list(Method):
        raise UnknownName("method", method, list(Method))
    if json_file is not None:
        check_file(json_file)
    plan = Plan(
        game=game,
        agent=agent,
        params=tuple(Param.parse(text) for text in param or []),
        against=tuple(split_specs(against)),
        games=games,
        seed=argument.choose_seed(seed),
        protocol=protocol,
        options=argument.parse_options(option),
    )
    if method == Method.NTBEA:
        found = search_settings(plan, evaluations, confirm, jobs)
    else:
        if evaluations is not None or confirm is not None:
            raise BadRun("--evaluations and --confirm belong to --method ntbea")
        found = try_settings(plan, jobs)
    if json_file is not None:
        write(plan, found, json_file)


def write(plan: "Plan", found: dict[str, Any], file: Path) -> None:
    """Write what docs/tuning.md describes."""
    from standoff.files import write_text

    fixed = {
        "schema": SCHEMA,
        "game": plan.game,
        "options": dict(plan.options),
        "agent": plan.agent,
        "params": {param.name: list(param.values) for param in plan.params},
        "against": list(plan.against),
        "protocol": plan.protocol,
        "seed": plan.seed,
        "games": plan.games,
    }
    write_text(file, json.dumps({**fixed, **found}, indent=2) + "\n")


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar on the error stream, if a person looks at it; gives what moves it on."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = ("games", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("games", total=total)
        yield lambda games: bar.advance(task, games)


def say(line: str) -> None:
    """Print a line as it is."""
    from rich.console import Console

    Console(soft_wrap=True).print(line, markup=False, highlight=False)


# --- all settings -------------------------------------------------------------------------------


def try_settings(plan: "Plan", jobs: int | None) -> dict[str, Any]:
    """Let all settings play, print the table and return what is written."""
    from standoff.tuning import compare, try_all

    plan.check_all()
    opponents = ", ".join(plan.against)
    say(f"{plan.size} settings, {plan.games} games each against {opponents}")
    with progress_bar(plan.size * plan.games) as progress:
        scores = list(try_all(plan, jobs, progress))
    comparison = compare(scores)
    show_scores(plan, scores, comparison.best)
    say(f"At 95 % confidence: {verdict(scores, comparison)}.")
    return {
        "method": "grid",
        "settings": [
            {**score.as_dict(), "may_be_best": place in comparison.contenders}
            for place, score in enumerate(scores)
        ],
        "best": None if comparison.best is None else dict(scores[comparison.best].setting),
    }


def verdict(scores: Sequence["Score"], comparison: "Comparison") -> str:
    """Say which setting is best, or which may be."""
    from standoff.tuning.plan import setting_text

    names = [setting_text(scores[place].setting) for place in comparison.contenders]
    if comparison.best is not None:
        return f"{names[0]} is best"
    if len(names) == len(scores):
        return "not settled: any of them may be best"
    return f"not settled: {', '.join(names[:-1])} and {names[-1]} may be best"


def show_scores(plan: "Plan", scores: Sequence["Score"], best: int | None) -> None:
    """Print a line for each setting, and who failed."""
    from rich.console import Console
    from rich.table import Table

    from standoff.tuning.plan import setting_text

    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    grid = Table(title=f"{plan.game}{options}: {plan.agent}, seed {plan.seed}")
    grid.add_column("setting", overflow="fold")
    for name in ("wins", "losses", "ties", "share", "95 % interval"):
        grid.add_column(name, justify="right")
    if best is not None:
        grid.add_column("")
    for place, score in enumerate(scores):
        standing = score.standing
        counts = (str(count) for count in (standing.wins, standing.losses, standing.ties))
        mark = ["best" if place == best else ""] if best is not None else []
        name = setting_text(score.setting)
        grid.add_row(name, *counts, *share_cells(standing.share), *mark)
    Console().print(grid)
    for line in dict.fromkeys(line for score in scores for line in score.remarks):
        say(line)


# --- a search -----------------------------------------------------------------------------------


def search_settings(
    plan: "Plan", evaluations: int | None, games: int | None, jobs: int | None
) -> dict[str, Any]:
    """Search, confirm, print what was found and return what is written."""
    from standoff.tuning import confirm, measure_gain, search
    from standoff.tuning.plan import setting_text
    from standoff.tuning.search import MAX_EVALUATIONS, confirming_seed

    argument.check_count("--evaluations", evaluations, MAX_EVALUATIONS)
    count = evaluations or EVALUATIONS
    last = count * plan.games if games is None else games
    plan.check_each()
    plan.match({}, last, plan.seed).check()
    opponents = ", ".join(plan.against)
    say(f"{plan.size} settings, {count} evaluations of {plan.games} games against {opponents}")
    with progress_bar(count * plan.games + 2 * last) as progress:
        steps = list(search(plan, count, jobs, progress))
        found, default = confirm(plan, steps[-1].recommended, last, jobs, progress)
    seed = confirming_seed(plan)
    gain = measure_gain(found, default, seed)
    show_scores(plan, [found, default], None)
    name = setting_text(found.setting)
    say(f"At 95 % confidence, on {last} new games: {confirmed(name, gain)}.")
    return {
        "method": "ntbea",
        "evaluations": [evaluation_dict(step) for step in steps],
        "recommended": dict(found.setting),
        "confirmation": {
            "seed": seed,
            "recommended": found.as_dict(),
            "default": default.as_dict(),
            "gain": gain.as_dict(),
        },
    }


def confirmed(name: str, gain: "Gain") -> str:
    """Say whether what was found is better than the default, and by how much."""
    low, high = 100 * gain.share.low, 100 * gain.share.high
    points = f"{100 * gain.share.estimate:+.1f} % of the games, {low:+.1f} to {high:+.1f} %"
    if not gain.is_settled:
        return f"not settled whether {name} is better than the default ({points})"
    side = "better" if gain.share.estimate > 0 else "worse"
    return f"{name} is {side} than the default ({points})"


def evaluation_dict(step: "Evaluation") -> dict[str, Any]:
    """Return an evaluation as docs/tuning.md has it."""
    return {
        "setting": dict(step.setting),
        "share": step.share,
        "recommended": dict(step.recommended),
    }
