"""A pattern comes in, matches in a string go out, in time bounded by pattern size times text length for each search.

Syntax: that of RE2 and of Rust's regular expressions, without Unicode scripts: literals, `.`, classes `[a-z]` with
`[:alpha:]`, `\\d \\w \\s \\h`, `\\p{Lu}`, groups `( )`, `(?: )`, `(?P<name> )`, flags `(?imsx)`, `* + ? {m,n}` greedy
and lazy, `|`, `^ $ \\A \\z \\b \\B`. Back references and look-around have no linear algorithm and are refused.

Theory
------
* The parser makes fragments of a program with relative jumps, so that a counted repetition is a copy; no recursion.
* `_Machine.hit` asks whether there is a match, with a DFA built as the text needs it: a state is a set of program
  places and the kind of the character before; transitions are cached by character. It notes the last index where
  nothing was in progress.
* `_Machine.trace` runs the program from there by Pike's method: all threads side by side, in order of priority, each
  with its group positions; the first to match in that order wins (leftmost-first, as in Perl).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unicodedata import category

from chibi_hooks.scheme.data import Datum
from chibi_hooks.scheme.errors import SchemeError, fail
from chibi_hooks.scheme.printer import shown_as
from chibi_hooks.typenames import Final, Literal

PROGRAM: Final = 5_000  # instructions: every one may be a thread, so this bounds the work for one character
NESTING: Final = 200  # groups open at once; fragments are copied once per level
STATES: Final = 2_000  # of the DFA, kept at once; then it starts anew
TRANSITIONS: Final = 20_000  # cached at once, about 2 MB

Test = Callable[[str], bool]
Kind = Literal["start", "newline", "return", "word", "mark", "other", "end"]
Groups = tuple[int, ...]  # start and end of group 0, 1, …; -1 for a group that took no part


class One:
    """Take a character that satisfies the test."""

    __slots__ = __match_args__ = ("test",)

    def __init__(self, test: Test) -> None:
        self.test = test


class Split:
    """Go on at both places (relative), the first with priority."""

    __slots__ = __match_args__ = ("first", "second")

    def __init__(self, first: int, second: int) -> None:
        self.first = first
        self.second = second


class Save:
    """Note the index here as start or end of a group."""

    __slots__ = __match_args__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot = slot


class Assert:
    """Go on only where `holds(kind of the character before, kind of the next)`."""

    __slots__ = __match_args__ = ("holds",)

    def __init__(self, holds: Callable[[Kind, Kind], bool]) -> None:
        self.holds = holds


class Match:
    """The end of the program."""

    __slots__ = ()


Instruction = One | Split | Save | Assert | Match
Fragment = list[Instruction]


class Regexp(Datum):
    """A compiled program. `pattern`: what it was made from; `groups`: how many; `names`: the number of a named group.

    `longest`: of the matches that begin first the longest is found, else the one that is preferred as in Perl.
    """

    __slots__ = ("pattern", "groups", "names", "searching", "matching")

    def __init__(
        self, pattern: str, program: Fragment, groups: int, names: dict[str, int], *, longest: bool = False
    ) -> None:
        body = [Save(0), *program, Save(1)]
        self.pattern = pattern
        self.groups = groups
        self.names = names
        self.searching = _Machine([*body, Match()], groups, anchored=False, longest=longest)
        self.matching = _Machine([*body, Assert(at_end), Match()], groups, anchored=True, longest=False)

    def search(self, s: str, start: int = 0) -> Groups | None:
        """The leftmost match from `start` on, or None."""
        return self.searching.run(s, start)

    def match(self, s: str) -> Groups | None:
        """The match of the whole string, or None."""
        return self.matching.run(s, 0)

    def matches(self, s: str) -> Iterator[Groups]:
        """The matches that do not overlap, from left to right; an empty one does not touch the one before."""
        at = 0
        previous_end = -1
        while at <= len(s):
            groups = self.search(s, at)
            if groups is None:
                return
            start, end = groups[0], groups[1]
            if start == end == previous_end:
                at = end + 1
                continue
            yield groups
            previous_end = end
            at = end if end > start else end + 1


def regexp_of(pattern: str) -> Regexp:
    """The program of a pattern. Raises SchemeError of kind "error" or "limit"."""
    parser = _Parser(pattern)
    return Regexp(pattern, parser.parse(), parser.groups, parser.names)


shown_as(Regexp, lambda x: f"regexp {x.pattern[:60]}")


def kind_of(c: str) -> Kind:
    """What assertions ask of a character."""
    if c == "_" or c.isalnum():
        return "word"
    if c == "\n":
        return "newline"
    if c == "\r":
        return "return"
    return "mark" if c > "\u02ff" and (category(c) in ("Mn", "Me", "Mc") or c == "\u200d") else "other"


# running --------------------------------------------------------------------------------------------------------------


class _State:
    """A state of the DFA: the places of the threads, and the kind of the character before."""

    __slots__ = ("places", "before", "idle", "next")

    def __init__(self, places: frozenset[int], before: Kind, idle: bool) -> None:
        self.places = places
        self.before = before
        self.idle = idle  # nothing is in progress but the start itself
        self.next: dict[str, _State | None] = {}  # None: a match ended before this character


class _Machine:
    """A program and the part of its DFA that was needed so far."""

    def __init__(self, program: Fragment, groups: int, *, anchored: bool, longest: bool) -> None:
        self.program = program
        self.longest = longest
        self.slots = 2 * (groups + 1)
        self.anchored = anchored
        self.states: dict[tuple[frozenset[int], Kind], _State] = {}
        self.transitions = 0

    def run(self, s: str, start: int) -> Groups | None:
        """The groups of the first match at or after `start`."""
        begin = self.hit(s, start)
        return None if begin is None else self.trace(s, begin)

    def hit(self, s: str, start: int) -> int | None:
        """None if there is no match; else an index from which a search finds it, as late as this walk can tell."""
        state = self.state(frozenset((0,)), kind_of(s[start - 1]) if start else "start")
        begin = start
        for at in range(start, len(s)):
            if state.idle:
                begin = at
            c = s[at]
            try:
                following = state.next[c]
            except KeyError:
                following = self.extend(state, c)
            if following is None:
                return begin
            state = following
            if not state.places:
                return None
        if state.idle:
            begin = len(s)
        return begin if self.closure(state.places, state.before, "end")[1] else None

    def state(self, places: frozenset[int], before: Kind) -> _State:
        """The state of these threads, made if it is new."""
        key = (places, before)
        found = self.states.get(key)
        if found is None:
            if len(self.states) >= STATES:
                self.states.clear()
            idle = not self.anchored and places == frozenset((0,))
            found = self.states[key] = _State(places, before, idle)
        return found

    def extend(self, state: _State, c: str) -> _State | None:
        """Compute and keep one transition."""
        if self.transitions >= TRANSITIONS:
            for each in self.states.values():
                each.next.clear()
            self.transitions = 0
        reached, matched = self.closure(state.places, state.before, kind_of(c))
        following = None
        if not matched:
            takers = {place + 1 for place in reached if self.takes(place, c)}
            if not self.anchored:
                takers.add(0)
            following = self.state(frozenset(takers), kind_of(c))
        state.next[c] = following
        self.transitions += 1
        return following

    def takes(self, place: int, c: str) -> bool:
        instruction = self.program[place]
        return isinstance(instruction, One) and instruction.test(c)

    def closure(self, places: frozenset[int], before: Kind, after: Kind) -> tuple[set[int], bool]:
        """The places that can be reached without taking a character, and whether the end of the program is one."""
        seen: set[int] = set()
        waiting = list(places)
        matched = False
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            match self.program[place]:
                case Split(first, second):
                    waiting += (place + first, place + second)
                case Save():
                    waiting.append(place + 1)
                case Assert(holds):
                    if holds(before, after):
                        waiting.append(place + 1)
                case Match():
                    matched = True
        return seen, matched

    def trace(self, s: str, start: int) -> Groups | None:
        """Pike's simulation from `start`: the groups of the match."""
        best: Groups | None = None
        threads: list[tuple[int, Groups]] = [(0, (-1,) * self.slots)]
        before: Kind = kind_of(s[start - 1]) if start else "start"
        for at in range(start, len(s) + 1):
            after: Kind = kind_of(s[at]) if at < len(s) else "end"
            ready, found = self.follow(threads, at, before, after)
            if found is not None and (best is None or not self.longest or found[0] <= best[0]):
                best = found
            if at == len(s):
                break
            if self.longest and best is not None:
                ready = [(place, groups) for place, groups in ready if groups[0] <= best[0]]
            c = s[at]
            threads = [(place + 1, groups) for place, groups in ready if self.takes(place, c)]
            if best is None and not self.anchored:
                threads.append((0, (-1,) * self.slots))
            if not threads:
                break
            before = after
        return best

    def follow(
        self, threads: list[tuple[int, Groups]], at: int, before: Kind, after: Kind
    ) -> tuple[list[tuple[int, Groups]], Groups | None]:
        """The threads that wait for a character, in order of priority, and the first that matches; those after it are
        dropped, unless the longest match is wanted.
        """
        match_here: Groups | None = None
        seen: set[int] = set()
        ready: list[tuple[int, Groups]] = []
        waiting = threads[::-1]
        while waiting:
            place, groups = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            match self.program[place]:
                case One():
                    ready.append((place, groups))
                case Split(first, second):
                    waiting.append((place + second, groups))
                    waiting.append((place + first, groups))
                case Save(slot):
                    waiting.append((place + 1, (*groups[:slot], at, *groups[slot + 1 :])))
                case Assert(holds):
                    if holds(before, after):
                        waiting.append((place + 1, groups))
                case Match():
                    if not self.longest:
                        return ready, groups
                    if match_here is None:
                        match_here = groups
        return ready, match_here


