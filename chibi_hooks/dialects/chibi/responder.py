"""A plugin at one hook point, asked about an event -> its answer: `PluginHook`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from chibi_hooks.dialects.chibi.plugins import Plugin, PluginCall, call_hook
from chibi_hooks.hooks.answer import Answer, ResponderKind
from chibi_hooks.hooks.event import Event


@dataclass(frozen=True, slots=True)
class PluginHook:
    """A plugin at one hook point."""

    name: str
    plugin: Plugin
    call: PluginCall
    in_environment: bool
    denies: bool
    may_allow: bool = True  # does its `allow` count?
    kind: ClassVar[ResponderKind] = "plugin"
    audience: ClassVar[None] = None
    reenters: ClassVar[bool] = True  # it is a process of its own, and sets nothing off here

    @property
    def place(self) -> str:
        """Where it can be read and changed: `plugins/name`."""
        return self.plugin.place

    @property
    def is_replaced(self) -> Callable[[], bool]:
        """Does another file lie there than the one that was asked for its schema?"""
        return self.plugin.is_replaced

    def ask(self, event: Event) -> Answer:
        """Its answer, with what it wrote to stderr. Raises BadPayload for what is no JSON."""
        call = self.call.within(str(event.project), event.account.share(self.call.timeout))
        answer, said = call_hook(
            self.plugin, self.name, event.point, event.text, call, in_environment=self.in_environment
        )
        if not self.may_allow:
            answer = answer.without_allowance()
        return answer._replace(said=said) if said else answer
