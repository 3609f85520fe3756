"""A tree comes in; the programs RE2 makes of it go out, and the bytes that stand for a text's characters.

RE2 works on texts of bytes here, one for each character, so that its indices are ours. ASCII stands for itself. Other
characters are told apart only as far as the sets of the pattern tell them apart: those that belong to the same sets
are one *kind*, and have one byte. A kind that behaves as an ASCII character does has that one's byte: so RE2's notion
of a word, which is ASCII's, is right for all texts. Kinds are found as texts have them; a new one makes a new program.
"""

from __future__ import annotations

import codecs
import weakref
from collections.abc import Iterator

from re2 import _re2  # its wrapper would keep 128 patterns for ever, and makes an object of each match

from chibi_hooks.scheme.regexps.emission import emitted
from chibi_hooks.scheme.regexps.marks import FIRST, PIECE, crossings, marked, marks_at
from chibi_hooks.scheme.regexps.sets import WORD, CharSet
from chibi_hooks.scheme.regexps.straight import (
    ANYWHERE,
    AT_START,
    SEARCHES,
    Find,
    MatchWalk,
    Spans,
    is_begun,
    straight_length,
    straight_search,
)
from chibi_hooks.scheme.regexps.trees import PLACES, Chars, Tree, fold
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.typenames import Any, Final

MEMORY: Final = 1 << 19  # bytes RE2 may use for a program and its automaton, and as much for each
MEMORY_EACH: Final = 1 << 10  # instruction of the estimate
LIVE: Final = 64 << 20  # bytes all programs of the process may use; the oldest are given up, and made again when needed
KNOWN: Final = 10_000  # characters, and runs of them, whose bytes a program remembers: about 2 MB
REPEATING: Final = 12  # characters of a run that may come again



class _Encoded(str):
    """A text on its way to bytes, with those of what is not ASCII: all that Python tells `_kinds_of` about it."""

    __slots__ = ("runs",)

    runs: _Runs


def _kinds_of(error: Any) -> tuple[bytes, int]:
    """The bytes of a run of characters that are not ASCII."""
    text, end = error.object, error.end
    return text.runs[text[error.start : end]], end


OUTSIDE: Final = "chibi-hooks.outside"  # names of codecs are the process's own
KINDS: Final = "chibi-hooks.kinds"
codecs.register_error(OUTSIDE, lambda error: (b"\xff" * (error.end - error.start), error.end))  # type: ignore[attr-defined]
codecs.register_error(KINDS, _kinds_of)

_BOUNDARIES: Final = 1 << PLACES.index("boundary") | 1 << PLACES.index("inside")
_MARKED: Final = sum(1 << PLACES.index(name) for name in ("bow", "eow", "bog", "eog"))


class Unknown(Exception):
    """A text has a kind of characters that the program does not know."""


