"""Who answers: `Responder`s, by point in `Stage`s; what a source or a home gave; and a `Generation`, which is all of it
at one time.

Rules
-----
* Nobody here knows kinds of responders. A new kind is a class in a folder of its own that has the shape of `Responder`.
* All of it is values: two that would do the same are equal, so that a reload can tell what has changed.
* A generation never changes: a fire that began with it ends with it, whatever is saved meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol

from chibi_hooks.hooks.answer import Answer, ResponderKind
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import Skipped
from chibi_hooks.hooks.homes.config import Config
from chibi_hooks.hooks.homes.home import Home, Notice

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.vfs import Vfs
    from chibi_hooks.hooks.scripts.loading import Lease
    from chibi_hooks.hooks.scripts.script import Script
    from chibi_hooks.hooks.tools.tool import Tool


class Responder(Protocol):
    """Somebody who answers at a hook point: a plugin, a Scheme hook, a command of another agent's settings."""

    @property
    def kind(self) -> ResponderKind:
        """What it is."""

    @property
    def name(self) -> str:
        """What answers are called by."""

    @property
    def place(self) -> str | None:
        """Where it can be read and changed."""

    @property
    def denies(self) -> bool:
        """Is its failure a denial here?"""

    @property
    def audience(self) -> frozenset[str] | None:
        """The contexts for which it answers; None: all."""

    @property
    def reenters(self) -> bool:
        """May it be asked by a fire that it might have set off itself?"""

    @property
    def is_replaced(self) -> Callable[[], bool] | None:
        """Does something else lie there now than was loaded? None: only a look would tell."""

    def ask(self, event: Event, /) -> Answer:
        """What it says; its own failure is an answer too. Raises BadPayload for what cannot be told to it."""


@dataclass(frozen=True, slots=True)
class Stage:
    """Responders that are asked one after another, or together where they are `parallel`."""

    responders: tuple[Responder, ...]
    parallel: bool = False
    guarded: bool = field(init=False, compare=False)  # is one of them not to be asked by a fire of its own?
    addressed: bool = field(init=False, compare=False)  # does one of them answer for some contexts only?
    plain: bool = field(init=False, compare=False)  # are all of them asked, one after another?

    def __post_init__(self) -> None:
        _set(self, "guarded", not all(each.reenters for each in self.responders))
        _set(self, "addressed", any(each.audience is not None for each in self.responders))
        _set(self, "plain", not self.addressed and (not self.parallel or len(self.responders) < 2))


@dataclass(frozen=True, slots=True)
class Responders:
    """Who answers at one point. `broken` stand for responders that could not be loaded and whose failure denies."""

    point: type[Point]
    stages: tuple[Stage, ...] = ()
    broken: tuple[Answer, ...] = ()
    denies: bool = field(init=False, compare=False)  # does the failure of any of them deny?
    replaceable: tuple[Callable[[], bool], ...] = field(init=False, compare=False)
    itself: frozenset[str] = field(init=False, compare=False)  # the point's key, to be marked as firing

    def __post_init__(self) -> None:
        hooks = self.hooks
        _set(self, "itself", frozenset([self.point.key]))
        _set(self, "denies", bool(self.broken) or any(each.denies for each in hooks))
        _set(self, "replaceable", tuple(each.is_replaced for each in hooks if each.is_replaced is not None))

    @property
    def hooks(self) -> Sequence[Responder]:
        """All of them, in the order in which they answer."""
        return [each for stage in self.stages for each in stage.responders]

    @property
    def may_wait(self) -> bool:
        """May one of them wait for a process, a network or a tool? Who does not say so may."""
        for stage in self.stages:  # written out: every `afire` asks
            for each in stage.responders:
                if getattr(each, "may_wait", True):
                    return True
        return False

    def and_last(self, responders: Sequence[Responder]) -> Responders:
        """The same, with these asked at the end."""
        return replace(self, stages=(*self.stages, Stage(tuple(responders))))


