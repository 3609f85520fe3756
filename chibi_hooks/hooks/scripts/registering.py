"""What a `.scm` file registers -> its hooks, its tools, and what is wrong with them.

Rules (DESIGN §8)
-----
* `register-hook` counts while the file is being loaded, and several registrations for one point run in their order.
  Later calls are ignored with a warning, but for those of an evaluation from outside: they are its `Revision`.
* A bad registration costs that registration only: a point that nobody knows (told with a near name), no procedure, one
  that cannot take one argument, a tool that is none. It is an error of the file, which everybody is shown and which
  `on_failure` covers like every other; its other hooks live.
* `Hook.answer` never raises on account of the script: an error, a budget that ran out, a value that is no answer are
  `Failure`s.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from inspect import CO_VARARGS
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, Protocol

from chibi_hooks.hooks.answer import Answer, Failure, Json
from chibi_hooks.hooks.deciding.point import find
from chibi_hooks.hooks.errors import BadPayload, UnknownPoint
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.scripts import toolfiles
from chibi_hooks.hooks.scripts.alist import Unfit
from chibi_hooks.hooks.scripts.registry import Registry
from chibi_hooks.hooks.tools.tool import Caller, Result, Tool
from chibi_hooks.scheme.values.data import UNDEFINED, UNSPECIFIED, Symbol, Value, cons
from chibi_hooks.scheme.values.errors import SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.printer import short

if TYPE_CHECKING:
    import threading

    from chibi_hooks.hooks.deciding.point import Point
    from chibi_hooks.scheme.interpreter import Interpreter
    from chibi_hooks.scheme.running.runs import Dynamics
    from chibi_hooks.scheme.running.shares import JointLimit

PROBLEMS: Final = 100  # kept per file; a hook may register in a loop


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong with a file that does not keep it from being loaded."""

    place: str
    severity: Literal["error", "warning"]
    message: str
    missing: str = ""  # the hook point at which nobody answers because of it; `*`: not known, or a tool

    def __str__(self) -> str:
        return f"{self.place}: {self.message}"

    def notice(self, name: str) -> Notice:
        """The same for whoever lists what is wrong in a home; `name` is that of the file."""
        return Notice(name, str(self), missing=self.missing)


class EnteredWorld(Protocol):
    """What asking needs of the world of a file."""

    interpreter: Interpreter
    running: threading.RLock
    entered: int  # calls of the thread that holds it, one inside the other
    context_key: str  # of %context-name%

    @property
    def time_limit(self) -> float:
        """Seconds that its calls may compute in one fire."""

    @property
    def joint(self) -> JointLimit | None:
        """The limit of all files of its home."""

    def beginning(self, point: str) -> tuple[type[Point], Dynamics]:
        """A point, and what is in force when a hook there begins to run."""

    def take_said(self) -> str:
        """What a hook displayed, or the beginning of it."""

    def take_fault(self) -> str:
        """The first fault of ours that its code met and handled itself."""


class HookWorld(Protocol):
    """What a registration needs of the file's world, later, when it is asked."""

    @property
    def may_wait(self) -> bool:
        """May a hook wait for somebody while it runs?"""

    @property
    def here(self) -> EnteredWorld | None:
        """Itself, where whoever fires may enter it himself: in this process."""

    def asking(self, hook: Hook) -> Callable[[Event], Answer]:
        """What a hook says to an event, as a function that never raises on account of the script."""

    def execute(self, procedure: Value, arguments: dict[str, Json], context: str) -> Result:
        """The result of a tool."""


