"""A call of `format` with a literal template in, the `string-append` of its parts out.

    (format "~a: ~s~%" x y)  ⇒  (string-append (%displayed x) ": " (%spelled y) "\\n")

Rules: only a template that is right, and gets as many data as it names: whatever else is said by the procedure.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, Node
from chibi_hooks.scheme.primitive import PARAMETERS
from chibi_hooks.scheme.values.data import Char, String, Symbol
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.frozen import literal_string
from chibi_hooks.scheme.values.placeholders import pieces_of
from chibi_hooks.scheme.values.plain_text import plain_text

SPELT: Final = {"a": "%displayed", "s": "%spelled"}
LONG: Final = 1_000  # characters of a template that is left to the procedure
TOGETHER: Final = len(PARAMETERS)  # strings that one call appends in line
ATOMS: Final = (String, Symbol, Char, int)  # literals that are written when the call is compiled
MOST: Final = 16  # parts: more are better put together at once


def is_formatting(node: Node) -> bool:
    """Whether it is a call of `format` with a literal template."""
    if not isinstance(node, Call) or not node.operands or not isinstance(node.operands[0], Const):
        return False
    primitive = called_leaf(node)
    return primitive is not None and primitive.name == "format" and node.operands[0].value.__class__ is String


def taken_apart(node: Call) -> Node:
    """The same without a template; the call itself where that would be worse, or is an error."""
    template, *data = node.operands
    assert isinstance(template, Const)
    try:
        between, letters = pieces_of(template.value.s) if len(template.value.s) <= LONG else ((), "")
    except SchemeError:
        return node
    if not between or len(letters) != len(data):
        return node
    parts: list[Node] = []
    piece = between[0]
    for letter, datum, following in zip(letters, data, between[1:], strict=True):
        literal = _text(datum, letter)
        if literal is None:
            parts += [*_literal(piece), call_of(SPELT[letter], [datum], node)]
            piece = following
        else:
            piece += literal + following
    parts += _literal(piece) if parts else [Const(literal_string(piece))]
    if len(parts) > MOST or len(piece) > LONG:
        return node
    made = call_of("string-append", parts[:TOGETHER], node)
    for at in range(TOGETHER, len(parts), TOGETHER - 1):
        made = call_of("string-append", [made, *parts[at : at + TOGETHER - 1]], node)
    return made


def _literal(piece: str) -> list[Node]:
    return [Const(literal_string(piece))] if piece else []


def _text(datum: Node, letter: str) -> str | None:
    """What is written of a short literal; None for any other node."""
    if not isinstance(datum, Const) or datum.value.__class__ not in ATOMS:
        return None
    text = plain_text(datum.value, letter == "s")
    return text if text is not None and len(text) <= LONG else None
