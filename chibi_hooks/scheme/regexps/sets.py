"""Characters, ranges, classes and sets of them come in; a set goes out that says what belongs to it.

A set is the bits of its ASCII members and a test for all other characters, or True or False where those belong to it
all or not at all. RE2 never sees a character beyond ASCII (see `programs`), so no table of Unicode is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from unicodedata import category

from chibi_hooks.typenames import Final

ALL: Final = (1 << 128) - 1  # the bits of all ASCII characters
CASELESS_TWINS: Final = "\u017f\u212a"  # beyond ASCII, but in lower or upper case they are ASCII: ſ and the kelvin sign
Test = Callable[[str], bool]


class CharSet:
    """A set of characters. `wordy`: every member is known to be part of a word."""

    __slots__ = ("mask", "beyond", "wordy")

    def __init__(self, mask: int, beyond: Test | bool, wordy: bool = False) -> None:
        self.mask = mask
        self.beyond = beyond
        self.wordy = wordy

    def has(self, c: str) -> bool:
        """Whether that one character belongs to the set."""
        if c < "\x80":
            return bool(self.mask >> ord(c) & 1)
        beyond = self.beyond
        return beyond if beyond.__class__ is bool else beyond(c)  # type: ignore[operator]


def is_word_part(c: str) -> bool:
    """Whether a character is part of a word."""
    return c == "_" or c.isalnum()


def is_mark(c: str) -> bool:
    """Whether a character belongs to the grapheme of the one before."""
    return c > "\u02ff" and (category(c) in ("Mn", "Me", "Mc") or c == "\u200d")


def satisfying(test: Test, wordy: bool = False) -> CharSet:
    """The characters that satisfy a test."""
    return CharSet(sum(1 << code for code in range(128) if test(chr(code))), test, wordy)


def ascii_satisfying(test: Test) -> CharSet:
    """The ASCII characters that satisfy a test."""
    return CharSet(satisfying(test).mask, False)


@lru_cache(512)  # literals: more than the alphabet of usual patterns
def single(c: str) -> CharSet:
    """The set of one character."""
    if c < "\x80":
        return CharSet(1 << ord(c), False, is_word_part(c))
    return CharSet(0, c.__eq__, is_word_part(c))


def among(characters: Iterable[str]) -> CharSet:
    """The set of these characters."""
    members = frozenset(characters)
    mask = 0
    for c in members:
        if c < "\x80":
            mask |= 1 << ord(c)
    others = frozenset(c for c in members if c > "\x7f")
    return CharSet(mask, others.__contains__ if others else False, all(map(is_word_part, members)))


def between(low: str, high: str) -> CharSet:
    """The characters from low to high, both included."""
    mask = ALL >> ord(low) << ord(low) & ~(ALL << ord(high) + 1) if low < "\x80" else 0
    if high < "\x80":
        return CharSet(mask, False, all(is_word_part(chr(code)) for code in range(ord(low), ord(high) + 1)))
    if low <= "\x80" and high == "\U0010ffff":
        return CharSet(mask, True)
    return CharSet(mask, lambda c: low <= c <= high)


def union(sets: Sequence[CharSet]) -> CharSet:
    """What belongs to one of the sets."""
    if len(sets) == 1:
        return sets[0]
    mask = 0
    for each in sets:
        mask |= each.mask
    return CharSet(mask, _any([each.beyond for each in sets]), all(each.wordy for each in sets))


def intersection(sets: Sequence[CharSet]) -> CharSet:
    """What belongs to each of the sets."""
    mask = ALL
    for each in sets:
        mask &= each.mask
    others = _any([_not(each.beyond) for each in sets])
    return CharSet(mask, _not(others), any(each.wordy for each in sets))


def complement(a: CharSet) -> CharSet:
    """What does not belong to the set."""
    return CharSet(ALL & ~a.mask, _not(a.beyond))


def difference(first: CharSet, others: Sequence[CharSet]) -> CharSet:
    """What belongs to the first and to none of the others."""
    return intersection([first, complement(union(others))]) if others else first


def without_case(a: CharSet) -> CharSet:
    """What belongs to the set as it is, in lower case or in upper case."""
    mask = a.mask | (a.mask & _UPPER) << 32 | (a.mask & _LOWER) >> 32
    if a.beyond is True or a.beyond is False and not any(mask >> ord(c) & 1 for c in "ks"):
        return CharSet(mask, a.beyond, a.wordy)
    folded = CharSet(mask, a.beyond)
    if a.beyond is False:
        twins = [c for c in CASELESS_TWINS if folded.has(c.lower()) or folded.has(c.upper())]
        return CharSet(mask, frozenset(twins).__contains__ if twins else False, a.wordy)

    def test(c: str) -> bool:
        lower, upper = c.lower(), c.upper()
        return folded.has(c) or len(lower) == 1 and folded.has(lower) or len(upper) == 1 and folded.has(upper)

    for code in range(128):
        if test(chr(code)):
            mask |= 1 << code
    return CharSet(mask, test)  # some marks are letters in upper case


def _any(tests: Sequence[Test | bool]) -> Test | bool:
    if any(test is True for test in tests):
        return True
    real = [test for test in tests if test is not False]
    if len(real) <= 1:
        return real[0] if real else False
    return lambda c: any(test(c) for test in real)  # type: ignore[operator]


def _not(test: Test | bool) -> Test | bool:
    if test is True or test is False:
        return not test
    return lambda c: not test(c)


_UPPER: Final = between("A", "Z").mask
_LOWER: Final = between("a", "z").mask
EVERY: Final = CharSet(ALL, True)
NONE: Final = CharSet(0, False)
WORD: Final = satisfying(is_word_part, wordy=True)
MARK: Final = satisfying(is_mark)
LEADING: Final = union([between("\u1100", "\u115f"), between("\ua960", "\ua97c")])  # the three kinds of jamo
VOWEL: Final = union([between("\u1160", "\u11a7"), between("\ud7b0", "\ud7c6")])
TRAILING: Final = union([between("\u11a8", "\u11ff"), between("\ud7cb", "\ud7fb")])
SYLLABLE: Final = between("\uac00", "\ud7a3")
OPEN_SYLLABLE: Final = satisfying(lambda c: "\uac00" <= c <= "\ud7a3" and (ord(c) - 0xAC00) % 28 == 0)  # none trails
REGIONAL: Final = between("\U0001f1e6", "\U0001f1ff")  # two are a flag
