"""A function of a module that makes a function -> the text of a module with it, in which nothing `inlined` is called.

Rules
-----
* A piece is a function of a module, a method of those in `METHODS` (whatever is called by such a name), or a function
  of the one that makes. Its call is a statement, the right side of one, or what is returned; one that is anywhere else
  is refused (TypeError). Functions inside of a piece are left as they are: they are for what is unusual.
* A parameter becomes the argument where nothing is assigned to it, and that is a name, a constant, an attribute of a
  `PointWay`, or one that is read once (a little later: what stands in such a call is changed by nobody meanwhile); else
  a local. A local is renamed where what is around has one of that name; the locals of two pieces in a row may be the
  same.
* What comes out of a piece is its own until it has ended where a `try` around may look at what was there before.
* A name of a module means the same in the new one; two that are spelled alike are refused, and one that a local of
  the function would hide.
* What the function that is made reads of a `PointWay` are cells of it (celling.py).
* Other decorators of a piece become those of the function in which it lands: they say what its frame is.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import count

from tests.flat.celling import HELD, celled
from tests.flat.forwarding import forwarded
from tests.flat.layout import text_of
from tests.flat.returning import delivered, ended, parts_of, variables_returned
from tests.flat.texts import (
    Origin,
    Statements,
    is_inlined,
    is_mark,
    loaded,
    module_of,
    names_in,
    origin_of,
    parameters_of,
    stored,
    without_text,
)

METHODS = (
    "chibi_hooks.hooks.recording.recorder",
    "chibi_hooks.hooks.recording.identity",
    "chibi_hooks.scheme.running.shares",
)
SAME = ("object.__new__", "tuple.__new__")  # what modules call so means the same


def flattened(module: str, name: str, title: str) -> str:
    """The new module. It is put together twice, so that no local has a name that is met later as one of a module."""
    work = _Flattening(module, module_of(module).functions[name])
    work.function()
    return text_of(title, module, work.function(), work.names)


@dataclass(frozen=True)
class _Piece:
    function: ast.FunctionDef
    module: str  # whose names it uses; empty: those of the function around it


@dataclass
class _Landing:
    """The function in which pieces land."""

    own: frozenset[str]  # its names,
    around: frozenset[str]  # and those of the function that makes it
    taken: set[str]  # names that the locals of pieces may not have
    decorators: list[ast.expr]


@dataclass
class _Flattening:
    module: str
    source: ast.FunctionDef
    names: dict[str, Origin] = field(default_factory=dict)  # of modules, that the new one uses
    around: dict[str, _Piece] = field(default_factory=dict)

    def function(self) -> ast.FunctionDef:
        """The function that makes, with what it makes put together."""
        made = deepcopy(self.source)
        around = frozenset({*parameters_of(made), *stored(made.body)})
        self.note(made, self.module)
        inner = [each for each in made.body if isinstance(each, ast.FunctionDef)]
        self.around = {each.name: _Piece(each, "") for each in inner if is_inlined(each)}
        for each in inner:
            if each.name not in self.around:
                own = frozenset({*parameters_of(each), *stored(each.body)})
                landing = _Landing(own, around, {*own, *around, *dir(builtins)}, [])
                each.body = self.expanded(each.body, landing)
                each.decorator_list = landing.decorators
                forwarded(each)
        made.body = _without_unused(made.body)
        return _plain(celled(made))

    def note(self, node: ast.AST, module: str, own: frozenset[str] = frozenset()) -> None:
        """Names of a module are used there, so in the new one. Raises TypeError where one means two things."""
        for name in {each.id for each in names_in([node])} - own:
            origin = origin_of(module, name)
            if origin is not None:
                found = self.names.setdefault(name, origin)
                if found != origin and (found.text != origin.text or found.text not in SAME):
                    raise TypeError(f"{name} is {found} and {origin}")

    def piece_of(self, node: ast.AST | None) -> tuple[_Piece, list[ast.expr]] | None:
        """What stands in the place of a call, and what it is given."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=given):
                origin = self.names.get(name)
                if name in self.around:
                    return self.around[name], given
                if origin is not None and origin.module.startswith("chibi_hooks"):
                    function = module_of(origin.module).functions.get(origin.name)
                    if function is not None and is_inlined(function):
                        return _Piece(function, origin.module), given
            case ast.Call(func=ast.Attribute(value=itself, attr=name), args=given):
                for module in METHODS:
                    if (method := module_of(module).methods.get(name)) is not None:
                        return _Piece(method, module), [itself, *given]
        return None

    def expanded(
        self,
        body: Statements,
        landing: _Landing,
        scope: Statements | None = None,
        kept: frozenset[str] = frozenset(),
        repeated: bool = False,
    ) -> Statements:
        """The statements without calls of pieces. `scope`: all those that have the same variables; `kept`: those of
        them that must be what they were when a piece does not end; `repeated`: they are done more than once."""
        made: Statements = []
        scope = body if scope is None else scope
        for statement in body:
            target: ast.expr | None = None
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                (target,) = statement.targets
            elif isinstance(statement, ast.AnnAssign):
                target = statement.target
            call = getattr(statement, "value", None)
            if isinstance(call, ast.Call) and (found := self.piece_of(call)) is not None:
                if target is None and not isinstance(statement, ast.Expr | ast.Return):
                    raise TypeError(f"what is inlined is called where it cannot stand: {ast.unparse(statement)}")
                ends = isinstance(statement, ast.Return)
                made += self.in_place(*found, call.keywords, target, landing, kept, ends=ends)
                continue
            if not isinstance(statement, ast.FunctionDef):
                self.refuse(statement)
                again = repeated or isinstance(statement, ast.For | ast.While)
                seen = kept | _seen_after(statement, scope, again) if isinstance(statement, ast.Try) else kept
                for part in (statement, *getattr(statement, "handlers", ())):
                    for name in ("body", "orelse", "finalbody"):
                        if inner := getattr(part, name, None):
                            setattr(part, name, self.expanded(inner, landing, scope, seen, again))
            made.append(statement)
        return made

    def refuse(self, statement: ast.stmt) -> None:
        """Raises TypeError for a call of a piece where none can stand."""
        work = [*ast.iter_child_nodes(statement)]
        while work:
            node = work.pop()
            if not isinstance(node, ast.stmt):
                if self.piece_of(node) is not None:
                    raise TypeError(f"what is inlined is called inside of an expression: {ast.unparse(node)}")
                work += ast.iter_child_nodes(node)

    def in_place(
        self,
        piece: _Piece,
        given: list[ast.expr],
        keywords: list[ast.keyword],
        target: ast.expr | None,
        landing: _Landing,
        kept: frozenset[str],
        *,
        ends: bool,
    ) -> Statements:
        """The statements that do what a call of a piece does; `ends`: what it returns is returned."""
        function = deepcopy(piece.function)
        body, parameters = without_text(function.body), parameters_of(function)
        own = {*parameters, *stored(body)}
        hiding = landing.own | landing.around if piece.module else landing.own
        if hidden := {each.id for each in names_in(body)} - own & hiding:
            raise TypeError(f"{function.name}: a local would hide {sorted(hidden)}")
        if piece.module:
            for each in (*body, *function.decorator_list):
                self.note(each, piece.module, frozenset(own))
        landing.decorators += [each for each in function.decorator_list if not is_mark(each)]
        outside = landing.taken | {*self.names} if piece.module else landing.taken
        names = {each: ast.Name(_fresh(each, outside, own) if each in outside else each) for each in own}
        values: dict[str, ast.expr] = {**names}
        before: Statements = []
        for name, argument in _arguments(function, given, keywords).items():
            if name not in stored(body) and _stands_for(name, argument, body):
                values[name] = argument
            else:
                before.append(ast.Assign([ast.Name(names[name].id, ast.Store())], argument))
        body = [_Renamed(values).visit(each) for each in body]
        if not kept.intersection(each.id for each in parts_of(target) if isinstance(each, ast.Name)):
            body = self.straight_into(target, body, {each.id for each in names.values()})
        body = ended(body) if ends else delivered(body, target)
        taken = landing.taken | {each.id for each in names.values()}
        inner = _Landing(landing.own, landing.around, taken, landing.decorators)
        return before + self.expanded(body, inner, kept=kept)

    def straight_into(self, target: ast.expr | None, body: Statements, own: set[str]) -> Statements:
        """The same where its locals that are all it returns have the names of that to which they are assigned."""
        places, results = parts_of(target), variables_returned(body)
        new = {each.id for each in places if isinstance(each, ast.Name)}
        if len(new) != len(places) or len(results) != len(places) or not own.issuperset(results):
            return body
        if new & {each.id for each in names_in(body)}:
            return body
        renamed = _Renamed(dict(zip(results, places, strict=True)))
        return [renamed.visit(each) for each in body]


