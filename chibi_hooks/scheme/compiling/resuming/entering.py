"""A procedure that the base calls again and again, and that is captured there, in; its version that takes itself off
Python's stack from its beginning out (`detaching`).

What such a procedure calls first is else made on Python's stack, and each continuation captured in there comes as an
exception. The version is code that takes the variables of the procedure's own closure, and its exits behind them: the
base makes a function of both (`machine`). Nobody else may call it: what it answers is for the base.
"""

from __future__ import annotations

import ast
import inspect
from types import CellType, CodeType, FrameType

from chibi_hooks.scheme.compiling.code import define
from chibi_hooks.scheme.compiling.emitting.emission import DONE, JUMP, LOAD, STORE, fill_lines, function_definition
from chibi_hooks.scheme.compiling.resuming.boxes import Boxer
from chibi_hooks.scheme.compiling.resuming.leaving import Leaving
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.site import ENTER, Body, Detached, Entered, Site


def renew(entered: Entered, body: Body, exits: dict[Site, Detached], frame: FrameType, unit: CompiledUnit) -> None:
    """Give a procedure the version with these exits."""
    of = entered.of
    leaving = Leaving(body, exits, unit, frame.f_globals)
    parameters = of.co_varnames[: of.co_argcount + bool(of.co_flags & inspect.CO_VARARGS)]
    statements = body.statements
    if body.mutated:
        statements = [Boxer(body.mutated).statement(each) for each in statements]
    statements = leaving.statements(statements, (*parameters, *of.co_freevars))
    boxes = [_assigned(name, ast.List([ast.Name(name, LOAD)], LOAD)) for name in parameters if name in body.mutated]
    free = (*of.co_freevars, *leaving.parameters)
    uses: list[ast.stmt] = [ast.Expr(ast.Name(name, LOAD)) for name in free]  # to have them all, used or not
    head: list[ast.stmt] = [ast.If(ast.Constant(False), uses, [])] if uses else []
    head = [*head, _assigned(JUMP, ast.Constant(DONE)), *boxes]
    if assigned := body.globals | leaving.globals:
        head = [ast.Global(sorted(assigned)), *head]
    made = function_definition(ENTER, _arguments(of, parameters), [*head, *statements])
    made.lineno, made.col_offset = of.co_firstlineno, 0
    around = ast.arguments([], [ast.arg(name) for name in free], None, [], [], None, [])
    module = ast.Module([function_definition(ENTER, around, [made, ast.Return(ast.Name(ENTER, LOAD))])], [])
    fill_lines(module)
    code: CodeType = define(module, ENTER, unit, frame.f_globals)(*free).__code__
    cells = {name: CellType(given) for name, given in leaving.parameters.items()}
    entered.version = code, tuple([cells[name] for name in code.co_freevars if name in cells])
    entered.made = None
    assert code.co_freevars == (*of.co_freevars, *[name for name in code.co_freevars if name in cells])


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, STORE)], value)


def _arguments(of: CodeType, parameters: tuple[str, ...]) -> ast.arguments:
    """The same as the procedure has."""
    made = [ast.arg(name) for name in parameters]
    rest = made.pop() if len(made) > of.co_argcount else None
    return ast.arguments(made, [], rest, [], [], None, [])
