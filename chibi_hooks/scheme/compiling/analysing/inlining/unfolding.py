"""An order that the program makes of others in; the same order as one lambda expression, to be compared by, out.

    (define (by key less?) (lambda (a b) (less? (key a) (key b))))
    (define (then x y) (lambda (a b) (cond ((x a b) #t) ((x b a) #f) (else (y a b)))))
    (then name<? (by age >))  ⇒  (lambda (a b) (cond ((string<? (name a) (name b)) #t) … (else (> (age a) (age b)))))

Rules: what comes out is never called in the place of the order, only looked at (`comparing`). It is made of procedures
that are defined once and for certain, each small and using all its parameters; what is no variable or constant goes
into a body only if all of that body is computed, so that nothing is left out that could fail.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, procedure_held
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import with_children
from chibi_hooks.scheme.compiling.analysing.inlining.ties import LARGEST
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.core import And, Call, Const, Global, GlobalRef, If, Lambda, LocalRef, Node, Or, children

NESTED: Final = 4  # makers of orders, one inside the other
BODIES: Final = 12  # of procedures in one order
CHOICES: Final = (If, And, Or)

KnownLambdas = Mapping[Global, Lambda]


def order_of(operand: Node, known: KnownLambdas, left: int = NESTED) -> Lambda | None:
    """The lambda expression that an operand stands for as an order; None if it is not to be seen."""
    procedure = _procedure(operand, known, left)
    if procedure is None or procedure.rest is not None or not _is_small(procedure.body):
        return procedure
    body = _Unfolding(known).node(procedure.body, left)
    if body is procedure.body:
        return procedure
    return Lambda(procedure.params, None, body, procedure.name, procedure.place)


def _procedure(operand: Node, known: KnownLambdas, left: int) -> Lambda | None:
    """What is given, or what the call of a procedure makes that does nothing else."""
    if isinstance(operand, Lambda):
        return operand
    if isinstance(operand, GlobalRef):
        return known.get(operand.location)
    if not isinstance(operand, Call) or not isinstance(operand.operator, GlobalRef) or left == 0:
        return procedure_held(operand)
    maker = known.get(operand.operator.location)
    made = maker.body if maker is not None else None
    if maker is None or not isinstance(made, Lambda) or not _fits(maker, operand):
        return None
    copier = Copier(operand.place, known, keeping=True)
    for param, given in zip(maker.params, operand.operands, strict=True):
        if copier.is_fixed(given) or (isinstance(given, GlobalRef) and _is_of_library(given.location)):
            copier.instead[param] = given
        elif (order := order_of(given, known, left - 1)) is not None and order.rest is None:
            copier.instead[param] = Copier(order.place, known, keeping=True).procedure(order)
        else:
            return None
    return copier.procedure(made) if copyable_size(made.body, LARGEST) and made.rest is None else None


def _fits(procedure: Lambda, call: Call) -> bool:
    """Does it take so many, and may they stand in the place of its parameters?"""
    params = procedure.params
    return procedure.rest is None and len(params) == len(call.operands) and not any(each.assigned for each in params)


def _is_of_library(location: Global) -> bool:
    return location.library is not None and not location.assigned


class _Unfolding:
    """Puts the bodies of the program's procedures in the places of their calls, a few in all."""

    def __init__(self, known: KnownLambdas) -> None:
        self.known = known
        self.bodies = 0

    def node(self, node: Node, left: int) -> Node:
        """The expression without calls of the program's procedures; `left`: how many may stand inside each other."""
        if left == 0 or isinstance(node, Lambda):
            return node
        node = with_children(node, lambda each: self.node(each, left), {})
        if not isinstance(node, Call) or called_primitive(node) is not None or self.bodies == BODIES:
            return node
        procedure = self.called(node.operator)
        if procedure is None or not _fits(procedure, node) or not copyable_size(procedure.body, LARGEST):
            return node
        used = references(procedure.body).issuperset(procedure.params)
        if not used or not (all(map(_is_simple, node.operands)) or _is_straight(procedure.body)):
            return node
        self.bodies += 1
        copier = Copier(node.place, self.known, keeping=True)
        copier.instead |= dict(zip(procedure.params, node.operands, strict=True))
        return self.node(copier.node(procedure.body), left - 1)

    def called(self, operator: Node) -> Lambda | None:
        """The procedure that is called, if it is known."""
        if isinstance(operator, GlobalRef):
            return self.known.get(operator.location)
        return operator if isinstance(operator, Lambda) else None


def _is_small(body: Node) -> bool:
    """Has it few nodes? Procedures that are called count by what they do."""
    waiting = [body]
    for count, node in enumerate(waiting):  # which grows meanwhile
        if count == LARGEST or not isinstance(node, Lambda | LocalRef | GlobalRef | Const | Call | If | And | Or):
            return False
        waiting += children(node)
    return True


def _is_simple(operand: Node) -> bool:
    return isinstance(operand, LocalRef | Const | GlobalRef)


def _is_straight(body: Node) -> bool:
    """Is all of it computed, whatever it is given?"""
    return not isinstance(body, CHOICES) and (
        not isinstance(body, Call) or (_is_simple(body.operator) and all(map(_is_straight, body.operands)))
    )
