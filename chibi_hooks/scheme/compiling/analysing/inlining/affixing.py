"""A question of each of some literal affixes in, one question of all of them out.

    (any (lambda (suffix) (string-suffix? suffix name)) '(".pem" ".key"))
    (%string-ends-with? name '(".pem" ".key"))

Rules: `any` is that of SRFI 1; the list is a literal, or what is defined once as one, of strings alone, and not empty:
so the string that is looked at is asked for at the first of them, as by `string-suffix?`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, Global, GlobalRef, Lambda, LocalRef, Node
from chibi_hooks.scheme.values.data import NIL, String
from chibi_hooks.scheme.values.frozen import LiteralPair

ASKING: Final = {"%string-prefix?": "%string-begins-with?", "%string-suffix?": "%string-ends-with?"}
MOST: Final = 100  # affixes: more have hardly been written by hand


def asked_at_once(node: Call, literals: Mapping[Global, Const]) -> Call | None:
    """The one question that a call comes down to; None for any other call. `literals`: what variables of the top level
    are defined as.
    """
    operator = node.operator
    if type(operator) is not GlobalRef or operator.location.name != "any" or len(node.operands) != 2:
        return None
    asked, whole = node.operands
    affixes = literals.get(whole.location) if isinstance(whole, GlobalRef) else whole
    if operator.location.library != "(srfi 1)" or not isinstance(asked, Lambda) or not isinstance(affixes, Const):
        return None
    question = asked.body
    if asked.rest is not None or len(asked.params) != 1 or not isinstance(question, Call):
        return None
    name = next((ASKING[each] for each in ASKING if is_call(question, each, 2)), "")
    if not name or not _are_strings(affixes):
        return None
    affix, looked_at = question.operands
    (param,) = asked.params
    if param.assigned or not is_variable(affix, param) or not _is_same(looked_at) or is_variable(looked_at, param):
        return None
    return call_of(name, [looked_at, affixes], question)


def _is_same(node: Node) -> bool:
    """Whether it is the same whenever it is evaluated."""
    return isinstance(node, LocalRef) and not node.variable.assigned


def _are_strings(affixes: Const) -> bool:
    rest = affixes.value
    for _ in range(MOST):
        if type(rest) is not LiteralPair or rest.car.__class__ is not String or not hasattr(rest.car, "literal"):
            break
        rest = rest.cdr
    return rest is NIL and affixes.value is not NIL
