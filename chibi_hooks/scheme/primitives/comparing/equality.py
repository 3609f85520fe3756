"""Two values come in, whether they are the same goes out: eq? eqv? equal? not and the booleans (R7RS 6.1, 6.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from chibi_hooks.scheme.primitive import WRAPPERS, Wrapping, internal, primitive
from chibi_hooks.scheme.values import equality
from chibi_hooks.scheme.values.data import FALSE, TRUE, Boolean, Value
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Final

INTEGERS: Final = "a == b if a.__class__ is int and b.__class__ is int"  # most of what is not identical
STRINGS: Final = "a.s == b.s if a.__class__ is String and b.__class__ is String"  # the keys of payloads

internal(TRUE, "TRUE")
internal(FALSE, "FALSE")
internal(equality.eqv, "eqv")
internal(equality.equal, "equal")
internal(equality.same_members)


@primitive("eq?", inline="a is b", returns="boolean")
def is_eq(a: Value, b: Value) -> bool:
    """(eq? a b) -> whether both are the same object; unspecified for numbers and for characters above U+FFFF."""
    return a is b


def _asking(same: Callable[[Value, Value], bool]) -> Wrapping:
    """What Scheme sees of an equality."""

    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate2(a: Value, b: Value, /) -> Value:
            return TRUE if a is b or same(a, b) else FALSE

        WRAPPERS.add(predicate2.__code__)
        return wraps(function)(predicate2)

    return wrapping


@primitive("eqv?", inline=f"a is b or ({INTEGERS} else eqv(a, b))", returns="boolean", seen=_asking(equality.eqv))
def is_eqv(a: Value, b: Value) -> bool:
    """(eqv? a b) -> whether both are the same object, the same number of the same exactness, or the same character."""
    return equality.eqv(a, b)


@primitive("equal?", inline=f"a is b or ({INTEGERS} else {STRINGS} else equal(a, b))", returns="boolean",
           seen=_asking(equality.equal))  # fmt: skip
def is_equal(a: Value, b: Value) -> bool:
    """(equal? a b) -> whether both look the same when written; ends on circular data."""
    return equality.equal(a, b)


@primitive("not", inline="a is FALSE", returns="boolean")
def is_false(a: Value) -> bool:
    """(not x) -> #t for #f only."""
    return a is FALSE


@primitive("boolean?", inline="a is TRUE or a is FALSE", returns="boolean")
def is_boolean(a: Value) -> bool:
    """(boolean? x) -> whether x is #t or #f."""
    return a is TRUE or a is FALSE


@primitive("boolean=?", returns="boolean")
def is_same_boolean(a: Value, b: Value, *rest: Value) -> bool:
    """(boolean=? a b ...) -> whether all are #t or all are #f."""
    if a.__class__ is Boolean and b.__class__ is Boolean and not rest:
        return a is b
    for position, x in enumerate((a, b, *rest), 1):
        if x.__class__ is not Boolean:
            raise wrong_type("boolean=?", position, "a boolean", x)
    return a is b and all(x is a for x in rest)
