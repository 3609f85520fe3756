"""What the doors of the REPL talk to: a session here, or one at a running host. All that passes is JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.repl.evaluation import Tell


class Evaluator(Protocol):
    """One session, wherever it is; session.py says what can be asked."""

    def ask(self, request: Mapping[str, Json], tell: Tell | None = None) -> dict[str, Json]:
        """The reply to a request; `tell` gets what is printed as it comes. Never raises on account of the request."""

    def interrupt(self) -> None:
        """Stop what is being evaluated, from any thread."""

    def take_notices(self, timeout: float | None = None) -> list[str]:
        """What has happened by itself since the last time; with a `timeout`, wait so long for the first."""

    def close(self) -> None:
        """End the session; the host goes on."""
