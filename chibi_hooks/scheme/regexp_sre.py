"""An S-expression that describes a regular expression comes in, a compiled one goes out (SRFI 115).

The engine is that of `regexp`: time bounded by pattern size times text length, so look-around and back references are
refused. The leftmost longest match is found; a pattern with a non-greedy part prefers as it says, like Perl.

Theory: a set of characters is a program of one instruction, so that `(or "a" numeric)` is one and a set may stand
wherever an expression may. No recursion: what is to be done waits on a stack, made fragments on another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from unicodedata import category

from chibi_hooks.scheme.arguments import list_items
from chibi_hooks.scheme.data import Char, Pair, String, Symbol, Value
from chibi_hooks.scheme.errors import SchemeError, fail
from chibi_hooks.scheme.printer import short, shown_as
from chibi_hooks.scheme.regexp import (
    PROGRAM,
    Assert,
    Fragment,
    Kind,
    One,
    Regexp,
    Save,
    Test,
    alternatives,
    any_of,
    at_end,
    at_line_end,
    at_line_start,
    at_start,
    between,
    complement,
    inside_word,
    joined,
    literal,
    repeated,
)
from chibi_hooks.typenames import Final

NESTING: Final = 100  # expressions inside each other: tests of sets call each other as deep

Flags = frozenset[str]  # of nocase, ascii, nocapture
Build = Callable[[list[Fragment]], Fragment]


class SreRegexp(Regexp):
    """A regular expression made from an S-expression. `numbers`: the groups of each name."""

    __slots__ = ("sre", "numbers")

    def __init__(self, sre: Value) -> None:
        compiler = _Compiler()
        program = compiler.compile(sre)
        super().__init__(short(sre), program, compiler.groups, {}, longest=not compiler.lazy)
        self.sre = sre
        self.numbers = compiler.numbers


shown_as(SreRegexp, lambda x: f"regexp {x.pattern}")


class _Compiler:
    """What is to be done, what is made so far, and what the pattern turned out to have."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.made: list[Fragment] = []
        self.size = 0  # instructions in `made`
        self.groups = 0
        self.numbers: dict[str, list[int]] = {}
        self.lazy = False

    def compile(self, sre: Value) -> Fragment:
        """The program of an expression, without its end."""
        self.visit(sre, frozenset(), 0)
        while self.waiting:
            self.waiting.pop()()
        return self.made[0]

    def visit(self, x: Value, flags: Flags, depth: int) -> None:
        """Make the fragment of x, or put off what must be made before."""
        if depth > NESTING:
            raise fail("limit", f"expressions are nested more than {NESTING} deep", who="regexp")
        kind = x.__class__
        if kind is String:
            if len(x.s) > PROGRAM:
                raise _too_large()
            self.push([One(_cased(literal(c), flags)) for c in x.s])
        elif kind is Char:
            self.push([One(_cased(literal(x.c), flags))])
        elif kind is Symbol:
            self.push(_named(x.text, flags, x))
        elif kind is Pair:
            self.visit_form(x, flags, depth)
        else:
            raise _wrong(x)

    def visit_form(self, x: Value, flags: Flags, depth: int) -> None:
        """A list: an operator with its operands, or `("characters")`."""
        head, *operands = list_items("regexp", 0, x)
        if head.__class__ is String and not operands:
            self.push([One(_among(head.s, flags))])
            return
        form = FORMS.get(head.text) if head.__class__ is Symbol else None
        if form is None:
            refused = REFUSED.get(head.text) if head.__class__ is Symbol else None
            raise fail("error", refused, who="regexp") if refused else _wrong(x)
        form(self, x, operands, flags, depth)

    def gather(self, operands: Sequence[Value], flags: Flags, depth: int, build: Build) -> None:
        """Visit the operands, then make one fragment of theirs."""
        count = len(operands)
        self.waiting.append(lambda: self.combine(count, build))
        for operand in reversed(operands):
            self.waiting.append(lambda operand=operand: self.visit(operand, flags, depth + 1))  # type: ignore[misc]

    def combine(self, count: int, build: Build) -> None:
        """Replace the last fragments by what is built of them."""
        parts = self.made[len(self.made) - count :]
        del self.made[len(self.made) - count :]
        self.size -= sum(map(len, parts))
        self.push(build(parts))

    def push(self, fragment: Fragment) -> None:
        """Keep a fragment; the sizes add up, so that a pattern stops in time."""
        self.size += len(fragment)
        if self.size > PROGRAM:
            raise _too_large()
        self.made.append(fragment)


