"""A call site of an emitted body in, the function that continues a frame from there out: the rest of the body, cut
from the saved tree.

    def resume(x, <the locals that the rest uses>): …

Re-entering a loop: the rest of its body stands before the `while` around the site (`turning`); one that may leave the
loop is run by it in its first turn (`x0` is true then). So is that of a `for`, which begins with its variable as it
stands (`turns`); where it will be left in its next turn (`detaching`), a `while` that counts is cheaper than a range,
and one that takes characters gets the last one again (`letters`). Variables that `set!` changes are one-element lists
there (`boxes`).
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Set
from functools import partial
from types import FrameType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.code import define
from chibi_hooks.scheme.compiling.emitting.emission import DONE, JUMP, LOAD, STORE, fill_lines, function_definition
from chibi_hooks.scheme.compiling.emitting.turning import in_front
from chibi_hooks.scheme.compiling.resuming.boxes import Boxer
from chibi_hooks.scheme.compiling.resuming.chains import resumed
from chibi_hooks.scheme.compiling.resuming.liveness import read_later
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.site import Resumption, Site
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import EngineFault
from chibi_hooks.scheme.values.numbers import overflowing

RESUME: Final = "resume"
VALUE: Final = "x"
LOCAL: Final = re.compile("[vt][0-9]+")  # variables of a procedure, and parts of a unit (`units`)
VALUES: Final = "z"  # no names of the pool, either
RUN: Final = "run"

Cut = Callable[[list[ast.stmt], Site, int], "list[ast.stmt] | None"]
Again = Callable[["ast.While | ast.For", list[ast.stmt], str], list[ast.stmt]]


def build(site: Site, line: int, frame: FrameType, unit: CompiledUnit, cut: Cut) -> Resumption:
    """The function that continues a frame after its site, or from it, as `cut` says."""
    statements = remaining(site, line, cut)
    names = needed(statements)
    assert site.body is not None
    return Resumption(resume_function(site, statements, names, frame.f_globals, unit), names, site.body.mutated)


def needed(statements: list[ast.stmt]) -> tuple[str, ...]:
    """The variables that a frame which goes on with the statements has to have."""
    return tuple(sorted([name for name in read_later(statements) if LOCAL.fullmatch(name)]))


def is_there(site: Site) -> bool:
    """Whether its statement stands in its body: the emitter may have thought better of it."""
    assert site.body is not None
    return _rest(site.body.statements, site, 0, after_site, _reenter, 0) is not None


def remaining(site: Site, line: int, cut: Cut, leaving: bool = False) -> list[ast.stmt]:
    """The statements that are left of a body at a site; `leaving`: its loops are left in the next turn, mostly. Raises
    EngineFault for a site of another body.
    """
    body = site.body
    assert body is not None
    again = _count_on if leaving else _reenter
    statements = _rest(body.statements, site, line, cut, again, 0)
    if statements is None and cut is from_site:
        statements = _rest(body.statements, site, line, from_operator, again, 0)
    if statements is None:
        raise EngineFault("a call site is missing from the body it belongs to")
    if body.mutated:
        statements = [Boxer(body.mutated).statement(s) for s in statements]
    return statements


def resume_function(
    site: Site,
    statements: list[ast.stmt],
    names: tuple[str, ...],
    namespace: dict[str, Any],
    unit: CompiledUnit,
    assigned: Set[str] = frozenset(),
    more: tuple[str, ...] | None = None,
) -> FunctionType:
    """The function of a value and the variables `names` that runs the statements. `assigned`: global variables that
    they assign, beside those of the body. With `more` parameters, even none, it takes its variables in one tuple, and
    the run: nobody counts them, or looks for it.
    """
    body = site.body
    assert body is not None
    if body.chains:
        statements = resumed(statements, body.chains, names, partial(function_in, unit))
    if collectors := [name for name in names if name in body.collectors and name not in body.chains]:
        copier = function_in(unit, _own)
        copies = [ast.Call(copier, [ast.Name(name, LOAD)], []) for name in collectors]
        own_copies = [ast.Assign([ast.Name(n, STORE)], c) for n, c in zip(collectors, copies, strict=True)]
        statements = [*own_copies, *statements]
    if more is not None and names:
        variables = ast.Tuple([ast.Name(name, STORE) for name in names], STORE)
        statements = [ast.Assign([variables], ast.Name(VALUES, LOAD)), *statements]
    if body.globals or assigned:
        statements = [ast.Global(sorted(body.globals | assigned)), *statements]
    # an inner loop's flag may not be assigned yet on some paths, which fall through
    statements = [ast.Assign([ast.Name(JUMP, STORE)], ast.Constant(DONE)), *statements]
    parameters = names if more is None else (VALUES, RUN, *more)
    args = ast.arguments([], [ast.arg(name) for name in (VALUE, *parameters)], None, [], [], None, [])
    module = ast.Module([function_definition(RESUME, args, statements)], [])
    fill_lines(module)
    function = define(module, RESUME, unit, namespace)
    function.__dict__["site"] = site  # for backtraces
    return function


def _own(x: Value) -> Value:
    """A resumed frame's own copy of a collector; anything else as it is."""
    return x.copy() if x.__class__ is list else x


