"""The list of the compiled players of Bang!."""

from functools import partial

from standoff.games.bang.players.danilakova.evolution import choose_evolution
from standoff.games.bang.players.danilakova.random_players import choose_rai, choose_rair
from standoff.games.bang.players.danilakova.weight_files import EVOLUTION, read_individual
from standoff.games.bang.players.kolar.aware import choose_aware
from standoff.games.bang.players.kolar.mood import PARAMS
from standoff.kit import NumbersOption, Policy

SCRATCH = 2
"""How many scratch states the policies need."""

POLICIES = (
    Policy("rai", "random, but prefers to use cards (Danilakova 7.4)", choose_rai),
    Policy("rair", "rai that spares allies, by guessed roles (Danilakova 7.5)", choose_rair),
    Policy(
        "evolution",
        "the move after which the table looks best (Danilakova 7.7)",
        choose_evolution,
        (
            NumbersOption(
                "individual",
                "default",
                "multipliers: default, trained, or a file of `standoff train`",
                read=partial(read_individual, EVOLUTION),
            ),
        ),
    ),
    Policy("aware", "an expert's rules on estimated roles (Kolar 5.2)", choose_aware, PARAMS),
)
