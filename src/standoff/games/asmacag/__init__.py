"""ASMACAG: two seats, hands of numbers and special cards, three actions in a turn."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from standoff.games.asmacag import (
    events,
    features,
    hidden,
    judges,
    notation,
    outcome,
    policies,
    rules,
)
from standoff.games.asmacag.actions import num_actions
from standoff.games.asmacag.cards import NUM_SEATS
from standoff.games.asmacag.effects import score_difference, score_number
from standoff.games.asmacag.options import OPTIONS, check_settings, num_numbers
from standoff.games.asmacag.state import FIELDS, STATE
from standoff.games.asmacag.view import AsmacagView
from standoff.kit import (
    Agents,
    Game,
    Learning,
    Rules,
    Settings,
    Size,
    Telling,
    Texts,
    collect_verbs,
    state_dtype,
)


def count_actions(settings: Settings) -> int:
    """Return how many action codes there are."""
    return num_actions(num_numbers(settings))


GAME = Game(
    name="asmacag",
    doc="A Simple Multi-Action Card Game: numbers and special cards over a board of numbers",
    version=1,
    rules=Rules(
        STATE,
        collect_verbs(rules, outcome, hidden, judges, features) | {score_number: score_difference},
        problems=judges.PROBLEMS,
        check_settings=check_settings,
        no_answer=lambda settings: count_actions(settings) - 1,
    ),
    options=OPTIONS,
    size=Size(
        seats=NUM_SEATS,
        actions=count_actions,
        decisions=lambda settings: NUM_SEATS * int(settings["hand"]),
    ),
    texts=Texts(
        actions=notation.action_texts,
        choices=notation.list_choices,
        examples=notation.EXAMPLES,
        state_text=notation.state_text,
        parse_state=notation.parse_state,
    ),
    telling=Telling(view=AsmacagView, tell=events.tell, say=events.say),
    agents=Agents(
        policies=policies.POLICIES,
        scratch=policies.MAX_EXACT_ACTIONS,
        levels={"beginner": "random", "club": "greedy", "expert": "exact"},
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
    ),
    learning=Learning(features=features.list_features, reward_range=(-1.0, 1.0)),
)


def variant(name: str, changed: dict[Callable[..., Any], Callable[..., Any]]) -> Game:
    """Return ASMACAG with other kernels for some verbs, such as `{score_number: my_score}`.

    The policies ask `score_number` what a number scores. A variant that scores in another way
    should have policies of its own.
    """
    mark = "".join(letter if letter.isalnum() else "_" for letter in name)
    return replace(
        GAME,
        name=name,
        rules=replace(
            GAME.rules,
            state=state_dtype(FIELDS, mark=f"is_{mark}"),
            verbs={**GAME.rules.verbs, **changed},
        ),
    )


__all__ = ["GAME", "score_number", "variant"]
