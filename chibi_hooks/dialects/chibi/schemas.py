"""`PLUGIN --schema` -> `PluginTool`s (spec §2.2), kept by file identity so that a start does not run every plugin
again.

Rules
-----
* A time limit holds for `--schema` too (chibi has none).
* An object is one tool, an array several; an invalid member is a `Notice` and the rest stays.
* A failure is not kept: its cause (a missing interpreter, say) may lie outside the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final

from chibi_hooks.dialects.chibi.plugins import JSON_DEPTH, Identity, PluginCall, PluginTool, failure, without_role
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload, did_you_mean
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.homes.keeping import keep_file
from chibi_hooks.hooks.payload import parse_json
from chibi_hooks.hooks.processes.runner import run
from chibi_hooks.scheme.reading.opener import read_file

SCHEMA_WORKERS: Final = 8  # plugins asked at once: they mostly wait for an interpreter to start
TOLD: Final = 10  # mistakes of one schema that are told one by one
LONGEST_NAME: Final = 200  # characters; it stands in the journal with each answer
LARGEST: Final = 64 << 20  # bytes of the kept file; a schema has some hundred
CACHE_FORMAT: Final = 2  # raise when the shape of the kept file changes


def ask_all(plugins: Sequence[tuple[str, str]], call: PluginCall) -> list[tuple[Json, str]]:
    """The schema of each plugin, or why it has none; several at once."""
    if len(plugins) < 2:
        return [_ask(path, call) for _, path in plugins]
    from concurrent.futures import ThreadPoolExecutor  # only when several plugins are new

    with ThreadPoolExecutor(SCHEMA_WORKERS) as pool:
        return list(pool.map(lambda each: _ask(each[1], call), plugins))


def _ask(path: str, call: PluginCall) -> tuple[Json, str]:
    environment = without_role(call.environment)
    ran = run((path, "--schema"), environment=environment, directory=call.directory, timeout=call.timeout)
    if error := failure(ran, call.timeout):
        return None, f"--schema: {error.message}"
    try:
        return parse_json(ran.stdout, "its output", JSON_DEPTH), ""
    except BadPayload as problem:
        shown = ran.stdout.decode("utf-8", "backslashreplace").strip()[:60] or "nothing"
        return None, f"--schema: wanted a JSON object or an array of them, got {shown} ({problem})"


def read_tools(place: str, schema: Json, points: Sequence[str], notices: list[Notice]) -> Iterator[PluginTool]:
    """The tools that a schema defines; what is wrong with it is added to `notices`."""
    members = schema if isinstance(schema, list) else [schema]
    if not members:
        notices.append(Notice(place, "--schema: an empty array; it defines no tool"))
    wrong: list[str] = []
    for number, member in enumerate(members, 1):
        where = f"--schema: tool {number}: " if isinstance(schema, list) else "--schema: "
        warnings: list[str] = []
        try:
            yield _tool(member, points, warnings)
        except ValueError as problem:
            warnings.append(str(problem))
        wrong += [where + warning for warning in warnings]
    if len(wrong) > TOLD:
        wrong[TOLD:] = [f"--schema: {len(wrong) - TOLD} mistakes more"]
    notices += [Notice(place, each, missing="*") for each in wrong]  # at which points it would answer nobody knows


def _tool(member: Json, points: Sequence[str], warnings: list[str]) -> PluginTool:
    if not isinstance(member, dict):
        raise ValueError(f"wanted an object, got {json.dumps(member)[:60]}")
    for name in ("name", "description"):
        if not isinstance(member.get(name), str):
            raise ValueError(f'"{name}" must be a string')
    if not (0 < len(member["name"]) <= LONGEST_NAME and member["name"].isprintable()):
        raise ValueError(f'"name" must have 1 to {LONGEST_NAME} characters that can be printed')
    return PluginTool(
        member["name"],
        member["description"],
        member.get("parameters"),
        tuple(_hooks(member.get("hooks"), points, warnings)),
        tuple(name for name in _list(member.get("summary_params")) if isinstance(name, str)),
    )


def _list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _hooks(value: Json, points: Sequence[str], warnings: list[str]) -> Iterator[str]:
    if value is not None and not isinstance(value, list):
        warnings.append('"hooks" must be an array of hook point names')
    for name in dict.fromkeys(name for name in _list(value) if isinstance(name, str)):
        if name in points:
            yield name
        else:
            warnings.append(f'unknown hook point "{name}"{did_you_mean(name, points)}')


class SchemaCache:
    """Schemas by the identity of the executable, in one file of the state directory; a file that is not ours to trust
    is ignored."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.entries: dict[str, Json] = self._read() if path else {}
        self.changed = False

    def get(self, path: str, identity: Identity) -> Json | None:
        """The schema that `path` gave when it was this very file."""
        entry = self.entries.get(path)
        if isinstance(entry, dict) and entry.get("identity") == asdict(identity):
            return entry.get("schema")
        return None

    def put(self, path: str, identity: Identity, schema: Json) -> None:
        self.entries[path] = {"identity": asdict(identity), "schema": schema}
        self.changed = True

    def save(self) -> None:
        """Write what was learnt; a state directory that cannot be written only costs time at the next start."""
        if not self.changed or self.path is None:
            return
        self.entries = {path: entry for path, entry in self.entries.items() if os.path.exists(path)}
        with suppress(OSError):
            keep_file(self.path, json.dumps({"format": CACHE_FORMAT, "schemas": self.entries}).encode())

    def _read(self) -> dict[str, Json]:
        assert self.path is not None
        try:
            about = self.path.stat()
            if about.st_uid != os.getuid() or about.st_mode & 0o022:
                return {}
            data = json.loads(read_file(self.path, LARGEST))
        except (OSError, ValueError, RecursionError):
            return {}
        entries = data.get("schemas") if isinstance(data, dict) and data.get("format") == CACHE_FORMAT else None
        return entries if isinstance(entries, dict) else {}
