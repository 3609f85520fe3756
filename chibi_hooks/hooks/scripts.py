"""A `.scm` file -> a `Script`: its world, the hooks it registered, the tools it defined, and what is wrong with it.
A payload -> a hook's `Answer`; arguments -> a tool's `Result`.

Rules (DESIGN §8, spec/chibi.md §3.4, §5)
-----
* One file is one world: it is evaluated once, in a top level of its own that starts with the prelude; its hooks share
  its state.
* `register-hook` counts while the file is being loaded, and several registrations for one point run in their order.
  Later calls are ignored with a warning.
* A point that nobody knows is a problem of the file, with a near name, and its other hooks live: a file may be newer
  than we are. What cannot be a hook at all (no procedure, one that cannot take one argument) fails the load: a guard
  that can never run must not look like one that does.
* A world runs one call at a time, so that what it keeps is never torn. While it waits for `call-tool` others may enter:
  a tool may call tools of its own file, and two files each other's, and nobody waits for himself.
* `Hook.answer` never raises on account of the script: an error, a budget that ran out, a value that is no answer are
  `Failure`s.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from inspect import CO_VARARGS
from operator import methodcaller
from pathlib import Path
from time import gmtime, perf_counter, strftime
from typing import TYPE_CHECKING, Any, Final, Literal
from weakref import ref

from chibi_hooks.hooks import toolfiles
from chibi_hooks.hooks.alist import Unfit, answer_from_scheme, payload_to_scheme
from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.calling import MadeCall, ToolCall, context_of, current_chain, find_tool, nested_call
from chibi_hooks.hooks.documentation import documentation
from chibi_hooks.hooks.errors import BadPayload, BadRequest, HookError, UnknownPoint
from chibi_hooks.hooks.harness_io import io_procedures, refusals
from chibi_hooks.hooks.point import POINTS, Point, find
from chibi_hooks.hooks.registry import Registry
from chibi_hooks.hooks.tools import Caller, Result, Tool
from chibi_hooks.hooks.vfs import Vfs
from chibi_hooks.scheme.arguments import text
from chibi_hooks.scheme.data import FALSE, NIL, UNDEFINED, UNSPECIFIED, Symbol, Value, cons, intern, string_of, to_list
from chibi_hooks.scheme.errors import SchemeError, fail, wrong_type
from chibi_hooks.scheme.interpreter import MEMORY_LIMIT, TIME_LIMIT, Interpreter, Tier
from chibi_hooks.scheme.library import common
from chibi_hooks.scheme.pause import paused
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.printer import short
from chibi_hooks.scheme.shared import load_library, shared
from chibi_hooks.scheme.source import Source

if TYPE_CHECKING:
    from chibi_hooks.hooks.trust import Gate

BYTES: Final = 4_000_000  # of a hook file; reading and compiling more would take longer than anybody waits for a save

PRELUDE: Final = (
    "(scheme base)", "(scheme write)", "(scheme read)", "(scheme char)", "(scheme case-lambda)", "(scheme inexact)",
    "(scheme complex)", "(tein json)", "(tein safe-regexp)", "(tein docs)", "(tein introspect)", "(srfi 1)",
    "(srfi 27)", "(srfi 69)", "(srfi 95)", "(srfi 125)", "(srfi 128)", "(srfi 130)", "(srfi 132)", "(srfi 133)",
    "(chibi match)", "(harness prelude)",
)  # fmt: skip
"""What a hook file finds without any import line, shared by all worlds; those that do not exist yet are left out."""

OF_THE_HOST: Final = ("(harness host)", "(harness docs)", "(harness hooks)", "(harness tools)")  # made for each world
PROBLEMS: Final = 100  # kept per file; a hook may register in a loop


class BrokenScript(HookError):
    """The file cannot be loaded. `place` is where, `report` the whole page with source line and caret."""

    def __init__(self, place: str, message: str, report: str | None = None) -> None:
        super().__init__(f"{place}: {message}")
        self.place = place
        self.message = message
        self.report = report or str(self)
        self.kind = ""  # that of the Scheme error, if it was one
        self.files: dict[Path, str] = {}  # what was read besides the file itself, and its text


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file that does not keep it from being loaded."""

    place: str
    severity: Literal["error", "warning"]
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"


