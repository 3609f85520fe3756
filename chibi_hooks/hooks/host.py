"""A hook point and a payload -> a `Fire`: all responders asked, their answers folded into one outcome. The door for
programs.

    with Host.open(home=".chibi") as host:
        fire = host.fire("pre_tool", {"tool_name": "shell_exec", "arguments": {"command": "ls"}})
        if fire.outcome.block:
            print(fire.outcome.message)

Rules (DESIGN §4)
-----
* Every responder of a fire gets the same payload; nothing is chained. Who is asked, and in which order, the generation
  says (responders.py); no kind of responder is known here.
* Nothing that a responder does is raised here: it is an answer with an error. What is raised is the caller's fault
  (BadRequest: an unknown point, a payload that is not what the point takes) or the home's (ConfigError, at `open`).
* Settling is a step of its own: at a permission point any denial denies; without one the permission handler decides;
  without a handler the answer is no. Whoever answers for another program fires with `settle=False`: nobody's objection
  is no opinion then.
* `chibi_hooks.Host` (opening.py) is the same with what dialects find in homes.
"""

from __future__ import annotations

import contextvars
import os
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeVar

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.asking import Asked, as_folded, ask_everybody
from chibi_hooks.hooks.deciding.fold import fold
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.deciding.settling import PermissionHandler, settled
from chibi_hooks.hooks.errors import BadPayload, BadRequest, UnknownPoint
from chibi_hooks.hooks.fire import Fire, Origin, Skipped, fire_of
from chibi_hooks.hooks.firing import HostFiring
from chibi_hooks.hooks.homes.config import Isolation
from chibi_hooks.hooks.homes.home import Given, Homes, Notice, Surroundings, find_homes
from chibi_hooks.hooks.live.homes_seen import SeenHome
from chibi_hooks.hooks.live.reload import Reloader
from chibi_hooks.hooks.live.source import Source
from chibi_hooks.hooks.payload import fault_in, json_text, parse_json
from chibi_hooks.hooks.recording.identity import Identities
from chibi_hooks.hooks.recording.journal_path import journal_path
from chibi_hooks.hooks.recording.recorder import Recorder, recorder_for
from chibi_hooks.hooks.responders import Generation
from chibi_hooks.hooks.scripts.evaluating import ContextWorlds, WorldTerms
from chibi_hooks.hooks.tools.calling import Firing, ToolCall, call_tool, with_stack
from chibi_hooks.hooks.tools.collecting import collect
from chibi_hooks.hooks.tools.python_tools import Offered, python_tools
from chibi_hooks.hooks.tools.tool import Tool
from chibi_hooks.spacious import spacious

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from chibi_hooks.hooks.knowing.knowledge import Knowledge
    from chibi_hooks.hooks.live.status import Reloaded, Status
    from chibi_hooks.hooks.live.watch import Watcher
    from chibi_hooks.hooks.ways import Straight

QUICK: Final = 2.0  # milliseconds that a fire may hold an event loop; to hand it to a thread takes a fifth of that
VIEWS: Final = 16  # projects whose ways are kept (server/resident.py)
AFIRE_THREADS: Final = 16  # fires under way at once for asyncio programs; a thread mostly waits for a plugin

Result = TypeVar("Result")

Settle = bool | Callable[[Folded], Folded]
Ways = dict[str, "Straight | Literal[False]"]  # of fires, by point


