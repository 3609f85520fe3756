"""A hook point and a payload -> a `Fire`: all responders asked, their answers folded into one outcome. The door for
programs.

    with Host.open(home=".chibi") as host:
        fire = host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": {"command": "ls"}})
        if fire.outcome.block:
            print(fire.outcome.message)

Rules (DESIGN §4)
-----
* Every responder of a fire gets the same payload; nothing is chained. Plugins answer first, then Scheme hooks.
* Nothing that a responder does is raised here: it is an answer with an error. What is raised is the caller's fault
  (BadRequest: an unknown point, a payload that is not what the point takes) or the home's (ConfigError, at `open`).
* At a permission point any denial denies; without one the permission handler decides; without a handler the answer is
  no.
"""

from __future__ import annotations

import contextvars
import os
import time
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Self

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.calling import MadeCall, ToolCall, call_tool, context_of, enter_fire, leave, with_stack
from chibi_hooks.hooks.errors import BadPayload, BadRequest, UnknownPoint
from chibi_hooks.hooks.fold import NO_HANDLER, REFUSED, Folded, Step, fold, refusal, settle
from chibi_hooks.hooks.generation import Generation, Responders, SchemeHook, load_generation
from chibi_hooks.hooks.home import Given, Homes, Notice, Surroundings, find_homes
from chibi_hooks.hooks.identity import Identities
from chibi_hooks.hooks.plugins import payload_bytes
from chibi_hooks.hooks.point import Point, find
from chibi_hooks.hooks.recorder import Recorder, recorder_for
from chibi_hooks.hooks.reentrancy import firing
from chibi_hooks.hooks.tools import Offered, Tool, collect_tools, python_tools

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from chibi_hooks.hooks.reload import Reloader
    from chibi_hooks.hooks.status import Reloaded, Status
    from chibi_hooks.hooks.watch import Watcher

AFIRE_THREADS: Final = 16  # fires under way at once for asyncio programs; a thread mostly waits for a plugin

PermissionHandler = Callable[[str, Mapping[str, Json]], bool | str]
"""Point and payload -> True (allow), False (deny) or a text (deny, with that reason)."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A responder that was not asked, and why."""

    responder: str
    reason: str

    def to_json(self) -> dict[str, Json]:
        """`{"responder": …, "reason": …}`."""
        return {"responder": self.responder, "reason": self.reason}


@dataclass(slots=True, eq=False)
class Fire:
    """One event's whole journey: what was asked, what was answered, and what it came to."""

    id: str
    generation: int
    payload: Mapping[str, Json]
    answers: Sequence[Answer]
    skipped: Sequence[Skipped]
    folded: Folded
    missing: Sequence[str]  # documented payload fields that were not there
    said: Sequence[tuple[str, str]]  # responder and what it wrote to stderr
    ms: float
    calls: Sequence[MadeCall] = ()  # of tools, by Scheme hooks

    @property
    def point(self) -> str:
        """The name of the hook point."""
        return self.folded.point.wire

    @property
    def outcome(self) -> Any:
        """The outcome as an object: every field of the point can be read, those that nobody set have their default."""
        return self.folded.outcome

    @property
    def steps(self) -> Sequence[Step]:
        """The fold, step by step."""
        return self.folded.steps

    def to_json(self) -> dict[str, Json]:
        """The object that `chibi-hooks fire --json` prints (DESIGN §12)."""
        return {
            "fire": self.id,
            "point": self.point,
            "generation": self.generation,
            "outcome": dict(self.folded.values),
            "answers": [answer.to_json() for answer in self.answers],
            "skipped": [each.to_json() for each in self.skipped],
            "ms": self.ms,
        }


