"""Strings come in; parts, changed copies, comparisons and lists go out (R7RS 6.7).

Rules: a string is a Python str in a slot, so a change replaces all of it: `string-set!` costs the length of the string.
Case changes may change the length, as Unicode says; the `-ci` comparisons compare full case foldings.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from chibi_hooks.scheme.primitive import PARAMETERS, WRAPPERS, Wrapping, internal, primitive
from chibi_hooks.scheme.primitives.text.chars import ORDERS
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import TWICE, character, list_items, out_of_range, span, text
from chibi_hooks.scheme.values.data import (
    CHARS,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Char,
    Pair,
    String,
    Value,
    char,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.frozen import changeable

internal(len, "len")
internal(string_of)

SPACE = char(" ")


@primitive("string?", inline="a.__class__ is String", returns="boolean")
def is_string(a: Value) -> bool:
    """(string? x) -> whether x is a string."""
    return a.__class__ is String


_REPEATED = "String(b.c * a if a.__class__ is int and a >= 0 and a < 4000000 else repeated(a, b))"


@primitive("make-string", inline={2: _REPEATED}, returns="string")
def make_string(k: Value, fill: Value = SPACE) -> Value:
    """(make-string k [char]) -> a string of k times char, spaces if no char is given."""
    return string_of(character("make-string", 2, fill) * arguments.count("make-string", 1, k))


@internal
def repeated(k: Value, fill: Value) -> str:
    """The text of `make-string`, which here is an error mostly."""
    made: str = make_string(k, fill).s
    return made


_OF_CHARACTERS = {1: "String(a.c)", 2: "String(a.c + b.c)", 3: "String(a.c + b.c + c.c)"}


@primitive("string", inline=_OF_CHARACTERS, returns="string")
def string(*chars: Value) -> Value:
    """(string char ...) -> a string of these characters."""
    return string_of(joined_chars("string", 1, chars))


@primitive("string-length", inline="len(a.s)", returns="integer")
def string_length(a: Value) -> Value:
    """(string-length string) -> how many characters."""
    return len(text("string-length", 0, a))


@primitive("string-ref", inline="char(a.s[b if b >= 0 else bad_index(a, b)])")
def string_ref(a: Value, b: Value) -> Value:
    """(string-ref string k) -> the character at k."""
    s = text("string-ref", 1, a)
    return char(s[arguments.index("string-ref", 2, b, len(s))])


@primitive("string-set!", pure=False, returns="unspecified")
def string_set(a: Value, k: Value, c: Value) -> Value:
    """(string-set! string k char) puts char at k."""
    if a.__class__ is String and c.__class__ is Char and k.__class__ is int and 0 <= k < len(a.s):
        s = changeable("string-set!", a).s
        a.s = f"{s[:k]}{c.c}{s[k + 1 :]}"
        return UNSPECIFIED
    s = text("string-set!", 1, a)
    at = arguments.index("string-set!", 2, k, len(s))
    changeable("string-set!", a).s = f"{s[:at]}{character('string-set!', 3, c)}{s[at + 1 :]}"
    return UNSPECIFIED


def _parts(otherwise: str) -> dict[int, str]:
    """How a part is taken; what does it `otherwise` mostly says why it cannot be."""
    return {
        2: f"String(a.s[b:] if b >= 0 and b <= len(a.s) else {otherwise}(a, b))",
        3: f"String(a.s[b:c] if b >= 0 and b <= c and c <= len(a.s) else {otherwise}(a, b, c))",
    }


@primitive("substring", inline=_parts("part"), returns="string")
def substring(a: Value, start: Value, end: Value | None = None) -> Value:
    """(substring string start [end]) -> the characters from start to before end."""
    if start.__class__ is int and end.__class__ is int and a.__class__ is String:
        s = a.s
        if 0 <= start <= end <= len(s):
            made = String()
            made.s = s[start:end]
            return made
    s = text("substring", 1, a)
    first, last = span("substring", 2, len(s), start, end)
    return string_of(s[first:last])


@internal
def part(a: Value, start: Value, end: Value | None = None) -> str:
    """The text of a `substring`, which here is an error mostly."""
    made: str = substring(a, start, end).s
    return made


@primitive("string-copy", inline={1: "String(a.s)"} | _parts("copied"), returns="string")
def string_copy(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string-copy string [start [end]]) -> a new string of that range."""
    s = text("string-copy", 1, a)
    first, last = span("string-copy", 2, len(s), start, end)
    return string_of(s[first:last])


