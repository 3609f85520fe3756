"""A loop that grows a list at its head and answers it in, the same with a collector that is answered backwards out.

    (let loop ((i n) (l '())) (if (= i 0) l (loop (- i 1) (cons i l))))
    (let loop ((i n) (l (%collector))) (if (= i 0) (%collected-backwards l) (loop (- i 1) (%collect l i))))

For twins, which answer members (`twins`); where a loop is as it was, its list is found by `stacks`.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.lists.stacks import is_fit, told_as_collector
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.core import Call, If, Lambda, Let, Letrec, LocalRef, Node, Sequence, Variable


class NoStack(Exception):
    """Something else is done with a list than to let it grow."""


def answering_members(node: Letrec) -> Letrec:
    """The loop with such a variable told as a collector; the loop itself where there is none."""
    procedure, entry = as_loop(node), node.body
    if procedure is None or not isinstance(entry, Call):
        return node
    for i, param in enumerate(procedure.params):
        if i < len(entry.operands) and not param.assigned:
            work = _Stacked(node.variables[0], i, param)
            try:
                body, begun = work.last(procedure.body), work.jump(entry)
            except NoStack:
                continue
            if work.grows and work.answered:
                made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
                return Letrec(node.variables, [made], begun, node.place)
    return node


class _Stacked:
    """A variable of a loop on its way."""

    def __init__(self, loop: Variable, index: int, stack: Variable) -> None:
        self.loop, self.index, self.stack = loop, index, stack
        self.grows = self.answered = False

    def last(self, node: Node) -> Node:
        """A node in tail position. Raises NoStack."""
        if isinstance(node, If):
            return If(self.other(node.test), self.last(node.then), self.last(node.otherwise), node.place)
        if isinstance(node, Sequence):
            before = [self.other(each) for each in node.parts[:-1]]
            return Sequence([*before, self.last(node.parts[-1])], node.place)
        if isinstance(node, Let):
            return Let(node.variables, [self.other(each) for each in node.inits], self.last(node.body), node.place)
        if isinstance(node, LocalRef) and node.variable is self.stack:
            self.answered = True
            return call_of("%collected-backwards", [node], node)
        if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable is self.loop:
            return self.jump(node)
        return self.other(node)

    def jump(self, node: Call) -> Call:
        """A turn. Raises NoStack."""
        operands = [*node.operands]
        own = operands.pop(self.index)
        if not is_fit(own, self.stack):
            raise NoStack
        for each in operands:
            self.other(each)
        for each in _members(own):
            self.grows = True
            self.other(each)
        operands.insert(self.index, told_as_collector(own, self.stack))
        return Call(node.operator, operands, node.place)

    def other(self, node: Node) -> Node:
        """What has nothing to do with the list. Raises NoStack."""
        if self.stack in references(node):
            raise NoStack
        return node


def _members(node: Node) -> list[Node]:
    """What may be added, and what is asked before."""
    if isinstance(node, If):
        return [node.test, *_members(node.then), *_members(node.otherwise)]
    return [node.operands[0]] if isinstance(node, Call) else []