@dataclass(frozen=True, slots=True, eq=False)
class Hook:
    """One registration of a file."""

    point: str
    responder: str  # the name of the file without its ending
    place: str  # of the registration: hooks/guard.scm:6:1
    procedure: Value
    script: Script

    def answer(self, payload: Mapping[str, Json]) -> Answer:
        """What the hook says to this payload, or how it failed."""
        started = perf_counter()
        value: Json = None
        failure: Failure | None = None
        try:
            value = self.script.ask(self, payload)
        except SchemeError as error:
            failure = Failure(error.kind, str(error))
        except Unfit as error:
            failure = Failure("result", str(error))
        except BadPayload as error:
            failure = Failure("payload", str(error))
        except Exception as error:  # ours; the fire goes on, and the recorder has it
            failure = Failure("internal", f"{type(error).__name__}: {error}")
        return Answer(self.responder, "scheme", self.place, value, failure, round((perf_counter() - started) * 1000, 3))


@dataclass(slots=True)
class Revision:
    """What an evaluation from outside of the file registered in its world."""

    hooks: list[Hook] = field(default_factory=list)
    tools: list[Tool] = field(default_factory=list)


class Script:
    """A loaded hook file. Made by `load_script`; several threads may ask its hooks at once."""

    def __init__(
        self,
        name: str,
        tier: Tier,
        time_limit: float,
        memory_limit: int | None,
        roots: Sequence[Path],
        vfs: Vfs | None = None,
        environment: Mapping[str, str] | None = None,
        directory: Path | None = None,
        gate: Gate | None = None,
    ) -> None:
        self.name = name
        self.source = Source(name, "")
        self.end: _End | None = None
        self.hooks: tuple[Hook, ...] = ()
        self.tools: tuple[Tool, ...] = ()
        self.environment = environment
        self._running = threading.RLock()
        self._entered = 0  # calls of the thread that holds it, one inside the other
        self.offered: tuple[Tier, Vfs | None] = (tier, vfs)
        self.problems: tuple[Problem, ...] = ()
        self._loading = True
        self._revision: Revision | None = None
        self._interpreter = Interpreter(
            tier,
            time_limit,
            memory_limit,
            roots=roots,
            directory=directory,
            refusal_of=None if gate is None else gate.refusal_of,
            provided=_provided(self),
            imports=self._prelude,
            own=OF_THE_HOST,
            environment=environment,
        )
        self._context_key = ""  # of %context-name%, known once the file is read
        self._hook_registry = Registry(self._interpreter, "%hook-registry%")
        self._tool_registry = Registry(self._interpreter, "%tool-registry%")

    def _prelude(self) -> tuple[str, ...]:
        """What of `PRELUDE` there is; asked for when the file is expanded, not when it comes from disk."""
        names, problems = _prelude()
        if problems:
            self.problems = (*problems, *self.problems)
            self._interpreter.keeps = False  # they shall be told every time
        return names

    def ask(self, hook: Hook, payload: Mapping[str, Json]) -> Json:
        """The answer of one hook, as JSON. Raises SchemeError, Unfit, BadPayload."""
        point = POINTS[hook.point]
        argument = payload_to_scheme(payload)
        outer = self._enter(context_of(payload))
        try:
            fields = (_answer_fields(), _fields(point), self._interpreter.parameters)
            value = self._interpreter.call(hook.procedure, argument, parameters=fields)
            return answer_from_scheme(value, point, payload)
        finally:
            self._leave(outer)

    def execute(self, procedure: Value, arguments: dict[str, Json], context: str) -> Result:
        """The result of one tool; its own failure is a result too."""
        try:
            argument = payload_to_scheme(arguments)
        except BadPayload as error:
            return toolfiles.failure_of(str(error), "", "")
        outer = self._enter(context)
        try:
            value = self._interpreter.call(procedure, argument)
            return toolfiles.result_of(value, *self._take_output())
        except SchemeError as error:
            return toolfiles.failure_of(str(error), *self._take_output())
        finally:
            self._leave(outer)

    def _enter(self, context: str) -> Value:
        """Take the world for one call on behalf of `context`; `_leave` takes what this gives."""
        self._running.acquire()
        self._entered += 1
        namespace = self._interpreter.namespace
        outer = namespace.get(self._context_key)
        namespace[self._context_key] = string_of(context)
        return outer

    def _leave(self, outer: Value) -> None:
        self._forget_output()
        self._interpreter.namespace[self._context_key] = outer
        self._entered -= 1
        self._running.release()

    @contextmanager
    def edited(self) -> Iterator[tuple[Interpreter, Revision]]:
        """The world, held for one evaluation from outside of its file, and what is registered meanwhile."""
        outer = self._enter("")
        self._loading, self._revision = False, Revision()
        try:
            yield self._interpreter, self._revision
        finally:
            self._revision = None
            self._leave(outer)

    def revise(self, revision: Revision) -> None:
        """Put what was registered in place of what there was: the hooks of the same points, the tools of the same
        names. Live in the next generation (`Reloader.revise`)."""
        points = {hook.point for hook in revision.hooks}
        names = {tool.name for tool in revision.tools}
        self.hooks = (*(hook for hook in self.hooks if hook.point not in points), *revision.hooks)
        self.tools = (*(tool for tool in self.tools if tool.name not in names), *revision.tools)

    @property
    def tier(self) -> Tier:
        """What it may reach."""
        return self._interpreter.tier

    @property
    def files(self) -> dict[Path, str]:
        """The files of the user's that it imported and included, with the text that was read."""
        return self._interpreter.files

    def close(self) -> None:
        """Let the hooks and tools go; one that is running ends first, since it holds its world."""
        self.hooks = ()
        self.tools = ()

    def dispose(self) -> None:
        """End the world, and free what it holds at once instead of at the next collection.

        Only when nobody can call its procedures any more.
        """
        self.close()
        self._interpreter.namespace.clear()

    def _load(self, source: Source) -> None:
        self.source = source
        try:
            self._interpreter.run(source, keep=True)
            self._context_key = self._interpreter.key_of("%context-name%")
            self._define_by_variables()
        except SchemeError as error:
            broken = BrokenScript(str(error.place or self.name), error.message, error.report())
            broken.kind = error.kind
            broken.files = self.files
            raise broken from None
        except Exception as error:  # ours; other files load
            raise BrokenScript(self.name, f"internal fault: {type(error).__name__}: {error}") from error
        finally:
            self._loading = False
            self._forget_output()

    def _forget_output(self) -> None:
        """What a hook displays goes nowhere (as in chibi); kept, it would grow with every fire."""
        self._take_output()

    def _take_output(self) -> tuple[str, str]:
        return self._interpreter.output.take(), self._interpreter.errors.take()

    def call_out(self, function: Callable[[], ToolCall]) -> ToolCall:
        """Run host code that a call of this world waits for; meanwhile the world is free for others."""
        with paused():
            said = self._take_output()
            context = self._interpreter.namespace[self._context_key]
            entered, self._entered = self._entered, 0
            for _ in range(entered):
                self._running.release()
            try:
                return function()
            finally:
                for _ in range(entered):
                    self._running.acquire()
                self._entered = entered
                self._interpreter.namespace[self._context_key] = context
                self._interpreter.output.put(said[0])
                self._interpreter.errors.put(said[1])

    def _register(self, point: Value, procedure: Value) -> Value:
        """(register-hook point procedure): the host's half."""
        name, place = self._check_registration(point, procedure)
        if not self._loading and self._revision is None:
            self._add_problem(
                place, "warning", f"register-hook: {name} is registered after the file was loaded; it is ignored"
            )
            return UNSPECIFIED
        try:
            find(name)
        except UnknownPoint as error:
            if self._revision is not None:  # whoever wrote it is waiting for an answer
                raise fail("error", str(error), who="register-hook") from None
            self._add_problem(place, "error", f"register-hook: {error}")
            return UNSPECIFIED
        hook = Hook(name, Path(self.name).stem, place, procedure, self)
        if self._revision is not None:
            self._revision.hooks.append(hook)
        else:
            self.hooks += (hook,)
        self._hook_registry.add(cons(point, procedure))
        return UNSPECIFIED

    def _register_tool(self, name: Value, clauses: Value) -> Value:
        """(register-tool name clauses): the host's half of define-tool."""
        place = str(self._interpreter.place_of_call() or self.name)
        try:
            definition = toolfiles.from_clauses(name, clauses, place)
        except ValueError as error:
            raise fail("error", f"{short(name)}: {error}", who="define-tool") from None
        if self._loading or self._revision is not None:
            self._add_tool(definition)
            self._tool_registry.add(toolfiles.registered(definition, clauses))
        else:
            message = f"define-tool: {definition.name} is defined after the file was loaded; it is ignored"
            self._add_problem(place, "warning", message)
        return UNSPECIFIED

    def _define_by_variables(self) -> None:
        """The tool of a file that defines `tool-name` and so on, and has no `define-tool`."""
        if self.tools:
            return
        try:
            definition = toolfiles.from_variables(self._variable, self.name)
        except ValueError as error:
            raise fail("error", f"{self.name}: {error}") from None
        if definition is not None:
            self._add_tool(definition)

    def _variable(self, name: str) -> Value | None:
        """What a top-level variable of the file holds; None if there is none."""
        value = self._interpreter.value_of(name)
        return None if value is UNDEFINED else value

    def _add_tool(self, definition: toolfiles.Definition) -> None:
        execute = definition.execute
        if not takes_one_argument(execute):
            message = f"{definition.name}: a tool is called with one argument, an alist; {short(execute)} cannot be"
            raise fail("arity", message, who="define-tool")

        def run(arguments: dict[str, Json], caller: Caller) -> Result:
            return self.execute(execute, arguments, caller.context)

        tool = Tool(
            definition.name,
            definition.description,
            definition.parameters,
            "scheme",
            definition.place,
            run,
            definition.category,
            definition.summary_params,
        )
        if self._revision is not None:
            self._revision.tools.append(tool)
        else:
            self.tools = (*(each for each in self.tools if each.name != tool.name), tool)

    def _call_tool(self, name: Value, arguments: Value) -> Value:
        """(call-tool name arguments) -> what the tool gives, as a string."""
        wanted = text("call-tool", 1, name)
        try:
            call = self._nested(wanted, arguments)
        except BadRequest as error:
            raise fail("error", str(error), who="call-tool") from None
        except Unfit as error:
            raise fail("error", f"args conversion: {error}", who="call-tool") from None
        if call.status == "done":
            return string_of(call.output)
        said = "tool error" if call.status == "failed" else call.status
        raise fail("error", f"{said}: {call.error}", string_of(wanted), who="call-tool")

    def _nested(self, name: str, arguments: Value) -> ToolCall:
        chain = current_chain()
        if chain is None or self._loading:
            raise BadRequest("no active call context: hooks and tools call tools, not a file while it is loaded")
        if chain.host.recorded_calls is not None:
            return chain.host.recorded_calls(self.name, name, arguments)
        given: Json = None
        try:
            tool = find_tool(chain.host.tools_of(chain.generation), name, chain.context)
            given = toolfiles.arguments_from_scheme(arguments, tool.parameters)
            kept = deepcopy(given)  # the tool may be a function that changes what it is given
            call = self.call_out(lambda: nested_call(name, given))
        except BadRequest as error:
            chain.note(MadeCall(self.name, name, given, "refused", "", str(error)))
            raise
        chain.note(MadeCall(self.name, name, kept, call.status, call.output, call.error))
        return call

    def _check_registration(self, point: Value, procedure: Value) -> tuple[str, str]:
        if not isinstance(point, Symbol):
            raise wrong_type("register-hook", 1, "a symbol such as 'pre_tool", point)
        if not callable(procedure):
            raise wrong_type("register-hook", 2, "a procedure", procedure)
        if not takes_one_argument(procedure):
            raise fail(
                "arity",
                f"a hook is called with one argument, the payload; {short(procedure)} cannot be",
                who="register-hook",
            )
        return point.text, str(self._interpreter.place_of_call() or self.name)

    def _add_problem(self, place: str, severity: Literal["error", "warning"], message: str) -> None:
        if len(self.problems) < PROBLEMS:
            self.problems += (Problem(place, severity, message),)


