"""A list that a loop gathers at its head in, a collector out.

(let loop ((acc '()) …)   … (loop (cons x acc) …)          … (reverse acc) …, (list->string acc) …
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import Collecting, is_apply, is_call, is_fixed
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of
from chibi_hooks.scheme.compiling.reshaping.gathering.grown import is_fresh
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import Linear, OtherUse
from chibi_hooks.scheme.core import Call, Const, GlobalRef, If, Let, Letrec, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import NIL, Char, String
from chibi_hooks.scheme.values.frozen import literal_string

TEXTS: Final = {"string-ref": 2, "%take-char": 2} | dict.fromkeys(
    ("char-upcase", "char-downcase", "char-foldcase", "integer->char"), 1
)


class Collected(Linear):
    """A list that grows at its head and is reversed in the end: a collector, which grows at the other end. Where all
    members are characters and a string is all that is made of it, what is collected are their texts. It may be a stack
    meanwhile: of the head only, which is the last that came.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        super().__init__(node, index, origins)
        self.members = 0
        self.lists = 0
        self.strings = 0
        self.counted = False  # are its members counted, or taken out again?
        self.appended = 0
        self.only_texts = True
        self.only_strings = True  # which nobody else has
        self.collect = "%collect"  # by which primitive
        self.texts: set[Variable] = set()  # local variables that are characters for certain

    def variable(self) -> Variable:
        return Collecting(self.old.name, self.old.place)

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        body = self.rewritten(self.procedure.body)
        if not self.members or not self.lists + self.strings:
            raise OtherUse
        if self.appended and self.appended == self.lists and not self.strings + self.counted and self.only_strings:
            self.collect = "%collect-string"
            body = self.rewritten(self.procedure.body)
        elif not self.lists and not self.counted:  # a text may be of several characters (`scanning`)
            self.collect = "%collect-text" if self.only_texts else "%collect-part"
            body = self.rewritten(self.procedure.body)
        return self.replaced(call_of("%collector", [], self.entry), body)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        if is_call(node, "list->string", 1) and self.is_reversed(node.operands[0]):
            self.strings += 1
            name = "%collected-text" if self.collect == "%collect-text" else "%collected-string"
            return call_of(name, [self.reference(node)], node)
        if is_call(node, "list->string", 1) and self.names(node.operands[0]):
            return self.told_backwards(node.operands[0], node)
        if self.is_appended(node):
            self.appended += 1
            self.lists += 1
            if self.collect == "%collect-string":
                return call_of("%appended-texts", [self.reference(node)], node)
            gathered = call_of("%collected", [self.reference(node)], node)
            return Call(node.operator, [node.operands[0], gathered], node.place)
        if is_call(node, "append", 2) and self.is_reversed(node.operands[0]):
            self.lists += 1
            return call_of("%collected-onto", [self.reference(node), self.rewritten(node.operands[1])], node)
        if is_call(node, "reverse", 1):
            return self.reversed(node.operands[0], node)
        for name, other in (
            ("null?", "%collected-none?"),
            ("pair?", "%collected-some?"),
            ("length", "%collected-count"),
            ("car", "%collected-last"),
        ):
            if is_call(node, name, 1) and self.is_it(node.operands[0]):
                self.counted = self.counted or name == "length" or name == "car"
                return call_of(other, [self.reference(node)], node)
        return None

    def told_backwards(self, operand: Node, node: Call, before: str = "") -> Node | None:
        """`(list->string acc)`, `(list->string (cons #\\- acc))`, or what chooses between them: the last is first.
        `before`: the characters that stand before it.
        """
        if isinstance(operand, If):
            then = self.told_backwards(operand.then, node, before)
            otherwise = self.told_backwards(operand.otherwise, node, before)
            if then is None or otherwise is None:
                return None
            return If(self.rewritten(operand.test), then, otherwise, operand.place)
        if isinstance(operand, Call) and is_call(operand, "cons", 2):
            member, rest = operand.operands
            value = member.value if isinstance(member, Const) else None
            return self.told_backwards(rest, node, before + value.c) if isinstance(value, Char) else None
        if not self.is_it(operand):
            return None
        self.strings += 1
        name = "%text-backwards" if self.collect == "%collect-text" else "%string-backwards"
        return call_of(name, [self.reference(node), Const(literal_string(before), operand.place)], node)

    def is_reversed(self, node: Node) -> bool:
        """Whether it is the list in the right order."""
        return isinstance(node, Call) and is_call(node, "reverse", 1) and self.is_it(node.operands[0])

    def is_popped(self, node: Node) -> bool:
        """Whether it is the list without its head."""
        return isinstance(node, Call) and is_call(node, "cdr", 1) and self.is_it(node.operands[0])

    def is_appended(self, node: Call) -> bool:
        """Whether it is `(apply string-append list)` of the list in the right order."""
        if len(node.operands) != 2 or not is_apply(node) or not self.is_reversed(node.operands[1]):
            return False
        joins = node.operands[0]
        primitive = joins.location.primitive if isinstance(joins, GlobalRef) else None
        return primitive is not None and primitive.name == "string-append"

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
            if isinstance(rest, If) and is_fixed(member):
                then, otherwise = (call_of("cons", [member, each], node) for each in (rest.then, rest.otherwise))
                return If(self.rewritten(rest.test), self.next(then), self.next(otherwise), node.place)
            popped = self.is_popped(rest)
            if (popped or is_call(rest, "cons", 2)) and not is_fixed(member):  # members are evaluated in their order
                first = Variable("member", member.place)
                if self.is_text(member):
                    self.texts.add(first)
                put = call_of("cons", [LocalRef(first, member.place), rest], node)
                if self.names(member) and not popped:
                    raise OtherUse
                return Let([first], [self.rewritten(member)], self.next(put), node.place)
            if not isinstance(rest, (LocalRef, Const)) and not is_call(rest, "cons", 2) and not popped:
                raise OtherUse
            if self.names(member):
                raise OtherUse
            self.members += 1
            self.grows = self.grows or self.is_it(rest)
            self.only_texts = self.only_texts and self.is_text(member)
            self.only_strings = self.only_strings and _is_own_string(member)
            return self.collected(self.next(rest), member, node)
        if self.is_popped(node):
            self.grows = self.counted = True
            return call_of("%collected-popped", [self.reference(node)], node)
        return self.chosen(node)

    def collected(self, held: Node, member: Node, node: Call) -> Node:
        """The collector with one more member; of strings, of which only the text is wanted, where each is made."""
        if isinstance(member, If) and self.collect == "%collect-string":
            then, otherwise = self.collected(held, member.then, node), self.collected(held, member.otherwise, node)
            return If(self.rewritten(member.test), then, otherwise, member.place)
        return call_of(self.collect, [held, self.rewritten(member)], node)

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
        if isinstance(node, If):
            return self.is_text(node.then) and self.is_text(node.otherwise)
        return any(is_call(node, name, count) for name, count in TEXTS.items())


def _is_own_string(node: Node) -> bool:
    """Whether it is a string for certain, and one that nobody changes later."""
    if isinstance(node, If):
        return _is_own_string(node.then) and _is_own_string(node.otherwise)
    return is_fresh(node) or (isinstance(node, Const) and node.value.__class__ is String)
