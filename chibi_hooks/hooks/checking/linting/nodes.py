"""Core nodes of a hook file -> what checks ask of them: what is called, what a name holds, where it stands.

Rule: a name counts as that of our library only where nothing in the file redefines it, and no library of the home gives
another procedure by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Spot
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import String, Symbol, Value
from chibi_hooks.scheme.values.source import Place, SourceText

MOST_NODES: Final = 200_000  # nodes looked at per file: about a second; a file of 10,000 lines has 50,000
MOST_NAMES: Final = 20  # names that stand for one another, in a row
REGISTER: Final = "register-hook"  # a host gives each world one of its own, which is of no library

FileDefinitions = Mapping[core.Global, core.Node]
KnownBindings = Mapping[core.Variable, core.Node]


def walk(roots: list[core.Node]) -> Iterator[core.Node]:
    """Every node, parents first; without recursion, because scripts decide the depth."""
    pending = roots[::-1]
    for _ in range(MOST_NODES):
        if not pending:
            break
        node = pending.pop()
        yield node
        pending += reversed(core.children(node))


def definitions_in(nodes: list[core.Node]) -> FileDefinitions:
    """The value of every top-level variable that is defined once and never assigned."""
    return {node.location: node.value for node in nodes if isinstance(node, core.Define) and not node.location.assigned}


def bound_for_good(nodes: Sequence[core.Node]) -> KnownBindings:
    """What local names hold that are never assigned."""
    bindings = (node for node in nodes if isinstance(node, core.Let | core.Letrec))
    pairs = (pair for node in bindings for pair in zip(node.variables, node.inits, strict=True))
    return {variable: init for variable, init in pairs if not variable.assigned}


def called(node: core.Node, definitions: FileDefinitions) -> str:
    """The name of the procedure of ours that a call calls, or nothing."""
    if not isinstance(node, core.Call) or not isinstance(node.operator, core.GlobalRef):
        return ""
    location = node.operator.location
    ours = location.primitive is not None or location.library is not None or location.name == REGISTER
    return location.name if ours and location not in definitions and not location.assigned else ""


def resolved(node: core.Node, definitions: FileDefinitions) -> core.Node:
    """What a global variable of the file holds, else the node itself."""
    seen: set[core.Global] = set()
    while isinstance(node, core.GlobalRef) and node.location in definitions and node.location not in seen:
        seen.add(node.location)
        node = definitions[node.location]
    return node


def meant(node: core.Node, definitions: FileDefinitions, held: KnownBindings) -> core.Node:
    """What a name of the file stands for, by way of other names; else the node itself."""
    for _ in range(MOST_NAMES):
        match node:
            case core.LocalRef(variable=variable) if variable in held:
                node = held[variable]
            case core.GlobalRef(location=location) if location in definitions:
                node = definitions[location]
            case _:
                break
    return node


def key_of(value: Value) -> str | None:
    """A string or a symbol as a key of an alist."""
    if isinstance(value, String):
        return value.s
    return value.text if isinstance(value, Symbol) else None


def spot(place: Place | None, source: SourceText) -> Spot:
    """A place for people; the file where there is none."""
    return Spot.of(place) if place is not None else Spot(source.name, said=source.name)


def text_at(place: Place | None) -> str:
    """What is written there; nothing where there is no place."""
    return place.source.text[place.start : place.end] if place is not None else ""


def narrowed(place: Place | None, written: str) -> Place | None:
    """The first time that a word stands inside of a place; the place itself where it does not."""
    if place is None or not written:
        return place
    text = text_at(place)
    at = text.find(written)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "(", text[at + len(written) : at + len(written) + 1] or ")"
        if not written[0].isalnum() or before in "(' \t\n" and after in ") \t\n":
            return Place(place.source, place.start + at, place.start + at + len(written))
        at = text.find(written, at + 1)
    return place


def unconditional(body: core.Node) -> Iterator[core.Node]:
    """The nodes that are certainly evaluated whenever a body is."""
    pending = [body]
    for _ in range(MOST_NODES):
        if not pending:
            return
        node = pending.pop()
        yield node
        match node:
            case core.If():
                pending.append(node.test)
            case core.And() | core.Or():
                pending.append(node.parts[0])
            case core.Lambda() | core.CaseLambda():
                pass
            case _:
                pending += core.children(node)
