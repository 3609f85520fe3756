"""Sets of characters, some of which variables hold, and what happens to those of one of them on its way; what of it a
loop passes over (`passing`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import facts, is_call
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node, Variable
from chibi_hooks.scheme.values.source import Place

PAIRS: Final = frozenset({"string-ref", "%take-char"})  # which have two operands
Compared = str | Variable  # a character, or the variable that holds one


class Kind:
    """Some characters, or all but some. What a variable holds may be one of the others, too: only of what is neither
    named nor held is it known for certain.
    """

    __slots__ = ("some", "others")

    def __init__(self, some: frozenset[Compared], others: bool = False) -> None:
        self.some, self.others = some, others

    def without(self) -> Kind:
        """All that are not of this kind."""
        return Kind(self.some, not self.others)

    def both(self, other: Kind) -> Kind:
        """Those of both kinds."""
        if self.others and other.others:
            return Kind(self.some | other.some, True)
        if self.others:
            return other.both(self)
        return Kind(self.some - other.some if other.others else self.some & other.some)

    def either(self, other: Kind) -> Kind:
        """Those of one kind or the other."""
        return self.without().both(other.without()).without()


NONE: Final = Kind(frozenset())
ALL: Final = NONE.without()


class Course:
    """What happens to characters of a kind: to which port they are written, and how often one is taken out of the
    port they come from.
    """

    __slots__ = ("kind", "ports", "taken")

    def __init__(self, kind: Kind, ports: tuple[LocalRef, ...] = (), taken: int = 0) -> None:
        self.kind, self.ports, self.taken = kind, ports, taken

    def then(self, other: Course) -> Course:
        """This and then that."""
        return Course(self.kind.both(other.kind), self.ports + other.ports, self.taken + other.taken)


class Passing:
    """What is passed over before the next turn: characters out of `source`, up to one of `stops`, or to one that a
    variable of `held` holds. `index` and `end`: where the source is a string. They go to the `port` or to the
    `collector`, if there is one. `last`: the variable that is read last, where that is what the loop is about.
    """

    def __init__(self, source: LocalRef, jump: Call) -> None:
        self.source = source
        self.jump = jump
        self.index: Variable | None = None
        self.place: Place | None = None  # that of what looks there
        self.end: Node | None = None
        self.characters: set[Variable] = set()  # which hold the character in this turn
        self.last: Variable | None = None
        self.peeks = False
        self.port: LocalRef | None = None
        self.collector: Variable | None = None
        self.stops = ""
        self.others = True  # than the `stops` are passed over; or else just those
        self.held: dict[Variable, LocalRef] = {}
        self.compared: set[Compared] = set()  # all that the character is compared with
        self.classed = False  # something else is asked of it, of which only ASCII characters are known to answer it
        self.asks_first = False  # for the end of the string, and for nothing but that and the character
        self.asks_it = False  # of nothing but the character and the end of the string, in whatever order
        self.asks_only = False  # and nothing else is done on the way
        self.first: Node | None = None  # what takes the character, or looks at it, before anything else does
        self.waits = ""  # where it is, when what is passed over is long
        self.begins = False  # before the first turn: then no later one need pass over any
        self.tests: dict[Variable, Node] = {}  # what is bound to what is asked of the character
        self.expansions: Mapping[Call, Node] = {}

    def is_character(self, node: Node) -> bool:
        """Whether it is the character of this turn."""
        if isinstance(node, LocalRef):
            return node.variable in self.characters
        if self.index is not None:
            return self.is_there(node)
        return self.peeks and self.is_source(node, "peek-char")

    def is_taken(self, node: Node) -> bool:
        """Whether that takes it out of the port, after a look at it."""
        return self.peeks and (self.is_source(node, "read-char") or self.is_source(node, "%take-char"))

    def is_there(self, node: Node) -> bool:
        """Whether it is what stands at the index in the string."""
        at = node.operands[1] if isinstance(node, Call) and self.is_source(node, "string-ref") else None
        return isinstance(at, LocalRef) and at.variable is self.index

    def is_source(self, node: Node, name: str) -> bool:
        """Whether it is a call with the source as first operand."""
        source = source_of(node, name)
        return source is not None and source.variable is self.source.variable


def source_of(node: Node, name: str) -> LocalRef | None:
    """The variable that such a call takes or sees a character of."""
    if isinstance(node, Call) and is_call(node, name, 2 if name in PAIRS else 1):
        source = node.operands[0]
        if isinstance(source, LocalRef) and is_fixed(source):
            return source
    return None


def is_fixed(node: Node) -> bool:
    """Whether it stays what it is in the loop, if that does not bind it."""
    return (
        isinstance(node, Const)
        or isinstance(node, LocalRef)
        and not (node.variable.assigned or facts(node.variable).late)
    )
