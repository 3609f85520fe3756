"""A settings file's text -> its JSON with the place of every part, and edits that touch nothing else.

    root = parse(text, comments=True)
    edited(text, appended(text, root, {"hooks": {}}))          the text with one member more, all else byte for byte

Rules
-----
* Strict JSON, or with `comments` (`//` and `/* */`), or with `commas` after the last member.
* An edit never moves a comment, an indentation or a line end that was there. What `appended` adds `removed` takes away
  to the byte.
* Of members with one name the last one counts, as for those who read such files.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from chibi_hooks.hooks.answer import Json

DEPTH: Final = 100  # levels; a settings file has a handful


class JsonFault(ValueError):
    """The text is not JSON: why, and at which character."""

    def __init__(self, reason: str, offset: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.offset = offset


@dataclass(frozen=True, slots=True)
class JsonNode:
    """A value of the text: from `start` to `end`, with its members or items where it has any."""

    value: Json
    start: int
    end: int
    keys: tuple[str, ...] | None = None  # of an object
    names: tuple[int, ...] = ()  # where the keys stand
    parts: tuple[JsonNode, ...] = ()  # the values of the members, or the items

    def member(self, key: str) -> JsonNode | None:
        """The member of that name; None: there is none, or this is no object."""
        if self.keys is None or key not in self.keys:
            return None
        return self.parts[len(self.keys) - 1 - self.keys[::-1].index(key)]

    def begin(self, index: int) -> int:
        """Where a member or an item begins."""
        return self.names[index] if self.keys is not None else self.parts[index].start

    @property
    def is_array(self) -> bool:
        return isinstance(self.value, list)


class Edit(NamedTuple):
    """The characters from `start` to `end` become `text`."""

    start: int
    end: int
    text: str


def edited(text: str, edits: Sequence[Edit]) -> str:
    """The text after the edits, which do not overlap; of two at one place the first comes first."""
    made, at = [], 0
    for edit in sorted(edits, key=lambda each: each.start):
        made += [text[at : edit.start], edit.text]
        at = max(at, edit.end)
    return "".join([*made, text[at:]])


def place_of(text: str, offset: int) -> str:
    """Line and column of a character, `3:14`, counted from 1."""
    ends = [each.end() for each in re.finditer(r"\r\n|\r|\n", text)]
    line = bisect_right(ends, offset)
    return f"{line + 1}:{offset - (ends[line - 1] if line else 0) + 1}"


# reading

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_TRIVIA: Final = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING: Final = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_PLAIN: Final = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")


def parse(text: str, comments: bool = False, commas: bool = False) -> JsonNode:
    """The value that the whole text is. Raises JsonFault."""
    reader = _Reader(text, comments, commas)
    at = reader.past(1 if text.startswith("\ufeff") else 0)
    root = reader.value(at, 0)
    end = reader.past(root.end)
    if end != len(text):
        raise JsonFault("wanted the end after the value", end)
    return root


@dataclass(frozen=True, slots=True)
class _Reader:
    text: str
    comments: bool
    commas: bool

    def past(self, at: int) -> int:
        found = (_TRIVIA if self.comments else _SPACE).match(self.text, at)
        return found.end() if found else at

    def value(self, at: int, depth: int) -> JsonNode:
        begins = self.text[at : at + 1]
        if begins in ("{", "[") and begins:
            if depth == DEPTH:
                raise JsonFault(f"more than {DEPTH} levels", at)
            return self.object(at, depth) if begins == "{" else self.array(at, depth)
        found = (_STRING if begins == '"' else _PLAIN).match(self.text, at)
        if not found:
            raise JsonFault(self.wrong(at, "a value"), at)
        try:
            return JsonNode(json.loads(found[0]), at, found.end())
        except ValueError:
            raise JsonFault("a number with too many digits", at) from None

    def object(self, start: int, depth: int) -> JsonNode:
        keys, names, parts = [], [], []
        at = self.past(start + 1)
        while self.text[at : at + 1] != "}":
            found = _STRING.match(self.text, at)
            if not found:
                raise JsonFault(self.wrong(at, 'a name in "…"'), at)
            names.append(at)
            keys.append(json.loads(found[0]))
            at = self.past(found.end())
            if self.text[at : at + 1] != ":":
                raise JsonFault(self.wrong(at, "a colon"), at)
            parts.append(self.value(self.past(at + 1), depth + 1))
            at = self.further(parts[-1].end, "}")
        told = {key: part.value for key, part in zip(keys, parts, strict=True)}
        return JsonNode(told, start, at + 1, tuple(keys), tuple(names), tuple(parts))

    def array(self, start: int, depth: int) -> JsonNode:
        parts: list[JsonNode] = []
        at = self.past(start + 1)
        while self.text[at : at + 1] != "]":
            parts.append(self.value(at, depth + 1))
            at = self.further(parts[-1].end, "]")
        return JsonNode([each.value for each in parts], start, at + 1, parts=tuple(parts))

    def further(self, at: int, close: str) -> int:
        """To the next part, or to the end."""
        at = self.past(at)
        if self.text[at : at + 1] == close:
            return at
        if self.text[at : at + 1] != ",":
            raise JsonFault(self.wrong(at, f"a comma or {close}"), at)
        next_at = self.past(at + 1)
        if self.text[next_at : next_at + 1] == close and not self.commas:
            raise JsonFault(f"a comma before {close}", at)
        return next_at

    def wrong(self, at: int, wanted: str) -> str:
        if at >= len(self.text):
            return f"wanted {wanted}, got the end of the file"
        comment = "" if self.comments or self.text[at] != "/" else " (this agent takes no comments)"
        return f"wanted {wanted}, got {self.text[at]!r}{comment}"


# writing


class Style(NamedTuple):
    """How a text is laid out: the step of its indentation (empty: in one line) and its line end."""

    step: str
    newline: str


def style_of(text: str, root: JsonNode) -> Style:
    """The style of a text; of one with nothing in it: two spaces."""
    newline = "\r\n" if "\r\n" in text else "\r" if "\r" in text and "\n" not in text else "\n"
    if not root.parts:
        return Style("  ", newline)
    if not re.search(r"[\r\n]", text[root.start : root.end]):
        return Style("", newline)
    inner = _line_indent(text, root.begin(0))
    return Style(inner or "  ", newline)


def appended(text: str, node: JsonNode, more: Mapping[str, Json] | Sequence[Json], style: Style) -> list[Edit]:
    """What adds members to an object, or items to an array, after those that it has."""
    if not more:
        return []
    rendered = _rendered(more, style)
    if not node.parts:
        return [_filling(text, node, rendered, style)]
    last = node.parts[-1].end
    comma, resting = _tail(text, last, node.end - 1)
    begin = node.begin(0)
    inline = not re.search(r"[\r\n]", text[node.start : begin])
    indent = "" if inline else _line_indent(text, begin)
    lead = " " if inline else style.newline + indent
    body = ",".join(lead + _shifted(each, indent, style) for each in _inlined(rendered, inline))
    if comma is not None:
        return [Edit(max(resting, comma + 1), max(resting, comma + 1), body + ",")]
    return [Edit(last, last, ","), Edit(resting, resting, body)]


def removed(text: str, node: JsonNode, gone: Collection[int]) -> list[Edit]:
    """What takes away those members or items of a node."""
    kept = [index for index in range(len(node.parts)) if index not in gone]
    if not gone:
        return []
    if not kept:
        return [_emptied(text, node)]
    edits = []
    for index in sorted(gone):
        if index < kept[-1]:
            edits.append(Edit(node.begin(index), node.begin(index + 1), ""))
    tail = [index for index in gone if index > kept[-1]]
    if tail:
        edits += _without_tail(text, node, kept[-1])
    return edits


def _without_tail(text: str, node: JsonNode, last: int) -> Iterator[Edit]:
    end = node.parts[last].end
    comma, resting = _tail(text, end, node.begin(last + 1))
    final, _ = _tail(text, node.parts[-1].end, node.end - 1)
    if comma is None:  # it cannot be: there is a part after it
        return
    if final is None:
        yield Edit(comma, comma + 1, "")
        yield Edit(max(resting, comma + 1), node.parts[-1].end, "")
    else:
        yield Edit(max(resting, comma + 1), final + 1, "")


def _tail(text: str, start: int, end: int) -> tuple[int | None, int]:
    """Between a part and what follows: where the comma is, and where the last comment ends."""
    comma, resting, at = None, start, start
    for found in re.finditer(r"//[^\r\n]*|/\*.*?\*/|,|\s+", text[start:end], re.DOTALL):
        at = start + found.start()
        if found[0] == ",":
            comma = at
        elif not found[0].isspace():
            resting = start + found.end()
    return comma, resting


def _filling(text: str, node: JsonNode, rendered: list[str], style: Style) -> Edit:
    inside = text[node.start + 1 : node.end - 1]
    if not style.step:
        return Edit(node.start + 1, node.end - 1, ", ".join(_inlined(rendered, True)) + inside.strip())
    outer = _line_indent(text, node.start)
    indent = outer + style.step
    body = ",".join(style.newline + indent + _shifted(each, indent, style) for each in rendered)
    if inside.strip():  # comments
        return Edit(node.end - 1 - len(inside) + len(inside.rstrip()), node.end - 1, body + style.newline + outer)
    return Edit(node.start + 1, node.end - 1, body + style.newline + outer)


def _emptied(text: str, node: JsonNode) -> Edit:
    comma, resting = _tail(text, node.parts[-1].end, node.end - 1)
    end = max(node.parts[-1].end, (comma or 0) + 1 if comma is not None else 0)
    begin = node.begin(0)
    before, after = text[node.start + 1 : begin], text[end : node.end - 1]
    if not before.strip() and not after.strip():
        return Edit(node.start + 1, node.end - 1, "")
    return Edit(node.start + 1 + len(before.rstrip()), end, "")


def _rendered(more: Mapping[str, Json] | Sequence[Json], style: Style) -> list[str]:
    def dumped(value: Json) -> str:
        return json.dumps(value, ensure_ascii=False, indent=style.step or None)

    if isinstance(more, Mapping):
        return [f"{json.dumps(key, ensure_ascii=False)}: {dumped(value)}" for key, value in more.items()]
    return [dumped(each) for each in more]


def _inlined(rendered: list[str], inline: bool) -> list[str]:
    """In one line, where what stands beside it is."""
    if not inline:
        return rendered
    return [re.sub(r'("(?:[^"\\]|\\.)*")|\n[ \t]*', lambda each: each[1] or "", each) for each in rendered]


def _shifted(rendered: str, indent: str, style: Style) -> str:
    return rendered.replace("\n", style.newline + indent)


def _line_indent(text: str, at: int) -> str:
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    found = re.compile(r"[ \t\ufeff]*").match(text, start)
    return found[0].replace("\ufeff", "") if found else ""
