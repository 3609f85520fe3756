"""A question of a hook -> what the host knows: `Knowledge`, one for each host.

    session-find  {scope, key}                  [text, version], or null
    session-put   {scope, key, text, version}   true; false where somebody else has changed it meanwhile
    times         {scope, key, seconds}         how often it has happened within the last seconds
    rate          {scope, key, seconds, most}   may it happen once more? true counts
    in-a-row      {scope, key, mark}            how often in a row the mark has come
    fields-in-a-row {scope, key, fields}        how often in a row the payload had the same under these fields
    fact          {name, …}                     the value; {"failed": why} where it could not be had

Rules
-----
* Scopes are `session` (of the agent, as the payload names it), `project` (its directory) and `home`.
* The hook files of a home share their values and counts; those of a policy are its own: no hook file takes a guard's.
* What a fire is told stays so: who asks twice gets the same (scripts/telling.py keeps it).
* Values bring SQLite with them; who only counts does without.
* A question that nobody knows, or a value out of bounds, is BadRequest: the hook's mistake.
"""

from __future__ import annotations

import getpass
import json
import marshal
import os
import platform
import time
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.homes.home import POLICIES
from chibi_hooks.hooks.knowing.cells import Cells, Owned
from chibi_hooks.hooks.knowing.counting import TIMES, Counts
from chibi_hooks.hooks.knowing.declared import Declared, DeclaredFacts
from chibi_hooks.scheme.reading.opener import real_path
from chibi_hooks.scheme.values.late import late_module

if TYPE_CHECKING:
    from chibi_hooks.hooks.knowing.session import SessionStore

FOREVER: Final = 1e12  # seconds: what lasts longer is a number that no clock takes
SCOPES: Final = ("session", "project", "home")
OWN: Final = len(POLICIES)  # characters by which a policy is known
KEPT: Final = 64  # hook files that keep values: a large home has fewer


class Whereabouts(Protocol):
    """Where a fire is."""

    @property
    def project(self) -> Path:
        """The directory of the project."""

    @property
    def declared(self) -> Mapping[str, Declared]:
        """The commands that homes declare."""


Entries = Mapping[str, Json]
Now = Callable[[], float]
Finder = Callable[[Entries, Entries, Whereabouts, str], Json]
"""What was asked, the payload of the fire, where that is, and which hook file asks -> the answer."""

class HostQuestion(NamedTuple):
    """What can be asked: what finds the answer, how it stands among the calls of a fire, whether the answer is the same
    for a whole fire, whether it is a name and some numbers, and whether a replay needs no recording for it, since it is
    not done again."""

    find: Finder
    shown: str
    unchanged: bool = False
    short: bool = False
    writing: bool = False


Fact = Callable[[Entries, Entries, Whereabouts, Now], Json]
"""The same, with the clock, whoever asks."""


