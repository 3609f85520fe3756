"""The running program asks, its world answers: what `eval`, `load`, introspection and per-world state stand on.

Rules: a primitive knows no world; it asks for the one whose run is current. Shared libraries keep no state of their
own, for all worlds of the process use them: what must last between calls lies in `World.settings`.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.running import runs
from chibi_hooks.scheme.values.data import Datum, Value
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.files import TIER_HINT
from chibi_hooks.scheme.values.printer import shown_as
from chibi_hooks.typenames import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chibi_hooks.scheme.core import Global
    from chibi_hooks.scheme.reading.syntax import Syntax
    from chibi_hooks.scheme.values.source import SourceText

Tier = Literal["sandboxed", "unsandboxed"]
TopLevelOfWorld: TypeAlias = Any  # where definitions are made: what the world hands out, and nobody here looks into


class World(Protocol):
    """What a program can ask of the world it runs in."""

    @property
    def tier(self) -> Tier:
        """What it may reach."""

    @property
    def names(self) -> KnownNames:
        """What it knows of names."""

    @property
    def top_level(self) -> TopLevelOfWorld:
        """Where its programs make their definitions."""

    @property
    def settings(self) -> dict[str, Value]:
        """What libraries keep from call to call."""

    def global_value(self, location: Global) -> Value:
        """What a location of the program holds now; `UNDEFINED` if nothing."""

    def prepare(self, forms: list[Syntax], top: TopLevelOfWorld, name: str) -> Value:
        """A procedure without arguments that runs the forms, the value of the last one being its answer."""


class KnownNames(Protocol):
    """What a program can ask about names; a library is named by its text, `(srfi 1)`."""

    def environment(self, import_sets: Iterable[Syntax]) -> TopLevelOfWorld:
        """An immutable top level that holds what the import sets yield. Raises SchemeError."""

    def locate(self, source: SourceText, name: str) -> None:
        """Say which file a text was read from: its relative includes start there."""

    def bound(self) -> Iterable[str]:
        """The names that mean something to the program."""

    def is_bound(self, name: str) -> bool:
        """Whether a name means something to the program."""

    def variable(self, name: str) -> Global | None:
        """The location of the program's variable of that name."""

    def imported(self) -> list[str]:
        """The libraries that the program has imported, in order of import."""

    def importable(self) -> list[str]:
        """The libraries that the program may import, in order."""

    def exports(self, library: str) -> Iterable[str]:
        """The names that a library exports. Raises SchemeError if the program may not import it."""

    def imported_from(self, name: str) -> list[str]:
        """The imported libraries from which the program's binding of that name may have come."""

    def importable_from(self, name: str) -> list[str]:
        """The importable libraries of ours that export that name."""


class Environment(Datum):
    """An environment specifier (R7RS 6.12)."""

    __slots__ = ("top_level",)

    def __init__(self, top_level: TopLevelOfWorld) -> None:
        self.top_level = top_level


shown_as(Environment, lambda x: "environment")


def running_world(who: str) -> World:
    """The world whose run is current. Raises a "library" condition where there is none."""
    return provider(who)


def running_unsandboxed_world(who: str) -> World:
    """The same, for what only unsandboxed code may do. Raises a "library" condition of its own in any other."""
    world = running_world(who)
    if world.tier != "unsandboxed":
        message = f"{who} needs the tier unsandboxed, this code is sandboxed"
        raise fail("library", message, hint=TIER_HINT)
    return world


def _of_current_run(who: str) -> World:
    run = runs.current_or_none()
    world: World | None = run.context if run is not None else None
    if world is None:
        raise fail("library", f"{who} works only in a running program")
    return world


provider: Callable[[str], World] = _of_current_run
