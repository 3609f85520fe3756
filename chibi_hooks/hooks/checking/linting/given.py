"""A node -> what its value is for certain: of a constant, and of a call of a primitive that says what it returns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Char, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.numbers import NUMBERS

GIVEN: Final[Mapping[str, str]] = {  # what a primitive is declared to return -> what that is
    "string": "a string", "integer": "a number", "real": "a number", "boolean": "a boolean", "pair": "a pair",
    "list": "a list",
}  # fmt: skip
GIVEN_BY: Final[Mapping[str, str]] = {
    **dict.fromkeys(("string-ref", "char-upcase", "char-downcase", "char-foldcase", "integer->char"), "a character"),
    "string->symbol": "a symbol",
}
CLASSES: Final[Sequence[tuple[type, str]]] = (
    (String, "a string"), (Char, "a character"), (Symbol, "a symbol"), (Pair, "a pair"),
)  # fmt: skip


def given(node: core.Node, definitions: FileDefinitions) -> str:
    """What the value of a node is for certain: `a string`, `a number`, …; nothing where that is not known."""
    if isinstance(node, core.Const):
        return _of_constant(node.value)
    if isinstance(node, core.Call) and (name := called(node, definitions)):
        assert isinstance(node.operator, core.GlobalRef)
        primitive = node.operator.location.primitive
        return GIVEN_BY.get(name) or (GIVEN.get(primitive.returns, "") if primitive is not None else "")
    return ""


def _of_constant(value: Value) -> str:
    if value is TRUE or value is FALSE:
        return "a boolean"
    if value.__class__ in NUMBERS:
        return "a number"
    if value is NIL:
        return "()"
    return next((word for kind, word in CLASSES if isinstance(value, kind)), "")
