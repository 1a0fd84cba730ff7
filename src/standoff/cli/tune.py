"""`standoff tune`: which values of an agent's parameters play best."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from standoff.cli import argument
from standoff.errors import BadRun

if TYPE_CHECKING:
    from standoff.optimise import Evaluation, Gain, SettingResult, Tuning
    from standoff.present import Cell

SCHEMA = 1
EVALUATIONS = 200


def command(
    game: argument.Game,
    agent: Annotated[
        str, typer.Option(help="Agent to tune, with its fixed parameters: mcts:ms=100.")
    ],
    against: Annotated[
        str, typer.Option(help="Opponent; or one for each other seat, comma-separated.")
    ],
    games: Annotated[int, typer.Option(help="Games per setting (ntbea: per evaluation).")],
    params: Annotated[
        list[str] | None,
        typer.Option(
            "--param",
            metavar="NAME=VALUE,VALUE",
            help="Parameter to tune, and its values; may be repeated.",
        ),
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="grid|ntbea",
            help="Play all settings, or search with few games [grid].",
            show_default=False,
        ),
    ] = "grid",
    evaluations: Annotated[
        int | None, typer.Option(help=f"Number of evaluations of ntbea [{EVALUATIONS}].")
    ] = None,
    confirm: Annotated[
        int | None,
        typer.Option(help="Games that confirm the result of ntbea [as many as the search]."),
    ] = None,
    seed: argument.Seed = None,
    protocol: Annotated[
        str | None,
        typer.Option(
            metavar="pairs|rotate|teams",
            help="How agents share the sides of a deal [two seats: pairs; else rotate].",
        ),
    ] = None,
    options: argument.Options = None,
    json_file: Annotated[
        Path | None,
        typer.Option("--json", metavar="FILE", help="Write all figures to a JSON file."),
    ] = None,
    jobs: argument.Jobs = None,
) -> None:
    """Find the best values of an agent's parameters. All settings play the same deals."""
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
            raise BadRun("--evaluations and --confirm need --method ntbea")
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


# --- all settings -------------------------------------------------------------------------------


def try_settings(plan: "Tuning", jobs: int | None) -> dict[str, Any]:
    """Play all settings, print the table and return the contents of the file."""
    from standoff.optimise import find_contenders, try_all
    from standoff.present.console import say
    from standoff.present.progress import progress_bar

    plan.check_all()
    opponents = ", ".join(plan.against)
    say(f"{plan.size} settings, {plan.games} games each against {opponents}")
    with progress_bar("games", plan.size * plan.games) as bar:
        scores = try_all(plan, jobs, bar.advance)
    contenders = find_contenders(scores)
    best = contenders[0] if len(contenders) == 1 else None
    show_scores(plan, scores, best)
    say(f"At 95% confidence: {verdict(scores, contenders)}.")
    return {
        "method": "grid",
        "settings": [
            {**score.as_dict(), "may_be_best": index in contenders}
            for index, score in enumerate(scores)
        ],
        "best": None if best is None else dict(scores[best].setting),
    }


def verdict(scores: Sequence["SettingResult"], contenders: Sequence[int]) -> str:
    """Say which setting is best, or which settings may be best."""
    from standoff.optimise.plan import setting_text

    names = [setting_text(scores[index].setting) for index in contenders]
    if len(names) == 1:
        return f"{names[0]} is best"
    if len(names) == len(scores):
        return "not settled: any setting may be best"
    return f"not settled: {', '.join(names[:-1])} and {names[-1]} may be best"


def show_scores(plan: "Tuning", scores: Sequence["SettingResult"], best: int | None) -> None:
    """Print a row for each setting, and the faults."""
    from standoff.optimise.plan import setting_text
    from standoff.present import Table
    from standoff.present.console import say, show_table
    from standoff.present.text import BOUNDS

    options = "".join(f", {name}={value}" for name, value in plan.options.items())
    columns = ["setting", "wins", "losses", "ties", f"share {BOUNDS}"]
    rows: list[tuple[Cell, ...]] = [
        (
            setting_text(score.setting),
            score.standing.wins,
            score.standing.losses,
            score.standing.ties,
            score.standing.share,
        )
        for score in scores
    ]
    if best is not None:
        columns.append("")
        rows = [(*row, "best" if index == best else "") for index, row in enumerate(rows)]
    title = f"{plan.game}{options}: {plan.agent}, seed {plan.seed}"
    show_table(Table(title, tuple(columns), tuple(rows)))
    for line in dict.fromkeys(line for score in scores for line in score.remarks):
        say(f"{line}.")


# --- a search -----------------------------------------------------------------------------------


def search_settings(
    plan: "Tuning", evaluations: int | None, games: int | None, jobs: int | None
) -> dict[str, Any]:
    """Search, confirm, print the result and return the contents of the file."""
    from standoff.optimise import confirm, measure_gain, search
    from standoff.optimise.plan import setting_text
    from standoff.optimise.run import MAX_EVALUATIONS, confirming_seed
    from standoff.present.console import say
    from standoff.present.progress import progress_bar

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
    gain = measure_gain(found, default)
    show_scores(plan, [found, default], None)
    name = setting_text(found.setting)
    say(f"At 95% confidence, on {last} new games: {confirmed(name, gain)}.")
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
    """Say whether the found setting is better than the default, and by how much."""
    from standoff.present import interval_text

    points = f"{interval_text(gain.share, '+.1%')} of the games"
    if not gain.is_settled:
        return f"not settled whether {name} is better than the default: {points}"
    side = "better" if gain.share.estimate > 0 else "worse"
    return f"{name} is {side} than the default: {points}"


def evaluation_dict(step: "Evaluation") -> dict[str, Any]:
    """Return an evaluation as docs/tuning.md describes it."""
    return {
        "setting": dict(step.setting),
        "share": step.share,
        "recommended": dict(step.recommended),
    }
