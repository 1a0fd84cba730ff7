import re

import pytest

from standoff.agents.spec import Spec, split_specs
from standoff.errors import BadSpec


def test_specs_are_read():
    assert Spec.parse("greedy") == Spec("greedy", {})
    assert Spec.parse(" a:x=1:y=b ") == Spec("a", {"x": "1", "y": "b"})
    assert Spec.parse("dir/b.py:Bot:n=5") == Spec("Bot", {"n": "5"}, "dir/b.py")
    assert split_specs("a:x=1, b.py:C,d") == ["a:x=1", "b.py:C", "d"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an agent has no name in ''"),
        (":x=1", "an agent has no name"),
        ("a:x", "cannot read 'x' in 'a:x'; write name:key=value"),
        ("a:x=", "cannot read 'x='"),
        ("a:=1", "cannot read '=1'"),
        ("a:x=1:x=2", "x is given twice"),
        ("bot.py", "which class of bot.py is meant? write bot.py:ClassName"),
        ("bot.py:n=1", "which class of bot.py is meant?"),
    ],
)
def test_bad_specs_are_refused(text, message):
    with pytest.raises(BadSpec, match=re.escape(message)):
        Spec.parse(text)
