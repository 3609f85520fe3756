"""A test in, which lists are pairs for certain where it holds, and where it does not, out."""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, facts, is_call
from chibi_hooks.scheme.core import And, Call, Const, If, LocalRef, Node, Or, Variable

Known = frozenset[Variable]
NOTHING: Final[Known] = frozenset()


def learnt(test: Node) -> tuple[Known, Known]:
    """The variables that are known to be pairs where the test holds, and where it does not."""
    if isinstance(test, (And, Or)):
        parts = [learnt(each) for each in test.parts]
        if isinstance(test, And):
            return NOTHING.union(*[full for full, _ in parts]), NOTHING
        return NOTHING, NOTHING.union(*[empty for _, empty in parts])
    if not isinstance(test, Call) or len(test.operands) != 1:
        return NOTHING, NOTHING
    if is_call(test, "not", 1):
        full, empty = learnt(test.operands[0])
        return empty, full
    asked = test.operands[0]
    if not isinstance(asked, LocalRef):
        return NOTHING, NOTHING
    if is_call(test, "pair?", 1):
        return frozenset((asked.variable,)), NOTHING
    if is_call(test, "null?", 1):
        return NOTHING, frozenset((asked.variable,))
    return NOTHING, NOTHING


def looked_into(node: Node) -> Known:
    """The variables that are known to be pairs once a node has its value: their first member was taken."""
    found: set[Variable] = set()
    stack = [node]
    while stack:
        node = stack.pop()
        if isinstance(node, If):
            stack.append(node.test)
        elif isinstance(node, (And, Or)):
            stack.append(node.parts[0])
        elif isinstance(node, Call) and called_leaf(node) is not None:
            first = node.operands[0] if node.operands else None
            if isinstance(first, LocalRef) and is_call(node, "car", 1):
                found.add(first.variable)
            stack += node.operands
    return frozenset(found)


def is_fixed(node: Node) -> bool:
    """Whether it is the same wherever it stands."""
    if isinstance(node, LocalRef):
        found = facts(node.variable)
        return not (node.variable.assigned or found.late or found.members or found.walk)
    return isinstance(node, Const)