def function_in(unit: CompiledUnit, function: Any) -> ast.expr:
    """An expression for a function of ours, or another object, in code of the unit."""
    unit.constants.append(function)
    placeholder = ast.Constant(b"%d" % (len(unit.constants) - 1))
    return ast.IfExp(ast.Constant(1), placeholder, ast.Constant(0))  # Python warns of calls of literals


def _rest(block: list[ast.stmt], site: Site, line: int, cut: Cut, again: Again, depth: int) -> list[ast.stmt] | None:
    """The statements that remain of a block when control comes back to the site inside it; None if it is not inside."""
    for i, statement in enumerate(block):
        following = block[i + 1 :]
        here = cut([statement], site, line)
        if here is not None:
            return here + (_settled(following, here) if cut is after_site else following)
        if isinstance(statement, ast.If):
            for branch in (statement.body, statement.orelse):
                inner = _rest(branch, site, line, cut, again, depth)
                if inner is not None:
                    return inner + following
        elif isinstance(statement, (ast.While, ast.For)):
            inner = _rest(statement.body, site, line, cut, again, depth + 1)
            if inner is not None:
                return [*again(statement, inner, f"{VALUE}{depth}"), *following]
            inner = _rest(statement.orelse, site, line, cut, again, depth)
            if inner is not None:
                return inner + following
        elif isinstance(statement, ast.Try):
            inner = _rest(statement.body, site, line, cut, again, depth)
            if inner is not None:
                return [_guarded(statement, inner), *following]
            inner = _rest(statement.handlers[0].body, site, line, cut, again, depth)
            if inner is not None:
                return inner + following
    return None


def _settled(following: list[ast.stmt], assigned: list[ast.stmt]) -> list[ast.stmt]:
    """What follows a call that has its value: no frame on the heap is given a tail call, so it need not ask for one."""
    asked = following[0] if following else None
    (made,) = assigned
    if not isinstance(asked, ast.If) or len(asked.body) != 1 or not isinstance(made, ast.Assign):
        return following
    (again,) = asked.body
    call = again.value if isinstance(again, ast.Assign) else None
    if not isinstance(call, ast.Call) or getattr(call.func, "id", "") != "%bounce":
        return following
    same = getattr(call.args[0], "id", "") == getattr(made.targets[0], "id", None)
    return following[1:] if same else following


def _guarded(guard: ast.Try, rest: list[ast.stmt]) -> ast.stmt:
    """The rest of the body of a guard, which may come to its end in another run than it began in."""
    leaving = guard.body[-1]
    if not isinstance(leaving, ast.Assign) or not isinstance(leaving.targets[0], ast.Attribute):
        return ast.copy_location(ast.Try(rest, guard.handlers, [], []), guard)  # a light one
    assert isinstance(leaving.value, ast.Attribute) and rest[-1] is leaving
    left = ast.Expr(ast.Call(ast.Name("%left_guard", LOAD), [leaving.value.value], []))
    return ast.copy_location(ast.Try([*rest[:-1], left], guard.handlers, [], []), guard)


