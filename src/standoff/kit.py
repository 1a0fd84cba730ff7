"""All that the author of a game imports.

`docs/write-a-game.md` builds a game with it. A game is a record (`state_dtype`), kernels over it
named as the verbs below, and a `Game` that lists its options, texts and players.
"""

from standoff._jit import (
    copy_record,
    count_bits,
    inline_kernel,
    kernel,
    lowest_bit,
    stack_table,
    verb,
)
from standoff.errors import BadIndividual, BadLog, BadNotation, BadOption, StandoffError
from standoff.feature import FEATURE, Feature, flags, saturate
from standoff.game import Game
from standoff.measure import Measures, share_of
from standoff.notation import parse_float, parse_list, parse_number, parse_word
from standoff.option import NumbersOption, Option, Settings, Value
from standoff.parts import (
    PLAYERS,
    Agents,
    Beliefs,
    Learning,
    NamedSearch,
    Policy,
    Rules,
    Sides,
    Size,
    Telling,
    Texts,
    Trainable,
)
from standoff.position import View
from standoff.present import Cell, Table
from standoff.record import options_record, state_dtype
from standoff.rng import (
    MAX_SEED,
    RNG_WORDS,
    below,
    draw_kind,
    next_word,
    renew_rng,
    seed_rng,
    shuffle,
    uniform,
)
from standoff.verbs import (
    NOBODY,
    Action,
    Result,
    Seat,
    State,
    apply,
    collect_verbs,
    evaluate,
    legal_actions,
    new_game,
    to_move,
)

__all__ = [
    "FEATURE",
    "MAX_SEED",
    "NOBODY",
    "PLAYERS",
    "RNG_WORDS",
    "Action",
    "Agents",
    "BadIndividual",
    "BadLog",
    "BadNotation",
    "BadOption",
    "Beliefs",
    "Cell",
    "Feature",
    "Game",
    "Learning",
    "Measures",
    "NamedSearch",
    "NumbersOption",
    "Option",
    "Policy",
    "Result",
    "Rules",
    "Seat",
    "Settings",
    "Sides",
    "Size",
    "StandoffError",
    "State",
    "Table",
    "Telling",
    "Texts",
    "Trainable",
    "Value",
    "View",
    "apply",
    "below",
    "collect_verbs",
    "copy_record",
    "count_bits",
    "draw_kind",
    "evaluate",
    "flags",
    "inline_kernel",
    "kernel",
    "legal_actions",
    "lowest_bit",
    "new_game",
    "next_word",
    "options_record",
    "parse_float",
    "parse_list",
    "parse_number",
    "parse_word",
    "renew_rng",
    "saturate",
    "seed_rng",
    "share_of",
    "shuffle",
    "stack_table",
    "state_dtype",
    "to_move",
    "uniform",
    "verb",
]
