"""Documents as a page of HTML."""

from standoff.present import Document, Figure, Section, Strong, Table
from standoff.present.html import to_html


def test_a_page_has_all_its_parts():
    section = Section(
        "A & B",
        notes=("a < b",),
        tables=(Table("t", ("agent", "wins"), (("x", 5), (Strong("y"), 12))),),
        figures=(Figure("plot", "a plot", lambda axes: None),),
        remarks=("one", "two"),
        anchor="ab",
    )
    page = to_html(Document("<title>", (section,)), {"plot": '<?xml?><svg><g id="g"/></svg>'})
    assert "<h1>&lt;title&gt;</h1>" in page
    assert '<h3 id="ab">A &amp; B</h3>\n<p>a &lt; b</p>' in page
    assert '<tr><td>x</td><td class="number">5</td></tr>' in page
    assert "<td><strong>y</strong></td>" in page
    assert '<figcaption>a plot</figcaption>\n<svg><g id="plot-g"/></svg>' in page
    assert "<li>one</li>\n<li>two</li>" in page
