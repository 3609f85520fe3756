"""The forms of a unit in, the same without second names out: `(define left cadr)` and `(define size 8)` say what `left`
and `size` are in all that follows.

Rules: such a name is defined once and for good, and so is what it names: a primitive, a procedure of a library or one
of the unit; or it is a datum that is the same wherever it is written, no string or list. What may run before the
definition keeps the name, which means nothing then. A unit that enters more into its own top level while it runs
(`eval`, `load`) keeps its names: what is running goes on with the code that it began with.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from chibi_hooks.scheme.compiling.analysing.contents import FormContents
from chibi_hooks.scheme.compiling.analysing.facts import global_facts, is_simple
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.analysing.trees import LEAVES
from chibi_hooks.scheme.core import BELOW, Const, Define, Global, GlobalRef, Node
from chibi_hooks.scheme.values.data import Boolean, Char, Nil, Symbol

ATOMS: Final = frozenset({int, float, Boolean, Nil, Symbol, Char})
ENTERING: Final = frozenset({"eval", "load", "interaction-environment"})

Named = tuple[int, Global, Global | Const]
"""From which form on a name is another's or a datum's, the name, and the other or the datum."""


def enters_more(inside: FormContents) -> bool:
    """Whether a form calls what may enter more into the top level."""
    if ENTERING.isdisjoint([location.name for location in inside.named]):
        return False
    operators = [each.operator for each in inside.calls]
    return any(isinstance(each, GlobalRef) and each.location.name in ENTERING for each in operators)


def other_names(nodes: Sequence[Node], known: Collection[Global], defined: Mapping[Global, int]) -> list[Named]:
    """The names that the forms give to what has one. `known`: the procedures that are defined once and for good;
    `defined`: how often each location is.
    """
    found: dict[Global, Named] = {}
    seen: set[Global] = set()
    since = 0  # from which form on nothing can run before the one at hand
    for at, node in enumerate(nodes):
        if at and not is_simple(nodes[at - 1]):
            since = at
        if not isinstance(node, Define):
            continue
        location = node.location
        seen.add(location)
        if defined[location] > 1 or location.assigned or global_facts(location).assumed:
            continue
        named = _named(node.value, found)
        if named is None or isinstance(named, Global) and not _is_for_good(named, known, defined, seen):
            continue
        found[location] = since, location, named
        if isinstance(node.value, (GlobalRef, Const)):
            global_facts(location).known = node.value
    return list(found.values())


def _named(value: Node, found: Mapping[Global, Named]) -> Global | Const | None:
    """What a definition with that value gives another name to."""
    if isinstance(value, Const):
        return value if value.value.__class__ in ATOMS else None
    if not isinstance(value, GlobalRef):
        return None
    return found[value.location][2] if value.location in found else value.location


def _is_for_good(
    location: Global, known: Collection[Global], defined: Mapping[Global, int], seen: Collection[Global]
) -> bool:
    """Whether a location holds the same for good: a procedure of the unit that is there, a primitive, or what a library
    defined.
    """
    if location in defined:
        return location in known and location in seen
    return location.primitive is not None or (location.library is not None and not location.assigned)


def without(names: list[Named], nodes: Sequence[Node], origins: Origins) -> list[Node]:
    """The forms with these names replaced."""
    made: list[Node] = []
    instead: dict[Global, Global | Const] = {}
    waiting = deque(names)  # in the order of the forms
    for at, node in enumerate(nodes):
        while waiting and waiting[0][0] <= at:
            _, name, named = waiting.popleft()
            instead[name] = named
        made.append(_renamed(node, instead, origins) if instead else node)
    return made


def _renamed(root: Node, instead: Mapping[Global, Global | Const], origins: Origins) -> Node:
    """The form with these names replaced; inner nodes first, for a form may be as deep as it likes."""
    nodes = [root]
    for node in nodes:  # which grows meanwhile
        if node.__class__ not in LEAVES:
            nodes += BELOW[node.__class__](node)
    made: dict[int, Node] = {}
    for node in reversed(nodes):
        if type(node) is GlobalRef:
            named = instead.get(node.location)
            made[id(node)] = GlobalRef(named, node.place) if isinstance(named, Global) else named or node
        else:
            made[id(node)] = with_children(node, lambda each: made[id(each)], origins)
    return made[id(root)]
