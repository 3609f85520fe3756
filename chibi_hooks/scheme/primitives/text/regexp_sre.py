"""S-expressions and strings come in, matches go out, and strings put together of them: what `(srfi 115)` stands on; see
`regexp_sre`.

Rules: wherever an expression is wanted, a compiled one will do. The spans of a match are places in the whole string;
`bos` and `eos` are the ends of the part that is searched. A substitution that calls a procedure is made in Scheme, and
so is one that is wrong: it is complained of there.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.arguments import span, symbol, text
from chibi_hooks.scheme.values.data import FALSE, NIL, Datum, Pair, String, Symbol, Value, string_of, strings_of
from chibi_hooks.scheme.values.errors import SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.scheme.values.printer import short, shown_as
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.regexps.sre import SreRegexp
    from chibi_hooks.scheme.regexps.straight import Spans

PARTS: Final = 100  # of a substitution that is put together here


class SreMatch(Datum):
    """What was found: by which expression, in which text, and where: `spans` of the whole and of each group."""

    __slots__ = ("regexp", "subject", "spans")
    regexp: SreRegexp
    subject: str
    spans: Spans


shown_as(SreMatch, lambda match: "regexp-match")


@primitive("%sre-compile")
def sre_compile(sre: Value) -> Value:
    """(%sre-compile sre) -> the regular expression; a compiled one is given back."""
    return _compiled(sre)


@primitive("%sre?", returns="boolean")
def is_sre(a: Value) -> bool:
    """(%sre? x) -> whether x is a compiled regular expression."""
    return a.__class__ is _kind()


@primitive("%sre-valid?", returns="boolean")
def is_valid(sre: Value) -> bool:
    """(%sre-valid? x) -> whether x describes a regular expression that is supported."""
    try:
        _compiled(sre)
    except SchemeError:
        return False
    return True


@primitive("%sre-source")
def sre_source(regexp: Value) -> Value:
    """(%sre-source regexp) -> what it was made from."""
    if regexp.__class__ is not _kind():
        raise wrong_type("regexp->sre", 1, "a regexp", regexp)
    return regexp.sre


@primitive("%sre-match")
def sre_match(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> Value:
    """(%sre-match regexp string [start [end]]) -> the match of all of that part, or #f."""
    s, part, first = _part("regexp-matches", string, start, end)
    compiled = _compiled(regexp)
    spans = compiled.match(part)
    return FALSE if spans is None else _match(compiled, s, spans, first)


