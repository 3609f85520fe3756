"""What a settings file says of handlers -> `HandlerEntry` by `HandlerEntry`, and the mistakes in it: `ReadSettings`.

Rules
-----
* Of an entry that is wrong it is said where it stands, what was wanted, and what it costs; the others are read.
* An entry that does not run stays in the list, with the reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from chibi_hooks.dialects.hosting.hosted import HandlerEntry, HandlerKind, HostedAgent, HostedEvent, TimeoutForm
from chibi_hooks.dialects.rows.jsonc import JsonNode, place_of
from chibi_hooks.dialects.rows.ours import ours
from chibi_hooks.dialects.rows.settings import EACH, AgentSettings, EntryShape, Located, TimeoutUnit, in_seconds
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.hooks.payload import kind_of

DIGITS: Final = 12  # of a number in a text that are read
TIME: Final = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(ms|s|m|h|)\s*")
UNITS: Final = {"ms": 0.001, "s": 1.0, "m": 60.0, "h": 3600.0, "": 1.0}

Inside = tuple[str | int, ...]  # the keys and indexes that lead to a value


class EntryFault(Exception):
    """What is wrong with an entry, and where in the file."""

    def __init__(self, at: Inside, message: str) -> None:
        super().__init__(message)
        self.at = at


@dataclass(slots=True)
class ReadSettings:
    """A settings file while it is read."""

    where: Located
    text: str = ""
    told: dict[str, Json] = field(default_factory=dict)
    entries: list[HandlerEntry] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    node: JsonNode | None = None  # where it is JSON
    there: bool = False
    has_events: bool = False
    lost: bool = False  # a mistake in it costs all of it, whatever mistakes of entries cost

    def lose(self, at: Inside, why: str) -> None:
        """Nothing of the file counts."""
        self.lost = True
        self.faults.append(f"{self.place(at)}: {why}; none of its hooks runs")

    def place(self, at: Inside) -> str:
        """`/…/settings.json:12:9`, or the keys where lines are not known."""
        node = self.node
        if node is None:
            return f"{self.where.path}:{keys_text(at)}" if at else str(self.where.path)
        for key in at:
            inner = node.member(key) if isinstance(key, str) else _item(node, key)
            if inner is None:
                break
            node = inner
        return f"{self.where.path}:{place_of(self.text, node.start)}"


def _item(node: JsonNode, index: int) -> JsonNode | None:
    return node.parts[index] if node.is_array and index < len(node.parts) else None


def events_in(told: Json, keys: Sequence[str], at: Inside = ()) -> Iterator[tuple[Inside, Json]]:
    """The objects whose keys are events, with their paths."""
    if not keys:
        yield at, told
    elif isinstance(told, dict):
        for key in told if keys[0] == EACH else (keys[0],):
            if key in told:
                yield from events_in(told[key], keys[1:], (*at, key))


def take_events(read: ReadSettings, at: Inside, events: Json, hosted: HostedAgent, settings: AgentSettings) -> None:
    """Add what stands under events, found at this path, to the file's entries, faults and notes."""
    if not isinstance(events, dict):
        read.faults.append(f"{read.place(at)}: {keys_text(at)}: wanted an object of events, got {kind_of(events)}")
        return
    if events.get("enabled") is False and read.where.file.events[-1:] == (EACH,):  # elsewhere it switches nothing off
        read.notes.append(f"{read.place(at)}: {keys_text(at)} is switched off by `enabled`")
        return
    for name, groups in events.items():
        if not isinstance(groups, list):
            if hosted.event(name) is not None and hosted.file.lists_only:
                read.lose((*at, name), f"{name}: wanted a list, got {kind_of(groups)}")
            elif hosted.event(name) is not None:
                read.notes.append(f"{read.place((*at, name))}: {name}: wanted a list, got {kind_of(groups)}; ignored")
            continue
        known = hosted.event(name)
        if known is None:
            near = did_you_mean(name, [each.name for each in hosted.events])
            where = read.place((*at, name))
            if not all(_is_ours_elsewhere(each, hosted.agent, settings.entry) for each in groups):
                read.notes.append(f"{where}: {hosted.agent} has no event {name}{near}; its handlers never run")
        elif not known.fires and not all(_is_ours_elsewhere(each, hosted.agent, settings.entry) for each in groups):
            read.notes.append(f"{read.place((*at, name))}: {name}: {known.why_not}; its handlers never run")
        for number, group in enumerate(groups):
            _take_group(read, (*at, name, number), name, group, hosted, settings)