@dataclass(frozen=True, slots=True, eq=False)
class Hook:
    """One registration of a file."""

    point: str
    responder: str  # the first tool of the file; of one without tools its name without the ending
    place: str  # of the registration: hooks/guard.scm:6:1
    procedure: Value
    world: HookWorld
    _ask: Callable[[Event], Answer] | None = field(default=None, init=False, repr=False)

    @property
    def is_asked(self) -> bool:
        """Is the function there that `asking` gives?"""
        return self._ask is not None

    def answer(self, event: Event) -> Answer:
        """What the hook says to this event, or how it failed."""
        ask = self._ask
        if ask is None:
            try:
                ask = self.asking()
            except Exception as error:  # what the engine loads late cannot be loaded now: no descriptor is left
                return Answer(self.responder, "scheme", self.place, None, failure_of(error))
        return ask(event)

    def asking(self) -> Callable[[Event], Answer]:
        """The same as a function, made once: every fire comes by it. Raises what loading the engine raises."""
        if self._ask is None:
            object.__setattr__(self, "_ask", self.world.asking(self))
        assert self._ask is not None
        return self._ask


def failure_of(error: BaseException) -> Failure:
    """How a hook has failed that ended with this error."""
    if isinstance(error, SchemeError):
        return Failure(error.kind, str(error))
    if isinstance(error, Unfit):
        return Failure("result", str(error))
    if isinstance(error, BadPayload):
        return Failure("payload", str(error))
    return Failure("internal", f"{type(error).__name__}: {error}")  # ours; the fire goes on, and the recorder has it


@dataclass(slots=True)
class Revision:
    """What an evaluation from outside of the file registered in its world."""

    hooks: list[Hook] = field(default_factory=list)
    tools: list[Tool] = field(default_factory=list)


class Registrations:
    """What one file has registered; `register_hook` and `register_tool` are the host's half of the procedures."""

    def __init__(self, name: str, world: HookWorld, interpreter: Interpreter) -> None:
        self.hooks: tuple[Hook, ...] = ()
        self.tools: tuple[Tool, ...] = ()
        self.problems: tuple[Problem, ...] = ()
        self.loading = True
        self.revision: Revision | None = None  # while somebody evaluates from outside
        self._name = name
        self._stem = Path(name).stem
        self._world = world
        self._interpreter = interpreter
        self._hook_registry = Registry(interpreter, "%hook-registry%")
        self._tool_registry = Registry(interpreter, "%tool-registry%")

    def register_hook(self, *arguments: Value) -> Value:
        """(register-hook point procedure). Raises SchemeError to whoever evaluates from outside and waits for an
        answer; while a file is loaded, what is wrong is a problem of that file."""
        place = self._place()
        point, procedure, *_ = (*arguments, UNSPECIFIED, UNSPECIFIED)
        if not self.loading and self.revision is None:
            self._note(
                place,
                "warning",
                f"register-hook: {short(point)} is registered after the file was loaded; it is ignored",
            )
            return UNSPECIFIED
        name = point.text if isinstance(point, Symbol) else ""
        if (fault := _miscounted(arguments) or _fault(point, procedure)) is not None:
            if self.revision is not None:
                raise fault
            self._note(place, "error", fault.message, name if _is_known(name) else "*")
            return UNSPECIFIED
        hook = Hook(name, self._stem, place, procedure, self._world)
        if self.revision is not None:
            self.revision.hooks.append(hook)
        else:
            self.hooks += (hook,)
        self._hook_registry.add(cons(point, procedure))
        return UNSPECIFIED

    def register_tool(self, name: Value, clauses: Value) -> Value:
        """(register-tool name clauses): what define-tool becomes. Raises SchemeError."""
        place = self._place()
        if not self.loading and self.revision is None:
            self._note(
                place, "warning", f"define-tool: {short(name)} is defined after the file was loaded; it is ignored"
            )
            return UNSPECIFIED
        try:
            definition = toolfiles.from_clauses(name, clauses, place)
            self._add_tool(definition)
        except ValueError as error:
            if self.revision is not None:
                raise fail("error", f"{short(name)}: {error}", who="define-tool") from None
            self._note(place, "error", f"define-tool: {short(name)}: {error}")
            return UNSPECIFIED
        self._tool_registry.add(toolfiles.registered(definition, clauses))
        return UNSPECIFIED

    def define_by_variables(self) -> None:
        """The tool of a file that defines `tool-name` and so on, and has no `define-tool`."""
        if self.tools:
            return
        try:
            definition = toolfiles.from_variables(self._variable, self._name)
            if definition is not None:
                self._add_tool(definition)
        except ValueError as error:
            self._note(self._name, "error", str(error))

    def name_hooks(self) -> None:
        """Everything is registered: the hooks answer by the name of the file's first tool, as in chibi."""
        if self.tools:
            self.hooks = tuple(replace(hook, responder=self.tools[0].name) for hook in self.hooks)

    def revise(self, revision: Revision) -> None:
        """Put what was registered in place of what there was: the hooks of the same points, the tools of the same
        names."""
        points = {hook.point for hook in revision.hooks}
        names = {tool.name for tool in revision.tools}
        self.hooks = (*(hook for hook in self.hooks if hook.point not in points), *revision.hooks)
        self.tools = (*(tool for tool in self.tools if tool.name not in names), *revision.tools)

    def take(self, hooks: tuple[Hook, ...], tools: tuple[Tool, ...]) -> None:
        """Have these, as they were before a revision."""
        self.hooks, self.tools = hooks, tools

    def forget(self) -> None:
        """Let the hooks and tools go."""
        self.hooks = ()
        self.tools = ()

    def _variable(self, name: str) -> Value | None:
        """What a top-level variable of the file holds; None if there is none."""
        value = self._interpreter.value_of(name)
        return None if value is UNDEFINED else value

    def _add_tool(self, definition: toolfiles.Definition) -> None:
        execute = definition.execute
        if not takes_one_argument(execute):
            raise ValueError(f"a tool is called with one argument, an alist; {short(execute)} cannot be")

        def run(arguments: dict[str, Json], caller: Caller) -> Result:
            return self._world.execute(execute, arguments, caller.context)

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
        if self.revision is not None:
            self.revision.tools.append(tool)
        else:
            self.tools = (*(each for each in self.tools if each.name != tool.name), tool)

    def _place(self) -> str:
        return str(self._interpreter.place_of_call() or self._name)

    def _note(self, place: str, severity: Literal["error", "warning"], message: str, missing: str = "") -> None:
        if len(self.problems) < PROBLEMS:
            self.problems += (Problem(place, severity, message, missing),)
        elif missing and self.problems[-1].missing != "*":
            self.problems += (Problem(self._name, "error", f"there are more than {PROBLEMS} mistakes", "*"),)


