"""An agent on this machine -> what is wrong with our wiring there, each with its place and what to do.

Rules
-----
* Nothing is changed and no event is sent.
* A `problem` means that an event does not reach us, or reaches us twice; a note is worth knowing.
"""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.hosting.events import settings_of
from chibi_hooks.dialects.hosting.linting import lint_settings
from chibi_hooks.dialects.installing.entry import (
    OPEN,
    StandingHandler,
    closed_events,
    standing,
    timeout_seconds,
    wired_events,
)
from chibi_hooks.dialects.installing.script_text import script_closed, script_words
from chibi_hooks.dialects.installing.texts import data_of, decoded, read_settings
from chibi_hooks.dialects.rows.dialect import dialect_of
from chibi_hooks.dialects.rows.jsonc import JsonFault, JsonNode, parse, place_of
from chibi_hooks.dialects.rows.ours import Ours, calls_us, ours, ours_in
from chibi_hooks.dialects.rows.settings import (
    EACH,
    Located,
    Places,
    Switch,
    TimeoutUnit,
    directory_of,
    located,
    path_to_write,
)
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.processes.runner import run

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect
    from chibi_hooks.hooks.homes.home import Surroundings

ASKING: Final = 10.0  # seconds for an agent to tell its version
LONG: Final = 300.0  # seconds; a hook of minutes was meant in another unit
SHORT: Final = 0.5  # seconds; less than a first start
UNITS: Final[Mapping[TimeoutUnit, str]] = {
    "s": "seconds", "ms": "milliseconds", "s-or-ms": "seconds, and milliseconds from 1000 on",
    "text": 'a text such as "5s"',
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class WiringFault:
    """Something about one agent's wiring: in which file and line (0: the file as a whole), what, and what to do."""

    file: str
    line: int
    what: str
    fix: str
    problem: bool = True

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.what}{'; ' if self.fix else ''}{self.fix}"

    def to_json(self) -> dict[str, Json]:
        """`{"file": …, "line": …, "what": …, "fix": …}`."""
        return {"file": self.file, "line": self.line or None, "what": self.what, "fix": self.fix}


@dataclass(frozen=True, slots=True)
class Wired:
    """A handler of ours: in which file, at which line, where in it, and how it calls us."""

    where: Located
    line: int
    handler: StandingHandler
    call: Ours

    @property
    def says(self) -> Mapping[str, Json]:
        """What stands in it; a plugin's says nothing."""
        told = self.handler.handler
        return told if isinstance(told, dict) else {}


def findings(
    dialect: RowDialect, around: Surroundings, project: Path, words: Sequence[str], settings: GuestSettings = OPEN
) -> list[WiringFault]:
    """Everything that can be said about an agent; `words` is the command that we would write now, `settings` are those
    of the homes that answer here."""
    found: list[WiringFault] = []
    wired = list(_wired(dialect, around, project, found))
    found += _missing_or_twice(dialect, wired)
    for each in wired:
        found += _about_entry(dialect, each, words)
    found += _dropped(dialect, around, project, wired)
    found += _switched_off(dialect, around, project)
    found += _other_agents(dialect, around, project, wired)
    if wired:
        found += _approved(dialect, around, project, wired)
        found += _left_open(dialect, wired, settings)
        found += _version(dialect, around, wired)
    return sorted(dict.fromkeys(found), key=lambda each: not each.problem)


def _install(dialect: RowDialect) -> str:
    return f"`chibi-hooks install {dialect.agent}`"


# the files


def _files(dialect: RowDialect, around: Surroundings, project: Path) -> Iterator[Located]:
    """What the agent reads, and what we would write."""
    seen = set()
    own = (Located(each, path_to_write(each, around, project) or project) for each in dialect.settings.files)
    for each in (*located(dialect.settings, around, Places(project)), *own):
        if each.path not in seen and each.file.scope != "plugin":
            seen.add(each.path)
            yield each


def _wired(dialect: RowDialect, around: Surroundings, project: Path, found: list[WiringFault]) -> Iterator[Wired]:
    for where in _files(dialect, around, project):
        try:
            content = read_settings(where.path)
            if content is None:
                continue
            text = decoded(content, where.path)
            yield from _in_file(dialect, where, text)
        except ConfigError as error:
            found.append(WiringFault("", 0, str(error).replace("; mend it, nothing was changed", ""), "mend the file"))


