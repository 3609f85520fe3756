"""A session that may end by itself, because its host does -> one that goes on with another."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.repl.evaluation import AskOn, Tell
from chibi_hooks.repl.evaluator import Evaluator


class Reattaching:
    """Asks `first`, and after its end what `again` makes; the reply in between says what is gone."""

    def __init__(self, first: Evaluator, again: Callable[[], Evaluator]) -> None:
        self._inner = first
        self._again = again

    @property
    def has_ended(self) -> bool:
        """Has its host ended, and is there no other?"""
        return self._inner.has_ended

    def ask(
        self, request: Mapping[str, Json], tell: Tell | None = None, ask_on: AskOn | None = None
    ) -> dict[str, Json]:
        """The reply to a request."""
        reply = self._inner.ask(request, tell, ask_on)
        if self._inner.has_ended:
            self._go_on(reply)
        return reply

    def interrupt(self) -> None:
        """Stop what is being evaluated."""
        self._inner.interrupt()

    def take_notices(self, timeout: float | None = None) -> list[str]:
        """What has happened by itself since the last time."""
        return self._inner.take_notices(timeout)

    def close(self) -> None:
        """End the session."""
        self._inner.close()

    def _go_on(self, reply: dict[str, Json]) -> None:
        try:
            following = self._again()
        except HookError as error:
            reply.setdefault("notes", []).append(f"there is no other host: {error}")
            return
        before, self._inner = self._inner, following
        before.close()
        gone = "this REPL goes on with another host; what was defined and remembered is gone"
        reply.setdefault("notes", []).append(gone)
