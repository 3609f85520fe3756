"""A path and the lines of a `.gitignore` come in, whether they take it in goes out: what `(harness paths)` stands on.

What reads a line is pathspec; what it makes is matched in linear time, like every regular expression here. Lines that
say the same, one after the other, are one expression; what was made of lines lately is kept, for all worlds.
"""

from __future__ import annotations

from itertools import groupby

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import list_items, text
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

LENGTH: Final = 1_000  # characters of a pattern
LINES: Final = 1_000  # of one call
KEPT: Final = 64  # lists of lines: more than the policies of a large home have

GitignoreGroup = tuple[str, bool]  # an expression, and whether it takes in what it finds

_kept: dict[tuple[str, ...], list[GitignoreGroup]] = {}  # the oldest first


@primitive("%gitignore-takes-in?", returns="boolean")
def gitignore_takes_in(path: Value, lines: Value) -> bool:
    """(%gitignore-takes-in? path (line ...)) -> does a .gitignore with these lines take the path in?"""
    from chibi_hooks.scheme.regexps.kept import kept  # RE2 is not small

    who = "path-matches?"
    patterns = tuple([text(who, 2, each) for each in list_items(who, 2, lines)])
    groups = _kept.get(patterns)
    if groups is None:
        groups = _groups(patterns)
        while len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept), patterns), None)
        _kept[patterns] = groups
    relative = _relative(text(who, 1, path))
    for expression, takes_in in groups:
        if kept(who, expression).search(relative, grouped=False) is not None:
            return takes_in
    return False


def _groups(patterns: tuple[str, ...]) -> list[GitignoreGroup]:
    """The lines as expressions, the last one first: it decides. Raises SchemeError."""
    if len(patterns) > LINES:
        raise fail("limit", f"there are more than {LINES} patterns", who="path-matches?")
    read = [each for each in map(_expression, patterns) if each is not None]
    found = [
        ("|".join(f"(?:{expression})" for expression, _ in group), takes_in)
        for takes_in, group in groupby(read, key=lambda each: each[1])
    ]
    return found[::-1]


def _expression(pattern: str) -> GitignoreGroup | None:
    """A line as an expression; None for a comment. Raises SchemeError."""
    from pathspec.patterns.gitignore.base import GitIgnorePatternError  # few homes match paths
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    if len(pattern) > LENGTH:
        raise fail("limit", f"the pattern has more than {LENGTH} characters", who="path-matches?")
    try:
        expression, takes_in = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    except GitIgnorePatternError:
        raise fail("syntax", f"{pattern}: no pattern of a .gitignore", who="path-matches?") from None
    if expression is None:
        return None
    return expression.replace("\\ ", " ").replace("(?P<ps_d>", "(?:"), bool(takes_in)


def _relative(path: str) -> str:
    """A path without `.`, `..` and empty names, from where the lines stand; a directory still ends with a /."""
    found: list[str] = []
    whole = path.replace("\\", "/")
    for part in whole.split("/"):
        if part == ".." and found and found[-1] != "..":
            found.pop()
        elif part == ".." and not whole.startswith("/") or part not in ("", ".", ".."):
            found.append(part)
    end = "/" if len(path) > 1 and path.endswith("/") and found else ""
    return "/".join(found) + end if found else "."
