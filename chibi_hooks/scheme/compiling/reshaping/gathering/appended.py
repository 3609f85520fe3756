"""A list that a loop makes longer at its end in, a collector out; one that is taken from at its head meanwhile is a
queue.

    (let loop ((log '()) …)           … (loop (append log (list x)) …)                  … log
    (let loop ((queue (list x)) …)    … (loop (append (cdr queue) (map …)) …)           … (car queue)

Theory. The list of each turn is copied by the next one, and nobody sees it but them. What is appended is copied, too,
so it must be a list that nobody else has: the last list that `append` gets is part of its answer.

Rules: as for all that is linear. Where the loop ends, the list is made first if it is used in other ways.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import Collecting, called_leaf, is_call, is_nil, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.trees import calls_of
from chibi_hooks.scheme.compiling.reshaping.gathering.linear import Linear, OtherUse
from chibi_hooks.scheme.core import (
    Call,
    Const,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Variable,
)
from chibi_hooks.scheme.values.data import NIL

OWN: Final = frozenset({"list", "reverse", "vector->list", "string->list", "%collected"})
MAPPING: Final = frozenset({"map", "filter", "remove", "iota"})  # procedures of libraries whose lists may be copied
ASKING: Final = (
    ("null?", "%collected-none?"),
    ("pair?", "%collected-some?"),
    ("length", "%collected-count"),
    ("car", "%collected-first"),
)
HEADS: Final = ("caar", "cdar")


def appended_params(procedure: Lambda, variable: Variable) -> set[Variable]:
    """The parameters of a loop that a jump appends lists to."""
    found: set[Variable] = set()
    for call in calls_of(procedure.body, variable):
        for param, operand in zip(procedure.params, call.operands, strict=False):
            if _appends_to(operand, param):
                found.add(param)
    return found


def _appends_to(node: Node, param: Variable) -> bool:
    if isinstance(node, If):
        return _appends_to(node.then, param) or _appends_to(node.otherwise, param)
    if not isinstance(node, Call) or not is_call(node, "append", 2):
        return False
    first = node.operands[0]
    if isinstance(first, Call) and is_call(first, "cdr", 1):
        first = first.operands[0]
    return is_variable(first, param)


def is_own_list(node: Node) -> bool:
    """Whether it makes a list that nobody else has, or that nobody can tell from a copy."""
    if is_nil(node):
        return True
    if not isinstance(node, Call):
        return False
    if is_call(node, "cons", 2):
        return is_nil(node.operands[1])
    primitive, operator = called_leaf(node), node.operator
    if primitive is not None:
        return primitive.name in OWN
    location = operator.location if isinstance(operator, GlobalRef) else None
    return location is not None and location.library is not None and location.name in MAPPING


class Appended(Linear):
    """A list that grows at its end."""

    def variable(self) -> Variable:
        return Collecting(self.old.name, self.old.place)

    def loop(self) -> Letrec:
        """The whole loop. Raises OtherUse."""
        init = self.entry.operands[self.index]
        if not is_own_list(init) or self.old not in appended_params(self.procedure, self.node.variables[0]):
            raise OtherUse
        begun = call_of("%collector", [], self.entry)
        if isinstance(init, Call) and (is_call(init, "cons", 2) or is_call(init, "list", len(init.operands))):
            for each in init.operands[: 1 if is_call(init, "cons", 2) else None]:
                begun = call_of("%collect", [begun, each], self.entry)
        elif not is_nil(init):
            begun = call_of("%collect-all", [begun, init, Const(1)], self.entry)
        return self.replaced(begun, self.tail(self.procedure.body))

    def made(self, at: Node) -> Node:
        """The list."""
        return call_of("%collected", [self.reference(at)], at)

    def use(self, node: Call) -> Node | None:
        """What stands in the place of a call that uses the variable; None: it is no such call."""
        for name, other in ASKING:
            if is_call(node, name, 1) and self.is_it(node.operands[0]):
                return call_of(other, [self.reference(node)], node)
        if any(is_call(node, name, 1) for name in HEADS) and self.is_it(node.operands[0]):
            return Call(node.operator, [call_of("%collected-head", [self.reference(node)], node)], node.place)
        return None

    def next(self, node: Node) -> Node:
        """The operand in a jump, in the new shape. Raises OtherUse."""
        if self.is_it(node):
            return self.reference(node)
        if isinstance(node, Call) and is_call(node, "append", 2):
            first, more = node.operands
            if not is_own_list(more):
                raise OtherUse
            if self.names(more):  # which is made before anything changes
                made = Variable("more", more.place)
                held = self.next(Call(node.operator, [first, Const(NIL, more.place)], node.place))
                put = call_of("%collect-all", [held, LocalRef(made, more.place), Const(2)], node)
                return Let([made], [self.rewritten(more)], put, node.place)
            self.grows = True
            if self.is_it(first):
                return self.longer(self.reference(first), more, node)
            kept = Collecting(self.old.name, node.place)
            return Let([kept], [self.next(first)], self.longer(LocalRef(kept, node.place), more, node), node.place)
        if isinstance(node, Call) and is_call(node, "cdr", 1) and self.is_it(node.operands[0]):
            self.grows = True
            return call_of("%collected-rest", [self.reference(node)], node)
        if is_own_list(node) and not self.names(node):
            return self.longer(call_of("%collector", [], node), node, node)
        return self.chosen(node)

    def longer(self, held: Node, more: Node, node: Node) -> Node:
        """The collector with the members of a list."""
        if not isinstance(more, Call):
            return held
        if is_call(more, "cons", 2):
            return call_of("%collect", [held, self.rewritten(more.operands[0])], node)
        if not is_call(more, "list", len(more.operands)):
            return call_of("%collect-all", [held, self.rewritten(more), Const(2)], node)
        return self.all(list(more.operands), held, node)

    def all(self, members: list[Node], held: Node, node: Node) -> Node:
        """The collector with each of these."""
        if not members:
            return held
        first = call_of("%collect", [held, self.rewritten(members[0])], node)
        if len(members) == 1:
            return first
        kept = Collecting(self.old.name, node.place)
        return Let([kept], [first], self.all(members[1:], LocalRef(kept, node.place), node), node.place)
