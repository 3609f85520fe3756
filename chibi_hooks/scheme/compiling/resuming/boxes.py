"""Statements in, the same with some of their variables in one-element lists out: what `set!` changes is shared by all
re-entries of one activation (R7RS: `set!` changes a location), while everything bound by `let` or a loop is copied.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE


class Boxer:
    """Rewrites statements so that the given variables live in one-element lists. Makes new nodes, shares what it does
    not change.
    """

    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def statement(self, node: ast.stmt) -> ast.stmt:
        """The statement with the variables in boxes; a function inside stays, it captures none of them."""
        if isinstance(node, ast.FunctionDef):
            return node
        if isinstance(node, ast.Assign) and getattr(node, "binds", False):
            return self.binding(node)
        return self._copy(node)  # type: ignore[no-any-return]

    def binding(self, node: ast.Assign) -> ast.stmt:
        """A binding makes a new box; an assignment by `set!` changes the one there is."""
        target = node.targets[0]
        value = self._copy(node.value)
        if isinstance(target, ast.Name):
            if target.id in self.names:
                value = self._on(node, ast.List([value], LOAD))
            return self._on(node, ast.Assign([target], value), binds=True)  # type: ignore[no-any-return]
        assert isinstance(target, ast.Tuple)
        parts = [t.value if isinstance(t, ast.Starred) else t for t in target.elts]
        boxed = [t.id for t in parts if isinstance(t, ast.Name) and t.id in self.names]
        if not boxed:
            return self._on(node, ast.Assign([target], value), binds=True)  # type: ignore[no-any-return]
        unpack = self._on(node, ast.Assign([target], value))
        box = [
            self._on(
                node,
                ast.Assign(
                    [self._on(node, ast.Name(n, STORE))],
                    self._on(node, ast.List([self._on(node, ast.Name(n, LOAD))], LOAD)),
                ),
            )
            for n in boxed
        ]
        return self._on(node, ast.If(self._on(node, ast.Constant(True)), [unpack, *box], []))  # type: ignore[no-any-return]

    def _on(self, old: ast.AST, new: Any, binds: bool = False) -> Any:
        new.lineno = getattr(old, "lineno", 1)
        new.col_offset = 0
        if binds:
            new.binds = True
        return new

    def _copy(self, node: Any) -> Any:
        if isinstance(node, ast.Name):
            if node.id not in self.names:
                return node
            inner = ast.copy_location(ast.Name(node.id, LOAD), node)
            return self._on(node, ast.Subscript(inner, self._on(node, ast.Constant(0)), node.ctx))
        if isinstance(
            node,
            ast.Constant | ast.FunctionDef | ast.expr_context | ast.operator | ast.cmpop | ast.unaryop | ast.boolop,
        ):
            return node
        parts: dict[str, Any] = {}
        for name, part in ast.iter_fields(node):
            if isinstance(part, list):
                part = [
                    self.statement(p) if isinstance(p, ast.stmt) else self._copy(p) if isinstance(p, ast.AST) else p
                    for p in part
                ]
            elif isinstance(part, ast.AST):
                part = self._copy(part)
            parts[name] = part
        new = node.__class__(**parts)
        if hasattr(node, "lineno"):
            self._on(node, new)
        if hasattr(node, "binds"):
            new.binds = node.binds
        return new
