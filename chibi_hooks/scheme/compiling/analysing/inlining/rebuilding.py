"""A tree in, the same with some of its nodes changed out; what is not changed is not copied."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_

from chibi_hooks.scheme.compiling.analysing.trees import LEAVES
from chibi_hooks.scheme.core import (
    BELOW,
    And,
    Call,
    CaseLambda,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Node,
    Or,
    Sequence,
    copy,
)
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


def with_ends(
    node: Node,
    change: Callable[[Node], Node],
    pass_over: Callable[[Node], None] = lambda node: None,
    joined: tuple[type, ...] = (Sequence,),
) -> Node:
    """The node with each expression changed that it may end with; the others are told to `pass_over`. `joined`: the
    kinds that end with the last of their parts."""

    def ended(node: Node) -> Node:
        if isinstance(node, If):
            pass_over(node.test)
            return If(node.test, ended(node.then), ended(node.otherwise), node.place)
        if isinstance(node, Let):
            for each in node.inits:
                pass_over(each)
            return Let(node.variables, node.inits, ended(node.body), node.place)
        if isinstance(node, (Sequence, And, Or)) and isinstance(node, joined):
            for each in node.parts[:-1]:
                pass_over(each)
            return node.__class__([*node.parts[:-1], ended(node.parts[-1])], node.place)
        return change(node)

    return ended(node)


def call_of(name: str, operands: list[Node], at: Node) -> Call:
    """The call of a primitive, at the place of another node."""
    primitive = PRIMITIVES[name]
    return Call(GlobalRef(Global(name, name, None, primitive)), operands, at.place)
