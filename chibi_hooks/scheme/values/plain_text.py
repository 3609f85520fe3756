"""Data of the usual kinds in, the text that `write` or `display` makes of it out; None: `printer` must look closer.

Rules: lists, vectors, bytevectors, strings, symbols, characters, booleans, `()`, real numbers. Iterative, and it gives
up after so many parts (`PARTS`): what is circular or large gets there soon, and is printed with care.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from chibi_hooks.scheme.values import limits, spelling
from chibi_hooks.scheme.values.data import NIL, Boolean, Bytevector, Char, Nil, Pair, String, Symbol, Value, Vector
from chibi_hooks.scheme.values.lists import spine
from chibi_hooks.scheme.values.numbers import Ratio
from chibi_hooks.scheme.values.numerals import float_text
from chibi_hooks.typenames import Any, Final

PARTS: Final = (500, 4_500, 15_000)  # printed before it is asked whether they may go round, and before giving up: 4 ms
DEEP: Final = 200  # lists and vectors inside each other
NEAR: Final = 8  # lists around the one at hand that are looked at
PART: Final = 900  # characters of one string or name that is printed here
SURE: Final = limits.ELEMENTS // PART  # parts that are within the limit of a text, however long each is
ESCAPED: Final = 90  # of one that needs escapes, which are up to ten characters long
BITS: Final = 1_000  # of an integer that is printed here
LARGE: Final = 1 << BITS
NAMES: Final = 4_096  # whose spelling is kept

Spell = Callable[[Any], "str | None"]


def plain_text(x: Value, quoted: bool) -> str | None:
    """The text of small data; None for any other."""
    spell = WRITTEN if quoted else DISPLAYED
    known = spell.get(x.__class__)
    return known(x) if known is not None else _compound_text(x, spell)


def _compound_text(x: Value, spell: Mapping[type, Spell]) -> str | None:
    parts: list[str] = []
    add = parts.append
    rest: Any = None  # of the list or vector at hand: the tail, or an iterator of the members, to come
    outer: list[Any] = []  # the same of those around it; None is around all
    for more in PARTS:
        for _ in range(more):
            kind = x.__class__
            if kind is Pair:
                add("(")
                outer.append(rest)
                rest = x.cdr
                x = x.car
                continue
            if kind is int and -LARGE < x < LARGE:
                add(str(x))
            elif kind in spell:
                text = spell[kind](x)
                if text is None:
                    return None
                add(text)
            elif kind is Vector and x.v:
                add("#(")
                outer.append(rest)
                rest = iter(x.v)
                x = next(rest)
                continue
            elif kind is Vector:
                add("#()")
            else:
                return None
            while rest is not None:
                kind = rest.__class__
                if kind is Pair:
                    add(" ")
                    x = rest.car
                    rest = rest.cdr
                    break
                if kind is ITERATOR:
                    x = next(rest, None)
                    if x is not None:
                        add(" ")
                        break
                elif rest is not NIL:
                    if kind is Vector and rest.v:
                        add(" . #(")
                        outer.append(NIL)
                        rest = iter(rest.v)
                        x = next(rest)
                        break
                    text = spell[kind](rest) if kind in spell else "#()" if kind is Vector else None
                    if text is None:
                        return None
                    add(f" . {text}")
                add(")")
                rest = outer.pop()
            else:
                return "".join(parts) if len(parts) < SURE or sum(map(len, parts)) <= limits.ELEMENTS else None
        if _may_go_round(rest, outer):
            return None
    return None


def _may_go_round(rest: Value, outer: list[Any]) -> bool:
    """Whether what is open is deep, or one of the innermost lists is circular."""
    near = [each for each in (rest, *outer[-NEAR:]) if each.__class__ is Pair]
    return len(outer) > DEEP or any(spine(each)[1].__class__ is Pair for each in near)


ITERATOR: Final[type] = iter([]).__class__


def _integer(x: int) -> str | None:
    return str(x) if x.bit_length() < BITS else None


def _ratio(x: Ratio) -> str | None:
    return f"{x.numerator}/{x.denominator}" if x.numerator.bit_length() + x.denominator.bit_length() < BITS else None


def _octets(x: Bytevector) -> str | None:
    return f"#u8({' '.join(map(str, x.b))})" if len(x.b) <= PART // 4 else None


def _written_string(x: String) -> str | None:
    s = x.s
    if s.isprintable() and '"' not in s and "\\" not in s and s.isascii():
        return f'"{s}"' if len(s) <= PART else None
    return "".join(spelling.spell_string(s)) if len(s) <= ESCAPED else None


def _written_symbol(x: Symbol) -> str | None:
    return _name(x.text) if len(x.text) <= ESCAPED else None


@lru_cache(NAMES)
def _name(name: str) -> str:
    return "".join(spelling.spell_name(name))


def _displayed_string(x: String) -> str | None:
    return x.s if len(x.s) <= PART else None


def _displayed_symbol(x: Symbol) -> str | None:
    return x.text if len(x.text) <= PART else None


# Of the leaves of data, by kind: their texts, or None.
_SAME: Final[dict[type, Spell]] = {
    int: _integer,
    float: float_text,
    Ratio: _ratio,
    Boolean: repr,
    Nil: repr,
    Bytevector: _octets,
}
WRITTEN: Final[dict[type, Spell]] = {
    **_SAME,
    String: _written_string,
    Symbol: _written_symbol,
    Char: lambda x: spelling.spell_character(x.c),
}
DISPLAYED: Final[dict[type, Spell]] = {
    **_SAME,
    String: _displayed_string,
    Symbol: _displayed_symbol,
    Char: lambda x: x.c,
}
