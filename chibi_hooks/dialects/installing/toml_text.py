"""A settings text in TOML -> the same with our handlers at its end, or without them; nothing else in it moves.

What was made is read again before it is believed: it must say what the text said, and ours.
"""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from copy import deepcopy
from typing import Any

from chibi_hooks.dialects.installing.entry import in_group, way_to_events
from chibi_hooks.dialects.installing.toml_lines import Statement, list_places, statements, toml_key, toml_value
from chibi_hooks.dialects.rows.jsonc import DEPTH, Edit, edited
from chibi_hooks.dialects.rows.ours import calls_us
from chibi_hooks.dialects.rows.settings import EntryShape, SettingsFile
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import ConfigError

OneOfOurs = tuple[str, int, int | None]  # the group of that number in the list of an event, or one of its handlers


def toml_data(text: str, path: str) -> dict[str, Json]:
    """What a settings text says. Raises ConfigError with the place."""
    try:
        told = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:  # a number may have too many digits
        raise ConfigError(f"{path}: it is not TOML: {error}; mend it, nothing was changed") from None
    level: list[Json] = [told]
    for _ in range(DEPTH):
        level = [below for each in level for below in _parts(each)]
    if level:
        raise ConfigError(f"{path}: more than {DEPTH} levels; nothing was changed")
    return told


def _parts(told: Json) -> Iterable[Json]:
    return told.values() if isinstance(told, dict) else told if isinstance(told, list) else ()


def toml_with(text: str, file: SettingsFile, shape: EntryShape, handlers: Mapping[str, Json], path: str) -> str:
    """The text with these handlers, by event. Raises ConfigError where the file has something else in their place."""
    expected, way = toml_data(text, path), way_to_events(file)
    events = _made(expected, way, path)
    groups = {event: in_group(shape, event, each) for event, each in handlers.items()}
    for event, group in groups.items():
        _list_of(events, event, path).append(group)
    in_brackets = {each.keys: each for each in statements(text) if each.kind == "value"}
    edits, added = [], ""
    for event, group in groups.items():
        there = in_brackets.get((*way, event))
        if there is None:
            added += "".join(_section((*way, event), group))
        else:
            edits.append(_one_more(text, there, toml_value(group)))
    newline = "\r\n" if "\r\n" in text and "\n" not in text.replace("\r\n", "") else "\n"
    made = edited(text, edits)
    begin = newline if added and made.strip("\ufeff") and not made.endswith("\n") else ""
    return _checked(made + begin + added.replace("\n", newline), expected, way, path)


def toml_without(text: str, file: SettingsFile, shape: EntryShape, agent: str, path: str) -> str:
    """The text without the handlers that call us for an agent, or for any (empty); lines that are comments stay.
    Raises ConfigError."""
    told, way = toml_data(text, path), way_to_events(file)
    gone = set(_ours(told, way, shape, agent))
    if not gone:
        return text
    made = edited(text, list(_without(text, way, shape.handlers, gone)))
    return _checked(made, _left(told, way, shape.handlers, gone), way, path)


def _ours(told: Json, way: tuple[str, ...], shape: EntryShape, agent: str) -> Iterator[OneOfOurs]:
    """What calls us: a group whole, where nobody else has a handler in it."""
    for key in way:
        told = told.get(key) if isinstance(told, dict) else None
    for event, groups in told.items() if isinstance(told, dict) else ():
        for number, group in enumerate(groups if isinstance(groups, list) else ()):
            inner = group.get(shape.handlers) if isinstance(group, dict) else None
            inner = inner if isinstance(inner, list) else []
            mine = [at for at, each in enumerate(inner) if calls_us(each, shape, agent)]
            if calls_us(group, shape, agent) or (mine and len(mine) == len(inner)):
                yield event, number, None
            else:
                yield from ((event, number, at) for at in mine)


def _left(told: dict[str, Json], way: tuple[str, ...], handlers: str, gone: Set[OneOfOurs]) -> dict[str, Json]:
    """The same data without these parts."""
    left = deepcopy(told)
    events: Any = left
    for key in way:
        events = events[key]
    for event, number, at in sorted(gone, key=lambda part: (part[1], -1 if part[2] is None else part[2]), reverse=True):
        if at is None:
            del events[event][number]
        else:
            del events[event][number][handlers][at]
    return left


