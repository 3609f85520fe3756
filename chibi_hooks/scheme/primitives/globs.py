"""A line of a `.gitignore` comes in, a regular expression goes out: what `(harness paths)` stands on.

What reads the line is pathspec; what it makes is matched in linear time, like every regular expression here.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, Value, boolean, cons, string_of
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.typenames import Final

LENGTH: Final = 1_000  # characters of a pattern


@primitive("%gitignore-regexp")
def gitignore_regexp(line: Value) -> Value:
    """(%gitignore-regexp pattern) -> (regular expression . does it take in what matches?); #f for a comment."""
    from pathspec.patterns.gitignore.base import GitIgnorePatternError  # few homes match paths
    from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

    pattern = text("path-matches?", 1, line)
    if len(pattern) > LENGTH:
        raise fail("limit", f"the pattern has more than {LENGTH} characters", who="path-matches?")
    try:
        expression, takes_in = GitIgnoreSpecPattern.pattern_to_regex(pattern)
    except GitIgnorePatternError:
        raise fail("syntax", f"{pattern}: no pattern of a .gitignore", who="path-matches?") from None
    if expression is None:
        return FALSE
    return cons(string_of(expression.replace("\\ ", " ")), boolean(bool(takes_in)))
