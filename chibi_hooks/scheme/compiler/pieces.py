"""The tree of a large unit in, its code out, compiled form by form: a stop can strike in between.

Theory. One call of Python's compiler holds the interpreter, for a time that grows with the square of how many functions
it is given: for each it copies the names of the functions around it and all global ones, and 3.11 looks functions that
are alike up in one table. So each function that the emitter made for some forms (`parts` of the one that calls them)
is compiled by itself, which it can be, having no variables of others; in its place stands an empty one whose code is
then exchanged.
What remains is a single form of thousands of procedures, which is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType

from chibi_hooks.scheme.errors import fail
from chibi_hooks.typenames import Any, Final

COPIED_NAMES: Final = 8_000_000  # by Python's compiler in one call: 0.3 s


def in_pieces(module: ast.Module, compiled: Callable[[ast.Module], CodeType]) -> CodeType:
    """What `compiled(module)` would give. Raises a "limit" condition if one form has too many procedures."""
    *others, entry = module.body
    assert isinstance(entry, ast.FunctionDef)
    parts = getattr(entry, "parts", ())
    codes: dict[str, CodeType] = {}
    body: list[ast.stmt] = []
    for statement in entry.body:
        if isinstance(statement, ast.FunctionDef) and statement in parts:
            codes[statement.name] = _only_function(in_pieces(ast.Module([statement], []), compiled))
            statement = _with_body(statement, [ast.copy_location(ast.Pass(), statement)])
        body.append(statement)
    hollow = ast.Module([*others, _with_body(entry, body)], [])
    if copied_names(hollow) > COPIED_NAMES:
        raise fail("limit", "too many procedures in one procedure", hint="make some of them definitions of their own")
    code = compiled(hollow)
    return _exchanged(code, entry.name, codes) if codes else code


def _with_body(function: ast.FunctionDef, body: list[ast.stmt]) -> ast.FunctionDef:
    made = ast.FunctionDef(**{**dict(ast.iter_fields(function)), "body": body})
    return ast.copy_location(made, function)


def _only_function(code: CodeType) -> CodeType:
    return next(constant for constant in code.co_consts if constant.__class__ is CodeType)


def _exchanged(module: CodeType, name: str, codes: dict[str, CodeType]) -> CodeType:
    """The code of a module in whose function `name` the empty functions have got their code."""
    constants: list[Any] = []
    for constant in module.co_consts:
        if constant.__class__ is CodeType and constant.co_name == name:
            inner = [codes[each.co_name] if each.__class__ is CodeType else each for each in constant.co_consts]
            constant = constant.replace(co_consts=tuple(inner))
        constants.append(constant)
    return module.replace(co_consts=tuple(constants))


def copied_names(module: ast.Module) -> int:
    """How many names Python's compiler copies: for each function those of the functions around it, and all globals."""
    shared: set[str] = set()
    scopes: list[tuple[int, set[str]]] = [(0, set())]  # that around it, its names
    waiting: list[tuple[Any, int]] = [(module, 0)]
    while waiting:
        node, scope = waiting.pop()
        if node.__class__ is ast.Name:
            if node.ctx.__class__ is ast.Store:
                scopes[scope][1].add(node.id)
            continue
        if node.__class__ is ast.Global:
            shared.update(node.names)
        elif node.__class__ is ast.FunctionDef:
            scopes[scope][1].add(node.name)
            scopes.append((scope, {arg.arg for arg in node.args.args}))
            scope = len(scopes) - 1
        waiting += [(child, scope) for child in ast.iter_child_nodes(node)]
    around = [0]
    for outer, _ in scopes[1:]:
        around.append(around[outer] + len(scopes[outer][1] - shared))
    return sum(around) + len(around) * len(shared)