def _without(text: str, way: tuple[str, ...], handlers: str, gone: Set[OneOfOurs]) -> Iterator[Edit]:
    """What takes these parts out of the text: the sections that they are, but for the comments between; or the items
    of a list in brackets."""
    for each, event, number, at in _placed(text, way, handlers):
        if each.kind == "value" and each.keys == (*way, event):
            yield from _fewer(text, each, {group for name, group, inner in gone if name == event and inner is None})
        elif gone & {(event, number, None), (event, number, at)}:
            yield Edit(each.start, each.end, "")
        elif each.kind == "value" and each.keys == (*way, event, handlers):
            mine = {inner for name, group, inner in gone if (name, group) == (event, number)}
            yield from _fewer(text, each, mine)


def _placed(text: str, way: tuple[str, ...], handlers: str) -> Iterator[tuple[Statement, str, int, int | None]]:
    """Each statement about events: which, and the numbers of the group and of the handler in whose sections it is."""
    groups, inner, header = Counter[str](), Counter[str](), tuple[str, ...]()
    for each in statements(text):
        if each.kind in ("table", "array of tables"):
            header = each.keys
        if each.keys[: len(way)] != way or len(each.keys) == len(way):
            continue
        event, *below = each.keys[len(way) :]
        if each.kind == "array of tables" and not below:
            groups[event] += 1
            inner[event] = 0
        elif each.kind == "array of tables" and below == [handlers]:
            inner[event] += 1
        in_handler = header[len(way) + 1 : len(way) + 2] == (handlers,)
        yield each, event, groups[event] - 1, inner[event] - 1 if in_handler else None


def _fewer(text: str, stated: Statement, gone: Collection[int | None]) -> Iterator[Edit]:
    """What takes items out of a list in brackets, each with the comma behind it, or before it where what stays ends
    without one. Comments stay."""
    if not gone:
        return
    places = list_places(text, stated)
    last = max((number for number in range(len(places.items)) if number not in gone), default=-1)
    for number, (start, end) in enumerate(places.items):
        if number not in gone:
            continue
        comma = number if places.is_closed or number < last else number - 1
        if comma < 0:
            yield Edit(start, end, "")
            continue
        begin = 1 + (places.commas[number - 1] if number else places.start)
        yield Edit(start if "#" in text[begin:start] else begin, end, "")
        yield Edit(places.commas[comma], places.commas[comma] + 1, "")


def _one_more(text: str, stated: Statement, value: str) -> Edit:
    """What adds an item to a list in brackets, which ends as it did."""
    places = list_places(text, stated)
    if not places.items:
        return Edit(places.start + 1, places.start + 1, value)
    at = places.commas[-1] + 1 if places.is_closed else places.items[-1][1]
    more = f" {value}," if places.is_closed else f", {value}"
    if "#" in text[at : places.end]:
        return Edit(places.end, places.end, more.lstrip(" "))
    return Edit(at, at, more)


def _section(keys: tuple[str, ...], group: Json) -> Iterator[str]:
    """A group as the sections that say it."""
    yield f"[[{'.'.join(map(toml_key, keys))}]]\n"
    told: Mapping[str, Json] = group if isinstance(group, dict) else {}
    below = {key: each for key, each in told.items() if isinstance(each, list) and each and isinstance(each[0], dict)}
    yield from (f"{toml_key(key)} = {toml_value(each)}\n" for key, each in told.items() if key not in below)
    for key, values in below.items():
        for each in values:
            yield from _section((*keys, key), each)


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


def _checked(made: str, expected: Mapping[str, Json], way: tuple[str, ...], path: str) -> str:
    """What was made, if it says what it should, be it with less that is empty. Raises ConfigError."""
    try:
        right = _as_text(_full(toml_data(made, path), way)) == _as_text(_full(expected, way))
    except (ConfigError, ValueError):
        right = False
    if not right:
        reason = "its hooks are in a form that we cannot edit; write them as [[hooks.EVENT]], nothing was changed"
        raise ConfigError(f"{path}: {reason}")
    return made


def _as_text(told: Mapping[str, Json]) -> str:
    """What is told as one text, in which a nan equals itself."""
    return json.dumps(told, sort_keys=True, default=repr)


def _full(told: Mapping[str, Json], way: tuple[str, ...]) -> dict[str, Json]:
    """What a text says, without an object of events, or an event, that is empty."""
    if way:
        below = told.get(way[0], {})
        inner = _full(below, way[1:]) if isinstance(below, dict) else below
        return {**{key: each for key, each in told.items() if key != way[0]}, **({way[0]: inner} if inner else {})}
    return {key: each for key, each in told.items() if each != []}
