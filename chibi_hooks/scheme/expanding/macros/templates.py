"""Closures that build syntax from slots: what `syntax_rules` compiles templates to.

A template is either a slot where the result lies ready (slot, None) or a builder (TRASH, builder).
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.expanding.expander import Expander
from chibi_hooks.scheme.expanding.macros.patterns import Slots
from chibi_hooks.scheme.expanding.scope import flat, shown
from chibi_hooks.scheme.reading.syntax import Form, Syntax, VectorForm
from chibi_hooks.scheme.values.source import Place

Rebuild = Callable[[Slots, Place, Expander], Syntax]
Extend = Callable[[Slots, Place, Expander, list[Syntax]], None]  # adds any number of members to a list


class Repetition:
    """An ellipsis of a template: from which slot each of its variables comes, and into which one it is put, in turn."""

    __slots__ = ("drivers",)

    def __init__(self) -> None:
        self.drivers: dict[int, int] = {}


def reader(slot: int, build: Rebuild | None) -> Rebuild:
    """The builder, or one that reads the slot."""
    if build is not None:
        return build

    def read(slots: Slots, place: Place, x: Expander) -> Syntax:
        return slots[slot]

    return read


def constant_builder(datum: Syntax) -> Rebuild:
    """The datum itself."""

    def build(slots: Slots, place: Place, x: Expander) -> Syntax:
        return datum

    return build


def vector_builder(inner: Rebuild) -> Rebuild:
    """A vector of the members of a list template."""

    def build(slots: Slots, place: Place, x: Expander) -> Syntax:
        return VectorForm(inner(slots, place, x).items, place)

    return build


def list_builder(steps: list[tuple[int, Rebuild | None, Extend | None]], tail: Rebuild | None) -> Rebuild:
    """A list; each step gives one member, from a slot or a builder, or any number of them."""

    def build(slots: Slots, place: Place, x: Expander) -> Syntax:
        items: list[Syntax] = []
        for slot, builder, extend in steps:
            if extend is not None:
                extend(slots, place, x, items)
            elif builder is None:
                items.append(slots[slot])
            else:
                items.append(builder(slots, place, x))
        if tail is None:
            return Form(items, place)
        rest = tail(slots, place, x)
        if rest.__class__ is Form:
            x.spend(len(rest.items))
            return flat(Form(items + rest.items, place, rest.tail))
        return Form(items, place, rest) if items else rest

    return build


def extender(loop: Repetition, slot: int, build: Rebuild | None, near: Form) -> Extend:
    """What the innermost ellipsis adds to the list around it; `near` is what errors show."""
    drivers = list(loop.drivers.items())
    if build is None and len(drivers) == 1:  # `name ...`
        source = drivers[0][0]

        def extend_names(slots: Slots, place: Place, x: Expander, items: list[Syntax]) -> None:
            found = slots[source]
            x.spend(len(found))
            items += found

        return extend_names
    make = reader(slot, build)

    def extend_one(slots: Slots, place: Place, x: Expander, items: list[Syntax]) -> None:
        items.append(make(slots, place, x))

    return outer_extender(loop, extend_one, near)


def outer_extender(loop: Repetition, inner: Extend, near: Form) -> Extend:
    """An ellipsis around something that adds members itself."""
    drivers = list(loop.drivers.items())
    targets = [target for _, target in drivers]

    def extend(slots: Slots, place: Place, x: Expander, items: list[Syntax]) -> None:
        columns = [slots[source] for source, _ in drivers]
        length = len(columns[0])
        for column in columns:
            if len(column) != length:
                message = f"the parts under one ellipsis matched {length} and {len(column)} things"
                raise x.refuse(Form([], place), message, who="syntax-rules", hint=f"the rule is {shown(near)}")
        x.spend(length * len(columns))
        for row in zip(*columns, strict=True):
            for target, value in zip(targets, row, strict=True):
                slots[target] = value
            inner(slots, place, x, items)

    return extend
