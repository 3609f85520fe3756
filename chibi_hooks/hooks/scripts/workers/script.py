"""A hook file whose world is a worker -> what its hooks answer and its tools give: `WorkerScript`.

Rules
-----
* To its holders it is a hook file as any other (`Script`): same answers, errors, places, problems, calls of tools.
  What is not the same, and why, is listed in `DIFFERENCES` (workers/__init__.py).
* A worker that ends, is killed or says nonsense is one failed answer (`worker`, or `limit` where a limit was met); the
  next call starts another one with the same text. It must register the same again, else it is not the same guard.
* One call at a time; while a script waits for a tool or for what the host knows, the world is free for others, as in a
  thread. For files it does not wait: whoever came in would stand before a world that is not free, and nobody would be
  left to hear the host's answer.
* Nobody counts on a worker that has never been asked: when there are more than `RESTING` of those, the oldest ends
  and starts again when it is needed. A home of 1,000 files costs what answers.
"""

from __future__ import annotations

import json
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn
from weakref import ref

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.errors import BadPayload, BadRequest
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.homes.config import Grant
from chibi_hooks.hooks.homes.vfs import Vfs
from chibi_hooks.hooks.payload import fault_in
from chibi_hooks.hooks.scripts import toolfiles
from chibi_hooks.hooks.scripts.registering import PROBLEMS, Hook, Problem, Revision, failure_of
from chibi_hooks.hooks.scripts.script import BrokenScript
from chibi_hooks.hooks.scripts.workers import wire
from chibi_hooks.hooks.scripts.workers.nursery import NURSERY, NoWorker
from chibi_hooks.hooks.scripts.workers.process import Clock, Worker, told_by
from chibi_hooks.hooks.scripts.workers.questions import Questions
from chibi_hooks.hooks.scripts.workers.registered import PLACE, TEXT, Nonsense, broken, problems, registered
from chibi_hooks.hooks.tools.calling import current_chain
from chibi_hooks.hooks.tools.tool import Result, Tool
from chibi_hooks.scheme.reading.store import store_in_use
from chibi_hooks.scheme.running.budget import out_of_time
from chibi_hooks.scheme.running.shares import JointLimit, Share
from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.source import SourceText

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.trust import Gate
    from chibi_hooks.hooks.scripts.responder import MadeResponders
    from chibi_hooks.scheme.interpreter import Interpreter

RESTING: Final = 16  # workers that have been loaded and never asked: a home of usual size keeps all of them
LOST: Final = "its process ended and was started again; what it kept is lost"
LOADING: Final = 5.0  # seconds more, for a load: libraries of ours may have to be compiled
UNLIMITED: Final = 86_400.0


