"""Texts, Python's own str, come and go between a loop of the program and the strings of Scheme: what the compiler makes
of loops that build strings, or walk along their characters (`reshaping.gathering`).

Rules: no variable of the program holds a text; these primitives are called by code of the compiler only. What they say
of a wrong argument, they say in the name of the procedure that the program called.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import PRIMITIVES, internal, primitive
from chibi_hooks.scheme.primitives.text.strings import list_to_string, string_append
from chibi_hooks.scheme.primitives.text.text_search import SHORT, divided, glued, string_join, texts
from chibi_hooks.scheme.values import arguments, limits, ports
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import CHARS, FALSE, NIL, Char, Pair, String, Value, string_of, strings_of, to_list
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.scheme.values.spaces import SPACES
from chibi_hooks.typenames import Any, Final

RUNS: Final = 256  # kinds of characters that are remembered

internal("".join, "joined")
internal(strings_of)


@internal
def list_of_characters(a: str) -> Value:
    """A list of the characters of a text."""
    return to_list(list(map(CHARS.__getitem__, a)))


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


@primitive("%text-string", inline="String(a)")
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


@primitive("%text-none?", inline="len(a) == 0", returns="boolean")
def text_none(a: Value) -> bool:
    """(%text-none? text) -> whether it has no characters."""
    return not a


@primitive("%text-some?", inline="len(a) > 0", returns="boolean")
def text_some(a: Value) -> bool:
    """(%text-some? text) -> whether it has any."""
    return bool(a)


_SPLIT: Final = f"a.s.split(b.c) if len(a.s) <= {SHORT}"


@primitive(
    "%pieces",
    inline={2: f"{_SPLIT} else pieces(a, b)", 3: f"{_SPLIT} and b.__class__ is Char else pieces(a, b, c)"},
    pure=False,
    checks_first=True,
)
@internal
def pieces(a: Value, c: Value, position: Value = 0) -> Value:
    """(%pieces string char [position]) -> the texts between such characters, in a list of Python, for a loop that
    compares each character with this one, which is that argument of `char=?` if it may be none.
    """
    if c.__class__ is not Char and not a.s:
        return [""]
    return divided(a.s, arguments.character("char=?", position, c))


@primitive("%collect-strings", pure=False)
def collect_strings(results: Value, pieces: Value, some: Value) -> Value:
    """(%collect-strings collector pieces some?) -> the collector with strings of the texts, perhaps but of those that
    hold something.
    """
    for piece in pieces if some is FALSE else filter(None, pieces):
        made = String()
        made.s = piece
        results.append(made)
    return results


@primitive("%strings", pure=False)
def strings(pieces: Value, some: Value) -> Value:
    """(%strings pieces some?) -> the same strings in a list."""
    return strings_onto(NIL, reversed(pieces), some)


@primitive("%strings-onto", pure=False)
def strings_onto(tail: Value, pieces: Value, some: Value) -> Value:
    """(%strings-onto list pieces some?) -> the same strings before a list, the last of them first."""
    for piece in pieces if some is FALSE else filter(None, pieces):
        pair = Pair()
        pair.car = made = String()
        made.s = piece
        pair.cdr = tail
        tail = pair
    return tail


@internal
def pieces_onto(pieces: list[str], some: Value) -> list[str]:
    """The texts of the strings that `(%strings-onto '() pieces some?)` makes a list of."""
    return pieces[::-1] if some is FALSE else list(filter(None, reversed(pieces)))


@internal
def some_pieces(pieces: list[str]) -> list[str]:
    """Those texts that hold something."""
    return list(filter(None, pieces))


@internal
def list_of_pieces(pieces: list[str]) -> Value:
    """A list of strings with those texts: made here, as often as programs cut lines."""
    return strings_onto(NIL, reversed(pieces), FALSE)


@internal
def list_of_kept_pieces(pieces: list[Value]) -> Value:
    """The same of texts of which some are strings by now (`kept_piece`)."""
    return to_list([each if each.__class__ is String else string_of(each) for each in pieces])


@primitive("%given-pieces", returns="members")
def given_pieces(a: Value) -> list[Value]:
    """(%given-pieces texts) -> the list of strings that a twin is given the texts of."""
    return strings_of(a)


@internal
def kept_piece(pieces: list[Value], place: Value) -> Value:
    """The string in the place of one of the texts, which is that string from now on."""
    found = pieces[place]
    if found.__class__ is str:
        found = pieces[place] = string_of(found)
    return found


@internal
def pieces_of_list(a: Value) -> list[str]:
    """The texts of the strings in a list."""
    return [each.s for each in list_items("%members", 1, a)]


@internal
def members_onto(pieces: list[str], some: Value) -> list[Value]:
    """The strings that `(%strings-onto '() pieces some?)` makes a list of."""
    return strings_of(pieces_onto(pieces, some))


@primitive("%pieces-among", pure=False, checks_first=True)
def pieces_among(a: Value, characters: Value) -> Value:
    """(%pieces-among string characters) -> the texts between any of these characters, of which those of ASCII come
    first.
    """
    s: str = a.s
    if len(characters.s) == len(SPACES) and characters.s == SPACES and s.isprintable():  # of which but one can be there
        return divided(s, " ")
    first = characters.s[0]
    for c in characters.s[1:]:
        if c > "\x7f" and s.isascii():
            break
        if c in s:
            s = s.replace(c, first)
    return divided(s, first)


@primitive("%last-piece", inline="a.pop()", pure=False)
def last_piece(pieces: Value) -> Value:
    """(%last-piece pieces) -> the last text, which is none of them any more."""
    return pieces.pop()


@primitive("%piece", inline="a[b]")
def piece(pieces: Value, k: Value) -> Value:
    """(%piece pieces k) -> that text."""
    return pieces[k]


@primitive("%characters", inline={1: "String(a.s)"}, pure=False, checks_first=True)
def characters(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%characters string [start [end]]) -> that part of the string as it is now, for a walk along `(string->list
    string start end)`.
    """
    s = arguments.text("string->list", 1, a)
    first, last = arguments.span("string->list", 2, len(s), start, end)
    return string_of(s[first:last])


