"""What stands for a character that a terminal cannot print."""

import codecs
import sys

HANDLER = "standoff.glyphs"
"""The name of the handler of encoding errors."""
STAND_INS = {
    "●": "O",
    "○": ".",
    "…": "~",
    "\N{EM DASH}": "-",
    "\N{EN DASH}": "-",
    "\N{MULTIPLICATION SIGN}": "x",
    "→": ">",
    "±": "+-",
    "│": "|",
    "─": "-",
    "█": "#",
    "━": "=",
    "╸": "=",
    "╺": "-",
}
"""Plain characters for those that we print."""


def replace_unprintable(error: UnicodeError) -> tuple[str, int]:
    """Return what is printed instead: a stand-in, else a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    failed = error.object[error.start : error.end]
    return "".join(STAND_INS.get(letter, "?") for letter in failed), error.end


def make_printable() -> None:
    """Let both streams of this process print something for every character."""
    codecs.register_error(HANDLER, replace_unprintable)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=HANDLER)
