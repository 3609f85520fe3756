"""Core nodes in, Scheme text out, one form for each node: what the expander makes of a program, to be read by people.

Variables of one name are told apart: x, x.1, x.2 in the order in which they are met, a primitive being the first of its
name. What a library of ours defines is written `map@(scheme base)`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    Define,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    SetGlobal,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.values.data import NIL, Pair, Symbol, Vector
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.spelling import spell_name

WIDTH: Final = 100  # columns; what is wider is broken
QUOTED: Final = (Symbol, Pair, Vector, NIL.__class__)  # data that would mean something else without a quote
BESIDE: Final = {"define": 1, "set!": 1, "lambda": 1, "let": 1, "letrec*": 1, "if": 1}  # members beside the keyword
Written = Any  # an atom (str), what stands between brackets (a list of these), or a node still to be written


def core_text(nodes: list[Node]) -> str:
    """The nodes as text, one after the other."""
    writer = _CoreWriter()
    for node in nodes:
        writer.write(node)
    return "".join(writer.out)


class _CoreWriter:
    """A text. Iterative: nodes may be nested a thousand deep."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.names: dict[Variable | Global, str] = {}
        self.used: dict[str, int] = {}

    def write(self, node: Node) -> None:
        """One node, and the end of its last line."""
        column = 0
        waiting: list[Written] = ["\n", node]
        while waiting:
            each = waiting.pop()
            form = self.form(each)
            text = self.flat(form, WIDTH - column)
            if text is None and form.__class__ is list:
                waiting += reversed(_broken(form, column))
                continue
            text = form if text is None else text
            self.out.append(text)
            column = len(text) - 1 if text[0] == "\n" else column + len(text)

    def form(self, x: Written) -> Written:
        """What a node is written as, one level of it."""
        write = FORMS.get(x.__class__)
        return x if write is None else write(self, x)

    def flat(self, x: Written, room: int) -> str | None:
        """The text on one line, if it takes no more than `room` columns; looks at no more of it than that."""
        form = self.form(x)
        if isinstance(form, str):
            return form if len(form) <= room else None
        parts, left = [], room - 2
        for each in form:
            text = self.flat(each, left) if left > 0 else None
            if text is None:
                return None
            parts.append(text)
            left -= len(text) + 1
        return f"({' '.join(parts)})"

    def name(self, variable: Variable | Global) -> str:
        """What a variable is called here."""
        if variable not in self.names:
            count = self.used[variable.name] = self.used.get(variable.name, -(variable.name not in PRIMITIVES)) + 1
            text = f"{variable.name}.{count}" if count else variable.name
            self.names[variable] = "".join(spell_name(text))
        return self.names[variable]

    def location(self, location: Global) -> str:
        """The same for one at top level or in a library."""
        if location.library is None:
            return self.name(location)
        name = "".join(spell_name(location.name))
        return name if location.primitive is not None else f"{name}@{location.library}"

    def bindings(self, word: str, node: Let | Letrec) -> Written:
        pairs = zip(node.variables, node.inits, strict=True)
        return [word, [[self.name(each), init] for each, init in pairs], node.body]

    def clause(self, node: Lambda) -> list[Written]:
        names: Written = [self.name(each) for each in node.params]
        if node.rest is not None:
            names = [*names, ".", self.name(node.rest)] if names else self.name(node.rest)
        return [names, node.body]


def _broken(form: list[Written], column: int) -> list[Written]:
    """What to write, in turn, for a form that takes more than a line and begins at `column`."""
    is_word = isinstance(form[0], str)
    count = 1 + BESIDE.get(form[0], 0) if is_word else 1
    pieces: list[Written] = ["("]
    for index, each in enumerate(form):
        if index:
            pieces.append(" " if index < count else "\n" + " " * (column + (2 if is_word else 1)))
        pieces.append(each)
    return [*pieces, ")"]


def _constant(node: Const) -> str:
    text = write_text(node.value)
    return f"'{text}" if isinstance(node.value, QUOTED) else text


FORMS: Final[dict[type, Callable[[_CoreWriter, Any], Written]]] = {
    Const: lambda x, node: _constant(node),
    LocalRef: lambda x, node: x.name(node.variable),
    GlobalRef: lambda x, node: x.location(node.location),
    SetLocal: lambda x, node: ["set!", x.name(node.variable), node.value],
    SetGlobal: lambda x, node: ["set!", x.location(node.location), node.value],
    Define: lambda x, node: ["define", x.location(node.location), node.value],
    If: lambda x, node: ["if", node.test, node.then, node.otherwise],
    And: lambda x, node: ["and", *node.parts],
    Or: lambda x, node: ["or", *node.parts],
    Sequence: lambda x, node: ["begin", *node.parts],
    Let: lambda x, node: x.bindings("let", node),
    Letrec: lambda x, node: x.bindings("letrec*", node),
    Lambda: lambda x, node: ["lambda", *x.clause(node)],
    CaseLambda: lambda x, node: ["case-lambda", *map(x.clause, node.clauses)],
    Call: lambda x, node: [node.operator, *node.operands],
}
