"""An S-expression that describes a regular expression comes in, a compiled one goes out (SRFI 115).

Look-around and back references are refused: nothing finds them in linear time. The leftmost longest match is found; a
pattern with a non-greedy part prefers as it says, like Perl.

A set of characters is a node like others, so that `(or "a" numeric)` is one and a set may stand wherever an expression
may. No recursion: what is to be done waits on a stack, made nodes on another.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from unicodedata import category

from chibi_hooks.scheme.regexps import sets
from chibi_hooks.scheme.regexps.regexp import Regexp
from chibi_hooks.scheme.regexps.sets import CharSet
from chibi_hooks.scheme.regexps.trees import PROGRAM, Chars, Group, Repeat, Tree, Where, choice, joined, too_large
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import Char, Pair, String, Symbol, Value, intern
from chibi_hooks.scheme.values.errors import SchemeError, fail
from chibi_hooks.scheme.values.printer import short, shown_as
from chibi_hooks.typenames import Final

NESTING: Final = 100  # expressions inside each other: tests of sets call each other as deep

Flags = frozenset[str]  # of nocase, ascii, nocapture
Combine = Callable[[list[Tree]], Tree]


class SreRegexp(Regexp):
    """A regular expression made from an S-expression. `numbers`: the groups of each name; `single`: of a symbol that is
    the name of one group, its number.
    """

    __slots__ = ("sre", "numbers", "single")

    def __init__(self, sre: Value) -> None:
        compiler = _Compiler()
        tree = compiler.compile(sre)
        super().__init__(short(sre), tree, compiler.groups, {}, longest=not compiler.lazy)
        self.sre = sre
        self.numbers = compiler.numbers
        self.single = {intern(name): found[0] for name, found in compiler.numbers.items() if len(found) == 1}


shown_as(SreRegexp, lambda x: f"regexp {x.pattern}")


class _Compiler:
    """What is to be done, what is made so far, and what the pattern turned out to have."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] = []
        self.made: list[Tree] = []
        self.size = 0  # of the nodes in `made`
        self.groups = 0
        self.numbers: dict[str, list[int]] = {}
        self.lazy = False

    def compile(self, sre: Value) -> Tree:
        """The tree of an expression."""
        self.visit(sre, frozenset(), 0)
        while self.waiting:
            self.waiting.pop()()
        return self.made[0]

    def visit(self, x: Value, flags: Flags, depth: int) -> None:
        """Make the node of x, or put off what must be made before."""
        if depth > NESTING:
            raise fail("limit", f"expressions are nested more than {NESTING} deep", who="regexp")
        kind = x.__class__
        if kind is String:
            if len(x.s) > PROGRAM:
                raise too_large()
            self.push(joined([Chars(_cased(sets.single(c), flags)) for c in x.s]))
        elif kind is Char:
            self.push(Chars(_cased(sets.single(x.c), flags)))
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
            self.push(Chars(_among(head.s, flags)))
            return
        form = FORMS.get(head.text) if head.__class__ is Symbol else None
        if form is None:
            refused = REFUSED.get(head.text) if head.__class__ is Symbol else None
            raise fail("error", f"{refused}: {short(x)}", x, who="regexp") if refused else _wrong(x)
        form(self, x, operands, flags, depth)

    def gather(self, operands: Sequence[Value], flags: Flags, depth: int, build: Combine) -> None:
        """Visit the operands, then make one node of theirs."""
        count = len(operands)
        self.waiting.append(lambda: self.combine(count, build))
        for operand in reversed(operands):
            self.waiting.append(lambda operand=operand: self.visit(operand, flags, depth + 1))  # type: ignore[misc]

    def combine(self, count: int, build: Combine) -> None:
        """Replace the last nodes by what is built of them."""
        parts = self.made[len(self.made) - count :]
        del self.made[len(self.made) - count :]
        self.size -= sum(part.size for part in parts)
        self.push(build(parts))

    def push(self, node: Tree) -> None:
        """Keep a node; the sizes add up, so that a pattern stops in time."""
        self.size += node.size
        if self.size > PROGRAM:
            raise too_large()
        self.made.append(node)


Operator = Callable[[_Compiler, Value, list[Value], Flags, int], None]


