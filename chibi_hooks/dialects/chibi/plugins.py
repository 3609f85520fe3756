"""A plugin executable and a payload -> an `Answer`. The protocol is chibi's (spec §2.3).

Rules
-----
* A hook call: no arguments, `CHIBI_HOOK`, the payload as one compact JSON text on stdin (its keys in the payload's
  own order; chibi sorts them). Exit 0 and one JSON object on stdout is the answer, empty stdout and `null` are no
  opinion. Anything else is a failure where an answer has an effect (chibi takes it for a JSON string, and a guard that
  was cut short for no opinion); what was said stays the answer's value.
* Whatever goes wrong in a call is an `Answer` with an error: `exit`, `signal`, `timeout`, `spawn`, `output`, or
  `trust` when something else has taken its place that the user has not trusted.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.deciding.fold import misfit
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import kind_of, parse_json
from chibi_hooks.hooks.processes.runner import STDOUT_CAP, Ran, run
from chibi_hooks.scheme.reading.opener import Stamp, stamp_of

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.trust import Gate

JSON_DEPTH: Final = 128  # chibi's own limit
REPLACED: Final = "it was exchanged while it was asked, so nobody knows which program that was; look again"
ROLE_VARIABLES: Final = ("CHIBI_HOOK", "CHIBI_HOOK_DATA", "CHIBI_TOOL_NAME", "CHIBI_TOOL_ARGS")  # never inherited


@dataclass(frozen=True, slots=True)
class Identity:
    """Which file this is, and whether it is still the same: the schema cache's key."""

    device: int
    inode: int
    size: int
    mtime_ns: int
    ctime_ns: int
    sha256: str


@dataclass(frozen=True, slots=True)
class PluginTool:
    """One tool of a plugin's schema; `hooks` are the points it answers."""

    name: str
    description: str
    parameters: Json = None
    hooks: tuple[str, ...] = ()
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
        known = self.identity
        return self.stamp() != (known.device, known.inode, known.size, known.mtime_ns, known.ctime_ns)

    def stamp(self) -> Stamp | None:
        """Which file lies at its path; None: none."""
        try:
            return stamp_of(os.stat(self.path))
        except OSError:
            return None


@dataclass(frozen=True, slots=True)
class PluginCall:
    """What a hook call of any plugin of one home needs besides the payload."""

    environment: Mapping[str, str]
    directory: str
    timeout: float
    gate: Gate | None = field(default=None, compare=False, repr=False)  # of a project's home

    def within(self, project: str, timeout: float) -> PluginCall:
        """The same for a call in another project, and for so long."""
        if (project, timeout) == (self.directory, self.timeout):
            return self
        environment = {**self.environment, "CHIBI_PROJECT_ROOT": project}
        return replace(self, environment=environment, directory=project, timeout=timeout)

    def refusal(self, plugin: Plugin) -> str | None:
        """Why the plugin may not be run, because of what has taken its place; None when it may."""
        if self.gate is None or not plugin.is_replaced():
            return None
        return self.gate.refusal_of_plugin(plugin.place)

    def ran(self, plugin: Plugin, stdin: bytes, environment: Mapping[str, str]) -> Ran | str:
        """Run it, where it may be run: what came of it, or why it does not count. One that somebody exchanged between
        the look at it and its end may be another than the one that is trusted."""
        before = None if self.gate is None else plugin.stamp()
        if reason := self.refusal(plugin):
            return reason
        ran = run(
            (plugin.path,),
            stdin=stdin,
            environment=environment,
            directory=self.directory,
            timeout=self.timeout,
            at_terminal=True,
        )
        return ran if self.gate is None or plugin.stamp() == before else REPLACED


def call_hook(
    plugin: Plugin, tool: str, point: str, payload: bytes, call: PluginCall, *, in_environment: bool = False
) -> tuple[Answer, str]:
    """Ask `plugin` about one fire; its answer (named after `tool`) and what it said on stderr.

    `payload` is JSON text; `in_environment` passes it in `CHIBI_HOOK_DATA` instead of on stdin, the form of chibi
    before 0.7.
    """
    environment = without_role(call.environment)
    environment["CHIBI_HOOK"] = point
    if in_environment:
        environment["CHIBI_HOOK_DATA"] = payload.decode("utf-8")
    ran = call.ran(plugin, b"" if in_environment else payload, environment)
    if isinstance(ran, str):
        return Answer(tool, "plugin", plugin.place, None, Failure("trust", ran), 0.0), ""
    error, value = failure(ran, call.timeout), None
    if error is None:
        value, error = read_answer(ran.stdout, binding=POINTS[point].can_modify)
    if error is None and isinstance(value, dict) and (fault := misfit(POINTS[point], value)):
        error = Failure("output", f"its output: {fault}")
    answer = Answer(tool, "plugin", plugin.place, value, error, round(ran.seconds * 1000, 3), strays=ran.strays)
    return answer, ran.stderr.decode("utf-8", "replace")


def without_role(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment without what would tell a plugin that it is called as a hook or a tool."""
    return {name: value for name, value in environment.items() if name not in ROLE_VARIABLES}


def read_answer(stdout: bytes, *, binding: bool = True) -> tuple[Json, Failure | None]:
    """What an exit code of 0 with this output means: a JSON value (None: no opinion), or the text itself; and what is
    wrong with it, where an answer is `binding`: it is not one JSON object."""
    text = stdout.decode("utf-8", "replace").strip()
    if not text:
        return None, None
    try:
        value = parse_json(stdout.strip(), "its output", JSON_DEPTH)
    except BadPayload as error:
        return text, Failure("output", str(error)) if binding else None
    if binding and value is not None and not isinstance(value, dict):
        return value, Failure("output", f"its output: wanted a JSON object, got {kind_of(value)}")
    return value, None


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
        case "spawn" | "busy":
            return Failure(ran.end, f"could not be started: {ran.reason}")
        case "ended":
            return Failure("ended", f"it was stopped: the host is about to end{last}")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