class Host:
    """A running hook host; make one with `Host.open`, close it with `close` or a `with` statement. Threads may share
    it."""

    def __init__(
        self,
        generation: Generation,
        permission_handler: PermissionHandler | None,
        recorder: Recorder | None = None,
        own_tools: Mapping[str, Tool] | None = None,
    ) -> None:
        self._generation = generation
        self._permission_handler = permission_handler
        self._own_tools = own_tools or {}
        self._tools: tuple[weakref.ref[Generation], dict[str, Tool]] | None = None  # of the generation asked for last
        self.recorder = recorder
        self.recorded_calls: Callable[[str, str, Any], ToolCall] | None = None  # what answers call-tool in a replay
        self._identities = Identities()
        self._pool: ThreadPoolExecutor | None = None
        self._closed = False
        self._forgotten: weakref.finalize[[], Host] | None = None
        self._find: Callable[[], Homes]  # set by `open`, for reloads
        self._around: Surroundings
        self._reloader: Reloader | None = None
        self._watcher: Watcher | None = None

    @classmethod
    def open(
        cls,
        home: Given = None,
        *,
        permission_handler: PermissionHandler | None = None,
        tools: Mapping[str, Offered] | None = None,
        watch: bool = False,
        around: Surroundings | None = None,
        fresh: bool = False,
        record: bool | str | os.PathLike[str] = True,
    ) -> Host:
        """Load the plugins and hook files of `home` (default: the homes that count in the working directory).

        `tools` are functions that agents and Scheme files may call by these names (tools.py: `Offered`);
        `around` replaces this process's environment and directories; `fresh` asks every plugin for its schema again;
        `record` says whether fires are journaled (recorder.py), and where when it is a path; `watch` follows what is
        saved: every change is live within a blink (reload.py).
        Raises ConfigError, and BadRequest for what cannot be a tool. What else cannot be loaded is in `notices`, and
        does not stop the rest.
        """
        own = python_tools(tools) if tools else None
        around = around or Surroundings.of_process()
        homes = find_homes(around, home)
        generation = load_generation(1, homes, around, fresh=fresh)
        host = cls(generation, permission_handler, recorder_for(generation, homes, around, record), own)
        if host.recorder is not None:
            host._forgotten = weakref.finalize(host, host.recorder.close)  # for programs that forget to close it
        host._find = lambda: find_homes(around, home)
        host._around = around
        if watch:
            host._watch()
        return host

    @property
    def generation(self) -> Generation:
        """What is loaded."""
        return self._generation

    @property
    def notices(self) -> Sequence[Notice]:
        """What could not be loaded, and why; also of files whose last good version is live."""
        return self.notices_of(self._generation)

    def notices_of(self, generation: Generation) -> Sequence[Notice]:
        """The same, with what was left out of a certain generation."""
        there = generation.notices
        stale = self._reloader.status.errors if self._reloader is not None else ()
        return (*there, *(notice for notice in stale if notice not in there))

    @property
    def status(self) -> Status:
        """What is live, since when, and what is wrong on disk as of the last look."""
        status = self.reloader.status
        if self._watcher is None:
            return status
        return replace(status, watching=self._watcher.mode, notice=self._watcher.notice)

    @property
    def reloader(self) -> Reloader:
        """What makes the next generation; `reloader.listeners` hear of every one."""
        if self._reloader is None:
            from chibi_hooks.hooks.reload import Reloader  # brings the engine, and few hosts reload

            self._reloader = Reloader(self._generation, self._find, self._around, self._go_on_with)
        return self._reloader

    def reload(self) -> Reloaded | None:
        """Look at the disk now and load what has changed; None when there is nothing new."""
        return self.reloader.look()

    def rollback(self) -> Reloaded:
        """Bring back what the generation before this one had. Raises BadRequest when there is none."""
        return self.reloader.rollback()

    def _go_on_with(self, generation: Generation) -> None:
        self._generation = generation
        if self.recorder is not None:
            self.recorder.note(generation)

    def _watch(self) -> None:
        from chibi_hooks.hooks.watch import Watcher  # watchdog costs 30 ms of a start, and few hosts watch

        self._watcher = Watcher(self.reloader)
        self._watcher.start()

    def fire(self, point: str, payload: Mapping[str, Json]) -> Fire:
        """Ask every responder of `point`, fold their answers.

        Raises UnknownPoint, or BadPayload when the payload is not a JSON object or a documented field has a wrong type.
        """
        if self._generation.has_replaced_plugin(point):
            self.reload()  # what lies there now is asked for its schema
        return self.fire_in(self._generation, point, payload)

    def fire_in(self, generation: Generation, point: str, payload: Mapping[str, Json]) -> Fire:
        """`fire` with the responders of a certain generation: what a fire sets off stays with those it began with."""
        started = time.perf_counter()
        if self._closed:
            raise BadRequest("this Host is closed")
        responders = generation.responders.get(point)
        if responders is None:
            find(point)
            raise UnknownPoint(f'there is no hook point "{point}" in this generation')
        missing = responders.point.admit(payload)
        answers: list[Answer] = []
        skipped: Sequence[Skipped] = [Skipped(n.place, n.reason) for n in generation.notices]
        said: Sequence[tuple[str, str]] = ()
        if responders.plugins:
            said = _ask_plugins(responders, payload, answers)
        nested = False
        calls: Sequence[MadeCall] = ()
        asked: Sequence[SchemeHook] = ()
        if responders.scripts:
            with firing(point) as nested:
                if nested:
                    skipped = [*skipped, *_nested(responders)]
                else:
                    asked, others = _for_context(responders.scripts, payload)
                    skipped = [*skipped, *others] if others else skipped
                    chain = enter_fire(self, generation, payload)
                    try:
                        for hook in asked:
                            answers.append(hook.answer(payload))
                    finally:
                        calls = leave(chain)
        if responders.broken:
            answers += responders.broken
        counted = _with_denials(responders, answers, asked) if responders.denies else answers
        folded = fold(responders.point, payload, counted)
        if responders.point.permission:
            folded = self._ask_permission(generation, folded, payload)
        ms = round((time.perf_counter() - started) * 1000, 3)
        fire = Fire(
            self._identities.next(), generation.number, payload, answers, skipped, folded, missing, said, ms, calls
        )
        if self.recorder is not None:
            self.recorder.record(fire, nested=nested, handler=self._permission_handler is not None)
        return fire

    async def afire(self, point: str, payload: Mapping[str, Json]) -> Fire:
        """`fire` for asyncio programs: it runs on a thread of this host's own, so the loop is never blocked."""
        if self._closed:
            raise BadRequest("this Host is closed")
        import asyncio  # costs 40 ms of a cold start; whoever gets here has it
        from concurrent.futures import ThreadPoolExecutor

        if self._pool is None:
            self._pool = ThreadPoolExecutor(AFIRE_THREADS, "chibi-hooks-fire")
        call = contextvars.copy_context()  # the chain of fires under way goes along
        return await asyncio.get_running_loop().run_in_executor(self._pool, call.run, self.fire, point, payload)

    @property
    def tools(self) -> Mapping[str, Tool]:
        """Every tool that can be called now, by name: built-in, of plugins, of Scheme files, of the program."""
        return self.tools_of(self._generation)

    def tools_of(self, generation: Generation) -> Mapping[str, Tool]:
        """The tools of a certain generation."""
        known = self._tools
        if known is None or known[0]() is not generation:
            known = self._tools = weakref.ref(generation), collect_tools(generation, self._own_tools)
        return known[1]

    def call_tool(self, name: str, arguments: Mapping[str, Json] | None = None, *, context: str = "") -> ToolCall:
        """Call a tool as an agent does: hooks fire, permission is asked, and the output passes the hooks.

        `context` is for whom: it decides about virtual files and is `%context-name%` in Scheme. A tool that fails is a
        ToolCall that says so. Raises UnknownTool, and BadPayload for arguments that are no JSON object.
        """
        if self._closed:
            raise BadRequest("this Host is closed")
        from chibi_hooks.hooks.alist import fault_in  # it brings the engine's data

        given = {} if arguments is None else dict(arguments)
        if fault := fault_in(given):
            raise BadPayload(f"{name}: {fault.removeprefix('payload.')}")
        return with_stack(lambda: call_tool(self, self._generation, name, given, context))

    def close(self) -> None:
        """Let everything go; a fire under way ends first."""
        if self._closed:
            return
        self._closed = True
        if self._watcher is not None:
            self._watcher.stop()
        if self._pool is not None:
            self._pool.shutdown(wait=True)
        if self.recorder is not None:
            self.recorder.close()
        if self._forgotten is not None:
            self._forgotten.detach()  # the collector comes by wherever it likes, also where a Stop is on its way
        self._generation.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ask_permission(self, generation: Generation, folded: Folded, payload: Mapping[str, Json]) -> Folded:
        """What a permission point comes to: a denial stands; otherwise the handler decides, and without one it is
        no."""
        if folded.values.get("denied") is True:
            return folded
        if self._permission_handler is None:
            if generation.permission == "allow":
                return settle(folded, {"denied": False}, 'allowed: permission = "allow" in chibi-hooks.toml')
            return _settle_denial(folded, NO_HANDLER)
        try:
            verdict = self._permission_handler(folded.point.wire, payload)
        except Exception as error:
            return _settle_denial(folded, f"the permission handler failed: {type(error).__name__}: {error}")
        if verdict is True:
            return settle(folded, {"denied": False}, "allowed by the permission handler")
        return _settle_denial(folded, verdict if isinstance(verdict, str) and verdict else REFUSED)


