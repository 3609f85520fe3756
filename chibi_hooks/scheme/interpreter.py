"""Scheme text in, values out: one `Interpreter` is one world (its own top level, libraries and output), behind the
narrow seam that hosts use.

    >>> Interpreter().evaluate("(+ 1 2)")
    3

Everything a script can do to the host goes through here: text is read, expanded, compiled and run under one budget, a
`Stop` ends at this frame, and what comes out is a value or a SchemeError with a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from types import CodeType, FunctionType

from chibi_hooks.scheme import ports, runtime, shared
from chibi_hooks.scheme.access import SANDBOXED, Access, unsandboxed
from chibi_hooks.scheme.budget import Ticket, limited
from chibi_hooks.scheme.compiler import image
from chibi_hooks.scheme.compiler.link import CompiledUnit, install
from chibi_hooks.scheme.data import NIL, TRUE, UNDEFINED, UNSPECIFIED, Boolean, Pair, String, Value
from chibi_hooks.scheme.errors import Condition, SchemeError, fail
from chibi_hooks.scheme.faults import place_here, stopped_at
from chibi_hooks.scheme.late import late_module
from chibi_hooks.scheme.pause import aside
from chibi_hooks.scheme.primitives.control import STANDARD_PORTS
from chibi_hooks.scheme.primitives.system import Exit
from chibi_hooks.scheme.recipe import COVERAGE, Recipe
from chibi_hooks.scheme.runtime import Run
from chibi_hooks.scheme.source import Place, Source
from chibi_hooks.scheme.spelling import near
from chibi_hooks.scheme.steps import Countdown, StepStop
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, Literal, TextIO

if TYPE_CHECKING:  # a program that comes from disk needs none of these
    from pathlib import Path

    from chibi_hooks.scheme.compiler.emission import Emission
    from chibi_hooks.scheme.core import Global, Node, Variable
    from chibi_hooks.scheme.front import Front, Part
    from chibi_hooks.scheme.library import Libraries
    from chibi_hooks.scheme.syntax import Syntax
    from chibi_hooks.scheme.toplevel import TopLevel

Tier = Literal["sandboxed", "unsandboxed"]

TIME_LIMIT: Final = 1.0  # seconds per call; an agent waits for its hooks
MEMORY_LIMIT: Final = 256 << 20  # bytes the process may grow during one call
DEFAULT_IMPORTS: Final = (
    "(scheme base)",
    "(scheme write)",
    "(scheme read)",
    "(scheme char)",
    "(scheme cxr)",
    "(scheme inexact)",
    "(scheme lazy)",
    "(scheme case-lambda)",
    "(scheme complex)",
    "(scheme time)",
)

_left: Final[ContextVar[Countdown | None]] = ContextVar("scheme-steps", default=None)  # of the call that is counted


class Interpreter:
    """A world: evaluate text in it, call its procedures.

    `directory`: where relative includes start. `imports`: libraries in scope from the start. `roots`: directories
    searched for the program's own libraries. `provided`: libraries made of Python callables, `{"(harness hooks)":
    {"register-hook": f}}`; they take and answer Scheme values. `stdout`/`stderr`: where current ports write; by
    default output is kept (`take_output`). `own`: libraries that are imported on behalf of the host and belong to this
    world alone. `refusal_of`: why a library or included file may not be read, None if it may. `steps`: how much one
    call may do, counted (see `steps`). Raises SchemeError from every method that runs Scheme.
    """

    def __init__(
        self,
        tier: Tier = "sandboxed",
        time_limit: float | None = TIME_LIMIT,
        memory_limit: int | None = MEMORY_LIMIT,
        *,
        roots: Sequence[Path] = (),
        directory: Path | None = None,
        provided: Mapping[str, Mapping[str, Callable[..., Value]]] | None = None,
        imports: Sequence[str] | Callable[[], Sequence[str]] = DEFAULT_IMPORTS,
        own: Sequence[str] = (),
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        exits: bool = False,
        command_line: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
        refusal_of: Callable[[Path], str | None] | None = None,
        steps: int | None = None,
    ) -> None:
        self.access = SANDBOXED
        if tier == "unsandboxed":
            self.access = unsandboxed(list(command_line), environment or {})
        elif environment is not None:
            self.access = Access(environment=environment)
        self.keeps = True  # whether what it compiles may be kept on disk
        self.exits = exits  # let `Exit` through to a caller that ends the process with it
        self.tier = tier
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.steps = steps
        counting = steps is not None
        self.namespace: dict[str, Any] = {"__builtins__": shared.shared(counting)}
        self._recipe = Recipe(tier, tuple(roots), directory, provided or {}, imports, tuple(own), refusal_of, counting)
        self._front: Front | None = None
        self._kept: _Kept | None = None  # what came from disk
        self.settings: dict[str, Value] = {}  # what libraries keep in this world
        self.output = ports.TextOutput(label="standard-output")
        self.errors = ports.TextOutput(label="standard-error")
        self.parameters = self._ports(stdin, stdout, stderr)

    def _ports(self, stdin: TextIO | None, stdout: TextIO | None, stderr: TextIO | None) -> Any:
        output = ports.TextOutput(stdout.write, label="standard-output") if stdout is not None else self.output
        errors = ports.TextOutput(stderr.write, label="standard-error") if stderr is not None else self.errors
        source = (
            ports.TextInput(refill=stdin.readline, label="standard-input")
            if stdin is not None
            else ports.TextInput(label="standard-input")
        )
        linked: Any = None
        for kind, port in (("input", source), ("output", output), ("error", errors)):
            linked = (STANDARD_PORTS[kind], port, linked)
        return linked

    # running ----------------------------------------------------------------------------------------------------------

    def evaluate(self, text: str, name: str = "<string>") -> Any:
        """Run a program; its last value as plain Python data where there is such (see `friendly`)."""
        return friendly(self.run(Source(name, text)))

    def run(self, source: Source, keep: bool = False) -> Value:
        """Run a program; the Scheme value of its last form. `keep`: what was compiled may be kept on disk, if there is
        a place for it (`shared.keep_compiled`), and taken from there; it counts for the first program of a world.
        """
        return self._limited(lambda: self._run(source, keep), patient=True)

    def run_forms(self, forms: list[Syntax], name: str) -> Value:
        """Run syntax that was read before, as one unit; the value of its last form."""
        return self._limited(lambda: self._run_forms(forms, name))

    def call(self, procedure: Value, *args: Value, parameters: Any = None) -> Value:
        """Call a procedure of this world with Scheme values. `parameters`: linked triples (parameter, value, rest) that
        end in `self.parameters`, instead of those.
        """
        return self._limited(lambda: runtime.call(procedure, *args, run=self._new_run(parameters)))

    def lookup(self, name: str) -> Value:
        """The value of a top-level variable. Raises SchemeError (kind "unbound")."""
        return self.run(Source("<lookup>", f"|{name.replace('|', '')}|"))

    def take_output(self) -> str:
        """What was written to the current output port since the last time, when no `stdout` was given."""
        return self.output.take()

    def _new_run(self, parameters: Any = None) -> Run:
        return Run(self, parameters or self.parameters, _left.get() if self.steps is not None else None)

    def _limited(self, function: Callable[[], Value], patient: bool = False) -> Value:
        """Call under the budgets. `patient`: on a busy machine it may take longer, as a load may and a fire may not."""
        if self.steps is not None:
            return self._counted(self.steps, function, patient)
        return self._timed(function, patient)

    def _counted(self, steps: int, function: Callable[[], Value], patient: bool) -> Value:
        left = Countdown(steps)
        token = _left.set(left)
        try:
            return self._timed(function, patient)
        except StepStop as stop:
            if stop.left is not left:
                raise
            place, frames = stopped_at(stop)
        finally:
            _left.reset(token)
        message = f"stopped: it took more than its {steps} steps"
        error = fail("limit", message, place=place, hint="is there a loop that does not end?")
        error.frames = frames
        raise error

    def _timed(self, function: Callable[[], Value], patient: bool) -> Value:
        ticket = Ticket(self.time_limit, self.memory_limit, patient)
        try:
            return limited(self.time_limit, self.memory_limit, function, ticket)
        except SchemeError as error:
            self._advise(error)
            raise
        except Exit as exit:
            if self.exits:
                raise
            raise fail(
                "error",
                f"the program asked to exit with code {exit.code}; only `chibi-hooks scheme` ends with its program",
            ) from None

    def _advise(self, error: SchemeError) -> None:
        """Say of an unbound variable where it is, or what was meant; only now, because a program may catch
        thousands.
        """
        condition = error.payload
        if not isinstance(condition, Condition) or condition.condition_kind != "unbound" or condition.hint:
            return
        name = condition.message.removeprefix("unbound variable: ")
        from chibi_hooks.scheme.catalogue import exported_names, where_is
        from chibi_hooks.scheme.dialects import written_in_r7rs

        if self.top_level.meaning(name) in self.top_level.own:
            condition.hint = f"{name} is defined, but that definition has not been run yet: put it before this use"
        elif found := where_is(name):
            condition.hint = f"{name} is in {' and '.join(found[:3])}: (import {found[0]})"
        elif instead := written_in_r7rs(name):
            condition.hint = f"R7RS writes {instead}"
        elif like := near(name, self.top_level.bound_names()):
            condition.hint = f"did you mean {like[0]}?"
        elif like := near(name, exported_names()):
            condition.hint = f"did you mean {like[0]}? It is in {where_is(like[0])[0]}"

    def _run(self, source: Source, keep: bool) -> Value:
        store = shared.store()
        if not keep or store is None or self._front is not None or self._kept is not None or COVERAGE.get():
            front = self._open()
            entry = self.prepare(front.read(source), front.top_level, source.name)
        else:
            key = self._recipe.key(source)
            image = store.get(key)
            if image is None:
                entry, image = self._prepare_to_keep(source)
                if image is not None:
                    store.put(key, image)
            else:
                entry = self._restore(image, source)
        return runtime.call(entry, run=self._new_run())

    def _run_forms(self, forms: list[Syntax], name: str) -> Value:
        return runtime.call(self.prepare(forms, self.top_level, name), run=self._new_run())

    def prepare(self, forms: list[Syntax], top: TopLevel, name: str) -> Value:
        """A procedure without arguments that runs the forms in a top level of this world; the libraries it imports
        are run at once. Raises SchemeError.
        """
        entry: Value = None
        front = self._open()
        for part in front.parts(forms, top, name, self):
            entry, _, unit = self._link(part)
            if part.last:
                front.remember(top, part, unit)
        return entry

    def emit(self, nodes: list[Node], names: Mapping[Variable, str]) -> Emission:
        """The nodes as a unit of this world, its variables under the given names."""
        return self._open().emit(nodes, names)

    def link(self, emission: Emission, name: str) -> FunctionType:
        """The entry of an emitted unit, ready to run in this world."""
        code, unit = self._code(emission, name)
        return install(code, unit, self.namespace)

    def _code(self, emission: Emission, name: str, trusted: bool = False) -> tuple[CodeType, CompiledUnit]:
        unit = CompiledUnit(name, emission.sites, emission.constants, trusted)
        return self._open().compiled(emission, unit), unit

    def _link(self, part: Part) -> tuple[Value, CodeType, CompiledUnit]:
        for key, value in self.libraries.provided_values.items():
            self.namespace.setdefault(key, value)  # the host may have changed it since
        self._own_data(part.needs)
        code, unit = self._code(part.emission, part.name, part.trusted)
        return self._install(code, unit, part.last), code, unit

    def _own_data(self, libraries: Iterable[str]) -> None:
        for name in libraries:
            for key, value in shared.data_of(name).items():
                self.namespace.setdefault(key, value)

    def _install(self, code: CodeType, unit: CompiledUnit, last: bool) -> Value:
        """The entry of the program; a library's is called at once."""
        entry = install(code, unit, self.namespace)
        return entry if last else runtime.call(entry, run=self._new_run())

    def _prepare_to_keep(self, source: Source) -> tuple[Value, Any]:
        """What `prepare` gives, and the image of the world; None for one that cannot be kept."""
        front = self._open()
        entry: Value = None
        units: list[image.UnitImage] | None = []
        needs: list[str] = []
        for part in front.parts(front.read(source), front.top_level, source.name):
            entry, code, unit = self._link(part)
            if part.last:
                front.remember(front.top_level, part, unit)
            needs += part.needs
            try:
                if units is not None:
                    units.append(image.written(unit, code, shared.keys()))
            except image.Unstorable:
                units = None
        if units is None or front.libraries.texts() or not self.keeps:
            return entry, None
        provided = front.provided_keys(self._recipe.provided)
        return entry, (tuple(units), tuple(dict.fromkeys(needs)), tuple(provided), front.keys())

    def _restore(self, world: Any, source: Source) -> Value:
        units, needs, provided, keys = world
        self._kept = _Kept(source, keys)
        for name in needs:
            shared.load_library(name, self._recipe.counting)
        self._own_data(needs)
        for library, name, key in provided:
            self.namespace[key] = self._recipe.provided[library][name]
        entry: Value = None
        for number, each in enumerate(units):
            unit = shared.restored(each, partial(aside, partial(self._emitted_again, number)), source)
            entry = self._install(each[2], unit, number + 1 == len(units))
            self._kept.units.append(unit)
        return entry

    def _emitted_again(self, number: int) -> Emission:
        """One of the units that came from disk."""
        self._open()
        assert self._kept is not None
        return self._kept.emitted[number]

    def _open(self) -> Front:
        """The front; for a world that came from disk it expands again what that was made from."""
        if self._front is None:
            front: Front = late_module("chibi_hooks.scheme.front").Front(self._recipe)  # the expander and the compiler
            if self._kept is not None:
                source = self._kept.source
                parts = list(front.parts(front.read(source), front.top_level, source.name))
                self._kept.emitted = [part.emission for part in parts]
                front.remember(front.top_level, parts[-1], self._kept.units[-1])
            self._front = front
        return self._front

    @property
    def is_open(self) -> bool:
        """Are its names known? A world that came from disk is expanded when somebody asks for them first."""
        return self._front is not None

    @property
    def libraries(self) -> Libraries:
        """What it has loaded and where it looks."""
        return self._open().libraries

    @property
    def top_level(self) -> TopLevel:
        """Where its programs make their definitions."""
        return self._open().top_level

    @property
    def files(self) -> dict[Path, str]:
        """The files that its programs imported and included, with the text that was read."""
        return self._front.libraries.texts() if self._front is not None else {}

    def value_of(self, name: str) -> Value:
        """What a name that this world alone defines holds now; `UNDEFINED` if it defines none of that name."""
        return self.namespace.get(self.key_of(name), UNDEFINED)

    def key_of(self, name: str) -> str:
        """The key in `namespace` of such a name; empty if there is none."""
        if self._front is None and self._kept is not None:
            return self._kept.keys.get(name, "")
        return self._open().key_of(name)

    def global_value(self, location: Global) -> Value:
        """What a location that this world can name holds now; `UNDEFINED` if nothing."""
        shared.ensure([location], self._recipe.counting)
        return self.namespace.get(location.key, shared.shared(self._recipe.counting).get(location.key, UNDEFINED))

    def place_of_call(self) -> Place | None:
        """Where in the script the call stands that is being made right now (for host procedures)."""
        return place_here()


class _Kept:
    """What a world from disk was made from."""

    def __init__(self, source: Source, keys: dict[str, str]) -> None:
        self.source = source
        self.keys = keys
        self.units: list[CompiledUnit] = []
        self.emitted: list[Emission] = []  # they once more, when somebody needs their trees


def friendly(x: Value) -> Any:
    """Plain Python for what has an obvious counterpart: numbers, str, bool, None for unspecified, list for a proper
    list; else the value itself.
    """
    if x.__class__ is String:
        return x.s
    if x.__class__ is Boolean:
        return x is TRUE
    if x is UNSPECIFIED:
        return None
    if x is NIL or x.__class__ is Pair:
        return _friendly_list(x)
    return x


MAX_FRIENDLY: Final = (
    1_000_000  # members of a list turned into a Python list; a longer (or circular) one stays what it is
)
MAX_DEPTH: Final = 100  # of lists in lists turned into Python lists


def _friendly_list(x: Value, depth: int = 0) -> Any:
    items: list[Any] = []
    rest = x
    while rest.__class__ is Pair and len(items) < MAX_FRIENDLY:
        items.append(rest.car)
        rest = rest.cdr
    if rest is not NIL or depth > MAX_DEPTH:
        return x
    return [_friendly_list(item, depth + 1) if item.__class__ is Pair else friendly(item) for item in items]


__all__ = ["Interpreter", "friendly"]
