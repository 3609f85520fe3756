"""The nodes of one file, library or REPL input in, an `Emission` out: parts, entry, and what is known of its globals.

The forms of a unit become functions of their own (`t0`, `t1`, …), runs of simple definitions one together, and the
entry calls them in turn: a continuation captured in one form includes the forms after it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiler.analysis import (
    analyse,
    children,
    global_facts,
    guarded_primitives,
    wrapped_primitives,
)
from chibi_hooks.scheme.compiler.emission import ENTRY, Body, Emission, Target
from chibi_hooks.scheme.compiler.emit import Emitter
from chibi_hooks.scheme.compiler.stack import roomy
from chibi_hooks.scheme.core import (
    CaseLambda,
    Const,
    Define,
    Global,
    GlobalRef,
    Lambda,
    LocalRef,
    Node,
    SetGlobal,
    Variable,
)
from chibi_hooks.scheme.data import UNSPECIFIED
from chibi_hooks.scheme.primitive import RUNTIME

NO_NAMES: Final[Mapping[Variable, str]] = {}


def emit_unit(
    nodes: Items[Node], new_key: Callable[[], str], kept: Mapping[Variable, str] = NO_NAMES, counting: bool = False
) -> Emission:
    """Emit the forms of one unit. `new_key` gives names for module-level helpers; `kept`: names of variables, as an
    earlier emission gave them; `counting`: the code counts its steps. Raises a "limit" SchemeError on too deep nesting.
    """
    return roomy(lambda: _emitted(nodes, new_key, kept, counting))


def _emitted(
    nodes: Items[Node], new_key: Callable[[], str], kept: Mapping[Variable, str], counting: bool
) -> Emission:
    emitter = UnitEmitter(new_key, kept, counting)
    emitter.unit(nodes)
    return emitter.emission


class UnitEmitter(Emitter):
    """Emits one unit."""

    def unit(self, nodes: Items[Node]) -> None:
        defined: dict[Global, int] = {}
        for node in nodes:
            for inner in _globals_set(node):
                defined[inner.location] = defined.get(inner.location, 0) + (
                    1 if inner is node and isinstance(inner, Define) else 2
                )
        for node in nodes:
            if isinstance(node, Define) and isinstance(node.value, Lambda) and defined[node.location] == 1:
                found = global_facts(node.location)
                if not node.location.assigned and not found.assumed:
                    self.known[node.location] = found.known = node.value
                    self.known_keys.add(node.location.key)
        for node in nodes:
            analyse(node)
        parts = [self.part(group, i) for i, group in enumerate(_grouped(nodes, self.simple))]
        self.main(parts)
        for location, procedure in self.known.items():
            found = global_facts(location)
            found.settled = found.assumed = self.settled(procedure)
        for node in nodes:
            if isinstance(node, Define) and node.location.library is not None and defined[node.location] == 1:
                found = global_facts(node.location)
                found.stands_for = wrapped_primitives(node.value)
                found.guarded = guarded_primitives(node.value)
                if isinstance(node.value, CaseLambda):
                    found.clauses = {
                        len(clause.params): (self.clause_keys[clause], self.settled(clause))
                        for clause in reversed(node.value.clauses)
                        if clause in self.clause_keys
                    }
        self.emission.module = ast.Module([*self.factories, *self.body.out], [])

    def simple(self, node: Node) -> bool:
        """Whether running the form calls nothing that could capture a continuation."""
        return isinstance(node, Define) and isinstance(node.value, Lambda | CaseLambda | Const)

    def part(self, nodes: Items[Node], index: int) -> ast.stmt:
        self.counter = self.first
        self.names = {}
        body = self.body = Body(None, self.names)
        self.site("define", "", nodes[0].place)
        line = self.line
        for node in nodes[:-1]:
            self.emit(node, Target("effect"))
        name = self.new_name()
        self.emit(nodes[-1], Target("assign", name))  # not a tail call: errors find the place of the form
        self.put(ast.Return(self.load(name)))
        body.statements = body.out
        statements = body.out
        if body.globals:
            statements = [self.at(ast.Global(sorted(body.globals))), *statements]
        self.line = line
        return self.definition(f"t{index}", [], None, statements)

    def main(self, parts: list[ast.stmt]) -> None:
        """The whole unit is one continuation: a capture in one form includes the forms after it."""
        self.names = {}
        body = self.body = Body(None, self.names)
        body.out.extend(parts)
        for i in range(len(parts)):
            site = self.site("define", "", None)
            call = site.expression = self.apply(self.load(f"t{i}"), [])
            statement = site.statement = self.assign("v0", call)
            self.put(statement)
            again = self.site("define", "", None)
            bounce = again.statement = self.assign(
                "v0", self.apply(self.identity(RUNTIME["bounce"]), [self.load("v0")])
            )
            self.put(ast.If(self.is_tail_call("v0"), [bounce], []))
        self.put(ast.Return(self.load("v0") if parts else self.constant(UNSPECIFIED)))
        body.statements = body.out
        main = self.definition(ENTRY, [], None, body.out)
        self.body = Body(None, self.names)
        self.put(main)


def _globals_set(root: Node) -> list[Define | SetGlobal]:
    found: list[Define | SetGlobal] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Define | SetGlobal):
            found.append(node)
        if not isinstance(node, Const | LocalRef | GlobalRef):
            stack.extend(children(node))
    return found


def _grouped(nodes: Items[Node], simple: Callable[[Node], bool]) -> list[list[Node]]:
    """Runs of simple forms together, every other form alone."""
    groups: list[list[Node]] = []
    open_ = False
    for node in nodes:
        if simple(node) and open_:
            groups[-1].append(node)
        else:
            groups.append([node])
        open_ = simple(node)
    return groups