def _arguments(
    function: ast.FunctionDef, given: list[ast.expr], keywords: list[ast.keyword]
) -> Mapping[str, ast.expr]:
    """With what a function is called, by its parameters, in the order in which that is found out. Raises TypeError."""
    told, found = function.args, dict(zip(parameters_of(function), given, strict=False))
    found |= {each.arg or "": each.value for each in keywords}
    for parameter, default in zip(reversed(told.args), reversed(told.defaults), strict=False):
        found.setdefault(parameter.arg, default)
    is_plain = not any(isinstance(each, ast.Starred) for each in given) and len(given) + len(keywords) <= len(found)
    if told.vararg or told.kwarg or not is_plain or {*found} != {*parameters_of(function)}:
        raise TypeError(f"{function.name}: what is inlined is given each of its parameters, one by one")
    return found


def _seen_after(attempt: ast.Try, scope: Statements, repeated: bool) -> frozenset[str]:
    """The variables that are read when an attempt has not come to its end."""
    if attempt.handlers and repeated:
        return frozenset(loaded(scope))
    seen = Counter(loaded(scope)) - Counter(loaded(attempt.body)) if attempt.handlers else loaded(attempt.finalbody)
    return frozenset(seen)


def _stands_for(name: str, argument: ast.expr, body: Statements) -> bool:
    """Can it stand for the parameter wherever that is read?"""
    if not isinstance(argument, ast.Attribute):
        return isinstance(argument, ast.Name | ast.Constant)
    if isinstance(argument.value, ast.Name) and argument.value.id == HELD:
        return True
    repeated = ast.For | ast.While | ast.FunctionDef | ast.Lambda | ast.comprehension
    parts = [part for statement in body for part in ast.walk(statement) if isinstance(part, repeated)]
    again = any(each.id == name for each in names_in(parts))
    return isinstance(argument.value, ast.Name) and not again and [x.id for x in names_in(body)].count(name) == 1


