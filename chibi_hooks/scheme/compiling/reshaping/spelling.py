"""A procedure that appends strings in front of what a call of itself answers in, a loop that collects them out.

    (define (join l)                                      (define (join l)
      (cond ((null? l) "")                                  (let again ((members (%collector)) (l l))
            (else (string-append ", " (car l)        ⇒        (cond ((null? l) (%strung members "" 2))
                                 (join (cdr l))))))                 (else (again (%collect … ", " (car l)) (cdr l)))))

Theory. Each text would be copied as often as the recursion is deep, and nobody sees what is in between. The strings
themselves are collected, not their texts, but where nobody else has them: one may be changed until the last call has
answered. What is no string, or too long together, is appended call by call, for the error that it then is.

Rules: those of `counting`: it is one call of `string-append`, whose last operand is the call of itself, and something
is answered otherwise, without a call in tail position.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.consing import (
    Itself,
    NoLoop,
    Turning,
    answers_by_itself,
    is_itself,
)
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, nodes_of
from chibi_hooks.scheme.core import Call, Const, Lambda, Letrec, LocalRef, Node
from chibi_hooks.scheme.values.data import String

OWN: Final = frozenset({"string", "number->string", "substring", "make-string", "symbol->string", "string-append"})
"""Primitives whose strings nobody else has."""


def may_spell(node: Letrec) -> bool:
    """Whether it looks like such a local procedure."""
    return len(node.inits) == 1 and bool(_appending(node.inits[0], node.variables[0]))


def spelling_loop(procedure: Lambda, itself: Itself, operands: list[Node], origins: Origins) -> Letrec:
    """The loop for a procedure that does so, entered with these operands. Raises NoLoop."""
    found = _appending(procedure.body, itself)
    if len(found) != 1:
        raise NoLoop
    turning = _Spelling(itself, procedure, found[0])
    loop = turning.procedure_of_turns()
    if not turning.ends:
        raise NoLoop
    origins[loop] = origins.get(procedure, procedure)
    return turning.entered(loop, operands)


def _appending(root: Node, itself: Itself) -> list[Call]:
    """The calls of `string-append` whose last operand is the only one that calls the procedure."""
    found = []
    for node in nodes_of(root, CALLS):
        last = node.operands[-1] if len(node.operands) > 1 else None
        if isinstance(last, Call) and is_itself(last, itself) and is_call(node, "string-append", len(node.operands)):
            found.append(node)
    return found


class _Spelling(Turning):
    """One such procedure. `appending`: where it does so; `ends`: whether anything is answered otherwise."""

    def __init__(self, itself: Itself, procedure: Lambda, appending: Call) -> None:
        super().__init__(itself, procedure, range(len(procedure.params)), appending)
        self.collects, self.appending, self.ends = True, appending, False

    def turn(self, node: Call, members: list[Node]) -> Node:
        """A call of itself, or strings in front of what such a one answers. Raises NoLoop."""
        if is_itself(node, self.itself):
            return self.again_with(node, [])
        if node is self.appending:
            last = node.operands[-1]
            assert isinstance(last, Call)
            return self.again_with(last, node.operands[:-1])
        return self.answer(node)

    def again_with(self, node: Call, strings: list[Node]) -> Call:
        """A turn that collects these first. Raises NoLoop."""
        if len(node.operands) != len(self.procedure.params):
            raise NoLoop
        self.left_in_all([*strings, *node.operands])
        kept: Node = LocalRef(self.members, node.place)
        for each in strings:
            kept = call_of("%collect-string" if _is_own(each) else "%collect", [kept, each], self.appending)
        return Call(LocalRef(self.again, node.operator.place), [kept, *node.operands], node.place)

    def answer(self, node: Node) -> Node:
        """What is answered otherwise, behind all strings. Raises NoLoop."""
        self.left(node)
        if not answers_by_itself(node):
            raise NoLoop
        self.ends = True
        each_time = Const(len(self.appending.operands) - 1)
        return call_of("%strung", [LocalRef(self.members, node.place), node, each_time], self.appending)


def _is_own(node: Node) -> bool:
    """Whether it is a string that nobody can change meanwhile."""
    if isinstance(node, Const):
        return node.value.__class__ is String
    primitive = called_leaf(node) if isinstance(node, Call) else None
    return primitive is not None and primitive.name in OWN
