"""The settings files of an agent -> its handlers in their order, its switches and lists, and what is wrong:
`HostSettings`.

Rules
-----
* What a mistake costs is the agent's: the entry, the file, or that it does not start. Whatever it costs is said, with
  file, position and what to do; nothing is ever dropped in silence.
* Every file is opened by the opener: something else than a file in its place is a mistake of that file.
* An entry that does not run stays in the list, with the reason.
"""

from __future__ import annotations

import json
import tomllib
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.hosting.entries import ReadSettings, events_in, take_events
from chibi_hooks.dialects.hosting.frontmatter import FrontFile, front_files, head_of
from chibi_hooks.dialects.hosting.hosted import HandlerEntry, HostedAgent
from chibi_hooks.dialects.rows.dialect import dialect_of
from chibi_hooks.dialects.rows.jsonc import JsonFault, JsonNode, parse, place_of
from chibi_hooks.dialects.rows.reading import at
from chibi_hooks.dialects.rows.settings import (
    SCOPES,
    AgentSettings,
    Located,
    Places,
    SettingsFile,
    Switch,
    located,
)
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import fault_in, half_in, kind_of, mended
from chibi_hooks.scheme.reading.opener import read_file

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Surroundings

LARGEST: Final = 4 << 20  # bytes of a settings file; people's have some kilobytes
MANAGED_ONLY: Final = "only managed hooks run"


@dataclass(frozen=True, slots=True)
class HostSettings:
    """All that an agent's files say about its handlers."""

    hosted: HostedAgent
    project: Path
    entries: tuple[HandlerEntry, ...] = ()
    warnings: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()  # why the agent itself would not start
    files: tuple[Path, ...] = ()  # that count, there or not
    broken: tuple[Path, ...] = ()  # of which nothing counts
    urls: tuple[str, ...] | None = None  # None: there is no list
    variables: tuple[str, ...] | None = None
    local_urls: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    user_home: Path = Path()
    state: Path = Path()  # a directory for what is kept of answers


def read_settings(hosted: HostedAgent, settings: AgentSettings, around: Surroundings, places: Places) -> HostSettings:
    """What the files say now."""
    found = [*located(settings, around, places), *_of_others(settings, around, places)]
    files = [_read(each, hosted, settings) for each in found]
    _drop_fallbacks(files)
    heads = [
        each for front in front_files(hosted.fronts, around, places) if (each := _read_head(front, hosted, settings))
    ]
    files += heads
    warnings = [text for each in files for text in (*each.faults, *each.notes)]
    _switch_off(files, hosted, settings, around, warnings)
    entries = [replace(entry, number=number) for number, entry in enumerate(_all(files))]
    made = HostSettings(
        hosted,
        places.project,
        tuple(entries),
        tuple(warnings),
        tuple(text for each in files for text in each.faults) if hosted.one_bad_costs == "start" else (),
        (*(each.path for each in found), *(each.where.path for each in heads)),
        tuple(each.where.path for each in files if each.faults),
        environment=around.environment,
        user_home=around.user_home,
        state=around.state_directory(),
    )
    return _with_lists(made, files, warnings)


def _of_others(settings: AgentSettings, around: Surroundings, places: Places) -> Iterator[Located]:
    """The files of other agents that this one reads, too: those of people, not of plugins or administrators."""
    for agent in settings.reads:
        other = dialect_of(agent)
        for each in located(other.settings, around, places) if other is not None else ():
            if each.file.scope in SCOPES:
                yield each


def _all(files: Sequence[ReadSettings]) -> Iterator[HandlerEntry]:
    for each in files:
        yield from each.entries


def _read_head(front: FrontFile, hosted: HostedAgent, settings: AgentSettings) -> ReadSettings | None:
    """The hooks in the head of an agent or a skill; None where it has none."""
    where = Located(SettingsFile(front.scope, "", front.path.name, "toml", installs=False), front.path)
    read = ReadSettings(where, there=True)
    try:
        told = head_of(read_file(front.path, LARGEST).decode("utf-8", "replace"))
    except OSError as error:
        read.faults.append(f"{front.path}: cannot be read: {error.strerror}")
        return read
    except ValueError as error:
        read.faults.append(f"{front.path}: {error}; none of its hooks runs")
        return read
    if not isinstance(told, dict) or "hooks" not in told:
        return None
    take_events(read, ("hooks",), told["hooks"], hosted, settings)
    stated = told.get("name")
    name = stated if isinstance(stated, str) else front.path.parent.name if front.kind == "skill" else front.path.stem
    becomes = hosted.stop_becomes if front.kind == "agent" else ""
    read.entries = [
        replace(
            each,
            within=(front.kind, name),
            root=front.root or front.path.parent,
            event=becomes if becomes and each.event == "Stop" else each.event,
        )
        for each in read.entries
    ]
    return read


