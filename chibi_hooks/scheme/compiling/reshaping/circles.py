"""Procedures of the top level that call each other in tail position in, each of them with that circle as a loop out.

    (define (even? n) (if (= n 0) #t (odd? (- n 1))))     (define (even? n)
    (define (odd? n) (if (= n 0) #f (even? (- n 1))))  ⇒    (letrec ((even? …) (odd? …)) (even? n)))   and so odd?

What the `letrec` becomes is told in `merging`. Calls that are in no tail position go to the procedure of the top level
as before.

Rules: each procedure gets a copy of all, so they are few and small; of larger ones only those that others enter, and
the others are as they were. A copy means the same only of a body that makes no procedure and assigns nothing
(`integration`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.contents import Forms
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins
from chibi_hooks.scheme.compiling.analysing.mutual import mutual
from chibi_hooks.scheme.compiling.reshaping.merging import MOST, merged
from chibi_hooks.scheme.core import (
    And,
    Call,
    Define,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
)

COPIES: Final = 400  # nodes of all copies that one circle may take


def on_circles(nodes: list[Node], known: Mapping[Global, Lambda], origins: Origins, forms: Forms) -> list[Node]:
    """The forms of a unit with each procedure on such a circle made a loop. `known`: what is defined once there."""
    ahead = {location: _called_last(each.body, known) for location, each in known.items()}
    made: dict[Node, Node] = {}
    for circle in mutual(ahead):
        size = _size([known[each] for each in circle]) if 2 <= len(circle) <= MOST else 0
        if size:
            entered = circle if size * len(circle) <= COPIES else _entered(circle, ahead, nodes, forms)
            for location in entered if size * len(entered) <= COPIES else []:
                made[known[location]] = _as_loop(location, circle, known, origins)
    if not made:
        return nodes
    return [
        Define(node.location, made[node.value], node.place) if isinstance(node, Define) and node.value in made else node
        for node in nodes
    ]


def _called_last(body: Node, known: Mapping[Global, Lambda]) -> Counter[Global]:
    """The known procedures that are called in tail position, with as many operands as they have parameters, in that
    order; and how often.
    """
    found: Counter[Global] = Counter()
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, Call):
            location = _goes_to(node, known)
            if location is not None:
                found[location] += 1
        else:
            stack += _last(node)
    return found


def _goes_to(node: Call, known: Mapping[Global, Lambda]) -> Global | None:
    """The known procedure that a call certainly enters."""
    operator = node.operator
    procedure = known.get(operator.location) if isinstance(operator, GlobalRef) else None
    if procedure is None or procedure.rest is not None or len(procedure.params) != len(node.operands):
        return None
    assert isinstance(operator, GlobalRef)
    return operator.location


def _last(node: Node) -> list[Node]:
    """What is in tail position directly below a node that is no call."""
    if isinstance(node, If):
        return [node.then, node.otherwise]
    if isinstance(node, (Sequence, And, Or)):
        return [node.parts[-1]]
    if isinstance(node, Let):
        return [node.body]
    if isinstance(node, Letrec):
        return [node.body, *[each.body for each in node.inits if isinstance(each, Lambda)]]
    return []


def _size(procedures: list[Lambda]) -> int:
    """How many nodes they have together, if all can be copied and are not too large; else 0."""
    sizes = [copyable_size(each.body, COPIES) for each in procedures]
    assigned = any(param.assigned for each in procedures for param in each.params)
    return sum(sizes) if all(sizes) and not assigned else 0


def _entered(
    circle: list[Global], ahead: Mapping[Global, Counter[Global]], nodes: list[Node], forms: Forms
) -> list[Global]:
    """Those that are named but where one of them goes on to the next; all that a library may export."""
    named: Counter[Global] = Counter()
    for node in nodes:
        named.update(forms.inside(node).named)
    for each in circle:
        named.subtract(ahead[each])
    return [each for each in circle if named[each] > 0 or each.library is not None]


def _as_loop(location: Global, circle: list[Global], known: Mapping[Global, Lambda], origins: Origins) -> Lambda:
    """One of the procedures, with copies of all as a local loop."""
    variables = {each: Variable(known[each].name or each.name, known[each].place) for each in circle}
    procedure = known[location]
    copies: list[Node] = []
    for each in circle:
        old = known[each]
        lambda_ = Lambda(old.params, None, _jumping(old.body, variables, known), old.name, old.place)
        copies.append(Copier(old.place, (), keeping=True).node(lambda_))
    operands: list[Node] = [LocalRef(param, procedure.place) for param in procedure.params]
    entry = Call(LocalRef(variables[location], procedure.place), operands, procedure.place)
    body = merged(Letrec(list(variables.values()), copies, entry, procedure.place), origins)
    made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
    origins[made] = origins.get(procedure, procedure)
    return made


def _jumping(node: Node, variables: Mapping[Global, Variable], known: Mapping[Global, Lambda]) -> Node:
    """A node in tail position with its calls of the procedures going to those variables."""
    if isinstance(node, Call):
        location = _goes_to(node, known)
        if location is None or location not in variables:
            return node
        return Call(LocalRef(variables[location], node.operator.place), node.operands, node.place)
    if isinstance(node, If):
        then, otherwise = (_jumping(each, variables, known) for each in (node.then, node.otherwise))
        return If(node.test, then, otherwise, node.place)
    if isinstance(node, (Sequence, And, Or)):
        return node.__class__([*node.parts[:-1], _jumping(node.parts[-1], variables, known)], node.place)
    if isinstance(node, Let):
        return Let(node.variables, node.inits, _jumping(node.body, variables, known), node.place)
    if isinstance(node, Letrec):
        inits: list[Node] = []
        for each in node.inits:
            assert isinstance(each, Lambda)  # it is a loop, or it could not be copied
            inits.append(Lambda(each.params, None, _jumping(each.body, variables, known), each.name, each.place))
        return Letrec(node.variables, inits, _jumping(node.body, variables, known), node.place)
    return node
