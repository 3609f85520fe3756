"""What whoever fires and the functions that do whole fires know of each other: `Straight`, `Firer`, `PointWay`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.folded import Folded
from chibi_hooks.hooks.deciding.settling import PermissionHandler
from chibi_hooks.hooks.fire import Fire, Origin
from chibi_hooks.hooks.recording.identity import Identities
from chibi_hooks.hooks.recording.recorder import Recorder

if TYPE_CHECKING:
    from chibi_hooks.hooks.responders import Generation, Responders
    from chibi_hooks.hooks.tools.calling import Firing

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


class PointWay:
    """What does not change from fire to fire at a point of a generation."""

    __slots__ = (
        "admission", "firing", "handler", "host", "identities", "key", "left_out", "number", "permission", "plans",
        "point", "without",
    )  # fmt: skip

    def __init__(self, host: Firer, firing: Firing, generation: Generation, responders: Responders) -> None:
        self.host, self.identities = host, host.identities
        self.firing = firing
        self.number, self.left_out, self.without = generation.number, generation.left_out, generation.permission
        self.point = point = responders.point
        self.key, self.admission, self.plans = point.key, point.admission, point.plans
        self.permission = point.permission
        self.handler = host.permission_handler