# one file -------------------------------------------------------------------------------------------------------------


def _read(where: Located, hosted: HostedAgent, settings: AgentSettings) -> ReadSettings:
    read = ReadSettings(where)
    try:
        data = read_file(where.path, LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        return read
    except OSError as error:
        read.faults.append(f"{where.path}: cannot be read: {error.strerror}; none of its hooks runs")
        return read
    read.there = True
    try:
        read.text = data.decode("utf-8-sig", "replace" if hosted.file.lossy else "strict")
        told = _parsed(read, hosted)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        kind = "TOML" if where.file.format == "toml" else "UTF-8"
        read.faults.append(f"{where.path}: not {kind}: {error}; none of its hooks runs")
        return read
    except BadPayload as error:
        read.faults.append(f"{error}\n  none of its hooks runs until this is mended")
        return read
    if not isinstance(told, dict):
        read.faults.append(f"{where.path}: wanted an object, got {kind_of(told)}; none of its hooks runs")
        return read
    if data.startswith(BOM_UTF8) and not where.file.marked:
        read.lose((), "it begins with a byte order mark, and this agent reads no such file")
    _check_keys(read, told, hosted, settings)
    read.told = told
    for way, events in events_in(told, where.file.events):
        read.has_events = True
        take_events(read, way, events, hosted, settings)
    if read.lost or (read.faults and hosted.one_bad_costs != "entry"):
        cost = "the agent refuses this file" if hosted.one_bad_costs == "start" else "the agent drops the whole file"
        first = read.faults[0]
        read.entries = [replace(each, why_not=each.why_not or f"{cost}: {first}") for each in read.entries]
    return read


def _check_keys(read: ReadSettings, told: Mapping[str, Json], hosted: HostedAgent, settings: AgentSettings) -> None:
    """Keys that cost the whole file."""
    file = read.where.file
    for key in told if file.keys else ():
        if key not in file.keys:
            read.lose((key,), f"this agent knows no {key} here, only {', '.join(sorted(file.keys))}")
    for key, value in file.header.items() if hosted.file.heads else ():
        if key in told and told[key] != value:
            read.lose((key,), f"{key}: wanted {json.dumps(value)}")
    if not hosted.file.doubles and read.node is not None:
        shape = settings.entry
        own = {*file.events, shape.matcher, shape.handlers, shape.type, *shape.command, *shape.timeout}
        own |= {each.name for each in hosted.events}
        for place, key in _twice(read.node):
            if key in own:
                read.lost = True
                read.faults.append(
                    f'{read.where.path}:{place_of(read.text, place)}: "{key}" stands here twice, '
                    "and this agent reads no such file; none of its hooks runs"
                )


def _parsed(read: ReadSettings, hosted: HostedAgent) -> Json:
    """What the text says. Raises BadPayload, TOMLDecodeError."""
    if read.where.file.format == "toml":
        return tomllib.loads(read.text)
    if not read.text.strip():
        return {}
    path = str(read.where.path)
    try:
        read.node = parse(read.text, comments=read.where.file.format == "jsonc")
    except JsonFault as error:
        raise BadPayload(f"{path}:{place_of(read.text, error.offset)}: not JSON: {error.reason}") from None
    if hosted.file.doubles:
        read.notes += [
            f'{path}:{place_of(read.text, at)}: "{key}" stands here twice, and only the last one counts'
            for at, key in _twice(read.node)
        ]
    fault = fault_in(read.node.value, path)
    if not fault and (half := half_in(read.node.value, path)):
        if hosted.file.halves:
            return mended(read.node.value)
        fault = half
    if fault:
        raise BadPayload(f"{path}: {fault.removeprefix(path)}")
    return read.node.value


def _twice(root: JsonNode) -> Iterator[tuple[int, str]]:
    """Names that stand twice in one object, and where they stand first: what is said there goes for nothing."""
    left = [root]
    while left:
        node = left.pop()
        left += node.parts
        keys = node.keys or ()
        for number, key in enumerate(keys):
            if key in keys[number + 1 :]:
                yield node.names[number], key


def _drop_fallbacks(files: list[ReadSettings]) -> None:
    """Files that count only where no other one has hooks."""
    for number, each in enumerate(files):
        if not each.where.file.fallback:
            continue
        scopes = each.where.file.below or (each.where.file.scope,)
        above = [other for other in files[:number] if other.where.file.scope in scopes]
        if each.where.file.below:
            above = [other for other in above if not other.where.file.fallback]
        if any(other.has_events for other in above) and each.there:
            why = f"{next(other for other in above if other.has_events).where.path} has hooks: this file is not read"
            each.entries = [replace(entry, why_not=why) for entry in each.entries]
            each.faults.clear()


def _switch_off(
    files: Sequence[ReadSettings],
    hosted: HostedAgent,
    settings: AgentSettings,
    around: Surroundings,
    warnings: list[str],
) -> None:
    """Switches: of a key the highest scope's word counts."""
    for switch in settings.switches:
        if switch.key.startswith("$"):
            stated = around.environment.get(switch.key[1:])
            if stated is not None and (switch.value is None or stated in (switch.value, "true")):
                _silence(files, switch.key, managed=True)
            continue
        stating = [(each, at(each.told, switch.key)) for each in files]
        stating = [(each, word) for each, word in stating if word is not None]
        if switch.means == MANAGED_ONLY:
            _only_managed(files, stating, hosted, switch, warnings)
        elif stating:
            highest, word = max(stating, key=lambda each: hosted.highest.index(each[0].where.file.scope))
            if word == switch.value:
                above = highest.where.file.scope == "managed" or not hosted.managed_keeps
                _silence(files, f"{switch.key} in {highest.where.path}", managed=above)
    if settings.disabled:
        _disable(files, settings.disabled)


def _disable(files: Sequence[ReadSettings], key: str) -> None:
    """Handlers that a list in any of the files names."""
    named: dict[Json, str] = {}
    for each in files:
        words = at(each.told, key)
        if isinstance(words, list):
            named.update((word, f"{key} in {each.where.path}") for word in words if isinstance(word, str))
    for each in files:
        each.entries = [
            replace(entry, why_not=entry.why_not or f"switched off by {why}") if why is not None else entry
            for entry in each.entries
            for why in (named.get(entry.label or entry.command),)
        ]


def _only_managed(
    files: Sequence[ReadSettings],
    stating: Sequence[tuple[ReadSettings, Json]],
    hosted: HostedAgent,
    switch: Switch,
    warnings: list[str],
) -> None:
    for each, word in stating:
        if word != switch.value:
            continue
        if hosted.managed_only == "managed" and each.where.file.scope != "managed":
            warnings.append(f"{each.where.path}: {switch.key} counts in managed settings only")
            continue
        _silence(files, f"{switch.key} in {each.where.path}", managed=hosted.managed_only == "nobody")


def _silence(files: Sequence[ReadSettings], why: str, *, managed: bool) -> None:
    for each in files:
        if managed or each.where.file.scope != "managed":
            each.entries = [replace(entry, why_not=entry.why_not or f"switched off by {why}") for entry in each.entries]


def _with_lists(made: HostSettings, files: Sequence[ReadSettings], warnings: list[str]) -> HostSettings:
    form = made.hosted.http
    lists: dict[str, tuple[str, ...] | None] = {"urls": None, "variables": None}
    local = False
    for each in files:
        if not each.told:
            continue
        own = form.repository_lists or each.where.file.scope not in ("project", "local")
        for name, key in form.lists.items():
            stated = at(each.told, key)
            if not isinstance(stated, list) or (form.empty_is_none and not stated):
                continue
            if own:
                lists[name] = (*(lists[name] or ()), *(word for word in stated if isinstance(word, str)))
            elif stated:
                warnings.append(f"{each.where.path}: {key} is not taken from a repository's file")
        if own and form.local_switch and each.told.get(form.local_switch) is True:
            local = True
    return replace(made, urls=lists["urls"], variables=lists["variables"], local_urls=local, warnings=tuple(warnings))
