"""A lambda expression of two parameters in; the comparison of ours that it makes and of what of each it makes it, out.

    (lambda (a b) (> a b))                               `>` itself
    (lambda (a b) (string<? (name-of a) (name-of b)))    `string<?` by (lambda (x) (name-of x))
    (lambda (a b) (less? (key a) (key b)))               what `less?` holds, by what `key` holds
    (or (< (car a) (car b)) (and (= (car a) (car b)) …   one after the other (`ties`)
    (<? comparator (f a) (f b))                          the comparator's order, by (lambda (x) (f x))
    (by car)                                             `<` by car, if (define (by key) (lambda (a b) (< (key a) …

A library's template asks with `(%known-comparison param)`; as a procedure that gives its argument back. What is asked
for is compared beside the lambda expression, which stays what it is: whoever cannot use the one calls the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.handing import template_called
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.inlining.ties import LARGEST, parted, same_of_both
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.core import (
    Call,
    Global,
    GlobalRef,
    If,
    Lambda,
    LocalRef,
    Node,
    Variable,
)
from chibi_hooks.scheme.primitive import PRIMITIVES

OPPOSITES: Final = {
    "<": ">",
    ">": "<",
    "string<?": "string>?",
    "string>?": "string<?",
    "string-ci<?": "string-ci>?",
    "string-ci>?": "string-ci<?",
    "char<?": "char>?",
    "char>?": "char<?",
    **{name: name for name in ("=", "eq?", "eqv?", "equal?", "string=?", "string-ci=?", "char=?", "symbol=?")},
}
"""The comparisons that primitives know how to do without calling, and the same with both sides exchanged."""
STEPS: Final = 6  # comparisons, each for what the one before holds to be the same


def comparison(procedure: Node | None) -> Node | None:
    """What the lambda expression compares by, as a node that gives it; None for any other one."""
    if not isinstance(procedure, Lambda) or procedure.rest is not None or len(procedure.params) != 2:
        return None
    found: list[Node] = []
    rest: Node | None = procedure.body
    while rest is not None:
        first, rest = parted(rest, procedure.params) or (rest, None)
        step = _step(first, procedure)
        if step is None or len(found) == STEPS:
            return None
        found.append(step)
    return found[0] if len(found) == 1 else call_of("%comparisons", found, procedure)


def _step(body: Node, procedure: Lambda) -> Node | None:
    """What one call compares by."""
    body = _related(body, procedure) or body
    if not isinstance(body, Call) or len(body.operands) != 2:
        return None
    copier = Copier(procedure.place, (), keeping=True)
    left, right = body.operands
    for known, (one, other) in _relations(body, procedure.params, copier):
        if not same_of_both(left, right, one, other):
            continue
        if isinstance(left, LocalRef):
            return known
        return call_of("%comparison-by", [known, _key(left, one, procedure, copier)], procedure)
    return None


def _related(body: Node, procedure: Lambda) -> Call | None:
    """The call of a library's procedure that is given a relation in something else, as a call of that."""
    clause = template_called(body) if isinstance(body, Call) else None
    if clause is None or not isinstance(body, Call) or (asked := relation_in(clause)) is None:
        return None
    holder, *compared = body.operands
    if not isinstance(holder, (GlobalRef, LocalRef)) or (
        isinstance(holder, LocalRef) and (holder.variable in procedure.params or holder.variable.assigned)
    ):
        return None
    copier = Copier(body.place, ())
    copier.instead[clause.params[0]] = holder
    thunk = Lambda([], None, copier.node(asked), procedure.name, procedure.place)
    return Call(call_of("%order-in", [thunk], procedure), compared, body.place)


def relation_in(clause: Lambda) -> Node | None:
    """What a procedure `(lambda (c a b) (if ((f c) a b) #t #f))` applies to its last parameters."""
    body = clause.body
    called = body.test if isinstance(body, If) and len(clause.params) == 3 else None
    if not isinstance(called, Call) or not isinstance(called.operator, Call) or len(called.operands) != 2:
        return None
    given = [each.variable if isinstance(each, LocalRef) else None for each in called.operands]
    used = references(called.operator)
    return called.operator if given == clause.params[1:] and used == {clause.params[0]} else None


def _relations(body: Call, params: list[Variable], copier: Copier) -> Iterator[tuple[Node, list[Variable]]]:
    """The relations that the call says something of, each with the sides it does so of: a primitive and its opposite,
    or what a variable holds.
    """
    primitive = called_primitive(body)
    if primitive is not None and primitive.name in OPPOSITES:
        for name, sides in ((primitive.name, params), (OPPOSITES[primitive.name], params[::-1])):
            yield GlobalRef(Global(name, name, None, PRIMITIVES[name]), body.place), sides
        return
    operator = body.operator
    if isinstance(operator, Call):
        yield operator, params
    elif isinstance(operator, LocalRef) and operator.variable not in params and copier.is_fixed(operator):
        yield LocalRef(operator.variable, body.place), params


def _key(left: Node, one: Variable, procedure: Lambda, copier: Copier) -> Node:
    """What is taken of one side, as a procedure: of `(key a)` the variable `key`, or a primitive that is called."""
    if isinstance(left, Call) and len(left.operands) == 1:
        operator, taken = left.operator, left.operands[0]
        itself = isinstance(taken, LocalRef) and taken.variable is one
        if itself and isinstance(operator, LocalRef) and copier.is_fixed(operator):
            return LocalRef(operator.variable, left.place)
        primitive = called_primitive(left)
        if itself and primitive is not None and primitive.leaf and (primitive.path or not primitive.inline):
            return GlobalRef(Global(primitive.name, primitive.name, None, primitive), left.place)
    return Lambda([copier.variable(one)], None, copier.node(left), procedure.name, procedure.place)


def made_by(operand: Node, known: Mapping[Global, Lambda]) -> Lambda | None:
    """The lambda expression that an operand is, or that it makes by calling a procedure of the program which does
    nothing else; None for any other operand.
    """
    if isinstance(operand, Lambda):
        return operand
    if not isinstance(operand, Call) or not isinstance(operand.operator, GlobalRef):
        return None
    maker = known.get(operand.operator.location)
    made = maker.body if maker is not None and maker.rest is None else None
    if maker is None or not isinstance(made, Lambda) or not copyable_size(made.body, LARGEST):
        return None
    if len(maker.params) != len(operand.operands) or any(param.assigned for param in maker.params):
        return None
    copier = Copier(operand.place, known, keeping=True)
    if not all(map(copier.is_fixed, operand.operands)):
        return None
    copier.instead |= dict(zip(maker.params, operand.operands, strict=True))
    copied = copier.node(made)
    return copied if isinstance(copied, Lambda) else None
