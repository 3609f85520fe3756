"""A Scheme value -> the text that shows it, whatever it is: circular, a million members long, nested without end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from chibi_hooks.scheme.values.data import UNSPECIFIED, Pair, Record, Value, Values, Vector
from chibi_hooks.scheme.values.printer import short, write_text

WHOLE: Final = 2_000  # parts up to which a value is printed whole, circles with labels
CHARACTERS: Final = 10_000  # of a printed value; `(write $1)` prints all of it


def shown(value: Value) -> str:
    """The written form; that of a large value is cut. Bounded work."""
    text = write_text(value) if _is_small(value) else short(value, CHARACTERS)
    return text if len(text) <= CHARACTERS else f"{text[: CHARACTERS - 1]}…"


def each_value(value: Value) -> tuple[Value, ...]:
    """The values that a form gave: one for most, any number for `(values …)`, none when it is unspecified."""
    if isinstance(value, Values):
        return tuple(value.values)
    return () if value is UNSPECIFIED else (value,)


def _is_small(value: Value) -> bool:
    seen: set[int] = set()
    waiting = [value]
    characters = 0
    while waiting:
        each = waiting.pop()
        if each.__class__ in _MEMBERS and id(each) not in seen:
            seen.add(id(each))
            if each.__class__ is not Pair and len(_MEMBERS[each.__class__](each)) > WHOLE:
                return False
            waiting += _MEMBERS[each.__class__](each)
        elif each.__class__ is int:
            characters += each.bit_length() // 3
        else:
            characters += len(getattr(each, "s", ""))
        if len(seen) > WHOLE or len(waiting) > WHOLE or characters > CHARACTERS:
            return False
    return True


_MEMBERS: Final[dict[type, Callable[[Any], Sequence[Value]]]] = {
    Pair: lambda x: (x.car, x.cdr),
    Vector: lambda x: x.v,
    Record: lambda x: x.fields,
    Values: lambda x: x.values,
}