@internal
def copied(a: Value, start: Value, end: Value | None = None) -> str:
    """The text of a `string-copy`, which here is an error mostly."""
    made: str = string_copy(a, start, end).s
    return made


_APPEND_TEMPLATES = {1: "String(a.s)", 2: "Text(a.s + b.s)"} | {
    n: f"Text(f'{''.join(f'{{{each}.s}}' for each in PARAMETERS[:n])}')"  # no part is copied twice
    for n in range(3, len(PARAMETERS) + 1)
}


@primitive("string-append", inline=_APPEND_TEMPLATES, returns="string")
def string_append(*strings: Value) -> Value:
    """(string-append string ...) -> all of them in one new string."""
    try:
        parts = [x.s for x in strings]
    except AttributeError:
        parts = [text("string-append", position, x) for position, x in enumerate(strings, 1)]
    limits.size("string-append", sum(map(len, parts)))
    made = String()
    made.s = "".join(parts)
    return made


@primitive("string->list", returns="list")
def string_to_list(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string->list string [start [end]]) -> a list of the characters."""
    if a.__class__ is String and start is None and len(a.s) <= limits.LARGE:
        made: Value = NIL
        for c in map(CHARS.__getitem__, a.s[::-1]):
            pair = Pair()
            pair.car = c
            pair.cdr = made
            made = pair
        return made
    s = text("string->list", 1, a)
    first, last = span("string->list", 2, len(s), start, end)
    return to_list([*map(CHARS.__getitem__, s[first:last])])


@primitive("list->string", returns="string")
def list_to_string(a: Value) -> Value:
    """(list->string list) -> a string of the characters in the list."""
    chars: list[str] = []
    rest = a
    nil = NIL
    made = String()
    try:
        for _ in TWICE:
            if rest is nil:
                break
            chars.append(rest.car.c)
            rest = rest.cdr
            if rest is nil:
                break
            chars.append(rest.car.c)
            rest = rest.cdr
        else:
            raise AttributeError  # it is long, or does not end
        made.s = "".join(chars)
    except AttributeError:
        made.s = joined_chars("list->string", 0, list_items("list->string", 0, a))
    return made


@primitive("string->vector")
def string_to_vector(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string->vector string [start [end]]) -> a vector of the characters."""
    s = text("string->vector", 1, a)
    first, last = span("string->vector", 2, len(s), start, end)
    return vector_of(list(map(CHARS.__getitem__, s[first:last])))


