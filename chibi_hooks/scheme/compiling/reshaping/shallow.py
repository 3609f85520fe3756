"""A tree in, one that means the same out, in which calls are nested no deeper than `HEIGHT`: for what the emitter could
not compile, because it goes down a tree by recursion.

Calls inside calls become a chain of bindings, `(f a (g b (h c)))` as `(let* ((x (h c)) (y (g b x))) (f a y))`, with
operands that come before bound before, so that the order of evaluation is kept. Nested forms of other kinds stay.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.core import (
    Call,
    CaseLambda,
    Const,
    GlobalRef,
    If,
    Lambda,
    Let,
    LocalRef,
    Node,
    Variable,
    children,
    copy,
)

HEIGHT: Final = 30


class _Part:
    """A node rebuilt: what must be bound before it, in order, the rest, and how high that is."""

    __slots__ = ("bindings", "node", "height")

    def __init__(self, node: Node, height: int, bindings: list[tuple[Variable, Node]] | None = None) -> None:
        self.bindings = bindings or []
        self.node = node
        self.height = height

    def whole(self) -> Node:
        """All of it as one node."""
        node = self.node
        for variable, init in reversed(self.bindings):
            node = Let([variable], [init], node, init.place)
        return node


def shallow(root: Node) -> Node:
    """The tree with calls that are nested less deeply."""
    waiting: list[tuple[Node, int | None]] = [(root, None)]  # with the number of children once they are done
    done: list[_Part] = []
    while waiting:
        node, count = waiting.pop()
        if count is None:
            below = children(node)
            waiting.append((node, len(below)))
            waiting += [(child, None) for child in reversed(below)]
            continue
        parts = done[len(done) - count :]
        del done[len(done) - count :]
        done.append(_call(node, parts) if isinstance(node, Call) else _other(node, parts))
    return done[0].whole()


def _call(node: Call, parts: list[_Part]) -> _Part:
    last = max((i for i, part in enumerate(parts) if part.bindings or part.height >= HEIGHT), default=-1)
    bindings: list[tuple[Variable, Node]] = []
    for part in parts[: last + 1]:
        bindings += part.bindings
        if not stays(part.node):
            variable = Variable("part", part.node.place)
            bindings.append((variable, part.node))
            part.node, part.height = LocalRef(variable, part.node.place), 0
    nodes = [part.node for part in parts]
    made = node if _same(node, nodes) else Call(nodes[0], nodes[1:], node.place)
    return _Part(made, 1 + max(part.height for part in parts), bindings)


def _same(node: Node, nodes: list[Node]) -> bool:
    """Whether these are what it has: what is not deep stays itself."""
    return all(old is new for old, new in zip(children(node), nodes, strict=True))


def stays(node: Node) -> bool:
    """Whether it does not matter when the node is evaluated."""
    if isinstance(node, LocalRef):
        return not node.variable.assigned
    if isinstance(node, GlobalRef):
        return not node.location.assigned
    return isinstance(node, (Const, Lambda, CaseLambda))


def _other(node: Node, parts: list[_Part]) -> _Part:
    height = 1 + max((part.height for part in parts), default=-1)
    if isinstance(node, If):
        test, then, otherwise = parts
        choice = If(test.node, then.whole(), otherwise.whole(), node.place)
        return _Part(node if _same(node, children(choice)) else choice, height, test.bindings)
    nodes = [part.whole() for part in parts]
    made = node if _same(node, nodes) else _rebuilt(node, nodes)
    return _Part(made, 0 if isinstance(node, (Lambda, CaseLambda)) else height)


def _rebuilt(node: Node, nodes: list[Node]) -> Node:
    """The node with others below it."""
    following = iter(nodes)
    return copy(node, lambda old: next(following), lambda variable: variable, node.place)
