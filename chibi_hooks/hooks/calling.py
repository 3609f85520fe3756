"""A tool's name and arguments -> a `ToolCall`: hooks asked, permission given, the tool run, its output passed on.

Rules (spec/chibi.md §1.3, DESIGN §8)
-----
* Order: `pre_tool`; the permission point of the tool's category; `pre_vfs_write`; the tool; `pre_tool_output`;
  `post_tool_output`; `post_tool`; `post_vfs_write` when something was written. A blocked or denied call skips what
  stands between, and its message is the output.
* Everything that is caused by one call from outside is one `Chain`: nested calls see the same generation and context,
  are at most `DEPTH` deep and end within `SECONDS`. The chain is a context variable, like the guard of reentrancy.py.
* A long output of a call from outside is cached where the home wants it (caching.py), after `pre_tool_output`.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar, Token, copy_context
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.permission import is_virtual, question_about, text_of
from chibi_hooks.hooks.tools import Caller, Result, Tool, failed
from chibi_hooks.hooks.vfs import steps_of

if TYPE_CHECKING:
    from chibi_hooks.hooks.generation import Generation
    from chibi_hooks.hooks.host import Fire, Host

DEPTH: Final = 16  # tools that call each other; a real chain is two or three long
SECONDS: Final = 120.0  # for everything that one call from outside sets off; a plugin alone may take 30
MOST_CALLS: Final = 50  # of tools by the hooks of one fire, that are recorded; a real hook makes one or two
KEPT: Final = 64 << 10  # characters of their arguments and outputs; a fire of 256 KB is cut and cannot be replayed
FRAMES: Final = 400  # of Python's stack that a nested call may need; with fewer left it gets a stack of its own

T = TypeVar("T")
Status = Literal["done", "blocked", "denied", "failed"]


class UnknownTool(BadRequest):
    """There is no tool of that name, or not for this context."""


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A tool call that a hook made, and what it got: what a replay answers with. `script` is the file's name."""

    script: str
    tool: str
    arguments: Json
    status: str  # a Status; "refused": there was no call, for the reason in `error`; "unkept": too large to be kept
    output: str
    error: str | None

    def to_json(self) -> dict[str, Json]:
        """An object with all of it."""
        return {name: getattr(self, name) for name in ("script", "tool", "arguments", "status", "output", "error")}


class Chain(NamedTuple):
    """One call from outside with all that it sets off. A named tuple, because every fire makes one."""

    host: Host
    generation: Generation
    context: str
    deadline: float  # by time.monotonic()
    tools: tuple[str, ...]  # that are running, outermost first
    calls: list[MadeCall]  # that hooks of this fire have made

    def note(self, call: MadeCall) -> None:
        """Remember a call for the recorder, as long as there is room; a large one only as having been made."""
        if len(self.calls) < MOST_CALLS:
            room = KEPT - sum(map(_size, self.calls))
            unkept = MadeCall(call.script, call.tool, None, "unkept", "", None)
            self.calls.append(call if _size(call) <= room else unkept)


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call of a tool: `output` is what the model reads, `error` why there is no result."""

    tool: str
    arguments: Json  # as hooks left them
    status: Status
    output: str
    error: str | None = None
    said: str = ""  # on stderr
    fires: tuple[Fire, ...] = field(default=(), repr=False)
    ms: float = 0.0

    def to_json(self) -> dict[str, Json]:
        """The object that `chibi-hooks tool --json` prints."""
        shown = ("tool", "arguments", "status", "output", "error", "ms")
        return {name: getattr(self, name) for name in shown}


_current: Final[ContextVar[Chain | None]] = ContextVar("chibi_hooks_chain", default=None)


def _size(call: MadeCall) -> int:
    return len(call.output) + len(json.dumps(call.arguments))


def current_chain() -> Chain | None:
    """The chain that this code runs in, if it is in a fire or a tool call."""
    return _current.get()


def context_of(payload: Mapping[str, Json]) -> str:
    """The context that a payload speaks of; else that of the chain; else none."""
    named = payload.get("context_name")
    if named is None:
        named = payload.get("caller")
    if isinstance(named, str):
        return named
    chain = _current.get()
    return chain.context if chain is not None else ""


def enter_fire(host: Host, generation: Generation, payload: Mapping[str, Json]) -> Token[Chain | None]:
    """Begin a fire's part of the chain; `leave` takes what this gives."""
    outer = _current.get()
    context = context_of(payload)
    if outer is not None and outer.host is host:
        return _current.set(Chain(host, outer.generation, context, outer.deadline, outer.tools, []))
    return _current.set(Chain(host, generation, context, time.monotonic() + SECONDS, (), []))


def leave(token: Token[Chain | None]) -> Sequence[MadeCall]:
    """End what `enter_fire` began; gives the tool calls that its hooks made."""
    chain = _current.get()
    _current.reset(token)
    return chain.calls if chain is not None else ()


