"""Modules of ours as texts: what they define and `inline`, and where their names come from. Nothing is loaded: what is
wrong with a file that is to be made anew stops nobody.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

Statements = list[ast.stmt]


@dataclass(frozen=True)
class Origin:
    """Where a name is defined."""

    module: str
    name: str

    @property
    def text(self) -> str:
        """How, where that is a value."""
        return module_of(self.module).defined.get(self.name, "")


@dataclass(frozen=True)
class Module:
    """A module's text. `methods`: those that are inlined; `defined`: what it defines, with how that is said where it is
    a value."""

    functions: Mapping[str, ast.FunctionDef]
    methods: Mapping[str, ast.FunctionDef]
    imported: Mapping[str, Origin]
    defined: Mapping[str, str]


@cache
def module_of(name: str) -> Module:
    """The text of a module by its name."""
    spec = find_spec(name)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text("utf-8"))
    imported: dict[str, Origin] = {}
    methods: dict[str, ast.FunctionDef] = {}
    defined: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            imported |= {each.asname or each.name: Origin(node.module or "", each.name) for each in node.names}
        elif isinstance(node, ast.ClassDef):
            methods |= {each.name: each for each in node.body if isinstance(each, ast.FunctionDef) and is_inlined(each)}
    for statement in tree.body:
        value = getattr(statement, "value", None)
        told = "" if value is None or isinstance(statement, ast.Expr) else ast.unparse(value)
        defined |= dict.fromkeys(stored([statement]), told)
    functions = {each.name: each for each in tree.body if isinstance(each, ast.FunctionDef)}
    return Module(functions, methods, imported, defined)


def origin_of(module: str, name: str) -> Origin | None:
    """Where what a module calls by this name comes from; None where it is none of its names."""
    found = module_of(module).imported.get(name)
    if found is not None:
        return (origin_of(found.module, found.name) if found.module.startswith("chibi_hooks") else None) or found
    return Origin(module, name) if name in module_of(module).defined else None


def is_inlined(node: ast.FunctionDef) -> bool:
    """Is it marked?"""
    return any(is_mark(each) for each in node.decorator_list)


def is_mark(node: ast.AST) -> bool:
    """Is this decorator the mark?"""
    return isinstance(node, ast.Name) and node.id == "inlined"


def stored(nodes: Sequence[ast.AST]) -> set[str]:
    """The names that are bound there, without those inside of functions."""
    found: set[str] = set()
    work = list(nodes)
    while work:
        node = work.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif not isinstance(node, ast.Lambda):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.add(node.id)
            elif isinstance(node, ast.ExceptHandler) and node.name:
                found.add(node.name)
            work += ast.iter_child_nodes(node)
    return found


def names_in(nodes: Sequence[ast.AST]) -> list[ast.Name]:
    """All names that stand there."""
    return [each for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name)]


def loaded(nodes: Sequence[ast.AST]) -> list[str]:
    """The names that are read there, one for each time, without those that functions inside have of their own."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, ast.FunctionDef):
            own = {*parameters_of(node), *stored(node.body)}
            found += [each for each in loaded(node.body) if each not in own]
        elif isinstance(node, ast.Name):
            found += [node.id] if isinstance(node.ctx, ast.Load) else []
        else:
            found += loaded([*ast.iter_child_nodes(node)])
    return found


def parameters_of(function: ast.FunctionDef) -> list[str]:
    """Its parameters' names."""
    told = function.args
    return [each.arg for each in (*told.posonlyargs, *told.args, *told.kwonlyargs)]


def without_text(body: Statements) -> Statements:
    """Statements of a function without its docstring."""
    return body[1:] if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) else body