def _reenter(loop: ast.While | ast.For, rest: list[ast.stmt], flag: str) -> list[ast.stmt]:
    if isinstance(loop, ast.While) and (turn := in_front(rest)) is not None:
        return [*turn, loop]
    clear = ast.Assign([ast.Name(flag, STORE)], ast.Constant(False))
    again = loop_of(loop, [ast.If(ast.Name(flag, LOAD), [clear, *rest], loop.body)], loop.orelse)
    if isinstance(again, ast.For):
        again.iter = getattr(loop, "again", again.iter)
    return [ast.Assign([ast.Name(flag, STORE)], ast.Constant(True)), again]


def _count_on(loop: ast.While | ast.For, rest: list[ast.stmt], flag: str) -> list[ast.stmt]:
    """The same of a `for` over a range as a `while`, which needs no range: it asks for a next turn as the range would.

    <rest>; while v4 + 1 < v2: v4 = v4 + 1; <body>
    """
    stays = _stays(loop) if isinstance(loop, ast.For) else None
    if stays is None:
        return _reenter(loop, rest, flag)
    assert isinstance(loop, ast.For)
    test, further = stays
    clear = ast.Assign([ast.Name(flag, STORE)], ast.Constant(False))
    turn = ast.Assign([loop.target], further)
    if (before := in_front(rest)) is not None:
        counting = ast.While(test, [turn, *loop.body], loop.orelse)
        return [*before, ast.copy_location(counting, loop)]
    once = ast.If(ast.Name(flag, LOAD), [clear, *rest], [turn, *loop.body])
    again = ast.While(ast.BoolOp(ast.Or(), [ast.Name(flag, LOAD), test]), [once], loop.orelse)
    return [ast.Assign([ast.Name(flag, STORE)], ast.Constant(True)), ast.copy_location(again, loop)]


def _stays(loop: ast.For) -> tuple[ast.expr, ast.expr] | None:
    """Whether there is a next turn, and the variable in it; None if that is not known of the loop."""
    whole = loop.iter.body if isinstance(loop.iter, ast.IfExp) else loop.iter
    if not isinstance(whole, ast.Call) or getattr(whole.func, "id", "") != "%range" or not 2 <= len(whole.args) <= 3:
        return None
    start, end, *by = whole.args
    step = by[0] if by else ast.Constant(1)
    if not isinstance(loop.target, ast.Name) or not isinstance(start, ast.Name) or start.id != loop.target.id:
        return None
    value = step.value if isinstance(step, ast.Constant) else 1
    downwards = isinstance(step, ast.UnaryOp) or (isinstance(value, int) and value < 0)
    further = ast.BinOp(ast.Name(start.id, LOAD), ast.Add(), step)
    test: ast.expr = ast.Compare(further, [ast.Gt() if downwards else ast.Lt()], [end])
    if isinstance(loop.iter, ast.IfExp):
        other = loop.iter.orelse
        name = getattr(other.func, "id", "") if isinstance(other, ast.Call) else ""
        if not isinstance(other, ast.Call) or name not in ("%turns_until", "%turns_while"):
            return None
        holds = ast.Call(other.args[3], [further, other.args[1]], [])
        stays: ast.expr = holds if name == "%turns_while" else ast.UnaryOp(ast.Not(), holds)
        test = ast.IfExp(loop.iter.test, test, stays)
    return test, further


def loop_of(loop: ast.While | ast.For, inside: list[ast.stmt], behind: list[ast.stmt]) -> ast.While | ast.For:
    """The same loop around other statements."""
    if isinstance(loop, ast.While):
        return ast.copy_location(ast.While(loop.test, inside, behind), loop)
    return ast.copy_location(ast.For(loop.target, loop.iter, inside, behind, None), loop)


