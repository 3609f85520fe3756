"""An agent's bytes -> its event: the row, the fields, the tool calls; and what each point is told of it.

Rules
-----
* What cannot be read is a BadPayload that says why; nothing is guessed about it.
* The agent's own name of the event wins over the one that we were called with; both are told where they differ.
* Fields that every point may have are taken where they are texts, and left where they are not: no guard is lost because
  a session has a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.rows.row import CallAt, EventRow
from chibi_hooks.dialects.rows.tools import (
    DELETE,
    EDIT,
    EVENT_DEPTH,
    FETCH,
    READ,
    SEARCH,
    SHELL,
    SPAWN,
    WRITE,
    OwnCall,
    text_in,
    text_of,
)
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import kind_of, parse_json

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect

LIMIT: Final = 64 << 20  # bytes of an event: a tool call that writes a large file is some megabytes
PATHS: Final = 1024  # of fields, that are kept taken apart: the rows of all agents name a few hundred
SHOWN: Final = 64 << 10  # characters of a text that was no event, in what `agent_event` is told


@dataclass(slots=True)
class HeardEvent:
    """An event that was understood."""

    dialect: RowDialect
    row: EventRow
    name: str  # as the agent says it
    told: dict[str, Json]
    common: dict[str, Json]
    calls: list[OwnCall] = field(default_factory=list)
    output: Json = None  # as it came
    notes: list[str] = field(default_factory=list)
    unknown: str = ""  # why no row is about it

    @property
    def session(self) -> str:
        """The conversation; empty where it is not told."""
        return str(self.common.get("session_id", ""))


class BadCall(BadPayload):
    """An event about a tool call that does not say which; `heard` is all but that."""

    def __init__(self, heard: HeardEvent, fault: str) -> None:
        super().__init__(f"{heard.dialect.agent}: {heard.name}: {fault}")
        self.heard = heard


def read_event(dialect: RowDialect, text: bytes, name: str, told: dict[str, Json] | None = None) -> HeardEvent:
    """The event in these bytes; `name` is what we were called with, `told` what is in them where somebody has read
    them. Raises BadPayload."""
    if told is None:
        told = parse_event(dialect.agent, text)
    own = next((told[key] for key in dialect.names if isinstance(told.get(key), str)), "")
    known = dialect.row_of(own, told)
    row = known or dialect.row_of(name, told) or dialect.guessed(told) or dialect.other
    shown = own or name or row.event
    event = HeardEvent(dialect, row, shown, told, _common(dialect, told))
    if own and name and dialect.spelled(own) != dialect.spelled(name):
        event.notes.append(f"{dialect.agent}: called for {name}, and the event says {own}")
    if row is dialect.other:
        missing = f"{shown} is not in our table{_whose(dialect, own)}" if shown else "the event does not say its name"
        event.unknown = f"{dialect.agent}: {missing}"
    if row.call is not None:
        read_call(event, row.call)
    return event


def _whose(dialect: RowDialect, name: str) -> str:
    """Whose event it is, if others have one of that name."""
    from chibi_hooks.dialects.rows.dialect import row_dialects  # all of them are loaded, for what goes wrong rarely

    others = [each.agent for each in row_dialects() if name and each is not dialect and each.row_of(name)]
    return f", and is an event of {' and '.join(others)}" if others else ""


def parse_event(agent: str, text: bytes) -> dict[str, Json]:
    """The JSON object in these bytes; half an emoji is U+FFFD, and what lies too deep null. Raises BadPayload."""
    if len(text) > LIMIT:
        raise BadPayload(f"{agent}: the event has {len(text)} bytes, and {LIMIT} is the most")
    text = text.removeprefix(b"\xef\xbb\xbf")
    if not text.strip():
        raise BadPayload(f"{agent}: the event is empty")
    told = parse_json(text, agent, EVENT_DEPTH, mend=True)  # half an emoji does not get anybody past a guard
    if not isinstance(told, dict):
        raise BadPayload(f"{agent}: wanted a JSON object, got {kind_of(told)}")
    return told


def at(told: Json, paths: str) -> Json:
    """What is found at the first of the paths (`a.b|c.0`) that leads to something; None where none does."""
    for path in _paths_in(paths):
        value = told
        for step in path:
            if isinstance(value, dict):
                value = value.get(step)
            elif isinstance(value, list) and step.isdigit() and int(step) < len(value):
                value = value[int(step)]
            else:
                value = None
        if value is not None:
            return value
    return None


@lru_cache(PATHS)
def _paths_in(paths: str) -> tuple[tuple[str, ...], ...]:
    """The steps of each."""
    return tuple(tuple(path.split(".")) for path in paths.split("|"))


def _common(dialect: RowDialect, told: dict[str, Json]) -> dict[str, Json]:
    found: dict[str, Json] = {"agent": dialect.agent}
    for key, paths in dialect.common.items():
        value = at(told, paths)
        if isinstance(value, str):
            found[key] = value
    inside = {key: at(told, path) for key, path in dialect.subagent.items()}
    if any(isinstance(each, str) for each in inside.values()):
        found["subagent"] = inside
    found["native"] = told
    return found


def read_call(event: HeardEvent, where: CallAt) -> None:
    """Read the calls of an event into it. Raises BadCall."""
    told, dialect = event.told, event.dialect
    name = where.tool or at(told, where.name)
    if not isinstance(name, str) or not name:
        raise BadCall(event, f"wanted the name of a tool, got {kind_of(name)}")
    if not name.startswith(where.prefix):
        name = where.prefix + name
    if isinstance(where.arguments, str):
        given = at(told, where.arguments)
    else:
        given = {key: told[key] for key in where.arguments if key in told}
    server = at(told, dialect.server) if dialect.server else None
    cwd = event.common.get("cwd", "")
    event.calls = dialect.tools.read(name, given, cwd, server if isinstance(server, str) else None)
    event.output = at(told, where.output) if where.output else None


# what points are told ---------------------------------------------------------------------------------------------

NEUTRAL: Final[Mapping[str, Mapping[str, Json]]] = {  # fields of a point that agents but chibi do not have
    "pre_message": {"prompt": "", "context_name": "", "summary": ""},
    "post_message": {"prompt": "", "response": "", "context_name": ""},
    "pre_system_prompt": {"context_name": "", "summary": ""},
    "post_system_prompt": {"context_name": "", "summary": ""},
    "pre_compact": {"context_name": "", "message_count": 0, "summary": ""},
    "post_compact": {"context_name": "", "message_count": 0, "summary": ""},
    "post_spawn_agent": {"system_prompt": "", "input": "", "model": "", "response": ""},
    "post_turn_failure": {"error": "unknown"},
    "on_notification": {"message": ""},
}
TEXTS: Final = frozenset(("prompt", "response", "message", "error", "details", "summary", "title", "type", "input"))


def payload_of(event: HeardEvent, point: str) -> dict[str, Json]:
    """The payload of a point that is about no tool call."""
    if point == "agent_event":
        common = {key: each for key, each in event.common.items() if key != "native"}
        return {"agent": event.dialect.agent, "event": event.name, "payload": event.told, **common}
    made: dict[str, Json] = dict(NEUTRAL.get(point, {}))
    for key, paths in event.row.fields.items():
        value = at(event.told, paths)
        if value is not None:
            made[key] = text_of(value) if key in TEXTS else value
    if point == "on_start" and "cwd" in event.common:
        made.setdefault("project_root", event.common.get("project_root", event.common["cwd"]))
    return {**made, **event.common}


def permission_of(call: OwnCall, arguments: Json) -> Iterator[tuple[str, dict[str, Json]]]:
    """The permission point of a call's kind, and its payload; nothing where there is none."""
    name = {"tool_name": call.tool}
    match call.kind:
        case _ if call.kind == SHELL:
            yield "pre_shell_exec", {**name, "command": text_in(arguments, "command")}
        case _ if call.kind == READ:
            yield "pre_file_read", {**name, "path": text_in(arguments, "path")}
        case _ if call.kind in (WRITE, EDIT, DELETE):
            yield "pre_file_write", {**name, **_writing(call, arguments)}
        case _ if call.kind == FETCH:
            from chibi_hooks.hooks.tools.permission import why_sensitive  # few calls fetch

            url = text_in(arguments, "url")
            why = why_sensitive(url)
            told: dict[str, Json] = {"safety": "sensitive", "reason": why} if why else {"safety": "public"}
            yield "pre_fetch_url", {**name, "url": url, **told}
        case _ if call.kind == SEARCH:
            yield "pre_fetch_url", {**name, "safety": "no_url", "summary": text_in(arguments, "query")}
        case _ if call.kind == SPAWN:
            model = text_in(arguments, "model")
            prompt = text_in(arguments, "prompt") or text_in(arguments, "message")
            yield "pre_spawn_agent", {"system_prompt": "", "input": prompt, "model": model}


