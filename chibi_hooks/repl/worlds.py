"""Forms and the name of a world -> their values, evaluated in it: the REPL's own world, or that of a loaded hook file.

Rules
-----
* The REPL's own world starts as a hook file does and is sandboxed. What is registered there answers in fires made at
  this REPL and in no others.
* The world of a hook file is the one that answers agents. A definition made there counts from the next call on, and a
  hook that is registered there takes the place of the file's own at that point, in a new generation. All that lasts
  until the file is loaded again; until then it is known as not on disk (`Edits`).
* A hook file is asked for by name every time, so after a reload the next form meets the new world.
* While a form runs in a hook file's world, hooks of that file wait. So there it runs under the file's own limits; in
  the REPL's own world it may take its time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.responders import Generation
from chibi_hooks.hooks.scripts.registering import Hook, Revision
from chibi_hooks.hooks.scripts.responder import SchemeHook
from chibi_hooks.hooks.scripts.script import Script, ThreadScript
from chibi_hooks.hooks.tools.calling import CURRENT, chain_of_fire
from chibi_hooks.scheme.expanding.scope import is_identifier
from chibi_hooks.scheme.interpreter import MEMORY_LIMIT, TIME_LIMIT, Interpreter
from chibi_hooks.scheme.primitives.control.parameters import STANDARD_PORTS
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax
from chibi_hooks.scheme.running.held import KEEPING
from chibi_hooks.scheme.values.data import UNDEFINED, Value
from chibi_hooks.scheme.values.ports import TextOutput
from chibi_hooks.scheme.values.source import Place, SourceText

OWN: Final = "<repl>"  # the name of the REPL's own world
OUTPUT: Final = 1_000_000  # characters that one form may print; more is a loop that prints
DEFINING: Final = frozenset(("define", "define-values", "define-record-type", "define-syntax"))
NESTED: Final = 100  # `begin`s inside each other that are searched for definitions


class Edits:
    """What was defined in the worlds of hook files without being on disk: of one host, for all its REPLs."""

    def __init__(self) -> None:
        self._made: WeakKeyDictionary[Script, dict[str, None]] = WeakKeyDictionary()
        self._hooks: WeakKeyDictionary[Script, list[Hook]] = WeakKeyDictionary()

    def note(self, script: Script, names: Iterable[str], hooks: Iterable[Hook] = ()) -> None:
        """Remember these definitions, the newest last, and these registrations."""
        made = self._made.setdefault(script, {})
        for name in names:
            made.pop(name, None)
            made[name] = None
        self._hooks[script] = [*(hook for hook in self._hooks.get(script, ()) if hook in script.hooks), *hooks]

    def places(self, script: Script) -> set[tuple[str, str]]:
        """The points and places of its hooks that are not on disk."""
        return {(hook.point, hook.place) for hook in self._hooks.get(script, ()) if hook in script.hooks}

    def of(self, script: Script) -> list[str]:
        """What is not on disk of this world."""
        return list(self._made.get(script, ()))


@dataclass(slots=True)
class Evaluated:
    """What one form gave: its value, and what changed because of it."""

    value: Value
    defined: list[str] = field(default_factory=list)  # in a hook file's world, so not on disk
    replaced: list[str] = field(default_factory=list)  # places of hooks that answer no more


class Worlds:
    """The worlds that one REPL can evaluate in."""

    def __init__(self, host: Host, edits: Edits, view: Callable[[], Generation] | None = None) -> None:
        self.host = host
        self._view = view or (lambda: host.generation)
        self.edits = edits
        roots = [each.home.libraries for each in host.generation.loaded]
        self._lent: WeakKeyDictionary[Script, set[str]] = WeakKeyDictionary()
        self.own = ThreadScript(OWN, "sandboxed", TIME_LIMIT, MEMORY_LIMIT, roots)

    def names(self) -> list[str]:
        """The hook files that are loaded, in the order in which they answer."""
        return [script.name for each in self.host.generation.loaded for script in each.scripts]

    def find(self, name: str, live: Generation | None = None) -> Script:
        """The world of that name; a part of it will do when it fits one file only. Raises BadRequest."""
        if name == OWN:
            return self.own
        scripts = [script for each in (live or self.host.generation).loaded for script in each.scripts]
        exact = [script for script in scripts if script.name == name]
        found = exact[-1:] or [script for script in scripts if name in script.name]
        if len(found) == 1:
            return found[0]
        near = get_close_matches(name[:100], self.names(), 3) if not found else [each.name for each in found[:3]]
        hint = f"did you mean {' or '.join(near)}?" if near else "`,in` lists the hook files that are loaded"
        raise BadRequest(f"in: there is no loaded hook file {name[:100]}; {hint}")

    def of_file(self, path: str) -> str | None:
        """The world of the hook file at a path, or at one seen from its home; None when it is none that is loaded."""
        with suppress(OSError, ValueError):  # a path that cannot be one
            return self._at(path, Path(path).resolve())
        return None

    def _at(self, path: str, real: Path) -> str | None:
        for each in reversed(self.host.generation.loaded):
            for script in each.scripts:
                if path == script.name or (each.home.path / script.name).resolve() == real:
                    return script.name
        return None

    def path_of(self, name: str) -> Path | None:
        """The file of a hook file's name; None for what is in no file."""
        paths = (each.home.path / name for each in reversed(self.host.generation.loaded)) if name != OWN else ()
        return next((path for path in paths if path.is_file()), None)

    def run(
        self,
        form: Syntax,
        place: str,
        name: str,
        print: Callable[[str], object],
        values: Mapping[str, Value],
        seconds: float | None = None,
    ) -> Evaluated:
        """Evaluate one form in the world `place`; `name` is what messages call its source, `values` are variables that
        it may use. Raises SchemeError and BadRequest."""
        live = self._view()  # holds the world while the form runs
        script = self.find(place, live)
        outer = CURRENT.get()
        chain = chain_of_fire(outer, self.host.firing(self.generation(live)), {})
        keeping = KEEPING.set(True)
        try:
            CURRENT.set(chain)
            with script.edited() as (world, revision), _printing(world, print), _limit(world, place, seconds):
                self._lend(script, world, values)
                before = frozenset(world.top_level.names)
                value = world.run_forms([form], name)
                defined = [*_defined_by(form), *(each for each in world.top_level.names if each not in before)]
        finally:
            CURRENT.set(outer)
            KEEPING.reset(keeping)
        return self._revise(script, revision, Evaluated(value), [each for each in defined if isinstance(each, str)])

    def _lend(self, script: Script, world: Interpreter, values: Mapping[str, Value]) -> None:
        """Define the REPL's variables in a world, but for those that the world has of its own."""
        lent = self._lent.setdefault(script, set())
        for variable, value in values.items():
            if variable in lent or world.top_level.meaning(variable) is None:
                lent.add(variable)
                define(world, variable, value)

    def _revise(self, script: Script, revision: Revision, ran: Evaluated, defined: list[str]) -> Evaluated:
        points = dict.fromkeys(hook.point for hook in revision.hooks)
        ran.replaced = [hook.place for hook in script.hooks if hook.point in points]
        registered = bool(revision.hooks or revision.tools)
        if script is self.own:
            if registered:
                script.revise(revision)
            return ran
        if registered:
            self.host.reloader.revise(script, revision)
        hooks = (f"'{point}" for point in points)
        ran.defined = list(dict.fromkeys((*defined, *hooks, *(f"tool {tool.name}" for tool in revision.tools))))
        self.edits.note(script, ran.defined, revision.hooks)
        return ran

    def generation(self, live: Generation | None = None) -> Generation:
        """What is live, with what the REPL's own world registered: it answers last."""
        generation = live or self._view()
        if not self.own.hooks:
            return generation
        responders = dict(generation.responders)
        for point in {hook.point for hook in self.own.hooks}:
            hooks = [hook for hook in self.own.hooks if hook.point == point]
            responders[point] = responders[point].and_last([SchemeHook(hook, denies=False) for hook in hooks])
        return replace(generation, responders=responders)

    def value_of(self, place: str, name: str) -> Value:
        """What a variable of a world holds now; UNDEFINED if there is none, or if it is syntax."""
        world = world_of(self.find(place))
        meaning = world.top_level.meaning(name)
        return world.global_value(meaning) if hasattr(meaning, "key") else UNDEFINED