class AnswerFailed(Exception):
    """A hook failed, as whoever keeps its world says."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.message)
        self.failure = failure


@dataclass(frozen=True, slots=True)
class Terms:
    """How a file runs."""

    name: str
    tier: Grant
    time_limit: float | None
    memory_limit: int | None
    roots: tuple[str, ...]
    environment: Mapping[str, str] | None
    directory: Path | None  # where its includes are; None: it has no file


class Gone(Exception):
    """The worker is no more; the message says why, `type` is that of the failure."""

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type


class WorkerScript:
    """A loaded hook file in a process of its own. Made by `load_script`; several threads may ask its hooks at once."""

    isolation: Literal["worker"] = "worker"
    may_wait: Literal[True] = True  # for its process
    here = None

    def __init__(
        self, terms: Terms, source: SourceText, vfs: Vfs | None, gate: Gate | None, joint: JointLimit | None
    ) -> None:
        self.name = terms.name
        self.tier = terms.tier
        self.time_limit = terms.time_limit
        self.environment = terms.environment
        self.responders: MadeResponders | None = None
        self.source = source
        self.end: Any = None  # what ends the world with its lease
        self.hooks: tuple[Hook, ...] = ()
        self.tools: tuple[Tool, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.files: dict[Path, str] = {}
        self._terms = terms
        self._questions = Questions(terms.name, terms.tier, vfs, gate)
        self._joint = joint
        self._worker: Worker | None = None
        self._asked = False  # ever, so that it may keep something
        self._lost = False  # has something been lost with a process?
        self._losses = 0  # of which somebody was told
        self._closed = False
        self._running = threading.Lock()
        FORKS.guard(self._running)

    # what it is asked

    def load(self) -> None:
        """Evaluate the file. Raises BrokenScript."""
        terms = self._terms
        with self._running:
            try:
                told = self._start()
                own = [] if terms.directory is None else [terms.directory]
                found = registered(told, self.name, [*own, *map(Path, terms.roots)], self)
            except (Gone, NoWorker, Nonsense) as error:
                self._kill()
                raise BrokenScript(self.name, str(error)) from None
            except BrokenScript as error:
                self.files = error.files
                self._kill()
                raise
        self.hooks, self.tools, self.problems, self.files = found.hooks, found.tools, found.problems, found.files
        _rest(self)

    def asking(self, hook: Hook) -> Callable[[Event], Answer]:
        """What a hook says to an event, as a function that never raises on account of the script."""

        def ask(event: Event) -> Answer:
            started = perf_counter_ns()
            value: Json = None
            failure: Failure | None = None
            said = ""
            try:
                value, failure, said = self._ask(hook, event)
            except AnswerFailed as error:
                failure = error.failure
            except Exception as error:
                failure = failure_of(error)
            ms = (perf_counter_ns() - started) // 1000 / 1000
            return Answer(hook.responder, "scheme", hook.place, value, failure, ms, said)

        return ask

    def _ask(self, hook: Hook, event: Event) -> tuple[Json, Failure | None, str]:
        """The answer of one hook as JSON, or how it failed, and what it displayed. Raises AnswerFailed, BadPayload."""
        try:
            told = self._call("ask", hook.procedure, event.payload, event.context, event.account)
        except (TypeError, ValueError, RecursionError) as error:
            raise BadPayload(fault_in(event.payload) or f"not JSON: {error}") from None
        except wire.TooLong as error:
            raise BadPayload(f"the payload is too long for a worker: {error}") from None
        except (Gone, NoWorker) as error:
            raise AnswerFailed(Failure(getattr(error, "type", "worker"), str(error))) from None
        if not told:  # no opinion
            return None, None, ""
        said, keys = told.get("said", ""), told.keys() - {"said", "problems"}
        if isinstance(said, str) and keys <= {"value"}:
            return told.get("value"), None, said[:TEXT]
        if isinstance(said, str) and keys == {"failure"}:
            return None, self._failure(told["failure"]), said[:TEXT]
        return None, Failure("worker", self._nonsense()), ""

    def _failure(self, told: Json) -> Failure:
        match told:
            case [str(kind), str(text)]:
                return Failure(kind[:PLACE], text[:TEXT])
        return Failure("worker", self._nonsense())

    def execute(self, procedure: Value, arguments: dict[str, Json], context: str) -> Result:
        """The result of one tool; its own failure is a result too."""
        chain = current_chain()
        try:
            account = chain.account if chain is not None else Account(UNLIMITED)
            told = self._call("execute", procedure, arguments, context, account)
        except (TypeError, ValueError, RecursionError, wire.TooLong, Gone, NoWorker) as error:
            return Result(f"Error: {error}", str(error))
        return self._result(told)

    def evaluate(self, code: str, context: str) -> Result:
        """See `ThreadScript`: each program has the whole limit."""
        before = self._losses
        try:
            result = self._result(self._call("evaluate", None, {"code": code}, context, Account(UNLIMITED)))
        except (ValueError, wire.TooLong, Gone, NoWorker) as error:
            return toolfiles.failure_of(str(error), "", "")
        return result if self._losses == before else replace(result, text=f"{result.text}\nnote: {LOST}")

    def _result(self, told: dict[str, Json]) -> Result:
        match told:
            case {"text": str(text), "error": str() | None as failure, "said": str(said)}:
                return Result(text, failure, said)
            case {"failure": [str(), str(text)]}:  # what it would say cannot be said
                return Result(f"Error: {text[:TEXT]}", text[:TEXT])
        return Result(f"Error: {self._nonsense()}", self._nonsense())

    def _call(
        self, what: str, which: Value, given: Mapping[str, Json], context: str, account: Account
    ) -> dict[str, Json]:
        limit = UNLIMITED if self.time_limit is None else self.time_limit
        share = account.share_of(self, limit, self._joint)
        if share.left <= 0:
            raise Gone("limit", f"{self.name}: {out_of_time(share).message}")
        rest = (context, current_chain() is not None, drawn(share))
        try:
            frame = wire.frame_down((what, which, given, *rest))
        except ValueError:  # subclasses of Python's own types, or nothing that is JSON
            frame = wire.frame_down((what, which, json.loads(json.dumps(given)), *rest))
        with self._running:
            told = self._heard(frame, share)
            self._asked = True
            if told and "problems" in told:
                self._take_problems(told["problems"])
        return told

    def _heard(self, frame: bytes, share: Share) -> dict[str, Json]:
        """What the worker answers, started again where it has ended while nobody asked it. Raises Gone, NoWorker."""
        if self._closed:
            raise Gone("worker", f"{self.name}: it has been unloaded")
        if self._worker is None or self._worker.is_foreign:
            self._start_again()
        try:
            return self._converse(frame, share)
        except wire.Unheard:  # no call of a script is lost
            self._kill()
            self._start_again()
        try:
            return self._converse(frame, share)
        except wire.Unheard as error:
            self._kill()
            raise Gone("worker", f"{self.name}: its process is gone ({error}); it starts anew") from None

    def _take_problems(self, told: Any) -> None:
        try:
            self.problems = problems(told)
        except (TypeError, ValueError):
            raise Gone("worker", self._nonsense()) from None

    # its process

    def _start_again(self) -> None:
        told = self._start([(str(path), text) for path, text in self.files.items()])
        if isinstance(told.get("broken"), dict):
            self._kill()
            raise Gone("worker", f"{self.name}: started again, it did not load: {self._why(told['broken'])}")
        if told.get("hooks") != [[hook.point, hook.place] for hook in self.hooks]:
            self._kill()
            raise Gone("worker", f"{self.name}: started again, it did not register the same hooks; save it anew")
        if self._lost:
            self._lost = False
            self._losses += 1
            self.problems = (*self.problems, Problem(self.name, "warning", LOST))[-PROBLEMS:]

    def _why(self, told: dict[str, Json]) -> str:
        try:
            return str(broken(told, {}))
        except (KeyError, TypeError):
            return "nobody knows why"

    def _start(self, files: list[tuple[str, str]] | None = None) -> dict[str, Json]:
        """A new process and what it says of its file; `files`: what this read, where it has been loaded before."""
        terms, kept = self._terms, store_in_use()
        settings = {
            "name": terms.name, "tier": terms.tier, "seconds": terms.time_limit, "memory": terms.memory_limit,
            "roots": terms.roots, "directory": None if terms.directory is None else str(terms.directory),
            "environment": None if terms.environment is None else dict(terms.environment),
            "vfs": self._questions.vfs is not None, "gated": self._questions.gate is not None,
            "compiled": None if kept is None else kept.directory, "text": self.source.text,
            "files": files, "work": _working_directory(),
        }  # fmt: skip
        self._worker = Worker(NURSERY.bear())
        if self.end is not None:
            self.end.clear = self._worker.clear
        limit = UNLIMITED if terms.time_limit is None else terms.time_limit
        return self._converse(wire.frame_down(("load", settings)), Share(limit), loading=True)

    def _converse(self, frame: bytes, share: Share, loading: bool = False) -> dict[str, Json]:
        """Say this to the worker, do what it asks for, and give its answer. Raises Gone; Unheard when it had ended
        before."""
        worker = self._worker
        assert worker is not None
        clock = Clock(worker, share, LOADING if loading else 0.0)
        answered = loading
        try:
            while True:
                told = told_by(worker, frame, clock)
                answered = True
                if "full" in told:
                    raise Gone("limit", f"{self.name}: stopped: {_memory(self._terms)}; it starts anew")
                if "number" not in told:
                    clock.settle()
                    return told
                with clock.stopped(), self._free(not loading and self._questions.may_wait(told)):
                    answer = self._questions.answer(told)
                frame = wire.frame_down(("reply", told["number"], answer))
                if worker is not self._worker:
                    raise Gone("worker", f"{self.name}: its process was ended meanwhile; it starts anew")
        except TimeoutError as error:  # before OSError, which it is
            self._kill(worker)
            raise Gone("limit", f"{self.name}: stopped: {error}; its process was killed and starts anew") from None
        except (wire.Unheard, wire.BadFrame, OSError, wire.TooLong) as error:
            if not answered and isinstance(error, wire.Unheard):
                raise
            self._kill(worker)
            raise Gone("worker", f"{self.name}: its process is gone ({error}); it starts anew") from None
        except BaseException:  # an interrupt, too: what it would say next is the answer to this call
            self._kill(worker)
            raise

    @contextmanager
    def _free(self, wanted: bool) -> Iterator[None]:
        """Inside the block others may enter the world."""
        if not wanted:
            yield
            return
        self._running.release()
        try:
            yield
        finally:
            self._running.acquire()

    def _kill(self, worker: Worker | None = None) -> None:
        """End the process, if it is still this one."""
        if self._worker is not None and worker in (None, self._worker):
            self._lost = self._asked and not self._worker.is_foreign
            worker, self._worker = self._worker, None
            worker.end()

    def _nonsense(self) -> str:
        self._kill()
        return f"{self.name}: its process said what is no answer; it starts anew"

    def rest(self) -> None:
        """End the process if it has never been asked; the next call starts it again."""
        if self._running.acquire(blocking=False):
            try:
                if not self._asked:
                    self._kill()
            finally:
                self._running.release()

    # its end

    def close(self) -> None:
        """Let the hooks and tools go, and the process; a call that is under way ends first."""
        self.hooks = self.tools = ()
        self.responders = None
        with self._running:
            self._closed = True
            self._kill()

    def dispose(self) -> None:
        """The same."""
        self.close()

    def leased(self, end: Any) -> None:
        """See `Script`."""
        self.end = end
        end.clear = self._worker.clear if self._worker is not None else _nothing

    # what only a world in this process has

    def edited(self) -> AbstractContextManager[tuple[Interpreter, Revision]]:
        """Not to be had. Raises BadRequest."""
        self._refuse()

    def call_out(self, function: Callable[[], Any]) -> Any:
        """Not to be had. Raises BadRequest."""
        self._refuse()

    def revise(self, revision: Revision) -> None:
        """Not to be had. Raises BadRequest."""
        self._refuse()

    def take_back(self, hooks: tuple[Hook, ...], tools: tuple[Tool, ...]) -> None:
        """Not to be had. Raises BadRequest."""
        self._refuse()

    @property
    def interpreter(self) -> Interpreter:
        """Not to be had. Raises BadRequest."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise BadRequest(
            f'{self.name}: its world is in a process of its own (isolation = "worker"), out of reach of the REPL; '
            'edit the file, or set isolation = "thread" for it'
        )


def drawn(share: Share) -> tuple[float, float, float | None, float]:
    """What a worker must know of a share: its seconds, what has been drawn of them; the limit that its world has with
    others, and what they have drawn of that."""
    joint = share.joint
    if joint is None or share.tally is None:
        return share.seconds, share.computed, None, 0.0
    return share.seconds, share.computed, joint.seconds, max(0.0, share.drawn_together() - share.computed)


def _working_directory() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return "/"


def _nothing() -> None:
    """There is nothing to end."""


def _memory(terms: Terms) -> str:
    return f"it used more than its {(terms.memory_limit or 0) >> 20} MB of memory"


# those that nobody has asked


_resting: Final[OrderedDict[int, ref[WorkerScript]]] = OrderedDict()  # at most `RESTING`


def _rest(script: WorkerScript) -> None:
    _resting[id(script)] = ref(script)
    while len(_resting) > RESTING:
        with suppress(KeyError):  # another thread was faster
            oldest = _resting.popitem(last=False)[1]()
            if oldest is not None:
                oldest.rest()