class Host:
    """A running hook host; make one with `Host.open`, close it with `close` or a `with` statement. Threads may share
    it."""

    def __init__(
        self,
        generation: Generation,
        permission_handler: PermissionHandler | None,
        recorder: Recorder | None = None,
        own_tools: Mapping[str, Tool] | None = None,
        reloader: Reloader | None = None,
    ) -> None:
        self._generation = generation
        self._firing = HostFiring(self, generation)
        self._ways: Ways = {}  # of fires at points of this generation (straight.py)
        self._views: dict[int, tuple[HostFiring, Ways]] = {}  # by the id of a generation, of `_ways_in`
        self._fired: set[str] = set()  # points; of those that fire again
        self._permission_handler = permission_handler
        self._own_tools = own_tools or {}
        self._tools: tuple[weakref.ref[Generation], dict[str, Tool]] | None = None  # of the generation asked for last
        self.recorder = recorder
        self.recorded_calls: Callable[[str, str, Any], ToolCall] | None = None  # what answers call-tool in a replay
        self._identities = Identities()
        self._evaluator = ContextWorlds(self._terms_of_worlds)
        self._pool: ThreadPoolExecutor | None = None
        FORKS.tell(self._without_threads)
        self._closed = False
        self._knowledge: Knowledge | None = None  # once a hook asks
        self.session_path: Path | None = None  # where hooks keep values; None: in memory
        self._forgotten: weakref.finalize[[], Host] | None = None
        self._reloader = reloader
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
        sources: Sequence[Source] = (),
        others: Sequence[Callable[[SeenHome], Source]] = (),
        steer_collector: bool = True,
        last_good: bool = True,
        isolation: Isolation | None = None,
    ) -> Self:
        """Load the hook files of `home` (default: the homes that count in the working directory).

        `tools` are functions that agents and Scheme files may call by these names (python_tools.py: `Offered`);
        `around` replaces this process's environment and directories; `fresh` asks every plugin for its schema again;
        `record` says whether fires are journaled (recorder.py), and where when it is a path; `watch` follows what is
        saved: every change is live within a blink (reload.py); `sources` stand beside the homes, `others` make what
        dialects find in a home (source.py); `steer_collector=False` leaves Python's cyclic collector as the program has
        it, whose full passes then may hold it while a hook runs (scheme/running/collector.py);
        `last_good`: while a hook file does not load, its last version that did
        decides, also one from before this start; `isolation`: where the worlds of hook files are, in threads of this
        process or each in a worker (workers/), whatever the homes say.
        Raises ConfigError, and BadRequest for what cannot be a tool. What else cannot be loaded is in `notices`, and
        does not stop the rest.
        """
        if not steer_collector:
            _leave_collector_alone()
        own = python_tools(tools) if tools else None
        around = around or Surroundings.of_process()
        if isolation is not None:
            around = replace(around, isolation=isolation)
        reloader = Reloader(lambda: find_homes(around, home), around, others, sources, last_good=last_good)
        generation = reloader.load(1, fresh=fresh)
        recorder = recorder_for(generation, reloader.found, around, record)
        host = cls(generation, permission_handler, recorder, own, reloader)
        if record is not False:
            host.session_path = _session_path(reloader.found, around, record)
        reloader.publish = host._go_on_with
        _settle_in(generation)
        if recorder is not None:
            host._forgotten = weakref.finalize(host, recorder.close)  # for programs that forget to close it
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

    def _terms_of_worlds(self) -> WorldTerms | None:
        loaded = self._generation.loaded
        return WorldTerms(loaded[-1].config, loaded[-1].home.libraries, loaded[-1].home.gate) if loaded else None

    @property
    def status(self) -> Status:
        """What is live, since when, and what is wrong on disk as of the last look."""
        status = self.reloader.status
        if self._watcher is None:
            return status
        return replace(status, watching=self._watcher.mode, notice=self._watcher.notice)

    @property
    def knowledge(self) -> Knowledge:
        """What hooks may ask this host about: values that they keep, facts."""
        if self._knowledge is None:
            from chibi_hooks.hooks.knowing.knowledge import Knowledge  # few hooks ask

            self._knowledge = Knowledge(self.session_path)
        return self._knowledge

    @property
    def reloader(self) -> Reloader:
        """What makes the next generation; `reloader.listeners` hear of every one."""
        assert self._reloader is not None  # whoever makes a Host without `open` does not reload
        return self._reloader

    def reload(self, homes: Homes | None = None) -> Reloaded | None:
        """Look at the disk now and load what has changed; None when there is nothing new. `homes`: those that were
        sought just now as this host seeks them."""
        return self.reloader.look(homes)

    def rollback(self) -> Reloaded:
        """Bring back what the generation before this one had. Raises BadRequest when there is none."""
        return self.reloader.rollback()

    def _go_on_with(self, generation: Generation) -> None:
        self._generation = generation
        self._firing = HostFiring(self, generation)
        self._ways, self._views = {}, {}
        if self.recorder is not None:
            self.recorder.note(generation)
        _settle_in(generation)

    def _straight_to(self, point: str, firing: HostFiring) -> Straight | Literal[False] | None:
        """The short way of fires at a point of a generation; False where there is none, None: not now."""
        responders = firing.generation.responders[point]
        try:
            from chibi_hooks.hooks.straight import straight  # a command fires once, and nothing goes straight then

            return straight(self, firing, firing.generation, responders) or False
        except (ImportError, OSError):  # there is no descriptor left to load it with; the long way needs none
            return None

    @property
    def permission_handler(self) -> PermissionHandler | None:
        """Who decides at permission points where nobody has denied; None: the home does."""
        return self._permission_handler

    @property
    def identities(self) -> Identities:
        """The names of its fires."""
        return self._identities

    def _watch(self) -> None:
        from chibi_hooks.hooks.live.watch import Watcher  # watchdog costs 30 ms of a start, and few hosts watch

        self._watcher = Watcher(self.reloader)
        self._watcher.start()

    def fire(
        self, point: str, payload: Mapping[str, Json], *, origin: Origin | None = None, settle: Settle = True
    ) -> Fire:
        """Ask every responder of `point`, fold their answers, and settle what a permission point leaves open.

        `origin`: for which agent. Raises UnknownPoint, or BadPayload when the payload is not a JSON object, a
        documented field has a wrong type, or a plugin would be told what JSON cannot say: NaN, keys that are no
        strings.
        """
        way = self._ways.get(point)
        if way:
            if self._reloader is None or not self._reloader.status.departures:
                fire = way(payload, origin, settle)
                if fire is not None:
                    return fire
        else:
            responders = self._generation.responders.get(point)
            if responders is not None and responders.replaceable and any(each() for each in responders.replaceable):
                self.reload()  # what lies there now is asked for its schema
        return self.fire_in(self._generation, point, payload, origin=origin, settle=settle)

    def fire_text(self, point: str, text: str | bytes, *, origin: Origin | None = None) -> str:
        """`fire` for programs that pass texts on: the payload as JSON in, the outcome as JSON out, with the fields that
        were set. Raises what `fire` does, and BadPayload for what is not JSON."""
        payload, way = parse_json(text, point), self._ways.get(point)
        fire: Fire | None = None
        if way and (self._reloader is None or not self._reloader.status.departures):
            fire = way(payload, origin, True)
        if fire is None:
            fire = self.fire(point, payload, origin=origin)
        return json_text(fire.folded.values)

    def fire_in(
        self,
        generation: Generation,
        point: str,
        payload: Mapping[str, Json],
        *,
        origin: Origin | None = None,
        settle: Settle = True,
    ) -> Fire:
        """`fire` with the responders of a certain generation: what a fire sets off stays with those it began with.
        Without `settle` nobody who did not answer is spoken for; a function settles in its own way. Raises what `fire`
        does, and BadRequest once closed.
        """
        if generation.number == self._generation.number and not self._closed:
            ways, firing = self._ways, self._firing  # in this order: new ways are never those of an old generation
            if firing.generation is not generation:
                firing, ways = self._ways_in(generation)
            way = ways.get(point)
            if way is None and point in generation.responders:
                if point in self._fired and (straight := self._straight_to(point, firing)) is not None:
                    ways[point] = straight
                self._fired.add(point)
            elif way and (self._reloader is None or not self._reloader.status.departures):
                fire = way(payload, origin, settle)
                if fire is not None:
                    return fire
        return self._fire_with(generation, point, payload, origin, settle)

    def _ways_in(self, generation: Generation) -> tuple[HostFiring, Ways]:
        """The ways of fires in what is loaded as somebody in another project has it: one object for all his fires."""
        found = self._views.get(id(generation))
        if found is None:
            if len(self._views) >= VIEWS:
                self._views.clear()
            found = self._views[id(generation)] = HostFiring(self, generation), {}  # which holds it
        return found

    def _fire_with(
        self,
        generation: Generation,
        point: str,
        payload: Mapping[str, Json],
        origin: Origin | None,
        settle: Settle,
    ) -> Fire:
        """Every kind of fire; what straight.py does not do. Raises as `fire_in`."""
        started = monotonic()
        if self._closed:
            raise BadRequest("this Host is closed")
        responders = generation.responders.get(point)
        if responders is None:
            find(point)
            raise UnknownPoint(f'there is no hook point "{point}" in this generation')
        stated = responders.point
        missing = stated.admit(payload)
        asked = Asked([*generation.left_out])
        reloader = self._reloader
        if reloader is not None and reloader.status.departures:
            asked.skipped.extend(Skipped(each.place, str(each)) for each in reloader.status.departures)
        if responders.stages:
            firing: Firing = self._firing if self._firing.generation is generation else self.firing(generation)
            ask_everybody(responders, payload, firing, asked, started)
        answers = asked.answers
        if responders.broken:
            answers += responders.broken
        folded = fold(stated, payload, as_folded(responders, asked) if responders.denies else answers)
        if settle is True:
            if stated.permission:
                folded = settled(folded, payload, self._permission_handler, generation.permission)
        elif settle:
            folded = settle(folded)
        name, said = self._identities.new_name(), [(each.responder, each.said) for each in answers if each.said]
        ms = int((monotonic() - started) * 1e6) / 1000  # `round` would take ten times as long
        number, skipped, calls = generation.number, asked.skipped, asked.calls
        fire = fire_of(name, number, payload, answers, skipped, folded, missing, said, calls, origin, ms)
        recorder = self.recorder
        if recorder is not None:
            recorder.record(fire, asked.nested, self._permission_handler is not None)
            fire.journaled = recorder.lost, recorder.waiting
        return fire

    async def afire(
        self, point: str, payload: Mapping[str, Json], *, origin: Origin | None = None, settle: Settle = True
    ) -> Fire:
        """`fire` for asyncio programs. It runs on a thread of this host's own, so the loop is never blocked; in line
        where nobody who is asked can wait and all of them took less than `QUICK` milliseconds the last time; one that
        took longer between quick ones was kept from computing by others. Raises what `fire` does."""
        firing = self._firing
        if point in firing.quick:
            fire = self.fire(point, payload, origin=origin, settle=settle)
        else:
            fire = await self.in_pool(partial(self.fire, point, payload, origin=origin, settle=settle))
        if self._may_wait(firing, point):
            firing.quick.pop(point, None)
        elif fire.ms < QUICK:
            firing.quick[point] = 0
        elif firing.quick.pop(point, 1) == 0:
            firing.quick[point] = 1
        return fire

    def _may_wait(self, firing: HostFiring, point: str) -> bool:
        """May a fire wait for somebody: a responder, or whoever settles a permission?"""
        responders = firing.generation.responders[point]
        asks_handler = responders.point.permission and self._permission_handler is not None
        return asks_handler or self.recorded_calls is not None or responders.may_wait

    async def in_pool(self, work: Callable[[], Result]) -> Result:
        """What `work` gives, done on a thread of this host's own in the caller's context. Raises BadRequest once
        closed."""
        if self._closed:
            raise BadRequest("this Host is closed")
        import asyncio  # costs 40 ms of a cold start; whoever gets here has it
        from concurrent.futures import ThreadPoolExecutor

        if self._pool is None:
            self._pool = ThreadPoolExecutor(AFIRE_THREADS, "chibi-hooks-fire")
        call = contextvars.copy_context()  # the chain of fires under way goes along
        return await asyncio.get_running_loop().run_in_executor(self._pool, call.run, spacious, work)

    @property
    def tools(self) -> Mapping[str, Tool]:
        """Every tool that can be called now, by name: built-in, of plugins, of Scheme files, of the program."""
        return self.tools_of(self._generation)

    def tools_of(self, generation: Generation) -> Mapping[str, Tool]:
        """The tools of a certain generation."""
        known = self._tools
        if known is None or known[0]() is not generation:
            from chibi_hooks.hooks.tools.builtin_tools import builtin_tools  # fires without tools do without

            own = (self._evaluator.tool(), *self._own_tools.values())
            tools = collect([*builtin_tools(generation.vfs), *generation.tools, *own])
            known = self._tools = weakref.ref(generation), tools
        return known[1]

    def call_tool(self, name: str, arguments: Mapping[str, Json] | None = None, *, context: str = "") -> ToolCall:
        """Call a tool as an agent does: hooks fire, permission is asked, and the output passes the hooks.

        `context` is for whom: it decides about virtual files and is `%context-name%` in Scheme. A tool that fails is a
        ToolCall that says so. Raises UnknownTool, and BadPayload for arguments that are no JSON object.
        """
        if self._closed:
            raise BadRequest("this Host is closed")
        given = {} if arguments is None else dict(arguments)
        if fault := fault_in(given):
            raise BadPayload(f"{name}: {fault.removeprefix('payload.')}")
        return with_stack(lambda: call_tool(self.firing(self._generation), name, given, context))

    def _without_threads(self) -> None:
        """In a forked child: those of the pool are the parent's, and so is the one that watches."""
        self._pool = self._watcher = None

    def firing(self, generation: Generation) -> Firing:
        """What tool calls by hooks of a generation may ask of this host."""
        firing = self._firing
        if firing.generation is not generation:
            firing = HostFiring(self, generation)
            if generation is self._generation:  # what every fire asks for; an older one shall not be held
                self._firing = firing
        return firing

    def close(self) -> None:
        """Let everything go; a fire under way ends first."""
        if self._closed:
            return
        self._closed = True
        self._ways, self._views = {}, {}
        if self._watcher is not None:
            self._watcher.stop()
        if self._pool is not None:
            self._pool.shutdown(wait=True)
        if self.recorder is not None:
            self.recorder.close()
        if self._knowledge is not None:
            self._knowledge.close()
        if self._forgotten is not None:
            self._forgotten.detach()  # the collector comes by wherever it likes, also where a Stop is on its way
        self._generation.close()
        self._evaluator.close()
        if self._reloader is not None:
            self._reloader.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _session_path(homes: Homes, around: Surroundings, record: bool | str | os.PathLike[str]) -> Path:
    """Beside the journal, where that is or would be."""
    journal = journal_path(homes, around) if isinstance(record, bool) else around.directory / Path(record)
    return journal.with_suffix(".session.db")


def _leave_collector_alone() -> None:
    from chibi_hooks.scheme.running.collector import leave_alone  # few programs ask

    leave_alone()


def _settle_in(generation: Generation) -> None:
    """A generation was published: keep the collector from walking it again and again."""
    if any(each.scripts for each in generation.loaded):
        from chibi_hooks.scheme.running.collector import (
            settle as settle_down,
        )  # a home without hook files does without the engine

        settle_down()