@primitive("%later-characters", pure=False, checks_first=True)
def later_characters(a: Value) -> Value:
    """(%later-characters string) -> the same for `(cdr (string->list string))`."""
    s = arguments.text("string->list", 1, a)
    return string_of(s[1:]) if s else PRIMITIVES["cdr"].function(NIL)


class _Spans(dict[str, Callable[..., Any]]):
    """By some characters, what matches others at a place of a text, or just those, as many as `times` says. Bounded."""

    def __init__(self, times: str, others: str = "^") -> None:
        super().__init__()
        self.times, self.others = times, others

    def __missing__(self, stops: str) -> Callable[..., Any]:
        if len(self) >= RUNS:
            self.clear()
        re = late_module("re")
        kind = f"[{self.others}{re.escape(stops)}]" if stops else "(?s:.)"
        found = self[stops] = re.compile(f"{kind}{self.times}+").match
        return found  # type: ignore[no-any-return]


internal(_Spans(f"{{0,{ports.SHORT}}}"), "runs")
internal(_Spans(f"{{0,{ports.SHORT}}}", others=""), "rows")
internal(_Spans("*"), "spans")


@primitive("%collect-text", pure=False)
def collect_text(results: Value, a: Value) -> Value:
    """(%collect-text collector char) -> the collector, with the character's text as the last of its values."""
    results.append(a.c)
    return results


@primitive("%collect-string", pure=False)
def collect_string(results: Value, a: Value) -> Value:
    """(%collect-string collector string) -> the collector, with the string's text as the last of its values."""
    results.append(a.s)
    return results


@primitive("%appended-texts", pure=False, returns="string")
def appended_texts(results: Value) -> Value:
    """(%appended-texts collector) -> the texts of strings in one string."""
    limits.size("string-append", sum(map(len, results)))
    return string_of("".join(results))


@primitive("%strung", pure=False, checks_first=True)
def strung(results: Value, a: Value, each_time: Value) -> Value:
    """(%strung collector x n) -> x behind the strings that were collected, or their texts, in one string; just x if
    there are none. They were to be appended so many at a time, the last ones first.
    """
    if not results:
        return a
    try:
        text = "".join([each if each.__class__ is str else each.s for each in results]) + a.s
    except AttributeError:
        text = None
    if text is not None and len(text) <= limits.ELEMENTS:
        return string_of(text)
    strings = _strings(results)
    while strings:
        a = string_append(*strings[-each_time:], a)
        del strings[-each_time:]
    return a


@primitive("%collect-part", pure=False)
def collect_part(results: Value, a: Value) -> Value:
    """(%collect-part collector x) -> the collector, with x as the last of its values, or its text: of a character."""
    results.append(a.c if a.__class__ is Char else a)
    return results


@primitive("%collected-text", inline="String(joined(a))", pure=False)
def collected_text(results: Value) -> Value:
    """(%collected-text collector) -> a string of the texts."""
    made = String()
    made.s = "".join(results)
    return made


