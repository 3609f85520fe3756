"""An expanded file -> constant patterns and templates that do not compile: the call fails whenever it is reached, and
a guard with it.

    (regexp-search "rm (-r" command)        regexp-search: argument 1: missing )
    (format "~d files" count)               format: unknown directive "~d"

Each is tried as the call itself would, with texts of no length where the text shows no constant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.nodes import FileDefinitions, called, narrowed, resolved, spot, text_at
from chibi_hooks.scheme import core
from chibi_hooks.scheme.primitives.harness import globs
from chibi_hooks.scheme.primitives.text import formats, regexp, regexp_sre
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, String, Value, cons, string_of
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import short
from chibi_hooks.scheme.values.source import SourceText

Constants = Sequence[Value | None]  # the operands of a call; None: not known
Trial = Callable[[str, Constants], object]  # raises SchemeError where the call will


def wrong_patterns(nodes: Sequence[core.Node], definitions: FileDefinitions, source: SourceText) -> Iterator[Finding]:
    """Each call with a constant that does not compile."""
    for node in nodes:
        if not isinstance(node, core.Call) or not isinstance(node.operator, core.GlobalRef):
            continue
        location = node.operator.location
        if called(node, definitions) == "string-contains" and len(node.operands) == 2:
            yield from _no_pattern(node, resolved(node.operands[1], definitions), source)
        trial = TRIALS.get(location.library or "", {}).get(location.name)
        if trial is None or location.assigned:
            continue
        found = [resolved(each, definitions) for each in node.operands]
        given = [each.value if isinstance(each, core.Const) else None for each in found]
        yield from _backspace(location.name, node, given, source)
        yield from _never_there(location.name, node, given, source)
        yield from _finds_all(location.name, node, given, source)
        try:
            trial(location.name, given)
        except SchemeError as error:
            first = next((each for each in given if each is not None), None)
            where = narrowed(node.place, short(first)) if first is not None else node.place
            hint = getattr(error.payload, "hint", None) or ""
            yield Finding(spot(where, source), "error", error.message, "wrong-pattern", hint)


def _backspace(who: str, node: core.Call, given: Constants, source: SourceText) -> Iterator[Finding]:
    """`"\brm"`: in a string of Scheme that is a character that nobody types."""
    pattern = given[0] if given else None
    if isinstance(pattern, String) and "\b" in pattern.s:
        message = f"{who}: \\b in a string is the backspace character: this pattern finds nothing"
        where = narrowed(node.place, short(pattern))
        yield Finding(spot(where, source), "warning", message, "wrong-pattern", "write \\\\b for the edge of a word")


def _never_there(who: str, node: core.Call, given: Constants, source: SourceText) -> Iterator[Finding]:
    """`"$rm"`: behind the end there is nothing; `"/rm/i"`: as other languages write a pattern."""
    pattern = given[0] if given else None
    if not isinstance(pattern, String):
        return
    where = spot(narrowed(node.place, short(pattern)), source)
    if re.match(r"\$\w", pattern.s):
        message = f"{who}: $ is the end of the text, and nothing stands behind it: this pattern finds nothing"
        hint = f"a $ as it stands: {short(string_of(chr(92) + pattern.s))}; the beginning of the text is ^"
        yield Finding(where, "warning", message, "wrong-pattern", hint)
    elif found := DELIMITED.fullmatch(pattern.s):
        message = f"{who}: a pattern stands in its quotes alone: this one wants the slashes, too"
        small = "(?i)" if "i" in found[2] else ""
        yield Finding(where, "warning", message, "wrong-pattern", f"write {short(string_of(small + found[1]))}")


def _finds_all(who: str, node: core.Call, given: Constants, source: SourceText) -> Iterator[Finding]:
    """`"rm|"`: a pattern that finds nothing at all, and so does everywhere."""
    if who != "regexp-search" or len(given) != 2 or not isinstance(given[0], String) or given[1] is not None:
        return
    try:
        found = [regexp.regexp_search(given[0], string_of(text)) for text in ("", "\x00", "\x01\n\x01")]
    except SchemeError:
        return  # told below
    if all(each is not FALSE for each in found):
        message = f"{who}: this pattern finds an empty text everywhere: it is always true"
        hint = "an empty side of | and what * or ? may leave out are found, too"
        yield Finding(spot(narrowed(node.place, short(given[0])), source), "warning", message, "always-true", hint)


def _no_pattern(node: core.Call, sought: core.Node, source: SourceText) -> Iterator[Finding]:
    """`(string-contains text "rm.*-rf")`: a text that is written as a pattern is one."""
    if isinstance(sought, core.Const) and isinstance(sought.value, String) and PATTERN.search(sought.value.s):
        word = short(sought.value)
        message = f"string-contains looks for {word} as it stands, letter for letter; it looks like a pattern"
        hint = f"write (regexp-search {word} {text_at(node.operands[0].place) or '…'})"
        yield Finding(spot(narrowed(node.place, word), source), "warning", message, "wrong-pattern", hint)


def _compiled(who: str, given: Constants) -> object:
    return regexp.compiled_from(who, given[0]) if given and given[0] is not None else None


def _compiled_sre(who: str, given: Constants) -> object:
    return regexp_sre.sre_compile(given[0]) if given and given[0] is not None else None


def _searched(who: str, given: Constants) -> object:
    return regexp.regexp_search_any(given[0], NOTHING) if given and given[0] is not None else None


def _replaced(who: str, given: Constants) -> object:
    return regexp.regexp_replace_any(given[0], NOTHING) if given and given[0] is not None else None


def _matched(who: str, given: Constants) -> None:
    """The lines of a .gitignore behind a path: one by one, since not all need be constants."""
    for each in given[1:]:
        if each is not None:
            is_list = each is NIL or isinstance(each, Pair)
            globs.gitignore_takes_in(NOTHING, each if is_list and len(given) == 2 else cons(each, NIL))


def _filled(who: str, given: Constants) -> object:
    return formats.format_(given[0], *(FALSE for _ in given[1:])) if given and given[0] is not None else None


PATTERN: Final = re.compile(r"\\[sdwbSDWB]|\w[.][*+]\S|\]\+|^\^\w|\(\w+\|\w")  # of what nobody writes in a text
DELIMITED: Final = re.compile(r"/([^/]+)/(i|g|gi|ig)")
NOTHING: Final = string_of("")
SEARCHES: Final = (
    "regexp", "regexp-search", "regexp-matches", "regexp-matches?", "regexp-extract", "regexp-split", "regexp-fold",
    "regexp-replace", "regexp-replace-all", "regexp-partition",
)  # fmt: skip
TRIALS: Final[Mapping[str, Mapping[str, Trial]]] = {
    "(engine primitives)": {
        **dict.fromkeys(SEARCHES, _compiled),
        "regexp-search-any": _searched,
        "regexp-replace-any": _replaced,
        "format": _filled,
    },
    "(tein safe-regexp)": dict.fromkeys(SEARCHES, _compiled),
    "(srfi 115)": dict.fromkeys(SEARCHES, _compiled_sre),
    "(harness paths)": {"path-matches?": _matched},
}
