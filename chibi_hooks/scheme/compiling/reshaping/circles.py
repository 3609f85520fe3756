"""Procedures of the top level that call each other in tail position in, each of them with that circle as a loop out.

    (define (even? n) (if (= n 0) #t (odd? (- n 1))))     (define (even? n)
    (define (odd? n) (if (= n 0) #f (even? (- n 1))))  ⇒    (letrec ((even? …) (odd? …)) (even? n)))   and so odd?

What the `letrec` becomes is told in `merging`. Calls that are in no tail position go to the procedure of the top level
as before.

Rules: each procedure gets a copy of all, so they are few and small; a copy means the same only of a body that makes no
procedure and assigns nothing (`integration`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.mutual import mutual
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins
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


def on_circles(nodes: list[Node], known: Mapping[Global, Lambda], origins: Origins) -> list[Node]:
    """The forms of a unit with each procedure on such a circle made a loop. `known`: what is defined once there."""
    ahead = {location: _called_last(each.body, known) for location, each in known.items()}
    made: dict[Node, Node] = {}
    for circle in mutual(ahead):
        if 2 <= len(circle) <= MOST and _is_worth_it([known[each] for each in circle]):
            for location in circle:
                made[known[location]] = _as_loop(location, circle, known, origins)
    if not made:
        return nodes
    return [
        Define(node.location, made[node.value], node.place) if isinstance(node, Define) and node.value in made else node
        for node in nodes
    ]


def _called_last(body: Node, known: Mapping[Global, Lambda]) -> dict[Global, None]:
    """The known procedures that are called in tail position, with as many operands as they have parameters."""
    found: dict[Global, None] = {}  # in that order
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, Call):
            location = _goes_to(node, known)
            if location is not None:
                found[location] = None
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


def _is_worth_it(procedures: list[Lambda]) -> bool:
    """Whether all can be copied, and are not too large."""
    sizes = [copyable_size(each.body, COPIES) for each in procedures]
    assigned = any(param.assigned for each in procedures for param in each.params)
    return all(sizes) and sum(sizes) * len(sizes) <= COPIES and not assigned


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
