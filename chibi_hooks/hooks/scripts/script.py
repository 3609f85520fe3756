"""A `.scm` file's world -> what its hooks answer and its tools give.

Rules (DESIGN §8, spec/chibi.md §3.4, §5)
-----
* One file is one world: it is evaluated once, in a top level of its own that starts with the prelude; its hooks share
  its state. What it registers is registering.py's, how it comes from disk is loading.py's.
* A world runs one call at a time, so that what it keeps is never torn. While it waits for `call-tool` others may enter:
  a tool may call tools of its own file, and two files each other's, and nobody waits for himself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol, TypeVar

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.point import POINTS, Point
from chibi_hooks.hooks.errors import BadPayload, BadRequest, HookError
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.homes.config import Grant, Isolation
from chibi_hooks.hooks.homes.vfs import Vfs
from chibi_hooks.hooks.scripts import toolfiles
from chibi_hooks.hooks.scripts.alist import Unfit
from chibi_hooks.hooks.scripts.flat_asking import asking
from chibi_hooks.hooks.scripts.granting import tier_of_world
from chibi_hooks.hooks.scripts.payload_data import payload_to_scheme
from chibi_hooks.hooks.scripts.providing import OF_THE_HOST, libraries, may_wait, prelude
from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook, Problem, Registrations, Revision
from chibi_hooks.hooks.scripts.telling import asker
from chibi_hooks.hooks.taking import taking
from chibi_hooks.hooks.tools.calling import ToolCall, current_chain, find_tool, nested_call
from chibi_hooks.hooks.tools.tool import Result, Tool
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.loading import load_library
from chibi_hooks.scheme.libraries.shared import table
from chibi_hooks.scheme.running.pause import paused
from chibi_hooks.scheme.running.runs import Dynamics
from chibi_hooks.scheme.running.shares import JointLimit
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, String, Value, intern, string_of, to_list
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail
from chibi_hooks.scheme.values.files import TIER_HINT
from chibi_hooks.scheme.values.frozen import frozen
from chibi_hooks.scheme.values.source import Place, SourceText

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from chibi_hooks.hooks.homes.trust import Gate
    from chibi_hooks.hooks.scripts.responder import MadeResponders

SAID: Final = 4_000  # characters of what a hook displays that its answer has; the journal keeps them

T = TypeVar("T")


class Script(Protocol):
    """A loaded hook file, wherever its world is: in this process (`ThreadScript`) or in one of its own (workers/)."""

    name: str
    source: SourceText
    environment: Mapping[str, str] | None
    responders: MadeResponders | None  # as of the last generation (responder.py)

    @property
    def time_limit(self) -> float | None:
        """Seconds that a call may compute."""

    @property
    def isolation(self) -> Isolation:
        """Where its world is."""

    @property
    def tier(self) -> Grant:
        """What it may reach."""

    @property
    def hooks(self) -> tuple[Hook, ...]:
        """What it registered, in this order."""

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools that it defined."""

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it, but did not keep it from being loaded."""

    @property
    def files(self) -> dict[Path, str]:
        """The files of the user's that it imported and included, with the text that was read."""

    @property
    def interpreter(self) -> Interpreter:
        """Its world, to look things up. Raises BadRequest where that is out of reach."""

    def edited(self) -> AbstractContextManager[tuple[Interpreter, Revision]]:
        """The world, held for one evaluation from outside. Raises BadRequest where that is out of reach."""

    def call_out(self, function: Callable[[], T]) -> T:
        """Run host code that an evaluation in this world waits for; meanwhile the world is free for others."""

    def revise(self, revision: Revision) -> None:
        """Put what was registered in place of what there was."""

    def take_back(self, hooks: tuple[Hook, ...], tools: tuple[Tool, ...]) -> None:
        """Have the hooks and tools again that there were before a revision."""

    def leased(self, end: Any) -> None:
        """`end` will be asked to `clear` when nobody can call its procedures any more: what that does, all in C."""

    def close(self) -> None:
        """Let the hooks and tools go."""

    def dispose(self) -> None:
        """End the world."""


class BrokenScript(HookError):
    """The file cannot be loaded. `place` is where, `report` the whole page with source line and caret."""

    def __init__(self, place: str, message: str, report: str | None = None) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message
        self.report = report or str(self)
        self.kind = ""  # that of the Scheme error, if it was one
        self.hint = ""  # what to do next
        self.range: Place | None = None  # where, as a range
        self.files: dict[Path, str] = {}  # what was read besides the file itself, and its text


