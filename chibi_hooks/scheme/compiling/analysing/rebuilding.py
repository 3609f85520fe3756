"""A tree in, the same with some of its nodes changed out; what is not changed is not copied."""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.core import Call, CaseLambda, Global, GlobalRef, Lambda, Node, children, copy
from chibi_hooks.scheme.primitive import PRIMITIVES

Origins = dict[Node, Node]
"""What procedures were before they were changed."""


def with_children(node: Node, change: Callable[[Node], Node], origins: Origins) -> Node:
    """The node with each of its children changed; the node itself where nothing is."""
    below = children(node)
    if not below:
        return node
    made = {id(each): change(each) for each in below}
    if all(made[id(each)] is each for each in below):
        return node
    result = copy(node, lambda old: made[id(old)], lambda variable: variable, node.place)
    if isinstance(result, (Lambda, CaseLambda)):
        origins[result] = origins.get(node, node)
    return result


def call_of(name: str, operands: list[Node], at: Node) -> Call:
    """The call of a primitive, at the place of another node."""
    primitive = PRIMITIVES[name]
    return Call(GlobalRef(Global(name, name, None, primitive)), operands, at.place)