def nested_call(name: str, arguments: Json) -> ToolCall:
    """Call a tool from inside a fire or a tool, on a stack that is long enough.

    Raises UnknownTool, and BadRequest outside of any call or when the chain is too deep or has lasted too long.
    """
    chain = _current.get()
    if chain is None:
        raise BadRequest("no active call context: hooks and tools call tools, not a file while it is loaded")
    return with_stack(lambda: call_tool(chain.host, chain.generation, name, arguments, chain.context))


def call_tool(host: Host, generation: Generation, name: str, arguments: Json, context: str) -> ToolCall:
    """Call a tool by the rules above. Raises UnknownTool and BadRequest."""
    outer = _current.get()
    if outer is not None and outer.host is not host:
        outer = None
    running = outer.tools if outer is not None else ()
    if len(running) >= DEPTH:
        raise BadRequest(f"tools call each other more than {DEPTH} deep: {_shown((*running, name))}")
    deadline = outer.deadline if outer is not None else time.monotonic() + SECONDS
    if time.monotonic() > deadline:
        raise BadRequest(f"this chain of calls has lasted more than {SECONDS:g} seconds: {_shown((*running, name))}")
    tool = find_tool(host.tools_of(generation), name, context)
    token = _current.set(Chain(host, generation, context, deadline, (*running, name), []))
    try:
        return _Travel(host, generation, tool, context, deadline, outermost=outer is None).go(arguments)
    finally:
        _current.reset(token)


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

    def __init__(
        self, host: Host, generation: Generation, tool: Tool, context: str, deadline: float, *, outermost: bool
    ) -> None:
        self.outermost = outermost  # called by an agent or a program, not by a script
        self.host = host
        self.generation = generation
        self.tool = tool
        self.caller = context
        self.deadline = deadline
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
        fire = self.host.fire_in(self.generation, point, payload)
        self.fires.append(fire)
        return fire

    def denial(self, arguments: dict[str, Json]) -> str | None:
        """Why the tool may not run with these arguments; None when it may."""
        question = question_about(self.tool, arguments, self.generation.project)
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
            result = self.tool.run(arguments, Caller(self.caller, max(0.1, self.deadline - time.monotonic())))
        except Exception as error:  # ours; the call goes on, and whoever called is told
            result = failed(f"internal fault: {type(error).__name__}: {error}")
        if result.error is None and self.tool.kind == "builtin" and self.tool.category in ("fs_write", "vfs"):
            result = replace(result, text="\n".join([result.text, *follow(self.host, str(arguments["path"]))]))
        return ("failed" if result.error is not None else "done"), result

    def output(self, arguments: Json, text: str) -> str:
        fire = self.fire("pre_tool_output", {"tool_name": self.tool.name, "arguments": arguments, "output": text})
        if fire.outcome.block:
            return str(fire.outcome.message)
        return text if fire.outcome.output is None else str(fire.outcome.output)

    def cached(self, arguments: Json, output: str) -> str | None:
        """What the model reads in place of the output when that has gone to the cache."""
        over = self.generation.loaded[-1].config.cache_output_over if self.generation.loaded else 0
        vfs = self.generation.vfs if self.outermost and over else None
        if vfs is None:
            return None
        from chibi_hooks.hooks.caching import cache, is_cacheable  # most homes cache nothing

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


def _status(word: str) -> Status:
    return word  # type: ignore[return-value]


def _refused(message: Any) -> Result:
    return Result(str(message), str(message))


def _shown(names: tuple[str, ...]) -> str:
    return " → ".join(name[:64] for name in (names if len(names) <= 6 else (*names[:3], "…", *names[-2:])))


# hook files among the virtual files


def follow(host: Host, path: str) -> list[str]:
    """A virtual file was written or deleted: if hook files are concerned the next generation has them as they are now.

    Gives what is wrong with the file; then its last good version stays.
    """
    steps = steps_of(path)
    loaded = host.generation.loaded
    if steps[:1] != ["tools"] or not loaded:
        return []
    home, place = loaded[-1].home.path, "/".join(("vfs", *steps))
    gate = loaded[-1].home.gate
    if gate is not None and (home / place).is_file():  # what this host writes is as good as what its user does
        gate.trust.extend(home, [home / place])
    concerned = [script.name for script in loaded[-1].scripts if f"{script.name}/".startswith(f"{place}/")]
    if not concerned and not place.endswith(".scm"):
        return []
    for name in concerned:
        if not (home / name).exists():
            host.reloader.gone(home / name)
    host.reload()
    return [f"It does not load: {notice.reason}" for notice in host.notices if notice.place == place]


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

    thread = threading.Thread(target=work, name="chibi-hooks-call")
    thread.start()
    thread.join()
    if wrong:
        raise wrong[0]
    return done[0]


__all__ = ["Chain", "ToolCall", "UnknownTool", "call_tool", "context_of", "current_chain", "nested_call"]
