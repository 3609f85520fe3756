"""A tool's name and arguments -> a `ToolCall`: hooks asked, permission given, the tool run, its output passed on.

Rules (spec/chibi.md §1.3, DESIGN §8)
-----
* Order: `pre_tool`; the permission point of the tool's category; `pre_vfs_write`; the tool; `pre_tool_output`;
  `post_tool_output`; `post_tool`; `post_vfs_write` when something was written. A blocked or denied call skips what
  stands between, and its message is the output.
* Everything that is caused by one call from outside is one `Chain`: nested calls see the same generation and context,
  are at most `DEPTH` deep and end within `SECONDS`.
* The chain is a context variable: it follows a call into `asyncio.to_thread` and tasks, and two threads do not see
  each other. So what asking.py marks in it, so that no hook sets itself off for ever, ends with the fire, however that
  ends: also by a Ctrl-C, which Python raises after any call and at the beginning of any function. So whoever sets it
  does so inside the `try` whose `finally` sets what there was, with nothing called before that.
* A long output of a call from outside is cached where the home wants it (caching.py), after `pre_tool_output`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.homes.virtual_paths import is_virtual
from chibi_hooks.hooks.tools.permission import question_about, text_of
from chibi_hooks.hooks.tools.tool import Caller, Result, Tool, failed
from chibi_hooks.inlined import inlined
from chibi_hooks.spacious import spacious

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.hooks.fire import Fire
    from chibi_hooks.hooks.homes.vfs import Vfs

DEPTH: Final = 16  # tools that call each other; a real chain is two or three long
SECONDS: Final = 120.0  # for everything that one call from outside sets off; a plugin alone may take 30
MOST_CALLS: Final = 50  # of tools by the hooks of one fire, that are recorded; a real hook makes one or two
NONE_COUNTED: Final = (None, 0, 0)
KEPT: Final = 64 << 10  # characters of their arguments and outputs; a fire of 256 KB is cut and cannot be replayed
NO_POINTS: Final[frozenset[str]] = frozenset()
INHERITED: Final = ("session_id", "cwd", "project_root")
NO_PAYLOAD: Final[Mapping[str, Json]] = MappingProxyType({})
FRAMES: Final = 400  # of Python's stack that a nested call may need; with fewer left it gets a stack of its own

T = TypeVar("T")
CallStatus = Literal["done", "blocked", "denied", "failed"]


class UnknownTool(BadRequest):
    """There is no tool of that name, or not for this context."""


class Firing(Protocol):
    """What calls need of whoever fires: one generation of a host."""

    @property
    def host(self) -> object:
        """Who fires: calls of two hosts are no chain."""

    @property
    def tools(self) -> Mapping[str, Tool]:
        """What can be called, by name."""

    @property
    def project(self) -> Path:
        """The project's directory."""

    @property
    def vfs(self) -> Vfs | None:
        """The virtual files, if there is a home to keep them."""

    @property
    def cache_output_over(self) -> int:
        """Bytes over which an output goes to the cache; 0: never."""

    def fire(self, point: str, payload: dict[str, Json]) -> Fire:
        """Ask the hooks of this generation. Raises BadRequest."""

    def follow(self, path: str) -> Sequence[str]:
        """A virtual file was written or deleted: if it is a hook file, make it live; gives what is wrong with it."""

    @property
    def replays(self) -> bool:
        """Does a recording answer?"""

    @property
    def declared(self) -> Mapping[str, Any]:
        """The commands that homes declare (knowing/declared.py), by name."""

    @property
    def known(self) -> Callable[[Chain, str, str, dict[str, Json]], Json]:
        """What the host knows (knowing/knowledge.py), for this hook file in a fire, by question and what that says. It
        raises BadRequest."""

    def recorded(self, script: str, tool: str, arguments: Any) -> ToolCall | None:
        """What this call of a hook file got then, in a replay. Raises BadRequest when that is not known."""