def after_site(block: list[ast.stmt], site: Site, line: int) -> list[ast.stmt] | None:
    """Cut where the call at the site has its value."""
    statement = block[0]
    if statement is not site.statement:
        return None
    assert isinstance(statement, ast.Assign)
    assign = ast.Assign(statement.targets, ast.Name(VALUE, LOAD))
    ast.copy_location(assign, statement)
    assign.binds = getattr(statement, "binds", False)  # type: ignore[attr-defined]
    return [assign]


def from_site(block: list[ast.stmt], site: Site, line: int) -> list[ast.stmt] | None:
    """Cut before the statement in which the call of that line stands, or which answers it (`Leaving.answer`)."""
    return [block[0]] if _stands_in(block[0], ast.Call, line) or _answers(block[0], line) else None


def _answers(statement: ast.stmt, line: int) -> bool:
    """Whether it answers a tail call, on that line."""
    answer = statement.value if isinstance(statement, ast.Return) else None
    return isinstance(answer, ast.Tuple) and answer.lineno == line


def from_operator(block: list[ast.stmt], site: Site, line: int) -> list[ast.stmt] | None:
    """Cut before the statement in which an operator of that line stands: comparing needs a little of the stack too, and
    so does a table that is asked for a character for the first time.
    """
    return [block[0]] if _stands_in(block[0], (ast.Compare, ast.BinOp, ast.Subscript), line) else None


def from_making(name: str) -> Cut:
    """The cut before the statement that makes the procedure of this name."""

    def cut(block: list[ast.stmt], site: Site, line: int) -> list[ast.stmt] | None:
        statement = block[0]
        made = statement.targets[0] if isinstance(statement, ast.Assign) else None
        here = statement.name if isinstance(statement, ast.FunctionDef) else getattr(made, "id", "")
        return [statement] if here == name else None

    return cut


def _stands_in(statement: ast.stmt, kind: type[ast.expr] | tuple[type[ast.expr], ...], line: int) -> bool:
    """Whether such an expression of that line is evaluated by the statement itself, not by one inside it."""
    if isinstance(statement, ast.FunctionDef | ast.Try):
        return False
    own: ast.AST = statement
    if isinstance(statement, (ast.If, ast.While)):
        own = statement.test
    elif isinstance(statement, ast.For):
        own = statement.iter
    return any(isinstance(node, kind) and node.lineno == line for node in ast.walk(own))


def with_procedures(unit: CompiledUnit) -> Cut:
    """The cut that begins with the statement again, its sums and products as calls."""

    def copy(node: Any) -> Any:
        if not isinstance(node, (ast.expr, ast.stmt)):
            return node
        kind: Callable[..., Any] = node.__class__
        parts: dict[str, Any] = {
            name: [copy(each) for each in part] if isinstance(part, list) else copy(part)
            for name, part in ast.iter_fields(node)
        }
        if isinstance(node, ast.BinOp) and node.op.__class__ in WIDE:
            function = function_in(unit, WIDE[node.op.__class__])
            return ast.copy_location(ast.Call(function, [parts["left"], parts["right"]], []), node)
        new: Any = ast.copy_location(kind(**parts), node)
        new.binds = getattr(node, "binds", False)
        return new

    def cut(block: list[ast.stmt], site: Site, line: int) -> list[ast.stmt] | None:
        if not _stands_in(block[0], ast.BinOp, line):
            return None
        statement = block[0]
        if not isinstance(statement, (ast.If, ast.While)):
            return [copy(statement)]
        same: ast.stmt = statement.__class__(copy(statement.test), statement.body, statement.orelse)
        return [ast.copy_location(same, statement)]

    return cut


WIDE: Final[dict[type, Callable[[Any, Any], Any]]] = {
    kind: partial(overflowing, operation)
    for kind, operation in ((ast.Add, operator.add), (ast.Sub, operator.sub), (ast.Mult, operator.mul))
}