class Program:
    """RE2's programs of one tree, for texts with the kinds of characters that were met so far.

    `stride`: bytes for each character. `direct`: a text of ASCII is its own bytes. `size`: RE2's instructions.
    """

    __slots__ = ("tree", "longest", "stride", "direct", "size", "_bytes", "_found", "_walks", "__weakref__")

    def __init__(self, tree: Tree, longest: bool, kinds: _Kinds | None = None) -> None:
        marks = bool(tree.places & _MARKED)
        self.tree = tree
        self.longest = longest
        self.stride = 1 + (crossings(tree) if marks else 0)
        self._bytes = kinds or _Kinds(
            _sets(tree), FIRST if marks else 256, bool(tree.places & _BOUNDARIES) and not marks
        )
        self.direct = not self._bytes.replaced and not marks
        self._found: list[Find | None] = [None, None]
        self._walks: list[MatchWalk | None] = [None, None]
        self.size = 0

    def finder(self, grouped: bool) -> Find:
        """What searches; with the groups, or only for the whole. Raises SchemeError of kind "limit"."""
        found = self._found[grouped]
        if found is None:
            found = self._found[grouped] = self._compiled(grouped)
        return found

    def walk(self, grouped: bool, data: bytes, at: int, touching: bool) -> Iterator[Spans]:
        """The matches in bytes that are their characters, and few, from left to right; an empty one does not touch the
        one before, unless `touching`. Raises SchemeError of kind "limit".
        """
        find = self.finder(grouped)
        walk = self._walks[grouped]
        return walk(data, at) if walk is not None else _walked(find, data, at, touching)

    def walk_grouped(self, data: bytes, at: int) -> Iterator[Spans]:
        """The same with the groups of all of them, of matches that do not touch: RE2 finds a match first, and then its
        groups. Raises SchemeError of kind "limit".
        """
        groups = self.finder(True)
        walk = self._walks[True]
        if walk is not None:
            yield from walk(data, at)
            return
        for found in self.walk(False, data, at, False):
            begin, end = found[0]
            yield groups(AT_START, data, begin, end)

    def encoded(self, s: str) -> bytes | bytearray:
        """The bytes of a text. Raises Unknown."""
        kinds = self._bytes
        if s.isascii():
            characters = s.encode()
            if kinds.replaced:
                characters = characters.translate(kinds.final)
        elif kinds.plain:
            characters = s.encode("latin-1", OUTSIDE)
            if self.stride > 1:
                characters = characters.translate(_BELOW_MARKS)
        else:
            text = _Encoded(s)
            text.runs = kinds.runs
            characters = text.encode("ascii", KINDS).translate(kinds.final)
        return characters if self.stride == 1 else marked(s, characters, self.stride - 1)

    def extended(self, s: str) -> Program:
        """The program for the kinds it knows and those of the text; only for these, if they are too many together.
        Raises SchemeError of kind "limit"."""
        try:
            kinds = self._bytes.extended(s)
        except SchemeError:
            kinds = _Kinds(self._bytes.sets, self._bytes.end, self._bytes.words).extended(s)
        return Program(self.tree, self.longest, kinds)

    def _compiled(self, grouped: bool) -> Find:
        marks = marks_at if self.stride > 1 else None
        text = emitted(self.tree, self._bytes.members, marks, self.stride - 1)
        memory = MEMORY + MEMORY_EACH * self.tree.size
        options = _re2.RE2.Options()
        options.encoding = _re2.RE2.Options.Encoding.LATIN1
        options.log_errors = False
        options.max_mem = memory
        options.longest_match = self.longest
        options.never_capture = not grouped
        made = _re2.RE2(text.encode("latin-1"), options)
        if not made.ok():
            raise _refused(made.error())
        self.size = made.ProgramSize()
        _give_up(LIVE - memory)
        reference = weakref.ref(self, _forget)
        _live[reference] = _live.get(reference, 0) + memory
        find: Find = made.Match
        length = straight_length(self.tree, self._bytes.members) if self.stride == 1 else 0
        return self._counted(grouped, find, text, length) if length else find

    def _counted(self, grouped: bool, exact: Find, text: str, length: int) -> Find:
        """What RE2 finds, until it was asked often enough for Python's search."""
        left = SEARCHES

        def find(anchor: Any, data: bytes | bytearray, at: int, end: int) -> Spans:
            nonlocal left
            left -= 1
            if left <= 0:
                made = straight_search(text, exact, grouped, length, is_begun(self.tree))
                self._found[grouped], self._walks[grouped] = made
            return exact(anchor, data, at, end)

        return find

    def give_up(self) -> None:
        """Free what RE2 made; it is made again when it is needed."""
        self._found = [None, None]
        self._walks = [None, None]


def _walked(find: Find, data: bytes, at: int, touching: bool) -> Iterator[Spans]:
    size = len(data)
    previous = -1
    while at <= size:
        found = find(ANYWHERE, data, at, size)
        begin, end = found[0]
        if begin < 0:
            return
        if end > begin:
            yield found
            at = previous = end
        else:
            if touching or begin != previous:
                yield found
            at, previous = end + 1, -1


_live: dict[weakref.ref[Program], int] = {}  # bytes each may use, the oldest first; bounded by LIVE


def _forget(reference: weakref.ref[Program]) -> None:
    _live.pop(reference, None)


def _give_up(bound: int) -> None:
    """Free the oldest programs until the others use at most `bound` bytes."""
    total = sum([*_live.values()])
    while total > bound and _live:
        oldest = next(iter(_live))
        total -= _live.pop(oldest, 0)
        program = oldest()
        if program is not None:
            program.give_up()


def _refused(reason: bytes) -> SchemeError:
    """RE2's own limits, in our words. Other reasons would be faults of `emission`."""
    if b"too large" in reason or b"repetition" in reason:
        return fail("limit", "the pattern is too large for RE2", who="regexp")
    raise AssertionError(f"RE2 refused a pattern: {reason!r}")


class _Table(dict[int, int]):
    """The number of the kind of each character, from 128 on: a table for `str.translate`."""

    def __init__(self, owner: _Kinds) -> None:
        super().__init__()
        self.owner = owner

    def __missing__(self, code: int) -> int:
        kind = self.owner.kinds.get(self.owner.signature(chr(code)))
        if kind is None:
            raise Unknown
        if len(self) >= KNOWN:
            self.clear()
        self[code] = kind
        return kind