Form = Callable[[_Compiler, Value, list[Value], Flags, int], None]


# operators ------------------------------------------------------------------------------------------------------------


def _sequence(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    c.gather(operands, flags, depth, joined)


def _or(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    def build(parts: list[Fragment]) -> Fragment:
        if all(_is_set(part) for part in parts):
            return [One(any_of([_test(part, x) for part in parts]))]
        return alternatives(parts)

    c.gather(operands, flags, depth, build)


def _repetition(least: int, most: int | None, lazy: bool = False) -> Form:
    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        _repeat(c, operands, flags, depth, least, most, lazy)

    return form


def _repeat(
    c: _Compiler, operands: list[Value], flags: Flags, depth: int, least: int, most: int | None, lazy: bool = False
) -> None:
    c.lazy = c.lazy or lazy

    def build(parts: list[Fragment]) -> Fragment:
        piece = joined(parts)
        copies = max(least, most if most is not None else least + 1)
        if copies * (len(piece) + 2) > PROGRAM:
            raise _too_large()
        return repeated(piece, least, most, lazy)

    c.gather(operands, flags, depth, build)


def _counted(numbers: int, lazy: bool = False, open_ended: bool = False) -> Form:
    """`(= n sre …)`, `(>= n sre …)`, `(** n m sre …)`."""

    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        counts = operands[:numbers]
        if len(counts) < numbers or not all(each.__class__ is int and each >= 0 for each in counts):
            raise _wrong(x)
        if counts[-1] < counts[0]:
            raise fail("error", f"the larger number comes second in {short(x)}", x, who="regexp")
        most = None if open_ended else counts[-1]
        _repeat(c, operands[numbers:], flags, depth, counts[0], most, lazy)

    return form


def _submatch(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if "nocapture" in flags:
        _sequence(c, x, operands, flags, depth)
        return
    c.groups += 1
    number = c.groups
    c.gather(operands, flags, depth, lambda parts: [Save(2 * number), *joined(parts), Save(2 * number + 1)])


def _named_submatch(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if not operands or operands[0].__class__ is not Symbol:
        raise _wrong(x)
    if "nocapture" not in flags:
        c.numbers.setdefault(operands[0].text, []).append(c.groups + 1)
    _submatch(c, x, operands[1:], flags, depth)


def _with(add: str = "", remove: str = "") -> Form:
    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        _sequence(c, x, operands, (flags | {add} if add else flags) - {remove}, depth)

    return form


def _word(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    c.gather(operands, flags, depth, lambda parts: [Assert(_at_word_start), *joined(parts), Assert(_at_word_end)])


def _word_of(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if len(operands) != 1:
        raise _wrong(x)
    c.gather(operands, flags, depth, lambda parts: _whole_word(_test(parts[0], x), flags))


def _characters(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if len(operands) != 1 or operands[0].__class__ is not String:
        raise _wrong(x)
    c.push([One(_among(operands[0].s, flags))])


def _ranges(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if not all(each.__class__ in (String, Char) for each in operands):
        raise _wrong(x)
    ends = "".join(each.s if each.__class__ is String else each.c for each in operands)
    if len(ends) % 2 or len(ends) > 2 * PROGRAM or any(ends[i] > ends[i + 1] for i in range(0, len(ends), 2)):
        raise _wrong(x)
    c.push([One(_cased(any_of([between(ends[i], ends[i + 1]) for i in range(0, len(ends), 2)]), flags))])


def _set_operation(combine: Callable[[list[Test]], Test], at_least: int) -> Form:
    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        if len(operands) < at_least:
            raise _wrong(x)
        c.gather(operands, flags, depth, lambda parts: [One(combine([_test(part, x) for part in parts]))])

    return form


def _difference(tests: list[Test]) -> Test:
    first, others = tests[0], any_of(tests[1:])
    return lambda c: first(c) and not others(c)


def _intersection(tests: list[Test]) -> Test:
    return lambda c: all(test(c) for test in tests)


FORMS: Final[dict[str, Form]] = {
    **dict.fromkeys((":", "seq"), _sequence),
    **dict.fromkeys(("or", "|"), _or),
    **dict.fromkeys(("*", "zero-or-more"), _repetition(0, None)),
    **dict.fromkeys(("+", "one-or-more"), _repetition(1, None)),
    **dict.fromkeys(("?", "optional"), _repetition(0, 1)),
    **dict.fromkeys(("*?", "non-greedy-zero-or-more"), _repetition(0, None, lazy=True)),
    **dict.fromkeys(("??", "non-greedy-optional"), _repetition(0, 1, lazy=True)),
    **dict.fromkeys(("=", "exactly"), _counted(1)),
    **dict.fromkeys((">=", "at-least"), _counted(1, open_ended=True)),
    **dict.fromkeys(("**", "repeated"), _counted(2)),
    **dict.fromkeys(("**?", "non-greedy-repeated"), _counted(2, lazy=True)),
    **dict.fromkeys(("$", "submatch"), _submatch),
    **dict.fromkeys(("->", "submatch-named"), _named_submatch),
    "w/case": _with(remove="nocase"),
    "w/nocase": _with(add="nocase"),
    "w/unicode": _with(remove="ascii"),
    "w/ascii": _with(add="ascii"),
    "w/nocapture": _with(add="nocapture"),
    "word": _word,
    "word+": _word_of,
    "char-set": _characters,
    **dict.fromkeys(("/", "char-range"), _ranges),
    **dict.fromkeys(("~", "complement"), _set_operation(lambda tests: complement(any_of(tests)), 0)),
    **dict.fromkeys(("-", "difference"), _set_operation(_difference, 1)),
    **dict.fromkeys(("&", "and"), _set_operation(_intersection, 0)),
}
REFUSED: Final = {
    **dict.fromkeys(
        ("look-ahead", "look-behind", "neg-look-ahead", "neg-look-behind"),
        "look-around cannot be matched in linear time and is not supported",
    ),
    "backref": "back references cannot be matched in linear time and are not supported",
}


# names ----------------------------------------------------------------------------------------------------------------


def _at_word_start(before: Kind, after: Kind) -> bool:
    return before != "word" and after == "word"


def _at_word_end(before: Kind, after: Kind) -> bool:
    return before == "word" and after != "word"


def _between_graphemes(before: Kind, after: Kind) -> bool:
    return after != "mark" and not (before == "return" and after == "newline")


def _at_grapheme_start(before: Kind, after: Kind) -> bool:
    return after != "end" and (before == "start" or _between_graphemes(before, after))


def _at_grapheme_end(before: Kind, after: Kind) -> bool:
    return before != "start" and _between_graphemes(before, after)


ASSERTIONS: Final = {
    "bos": at_start,
    "eos": at_end,
    "bol": at_line_start,
    "eol": at_line_end,
    "bow": _at_word_start,
    "eow": _at_word_end,
    "nwb": inside_word,
    "bog": _at_grapheme_start,
    "eog": _at_grapheme_end,
}


def _is_graphic(c: str) -> bool:
    return category(c)[0] in "LMNPS"


def _is_word_part(c: str) -> bool:
    return c == "_" or c.isalnum()


SETS: Final[dict[str, Test]] = {
    "any": lambda c: True,
    "nonl": lambda c: c not in "\n\r",
    "ascii": str.isascii,
    **dict.fromkeys(("lower-case", "lower"), str.islower),
    **dict.fromkeys(("upper-case", "upper"), str.isupper),
    **dict.fromkeys(("title-case", "title"), lambda c: category(c) == "Lt"),
    **dict.fromkeys(("alphabetic", "alpha"), str.isalpha),
    **dict.fromkeys(("numeric", "num"), str.isdecimal),
    **dict.fromkeys(("alphanumeric", "alphanum", "alnum"), lambda c: c.isalpha() or c.isdecimal()),
    **dict.fromkeys(("punctuation", "punct"), lambda c: category(c).startswith("P")),
    "symbol": lambda c: category(c).startswith("S"),
    **dict.fromkeys(("graphic", "graph"), _is_graphic),
    **dict.fromkeys(("whitespace", "white", "space"), str.isspace),
    **dict.fromkeys(("printing", "print"), lambda c: _is_graphic(c) or c.isspace()),
    **dict.fromkeys(("control", "cntrl"), lambda c: category(c) == "Cc"),
    **dict.fromkeys(("hex-digit", "xdigit"), lambda c: c in "0123456789abcdefABCDEF"),
}
UNLIMITED: Final = frozenset({"any", "nonl"})  # sets that w/ascii leaves as they are
CASED: Final = frozenset({"lower-case", "lower", "upper-case", "upper", "title-case", "title"})


def _named(name: str, flags: Flags, x: Value) -> Fragment:
    if name in ASSERTIONS:
        return [Assert(ASSERTIONS[name])]
    if name == "word":
        return _whole_word(SETS["any"], flags)
    if name == "grapheme":
        return alternatives(
            [
                [One(literal("\r")), One(literal("\n"))],
                [One(SETS["any"]), *repeated([One(_is_mark)], 0, None, lazy=False)],
            ]
        )
    test = SETS.get(name)
    if test is None:
        raise _wrong(x)
    if "ascii" in flags and name not in UNLIMITED:
        test = _intersection([test, str.isascii])
    return [One(_cased(test, flags) if name in CASED else test)]


def _is_mark(c: str) -> bool:
    return category(c) in ("Mn", "Me", "Mc") or c == "\u200d"


def _whole_word(test: Test, flags: Flags) -> Fragment:
    tests = [test, _is_word_part, *([str.isascii] if "ascii" in flags else [])]
    inner = repeated([One(_intersection(tests))], 1, None, lazy=False)
    return [Assert(_at_word_start), *inner, Assert(_at_word_end)]


# sets -----------------------------------------------------------------------------------------------------------------


def _is_set(fragment: Fragment) -> bool:
    return len(fragment) == 1 and isinstance(fragment[0], One)


def _test(fragment: Fragment, x: Value) -> Test:
    first = fragment[0] if len(fragment) == 1 else None
    if not isinstance(first, One):
        raise fail("error", f"wanted sets of characters in {short(x)}", x, who="regexp")
    return first.test


def _among(characters: str, flags: Flags) -> Test:
    if len(characters) > PROGRAM:
        raise _too_large()
    members = frozenset(characters)
    return _cased(members.__contains__, flags)


def _cased(test: Test, flags: Flags) -> Test:
    """The test without regard to case, if the flags say so."""
    if "nocase" not in flags:
        return test
    return lambda c: test(c) or test(c.lower()) or test(c.upper())


def _wrong(x: Value) -> SchemeError:
    return fail("error", f"wanted a regular expression, got {short(x)}", x, who="regexp")


def _too_large() -> SchemeError:
    return fail("limit", f"the pattern needs more than {PROGRAM} instructions", who="regexp")