def _is_ours_elsewhere(group: Json, agent: str, shape: EntryShape) -> bool:
    """Are the handlers of a group those that we wrote for another agent that reads the file, too?"""
    handlers = group.get(shape.handlers) if isinstance(group, dict) else None
    calls = [ours(each, shape) for each in (handlers if isinstance(handlers, list) else [group])]
    return all(call is not None and call.agent != agent for call in calls)


def _take_group(
    read: ReadSettings, at: Inside, name: str, group: Json, hosted: HostedAgent, settings: AgentSettings
) -> None:
    known = hosted.event(name)
    shape = settings.entry
    try:
        if not isinstance(group, dict):
            raise EntryFault(at, f"{name}: wanted an object, got {kind_of(group)}")
        matcher = _matcher(group, at, hosted, shape.matcher)
        grouped = shape.grouped and name not in shape.flat
        if not grouped and isinstance(group.get(shape.handlers), list):  # taken where a flat entry should stand
            grouped = True
        if not grouped:
            entry = _entry(read, at, name, group, {}, hosted, settings)
            read.entries.append(replace(entry, matcher=matcher))
            return
        handlers = group.get(shape.handlers)
        if hosted.file.empty_groups and shape.handlers not in group:
            return
        if not isinstance(handlers, list):
            said = f"got {kind_of(handlers)}" if shape.handlers in group else "there is none"
            raise EntryFault(at, f'{name}: wanted a list "{shape.handlers}", {said}')
    except EntryFault as fault:
        _fail(read, fault, known is not None, hosted)
        if known is not None and isinstance(group, dict):
            held = group.get(shape.handlers)
            inside = enumerate(held) if isinstance(held, list) else ()
            told = [((*at, shape.handlers, number), each) for number, each in inside] or [(at, group)]
            read.entries += (_faulty(read, *each, known.name, str(fault), hosted, settings) for each in told)
        return
    for number, handler in enumerate(handlers):
        inner = (*at, shape.handlers, number)
        try:
            if not isinstance(handler, dict):
                raise EntryFault(inner, f"{name}: wanted an object, got {kind_of(handler)}")
            own = _matcher(handler, inner, hosted, shape.matcher) if shape.matcher in handler else matcher
            entry = _entry(read, inner, name, handler, group, hosted, settings)
            read.entries.append(replace(entry, matcher=own))
        except EntryFault as fault:
            _fail(read, fault, known is not None, hosted)
            if known is not None:
                read.entries.append(_faulty(read, inner, handler, known.name, str(fault), hosted, settings))


def _faulty(
    read: ReadSettings, at: Inside, told: Json, event: str, why: str, hosted: HostedAgent, settings: AgentSettings
) -> HandlerEntry:
    """An entry that is wrong, for the list: it never runs."""
    stated: Mapping[str, Json] = told if isinstance(told, dict) else {}
    texts = {key: value for key, value in stated.items() if isinstance(value, str)}
    command = next((texts[key] for key in settings.entry.command if key in texts), "")
    kind = hosted.types.get(texts.get(settings.entry.type, ""), "command")
    where = read.where
    place, url = read.place(at), texts.get("url", "")
    return HandlerEntry(event, kind, 0, where.path, where.file.scope, place, command=command, url=url, why_not=why)


def _fail(read: ReadSettings, fault: EntryFault, known: bool, hosted: HostedAgent) -> None:
    """A mistake in an entry; under an event that there is not it costs nothing."""
    cost = {"entry": "it does not run", "file": "none of this file's hooks runs", "start": "the agent does not start"}
    said = f"{read.place(fault.at)}: {fault}"
    if known:
        read.faults.append(f"{said}; {cost[hosted.one_bad_costs]}")
    else:
        read.notes.append(said)


def _matcher(told: Mapping[str, Json], at: Inside, hosted: HostedAgent, key: str) -> str | None:
    matcher = told.get(key)
    if key not in told or (matcher is None and not hosted.strict_matcher):
        return None
    if isinstance(matcher, dict) and isinstance(matcher.get("toolName"), str):  # of Copilot's
        return str(matcher["toolName"])
    if not isinstance(matcher, str):
        raise EntryFault((*at, key), f"{key}: wanted a string, got {kind_of(matcher)}")
    return matcher