class Chain:
    """One call from outside with all that it sets off: who fires, for whom, the account that all of it draws from, the
    tools that are running (outermost first), the points whose fires would set themselves off, and the calls that hooks
    of this fire have made.
    """

    # no dataclass: every fire makes one
    __slots__ = ("_counted", "account", "calls", "context", "firing", "known", "payload", "points", "tools")

    def __init__(
        self, firing: Firing, context: str, account: Account, tools: tuple[str, ...], points: frozenset[str]
    ) -> None:
        self.firing = firing
        self.context = context
        self.account = account
        self.tools = tools
        self.points = points
        self.calls: list[MadeCall] = []
        self.payload: Mapping[str, Json] = NO_PAYLOAD  # of the fire under way
        self.known: dict[str | bytes, Json] | None = None  # what responders of this fire were told that stays so
        self._counted: tuple[list[MadeCall] | None, int, int] = NONE_COUNTED  # of these calls, so many, their size

    def marked(self, point: str) -> Chain:
        """The same, with a point that is firing."""
        other = Chain(self.firing, self.context, self.account, self.tools, self.points | {point})
        other.calls = self.calls
        other.payload = self.payload
        return other

    def note(self, call: MadeCall, size: int = 0) -> None:
        """Remember a call for the recorder, as long as there is room; a large one only as having been made. `size`: its
        own, where that is known."""
        calls = self.calls
        if len(calls) < MOST_CALLS:
            counted, begin, taken = self._counted
            if counted is not calls:
                begin = taken = 0
            for each in calls[begin:]:
                taken += each.size
            own = size or call.size
            if taken + own > KEPT:
                call = MadeCall(call.script, call.tool, None, "unkept", "", None)
                own = call.size
            calls.append(call)
            self._counted = calls, len(calls), taken + own


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool: `output` is what the model reads, `error` why there is no result."""

    tool: str
    arguments: Json  # as hooks left them
    status: CallStatus
    output: str
    error: str | None = None
    said: str = ""  # on stderr
    fires: tuple[Fire, ...] = field(default=(), repr=False)
    ms: float = 0.0

    def to_json(self) -> dict[str, Json]:
        """The object that `chibi-hooks tool --json` prints."""
        shown = ("tool", "arguments", "status", "output", "error", "ms")
        return {name: getattr(self, name) for name in shown}


_new: Final = object.__new__
CURRENT: Final[ContextVar[Chain | None]] = ContextVar("chibi_hooks_chain", default=None)


def current_chain() -> Chain | None:
    """The chain that this code runs in, if it is in a fire or a tool call."""
    return CURRENT.get()


def chain_of_fire(
    outer: Chain | None, firing: Firing, payload: Mapping[str, Json], now: float | None = None
) -> Chain:
    """A fire's part of the chain that it is in, or the first of a new one. Its context is that which the payload names,
    else that of the chain, else none."""
    if outer is None:
        return outermost(firing, payload, time.monotonic() if now is None else now)
    context = context_in(payload)
    if context is None:
        context = outer.context
    if outer.firing.host is firing.host:
        chain = Chain(outer.firing, context, outer.account, outer.tools, outer.points)
    else:
        chain = Chain(firing, context, Account(SECONDS, now), (), outer.points)
    chain.payload = inherited(outer.payload, payload)
    return chain


@inlined
def outermost(firing: Firing, payload: Mapping[str, Json], now: float) -> Chain:
    """The first of a new chain, with its account; `now`: by the monotonic clock."""
    context = ""
    if "context_name" in payload or "caller" in payload:
        context = context_in(payload) or ""
    account = _new(Account)  # and filled, as the chain: every fire comes by, and constructors take twice as long
    account.drawn = 0.0
    account.shares = None
    account.seconds = SECONDS
    account.deadline = now + SECONDS
    chain = _new(Chain)
    chain.firing = firing
    chain.context = context
    chain.account = account
    chain.tools = ()
    chain.points = NO_POINTS
    chain.calls = []
    chain.payload = payload
    chain.known = None
    chain._counted = NONE_COUNTED
    return chain


def context_in(payload: Mapping[str, Json]) -> str | None:
    """The context that a payload names, if it does."""
    context = payload.get("context_name")
    if context is None:
        context = payload.get("caller")
    return context if isinstance(context, str) else None


def inherited(outer: Mapping[str, Json], payload: Mapping[str, Json]) -> Mapping[str, Json]:
    """A payload with what it has from that of the fire that set it off: in which session, and where."""
    told = {name: outer[name] for name in INHERITED if name in outer}
    return {**told, **payload} if told else payload


def nested_call(name: str, arguments: Json) -> ToolCall:
    """Call a tool from inside a fire or a tool, on a stack that is long enough.

    Raises UnknownTool, and BadRequest outside of any call or when the chain is too deep or has lasted too long.
    """
    chain = CURRENT.get()
    if chain is None:
        raise BadRequest("no active call context: hooks and tools call tools, not a file while it is loaded")
    return with_stack(lambda: call_tool(chain.firing, name, arguments, chain.context))


def call_tool(firing: Firing, name: str, arguments: Json, context: str) -> ToolCall:
    """Call a tool by the rules above. Raises UnknownTool and BadRequest."""
    further_out = outer = CURRENT.get()
    points = outer.points if outer is not None else NO_POINTS
    if outer is not None and outer.firing.host is not firing.host:
        outer = None
    running = outer.tools if outer is not None else ()
    if len(running) >= DEPTH:
        raise BadRequest(f"tools call each other more than {DEPTH} deep: {_shown((*running, name))}")
    account = outer.account if outer is not None else Account(SECONDS)
    if account.left < 0:
        raise BadRequest(f"this chain of calls has lasted more than {SECONDS:g} seconds: {_shown((*running, name))}")
    tool = find_tool(firing.tools, name, context)
    chain = Chain(firing, context, account, (*running, name), points)
    if outer is not None:
        chain.payload = outer.payload
    try:
        CURRENT.set(chain)
        return _Travel(firing, tool, context, account, outermost=outer is None).go(arguments)
    finally:
        CURRENT.set(further_out)


def find_tool(tools: Mapping[str, Tool], name: str, context: str) -> Tool:
    """The tool of that name. Raises UnknownTool with a near name."""
    tool = tools.get(name)
    if tool is None:
        near = did_you_mean(name[:64], tools) or "; `chibi-hooks list --tools` lists them"
        raise UnknownTool(f"unknown tool: {name[:64]}{near}")
    if tool.audience is not None and context not in tool.audience:
        mine = f"the context {context}" if context else "a call without a context"
        raise UnknownTool(f"unknown tool: {name} ({tool.place}) is not for {mine}")
    return tool


class _Travel:
    """One call on its way."""

    def __init__(self, firing: Firing, tool: Tool, context: str, account: Account, *, outermost: bool) -> None:
        self.outermost = outermost  # called by an agent or a program, not by a script
        self.firing = firing
        self.tool = tool
        self.caller = context
        self.account = account
        self.fires: list[Fire] = []

    def go(self, arguments: Json) -> ToolCall:
        started = time.perf_counter()
        before = self.fire("pre_tool", {"tool_name": self.tool.name, "arguments": arguments})
        arguments = before.folded.values.get("arguments", arguments)
        if before.outcome.block:
            status, result = "blocked", _refused(before.outcome.message)
        elif not isinstance(arguments, dict):
            status, result = "failed", failed(f"{self.tool.name}: wanted an object as arguments, got {arguments!r:.60}")
        elif reason := self.denial(arguments):
            status, result = "denied", _refused(f"Permission denied: {reason}")
        else:
            status, result = self.run(arguments)
        output = self.output(arguments, result.text)
        shown = self.cached(arguments, output)
        self.after(arguments, output, shown, status)
        error = None if status == "done" else (result.error if output == result.text else output)
        ms = round((time.perf_counter() - started) * 1000, 3)
        final = output if shown is None else shown
        return ToolCall(self.tool.name, arguments, _status(status), final, error, result.said, tuple(self.fires), ms)

    def fire(self, point: str, payload: dict[str, Json]) -> Fire:
        fire = self.firing.fire(point, payload)
        self.fires.append(fire)
        return fire

    def denial(self, arguments: dict[str, Json]) -> str | None:
        """Why the tool may not run with these arguments; None when it may."""
        question = question_about(self.tool, arguments, self.firing.project)
        if question is None:
            return None
        point, fields = question
        outcome = self.fire(point, {"tool_name": self.tool.name, **fields}).outcome
        return str(outcome.reason or "denied") if outcome.denied else None

    def run(self, arguments: dict[str, Json]) -> tuple[str, Result]:
        if self.writes(arguments):
            fields = {"path": arguments["path"], "content": text_of(arguments, "content"), "caller": self.caller}
            self.fire("pre_vfs_write", {"tool_name": self.tool.name, **fields})
        try:
            caller = Caller(self.caller, max(0.1, self.account.left), str(self.firing.project))
            result = self.tool.run(arguments, caller)
        except Exception as error:  # ours; the call goes on, and whoever called is told
            result = failed(f"internal fault: {type(error).__name__}: {error}")
        for path in result.changed:
            result = replace(result, text="\n".join([result.text, *self.firing.follow(path)]))
        return ("failed" if result.error is not None else "done"), result

    def output(self, arguments: Json, text: str) -> str:
        fire = self.fire("pre_tool_output", {"tool_name": self.tool.name, "arguments": arguments, "output": text})
        if fire.outcome.block:
            return str(fire.outcome.message)
        return text if fire.outcome.output is None else str(fire.outcome.output)

    def cached(self, arguments: Json, output: str) -> str | None:
        """What the model reads in place of the output when that has gone to the cache."""
        over = self.firing.cache_output_over
        vfs = self.firing.vfs if self.outermost and over else None
        if vfs is None:
            return None
        from chibi_hooks.hooks.tools.caching import cache, is_cacheable  # most homes cache nothing

        if not is_cacheable(output, arguments, over):
            return None
        return cache(output, self.tool.name, arguments, self.caller, vfs, self.fire)

    def after(self, arguments: Json, output: str, shown: str | None, status: str) -> None:
        both = {"tool_name": self.tool.name, "arguments": arguments}
        final, cached = output if shown is None else shown, shown is not None
        self.fire("post_tool_output", {**both, "output": output, "final_output": final, "cached": cached})
        self.fire("post_tool", {**both, "result": output, "cached": cached})
        if status == "done" and self.writes(arguments):
            fields = {"tool_name": self.tool.name, "path": arguments["path"], "caller": self.caller}
            self.fire("post_vfs_write", fields)

    def writes(self, arguments: Json) -> bool:
        """Does this call write a virtual file?"""
        return self.tool.category == "fs_write" and is_virtual(text_of(arguments, "path"))


def _status(word: str) -> CallStatus:
    return word  # type: ignore[return-value]


def _refused(message: Any) -> Result:
    return Result(str(message), str(message))


def _shown(names: tuple[str, ...]) -> str:
    return " → ".join(name[:64] for name in (names if len(names) <= 6 else (*names[:3], "…", *names[-2:])))


# the stack


def with_stack(function: Callable[[], T]) -> T:
    """Call `function`; on a thread of its own when little is left of this one's stack."""
    import sys  # the only use

    try:
        sys._getframe(max(0, sys.getrecursionlimit() - FRAMES))
    except ValueError:  # the stack is not that deep
        return function()
    return _on_a_thread(function)


def _on_a_thread(function: Callable[[], T]) -> T:
    done: list[T] = []
    wrong: list[BaseException] = []
    context = copy_context()

    def work() -> None:
        try:
            done.append(context.run(function))
        except BaseException as error:  # handed on to the caller, who waits
            wrong.append(error)

    thread = threading.Thread(target=spacious, args=(work,), name="chibi-hooks-call")
    thread.start()
    thread.join()
    if wrong:
        raise wrong[0]
    return done[0]


__all__ = ["Chain", "Firing", "ToolCall", "UnknownTool", "call_tool", "current_chain", "nested_call"]
