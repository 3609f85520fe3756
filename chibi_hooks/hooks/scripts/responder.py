"""A hook of a file, asked about an event -> its answer: `SchemeHook`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Protocol

from chibi_hooks.hooks.answer import Answer, ResponderKind
from chibi_hooks.hooks.deciding.fold import can_refuse
from chibi_hooks.hooks.deciding.point import ALLOWING, POINTS
from chibi_hooks.hooks.event import Event

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.config import Config
    from chibi_hooks.hooks.scripts.registering import EnteredWorld, Hook


class SchemeHook:
    """A callback of a hook file at one hook point; `ask` never raises. A value: nobody changes it.

    A fire that it sets off at its own point does not ask it again: it would be set off for ever.
    """

    # no dataclass: every save makes one for each registration of the home, and a frozen one takes three times as long
    __slots__ = ("ask", "audience", "denies", "hook", "may_allow")
    kind: ClassVar[ResponderKind] = "scheme"
    reenters: ClassVar[bool] = False
    is_replaced: ClassVar[None] = None

    def __init__(
        self, hook: Hook, denies: bool, audience: frozenset[str] | None = None, may_allow: bool = True
    ) -> None:
        """`may_allow`: does its (allow) count?"""
        self.hook = hook
        self.denies = denies
        self.audience = audience
        self.may_allow = may_allow
        # no method: every fire comes by here, and this saves it a call
        self.ask: Callable[[Event], Answer] = self._ask_first if may_allow else partial(_without_allowance, hook)

    def __eq__(self, other: object) -> bool:
        return other.__class__ is SchemeHook and self._told == other._told

    def __hash__(self) -> int:
        return hash(self._told)

    @property
    def _told(self) -> tuple[object, ...]:
        return self.hook, self.denies, self.audience, self.may_allow

    @property
    def name(self) -> str:
        """The first tool of the file; of one without tools its name without the ending."""
        return self.hook.responder

    @property
    def place(self) -> str:
        """The registration: `hooks/guard.scm:6:1`."""
        return self.hook.place

    @property
    def may_wait(self) -> bool:
        """May it wait for somebody?"""
        return self.hook.world.may_wait

    @property
    def alone(self) -> tuple[EnteredWorld, Hook] | None:
        """What whoever fires needs to call it himself, where nobody else is asked (sole.py); None: he asks."""
        world = self.hook.world.here
        return (world, self.hook) if self.may_allow and world is not None else None

    def _ask_first(self, event: Event) -> Answer:
        """Ask, and from now on with the function of this hook."""
        answer = self.hook.answer(event)
        if self.hook.is_asked:
            self.ask = self.hook.asking()
        return answer


class HookFile(Protocol):
    """What is asked of a file here. `responders`: as of the last generation."""

    name: str
    responders: MadeResponders | None

    @property
    def hooks(self) -> tuple[Hook, ...]:
        """What it registered, in this order."""


class MadeResponders:
    """The responders of a file's hooks by point, and what they were made of."""

    __slots__ = ("audience", "by_point", "config", "hooks")

    def __init__(self, script: HookFile, config: Config, audience: frozenset[str] | None) -> None:
        self.hooks = hooks = script.hooks
        self.config = config
        self.audience = audience
        self.by_point: dict[str, list[SchemeHook]] = {}
        may_allow, deniers = config.may_allow(script.name), bool(config.on_failure)
        for hook in hooks:
            point = hook.point
            denies = deniers and config.denies_on_failure(point, script.name) and can_refuse(POINTS[point])
            made = SchemeHook(hook, denies, audience, point != ALLOWING or may_allow)
            self.by_point.setdefault(point, []).append(made)


def responders_of(
    script: HookFile, config: Config, audience: frozenset[str] | None
) -> Mapping[str, Sequence[SchemeHook]]:
    """Who answers for a file, by point: the same objects as long as nothing about them has changed. Of ten thousand
    registrations a save changes a few."""
    there = script.responders
    if there is None or there.hooks is not script.hooks or there.config is not config or there.audience != audience:
        there = script.responders = MadeResponders(script, config, audience)
    return there.by_point


def _without_allowance(hook: Hook, event: Event) -> Answer:
    return hook.answer(event).without_allowance()
