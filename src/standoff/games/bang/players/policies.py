"""The compiled players of Bang!, in one table."""

from functools import partial

from standoff.games.bang.players.danilakova.evolution import choose_evolution
from standoff.games.bang.players.danilakova.random_players import choose_rai, choose_rair
from standoff.games.bang.players.danilakova.weight_files import EVOLUTION, read_individual
from standoff.games.bang.players.kolar.aware import PARAMS, choose_aware
from standoff.kit import NumbersOption, Policy

SCRATCH = 2
"""Scratch states that the policies need."""

POLICIES = (
    Policy("rai", "random, but rather uses cards than not (Danilakova 7.4)", choose_rai),
    Policy("rair", "rai that spares allies, by guessed roles (Danilakova 7.5)", choose_rair),
    Policy(
        "evolution",
        "the move after which the table looks best (Danilakova 7.7)",
        choose_evolution,
        (
            NumbersOption(
                "individual",
                "default",
                "default, trained, or a file that `standoff train` has written",
                read=partial(read_individual, EVOLUTION),
            ),
        ),
    ),
    Policy("aware", "an expert's rules on estimated roles (Kolar 5.2)", choose_aware, PARAMS),
)
