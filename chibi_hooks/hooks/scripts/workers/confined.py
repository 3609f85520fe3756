"""A hook file in a process of its own, from inside: confined, loaded, asked: `Confined`.

Rules
-----
* One thread is at work at a time; the others wait for what they asked the host, or for being needed. While a script
  waits for the host (`call-tool`), another thread reads on: the world may be entered again meanwhile, just as in a
  thread (script.py).
* A worker that has no memory left says so if it can, and ends: what it keeps cannot be trusted any more.
* Answers are as short as they can be: `{}` is no opinion.
"""

from __future__ import annotations

import gc
import os
import resource
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.scripts.asking import FAULT
from chibi_hooks.hooks.scripts.registering import Problem
from chibi_hooks.hooks.scripts.script import BrokenScript, ThreadScript
from chibi_hooks.hooks.scripts.workers import wire
from chibi_hooks.hooks.scripts.workers.confinement import confine, own_bytes
from chibi_hooks.hooks.scripts.workers.far_host import FarFiles, FarFiring, FarGate
from chibi_hooks.hooks.scripts.workers.nursery import code_paths, package_parent
from chibi_hooks.hooks.tools.calling import CURRENT, SECONDS, chain_of_fire
from chibi_hooks.hooks.tools.tool import Caller, Result
from chibi_hooks.scheme.reading.standard_library import DIRECTORY
from chibi_hooks.scheme.running.pause import paused
from chibi_hooks.scheme.running.shares import JointLimit
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.spacious import spacious

STACK: Final = 4 << 20  # bytes of a thread: half of what is usual; the engine keeps Scheme's depth off the C stack
SLACK: Final = 96 << 20  # of addresses over the script's own limit: `STACK` for 16 tools that call each other, payloads
UNLIMITED: Final = 1 << 44  # bytes
ROOT: Final = Path("/")

T = TypeVar("T")
Drawn = tuple[float, float, float | None, float]
"""What the world has drawn of its share already: script.py, `drawn`."""


class _Wait:
    """A question to the host, and the thread that waits for its answer."""

    __slots__ = ("answer", "lock")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lock.acquire()
        self.answer: dict[str, Json] = {}


