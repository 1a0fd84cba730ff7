"""ASMACAG with measures: decisions, their codes, hidden cards of the mover, finished games."""

import math
from dataclasses import replace

from standoff import verbs
from standoff._jit import kernel
from standoff.games.asmacag import variant
from standoff.measure import Measures, share_of
from standoff.present import Table

DECISIONS, CODES, HIDDEN, JUDGED, ENDS = range(5)


@kernel
def measure(state, action, estimator, observation, out):
    seat = int(state.seat)
    is_hidden = observation.hand[1 - seat, 0] != state.hand[1 - seat, 0]
    out[DECISIONS, seat] += 1
    out[CODES, seat] += action
    out[HIDDEN, seat] += is_hidden
    out[JUDGED, estimator] += 1


@kernel
def measure_end(state, seat, out):
    out[ENDS, seat] += 1 + int(state.seat == verbs.NOBODY)


def report(counters):
    first = float(counters[:, ENDS, 0].sum())
    ends = Table("ends", ("seat", "ends"), (("first", first), ("[b]", math.nan)))
    decisions, hidden = (counters[:, count].sum(axis=1) for count in (DECISIONS, HIDDEN))
    row = (float(decisions.sum()), 0.25, share_of(hidden, decisions))
    return [Table("decisions", ("all", "mean", "hidden"), (row,)), ends]


MEASURES = Measures(shape=(5, 2), estimators=("plain", "fancy"), report=report)
GAME = replace(
    variant("asmacag-measured", {verbs.measure: measure, verbs.measure_end: measure_end}),
    measures=MEASURES,
)
