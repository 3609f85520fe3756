"""A recorded fire and its hook files -> the path that each hook took: the clause that answered, and the tests before
it with the values of the payload that they read.

    for path in paths_taken(recorded, homes, around):
        print(path.answered, [test.read for test in path.tests])

Theory: nothing is recorded for this. The fire is replayed, without any effect, on code that notes three things as it
runs: which hook is entered, how each `if` of the file goes, and which of its possible results a hook gives. What a test
reads is known from the text (payload_flow.py), the values are those of the recorded payload.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import Token
from dataclasses import dataclass, field
from typing import Any, Final, Literal, Self

from chibi_hooks.hooks.checking.linting.answers import results_of
from chibi_hooks.hooks.checking.linting.nodes import definitions_in, walk
from chibi_hooks.hooks.checking.linting.payload_flow import PayloadFlow
from chibi_hooks.hooks.checking.linting.registrations import registrations
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Homes, Surroundings, find_scripts
from chibi_hooks.hooks.recording.journal import Recorded
from chibi_hooks.hooks.replaying.replay import Changed, NotReplayed, Replay, load_for_replay
from chibi_hooks.scheme.core import FIELDS, Call, Global, GlobalRef, If, Lambda, Node, Unit
from chibi_hooks.scheme.core import Sequence as Body
from chibi_hooks.scheme.values.data import UNSPECIFIED, Value
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.scheme.worlds.coverage import Locations
from chibi_hooks.scheme.worlds.recipe import COVERAGE

MOST_EVENTS: Final = 10_000  # of one fire; a loop notes each of its rounds
MOST_CLAUSES: Final = 50  # fires whose clauses are looked for after a comparison
MOST_FILES: Final = 50  # hook files that are loaded for it; 5 to 10 ms each

EventKind = Literal["entered", "tested", "answered"]


@dataclass(frozen=True, slots=True)
class TestedClause:
    """A test of a hook: where, how it went, and what of the payload it looked at."""

    place: Place
    held: bool
    read: tuple[str, ...]  # paths: arguments.command


@dataclass(frozen=True, slots=True)
class PathTaken:
    """The way through one hook; `answered` is the clause that answered, or failed in doing
    so; None where it failed before."""

    hook: str  # the place of its registration
    answered: Place | None
    tests: tuple[TestedClause, ...]


@dataclass(slots=True)
class _Noted:
    kind: EventKind
    place: Place
    held: bool = False
    read: tuple[str, ...] = ()


@dataclass(slots=True)
class PathRecorder:
    """Notes what the units that are made while it is entered do, later, when they run."""

    noted: list[_Noted] = field(default_factory=list)
    _token: Token[Any] | None = None

    def __enter__(self) -> Self:
        self._token = COVERAGE.set(self)
        return self

    def __exit__(self, *error: object) -> None:
        if self._token is not None:
            COVERAGE.reset(self._token)

    def instrument(self, unit: Unit, names: Locations) -> None:
        """Put notes into a unit that registers hooks."""
        nodes = list(walk(unit.body))
        definitions = definitions_in(nodes)
        registered = list(registrations(nodes, definitions))
        if not registered:
            return
        flow = PayloadFlow(nodes, definitions, registered)
        reads = {id(node): _reads(node.test, flow) for node in nodes if isinstance(node, If)}
        results: dict[int, Place] = {}
        entered: list[tuple[Lambda, Place]] = []
        for each in registered:
            for clause in each.clauses:
                if each.node.place is not None:
                    entered.append((clause, each.node.place))
                results.update({id(node): place for node, place in results_of(clause, definitions) if place})
        for node in nodes:
            self._rewrite(node, results, names)
            if isinstance(node, If) and node.place is not None and node.place not in unit.origins:
                place = node.test.place or node.place
                node.then = self._before(node.then, _Noted("tested", place, True, reads[id(node)]), names)
                node.otherwise = self._before(node.otherwise, _Noted("tested", place, False, reads[id(node)]), names)
        for clause, place in entered:
            clause.body = self._before(clause.body, _Noted("entered", place), names)

    def _rewrite(self, node: Node, results: dict[int, Place], names: Locations) -> None:
        """Put a note before each child that is a result."""
        for name in FIELDS[node.__class__]:
            held = getattr(node, name)
            if isinstance(held, list):
                for index, each in enumerate(held):
                    if id(each) in results:
                        held[index] = self._before(each, _Noted("answered", results[id(each)]), names)
            elif id(held) in results:
                setattr(node, name, self._before(held, _Noted("answered", results[id(held)]), names))

    def _before(self, node: Node, noted: _Noted, names: Locations) -> Node:
        """The node, with a note when it is reached."""
        location = Global("note", names.new_key())
        names.provided_values[location.key] = self._note(noted)
        return Body([Call(GlobalRef(location), []), node], node.place)

    def _note(self, noted: _Noted) -> Callable[[], Value]:
        def note() -> Value:
            if len(self.noted) < MOST_EVENTS:
                self.noted.append(noted)
            return UNSPECIFIED

        return note


def _reads(test: Node, flow: PayloadFlow) -> tuple[str, ...]:
    """The paths of the payload that a test looks at, without what only leads there."""
    shapes = (flow.shape(node) for node in walk([test]))
    paths = dict.fromkeys(shape.path for shape in shapes if shape is not None and shape.path)
    return tuple(path for path in paths if not any(other.startswith(f"{path}.") for other in paths))


def paths_taken(fire: Recorded, homes: Homes, around: Surroundings) -> list[PathTaken]:
    """The way through each hook of these homes that the fire takes, in the order in which they are asked. Raises
    ConfigError, NotReplayed."""
    recorder = PathRecorder()
    with recorder:
        generation = load_for_replay(homes, around)
    try:
        recorder.noted.clear()
        Replay(generation).decide(fire)
    finally:
        generation.close()
    return list(_paths(recorder.noted))


def deciding_clauses(changed: Sequence[Changed], homes: Homes, around: Surroundings) -> dict[str, str]:
    """Of decisions that change: by the fire's ID, the place of the clause that decides now; those that are not known
    are left out. Nothing where that would be much work."""
    if not changed or len(changed) > MOST_CLAUSES or _count(homes) > MOST_FILES:
        return {}
    recorder, found = PathRecorder(), {}
    try:
        with recorder:
            generation = load_for_replay(homes, around)
    except ConfigError:
        return {}
    try:
        replay = Replay(generation)
        for each in changed:
            recorder.noted.clear()
            with suppress(NotReplayed):
                replay.decide(each.fire)
            found[each.fire.id] = _answered(recorder, each.after.place or each.before.place)
    finally:
        generation.close()
    return {fire: place for fire, place in found.items() if place}


def _answered(recorder: PathRecorder, hook: str | None) -> str:
    """Where a hook answered last in what was noted; nothing where it did not."""
    answered = [path.answered for path in _paths(recorder.noted) if path.hook == hook]
    return str(answered[-1]) if answered and answered[-1] is not None else ""


def _count(homes: Homes) -> int:
    return sum(1 for home in homes.homes for _ in find_scripts(home.path))


def _paths(noted: Sequence[_Noted]) -> Iterator[PathTaken]:
    starts = [index for index, each in enumerate(noted) if each.kind == "entered"]
    for start, end in zip(starts, [*starts[1:], len(noted)], strict=False):
        own = noted[start + 1 : end]
        answered = [each.place for each in own if each.kind == "answered"]
        tests = [TestedClause(each.place, each.held, each.read) for each in own if each.kind == "tested"]
        yield PathTaken(str(noted[start].place), answered[-1] if answered else None, tuple(tests))
