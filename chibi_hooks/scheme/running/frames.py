"""Declarations at the engine's own procedures in, what their Python frames mean to those who walk the stack out.

    @frame(calls=lambda producer: (producer,), rest=lambda below, consumer: (consume, (consumer,), below))
    def call_with_values(producer: Value, consumer: Value) -> Value: …

Rules
-----
* What a frame means is said by functions whose parameters have the names of its locals; one that has no value yet is
  `UNDEFINED`. A name that is no local is refused when the module is imported: renaming a local cannot break
  continuations in silence.
* A procedure that drives a callee on Python's stack (`calls`) keeps the pending call in its local `r`: `PENDING` once
  the callee has started, then what it answered.
* Nothing stands here for compiled code, whose sites say more (`link`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import CodeType

from chibi_hooks.scheme.values.data import UNDEFINED, Value
from chibi_hooks.scheme.values.errors import EngineFault
from chibi_hooks.typenames import Any, Final, NoReturn, TypeVar

HeapFrame = tuple[Any, tuple[Any, ...], Any]
"""(function or `Detached`, its values, next frame or None); running it is `function(value of the call it waits for,
*values)`, or `detached.function(value, values, run)`."""

Locals = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])

PENDING: Final = object()  # local `r` of a procedure that has started its callee and has no result yet


class Role:
    """What a frame of one of the engine's own procedures means; all but `bounces` are functions of its locals.

    `rest`: the frame on the heap, given the one below it; None: it carries nothing. `pending`: the call that it could
    not start; None in the answer: it had not begun. `calls`: procedure and arguments of what it calls. `waiting`: the
    functions of heap frames that it holds, innermost first. `bounces`: it makes tail calls in place of frames that are
    gone: the one at hand, for errors. `reads`: the locals that all this is found in.
    """

    __slots__ = ("rest", "pending", "calls", "waiting", "bounces", "reads")

    def __init__(
        self,
        rest: Callable[[Locals, HeapFrame | None], HeapFrame | None] | None,
        pending: Callable[[Locals], Value] | None,
        calls: Callable[[Locals], tuple[Value, ...]] | None,
        waiting: Callable[[Locals], Iterable[Any]] | None,
        bounces: Callable[[Locals], Value] | None,
        reads: frozenset[str],
    ) -> None:
        self.rest = rest
        self.pending = pending
        self.calls = calls
        self.waiting = waiting
        self.bounces = bounces
        self.reads = reads


_roles: Final[dict[int, Role]] = {}  # by the id of the code, which lives for ever: hashing a code object is slow
role_of: Final = _roles.get
"""The role of a frame, by the id of its code; None for compiled code and for Python functions of others."""


def frame(
    *,
    rest: Callable[..., HeapFrame | None] | None = None,
    calls: Callable[..., tuple[Value, ...]] | None = None,
    failed: Callable[..., Exception] | None = None,
    pending: Callable[..., Value] | None = None,
    waiting: Callable[..., Iterable[Any]] | None = None,
    bounces: Callable[..., Value] | None = None,
) -> Callable[[F], F]:
    """Declare what frames of the decorated procedure mean: see `Role`. `failed`: the error that it was handling, raised
    again if there was no stack left for that. Raises EngineFault for a role that reads what is no local.
    """

    def declare(function: F) -> F:
        local = _LocalsOf(function.__code__)
        called, find = local.reader(calls), local.reader(pending)
        if called is not None:
            find = _pending(called, local.reader(lambda r: r), local.reader(failed))
        waits, made = local.reader(waiting), local.reader(bounces)
        role = Role(local.placer(rest), find, called, waits, made, frozenset(local.read))
        _roles[id(function.__code__)] = role
        return function

    return declare


class _LocalsOf:
    """The locals of one procedure, and which of them were read."""

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.read: set[str] = set()

    def reader(self, role: Callable[..., Any] | None) -> Callable[[Locals], Any] | None:
        """The role as a function of a frame's locals."""
        if role is None:
            return None
        names = self.names(role)
        return lambda local: role(*[local.get(name, UNDEFINED) for name in names])

    def placer(self, role: Callable[..., Any] | None) -> Callable[[Locals, Any], Any] | None:
        """The same for a role that is given the frame below first."""
        if role is None:
            return None
        names = self.names(role, given=1)
        return lambda local, below: role(below, *[local.get(name, UNDEFINED) for name in names])

    def names(self, role: Callable[..., Any], given: int = 0) -> tuple[str, ...]:
        names = role.__code__.co_varnames[given : role.__code__.co_argcount]
        local = {*self.code.co_varnames, *self.code.co_cellvars, *self.code.co_freevars}
        unknown = [name for name in names if name not in local]
        if unknown:
            message = f"{self.code.co_name}: its role reads {' and '.join(unknown)}, which is no local of it"
            raise EngineFault(message)
        self.read.update(names)
        return names


def raise_again(error: BaseException) -> NoReturn:
    """Raises an error that there was no stack left to handle."""
    raise error


def itself(value: Value) -> Value:
    """The pending call of what needs only to be answered."""
    return value


def _pending(
    calls: Callable[[Locals], Value],
    result: Callable[[Locals], Value] | None,
    failed: Callable[[Locals], Value] | None,
) -> Callable[[Locals], Value]:
    """How to find the pending call of a procedure that drives a callee."""
    assert result is not None

    def find(local: Locals) -> Value:
        error = failed(local) if failed is not None else UNDEFINED
        if error is not UNDEFINED:
            return raise_again, error
        r = result(local)
        if r is UNDEFINED:
            return None
        if r is PENDING:
            return calls(local)
        return r if r.__class__ is tuple else (itself, r)

    return find
