"""A plugin executable and a payload -> an `Answer`. The protocol is chibi's (spec §2.3).

Rules
-----
* A hook call: no arguments, `CHIBI_HOOK`, the payload as one compact JSON text on stdin (its keys in the payload's
  own order; chibi sorts them). Exit 0 and JSON on stdout is the answer, empty stdout is no opinion, any other text is
  that text as a JSON string.
* Whatever goes wrong in a call is an `Answer` with an error: `exit`, `signal`, `timeout`, `spawn`, `output`, or
  `trust` when something else has taken its place that the user has not trusted.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.process import STDOUT_CAP, Ran, run

if TYPE_CHECKING:
    from chibi_hooks.hooks.trust import Gate

JSON_DEPTH: Final = 128  # chibi's own limit; deeper output counts as text there, and so here
ROLE_VARIABLES: Final = ("CHIBI_HOOK", "CHIBI_HOOK_DATA", "CHIBI_TOOL_NAME", "CHIBI_TOOL_ARGS")  # never inherited


@dataclass(frozen=True, slots=True)
class Identity:
    """Which file this is, and whether it is still the same: the schema cache's key."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PluginTool:
    """One tool of a plugin's schema; `hooks` are the points it answers."""

    name: str
    description: str
    parameters: Json = None
    hooks: tuple[str, ...] = ()
    parallel: bool = True
    flow_control: bool = False
    ends_turn: bool = False
    summary_params: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plugin:
    """An executable that was found fit to run. `place` is its path as the user knows it: `plugins/name`."""

    place: str
    path: str
    identity: Identity
    tools: tuple[PluginTool, ...]

    def is_replaced(self) -> bool:
        """Does another file lie at its path than the one that was asked for its schema?"""
        try:
            about = os.stat(self.path)
        except OSError:
            return True
        now = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
        return now != (self.identity.device, self.identity.inode, self.identity.size, self.identity.mtime_ns)


@dataclass(frozen=True, slots=True)
class Call:
    """What a hook call of any plugin of one home needs besides the payload."""

    environment: Mapping[str, str]
    directory: str
    timeout: float
    gate: Gate | None = field(default=None, compare=False, repr=False)  # of a project's home

    def refusal(self, plugin: Plugin) -> str | None:
        """Why the plugin may not be run, because of what has taken its place; None when it may."""
        if self.gate is None or not plugin.is_replaced():
            return None
        return self.gate.refusal_of_plugin(plugin.place)


def call_hook(
    plugin: Plugin, tool: str, point: str, payload: bytes, call: Call, *, in_environment: bool = False
) -> tuple[Answer, str]:
    """Ask `plugin` about one fire; its answer (named after `tool`) and what it said on stderr.

    `payload` is JSON text; `in_environment` passes it in `CHIBI_HOOK_DATA` instead of on stdin, the form of chibi
    before 0.7.
    """
    if reason := call.refusal(plugin):
        return Answer(tool, "plugin", plugin.place, None, Failure("trust", reason), 0.0), ""
    environment = without_role(call.environment)
    environment["CHIBI_HOOK"] = point
    if in_environment:
        environment["CHIBI_HOOK_DATA"] = payload.decode("utf-8")
    ran = run(
        (plugin.path,),
        stdin=b"" if in_environment else payload,
        environment=environment,
        directory=call.directory,
        timeout=call.timeout,
    )
    error = failure(ran, call.timeout)
    value = None if error else read_answer(ran.stdout)
    answer = Answer(tool, "plugin", plugin.place, value, error, round(ran.seconds * 1000, 3))
    return answer, ran.stderr.decode("utf-8", "replace")


def without_role(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what would tell a plugin that it is called as a hook or a tool."""
    return {name: value for name, value in environment.items() if name not in ROLE_VARIABLES}


def payload_bytes(payload: Json) -> bytes:
    """A payload as plugins get it: compact JSON in UTF-8. Raises ValueError on NaN and infinities."""
    try:
        return json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8")
    except UnicodeEncodeError:  # half of a surrogate pair: only an escape can say it
        return json.dumps(payload, separators=(",", ":"), allow_nan=False).encode("ascii")


def read_answer(stdout: bytes) -> Json:
    """What an exit code of 0 with this output means: None for nothing, a JSON value, or else the text itself."""
    text = stdout.decode("utf-8", "replace").strip()
    if not text:
        return None
    try:
        return strict_json(text)
    except ValueError:
        return text


def failure(ran: Ran, timeout: float) -> Failure | None:
    """What went wrong, or None after an exit code of 0."""
    if ran.end == "exit" and ran.status == 0:
        return None
    said = ran.stderr.decode("utf-8", "replace").strip()
    last = f": {said.splitlines()[-1].strip()[:200]}" if said else ""
    match ran.end:
        case "exit":
            return Failure("exit", f"exit code {ran.status}{last}")
        case "signal":
            return Failure("signal", f"killed by {_signal_name(ran.status)}{last}")
        case "timeout":
            return Failure("timeout", f"no answer within {timeout:g} s; it was stopped{last}")
        case "output":
            return Failure("output", f"more than {STDOUT_CAP} bytes on stdout; it was stopped")
        case "spawn":
            return Failure("spawn", f"could not be started: {ran.reason}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def strict_json(text: str) -> Json:
    """JSON as chibi reads it: no NaN, one document, at most `JSON_DEPTH` deep. Raises ValueError."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if _depth_over(value, JSON_DEPTH):
        raise ValueError("nested too deep")
    return value


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is not JSON")


def _depth_over(value: Json, limit: int) -> bool:
    level = _containers([value])
    for _ in range(limit):
        level = _containers(inner for outer in level for inner in _members(outer))
    return bool(level)


def _containers(values: Iterable[Json]) -> list[Json]:
    return [value for value in values if isinstance(value, dict | list)]


def _members(container: dict[str, Json] | list[Json]) -> Iterable[Json]:
    return container.values() if isinstance(container, dict) else container
