"""Patterns and strings come in, matches go out: what `(tein safe-regexp)` stands on; `scheme.regexps` does the work.

A match is a vector with one element for the whole and for each group: `#(text start end)`, or #f for a group that took
no part. Wherever a pattern is wanted, a string will do; strings compiled lately are kept. Whoever does not give the
groups away does not ask for them: finding the whole match is much cheaper.
"""

from __future__ import annotations

from itertools import repeat

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import list_items, text
from chibi_hooks.scheme.values.data import FALSE, Pair, String, Value, Vector, cons, string_of, strings_of
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.typenames import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chibi_hooks.scheme.regexps.pattern import Parsed
    from chibi_hooks.scheme.regexps.regexp import AnyOf, Regexp
    from chibi_hooks.scheme.regexps.straight import Spans

ENGINE: Final = "chibi_hooks.scheme.regexps.kept"  # loaded when it is first used: RE2 is not small
MOST_AT_ONCE: Final = 256  # matches that are gathered in one call: each takes some 20 µs, and a call shall not hold all
LONGEST_KEPT: Final = 1_000  # characters of a replacement that is taken apart once
Replacement = list[str | int]  # texts and numbers of groups


@primitive("regexp")
def regexp(pattern: Value) -> Value:
    """(regexp pattern) -> the compiled pattern; a compiled one is given back."""
    return compiled_from("regexp", pattern)


@primitive("regexp?", returns="boolean")
def is_regexp(a: Value) -> bool:
    """(regexp? x) -> whether x is a compiled pattern."""
    return a.__class__ is late_module(ENGINE).Regexp


def is_found(pattern: Value, string: Value, start: Value = 0) -> bool:
    """Whether the pattern matches somewhere: nobody wants to know where."""
    s = string.s if string.__class__ is String else text("regexp-search", 2, string)
    if start.__class__ is not int or start:
        start = arguments.index("regexp-search", 3, start, len(s) + 1)
    return compiled_from("regexp-search", pattern).search(s, start, grouped=False) is not None


@primitive("regexp-search", whether=is_found)
def regexp_search(pattern: Value, string: Value, start: Value = 0) -> Value:
    """(regexp-search pattern string [start]) -> the leftmost match, or #f."""
    s = text("regexp-search", 2, string)
    begin = arguments.index("regexp-search", 3, start, len(s) + 1)
    return _match(s, compiled_from("regexp-search", pattern).search(s, begin))


@primitive("regexp-matches")
def regexp_matches(pattern: Value, string: Value) -> Value:
    """(regexp-matches pattern string) -> the match of the whole string, or #f."""
    s = text("regexp-matches", 2, string)
    return _match(s, compiled_from("regexp-matches", pattern).match(s))


@primitive("regexp-matches?", returns="boolean")
def is_match(pattern: Value, string: Value) -> bool:
    """(regexp-matches? pattern string) -> whether the whole string matches."""
    s = text("regexp-matches?", 2, string)
    return compiled_from("regexp-matches?", pattern).match(s, grouped=False) is not None


@primitive("%regexp-all", returns="members")
def regexp_all(pattern: Value, string: Value, start: Value) -> list[Value]:
    """(%regexp-all pattern string start) -> the matches regexp-fold goes through; an empty one may touch another."""
    s = text("regexp-fold", 4, string)
    if start.__class__ is int and start > len(s):
        return []
    begin = arguments.index("regexp-fold", 6, start, len(s) + 1)
    found: list[Value] = []
    size = 0
    for spans in compiled_from("regexp-fold", pattern).matches(s, begin, touching=True):
        size += len(spans)
        if size > limits.LARGE:
            limits.size("regexp-fold", size)
        found.append(_match(s, spans))
    return found


@primitive("%match-end-of", inline="a.v[0].v[2]")
def match_end_of(match: Value) -> Value:
    """(%match-end-of match) -> where a match ends that is a vector."""
    return match.v[0].v[2]


@primitive("regexp-extract", returns="members")
def regexp_extract(pattern: Value, string: Value) -> list[Value]:
    """(regexp-extract pattern string) -> the texts of all matches, which do not overlap."""
    s = text("regexp-extract", 2, string)
    found = compiled_from("regexp-extract", pattern).spans(s)
    return strings_of([s[start:end] for start, end in found])