# assertions -----------------------------------------------------------------------------------------------------------


def at_start(before: Kind, after: Kind) -> bool:
    """Whether nothing comes before."""
    return before == "start"


def at_end(before: Kind, after: Kind) -> bool:
    """Whether nothing comes after."""
    return after == "end"


def at_line_start(before: Kind, after: Kind) -> bool:
    """Whether a line begins here."""
    return before in ("start", "newline")


def at_line_end(before: Kind, after: Kind) -> bool:
    """Whether a line ends here."""
    return after in ("end", "newline")


def at_word_boundary(before: Kind, after: Kind) -> bool:
    """Whether a word begins or ends here."""
    return (before == "word") != (after == "word")


def inside_word(before: Kind, after: Kind) -> bool:
    """Whether no word begins or ends here."""
    return not at_word_boundary(before, after)


# parsing --------------------------------------------------------------------------------------------------------------


class _Group:
    """An open group: the alternatives before the current one, the pieces of the current one, what to do at its end."""

    __slots__ = ("at", "number", "outer_flags", "alternatives", "pieces")

    def __init__(self, at: int, number: int | None, outer_flags: frozenset[str]) -> None:
        self.at = at
        self.number = number
        self.outer_flags = outer_flags
        self.alternatives: list[Fragment] = []
        self.pieces: list[Fragment] = []


