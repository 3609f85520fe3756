"""Python nodes, names, constants and sites of one unit: what the emitter builds with."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from chibi_hooks.scheme.compiler.emission import LOAD, STORE, Body, Emission
from chibi_hooks.scheme.compiler.facts import facts
from chibi_hooks.scheme.compiler.integration import Expansions
from chibi_hooks.scheme.compiler.site import Integrated, Site
from chibi_hooks.scheme.core import Global, Lambda, Node, Variable
from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.source import Place

T = TypeVar("T", bound=ast.AST)


class Builder:
    """Holds what one unit needs while it is emitted; `body` is the Python function at hand."""

    def __init__(self, new_key: Callable[[], str], kept: Mapping[Variable, str], counting: bool) -> None:
        self.new_key = new_key
        self.counting = counting  # whether the code counts its steps
        self.kept = kept  # names that variables must have: closures made by an earlier emission hold them
        self.first = 1 + max([int(name[1:]) for name in kept.values()], default=-1)  # number of a name that is free
        self.emission = Emission()
        self.sites = self.emission.sites
        self.sites += [
            Site(None, "define", ""),
            Site(None, "define", ""),
        ]  # lines count from 1; line 1 belongs to nothing
        self.line = 1
        self.counter = self.first
        self.names: dict[str, str] = {}
        self.constant_index: dict[int, int] = {}
        self.factories: list[ast.stmt] = []
        self.known: dict[Global, Lambda] = {}
        self.known_keys: set[str] = set()
        self.expansions = Expansions()
        self.around: tuple[Integrated, ...] = ()  # what stands in line around the node at hand
        self.moved: set[Lambda] = set()  # operands that stand in the place of the parameter they were given to
        self.left_over: set[Node] = set()  # calls that are made only when their guard did not hold
        self.clause_keys: dict[Lambda, str] = {}  # clauses of case-lambdas that are procedures of their own
        self.settled_: dict[Lambda, bool] = {}
        self.settling = 0  # how many procedures `settled` is asking about, one for the sake of another
        self.body = Body(None, self.names)

    # building nodes -------------------------------------------------------------------------------------------------

    def at(self, node: T) -> T:
        """Put the node on the current line."""
        node.lineno = self.line  # type: ignore[attr-defined]
        node.col_offset = 0  # type: ignore[attr-defined]
        return node

    def load(self, name: str) -> ast.Name:
        node = ast.Name(name, LOAD)
        node.lineno, node.col_offset = self.line, 0  # as `at` does it: what is made ten thousand times saves the call
        return node

    def python(self, value: int | float | bool | bytes | None) -> ast.Constant:
        node = ast.Constant(value)
        node.lineno, node.col_offset = self.line, 0
        return node

    def runtime(self, name: str, *args: ast.expr) -> ast.Call:
        """A call of the runtime, on a line of its own: whatever may find the stack full must be told apart."""
        here = self.sites[self.line]
        self.site(here.kind, here.name, here.place)
        return self.apply(self.helper(name), list(args))

    def helper(self, name: str) -> ast.Name:
        """A name of `RUNTIME`, or a primitive's Python test, by its key in the table that all code falls back to."""
        return self.load("%" + name)

    def step(self) -> None:
        """Where a step begins that `steps` may have to count."""
        if self.counting:
            self.put(ast.Expr(self.runtime("tick")))

    def apply(self, function: ast.expr, args: list[ast.expr]) -> ast.Call:
        node = ast.Call(function, args, [])
        node.lineno, node.col_offset = self.line, 0
        return node

    def assign(self, name: str, value: ast.expr, binds: bool = False) -> ast.Assign:
        target = ast.Name(name, STORE)
        target.lineno, target.col_offset = self.line, 0
        statement = ast.Assign([target], value)
        statement.lineno, statement.col_offset = self.line, 0
        if binds:
            statement.binds = True  # type: ignore[attr-defined]
        return statement

    def binding(self, target: ast.expr, value: ast.expr) -> ast.Assign:
        """An assignment that makes a new variable each time it runs (`continuations` tells it from `set!`)."""
        statement = self.at(ast.Assign([target], value))
        statement.binds = True  # type: ignore[attr-defined]
        return statement

    def put(self, statement: Any) -> None:
        if not hasattr(statement, "lineno"):
            statement.lineno, statement.col_offset = self.line, 0
        self.body.out.append(statement)

    def constant(self, value: Value) -> ast.expr:
        kind = value.__class__
        if kind is int and -(1 << 30) < value < 1 << 30 or kind is float:
            return self.python(value)
        index = self.constant_index.get(id(value))
        if index is None:
            index = self.constant_index[id(value)] = len(self.emission.constants)
            self.emission.constants.append(value)
        return self.python(b"%d" % index)

    def identity(self, value: Value) -> ast.expr:
        """A constant as operand of `is`."""
        return self.wrapped(self.constant(value))

    def wrapped(self, expression: ast.expr) -> ast.expr:
        """An expression where Python warns about a literal (operand of `is`, operator of a call): it goes into
        `… if 1 else 0`, which costs nothing, because the test on 1 is folded away.
        """
        if not isinstance(expression, (ast.Constant, ast.BinOp, ast.UnaryOp)):  # literals are folded
            return expression
        return self.chosen(expression)

    def operator(self, expression: ast.expr) -> ast.expr:
        """An expression that is called. An attribute (`x.car`) would make it a method call, which gets the line of the
        attribute, the one of another site: neither an error nor a continuation would find the call.
        """
        return self.chosen(expression) if isinstance(expression, ast.Attribute) else self.wrapped(expression)

    def chosen(self, expression: ast.expr) -> ast.expr:
        return self.at(ast.IfExp(self.python(1), expression, self.python(0)))

    def is_(self, left: ast.expr, value: Value, negated: bool = False) -> ast.expr:
        return self.at(ast.Compare(self.wrapped(left), [ast.IsNot() if negated else ast.Is()], [self.identity(value)]))

    def new_name(self, scheme_name: str = "") -> str:
        name = f"v{self.counter}"
        self.counter += 1
        if scheme_name:
            self.names[name] = scheme_name
        return name

    def site(self, kind: Any, name: str, place: Place | None) -> Site:
        """Open a new line; what is built next stands on it."""
        site = Site(place, kind, name)
        site.body = self.body
        if self.around:
            site.around = self.around
        self.line = len(self.sites)
        self.sites.append(site)
        return site

    # variables ------------------------------------------------------------------------------------------------------

    def bind(self, variable: Variable) -> str:
        found = facts(variable)
        kept = self.kept.get(variable)
        if kept is not None:
            self.names[kept] = variable.name
        found.name = kept or self.new_name(variable.name)
        changes = variable.assigned or found.late
        found.boxed = changes and found.captured
        found.loop_body = self.body if self.body.loops else None
        if changes and not found.boxed:
            self.body.mutated.add(found.name)
        return found.name

    def local(self, variable: Variable, place: Place | None) -> ast.expr:
        found = facts(variable)
        value: ast.expr = self.load(found.name)
        if found.boxed:
            value = self.at(ast.Subscript(value, self.python(0), LOAD))
        if found.late:
            self.site("global", variable.name, place)
            value = self.runtime("defined", value)
        return value

    def box(self, variable: Variable, value: ast.expr) -> ast.expr:
        return self.at(ast.List([value], LOAD)) if facts(variable).boxed else value

    def global_(self, location: Global, place: Place | None) -> ast.expr:
        if location.primitive is None and location.library is None:
            self.site("global", location.name, place)
        return self.load(location.key)
