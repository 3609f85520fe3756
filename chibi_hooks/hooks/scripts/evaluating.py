"""Scheme text of a model -> its value and output: the built-in tool `scheme_eval` (spec/chibi.md §3.3).

Rules
-----
* Every context has a sandboxed world of its own, which lasts as long as the host: what one call defines the next one
  finds. Of contexts that have not asked for long the world is given up; so is every one when the host closes.
* It is a world like that of a hook file: the same prelude, limits and `call-tool`; what it registers is ignored.
* Where a home has hook files run in processes of their own, each of these worlds has one too. What was defined goes
  with a process that had to be ended, and the next answer says so.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.tools.tool import Caller, Result, Tool, failed

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.homes.trust import Gate

NAME: Final = "scheme_eval"
WORLDS: Final = 8  # that are kept: contexts that are at work at once
PARAMETERS: Final[dict[str, Json]] = {
    "type": "object",
    "properties": {
        "code": {"type": "string", "description": "Scheme expressions; the value of the last is the result"}
    },
    "required": ["code"],
}
DESCRIPTION: Final = (
    "Evaluate Scheme (R7RS) in a sandbox that remembers definitions from call to call. Gives the value of the last "
    "expression, and what was displayed. In scope without import: (scheme base), write, read, char, inexact, complex; "
    "SRFI 1, 27, 69, 95, 125, 128, 130, 132, 133; (chibi match), (tein json), (tein safe-regexp), (tein docs): "
    "(describe hooks-docs); call-tool."
)


class WorldTerms(NamedTuple):
    """What a home gives such a world: limits, libraries, and who may run there."""

    config: Config
    libraries: Path
    gate: Gate | None


class EvaluatingWorld(Protocol):
    """A world that programs are run in, wherever it is."""

    def evaluate(self, code: str, context: str) -> Result:
        """The result of a program, on behalf of `context`."""

    def close(self) -> None:
        """Let it go."""

    def dispose(self) -> None:
        """End it."""


class ContextWorlds:
    """The worlds of one host; `home` gives the terms of its home, None: there is none."""

    def __init__(self, home: Callable[[], WorldTerms | None]) -> None:
        self._home = home
        self._worlds: OrderedDict[str, EvaluatingWorld] = OrderedDict()
        self._lock = threading.Lock()
        FORKS.guard(self._lock)

    def tool(self) -> Tool:
        """As an agent sees it."""
        return Tool(NAME, DESCRIPTION, PARAMETERS, "builtin", "built in", self._run, "eval", ("code",))

    def close(self) -> None:
        """Let the worlds go."""
        with self._lock:
            worlds = list(self._worlds.values())
            self._worlds.clear()
        for world in worlds:
            world.dispose()

    def _run(self, given: dict[str, Json], caller: Caller) -> Result:
        code = given.get("code")
        if not isinstance(code, str):
            return failed(f"{NAME}: code: wanted a string")
        if not code.strip():
            return Result("")
        try:
            world = self._world(caller.context, self._home())
        except HookError as error:  # no process can be started for it
            return failed(f"{NAME}: {error}")
        return world.evaluate(code, caller.context)

    def _world(self, context: str, home: WorldTerms | None) -> EvaluatingWorld:
        with self._lock:
            world = self._worlds.get(context)
            if world is None:
                world = self._worlds[context] = _new_world(home)
            self._worlds.move_to_end(context)
            given_up = self._worlds.popitem(last=False)[1] if len(self._worlds) > WORLDS else None
        if given_up is not None:
            given_up.close()  # a call may be under way in it: nobody else holds it, so it ends with that
        return world


def _new_world(home: WorldTerms | None) -> EvaluatingWorld:
    from chibi_hooks.hooks.homes.config import Config

    config = Config() if home is None else home.config
    roots = [] if home is None else [home.libraries]
    gate = None if home is None else home.gate
    make = _in_a_worker if config.isolated(NAME) == "worker" else _in_a_thread
    return make(config.time_limit, config.memory_limit << 20, roots, gate)


def _in_a_thread(seconds: float, memory: int, roots: list[Path], gate: Gate | None) -> EvaluatingWorld:
    from chibi_hooks.hooks.scripts.script import ThreadScript  # whoever has no hook files has no engine
    from chibi_hooks.scheme.values.source import SourceText

    world = ThreadScript(NAME, "sandboxed", seconds, memory, roots, gate=gate)
    world.load(SourceText(NAME, ""))
    return world


def _in_a_worker(seconds: float, memory: int, roots: list[Path], gate: Gate | None) -> EvaluatingWorld:
    from chibi_hooks.hooks.scripts.workers.script import Terms, WorkerScript  # few homes want any
    from chibi_hooks.scheme.values.source import SourceText

    where = tuple(str(root.absolute()) for root in roots)
    terms = Terms(NAME, "sandboxed", seconds, memory, where, None, None)
    world = WorkerScript(terms, SourceText(NAME, ""), None, gate, None)
    world.load()
    return world
