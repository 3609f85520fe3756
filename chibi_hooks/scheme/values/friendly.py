"""A Scheme value in, plain Python out where it has an obvious counterpart."""

from __future__ import annotations

from chibi_hooks.scheme.values.data import NIL, TRUE, UNSPECIFIED, Boolean, Pair, String, Value
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.typenames import Any, Final

MAX_FRIENDLY: Final = 1_000_000  # members of a list turned into a Python list; a longer one stays what it is
MAX_DEPTH: Final = 100  # of lists in lists turned into Python lists


def friendly(x: Value) -> Any:
    """Plain Python for what has an obvious counterpart: numbers, str, bool, None for unspecified, list for a proper
    list (one that stands in several places is one Python list); else the value itself. Raises SchemeError for a
    circular list.
    """
    if x.__class__ is String:
        return x.s
    if x.__class__ is Boolean:
        return x is TRUE
    if x is UNSPECIFIED:
        return None
    if x is NIL or x.__class__ is Pair:
        return _Lists().convert(x, 0)
    return x


class _Lists:
    """One conversion: a list that stands in several places is converted once, and one that stands in itself is
    told."""

    __slots__ = ("made",)

    def __init__(self) -> None:
        self.made: dict[int, Any] = {}  # by id of the pair; None while it is being converted

    def convert(self, x: Value, depth: int) -> Any:
        if x.__class__ is not Pair:
            return [] if x is NIL else friendly(x)
        if id(x) in self.made:
            made = self.made[id(x)]
            if made is None:
                raise _circular()
            return made
        items = _items(x)
        if items is None or depth > MAX_DEPTH:
            return x
        self.made[id(x)] = None
        made = self.made[id(x)] = [self.convert(item, depth + 1) for item in items]
        return made


def _items(x: Value) -> list[Value] | None:
    """The members of a list; None if it has no end of its own, or a late one. The mark moves at powers of two (Brent),
    so that a circle is met within two rounds."""
    items: list[Value] = []
    mark: Value = None
    turn = 16
    while x.__class__ is Pair and len(items) <= MAX_FRIENDLY:
        items.append(x.car)
        x = x.cdr
        if x is mark:
            raise _circular()
        if len(items) == turn:
            mark, turn = x, turn * 2
    return items if x is NIL else None


def _circular() -> SchemeError:
    return fail("error", "the value is circular: there is no Python list for it", hint="`run` gives it as it is")
