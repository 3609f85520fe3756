"""Statements of a body in, the same out that take the frame off Python's stack at calls of hot sites (`detaching`)."""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE
from chibi_hooks.scheme.compiling.resuming.receiving import at_call, captured, current_run, receiver_of
from chibi_hooks.scheme.compiling.resuming.rest import RUN, VALUE, loop_of
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.site import Body, Detached, Site
from chibi_hooks.scheme.values.data import UNDEFINED

FIRST: Final = 32  # number of the first parameter for a `Detached`; those below say where loops are entered again


def exits_of(body: Body) -> dict[Site, Detached]:
    """The exits at the hot sites of a body."""
    known = {each: each.resumptions for each in body.hot}
    return {each: of.detached for each, of in known.items() if of is not None and of.detached is not None}


def _makes_call_of(site: Site, statement: ast.Assign) -> bool:
    """Whether the statement, or what it was made from, is that of the site: others may stand on its line."""
    made, target = site.statement, statement.targets[0]
    assert isinstance(made, ast.Assign)
    same = isinstance(target, ast.Name) and target.id == getattr(made.targets[0], "id", "")
    return same and statement.lineno == statement.value.lineno


class Leaving:
    """The exits of a version at all hot sites. `parameters`: the names of those that it takes; `globals`: what the
    receivers assign whose work it does; `has_run`: the run is there, and need not be looked for.
    """

    def __init__(
        self,
        body: Body,
        exits: dict[Site, Detached],
        unit: CompiledUnit,
        namespace: dict[str, Any],
        has_run: bool = False,
    ) -> None:
        self.body = body
        self.exits = dict(exits)
        self.unit = unit
        self.namespace = namespace
        self.has_run = has_run
        self.parameters: dict[Site, str] = {}
        self.needed: set[str] = set()
        self.globals: set[str] = set()

    def statements(self, block: list[ast.stmt], names: Collection[str]) -> list[ast.stmt]:
        """The block with exits, where the variables `names` are there already."""
        statements = self.rewritten(block)
        unset = sorted(self.needed.difference(names))
        if unset:
            self.unit.constants.append(UNDEFINED)
            undefined = b"%d" % (len(self.unit.constants) - 1)
            statements = [*(ast.Assign([ast.Name(n, STORE)], ast.Constant(undefined)) for n in unset), *statements]
        return statements

    def rewritten(self, block: list[ast.stmt]) -> list[ast.stmt]:
        """The block with exits."""
        result: list[ast.stmt] = []
        for statement in block:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                site = self.unit.sites[statement.value.lineno]
                if site in self.exits and _makes_call_of(site, statement):
                    work = self.received(statement.value, result, site)
                    return work or [*result, *self.exit(site, statement.value)]
            elif isinstance(statement, ast.If):
                then, otherwise = self.rewritten(statement.body), self.rewritten(statement.orelse)
                statement = ast.copy_location(ast.If(statement.test, then, otherwise), statement)
            elif isinstance(statement, (ast.While, ast.For)):
                inside, behind = self.rewritten(statement.body), self.rewritten(statement.orelse)
                statement = loop_of(statement, inside, behind)
            elif isinstance(statement, ast.Return):
                pending = statement.value
                if isinstance(pending, ast.Tuple) and not isinstance(pending.elts[0], ast.Starred):
                    call = ast.copy_location(ast.Call(pending.elts[0], pending.elts[1:], []), pending)
                    if work := self.received(call, result):
                        return work
                statement = self.answer(statement)
            result.append(statement)
        return result

    def answer(self, statement: ast.Return) -> ast.Return:
        """A tail call is made at once where nothing can be captured below it: it ends in a step, and the base is spared
        one.
        """
        pending = statement.value
        if not isinstance(pending, ast.Tuple) or not isinstance(pending.elts[0], ast.Name):
            return statement
        function, *args = pending.elts
        if any(isinstance(each, ast.Starred) for each in args) or not self.ends_at_once(pending.elts[0].id):
            return statement
        return ast.copy_location(ast.Return(ast.copy_location(ast.Call(function, args, []), pending)), statement)

    def ends_at_once(self, name: str) -> bool:
        """Whether it is a procedure of the top level that only makes tail calls."""
        known = self.namespace.get(name)
        if known.__class__ is not FunctionType:
            return False
        unit = unit_of(known.__code__)
        if unit is not self.unit:
            return False
        body = unit.sites[known.__code__.co_firstlineno].body
        return body is not None and not any(each.body is body and each.statement is not None for each in unit.sites)

    def received(self, call: ast.Call, before: list[ast.stmt], site: Site | None = None) -> list[ast.stmt]:
        """What comes before the call of call/cc and the work of its receiver; nothing for any other call. Nothing waits
        for it in this frame where it is at no hot site, but a tail call.
        """
        later = self.exits[site].names if site is not None else ()
        receiver = receiver_of(call, before, later, self.unit, self.namespace)
        if receiver is None:
            return []
        receiver.body.hosts.add(self.body)
        self.globals |= receiver.body.globals
        self.exits.update(exits_of(receiver.body))
        made = captured(receiver, self.pushed(site) if site is not None else None, call, self.unit)
        return [*before[:-1], *self.run(call), *made, *self.rewritten(receiver.body.statements)]

    def exit(self, site: Site, call: ast.Call) -> list[ast.stmt]:
        """Answer the call at the site instead of making it."""
        # a tail call that the callee answered, or the call itself
        pending = call.args[0] if site.expression is None else ast.Tuple([call.func, *call.args], LOAD)
        push = ast.Assign([ast.Attribute(ast.Name(RUN, LOAD), "frames", STORE)], self.pushed(site))
        return [*self.run(call), *[at_call(each, call) for each in (push, ast.Return(pending))]]

    def run(self, call: ast.Call) -> list[ast.stmt]:
        """What finds the run for a call."""
        return [] if self.has_run else [at_call(current_run(self.unit), call)]

    def pushed(self, site: Site) -> ast.expr:
        """The frame that waits for the call at the site, on those of the run. Its variables are all there, with or
        without a value.
        """
        names = self.exits[site].names
        self.needed.update(names)
        name = self.parameters.setdefault(site, f"{VALUE}{FIRST + len(self.parameters)}")
        values = ast.Tuple([ast.Name(each, LOAD) for each in names], LOAD)
        return ast.Tuple([ast.Name(name, LOAD), values, ast.Attribute(ast.Name(RUN, LOAD), "frames", LOAD)], LOAD)