_CLASSES: Final[dict[str, Test]] = {
    "d": str.isdecimal,
    "w": lambda c: kind_of(c) == "word",
    "s": str.isspace,
    "h": lambda c: c in " \t",
}
_POSIX: Final[dict[str, Test]] = {
    "alpha": lambda c: c.isascii() and c.isalpha(),
    "digit": lambda c: c.isascii() and c.isdigit(),
    "alnum": lambda c: c.isascii() and c.isalnum(),
    "upper": lambda c: c.isascii() and c.isupper(),
    "lower": lambda c: c.isascii() and c.islower(),
    "space": lambda c: c in " \t\n\r\f\v",
    "blank": lambda c: c in " \t",
    "punct": lambda c: c.isascii() and c.isprintable() and not c.isalnum() and c != " ",
    "cntrl": lambda c: c < " " or c == "\x7f",
    "print": lambda c: " " <= c < "\x7f",
    "graph": lambda c: " " < c < "\x7f",
    "xdigit": lambda c: c in "0123456789abcdefABCDEF",
    "word": lambda c: c.isascii() and kind_of(c) == "word",
    "ascii": str.isascii,
}
_ASSERTIONS: Final = {"A": at_start, "z": at_end, "b": at_word_boundary, "B": inside_word}
_CHARACTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "0": "\0"}


