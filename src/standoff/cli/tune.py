"""`standoff tune`: which values of an agent's parameters play best."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.cli.arena import share_cells
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.optimise import Evaluation, Gain, SettingResult, Tuning

SCHEMA = 1
EVALUATIONS = 200


def command(
    game: argument.Game,
    agent: Annotated[
        str, typer.Option(help="The agent to tune, with all that stays the same: mcts:ms=100.")
    ],
    against: Annotated[
        str, typer.Option(help="The opponent; or one for each other seat, comma-separated.")
    ],
    games: Annotated[int, typer.Option(help="Games per setting (ntbea: per evaluation).")],
    params: Annotated[
        list[str] | None,
        typer.Option(
            "--param", metavar="NAME=VALUE,VALUE", help="A parameter to tune; may be repeated."
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(metavar="grid|ntbea", help="Play all settings, or search with few games."),
    ] = "grid",
    evaluations: Annotated[
        int | None, typer.Option(help=f"Small matches of ntbea [{EVALUATIONS}].")
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(help="Games that confirm what ntbea found [as many as the search played]."),
    ] = None,
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(metavar="pairs|rotate|teams", help="How agents change sides, as in arena."),
    ] = None,
    options: argument.Options = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all figures.")
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Try values of an agent's parameters against the same opponent, on the same deals."""
    parameters = locals()

    import msgspec

    from standoff.files import check_file, write_text
    from standoff.optimise import Method
    from standoff.optimise.plan import TUNERS

    argument.check_jobs(jobs)
    is_search = argument.read_method(method, TUNERS) is Method.NTBEA
    if json_file is not None:
        check_file(json_file)
    plan = make_plan(parameters)
    if is_search:
        found = search_settings(plan, evaluations, confirm, jobs)
    else:
        if evaluations is not None or confirm is not None:
            raise BadRun("--evaluations and --confirm belong to --method ntbea")
        found = try_settings(plan, jobs)
    if json_file is not None:
        document = {"schema": SCHEMA, **msgspec.to_builtins(plan), **found}
        write_text(json_file, json.dumps(document, indent=2) + "\n")


def make_plan(parameters: Mapping[str, Any]) -> "Tuning":
    """Return the tuning that the command line describes."""
    from standoff.optimise import Tuning, read_params

    given = argument.pick(
        {**parameters, "params": parameters["params"] or []},
        Tuning.__struct_fields__,
        against=argument.read_specs,
        options=argument.parse_options,
        params=read_params,
    )
    return Tuning(**{**given, "seed": argument.choose_seed(given.get("seed"))})


def say(line: str) -> None:
    """Print a line as it is."""
    from rich.console import Console

    Console(soft_wrap=True).print(line, markup=False, highlight=False)


# --- all settings -------------------------------------------------------------------------------


def try_settings(plan: "Tuning", jobs: int | None) -> dict[str, Any]:
    """Let all settings play, print the table and return what is written."""
    from standoff.cli.progress import progress_bar
    from standoff.optimise import find_contenders, try_all

    plan.check_all()
    opponents = ", ".join(plan.against)
    say(f"{plan.size} settings, {plan.games} games each against {opponents}")
    with progress_bar("games", plan.size * plan.games) as bar:
        scores = try_all(plan, jobs, bar.advance)
    contenders = find_contenders(scores)
    best = contenders[0] if len(contenders) == 1 else None
    show_scores(plan, scores, best)
    say(f"At 95 % confidence: {verdict(scores, contenders)}.")
    return {
        "method": "grid",
        "settings": [
            {**score.as_dict(), "may_be_best": index in contenders}
            for index, score in enumerate(scores)
        ],
        "best": None if best is None else dict(scores[best].setting),
    }


def verdict(scores: Sequence["SettingResult"], contenders: Sequence[int]) -> str:
    """Say which setting is best, or which may be."""
    from standoff.optimise.plan import setting_text

    names = [setting_text(scores[index].setting) for index in contenders]
    if len(names) == 1:
        return f"{names[0]} is best"
    if len(names) == len(scores):
        return "not settled: any of them may be best"
    return f"not settled: {', '.join(names[:-1])} and {names[-1]} may be best"


def show_scores(plan: "Tuning", scores: Sequence["SettingResult"], best: int | None) -> None:
    """Print a line for each setting, and who failed."""
    from rich.console import Console
    from rich.table import Table

    from standoff.optimise.plan import setting_text

    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    grid = Table(title=f"{plan.game}{options}: {plan.agent}, seed {plan.seed}")
    grid.add_column("setting", overflow="fold")
    for name in ("wins", "losses", "ties", "share", "95 % interval"):
        grid.add_column(name, justify="right")
    if best is not None:
        grid.add_column("")
    for index, score in enumerate(scores):
        standing = score.standing
        counts = (str(count) for count in (standing.wins, standing.losses, standing.ties))
        mark = ["best" if index == best else ""] if best is not None else []
        name = setting_text(score.setting)
        grid.add_row(name, *counts, *share_cells(standing.share), *mark)
    Console().print(grid)
    for line in dict.fromkeys(line for score in scores for line in score.remarks):
        say(line)


# --- a search -----------------------------------------------------------------------------------


def search_settings(
    plan: "Tuning", evaluations: int | None, games: int | None, jobs: int | None
) -> dict[str, Any]:
    """Search, confirm, print what was found and return what is written."""
    from standoff.cli.progress import progress_bar
    from standoff.optimise import confirm, measure_gain, search
    from standoff.optimise.plan import setting_text
    from standoff.optimise.run import MAX_EVALUATIONS, confirming_seed

    argument.check_count("--evaluations", evaluations, MAX_EVALUATIONS)
    count = evaluations or EVALUATIONS
    last = count * plan.games if games is None else games
    plan.check_each()
    plan.match({}, last, plan.seed).check()
    opponents = ", ".join(plan.against)
    say(f"{plan.size} settings, {count} evaluations of {plan.games} games against {opponents}")
    with progress_bar("games", count * plan.games + 2 * last) as bar:
        steps = list(search(plan, count, jobs, bar.advance))
        found, default = confirm(plan, steps[-1].recommended, last, jobs, bar.advance)
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
