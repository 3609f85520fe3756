"""A hook of a file, asked about an event -> its answer: `SchemeHook`."""

from __future__ import annotations

from dataclasses import dataclass
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

    def ask(self, event: Event) -> Answer:
        """What the hook says to the payload, or how it failed."""
        answer = self.hook.answer(event)
        return answer if self.may_allow else answer.without_allowance()
