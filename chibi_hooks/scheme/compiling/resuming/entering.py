"""A procedure that the base calls again and again, and that is captured there, in; its version that takes itself off
Python's stack from its beginning out (`detaching`).

What such a procedure calls first is else made on Python's stack, and each continuation captured in there comes as an
exception. The version is a function of the procedure, which it takes the variables of the closure from, of the run, and
of the arguments; its exits are in its own closure. Nobody but the base may call it: what it answers is for the base.
"""

from __future__ import annotations

import inspect
from types import CodeType, FrameType

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.code import define
from chibi_hooks.scheme.compiling.emitting.emission import DONE, JUMP, LOAD, STORE, fill_lines, function_definition
from chibi_hooks.scheme.compiling.resuming.boxes import Boxer
from chibi_hooks.scheme.compiling.resuming.guessing import as_elsewhere, from_closure
from chibi_hooks.scheme.compiling.resuming.leaving import Leaving
from chibi_hooks.scheme.compiling.resuming.rest import RUN, VALUE, function_in
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.machine import as_it_is
from chibi_hooks.scheme.running.site import ENTER, Body, Detached, Entered, Site


def renew(entered: Entered, body: Body, exits: dict[Site, Detached], frame: FrameType, unit: CompiledUnit) -> None:
    """Give a procedure the version with these exits."""
    of = entered.of
    leaving = Leaving(body, exits, unit, frame.f_globals, has_run=True, itself=of)
    parameters = of.co_varnames[: of.co_argcount + bool(of.co_flags & inspect.CO_VARARGS)]
    statements = body.statements
    if body.mutated:
        statements = [Boxer(body.mutated).statement(each) for each in statements]
    statements = leaving.statements(statements, (*parameters, *of.co_freevars))
    boxes = [_assigned(name, ast.List([ast.Name(name, LOAD)], LOAD)) for name in parameters if name in body.mutated]
    head = [_assigned(JUMP, ast.Constant(DONE)), *_from_closure(of, parameters, unit), *boxes]
    if assigned := body.globals | leaving.globals:
        head = [ast.Global(sorted(assigned)), *head]
    made = function_definition(ENTER, _arguments(of, parameters), [*head, *statements])
    made.lineno, made.col_offset = of.co_firstlineno, 0
    around = ast.arguments([], [ast.arg(name) for name in leaving.parameters], None, [], [], None, [])
    module = ast.Module([function_definition(ENTER, around, [made, ast.Return(ast.Name(ENTER, LOAD))])], [])
    fill_lines(module)
    maker = as_elsewhere(define(module, ENTER, unit, frame.f_globals), unit)
    entered.function = maker(*leaving.parameters.values())


def _from_closure(of: CodeType, parameters: tuple[str, ...], unit: CompiledUnit) -> list[ast.stmt]:
    """The variables of the closure. While one of them has no value yet, the procedure is called as it is."""
    args: list[ast.expr] = [ast.Name(name, LOAD) for name in parameters]
    if of.co_flags & inspect.CO_VARARGS:
        args[-1] = ast.Starred(args[-1], LOAD)
    called = ast.Return(ast.Tuple([function_in(unit, as_it_is), ast.Name(VALUE, LOAD), *args], LOAD))
    return from_closure(ast.Name(VALUE, LOAD), of, [called], unit)


def _assigned(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, STORE)], value)


def _arguments(of: CodeType, parameters: tuple[str, ...]) -> ast.arguments:
    """The procedure, the run, and what the procedure is given."""
    made = [ast.arg(name) for name in (VALUE, RUN, *parameters)]
    rest = made.pop() if len(parameters) > of.co_argcount else None
    return ast.arguments(made, [], rest, [], [], None, [])