class _Parser:
    """A pattern and how far it is read."""

    def __init__(self, pattern: str) -> None:
        self.s = pattern
        self.at = 0
        self.flags: frozenset[str] = frozenset()
        self.groups = 0
        self.names: dict[str, int] = {}
        self.size = 0

    def parse(self) -> Fragment:
        """The program of the whole pattern, without its end."""
        opened = [_Group(0, None, self.flags)]
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
            else:
                self.piece(top, self.atom(c))
        if len(opened) > 1:
            self.at = opened[-1].at
            raise self.wrong("this ( is not closed")
        return alternatives([*opened[0].alternatives, joined(opened[0].pieces)])

    def piece(self, top: _Group, fragment: Fragment) -> None:
        """Add a fragment; the sizes add up, so that a pattern stops in time."""
        self.size += len(fragment)
        if self.size > PROGRAM:
            raise fail("limit", f"the pattern needs more than {PROGRAM} instructions", who="regexp")
        top.pieces.append(fragment)

    def open(self) -> _Group | None:
        """`(…`: a group, or None for flags that hold from here on."""
        start = self.at
        outer = self.flags
        self.at += 1
        if not self.s.startswith("?", self.at):
            self.groups += 1
            return _Group(start, self.groups, outer)
        self.at += 1
        if self.s.startswith(("=", "!", "<=", "<!"), self.at):
            raise self.wrong("look-around cannot be matched in linear time and is not supported")
        if self.s.startswith(("P<", "<"), self.at):
            self.at = self.s.index("<", self.at) + 1
            end = self.s.find(">", self.at)
            name = self.s[self.at : end] if end >= 0 else ""
            if not name.isidentifier() or name in self.names:
                raise self.wrong("wanted a new name and > for the group")
            self.at = end + 1
            self.groups += 1
            self.names[name] = self.groups
            return _Group(start, self.groups, outer)
        return self.read_flags(start, outer)

    def read_flags(self, start: int, outer: frozenset[str]) -> _Group | None:
        flags = set(self.flags)
        on = True
        while self.at < len(self.s):
            c = self.s[self.at]
            self.at += 1
            if c in ":)":
                self.flags = frozenset(flags)
                return _Group(start, None, outer) if c == ":" else None
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

    def close(self, group: _Group, outer: _Group) -> None:
        """The end of a group: its alternatives become one piece of the outer one."""
        fragment = alternatives([*group.alternatives, joined(group.pieces)])
        if group.number is not None:
            fragment = [Save(2 * group.number), *fragment, Save(2 * group.number + 1)]
        self.flags = group.outer_flags
        self.size -= sum(map(len, group.pieces))  # counted again as part of the outer piece
        self.piece(outer, fragment)

    def repeat(self, top: _Group) -> None:
        """`*`, `+`, `?` or `{m,n}` after a piece, and `?` after it for the lazy form."""
        least, most = self.bounds() or (0, None)
        if not top.pieces:
            raise self.wrong("nothing to repeat before this")
        self.at = self.end_of_bounds()
        lazy = self.s.startswith("?", self.at)
        self.at += lazy
        piece = top.pieces.pop()
        self.size -= len(piece)
        copies = max(least, most if most is not None else least + 1)
        if copies * (len(piece) + 2) > PROGRAM:
            raise fail("limit", f"the pattern needs more than {PROGRAM} instructions", who="regexp")
        self.piece(top, repeated(piece, least, most, lazy != ("U" in self.flags)))

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

    def end_of_bounds(self) -> int:
        return self.s.index("}", self.at) + 1 if self.s[self.at] == "{" else self.at + 1

    def atom(self, c: str) -> Fragment:
        """What begins with c and is no group, alternative or repetition."""
        self.at += 1
        if c == "[":
            return [One(self.any_case(self.set()))]
        if c == "\\":
            return self.escape()
        if c == ".":
            return [One((lambda c: True) if "s" in self.flags else (lambda c: c != "\n"))]
        if c == "^":
            return [Assert(at_line_start if "m" in self.flags else at_start)]
        if c == "$":
            return [Assert(at_line_end if "m" in self.flags else at_end)]
        if "x" in self.flags and (c.isspace() or c == "#"):
            if c == "#":
                end = self.s.find("\n", self.at)
                self.at = len(self.s) if end < 0 else end
            return []
        return [One(self.any_case(literal(c)))]

    def escape(self) -> Fragment:
        """What stands after a backslash outside a class."""
        c = self.s[self.at : self.at + 1]
        if c in _ASSERTIONS and c:
            self.at += 1
            return [Assert(_ASSERTIONS[c])]
        if c.isdigit() and c != "0":
            raise self.wrong("back references cannot be matched in linear time and are not supported")
        test, _ = self.escaped()
        return [One(self.any_case(test))]

    def escaped(self) -> tuple[Test, str | None]:
        """An escape that stands for characters: their test, and the character if it is one."""
        c = self.s[self.at : self.at + 1]
        self.at += 1
        if c.lower() in _CLASSES and c:
            test = _CLASSES[c.lower()]
            return (test if c.islower() else complement(test)), None
        if c in ("p", "P"):
            test = self.property()
            return (test if c == "p" else complement(test)), None
        if c in ("x", "u"):
            made = self.code_point(c)
        elif c in _CHARACTERS:
            made = _CHARACTERS[c]
        elif c and not (c.isascii() and c.isalnum()):
            made = c
        else:
            self.at -= 1
            raise self.wrong(f"an unknown escape \\{c}" if c else "the pattern ends after a backslash")
        return literal(made), made

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

    def property(self) -> Test:
        """`\\pL` or `\\p{Lu}`: a general category of Unicode."""
        if self.s.startswith("{", self.at):
            name, closed, _ = self.s[self.at + 1 : self.at + 6].partition("}")
            length = len(name) + 2
        else:
            name, closed, length = self.s[self.at : self.at + 1], "}", 1
        if not closed or name[:1] not in "LMNPSZC" or not name or len(name) > 2:
            raise self.wrong("wanted a general category such as L, Lu or {Nd}")
        self.at += length
        return lambda c: category(c).startswith(name)

    def set(self) -> Test:
        """`[…]`, after the bracket."""
        start = self.at - 1
        negated = self.s.startswith("^", self.at)
        self.at += negated
        tests: list[Test] = []
        first = True
        while first or not self.s.startswith("]", self.at):
            if self.at >= len(self.s):
                self.at = start
                raise self.wrong("this [ is not closed")
            tests.append(self.member())
            first = False
        self.at += 1
        return complement(any_of(tests)) if negated else any_of(tests)

    def member(self) -> Test:
        """A character, range or class inside brackets."""
        if self.s.startswith("[:", self.at):
            name, closed, _ = self.s[self.at + 2 : self.at + 12].partition(":]")
            test = _POSIX.get(name.removeprefix("^"))
            if not closed or test is None:
                raise self.wrong("wanted a class such as [:alpha:]")
            self.at += len(name) + 4
            return complement(test) if name.startswith("^") else test
        test, low = self.member_start()
        follows = self.s[self.at + 1 : self.at + 2]
        if low is None or not self.s.startswith("-", self.at) or follows in ("]", ""):
            return test
        self.at += 1
        _, high = self.member_start()
        if high is None or high < low:
            raise self.wrong("a range wants two characters, the smaller first")
        return between(low, high)

    def member_start(self) -> tuple[Test, str | None]:
        c = self.s[self.at]
        self.at += 1
        return self.escaped() if c == "\\" else (literal(c), c)

    def any_case(self, test: Test) -> Test:
        """The test without regard to case, if the flag says so."""
        if "i" not in self.flags:
            return test
        return lambda c: test(c) or test(c.lower()) or test(c.upper())

    def wrong(self, message: str) -> SchemeError:
        """The error at this place of the pattern."""
        return fail("error", f"{message} (at character {self.at + 1} of the pattern {self.s[:60]!r})", who="regexp")


