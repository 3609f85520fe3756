"""The body of a procedure that may be put in line in, marshallable data out, and back: kept on disk with its library.

Only what `integration` copies occurs: no assignment, no procedure but loops. Places are left out, a copy has none of
its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from chibi_hooks.scheme.compiler.image import constant_read, constant_written
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
)
from chibi_hooks.scheme.primitive import PRIMITIVES

PARTS: Final[dict[str, type]] = {"and": And, "or": Or, "sequence": Sequence}
TAGS: Final = {kind: tag for tag, kind in PARTS.items()}


def procedure_written(procedure: Lambda, keys: Mapping[int, str]) -> Any:
    """The procedure as data for `marshal`; `keys` as in `image.written`. Raises Unstorable."""
    return _Writer(keys).node(procedure)


def procedure_read(data: Any, table: Mapping[str, Any]) -> Lambda:
    """The procedure again."""
    found = _Reader(table).node(data)
    assert isinstance(found, Lambda)
    return found


class _Writer:
    def __init__(self, keys: Mapping[int, str]) -> None:
        self.keys = keys
        self.numbers: dict[Variable, int] = {}

    def variables(self, variables: list[Variable]) -> Any:
        return tuple([(self.numbers.setdefault(each, len(self.numbers)), each.name) for each in variables])

    def nodes(self, nodes: list[Node]) -> Any:
        return tuple([self.node(each) for each in nodes])

    def node(self, node: Node) -> Any:
        if isinstance(node, Const):
            return "constant", constant_written(node.value, self.keys)
        if isinstance(node, LocalRef):
            return "local", self.numbers[node.variable]
        if isinstance(node, GlobalRef):
            location = node.location
            return "global", location.name, location.key, location.library, location.primitive is not None
        if isinstance(node, If):
            return "if", self.nodes([node.test, node.then, node.otherwise])
        if isinstance(node, (And, Or, Sequence)):
            return TAGS[node.__class__], self.nodes(node.parts)
        if isinstance(node, Let):
            inits = self.nodes(node.inits)
            return "let", self.variables(node.variables), inits, self.node(node.body)
        if isinstance(node, Letrec):
            return "letrec", self.variables(node.variables), self.nodes(node.inits), self.node(node.body)
        if isinstance(node, Lambda):
            return "lambda", self.variables(node.params), self.node(node.body), node.name
        assert isinstance(node, Call)
        return "call", self.node(node.operator), self.nodes(node.operands)


class _Reader:
    def __init__(self, table: Mapping[str, Any]) -> None:
        self.table = table
        self.numbered: dict[int, Variable] = {}

    def variables(self, data: Any) -> list[Variable]:
        found = []
        for number, name in data:
            self.numbered[number] = Variable(name)
            found.append(self.numbered[number])
        return found

    def nodes(self, data: Any) -> list[Node]:
        return [self.node(each) for each in data]

    def node(self, data: Any) -> Node:
        tag = data[0]
        if tag in PARTS:
            return PARTS[tag](self.nodes(data[1]))  # type: ignore[no-any-return]
        return _READ[tag](self, *data[1:])

    def constant(self, value: Any) -> Node:
        return Const(constant_read(value, self.table))

    def local(self, number: int) -> Node:
        return LocalRef(self.numbered[number])

    def global_(self, name: str, key: str, library: str | None, primitive: bool) -> Node:
        return GlobalRef(Global(name, key, library, PRIMITIVES[key] if primitive else None))

    def if_(self, parts: Any) -> Node:
        test, then, otherwise = self.nodes(parts)
        return If(test, then, otherwise)

    def let(self, variables: Any, inits: Any, body: Any) -> Node:
        found = self.nodes(inits)
        return Let(self.variables(variables), found, self.node(body))

    def letrec(self, variables: Any, inits: Any, body: Any) -> Node:
        found = self.variables(variables)
        return Letrec(found, self.nodes(inits), self.node(body))

    def lambda_(self, params: Any, body: Any, name: str | None) -> Node:
        return Lambda(self.variables(params), None, self.node(body), name)

    def call(self, operator: Any, operands: Any) -> Node:
        return Call(self.node(operator), self.nodes(operands))


_READ: Final[dict[str, Callable[..., Node]]] = {
    "constant": _Reader.constant,
    "local": _Reader.local,
    "global": _Reader.global_,
    "if": _Reader.if_,
    "let": _Reader.let,
    "letrec": _Reader.letrec,
    "lambda": _Reader.lambda_,
    "call": _Reader.call,
}
