"""A pattern comes in, matches in a string go out, in time linear in the text for each search; RE2 does the work.

The leftmost match is found; of those that begin there the one that is preferred as in Perl, or the longest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import randrange
from time import thread_time

from chibi_hooks.scheme.regexps.needles import Needles, needles_of
from chibi_hooks.scheme.regexps.pattern import Parsed, parsed
from chibi_hooks.scheme.regexps.programs import Program, Unknown
from chibi_hooks.scheme.regexps.straight import ANYWHERE, AT_START, WHOLE, Find, Spans
from chibi_hooks.scheme.regexps.trees import Group, Tree, choice
from chibi_hooks.scheme.values.data import Datum
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.printer import shown_as
from chibi_hooks.scheme.values.threads import elsewhere
from chibi_hooks.typenames import Any, Final, TypeVar

# Instructions times characters of one search. RE2 takes 5 ns for each at worst (1 MB by 900 took 4.9 s), 1/1000 of that
# as a rule, and no Stop can arrive meanwhile, though other threads run. So what may be too much is tried on samples,
# and done by a thread of its own, which whoever is stopped leaves behind.
WORK: Final = 1_000_000_000
SURE: Final = 100_000_000  # half a second at worst
AHEAD: Final = 256  # matches that such a thread looks for at once, after fewer at first
SLOW: Final = 0.5  # seconds of computing time that one search may be expected to take
SAMPLES: Final = 4  # windows of the text
SAMPLED: Final = 2_000_000  # instructions times characters of one: 10 ms at worst
THREADS: Final = 5_000_000  # instructions times groups: RE2 needs 16 bytes for each while it looks for groups

LOOKED_AT: Final = 4_096  # characters of a text in which a look for a few others costs less than a search

T = TypeVar("T")


class Subject:
    """A string as a program reads it: its bytes, `stride` of which are a character, and what searches them."""

    __slots__ = ("program", "find", "bytes", "stride", "is_left")

    def __init__(self, program: Program, find: Find, data: bytes | bytearray) -> None:
        self.program = program
        self.find = find
        self.bytes = data
        self.stride = program.stride
        self.is_left = False  # by whoever was stopped while a thread looked for matches

    def matches(self, at: int, touching: bool) -> Iterator[Spans]:
        """The matches from an index on, which do not overlap."""
        found = self._matches(at, touching)
        if self.is_light(at * self.stride, len(self.bytes)):
            yield from found
            return
        wanted = 1
        while some := self._apart(lambda: [*islice(found, wanted)]):  # noqa: B023  it is called here
            yield from some
            if len(some) < wanted:
                return
            wanted = min(4 * wanted, AHEAD)

    def is_light(self, at: int, end: int) -> bool:
        """Does it take so little to look at these bytes that a Stop may wait for it?"""
        return (end - at) * self.program.size <= SURE

    def found(self, find: Find, anchor: Any, at: int, end: int) -> Spans:
        """What `find` says of these bytes."""
        if self.is_light(at, end):
            return find(anchor, self.bytes, at, end)
        return self._apart(lambda: find(anchor, self.bytes, at, end))

    def _apart(self, work: Callable[[], T]) -> T:
        try:
            return elsewhere(work, leaving=True)
        except RecursionError:
            raise
        except RuntimeError as error:
            raise fail("limit", f"no thread can look through a text of that size: {error}", who="regexp") from None
        except BaseException:
            self.is_left = True
            raise

    def _matches(self, at: int, touching: bool) -> Iterator[Spans]:
        find, data, stride = self.find, self.bytes, self.stride
        size = len(data)
        last = previous = -1
        at *= stride
        while at <= size and not self.is_left:
            found = find(ANYWHERE, data, at, size)
            begin, end = found[0]
            if begin < 0:
                return
            if stride > 1:
                found = indices(found, stride)
                begin, end = found[0][0] * stride, found[0][1] * stride
            last, previous = end, last
            if begin == end == previous and not touching:
                last = -1
            else:
                yield found
            at = end if end > begin else end + stride


class Regexp(Datum):
    """A pattern that can be searched for. `pattern`: what it was made from; `groups`: how many; `names`: the number of
    a named group. `longest`: of the matches that begin first the longest is found, else the one preferred as in Perl.
    """

    __slots__ = ("pattern", "groups", "names", "program", "_needles", "template")

    def __init__(self, pattern: str, tree: Tree, groups: int, names: dict[str, int], *, longest: bool = False) -> None:
        self.pattern = pattern
        self.groups = groups
        self.names = names
        if groups * tree.size > THREADS:
            raise fail("limit", f"{groups} groups are too many for a pattern of that size", who="regexp")
        self.program = Program(tree, longest)
        self.program.finder(False)
        self._needles: Needles | None = None
        self.template: tuple[str, list[str | int]] | None = None  # a replacement of late, and what it says

    def may_be_in(self, s: str) -> bool:
        """False: surely it is not found there."""
        found = self._needles
        if found is None:
            found = self._needles = needles_of(self.program.tree)
        return not found or len(s) > LOOKED_AT or not s.isascii() or any(map(s.lower().__contains__, found))

    def search(self, s: str, start: int = 0, *, grouped: bool = True) -> Spans | None:
        """The leftmost match from `start` on, or None. Raises SchemeError of kind "limit"."""
        if not self.may_be_in(s):
            return None
        program = self.program
        if program.direct and s.isascii() and len(s) * program.size <= SURE:  # what `read` does, without its object
            data: bytes | bytearray = s.encode()
            found = program.finder(grouped and self.groups > 0)(ANYWHERE, data, start, len(data))
            return found if found[0][0] >= 0 else None
        return next(self.read(s, grouped).matches(start, True), None)

    def match(self, s: str, *, grouped: bool = True) -> Spans | None:
        """The match of the whole string, or None. Raises SchemeError of kind "limit"."""
        if not self.may_be_in(s):
            return None
        program = self.program
        if program.direct and s.isascii() and len(s) * program.size <= SURE:
            data: bytes | bytearray = s.encode()
            found = program.finder(grouped and self.groups > 0)(WHOLE, data, 0, len(data))
            return found if found[0][0] >= 0 else None
        text = self.read(s, grouped)
        found = text.found(text.find, WHOLE, 0, len(text.bytes))
        return indices(found, text.stride) if found[0][0] >= 0 else None

    def matches(self, s: str, start: int = 0, *, grouped: bool = True, touching: bool = False) -> Iterator[Spans]:
        """The matches that do not overlap, from left to right; an empty one does not touch the one before, unless
        `touching`. Raises SchemeError of kind "limit".
        """
        program = self.program
        if program.direct and s.isascii() and len(s) * program.size <= SURE:
            return program.walk(grouped and self.groups > 0, s.encode(), start, touching)
        return self.read(s, grouped).matches(start, touching)

    def read(self, s: str, grouped: bool) -> Subject:
        """The string for the program that can read it. Raises SchemeError of kind "limit"."""
        program = self.program
        try:
            data = program.encoded(s)
        except Unknown:
            program = self.program = program.extended(s)
            data = program.encoded(s)
        find = program.finder(grouped and self.groups > 0)
        if len(data) * program.size > SURE:
            _check_work(program, find, data)
        return Subject(program, find, data)

    def spans(self, s: str) -> Iterable[tuple[int, int]]:
        """Where the matches are that do not overlap, from left to right. Raises SchemeError of kind "limit"."""
        program = self.program
        if not (program.direct and s.isascii() and len(s) * program.size <= SURE):
            return (found[0] for found in self.read(s, False).matches(0, False))
        return [found[0] for found in program.walk(False, s.encode(), 0, False)]


class AnyOf:
    """Several patterns that are searched for in one scan; where several match, the first of them is found."""

    __slots__ = ("members", "bases", "regexp", "__weakref__")

    def __init__(self, patterns: Sequence[str]) -> None:
        self.members = [parsed(pattern) for pattern in patterns]
        self.bases: list[int] = []  # the group that is the whole match of each member
        number = 1
        for member in self.members:
            self.bases.append(number)
            number += member.groups + 1
        tree = choice([Group(member.tree) for member in self.members])
        self.regexp = Regexp(" | ".join(patterns)[:100], tree, number - 1, {})

    def search(self, s: str, start: int = 0) -> tuple[int, Spans] | None:
        """The leftmost match from `start` on, as `matches` gives it, or None. Raises SchemeError of kind "limit"."""
        program = self.regexp.program
        if not (program.direct and s.isascii() and len(s) * program.size <= SURE):
            return next(self.matches(s, start), None)
        data = s.encode()  # what `matches` does, without its steps in between
        begin, end = program.finder(False)(ANYWHERE, data, start, len(data))[0]
        return self.member(program.finder(True)(AT_START, data, begin, end)) if begin >= 0 else None

    def is_found(self, s: str, start: int = 0) -> bool:
        """Does one of them match from `start` on? Raises SchemeError of kind "limit"."""
        return self.regexp.search(s, start, grouped=False) is not None

    def matches(self, s: str, start: int = 0) -> Iterator[tuple[int, Spans]]:
        """The matches from left to right, each as the number of its member and the member's groups.

        Raises SchemeError of kind "limit".
        """
        program = self.regexp.program
        if program.direct and s.isascii() and len(s) * program.size <= SURE:
            yield from map(self.member, program.walk_grouped(s.encode(), start))
            return
        text = self.regexp.read(s, False)
        stride = text.stride
        groups = text.program.finder(True)
        for ((begin, end),) in text.matches(start, False):
            found = text.found(groups, AT_START, begin * stride, end * stride + stride - 1)
            yield self.member(indices(found, stride))

    def member(self, found: Spans) -> tuple[int, Spans]:
        """Which member a match of all is one of, and its own groups. Raises AssertionError for what is none."""
        for number, base in enumerate(self.bases):
            if found[base][0] >= 0:
                return number, found[base : base + self.members[number].groups + 1]
        raise AssertionError("a match without a member")


def _check_work(program: Program, find: Find, data: bytes | bytearray) -> None:
    """Raises SchemeError of kind "limit" for what would take too long; windows of the text, anywhere in it, tell."""
    expected = 0.0
    if len(data) * program.size <= WORK:
        window = SAMPLED // program.size // program.stride * program.stride
        places = [randrange(0, len(data) - window, program.stride) for _ in range(SAMPLES)]
        began = thread_time()
        for at in places:
            find(ANYWHERE, data, at, at + window)
        expected = (thread_time() - began) * len(data) / (window * SAMPLES)
        if expected <= SLOW:
            return
    count = len(data) // program.stride
    message = f"a pattern of {program.size} instructions is too large for a text of {count} characters"
    raise fail("limit", message + (f"; it would take {expected:.1f} s" if expected else ""), who="regexp")


def regexp_of(pattern: str) -> Regexp:
    """What a pattern was compiled to. Raises SchemeError of kind "error" or "limit"."""
    made: Parsed = parsed(pattern)
    return Regexp(pattern, made.tree, made.groups, made.names)


def indices(found: Spans, stride: int) -> Spans:
    """Places in a text's bytes as indices of the text."""
    if stride == 1:
        return found
    return [(start // stride, end // stride) if start >= 0 else (-1, -1) for start, end in found]


shown_as(Regexp, lambda x: f"regexp {x.pattern[:60]}")
