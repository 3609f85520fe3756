"""A list that a loop gathers at its head in, a collector out.

(let loop ((acc '()) …)   … (loop (cons x acc) …)          … (reverse acc) …
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.facts import Collecting, is_call
from chibi_hooks.scheme.compiling.gathering.linear import Linear, OtherUse
from chibi_hooks.scheme.compiling.rebuilding import Origins, call_of
from chibi_hooks.scheme.core import Call, Const, If, Let, Letrec, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import NIL, Char

TEXTS: Final = {"string-ref": 2, "char-upcase": 1, "char-downcase": 1, "char-foldcase": 1}


class Collected(Linear):
    """A list that grows at its head and is reversed in the end: a collector, which grows at the other end. Where all
    members are characters and a string is all that is made of it, what is collected are their texts.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        super().__init__(node, index, origins)
        self.members = 0
        self.lists = 0
        self.strings = 0
        self.counted = False
        self.only_texts = True
        self.collect = "%collect"  # by which primitive
        self.texts: set[Variable] = set()  # local variables that are characters for certain

    def variable(self) -> Variable:
        return Collecting(self.old.name, self.old.place)

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        body = self.rewritten(self.procedure.body)
        if not self.members or not self.lists + self.strings:
            raise OtherUse
        if not self.lists and not self.counted:  # a text may be of several characters (`scanning`)
            self.collect = "%collect-text" if self.only_texts else "%collect-part"
            body = self.rewritten(self.procedure.body)
        return self.replaced(call_of("%collector", [], self.entry), body)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        if is_call(node, "list->string", 1) and self.is_reversed(node.operands[0]):
            self.strings += 1
            name = "%collected-text" if self.collect == "%collect-text" else "%collected-string"
            return call_of(name, [self.reference(node)], node)
        if is_call(node, "append", 2) and self.is_reversed(node.operands[0]):
            self.lists += 1
            return call_of("%collected-onto", [self.reference(node), self.rewritten(node.operands[1])], node)
        if is_call(node, "reverse", 1):
            return self.reversed(node.operands[0], node)
        for name, other in (
            ("null?", "%collected-none?"),
            ("pair?", "%collected-some?"),
            ("length", "%collected-count"),
        ):
            if is_call(node, name, 1) and self.is_it(node.operands[0]):
                self.counted = self.counted or name == "length"
                return call_of(other, [self.reference(node)], node)
        return None

    def is_reversed(self, node: Node) -> bool:
        """Whether it is the list in the right order."""
        return isinstance(node, Call) and is_call(node, "reverse", 1) and self.is_it(node.operands[0])

    def reversed(self, operand: Node, node: Call) -> Node | None:
        """`(reverse acc)`, or `(reverse (cons x acc))`: what comes to the head of the list is its end then; and what
        chooses between them.
        """
        if isinstance(operand, If):
            then, otherwise = self.reversed(operand.then, node), self.reversed(operand.otherwise, node)
            if then is None or otherwise is None:
                return None
            return If(self.rewritten(operand.test), then, otherwise, operand.place)
        tail: Node | None = None
        if is_call(operand, "cons", 2):
            assert isinstance(operand, Call)
            member, operand = operand.operands
            if self.names(member):
                return None
            tail = call_of("cons", [member, Const(NIL, node.place)], node)
        if not self.is_it(operand):
            return None
        self.lists += 1
        if tail is None:
            return call_of("%collected", [self.reference(node)], node)
        return call_of("%collected-onto", [self.reference(node), tail], node)

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if self.is_it(node):
            return self.reference(node)
        if isinstance(node, Const) and node.value is NIL:
            return call_of("%collector", [], node)
        if is_call(node, "cons", 2):
            assert isinstance(node, Call)
            member, rest = node.operands
            if not isinstance(rest, (LocalRef, Const)):
                raise OtherUse  # members are evaluated in their order: one of them only
            if self.names(member):
                raise OtherUse
            self.members += 1
            self.grows = self.grows or self.is_it(rest)
            self.only_texts = self.only_texts and self.is_text(member)
            return call_of(self.collect, [self.next(rest), self.rewritten(member)], node)
        return self.chosen(node)

    def rewritten(self, node: Node) -> Node:
        """The node with the variable in its new shape. Raises OtherUse."""
        if isinstance(node, Let):
            for variable, init in zip(node.variables, node.inits, strict=True):
                if not variable.assigned and self.is_text(init):
                    self.texts.add(variable)
        return super().rewritten(node)

    def is_text(self, node: Node) -> bool:
        """Whether it is a character for certain."""
        if isinstance(node, Const):
            return node.value.__class__ is Char
        if isinstance(node, LocalRef):
            return node.variable in self.texts
        return any(is_call(node, name, count) for name, count in TEXTS.items())
