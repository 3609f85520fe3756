"""Closures that match syntax against one pattern of a macro and fill slots: what `syntax_rules` compiles patterns to.

A pattern is either a slot that takes anything (slot, None) or a matcher (TRASH, matcher).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chibi_hooks.scheme.expanding.scope import Scope, flat, is_identifier, lookup, same_meaning
from chibi_hooks.scheme.reading.syntax import Form, Syntax, VectorForm
from chibi_hooks.scheme.values.equality import equal

Slots = list[Any]
Matcher = Callable[[Syntax, Slots, Scope], bool]
TRASH: Final = 0  # the slot for what a pattern ignores
Plan = list[tuple[int, Matcher | None]]


def literal_matcher(literal: Any, defined_in: Scope) -> Matcher:
    """An identifier that means the same as the literal does where the macro was defined."""
    name = literal.name

    def match(x: Syntax, slots: Slots, scope: Scope) -> bool:
        return is_identifier(x) and (
            same_meaning(x, scope, literal, defined_in) if x.name == name else _renamed(x, scope, literal, defined_in)
        )

    return match


def _renamed(x: Any, scope: Scope, literal: Any, defined_in: Scope) -> bool:
    """Whether another name has the literal's binding (an import may have renamed it)."""
    meaning = lookup(x, scope)
    return meaning is not None and meaning is lookup(literal, defined_in)


def datum_matcher(datum: Any) -> Matcher:
    """A datum that is equal? to this one."""
    kind = datum.__class__

    def match(x: Syntax, slots: Slots, scope: Scope) -> bool:
        return x.__class__ is kind and equal(x, datum)

    return match


def vector_matcher(inner: Matcher) -> Matcher:
    """A vector whose members match as a list."""

    def match(x: Syntax, slots: Slots, scope: Scope) -> bool:
        return x.__class__ is VectorForm and inner(Form(x.items, x.place), slots, scope)

    return match


def fixed_matcher(plan: Plan) -> Matcher:
    """A list of so many members."""
    count = len(plan)

    def match(x: Syntax, slots: Slots, scope: Scope) -> bool:
        if x.__class__ is not Form:
            return False
        if x.tail is not None:
            x = flat(x)
        items = x.items
        if len(items) != count or x.tail is not None:
            return False
        for (slot, matcher), item in zip(plan, items, strict=True):
            if matcher is None:
                slots[slot] = item
            elif not matcher(item, slots, scope):
                return False
        return True

    return match


def dotted_matcher(plan: Plan, tail: tuple[int, Matcher | None]) -> Matcher:
    """A list of at least so many members; what follows them is matched as a whole."""
    count = len(plan)
    tail_slot, tail_matcher = tail

    def match(x: Syntax, slots: Slots, scope: Scope) -> bool:
        if x.__class__ is not Form:
            return False
        if x.tail is not None:
            x = flat(x)
        items = x.items
        if len(items) < count:
            return False
        for (slot, matcher), item in zip(plan, items, strict=False):
            if matcher is None:
                slots[slot] = item
            elif not matcher(item, slots, scope):
                return False
        rest = x.tail if x.tail is not None and len(items) == count else Form(items[count:], x.place, x.tail)
        if tail_matcher is None:
            slots[tail_slot] = rest
            return True
        return tail_matcher(rest, slots, scope)

    return match


def ellipsis_matcher(
    before: Plan,
    repeated: tuple[int, Matcher | None],
    inside: range,
    after: Plan,
    tail: tuple[int, Matcher | None] | None,
) -> Matcher:
    """Members, then any number of one pattern, then members, then what stands after the dot.

    `inside`: the slots of the repeated pattern; each gets the list of what it matched.
    """
    start, fixed = len(before), len(before) + len(after)
    slot, matcher = repeated

    def match(x: Syntax, slots: Slots, scope: Scope) -> bool:
        items: list[Syntax] = []
        after_dot = x  # of what is no list: `(p ... . tail)` matches that too (R7RS 7.3 on case-lambda)
        if x.__class__ is Form:
            x = flat(x)
            items, after_dot = x.items, x.tail
        if len(items) < fixed or (tail is None and after_dot is not None):
            return False
        end = len(items) - len(after)
        if not _match_each(before, items, slots, scope) or not _match_each(after, items[end:], slots, scope):
            return False
        if matcher is None:
            slots[slot] = items[start:end]
        elif not _match_all(matcher, items[start:end], inside, slots, scope):
            return False
        if tail is None:
            return True
        rest = Form([], x.place) if after_dot is None else after_dot
        if tail[1] is None:
            slots[tail[0]] = rest
            return True
        return tail[1](rest, slots, scope)

    return match


def _match_each(plan: Plan, items: list[Syntax], slots: Slots, scope: Scope) -> bool:
    for (slot, matcher), item in zip(plan, items, strict=False):
        if matcher is None:
            slots[slot] = item
        elif not matcher(item, slots, scope):
            return False
    return True


def _match_all(matcher: Matcher, items: list[Syntax], inside: range, slots: Slots, scope: Scope) -> bool:
    """Match every item; what each slot of the pattern got becomes a list in that slot."""
    columns: list[list[Any]] = [[] for _ in inside]
    for item in items:
        if not matcher(item, slots, scope):
            return False
        for column, slot in zip(columns, inside, strict=True):
            column.append(slots[slot])
    for column, slot in zip(columns, inside, strict=True):
        slots[slot] = column
    return True
