"""What is asked of a quotient in, one call that makes no ratio on the way out.

    (inexact (/ sum count))     ⇒  (%inexact-of-quotient sum count)
    (round (/ (* 100 a) b))     ⇒  (%round-of-quotient (* 100 a) b)

Rules
-----
* The place of the call is that of the division, which is what can fail.
* A quotient by a literal float is no ratio, and stays.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, Node

OF_QUOTIENT: Final = {name: f"%{name}-of-quotient" for name in ("inexact", "floor", "ceiling", "truncate", "round")}


def is_quotient_asked(node: Call) -> bool:
    """Whether it is a call of one of these with the quotient of two numbers."""
    if len(node.operands) != 1:
        return False
    quotient = node.operands[0]
    if not isinstance(quotient, Call) or not is_call(quotient, "/", 2) or any(map(_is_float, quotient.operands)):
        return False
    primitive = called_leaf(node)
    return primitive is not None and primitive.name in OF_QUOTIENT


def _is_float(node: Node) -> bool:
    return isinstance(node, Const) and node.value.__class__ is float


def divided_at_once(node: Call) -> Node:
    """The same as one call."""
    primitive, quotient = called_leaf(node), node.operands[0]
    assert primitive is not None
    assert isinstance(quotient, Call)
    return call_of(OF_QUOTIENT[primitive.name], quotient.operands, quotient)
