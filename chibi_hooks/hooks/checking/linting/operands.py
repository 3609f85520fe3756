"""What procedures want of their operands, and which of them change one: tables that several checks ask."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions
from chibi_hooks.hooks.checking.linting.shapes import JsonKind
from chibi_hooks.scheme import core

HARMLESS: Final = frozenset({  # libraries whose procedures change nothing, but for those with a ! in their names
    "(harness shell)", "(harness paths)", "(srfi 1)", "(srfi 13)", "(srfi 69)", "(srfi 115)", "(srfi 125)",
    "(srfi 130)", "(srfi 133)", "(tein safe-regexp)", "(engine answering)",
})  # fmt: skip
OF_DATA: Final = frozenset({  # procedures of these that call nothing they are given, as people use them
    "delete", "concatenate", "last", "iota", "string-join", "string-split", "string-trim", "string-trim-both",
    "string-trim-right", "string-contains", "string-pad", "string-pad-right", "string-prefix?", "string-suffix?",
    "hash-table-ref/default", "hash-table-keys", "hash-table-values", "hash-table->alist", "hash-table-size",
})  # fmt: skip
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
         "string-upcase", "string-downcase", "string-copy", "string-index", "string-pad",
         "string-trim"),
        ("a string", STRINGS, 1),
    ),
    **dict.fromkeys(("string-contains", "string-prefix?", "string-suffix?", "string-search-forward"),
                    ("a string", STRINGS, 2)),
    **dict.fromkeys(("string=?", "string<?", "string>?", "string<=?", "string>=?", "string-ci=?", "string-append"),
                    ("a string", STRINGS, 9)),
    **dict.fromkeys(("+", "-", "*", "/", "<", ">", "<=", ">=", "=", "zero?", "positive?", "negative?", "even?", "odd?",
                     "abs", "max", "min"), ("a number", NUMBERS, 9)),
    **dict.fromkeys(("length", "reverse", "list-ref", "string-join"), ("a list", LISTS, 1)),
    "answer": ("a list", LISTS, 9),
    "has-secret?": ("a string", STRINGS, 1),
    **dict.fromkeys(("block", "deny", "ask", "defer", "stop", "keep-going", "context", "warn", "rewrite-prompt",
                     "rewrite-output", "inject", "summarize", "respond"), ("a string", STRINGS, 1)),
    **dict.fromkeys(("exclude-tools", "only-tools"), ("a string", STRINGS, 9)),
    **dict.fromkeys(("car", "cdr", "caar", "cdar"), ("a pair", PAIRS, 1)),
}  # fmt: skip
LISTS_AT: Final[Mapping[str, int]] = {  # in which operand one wants a list
    **dict.fromkeys(("member", "memq", "memv", "map", "for-each", "filter", "remove", "any", "every", "find",
                     "find-tail", "filter-map", "append-map", "count", "delete", "partition", "list-index"), 1),
    **dict.fromkeys(("fold", "fold-right", "reduce"), 2),
}  # fmt: skip


def wants(name: str, count: int) -> Iterator[tuple[int, str, tuple[JsonKind, ...]]]:
    """What a procedure wants of which of its `count` operands: `(0, "a string", ("string",))`."""
    if name in WANTED:
        wanted, kinds, first = WANTED[name]
        yield from ((index, wanted, kinds) for index in range(min(first, count)))
    elif LISTS_AT.get(name, count) < count:
        yield LISTS_AT[name], "a list", LISTS


def changes_nothing(location: core.Global) -> bool:
    """Is it a procedure of ours that gives the same for the same, and does nothing?"""
    if location.primitive is not None:
        return location.primitive.pure
    return location.library in HARMLESS and "!" not in location.name


def may_call_back(call: core.Call, definitions: FileDefinitions) -> bool:
    """May a procedure of ours call something that it is given, of which nobody knows what it does?"""
    assert isinstance(call.operator, core.GlobalRef)
    location = call.operator.location
    leaf = location.primitive is not None and location.primitive.leaf
    if leaf or location.name in OF_DATA or location.library in ("(harness shell)", "(harness paths)"):
        return False
    return any(_may_be_procedure(each, definitions) for each in call.operands)


def _may_be_procedure(node: core.Node, definitions: FileDefinitions) -> bool:
    match node:
        case core.GlobalRef(location=location):
            held = definitions.get(location)
            return not (isinstance(held, core.Const) or (held is None and changes_nothing(location)))
        case core.LocalRef():
            return True
    return False  # what happens in a Lambda stands there
