"""Patterns and strings come in, matches go out: what `(tein safe-regexp)` stands on; the engine is `scheme.regexp`.

A match is a vector with one element for the whole and for each group: `#(text start end)`, or #f for a group that took
no part. Wherever a pattern is wanted, a string will do; strings compiled lately are kept.
"""

from __future__ import annotations

from chibi_hooks.scheme import arguments, limits
from chibi_hooks.scheme.arguments import text
from chibi_hooks.scheme.data import FALSE, String, Value, Vector, string_of, to_list
from chibi_hooks.scheme.errors import wrong_type
from chibi_hooks.scheme.late import late_module
from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from chibi_hooks.scheme.regexp import Groups, Regexp

KEPT: Final = 64  # patterns of a script: more than a file of hooks has

_kept: dict[str, Regexp] = {}  # bounded by KEPT; shared by all worlds, for a pattern holds only its own text


@primitive("regexp")
def regexp(pattern: Value) -> Value:
    """(regexp pattern) -> the compiled pattern; a compiled one is given back."""
    return _compiled("regexp", pattern)


@primitive("regexp?", returns="boolean")
def is_regexp(a: Value) -> bool:
    """(regexp? x) -> whether x is a compiled pattern."""
    return a.__class__ is _engine().Regexp


@primitive("regexp-search")
def regexp_search(pattern: Value, string: Value, start: Value = 0) -> Value:
    """(regexp-search pattern string [start]) -> the leftmost match, or #f."""
    s = text("regexp-search", 2, string)
    begin = arguments.index("regexp-search", 3, start, len(s) + 1)
    return _match(s, _compiled("regexp-search", pattern).search(s, begin))


@primitive("regexp-matches")
def regexp_matches(pattern: Value, string: Value) -> Value:
    """(regexp-matches pattern string) -> the match of the whole string, or #f."""
    s = text("regexp-matches", 2, string)
    return _match(s, _compiled("regexp-matches", pattern).match(s))


@primitive("regexp-matches?", returns="boolean")
def is_match(pattern: Value, string: Value) -> bool:
    """(regexp-matches? pattern string) -> whether the whole string matches."""
    return _compiled("regexp-matches?", pattern).match(text("regexp-matches?", 2, string)) is not None


@primitive("regexp-extract", returns="list")
def regexp_extract(pattern: Value, string: Value) -> Value:
    """(regexp-extract pattern string) -> the texts of all matches, which do not overlap."""
    s = text("regexp-extract", 2, string)
    return to_list([string_of(s[each[0] : each[1]]) for each in _compiled("regexp-extract", pattern).matches(s)])


@primitive("regexp-split", returns="list")
def regexp_split(pattern: Value, string: Value) -> Value:
    """(regexp-split pattern string) -> the texts between the matches."""
    s = text("regexp-split", 2, string)
    pieces: list[Value] = []
    at = 0
    for each in _compiled("regexp-split", pattern).matches(s):
        pieces.append(string_of(s[at : each[0]]))
        at = each[1]
    pieces.append(string_of(s[at:]))
    return to_list(pieces)


@primitive("regexp-replace", returns="string")
def regexp_replace(pattern: Value, string: Value, replacement: Value) -> Value:
    """(regexp-replace pattern string replacement) -> with the first match replaced; $1, ${name} are groups, $$ is $."""
    return _replaced("regexp-replace", pattern, string, replacement, 1)


@primitive("regexp-replace-all", returns="string")
def regexp_replace_all(pattern: Value, string: Value, replacement: Value) -> Value:
    """(regexp-replace-all pattern string replacement) -> with every match replaced."""
    return _replaced("regexp-replace-all", pattern, string, replacement, None)


def _replaced(who: str, pattern: Value, string: Value, replacement: Value, most: int | None) -> Value:
    compiled = _compiled(who, pattern)
    s = text(who, 2, string)
    template = _template(compiled, text(who, 3, replacement))
    parts: list[str] = []
    at = size = 0
    for count, groups in enumerate(compiled.matches(s)):
        if count == most:
            break
        new = "".join(part if isinstance(part, str) else _group(s, groups, part) or "" for part in template)
        parts += (s[at : groups[0]], new)
        size += len(new)
        limits.size(who, size)
        at = groups[1]
    parts.append(s[at:])
    return string_of("".join(parts))


def _template(compiled: Regexp, s: str) -> list[str | int]:
    """A replacement as texts and group numbers."""
    head, *rest = s.split("$")
    parts: list[str | int] = [head]
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


def _engine() -> Any:
    return late_module("chibi_hooks.scheme.regexp")


def _compiled(who: str, pattern: Value) -> Regexp:
    if pattern.__class__ is _engine().Regexp:
        return pattern  # type: ignore[no-any-return]
    if pattern.__class__ is not String:
        raise wrong_type(who, 1, "a regexp or a string", pattern)
    found = _kept.get(pattern.s)
    if found is None:
        if len(_kept) >= KEPT:
            _kept.clear()
        found = _kept[pattern.s] = _engine().regexp_of(pattern.s)
    return found


def _match(s: str, groups: Groups | None) -> Value:
    if groups is None:
        return FALSE
    return Vector([_submatch(s, groups, number) for number in range(len(groups) // 2)])


def _submatch(s: str, groups: Groups, number: int) -> Value:
    taken = _group(s, groups, number)
    return FALSE if taken is None else Vector([string_of(taken), groups[2 * number], groups[2 * number + 1]])


def _group(s: str, groups: Groups, number: int) -> str | None:
    start, end = groups[2 * number], groups[2 * number + 1]
    return s[start:end] if start >= 0 and end >= 0 else None
