"""A settings file, read again, and our entry in it -> what one harmless event gets from it: an answer, or a fault of
the wiring.

Rules
-----
* The command is taken out of the file and run as the agent would run it; nothing that was known before is used.
* An answer alone proves little: the client answers by itself when nobody is there. The fire must stand in the journal.
"""

from __future__ import annotations

import json
import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from chibi_hooks.dialects.installing.entry import standing, timeout_seconds
from chibi_hooks.dialects.installing.script_text import script_words
from chibi_hooks.dialects.installing.texts import data_of, decoded, read_settings
from chibi_hooks.dialects.rows.ours import command_words, ours
from chibi_hooks.dialects.rows.speaking import event_for
from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.fire import PROOF
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.processes.runner import Ran, run
from chibi_hooks.hooks.recording.journal import Journal, NoFires, Wanted
from chibi_hooks.hooks.recording.journal_path import journal_path

if TYPE_CHECKING:
    from pathlib import Path

    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.dialects.rows.settings import Located
    from chibi_hooks.hooks.answer import Json
    from chibi_hooks.hooks.recording.journal import Recorded

POINT: Final = "pre_tool"
HARMLESS: Final = {"tool_name": "shell_exec", "arguments": {"command": "true"}}  # nobody runs it
WRITTEN: Final = 10.0  # seconds until a fire must stand in the journal; the writer needs some milliseconds
LOOK: Final = 0.05  # seconds between two looks
LEAST: Final = (
    60.0  # seconds that a proof gives a command that the agent itself would give less: a first start compiles
)


@dataclass(frozen=True, slots=True)
class Proof:
    """What was sent through which command, and what came back. `fault`: why that is no answer of ours."""

    event: str
    command: str
    answer: str = ""
    seconds: float = 0.0
    fire: str = ""  # its id in the journal
    point: str = ""
    fault: str = ""


def proof(dialect: RowDialect, where: Located, around: Surroundings, project: Path) -> Proof:
    """Send one event through what the file says. Raises ConfigError when the file cannot be read."""
    session = f"{PROOF}{uuid4().hex}"
    name, told = event_for(dialect, POINT, {**HARMLESS, "session_id": session, "cwd": str(project)})
    argv, seconds = _wired(dialect, where, name)
    if not argv:
        return Proof(name, "", fault=f"{where.path}: our entry for {name} is not in it")
    event = json.dumps(told).encode()
    ran = run(argv, stdin=event, environment=around.environment, directory=str(project), timeout=max(seconds, LEAST))
    made = Proof(name, shlex.join(argv), ran.stdout.decode("utf-8", "replace").strip(), ran.seconds)
    fault = _fault_of(ran)
    if fault:
        return _with(made, fault=fault)
    found = _recorded(dialect, argv, session, around, project)
    if found is None:
        said = ran.stderr.decode("utf-8", "replace").strip()
        reason = "it answered, but no hook host of ours saw the event"
        return _with(made, fault=f"{reason}: {said}" if said else reason)
    return _with(made, fire=found.id, point=found.point)


def _with(made: Proof, fault: str = "", fire: str = "", point: str = "") -> Proof:
    return Proof(made.event, made.command, made.answer, made.seconds, fire, point, fault)


def _wired(dialect: RowDialect, where: Located, event: str) -> tuple[list[str], float]:
    """The command in the file for an event, as the agent would start it, and its time limit."""
    settings, shape = dialect.settings, dialect.settings.entry
    text = decoded(read_settings(where.path), where.path)
    if where.file.format == "script":
        return script_words(text) or [], 0.0
    for each in standing(data_of(text, where.file, str(where.path)), where.file, shape):
        found = ours(each.handler, shape)
        if each.event == event and found is not None and found.agent == dialect.agent:
            limit = timeout_seconds(each.handler.get(shape.timeout[0]), settings.unit)
            return _started(each.handler, shape.args, dialect), limit or 0.0
    return [], 0.0


def _started(handler: dict[str, Json], args: str, dialect: RowDialect) -> list[str]:
    shape = dialect.settings.entry
    if dialect.settings.shell == "none" or (args and args in handler):
        return command_words(handler, shape)
    return ["/bin/sh", "-c", str(next(handler[key] for key in shape.command if key in handler))]


def _fault_of(ran: Ran) -> str:
    said = ran.stderr.decode("utf-8", "replace").strip()
    if ran.end != "exit":
        return f"it did not end: {ran.reason or ran.end}"
    if ran.status:
        return f"it ended with {ran.status}{': ' + said if said else ''}"
    if not ran.stdout.strip():
        return ""
    try:
        told = json.loads(ran.stdout)
    except ValueError:
        return "what it printed is no JSON"
    return "" if isinstance(told, dict) else "what it printed is no object"


def _recorded(
    dialect: RowDialect, argv: Sequence[str], session: str, around: Surroundings, project: Path
) -> Recorded | None:
    """The fire of this session, once it is written."""
    words = shlex.split(argv[2]) if argv[:2] == ["/bin/sh", "-c"] else list(argv)
    home = words[words.index("--home") + 1] if "--home" in words[:-1] else None
    here = Surroundings(around.environment, project, around.user_home)
    path = journal_path(find_homes(here, home), here)
    since = time.time() - LEAST - WRITTEN
    return _awaited(lambda: _find(path, dialect.agent, session, since))


def _find(path: Path, agent: str, session: str, since: float) -> Recorded | None:
    try:
        with Journal(path) as journal:
            for each in journal.fires(Wanted(agent=agent, since=since)):
                if each.fire.origin is not None and each.fire.origin.session == session:
                    return each
    except NoFires:
        return None
    except ConfigError as error:
        raise ConfigError(f"the journal cannot be read: {error}") from None
    return None


def _awaited(look: Callable[[], Recorded | None]) -> Recorded | None:
    deadline = time.monotonic() + WRITTEN
    while (found := look()) is None and time.monotonic() < deadline:
        time.sleep(LOOK)
    return found
