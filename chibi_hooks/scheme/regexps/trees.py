"""What a pattern says, as a tree: sets of characters, places, and how they are put together.

A node knows what must be known of it before RE2 is asked: its size, so that a pattern stops in time; whether it may
take nothing; whether what it takes begins and ends with parts of words. No recursion: `fold` walks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from chibi_hooks.scheme.regexps.sets import CharSet
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.typenames import Final, TypeVar

PROGRAM: Final = 5_000  # instructions: RE2 compiles so many in under 5 ms, and each may be a thread of its search

T = TypeVar("T")

# text, lines: what RE2 itself tells; `boundary`, `inside`: a word begins or ends here, or neither; the rest: words and
# graphemes begin or end here
PLACES: Final = ("bos", "eos", "bol", "eol", "boundary", "inside", "bow", "eow", "bog", "eog")


class Tree:
    """A part of a pattern. `places`: the bits (by PLACES) of the places in it; `captures`: whether it has groups."""

    __slots__ = ("parts", "size", "nullable", "begins_wordy", "ends_wordy", "places", "captures")

    def __init__(self, parts: tuple[Tree, ...], size: int, nullable: bool, wordy: tuple[bool, bool]) -> None:
        if size > PROGRAM:
            raise too_large()
        self.parts = parts
        self.size = size
        self.nullable = nullable
        self.begins_wordy, self.ends_wordy = wordy
        self.places = 0
        self.captures = False
        for part in parts:
            self.places |= part.places
            self.captures |= part.captures


class Chars(Tree):
    """One character of the set."""

    __slots__ = ("set",)

    def __init__(self, charset: CharSet) -> None:
        super().__init__((), _runs(charset), False, (charset.wordy, charset.wordy))
        self.set = charset


class Where(Tree):
    """Nothing, where the text is as the name says."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__((), 1, True, (True, True))
        self.name = name
        self.places = 1 << PLACES.index(name)


class Joined(Tree):
    """The parts one after the other."""

    __slots__ = ()

    def __init__(self, parts: Sequence[Tree]) -> None:
        parts = tuple(_native(parts))
        wordy = _begins_wordy(parts), _ends_wordy(parts)
        super().__init__(parts, sum(part.size for part in parts), all(part.nullable for part in parts), wordy)


class Choice(Tree):
    """One of the parts, the first ones preferred."""

    __slots__ = ()

    def __init__(self, parts: Sequence[Tree]) -> None:
        wordy = all(part.begins_wordy for part in parts), all(part.ends_wordy for part in parts)
        size = sum(part.size for part in parts) + len(parts)
        super().__init__(tuple(parts), size, any(part.nullable for part in parts), wordy)


class Repeat(Tree):
    """The part at least and at most (None: any number) so many times; `lazy` prefers few."""

    __slots__ = ("least", "most", "lazy")

    def __init__(self, part: Tree, least: int, most: int | None, lazy: bool) -> None:
        more = 1 if most is None else most - least
        size = (least if most is not None else max(least - 1, 0)) * part.size + more * (part.size + 1) + 1
        nullable = part.nullable or least == 0
        super().__init__((part,), size, nullable, (part.begins_wordy, part.ends_wordy))
        self.least = least
        self.most = most
        self.lazy = lazy


class Group(Tree):
    """The part, and where it was found."""

    __slots__ = ()

    def __init__(self, part: Tree) -> None:
        super().__init__((part,), part.size + 2, part.nullable, (part.begins_wordy, part.ends_wordy))
        self.captures = True


def joined(parts: Sequence[Tree]) -> Tree:
    """The parts one after the other. Raises SchemeError of kind "limit" if they are too large."""
    return parts[0] if len(parts) == 1 else Joined(parts)


def choice(parts: Sequence[Tree]) -> Tree:
    """One of the parts. Raises SchemeError of kind "limit" if they are too large."""
    return parts[0] if len(parts) == 1 else Choice(parts)


def fold(root: Tree, combine: Callable[[Tree, list[T]], T]) -> T:
    """What combine makes of the root and of what it made of the parts of the root."""
    waiting: list[tuple[Tree, bool]] = [(root, False)]
    made: list[T] = []
    while waiting:
        node, visited = waiting.pop()
        count = len(node.parts)
        if visited or not count:
            parts = made[len(made) - count :]
            del made[len(made) - count :]
            made.append(combine(node, parts))
        else:
            waiting.append((node, True))
            waiting += [(part, False) for part in reversed(node.parts)]
    return made[0]


def too_large() -> SchemeError:
    """The error of a pattern that is refused before it is compiled."""
    return fail("limit", f"the pattern needs more than {PROGRAM} instructions", who="regexp")


def _runs(charset: CharSet) -> int:
    """How many ranges the set has, as far as is known before there is a text."""
    return max(1, (charset.mask & ~(charset.mask << 1)).bit_count()) + (charset.beyond.__class__ is not bool)


def _native(parts: Sequence[Tree]) -> list[Tree]:
    """The parts, with the beginning or end of a word said as a boundary where what follows or precedes implies it."""
    made = list(parts)
    for i, part in enumerate(parts):
        name = part.name if isinstance(part, Where) else ""
        implied = (
            name == "bow" and _certainly(parts[i + 1 :], _begins_wordy)
            or name == "eow" and _certainly(parts[:i], _ends_wordy)
        )  # fmt: skip
        if implied:
            made[i] = Where("boundary")
    return made


def _certainly(parts: Sequence[Tree], wordy: Callable[[Sequence[Tree]], bool]) -> bool:
    return not all(part.nullable for part in parts) and wordy(parts)


def _begins_wordy(parts: Sequence[Tree]) -> bool:
    for part in parts:
        if not part.begins_wordy:
            return False
        if not part.nullable:
            break
    return True


def _ends_wordy(parts: Sequence[Tree]) -> bool:
    for part in reversed(parts):
        if not part.ends_wordy:
            return False
        if not part.nullable:
            break
    return True
