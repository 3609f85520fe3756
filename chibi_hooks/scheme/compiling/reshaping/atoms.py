"""Names that a unit gives to numbers, characters, symbols and the like in, those themselves in the place of the names
out: `(define size 8)` says what `size` is in all that follows.

Rules
-----
* A name is taken only behind its definition, where it has its value for certain, and if it is defined once and never
  assigned. What is entered later may still define it anew: the unit counts as sure of it (`GlobalFacts.known`).
* A unit that enters more into its own top level while it runs (`eval`, `load`) keeps its names: what is running goes on
  with the code that it began with.
* No strings or lists: they are not the same wherever they are written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import global_facts
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, with_children
from chibi_hooks.scheme.core import Call, Const, Define, Global, GlobalRef, Node
from chibi_hooks.scheme.values.data import Boolean, Char, Nil, Symbol

ATOMS: Final = frozenset({int, float, Boolean, Nil, Symbol, Char})
ENTERING: Final = frozenset({"eval", "load", "interaction-environment"})


def enters_more(inside: Iterable[Node]) -> bool:
    """Whether one of the nodes is a call that may enter more into the top level."""
    calls = (each.operator for each in inside if isinstance(each, Call))
    return any(isinstance(each, GlobalRef) and each.location.name in ENTERING for each in calls)


def with_atoms(nodes: Items[Node], defined: Mapping[Global, int], origins: Origins) -> list[Node]:
    """The forms of a unit without such names. `defined`: how often each is defined."""
    known: dict[Global, Const] = {}
    result: list[Node] = []
    for node in nodes:
        made = _replaced(node, known, origins) if known else node
        result.append(made)
        if isinstance(made, Define) and defined[made.location] == 1 and (value := _atom_for_good(made)) is not None:
            known[made.location] = global_facts(made.location).known = value
    return result


def _atom_for_good(node: Define) -> Const | None:
    """What a definition gives a name to, if that is an atom and the name stays with it."""
    value = node.value
    if not isinstance(value, Const) or value.value.__class__ not in ATOMS or node.location.assigned:
        return None
    return None if global_facts(node.location).assumed else value


def _replaced(node: Node, known: Mapping[Global, Const], origins: Origins) -> Node:
    if isinstance(node, GlobalRef):
        return known.get(node.location, node)
    return with_children(node, lambda each: _replaced(each, known, origins), origins)
