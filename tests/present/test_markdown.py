"""Documents as Markdown."""

import pytest

from standoff.present import Document, Figure, Markdown, Section, Strong, Table
from standoff.present.markdown import escape, to_markdown

TABLE = Table("a_b", ("agent", "wins, %"), (("x|y", 5), (Strong("z"), 12)))
SECTION = Section(
    "Who *wins*",
    notes=("my_bot.py", Markdown("`my_bot.py`")),
    tables=(TABLE,),
    figures=(Figure("plot", "a plot", lambda axes: None),),
    remarks=("one", "two"),
    anchor="who",
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b_c*[d]", r"a\|b\_c\*\[d\]"),
        ("<b> a < b", r"\<b> a < b"),
        (Strong("a_b"), r"**a\_b**"),
        (Markdown("[a](#a)"), "[a](#a)"),
    ],
)
def test_texts_are_shown_as_they_are(text, shown):
    assert escape(text) == shown


def test_a_document_has_all_its_parts_in_order():
    assert to_markdown(Document("A report", (SECTION, Section("Next", level=1)))) == (
        "# A report\n"
        "\n"
        '### <a id="who"></a>Who \\*wins\\*\n'
        "\n"
        "my\\_bot.py\n"
        "\n"
        "`my_bot.py`\n"
        "\n"
        "**a\\_b**\n"
        "\n"
        "| agent | wins, % |\n"
        "|---|---:|\n"
        "| x\\|y | 5 |\n"
        "| **z** | 12 |\n"
        "\n"
        "![a plot](plot.svg)\n"
        "\n"
        "- one\n"
        "- two\n"
        "\n"
        "## Next\n"
    )
