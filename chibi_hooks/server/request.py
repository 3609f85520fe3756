"""What a client asks for, as an operation sees it: checked fields, and the word that it shall end."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, HookError

_NEEDED: Final[Any] = object()


class Elsewhere(HookError):
    """The client means other homes than the host holds; nothing was done."""


class Asker(Protocol):
    """Who asks: a connection, or the program itself. What an operation keeps here lives as long as that."""

    number: int
    kept: dict[str, Any]

    def on_close(self, act: Callable[[], None]) -> None:
        """Have this done when the client is gone."""


class Request:
    """One request. Operations read its fields with `text`, `flag`, `number` and `table`, which raise BadRequest."""

    def __init__(self, op: str, fields: Mapping[str, Json], keeper: Asker) -> None:
        self.op = op
        self.fields = fields
        self.keeper = keeper
        self.interrupted = threading.Event()
        self._acts: list[Callable[[], None]] = []
        self._lock = threading.Lock()

    def text(self, name: str, default: Any = _NEEDED) -> str:
        """The field `name`, a string."""
        return str(self._field(name, str, "a string", default))

    def flag(self, name: str) -> bool:
        """The field `name`, true or false; it is false when it is not there."""
        return bool(self._field(name, bool, "true or false", False))

    def number(self, name: str, default: Any = _NEEDED) -> int:
        """The field `name`, an integer."""
        return int(self._field(name, int, "an integer", default))

    def list(self, name: str) -> list[Json]:
        """The field `name`, an array; it is empty when it is not there."""
        found: list[Json] = self._field(name, list, "an array", [])
        return found

    def on_interrupt(self, act: Callable[[], None]) -> None:
        """Have this done when the client interrupts the request, or is gone. It must not raise or wait."""
        with self._lock:
            self._acts.append(act)
        if self.interrupted.is_set():
            act()

    def interrupt(self) -> None:
        """The request shall end soon."""
        with self._lock:
            first = not self.interrupted.is_set()
            self.interrupted.set()
            acts = tuple(self._acts) if first else ()
        for act in acts:
            act()

    def _field(self, name: str, kind: type, wanted: str, default: Any) -> Any:
        value = self.fields.get(name, default)
        if value is _NEEDED:
            raise BadRequest(f"{self.op}: {name}: wanted {wanted}, got nothing")
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise BadRequest(f"{self.op}: {name}: wanted {wanted}, got {str(value)[:40]}")
        return value
