"""A procedure that adds a literal to what a call of itself answers in, a loop that counts how often out.

    (define (count l)                                     (define (count l)
      (cond ((null? l) 0)                                   (let again ((times 0) (l l))
            ((p (car l)) (+ 1 (count (cdr l))))      ⇒        (cond ((null? l) (+ 0 times))
            (else (count (cdr l)))))                                ((p (car l)) (again (+ times 1) (cdr l)))
                                                                    (else (again times (cdr l))))))

Theory. Nothing else is left of such a call than the sum, and exact integers may be added at once. To any other answer
the literal is added as often as it would have been: the roundings are the same, and so are the place of an error, and
what a continuation has that is captured on the way.

Rules: it is one and the same exact integer everywhere, and something is answered otherwise: a recursion without an end
is to be told as one. What is answered so makes no calls in tail position: they would be none any more (`consing`).
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.facts import is_call
from chibi_hooks.scheme.compiling.analysing.inlining.consing import (
    Itself,
    NoLoop,
    answers_by_itself,
    is_itself,
    names,
)
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of, with_ends
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, nodes_of
from chibi_hooks.scheme.core import Call, Const, If, Lambda, Let, Letrec, LocalRef, Node, Variable


def may_count(node: Letrec) -> bool:
    """Whether it looks like such a local procedure."""
    itself = node.variables[0]
    return len(node.inits) == 1 and any(_added(each, itself) is not None for each in nodes_of(node.inits[0], CALLS))


def counting_loop(procedure: Lambda, itself: Itself, operands: list[Node], origins: Origins) -> Letrec:
    """The loop for a procedure that does so, entered with these operands. Raises NoLoop."""
    sums = {node.value: each for each in nodes_of(procedure.body, CALLS) if (node := _added(each, itself)) is not None}
    if len(sums) != 1:
        raise NoLoop
    (addition,) = sums.values()
    return _Counting(procedure, itself, addition).entered(operands, origins)


def _added(node: Call, itself: Itself) -> Const | None:
    """The literal that is added to what a call of the procedure answers."""
    if not is_call(node, "+", 2):
        return None
    for literal, call in (node.operands, node.operands[::-1]):
        if isinstance(call, Call) and is_itself(call, itself) and isinstance(literal, Const):
            return literal if literal.value.__class__ is int else None
    return None


class _Counting:
    """One such procedure. `addition`: one of its sums."""

    def __init__(self, procedure: Lambda, itself: Itself, addition: Call) -> None:
        self.procedure, self.itself, self.addition = procedure, itself, addition
        self.again = Variable(procedure.name or itself.name, procedure.place)
        self.times = Variable("times", procedure.place)
        self.ends = False

    def entered(self, operands: list[Node], origins: Origins) -> Letrec:
        """The loop, entered with these operands. Raises NoLoop."""
        old = self.procedure
        body = with_ends(old.body, self.end, self.left)
        loop = Lambda([self.times, *old.params], None, body, old.name, old.place)
        if not self.ends:
            raise NoLoop
        origins[loop] = origins.get(old, old)
        entry = Call(LocalRef(self.again), [Const(0), *operands], old.place)
        return Letrec([self.again], [loop], entry, old.place)

    def end(self, node: Node) -> Node:
        """What it ends with, a call of the procedure being a turn. Raises NoLoop."""
        if isinstance(node, Call) and is_itself(node, self.itself):
            return self.turn(node, LocalRef(self.times, node.place))
        if isinstance(node, Call) and _added(node, self.itself) is not None:
            (call,) = [each for each in node.operands if isinstance(each, Call)]
            return self.turn(call, call_of("+", [LocalRef(self.times), Const(1)], node))
        return self.answer(node)

    def turn(self, node: Call, times: Node) -> Call:
        """A call of the procedure. Raises NoLoop."""
        if len(node.operands) != len(self.procedure.params):
            raise NoLoop
        for each in node.operands:
            self.left(each)
        return Call(LocalRef(self.again, node.operator.place), [times, *node.operands], node.place)

    def answer(self, node: Node) -> Node:
        """What is answered otherwise, and the sum of it and the literals. Raises NoLoop."""
        self.left(node)
        if not answers_by_itself(node):
            raise NoLoop
        self.ends = True
        if isinstance(node, Const) and node.value.__class__ is int:
            return self.sum_with(node)
        value = Variable("answer", node.place)
        exact = call_of("exact-integer?", [LocalRef(value)], node)
        return Let([value], [node], If(exact, self.sum_with(LocalRef(value)), self.step_by_step(value)), node.place)

    def sum_with(self, answer: Node) -> Node:
        """All at once."""
        literal = _added(self.addition, self.itself)
        assert literal is not None
        times: Node = LocalRef(self.times)
        if literal.value != 1:
            times = call_of("*", [times, literal], self.addition)
        if isinstance(answer, Const) and answer.value == 0:
            return times
        return call_of("+", [answer, times], self.addition)

    def step_by_step(self, answer: Variable) -> Node:
        """One after the other, as the calls would have been answered."""
        up, value, left = Variable("up"), Variable("answer"), Variable("times")
        operands: list[Node] = [each if isinstance(each, Const) else LocalRef(value) for each in self.addition.operands]
        added = Call(self.addition.operator, operands, self.addition.place)
        turn = Call(LocalRef(up), [added, call_of("-", [LocalRef(left), Const(1)], self.addition)])
        end = call_of("=", [LocalRef(left), Const(0)], self.addition)
        loop = Lambda([value, left], None, If(end, LocalRef(value), turn), "", self.addition.place)
        return Letrec([up], [loop], Call(LocalRef(up), [LocalRef(answer), LocalRef(self.times)]))

    def left(self, node: Node) -> None:
        """Raises NoLoop where the procedure is named in a node that is left as it is."""
        if names(node, self.itself):
            raise NoLoop
