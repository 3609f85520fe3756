"""An expanded file -> names that it defines more than once: the last definition counts, and what it was copied from is
never run. One that is made of what the name held before, `(define f (traced f))`, loses nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chibi_hooks.hooks.checking.linting.finding import Finding, Label, Spot
from chibi_hooks.hooks.checking.linting.nodes import spot
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.source import Place, SourceText


def defined_twice(nodes: Sequence[core.Node], source: SourceText) -> Iterator[Finding]:
    """Each definition that takes the place of one before it."""
    first: dict[core.Global, Place | None] = {}
    for node in nodes:
        if not isinstance(node, core.Define):
            continue
        if node.location in first and not _is_made_of(node.value, node.location):
            before = first[node.location]
            labels = () if before is None else (Label(Spot.of(before), "this one is lost"),)
            name = node.location.name
            message = f"{name} is defined twice: this one counts, everywhere in the file"
            hint = "give one of them another name, or use set! where it is to be changed"
            yield Finding(spot(node.place, source), "warning", message, "defined-twice", hint, labels=labels)
        first[node.location] = node.place


def _is_made_of(value: core.Node, location: core.Global) -> bool:
    """Is the variable looked up while the value is made?"""
    pending = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, core.GlobalRef) and node.location is location:
            return True
        if not isinstance(node, core.Lambda | core.CaseLambda):
            pending += core.children(node)
    return False