# operators ------------------------------------------------------------------------------------------------------------


def _sequence(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    c.gather(operands, flags, depth, joined)


def _or(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    def build(parts: list[Tree]) -> Tree:
        if parts and all(isinstance(part, Chars) for part in parts):
            return Chars(sets.union([_set(part, x) for part in parts]))
        return choice(parts)

    c.gather(operands, flags, depth, build)


def _repetition(least: int, most: int | None, lazy: bool = False) -> Operator:
    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        _repeat(c, operands, flags, depth, least, most, lazy)

    return form


def _repeat(
    c: _Compiler, operands: list[Value], flags: Flags, depth: int, least: int, most: int | None, lazy: bool = False
) -> None:
    c.lazy = c.lazy or lazy

    def build(parts: list[Tree]) -> Tree:
        return Repeat(joined(parts), least, most, lazy)

    c.gather(operands, flags, depth, build)


def _counted(numbers: int, lazy: bool = False, open_ended: bool = False) -> Operator:
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
    c.gather(operands, flags, depth, lambda parts: Group(joined(parts)))


def _named_submatch(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if not operands or operands[0].__class__ is not Symbol:
        raise _wrong(x)
    if "nocapture" not in flags:
        c.numbers.setdefault(operands[0].text, []).append(c.groups + 1)
    _submatch(c, x, operands[1:], flags, depth)


def _with(add: str = "", remove: str = "") -> Operator:
    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        _sequence(c, x, operands, (flags | {add} if add else flags) - {remove}, depth)

    return form


def _word(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    c.gather(operands, flags, depth, lambda parts: joined([Where("bow"), *parts, Where("eow")]))


def _word_of(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if len(operands) != 1:
        raise _wrong(x)
    c.gather(operands, flags, depth, lambda parts: _whole_word(_set(parts[0], x), flags))


def _characters(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if len(operands) != 1 or operands[0].__class__ is not String:
        raise _wrong(x)
    c.push(Chars(_among(operands[0].s, flags)))


def _ranges(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
    if not all(each.__class__ in (String, Char) for each in operands):
        raise _wrong(x)
    ends = "".join(each.s if each.__class__ is String else each.c for each in operands)
    if len(ends) % 2 or len(ends) > 2 * PROGRAM or any(ends[i] > ends[i + 1] for i in range(0, len(ends), 2)):
        raise _wrong(x)
    c.push(Chars(_cased(sets.union([sets.between(ends[i], ends[i + 1]) for i in range(0, len(ends), 2)]), flags)))


def _set_operation(combine: Callable[[list[CharSet]], CharSet], at_least: int) -> Operator:
    def form(c: _Compiler, x: Value, operands: list[Value], flags: Flags, depth: int) -> None:
        if len(operands) < at_least:
            raise _wrong(x)
        c.gather(operands, flags, depth, lambda parts: Chars(combine([_set(part, x) for part in parts])))

    return form


FORMS: Final[dict[str, Operator]] = {
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
    **dict.fromkeys(("~", "complement"), _set_operation(lambda parts: sets.complement(sets.union(parts)), 0)),
    **dict.fromkeys(("-", "difference"), _set_operation(lambda parts: sets.difference(parts[0], parts[1:]), 1)),
    **dict.fromkeys(("&", "and"), _set_operation(sets.intersection, 0)),
}
REFUSED: Final = {
    **dict.fromkeys(
        ("look-ahead", "look-behind", "neg-look-ahead", "neg-look-behind"),
        "look-around cannot be matched in linear time and is not supported",
    ),
    "backref": "back references cannot be matched in linear time and are not supported",
}


# names ----------------------------------------------------------------------------------------------------------------


PLACES: Final = {
    **{name: name for name in ("bos", "eos", "bol", "eol", "bow", "eow", "bog", "eog")},
    "nwb": "inside",
}


def _is_graphic(c: str) -> bool:
    return category(c)[0] in "LMNPS"


SETS: Final[dict[str, CharSet]] = {
    "any": sets.EVERY,
    "nonl": sets.complement(sets.among("\n\r")),
    "ascii": CharSet(sets.ALL, False),
    **dict.fromkeys(("lower-case", "lower"), sets.satisfying(str.islower)),
    **dict.fromkeys(("upper-case", "upper"), sets.satisfying(str.isupper)),
    **dict.fromkeys(("title-case", "title"), sets.satisfying(lambda c: category(c) == "Lt", wordy=True)),
    **dict.fromkeys(("alphabetic", "alpha"), sets.satisfying(str.isalpha, wordy=True)),
    **dict.fromkeys(("numeric", "num", "digit"), sets.satisfying(str.isdecimal, wordy=True)),
    **dict.fromkeys(
        ("alphanumeric", "alphanum", "alnum"), sets.satisfying(lambda c: c.isalpha() or c.isdecimal(), wordy=True)
    ),
    **dict.fromkeys(("punctuation", "punct"), sets.satisfying(lambda c: category(c).startswith("P"))),
    "symbol": sets.satisfying(lambda c: category(c).startswith("S")),
    **dict.fromkeys(("graphic", "graph"), sets.satisfying(_is_graphic)),
    **dict.fromkeys(("whitespace", "white", "space"), sets.satisfying(str.isspace)),
    **dict.fromkeys(("printing", "print"), sets.satisfying(lambda c: _is_graphic(c) or c.isspace())),
    **dict.fromkeys(("control", "cntrl"), sets.satisfying(lambda c: category(c) == "Cc")),
    **dict.fromkeys(("hex-digit", "xdigit"), sets.among("0123456789abcdefABCDEF")),
}
ASCII: Final = SETS["ascii"]
UNLIMITED: Final = frozenset({"any", "nonl"})  # sets that w/ascii leaves as they are
CASED: Final = frozenset({"lower-case", "lower", "upper-case", "upper", "title-case", "title"})


def _named(name: str, flags: Flags, x: Value) -> Tree:
    if name in PLACES:
        return Where(PLACES[name])
    if name == "word":
        return _whole_word(sets.EVERY, flags)
    if name == "grapheme":
        return _grapheme()
    charset = SETS.get(name)
    if charset is None:
        raise _wrong(x)
    if "ascii" in flags and name not in UNLIMITED:
        charset = sets.intersection([charset, ASCII])
    return Chars(_cased(charset, flags) if name in CASED else charset)


def _grapheme() -> Tree:
    """What is seen as one character: an end of line, a syllable of Hangul, a flag, or anything, with its marks."""

    def some(charset: CharSet, least: int = 0) -> Tree:
        return Repeat(Chars(charset), least, None, False)

    vowels, trailing = some(sets.VOWEL), some(sets.TRAILING)
    middle = [
        joined([some(sets.VOWEL, 1), trailing]),
        joined([Chars(sets.OPEN_SYLLABLE), vowels, trailing]),
        joined([Chars(sets.SYLLABLE), trailing]),
    ]
    of_hangul = [joined([some(sets.LEADING), choice(middle)]), some(sets.LEADING, 1), some(sets.TRAILING, 1)]
    flag = Repeat(Chars(sets.REGIONAL), 2, 2, False)
    seen = choice([*of_hangul, flag, Chars(sets.EVERY)])
    end_of_line = joined([Chars(sets.single("\r")), Chars(sets.single("\n"))])
    return choice([end_of_line, joined([seen, some(sets.MARK)])])


def _whole_word(charset: CharSet, flags: Flags) -> Tree:
    members = sets.intersection([charset, sets.WORD, *([ASCII] if "ascii" in flags else [])])
    return joined([Where("bow"), Repeat(Chars(members), 1, None, False), Where("eow")])


# sets -----------------------------------------------------------------------------------------------------------------


def _set(node: Tree, x: Value) -> CharSet:
    if not isinstance(node, Chars):
        raise fail("error", f"wanted sets of characters in {short(x)}", x, who="regexp")
    return node.set


def _among(characters: str, flags: Flags) -> CharSet:
    if len(characters) > PROGRAM:
        raise too_large()
    return _cased(sets.among(characters), flags)


def _cased(charset: CharSet, flags: Flags) -> CharSet:
    """The set without regard to case, if the flags say so."""
    return sets.without_case(charset) if "nocase" in flags else charset


def _wrong(x: Value) -> SchemeError:
    return fail("error", f"wanted a regular expression, got {short(x)}", x, who="regexp")