class Confined:
    """The worker's side: the script, and who of its threads reads."""

    def __init__(self, fd: int, loaders: Sequence[str] = ()) -> None:
        self.fd = fd
        self._loaders = loaders  # where the system's own libraries lie, for a module that is loaded late
        self.script: ThreadScript
        self._firing: Any = FarFiring(self)
        self._waiting: dict[int, _Wait] = {}
        self._idle: list[threading.Lock] = []
        self._asked = 0
        self._told = 0  # problems
        self._memory = 0
        self._before = 0
        self._peak = 0
        self._near = False
        self._doers: dict[str, Callable[..., dict[str, Json] | None]] = {
            "ask": self._ask,
            "execute": self._execute,
            "evaluate": self._evaluate,
            "load": self._load,
        }

    def serve(self) -> None:
        """Answer the host until its end: what each thread does, one at a time."""
        parked = threading.Lock()
        parked.acquire()
        while True:
            message = wire.read_down(self.fd)
            if message is None:
                os._exit(0)
            if message[0] != "reply":
                self._say(self._answer(message))
                continue
            wait = self._waiting.pop(message[1])
            wait.answer = message[2]
            self._idle.append(parked)
            wait.lock.release()
            parked.acquire()

    def call_out(self, function: Callable[[], T]) -> T:
        """See `Link`."""
        return self.script.call_out(function)

    def ask_host(self, question: dict[str, Json]) -> dict[str, Json]:
        """What the host says to a question; the budgets stand still, and other threads serve meanwhile."""
        with paused():
            self._let_another_read()
            self._asked += 1
            wait = self._waiting[self._asked] = _Wait()
            self._say({**question, "number": self._asked})
            wait.lock.acquire()
        return wait.answer

    def _let_another_read(self) -> None:
        """Nothing comes before the host has been asked. Raises BadRequest when there is no room for another thread."""
        if self._idle:
            self._idle.pop().release()
            return
        try:
            threading.Thread(target=spacious, args=(self.serve,), daemon=True).start()
        except RuntimeError:
            raise BadRequest("too many calls wait for each other in this file") from None

    def _say(self, message: dict[str, Json]) -> None:
        try:
            frame = wire.frame_up(message)
        except wire.TooLong as error:
            frame = wire.frame_up({"failure": ["result", f"the answer is too long: {error}"]})
        except (ValueError, RecursionError) as error:  # an integer of more digits than Python writes
            frame = wire.frame_up({"failure": ["result", f"the answer cannot be written as JSON: {error}"]})
        wire.write(self.fd, frame)

    def _answer(self, message: tuple[Any, ...]) -> dict[str, Json]:
        try:
            answer = self._doers[message[0]](*message[1:])
        except MemoryError:
            answer = None
        if answer is None or self._is_full():
            self._say({"full": True})
            os._exit(1)
        problems = self.script.problems
        if len(problems) > self._told:
            answer["problems"] = [_problem(each) for each in problems]
            self._told = len(problems)
        return answer

    def _is_full(self) -> bool:
        """Does it keep more than it may? Only one whose peak has grown can have begun to, and that is cheap to see."""
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if peak == self._peak and not self._near:
            return False
        self._peak = peak
        kept = own_bytes() - self._before
        self._near = 2 * kept > self._memory  # it may now grow into what was free
        if kept <= self._memory or not self._memory:
            return False
        gc.collect()  # garbage in circles is not kept
        return own_bytes() - self._before > self._memory

    # what it does

    def _load(self, settings: dict[str, Any]) -> dict[str, Json] | None:
        """Confine this process, then evaluate the file; None: there is no memory left."""
        threading.stack_size(STACK)
        directory, roots, most = settings["directory"], settings["roots"], settings["memory"]
        given = settings["files"]  # None: as they are on disk
        self.script = script = ThreadScript(
            settings["name"], settings["tier"], settings["seconds"], most, [Path(each) for each in roots],
            self._lent(FarFiles, settings["vfs"]), settings["environment"],
            None if directory is None else Path(directory),
            self._lent(FarGate, settings["gated"]),
            given=None if given is None else {Path(path): text for path, text in given},
        )  # fmt: skip
        with suppress(OSError):  # an unsandboxed file's names begin there; a sandboxed one has none
            os.chdir(settings["work"] if settings["tier"] == "unsandboxed" else "/")
        self._close_others()
        if most is not None:
            self._memory, self._before = most, own_bytes()
        readable = (*code_paths(), package_parent(), DIRECTORY, "/proc/self/statm", directory, *roots)
        named = [each for each in (*readable, *self._loaders, settings["compiled"]) if each]
        confine((most or UNLIMITED) + SLACK, named if settings["tier"] != "unsandboxed" else None)
        try:
            script.load(SourceText(settings["name"], settings["text"]))
        except BrokenScript as broken:
            if _is_out_of_memory(broken.kind, broken.message):
                return None
            told = {name: getattr(broken, name) for name in ("place", "message", "report", "kind")}
            return {"broken": told, "files": _files(broken.files)}
        shown = ("name", "description", "parameters", "place", "category", "summary_params")
        self._told = len(script.problems)
        return {
            "hooks": [[hook.point, hook.place] for hook in script.hooks],
            "tools": [{name: getattr(tool, name) for name in shown} for tool in script.tools],
            "problems": [_problem(each) for each in script.problems],
            "files": _files(script.files),
        }

    def _ask(
        self, which: int, payload: Mapping[str, Json], context: str, chained: bool, drawn: Drawn
    ) -> dict[str, Json] | None:
        """What a hook answers."""
        hook = self.script.hooks[which]

        def work(account: Account) -> dict[str, Json] | None:
            answer = hook.answer(Event(hook.point, payload, context, ROOT, account))
            error = answer.error
            if error is not None and _is_out_of_memory(error.type, error.message):
                return None
            if answer.said.startswith(FAULT) and "MemoryError" in answer.said:
                return None
            told: dict[str, Json] = {"said": answer.said} if answer.said else {}
            if error is not None:
                told["failure"] = [error.type, error.message]
            elif answer.value is not None:
                told["value"] = answer.value
            return told

        return self._inside(work, context, chained, drawn)

    def _execute(
        self, which: str, arguments: dict[str, Json], context: str, chained: bool, drawn: Drawn
    ) -> dict[str, Json]:
        """What a tool gives."""
        tool = next(each for each in self.script.tools if each.name == which)
        return _told(self._inside(lambda account: tool.run(arguments, Caller(context, 1.0)), context, chained, drawn))

    def _evaluate(
        self, which: None, given: dict[str, str], context: str, chained: bool, drawn: Drawn
    ) -> dict[str, Json] | None:
        """What a program gives."""
        result = self._inside(lambda account: self.script.evaluate(given["code"], context), context, chained, drawn)
        return None if result.error is not None and "out of memory" in result.error else _told(result)

    def _inside(self, work: Callable[[Account], T], context: str, chained: bool, drawn: Drawn) -> T:
        """Do it on an account that is drawn as the host's is, in a call context when the host is in one."""
        if not chained:
            return work(self._account(Account(SECONDS), drawn))
        outer = CURRENT.get()
        chain = chain_of_fire(outer, self._firing, {"context_name": context})
        try:
            CURRENT.set(chain)
            return work(self._account(chain.account, drawn))
        finally:
            CURRENT.set(outer)

    def _account(self, account: Account, drawn: Drawn) -> Account:
        seconds, computed, together, by_others = drawn
        joint = None if together is None else JointLimit(together)
        account.share_of(self.script, seconds, joint).computed = computed
        if joint is not None:
            account.share_of("others", seconds, joint).computed = by_others
            account.drawn = computed + by_others
        return account

    def _lent(self, made: Callable[[Confined], Any], wanted: bool) -> Any:
        return made(self) if wanted else None

    def _close_others(self) -> None:
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        os.closerange(3, self.fd)
        os.closerange(self.fd + 1, min(most, 1 << 16))


def _told(result: Result) -> dict[str, Json]:
    return {"text": result.text, "error": result.error, "said": result.said}


def _is_out_of_memory(kind: str, message: str) -> bool:
    """Is this how the engine tells that the system gave it no more?"""
    return "MemoryError" in message if kind in ("", "internal") else kind == "limit" and "out of memory" in message


def _problem(problem: Problem) -> list[str]:
    return [problem.place, problem.severity, problem.message, problem.missing]


def _files(files: dict[Path, str]) -> dict[str, str]:
    return {str(path): text for path, text in files.items()}
