"""The nodes of a program in, the variables out that it reads before they have a value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chibi_hooks.scheme.core import (
    And,
    Call,
    Define,
    Global,
    GlobalRef,
    If,
    Let,
    Letrec,
    Node,
    Or,
    Sequence,
    SetGlobal,
    SetLocal,
)


def read_early(nodes: list[Node]) -> set[Global]:
    """The top-level variables that are read before their first definition is done, as far as no procedure hides it."""
    defined: set[Global] = set()
    early: set[Global] = set()
    for node in nodes:
        stack: list[Any] = [node.value if node.__class__ is Define else node]
        while stack:
            part = stack.pop()
            if part.__class__ is GlobalRef:
                if part.location not in defined:
                    early.add(part.location)
            else:
                stack += PARTS.get(part.__class__, _no_parts)(part)
        if node.__class__ is Define:
            defined.add(node.location)
    return early


def _no_parts(node: Any) -> list[Node]:
    return []


def _parts(node: Any) -> list[Node]:
    return node.parts  # type: ignore[no-any-return]


PARTS: dict[type, Callable[[Any], list[Node]]] = {  # what runs when the node runs: not the body of a lambda
    And: _parts,
    Or: _parts,
    Sequence: _parts,
    If: lambda node: [node.test, node.then, node.otherwise],
    Let: lambda node: [*node.inits, node.body],
    Letrec: lambda node: [*node.inits, node.body],
    SetLocal: lambda node: [node.value],
    SetGlobal: lambda node: [node.value],
    Define: lambda node: [node.value],
    Call: lambda node: [node.operator, *node.operands],
}