def _in_file(dialect: RowDialect, where: Located, text: str) -> Iterator[Wired]:
    shape = dialect.settings.entry
    if where.file.format == "script":
        call = ours_in(script_words(text) or [])
        if call is not None:
            closing, closed = shape.closing, script_closed(text)
            says = {} if closing is None else {closing.key: closing.value}
            for event in wired_events(dialect, False):
                yield Wired(where, 1, StandingHandler((), event, None, says if event in closed else {}), call)
        return
    data, root = data_of(text, where.file, str(where.path)), _root(text, where)
    for each in standing(data, where.file, shape):
        call = ours(each.handler, shape)
        if call is not None and call.agent == dialect.agent:
            yield Wired(where, _line(text, root, each.path), each, call)


def _root(text: str, where: Located) -> JsonNode | None:
    """The text with the place of every part; None where there are none to tell."""
    try:
        return None if where.file.format == "toml" else parse(text, where.file.format == "jsonc")
    except JsonFault:
        return None


def _line(text: str, root: JsonNode | None, path: Sequence[str | int]) -> int:
    """The line of a handler; 0 where it cannot be said."""
    if root is None:
        return 0
    node = root
    for key in path:
        inner = node.member(key) if isinstance(key, str) else node.parts[key] if key < len(node.parts) else None
        if inner is None:
            return 0
        node = inner
    return int(place_of(text, node.start).partition(":")[0])


# the entries


def _missing_or_twice(dialect: RowDialect, wired: Sequence[Wired]) -> Iterator[WiringFault]:
    if not wired:
        yield WiringFault("", 0, f"{dialect.agent} does not ask us: none of its settings files has an entry of ours",
                      _install(dialect))  # fmt: skip
        return
    at: defaultdict[str, list[Wired]] = defaultdict(list)
    for each in wired:
        at[each.handler.event].append(each)
    missing = [event for event in wired_events(dialect, False) if event not in at]
    if missing:
        first = wired[0].where.path
        yield WiringFault(str(first), 0, f"no entry of ours for {', '.join(missing)}", f"{_install(dialect)} again")
    for event, entries in at.items():
        for each in entries[1:]:
            other = f"{entries[0].where.path}:{entries[0].line}"
            yield WiringFault(str(each.where.path), each.line, f"{event} asks us twice, see {other}",
                          f"`chibi-hooks uninstall {dialect.agent} --scope {each.where.file.scope}`")  # fmt: skip


def _about_entry(dialect: RowDialect, wired: Wired, words: Sequence[str]) -> Iterator[WiringFault]:
    path, line, anew = str(wired.where.path), wired.line, f"{_install(dialect)} again"
    said, client = wired.call.words, wired.call.words[wired.call.client]
    python = said[0]
    if os.path.isabs(python) and not os.access(python, os.X_OK):
        yield WiringFault(path, line, f"the Python of our entry is gone: {python}", anew)
    if os.path.isabs(client) and not os.path.exists(client):
        yield WiringFault(path, line, f"our client is not there any more: {client}", anew)
    elif os.path.isabs(client) and client not in words:
        yield WiringFault(
            path, line, f"our entry runs the client of another installation: {client}", anew, problem=False
        )
    if "--home" in said[:-1] and not os.path.isdir(home := said[said.index("--home") + 1]):
        yield WiringFault(
            path, line, f"the home of our entry is not there: {home}", f"`chibi-hooks init --home {home}`"
        )
    if wired.where.file.format != "script":
        yield from _about_handler(dialect, wired)


def _about_handler(dialect: RowDialect, wired: Wired) -> Iterator[WiringFault]:
    path, line, anew = str(wired.where.path), wired.line, f"{_install(dialect)} again"
    settings, event, handler = dialect.settings, wired.handler.event, wired.handler.handler
    written = next((handler[key] for key in settings.entry.timeout if key in handler), None)
    seconds = timeout_seconds(written, settings.unit)
    unit = UNITS[settings.unit]
    if written is not None and seconds is None:
        yield WiringFault(path, line, f"the time limit {written!r} is none: {dialect.agent} wants {unit}", anew)
    elif seconds is not None and not SHORT <= seconds <= LONG:
        yield WiringFault(path, line, f"a time limit of {seconds:g} s: {dialect.agent} counts {unit}", anew)
    if settings.names_event:
        more = wired.call.words[wired.call.client + 2 :]
        named = [each for each in more if not each.startswith("-")][:1]
        if named != [event] and more[:1] != ["--home"]:
            yield WiringFault(path, line, f"the entry for {event} tells us that it is for {named or 'nothing'}", anew)
    if dialect.row_of(event) is None:
        yield WiringFault(path, line, f"{dialect.agent} has no event {event}: it never comes", anew, problem=False)
    if wired.handler.matcher not in (None, "", "*"):
        what = f"our entry for {event} is asked only about {wired.handler.matcher!r}"
        yield WiringFault(path, line, what, "take the matcher away to be asked about everything", problem=False)