def _fresh(name: str, outside: set[str], own: set[str]) -> str:
    """A name that is nobody else's."""
    return next(each for number in count(1) if (each := f"{name}_{number}") not in outside and each not in own)


class _Renamed(ast.NodeTransformer):
    """What stands for names, in their place."""

    def __init__(self, values: Mapping[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.AST:
        found = self.values.get(node.id)
        if isinstance(found, ast.Name):
            return ast.Name(found.id, node.ctx)
        return node if found is None else deepcopy(found)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.name = self.name(node.name)
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        hidden = {*parameters_of(node), *stored(node.body)}
        seen = {name: self.values[name] for name in {each.id for each in names_in(node.body)} & {*self.values} - hidden}
        if hidden & {each.id for each in names_in([*seen.values()])}:
            raise TypeError(f"a name of its own would hide what is meant: {ast.unparse(node)}")
        node.body = [_Renamed(seen).visit(each) for each in node.body]
        node.name = self.name(node.name) or ""
        if node.args.defaults or any(node.args.kw_defaults) or node.args.vararg or node.args.kwarg:
            raise TypeError(f"a function inside of what is inlined is given its parameters: {ast.unparse(node)}")
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal | ast.Global) -> ast.AST:
        raise TypeError(f"what is inlined changes nobody's variables but its own: {ast.unparse(node)}")

    visit_Global = visit_Nonlocal

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        raise TypeError(f"no class stands in what is inlined: {ast.unparse(node)}")

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        raise TypeError(f"no function without a name stands in what is inlined: {ast.unparse(node)}")

    def name(self, name: str | None) -> str | None:
        found = self.values.get(name or "")
        return found.id if isinstance(found, ast.Name) else name


def _without_unused(body: Statements) -> Statements:
    """Without pieces that nobody calls any more."""
    used = {each.id for each in names_in(body)}
    left = [each for each in body if not isinstance(each, ast.FunctionDef) or not is_inlined(each) or each.name in used]
    return left if len(left) == len(body) else _without_unused(left)


def _plain(function: ast.FunctionDef) -> ast.FunctionDef:
    """Without marks, and without annotations inside, which nobody reads."""
    for node in ast.walk(function):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [each for each in node.decorator_list if not is_mark(each)]
            if node is not function:
                node.returns = None
                for each in node.args.args:
                    each.annotation = None
    made: ast.FunctionDef = ast.fix_missing_locations(_Unannotated().visit(function))
    return made


class _Unannotated(ast.NodeTransformer):
    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return ast.Assign([node.target], node.value) if node.value is not None else None
