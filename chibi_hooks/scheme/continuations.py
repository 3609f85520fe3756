"""A traceback in, heap frames out; and the functions that continue a Python frame from the call it was waiting for.

For each call site there is at most one *resume* function ("the rest of the body, given the value of this call") and
one *redo* function ("the rest of the body, starting with this statement again", for a call that could not start
because the stack was full); for each operator at most one like that which computes with procedures (for an integer
too large to become a float). They are built when first needed, by cutting the saved tree: nothing is emitted for
continuations in ordinary code.

    def resume(x, <the locals that the rest uses>): …

Re-entering a loop: the `while` around the site runs the rest of its body first, then its whole body (`x0` is true the
first time). Variables that `set!` changes are plain locals in ordinary code and one-element lists in resumed code:
two re-entries of one activation share them (R7RS: `set!` changes a location), while everything bound by `let` or a
loop is copied, hence fresh.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection
from functools import partial
from types import CodeType, FrameType, FunctionType, TracebackType

from chibi_hooks.scheme.compiler.code import define, evaluated
from chibi_hooks.scheme.compiler.emission import DONE, JUMP, LOAD, STORE, fill_lines, function_definition
from chibi_hooks.scheme.compiler.link import CompiledUnit, unit_of
from chibi_hooks.scheme.compiler.liveness import read_later
from chibi_hooks.scheme.compiler.site import Site
from chibi_hooks.scheme.data import UNDEFINED, Value
from chibi_hooks.scheme.deep import begun
from chibi_hooks.scheme.errors import EngineFault
from chibi_hooks.scheme.frames import FRAMES, STARTED, TRANSPARENT
from chibi_hooks.scheme.heap_mode import heap_call
from chibi_hooks.scheme.numbers import overflowing
from chibi_hooks.scheme.primitives.collecting import own
from chibi_hooks.scheme.runtime import HeapFrame
from chibi_hooks.typenames import Any, Final

RESUME: Final = "resume"
HOT: Final = 8  # captures through a site after which its frames detach themselves (`detaching`)
VALUE: Final = "x"


class Resumption:
    """The function of one site, the locals it takes after the value, and which of those are boxed."""

    __slots__ = ("function", "names", "mutated")

    def __init__(self, function: Callable[..., Value], names: tuple[str, ...], mutated: Collection[str]) -> None:
        self.function = function
        self.names = names
        self.mutated = mutated


def heap_frames(
    traceback: TracebackType | None, frames: HeapFrame | None, stop: TracebackType | None = None
) -> HeapFrame | None:
    """The frames of a traceback (outermost first, up to `stop`) pushed onto `frames`."""
    while traceback is not stop and traceback is not None:
        frame = traceback.tb_frame
        code = frame.f_code
        key = id(code)
        if key in FRAMES:
            frames = FRAMES[key](frame.f_locals, frames)
        elif key not in TRANSPARENT:
            unit = unit_of(code)
            if unit is None:
                raise EngineFault(f"cannot capture a continuation through the Python function {code.co_name}")
            if unit.again is not None:
                unit.complete()
            site = unit.sites[traceback.tb_lineno]
            if site.statement is not None:
                resumption = site.resumed or build(site, 0, frame, unit, after_site)
                site.captures += 1
                if site.captures > HOT:
                    from chibi_hooks.scheme.detaching import detached  # it imports this module

                    resumption = detached(site, frame, unit) or resumption
                frames = (resumption.function, _values(resumption, frame.f_locals, code), frames)
        traceback = traceback.tb_next
    return frames


def spill(traceback: TracebackType, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value] | None:
    """The stack was full: all its frames on the heap, and the call to make again. None if that would fail likewise:
    a primitive was called from the bottom of the stack, and there is not room enough for it.
    """
    last: TracebackType | None = None
    entry: TracebackType | None = traceback
    while entry is not None:
        code = entry.tb_frame.f_code
        if id(code) in STARTED or unit_of(code) is not None:
            last = entry
        entry = entry.tb_next
    if last is None:
        raise EngineFault("Python's stack is full outside of Scheme")
    code = last.tb_frame.f_code
    while id(code) in STARTED:
        pending = STARTED[id(code)](last.tb_frame.f_locals)
        if pending is not None:
            return heap_frames(traceback, frames, last.tb_next), pending
        last = _caller(traceback, last)  # the control procedure had not begun: make the call to it again
        code = last.tb_frame.f_code
    unit = unit_of(code)
    assert unit is not None
    unit.complete()
    site = unit.sites[last.tb_lineno]
    if code.co_name != RESUME and (deep := _in_heap_mode(site, last, unit)) is not None:
        return heap_frames(traceback, frames, last.tb_next), deep
    resumption = site.redone or build(site, last.tb_lineno, last.tb_frame, unit, _from_site)
    values = _values(resumption, last.tb_frame.f_locals, code)
    below = heap_frames(traceback, frames, last)
    if below is frames and code is resumption.function.__code__ and last.tb_next is not None:
        return None
    return below, (resumption.function, None, *values)


def widen(traceback: TracebackType, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    """An operator of Python failed on an integer too large for a float: all frames on the heap, and the call that
    begins with this statement again, procedures in the place of the operators.
    """
    last = traceback
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    unit = unit_of(code)
    assert unit is not None
    unit.complete()
    site = unit.sites[last.tb_lineno]
    resumption = site.widened or build(site, last.tb_lineno, last.tb_frame, unit, _with_procedures(unit))
    values = _values(resumption, last.tb_frame.f_locals, code)
    return heap_frames(traceback, frames, last), (resumption.function, None, *values)


def _in_heap_mode(site: Site, last: TracebackType, unit: CompiledUnit) -> Value:
    """The pending call of a procedure to itself, to be made in heap mode; None if the call is no such one."""
    call = site.expression
    frame = last.tb_frame
    if site.body is None or site.statement is None or not isinstance(call, ast.Call) or last.tb_next is not None:
        return None
    if site.body.collectors:  # they would be copied at each return
        return None
    function, *args = evaluated(call, frame, unit)
    if getattr(function, "__code__", None) is not frame.f_code:
        return None
    found = heap_call(site.body, site, frame, unit, lambda s: s.resumed or build(s, 0, frame, unit, after_site))
    return (found, begun, (), *args) if found is not None else None


def _caller(traceback: TracebackType, last: TracebackType) -> TracebackType:
    """The frame that made the call of `last`: compiled code, or a control procedure, whose other calls are done."""
    entry = traceback
    found = None
    while entry is not last:
        code = entry.tb_frame.f_code
        if id(code) in STARTED or unit_of(code) is not None:
            found = entry
        assert entry.tb_next is not None
        entry = entry.tb_next
    if found is None:
        raise EngineFault("Python's stack is full at the entry into Scheme")
    return found


def _values(resumption: Resumption, local: dict[str, Any], code: CodeType) -> tuple[Any, ...]:
    get = local.get
    mutated = resumption.mutated
    if not mutated or code.co_name == RESUME:
        return tuple([get(name, UNDEFINED) for name in resumption.names])
    return tuple([[get(name, UNDEFINED)] if name in mutated else get(name, UNDEFINED) for name in resumption.names])


Cut = Callable[[list[ast.stmt], Site, int], "list[ast.stmt] | None"]


def build(site: Site, line: int, frame: FrameType, unit: CompiledUnit, cut: Cut) -> Resumption:
    """The function that continues a frame after its site, or from it, as `cut` says; it is kept with the site."""
    code = frame.f_code
    statements = remaining(site, line, cut)
    local = {*code.co_varnames, *code.co_cellvars, *code.co_freevars}
    names = tuple(sorted(local & read_later(statements) - {VALUE, JUMP}))
    assert site.body is not None
    resumption = Resumption(resume_function(site, statements, names, frame, unit), names, site.body.mutated)
    if cut is after_site:
        site.resumed = resumption
    elif cut is _from_site:
        site.redone = resumption
    else:
        site.widened = resumption
    return resumption


def remaining(site: Site, line: int, cut: Cut) -> list[ast.stmt]:
    """The statements that are left of a body at a site."""
    body = site.body
    assert body is not None
    statements = _rest(body.statements, site, line, cut, 0)
    if statements is None:
        raise EngineFault("a call site is missing from the body it belongs to")
    if body.mutated:
        statements = [_Boxer(body.mutated).statement(s) for s in statements]
    return statements


def resume_function(
    site: Site, statements: list[ast.stmt], names: tuple[str, ...], frame: FrameType, unit: CompiledUnit
) -> FunctionType:
    """The function of a value and the variables `names` that runs the statements."""
    body = site.body
    assert body is not None
    if collectors := [name for name in names if name in body.collectors]:
        copier = _function(own, unit)
        copies = [ast.Call(copier, [ast.Name(name, LOAD)], []) for name in collectors]
        own_copies = [ast.Assign([ast.Name(n, STORE)], c) for n, c in zip(collectors, copies, strict=True)]
        statements = [*own_copies, *statements]
    if body.globals:
        statements = [ast.Global(sorted(body.globals)), *statements]
    # an inner loop's flag may not be assigned yet on some paths, which fall through
    statements = [ast.Assign([ast.Name(JUMP, STORE)], ast.Constant(DONE)), *statements]
    args = ast.arguments([], [ast.arg(name) for name in (VALUE, *names)], None, [], [], None, [])
    module = ast.Module([function_definition(RESUME, args, statements)], [])
    fill_lines(module)
    function = define(module, RESUME, unit, frame.f_globals)
    function.__dict__["site"] = site  # for backtraces
    return function


def _function(function: Callable[..., Value], unit: CompiledUnit) -> ast.expr:
    """An expression for a function of ours in code of the unit."""
    unit.constants.append(function)
    placeholder = ast.Constant(b"%d" % (len(unit.constants) - 1))
    return ast.IfExp(ast.Constant(1), placeholder, ast.Constant(0))  # Python warns of calls of literals


def _rest(block: list[ast.stmt], site: Site, line: int, cut: Cut, depth: int) -> list[ast.stmt] | None:
    """The statements that remain of a block when control comes back to the site inside it; None if it is not inside."""
    for i, statement in enumerate(block):
        following = block[i + 1 :]
        here = cut([statement], site, line)
        if here is not None:
            return here + following
        if isinstance(statement, ast.If):
            for branch in (statement.body, statement.orelse):
                inner = _rest(branch, site, line, cut, depth)
                if inner is not None:
                    return inner + following
        elif isinstance(statement, ast.While):
            inner = _rest(statement.body, site, line, cut, depth + 1)
            if inner is not None:
                return [*_reenter(statement, inner, f"{VALUE}{depth}"), *following]
    return None


def _reenter(loop: ast.While, rest: list[ast.stmt], flag: str) -> list[ast.stmt]:
    clear = ast.Assign([ast.Name(flag, STORE)], ast.Constant(False))
    again = ast.While(loop.test, [ast.If(ast.Name(flag, LOAD), [clear, *rest], loop.body)], [])
    return [ast.Assign([ast.Name(flag, STORE)], ast.Constant(True)), again]


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


def _from_site(block: list[ast.stmt], site: Site, line: int) -> list[ast.stmt] | None:
    return [block[0]] if _stands_in(block[0], ast.Call, line) else None


def _stands_in(statement: ast.stmt, kind: type[ast.expr], line: int) -> bool:
    """Whether such an expression of that line is evaluated by the statement itself, not by one inside it."""
    if isinstance(statement, ast.FunctionDef):
        return False
    own: ast.AST = statement.test if isinstance(statement, (ast.If, ast.While)) else statement
    return any(isinstance(node, kind) and node.lineno == line for node in ast.walk(own))


def _with_procedures(unit: CompiledUnit) -> Cut:
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
            function = _function(WIDE[node.op.__class__], unit)
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


class _Boxer:
    """Rewrites statements so that the given variables live in one-element lists. Makes new nodes, shares what it does
    not change.
    """

    def __init__(self, names: Collection[str]) -> None:
        self.names = names

    def statement(self, node: ast.stmt) -> ast.stmt:
        if isinstance(node, ast.FunctionDef):
            return node
        if isinstance(node, ast.Assign) and getattr(node, "binds", False):
            return self.binding(node)
        return self.copy(node)  # type: ignore[no-any-return]

    def binding(self, node: ast.Assign) -> ast.stmt:
        """A binding makes a new box; an assignment by `set!` changes the one there is."""
        target = node.targets[0]
        value = self.copy(node.value)
        if isinstance(target, ast.Name):
            if target.id in self.names:
                value = self.on(node, ast.List([value], LOAD))
            return self.on(node, ast.Assign([target], value), binds=True)  # type: ignore[no-any-return]
        assert isinstance(target, ast.Tuple)
        parts = [t.value if isinstance(t, ast.Starred) else t for t in target.elts]
        boxed = [t.id for t in parts if isinstance(t, ast.Name) and t.id in self.names]
        if not boxed:
            return self.on(node, ast.Assign([target], value), binds=True)  # type: ignore[no-any-return]
        unpack = self.on(node, ast.Assign([target], value))
        box = [
            self.on(
                node,
                ast.Assign(
                    [self.on(node, ast.Name(n, STORE))],
                    self.on(node, ast.List([self.on(node, ast.Name(n, LOAD))], LOAD)),
                ),
            )
            for n in boxed
        ]
        return self.on(node, ast.If(self.on(node, ast.Constant(True)), [unpack, *box], []))  # type: ignore[no-any-return]

    def on(self, old: ast.AST, new: Any, binds: bool = False) -> Any:
        new.lineno = getattr(old, "lineno", 1)
        new.col_offset = 0
        if binds:
            new.binds = True
        return new

    def copy(self, node: Any) -> Any:
        if isinstance(node, ast.Name):
            if node.id not in self.names:
                return node
            inner = ast.copy_location(ast.Name(node.id, LOAD), node)
            return self.on(node, ast.Subscript(inner, self.on(node, ast.Constant(0)), node.ctx))
        if isinstance(
            node,
            ast.Constant | ast.FunctionDef | ast.expr_context | ast.operator | ast.cmpop | ast.unaryop | ast.boolop,
        ):
            return node
        parts: dict[str, Any] = {}
        for name, part in ast.iter_fields(node):
            if isinstance(part, list):
                part = [
                    self.statement(p) if isinstance(p, ast.stmt) else self.copy(p) if isinstance(p, ast.AST) else p
                    for p in part
                ]
            elif isinstance(part, ast.AST):
                part = self.copy(part)
            parts[name] = part
        new = node.__class__(**parts)
        if hasattr(node, "lineno"):
            self.on(node, new)
        if hasattr(node, "binds"):
            new.binds = node.binds
        return new
