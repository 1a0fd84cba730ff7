"""The wish of chapter 5.2: the bots under other rules of ASMACAG. Nothing is published."""

from collections.abc import Mapping
from functools import partial

from standoff.option import Value
from standoff.reproduction.experiment import Experiment, Report, Sheet, both
from standoff.reproduction.session import Session
from standoff.reproduction.verdict import state
from standoff.reproduction.villabrille.defect import SOURCE
from standoff.reproduction.villabrille.final import FINAL, count_total, play_final
from standoff.reproduction.villabrille.parameters import TESTS, play_rows

RULE_SETS: dict[str, tuple[str, Mapping[str, Value]]] = {
    "1": (
        "long turns: 4 actions, hands of 12, more numbers in the deck",
        {"action_points": 4, "hand": 12, "normal_copies": 12},
    ),
    "2": (
        "wide numbers: 1 to 12, twice as many x2 and %2",
        {"max_number": 12, "x2_copies": 12, "div2_copies": 12},
    ),
}


def run_rules(options: Mapping[str, Value], session: Session, games: int) -> Report:
    """Repeat the test of C and the final under other rules."""
    by_c = [
        state(label, played.share(0).share, games)
        for label, played in play_rows(TESTS[0], session, games, options).items()
    ]
    final = play_final(session, games, options)
    pairs = [
        state(f"{other} against {one}", played.share(1).share, games)
        for (one, other), played in final.items()
    ]
    totals = []
    for bot in FINAL.bots:
        total = count_total(bot, final)
        totals.append(state(f"{bot}, all games", total.share, total.whole))
    sheets = (
        Sheet("MCTS against OSLA by C, share of games won", tuple(by_c)),
        Sheet("the final: share of games won", (*pairs, *totals)),
    )
    settings = ", ".join(f"{name}={value}" for name, value in options.items())
    notes = (f"Options {settings}; everything else as in the thesis, under the true rules.",)
    return Report(sheets, notes)


EXPERIMENTS = tuple(
    Experiment(
        f"wished-rules-{number}",
        f"{SOURCE}, chapter 5.2",
        f"Tables 4.1 and 4.4 under other rules, {text}",
        both(20, 400),
        both(12, 220),
        partial(run_rules, options),
    )
    for number, (text, options) in RULE_SETS.items()
)
