"""A hook point, a payload, and for whom -> an `Event`: what a responder is asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import BYTES, payload_bytes


class Event:
    """One fire as its responders see it. `point` is the point's key, `context` for whom it is (empty: nobody in
    particular), `project` the project's directory, `account` what it may take.
    """

    __slots__ = ("_text", "account", "argument", "context", "payload", "point", "project")

    def __init__(self, point: str, payload: Mapping[str, Json], context: str, project: Path, account: Account) -> None:
        self.point = point
        self.payload = payload
        self.context = context
        self.project = project
        self.account = account
        self.argument: Any = None  # the payload as Scheme data, of worlds that change none (scripts/script.py)
        self._text: bytes | None = None

    @property
    def text(self) -> bytes:
        """The payload as JSON, made once however many want it. Raises BadPayload when it cannot be written as such."""
        if self._text is None:
            try:
                self._text = payload_bytes(self.payload)
            except (TypeError, ValueError, RecursionError) as error:
                raise BadPayload(f"{self.point}: the payload cannot be written as JSON: {error}") from None
            if len(self._text) > BYTES:
                raise BadPayload(f"{self.point}: wanted a payload of at most {BYTES} bytes, got {len(self._text)}")
        return self._text
