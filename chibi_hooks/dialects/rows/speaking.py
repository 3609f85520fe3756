"""A point and its payload -> the event that an agent would send for it: reading.py backwards."""

from __future__ import annotations

from typing import Final

from chibi_hooks.dialects.rows.dialect import RowDialect
from chibi_hooks.dialects.rows.matrix import points_of
from chibi_hooks.dialects.rows.row import EventRow
from chibi_hooks.dialects.rows.tools import FETCH, READ, SHELL, SPAWN, WRITE
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest

OF_POINT: Final = {  # a permission point -> the kind of call it is about, and the arguments that its payload has
    "pre_shell_exec": (SHELL, ("command",)),
    "pre_file_read": (READ, ("path",)),
    "pre_file_write": (WRITE, ("path", "content")),
    "pre_fetch_url": (FETCH, ("url",)),
    "pre_spawn_agent": (SPAWN, ()),
}


def event_for(dialect: RowDialect, point: str, payload: Json) -> tuple[str, dict[str, Json]]:
    """The event's name, and the event. Raises BadRequest where the agent has none for this."""
    if not isinstance(payload, dict):
        raise BadRequest(f"{point}: wanted a JSON object as the payload")
    row = next((row for row in dialect.rows if point in points_of(row) and point != "agent_event"), None)
    if row is None:
        raise BadRequest(f"{dialect.agent} has no event that fires {point}; `chibi-hooks points --agents` has them all")
    event: dict[str, Json] = {}
    _put(event, dialect.names[0], row.event)
    for key, paths in dialect.common.items():
        if key in payload and not isinstance(payload[key], dict):
            _put(event, paths.partition("|")[0], payload[key])
    for key, value in row.when.items():
        _put(event, key, "" if value is None else value)
    for key, paths in row.fields.items():
        if key in payload:
            _put(event, paths.partition("|")[0], payload[key])
    if row.call is not None:
        _put_call(dialect, row, point, payload, event)
    return row.event, event


def _put_call(dialect: RowDialect, row: EventRow, point: str, payload: dict[str, Json], event: dict[str, Json]) -> None:
    where = row.call
    assert where is not None, "asked for rows with a call"
    kind = str(payload.get("tool_name", SHELL))
    arguments = payload.get("arguments")
    if point in OF_POINT:
        kind, keys = OF_POINT[point]
        arguments = {key: payload[key] for key in keys if payload.get(key) is not None}
        if kind == SPAWN:
            arguments = {"prompt": payload.get("input", "")}
    own = where.tool or next((name for name, each in dialect.tools.names.items() if each == kind), kind)
    if kind.startswith("mcp:"):
        server, _, tool = kind.removeprefix("mcp:").partition("/")
        own = f"mcp__{server}__{tool}"
    if isinstance(arguments, dict):
        names = {key: next(iter(own_keys), key) for key, own_keys in dialect.tools.keys.items()}
        arguments = {names.get(key, key): value for key, value in arguments.items()}
    _put(event, where.name.partition("|")[0], own)
    if isinstance(where.arguments, str):
        _put(event, where.arguments.partition("|")[0], arguments)
    elif isinstance(arguments, dict):
        event.update(arguments)
    result = payload.get("result", payload.get("output", payload.get("error")))
    if where.output and result is not None:
        _put(event, where.output.partition("|")[0], result)


def _put(event: dict[str, Json], path: str, value: Json) -> None:
    *outer, last = path.split(".")
    holder = event
    for step in outer:
        if step.isdigit():
            return  # a list of the agent's own
        holder = holder.setdefault(step, {})
    if isinstance(holder, dict) and not last.isdigit():
        holder[last] = value
