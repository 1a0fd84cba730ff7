"""Verbs: functions whose body is chosen by the record type of their first argument, `state`."""

import functools
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.typing.templates import infer_global
from numba.extending import models, register_model

from standoff._jit.cache import (
    PACKAGE,
)
from standoff._jit.kernels import (
    IS_COMPILED,
    P,
    R,
    foreign_bodies,
    inline_kernel,
    is_kernel,
)

_bodies: dict[Any, dict[Any, Callable[..., Any]]] = {}
"""Verb -> {NumPy dtype and Numba record type -> kernel}."""


class _VerbType(types.Callable, types.Dummy):  # type: ignore[misc]
    """A verb, to Numba: whoever calls it calls the body for the record type of `state`."""

    def __init__(self, name: str, bodies: dict[Any, Any], default: Any) -> None:
        self._bodies, self._default = bodies, default
        super().__init__(name=f"verb({name})")  # equal names are equal types

    def _body(self, arguments: tuple[Any, ...]) -> Any:
        body = self._bodies.get(arguments[0], self._default)
        return types.Dispatcher(body) if body and is_kernel(body) else None

    def get_call_type(self, context: Any, args: tuple[Any, ...], kws: Any) -> Any:
        body = self._body(args)
        return body and body.get_call_type(context, args, kws)

    def get_call_signatures(self) -> tuple[tuple[Any, ...], bool]:
        return (), True

    def get_impl_key(self, sig: Any) -> Any:
        return self._body(sig.args).get_impl_key(sig)


register_model(_VerbType)(models.OpaqueModel)


def verb(stub: Callable[P, R]) -> Callable[P, R]:
    """Make a function of `state` and more whose body each game supplies with `bind`.

    It can be called from Python and from kernels; both choose the body by the state's record type.
    """
    return make_verb(stub, is_optional=False)


def optional_verb(stub: Callable[P, R]) -> Callable[P, R]:
    """Make a verb that a game may leave out: it then does what its own body says."""
    return make_verb(stub, is_optional=True)


def make_verb(stub: Callable[P, R], is_optional: bool) -> Callable[P, R]:
    """Return the function that chooses the body of a verb."""
    bodies: dict[Any, Callable[..., Any]] = {}

    @functools.wraps(stub)
    def dispatch(state: Any, *rest: Any) -> Any:
        body = bodies.get(state.dtype, stub) if is_optional else bodies[state.dtype]
        return body(state, *rest)

    _bodies[dispatch] = bodies
    if IS_COMPILED:
        default = inline_kernel(stub) if is_optional else None
        infer_global(dispatch, _VerbType(f"{stub.__name__} {len(_bodies)}", bodies, default))
    return dispatch  # type: ignore[return-value]


def bind(generic: Callable[..., Any], dtype: np.dtype[Any], body: Callable[..., Any]) -> None:
    """Let `generic` do `body` for states of this record dtype."""
    bodies = _bodies[generic]
    if bodies.get(dtype) is body:
        return  # a game that is configured anew
    if bodies.setdefault(dtype, body) is not body:
        raise RuntimeError(f"{generic.__name__} is bound twice for one record type: mark variants")
    if IS_COMPILED:
        record = from_dtype(dtype)
        bodies[record] = body
        function = getattr(body, "py_func", body)
        if not Path(inspect.getfile(function)).resolve().is_relative_to(PACKAGE):
            foreign_bodies.setdefault(record, []).append(function)
