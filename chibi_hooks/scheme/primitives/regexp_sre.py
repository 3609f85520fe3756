"""S-expressions and strings come in, positions of matches go out: what `(srfi 115)` stands on; see `regexp_sre`.

A match is the vector of its positions in the whole string: start and end of the match and of each group, #f twice for
a group that took no part. `bos` and `eos` are the ends of the part that is searched.
"""

from __future__ import annotations

from functools import cache
from itertools import islice

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.arguments import elements, span, symbol, text
from chibi_hooks.scheme.values.data import FALSE, Value, Vector, to_list
from chibi_hooks.scheme.values.errors import SchemeError, wrong_type
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from chibi_hooks.scheme.regexps.programs import Spans
    from chibi_hooks.scheme.regexps.sre import SreRegexp


@primitive("%sre-compile")
def sre_compile(sre: Value) -> Value:
    """(%sre-compile sre) -> the regular expression; a compiled one is given back."""
    kind = _kind()
    return sre if sre.__class__ is kind else kind(sre)


@primitive("%sre?", returns="boolean")
def is_sre(a: Value) -> bool:
    """(%sre? x) -> whether x is a compiled regular expression."""
    return a.__class__ is _kind()


@primitive("%sre-valid?", returns="boolean")
def is_valid(sre: Value) -> bool:
    """(%sre-valid? x) -> whether x describes a regular expression that is supported."""
    try:
        sre_compile(sre)
    except SchemeError:
        return False
    return True


@primitive("%sre-source")
def sre_source(regexp: Value) -> Value:
    """(%sre-source regexp) -> what it was made from."""
    return _regexp("regexp->sre", regexp).sre


@primitive("%sre-group")
def sre_group(regexp: Value, name: Value, positions: Value) -> Value:
    """(%sre-group regexp 'name positions) -> the number of the group of that name; of several the first that took part;
    #f if there is none.
    """
    numbers = _regexp("regexp-match-submatch", regexp).numbers
    found = numbers.get(symbol("regexp-match-submatch", 2, name))
    if not found:
        return FALSE
    places = elements("regexp-match-submatch", 1, positions)
    return next((number for number in found if places[2 * number] is not FALSE), found[0])


@primitive("%sre-match")
def sre_match(regexp: Value, string: Value, start: Value, end: Value) -> Value:
    """(%sre-match regexp string start end) -> the match of all of that part, or #f."""
    s, first = _part("regexp-matches", string, start, end)
    return _positions(_regexp("regexp-matches", regexp).match(s), first)


@primitive("%sre-search")
def sre_search(regexp: Value, string: Value, start: Value, end: Value) -> Value:
    """(%sre-search regexp string start end) -> the leftmost match, or #f."""
    s, first = _part("regexp-search", string, start, end)
    return _positions(_regexp("regexp-search", regexp).search(s), first)


@primitive("%sre-matches", returns="list")
def sre_matches(who: Value, regexp: Value, string: Value, start: Value, end: Value, most: Value) -> Value:
    """(%sre-matches 'who regexp string start end most) -> the matches, which do not overlap; `most`: #f or how many."""
    name = symbol("regexp", 1, who)
    s, first = _part(name, string, start, end)
    found: list[Value] = []
    size = 0
    for spans in islice(_regexp(name, regexp).matches(s), None if most is FALSE else min(most, len(s) + 1)):
        size += 2 * len(spans)
        limits.size(name, size)
        found.append(_positions(spans, first))
    return to_list(found)


@cache
def _kind() -> Any:
    return late_module("chibi_hooks.scheme.regexps.sre").SreRegexp


def _regexp(who: str, x: Value) -> SreRegexp:
    if x.__class__ is not _kind():
        raise wrong_type(who, 1, "a regexp", x)
    return x  # type: ignore[no-any-return]


def _part(who: str, string: Value, start: Value, end: Value) -> tuple[str, int]:
    s = text(who, 2, string)
    first, last = span(who, 3, len(s), None if start is FALSE else start, None if end is FALSE else end)
    return s[first:last], first


def _positions(spans: Spans | None, first: int) -> Value:
    if spans is None:
        return FALSE
    return Vector([FALSE if at < 0 else at + first for span in spans for at in span])
