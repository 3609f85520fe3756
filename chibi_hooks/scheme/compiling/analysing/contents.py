"""A form in, what stands in it out, found in one walk for all who ask."""

from __future__ import annotations

from chibi_hooks.scheme.core import (
    BELOW,
    Call,
    Const,
    Define,
    Global,
    GlobalRef,
    Let,
    Letrec,
    LocalRef,
    Node,
    SetGlobal,
)


class FormContents:
    """The nodes of a form by kind, outer ones first, the global locations that it names, as often as it does, and how
    many nodes there are.
    """

    __slots__ = ("calls", "lets", "letrecs", "set", "named", "size")

    def __init__(self, root: Node) -> None:
        self.calls: list[Call] = []
        self.lets: list[Let] = []
        self.letrecs: list[Letrec] = []
        self.set: list[Define | SetGlobal] = []
        self.named: list[Global] = []
        waiting: list[Node] = [root]
        for node in waiting:  # which grows meanwhile
            kind = node.__class__
            if kind is LocalRef or kind is Const:
                continue
            if type(node) is GlobalRef:
                self.named.append(node.location)
                continue
            if type(node) is Call:
                self.calls.append(node)
                waiting.append(node.operator)
                waiting += node.operands
                continue
            if type(node) is Let:
                self.lets.append(node)
            elif type(node) is Letrec:
                self.letrecs.append(node)
            elif type(node) is Define or type(node) is SetGlobal:
                self.set.append(node)
            waiting += BELOW[kind](node)
        self.size = len(waiting)


class Forms:
    """What stands in the forms of a unit, each walked through once."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[Node, FormContents] = {}

    def inside(self, form: Node) -> FormContents:
        """What stands in a form."""
        found = self._known.get(form)
        if found is None:
            found = self._known[form] = FormContents(form)
        return found