@dataclass(frozen=True, slots=True)
class StandIn:
    """A `Responder` in place of another: it says what is known already, or asks the other in its own way (`ask`)."""

    kind: ResponderKind
    name: str
    place: str | None
    ask: Callable[[Event], Answer] = field(compare=False, repr=False)
    denies: bool = False
    audience: frozenset[str] | None = None
    reenters: bool = True
    is_replaced: Callable[[], bool] | None = None

    @classmethod
    def known(cls, answer: Answer, *, denies: bool = False) -> StandIn:
        """Says what is known already: a recorded answer, a corrected one."""
        return cls(answer.kind, answer.responder, answer.place, lambda event: answer, denies)

    @classmethod
    def asking(
        cls,
        hook: Responder,
        ask: Callable[[Event], Answer],
        *,
        reenters: bool = False,
        is_replaced: Callable[[], bool] | None = None,
    ) -> StandIn:
        """Asks another."""
        return cls(hook.kind, hook.name, hook.place, ask, hook.denies, hook.audience, reenters, is_replaced)


NOTHING: Final[Mapping[str, str]] = MappingProxyType({})
_NOBODY: Final[Mapping[type[Point], tuple[Responder, ...]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a source gave: who answers, at every point that it knows; tools; what was left out.

    `places` are those of what is there; of a notice about another place nothing is.
    """

    source: str
    kind: ResponderKind
    responders: Mapping[type[Point], tuple[Responder, ...]] = field(default_factory=lambda: _NOBODY)
    parallel: bool = False
    places: frozenset[str] = frozenset()
    tools: tuple[Tool, ...] = field(default=(), compare=False)  # they change with the responders and the places
    notices: tuple[Notice, ...] = ()
    held: Any = None  # what the source needs to go back to this


@dataclass(frozen=True, slots=True)
class LoadedHome:
    """A home with everything that it gave; `others` is what dialects found in it."""

    home: Home
    config: Config
    scripts: tuple[Script, ...] = ()
    leases: tuple[Lease, ...] = ()  # one for each script: its world ends when no generation holds it
    others: tuple[Loaded, ...] = ()
    notices: tuple[Notice, ...] = ()
    environment: Mapping[str, str] = field(default_factory=lambda: NOTHING, compare=False)  # of declared commands


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Generation:
    """One immutable set of loaded responders; `responders` are by the points' keys."""

    number: int
    project: Path
    loaded: tuple[LoadedHome, ...]
    sources: tuple[Loaded, ...]
    notices: tuple[Notice, ...]
    responders: Mapping[str, Responders] = field(repr=False)
    permission: str
    vfs: Vfs | None = None  # the virtual files: those of the highest home
    left_out: tuple[Skipped, ...] = field(init=False, compare=False, repr=False)  # what its fires tell of the notices

    def __post_init__(self) -> None:
        _set(self, "left_out", tuple(Skipped(notice.place, notice.reason) for notice in self.notices))

    @property
    def tools(self) -> Iterator[Tool]:
        """The tools that were loaded, in the order in which they take names."""
        from chibi_hooks.hooks.homes.generated import flocks_in  # fires do without
        from chibi_hooks.hooks.scripts.audience import tools_of

        for other in (*(other for home in self.loaded for other in home.others), *self.sources):
            yield from other.tools
        for home in self.loaded:
            yield from tools_of(home.scripts, flocks_in(home.home.path, home.config.flocks))

    @property
    def isolated(self) -> list[str]:
        """The hook files that each have a process of their own."""
        return [script.name for home in self.loaded for script in home.scripts if script.isolation == "worker"]

    def close(self) -> None:
        """Let the worlds of its files go."""
        for each in self.loaded:
            for script in each.scripts:
                script.close()


def _set(value: Any, name: str, what: object) -> None:
    object.__setattr__(value, name, what)
