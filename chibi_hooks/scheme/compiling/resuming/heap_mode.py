"""A procedure that called itself until the stack was full in, its second version out: see `deep` for what it does."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType, FunctionType
from typing import Any

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.code import define
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, fill_lines, function_definition
from chibi_hooks.scheme.compiling.resuming.rest import loop_of
from chibi_hooks.scheme.core import Lambda
from chibi_hooks.scheme.running.deep import HEAP, HELD, HeapCall
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.site import Body, InHeapMode, Resumption, Site
from chibi_hooks.scheme.values.data import UNDEFINED


def heap_call(
    body: Body, site: Site, frame: FrameType, unit: CompiledUnit, resumption: Callable[[Site], Resumption]
) -> HeapCall | None:
    """The heap mode of the procedure that runs in `frame` and calls itself at `site`; None where there is no such
    form.
    """
    procedure = body.lambda_
    call = site.expression
    if not isinstance(procedure, Lambda) or procedure.rest is not None or site.statement is None:
        return None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    version = body.in_heap_mode
    if version is None:
        version = body.in_heap_mode = _HeapVersion(body, call.func.id, frame, unit, resumption).built()
    taken = [frame.f_locals[name] for name in version.free]
    return HeapCall(FunctionType(version.function.__code__, frame.f_globals, HEAP, (*taken, *version.resumes)))


class _HeapVersion:
    """The heap mode of one body while it is built."""

    def __init__(
        self, body: Body, self_name: str, frame: FrameType, unit: CompiledUnit, resumption: Callable[[Site], Resumption]
    ) -> None:
        self.body = body
        self.frame = frame
        self.unit = unit
        self.resumption = resumption
        code = frame.f_code
        self.parameters = list(code.co_varnames[: code.co_argcount])
        self.free = tuple(code.co_freevars)
        self.needed: set[str] = set()
        self.resumes: list[Any] = []  # given as defaults: a constant of the code would hide them from the collector
        self.begins_anew = False
        self.calls: dict[ast.stmt, Site] = {}  # the statements that call the procedure itself
        for site in unit.sites:
            call = site.expression
            here = site.body is body and site.statement is not None
            if here and isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == self_name:
                assert site.statement is not None
                self.calls[site.statement] = site

    def built(self) -> InHeapMode:
        """The version, whole."""
        shared = self.frame.f_code.co_cellvars  # a closure would see the variables change when the body begins anew
        statements = self.rewritten(self.body.statements, None if shared else ast.Continue())
        unset = sorted(self.needed - set(self.parameters) - set(self.free))
        if unset:
            self.unit.constants.append(UNDEFINED)
            undefined = b"%d" % (len(self.unit.constants) - 1)
            statements = [ast.Assign([ast.Name(n, STORE)], ast.Constant(undefined)) for n in unset] + statements
        if self.begins_anew:
            statements = [ast.While(ast.Constant(True), statements, [])]
        if self.body.globals:
            statements = [ast.Global(sorted(self.body.globals)), *statements]
        names = ("x", HELD, *self.parameters, *self.free, *[f"x{i}" for i in range(len(self.resumes))])
        args = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        module = ast.Module([function_definition(HEAP, args, statements)], [])
        fill_lines(module)
        return InHeapMode(define(module, HEAP, self.unit, self.frame.f_globals), self.free, self.resumes)

    def rewritten(self, block: list[ast.stmt], anew: ast.stmt | None) -> list[ast.stmt]:
        """The block with its calls of the procedure itself replaced. `anew` leads from here to the body's beginning."""
        result: list[ast.stmt] = []
        for statement in block:
            if statement in self.calls:
                return result + self.call(self.calls[statement], anew)  # what follows runs in the resume function
            if isinstance(statement, ast.If):
                then, otherwise = self.rewritten(statement.body, anew), self.rewritten(statement.orelse, anew)
                statement = ast.copy_location(ast.If(statement.test, then, otherwise), statement)
            elif isinstance(statement, (ast.While, ast.For)):
                outermost = isinstance(anew, ast.Continue) and statement is self.body.statements[-1]
                inside = self.rewritten(statement.body, ast.Break() if outermost else None)
                statement = loop_of(statement, inside, self.rewritten(statement.orelse, anew))
            result.append(statement)
        return result

    def call(self, site: Site, anew: ast.stmt | None) -> list[ast.stmt]:
        found = self.resumption(site)
        self.needed.update(found.names)
        resume = ast.Name(f"x{len(self.resumes)}", LOAD)
        self.resumes.append(found.function)
        values = ast.Tuple(
            [ast.List([ast.Name(n, LOAD)], LOAD) if n in found.mutated else ast.Name(n, LOAD) for n in found.names],
            LOAD,
        )
        assert isinstance(site.expression, ast.Call)
        args = site.expression.args
        if anew is None or len(args) != len(self.parameters):
            return [ast.Return(ast.Tuple([ast.Name("x", LOAD), resume, values, *args], LOAD))]
        self.begins_anew = True
        push = ast.AugAssign(ast.Name(HELD, STORE), ast.Add(), ast.Tuple([resume, values], LOAD))
        targets: list[ast.expr] = [ast.Name(name, STORE) for name in self.parameters]
        if len(args) == 1:
            move = ast.Assign([targets[0]], args[0])
        else:
            move = ast.Assign([ast.Tuple(targets, STORE)], ast.Tuple(list(args), LOAD))
        return [push, *([move] if args else []), anew.__class__()]
