"""An expanded file -> names that it defines more than once: the last definition counts, and what it was copied from is
never run."""

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
        if node.location in first:
            before = first[node.location]
            labels = () if before is None else (Label(Spot.of(before), "this one is lost"),)
            name = node.location.name
            message = f"{name} is defined twice: this one counts, everywhere in the file"
            hint = "give one of them another name, or use set! where it is to be changed"
            yield Finding(spot(node.place, source), "warning", message, "defined-twice", hint, labels=labels)
        first[node.location] = node.place