@primitive("vector->string", returns="string")
def vector_to_string(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(vector->string vector [start [end]]) -> a string of the characters in the vector."""
    v = arguments.elements("vector->string", 1, a)
    first, last = span("vector->string", 2, len(v), start, end)
    return string_of(joined_chars("vector->string", 0, v[first:last]))


def joined_chars(who: str, position: int, chars: list[Value] | tuple[Value, ...]) -> str:
    """Characters as one str. Raises SchemeError. `position`: of the first one if they are arguments."""
    try:
        return "".join([x.c for x in chars])
    except AttributeError:
        at, wrong = next((at, x) for at, x in enumerate(chars) if x.__class__ is not Char)
        if position:
            raise wrong_type(who, position + at, "a character", wrong) from None
        raise wrong_type(who, 0, f"characters only, and element {at} is none", wrong) from None


@primitive("string-fill!", pure=False, returns="unspecified")
def string_fill(a: Value, c: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string-fill! string char [start [end]]) puts char everywhere in that range."""
    s = text("string-fill!", 1, a)
    fill = character("string-fill!", 2, c)
    first, last = span("string-fill!", 3, len(s), start, end)
    changeable("string-fill!", a).s = f"{s[:first]}{fill * (last - first)}{s[last:]}"
    return UNSPECIFIED


@primitive("string-copy!", pure=False, returns="unspecified")
def string_copy_to(to: Value, at: Value, a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string-copy! to at from [start [end]]) copies that range of `from` into `to`, beginning at `at`."""
    target = text("string-copy!", 1, to)
    s = text("string-copy!", 3, a)
    first, last = span("string-copy!", 4, len(s), start, end)
    place = room("string-copy!", at, len(target), last - first)
    changeable("string-copy!", to).s = f"{target[:place]}{s[first:last]}{target[place + last - first :]}"
    return UNSPECIFIED


def room(who: str, at: Value, length: int, needed: int) -> int:
    """The `at` of a copy into something of that length (argument 2), where `needed` elements must fit.

    Raises a "type" or "range" condition.
    """
    if at.__class__ is not int or at < 0:
        raise wrong_type(who, 2, "an index (an exact integer from 0)", at)
    if at + needed > length:
        wanted = f"a start with room for {needed} elements (length {length})"
        raise out_of_range(who, 2, wanted, at)
    return at


def _declare_case(name: str, change: Callable[[str], str], doc: str) -> None:
    def mapping(a: Value) -> Value:
        s = a.s if a.__class__ is String else text(name, 0, a)
        made = String()
        made.s = change(s) if s.isascii() else changed(s)
        return made

    def changed(s: str) -> str:
        limits.size(name, 2 * len(s))  # 20 ns per character: half the length keeps it under 50 ms
        made = change(s)
        limits.size(name, len(made))
        return made

    mapping.__doc__ = doc
    mapping.__name__ = mapping.__qualname__ = name
    key = name.replace("-", "_")
    internal(changed, key)
    inline = f"String(a.s.{change.__name__}() if a.s.isascii() else {key}(a.s))"
    primitive(name, returns="string", inline=inline)(mapping)


_declare_case("string-upcase", str.upper, "(string-upcase string) -> a copy in upper case.")
_declare_case("string-downcase", str.lower, "(string-downcase string) -> a copy in lower case.")
_declare_case("string-foldcase", str.casefold, "(string-foldcase string) -> a copy in which case does not count.")


def folded(who: str, position: int, x: Value) -> str:
    """The case folding of a string argument."""
    s = text(who, position, x)
    if not s.isascii():
        limits.size(who, 2 * len(s))
    return s.casefold()


def _comparing_quickly(holds: Callable[[str, str], bool]) -> Wrapping:
    """What Scheme sees of a comparison (`primitive.comparing_quickly`)."""

    def wrapping(function: Callable[..., bool]) -> Callable[..., Value]:
        def predicate2(a: Value, b: Value, /, *rest: Value) -> Value:
            try:
                if not rest:
                    return TRUE if holds(a.s, b.s) else FALSE
            except AttributeError:
                pass  # the function has the words for it
            return TRUE if function(a, b, *rest) else FALSE

        WRAPPERS.add(predicate2.__code__)
        return wraps(function)(predicate2)

    return wrapping


def _declare_comparison(ending: str, sign: str, holds: Callable[[str, str], bool]) -> None:
    exact, blind = f"string{ending}", f"string-ci{ending}"

    def compare(a: Value, b: Value, *rest: Value) -> bool:
        if a.__class__ is String and b.__class__ is String and not rest:
            return holds(a.s, b.s)
        items = [text(exact, position, x) for position, x in enumerate((a, b, *rest), 1)]
        return all(map(holds, items, items[1:]))

    def compare_blind(a: Value, b: Value, *rest: Value) -> bool:
        if a.__class__ is String and b.__class__ is String and not rest and a.s.isascii() and b.s.isascii():
            return holds(a.s.lower(), b.s.lower())
        items = [folded(blind, position, x) for position, x in enumerate((a, b, *rest), 1)]
        return all(map(holds, items, items[1:]))

    compare.__doc__ = f"({exact} a b ...) -> whether the strings are in this order, by scalar values."
    compare_blind.__doc__ = f"({blind} a b ...) -> the same, and case does not count."
    inline = {2: f"a.s {sign} b.s", 3: f"(a.s {sign} b.s) & (b.s {sign} c.s)"}
    primitive(exact, inline=inline, returns="boolean", seen=_comparing_quickly(holds))(compare)
    primitive(blind, returns="boolean")(compare_blind)


for _ending, (_sign, _holds) in ORDERS.items():
    _declare_comparison(_ending, _sign, _holds)


@internal
def bad_index(k: Value) -> int:
    """What an inlined read does with a negative index (a NaN comes here too): Python would count from the end.

    Raises IndexError, which `faults` explains.
    """
    raise IndexError(k)
