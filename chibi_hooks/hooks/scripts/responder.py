"""A hook of a file, asked about an event -> its answer: `SchemeHook`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from chibi_hooks.hooks.answer import Answer, ResponderKind
from chibi_hooks.hooks.event import Event

if TYPE_CHECKING:
    from chibi_hooks.hooks.scripts.registering import Hook


@dataclass(frozen=True, slots=True)
class SchemeHook:
    """A callback of a hook file at one hook point; `ask` never raises.

    A fire that it sets off at its own point does not ask it again: it would be set off for ever.
    """

    hook: Hook
    denies: bool
    audience: frozenset[str] | None = None
    may_allow: bool = True  # does its (allow) count?
    ask: Callable[[Event], Answer] = field(init=False, compare=False, repr=False)  # what it says, or how it failed
    kind: ClassVar[ResponderKind] = "scheme"
    reenters: ClassVar[bool] = False
    is_replaced: ClassVar[None] = None

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

    def __post_init__(self) -> None:
        # no method: every fire comes by here, and this saves it a call
        object.__setattr__(self, "ask", self._ask_first if self.may_allow else partial(_without_allowance, self.hook))

    def _ask_first(self, event: Event) -> Answer:
        """Ask, and from now on with the function of this hook."""
        ask = self.hook.asking()
        object.__setattr__(self, "ask", ask)
        return ask(event)


def _without_allowance(hook: Hook, event: Event) -> Answer:
    return hook.answer(event).without_allowance()
