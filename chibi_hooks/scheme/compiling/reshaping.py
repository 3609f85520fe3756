"""A form in, the same with its loops on better shapes out: merged where they are several, and then gathering."""

from __future__ import annotations

from chibi_hooks.scheme.compiling.gathering.loops import may_gather, on_better_shapes
from chibi_hooks.scheme.compiling.merging import may_merge, merged
from chibi_hooks.scheme.compiling.rebuilding import Origins, with_children
from chibi_hooks.scheme.core import Letrec, Node, children


def reshaped(root: Node, origins: Origins) -> Node:
    """The tree with its loops on better shapes; the same tree where there are none."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Letrec) and (may_gather(node) or may_merge(node)):
            return _rebuilt(root, origins)
        stack += children(node)
    return root


def _rebuilt(node: Node, origins: Origins) -> Node:
    """The tree with each loop changed after those inside it."""
    made = with_children(node, lambda each: _rebuilt(each, origins), origins)
    if isinstance(made, Letrec):
        made = merged(made, origins)
    return on_better_shapes(made, origins) if isinstance(made, Letrec) else made
