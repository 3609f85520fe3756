"""A question of each of some literal affixes in, one question of all of them out.

    (any (lambda (suffix) (string-suffix? suffix name)) '(".pem" ".key"))
    (or (string-suffix? ".pem" name) (string-suffix? ".key" name))
    (%string-ends-with? name '(".pem" ".key"))

Rules: `any` is that of SRFI 1; the list is a literal, or what is defined once as one, of strings alone, and not empty:
so the string that is looked at is asked for at the first of them, as by `string-suffix?`.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items
from itertools import groupby
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call, is_variable
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, Global, GlobalRef, Lambda, LocalRef, Node, Variable
from chibi_hooks.scheme.values.data import NIL, String, Value, to_list
from chibi_hooks.scheme.values.frozen import LiteralPair, frozen, literal_string

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


def together(parts: Items[Node]) -> list[Node]:
    """The parts of an `or`, those that ask the same variable for literal affixes one after the other as one."""
    found: list[Node] = []
    for (name, variable), some in groupby(parts, _affix_asked):
        first, *more = some
        if variable is None or not more:
            found += (first, *more)
            continue
        affixes = frozen(to_list([literal_string(_affix(each).s) for each in (first, *more)]))  # for this node alone
        found.append(call_of(name, [LocalRef(variable, first.place), Const(affixes)], first))
    return found


def _affix(node: Node) -> Value:
    """The literal affix that is asked for."""
    affix = node.operands[0] if isinstance(node, Call) else None
    return affix.value if isinstance(affix, Const) else NIL


def _affix_asked(node: Node) -> tuple[str, Variable | None]:
    """By which question a node asks which variable for a literal affix."""
    name = next((ASKING[each] for each in ASKING if is_call(node, each, 2)), "")
    if not name or not isinstance(node, Call):
        return "", None
    literal, looked_at = _affix(node), node.operands[1]
    if not isinstance(looked_at, LocalRef) or literal.__class__ is not String or not hasattr(literal, "literal"):
        return "", None
    return ("", None) if looked_at.variable.assigned else (name, looked_at.variable)


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
