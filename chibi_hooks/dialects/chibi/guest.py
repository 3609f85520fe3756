"""A point and its payload, as chibi gives them to a plugin -> the outcome, as a plugin prints it: `ChibiGuest`.

CHIBI_HOOK=pre_tool chibi-hooks hook chibi < payload.json      -> {"block": true, "message": "…"}, or {}
"""

from __future__ import annotations

import json
from collections.abc import Set
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects import Rendered
from chibi_hooks.dialects.rows.guest import shortfalls
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.deciding.fold import refusal
from chibi_hooks.hooks.deciding.point import POINTS, find
from chibi_hooks.hooks.errors import HookError
from chibi_hooks.hooks.fire import Origin
from chibi_hooks.hooks.payload import parse_json
from chibi_hooks.visible import exact_json

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.memory import Memory
    from chibi_hooks.hooks.host import Host
    from chibi_hooks.hooks.responders import Generation

AGENT: Final = "chibi"
SCHEMA: Final = "--schema"  # in place of a point: who answers where
VARIABLE: Final = "CHIBI_HOOK"  # of the environment: the point
SILENCE: Final = b"{}"


class ChibiGuest:
    """One call of a chibi plugin. A `Guest` (dialects/guests.py)."""

    def __init__(self, name: str, event: bytes) -> None:
        self._name = name
        self._event = event

    @property
    def directory(self) -> str | None:
        """Where it happens: it is called there."""
        return None

    def answer(self, host: Host, memory: Memory, generation: Generation | None = None) -> Rendered:
        """What chibi is told; nobody's opinion is `{}`. It never raises."""
        live = generation or host.generation
        if self._name == SCHEMA:
            return Rendered(exact_json(_schema(live)).encode())
        try:
            point = find(self._name).wire
            payload = parse_json(self._event.decode("utf-8-sig"), AGENT) if self._event.strip() else {}
            fire = host.fire_in(live, point, payload, origin=Origin(AGENT, point), settle=False)
            return Rendered(exact_json(dict(fire.folded.values)).encode(), 0, tuple(shortfalls(fire)))
        except (HookError, UnicodeDecodeError) as error:
            return self._failed(str(error), {key for each in live.loaded for key in each.config.on_failure})
        except Exception as error:  # ours: chibi must have an answer
            reason = f"{type(error).__name__}: {error}"
            return self._failed(reason, {key for each in live.loaded for key in each.config.on_failure})

    def failure(self, reason: str, closed: frozenset[str] = frozenset()) -> Rendered:
        """What chibi is told when no host could be opened; `closed` are the points and files whose failure denies."""
        return self._failed(reason, closed)

    def _failed(self, reason: str, closed: Set[str]) -> Rendered:
        point = POINTS.get(self._name)
        if point is not None and (self._name in closed or any("/" in each for each in closed)):
            text = f'refused, because a hook failed and on_failure = "deny": {reason.splitlines()[0]}'
            if (said := refusal(point, text)) is not None:
                return Rendered(json.dumps(said).encode(), 0, (reason,))
        return Rendered(SILENCE, 0, (reason,))


def _schema(live: Generation) -> dict[str, Json]:
    hooks = sorted(name for name, each in live.responders.items() if each.hooks)
    about = "what this home's hook files and plugins say"
    return {"name": "chibi-hooks", "description": about, "parameters": {}, "hooks": hooks}