@primitive("regexp-split", returns="members")
def regexp_split(pattern: Value, string: Value) -> list[Value]:
    """(regexp-split pattern string) -> the texts between the matches."""
    s = text("regexp-split", 2, string)
    pieces: list[str] = []
    at = 0
    for start, end in compiled_from("regexp-split", pattern).spans(s):
        pieces.append(s[at:start])
        at = end
    pieces.append(s[at:])
    return strings_of(pieces)


@primitive("regexp-replace", returns="string")
def regexp_replace(pattern: Value, string: Value, replacement: Value) -> Value:
    """(regexp-replace pattern string replacement) -> with the first match replaced; $1, ${name} are groups, $$ is $."""
    compiled = compiled_from("regexp-replace", pattern)
    s = text("regexp-replace", 2, string)
    template = _template_of(compiled, text("regexp-replace", 3, replacement))
    found = compiled.search(s, grouped=len(template) > 1)
    return string_of(s) if found is None else _replaced("regexp-replace", s, iter([(template, found)]))


@primitive("regexp-replace-all", returns="string")
def regexp_replace_all(pattern: Value, string: Value, replacement: Value) -> Value:
    """(regexp-replace-all pattern string replacement) -> with every match replaced."""
    compiled = compiled_from("regexp-replace-all", pattern)
    s = text("regexp-replace-all", 2, string)
    template = _template_of(compiled, text("regexp-replace-all", 3, replacement))
    found = compiled.matches(s, grouped=len(template) > 1)
    return _replaced("regexp-replace-all", s, zip(repeat(template), found))


@primitive("regexp-replace-any", returns="string")
def regexp_replace_any(rules: Value, string: Value) -> Value:
    """(regexp-replace-any '((pattern . replacement) ...) string) -> with every match of any pattern replaced, in one
    scan; where several match, the first of them. Raises a "type" condition for rules that are none.
    """
    who = "regexp-replace-any"
    pairs = list_items(who, 1, rules)
    if not all(pair.__class__ is Pair and pair.cdr.__class__ is String for pair in pairs):
        raise wrong_type(who, 1, "a list of (pattern . replacement)", rules)
    compiled = _any_of(who, [pair.car for pair in pairs])
    s = text(who, 2, string)
    templates: dict[int, Replacement] = {}
    return _replaced(who, s, _with_templates(compiled, s, [pair.cdr.s for pair in pairs], templates))


def is_any_found(patterns: Value, string: Value, start: Value = 0) -> bool:
    """Whether one of the patterns matches somewhere: nobody wants to know which."""
    who = "regexp-search-any"
    compiled = _any_in(who, patterns)
    s = text(who, 2, string)
    return compiled.is_found(s, arguments.index(who, 3, start, len(s) + 1))


@primitive("regexp-search-any", whether=is_any_found)
def regexp_search_any(patterns: Value, string: Value, start: Value = 0) -> Value:
    """(regexp-search-any '(pattern ...) string [start]) -> (number . match): the leftmost match of any pattern and the
    place of the pattern in the list; or #f.
    """
    who = "regexp-search-any"
    compiled = _any_in(who, patterns)
    s = text(who, 2, string)
    found = compiled.search(s, arguments.index(who, 3, start, len(s) + 1))
    return FALSE if found is None else cons(found[0], _match(s, found[1]))


@primitive("%regexp-all-of-any", returns="members")
def regexp_all_of_any(patterns: Value, string: Value, start: Value, most: Value) -> list[Value]:
    """(%regexp-all-of-any '(pattern ...) string start most) -> what regexp-search-any finds from there on, one behind
    the other, at most so many.
    """
    who = "regexp-all-of-any"
    compiled = _any_in(who, patterns)
    s = text(who, 2, string)
    begin = arguments.index(who, 3, start, len(s) + 1)
    count = arguments.index(who, 4, most, MOST_AT_ONCE + 1)
    found: list[Value] = []
    for number, spans in compiled.matches(s, begin) if count else ():
        found.append(cons(number, _match(s, spans)))
        if len(found) == count:
            break
    return found


def _with_templates(
    compiled: AnyOf, s: str, replacements: list[str], templates: dict[int, Replacement]
) -> Iterator[tuple[Replacement, Spans]]:
    for number, spans in compiled.matches(s):
        template = templates.get(number)
        if template is None:
            template = templates[number] = _template(compiled.members[number], replacements[number])
        yield template, spans


