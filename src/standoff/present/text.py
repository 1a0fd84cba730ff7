"""Numbers as people write them, and texts with a format."""

import math

from standoff.statistics import CONFIDENCE, Interval

PER_CENT = ".1%"
"""The form of a share."""
BOUNDS = f"({CONFIDENCE:.0%} interval)"
"""Ends the heading of a column of shares, where no sentence explains the bounds."""
UNKNOWN = "-"
"""Stands for a number that is not known."""


class Markdown(str):
    """A text that is already Markdown; other texts are escaped."""

    __slots__ = ()


class Strong(str):
    """A text that stands out."""

    __slots__ = ()


def number_text(number: float, form: str = "") -> str:
    """Return a number in a form such as `.2f`; without a form, whole numbers have no point.

    >>> number_text(12.0), number_text(0.25), number_text(0.125, ".1%"), number_text(math.nan)
    ('12', '0.250', '12.5%', '-')
    """
    if math.isnan(number):
        return UNKNOWN
    return format(number, form or (".0f" if float(number).is_integer() else ".3f"))


def interval_text(interval: Interval, form: str = PER_CENT) -> str:
    """Return an estimate with its bounds; a share in per cent unless another form is given.

    >>> interval_text(Interval(0.125, 0.1, 0.151))
    '12.5% (10.0 to 15.1)'
    >>> interval_text(Interval(120.4, 80.0, math.inf), "+.0f")
    '+120 (+80 to no bound)'
    """
    if math.isnan(interval.estimate):
        return UNKNOWN
    low, high = (
        format(bound, form).removesuffix("%") if math.isfinite(bound) else "no bound"
        for bound in (interval.low, interval.high)
    )
    return f"{interval.estimate:{form}} ({low} to {high})"
