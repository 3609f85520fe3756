"""The tree of a large unit in, its code out, compiled form by form: a stop can strike in between.

Theory. One call of Python's compiler holds the interpreter, for a time that grows with the square of how many functions
it is given: for each it copies the names of the functions around it and all global ones, and 3.11 looks functions that
are alike up in one table. So each function that the emitter made for some forms (`parts` of the one that calls them)
is compiled by itself, which it can be, having no variables of others; in its place stands an empty one whose code is
then exchanged. So are the parts of a large procedure (`outlining`).
What remains is a single form of thousands of procedures, which is refused.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import CodeType

from chibi_hooks.scheme.compiling.outlining import outlined
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Any, Final

COPIED_NAMES: Final = 8_000_000  # by Python's compiler in one call: 0.3 s


def in_pieces(module: ast.Module, compiled: Callable[[ast.Module], CodeType]) -> CodeType:
    """What `compiled(module)` would give. Raises a "limit" condition if one form has too many procedures."""
    *others, entry = module.body
    assert isinstance(entry, ast.FunctionDef)
    parts = getattr(entry, "parts", ())
    codes: dict[str, CodeType] = {}
    further: dict[str, CodeType] = {}
    body: list[ast.stmt] = []
    for statement in entry.body:
        if isinstance(statement, ast.FunctionDef) and statement in parts:
            codes[statement.name] = _only_function(in_pieces(ast.Module([statement], []), compiled))
            statement = _with_body(statement, [ast.copy_location(ast.Pass(), statement)])
        elif isinstance(statement, ast.FunctionDef):
            statement = _first_part(statement, further, compiled)
        body.append(statement)
    whole = _with_body(entry, body)
    hollow = ast.Module([*others, whole if parts else _first_part(whole, further, compiled)], [])
    if copied_names(hollow) > COPIED_NAMES:
        raise fail("limit", "too many procedures in one procedure", hint="make some of them definitions of their own")
    code = _filled(compiled(hollow), further)
    return _exchanged(code, entry.name, codes) if codes else code


def _first_part(
    function: ast.FunctionDef, codes: dict[str, CodeType], compiled: Callable[[ast.Module], CodeType]
) -> ast.FunctionDef:
    """What is left of a large procedure when its further parts have been compiled into `codes`."""
    first, further = outlined(function, len(codes))
    for part in reversed(further):  # each calls the next
        codes[part.name] = _filled(_only_function(compiled(ast.Module([part], []))), codes)
    return first


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
            parts = constant.co_consts
            inner = [codes.get(each.co_name, each) if each.__class__ is CodeType else each for each in parts]
            constant = constant.replace(co_consts=tuple(inner))
        constants.append(constant)
    return module.replace(co_consts=tuple(constants))


def _filled(code: CodeType, further: dict[str, CodeType]) -> CodeType:
    """The code in which the further parts of large procedures have got theirs, wherever they stand: before the codes
    of forms are put in, which have such names of their own.
    """
    if not further:
        return code
    constants: list[Any] = []
    for constant in code.co_consts:
        if constant.__class__ is CodeType:
            constant = further.get(constant.co_name) or _filled(constant, further)
        constants.append(constant)
    return code.replace(co_consts=tuple(constants))


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
