"""The body of an order in, out its first comparison and the order of what that holds to be the same.

(or (< (f a) (f b)) (and (= (f a) (f b)) REST))
(if (= (f a) (f b)) REST (< (f a) (f b)))
(cond ((< (f a) (f b)) #t) ((= (f a) (f b)) REST) (else #f))
(cond ((< (f a) (f b)) #t) ((> (f a) (f b)) #f) (else REST))
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive
from chibi_hooks.scheme.core import And, Call, Const, GlobalRef, If, LocalRef, Node, Or, Variable, children
from chibi_hooks.scheme.values.data import FALSE, TRUE, String, Value

LARGEST: Final = 30  # nodes of what is compared
PARTS: Final = frozenset({Const, LocalRef, GlobalRef, Call, If, And, Or})
STRINGS: Final = frozenset({"string=?", "equal?"})
CHARACTERS: Final = frozenset({"char=?", "equal?", "eqv?"})
TIES: Final = {  # by the order: its opposite, and what holds where neither does
    "<": (">", frozenset({"="})),
    ">": ("<", frozenset({"="})),
    "string<?": ("string>?", STRINGS),
    "string>?": ("string<?", STRINGS),
    "char<?": ("char>?", CHARACTERS),
    "char>?": ("char<?", CHARACTERS),
}


def parted(body: Node, params: list[Variable]) -> tuple[Node, Node] | None:
    """The first comparison, and what decides where neither side comes before the other; None if it is but one."""
    if isinstance(body, Or) and len(body.parts) == 2:
        first, then = body.parts
        tie, rest = _guarded(then)
    elif isinstance(body, If) and _is(body.then, TRUE):
        first = body.test
        if isinstance(body.otherwise, If) and _is(body.otherwise.then, FALSE):
            opposed = _is_tie(first, body.otherwise.test, params, opposed=True)
            return (first, body.otherwise.otherwise) if opposed else None
        tie, rest = _guarded(body.otherwise)
    elif isinstance(body, If):
        tie, rest, first = body.test, body.then, body.otherwise
    else:
        return None
    return (first, rest) if rest is not None and _is_tie(first, tie, params, opposed=False) else None


def _guarded(node: Node) -> tuple[Node, Node | None]:
    """`(and test rest)` or `(if test rest #f)` as both."""
    if isinstance(node, And):
        return node.parts[0], node.parts[1] if len(node.parts) == 2 else And(node.parts[1:], node.place)
    if isinstance(node, If) and _is(node.otherwise, FALSE):
        return node.test, node.then
    return node, None


def _is(node: Node, value: object) -> bool:
    return isinstance(node, Const) and node.value is value


def _is_tie(first: Node, tie: Node, params: list[Variable], opposed: bool) -> bool:
    """Whether the second call says of the same what the first one leaves open: that both sides are the same, or
    `opposed`: that they stand the other way round.
    """
    if not isinstance(first, Call) or not isinstance(tie, Call) or len(first.operands) != 2 or len(tie.operands) != 2:
        return False
    order, other = called_primitive(first), called_primitive(tie)
    if order is None or other is None or order.name not in TIES:
        return False
    opposite, same = TIES[order.name]
    as_is = other.name == opposite if opposed else other.name in same
    turned = other.name == order.name if opposed else other.name in same
    left, right = first.operands
    return any(
        fits
        and same_of_both(left, right, one, two)
        and same_of_both(x, right, one, two)
        and same_of_both(left, y, one, two)
        for fits, (x, y) in ((as_is, tie.operands), (turned, tie.operands[::-1]))
        for one, two in (params, params[::-1])
    )


def same_of_both(x: Node, y: Node, a: Variable, b: Variable) -> bool:
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
            if x.location.key != y.location.key:
                return False
        elif isinstance(x, Const) and isinstance(y, Const):
            if not _is_same(x.value, y.value):
                return False
        else:
            below, beside = children(x), children(y)
            if len(below) != len(beside):
                return False
            waiting += zip(below, beside, strict=True)
    return False


def _is_same(x: Value, y: Value) -> bool:
    """Are these the same integer, or strings that nobody can tell from each other, or one object?"""
    if x.__class__ is String and y.__class__ is String:
        return x.s == y.s and hasattr(x, "literal") and hasattr(y, "literal")
    return x is y or (x.__class__ is int and y.__class__ is int and x == y)