class Lease:
    """Held by everything that may still call a script's procedures; the world ends with the lease."""

    __slots__ = ("__weakref__",)


class _End(ref[Lease]):
    """Calls `clear` when the lease is gone. All of it in C: the collector may come by while another world runs, and
    what stops that world for its budget would stop Python code here instead."""

    __slots__ = ("clear",)
    clear: Callable[[], None]


def lease(script: Script) -> Lease:
    """A new lease. It stands outside of the circle that a world makes, so it ends at once with its last holder."""
    made = Lease()
    script.end = _End(made, methodcaller("clear"))
    script.end.clear = script._interpreter.namespace.clear
    return made


def load_script(
    path: Path,
    name: str | None = None,
    *,
    tier: Tier = "sandboxed",
    time_limit: float = TIME_LIMIT,
    memory_limit: int | None = MEMORY_LIMIT,
    roots: Sequence[Path] = (),
    data: bytes | None = None,
    vfs: Vfs | None = None,
    environment: Mapping[str, str] | None = None,
    gate: Gate | None = None,
) -> Script:
    """Evaluate a hook file in a world of its own.

    `name` is how messages call the file (`hooks/guard.scm`); the budgets hold for loading and for each call of a hook
    or tool; `roots` are directories with libraries of the user's; `data` is the content where it was read before; `vfs`
    are the virtual files of `(harness io)`; `environment` is what the file sees of the environment, None: nothing;
    `gate` says what may be run. Raises BrokenScript.
    """
    name = name or path.name
    data = _read(path, name) if data is None else data
    if gate is not None and (reason := gate.refusal(name, data)):
        raise BrokenScript(name, reason)
    source = Source(name, _decode(data, name))
    script = Script(name, tier, time_limit, memory_limit, roots, vfs, environment, path.parent, gate)
    try:
        script._load(source)
    except BrokenScript:
        script.dispose()
        raise
    return script