class ThreadScript:
    """A hook file whose world is in this process. Made by `load_script`; several threads may ask its hooks at once."""

    isolation: Literal["thread"] = "thread"

    def __init__(
        self,
        name: str,
        tier: Grant,
        time_limit: float,
        memory_limit: int | None,
        roots: Sequence[Path],
        vfs: Vfs | None = None,
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
        gate: Gate | None = None,
        joint: JointLimit | None = None,
        given: Mapping[Path, str] | None = None,
    ) -> None:
        self.name = name
        self.tier = tier
        self.time_limit = time_limit
        self.joint = joint  # the files of its home, which have a limit together
        self.source = SourceText(name, "")
        self.end: object = None  # what ends the world with its lease
        self.environment = environment
        self.responders: MadeResponders | None = None
        self.running = threading.RLock()
        self.entered = 0  # calls of the thread that holds it, one inside the other
        self._left_out: tuple[Problem, ...] = ()  # of the prelude
        self.may_wait = True  # for somebody, while a hook runs; known once the file is read
        self.context_key = ""  # of %context-name%, known once the file is read
        self.interpreter = Interpreter(
            tier_of_world(tier),
            time_limit,
            memory_limit,
            roots=roots,
            directory=directory,
            refusal_of=None if gate is None else gate.refusal_of,
            given=given,
            provided=libraries(tier, vfs, environment, lambda: self._registered, self._call_tool),
            imports=self._prelude,
            own=OF_THE_HOST,
            environment=environment,
        )
        self._registered = Registrations(name, self, self.interpreter)
        self.interpreter.given_out = self._procedures
        self._asks = asker(name, self._registered)
        self._of_point: dict[str, tuple[type[Point], Dynamics]] = {}
        FORKS.guard(self.running, self._was_cut_off)

    @property
    def hooks(self) -> tuple[Hook, ...]:
        """What it registered, in this order."""
        return self._registered.hooks

    @property
    def tools(self) -> tuple[Tool, ...]:
        """The tools that it defined."""
        return self._registered.tools

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with it, but did not keep it from being loaded."""
        return (*self._left_out, *self._registered.problems)

    def _procedures(self) -> list[Value]:
        return [hook.procedure for hook in self.hooks]

    def _prelude(self) -> tuple[str, ...]:
        """What of the prelude there is; asked for when the file is expanded, not when it comes from disk."""
        names, self._left_out = prelude()
        if self._left_out:
            self.interpreter.keeps = False  # they shall be told every time
        return names

    @property
    def here(self) -> EnteredWorld:
        """Itself: whoever fires may enter it himself."""
        return self

    def asking(self, hook: Hook) -> Callable[[Event], Answer]:
        """What a hook says to an event, as a function (asking.py)."""
        return asking(self, hook)

    def beginning(self, name: str) -> tuple[type[Point], Dynamics]:
        """A point, and what is in force when a hook there begins to run: the parameter that tells the builders of
        answers what is legal."""
        known = self._of_point.get(name)
        if known is not None:
            return known
        point = POINTS[name]
        asks = (_host_asker(), self._asks, self.interpreter.parameters)
        dynamics = self.interpreter.beginning((_answer_fields(), _fields(name), asks))
        made = self._of_point[name] = (point, dynamics)
        return made

    def execute(self, procedure: Value, arguments: dict[str, Json], context: str) -> Result:
        """The result of one tool; its own failure is a result too."""
        chain = current_chain()
        share = None if chain is None else chain.account.share_of(self, self.time_limit, self.joint)

        def work() -> Result:
            try:
                return self.interpreter.within(self._result, share, procedure, arguments)
            except (SchemeError, BadPayload) as error:
                return toolfiles.failure_of(str(error), *self._take_output())

        return self._inside(context, work)

    def evaluate(self, code: str, context: str) -> Result:
        """The result of a program that is run in this world, on behalf of `context`; its own failure is one too."""

        def work() -> Result:
            try:
                value = self.interpreter.run(SourceText(self.name, code))
                return toolfiles.written(value, *self._take_output())
            except SchemeError as error:
                return toolfiles.failure_of(str(error), *self._take_output())

        return self._inside(context, work)

    def _result(self, procedure: Value, arguments: dict[str, Json]) -> Result:
        asks = (_host_asker(), self._asks, self.interpreter.parameters)
        value = self.interpreter.enter(procedure, payload_to_scheme(arguments), self.interpreter.beginning(asks))
        return toolfiles.result_of(value, *self._take_output())

    def _inside(self, context: str, work: Callable[[], T]) -> T:
        """Do it in this world on behalf of `context`. What is undone, is so before anything is called, after which a
        Ctrl-C may come."""
        namespace, key = self.interpreter.namespace, self.context_key
        with self.running:
            outer = namespace.get(key)
            self.entered += 1
            try:
                if outer.__class__ is not String or outer.s != context:  # the usual one is there already
                    namespace[key] = string_of(context)
                return work()
            finally:
                namespace[key] = outer
                self.entered -= 1
                self.forget_output()

    def _was_cut_off(self) -> None:
        """In a forked child: a thread of the parent was in this world, which is as if its call had been stopped."""
        self.entered = 0
        self._registered.revision = None
        self.interpreter.namespace[self.context_key] = string_of("")
        self.interpreter.faults.clear()
        self.forget_output()

    @contextmanager
    def edited(self) -> Iterator[tuple[Interpreter, Revision]]:
        """The world, held for one evaluation from outside of its file, and what is registered meanwhile."""
        registered, namespace, key = self._registered, self.interpreter.namespace, self.context_key
        with self.running:
            outer, revision = namespace.get(key), Revision()
            self.entered += 1
            try:
                registered.loading, registered.revision = False, revision
                namespace[key] = string_of("")
                self.may_wait = True  # whatever is evaluated may be called by hooks
                yield self.interpreter, revision
            finally:
                registered.revision = None
                namespace[key] = outer
                self.entered -= 1
                self.forget_output()

    def revise(self, revision: Revision) -> None:
        """Put what was registered in place of what there was: the hooks of the same points, the tools of the same
        names. Live in the next generation (`Reloader.revise`)."""
        self._registered.revise(revision)

    def take_back(self, hooks: tuple[Hook, ...], tools: tuple[Tool, ...]) -> None:
        """Have the hooks and tools again that there were before a revision."""
        self._registered.take(hooks, tools)

    @property
    def files(self) -> dict[Path, str]:
        """The files of the user's that it imported and included, with the text that was read."""
        return self.interpreter.files

    def leased(self, end: Any) -> None:
        """See `Script`."""
        self.end = end
        end.clear = self.interpreter.namespace.clear

    def close(self) -> None:
        """Let the hooks and tools go; one that is running ends first, since it holds its world."""
        self._registered.forget()
        self.responders = None

    def dispose(self) -> None:
        """End the world, and free what it holds at once instead of at the next collection.

        Only when nobody can call its procedures any more.
        """
        self.close()
        self.interpreter.namespace.clear()

    def load(self, source: SourceText) -> None:
        """Evaluate the file, once. Raises BrokenScript."""
        self.source = source
        try:
            self.interpreter.run(source, keep=True)
            self.context_key = self.interpreter.key_of("%context-name%")
            self._registered.define_by_variables()
            self._registered.name_hooks()
            self.interpreter.let_go()
            self.may_wait = may_wait(self.tier, (source.text, *self.files.values()))
        except SchemeError as error:
            self._say_what_to_write(error)
            page = error.report() if error.place is not None else f"{self.name}: {error.report()}"
            broken = BrokenScript(str(error.place or self.name), error.message, page)
            broken.kind = error.kind
            broken.range, broken.hint = error.place, getattr(error.payload, "hint", None) or ""
            broken.files = self.files
            raise broken from None
        except Exception as error:  # ours; other files load
            raise BrokenScript(self.name, f"internal fault: {type(error).__name__}: {error}") from error
        finally:
            self._registered.loading = False
            if self.interpreter.faults:
                self._left_out += (Problem(self.name, "error", self.take_fault()),)
            self.forget_output()

    def _say_what_to_write(self, error: SchemeError) -> None:
        """The advice of what needs another tier names this file, and the line for it."""
        condition = error.payload
        hint = condition.hint if isinstance(condition, Condition) else None
        if hint is not None and TIER_HINT in hint:
            words = ('"virtual"', '"unsandboxed"') if "(harness io)" in error.message else ('"unsandboxed"',)
            lines = " or ".join(f'"{self.name}" = {word}' for word in words)
            condition.hint = hint.replace(TIER_HINT, f"chibi-hooks.toml grants it under [scheme.tiers]: {lines}")

    def take_fault(self) -> str:
        """The first fault of ours that its code met and handled itself."""
        first = str(self.interpreter.faults[0])
        self.interpreter.faults.clear()
        return first

    def forget_output(self) -> None:
        """What is displayed while no hook is asked goes nowhere; kept, it would grow with every call."""
        self._take_output()

    def take_said(self) -> str:
        """What a hook displayed: its output, then its errors. Its answer has it, as it has a plugin's stderr, and no
        agent is told."""
        said = "".join(self._take_output())
        return said if len(said) <= SAID else f"{said[:SAID]} …"

    def _take_output(self) -> tuple[str, str]:
        return self.interpreter.output.take(), self.interpreter.errors.take()

    def call_out(self, function: Callable[[], T]) -> T:
        """Run host code that a call of this world waits for; meanwhile the world is free for others. Raises what that
        does, or what interrupts the waiting for the world."""
        self.may_wait = True
        chain = current_chain()
        with paused(chain.account if chain is not None else None):
            said = self._take_output()
            context = self.interpreter.namespace[self.context_key]
            take, interrupt = taking(self.running), None
            entered, self.entered = self.entered, 0  # whoever takes the world next counts anew
            out = 0
            try:
                while True:  # such loops end in their middle: see whole.py
                    if out == entered:
                        break
                    out += 1
                    self.running.release()
                return function()
            finally:
                while True:  # whatever comes meanwhile: without a call, behind which a Ctrl-C may keep us from it
                    try:
                        while True:
                            if not out:
                                break
                            for _ in take:
                                out -= 1
                                break
                        break
                    except BaseException as error:
                        interrupt = error
                self.entered = entered
                self.interpreter.namespace[self.context_key] = context
                self.interpreter.output.put(said[0])
                self.interpreter.errors.put(said[1])
                if interrupt is not None:
                    raise interrupt

    def _call_tool(self, name: Value, arguments: Value) -> Value:
        """(call-tool name arguments) -> what the tool gives, as a string. What goes wrong is said in chibi's words, and
        the message begins with them: scripts look for `tool error:`."""
        wanted = text("call-tool", 1, name)
        try:
            call = self._nested(wanted, arguments)
        except BadRequest as error:
            raise fail("error", str(error)) from None
        except Unfit as error:
            raise fail("error", f"args conversion: {error}") from None
        if call.status == "done":
            return string_of(call.output)
        said = "tool error" if call.status == "failed" else call.status
        raise fail("error", f"{said}: {call.error}", string_of(wanted))

    def _nested(self, name: str, arguments: Value) -> ToolCall:
        chain = current_chain()
        if chain is None or self._registered.loading:
            raise BadRequest("no active call context: hooks and tools call tools, not a file while it is loaded")
        recorded = chain.firing.recorded(self.name, name, arguments)
        if recorded is not None:
            return recorded
        given: Json = None
        try:
            tool = find_tool(chain.firing.tools, name, chain.context)
            given = toolfiles.arguments_from_scheme(arguments, tool.parameters)
            kept = deepcopy(given)  # the tool may be a function that changes what it is given
            call = self.call_out(lambda: nested_call(name, given))
        except BadRequest as error:
            chain.note(MadeCall(self.name, name, given, "refused", "", str(error)))
            raise
        chain.note(MadeCall(self.name, name, kept, call.status, call.output, call.error))
        return call


@cache
def _answer_fields() -> Value:
    """The parameter that tells the builders of answers what is legal."""
    load_library("(engine answering)", table())
    return table().names["answer-fields@(engine answering)"]


@cache
def _host_asker() -> Value:
    """The parameter that leads from our libraries to the host."""
    load_library("(engine answering)", table())
    return table().names["host-asker@(engine answering)"]


@cache
def _fields(name: str) -> Value:
    """The fields of an answer at a point, for the builders; anything goes where nothing has an effect. Every world of
    the process is handed this one list: an error may carry it.
    """
    point = POINTS[name]
    return frozen(to_list([intern(field) for field in point.outcome_fields])) if point.can_modify else FALSE
