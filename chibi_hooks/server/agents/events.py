"""An agent's event -> its answer, from a resident host: the operation `hook`. Raises nothing that an agent could see.

agent, event (its name, or ""), bytes (base64), where the client stands   ->   text (base64), code, notes
"""

from __future__ import annotations

import base64
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.guests import guest_of
from chibi_hooks.dialects.rows.memory import OnDisk
from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.server.operations import Told, not_recorded, operation, where_it_stands
from chibi_hooks.server.request import Request

if TYPE_CHECKING:
    from chibi_hooks.dialects import Rendered
    from chibi_hooks.dialects.guests import Guest
    from chibi_hooks.hooks.homes.home import Notice
    from chibi_hooks.server.resident import Resident

PATIENCE: Final = 1.0  # seconds that an answer waits for a journal: the agent waits for it, and may give up early


@operation("hook")
def hook(resident: Resident, request: Request) -> Told:
    """`agent`, `event`, `bytes` -> `text`, `code`, `notes`. `look`, `written`: as for `fire`."""
    agent = request.text("agent")
    try:
        event = base64.b64decode(request.text("bytes"), validate=True)
    except ValueError as error:
        raise BadRequest(f"hook: bytes: {error}") from None
    guest = guest_of(agent, request.text("event", ""), event)
    if guest is None:
        raise BadRequest(f'hook: there is no agent "{agent[:64]}"')
    if request.flag("look"):
        resident.host.reload()
    recorder = resident.host.recorder
    lost = recorder.lost if recorder is not None else 0
    rendered = answered(resident, guest, *where_it_stands(resident, request))
    text = base64.b64encode(rendered.text).decode("ascii")
    gap = not_recorded(recorder, lost, request, PATIENCE) if request.flag("written") else None
    notes = [*rendered.notes, *([f"not recorded: {gap}"] if gap else [])]
    return {"text": text, "code": rendered.code, "notes": notes}


def answered(resident: Resident, guest: Guest, project: str, notices: Sequence[Notice]) -> Rendered:
    """What the agent is told by this host, as a client in `project` would have loaded it."""
    return guest.answer(resident.host, OnDisk(resident.guests, time.time), resident.view(project, notices))