def _miscounted(arguments: tuple[Value, ...]) -> SchemeError | None:
    """What is wrong with the number of a registration's arguments."""
    if len(arguments) == 2:
        return None
    return fail("arity", f"wanted 2 arguments, a hook point and a procedure, got {len(arguments)}", who="register-hook")


def _fault(point: Value, procedure: Value) -> SchemeError | None:
    """What is wrong with a registration."""
    if not isinstance(point, Symbol):
        return wrong_type("register-hook", 1, "a symbol such as 'pre_tool", point)
    if not callable(procedure):
        return wrong_type("register-hook", 2, "a procedure", procedure)
    if not takes_one_argument(procedure):
        message = f"a hook is called with one argument, the payload; {short(procedure)} cannot be"
        return fail("arity", message, who="register-hook")
    try:
        find(point.text)
    except UnknownPoint as error:
        return fail("error", str(error), who="register-hook")
    return None


def _is_known(point: str) -> bool:
    try:
        find(point)
    except UnknownPoint:
        return False
    return True


def takes_one_argument(procedure: Value) -> bool:
    """Can this be called with one argument? In doubt, yes."""
    code = getattr(procedure, "__code__", None)
    if code is None:
        return True
    required = code.co_argcount - len(procedure.__defaults__ or ())
    return bool(required <= 1 and (code.co_flags & CO_VARARGS or code.co_argcount >= 1))
