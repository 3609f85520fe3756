"""A string that a loop makes longer in, a text that grows in place out.

(let loop ((s "") …)      … (loop (string-append s x) …)   … s
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, is_call, is_fixed
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of
from chibi_hooks.scheme.compiling.analysing.trees import calls_of
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import Linear, OtherUse
from chibi_hooks.scheme.core import Call, Const, If, Lambda, Let, Letrec, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import String

FRESH: Final = frozenset(
    {"string", "string-append", "string-copy", "substring", "number->string", "make-string", "list->string",
     "vector->string", "string-upcase", "string-downcase", "string-foldcase"}
)  # fmt: skip


def is_fresh(node: Node) -> bool:
    """Whether it makes a string that nobody else has."""
    primitive = called_leaf(node) if isinstance(node, Call) else None
    return primitive is not None and primitive.name in FRESH


def is_own(init: Node) -> bool:
    """Whether a variable that begins so holds a string that nobody else changes or tells from another."""
    return is_fresh(init) or (isinstance(init, Const) and init.value.__class__ is String and not init.value.s)


def grown_params(procedure: Lambda, variable: Variable) -> set[Variable]:
    """The parameters of a loop that a jump appends strings to."""
    found: set[Variable] = set()
    for call in calls_of(procedure.body, variable):
        for param, operand in zip(procedure.params, call.operands, strict=False):
            if isinstance(operand, Call) and len(operand.operands) > 1 and _appends_to(operand, param):
                found.add(param)
    return found


def _appends_to(node: Call, param: Variable) -> bool:
    primitive = called_leaf(node)
    first = node.operands[0]
    its = isinstance(first, LocalRef) and first.variable is param
    return its and primitive is not None and primitive.name == "string-append"


READERS: Final = frozenset(
    {"string=?", "string<?", "string>?", "string->number", "string->symbol", "string-ref", "substring", "display",
     "write-string", "string-append", "string-length"}
)  # fmt: skip


class Grown(Linear):
    """A string that grows at its end: a text, which Python extends in place. The string is made where it leaves the
    loop, or goes elsewhere while the variable begins anew. One that others may have, too, is that string until the
    first append.
    """

    def __init__(self, node: Letrec, index: int, origins: Origins) -> None:
        super().__init__(node, index, origins)
        self.appended = 0
        self.shared = not is_own(self.entry.operands[index])  # others may have the string that it begins as

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        body = self.tail(self.procedure.body)
        if not self.appended:
            raise OtherUse
        init = self.entry.operands[self.index]
        return self.replaced(init if self.shared else call_of("%text", [init], self.entry), body)

    def tail(self, node: Node) -> Node:
        """A node in tail position, where the variable may be the answer."""
        if self.is_it(node):
            return self.made(node)
        if isinstance(node, If):
            return If(self.rewritten(node.test), self.tail(node.then), self.tail(node.otherwise), node.place)
        if isinstance(node, Let):
            return Let(node.variables, [self.rewritten(each) for each in node.inits], self.tail(node.body), node.place)
        return self.rewritten(node)

    def made(self, at: Node) -> Node:
        """The string."""
        return call_of("%grown-string" if self.shared else "%text-string", [self.reference(at)], at)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call. Raises OtherUse."""
        primitive = called_leaf(node)
        if primitive is None or primitive.name not in READERS:
            return None
        if primitive.name == "string-length" and self.is_it(node.operands[0]) and not self.shared:
            return call_of("%text-length", [self.reference(node)], node)
        operands = [self.made(each) if self.is_it(each) else self.rewritten(each) for each in node.operands]
        return Call(node.operator, operands, node.place)

    def jump(self, node: Call) -> Node:
        """The next turn. Raises OtherUse."""
        if self.aside or self.names(node.operands[self.index]):
            return super().jump(node)
        operands: list[Node] = []
        left = 0
        for i, operand in enumerate(node.operands):
            if i == self.index:
                operands.append(self.next(operand))
                continue
            made = self.left(operand)
            left += made is not operand
            operands.append(made)
        if left > 1:
            raise OtherUse
        return Call(node.operator, operands, node.place)

    def left(self, node: Node) -> Node:
        """What the last turn leaves, the variable beginning anew: once, it may be anywhere in data that is made."""
        if self.is_it(node):
            return self.made(node)
        if is_call(node, "cons", 2):
            assert isinstance(node, Call)
            head, rest = node.operands
            if self.is_it(head) and not self.names(rest):
                return Call(node.operator, [self.made(head), rest], node.place)
        return self.rewritten(node)

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if self.is_it(node):
            return self.reference(node)
        if isinstance(node, Const) and node.value.__class__ is String and not node.value.s:
            return call_of("%text", [node], node)
        if is_fresh(node) and not self.names(node):
            return call_of("%text", [self.rewritten(node)], node)
        primitive = called_leaf(node) if isinstance(node, Call) else None
        if primitive is not None and primitive.name == "string-append":
            assert isinstance(node, Call)
            if len(node.operands) < 2 or not self.is_it(node.operands[0]):
                raise OtherUse
            self.appended += 1
            self.grows = True
            return self.longer(node)
        return self.chosen(node)

    def longer(self, node: Call) -> Node:
        """`(string-append variable part …)`; all parts are evaluated before any is looked at. Raises OtherUse."""
        parts = node.operands[1:]
        if any(map(self.names, parts)):
            raise OtherUse
        variables: list[Variable] = []
        inits: list[Node] = []
        if self.shared or not all(map(is_fixed, parts[1:])):
            for i, part in enumerate(parts):
                if not is_fixed(part):
                    variables.append(Variable("part", part.place))
                    inits.append(part)
                    parts[i] = LocalRef(variables[-1], part.place)
        made: Node = self.reference(node)
        for position, part in enumerate(parts, 2):
            first = self.shared and position == 2
            made = call_of("%grown-append" if first else "%text-append", [made, part, Const(position)], node)
        return Let(variables, inits, made, node.place) if variables else made
