"""A pattern as text comes in, its tree goes out. No recursion: what is open waits on a stack.

Syntax: that of RE2 and of Rust's regular expressions, without Unicode scripts: literals, `.`, classes `[a-z]` with
`[:alpha:]`, `\\d \\w \\s \\h`, `\\p{Lu}`, groups `( )`, `(?: )`, `(?P<name> )`, flags `(?imsxU)`, `* + ? {m,n}` greedy
and lazy, `|`, `^ $ \\A \\z \\b \\B`. Back references and look-around have no linear algorithm and are refused.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

from chibi_hooks.scheme.regexps import sets
from chibi_hooks.scheme.regexps.sets import CharSet
from chibi_hooks.scheme.regexps.trees import Chars, Group, Repeat, Tree, Where, choice, joined
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.typenames import Final

NESTING: Final = 200  # groups open at once: more than a person can read
LENGTH: Final = 200_000  # characters of a pattern: read in 0.2 s, stoppable at each


class Parsed:
    """What a pattern says. `groups`: how many; `names`: the number of a named group."""

    __slots__ = ("tree", "groups", "names")

    def __init__(self, tree: Tree, groups: int, names: dict[str, int]) -> None:
        self.tree = tree
        self.groups = groups
        self.names = names


def parsed(pattern: str) -> Parsed:
    """The tree of a pattern. Raises SchemeError of kind "error" or "limit"."""
    if len(pattern) > LENGTH:
        raise fail("limit", f"the pattern has {len(pattern)} characters, the limit is {LENGTH}", who="regexp")
    parser = _Parser(pattern)
    return Parsed(parser.parse(), parser.groups, parser.names)


class _Opened:
    """An open group: the alternatives before the current one, the pieces of the current one, what to do at its end."""

    __slots__ = ("at", "captures", "outer_flags", "alternatives", "pieces")

    def __init__(self, at: int, captures: bool, outer_flags: frozenset[str]) -> None:
        self.at = at
        self.captures = captures
        self.outer_flags = outer_flags
        self.alternatives: list[Tree] = []
        self.pieces: list[Tree] = []

    def made(self) -> Tree:
        return choice([*self.alternatives, joined(self.pieces)])


class _Parser:
    """A pattern and how far it is read."""

    def __init__(self, pattern: str) -> None:
        self.s = pattern
        self.at = 0
        self.flags: frozenset[str] = frozenset()
        self.groups = 0
        self.names: dict[str, int] = {}

    def parse(self) -> Tree:
        """The tree of the whole pattern."""
        opened = [_Opened(0, False, self.flags)]
        while self.at < len(self.s):
            c = self.s[self.at]
            top = opened[-1]
            if c == "(":
                group = self.open()
                if group is not None:
                    opened.append(group)
                    if len(opened) > NESTING:
                        raise self.wrong(f"more than {NESTING} groups are open")
            elif c == ")":
                if len(opened) == 1:
                    raise self.wrong("this ) closes nothing")
                self.at += 1
                self.close(opened.pop(), opened[-1])
            elif c == "|":
                self.at += 1
                top.alternatives.append(joined(top.pieces))
                top.pieces = []
            elif c in "*+?{" and (c != "{" or self.bounds() is not None):
                self.repeat(top)
            elif "x" in self.flags and (c.isspace() or c == "#"):
                self.skip()
            else:
                top.pieces.append(self.atom(c))
        if len(opened) > 1:
            self.at = opened[-1].at
            raise self.wrong("this ( is not closed")
        return opened[0].made()

    def skip(self) -> None:
        """A space or a comment, which the flag x leaves out."""
        end = self.s.find("\n", self.at) if self.s[self.at] == "#" else self.at + 1
        self.at = len(self.s) if end < 0 else end

    def open(self) -> _Opened | None:
        """`(…`: a group, or None for flags that hold from here on."""
        start = self.at
        self.at += 1
        if not self.s.startswith("?", self.at):
            self.groups += 1
            return _Opened(start, True, self.flags)
        self.at += 1
        if self.s.startswith(("=", "!", "<=", "<!"), self.at):
            raise self.wrong("look-around cannot be matched in linear time and is not supported")
        if self.s.startswith(("P<", "<"), self.at):
            self.name()
            return _Opened(start, True, self.flags)
        return self.read_flags(start)

    def name(self) -> None:
        """The name of a group, up to its >."""
        self.at = self.s.index("<", self.at) + 1
        end = self.s.find(">", self.at)
        name = self.s[self.at : end] if end >= 0 else ""
        if not name.isidentifier() or name in self.names:
            raise self.wrong("wanted a new name and > for the group")
        self.at = end + 1
        self.groups += 1
        self.names[name] = self.groups

    def read_flags(self, start: int) -> _Opened | None:
        """The flags after `(?`."""
        outer = self.flags
        flags = set(outer)
        on = True
        while self.at < len(self.s):
            c = self.s[self.at]
            self.at += 1
            if c in ":)":
                self.flags = frozenset(flags)
                return _Opened(start, False, outer) if c == ":" else None
            if c == "-" and on:
                on = False
            elif c in "imsxU" and on:
                flags.add(c)
            elif c in "imsxU":
                flags.discard(c)
            elif c != "u":
                self.at -= 1
                break
        raise self.wrong("wanted the flags i, m, s, x, U and : or )")

    def close(self, group: _Opened, outer: _Opened) -> None:
        """The end of a group: its alternatives become one piece of the outer one."""
        self.flags = group.outer_flags
        made = group.made()
        outer.pieces.append(Group(made) if group.captures else made)

    def repeat(self, top: _Opened) -> None:
        """`*`, `+`, `?` or `{m,n}` after a piece, and `?` after it for the lazy form."""
        least, most = self.bounds() or (0, None)
        if not top.pieces:
            raise self.wrong("nothing to repeat before this")
        self.at = self.s.index("}", self.at) + 1 if self.s[self.at] == "{" else self.at + 1
        lazy = self.s.startswith("?", self.at)
        self.at += lazy
        top.pieces.append(Repeat(top.pieces.pop(), least, most, lazy != ("U" in self.flags)))

    def bounds(self) -> tuple[int, int | None] | None:
        """The least and most repetitions that stand here; None if a { does not begin any."""
        c = self.s[self.at]
        if c != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[c]
        inside, closed, _ = self.s[self.at + 1 : self.at + 20].partition("}")
        low, comma, high = inside.partition(",")
        if not closed or not (low.isascii() and low.isdigit()) or not (high == "" or high.isascii() and high.isdigit()):
            return None
        least = int(low)
        most = (int(high) if high else None) if comma else least
        if most is not None and most < least:
            raise self.wrong("the larger number comes second")
        return least, most

    def atom(self, c: str) -> Tree:
        """What begins with c and is no group, alternative or repetition."""
        self.at += 1
        if c == "[":
            return self.chars(self.bracketed())
        if c == "\\":
            return self.escape()
        if c == ".":
            return Chars(sets.EVERY if "s" in self.flags else NO_NEWLINE)
        if c == "^":
            return Where("bol" if "m" in self.flags else "bos")
        if c == "$":
            return Where("eol" if "m" in self.flags else "eos")
        return self.chars(sets.single(c))

    def chars(self, charset: CharSet) -> Chars:
        """A set, without regard to case if the flag says so."""
        return Chars(sets.without_case(charset) if "i" in self.flags else charset)

    def escape(self) -> Tree:
        """What stands after a backslash outside a class."""
        c = self.s[self.at : self.at + 1]
        if c in PLACES:
            self.at += 1
            return Where(PLACES[c])
        if c.isdigit() and c != "0":
            raise self.wrong("back references cannot be matched in linear time and are not supported")
        charset, _ = self.escaped()
        return self.chars(charset)

    def escaped(self) -> tuple[CharSet, str | None]:
        """An escape that stands for characters: their set, and the character if it is one."""
        c = self.s[self.at : self.at + 1]
        self.at += 1
        if c in _CLASSES:
            return _CLASSES[c], None
        if c in ("p", "P"):
            charset = self.property()
            return (charset if c == "p" else sets.complement(charset)), None
        if c in ("x", "u"):
            made = self.code_point(c)
        elif c in _CHARACTERS:
            made = _CHARACTERS[c]
        elif c and not (c.isascii() and c.isalnum()):
            made = c
        else:
            self.at -= 1
            raise self.wrong(f"an unknown escape \\{c}" if c else "the pattern ends after a backslash")
        return sets.single(made), made

    def code_point(self, letter: str) -> str:
        """`\\x41`, `\\u0041`, `\\x{1F600}`."""
        if self.s.startswith("{", self.at):
            digits = self.s[self.at + 1 : self.at + 9].partition("}")[0]
            length = len(digits) + 2
        else:
            length = 2 if letter == "x" else 4
            digits = self.s[self.at : self.at + length]
        try:
            if not digits.isalnum() or len(digits) < min(length, 1):
                raise ValueError
            made = chr(int(digits, 16))
        except (ValueError, OverflowError):
            raise self.wrong("wanted a code point in hexadecimal") from None
        self.at += length
        return made

    def property(self) -> CharSet:
        """`\\pL` or `\\p{Lu}`: a general category of Unicode."""
        if self.s.startswith("{", self.at):
            name, closed, _ = self.s[self.at + 1 : self.at + 6].partition("}")
            length = len(name) + 2
        else:
            name, closed, length = self.s[self.at : self.at + 1], "}", 1
        if not closed or name[:1] not in "LMNPSZC" or not name or len(name) > 2:
            raise self.wrong("wanted a general category such as L, Lu or {Nd}")
        self.at += length
        return _category(name)

    def bracketed(self) -> CharSet:
        """`[…]`, after the bracket."""
        start = self.at - 1
        negated = self.s.startswith("^", self.at)
        self.at += negated
        singles: list[str] = []
        others: list[CharSet] = []
        first = True
        while first or not self.s.startswith("]", self.at):
            if self.at >= len(self.s):
                self.at = start
                raise self.wrong("this [ is not closed")
            member = self.member()
            if isinstance(member, str):
                singles.append(member)
            else:
                others.append(member)
            first = False
        self.at += 1
        found = sets.union([sets.among(singles), *others] if singles else others)
        if negated and "i" in self.flags:  # what is excluded is so in either case
            found = sets.without_case(found)
        return sets.complement(found) if negated else found

    def member(self) -> CharSet | str:
        """A character, range or class inside brackets."""
        if self.s.startswith("[:", self.at):
            name, closed, _ = self.s[self.at + 2 : self.at + 12].partition(":]")
            if not closed or name.removeprefix("^") not in POSIX:
                raise self.wrong("wanted a class such as [:alpha:]")
            self.at += len(name) + 4
            charset = POSIX[name.removeprefix("^")]
            return sets.complement(charset) if name.startswith("^") else charset
        charset, low = self.member_start()
        follows = self.s[self.at + 1 : self.at + 2]
        if low is None or not self.s.startswith("-", self.at) or follows in ("]", ""):
            return low or charset
        self.at += 1
        _, high = self.member_start()
        if high is None or high < low:
            raise self.wrong("a range wants two characters, the smaller first")
        return sets.between(low, high)

    def member_start(self) -> tuple[CharSet, str | None]:
        """A character or an escape; the character if it is one."""
        c = self.s[self.at]
        self.at += 1
        return self.escaped() if c == "\\" else (sets.NONE, c)

    def wrong(self, message: str) -> SchemeError:
        """The error at this place of the pattern."""
        return fail("error", f"{message} (at character {self.at + 1} of the pattern {self.s[:60]!r})", who="regexp")


@lru_cache(64)  # categories: there are fewer
def _category(name: str) -> CharSet:
    return sets.satisfying(lambda c: category(c).startswith(name))


NO_NEWLINE: Final = sets.complement(sets.single("\n"))
PLACES: Final = {"A": "bos", "z": "eos", "b": "boundary", "B": "inside"}
_CHARACTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}
_POSITIVE: Final = {
    "d": sets.satisfying(str.isdecimal, wordy=True),
    "w": sets.WORD,
    "s": sets.satisfying(str.isspace),
    "h": sets.among(" \t"),
}
_CLASSES: Final = {**_POSITIVE, **{name.upper(): sets.complement(each) for name, each in _POSITIVE.items()}}
POSIX: Final = {
    name: sets.ascii_satisfying(test)
    for name, test in {
        "alpha": str.isalpha,
        "digit": str.isdigit,
        "alnum": str.isalnum,
        "upper": str.isupper,
        "lower": str.islower,
        "space": lambda c: c in " \t\n\r\f\v",
        "blank": lambda c: c in " \t",
        "punct": lambda c: c.isprintable() and not c.isalnum() and c != " ",
        "cntrl": lambda c: c < " " or c == "\x7f",
        "print": str.isprintable,
        "graph": lambda c: " " < c < "\x7f",
        "xdigit": lambda c: c in "0123456789abcdefABCDEF",
        "word": sets.is_word_part,
        "ascii": str.isascii,
    }.items()
}
