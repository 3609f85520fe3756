"""A library's procedure in, out which primitive it comes down to: what other units are told of it.

(case-lambda ((k l) (%assoc k l)) …)                        with two arguments, `%assoc`
(lambda (t k) (if (%table? t) (%ref t k) (other t k)))      `%ref` where `%table?` holds for the first
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive
from chibi_hooks.scheme.core import Call, CaseLambda, GlobalRef, If, Lambda, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import Primitive


def wrapped_primitives(value: Node) -> dict[int, Primitive]:
    """For `(case-lambda ((k l) (%assoc k l)) …)`: {2: the primitive %assoc}; calls with two arguments need not go
    through it.
    """
    found: dict[int, Primitive] = {}
    for clause in clauses_of(value):
        primitive = _applied(clause.body, clause.params)
        if primitive is not None:
            found.setdefault(len(clause.params), primitive)
    return found


def guarded_primitives(value: Node) -> dict[int, tuple[Primitive, Primitive, Primitive | None]]:
    """For `(lambda (t k) (if (%table? t) (%ref t k) (other t k)))`: {2: (%table?, %ref, other)}; calls with two
    arguments may ask the first of these, of as many of them as it takes, and use the second themselves, and need the
    procedure only for the rest, if that is not a primitive.
    """
    found: dict[int, tuple[Primitive, Primitive, Primitive | None]] = {}
    for clause in clauses_of(value):
        body = clause.body
        if isinstance(body, If):
            asked = clause.params[: len(body.test.operands)] if isinstance(body.test, Call) else []
            guard, primitive = _applied(body.test, asked), _applied(body.then, clause.params)
            if guard is not None and primitive is not None and guard.returns == "boolean":
                other = _applied(body.otherwise, clause.params, leaf=False)
                found.setdefault(len(clause.params), (guard, primitive, other))
    return found


def clauses_of(value: Node) -> list[Lambda]:
    """The clauses of a procedure that take a fixed number of arguments."""
    clauses = value.clauses if isinstance(value, CaseLambda) else [value] if isinstance(value, Lambda) else []
    return [clause for clause in clauses if clause.rest is None]


def _applied(node: Node, params: list[Variable], leaf: bool = True) -> Primitive | None:
    """The primitive that the node does nothing but call with these parameters, all of them and in order. `leaf`: which
    must be one that calls nothing back.
    """
    if not isinstance(node, Call) or not isinstance(node.operator, GlobalRef):
        return None
    primitive = called_primitive(node)
    passed = [operand.variable for operand in node.operands if isinstance(operand, LocalRef)]
    fits = passed == params and len(node.operands) == len(passed)
    return primitive if fits and primitive is not None and (primitive.leaf or not leaf) else None
