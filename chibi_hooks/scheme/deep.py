"""Deep recursion: a procedure that filled Python's stack by calling itself goes on without it.

Moving a full stack to the heap costs a microsecond and more for each frame, and it is full again soon. So when a
spill finds a procedure that calls itself, its pending call is made in *heap mode*: a second version of its body in
which a call of itself is not made but answered, with the function that continues after it and the locals that needs:

    v4 = g7(v3 - 1)         becomes         return (x, <resume>, (v3,), v3 - 1)         x is the HeapCall

`descend` pushes that frame, enters the procedure again, and runs the frames when a value comes. Nothing is emitted for
this in ordinary code; the version is built from the saved tree when it is first needed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import FrameType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiler.emission import LOAD, STORE, Body, Site, fill_lines, function_definition
from chibi_hooks.scheme.compiler.link import CompiledUnit, define
from chibi_hooks.scheme.core import Lambda
from chibi_hooks.scheme.data import UNDEFINED, Value

HEAP: Final = "heap"


class HeapCall:
    """A procedure in heap mode; also the mark at the head of the tuples it answers: (call, resume, values, argument,
    …).
    """

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Value]) -> None:
        self.function = function


def heap_call(
    body: Body, site: Site, frame: FrameType, unit: CompiledUnit, resumption: Callable[[Site], Any]
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
    built = body.heap
    if built is None:
        built = body.heap = _build(body, call.func.id, frame, unit, resumption)
    template, free, resumes = built
    function = FunctionType(
        template.__code__, frame.f_globals, HEAP, (*[frame.f_locals[name] for name in free], *resumes)
    )
    return HeapCall(function)


def _build(
    body: Body, self_name: str, frame: FrameType, unit: CompiledUnit, resumption: Callable[[Site], Any]
) -> tuple[FunctionType, tuple[str, ...], list[Any]]:
    code = frame.f_code
    statements: dict[ast.stmt, Site] = {}
    for site in unit.sites:
        call = site.expression
        here = site.body is body and site.statement is not None
        if here and isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == self_name:
            statements[site.statement] = site  # type: ignore[index]
    constants = unit.constants
    needed: set[str] = set()
    resumes: list[Any] = []  # given as defaults: a constant of the code would hide them from the collector

    def answer(site: Site) -> ast.stmt:
        found = resumption(site)
        needed.update(found.names)
        resumes.append(found.function)
        values = [
            ast.Name(n, LOAD) if n not in found.mutated else ast.List([ast.Name(n, LOAD)], LOAD) for n in found.names
        ]
        assert isinstance(site.expression, ast.Call)
        resume = ast.Name(f"x{len(resumes) - 1}", LOAD)
        answered = [ast.Name("x", LOAD), resume, ast.Tuple(list(values), LOAD), *site.expression.args]
        return ast.Return(ast.Tuple(answered, LOAD))

    def rewritten(block: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in block:
            if statement in statements:
                result.append(answer(statements[statement]))
                return result  # what follows runs in the resume function
            if isinstance(statement, ast.If):
                statement = ast.copy_location(
                    ast.If(statement.test, rewritten(statement.body), rewritten(statement.orelse)), statement
                )
            elif isinstance(statement, ast.While):
                statement = ast.copy_location(ast.While(statement.test, rewritten(statement.body), []), statement)
            result.append(statement)
        return result

    new = rewritten(body.statements)
    parameters = list(code.co_varnames[: code.co_argcount])
    free = tuple(code.co_freevars)
    unset = sorted(needed - set(parameters) - set(free))
    if unset:
        constants.append(UNDEFINED)
        undefined = b"%d" % (len(constants) - 1)
        new = [ast.Assign([ast.Name(name, STORE)], ast.Constant(undefined)) for name in unset] + new
    if body.globals:
        new = [ast.Global(sorted(body.globals)), *new]
    args = ast.arguments(
        [],
        [ast.arg(name) for name in ("x", *parameters, *free, *[f"x{i}" for i in range(len(resumes))])],
        None,
        [],
        [],
        None,
        [],
    )
    module = ast.Module([function_definition(HEAP, args, new)], [])
    fill_lines(module)
    return define(module, HEAP, unit, frame.f_globals), free, resumes


def descend(r: Value) -> Value:
    """Run what procedures in heap mode answer, with a stack of heap frames of its own, until all of it has come to a
    value.
    """
    # resume function and values of each frame, in turn: one flat list costs the collector less than pairs
    held: list[Any] = []
    push, pop = held.append, held.pop
    while True:
        if r.__class__ is tuple:
            call = r[0]
            n = len(r)
            if call.__class__ is HeapCall:
                push(r[1])
                push(r[2])
                if n == 4:
                    r = call.function(call, r[3])
                elif n == 5:
                    r = call.function(call, r[3], r[4])
                else:
                    r = call.function(call, *r[3:])
            elif n == 2:
                r = call(r[1])
            elif n == 3:
                r = call(r[1], r[2])
            else:
                r = call(*r[1:])
        elif not held:
            return r
        else:
            values = pop()
            resume = pop()
            r = resume(r, *values)


def pending(local: dict[str, Any]) -> Value:
    """The call that `descend` could not start, from its locals."""
    r = local["r"]
    if r.__class__ is not tuple:
        return (local["resume"], r, *local["values"])
    held = local["held"]
    if r[0].__class__ is HeapCall and held and held[-1] is r[2] and held[-2] is r[1]:
        return (r[0].function, r[0], *r[3:])
    return r


def chained(local: dict[str, Any], below: Any) -> Any:
    """The frames that `descend` holds, on top of those below it."""
    held = local["held"]
    for i in range(0, len(held) - 1, 2):
        below = (held[i], held[i + 1], below)
    return below
