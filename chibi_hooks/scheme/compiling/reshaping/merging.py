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
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.inlining.copying import only_loops
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, call_of, with_children
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
    """Whether it looks like such a group, perhaps with other definitions beside it."""
    return sum(isinstance(each, Lambda) for each in node.inits) > 1


def set_apart(node: Letrec) -> Letrec | Let:
    """A `letrec` with the procedures in it that call each other in one of their own, and what it defines beside them
    around that: values that need no procedure are bound one by one.
    """
    group = _circle(node) if may_merge(node) else ()
    if not 0 < len(group) < len(node.inits):
        return node
    inside = Letrec([node.variables[i] for i in group], [node.inits[i] for i in group], node.body, node.place)
    if not are_loops(inside, []):
        return node
    others = [i for i in range(len(node.inits)) if i not in group]
    first = next((at for at in range(len(others)) if not _is_alone(node, others[at:])), len(others))
    made: Letrec | Let = inside
    if others[first:]:
        variables, inits = [node.variables[i] for i in others[first:]], [node.inits[i] for i in others[first:]]
        made = Letrec(variables, inits, made, node.place)
    for i in reversed(others[:first]):
        made = Let([node.variables[i]], [node.inits[i]], made, node.place)
    return made


def _is_alone(node: Letrec, others: Items[int]) -> bool:
    """Whether the first of these definitions is a value that needs neither itself nor those after it."""
    init = node.inits[others[0]]
    return not isinstance(init, Lambda) and references(init).isdisjoint([node.variables[i] for i in others])


def are_loops(node: Letrec, entries: list[Node]) -> bool:
    """Whether the procedures do nothing but go on to each other, and are entered so."""
    procedures = [each for each in node.inits if isinstance(each, Lambda) and each.rest is None]
    if len(procedures) < len(node.inits) or any(each.assigned for each in node.variables):
        return False
    return all(
        only_loops(variable, len(each.params), [*entries, *(other.body for other in procedures)])
        for variable, each in zip(node.variables, procedures, strict=True)
    )


def merged(node: Letrec, origins: Origins, numbers: Container[Variable] = ()) -> Letrec:
    """The `letrec` as one loop, if it can be one. `numbers`: variables that hold some for certain."""
    if not may_merge(node) or len(_circle(node)) < len(node.inits) or not are_loops(node, [node.body]):
        return node
    procedures = [each for each in node.inits if isinstance(each, Lambda)]
    if any(param.assigned for each in procedures for param in each.params):
        return node
    return _Merging(node, procedures, origins).loop(numbers)


def _circle(node: Letrec) -> Items[int]:
    """Which procedures lead to each other, all to each: else a loop calls what is better put in line. No other
    definition names them.
    """
    place = {variable: i for i, variable in enumerate(node.variables)}
    named = [{place[each] for each in references(init) if each in place} for init in node.inits]
    reached = [_reached(i, named) for i in range(len(named))]
    groups = [[other for other in each if i in reached[other]] for i, each in enumerate(reached)]
    group = next((each for each in groups if 1 < len(each) <= MOST), [])
    return () if any(not each.isdisjoint(group) for i, each in enumerate(named) if i not in group) else sorted(group)


def _reached(start: int, named: list[set[int]]) -> set[int]:
    """What one definition leads to."""
    reached, waiting = set(named[start]), list(named[start])
    while waiting:
        fresh = named[waiting.pop()] - reached
        reached |= fresh
        waiting += fresh
    return reached


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