@primitive("%collected-string", inline="String(text_of_parts(a))", pure=False, returns="string", checks_first=True)
def collected_string(results: Value) -> Value:
    """(%collected-string collector) -> a string of the parts; what was collected and is no character is an error."""
    return string_of(text_of_parts(results))


@primitive("%text-backwards", inline="String(b.s + joined(a)[::-1])", pure=False, returns="string")
def text_backwards(results: Value, before: Value) -> Value:
    """(%text-backwards collector string) -> the string and behind it the texts, last character first."""
    return string_of(before.s + "".join(results)[::-1])


@primitive("%string-backwards", inline="String(backwards(a, b.s))", pure=False, returns="string", checks_first=True)
def string_backwards(results: Value, before: Value) -> Value:
    """(%string-backwards collector string) -> the same of parts; what was collected and is no character is an error."""
    return string_of(backwards(results, before.s))


@internal
def text_of_parts(results: list[Value]) -> str:
    """The text of what was collected."""
    try:
        text = "".join(results)
    except TypeError:
        made: str = list_to_string(to_list(_one_by_one(results))).s
        return made
    if len(text) > limits.ELEMENTS:
        limits.size("list->string", len(text))
    return text


@internal
def backwards(results: list[Value], before: str) -> str:
    """The same, last character first, behind other characters."""
    try:
        text = before + "".join(results)[::-1]
    except TypeError:
        chars = [*map(CHARS.__getitem__, before), *_one_by_one(results)[::-1]]
        made: str = list_to_string(to_list(chars)).s
        return made
    if len(text) > limits.ELEMENTS:
        limits.size("list->string", len(text))
    return text


def _one_by_one(results: list[Value]) -> list[Value]:
    """What was collected, each character for itself."""
    parts = [map(CHARS.__getitem__, each) if each.__class__ is str else [each] for each in results]
    return [each for part in parts for each in part]


@primitive("%members-string", pure=False, returns="string", checks_first=True)
def members_string(members: Value) -> Value:
    """(%members-string members) -> a string of the characters that are the members of a list (`members`), or of what
    was collected in their place (`joining`).
    """
    try:
        return string_of("".join([each if each.__class__ is str else each.c for each in members]))
    except AttributeError:
        return list_to_string(to_list([CHARS[each] if each.__class__ is str else each for each in members]))


@primitive("%members-join", returns="string", pure=False, checks_first=True)
def members_join(members: Value, between: Value | None = None) -> Value:
    """(%members-join members [between]) -> what `string-join` gives for the list of them."""
    texts_only = members and members[0].__class__ is members[-1].__class__ is str
    if texts_only and (between is None or between.__class__ is String):
        try:
            return glued(members, " " if between is None else between.s)
        except TypeError:  # one of them is a string by now
            pass
    try:
        pieces = [each if each.__class__ is str else each.s for each in members]
    except AttributeError:
        return string_join(to_list(_strings(members)), between)
    return glued(pieces, " " if between is None else arguments.text("string-join", 2, between))


@primitive("%members-append", returns="string", pure=False, checks_first=True)
def members_append(members: Value) -> Value:
    """(%members-append members) -> what `string-append` gives for them."""
    try:
        pieces = [each if each.__class__ is str else each.s for each in members]
    except AttributeError:
        return string_append(*_strings(members))
    limits.size("string-append", sum(map(len, pieces)))
    return string_of("".join(pieces))


@primitive("%list-append", returns="string", checks_first=True)
def list_append(a: Value) -> Value:
    """(%list-append list) -> what `string-append` gives for the members of a list."""
    try:
        pieces = texts("string-append", 0, a)
    except SchemeError:
        return string_append(*list_items("apply", 2, a))
    limits.size("string-append", sum(map(len, pieces)))
    return string_of("".join(pieces))


def _strings(members: list[Value]) -> list[Value]:
    """The members, strings in the place of texts that were collected of them."""
    return [string_of(each) if each.__class__ is str else each for each in members]


@primitive("%collected-parts", pure=False, returns="string", checks_first=True)
def collected_parts(results: Value, backwards: Value = FALSE) -> Value:
    """(%collected-parts collector [backwards?]) -> the characters and strings that were collected, in one string."""
    parts = [x.c if x.__class__ is Char else arguments.text("string-unfold", 0, x) for x in results]
    if backwards is not FALSE:
        parts.reverse()
    limits.size("string-unfold", sum(map(len, parts)))
    return string_of("".join(parts))