# one entry ------------------------------------------------------------------------------------------------------------


def _entry(
    read: ReadSettings,
    at: Inside,
    event: str,
    told: Mapping[str, Json],
    group: Mapping[str, Json],
    hosted: HostedAgent,
    settings: AgentSettings,
) -> HandlerEntry:
    """One handler. Raises EntryFault."""
    shape, where, known = settings.entry, read.where, hosted.event(event)
    kind = _kind(told, at, event, hosted, shape.type)
    command = next((key for key in shape.command if told.get(key) is not None), shape.command[0])
    _check_required(told, at, event, hosted, kind, command)
    _note_unknown(read, at, told, group, hosted)
    condition = _optional(told, shape.condition, at) or _optional(group, shape.condition, at[:-2])
    wakes = hosted.wakes and told.get("asyncRewake") is True
    cap = told.get(hosted.cap_key) if hosted.cap_key else None
    return HandlerEntry(
        known.name if known is not None else event,
        kind,
        0,
        where.path,
        where.file.scope,
        read.place(at),
        condition=condition or "",
        command=_string(told, command),
        args=_args(told, shape.args, at),
        url=_string(told, "url"),
        headers=_pairs(told, "headers", at),
        variables=tuple(each for each in _list(told.get("allowedEnvVars")) if isinstance(each, str)),
        environment=_pairs(told, "env", at),
        directory=_string(told, "cwd"),
        timeout=_timeout(told, shape.timeout, at, settings.unit, hosted.limit),
        is_async="async" not in hosted.misses and (told.get("async") is True or wakes),
        wakes=wakes,
        wake_words=(_string(told, "rewakeMessage"), _string(told, "rewakeSummary")),
        once=told.get("once") is True,
        asks=dict(told) if kind in hosted.model_kinds else {},
        closed=_is_closed(told, at, kind, event, hosted, shape),
        cap=cap if isinstance(cap, int) and not isinstance(cap, bool) else None,
        uncapped=bool(hosted.cap_key) and hosted.cap_key in told and cap is None,
        status=str(told.get("statusMessage") or ""),
        root=where.path.parents[where.file.name.count("/")] if where.file.scope == "plugin" else None,
        sequential=bool(hosted.sequential_key) and group.get(hosted.sequential_key) is True,
        label=_string(told, "name") if hosted.collapses == "name" else "",
        payload_event=event,
        why_not=why_never(known, kind, event, hosted),
    )


def _check_required(
    told: Mapping[str, Json], at: Inside, event: str, hosted: HostedAgent, kind: HandlerKind, command: str
) -> None:
    """Raises EntryFault where something is missing that a handler of this kind must have."""
    for key in (*((command,) if kind == "command" else ()), *hosted.required.get(kind, ())):
        _text(told, key, at, event)
    if kind in hosted.must and told.get(hosted.must[kind][0]) != hosted.must[kind][1]:
        key, value = hosted.must[kind]
        raise EntryFault(at, f"{event}: a handler of type {kind} must have {key} = {json.dumps(value)}")


def _note_unknown(
    read: ReadSettings, at: Inside, told: Mapping[str, Json], group: Mapping[str, Json], hosted: HostedAgent
) -> None:
    """Keys that somebody counts on and this agent does not know."""
    for key, why in hosted.misses.items():
        if told.get(key) or group.get(key):
            read.notes.append(f"{read.place(at)}: {key} is not known to {hosted.agent}: {why}")
    if told.get("asyncRewake") is True and not hosted.wakes:
        read.notes.append(f"{read.place(at)}: asyncRewake is not known to {hosted.agent}: it is ignored")


def why_never(known: HostedEvent | None, kind: HandlerKind, event: str, hosted: HostedAgent) -> str:
    """Why such a handler never runs at this event; empty where it does."""
    if known is None or not known.fires:
        return f"{event} never reaches a handler" + (f": {known.why_not}" if known and known.why_not else "")
    runs = hosted.kinds | hosted.model_kinds
    kinds = runs if known.kinds is None else known.kinds & runs
    if kind in kinds:
        return ""
    return f"{kind} handlers are not run{' here' if kind in runs else ''}; only {', '.join(sorted(kinds))}"


