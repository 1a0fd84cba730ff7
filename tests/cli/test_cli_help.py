"""The help texts: short, alike, and complete."""

import inspect
import re

import pytest

from standoff.cli.app import app

COMMANDS = {info.name: info.callback for info in app.registered_commands}
PARAMETERS = [
    pytest.param(parameter, id=f"{name}-{parameter.name}")
    for name, command in COMMANDS.items()
    for parameter in inspect.signature(command).parameters.values()
]


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_every_parameter_has_a_help_text_with_its_default(parameter):
    (info,) = parameter.annotation.__metadata__
    assert re.fullmatch(r"[A-Z0-9].*\.", info.help)
    if parameter.default not in (None, False, inspect.Parameter.empty):
        assert f"[{parameter.default}]." in info.help


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_cuts_no_sentence(run, name):
    _, out, _ = run("--help")
    (line,) = re.findall(rf"^  {name} .*$", out, re.MULTILINE)
    assert line.endswith(".")
    assert not line.endswith("...")
