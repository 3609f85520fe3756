"""Sets of characters, some of which variables hold, and what happens to those of one of them on its way (`passing`)."""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.core import LocalRef, Variable

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