def takes_one_argument(procedure: Value) -> bool:
    """Can this be called with one argument? In doubt, yes."""
    code = getattr(procedure, "__code__", None)
    if code is None:
        return True
    required = code.co_argcount - len(procedure.__defaults__ or ())
    return bool(required <= 1 and (code.co_flags & CO_VARARGS or code.co_argcount >= 1))


def _read(path: Path, name: str) -> bytes:
    try:
        if not path.is_file() and path.exists():  # a pipe would keep us for ever
            raise BrokenScript(name, "not a regular file")
        return path.read_bytes()
    except OSError as error:
        raise BrokenScript(name, f"cannot be read: {error.strerror}") from None


def _decode(data: bytes, name: str) -> str:
    if len(data) > BYTES:
        raise BrokenScript(name, f"wanted at most {BYTES} bytes, got {len(data)}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BrokenScript(f"{name}:{line}", f"wanted text in UTF-8, got byte {data[error.start]:#04x}") from None


def _provided(script: Script) -> dict[str, dict[str, Any]]:
    """The libraries that the host makes for a world."""

    def register_hook(point: Value, procedure: Value) -> Value:
        """(register-hook point procedure)."""
        return script._register(point, procedure)

    def register_tool(name: Value, clauses: Value) -> Value:
        """(register-tool name clauses): what define-tool becomes."""
        return script._register_tool(name, clauses)

    def call_tool(name: Value, arguments: Value) -> Value:
        """(call-tool name arguments)."""
        return script._call_tool(name, arguments)

    def generate_id() -> Value:
        """(generate-id) -> 8 hexadecimal digits."""
        return string_of(secrets.token_hex(4))

    def current_timestamp() -> Value:
        """(current-timestamp) -> YYYYMMDD-HHMMz, in UTC."""
        return string_of(strftime("%Y%m%d-%H%Mz", gmtime()))

    tier, vfs = script.offered
    procedures = (register_hook, register_tool, call_tool, generate_id, current_timestamp)
    host: dict[str, Any] = {each.__name__.replace("_", "-"): each for each in procedures}
    for name, procedure in host.items():
        procedure.scheme_name = name
    return {
        "(harness host)": {**host, "%context-name%": string_of(""), "%hook-registry%": NIL, "%tool-registry%": NIL},
        "(harness files)": io_procedures(vfs, Path()) if tier == "unsandboxed" else refusals(),
        **(_environment_libraries() if tier == "sandboxed" and script.environment is not None else {}),
        "(harness docs)": {name: _docs(table) for name, table in documentation().items()},
    }


def _environment_libraries() -> dict[str, dict[str, Any]]:
    """What a sandboxed file that may see some of the environment imports for it."""
    names = ("get-environment-variable", "get-environment-variables")
    procedures = {name: PRIMITIVES[name].function for name in names}
    return {"(scheme process-context)": procedures, "(srfi 98)": procedures}


@cache
def _prelude() -> tuple[tuple[str, ...], tuple[Problem, ...]]:
    """What of `PRELUDE` there is, and what of our own libraries is broken: that must not silence every hook."""
    found: list[str] = []
    broken: list[Problem] = []
    for name in PRELUDE:
        try:
            if common().exists(name, trusted=True):
                found.append(name)
        except SchemeError as error:
            broken.append(Problem(str(error.place), "error", f"{name} is left out: {error.message}"))
    return tuple(found), tuple(broken)


@cache
def _answer_fields() -> Value:
    """The parameter that tells the builders of answers what is legal."""
    load_library("(engine answering)")
    return shared()["answer-fields@(engine answering)"]


@cache
def _fields(point: type[Point]) -> Value:
    """The fields of an answer, for the builders; anything goes where nothing has an effect."""
    return to_list(_field_names(point)) if point.can_modify else FALSE


@cache
def _field_names(point: type[Point]) -> list[Value]:
    return [intern(name) for name in point.outcome_fields]


def _docs(table: Mapping[str, str]) -> Value:
    return to_list([cons(intern(name), string_of(text)) for name, text in table.items()])