def _replaced(who: str, s: str, found: Iterator[tuple[Replacement, Spans]]) -> Value:
    """The string with each match replaced by what its template says."""
    parts: list[str] = []
    put = parts.append
    at = size = 0
    for template, spans in found:
        start, end = spans[0]
        put(s[at:start])
        at = end
        if len(template) == 1:  # nearly always it names no group
            (literal,) = template
            put(literal)  # type: ignore[arg-type]  # the first is a text
            size += len(literal)  # type: ignore[arg-type]
            if size > limits.LARGE:
                limits.size(who, size)
            continue
        before = len(parts)
        for part in template:
            if part.__class__ is str:
                put(part)
                continue
            a, b = spans[part]  # type: ignore[index]  # what is no text is a number
            if a >= 0:
                put(s[a:b])
        size += sum(map(len, parts[before:]))
        if size > limits.LARGE:
            limits.size(who, size)
    put(s[at:])
    return string_of("".join(parts))


def _template_of(compiled: Regexp, s: str) -> Replacement:
    """The same as `_template`, which a program asks for again and again."""
    known = compiled.template
    if known is not None and known[0] == s:
        return known[1]
    found = _template(compiled, s)
    if len(s) <= LONGEST_KEPT:
        compiled.template = s, found
    return found


def _template(compiled: Regexp | Parsed, s: str) -> Replacement:
    """A replacement as texts and group numbers."""
    head, *rest = s.split("$")
    parts: Replacement = [head]
    after_dollar = iter(rest)
    for piece in after_dollar:
        if piece == "":
            parts.append("$" + next(after_dollar, ""))
            continue
        name, tail = _group_name(piece)
        if not name:
            parts.append("$" + piece)
            continue
        number = int(name) if name.isdigit() and len(name) < 4 else compiled.names.get(name, compiled.groups + 1)
        parts += (number, tail) if number <= compiled.groups else ("", tail)
    return parts


def _group_name(piece: str) -> tuple[str, str]:
    """The name of the group after a $, and the rest."""
    if piece.startswith("{"):
        name, closed, tail = piece[1:].partition("}")
        return (name, tail) if closed else ("", piece)
    length = 0
    while length < len(piece) and piece[length].isascii() and (piece[length].isalnum() or piece[length] == "_"):
        length += 1
    return piece[:length], piece[length:]


def compiled_from(who: str, pattern: Value) -> Regexp:
    """What a pattern was compiled to; `who` wants it as its first argument. Raises SchemeError."""
    engine = late_module(ENGINE)
    if pattern.__class__ is String:
        return engine.kept(who, pattern.s)  # type: ignore[no-any-return]
    if pattern.__class__ is engine.Regexp:
        return pattern  # type: ignore[no-any-return]
    raise wrong_type(who, 1, "a regexp or a string", pattern)


def _any_in(who: str, patterns: Value) -> AnyOf:
    """What a list of patterns was compiled to."""
    engine = late_module(ENGINE)
    found: AnyOf | None = engine.kept_list(patterns)
    if found is None:
        found = _any_of(who, list_items(who, 1, patterns))
        engine.keep_list(patterns, found)
    return found


def _any_of(who: str, patterns: list[Value]) -> AnyOf:
    engine = late_module(ENGINE)
    try:
        return engine.kept_any(who, tuple([each.s for each in patterns]))  # type: ignore[no-any-return]
    except AttributeError:  # not all are strings
        pass
    texts = []
    for pattern in patterns:
        if pattern.__class__ is not String and pattern.__class__ is not engine.Regexp:
            raise wrong_type(who, 1, "regexps or strings", pattern)
        texts.append(pattern.s if pattern.__class__ is String else pattern.pattern)
    return engine.kept_any(who, tuple(texts))  # type: ignore[no-any-return]


def _match(s: str, spans: Spans | None) -> Value:
    if spans is None:
        return FALSE
    groups: list[Value] = []
    for a, b in spans:
        if a < 0:
            groups.append(FALSE)
            continue
        found = String()
        found.s = s[a:b]
        group = Vector()
        group.v = [found, a, b]
        groups.append(group)
    match = Vector()
    match.v = groups
    return match