class Knowledge:
    """What one host knows. Threads may share it; `now` tells the time of day, in seconds since 1970. `questions`: what
    can be asked; what finds an answer raises BadRequest."""

    def __init__(self, path: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self.path = path  # of the values; None: in memory
        self.now = now
        self._cells = Cells.beside(path)
        self._counts = Counts(self._cells)
        self._session: SessionStore | None = None
        self._declared = DeclaredFacts()
        self.questions: Final[Mapping[str, HostQuestion]] = {
            "session-find": HostQuestion(self._find, "(session-find)"),
            "session-put": HostQuestion(self._put, "(session-put)", writing=True),
            "times": HostQuestion(self._times, "(times)", short=True),
            "rate": HostQuestion(self._rate, "(rate)", short=True),
            "in-a-row": HostQuestion(self._in_a_row, "(in-a-row)", short=True),
            "fields-in-a-row": HostQuestion(self._fields_in_a_row, "(fields-in-a-row)", short=True),
            "fact": HostQuestion(self._fact, "(fact)", unchanged=True),
        }

    @property
    def session(self) -> SessionStore:
        """The values that hooks keep."""
        if self._session is None:
            from chibi_hooks.hooks.knowing.session import SessionStore  # brings SQLite

            self._session = SessionStore(self.path, self._cells)
        return self._session

    def close(self) -> None:
        """Let files go."""
        if self._session is not None:
            self._session.close()
        self._cells.close()

    def _find(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        found = self.session.find(*_place(told, payload, around, script))
        return None if found is None else list(found)

    def _put(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        place = _place(told, payload, around, script)
        return self.session.put(*place, told.get("text"), self.now(), told.get("version"), script)

    def _times(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        return self._counts.times(_place(told, payload, around, script), _seconds(told), self.now(), script)

    def _rate(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        most = told.get("most")
        if most.__class__ is not int or not 0 <= most <= TIMES:
            raise BadRequest(f"wanted a number of times from 0 to {TIMES}")
        return self._counts.once_more(_place(told, payload, around, script), _seconds(told), self.now(), most, script)

    def _in_a_row(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        return self._counts.in_a_row(_place(told, payload, around, script), str(told.get("mark")), self.now(), script)

    def _fields_in_a_row(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        mark = _digest(told.get("fields"), payload)
        return self._counts.in_a_row(_place(told, payload, around, script), mark, self.now(), script)

    def _fact(self, told: Entries, payload: Entries, around: Whereabouts, script: str) -> Json:
        name = str(told.get("name"))
        if name in FACTS:
            return FACTS[name](told, payload, around, self.now)
        if name in around.declared:
            return self._declared.value(name, around.declared)
        near = did_you_mean(name, [*FACTS, *around.declared])
        raise BadRequest(
            f'there is no fact "{name}"{near or f"; [facts.{name}] in chibi-hooks.toml would declare one"}'
        )


def _place(told: Entries, payload: Entries, around: Whereabouts, script: str) -> Owned:
    scope, key = told.get("scope"), told.get("key")
    if key.__class__ is str and scope.__class__ is str and scope in SCOPES:
        if scope == "session":
            session = payload.get("session_id")
            return _whose(scope, script), session if session.__class__ is str else "", key
        return _whose(scope, script), real_path(around.project) if scope == "project" else "", key
    raise BadRequest(f"wanted a scope ({', '.join(SCOPES)}) and a key, got {scope!r} and {key!r}")


@lru_cache(KEPT)
def _whose(scope: str, script: str) -> str:
    return f"{scope} {script}" if script[:OWN] == POLICIES else scope


def _seconds(told: Entries) -> float:
    seconds: Any = told.get("seconds")
    kind = seconds.__class__
    if (kind is int or kind is float) and seconds > 0:
        return seconds if seconds < FOREVER else FOREVER
    raise BadRequest("wanted a number of seconds over 0")


def _digest(fields: Json, payload: Entries) -> str:
    """What a payload has under these fields, in short."""
    if not isinstance(fields, str) or not fields.strip():
        raise BadRequest(f"wanted names of fields, with blanks between, got {fields!r:.60}")
    values = [*map(payload.get, fields.split())]
    try:
        text = marshal.dumps(values, 0)  # a value has one text in this version; JSON would take ten times as long
    except ValueError:  # subclasses of JSON types, or nested too deep
        text = json.dumps(values, default=repr).encode()
    return blake2b(text, digest_size=16).hexdigest()


def _directory(payload: Entries, around: Whereabouts) -> str:
    """Where the agent is."""
    path = payload.get("cwd")
    if path.__class__ is not str or path[:1] != "/":
        path = payload.get("project_root")
        if path.__class__ is not str or path[:1] != "/":
            return str(around.project)
    return path


def _git(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    git = late_module("chibi_hooks.hooks.knowing.git")  # few hooks ask
    repository = git.repository_of(_directory(payload, around))
    if repository is None:
        return None
    found: Json = git.TOLD[told["name"]](repository)
    return found


def _time(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    return now()


def _local_time(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    return list(time.localtime(now())[:7])


def _root(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    given = payload.get("project_root")
    return given if given.__class__ is str else str(around.project)


def _user(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return str(os.getuid())


def _host(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    return platform.node()


def _real_path(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    path = told.get("path")
    if not isinstance(path, str) or "\0" in path:
        raise BadRequest("wanted a path")
    return real_path(os.path.join(_directory(payload, around), path))


def _outside(told: Entries, payload: Entries, around: Whereabouts, now: Now) -> Json:
    paths, directories = told.get("paths"), told.get("directories")
    if not isinstance(paths, list) or not isinstance(directories, list):
        raise BadRequest("wanted a list of paths and one of directories")
    find_outside = late_module("chibi_hooks.hooks.knowing.outside").find_outside  # few hooks ask
    root, cwd = payload.get("project_root"), payload.get("cwd")
    if root.__class__ is not str:
        root = str(around.project)
    if cwd.__class__ is not str or cwd[:1] != "/":  # as in `_directory`
        cwd = root if root[:1] == "/" else str(around.project)
    try:
        found: str | None = find_outside(paths, (root, *directories), cwd)
    except (TypeError, AttributeError):  # not all are texts
        found = find_outside([*map(str, paths)], (root, *map(str, directories)), cwd)
    return found


FACTS: Final[Mapping[str, Fact]] = {
    "git-root": _git, "git-branch": _git, "git-head": _git, "git-dirty": _git,
    "time": _time, "local-time": _local_time,
    "root": _root, "user": _user, "host": _host, "real-path": _real_path,
    "outside": _outside,
}  # fmt: skip
"""The facts that every host knows."""
