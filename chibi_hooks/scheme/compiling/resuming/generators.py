"""A procedure that yields in, the same as a generator of Python's out: what `(srfi 158)` runs coroutines as.

    v5 = v2(v4)          with v2 the `yield` that it is given becomes      yield v4; v5 = #f
    v5 = v3(v4)          with v3 a procedure inside it that yields, too    yield y3(v4); v5 = y.pop()
    return v4            becomes                                           y.append(v4); return

`y` is the list in which values come and go; who drives the generators (`primitives.coroutines`) takes a generator that
is yielded for a call, one that is answered for a tail call. Every other call is made as always.

Rules: lines stay what they were, so a generator's frame leads to the sites of the procedure, and goes on as an ordinary
frame when it is captured. All names that such a frame would have are used, if only to be there. What may change the
dynamic environment in line stays a procedure.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import DYNAMIC
from chibi_hooks.scheme.compiling.code import define
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, fill_lines, function_definition
from chibi_hooks.scheme.compiling.resuming.rest import loop_of
from chibi_hooks.scheme.core import Lambda
from chibi_hooks.scheme.running.deep import HELD
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.site import Body
from chibi_hooks.scheme.values.data import FALSE

NESTED: Final = 2  # procedures of libraries that are given the `yield`, one inside the other

Producer = Callable[..., Any]


def producer_of(procedure: FunctionType, position: int = 0, depth: int = NESTED) -> Producer | None:
    """The generator function of `y`, the procedure's parameters, and its free variables; None where nothing would be
    gained. `position`: which parameter is the `yield`.
    """
    code = procedure.__code__
    unit = unit_of(code)
    if unit is None:
        return None
    unit.complete()
    body = unit.sites[code.co_firstlineno].body
    if body is None or not isinstance(body.lambda_, Lambda) or body.lambda_.rest is not None:
        return None
    if body.lambda_.name != (unit.sites[code.co_firstlineno].name or None) or body.globals:
        return None
    return _Version(body, code, unit, procedure.__globals__, depth).function(code.co_varnames[position])


class _Version:
    """The generator version of one procedure while it is made."""

    def __init__(self, body: Body, code: CodeType, unit: CompiledUnit, namespace: dict[str, Any], depth: int) -> None:
        self.body = body
        self.code = code
        self.unit = unit
        self.namespace = namespace
        self.depth = depth
        self.inner: set[str] = set()  # procedures inside that yield
        self.given = ""  # the `yield`
        self.found = False

    def function(self, given: str) -> Producer | None:
        statements = self.body.statements
        if _stores(statements, given) or not _fits(statements):
            return None
        self.given = given
        self.inner = self.that_yield([each for each in _own(statements) if isinstance(each, ast.FunctionDef)])
        parameters = self.code.co_varnames[: self.code.co_argcount]
        version = self.rewritten(statements)
        if not self.found:
            return None
        names = (HELD, *parameters, *self.code.co_freevars)
        args = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        module = ast.Module([function_definition(HELD, args, [*self.there(set()), *version])], [])
        fill_lines(module)
        return define(module, HELD, self.unit, self.namespace)

    def that_yield(self, inside: list[ast.FunctionDef]) -> set[str]:
        """The names of the procedures that call the `yield`, or one that does."""
        found: set[str] = set()
        while True:
            known = {self.given, *found}
            more = {
                each.name
                for each in inside
                if each.args.vararg is None and _fits(each.body) and _calls_any(each.body, known)
            } - found
            if not more:
                return found
            found |= more

    def rewritten(self, block: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in block:
            if isinstance(statement, ast.If):
                then, otherwise = self.rewritten(statement.body), self.rewritten(statement.orelse)
                result.append(ast.copy_location(ast.If(statement.test, then, otherwise), statement))
            elif isinstance(statement, (ast.While, ast.For)):
                inside, behind = self.rewritten(statement.body), self.rewritten(statement.orelse)
                result.append(loop_of(statement, inside, behind))
            elif isinstance(statement, ast.FunctionDef) and statement.name in self.inner:
                result += [statement, self.definition(statement)]
            elif isinstance(statement, ast.Try) and _is_light(statement):
                inside = self.rewritten(statement.body)
                result.append(ast.copy_location(ast.Try(inside, statement.handlers, [], []), statement))
            elif isinstance(statement, ast.Return):
                result += self.answer(statement)
            elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                result += self.assignment(statement, statement.value)
            else:
                result.append(statement)
        return result

    def definition(self, procedure: ast.FunctionDef) -> ast.stmt:
        """The version of a procedure inside."""
        name = HELD + procedure.name
        parameters = {each.arg for each in procedure.args.args + procedure.args.posonlyargs}
        statements = self.rewritten(procedure.body)
        head = [each for each in statements if isinstance(each, ast.Global)]
        rest = [each for each in statements if not isinstance(each, ast.Global)]
        used = {each.id for each in ast.walk(ast.Module(procedure.body, [])) if isinstance(each, ast.Name)}
        there = self.there(({self.given, *self.inner} - used) | parameters)
        made = function_definition(name, procedure.args, [*head, *there, *rest])
        return ast.copy_location(made, procedure)

    def there(self, without: set[str]) -> list[ast.stmt]:
        """What never runs: uses of what calls were replaced of, so that frames have it, and a `yield`, so that it is a
        generator in any case.
        """
        uses: list[ast.stmt] = [ast.Expr(ast.Name(name, LOAD)) for name in sorted({self.given, *self.inner} - without)]
        return [ast.If(ast.Constant(False), [*uses, ast.Expr(ast.Yield(None))], [])]

    def assignment(self, statement: ast.Assign, call: ast.Call) -> list[ast.stmt]:
        made = self.generator(call)
        if made is not None:
            return [self.yielding(made, call), self.on(statement, ast.Assign(statement.targets, _held("pop", [])))]
        if _is_call_of(call, self.given):
            return [self.yielding(call.args[0], call), self.on(statement, ast.Assign(statement.targets, self.false()))]
        return [statement]

    def answer(self, statement: ast.Return) -> list[ast.stmt]:
        value = statement.value
        assert value is not None
        pending = value = _tail_call(value)
        if isinstance(value, ast.Tuple) and not isinstance(value.elts[0], ast.Starred):
            pending = ast.copy_location(ast.Call(value.elts[0], value.elts[1:], []), value)
        if isinstance(pending, ast.Call):
            made = self.generator(pending)
            if made is not None:
                value = made
            elif _is_call_of(pending, self.given):
                return [self.yielding(pending.args[0], pending), *self.left(statement, self.false())]
        return self.left(statement, value)

    def left(self, statement: ast.stmt, value: ast.expr) -> list[ast.stmt]:
        return [
            self.on(statement, ast.Expr(_held("append", [value]))),
            self.on(statement, ast.Return(ast.Constant(None))),
        ]

    def yielding(self, value: ast.expr, call: ast.Call) -> ast.stmt:
        self.found = True
        yielded = ast.copy_location(ast.Yield(value), call)
        return ast.copy_location(ast.Expr(yielded), call)

    def generator(self, call: ast.Call) -> ast.expr | None:
        """The generator of a call of what yields; None for any other call."""
        if not isinstance(call.func, ast.Name) or any(isinstance(each, ast.Starred) for each in call.args):
            return None
        name = call.func.id
        if name in self.inner:
            return ast.copy_location(ast.Call(ast.Name(HELD + name, LOAD), call.args, []), call)
        at = [i for i, each in enumerate(call.args) if isinstance(each, ast.Name) and each.id == self.given]
        known = self.namespace.get(name, self.namespace["__builtins__"].get(name))
        if len(at) != 1 or self.depth == 0 or known.__class__ is not FunctionType or name[0] == "v":
            return None
        unit = unit_of(known.__code__)
        if unit is None or not unit.trusted or known.__code__.co_argcount != len(call.args):
            return None  # what a program defines may be defined anew
        producer = producer_of(known, at[0], self.depth - 1)
        if producer is None or known.__closure__:
            return None
        self.found = True
        return ast.copy_location(ast.Call(self.constant(producer), [ast.Name(HELD, LOAD), *call.args], []), call)

    def false(self) -> ast.expr:
        return self.constant(FALSE)

    def constant(self, value: Any) -> ast.expr:
        self.unit.constants.append(value)
        placeholder = ast.Constant(b"%d" % (len(self.unit.constants) - 1))
        return ast.IfExp(ast.Constant(1), placeholder, ast.Constant(0))  # Python warns of calls of literals

    def on(self, old: ast.stmt, new: ast.stmt) -> ast.stmt:
        return ast.copy_location(new, old)


def _held(method: str, operands: list[ast.expr]) -> ast.expr:
    return ast.Call(ast.Attribute(ast.Name(HELD, LOAD), method, LOAD), operands, [])


def _is_call_of(call: ast.Call, name: str) -> bool:
    operands = len(call.args) == 1 and not isinstance(call.args[0], ast.Starred)
    return operands and isinstance(call.func, ast.Name) and call.func.id == name


def _own(block: list[ast.stmt]) -> list[ast.stmt]:
    """All statements of a body; not those of procedures inside it, nor of guards."""
    found: list[ast.stmt] = []
    stack = list(block)
    while stack:
        statement = stack.pop()
        found.append(statement)
        if isinstance(statement, (ast.If, ast.While, ast.For)):
            stack += [*statement.body, *statement.orelse]
    return found


def _calls_any(block: list[ast.stmt], names: set[str]) -> bool:
    """Is one of these called by a statement, or answered to be called?"""
    for statement in _own(block):
        value = statement.value if isinstance(statement, (ast.Assign, ast.Return)) else None
        value = _tail_call(value)
        called = value.func if isinstance(value, ast.Call) else value.elts[0] if isinstance(value, ast.Tuple) else None
        if isinstance(called, ast.Name) and called.id in names:
            return True
    return False


def _tail_call(value: ast.expr | None) -> Any:
    """What is answered: of a tail call that may as well be made at once (`calls`), the tail call."""
    return value.orelse if isinstance(value, ast.IfExp) and isinstance(value.orelse, ast.Tuple) else value


def _stores(block: list[ast.stmt], name: str) -> bool:
    """Is the variable ever assigned?"""
    nodes = (each for statement in block for each in ast.walk(statement))
    return any(isinstance(each, ast.Name) and each.id == name and each.ctx is STORE for each in nodes)


def _fits(block: list[ast.stmt]) -> bool:
    """Does the body leave the dynamic environment as it is wherever it may yield? Guards put it back before anything
    else runs; nothing may be answered from inside of one, which is copied as it is, but for a light one.
    """
    nodes = [each for statement in block for each in ast.walk(statement)]
    if any(isinstance(each, ast.Name) and each.id in DYNAMIC for each in nodes):
        return False
    guards = [each for each in nodes if isinstance(each, ast.Try) and not _is_light(each)]
    return not any(isinstance(each, ast.Return) for guard in guards for each in _own(guard.body))


def _is_light(guard: ast.Try) -> bool:
    """Does nothing but primitives run in it?"""
    asked = guard.handlers[0].type
    return isinstance(asked, ast.Call) and getattr(asked.func, "id", "") == "%light"
