"""The forms of a unit in, the same with one name for each procedure out: `(define left cadr)` says what `left` is in
all that follows.

Rules: such a name is defined once and for good, and so is what it names: a primitive, a procedure of a library or one
of the unit. What may run before the definition keeps the name, which means nothing then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from chibi_hooks.scheme.compiling.analysing.facts import global_facts, is_simple
from chibi_hooks.scheme.compiling.analysing.rebuilding import Origins, with_children
from chibi_hooks.scheme.core import Define, Global, GlobalRef, Node

Named = tuple[int, Global, Global]
"""From which form on a name is another's, the name, and the other."""


def other_names(nodes: Sequence[Node], known: Collection[Global], defined: Mapping[Global, int]) -> list[Named]:
    """The names that the forms give to what has one. `known`: the procedures that are defined once and for good;
    `defined`: how often each location is.
    """
    found: dict[Global, Named] = {}
    seen: set[Global] = set()
    for at, node in enumerate(nodes):
        if not isinstance(node, Define):
            continue
        location = node.location
        seen.add(location)
        if not isinstance(node.value, GlobalRef) or defined[location] > 1 or location.assigned:
            continue
        named = node.value.location
        if named in found:
            named = found[named][2]
        if (named in known and named in seen) if named in defined else _is_for_good(named):
            found[location] = _since(nodes, at), location, named
            global_facts(location).known = node.value
    return list(found.values())


def _is_for_good(location: Global) -> bool:
    """Whether a location of another unit holds the same for good: a primitive, or what a library defined."""
    return location.primitive is not None or (location.library is not None and not location.assigned)


def _since(nodes: Sequence[Node], at: int) -> int:
    """From which form on nothing can run before the one at that place."""
    while at and is_simple(nodes[at - 1]):
        at -= 1
    return at


def without(names: list[Named], nodes: Sequence[Node], origins: Origins) -> list[Node]:
    """The forms with these names replaced."""
    made: list[Node] = []
    for at, node in enumerate(nodes):
        instead = {name: named for since, name, named in names if since <= at}
        made.append(_renamed(node, instead, origins) if instead else node)
    return made


def _renamed(node: Node, instead: Mapping[Global, Global], origins: Origins) -> Node:
    if type(node) is GlobalRef:
        named = instead.get(node.location)
        return node if named is None else GlobalRef(named, node.place)
    return with_children(node, lambda each: _renamed(each, instead, origins), origins)
