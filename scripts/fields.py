"""Writes docs/views.md: every field of views, actions and events, as the code describes it."""

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path

from standoff import Choice, Event, View
from standoff.game import installed_games, load

PAGE = Path(__file__).parent.parent / "docs" / "views.md"
INTRODUCTION = """\
# What a view shows

`act(view)` gets a view: what one seat may know, and nothing else. `view.as_dict()` is the same as
plain values. A card that the viewer does not know is `?`, in every game. `make golden` writes this
page from the code.
"""


def meaning(node: ast.stmt | None) -> str:
    """Return the first paragraph of a docstring."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return " ".join(str(node.value.value).partition("\n\n")[0].split())
    return ""


def find_class(kind: type) -> ast.ClassDef:
    """Return the source of a class."""
    (found,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(found, ast.ClassDef)
    return found


def fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """Yield name, type and meaning of each field, property and method of a class."""
    body = find_class(kind).body
    for node, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, ast.unparse(node.annotation), meaning(following)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            is_field = any("property" in ast.unparse(mark) for mark in node.decorator_list)
            names = [argument.arg for argument in node.args.args[1:]]
            name = node.name if is_field else f"{node.name}({', '.join(names)})"
            returns = "" if node.returns is None else ast.unparse(node.returns).strip("'\"")
            yield name, returns, meaning(node.body[0])


def table(kind: type, without: frozenset[str] = frozenset()) -> str:
    """Return the fields of a class as a table."""
    lines = ["| field | type | meaning |", "|---|---|---|"]
    for name, annotation, text in fields(kind):
        if name not in without:
            cell = annotation.replace("|", "\\|")
            lines.append(f"| `{name}` | `{cell}` | {text} |")
    return "\n".join(lines)


def render() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION, "## Every game\n", table(View), "\n## An action: `view.action(code)`\n"]
    parts += [table(Choice), "\n## An event of `view.events`\n", table(Event)]
    shared = frozenset(name for name, *_ in fields(View))
    for name in installed_games():
        view = load(name).telling.view
        assert view is not None
        player = inspect.getmodule(view).Player
        parts += [f"\n## {name}\n", table(view, shared), f"\nOne of `players` in {name}:\n"]
        parts.append(table(player))
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(render())
