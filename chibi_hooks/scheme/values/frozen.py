"""Data of a literal in, the same data that nobody can change out (R7RS 3.4: it is an error to change a constant).

Theory. What is shared by worlds, and what stands in a program's own code, must stay what it is, and asking at each
`set-car!` would cost programs that change nothing but their own data. So a literal is of a class of its own, which
refuses to be changed. Its `__class__` is that of ordinary data, so all that asks `x.__class__ is Pair` finds a pair;
only `type(x)` tells. Strings of literals are met with others at the same places of code, which would look at two
classes then and be slower; the few procedures that change a string ask (`changeable`). What is made from a literal
(`list-copy`, a slice) is ordinary again.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.values.data import Bytevector, Pair, String, Value, Vector
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.indexed import CHANGES, INDEXED, set_class, spoil
from chibi_hooks.typenames import Any, Final, NoReturn


def _refused(kind: str, copier: str) -> Callable[..., NoReturn]:
    def refuse(self: Any, *_: Any) -> NoReturn:
        raise _constant(None, kind, copier)

    return refuse


def _constant(who: str | None, kind: str, copier: str) -> SchemeError:
    hint = f"what stands in a program as a constant cannot be changed: ({copier} …) gives one that can"
    return fail("type", f"wanted a {kind} that can be changed, got a literal", who=who, hint=hint)


def changeable(who: str, x: String) -> String:
    """The string, which is about to be changed. Raises a "type" condition for a literal."""
    if hasattr(x, "literal"):
        raise _constant(who, "string", "string-copy")
    spoil()
    CHANGES[0] += 1
    return x


class LiteralPair(Pair):
    """A pair of a literal."""

    __slots__ = ()
    __class__ = Pair  # type: ignore[assignment]
    __setattr__ = _refused("pair", "list-copy")


class GivenPair(LiteralPair):
    """A pair that is handed out to whoever asks: it cannot be changed either, but it is no constant of a program, and
    what is found out about it is not worth keeping."""

    __slots__ = ()


class _Elements(list[Value]):
    """The elements of a vector that stands in a program; a slice of them is a list like any other."""

    __slots__ = ()


class LiteralVector(Vector):
    """A vector of a literal."""

    __slots__ = ()
    __class__ = Vector  # type: ignore[assignment]
    __setattr__ = _refused("vector", "vector-copy")


class _Bytes(bytearray):
    """The bytes of a bytevector that stands in a program."""

    __slots__ = ()


class LiteralBytevector(Bytevector):
    """A bytevector that stands in a program."""

    __slots__ = ()
    __class__ = Bytevector  # type: ignore[assignment]
    __setattr__ = _refused("bytevector", "bytevector-copy")


CHANGING: Final = (
    "__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "insert", "pop", "remove",
    "reverse", "sort",
)  # fmt: skip
"""What changes a list or a bytearray."""

for _name in CHANGING:
    for _kind, _elements, _copier in (("vector", _Elements, "vector-copy"), ("bytevector", _Bytes, "bytevector-copy")):
        if hasattr(_elements, _name):
            setattr(_elements, _name, _refused(_kind, _copier))

_change: Final = object.__setattr__


def frozen(x: Value) -> Value:
    """The same object; from now on nobody can change it or any pair, string, vector or bytevector in it."""
    waiting = [x]
    while waiting:
        each = waiting.pop()
        kind = type(each)
        if kind is Pair or kind in INDEXED:
            set_class(each, LiteralPair)
            waiting += (each.car, each.cdr)
        elif kind is String:
            each.literal = True
        elif kind is Vector:
            each.v = _Elements(each.v)
            _change(each, "__class__", LiteralVector)
            waiting += each.v
        elif kind is Bytevector:
            each.b = _Bytes(each.b)
            _change(each, "__class__", LiteralBytevector)
    return x


def literal_string(text: str) -> String:
    """A string that nobody can change."""
    made = String()
    made.s = text
    made.literal = True
    return made