def literal(wanted: str) -> Test:
    """The test for one character."""
    return lambda c: c == wanted


def between(low: str, high: str) -> Test:
    """The test for a range of characters, both ends included."""
    return lambda c: low <= c <= high


def complement(test: Test) -> Test:
    """The test for all other characters."""
    return lambda c: not test(c)


def any_of(tests: list[Test]) -> Test:
    """The test for what satisfies one of the tests."""
    return tests[0] if len(tests) == 1 else lambda c: any(test(c) for test in tests)


def joined(pieces: list[Fragment]) -> Fragment:
    """The pieces one after the other."""
    return [instruction for piece in pieces for instruction in piece]


def alternatives(parts: list[Fragment]) -> Fragment:
    """One of the parts, the first ones preferred."""
    made = parts[-1]
    for part in reversed(parts[:-1]):
        made = [Split(1, len(part) + 2), *part, Split(len(made) + 1, len(made) + 1), *made]
    return made


def repeated(piece: Fragment, least: int, most: int | None, lazy: bool) -> Fragment:
    """The piece at least and at most (None: any number) so many times; `lazy` prefers few."""

    def split(into: int, past: int) -> Split:
        return Split(past, into) if lazy else Split(into, past)

    if most is None:
        if least == 0 and _may_be_empty(piece):  # (x+)?: in x* a turn that takes nothing would hide the way out
            piece = [*piece, split(-len(piece), 1)]
            return [split(1, len(piece) + 1), *piece]
        if least == 0:
            back = -(len(piece) + 1)
            return [split(1, len(piece) + 2), *piece, Split(back, back)]
        return [*piece * least, split(-len(piece), 1)]
    made: Fragment = []
    for _ in range(most - least):
        made = [split(1, len(piece) + len(made) + 1), *piece, *made]
    return piece * least + made


def _may_be_empty(piece: Fragment) -> bool:
    """Whether the end of the fragment can be reached without taking a character."""
    seen: set[int] = set()
    waiting = [0]
    while waiting:
        place = waiting.pop()
        if place == len(piece):
            return True
        if place in seen:
            continue
        seen.add(place)
        instruction = piece[place]
        if isinstance(instruction, Split):
            waiting += (place + instruction.first, place + instruction.second)
        elif not isinstance(instruction, One):
            waiting.append(place + 1)
    return False
