"""A settings text in TOML -> the same with our handlers, or without them; comments and order stay.

What tomlkit made is read again by another reader before it is believed: it must say what it said, and ours.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from chibi_hooks.dialects.installing.entry import in_group, way_to_events
from chibi_hooks.dialects.rows.ours import calls_us
from chibi_hooks.dialects.rows.settings import EntryShape, SettingsFile
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from tomlkit import TOMLDocument


def toml_data(text: str, path: str) -> dict[str, Json]:
    """What a settings text says. Raises ConfigError with the place."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConfigError(f"{path}: it is not TOML: {error}; mend it, nothing was changed") from None


def toml_with(text: str, file: SettingsFile, shape: EntryShape, handlers: Mapping[str, Json], path: str) -> str:
    """The text with these handlers, by event. Raises ConfigError where the file has something else in their place."""
    expected = toml_data(text, path)
    events = _made(expected, way_to_events(file), path)
    groups = {event: in_group(shape, event, each) for event, each in handlers.items()}
    for event, group in groups.items():
        _list_of(events, event, path).append(group)
    body = text if not text or text.endswith("\n") else text + "\n"
    document = _document(body, path)
    node: Any = document
    import tomlkit

    for key in way_to_events(file):
        if key not in node:
            node.add(key, tomlkit.table(is_super_table=True))
        node = node[key]
    for event, group in groups.items():
        if event not in node:
            node.add(event, tomlkit.aot())
        node[event].append(tomlkit.item(group) if hasattr(node[event], "body") else _inline(group))
    return _checked(_rendered(document, body), expected, path)


def toml_without(text: str, file: SettingsFile, shape: EntryShape, agent: str, before: Json, path: str) -> str:
    """The text without the handlers that call us for an agent, or for any (empty). What they leave empty goes, too,
    unless it was there `before`. Raises ConfigError."""
    expected = toml_data(text, path)
    way = way_to_events(file)
    if not _strip(expected, way, shape, agent, before):
        return text
    document = _document(text, path)
    _strip(document, way, shape, agent, before)
    return _checked(_with_comments(_rendered(document, text), text), expected, path)


def _with_comments(made: str, text: str) -> str:
    """What was made, with the comments of the text that went with ours. None of them is ours: tomlkit has them as
    a part of the table that they stand behind. What it only moved is there already."""
    old, new = text.splitlines(keepends=True), made.splitlines(keepends=True)
    missing = _comments(old) - _comments(new)
    kept: list[str] = []
    for what, start, end, first, last in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        kept += new[first:last]
        if what in ("delete", "replace"):
            here = _comments(new[first:last])
            for line in old[start:end]:
                word = line.strip()
                if here[word]:
                    here[word] -= 1
                elif missing[word]:
                    missing[word] -= 1
                    kept.append(line)
    return "".join(kept)


def _comments(lines: list[str]) -> Counter[str]:
    return Counter(word for line in lines if (word := line.strip()).startswith("#"))


def _strip(data: MutableMapping[str, Any], way: tuple[str, ...], shape: EntryShape, agent: str, before: Json) -> bool:
    """Take ours out of the data; was there any?"""

    def is_ours(value: Any) -> bool:
        return calls_us(value, shape, agent)

    holders: list[Any] = [data]
    for key in way:
        below = holders[-1].get(key)
        if not isinstance(below, dict):
            return False
        holders.append(below)
    events, found = holders[-1], False
    for event in list(events):
        groups = events[event]
        if not isinstance(groups, list):
            continue
        for at in reversed(range(len(groups))):
            group = groups[at]
            inner = group.get(shape.handlers) if isinstance(group, dict) else None
            mine = [number for number, each in enumerate(inner) if is_ours(each)] if isinstance(inner, list) else []
            if is_ours(group) or (mine and isinstance(inner, list) and len(mine) == len(inner)):
                del groups[at]
            elif mine and isinstance(inner, list):
                for number in reversed(mine):
                    del inner[number]
            else:
                continue
            found = True
        if found and not groups and not _was(before, (*way, event)):
            del events[event]
    for depth in range(len(way), 0, -1):
        if found and not holders[depth] and not _was(before, way[:depth]):
            del holders[depth - 1][way[depth - 1]]
    return found


def _was(before: Json, way: tuple[str, ...]) -> bool:
    for key in way:
        if not isinstance(before, dict) or key not in before:
            return False
        before = before[key]
    return True


def _made(data: dict[str, Json], way: tuple[str, ...], path: str) -> dict[str, Json]:
    for at, key in enumerate(way):
        data = data.setdefault(key, {})
        if not isinstance(data, dict):
            raise ConfigError(f"{path}: {'.'.join(way[: at + 1])}: wanted a table; nothing was changed")
    return data


def _list_of(events: dict[str, Json], event: str, path: str) -> list[Json]:
    found = events.setdefault(event, [])
    if not isinstance(found, list):
        raise ConfigError(f"{path}: {event}: wanted a list of tables; nothing was changed")
    return found


def _document(text: str, path: str) -> TOMLDocument:
    import tomlkit  # not needed to look at a file
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(text.removeprefix("\ufeff"))
    except (TOMLKitError, RecursionError) as error:
        raise ConfigError(f"{path}: it is not TOML: {error}; mend it, nothing was changed") from None


def _inline(group: Json) -> Any:
    """A group for a list that is written in brackets."""
    import tomlkit

    def made(value: Json) -> Any:
        if isinstance(value, dict):
            table = tomlkit.inline_table()
            for key, each in value.items():
                table.append(key, made(each))
            return table
        if isinstance(value, list):
            items = tomlkit.array()
            for each in value:
                items.append(made(each))
            return items
        return value

    return made(group)


def _rendered(document: TOMLDocument, text: str) -> str:
    import tomlkit

    made = tomlkit.dumps(document)
    if "\r\n" in text and "\n" not in text.replace("\r\n", ""):
        made = made.replace("\r\n", "\n").replace("\n", "\r\n")
    return "\ufeff" + made if text.startswith("\ufeff") else made


def _checked(made: str, expected: Mapping[str, Json], path: str) -> str:
    """What was made, if it says what it should. Raises ConfigError."""
    try:
        right = tomllib.loads(made.removeprefix("\ufeff")) == expected
    except tomllib.TOMLDecodeError:
        right = False
    if not right:
        raise ConfigError(f"{path}: its hooks are written in a form that we cannot edit; write them as [[hooks.EVENT]]")
    return made
