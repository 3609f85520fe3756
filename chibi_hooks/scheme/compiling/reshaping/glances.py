"""A look into a list that is made for it in, the same with a name for the list out.

    (cadr (string-split s "="))     ⇒     (let ((l (string-split s "="))) (cadr l))

What has a name may hold the members of the list instead of pairs (`members`), or the texts of strings (`bare`): then
of all the strings that were cut out only the one is made that is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from typing import Final

from chibi_hooks.scheme.compiling.analysing.contents import Forms
from chibi_hooks.scheme.compiling.analysing.facts import Glanced, Twin, called_leaf
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.analysing.lists.sources import PLACES, names_members
from chibi_hooks.scheme.compiling.reshaping.takers import givers, gives
from chibi_hooks.scheme.core import Call, Const, Global, Lambda, Let, LocalRef, Node

LOOKS: Final = frozenset({*PLACES, "list-ref"})
NAME: Final = "list"


def with_names(
    nodes: list[Node], known: Mapping[Global, Lambda], twins: Mapping[Global, Twin], origins: Origins, forms: Forms
) -> list[Node]:
    """The forms with names for such lists."""
    sources = givers(known, twins)

    def has_glance(form: Node) -> bool:
        nested = [each for each in forms.inside(form).calls if each.operands and type(each.operands[0]) is Call]
        return any(_is_glance(each, sources) for each in nested)

    glancing = set(filter(has_glance, nodes))
    return [_named(node, sources, origins) if node in glancing else node for node in nodes] if glancing else nodes


def _is_glance(node: Call, sources: AbstractSet[Global]) -> bool:
    """Whether it looks at a fixed place of a list that somebody computes for it, and has the members of."""
    if not node.operands or not isinstance(node.operands[0], Call) or names_members(node.operands[0]):
        return False
    primitive = called_leaf(node)
    if primitive is None or primitive.name not in LOOKS or len(node.operands) not in primitive.inline:
        return False
    return all(isinstance(each, Const) for each in node.operands[1:]) and gives(node.operands[0], sources)


def _named(node: Node, sources: AbstractSet[Global], origins: Origins) -> Node:
    made = with_children(node, lambda each: _named(each, sources, origins), origins)
    if not isinstance(made, Call) or not _is_glance(made, sources):
        return made
    made_for_it, *rest = made.operands
    held = Glanced(NAME, made_for_it.place)
    look = Call(made.operator, [LocalRef(held, made_for_it.place), *rest], made.place)
    return Let([held], [made_for_it], look, made.place)
