"""The tree of a pattern comes in, texts go out of which one stands in whatever it matches: most texts that are searched
have none of them, and a look for a few texts costs a fraction of a search, which may have to wait for other threads.

Letters count without their case, and only what is ASCII is told: who asks looks in the small letters of a text that is.
"""

from __future__ import annotations

from collections.abc import Sequence

from chibi_hooks.scheme.regexps.trees import Chars, Choice, Group, Joined, Repeat, Tree, Where, fold
from chibi_hooks.typenames import Final

MANY: Final = 8  # texts: more are not found faster than the pattern
SHORT: Final = 2  # characters: shorter ones stand in most texts, but for
RARE: Final = frozenset("\t\n\r!\"#$%&'()*+,:;<=>?@[\\]^`{|}~")  # where there is no other
LETTERS: Final = (1 << 91) - (1 << 65)  # the bits of A to Z

Needles = tuple[str, ...]


class _Needle:
    """`exact`: what a part always matches, None if that varies; `needles`: one of them is in it, () if unknown."""

    __slots__ = ("exact", "needles")

    def __init__(self, exact: str | None, needles: Needles = ()) -> None:
        self.exact = exact
        self.needles = (exact,) if exact else needles


def needles_of(tree: Tree) -> Needles:
    """One of these stands in the small letters of every ASCII text in which the pattern is found; () tells nothing."""
    found = fold(tree, _known).needles
    if len(found) == 1 and found[0] in RARE:
        return found
    return found if len(found) <= MANY and all(len(each) >= SHORT for each in found) else ()


def _known(node: Tree, parts: list[_Needle]) -> _Needle:
    if isinstance(node, Chars):
        small = _small(node.set.mask)
        return _Needle(chr(small.bit_length() - 1) if small and small & (small - 1) == 0 else None)
    if isinstance(node, Where):
        return _Needle("")
    if isinstance(node, Group):
        return parts[0]
    if isinstance(node, Joined):
        return _joined(parts)
    if isinstance(node, Choice):
        told = all(each.needles for each in parts)
        return _Needle(None, tuple({text: None for each in parts for text in each.needles}) if told else ())
    if isinstance(node, Repeat) and node.least > 0:
        one = node.least == node.most == 1
        return parts[0] if one else _Needle(None, parts[0].needles)
    return _Needle(None)


def _joined(parts: Sequence[_Needle]) -> _Needle:
    whole, run = True, ""
    best: Needles = ()
    for each in parts:
        if each.exact is None:
            best = _better(best, (run,) if run else ())
            best = _better(best, each.needles)
            whole, run = False, ""
        else:
            run += each.exact
    return _Needle(run) if whole else _Needle(None, _better(best, (run,) if run else ()))


def _better(one: Needles, other: Needles) -> Needles:
    """Those whose shortest is longer: they are found in fewer texts."""
    return max(one, other, key=lambda each: (min(map(len, each), default=0), -len(each)))


def _small(mask: int) -> int:
    """The bits of the same characters in small letters."""
    return mask & ~LETTERS | (mask & LETTERS) << 32
