"""A form in, the same with its loops on better shapes out: merged where they are several, and then gathering; and
without templates (`formatting`).
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.analysing.trees import nodes_of
from chibi_hooks.scheme.compiling.reshaping.formatting import is_formatting, taken_apart
from chibi_hooks.scheme.compiling.reshaping.gathering.loops import may_gather, on_better_shapes
from chibi_hooks.scheme.compiling.reshaping.gathering.sought import Vicinity
from chibi_hooks.scheme.compiling.reshaping.merging import may_merge, merged
from chibi_hooks.scheme.core import Call, Letrec, Node

KINDS: Final = frozenset({Letrec, Call})


def reshaped(root: Node, origins: Origins, around: Vicinity) -> Node:
    """The tree with its loops on better shapes; the same tree where there are none. `around`: what is known there."""
    if not any(map(_may_change, nodes_of(root, KINDS))):
        return root
    around.look(root)
    return _rebuilt(root, origins, around)


def _may_change(node: Call | Letrec) -> bool:
    return is_formatting(node) if isinstance(node, Call) else may_gather(node) or may_merge(node)


def _rebuilt(node: Node, origins: Origins, around: Vicinity) -> Node:
    """The tree with each loop changed after those inside it."""
    made = with_children(node, lambda each: _rebuilt(each, origins, around), origins)
    if isinstance(made, Call):
        return taken_apart(made) if is_formatting(made) else made
    if isinstance(made, Letrec):
        made = merged(made, origins)
    return on_better_shapes(made, origins, around) if isinstance(made, Letrec) else made
