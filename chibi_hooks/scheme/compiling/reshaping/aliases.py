"""Names that a unit gives to what is known already in, that itself in the place of the names out.

    (define first-of car)    (first-of x)    ⇒  (car x)
    (define size 8)          (< i size)      ⇒  (< i 8)

Rules
-----
* A name is taken only behind its definition, where it has its value for certain, and if it is defined once and never
  assigned. What is entered later may still define it anew: the unit counts as sure of it (`GlobalFacts.known`).
* A unit that enters more into its own top level while it runs (`eval`, `load`) keeps its names: what is running goes on
  with the code that it began with.
* Only what is the same wherever it is written: numbers, characters, symbols and the like, no strings or lists.
"""

from __future__ import annotations

from collections.abc import Iterable
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


def with_aliases(nodes: Items[Node], defined: dict[Global, int], origins: Origins) -> list[Node]:
    """The forms of a unit without such names. `defined`: how often each is defined."""
    known: dict[Global, Const | GlobalRef] = {}
    result: list[Node] = []
    for node in nodes:
        made = _replaced(node, known, origins) if known else node
        result.append(made)
        if isinstance(made, Define) and defined[made.location] == 1 and (value := _known_for_good(made)) is not None:
            known[made.location] = global_facts(made.location).known = value
    return result


def _known_for_good(node: Define) -> Const | GlobalRef | None:
    """What a definition gives a name to, if that is known and the name stays with it."""
    value = node.value
    if node.location.assigned or global_facts(node.location).assumed:
        return None
    if isinstance(value, Const):
        return value if value.value.__class__ in ATOMS else None
    return value if isinstance(value, GlobalRef) and _is_fixed(value.location) else None


def _is_fixed(location: Global) -> bool:
    """Whether it holds a primitive, or what a library defines, for good."""
    return location.primitive is not None or (location.library is not None and not location.assigned)


def _replaced(node: Node, known: dict[Global, Const | GlobalRef], origins: Origins) -> Node:
    if not isinstance(node, GlobalRef):
        return with_children(node, lambda each: _replaced(each, known, origins), origins)
    value = known.get(node.location)
    if value is None:
        return node
    return GlobalRef(value.location, node.place) if isinstance(value, GlobalRef) else value