class _Runs(dict[str, bytes]):
    """What `_Table` says of runs of characters that are not ASCII: texts repeat them."""

    def __init__(self, table: _Table) -> None:
        super().__init__()
        self.table = table

    def __missing__(self, run: str) -> bytes:
        pieces = [run[at : at + PIECE].translate(self.table) for at in range(0, len(run), PIECE)]
        found = "".join(pieces).encode("latin-1")
        if len(run) <= REPEATING:
            if len(self) >= KNOWN:
                self.clear()
            self[run] = found
        return found


class _Kinds:
    """Which kinds of characters there are, and which byte stands for each.

    `kinds`: the number of a kind by its signature, from 128 on; `final`: the byte that RE2 sees, by number of the kind
    or ASCII character; `replaced`: ASCII characters that gave their byte to a kind, and what stands for them.
    """

    __slots__ = ("sets", "end", "words", "plain", "kinds", "stand_ins", "replaced", "final", "runs")

    def __init__(self, sets: dict[CharSet, int], end: int, words: bool) -> None:
        self.sets = sets
        self.end = end  # of the bytes for kinds
        self.words = words  # whether RE2 is asked where words are
        self.plain = not words and all(each.beyond.__class__ is bool for each in sets)
        self.kinds: dict[int, int] = {}
        self.stand_ins: list[int] = []  # the byte of each kind
        self.replaced: dict[int, int] = {}
        self.final = b""
        self.runs = _Runs(_Table(self))

    def signature(self, c: str) -> int:
        """A bit for each set the character belongs to, and one for words."""
        bits = int(self.words and WORD.has(c))
        for charset in self.sets:
            bits = bits << 1 | charset.has(c)
        return bits

    def members(self, charset: CharSet) -> int:
        """The bits of the bytes that stand for members of one of the sets."""
        bits = charset.mask
        for code in self.replaced:
            bits &= ~(1 << code)
        if charset.beyond is True:
            bits |= (1 << self.end) - (1 << 128)
        bit = self.sets[charset]
        for signature, byte in zip(self.kinds, self.stand_ins, strict=True):
            bits |= (signature >> bit & 1) << byte
        return bits

    def extended(self, s: str) -> _Kinds:
        """These kinds and those of a text. Raises SchemeError of kind "limit"."""
        made = _Kinds(self.sets, self.end, self.words)
        made.kinds, made.stand_ins, made.replaced = dict(self.kinds), [*self.stand_ins], dict(self.replaced)
        alike: dict[int, list[int]] = {}
        for code in range(128):
            if code != 10 and code not in made.replaced:  # a line's end is no other character
                alike.setdefault(self.signature(chr(code)), []).append(code)
        for c in sorted(set().union(*(set(s[at : at + PIECE]) for at in range(0, len(s), PIECE)))):
            if c > "\x7f":
                made.add(self.signature(c), alike)
        plain = (made.replaced.get(code, code) for code in range(128))
        made.final = bytes([*plain, *made.stand_ins]).ljust(256)
        return made

    def add(self, signature: int, alike: dict[int, list[int]]) -> None:
        """Give a kind its number and its byte; `alike`: the ASCII characters of each kind."""
        if signature in self.kinds:
            return
        if signature in alike:
            byte = alike[signature][0]
        elif signature >> len(self.sets):
            byte = self.given_away(alike)
        else:
            byte = next((each for each in range(128, self.end) if each not in self.stand_ins), 256)
        if byte > 255 or len(self.kinds) == 128:
            message = "the pattern tells too many characters apart that are not ASCII"
            hint = "search the text in pieces, or name fewer such characters one by one: a range or a class is one kind"
            raise fail("limit", message, who="regexp", hint=hint)
        self.kinds[signature] = 128 + len(self.kinds)
        self.stand_ins.append(byte)

    def given_away(self, alike: dict[int, list[int]]) -> int:
        """The byte of an ASCII character of a word that another one can stand for; 256 if there is none."""
        for codes in alike.values():
            if len(codes) > 1 and WORD.has(chr(codes[0])):
                byte = codes.pop()
                self.replaced[byte] = codes[0]
                return byte
        return 256


_BELOW_MARKS: Final = bytes(min(code, FIRST - 1) for code in range(256))


def _sets(tree: Tree) -> dict[CharSet, int]:
    """The sets of a tree, each once, and the bit each has in a signature."""
    found: dict[CharSet, int] = {}

    def note(node: Tree, parts: list[None]) -> None:
        if isinstance(node, Chars):
            found[node.set] = 0

    fold(tree, note)
    return {charset: len(found) - 1 - i for i, charset in enumerate(found)}
