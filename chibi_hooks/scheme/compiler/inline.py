"""A call of a primitive in, the inline template that fits its operands out: parsed once, chosen by what is known of
them.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiler.analysis import is_natural, is_number, is_real
from chibi_hooks.scheme.core import Call, Const, Node
from chibi_hooks.scheme.data import FALSE, NIL, TRUE, UNSPECIFIED, Char, String, Symbol, Value
from chibi_hooks.scheme.integers import SMALL
from chibi_hooks.scheme.primitive import Primitive

MAX_FOLD: Final = 8  # operands of + and the like put in line; more would nest too deep


def _equal_numbers(operands: list[Node]) -> str | None:
    """`==` never raises in Python; where both sides are real for certain it is right, with one of them half the guard
    will do.
    """
    left, right = map(is_number, operands)
    if left and right:
        return "a == b"
    if left:
        return "a == b if b.__class__ is int else numbers_equal(a, b)"
    if right:
        return "a == b if a.__class__ is int else numbers_equal(a, b)"
    return None


def _eqv(operands: list[Node]) -> str | None:
    """Symbols, booleans, the empty list and characters of the basic plane are compared by identity."""
    for operand in operands:
        if isinstance(operand, Const) and (
            operand.value in _IDENTITIES_BY_ID
            or operand.value.__class__ is Symbol
            or (operand.value.__class__ is Char and operand.value.c <= "\uffff")
        ):
            return "a is b"
    return None


class _Identities:
    """Values that are `eqv?` only to themselves; membership by identity (data refuses `==`)."""

    def __contains__(self, value: object) -> bool:
        return value is TRUE or value is FALSE or value is NIL or value is UNSPECIFIED


_IDENTITIES_BY_ID: Final = _Identities()

LITERAL: Final = 1_000  # characters of a literal that may be appended without asking for the size of the result


def _append(operands: list[Node]) -> str | None:
    """Appending a short literal cannot make a string explode: the result needs no check."""
    if len(operands) == 2 and any(
        isinstance(o, Const) and o.value.__class__ is String and len(o.value.s) < LITERAL for o in operands
    ):
        return "String(a.s + b.s)"
    return None


def _indexed(template: str) -> Callable[[list[Node]], str | None]:
    """An index that cannot be negative needs no test: Python itself refuses one that is too large."""
    return lambda operands: template if is_natural(operands[1]) else None


def _product(operands: list[Node]) -> str | None:
    """A product is little longer than its longer factor if the other one is small: what is known saves asking."""
    left, right = operands
    if any(isinstance(o, Const) and o.value.__class__ is int and abs(o.value) < SMALL for o in operands):
        return "a * b"
    if is_natural(left):
        return f"a * b if a < {SMALL} else multiply(a, b)"
    if is_natural(right):
        return f"a * b if b < {SMALL} else multiply(a, b)"
    return f"a * b if a < {SMALL} and a > -{SMALL} else multiply(a, b)" if is_real(left) else None


def _by_literal(template: str) -> Callable[[list[Node]], str | None]:
    """Division by a small positive literal takes little time whatever is divided: no look at its size."""

    def choose(operands: list[Node]) -> str | None:
        divisor = operands[1]
        small = isinstance(divisor, Const) and divisor.value.__class__ is int and 0 < divisor.value <= SMALL
        return template if small else None

    return choose


SPECIAL_TEMPLATES: Final[dict[str, Callable[[list[Node]], str | None]]] = {
    "=": _equal_numbers,
    "eqv?": _eqv,
    "equal?": _eqv,
    "string-append": _append,
    "*": _product,
    "modulo": _by_literal("a % b if a.__class__ is int else modulo(a, b)"),
    "remainder": _by_literal("a % b if a.__class__ is int and a >= 0 else remainder(a, b)"),
    "quotient": _by_literal("a // b if a.__class__ is int and a >= 0 else quotient(a, b)"),
    "vector-ref": _indexed("a.v[b]"),
    "string-ref": _indexed("char(a.s[b])"),
    "bytevector-u8-ref": _indexed("a.b[b]"),
}
INLINE_CONSTANTS: Final[dict[str, Value]] = {"NIL": NIL, "TRUE": TRUE, "FALSE": FALSE, "UNSPECIFIED": UNSPECIFIED}

_use_counts: dict[ast.expr, dict[str, int]] = {}  # bounded by the number of templates


CONSTRUCTED: Final = {"Pair": ("car", "cdr"), "String": ("s",)}
"""Classes that a template seems to call: the compiler allocates one and fills its slots."""


def constructs(template: ast.expr) -> bool:
    """Whether the template makes a new object, which takes statements. It does so at its head or not at all."""
    return isinstance(template, ast.Call) and isinstance(template.func, ast.Name) and template.func.id in CONSTRUCTED


def uses(template: ast.expr) -> dict[str, int]:
    """How often each name stands in a template."""
    found = _use_counts.get(template)
    if found is None:
        found = {}
        for node in ast.walk(template):
            if isinstance(node, ast.Name):
                found[node.id] = found.get(node.id, 0) + 1
        _use_counts[template] = found
    return found


def settle(template: ast.expr, values: dict[str, ast.expr]) -> ast.expr | bool:
    """What a test in a template comes down to when operands are integer literals: True, False, a simpler test, or
    itself.
    """
    if isinstance(template, ast.Compare) and len(template.ops) == 1:
        left, right = template.left, template.comparators[0]
        if isinstance(left, ast.Attribute) and isinstance(right, ast.Name) and right.id == "int":
            literal = _literal(left.value, values)
            if literal is None:
                return template
            return isinstance(template.ops[0], ast.Is)
        a, b = _literal(left, values), _literal(right, values)
        order = ORDERS.get(template.ops[0].__class__)
        return template if a is None or b is None or order is None else order(a, b)
    if isinstance(template, ast.BoolOp):
        deciding = isinstance(template.op, ast.Or)
        parts: list[ast.expr] = []
        for part in template.values:
            known = settle(part, values)
            if known is deciding:
                return deciding
            if not isinstance(known, bool):
                parts.append(known)
        if not parts:
            return not deciding
        if len(parts) == len(template.values):
            return template
        return parts[0] if len(parts) == 1 else ast.BoolOp(template.op, parts)
    if isinstance(template, ast.IfExp):
        known = settle(template.test, values)
        if isinstance(known, bool):
            return template.body if known else template.orelse
        return template if known is template.test else ast.IfExp(known, template.body, template.orelse)
    return template


def _literal(part: ast.expr, values: dict[str, ast.expr]) -> int | None:
    """The integer that stands here, if it is known."""
    if isinstance(part, ast.Name):
        part = values.get(part.id, part)
    if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub):
        inner = _literal(part.operand, values)
        return None if inner is None else -inner
    if isinstance(part, ast.Constant) and part.value.__class__ is int:
        return part.value
    return None


ORDERS: Final[dict[type, Callable[[int, int], bool]]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}

_operands: dict[ast.expr, frozenset[str]] = {}  # bounded by the number of templates


def computed_on(template: ast.expr) -> frozenset[str]:
    """The parameters that stand directly under an operator: Python would compute with a placeholder there at compile
    time.
    """
    found = _operands.get(template)
    if found is None:
        names: set[str] = set()
        for node in ast.walk(template):
            direct: list[ast.expr] = []
            if isinstance(node, ast.BinOp):
                direct = [node.left, node.right]
            elif isinstance(node, ast.UnaryOp):
                direct = [node.operand]
            elif isinstance(node, ast.Subscript):
                direct = [node.value, node.slice]
            elif isinstance(node, ast.Compare) and not isinstance(node.ops[0], (ast.Is, ast.IsNot)):
                direct = [node.left, *node.comparators]
            names.update(part.id for part in direct if isinstance(part, ast.Name))
        found = _operands[template] = frozenset(names)
    return found


def folded(node: Call) -> Call:
    """`(+ a b c)` as `(+ (+ a b) c)`."""
    result = Call(node.operator, node.operands[:2], node.place)
    for operand in node.operands[2:]:
        result = Call(node.operator, [result, operand], node.place)
    return result


_templates: dict[str, ast.expr] = {}  # parsed inline templates; bounded by the number of primitives


def template_of(primitive: Primitive, operands: list[Node]) -> ast.expr | None:
    """The tree of the template for a call with these operands; None if it is not put in line."""
    text = primitive.inline.get(len(operands))
    if text is None:
        return None
    if primitive.name in SPECIAL_TEMPLATES:
        text = SPECIAL_TEMPLATES[primitive.name](operands) or text
    found = _templates.get(text)
    if found is None:
        found = _templates[text] = ast.parse(text, mode="eval").body
    return found
