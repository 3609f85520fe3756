"""Procedures that call each other in tail position in, one loop with a state out.

    (letrec ((even? (lambda (n) (if (= n 0) #t (odd? (- n 1)))))          (let loop ((state 0) (n 9))
             (odd? (lambda (m) (if (= m 0) #f (even? (- m 1))))))    ⇒      (if (= state 0)
      (even? 9))                                                                (if (= n 0) #t (loop 1 (- n 1)))
                                                                                (if (= n 0) #f (loop 0 (- n 1)))))

Theory. A call in tail position of such a procedure is all that becomes of the one before, so their parameters may
share variables: the first of each is the first variable, and so on. What a state has no use for stays what it was.
What all states ask first, such as whether the end of a text is reached, is asked before the state is: the loop is one
along the text then. Only what cannot fail, or the error would have the place of another state.

Rules: each use of each of the procedures is a call of it in tail position, with as many operands as it has parameters;
nobody assigns to parameters. The rest is as in `gathering`.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from chibi_hooks.scheme.compiling.analysing.copying import only_loops
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, call_of, with_children
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.compiling.reshaping.first_asked import Certain, first_asked
from chibi_hooks.scheme.core import (
    Call,
    Const,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Variable,
)

MOST: Final = 6  # procedures of one loop: the last is found by as many comparisons


def may_merge(node: Letrec) -> bool:
    """Whether it looks like such a group, perhaps with other definitions before it."""
    before = _before(node)
    return 2 <= len(node.inits) - before <= MOST and all(isinstance(each, Lambda) for each in node.inits[before:])


def _before(node: Letrec) -> int:
    """How many of the definitions stand before the first procedure."""
    return next((i for i, each in enumerate(node.inits) if isinstance(each, Lambda)), len(node.inits))


def merged(node: Letrec, origins: Origins, numbers: Container[Variable] = ()) -> Node:
    """The `letrec` as one loop, if it can be one, the definitions before it being bound around it. `numbers`: variables
    that hold some for certain.
    """
    if not may_merge(node):
        return node
    before = _before(node)
    for i in range(before):
        if not references(node.inits[i]).isdisjoint(node.variables[i:]):
            return node
    group = Letrec(node.variables[before:], node.inits[before:], node.body, node.place) if before else node
    made: Node = _as_one(group, origins, numbers)
    if made is group:
        return node
    for variable, init in reversed(list(zip(node.variables[:before], node.inits[:before], strict=True))):
        made = Let([variable], [init], made, node.place)
    return made


def _as_one(node: Letrec, origins: Origins, numbers: Container[Variable]) -> Letrec:
    if not _in_circles(node):
        return node
    procedures = [each for each in node.inits if isinstance(each, Lambda) and each.rest is None]
    if len(procedures) < len(node.inits) or any(each.assigned for each in node.variables):
        return node
    if any(param.assigned for each in procedures for param in each.params):
        return node
    for variable, procedure in zip(node.variables, procedures, strict=True):
        if not only_loops(variable, len(procedure.params), [node.body, *(each.body for each in procedures)]):
            return node
    return _Merging(node, procedures, origins).loop(numbers)


def _in_circles(node: Letrec) -> bool:
    """Whether each of the procedures leads to each other one: else a loop calls what is better put in line."""
    named = [references(each) & set(node.variables) for each in node.inits]
    for start in range(len(named)):
        reached, waiting = set(named[start]), list(named[start])
        while waiting:
            fresh = named[node.variables.index(waiting.pop())] - reached
            reached |= fresh
            waiting += fresh
        if len(reached) < len(named):
            return False
    return True


class _Merging:
    """One group of procedures while it becomes a loop."""

    def __init__(self, node: Letrec, procedures: list[Lambda], origins: Origins) -> None:
        self.node = node
        self.procedures = procedures
        self.origins = origins
        self.states = {variable: number for number, variable in enumerate(node.variables)}
        self.name = Variable(node.variables[0].name, node.variables[0].place)
        self.state = Variable("state", node.place)
        longest = max(procedures, key=lambda each: len(each.params)).params
        self.shared = [Variable(param.name, param.place) for param in longest]
        self.instead = {
            param: shared for each in procedures for param, shared in zip(each.params, self.shared, strict=False)
        }

    def loop(self, numbers: Container[Variable]) -> Letrec:
        """The loop."""
        entry = self.rewritten(self.node.body, None)
        bodies = [self.rewritten(each.body, each) for each in self.procedures]
        asked = first_asked(bodies, Certain(numbers, self.name, self.shared, [entry, *bodies]))
        if asked is None:
            body = self.chosen(bodies)
        else:
            then = self.chosen([each.then for each in asked])
            body = If(asked[0].test, then, self.chosen([each.otherwise for each in asked]), asked[0].place)
        place = self.procedures[0].place
        made = Lambda([self.state, *self.shared], None, body, self.procedures[0].name, place)
        return Letrec([self.name], [made], entry, self.node.place)

    def chosen(self, ways: list[Node]) -> Node:
        """What is done in each state."""
        *before, body = ways
        while before:
            state = call_of("=", [LocalRef(self.state), Const(len(before) - 1)], self.node)
            body = If(state, before.pop(), body, self.node.place)
        return body

    def rewritten(self, node: Node, inside: Lambda | None) -> Node:
        """The node with its calls of the procedures as jumps, and their parameters as the variables of the loop;
        `inside` which of them, or before.
        """
        if isinstance(node, LocalRef):
            return LocalRef(self.instead[node.variable], node.place) if node.variable in self.instead else node
        if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable in self.states:
            operands = [self.rewritten(each, inside) for each in node.operands]
            left = self.shared[len(operands) :]
            operands += [Const(0) if inside is None else LocalRef(each, node.place) for each in left]
            number = self.states[node.operator.variable]
            stays = inside is self.procedures[number]
            state = LocalRef(self.state, node.place) if stays else Const(number)
            return Call(LocalRef(self.name, node.operator.place), [state, *operands], node.place)
        return with_children(node, lambda each: self.rewritten(each, inside), self.origins)
