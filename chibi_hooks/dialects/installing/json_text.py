"""A settings text in JSON -> the same with our handlers at its end, or without them; nothing else in it moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chibi_hooks.dialects.installing.entry import in_group, way_to_events
from chibi_hooks.dialects.rows.jsonc import (
    Edit,
    JsonFault,
    JsonNode,
    Style,
    appended,
    edited,
    parse,
    place_of,
    removed,
    style_of,
)
from chibi_hooks.dialects.rows.ours import calls_us
from chibi_hooks.dialects.rows.settings import EntryShape, SettingsFile
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError

KeyPath = tuple[str, ...]


def json_root(text: str, file: SettingsFile, path: str) -> JsonNode:
    """The object that a settings text is; one of blanks is an empty one. Raises ConfigError with the place."""
    if text.startswith("\ufeff") and not file.marked:
        reason = "it begins with a byte order mark, and this agent reads no such file"
        raise ConfigError(f"{path}:1:1: {reason}; take it away, nothing was changed")
    try:
        root = parse(text if text.strip("\ufeff \t\r\n") else "{}", file.format == "jsonc")
    except JsonFault as fault:
        place = f"{path}:{place_of(text, fault.offset)}"
        raise ConfigError(f"{place}: it is not JSON: {fault.reason}; mend it, nothing was changed") from None
    if not isinstance(root.value, dict):
        raise ConfigError(f"{path}: wanted an object, got {text[root.start : root.end][:20]}; nothing was changed")
    return root


def json_with(text: str, file: SettingsFile, shape: EntryShape, handlers: Mapping[str, Json], path: str) -> str:
    """The text with these handlers, by event. Raises ConfigError where the file has something else in their place."""
    text = text if text.strip("\ufeff \t\r\n") else _bom(text) + "{}\n"
    root = json_root(text, file, path)
    style = style_of(text, root)
    header = {key: value for key, value in file.header.items() if root.member(key) is None}
    node, missing = _down(root, way_to_events(file), path)
    lists: dict[str, Json] = {event: [in_group(shape, event, each)] for event, each in handlers.items()}
    if missing:
        made: dict[str, Json] = lists
        for key in reversed(missing):
            made = {key: made}
        above = {**header, **made} if node is root else made
        edits = appended(text, node, above, style)
        edits += appended(text, root, header, style) if node is not root else []
        return edited(text, edits)
    edits = [*appended(text, root, header, style), *_into_events(text, node, lists, style, path)]
    return edited(text, edits)


def json_without(text: str, file: SettingsFile, shape: EntryShape, agent: str, before: Json, path: str) -> str:
    """The text without the handlers that call us for an agent, or for any (empty). What they leave empty goes, too,
    unless it was there `before`. Raises ConfigError."""
    if not text.strip("\ufeff \t\r\n"):
        return text
    root = json_root(text, file, path)
    edits: list[Edit] = []
    _strip(text, root, (), _Wanted(file, shape, agent, before), edits)
    return edited(text, edits)


def _bom(text: str) -> str:
    return "\ufeff" if text.startswith("\ufeff") else ""


def _down(root: JsonNode, way: KeyPath, path: str) -> tuple[JsonNode, KeyPath]:
    """As far down the keys as there is something, and the keys that are left."""
    node = root
    for at, key in enumerate(way):
        below = node.member(key)
        if below is None:
            return node, way[at:]
        if below.keys is None:
            raise ConfigError(f"{path}: {'.'.join(way[: at + 1])}: wanted an object; nothing was changed")
        node = below
    return node, ()


def _into_events(text: str, node: JsonNode, lists: Mapping[str, Json], style: Style, path: str) -> Iterator[Edit]:
    new: dict[str, Json] = {}
    for event, groups in lists.items():
        there = node.member(event)
        if there is None:
            new[event] = groups
        elif there.is_array:
            yield from appended(text, there, groups, style)
        else:
            raise ConfigError(f"{path}: {event}: wanted a list; nothing was changed")
    yield from appended(text, node, new, style)


class _Wanted:
    """Whose handlers go, and what stays though it is empty."""

    def __init__(self, file: SettingsFile, shape: EntryShape, agent: str, before: Json) -> None:
        self.way = way_to_events(file)
        self.file, self.shape, self.agent, self.before = file, shape, agent, before

    def stays(self, way: Sequence[str | int]) -> bool:
        """Was it there, as an object or a list?"""
        value = self.before
        for key in way:
            if not isinstance(value, dict) or key not in value:
                return False
            value = value[key]
        return True

    def is_ours(self, value: Json) -> bool:
        return calls_us(value, self.shape, self.agent)


def _strip(text: str, node: JsonNode, way: tuple[str | int, ...], wanted: _Wanted, edits: list[Edit]) -> bool:
    """Collect what takes ours out of a node; is nothing left of it?"""
    depth = len(wanted.file.events)
    if len(way) > depth + 1:  # a group of the list of an event, or a handler
        if wanted.is_ours(node.value):
            return True
        inner = node.member(wanted.shape.handlers)
        if inner is None or not inner.is_array or not inner.parts:
            return False
        gone = [number for number, each in enumerate(inner.parts) if wanted.is_ours(each.value)]
        if len(gone) == len(inner.parts):
            return True
        edits += removed(text, inner, gone)
        return False
    empty = []
    collected: list[Edit] = []
    for number, part in enumerate(node.parts):
        key: str | int = node.keys[number] if node.keys is not None else number
        if len(way) < depth and wanted.file.events[len(way)] not in (key, "*"):
            continue
        if (
            (part.keys is not None or part.is_array)
            and part.parts
            and _strip(text, part, (*way, key), wanted, collected)
        ):
            empty.append(number)
    header = [] if way else _header(node, wanted)
    if empty and len(empty) == len(node.parts) and way and not wanted.stays(way):
        return True
    edits += collected
    edits += removed(text, node, [*empty, *header])
    return False


def _header(root: JsonNode, wanted: _Wanted) -> list[int]:
    """The members that only we have put there."""
    if wanted.before is None or root.keys is None:
        return []
    header = wanted.file.header
    return [at for at, key in enumerate(root.keys) if key in header and not wanted.stays((key,))]