def _left_open(dialect: RowDialect, wired: Sequence[Wired], settings: GuestSettings) -> Iterator[WiringFault]:
    """Entries that let pass what our home denies, when our client cannot start or is too slow."""
    closed = closed_events(dialect, settings)
    for path, entries in groupby(wired, lambda each: each.where.path):
        told = [(each.handler.event, each.says) for each in entries]
        events = [event for event, says in told if not closed.get(event, {}).items() <= says.items()]
        if events:
            said = " and ".join(f'"{key}": {json.dumps(value)}' for key, value in closed[events[0]].items())
            what = f"where our client cannot start, {', '.join(events)} let pass what [on_failure] denies"
            yield WiringFault(str(path), 0, what, f"{_install(dialect)} again writes {said}", problem=False)


def _dropped(dialect: RowDialect, around: Surroundings, project: Path, wired: Sequence[Wired]) -> Iterator[WiringFault]:
    """Mistakes of others in a file of ours: where one of them costs the agent the file, it costs us."""
    ours_too = {str(each.where.path) for each in wired}
    try:
        _, settings = settings_of(dialect.agent, around, project)
    except BadRequest:  # it has no handlers that could be run
        return
    broken = {str(each) for each in settings.broken}
    for fault in lint_settings(settings, dialect):
        path, line = fault.place.name, fault.place.line
        if fault.severity == "error" and path in ours_too & broken:
            yield WiringFault(path, line, fault.message, "mend it: ours does not run either")


# around them


def _switched_off(dialect: RowDialect, around: Surroundings, project: Path) -> Iterator[WiringFault]:
    for switch in dialect.settings.switches:
        for path in _where_set(switch, _files(dialect, around, project), around):
            if path:
                what = f"{switch.key} is {str(switch.value).lower()}: {switch.means}"
                yield WiringFault(path, 0, what, "take it away")
            else:
                set_to = around.environment[switch.key[1:]]
                yield WiringFault("", 0, f"{switch.key}={set_to}: {switch.means}", "unset it")
    key, shape = dialect.settings.disabled, dialect.settings.entry
    for where in _files(dialect, around, project) if key else ():
        lists = [each for each in _at(_data(where), key.split(".")) if isinstance(each, list)]
        calls = [ours({shape.command[0]: word}, shape) for each in lists for word in each if isinstance(word, str)]
        if any(call is not None and call.agent == dialect.agent for call in calls):
            yield WiringFault(str(where.path), 0, f"{key} names our command: no hook of ours runs", "take it out there")


def _where_set(switch: Switch, files: Iterable[Located], around: Surroundings) -> Iterator[str]:
    """Those of the settings files in which a switch is set; empty: it is a variable of the environment."""
    if switch.key.startswith("$"):
        set_to = around.environment.get(switch.key[1:])
        if set_to is not None and switch.value in (None, set_to):
            yield ""
        return
    for where in files:
        yield from (str(where.path) for found in _at(_data(where), switch.key.split(".")) if found == switch.value)


def _data(where: Located) -> Mapping[str, Json]:
    try:
        content = read_settings(where.path)
        return data_of(decoded(content, where.path), where.file, str(where.path)) if content is not None else {}
    except ConfigError:  # it is told where entries are looked for
        return {}


def _at(data: Json, way: Sequence[str]) -> Iterator[Json]:
    """What stands under these keys; `*` is any."""
    if not way:
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            if way[0] in (key, EACH):
                yield from _at(value, way[1:])


def _other_agents(
    dialect: RowDialect, around: Surroundings, project: Path, wired: Sequence[Wired]
) -> Iterator[WiringFault]:
    """Files of others that it reads as well: what is ours there is asked, too."""
    for name in dialect.settings.reads:
        other = dialect_of(name)
        if other is None:
            continue
        for where in _files(other, around, project):
            entries = standing(_data(where), where.file, other.settings.entry)
            if where.file.scope != "managed" and any(
                calls_us(each.handler, other.settings.entry, name) for each in entries
            ):
                what = f"{dialect.agent} runs {name}'s hooks as well, and ours stand here"
                if wired:
                    fix = f"switch that off in {dialect.agent}, or `chibi-hooks uninstall {dialect.agent}`"
                    yield WiringFault(str(where.path), 0, f"{what}: each event asks us twice", fix)
                else:
                    yield WiringFault(str(where.path), 0, what, "", problem=False)


