"""An expanded hook file -> which of its words are the same variable, and where each is bound.

Rules: hygiene is the expander's; here its variables are only looked up. A word that a macro's template inserts stands
nowhere in the text and is no occurrence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.source import Place

Bound = core.Variable | core.Global


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A word of the text that names a variable; does it bind it?"""

    start: int
    end: int
    bound: Bound
    binds: bool


class Bindings:
    """The occurrences in a text, in its order."""

    def __init__(self, nodes: Iterable[core.Node]) -> None:
        found = {(each.start, each.binds): each for node in nodes for each in _occurrences(node)}
        self.occurrences = sorted(found.values(), key=lambda each: (each.start, not each.binds))

    def at(self, offset: int) -> Occurrence | None:
        """The word that an offset is in, or touches."""
        return next((each for each in self.occurrences if each.start <= offset <= each.end), None)

    def of(self, bound: Bound) -> list[Occurrence]:
        """Every word that names the same variable, each once."""
        return list({each.start: each for each in reversed(self.occurrences) if each.bound is bound}.values())[::-1]

    def definition(self, bound: Bound) -> Occurrence | None:
        """Where it is bound; None when that is in another file."""
        return next((each for each in self.occurrences if each.bound is bound and each.binds), None)


def _occurrences(node: core.Node) -> Iterator[Occurrence]:
    if isinstance(node, core.Lambda):
        yield from _binding([*node.params, *([node.rest] if node.rest is not None else [])])
    elif isinstance(node, core.Let | core.Letrec):
        yield from _binding(node.variables)
    elif isinstance(node, core.LocalRef):
        yield from _word(node.place, node.variable.name, node.variable, binds=False)
    elif isinstance(node, core.GlobalRef):
        yield from _word(node.place, node.location.name, node.location, binds=False)
    elif isinstance(node, core.SetLocal):
        yield from _inside(node.place, node.variable.name, node.variable, binds=False)
    elif isinstance(node, core.SetGlobal):
        yield from _inside(node.place, node.location.name, node.location, binds=False)
    elif isinstance(node, core.Define):
        yield from _inside(node.place, node.location.name, node.location, binds=True)


def _binding(variables: Iterable[core.Variable]) -> Iterator[Occurrence]:
    for variable in variables:
        yield from _word(variable.place, variable.name, variable, binds=True)


def _word(place: Place | None, name: str, bound: Bound, binds: bool) -> Iterator[Occurrence]:
    """The place, where the name is what stands there."""
    if place is not None and place.source.text[place.start : place.end] == name:
        yield Occurrence(place.start, place.end, bound, binds)


def _inside(place: Place | None, name: str, bound: Bound, binds: bool) -> Iterator[Occurrence]:
    """The first time that the name stands, as a word, behind the word that the form begins with."""
    if place is None or not name:
        return
    text = place.source.text
    at = text.find(name, place.start, place.end)
    while at >= 0:
        end = at + len(name)
        if text[at - 1 : at] in "( \t\n'" and text[end : end + 1] in ") \t\n(" and at > place.start + 1:
            yield Occurrence(at, end, bound, binds)
            return
        at = text.find(name, at + 1, place.end)
