"""ASMACAG: two seats, hands of numbers and special cards, three actions a turn."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from standoff.games.asmacag import features, hidden, judges, notation, outcome, policies, rules
from standoff.games.asmacag.actions import num_actions
from standoff.games.asmacag.cards import NUM_SEATS
from standoff.games.asmacag.effects import difference_points, points
from standoff.games.asmacag.notation import num_numbers
from standoff.games.asmacag.options import OPTIONS, check_settings
from standoff.games.asmacag.state import FIELDS, STATE
from standoff.games.asmacag.view import AsmacagView
from standoff.kit import Game, Notation, collect_verbs, state_dtype

GAME = Game(
    name="asmacag",
    doc="A Simple Multi-Action Card Game: numbers and special cards over a board of numbers",
    version=1,
    state=STATE,
    verbs=collect_verbs(rules, outcome, hidden, judges, features) | {points: difference_points},
    options=OPTIONS,
    policies=policies.POLICIES,
    notation=Notation(
        action_text=notation.action_text,
        parse_action=notation.parse_action,
        state_text=notation.state_text,
        parse_state=notation.parse_state,
        action_group=notation.action_group,
    ),
    view=AsmacagView,
    num_seats=lambda settings: NUM_SEATS,
    num_actions=lambda settings: num_actions(num_numbers(settings)),
    max_decisions=lambda settings: NUM_SEATS * int(settings["hand"]),
    check_settings=check_settings,
    no_answer=lambda settings: num_actions(num_numbers(settings)) - 1,
    worlds=policies.MAX_EXACT_ACTIONS,
    presets={
        "thesis": {
            "mcts": {
                "iterations": 10_000,
                "c": 8.0,
                "horizon": "turn",
                "playout": "random",
                "answer": "mean",
            },
            "evolve": {
                "iterations": 18_000,
                "population": 125,
                "mutation": 0.15,
                "survival": 0.15,
                "playout": "random",
            },
            "ntbea": {
                "iterations": 18_000,
                "c": 8.0,
                "neighbours": 5,
                "mutation": 0.55,
                "start": 1000,
                "playout": "random",
            },
        },
    },
    feature_table=features.feature_table,
    reward_range=(-1.0, 1.0),
    problems=judges.PROBLEMS,
)


def variant(name: str, changed: dict[Callable[..., Any], Callable[..., Any]]) -> Game:
    """Return ASMACAG with some verbs done in another way, such as `{points: my_points}`.

    The policies ask `points` what a card scores; a variant in which cards score otherwise than
    through it should have policies of its own.
    """
    mark = "".join(letter if letter.isalnum() else "_" for letter in name)
    return replace(
        GAME,
        name=name,
        state=state_dtype(FIELDS, mark=f"is_{mark}"),
        verbs={**GAME.verbs, **changed},
    )


__all__ = ["GAME", "points", "variant"]
