"""A text comes in; the text with marks between its characters goes out, for places that RE2 cannot tell by itself.

RE2 knows the ends of the text and of lines, and whether a word begins *or* ends. Where a pattern asks more (`bog` `eog`
or `bow` `eow` beside what does not imply them), every character is preceded by marks: bytes that no character has,
for the kind of the character before and of the next. A place is then the set of the marks where it holds, and takes
one; so there are as many equal marks in a row as the pattern can pass places without a character (`crossings`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import add

from chibi_hooks.scheme.regexps.sets import is_mark, is_word_part
from chibi_hooks.scheme.regexps.trees import Chars, Choice, Joined, Repeat, Tree, Where, fold
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

FIRST: Final = 0xE0  # the first of 30 bytes that are marks
CROSSINGS: Final = 8  # places at one index: each makes the text longer by its own length
PIECE: Final = 200_000  # characters translated in one step: under 20 ms

BEFORE: Final = ("start", "newline", "return", "word", "other")
AFTER: Final = ("end", "newline", "mark", "word", "other", "joined")
"""A mark, and a letter that is joined, belong to the grapheme of the character before."""
WORD: Final = ("word", "joined")


def _between_graphemes(before: str, after: str) -> bool:
    return after not in ("mark", "joined") and not (before == "return" and after == "newline")


HOLDS: Final[dict[str, Callable[[str, str], bool]]] = {
    "any": lambda before, after: True,
    "bos": lambda before, after: before == "start",
    "eos": lambda before, after: after == "end",
    "bol": lambda before, after: before in ("start", "newline"),
    "eol": lambda before, after: after in ("end", "newline"),
    "boundary": lambda before, after: (before == "word") != (after in WORD),
    "inside": lambda before, after: (before == "word") == (after in WORD),
    "bow": lambda before, after: before != "word" and after in WORD,
    "eow": lambda before, after: before == "word" and after not in WORD,
    "bog": lambda before, after: after != "end" and (before == "start" or _between_graphemes(before, after)),
    "eog": lambda before, after: before != "start" and _between_graphemes(before, after),
}


def marks_at(place: str) -> int:
    """The bits of the marks where a place is."""
    holds = HOLDS[place]
    return sum(
        1 << FIRST + len(AFTER) * i + j
        for i, before in enumerate(BEFORE)
        for j, after in enumerate(AFTER)
        if holds(before, after)
    )


def marked(s: str, characters: bytes, copies: int) -> bytearray:
    """The text with so many marks before each character and at the end; `characters`: the bytes of the characters."""
    kinds = bytearray().join(s[at : at + PIECE].translate(_KINDS).encode() for at in range(0, len(s), PIECE))
    for at, kind in _joined(s):
        kinds[at] = kind
    before = (b"s" + kinds).translate(_BEFORE)
    after = (kinds + b"e").translate(_AFTER)
    marks = bytes(map(add, before, after))
    made = bytearray(len(s) * (copies + 1) + copies)
    for i in range(copies):
        made[i :: copies + 1] = marks
    made[copies :: copies + 1] = characters
    return made


LEADING: Final = "\u1100-\u115f\ua960-\ua97c"
VOWEL: Final = "\u1160-\u11a7\ud7b0-\ud7c6"
TRAILING: Final = "\u11a8-\u11ff\ud7cb-\ud7fb"
OPEN: Final = "".join(map(chr, range(0xAC00, 0xD7A4, 28)))  # the syllables that end in a vowel
JOINED: Final = re.compile(
    f"(?<=[{LEADING}])[{LEADING}{VOWEL}\uac00-\ud7a3]|(?<=[{VOWEL}{OPEN}])[{VOWEL}{TRAILING}]"
    f"|(?<=[{TRAILING}\uac00-\ud7a3])[{TRAILING}]|([\U0001f1e6-\U0001f1ff]{{2}})"
)
"""What continues a syllable of Hangul; the two halves of a flag."""


def _joined(s: str) -> Iterator[tuple[int, int]]:
    """Where a letter, or half of a flag, belongs to the grapheme of the one before; and its kind then."""
    if s.isascii():
        return
    at = 0
    while at < len(s):
        end = min(at + PIECE, len(s))
        for found in JOINED.finditer(s, at, min(end + 1, len(s))):  # one more, for the second half of a flag
            yield found.end() - 1, ord("m") if found[1] else ord("j")
            end = max(end, found.end())
        at = end


class _Letters(dict[int, str]):
    """The letter for the kind of each character: a table for `str.translate`."""

    def __missing__(self, code: int) -> str:
        if len(self) > 20_000:  # more than the characters of most languages together
            self.clear()
        self[code] = found = _kind(chr(code))
        return found


def _kind(c: str) -> str:
    if is_word_part(c):
        return "w"
    return {"\n": "n", "\r": "r"}.get(c) or ("m" if is_mark(c) else "o")


_KINDS: Final = _Letters()
_BEFORE: Final = bytes.maketrans(b"snrwjom", bytes(len(AFTER) * i for i in (0, 1, 2, 3, 3, 4, 4)))
_AFTER: Final = bytes.maketrans(b"enmworj", bytes(FIRST + i for i in (0, 1, 2, 3, 4, 4, 5)))


class _Crossing:
    """How many places are passed without a character: at the start, on the way through (-1: none), at the end, ever."""

    __slots__ = ("start", "through", "end", "most")

    def __init__(self, start: int, through: int, end: int, most: int) -> None:
        self.start = start
        self.through = through
        self.end = end
        self.most = most

    def then(self, after: _Crossing) -> _Crossing:
        return _Crossing(
            max(self.start, self.through + after.start if self.through >= 0 else 0),
            self.through + after.through if self.through >= 0 and after.through >= 0 else -1,
            max(after.end, after.through + self.end if after.through >= 0 else 0),
            max(self.most, after.most, self.end + after.start),
        )


def crossings(root: Tree) -> int:
    """How many places may follow each other without a character between. Raises SchemeError of kind "limit"."""
    found = max(fold(root, _crossing).most, 1)
    if found > CROSSINGS:
        raise fail("limit", f"more than {CROSSINGS} conditions may meet at one place", who="regexp")
    return found


def _crossing(node: Tree, parts: list[_Crossing]) -> _Crossing:
    if isinstance(node, Chars):
        return _Crossing(0, -1, 0, 0)
    if isinstance(node, Where):
        return _Crossing(1, 1, 1, 1)
    if isinstance(node, Joined):
        made = _Crossing(0, 0, 0, 0)
        for part in parts:
            made = made.then(part)
        return made
    if isinstance(node, Choice):
        sides = [(part.start, part.through, part.end, part.most) for part in parts] or [(0, -1, 0, 0)]
        return _Crossing(*(max(side) for side in zip(*sides, strict=True)))
    if isinstance(node, Repeat):
        return _repeated(node, parts[0])
    return parts[0]


def _repeated(node: Repeat, part: _Crossing) -> _Crossing:
    turns = min(max(node.least, 1), CROSSINGS + 1)  # that must be taken; more would crowd no place that is new
    extra = max(part.through, 0) * (turns - 1)
    start, end, through = part.start + extra, part.end + extra, part.through + extra
    again = part.end + part.start + extra if node.most is None or node.most > 1 else 0
    return _Crossing(start, max(through, 0) if node.least == 0 else through, end, max(part.most, start, end, again))