def _kind(told: Mapping[str, Json], at: Inside, event: str, hosted: HostedAgent, key: str) -> HandlerKind:
    stated = told.get(key)
    if stated is None and not hosted.type_needed:
        return "command"
    if not isinstance(stated, str):
        said = f"got {kind_of(stated)}" if key in told else "there is none"
        raise EntryFault((*at, key) if key in told else at, f'{event}: wanted a text "{key}", {said}')
    if stated not in hosted.types:
        raise EntryFault((*at, key), f'{event}: there is no {key} "{stated}"{did_you_mean(stated, hosted.types)}')
    return hosted.types[stated]


def _is_closed(
    told: Mapping[str, Json], at: Inside, kind: HandlerKind, event: str, hosted: HostedAgent, shape: EntryShape
) -> bool:
    """Does it say itself that its failure denies? Raises EntryFault."""
    form, own = shape.closing, hosted.closing
    if form is None or own is None or form.key not in told or kind not in own.kinds:
        return False
    said = told[form.key]
    if own.words and said not in own.words:
        if kind in hosted.model_kinds:  # there the agent takes what it does not know for the stricter one
            said = form.value
        else:
            wanted = " or ".join(f'"{word}"' for word in own.words)
            raise EntryFault((*at, form.key), f"{event}: {form.key}: wanted {wanted}, got {json.dumps(said)[:60]}")
    waited = told.get("async") is not True and told.get("asyncRewake") is not True
    return said == form.value and waited and hosted.aliases.get(event, event) not in own.spares


def _text(told: Mapping[str, Json], key: str, at: Inside, event: str) -> str:
    value = told.get(key)
    if not isinstance(value, str) or not value.strip():
        said = "there is none" if key not in told else "it is empty" if value == "" else f"got {kind_of(value)}"
        raise EntryFault((*at, key) if key in told else at, f'{event}: wanted a text "{key}", {said}')
    return value


def _optional(told: Mapping[str, Json], key: str, at: Inside) -> str | None:
    value = told.get(key) if key else None
    if value is None or isinstance(value, str):
        return value
    raise EntryFault((*at, key), f"{key}: wanted a string, got {kind_of(value)}")


def _args(told: Mapping[str, Json], key: str, at: Inside) -> tuple[str, ...] | None:
    value = told.get(key) if key else None
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise EntryFault((*at, key), f"{key}: wanted a list of strings, got {kind_of(value)}")
    return tuple(value)


def _pairs(told: Mapping[str, Json], key: str, at: Inside) -> tuple[tuple[str, str], ...]:
    value = told.get(key)
    if value is None:
        return ()
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise EntryFault((*at, key), f"{key}: wanted an object of strings, got {kind_of(value)}")
    return tuple(value.items())


def _string(told: Mapping[str, Json], key: str) -> str:
    value = told.get(key)
    return value if isinstance(value, str) else ""


def _list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else ()


def _timeout(
    told: Mapping[str, Json], keys: Sequence[str], at: Inside, unit: TimeoutUnit, form: TimeoutForm
) -> float | None:
    key = next((key for key in keys if told.get(key) is not None or (form.null_counts and key in told)), None)
    if key is None:
        return None
    value = told[key]
    if form.odd_is_none:
        if isinstance(value, str) and value.strip().isdecimal():
            value = int(value.strip()[:DIGITS])
        if isinstance(value, bool) or not isinstance(value, int | float) or value <= 0:
            return None
    if unit == "text":
        found = TIME.fullmatch(value) if isinstance(value, str) else None
        if found is None:
            raise EntryFault((*at, key), f'{key}: wanted a text such as "5s", "200ms" or "2m", got {value!r}')
        seconds = float(found[1]) * UNITS[found[2]]
    elif isinstance(value, bool) or not isinstance(value, int if form.whole else int | float):
        wanted = "whole number" if form.whole else "number"
        raise EntryFault((*at, key), f"{key}: wanted a {wanted}, got {kind_of(value)}")
    elif value == 0 and form.zero:
        return form.zero
    else:
        seconds = in_seconds(value, unit)
    if seconds <= 0:
        raise EntryFault((*at, key), f"{key}: wanted more than 0, got {value}")
    return seconds


def keys_text(at: Inside) -> str:
    """`hooks.PreToolUse[0].hooks[1]`."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in at).lstrip(".")
