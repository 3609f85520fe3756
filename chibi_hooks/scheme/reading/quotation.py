"""Syntax in, the data it stands for out: what `quote` and `read` give.

Rules: iterative; syntax is never changed; shared syntax (`Labelled`) becomes shared data.
"""

from __future__ import annotations

from typing import Any, Final

from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, Syntax, VectorForm
from chibi_hooks.scheme.values.data import NIL, Value, cons, intern, vector_of
from chibi_hooks.scheme.values.source import Place


def datum_of(syntax: Syntax) -> Value:
    """The data that syntax stands for. An identifier, or whatever else has a `name`, is the symbol of that name."""
    value, references = _build(syntax)
    if type(value) is Labelled:
        return value.value
    for reference in references:
        reference.fill(reference.get().value)
    return value


class Tying:
    """The labels of one datum (R7RS 2.4).

    Syntax that contains itself becomes data that does, once the outermost label is complete.
    """

    def __init__(self) -> None:
        self.open: list[Labelled] = []
        self._syntax: dict[Labelled, Syntax] = {}  # complete, not yet data; `Labelled` is compared by identity

    def begin(self, place: Place) -> Labelled:
        """A label whose datum is to come."""
        label = Labelled(None, place)
        self.open.append(label)
        return label

    def complete(self, label: Labelled, syntax: Syntax) -> bool:
        """`syntax` is what the label names. False if that is nothing but the label itself (`#0=#0#`)."""
        inner = self._syntax.get(syntax) if type(syntax) is Labelled else None
        if type(inner) is Labelled:
            syntax = (
                inner  # a label of a label of a label: every entry is at most one step from syntax or an open label
            )
        if syntax is label:
            return False
        self._syntax[label] = syntax
        self.open.pop()  # labels nest
        if not self.open:
            self._tie()
        return True

    def _tie(self) -> None:
        references: list[_Slot] = []
        for label, syntax in self._syntax.items():
            label.value, found = _build(syntax)
            references += found
        for label in self._syntax:
            while type(label.value) is Labelled:  # a label of a label; ends, because no label is only itself
                label.value = label.value.value
        for reference in references:
            reference.fill(reference.get().value)
        self._syntax.clear()


CAR: Final = -1
CDR: Final = -2


class _Slot:
    """A part of a pair or of a list of members that may be filled later."""

    __slots__ = ("holder", "at")

    def __init__(self, holder: Any, at: int) -> None:
        self.holder = holder
        self.at = at

    def get(self) -> Any:
        if self.at >= 0:
            return self.holder[self.at]
        return self.holder.car if self.at == CAR else self.holder.cdr

    def fill(self, value: Any) -> None:
        if self.at >= 0:
            self.holder[self.at] = value
        elif self.at == CAR:
            self.holder.car = value
        else:
            self.holder.cdr = value


def _build(syntax: Syntax) -> tuple[Value, list[_Slot]]:
    """Syntax as data, and the places in it where a `Labelled` still stands."""
    waiting: list[_Slot] = []
    references: list[_Slot] = []
    root = _shell(syntax, waiting)
    while waiting:
        slot = waiting.pop()
        value = _shell(slot.get(), waiting)
        slot.fill(value)
        if type(value) is Labelled:
            references.append(slot)
    return root, references


def _shell(syntax: Syntax, waiting: list[_Slot]) -> Value:
    """The outermost layer as data: members that are compound stay syntax and are put on the waiting list."""
    kind = type(syntax)
    if kind is Form:
        return _list_shell(syntax, waiting)
    if kind is VectorForm:
        members = [_leaf(each) for each in syntax.items]
        waiting.extend(_Slot(members, at) for at, each in enumerate(members) if type(each) in _COMPOUND)
        return vector_of(members)
    return _leaf(syntax)


def _list_shell(form: Form, waiting: list[_Slot]) -> Value:
    value = NIL if form.tail is None else _leaf(form.tail)
    late_tail = type(value) in _COMPOUND
    for each in reversed(form.items):
        leaf = _leaf(each)
        value = cons(leaf, value)
        if type(leaf) in _COMPOUND:
            waiting.append(_Slot(value, CAR))
        if late_tail:
            waiting.append(_Slot(value, CDR))
            late_tail = False
    return value


def _leaf(syntax: Syntax) -> Value:
    kind = type(syntax)
    if kind is Identifier:
        return intern(syntax.name)
    if kind in _COMPOUND or kind in _PLAIN:
        return syntax
    name = getattr(syntax, "name", None)  # an identifier that a macro inserted
    return intern(name) if isinstance(name, str) else syntax


_COMPOUND: Final = frozenset({Form, VectorForm, Labelled})
_PLAIN: Final = frozenset({int, float, complex})
