"""Says in one sentence where and why a kernel cannot be compiled."""

import ast
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.errors import ForceLiteralArg, NumbaError

from standoff.errors import KernelFault

_STAGE = re.compile(r"^(Failed in nopython mode|During: |Use of unsupported|<source elided>|File )")
MAX_REASON = 200


@contextmanager
def reported(function: Callable[..., Any]) -> Iterator[None]:
    """Turn any error of the compiler into a `KernelFault` that names file and line.

    The kernel in which the error occurs reports it; the kernels that call it pass the report on.
    """
    try:
        yield
    except (ForceLiteralArg, KernelFault):  # the first is how Numba asks for another try
        raise
    except Exception as error:
        path, line = find_place(function, error)
        raise KernelFault(
            f"cannot compile {function.__name__} ({path}, line {line}): {find_reason(error)}"
        ) from None


def find_place(function: Callable[..., Any], error: Exception) -> tuple[str, int]:
    """Return the file and the line of an error in a kernel, as exactly as the compiler knows."""
    path = inspect.getfile(function)
    first = function.__code__.co_firstlineno
    place = getattr(error, "loc", None)
    if place is not None and place.filename == path:
        return path, int(place.line)
    missing = error.args[0] if isinstance(error, KeyError) else getattr(error, "name", None)
    return path, first + find_attribute(function, str(missing))


def find_attribute(function: Callable[..., Any], name: str) -> int:
    """Return how many lines below its first line a function first reads an attribute, else 0."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    lines = [
        node.lineno - 1
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == name
    ]
    return min(lines, default=0)


def find_reason(error: Exception) -> str:
    """Return what is wrong, without the stages of the compiler and the source that it quotes."""
    if isinstance(error, KeyError):  # Numba looks fields of records up in a dict
        return f"there is no field {error.args[0]!r}"
    if not isinstance(error, NumbaError):
        return f"{type(error).__name__}: {error}"
    lines = [line.strip() for line in str(error).splitlines()]
    telling = [line for line in lines if line and not _STAGE.match(line)] or [type(error).__name__]
    reason = " ".join(telling[:2]) if telling[0].endswith(":") else telling[0]
    return reason[:MAX_REASON]
