"""The table drawn for people, as text and as an image."""

from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.errors import MissingExtra, UnknownName
from standoff.position import View

COLUMNS = 120
FONT_SIZE = 14
PAPER, INK = (24, 24, 32), (224, 224, 216)
MODES = ("human", "ansi", "rgb_array")


def draw_text(view: View) -> str:
    """Return the table as a terminal shows it, without colours."""
    from rich.console import Console  # noqa: PLC0415  (drawing is for people)

    paper = StringIO()
    Console(file=paper, width=COLUMNS, color_system=None).print(view)
    return paper.getvalue()


def draw_image(view: View) -> NDArray[np.uint8]:
    """Return the table as an image: rows, columns, and three colours."""
    try:
        from PIL import Image, ImageDraw  # noqa: PLC0415  (drawing is for people)
    except ImportError:
        raise MissingExtra("a picture of the table", "Pillow", "rl") from None
    lines = draw_text(view).splitlines()
    font, width, height = load_font()
    image = Image.new("RGB", (COLUMNS * width, (len(lines) + 1) * height), PAPER)
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines):
        for column, letter in enumerate(line):
            pen.text((column * width, row * height), letter, fill=INK, font=font)
    return np.asarray(image, np.uint8)


@cache
def load_font() -> tuple[Any, int, int]:
    """Return a font of constant width that can draw boxes, and the size of its letters."""
    try:
        import matplotlib as mpl  # noqa: PLC0415
        from PIL import ImageFont  # noqa: PLC0415
    except ImportError:
        raise MissingExtra("a picture of the table", "matplotlib", "rl") from None
    file = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSansMono.ttf"
    font = ImageFont.truetype(str(file), FONT_SIZE)
    ascent, descent = font.getmetrics()
    return font, int(font.getlength("M")), ascent + descent


def check_mode(mode: str | None) -> None:
    """Refuse an unknown render mode."""
    if mode not in (None, *MODES):
        raise UnknownName("render mode", str(mode), MODES)


def draw(view: View, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Draw a view in one of MODES: `human` prints and returns None, None does nothing."""
    if mode == "ansi":
        return draw_text(view)
    if mode == "rgb_array":
        return draw_image(view)
    if mode == "human":
        print(draw_text(view))
    return None
