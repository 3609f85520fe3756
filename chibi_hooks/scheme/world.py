"""The running program asks, its world answers: what `eval`, `load`, introspection and per-world state stand on.

Rules: a primitive knows no world; it asks for the one whose run is current. Shared libraries keep no state of their
own, for all worlds of the process use them: what must last between calls lies in `World.settings`.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme import runtime
from chibi_hooks.scheme.data import Datum, Value
from chibi_hooks.scheme.errors import fail
from chibi_hooks.scheme.ports import TIER_HINT
from chibi_hooks.scheme.printer import shown_as
from chibi_hooks.typenames import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from chibi_hooks.scheme.core import Global
    from chibi_hooks.scheme.library import Libraries
    from chibi_hooks.scheme.syntax import Syntax
    from chibi_hooks.scheme.toplevel import TopLevel


class World(Protocol):
    """What a program can ask of the world it runs in."""

    @property
    def tier(self) -> str:
        """sandboxed or unsandboxed."""

    @property
    def libraries(self) -> Libraries:
        """What it has loaded and where it looks."""

    @property
    def top_level(self) -> TopLevel:
        """Where its programs make their definitions."""

    @property
    def settings(self) -> dict[str, Value]:
        """What libraries keep from call to call."""

    def global_value(self, location: Global) -> Value:
        """What a location of the program holds now; `UNDEFINED` if nothing."""

    def prepare(self, forms: list[Syntax], top: TopLevel, name: str) -> Value:
        """A procedure without arguments that runs the forms, the value of the last one being its answer."""


class Environment(Datum):
    """An environment specifier (R7RS 6.12)."""

    __slots__ = ("top_level",)

    def __init__(self, top_level: TopLevel) -> None:
        self.top_level = top_level


shown_as(Environment, lambda x: "environment")


def running_world(who: str) -> World:
    """The world whose run is current. Raises a "library" condition where there is none."""
    return provider(who)


def running_unsandboxed_world(who: str) -> World:
    """The same, for what only unsandboxed code may do."""
    world = running_world(who)
    if world.tier != "unsandboxed":
        message = f"{who} needs the tier unsandboxed, this code is sandboxed"
        raise fail("library", message, hint=TIER_HINT)
    return world


def _of_current_run(who: str) -> World:
    run = runtime.current_or_none()
    world: World | None = run.context if run is not None else None
    if world is None:
        raise fail("library", f"{who} works only in a running program")
    return world


provider: Callable[[str], World] = _of_current_run
