"""The nodes of one file, library or REPL input in, an `Emission` out: parts, entry, and what is known of its globals.

The forms of a unit become functions of their own (`t0`, `t1`, …), runs of simple definitions one together, and the
entry calls them in turn: a continuation captured in one form includes the forms after it. Of many forms, each function
calls a few, for what follows a capture is compiled when it is needed.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiler.analysis import analyse
from chibi_hooks.scheme.compiler.emission import Body, Emission, Target
from chibi_hooks.scheme.compiler.emit import Emitter
from chibi_hooks.scheme.compiler.facts import global_facts
from chibi_hooks.scheme.compiler.integration import guarded_primitives, templates, wrapped_primitives
from chibi_hooks.scheme.compiler.link import ENTRY
from chibi_hooks.scheme.compiler.shallow import shallow
from chibi_hooks.scheme.compiler.stack import roomy
from chibi_hooks.scheme.compiler.trees import children, deepest
from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Define,
    Global,
    Lambda,
    Node,
    Variable,
)
from chibi_hooks.scheme.data import UNSPECIFIED

NO_NAMES: Final[Mapping[Variable, str]] = {}
TOGETHER: Final = 12  # forms in one function


def emit_unit(
    nodes: Items[Node], new_key: Callable[[], str], kept: Mapping[Variable, str] = NO_NAMES, counting: bool = False
) -> Emission:
    """Emit the forms of one unit. `new_key` gives names for module-level helpers; `kept`: names of variables, as an
    earlier emission gave them; `counting`: the code counts its steps. Raises a "limit" SchemeError on too deep nesting.
    """

    def emitted(nodes: Items[Node]) -> Emission:
        return _emitted(nodes, new_key, kept, counting)

    return roomy(lambda: emitted(nodes), lambda: deepest(nodes), lambda: emitted([shallow(each) for each in nodes]))


def _emitted(nodes: Items[Node], new_key: Callable[[], str], kept: Mapping[Variable, str], counting: bool) -> Emission:
    emitter = UnitEmitter(new_key, kept, counting)
    emitter.unit(nodes)
    return emitter.emission


class UnitEmitter(Emitter):
    """Emits one unit."""

    def unit(self, nodes: Items[Node]) -> None:
        defined: dict[Global, int] = {}
        for node in nodes:
            for inner in analyse(node, self.expansions):
                defined[inner.location] = defined.get(inner.location, 0) + (
                    1 if inner is node and isinstance(inner, Define) else 2
                )
        for node in nodes:
            if isinstance(node, Define) and isinstance(node.value, Lambda) and defined[node.location] == 1:
                found = global_facts(node.location)
                if not node.location.assigned and not found.assumed:
                    self.known[node.location] = found.known = node.value
                    self.known_keys.add(node.location.key)
        parts = [self.part(group, f"t{i}") for i, group in enumerate(_grouped(nodes, self.simple))]
        while len(parts) > TOGETHER:
            some = [parts[i : i + TOGETHER] for i in range(0, len(parts), TOGETHER)]
            parts = [self.in_turn(group, f"t{i}") for i, group in enumerate(some)]
        self.put(self.in_turn(parts, ENTRY))
        for location, procedure in self.known.items():
            found = global_facts(location)
            found.settled = found.assumed = self.settled(procedure)
        for node in nodes:
            if isinstance(node, Define) and node.location.library is not None and defined[node.location] == 1:
                found = global_facts(node.location)
                found.stands_for = wrapped_primitives(node.value)
                found.guarded = guarded_primitives(node.value)
                found.templates = templates(node.value)
                if isinstance(node.value, CaseLambda):
                    found.clauses = {
                        len(clause.params): (self.clause_keys[clause], self.settled(clause))
                        for clause in reversed(node.value.clauses)
                        if clause in self.clause_keys
                    }
        self.emission.module = ast.Module([*self.factories, *self.body.out], [])

    def simple(self, node: Node) -> bool:
        """Whether running the form calls nothing that could capture a continuation."""
        stack = [node]
        while stack:
            node = stack.pop()
            if isinstance(node, Call) and self.leaf(node) is None:
                return False
            if not isinstance(node, (Lambda, CaseLambda)):
                stack += children(node)
        return True

    def part(self, nodes: Items[Node], name: str) -> ast.FunctionDef:
        """One function for some forms."""
        self.counter = self.first
        self.names = {}
        body = self.body = Body(None, self.names)
        self.site("define", "", nodes[0].place)
        line = self.line
        for node in nodes[:-1]:
            self.emit(node, Target("effect"))
        value = self.new_name()
        self.emit(nodes[-1], Target("assign", value))  # not a tail call: errors find the place of the form
        self.put(ast.Return(self.load(value)))
        body.statements = body.out
        statements = body.out
        if body.globals:
            statements = [self.at(ast.Global(sorted(body.globals))), *statements]
        self.line = line
        return self.definition(name, [], None, statements)

    def in_turn(self, parts: list[ast.FunctionDef], name: str) -> ast.FunctionDef:
        """The function that calls these: a capture in one includes those after it."""
        self.names = {}
        body = self.body = Body(None, self.names)
        body.out.extend(parts)
        for part in parts:
            site = self.site("define", "", None)
            call = site.expression = self.apply(self.load(part.name), [])
            statement = site.statement = self.assign("v0", call)  # a part never answers a tail call
            self.put(statement)
        self.put(ast.Return(self.load("v0") if parts else self.constant(UNSPECIFIED)))
        body.statements = body.out
        made = self.definition(name, [], None, body.out)
        made.parts = parts  # type: ignore[attr-defined]  # for `pieces`
        self.body = Body(None, self.names)
        return made


def _grouped(nodes: Items[Node], simple: Callable[[Node], bool]) -> list[list[Node]]:
    """Runs of simple forms together, but not too many; every other form alone."""
    groups: list[list[Node]] = []
    open_ = False
    for node in nodes:
        if simple(node) and open_ and len(groups[-1]) < TOGETHER:
            groups[-1].append(node)
        else:
            groups.append([node])
        open_ = simple(node)
    return groups