def _settle_denial(folded: Folded, reason: str) -> Folded:
    return settle(folded, refusal(folded.point, reason) or {}, f"denied: {reason}")


def _ask_plugins(
    responders: Responders, payload: Mapping[str, Json], answers: list[Answer]
) -> Sequence[tuple[str, str]]:
    """Add the plugins' answers; gives what they wrote to stderr."""
    point = responders.point.wire
    try:
        text = payload_bytes(payload)
    except (TypeError, ValueError, RecursionError) as error:
        raise BadPayload(f"{point}: the payload cannot be written as JSON: {error}") from None
    said: list[tuple[str, str]] = []
    for hook in responders.plugins:
        answer, stderr = hook.answer(point, text)
        answers.append(answer)
        if stderr:
            said.append((hook.responder, stderr))
    return said


def _nested(responders: Responders) -> list[Skipped]:
    reason = f"{responders.point.wire} fired again from inside a Scheme hook at {responders.point.wire}"
    return [Skipped(hook.responder, reason) for hook in responders.scripts]


def _for_context(
    scripts: Sequence[SchemeHook], payload: Mapping[str, Json]
) -> tuple[Sequence[SchemeHook], Sequence[Skipped]]:
    """The hooks that answer for the context of this payload, and the others."""
    for hook in scripts:
        if hook.audience is not None:
            break
    else:
        return scripts, ()
    context = context_of(payload)
    others = [hook for hook in scripts if hook.audience is not None and context not in hook.audience]
    reason = f"it does not answer for {f'the context {context}' if context else 'a fire without a context'}"
    return [hook for hook in scripts if hook not in others], [Skipped(hook.responder, reason) for hook in others]


def _with_denials(responders: Responders, answers: Sequence[Answer], asked: Sequence[SchemeHook]) -> Sequence[Answer]:
    """The answers as the fold shall see them: a failure that is configured to deny has become a refusal."""
    denies = [hook.denies for hook in responders.plugins] + [hook.denies for hook in asked]
    denies += [True] * len(responders.broken)
    return [
        _denial(responders.point, answer, answer.error) if answer.error and denying else answer
        for answer, denying in zip(answers, denies, strict=True)
    ]


def _denial(point: type[Point], answer: Answer, error: Failure) -> Answer:
    reason = f'{answer.responder} failed ({error.message}) and on_failure = "deny"'
    return answer._replace(error=None, value=refusal(point, reason))
