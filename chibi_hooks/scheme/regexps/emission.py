"""A tree and what the bytes of a text stand for come in; the pattern goes out in RE2's syntax, for texts of bytes.

Every repetition RE2 counts is at most 1,000 with all that are inside it; larger ones are written out in several.
Texts with marks (see `programs`) have bytes before each character that tell where it stands: there each character takes
the marks it finds, and a place takes one that fits.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.regexps.sets import CharSet
from chibi_hooks.scheme.regexps.trees import Chars, Choice, Group, Joined, Repeat, Tree, Where, fold
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

REPEATS: Final = 1_000  # RE2's own limit for counted repetitions that are nested
TEXT: Final = 1_000_000  # characters of RE2's syntax: what can become so long is parsed in under 20 ms

NATIVE: Final = {
    "bos": r"\A",
    "eos": r"\z",
    "bol": "(?m:^)",
    "eol": "(?m:$)",
    "boundary": r"\b",
    "inside": r"\B",
}
NOTHING: Final = r"[^\x00-\xff]"
CHOICE, JOINED, REPEATED, ATOM = range(4)  # how tightly a text holds together

Members = Callable[[CharSet], int]  # the bits of the bytes that stand for members of a set


class _Syntax:
    __slots__ = ("s", "binding", "repeats")

    def __init__(self, s: str, binding: int = ATOM, repeats: int = 1) -> None:
        self.s = s
        self.binding = binding
        self.repeats = repeats  # the largest product of counted repetitions inside

    def within(self, binding: int) -> str:
        return self.s if self.binding >= binding else f"(?:{self.s})"


def emitted(root: Tree, members: Members, marks: Callable[[str], int] | None = None, copies: int = 0) -> str:
    """RE2's syntax for the tree. `marks`: the bits of the marks where a place is, `copies` of them in a row.

    Raises SchemeError of kind "limit".
    """
    known: dict[CharSet, str] = {}
    any_marks = f"{byte_class(marks('any'))}{{0,{copies}}}" if marks else ""

    def characters(charset: CharSet) -> str:
        found = known.get(charset)
        if found is None:
            found = known[charset] = byte_class(members(charset))
        return found

    def combine(node: Tree, parts: list[_Syntax]) -> _Syntax:
        if isinstance(node, Chars):
            found = characters(node.set)
            return _Syntax(any_marks + found, JOINED) if any_marks else _Syntax(found)
        if isinstance(node, Where):
            return _Syntax(byte_class(marks(node.name)) if marks else NATIVE[node.name])
        if isinstance(node, Repeat):
            return _repeated(node, parts[0])
        repeats = max((part.repeats for part in parts), default=1)
        if isinstance(node, Group):
            return _Syntax(f"({parts[0].s})", ATOM, repeats)
        if isinstance(node, Joined):
            return _checked(_Syntax("".join(part.within(REPEATED) for part in parts), JOINED, repeats))
        assert isinstance(node, Choice)
        return _checked(_Syntax("|".join(part.s for part in parts), CHOICE, repeats) if parts else _Syntax(NOTHING))

    return fold(root, combine).within(JOINED) + any_marks


def byte_class(bits: int) -> str:
    """RE2's syntax for one of the bytes whose bits are set."""
    ranges = []
    at = 0
    while bits >> at:
        at += (bits >> at & -(bits >> at)).bit_length() - 1
        rest = ~(bits >> at)
        length = (rest & -rest).bit_length() - 1
        ranges.append((at, at + length - 1))
        at += length
    if not ranges:
        return NOTHING
    if len(ranges) == 1 and ranges[0][0] == ranges[0][1]:
        return _byte(ranges[0][0])
    return "[" + "".join(_byte(a) if a == b else f"{_byte(a)}-{_byte(b)}" for a, b in ranges) + "]"


def _byte(code: int) -> str:
    c = chr(code)
    return c if code < 128 and c.isalnum() else f"\\x{code:02x}"


def _repeated(node: Repeat, part: _Syntax) -> _Syntax:
    least, most = node.least, node.most
    lazy = "?" if node.lazy else ""
    if (least, most) in SHORT:
        return _Syntax(part.within(ATOM) + SHORT[least, most] + lazy, REPEATED, part.repeats)
    count = least if most is None else most
    if count * part.repeats <= REPEATS:
        return _Syntax(f"{part.within(ATOM)}{_bounds(least, most)}{lazy}", REPEATED, max(count, 1) * part.repeats)
    if node.captures:
        raise fail("limit", f"a group is repeated more than {REPEATS} times", who="regexp")
    once = part.within(ATOM)
    step = max(REPEATS // part.repeats, 1)
    pieces: list[tuple[int, int | None]] = [(n, n) for n in _steps(least, step)]
    pieces += [(0, None)] if most is None else [(0, n) for n in _steps(most - least, step)]
    texts = [once + ("" if each == (1, 1) else _bounds(*each) + lazy) for each in pieces]
    return _checked(_Syntax("".join(texts), JOINED, step * part.repeats))


SHORT: Final[dict[tuple[int, int | None], str]] = {(0, None): "*", (1, None): "+", (0, 1): "?"}


def _steps(count: int, step: int) -> list[int]:
    """The count as a sum of at most `step` each."""
    return [step] * (count // step) + ([count % step] if count % step else [])


def _bounds(least: int, most: int | None) -> str:
    if least == most:
        return f"{{{least}}}"
    return f"{{{least},{'' if most is None else most}}}"


def _checked(text: _Syntax) -> _Syntax:
    if len(text.s) > TEXT:
        raise fail("limit", f"the pattern needs more than {TEXT} characters in RE2's syntax", who="regexp")
    return text