def _writing(call: OwnCall, arguments: Json) -> dict[str, Json]:
    content = arguments.get("content") if isinstance(arguments, dict) else None
    operation = {"operation": "delete" if call.kind == DELETE else "edit"} if call.kind != WRITE else {}
    return {
        "path": text_in(arguments, "path"),
        "content": None if content is None else text_in(arguments, "content"),
        **operation,
    }


# results ----------------------------------------------------------------------------------------------------------

TEXT_FIELDS: Final = ("content", "result", "output", "llmContent", "textResultForLlm", "text_result_for_llm", "error")


def output_text(raw: Json) -> str:
    """The text that the model reads of a result."""
    if isinstance(raw, dict):
        if isinstance(raw.get("stdout"), str):
            return "\n".join(each for each in (raw["stdout"], text_of(raw.get("stderr"))) if each)
        if isinstance(at(raw, "file.content"), str):
            return str(at(raw, "file.content"))
        field_ = _text_field(raw)
        if field_ is not None:
            return output_text(raw[field_])
    if isinstance(raw, list) and raw and all(isinstance(each, dict) and "type" in each for each in raw):
        return "\n".join(text_of(each.get("text")) for each in raw if each.get("text") is not None)
    return text_of(raw)


def with_output(raw: Json, text: str) -> Json:
    """A result in its own form with another text. Raises ValueError where there is not exactly one place for it."""
    if isinstance(raw, str):
        return text
    if isinstance(raw, dict):
        if isinstance(raw.get("stdout"), str):
            return {**raw, "stdout": text, **({"stderr": ""} if "stderr" in raw else {})}
        if isinstance(at(raw, "file.content"), str):
            return {**raw, "file": {**raw["file"], "content": text}}
        field_ = _text_field(raw)
        if field_ is not None:
            return {**raw, field_: with_output(raw[field_], text)}
    if isinstance(raw, list) and all(isinstance(each, dict) and each.get("type") == "text" for each in raw):
        return [{"type": "text", "text": text}]
    raise ValueError("the result has no one text that could be replaced")


def _text_field(raw: Mapping[str, Json]) -> str | None:
    found = [key for key in TEXT_FIELDS if isinstance(raw.get(key), str | list)]
    return found[0] if len(found) == 1 else None
