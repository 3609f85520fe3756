"""A function that makes and fills objects -> the same, where what is read of such an object is that with which it was
filled: to ask the object takes longer, and a fire that ended is asked for nearly all it has.

Rules
-----
* Only what `KEPT` names: attributes that nobody changes once they are filled, and that are filled in one place.
* Only what is a constant, or of what a `PointWay` holds, or stands in a variable that is not assigned behind that, nor
  around it again.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Final

from tests.flat.celling import HELD
from tests.flat.texts import Statements, names_in, stored

MAKES: Final = "_new"  # as modules call `object.__new__`
KEPT: Final[Mapping[str, frozenset[str]]] = {
    "Chain": frozenset({"account", "context", "firing"}),
    "Share": frozenset({"joint", "seconds", "tally"}),
    "Fire": frozenset(
        {"id", "generation", "payload", "answers", "skipped", "folded", "missing", "said", "ms", "origin"}
    ),
}


BODIES: Final = ("body", "orelse", "finalbody")


def forwarded(function: ast.FunctionDef) -> ast.FunctionDef:
    """The function, changed."""
    _Forwarding(function).statements(function.body, repeated=False)
    return function


def _inside(statement: ast.stmt) -> list[Statements]:
    """The statements that stand in one; those of functions are another's."""
    parts = () if isinstance(statement, ast.FunctionDef) else (statement, *getattr(statement, "handlers", ()))
    return [getattr(part, name) for part in parts for name in BODIES if getattr(part, name, None)]


def _in_order(body: Statements) -> Iterator[ast.stmt]:
    """Statements, each before those that stand in it."""
    for each in body:
        yield each
        for inside in _inside(each):
            yield from _in_order(inside)


def _is_changed(attribute: ast.Attribute) -> bool:
    return not isinstance(attribute.ctx, ast.Load)


class _Forwarding(ast.NodeTransformer):
    def __init__(self, function: ast.FunctionDef) -> None:
        order = [*_in_order(function.body)]
        self.last = {name: id(each) for each in order for name in stored([each])}  # where variables are assigned last
        self.times = Counter(each.id for each in names_in(function.body) if isinstance(each.ctx, ast.Store))
        changed = (each for each in ast.walk(function) if isinstance(each, ast.Attribute) and _is_changed(each))
        self.fills = Counter((each.value.id, each.attr) for each in changed if isinstance(each.value, ast.Name))
        self.behind: set[int] = set()  # statements
        self.kinds: dict[str, str] = {}  # of variables that hold what was made
        self.known: dict[tuple[str, str], ast.expr] = {}
        self.at: ast.AST | None = None

    def statements(self, body: Statements, repeated: bool) -> None:
        for each in body:
            self.at = each
            self.visit(each)
            for inside in _inside(each):
                self.statements(inside, repeated or isinstance(each, ast.For | ast.While))
            self.behind.add(id(each))
            if not repeated:
                self.note(each)

    def note(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign([ast.Name(made)], ast.Call(ast.Name(maker), [ast.Name(kind)])) if maker == MAKES:
                if self.times[made] == 1:
                    self.kinds[made] = kind
            case ast.Assign([ast.Attribute(ast.Name(made), name)], value):
                kept = name in KEPT.get(self.kinds.get(made, ""), ()) and self.fills[made, name] == 1
                if kept and self.stays(value):
                    self.known[made, name] = value

    def stays(self, value: ast.expr) -> bool:
        match value:
            case ast.Name(variable):
                return self.last.get(variable, 0) in {0, *self.behind}
            case ast.Constant():
                return True
            case ast.Attribute(ast.Name(holder)) if holder == HELD:
                return True
        return False

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.stmt | ast.ExceptHandler) and node is not self.at:
            return node
        found: ast.AST = super().visit(node)
        return found

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        match node:
            case ast.Attribute(ast.Name(made), name, ast.Load()) if (made, name) in self.known:
                return deepcopy(self.known[made, name])
        return self.generic_visit(node)