def _approved(
    dialect: RowDialect, around: Surroundings, project: Path, wired: Sequence[Wired]
) -> Iterator[WiringFault]:
    """What the agent must be told before it runs us, as far as it can be read."""
    approval = dialect.settings.approval
    if approval is None:
        return
    others = [each for each in _files(dialect, around, project) if each.file.scope not in approval.scopes]
    if any(True for each in approval.needless for _ in _where_set(each, others, around)):  # no file says it for itself
        return
    scoped = [each for each in wired if each.where.file.scope in approval.scopes]
    concerned = scoped if approval.starts else wired
    if not concerned:
        return
    directory = directory_of(approval.place, around, project) if approval.place else None
    path = None if directory is None else directory / approval.name
    if path is None:
        yield WiringFault(str(concerned[0].where.path), 0, approval.how, "", problem=False)
        return
    text = _text(path)
    if path.suffix == ".toml":
        unknown = [each.handler.event for each in concerned if _state_key(each) not in text]
        if unknown:
            what = f"not trusted yet: {', '.join(unknown)}"
            yield WiringFault(str(concerned[0].where.path), 0, what, approval.how)
    elif not _is_trusted(project, text):
        yield WiringFault(str(path), 0, f"{project} is not a trusted folder", approval.how, problem=bool(scoped))


def _is_trusted(project: Path, text: str) -> bool:
    """Whether a folder is, by a file that says for folders `TRUST_FOLDER`, `TRUST_PARENT` or `DO_NOT_TRUST`: whose name
    is the longest of those in which it lies."""
    try:
        told = parse(text, comments=True).value if text else {}
    except JsonFault:
        return False
    here = os.path.realpath(project)
    found = ""
    for name, word in told.items() if isinstance(told, dict) else ():
        try:
            folder = os.path.realpath(os.path.dirname(name) if word == "TRUST_PARENT" else name)
        except ValueError:  # a name that no folder can have: half a character, a zero byte
            continue
        if os.path.commonpath((here, folder)) == folder and len(name) > len(found):
            found = name
    return found != "" and told[found] in ("TRUST_FOLDER", "TRUST_PARENT")


def _state_key(wired: Wired) -> str:
    """Under which name Codex keeps what it trusts: FILE:event_name:GROUP:INDEX."""
    event = re.sub(r"(?<!^)(?=[A-Z])", "_", wired.handler.event).lower()
    numbers = [str(each) for each in wired.handler.path if isinstance(each, int)]
    return ":".join([str(wired.where.path), event, *numbers])


def _text(path: Path) -> str:
    try:
        return decoded(read_settings(path), path)
    except ConfigError:
        return ""


def _version(dialect: RowDialect, around: Surroundings, wired: Sequence[Wired]) -> Iterator[WiringFault]:
    """Events, and words of ours, that the version of the agent that is installed does not have yet."""
    program = _program(dialect.settings.program, around)
    if not dialect.since or program is None:
        return
    ran = run([program, "--version"], environment=around.environment, directory=str(around.user_home), timeout=ASKING)
    found = re.search(rb"\d+(?:\.\d+)+", ran.stdout)
    if ran.end != "exit" or found is None:
        yield WiringFault(program, 0, "it does not tell its version", "", problem=False)
        return
    own = found[0].decode()
    for event in dict.fromkeys(each.handler.event for each in wired):
        since = dialect.since.get(event)
        if since is not None and _numbers(own) < _numbers(since):
            yield WiringFault(program, 0, f"{dialect.agent} {own} has no {event}, it came with {since}", "upgrade it",
                          problem=False)  # fmt: skip
    closing = dialect.settings.entry.closing
    if closing is None or _numbers(own) >= _numbers(closing.since or "0"):
        return
    if any(closing.key in each.says for each in wired):
        what = f"{dialect.agent} {own} does not read {closing.key}, it came with {closing.since}"
        yield WiringFault(program, 0, what, "upgrade it", problem=False)


def _program(name: str, around: Surroundings) -> str | None:
    for directory in around.environment.get("PATH", "").split(os.pathsep) if name else ():
        path = os.path.join(directory, name)
        if os.path.isabs(path) and os.access(path, os.X_OK) and not os.path.isdir(path):
            return path
    return None


def _numbers(version: str) -> list[int]:
    return [int(each) for each in version.split(".")]
