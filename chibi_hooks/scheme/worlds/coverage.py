"""A unit of core nodes in, the same unit with a count at every clause out: which branches of a world's code ran.

    with Coverage() as coverage:
        interpreter.run(source)  # and every other unit that is made meanwhile, in this context
    [branch for branch in coverage.branches if not branch.count]

Rules
-----
* A branch is what the author wrote: a part of `if`, `cond`, `case`, `when`, `unless`, `and`, `or`, or the body of a
  procedure. What a macro made is none, except the procedure of a form that is called `define…`.
* Two loads of one text count together: branches are known by where they stand.
* A world that is made while nobody counts has not a single node more; that is asked once for each unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextvars import Token
from typing import Any, Final, Literal, Protocol, Self

from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Node,
    Or,
    Sequence,
    Unit,
    children,
)
from chibi_hooks.scheme.values.data import UNSPECIFIED, Value
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.scheme.worlds.recipe import COVERAGE

BranchKind = Literal["then", "else", "true", "false", "body", "clause", "no clause", "part", "procedure"]

WORD: Final = re.compile(r"\(\s*([^\s()\"';]+)")
PROCEDURES: Final = re.compile(r"lambda|case-lambda|named-lambda|define.*")
IMPLIED: Final[dict[str, tuple[BranchKind, BranchKind]]] = {
    "if": ("then", "else"), "when": ("body", "false"), "unless": ("true", "body"), "do": ("clause", "body"),
}  # fmt: skip
"""First word of a form -> what its two branches are called; every other one is a clause of cond, case or guard."""


OURS: Final = "scheme_lib/"  # our own libraries, of which some are made for each world


class Locations(Protocol):
    """The libraries of the world in which a unit will run."""

    provided_values: dict[str, Value]  # what the host lends it, by key

    def new_key(self) -> str:
        """A key that nothing else has."""


class Branch:
    """A clause: where it stands, what it is, and how often it ran."""

    __slots__ = ("place", "kind", "count")

    def __init__(self, place: Place, kind: BranchKind, count: int = 0) -> None:
        self.place = place
        self.kind = kind
        self.count = count


def observe(unit: Unit, names: Locations) -> None:
    """Put counts into a unit when somebody counts in this context."""
    coverage = COVERAGE.get()
    if coverage is not None:
        coverage.instrument(unit, names)


class Coverage:
    """Counts what runs of the units that are made while it is entered."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Branch] = {}
        self._token: Token[Coverage | None] | None = None

    @property
    def branches(self) -> list[Branch]:
        """All of them, by file, in the order in which they stand there."""
        return sorted(self._known.values(), key=lambda each: (each.place.source.name, each.place.start))

    def __enter__(self) -> Self:
        self._token = COVERAGE.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        assert self._token is not None
        COVERAGE.reset(self._token)

    def instrument(self, unit: Unit, names: Locations) -> None:
        """Put a count before every branch of the unit."""
        made = _Instrument(self, unit, names)
        pending: list[Node] = list(unit.body)
        while pending:  # not by recursion: a program may be nested deeply
            node = pending.pop()
            below = list(children(node))
            made.rewrite(node)
            pending += below

    def branch(self, place: Place, kind: BranchKind) -> Branch:
        """The branch that stands there; a new one the first time."""
        key = (place.source.name, place.start, place.end, kind)
        return self._known.setdefault(key, Branch(place, kind))


class _Instrument:
    """One unit under way."""

    def __init__(self, coverage: Coverage, unit: Unit, names: Locations) -> None:
        self.coverage = coverage
        self.made_by_macros = unit.origins
        self.names = names

    def rewrite(self, node: Node) -> None:
        rewriting = _REWRITING.get(node.__class__)
        place = node.place
        if rewriting is None or place is None or place.source.name.startswith(OURS):
            return
        if place not in self.made_by_macros or (node.__class__ is Lambda and self.is_procedure(place)):
            rewriting(self, node, place)

    def rewrite_if(self, node: If, place: Place) -> None:
        kinds = IMPLIED.get(_word(place))
        node.then = self.counted(node.then, place, kinds[0] if kinds else "clause")
        if kinds is not None:
            is_missing = kinds[1] == "else" and _is_implied(node.otherwise)
            node.otherwise = self.counted(node.otherwise, place, "false" if is_missing else kinds[1])
        elif not _is_next_clause(node.otherwise, place):
            kind: BranchKind = "no clause" if _is_implied(node.otherwise) else "else"
            node.otherwise = self.counted(node.otherwise, place, kind)

    def rewrite_parts(self, node: And | Or, place: Place) -> None:
        for i, part in enumerate(node.parts):
            if i and part.place is not None and _is_inside(part.place, place):
                node.parts[i] = self.counted(part, place, "part")

    def rewrite_lambda(self, node: Lambda, place: Place) -> None:
        if self.is_procedure(place):
            node.body = self.counted(node.body, place, "procedure", whole=True)

    def is_procedure(self, place: Place) -> bool:
        return PROCEDURES.fullmatch(_word(place)) is not None

    def counted(self, node: Node, around: Place, kind: BranchKind, *, whole: bool = False) -> Node:
        """The node with a count before it. It stands where it was written, or else (a literal) in its form."""
        own = node.place
        place = around if whole or own is None or own in self.made_by_macros else own
        branch = self.coverage.branch(place, kind)
        location = Global("count", self.names.new_key())
        self.names.provided_values[location.key] = _counter(branch)
        return Sequence([Call(GlobalRef(location), []), node], own)


_REWRITING: Final[dict[type, Callable[[_Instrument, Any, Place], None]]] = {
    If: _Instrument.rewrite_if,
    And: _Instrument.rewrite_parts,
    Or: _Instrument.rewrite_parts,
    Lambda: _Instrument.rewrite_lambda,
}


def _counter(branch: Branch) -> Callable[[], Value]:
    def count() -> Value:
        branch.count += 1
        return UNSPECIFIED

    return count


def _word(place: Place) -> str:
    """The first word of the form that stands there."""
    found = WORD.match(place.source.text, place.start)
    return found[1] if found else ""


def _is_implied(node: Node) -> bool:
    """Is this what a form gives that has nothing to say?"""
    return node.__class__ is Const and node.place is None and node.value is UNSPECIFIED


def _is_next_clause(node: Node, place: Place) -> bool:
    """Is this the rest of a cond, whose clauses are counted by themselves?"""
    if node.place is None or _is_inside(node.place, place):
        return False
    inner = node.body if node.__class__ is Let else node  # a clause with =>
    if inner.__class__ is Or and node.place is not None:
        return _word(node.place) not in ("or", "and")
    return inner.__class__ is If and (node.__class__ is If or inner.place is node.place)


def _is_inside(inner: Place, outer: Place) -> bool:
    return inner.source is outer.source and outer.start < inner.start and inner.end <= outer.end
