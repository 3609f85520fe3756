"""A tree in, the same with some of its nodes changed out; what is not changed is not copied."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from chibi_hooks.scheme.compiling.analysing.trees import LEAVES
from chibi_hooks.scheme.core import BELOW, Call, CaseLambda, Global, GlobalRef, Lambda, Node, copy
from chibi_hooks.scheme.primitive import PRIMITIVES

Origins = dict[Node, Node]
"""What procedures were before they were changed."""


def with_children(node: Node, change: Callable[[Node], Node], origins: Origins) -> Node:
    """The node with each of its children changed; the node itself where nothing is."""
    kind = node.__class__
    if kind in LEAVES:
        return node
    below = BELOW[kind](node)
    changed = [change(each) for each in below]
    if all(map(is_, changed, below)):
        return node
    made = {id(old): new for old, new in zip(below, changed, strict=True)}
    result = copy(node, lambda old: made[id(old)], lambda variable: variable, node.place)
    if isinstance(result, (Lambda, CaseLambda)):
        origins[result] = origins.get(node, node)
    return result


def call_of(name: str, operands: list[Node], at: Node) -> Call:
    """The call of a primitive, at the place of another node."""
    primitive = PRIMITIVES[name]
    return Call(GlobalRef(Global(name, name, None, primitive)), operands, at.place)
