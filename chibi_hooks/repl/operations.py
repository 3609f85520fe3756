"""The REPL as operations of a resident host: sessions there, for clients elsewhere (remote.py).

    repl-begin    where the client stands, `at_work`, `decisions` -> a session; it ends with the client's connection
    repl          a request of session.py -> what is printed as it comes, then the reply
    repl-aside    the same for what does not wait its turn, and for notices; from a connection of its own
    repl-notices  what happens by itself, as it comes

A session is known by a secret of its own, so that several connections of one client can mean the same.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from secrets import token_hex
from typing import Any, Final
from weakref import WeakKeyDictionary, WeakValueDictionary

from chibi_hooks.hooks.errors import BadRequest
from chibi_hooks.hooks.host import Host
from chibi_hooks.repl.decision_notices import DecisionNotices
from chibi_hooks.repl.mailbox import Mailbox
from chibi_hooks.repl.session import Session
from chibi_hooks.repl.worlds import Edits
from chibi_hooks.server.operations import Told, operation, where_it_stands
from chibi_hooks.server.request import Request
from chibi_hooks.server.resident import Resident

LOOK: Final = 0.1  # seconds between two looks whether the client has interrupted
SESSIONS: Final = 64  # at one host; each has a world of its own, about 1 MB

_sessions: Final[WeakValueDictionary[str, Session]] = WeakValueDictionary()  # held by their connections
_edits: Final[WeakKeyDictionary[Host, Edits]] = WeakKeyDictionary()  # one for each host


def edits_of(host: Host) -> Edits:
    """What was defined at REPLs in the worlds of a host's hook files."""
    return _edits.setdefault(host, Edits())


@operation("repl-begin")
def begin(resident: Resident, request: Request) -> Told:
    """A session -> its name, and what a greeting says."""
    host = resident.host
    if sum(session.host is host for session in list(_sessions.values())) >= SESSIONS:
        raise BadRequest(f"repl: there are {SESSIONS} sessions at this host already")
    project, notices = where_it_stands(resident, request)
    session = Session(host, resident.around, edits_of(host), lambda: resident.view(project, notices))
    name = token_hex(16)
    _sessions[name] = request.keeper.kept[name] = session
    request.keeper.on_close(lambda: _end(name))
    if request.flag("at_work"):
        request.keeper.on_close(resident.begin_work())
    if request.flag("decisions"):
        request.keeper.on_close(DecisionNotices(resident, session.notices.put).close)
    return {"session": name, "generation": host.generation.number}


@operation("repl")
def ask(resident: Resident, request: Request) -> Iterator[Told]:
    """`session`, `ask` -> `{"output": text}` as it comes, `{"reply": …}` at the end; with `steps` also `{"stands":
    true}` for each step that waits until `repl-aside` is asked `step`."""
    session, asked = _session(request), _asked(request)
    told: Mailbox[Told] = Mailbox()

    def ask_on() -> None:
        told.put({"stands": True})

    def work() -> None:
        steps = request.flag("steps")
        reply = session.ask(asked, lambda text: told.put({"output": text}), ask_on if steps else None)
        told.put({"reply": reply})

    threading.Thread(target=work, name="chibi-hooks-repl", daemon=True).start()
    while True:
        for event in told.take(LOOK):
            yield event
            if "reply" in event:
                return
        if request.interrupted.is_set():
            session.interrupt()


@operation("repl-aside")
def aside(resident: Resident, request: Request) -> Told:
    """`session`, and `ask` (completion, description, how to step on) -> the reply; without `ask` the notices of now."""
    session = _session(request)
    if "ask" not in request.fields:
        return {"notices": session.take_notices()}
    asked = _asked(request)
    if not asked.keys() & {"complete", "describe", "step"}:
        raise BadRequest("repl-aside: wanted complete, describe or step")
    return session.ask(asked)


@operation("repl-notices")
def follow_notices(resident: Resident, request: Request) -> Iterator[Told]:
    """`session` -> `{"notices": [text, …]}` as they come; an empty one now and then, while there are none."""
    session = _session(request)
    while not request.interrupted.is_set():
        yield {"notices": session.take_notices(1.0)}


def _end(name: str) -> None:
    session = _sessions.pop(name, None)
    if session is not None:
        session.close()


def _session(request: Request) -> Session:
    session = _sessions.get(request.text("session"))
    if session is None:
        raise BadRequest("repl: there is no such session; it ended with its connection")
    return session


def _asked(request: Request) -> dict[str, Any]:
    asked = request.fields.get("ask")
    if not isinstance(asked, dict):
        raise BadRequest("repl: ask: wanted an object")
    return asked
