"""How big a value may become: asked before work starts, because one C call holds the interpreter for its whole length.

Measured on CPython 3.11 (DESIGN §7): one division of integers of 5 million bits takes 8 s, `[0] * 300000000` 6.5 s,
and no watchdog can interrupt either. Each limit keeps the longest single C call well under 50 ms.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

ELEMENTS: Final = 4_000_000  # members of one string, vector, bytevector or list built in one step: under 20 ms
LARGE: Final = 4_096  # members of a value whose room is asked for: making it takes longer than that
INTEGER_BITS: Final = (
    1_000_000  # DESIGN §7; division of two such numbers takes under 0.3 s on 3.11, multiplication 25 ms
)
DIGITS: Final = 20_000  # decimal digits converted in one step: quadratic on 3.11, 20,000 take about 5 ms
WRITTEN: Final = 64  # bits of a number that is said in decimal digits: who reads on counts no further
NESTING: Final = 1_000_000  # brackets open at once in read; iterative, so the limit is memory


def size(who: str, n: int) -> None:
    """Refuse to build something of more than `ELEMENTS` members. Raises a "limit" condition."""
    if n > LARGE:
        if n > ELEMENTS:
            raise fail("limit", f"the result would have {_shown(n)} elements, the limit is {ELEMENTS}", who=who)
        claim(n)


def _shown(n: int) -> str:
    """A number that may be one of the program's: it cannot be written with any number of digits."""
    return str(n) if n.bit_length() <= WRITTEN else f"over 2^{n.bit_length() - 1}"


def claim(n: int) -> None:
    """A value of `n` members, which are many, is about to be made: see whether there is room for it."""
    for tell in _told:
        tell(n)


_told: Final[list[Callable[[int], None]]] = []  # one, once scripts can run


def tell_of_large(told: Callable[[int], None]) -> None:
    """Say who is told before a large value is made: `told(members)`, which may take its time."""
    _told[:] = [told]


def bits(who: str, n: int) -> None:
    """Refuse to compute an integer of more than `INTEGER_BITS` bits. Raises a "limit" condition."""
    if n > INTEGER_BITS:
        raise fail("limit", f"the result would have about {_shown(n)} bits, the limit is {INTEGER_BITS}", who=who)
