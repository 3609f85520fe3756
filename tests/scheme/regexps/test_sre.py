"""S-expressions come in; what is found is what a dumb matcher finds, which tries all ways in order and knows no RE2."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from unicodedata import category

import pytest

from chibi_hooks.scheme.regexps import kept
from chibi_hooks.scheme.regexps.kept import kept_sre
from chibi_hooks.scheme.regexps.sre import SreRegexp
from chibi_hooks.scheme.values.data import Symbol, Value, intern, string_of, to_list
from chibi_hooks.scheme.values.errors import SchemeError
from tests.halves import dealt

Sre = Any  # a str is a string, ("name",) a symbol, any other tuple a form: the operator and its operands

LETTERS = "aabbc1 \n_-\ré\u00c9kKß中文😀\u0301\u212a\u0660\ufdd0\ud800\u1112\u1161\u11ab\uac00\ud55c\U0001f1e9"
HANGUL = {"\u1112": "L", "\u1161": "V", "\u11ab": "T", "\uac00": "LV", "\ud55c": "LVT"}
ON = {"L": ("L", "V", "LV", "LVT"), "V": ("V", "T"), "T": ("T",)}  # what a syllable goes on with
SETS = {
    "any": lambda c: True,
    "nonl": lambda c: c not in "\r\n",
    "ascii": lambda c: c < "\x80",
    "lower": str.islower,
    "upper": str.isupper,
    "alpha": lambda c: category(c)[0] == "L",
    "num": lambda c: category(c) == "Nd",
    "alnum": lambda c: category(c)[0] == "L" or category(c) == "Nd",
    "punct": lambda c: category(c)[0] == "P",
    "symbol": lambda c: category(c)[0] == "S",
    "space": str.isspace,
}
RANGES = ["az", "AZ", "09", "\u00e0\u00ff", "acxz"]


def word(s: str, i: int) -> bool:
    return 0 <= i < len(s) and (s[i] == "_" or s[i].isalnum())


def joint(s: str, i: int) -> bool:
    """Whether a grapheme ends and another may begin here, which is no end of the text."""
    before, after = HANGUL.get(s[i - 1], " "), HANGUL.get(s[i], " ")
    flags = len(s[:i]) - len(s[:i].rstrip("\U0001f1e9"))
    return not (
        category(s[i])[0] == "M"
        or s[i] == "\u200d"
        or s[i - 1 : i + 1] == "\r\n"
        or after in ON.get(before[-1], ())
        or flags % 2 == 1 and s[i] == "\U0001f1e9"
    )


PLACES = {
    "bos": lambda s, i: i == 0,
    "eos": lambda s, i: i == len(s),
    "bol": lambda s, i: i == 0 or s[i - 1] == "\n",
    "eol": lambda s, i: i == len(s) or s[i] == "\n",
    "bow": lambda s, i: word(s, i) and not word(s, i - 1),
    "eow": lambda s, i: word(s, i - 1) and not word(s, i),
    "nwb": lambda s, i: word(s, i) == word(s, i - 1),
    "bog": lambda s, i: i < len(s) and (i == 0 or joint(s, i)),
    "eog": lambda s, i: i > 0 and (i == len(s) or joint(s, i)),
}


def holds(sre: Sre, c: str, nocase: bool) -> bool:
    """Whether a character belongs to a set."""
    cases = {c}
    for _ in range(2 * nocase):  # the kelvin sign is k, and k is K
        cases |= {d for each in cases for d in (each.lower(), each.upper()) if len(d) == 1}
    if isinstance(sre, str):
        return bool(cases & set(sre))
    op, *operands = sre
    if not operands:
        return any(map(SETS[op], cases)) if op in ("lower", "upper") else bool(SETS[op](c))
    if op == "/":
        ends = operands[0]
        return any(ends[i] <= each <= ends[i + 1] for each in cases for i in range(0, len(ends), 2))
    if op == "set":
        return bool(cases & set(operands[0]))
    found = [holds(operand, c, nocase or op == "w/nocase") for operand in operands]
    return {
        "~": not any(found),
        "-": found[0] and not any(found[1:]),
        "&": all(found),
        "or": any(found),
        "w/nocase": found[0],
    }[op]


def is_set(sre: Sre) -> bool:
    if isinstance(sre, str):
        return len(sre) == 1
    op, *operands = sre
    return op in SETS or op in ("/", "set") or op in ("~", "-", "&", "or") and all(map(is_set, operands))


def ends(sre: Sre, s: str, i: int, nocase: bool = False) -> Iterator[int]:
    """Where the expression may end that begins at i, the preferred ones first."""
    if isinstance(sre, str) and len(sre) != 1:
        yield from ends((":", *sre), s, i, nocase)
    elif isinstance(sre, tuple) and sre[0] in PLACES:
        if PLACES[sre[0]](s, i):
            yield i
    elif is_set(sre):
        if i < len(s) and holds(sre, s[i], nocase):
            yield i + 1
    else:
        yield from form_ends(sre, s, i, nocase)


def form_ends(sre: Sre, s: str, i: int, nocase: bool) -> Iterator[int]:
    op, *operands = sre
    if op in (":", "$", "w/nocase", "w/case"):
        nocase = op == "w/nocase" or nocase and op != "w/case"
        if not operands:
            yield i
        else:
            for middle in ends(operands[0], s, i, nocase):
                yield from ends((":", *operands[1:]), s, middle, nocase)
    elif op == "or":
        for operand in operands:
            yield from ends(operand, s, i, nocase)
    elif op == "word":
        yield from ends((":", ("bow",), *operands, ("eow",)), s, i, nocase)
    else:
        least, most = {"*": (0, 99), "+": (1, 99), "?": (0, 1), "*?": (0, 99), "??": (0, 1)}.get(op) or operands[:2]
        inner = operands[2:] if op == "**" else operands
        yield from turns((":", *inner), s, i, nocase, least, most, op.endswith("?") and op != "?")


def turns(inner: Sre, s: str, i: int, nocase: bool, least: int, most: int, lazy: bool) -> Iterator[int]:
    if least:
        for middle in ends(inner, s, i, nocase):
            yield from turns(inner, s, middle, nocase, least - 1, most - 1, lazy)
        return
    if lazy:
        yield i
    if most:
        for middle in ends(inner, s, i, nocase):
            # a turn that takes nothing is the last
            yield from turns(inner, s, middle, nocase, 0, most - 1, lazy) if middle > i else (i,)
    if not lazy:
        yield i


def found(sre: Sre, s: str, longest: bool) -> tuple[int, int] | None:
    """The leftmost match."""
    for i in range(len(s) + 1):
        for j in ends(sre, s, i):
            return (i, max(ends(sre, s, i)) if longest else j)
    return None


def a_set(chance: random.Random, depth: int) -> Sre:
    r = chance.random()
    if depth == 0 or r < 0.4:
        one = "".join(chance.choice(LETTERS) for _ in range(chance.randint(1, 3)))
        return chance.choice([(chance.choice([*SETS]),), ("/", chance.choice(RANGES)), ("set", one), one[0]])
    op = chance.choice(["~", "-", "&", "or"])
    return (op, *(a_set(chance, depth - 1) for _ in range(chance.randint(1, 3))))


def an_sre(chance: random.Random, depth: int, lazy: bool) -> Sre:
    r = chance.random()
    if depth == 0 or r < 0.3:
        text = "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 2)))
        return chance.choice([a_set(chance, 1), (chance.choice([*PLACES]),), text])
    op = chance.choice([":", ":", "or", "or", "*", "+", "?", "$", "**", "w/nocase", "word", *(["*?", "??"] * lazy)])
    inner = [an_sre(chance, depth - 1, lazy) for _ in range(chance.randint(1, 3))]
    return (op, *([0, chance.randint(0, 3)] if op == "**" else []), *inner)


def is_lazy(sre: Sre) -> bool:
    return isinstance(sre, tuple) and (sre[0] in ("*?", "??") or any(map(is_lazy, sre[1:])))


def datum(sre: Sre) -> Value:
    """The expression as Scheme data."""
    if isinstance(sre, str):
        return string_of(sre)
    if isinstance(sre, int):
        return sre
    if len(sre) == 1:
        return intern(sre[0])
    if sre[0] == "set":
        return to_list([string_of(sre[1])])
    return to_list([intern(sre[0]), *map(datum, sre[1:])])


@pytest.mark.parametrize("seed", dealt(range(4), 4))
def test_what_is_found_is_what_the_dumb_matcher_finds(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(400):
        sre = an_sre(chance, 3, lazy=chance.random() < 0.5)
        try:
            regexp = SreRegexp(datum(sre))
        except SchemeError as error:
            assert error.kind == "limit", (sre, error)
            continue
        for _ in range(4):
            s = "".join(chance.choice(LETTERS) for _ in range(chance.randint(0, 7)))
            spans = regexp.search(s)
            assert (spans and spans[0]) == found(sre, s, not is_lazy(sre)), (sre, s)
            assert (regexp.match(s) is not None) == any(j == len(s) for j in ends(sre, s, 0)), (sre, s)


def test_a_set_may_hold_half_a_pair_of_surrogates() -> None:
    assert SreRegexp(datum(("set", "\ud800x"))).search("ab\ud800") == [(2, 3)]
    assert SreRegexp(datum(("~", ("set", "\ud800")))).search("\ud800\udfff") == [(1, 2)]


def test_an_expression_that_is_made_again_is_compiled_once() -> None:
    for sre in ("ab", ("num",), (":", "a", ("+", ("num",)), ("$", ("or", "x", "y")))):
        assert kept_sre(datum(sre)) is kept_sre(datum(sre)), sre
    assert kept_sre(datum("num")) is not kept_sre(datum(("num",)))
    assert kept_sre(to_list([string_of("ab")])).search("b") == [(0, 1)]  # a set, and no sequence
    assert kept_sre(datum("ab")).search("b") is None


def test_what_is_kept_of_an_expression_is_nobodys() -> None:
    sre = datum((":", "a", ("+", "b")))
    compiled = kept_sre(sre)
    sre.cdr.car.s = "x"
    assert kept_sre(sre) is not compiled and kept_sre(sre).search("abb") is None
    assert kept_sre(datum((":", "a", ("+", "b")))) is compiled
    assert compiled.search("abb") == [(0, 3)]
    assert compiled.sre.cdr.car.s == "a"
    for change in (lambda: setattr(compiled.sre, "car", 1), lambda: setattr(compiled.sre.cdr.cdr.car, "cdr", 1)):
        with pytest.raises(SchemeError):
            change()
    assert hasattr(compiled.sre.cdr.car, "literal")


def test_names_of_groups_count_for_what_is_kept() -> None:
    def named(name: str) -> Value:
        return to_list([intern("w/nocapture"), to_list([intern("->"), intern(name), string_of("b")])])

    for i in range(10):
        assert kept_sre(named(f"{i}{'x' * (kept.SIZE // 3)}")).search("ab") == [(1, 2)]
    names = [each.text for key in kept._kept if isinstance(key, tuple) for each in key if isinstance(each, Symbol)]
    assert sum(map(len, names)) <= kept.SIZE
    before = dict(kept._kept)
    assert kept_sre(named("x" * kept.SIZE)) is not kept_sre(named("x" * kept.SIZE))
    assert kept._kept == before  # no other one went for it
