"""A lambda expression of two parameters in; the comparison of ours that it makes and of what of each it makes it, out.

    (lambda (a b) (> a b))                               `>` itself
    (lambda (a b) (string<? (name-of a) (name-of b)))    `string<?` by (lambda (x) (name-of x))

A library's template asks with `(%known-comparison param)`; as a procedure that gives its argument back. What is asked
for is compared beside the lambda expression, which stays what it is: whoever cannot use the one calls the other.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.copying import Copier
from chibi_hooks.scheme.compiling.facts import called_primitive
from chibi_hooks.scheme.compiling.rebuilding import call_of
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    LocalRef,
    Node,
    Or,
    Variable,
    children,
)
from chibi_hooks.scheme.primitive import PRIMITIVES

OPPOSITES: Final = {
    "<": ">",
    ">": "<",
    "string<?": "string>?",
    "string>?": "string<?",
    "char<?": "char>?",
    "char>?": "char<?",
    **{name: name for name in ("=", "eq?", "eqv?", "equal?", "string=?", "char=?", "symbol=?")},
}
"""The comparisons that primitives know how to do without calling, and the same with both sides exchanged."""
LARGEST: Final = 30  # nodes of what is compared
PARTS: Final = frozenset({Const, LocalRef, GlobalRef, Call, If, And, Or})


def comparison(procedure: Node | None) -> Node | None:
    """What the lambda expression compares by, as a node that gives it; None for any other one."""
    if not isinstance(procedure, Lambda) or procedure.rest is not None or len(procedure.params) != 2:
        return None
    body = procedure.body
    primitive = called_primitive(body) if isinstance(body, Call) and len(body.operands) == 2 else None
    if primitive is None or primitive.name not in OPPOSITES or not isinstance(body, Call):
        return None
    a, b = procedure.params
    left, right = body.operands
    for name, (one, other) in ((primitive.name, (a, b)), (OPPOSITES[primitive.name], (b, a))):
        if not _same_of_both(left, right, one, other):
            continue
        known = GlobalRef(Global(name, name, None, PRIMITIVES[name]), procedure.place)
        if isinstance(left, LocalRef):
            return known
        copier = Copier(procedure.place, (), keeping=True)
        key = Lambda([copier.variable(one)], None, copier.node(left), procedure.name, procedure.place)
        return call_of("%comparison-by", [known, key], procedure)
    return None


def _same_of_both(x: Node, y: Node, a: Variable, b: Variable) -> bool:
    """Is y what x is, with b in the place of a? Both take part, and nothing that is assigned."""
    waiting = [(x, y)]
    found = False
    for _ in range(LARGEST):
        if not waiting:
            return found
        x, y = waiting.pop()
        if x.__class__ is not y.__class__ or x.__class__ not in PARTS:
            return False
        if isinstance(x, LocalRef) and isinstance(y, LocalRef):
            found = found or x.variable is a
            if (y.variable is not (b if x.variable is a else x.variable)) or x.variable is b or x.variable.assigned:
                return False
        elif isinstance(x, GlobalRef) and isinstance(y, GlobalRef):
            if x.location is not y.location:
                return False
        elif isinstance(x, Const) and isinstance(y, Const):
            same = x.value is y.value or (x.value.__class__ is int and y.value.__class__ is int and x.value == y.value)
            if not same:
                return False
        else:
            below, beside = children(x), children(y)
            if len(below) != len(beside):
                return False
            waiting += zip(below, beside, strict=True)
    return False