def world_of(script: Script) -> Interpreter:
    """The interpreter of a script, to look things up; what runs code goes through `Script.edited`."""
    world = script.interpreter
    if not world.is_open:
        with script.edited():  # one thread does it
            _ = world.top_level
    return world


def define(world: Interpreter, name: str, value: Value) -> None:
    """Define a variable of a world that is held."""
    place = Place(SourceText(OWN, ""), 0, 0)
    literal = Form([Identifier("quote", place), value], place)
    world.run_forms([Form([Identifier("define", place), Identifier(name, place), literal], place)], OWN)


@contextmanager
def _printing(world: Interpreter, print: Callable[[str], object]) -> Iterator[None]:
    """What is written to the world's ports goes to `print`."""
    before: Any = world.parameters
    for kind in ("output", "error"):
        port = TextOutput(print, label=f"standard-{kind}", cap=OUTPUT)
        world.parameters = [STANDARD_PORTS[kind], port, world.parameters]
    try:
        yield
    finally:
        world.parameters = before


@contextmanager
def _limit(world: Interpreter, place: str, seconds: float | None) -> Iterator[None]:
    before = world.time_limit
    limits = [each for each in (seconds, None if place == OWN else before) if each is not None]
    world.time_limit = min(limits, default=None)
    try:
        yield
    finally:
        world.time_limit = before


def _defined_by(form: Syntax, depth: int = 0) -> Iterator[str]:
    """The names that a form defines again; those that are new are seen in the top level."""
    if form.__class__ is not Form or len(form.items) < 2 or not is_identifier(form.items[0]):
        return
    word, target = form.items[0].name, form.items[1]
    if word == "begin" and depth < NESTED:
        for inner in form.items[1:]:
            yield from _defined_by(inner, depth + 1)
    elif word in DEFINING:
        while target.__class__ is Form and target.items:  # (define ((f a) b) …), (define-record-type (t …) …)
            if word == "define-values":
                yield from (each.name for each in target.items if is_identifier(each))
            target = target.items[0]
        if is_identifier(target):
            yield target.name
