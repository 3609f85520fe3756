"""A tree in, whether Python's own search finds the same as RE2 and takes linear time: out; and that search.

    (+ num)     (: alpha (* (or alphanumeric #\\_)))     (: (= 4 num) "-" (= 2 num))     (or (+ num) (+ alpha))

RE2 takes a microsecond to begin with, and programs ask for one short match after the other.

Theory. Python goes back where a way fails. Here it fails in its first characters only, of which it takes a fixed
number: behind them there may be one set that is repeated, and then nothing. Of several ways no two begin with the same
character. So one is tried at each place, and what it finds is the longest.

Rules: no places, which ask for what stands before the part that is searched, but for those of a pattern that begins
with ^: it is tried once, and may end with $. Long texts are left to RE2: other threads
run meanwhile. So are texts in which matches are not near where a search begins, as the last one tells: what it passes
costs Python ten times as much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from re2 import _re2

from chibi_hooks.scheme.regexps.emission import Members
from chibi_hooks.scheme.regexps.sets import CharSet
from chibi_hooks.scheme.regexps.trees import Chars, Choice, Group, Joined, Repeat, Tree, Where, joined
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import Any, Final

FIXED: Final = 64  # the size of what may fail
NESTED: Final = 16  # groups and parts inside each other
LONG: Final = 100_000  # characters: Python passes them in a millisecond
NEAR: Final = 64  # characters: Python passes them as fast as RE2 begins, and more of them slower
SEARCHES: Final = 32  # by RE2, before it is worth while to compile the pattern for Python, too

Spans = list[tuple[int, int]]  # start and end of group 0, 1, …; -1 for a group that took no part
Find = Callable[[Any, bytes | bytearray, int, int], Spans]  # anchor, text, start, end
MatchWalk = Callable[[bytes | bytearray, int], "Iterator[Spans]"]  # text, start

ANYWHERE: Final = _re2.RE2.Anchor.UNANCHORED
AT_START: Final = _re2.RE2.Anchor.ANCHOR_START
WHOLE: Final = _re2.RE2.Anchor.ANCHOR_BOTH
NOT_FOUND: Final = [(-1, -1)]


def is_straight(tree: Tree, members: Members) -> bool:
    """Whether Python's search does for that tree."""
    begins = is_begun(tree)
    if begins:
        ways = _ways(joined(tree.parts[1:])) if len(tree.parts) > 1 else ()
        ways = [_without_end(way) for way in ways]
    else:
        ways = _ways(tree)
    begun = 0
    for way in ways:
        first = None if way.places else _first(way, NESTED)
        if first is None or begun & (bits := members(first)) or not _is_way(way, NESTED):
            return False
        begun |= bits
    return bool(ways)


def is_begun(tree: Tree) -> bool:
    """Whether it begins with ^."""
    return isinstance(tree, Joined) and bool(tree.parts) and _is_place(tree.parts[0], "bos")


def _is_place(node: Tree, name: str) -> bool:
    return isinstance(node, Where) and node.name == name


def _ways(tree: Tree) -> Sequence[Tree]:
    while isinstance(tree, Group):
        (tree,) = tree.parts
    return tree.parts if isinstance(tree, Choice) else (tree,)


def _without_end(way: Tree) -> Tree:
    """Without the $ at its end: what stands before it is there once."""
    if isinstance(way, Joined) and len(way.parts) > 1 and _is_place(way.parts[-1], "eos"):
        return joined(way.parts[:-1])
    return way


def _first(node: Tree, depth: int) -> CharSet | None:
    """The set that such a way begins with, if that is one."""
    for _ in range(depth):
        if isinstance(node, Chars):
            return node.set
        if not node.parts or isinstance(node, Choice) or isinstance(node, Repeat) and not node.least:
            return None
        node = node.parts[0]
    return None


def _is_way(node: Tree, depth: int) -> bool:
    """Whether it is a fixed number of characters, or such and then a set that is repeated."""
    if isinstance(node, Group) and depth:
        return _is_way(node.parts[0], depth - 1)
    if isinstance(node, Joined) and node.parts and depth:
        return all(_is_fixed(each, depth - 1) for each in node.parts[:-1]) and _is_way(node.parts[-1], depth - 1)
    if isinstance(node, Repeat) and isinstance(node.parts[0], Chars) and not node.lazy and node.least <= FIXED:
        return True
    return _is_fixed(node, depth)


def _is_fixed(node: Tree, depth: int) -> bool:
    if isinstance(node, Repeat) and (node.least != node.most or not node.least or node.captures):
        return False
    if not depth or node.size > FIXED or not isinstance(node, (Chars, Joined, Group, Repeat)):
        return False
    return all(_is_fixed(each, depth - 1) for each in node.parts)


def straight_search(text: str, exact: Find, grouped: bool, begun: bool = False) -> tuple[Find, MatchWalk | None]:
    """The same as RE2 finds (`exact`) for a pattern in its syntax, which is Python's, too, as far as we use it but for
    the end of a text; `begun`: it begins with ^. And what finds one match after the other, none of which is empty.
    """
    re = late_module("re")
    pattern = re.compile(re.sub(r"(?s)\\(.)", _in_python, text).encode("latin-1"))
    match, fullmatch = pattern.match, pattern.fullmatch
    search = match if begun else pattern.search  # which tries ^ at each place
    soon = True  # was there a match near, where the last search began?

    def find(anchor: Any, data: bytes | bytearray, at: int, end: int) -> Spans:
        nonlocal soon
        if end - at > LONG:
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
            if soon and end - at <= LONG:
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
