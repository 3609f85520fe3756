"""Scheme text in, values out: one `Interpreter` is one world (its own top level, libraries and output), behind the
narrow seam that hosts use.

    >>> Interpreter().evaluate("(+ 1 2)")
    3

Everything a script can do to the host goes through here: text is read, expanded, compiled and run under one budget, a
`Stop` ends at this frame, and what comes out is a value or a SchemeError with a place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from types import CodeType, FunctionType

from chibi_hooks.scheme.libraries import shared
from chibi_hooks.scheme.libraries.loading import data_of, ensure, load_library
from chibi_hooks.scheme.primitives.control.parameters import STANDARD_PORTS
from chibi_hooks.scheme.primitives.system.system import Exit
from chibi_hooks.scheme.reading.store import store_in_use
from chibi_hooks.scheme.running import collector, machine
from chibi_hooks.scheme.running.asking import Tier
from chibi_hooks.scheme.running.budget import limited
from chibi_hooks.scheme.running.faults import outside, place_here, stopped_at
from chibi_hooks.scheme.running.link import CompiledUnit, install, may_mutate
from chibi_hooks.scheme.running.machine import begin
from chibi_hooks.scheme.running.memory import Holdings
from chibi_hooks.scheme.running.pause import paused
from chibi_hooks.scheme.running.runs import Countdown, Dynamics, Run, dynamics_of
from chibi_hooks.scheme.running.shares import Share
from chibi_hooks.scheme.running.steps import StepStop
from chibi_hooks.scheme.values import ports
from chibi_hooks.scheme.values.data import NIL, UNDEFINED, Value
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail
from chibi_hooks.scheme.values.friendly import friendly
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.scheme.values.source import Place, SourceText
from chibi_hooks.scheme.worlds.access import SANDBOXED, Access, unsandboxed
from chibi_hooks.scheme.worlds.kept import Keeping, KeptWorld, files_of
from chibi_hooks.scheme.worlds.recipe import COVERAGE, WorldRecipe
from chibi_hooks.spacious import spacious
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, TextIO, TypeVar

if TYPE_CHECKING:  # a program that comes from disk needs none of these
    from pathlib import Path

    from chibi_hooks.scheme.compiling.emitting.emission import Emission
    from chibi_hooks.scheme.core import Global, Node, Variable
    from chibi_hooks.scheme.expanding.toplevel import TopLevel
    from chibi_hooks.scheme.libraries.library import Libraries
    from chibi_hooks.scheme.reading.store import Store
    from chibi_hooks.scheme.reading.syntax import Syntax
    from chibi_hooks.scheme.worlds.front import Emitted, Front
    from chibi_hooks.scheme.worlds.names import Names

TIME_LIMIT: Final = 1.0  # seconds of computing per call, or of all calls that share it; an agent waits for its hooks
MEMORY_LIMIT: Final = 256 << 20  # bytes that a world may hold, during a call and between its calls
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

EMPTY: Final[Mapping[Path, SourceText]] = {}

T = TypeVar("T")
Given = TypeVar("Given")
_left: Final[ContextVar[Countdown | None]] = ContextVar("scheme-steps", default=None)  # of the call that is counted


class FoundWorld:
    """Where a program is kept, and what is there, with the files that it read; None: nothing yet."""

    __slots__ = ("store", "key", "world", "files")

    def __init__(self, store: Store, key: str, world: Any = None, files: Mapping[Path, SourceText] = EMPTY) -> None:
        self.store = store
        self.key = key
        self.world = world
        self.files = files


class Interpreter:
    """A world: evaluate text in it, call its procedures.

    `directory`: where relative includes start. `imports`: libraries in scope from the start. `roots`: directories
    searched for the program's own libraries. `provided`: libraries made of Python callables, `{"(harness hooks)":
    {"register-hook": f}}`; they take and answer Scheme values. `stdout`/`stderr`: where current ports write; by default
    what they take is kept (`output`, `errors`). `own`: libraries that are imported on behalf of the host and belong to
    this world alone. `refusal_of`: why a library or included file may not be read, None if it may. `given`: these and
    no other files are imported and included, as they were read before. `steps`: how much one call may do, counted (see
    `steps`). The first world of a process steers Python's cyclic collector, unless
    `running.collector.leave_alone` was called. Raises SchemeError from every method that runs Scheme.
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
        given: Mapping[Path, str] | None = None,
        steps: int | None = None,
    ) -> None:
        if time_limit is not None and not time_limit >= 0:  # NaN is no limit
            raise ValueError(f"time_limit: wanted seconds, got {time_limit!r}")
        collector.steer()
        self.access = SANDBOXED
        if tier == "unsandboxed":
            self.access = unsandboxed(list(command_line), environment or {})
        elif environment is not None:
            self.access = Access(environment=environment)
        self.keeps = True  # whether what it compiles may be kept on disk
        self.exits = exits  # let `Exit` through to a caller that ends the process with it
        self.tier = tier
        self.time_limit = time_limit
        self.holdings = None if memory_limit is None else Holdings(memory_limit, self._roots)
        self.steps = steps
        table = shared.table(counting=steps is not None)
        self.namespace: dict[str, Any] = {"__builtins__": table.names}
        self._recipe = WorldRecipe(
            table, tier, tuple(roots), directory, provided or {}, imports, tuple(own), refusal_of, given
        )
        self.build = table.build
        self._front: Front | None = None
        self._kept: KeptWorld | None = None  # what came from disk
        self._on_disk: tuple[SourceText, Any, list[CompiledUnit]] | None = None  # what was put there, until more is run
        self.settings: dict[str, Value] = {}  # what libraries keep in this world
        self.faults: list[SchemeError] = []  # of ours, that its programs met since somebody took them out
        self.mutates = False  # may its code change lists and strings that it is given?
        self.given_out: Callable[[], Iterable[Value]] = tuple  # what the host keeps of this world's
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
            linked = [STANDARD_PORTS[kind], port, linked]  # which a program may set
        return linked

    # running ----------------------------------------------------------------------------------------------------------

    def evaluate(self, text: str, name: str = "<string>") -> Any:
        """Run a program; its last value as plain Python data where there is such (see `friendly`)."""
        source = SourceText(name, text)
        self._open_engine()
        return self._spacious(lambda: friendly(self._told(lambda: self._run(source, None))))

    def run(self, source: SourceText, keep: bool = False) -> Value:
        """Run a program; the Scheme value of its last form. `keep`: what was compiled may be kept on disk, if there is
        a place for it (`store.keep_compiled`), and taken from there; it counts for the first program of a world.
        """
        kept = self._found(source) if keep else None
        if kept is None or kept.world is None:
            self._open_engine()
        return self._spacious(lambda: self._told(lambda: self._run(source, kept)))

    def run_forms(self, forms: list[Syntax], name: str) -> Value:
        """Run syntax that was read before, as one unit; the value of its last form."""
        self._open_engine()
        return self._spacious(lambda: self._told(lambda: self._run_forms(forms, name)))

    def call(self, procedure: Value, *args: Value, parameters: Any = None) -> Value:
        """Call a procedure of this world with Scheme values. `parameters`: linked triples (parameter, value, rest) that
        end in `self.parameters`, instead of those.
        """
        return self._spacious(lambda: machine.call(procedure, *args, run=self._new_run(parameters)))

    def enter(self, procedure: Value, argument: Value, dynamics: Dynamics | None = None) -> Value:
        """The same with one argument, inside of `within`; `dynamics`: what `beginning` gave."""
        left = _left.get() if self.steps is not None else None
        return begin(Run(self.build, self, self.parameters, left, None, dynamics), (procedure, argument))

    def beginning(self, parameters: Any) -> Dynamics:
        """What calls begin with that have these parameters (see `call`), for whoever makes many."""
        return dynamics_of(NIL, NIL, parameters)

    def show(self, phase: str, source: SourceText) -> str:
        """What a phase makes of a program, as text: "tokens", "syntax", "core" or "python"; nothing is run."""
        from chibi_hooks.scheme.worlds.phases import PHASES  # no script is running, and few ask

        self._open_engine()
        text: str = self.within(lambda: self._told(lambda: PHASES[phase](self._open(), source)))
        return text

    def lookup(self, name: str) -> Value:
        """The value of a top-level variable. Raises SchemeError (kind "unbound")."""
        return self.run(SourceText("<lookup>", f"|{name.replace('|', '')}|"))

    def _new_run(self, parameters: Any = None, program: Any = None) -> Run:
        left = _left.get() if self.steps is not None else None
        return Run(self.build, self, parameters or self.parameters, left, program)

    def _spacious(self, work: Callable[[], T]) -> T:
        done: T = spacious(self.within, work)
        return done

    def within(self, function: Callable[..., T], share: Share | None = None, *arguments: Any) -> T:
        """Do what belongs to this world's account under its budgets: calls (`enter`), and the host's work with what it
        gives and takes. `share`: what the time is drawn from, None: the world's limit, for this call alone. Raises
        SchemeError.
        """
        if self.steps is not None:
            function = partial(self._counted, self.steps, function)
        if share is None and self.time_limit is not None:
            share = Share(self.time_limit)
        try:
            return limited(share, self.holdings, function, *arguments)
        except (SchemeError, Exit) as error:
            if (explained := self.explained(error)) is error:
                raise
            raise explained from None

    def explained(self, error: SchemeError | Exit) -> SchemeError | Exit:
        """What `within` raises for what has ended a call."""
        if isinstance(error, SchemeError):
            self._advise(error)
            return error
        if self.exits:
            return error
        message = f"the program asked to exit with code {error.code}; only `chibi-hooks scheme` ends with its program"
        return fail("error", message)

    def _counted(self, steps: int, function: Callable[..., T], *arguments: Any) -> T:
        left = Countdown(steps)
        token = _left.set(left)
        try:
            return function(*arguments)
        except StepStop as stop:
            if stop.left is not left:
                raise
            place, frames = stopped_at(stop, stop.waiting)
        finally:
            _left.reset(token)
        message = f"stopped: it took more than its {steps} steps"
        error = fail("limit", message, place=place, hint="is there a loop that does not end?")
        error.frames = frames
        raise error

    def _told(self, function: Callable[[], T]) -> T:
        """What reader, expander or compiler do: a fault of theirs is an error that the host is told. (One of running
        code was explained before, and what the host does within the budgets raises what it likes.)
        """
        try:
            return function()
        except (SchemeError, Exit):
            raise
        except Exception as fault:
            told = outside(fault)
            self.faults.append(told)
            raise told from fault

    def _advise(self, error: SchemeError) -> None:
        """Say of an unbound variable where it is, or what was meant; only now, because a program may catch
        thousands.
        """
        condition = error.payload
        if not isinstance(condition, Condition) or condition.condition_kind != "unbound" or condition.hint:
            return
        from chibi_hooks.scheme.worlds.hints import advice  # the program has ended

        condition.hint = advice(condition.message.removeprefix("unbound variable: "), self.top_level)

    def _open_engine(self) -> None:
        """Load what does not depend on the program, on nobody's account: the compiler, what is in scope from the
        start."""
        if self._front is None and self._kept is None:
            with paused():
                self._open()

    def _found(self, source: SourceText) -> FoundWorld | None:
        """What is kept of this program, if it may be; None if it may not."""
        store = store_in_use()
        if store is None or self._front is not None or self._kept is not None or COVERAGE.get():
            return None
        key = self._recipe.key(source)
        world = store.get(key)
        files = files_of(world, self._recipe.refusal_of) if world is not None else None
        return FoundWorld(store, key, world, files) if files is not None else FoundWorld(store, key)

    def _run(self, source: SourceText, kept: FoundWorld | None) -> Value:
        if kept is None:
            front = self._open()
            entry = self.prepare(front.read(source), front.top_level, source.name)
        elif kept.world is not None:
            entry = self._restored(KeptWorld(source, kept.world, kept.files))
        else:
            entry, world, units = self._prepared_to_keep(source)
            if world is not None:
                kept.store.put(kept.key, world)
                self._on_disk = (source, world, units)
        return machine.call(entry, run=self._new_run(program=self))

    def _roots(self) -> Iterator[Value]:
        """Where all that it keeps can be reached from."""
        yield from (value for key, value in list(self.namespace.items()) if key != "__builtins__")
        yield from (self.settings, self.parameters, self.output, self.errors)
        yield from self.given_out()

    def _run_forms(self, forms: list[Syntax], name: str) -> Value:
        return machine.call(self.prepare(forms, self.top_level, name), run=self._new_run(program=self))

    def prepare(self, forms: list[Syntax], top: TopLevel, name: str) -> Value:
        """A procedure without arguments that runs the forms in a top level of this world; the libraries it imports
        are run at once. Raises SchemeError.
        """
        self._on_disk = None
        return self._compiled(self._open().parts(forms, top, name, self), top)

    def emit(self, nodes: list[Node], names: Mapping[Variable, str]) -> Emission:
        """The nodes as a unit of this world, its variables under the given names."""
        return self._open().emit(nodes, names)

    def link(self, emission: Emission, name: str) -> FunctionType:
        """The entry of an emitted unit, ready to run in this world."""
        return self._installed(*self._code(emission, name))

    def _code(self, emission: Emission, name: str, trusted: bool = False) -> tuple[CodeType, CompiledUnit]:
        unit = CompiledUnit(name, emission.sites, emission.constants, trusted)
        return self._open().compiled(emission, unit), unit

    def _compiled(self, parts: Iterable[Emitted], top: TopLevel, keeping: Keeping | None = None) -> Value:
        return collector.seldom(lambda: self._linked(parts, top, keeping))

    def _linked(self, parts: Iterable[Emitted], top: TopLevel, keeping: Keeping | None = None) -> Value:
        """The entry of the last of the parts; libraries among them are run at once."""
        entry: Value = None
        for part in parts:
            for key, value in self.libraries.provided_values.items():
                self.namespace.setdefault(key, value)  # the host may have changed it since
            self._own_data(part.needs)
            code, unit = self._code(part.emission, part.name, part.trusted)
            entry = self._install(code, unit, part.last)
            if part.last:
                self._open().remember(top, part, unit)
            if keeping is not None:
                keeping.add(part, unit, code)
        return entry

    def _own_data(self, libraries: Iterable[str]) -> None:
        for name in libraries:
            for key, value in data_of(name).items():
                self.namespace.setdefault(key, value)

    def _install(self, code: CodeType, unit: CompiledUnit, last: bool) -> Value:
        """The entry of the program; a library's is called at once."""
        entry = self._installed(code, unit)
        return entry if last else machine.call(entry, run=self._new_run(program=self))

    def _installed(self, code: CodeType, unit: CompiledUnit) -> FunctionType:
        self.mutates = self.mutates or may_mutate(code, unit)
        return install(code, unit, self.namespace)

    def _prepared_to_keep(self, source: SourceText) -> tuple[Value, Any, list[CompiledUnit]]:
        """What `prepare` gives, the image of the world (None for one that cannot be kept), and its units."""
        front, keeping = self._open(), Keeping()
        parts = front.parts(front.read(source), front.top_level, source.name)
        entry = self._compiled(parts, front.top_level, keeping)
        world = keeping.image(front, self._recipe.provided) if self.keeps else None
        return entry, world, keeping.linked

    def let_go(self) -> None:
        """Forget how the one program that was run was compiled, where that is kept on disk: as if it had come from
        there, an eighth of the memory does. What names, errors and continuations need of it is made again for them.
        """
        front, on_disk, self._on_disk = self._front, self._on_disk, None
        if front is None or on_disk is None:
            if self._kept is not None:
                self._kept.forget_sites()
            return
        source, world, units = on_disk
        kept = KeptWorld(source, world, front.libraries.sources())
        kept.take(units, self._open)
        self._kept, self._front = kept, None

    def _restored(self, kept: KeptWorld) -> Value:
        """The same from an image."""
        self._kept = kept
        for name in kept.needs:
            load_library(name, self._recipe.table)
        self._own_data(kept.needs)
        self.namespace.update(kept.values(self._recipe.provided))
        entry: Value = None
        for code, unit, last in kept.linked(self._open):
            entry = self._install(code, unit, last)
        return entry

    def _open(self) -> Front:
        """The front; for a world that came from disk it expands again what that was made from."""
        if self._front is None:
            # the expander and the compiler
            front: Front = late_module("chibi_hooks.scheme.worlds.front").Front(self._recipe)
            if self._kept is not None:
                self._kept.expand_again(front)
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
    def names(self) -> Names:
        """What it knows of names."""
        return self._open().names

    @property
    def top_level(self) -> TopLevel:
        """Where its programs make their definitions."""
        return self._open().top_level

    @property
    def files(self) -> dict[Path, str]:
        """The files that its programs imported and included, with the text that was read."""
        if self._front is not None:
            return self._front.libraries.texts()
        return {path: each.text for path, each in self._kept.files.items()} if self._kept is not None else {}

    def value_of(self, name: str) -> Value:
        """What a name that this world alone defines holds now; `UNDEFINED` if it defines none of that name."""
        return self.namespace.get(self.key_of(name), UNDEFINED)

    def key_of(self, name: str) -> str:
        """The key in `namespace` of such a name; empty if there is none."""
        if self._front is None and self._kept is not None:
            return str(self._kept.keys.get(name, ""))
        return self._open().key_of(name)

    def global_value(self, location: Global) -> Value:
        """What a location that this world can name holds now; `UNDEFINED` if nothing."""
        table = self._recipe.table
        ensure([location], table)
        return self.namespace.get(location.key, table.names.get(location.key, UNDEFINED))

    def place_of_call(self) -> Place | None:
        """Where in the script the call stands that is being made right now (for host procedures)."""
        return place_here()