@primitive("%sre-match?", returns="boolean")
def is_sre_match(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> bool:
    """(%sre-match? regexp string [start [end]]) -> whether all of that part matches."""
    _, part, _ = _part("regexp-matches", string, start, end)
    return _compiled(regexp).match(part, grouped=False) is not None


def is_sre_found(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> bool:
    """Whether there is a match."""
    _, part, _ = _part("regexp-search", string, start, end)
    return _compiled(regexp).search(part, grouped=False) is not None


@primitive("%sre-search", whether=is_sre_found)
def sre_search(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> Value:
    """(%sre-search regexp string [start [end]]) -> the leftmost match, or #f."""
    s, part, first = _part("regexp-search", string, start, end)
    compiled = _compiled(regexp)
    spans = compiled.search(part)
    return FALSE if spans is None else _match(compiled, s, spans, first)


@primitive("%sre-matches", returns="members")
def sre_matches(
    who: Value, regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE, most: Value = FALSE
) -> list[Value]:
    """(%sre-matches 'who regexp string [start [end [most]]]) -> the matches, which do not overlap; `most`: #f or how
    many.
    """
    name = symbol("regexp", 1, who)
    s, part, first = _part(name, string, start, end)
    compiled = _compiled(regexp)
    found: list[Value] = []
    size = 0
    for spans in islice(compiled.matches(part), None if most is FALSE else min(most, len(part) + 1)):
        size += 2 * len(spans)
        if size > limits.ELEMENTS:
            limits.size(name, size)
        if first:
            found.append(_match(compiled, s, spans, first))
            continue
        match = SreMatch()
        match.regexp = compiled
        match.subject = s
        match.spans = spans
        found.append(match)
    return found


# parts of a match -----------------------------------------------------------------------------------------------------


@primitive("%match?", returns="boolean")
def is_match_of_sre(a: Value) -> bool:
    """(%match? x) -> whether x is a match."""
    return a.__class__ is SreMatch


@primitive("%match-count", returns="integer")
def match_count(match: Value) -> Value:
    """(%match-count match) -> how many groups there are, the whole not counted."""
    return len(_spans("regexp-match-count", match)) - 1


def took_part(match: Value, field: Value = 0) -> bool:
    """Whether a group took part."""
    try:
        return match.spans[match.regexp.single[field]][0] >= 0  # type: ignore[no-any-return]
    except (AttributeError, KeyError, TypeError):
        pass
    return _span("regexp-match-submatch", match, field)[0] >= 0


@primitive("%match-submatch", whether=took_part)
def match_submatch(match: Value, field: Value = 0) -> Value:
    """(%match-submatch match [field]) -> the text of a group, by number or name; #f if it took no part."""
    if match.__class__ is SreMatch and field.__class__ is int and 0 <= field < len(match.spans):
        start, end = match.spans[field]
    else:
        start, end = _span("regexp-match-submatch", match, field)
    if start < 0:
        return FALSE
    made = String()
    made.s = match.subject[start:end]
    return made


@primitive("%match-start")
def match_start(match: Value, field: Value = 0) -> Value:
    """(%match-start match [field]) -> where a group begins; #f if it took no part."""
    start, _ = _span("regexp-match-submatch-start", match, field)
    return FALSE if start < 0 else start


@primitive("%match-end")
def match_end(match: Value, field: Value = 0) -> Value:
    """(%match-end match [field]) -> where a group ends; #f if it took no part."""
    if field.__class__ is int and field == 0 and match.__class__ is SreMatch:
        return match.spans[0][1]
    _, end = _span("regexp-match-submatch-end", match, field)
    return FALSE if end < 0 else end


@primitive("%match-after", inline="a.spans[0][1]", idle=True)
def match_after(match: Value) -> Value:
    """(%match-after match) -> where a match ends."""
    return match.spans[0][1]


@primitive("%match-texts", returns="members")
def match_texts(match: Value) -> list[Value]:
    """(%match-texts match) -> the texts of the whole and of the groups, #f for those that took no part."""
    spans = _spans("regexp-match->list", match)
    s = match.subject
    return [FALSE if start < 0 else string_of(s[start:end]) for start, end in spans]


# strings made of matches ----------------------------------------------------------------------------------------------


@primitive("%sre-texts", returns="members")
def sre_texts(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> list[Value]:
    """(%sre-texts regexp string [start [end]]) -> the texts of the matches that are not empty."""
    _, part, _ = _part("regexp-extract", string, start, end)
    return strings_of([part[a:b] for a, b in _compiled(regexp).spans(part) if a < b])


@primitive("%sre-between", returns="members")
def sre_between(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> list[Value]:
    """(%sre-between regexp string [start [end]]) -> the texts between those matches."""
    _, part, _ = _part("regexp-split", string, start, end)
    pieces: list[Value] = []
    at = 0
    for a, b in _compiled(regexp).spans(part):
        if a < b:
            pieces.append(string_of(part[at:a]))
            at = b
    pieces.append(string_of(part[at:]))
    return pieces


@primitive("%sre-partition", returns="members")
def sre_partition(regexp: Value, string: Value, start: Value = FALSE, end: Value = FALSE) -> list[Value]:
    """(%sre-partition regexp string [start [end]]) -> the texts between those matches and theirs in turn; without an
    empty last one.
    """
    _, part, _ = _part("regexp-partition", string, start, end)
    pieces: list[Value] = []
    at = 0
    for a, b in _compiled(regexp).spans(part):
        if a < b:
            pieces += string_of(part[at:a]), string_of(part[a:b])
            at = b
    if at < len(part) or not pieces:
        pieces.append(string_of(part[at:]))
    return pieces


@primitive("%sre-replaced")
def sre_replaced(
    who: Value, regexp: Value, string: Value, new: Value, start: Value, end: Value, skipped: Value, most: Value
) -> Value:
    """(%sre-replaced 'who regexp string substitution start end skipped most) -> that part of the string with matches
    replaced, so many at most (#f: all) after so many that are left; #f where that is a matter for Scheme.
    """
    name = symbol("regexp", 1, who)
    s, part, first = _part(name, string, start, end)
    compiled = _compiled(regexp)
    template = _template(compiled, new)
    if template is None or skipped.__class__ is not int or skipped < 0:
        return FALSE
    last = None if most is FALSE else skipped + most
    plain = template[0] if len(template) == 1 and template[0].__class__ is str else None
    pieces: list[str] = []
    at = size = 0
    for spans in islice(compiled.matches(part, grouped=plain is None), min(skipped, len(part) + 1), last):
        a, b = spans[0]
        made = "".join(_filled(template, s, spans, first, first + len(part))) if plain is None else plain
        pieces += part[at:a], made
        size += len(made)
        if size > limits.ELEMENTS:
            limits.size(name, size)
        at = b
    pieces.append(part[at:])
    limits.size(name, size + len(part))
    return string_of("".join(pieces))


@primitive("%sre-filled", pure=False, checks_first=True)
def sre_filled(string: Value, said: Value) -> Value:
    """(%sre-filled string collector) -> the string with the matches that were collected replaced by the strings behind
    them; #f where one of these is none.
    """
    pieces: list[str] = []
    s: str = said[0].subject if said else string.s
    at = size = 0
    for match, made in zip(said[::2], said[1::2], strict=True):
        if made.__class__ is not String:
            return FALSE
        a, b = match.spans[0]
        pieces += s[at:a], made.s
        at = b
        size += len(made.s)
        if size > limits.ELEMENTS:
            break
    limits.size("regexp-replace-all", size + len(s))
    pieces.append(s[at:])
    return string_of("".join(pieces))


def _template(compiled: SreRegexp, new: Value) -> list[str | list[int] | Symbol] | None:
    """A substitution as texts, numbers of groups (the first that took part counts) and the symbols `pre` and `post`.
    None for what calls a procedure, or is wrong, or long.
    """
    made: list[str | list[int] | Symbol] = []
    waiting = [new]
    for _ in range(PARTS):
        if not waiting:
            return made
        x = waiting.pop()
        kind = x.__class__
        if kind is String:
            made.append(x.s)
        elif kind is int and 0 <= x <= compiled.groups:
            made.append([x])
        elif kind is Symbol and x.text in ("pre", "post"):
            made.append(x)
        elif kind is Symbol and x.text in compiled.numbers:
            made.append(compiled.numbers[x.text])
        elif kind is Pair:
            waiting += x.cdr, x.car
        elif x is not NIL:
            return None
    return None


def _filled(template: list[str | list[int] | Symbol], s: str, spans: Spans, first: int, last: int) -> Iterator[str]:
    """The texts that a substitution stands for."""
    for each in template:
        if isinstance(each, str):
            yield each
        elif isinstance(each, list):
            a, b = spans[_taken(each, spans)]
            yield s[first + a : first + b] if a >= 0 else ""
        elif each.text == "pre":
            yield s[first : first + spans[0][0]]
        else:
            yield s[first + spans[0][1] : last]


@cache
def _kind() -> Any:
    return late_module("chibi_hooks.scheme.regexps.sre").SreRegexp


def _compiled(x: Value) -> SreRegexp:
    if x.__class__ is _kind():
        return x  # type: ignore[no-any-return]
    return late_module("chibi_hooks.scheme.regexps.kept").kept_sre(x)  # type: ignore[no-any-return]


def _part(who: str, string: Value, start: Value, end: Value) -> tuple[str, str, int]:
    """The text of a string, that part of it, and where the part begins."""
    s = text(who, 2, string)
    if start is FALSE and end is FALSE:
        return s, s, 0
    first, last = span(who, 3, len(s), None if start is FALSE else start, None if end is FALSE else end)
    return s, s[first:last], first


def _match(compiled: SreRegexp, s: str, spans: Spans, first: int) -> SreMatch:
    match = SreMatch()
    match.regexp = compiled
    match.subject = s
    match.spans = [(a + first, b + first) if a >= 0 else (a, b) for a, b in spans] if first else spans
    return match


def _spans(who: str, match: Value) -> Spans:
    if match.__class__ is not SreMatch:
        raise wrong_type(who, 1, "a regexp-match", match)
    return match.spans


def _span(who: str, match: Value, field: Value) -> tuple[int, int]:
    """Where a group is; of several of one name the first that took part. Raises SchemeError if there is none."""
    if match.__class__ is not SreMatch:
        raise wrong_type(who, 1, "a regexp-match", match)
    spans: Spans = match.spans
    if field.__class__ is int:
        if 0 <= field < len(spans):
            return spans[field]
    else:
        numbers = match.regexp.numbers.get(field.text if field.__class__ is Symbol else symbol(who, 2, field))
        if numbers:
            return spans[numbers[0] if len(numbers) == 1 else _taken(numbers, spans)]
    raise fail("error", f"there is no group {short(field)}", field, who="regexp-match-submatch")


def _taken(numbers: list[int], spans: Spans) -> int:
    """Of the groups of a name the first that took part; the first if none did."""
    for number in numbers:
        if spans[number][0] >= 0:
            return number
    return numbers[0]
