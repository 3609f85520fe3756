"""What whoever fires and the functions that do whole fires in a line know of each other: `Straight`, `Firer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.settling import PermissionHandler
from chibi_hooks.hooks.fire import Fire, Origin
from chibi_hooks.hooks.recording.identity import Identities
from chibi_hooks.hooks.recording.recorder import Recorder

Straight = Callable[[Mapping[str, Json], Origin | None, "bool | Callable[[Folded], Folded]"], Fire | None]
"""Payload, origin, and how to settle."""


class Firer(Protocol):
    """What such a function asks of a host at every fire."""

    recorder: Recorder | None

    @property
    def permission_handler(self) -> PermissionHandler | None:
        """Who decides where nobody has denied."""

    @property
    def identities(self) -> Identities:
        """The names of its fires."""
