"""The call of call/cc at a hot site in, statements out that do what its receiver does: no procedure is made of it.

    def v6(v7): …
    v10 = v9(v6)            becomes         v7 = %Continuation()
                                            v7.run = run; v7.dynamics = run.dynamics
                                            v7.frames = run.frames = (x32, (v2, v5), run.frames)
                                            …

where `v9` is call/cc itself. A tail call leaves the frames as they are. The frames that wait are the run's
(`machine`), so whatever happens in the receiver finds the rest of this body among them. What it answers is for the
base: it is what the receiver would have answered there.

Rules: the receiver is a lambda expression that stands before the call for nothing else. It takes one argument, and has
no variables that would need boxes or copies in a resumed frame. All that can find the stack full is done before the
frames are changed; `unmade` tells that from what happens in the receiver.
"""

from __future__ import annotations

from types import CodeType, FrameType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE
from chibi_hooks.scheme.compiling.resuming.rest import RUN, function_in
from chibi_hooks.scheme.core import Lambda
from chibi_hooks.scheme.primitive import CO_VARARGS, PRIMITIVES
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.runs import Continuation, _current
from chibi_hooks.scheme.running.site import Body, Site, Substance

LARGE: Final = 1500  # nodes: a version of a body has those of all receivers in it, and there is one for each hot site
NAMED: Final[dict[type, str]] = {ast.Name: "id", ast.arg: "arg", ast.FunctionDef: "name"}
_current_run: Final = _current.get


class Receiver:
    """What call/cc is given: its parameter and its body."""

    __slots__ = ("parameter", "body")

    def __init__(self, parameter: str, body: Body) -> None:
        self.parameter = parameter
        self.body = body


def receiver_of(
    call: ast.Call, before: list[ast.stmt], later: tuple[str, ...], unit: CompiledUnit, namespace: dict[str, Any]
) -> Receiver | None:
    """The receiver that the last statement makes for the call; None where it is another call than one of call/cc, and
    where the receiver is wanted for more: `later`, or by itself.
    """
    given = call.args[0] if len(call.args) == 1 else None
    if not isinstance(given, ast.Name) or given.id in later or not _is_call_cc(call.func, before, namespace):
        return None
    name, making = given.id, before[-1]
    found = _defined(making, name, unit) or _made(making, name, unit, namespace)
    return found if found is not None and is_plain(found.body, name) else None


def _is_call_cc(function: ast.expr, before: list[ast.stmt], namespace: dict[str, Any]) -> bool:
    """Whether it is a variable that got call/cc for its value a moment ago."""
    if not isinstance(function, ast.Name):
        return False
    for statement in reversed(before):
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == function.id:
            value = statement.value
            return isinstance(value, ast.Name) and _held(value.id, namespace) is PRIMITIVES["call/cc"].function
    return False


def _held(name: str, namespace: dict[str, Any]) -> Any:
    """What generated code finds under a name that is no local one."""
    return namespace.get(name, namespace["__builtins__"].get(name))


def _defined(statement: ast.stmt, name: str, unit: CompiledUnit) -> Receiver | None:
    """What is defined there."""
    if not isinstance(statement, ast.FunctionDef) or statement.name != name:
        return None
    taken = [*statement.args.posonlyargs, *statement.args.args]
    body = unit.sites[statement.lineno].body
    if body is None or len(taken) != 1 or statement.args.vararg is not None:
        return None
    return Receiver(taken[0].arg, body)


def _made(statement: ast.stmt, name: str, unit: CompiledUnit, namespace: dict[str, Any]) -> Receiver | None:
    """What a factory makes there, or what was made once for all (`procedures`)."""
    if not isinstance(statement, ast.Assign) or getattr(statement.targets[0], "id", "") != name:
        return None
    value = statement.value
    maker = value.func if isinstance(value, ast.Call) else value
    known = _held(maker.id, namespace) if isinstance(maker, ast.Name) else None
    if not isinstance(known, FunctionType) or unit_of(known.__code__) is not unit:
        return None
    code: CodeType = known.__code__
    if isinstance(value, ast.Call):
        inner = [each for each in code.co_consts if each.__class__ is CodeType and each.co_name == name]
        if len(inner) != 1:
            return None
        (code,) = inner
    body = unit.sites[code.co_firstlineno].body
    if body is None or code.co_argcount != 1 or code.co_flags & CO_VARARGS:
        return None
    return Receiver(code.co_varnames[0], body)


def is_plain(body: Body, name: str) -> bool:
    """Whether its statements mean in a resumed frame what they mean in a function of their own, of that name, and are
    not too many.
    """
    if not isinstance(body.lambda_, Lambda) or body.mutated or body.collectors:
        return False
    found = substance_of(body)
    return not found.guarded and name not in found.names and found.nodes <= LARGE


def substance_of(body: Body) -> Substance:
    """What is in a body: walked through once, for it is asked in each version of all bodies around."""
    if body.substance is None:
        nodes = [node for statement in body.statements for node in walked(statement)]
        names = frozenset([getattr(node, NAMED[node.__class__]) for node in nodes if node.__class__ in NAMED])
        body.substance = Substance(names, any(isinstance(node, ast.Try) for node in nodes), len(nodes))
    return body.substance


def captured(receiver: Receiver, pushed: ast.expr | None, call: ast.Call, unit: CompiledUnit) -> list[ast.stmt]:
    """Statements that give the receiver its continuation: the frames of the run, with this one `pushed` on them if it
    waits.
    """
    k, run = receiver.parameter, ast.Name(RUN, LOAD)
    frames = ast.Attribute(run, "frames", LOAD)

    def fill(name: str, value: ast.expr, *more: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Attribute(ast.Name(k, LOAD), name, STORE), *more], value)

    made = [
        ast.Assign([ast.Name(k, STORE)], ast.Call(function_in(unit, Continuation), [], [])),
        fill("run", run),
        fill("dynamics", ast.Attribute(run, "dynamics", LOAD)),
        fill("frames", frames) if pushed is None else fill("frames", pushed, ast.Attribute(run, "frames", STORE)),
    ]
    return [at_call(each, call) for each in made]


def current_run(unit: CompiledUnit) -> ast.stmt:
    """The statement that looks for the run."""
    return ast.Assign([ast.Name(RUN, STORE)], ast.Call(function_in(unit, _current_run), [], []))


def at_call(statement: ast.stmt, call: ast.expr) -> ast.stmt:
    """A statement that stands where the call does, but for those parts of it that have their places."""
    line, column = call.lineno, call.col_offset
    for node in walked(statement):
        if not hasattr(node, "lineno") and isinstance(node, (ast.expr, ast.stmt, ast.excepthandler)):
            node.lineno, node.col_offset = line, column
    return statement


def unmade(site: Site, frame: FrameType) -> str:
    """The receiver that the call at the site is given, if it is not there: the stack was full before its continuation
    was made.
    """
    given = site.expression.args[:1] if isinstance(site.expression, ast.Call) else []
    name = given[0].id if given and isinstance(given[0], ast.Name) else ""  # one of the pool if it is no global
    known = {*frame.f_code.co_varnames, *frame.f_code.co_cellvars, *frame.f_code.co_freevars}
    return name if name[:1] == "v" and name not in known else ""
