"""Scheme text in, values out: one `Interpreter` is one world (its own top level, libraries and output), behind the
narrow seam that hosts use.

    >>> Interpreter().evaluate("(+ 1 2)")
    3

Everything a script can do to the host goes through here: text is read, expanded, compiled and run under one budget, a
`Stop` ends at this frame, and what comes out is a value or a SchemeError with a place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TextIO

from chibi_hooks.scheme import ports, runtime
from chibi_hooks.scheme.access import SANDBOXED, Access, unsandboxed
from chibi_hooks.scheme.budget import Ticket, limited
from chibi_hooks.scheme.catalogue import where_is
from chibi_hooks.scheme.compiler.analysis import global_locations
from chibi_hooks.scheme.compiler.emit import emit_unit
from chibi_hooks.scheme.compiler.link import load
from chibi_hooks.scheme.core import Global
from chibi_hooks.scheme.data import NIL, TRUE, UNDEFINED, UNSPECIFIED, Boolean, Pair, String, Value
from chibi_hooks.scheme.errors import Condition, SchemeError, fail
from chibi_hooks.scheme.expander import expand_program
from chibi_hooks.scheme.library import Libraries, Library, common
from chibi_hooks.scheme.primitives.control import STANDARD_PORTS
from chibi_hooks.scheme.primitives.system import Exit
from chibi_hooks.scheme.reader import read_source
from chibi_hooks.scheme.runtime import Run
from chibi_hooks.scheme.shared import ensure, shared
from chibi_hooks.scheme.source import Place, Source
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


class Interpreter:
    """A world: evaluate text in it, call its procedures.

    `directory`: where relative includes start. `imports`: libraries in scope from the start. `roots`: directories
    searched for the program's own libraries. `provided`: libraries made of Python callables, `{"(harness hooks)":
    {"register-hook": f}}`; they take and answer Scheme values. `stdout`/`stderr`: where current ports write; by
    default output is kept (`take_output`). Raises SchemeError from every method that runs Scheme.
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
        imports: Sequence[str] = DEFAULT_IMPORTS,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
        exits: bool = False,
        command_line: Sequence[str] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.access = SANDBOXED
        if tier == "unsandboxed":
            self.access = unsandboxed(list(command_line), environment or {})
        elif environment is not None:
            self.access = Access(environment=environment)
        self.exits = exits  # let `Exit` through to a caller that ends the process with it
        self.tier = tier
        self.time_limit = time_limit
        self.memory_limit = memory_limit
        self.namespace: dict[str, Any] = {"__builtins__": shared()}
        self.libraries = Libraries(
            roots=list(roots), tier=tier, provided={k: dict(v) for k, v in (provided or {}).items()}
        )
        self.top_level = prelude(tuple(imports)).clone(self.libraries)
        self.top_level.directory = directory
        self.instantiated: set[str] = set()
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

    def run(self, source: Source) -> Value:
        """Run a program; the Scheme value of its last form."""
        return self._limited(lambda: self._run(source))

    def call(self, procedure: Value, *args: Value) -> Value:
        """Call a procedure of this world with Scheme values."""
        return self._limited(lambda: runtime.call(procedure, *args, run=Run(self, self.parameters)))

    def lookup(self, name: str) -> Value:
        """The value of a top-level variable. Raises SchemeError (kind "unbound")."""
        return self.run(Source("<lookup>", f"|{name.replace('|', '')}|"))

    def take_output(self) -> str:
        """What was written to the current output port since the last time, when no `stdout` was given."""
        return self.output.take()

    def _limited(self, function: Callable[[], Value]) -> Value:
        try:
            return limited(self.time_limit, self.memory_limit, function, Ticket(self.time_limit, self.memory_limit))
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
        if found := where_is(name):
            condition.hint = f"{name} is in {' and '.join(found[:3])}: (import {found[0]})"
        elif near := get_close_matches(name, self.top_level.bound_names(), 1):
            condition.hint = f"did you mean {near[0]}?"

    def _run(self, source: Source) -> Value:
        entry = self.prepare(read_source(source), self.top_level, source.name)
        return runtime.call(entry, run=Run(self, self.parameters))

    def prepare(self, forms: list[Syntax], top: TopLevel, name: str) -> Value:
        """A procedure without arguments that runs the forms in a top level of this world; the libraries it imports
        are run at once. Raises SchemeError.
        """
        unit = expand_program(forms, top, name)
        for library in top.imported:
            self._instantiate(library)
        self.namespace.update(self.libraries.provided_values)
        ensure(global_locations(unit.body))
        emission = emit_unit(unit.body, self.libraries.new_key)
        return load(emission, name, self.namespace, shared())

    def global_value(self, location: Global) -> Value:
        """What a location that this world can name holds now; `UNDEFINED` if nothing."""
        ensure([location])
        return self.namespace.get(location.key, shared().get(location.key, UNDEFINED))

    def _instantiate(self, library: Library) -> None:
        """Run the body of a library, after those it imports; a library of ours is loaded only when something of it is
        used.
        """
        if library.top is None or library.top.keyed or library.name in self.instantiated:
            return
        self.instantiated.add(library.name)
        for imported in library.imports:
            self._instantiate(imported)
        if library.unit is None or not library.unit.body:
            return
        self.namespace.update(self.top_level.provided_values)
        ensure(global_locations(library.unit.body))
        emission = emit_unit(library.unit.body, self.libraries.new_key)
        entry = load(emission, library.name, self.namespace, shared(), trusted=library.trusted)
        runtime.call(entry, run=Run(self, self.parameters))

    def place_of_call(self) -> Place | None:
        """Where in the script the call stands that is being made right now (for host procedures)."""
        from chibi_hooks.scheme.faults import place_here

        return place_here()


@cache
def prelude(imports: tuple[str, ...]) -> TopLevel:
    """The top level that has imported these libraries of ours; worlds clone it, which costs nothing."""
    top_level = TopLevel(common())
    for name in imports:
        top_level.import_(name)
    return top_level


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
