"""What procedures want of their operands, and which of them change one: tables that several checks ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.hooks.checking.linting.shapes import JsonKind

MUTATING: Final = frozenset({
    "set-car!", "set-cdr!", "list-set!", "string-set!", "string-fill!", "string-copy!", "append!", "reverse!",
    "delete!", "remove!", "filter!", "append-reverse!",
})  # fmt: skip
STRINGS: Final[tuple[JsonKind, ...]] = ("string",)
NUMBERS: Final[tuple[JsonKind, ...]] = ("number",)
LISTS: Final[tuple[JsonKind, ...]] = ("array", "object")
PAIRS: Final[tuple[JsonKind, ...]] = ("array", "object", "entry")
WANTED: Final[Mapping[str, tuple[str, tuple[JsonKind, ...], int]]] = {  # what, of which kinds, in how many operands
    **dict.fromkeys(
        ("string-length", "string-ref", "substring", "string->symbol", "string->number", "string->list",
         "string-upcase", "string-downcase", "string-copy", "string-for-each", "string-index", "string-pad",
         "string-trim"),
        ("a string", STRINGS, 1),
    ),
    **dict.fromkeys(("string-contains", "string-prefix?", "string-suffix?", "string-search-forward"),
                    ("a string", STRINGS, 2)),
    **dict.fromkeys(("string=?", "string<?", "string>?", "string<=?", "string>=?", "string-ci=?", "string-append"),
                    ("a string", STRINGS, 9)),
    **dict.fromkeys(("+", "-", "*", "/", "<", ">", "<=", ">=", "=", "zero?", "positive?", "negative?", "even?", "odd?",
                     "abs", "max", "min"), ("a number", NUMBERS, 9)),
    **dict.fromkeys(("length", "reverse", "list-ref"), ("a list", LISTS, 1)),
    **dict.fromkeys(("block", "deny", "ask", "defer", "stop", "keep-going", "context", "warn", "rewrite-prompt",
                     "rewrite-output", "inject", "summarize", "respond"), ("a string", STRINGS, 1)),
    **dict.fromkeys(("car", "cdr", "caar", "cdar"), ("a pair", PAIRS, 1)),
}  # fmt: skip
