"""A node -> what its value is for certain: of a constant, of a call of a procedure of ours that says what it returns,
and of a name that is bound to one of these for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, KnownBindings, called, meant
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Char, Pair, String, Symbol, Value
from chibi_hooks.scheme.values.numbers import NUMBERS

GIVEN: Final[Mapping[str, str]] = {  # what a primitive is declared to return -> what that is
    "string": "a string", "integer": "a number", "real": "a number", "boolean": "a boolean", "pair": "a pair",
    "list": "a list",
}  # fmt: skip
GIVEN_BY: Final[Mapping[str, str]] = {
    **dict.fromkeys(("string-ref", "char-upcase", "char-downcase", "char-foldcase", "integer->char"), "a character"),
    **dict.fromkeys(("string->symbol", "string->uninterned-symbol"), "a symbol"),
    **dict.fromkeys(("string-index", "string-index-right", "string-skip", "string-skip-right", "count", "+", "-", "*",
                     "/", "abs", "quotient", "remainder", "modulo", "round", "floor", "ceiling", "truncate", "sqrt"),
                    "a number"),
    **dict.fromkeys(("string-join", "string-trim", "string-trim-both", "string-trim-right", "string-pad",
                     "string-pad-right", "regexp-replace", "regexp-replace-all", "path-name", "path-directory",
                     "path-extension", "path-normalize"), "a string"),
    **dict.fromkeys(("string-split", "map", "filter", "remove", "delete", "delete-duplicates", "filter-map",
                     "append-map", "regexp-extract", "regexp-split", "iota",
                     "command-words", "command-arguments", "command-changes", "command-reads", "tool-paths"), "a list"),
}  # fmt: skip
FOUND: Final[Mapping[str, str]] = {  # what one gives that gives #f where it finds nothing
    **dict.fromkeys(("string-contains", "string->number", "list-index"), "a number"),
    **dict.fromkeys(("assoc", "assq", "assv"), "a pair"),
    **dict.fromkeys(("member", "memq", "memv", "find-tail"), "a list"),
}
CLASSES: Final[Sequence[tuple[type, str]]] = (
    (String, "a string"), (Char, "a character"), (Symbol, "a symbol"), (Pair, "a pair"),
)  # fmt: skip


def given(node: core.Node, definitions: FileDefinitions, held: KnownBindings | None = None) -> str:
    """What the value of a node is for certain: `a string`, `a number`, …; nothing where that is not known."""
    node = meant(node, definitions, held or {})
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
