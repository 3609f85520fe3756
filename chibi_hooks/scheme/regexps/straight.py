"""A tree in, whether Python's own search finds the same as RE2 and takes linear time: out; and that search.

    (+ num)     (: alpha (* (or alphanumeric #\\_)))     (: (= 4 num) "-" (= 2 num))     (: "{{" ($ (+ alpha)) "}}")

RE2 takes a microsecond to begin with, and programs ask for one short match after the other.

Theory. Python goes back where a way fails. Here each character says where it belongs: what may follow a set that is
repeated does not begin with a member of it, and of several ways no two begin with the same character. So there is but
one way from each place, which is the longest, too, and whoever goes back fails at once. A way that fails has passed
its fixed characters, and sets that were repeated. Where none of those sets holds what a way begins with, another way
begins in the fixed characters or behind: each character is passed as often as there are fixed ones. Else each place may
pass the same again, and only short texts are searched so.

Rules: no places, which ask for what stands before the part that is searched, but for those of a pattern that begins
with ^: it is tried once, and may end with $. Long texts are left to RE2: other threads
run meanwhile. So are texts in which matches are not near where a search begins, as the last one tells: what it passes
costs Python ten times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from re2 import _re2

from chibi_hooks.scheme.regexps.emission import Members
from chibi_hooks.scheme.regexps.trees import Chars, Choice, Group, Joined, Repeat, Tree, Where, choice, joined
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import Any, Final

FIXED: Final = 64  # the size of a part that may fail
NESTED: Final = 16  # groups and parts inside each other
LONG: Final = 100_000  # characters: Python passes them in a millisecond
STEPS: Final = 1_000_000  # characters that Python passes while it holds the others up: some milliseconds
SHORT: Final = 160  # characters that each place may pass again: 40 µs in all, at worst 300
NEAR: Final = 64  # characters: Python passes them as fast as RE2 begins, and more of them slower
SEARCHES: Final = 32  # by RE2, before it is worth while to compile the pattern for Python, too

Spans = list[tuple[int, int]]  # start and end of group 0, 1, …; -1 for a group that took no part
Find = Callable[[Any, bytes | bytearray, int, int], Spans]  # anchor, text, start, end
MatchWalk = Callable[[bytes | bytearray, int], "Iterator[Spans]"]  # text, start

ANYWHERE: Final = _re2.RE2.Anchor.UNANCHORED
AT_START: Final = _re2.RE2.Anchor.ANCHOR_START
WHOLE: Final = _re2.RE2.Anchor.ANCHOR_BOTH
NOT_FOUND: Final = [(-1, -1)]


def straight_length(tree: Tree, members: Members) -> int:
    """How long a text may be, in characters, for which Python's search does; 0: it does for none."""
    ways = _Ways(members)
    begins = is_begun(tree)
    if begins:
        found = ways.begun(_without_end(_alone(joined(tree.parts[1:])))) if len(tree.parts) > 1 else None
    else:
        found = ways.begun(_alone(tree))
    if found is None or found.ends:
        return 0
    if begins:
        return LONG
    return SHORT if ways.passed & found.bits else max(SHORT, min(LONG, STEPS // (_most(tree) or 1)))


class FirstBytes(NamedTuple):
    """The bits of the bytes that something may begin with; `ends`: it may take nothing, up to the end of the way."""

    bits: int
    ends: bool


NOTHING: Final = FirstBytes(0, True)


class _Ways:
    """`passed`: the bits of what may be repeated in a way that fails behind it."""

    def __init__(self, members: Members) -> None:
        self.members = members
        self.passed = 0

    def begun(self, node: Tree, then: FirstBytes = NOTHING, depth: int = NESTED) -> FirstBytes | None:
        """What a part begins with, and what may come `then`; None if the characters do not say which way it goes."""
        if isinstance(node, Chars):
            return FirstBytes(self.members(node.set), False)
        if not depth:
            return None
        if isinstance(node, Group):
            return self.begun(node.parts[0], then, depth - 1)
        if isinstance(node, Repeat):
            return self._repeated(node, then, depth)
        if isinstance(node, Choice):
            return self._chosen(node, then, depth)
        found: FirstBytes | None = then if isinstance(node, Joined) else None
        for part in reversed(node.parts):
            found = found and self.begun(part, found, depth - 1)
        return found

    def _repeated(self, node: Repeat, then: FirstBytes, depth: int) -> FirstBytes | None:
        (part,) = node.parts
        if node.least == node.most:
            return self.begun(part, then, depth - 1) if _is_fixed(node, depth) else None
        some = self.begun(part, then, depth - 1)
        simple = isinstance(part, Chars) or (node.most == 1 and not node.captures and not part.nullable)
        if some is None or not simple or node.lazy or node.least > FIXED or some.bits & then.bits:
            return None
        if not then.ends and (node.most is None or node.most > FIXED):
            self.passed |= some.bits
        return FirstBytes(some.bits | then.bits, then.ends) if node.least == 0 else some

    def _chosen(self, node: Choice, then: FirstBytes, depth: int) -> FirstBytes | None:
        bits = 0
        for part in node.parts:
            way = None if part.nullable else self.begun(part, then, depth - 1)
            if way is None or bits & way.bits:
                return None
            bits |= way.bits
        return FirstBytes(bits, False) if bits else None


def _most(node: Tree) -> int:
    """How many characters it takes at most, without the sets that are repeated more than `FIXED` times."""
    if isinstance(node, Chars):
        return 1
    if isinstance(node, Choice):
        return max(map(_most, node.parts), default=0)
    taken = sum(map(_most, node.parts))
    if isinstance(node, Repeat):
        many = node.most is None or node.most > FIXED and node.least != node.most
        return node.least * taken if many or node.most is None else node.most * taken
    return taken


def is_begun(tree: Tree) -> bool:
    """Whether it begins with ^."""
    return isinstance(tree, Joined) and bool(tree.parts) and _is_place(tree.parts[0], "bos")


def _is_place(node: Tree, name: str) -> bool:
    return isinstance(node, Where) and node.name == name


def _alone(tree: Tree) -> Tree:
    while isinstance(tree, Group):
        (tree,) = tree.parts
    return tree


def _without_end(tree: Tree) -> Tree:
    """Without the $ at the end of each way: what stands before it is there once."""
    ways = [_before_end(way) for way in (tree.parts if isinstance(tree, Choice) else (tree,))]
    return choice(ways)


def _before_end(way: Tree) -> Tree:
    if isinstance(way, Joined) and len(way.parts) > 1 and _is_place(way.parts[-1], "eos"):
        return joined(way.parts[:-1])
    return way


def _is_fixed(node: Tree, depth: int) -> bool:
    if isinstance(node, Repeat) and (node.least != node.most or not node.least or node.captures):
        return False
    if not depth or node.size > FIXED or not isinstance(node, (Chars, Joined, Group, Repeat)):
        return False
    return all(_is_fixed(each, depth - 1) for each in node.parts)


def straight_search(
    text: str, exact: Find, grouped: bool, length: int, begun: bool = False
) -> tuple[Find, MatchWalk | None]:
    """The same as RE2 finds (`exact`) for a pattern in its syntax, which is Python's, too, as far as we use it but for
    the end of a text; `begun`: it begins with ^; `length`: of the texts it is for. And what finds one match after the
    other, none of which is empty.
    """
    re = late_module("re")
    pattern = re.compile(re.sub(r"(?s)\\(.)", _in_python, text).encode("latin-1"))
    match, fullmatch = pattern.match, pattern.fullmatch
    search = match if begun else pattern.search  # which tries ^ at each place
    soon = True  # was there a match near, where the last search began?

    def find(anchor: Any, data: bytes | bytearray, at: int, end: int) -> Spans:
        nonlocal soon
        if end - at > (length if anchor is ANYWHERE else LONG):
            return exact(anchor, data, at, end)
        if anchor is ANYWHERE:
            if end - at > NEAR and not soon:
                spans = exact(anchor, data, at, end)
                soon = 0 <= spans[0][0] <= at + NEAR
                return spans
            found = search(data, at, end)
        else:
            found = (match if anchor is AT_START else fullmatch)(data, at, end)
        if found is None:
            soon = end - at <= NEAR
            return NOT_FOUND
        span = found.span()
        if span[0] > at + NEAR:
            soon = False
        return [*found.regs] if grouped else [span]

    def walk(data: bytes | bytearray, at: int) -> Iterator[Spans]:
        nonlocal soon
        end = len(data)
        while at < end:
            if soon and end - at <= length:
                for found in pattern.finditer(data, at):
                    span = found.span()
                    soon = span[0] <= at + NEAR
                    yield [*found.regs] if grouped else [span]
                    at = span[1]
                    if not soon:
                        break
                else:
                    soon = end - at <= NEAR
                    return
            else:
                spans = find(ANYWHERE, data, at, end)
                at = spans[0][1]
                if at < 0:
                    return
                yield spans

    return find, None if begun else walk


def _in_python(found: Any) -> str:
    return r"\Z" if found[1] == "z" else str(found[0])
