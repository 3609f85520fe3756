"""Texts, Python's own str, come and go between a loop of the program and the strings of Scheme: what the compiler makes
of loops that build strings, or walk along their characters (`compiling.gathering`).

Rules: no variable of the program holds a text; these primitives are called by code of the compiler only. What they say
of a wrong argument, they say in the name of the procedure that the program called.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.primitives.strings import list_to_string
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.data import FALSE, Char, String, Value, string_of, to_list

internal("".join, "joined")


@primitive("%text", inline="a.s", pure=False)
def text(a: Value) -> Value:
    """(%text string) -> its text."""
    return a.s


@primitive("%text-append", pure=False, checks_first=True)
def text_append(a: Value, b: Value, position: Value) -> Value:
    """(%text-append text string position) -> the text with the string at its end, which `string-append` was given as
    that argument.
    """
    more = arguments.text("string-append", position, b)
    limits.size("string-append", len(a) + len(more))
    return a + more


@primitive("%grown-append", pure=False, checks_first=True)
def grown_append(a: Value, b: Value, position: Value) -> Value:
    """(%grown-append text string position) -> the same; before the first append, the text is a string."""
    begun = a if a.__class__ is str else arguments.text("string-append", 1, a)
    return text_append(begun, b, position)


@internal
def too_long(a: Value) -> None:
    """Raises the "limit" condition of a text that has grown too long."""
    limits.size("string-append", len(a))


@primitive("%text-string", inline="String(a)", pure=False)
def text_string(a: Value) -> Value:
    """(%text-string text) -> a new string."""
    return string_of(a)


@primitive("%grown-string", pure=False)
def grown_string(a: Value) -> Value:
    """(%grown-string text) -> a new string, or what was given to append to, if nothing was."""
    return string_of(a) if a.__class__ is str else a


@primitive("%text-length", inline="len(a)", returns="integer", pure=False)
def text_length(a: Value) -> Value:
    """(%text-length text) -> how many characters."""
    return len(a)


@primitive("%characters", pure=False, checks_first=True)
def characters(a: Value) -> Value:
    """(%characters string) -> the string as it is now, for a walk along `(string->list string)`."""
    made = String()
    made.s = arguments.text("string->list", 1, a)
    return made


@primitive("%collect-text", pure=False)
def collect_text(results: Value, a: Value) -> Value:
    """(%collect-text collector char) -> the collector, with the character's text as the last of its values."""
    results.append(a.c)
    return results


@primitive("%collected-text", inline="String(joined(a))", pure=False)
def collected_text(results: Value) -> Value:
    """(%collected-text collector) -> a string of the texts."""
    made = String()
    made.s = "".join(results)
    return made


@primitive("%collected-string", pure=False, returns="string", checks_first=True)
def collected_string(results: Value) -> Value:
    """(%collected-string collector) -> a string of the characters; what else was collected is an error."""
    try:
        return string_of("".join([each.c for each in results]))
    except AttributeError:
        return list_to_string(to_list(results))


@primitive("%collected-parts", pure=False, returns="string", checks_first=True)
def collected_parts(results: Value, backwards: Value = FALSE) -> Value:
    """(%collected-parts collector [backwards?]) -> the characters and strings that were collected, in one string."""
    parts = [x.c if x.__class__ is Char else arguments.text("string-unfold", 0, x) for x in results]
    if backwards is not FALSE:
        parts.reverse()
    limits.size("string-unfold", sum(map(len, parts)))
    return string_of("".join(parts))
