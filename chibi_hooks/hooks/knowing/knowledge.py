"""A question of a hook -> what the host knows: `Knowledge`, one for each host.

    session-find  {scope, key}                  [text, version], or null
    session-put   {scope, key, text, version}   true; false where somebody else has changed it meanwhile
    times         {scope, key, seconds, most}   [number, did it count?]
    in-a-row      {scope, key, mark}            how often in a row the mark has come
    fact          {name, …}                     the value; {"failed": why} where it could not be had

Rules
-----
* Scopes are `session` (of the agent, as the payload names it), `project` (its directory) and `home`.
* What a fire is told stays so: who asks twice gets the same (scripts/telling.py keeps it).
* A question that nobody knows, or a value out of bounds, is BadRequest: the hook's mistake.
"""

from __future__ import annotations

import getpass
import os
import platform
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, did_you_mean
from chibi_hooks.hooks.knowing.declared import Declared, DeclaredFacts
from chibi_hooks.hooks.knowing.session import TIMES, SessionStore
from chibi_hooks.scheme.reading.opener import real_path

SCOPES: Final = ("session", "project", "home")
UNCHANGED: Final = frozenset({"fact"})  # questions whose answer is the same for a whole fire
WRITING: Final = frozenset({"session-put"})  # questions that a replay needs no recording for: they are not done again


class AboutEvent(Protocol):
    """What a fire is about."""

    @property
    def payload(self) -> Mapping[str, Json]:
        """What was fired."""

    @property
    def project(self) -> Path:
        """The directory of the project."""

    @property
    def declared(self) -> Mapping[str, Declared]:
        """The commands that homes declare."""


class Knowledge:
    """What one host knows. Threads may share it; `now` tells the time of day, in seconds since 1970."""

    def __init__(self, session: SessionStore, now: Callable[[], float] = time.time) -> None:
        self.session = session
        self.now = now
        self._declared = DeclaredFacts()
        self._questions: Final[Mapping[str, Callable[[Mapping[str, Json], AboutEvent], Json]]] = {
            "session-find": self._find,
            "session-put": self._put,
            "times": self._times,
            "in-a-row": self._in_a_row,
            "fact": self._fact,
        }

    def answer(self, question: str, told: Mapping[str, Json], about: AboutEvent) -> Json:
        """The answer to a question. Raises BadRequest."""
        found = self._questions.get(question)
        if found is None:
            raise BadRequest(f"{question}: the host knows no such question")
        return found(told, about)

    def close(self) -> None:
        """Let files go."""
        self.session.close()

    def _find(self, told: Mapping[str, Json], about: AboutEvent) -> Json:
        found = self.session.find(*_place(told, about))
        return None if found is None else list(found)

    def _put(self, told: Mapping[str, Json], about: AboutEvent) -> Json:
        return self.session.put(*_place(told, about), told.get("text"), self.now(), told.get("version"))

    def _times(self, told: Mapping[str, Json], about: AboutEvent) -> Json:
        seconds, most = told.get("seconds"), told.get("most")
        if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0:
            raise BadRequest("wanted a number of seconds over 0")
        if most is not None and (not isinstance(most, int) or not 0 <= most <= TIMES):
            raise BadRequest(f"wanted a number of times from 0 to {TIMES}")
        return list(self.session.times(*_place(told, about), float(seconds), self.now(), most))

    def _in_a_row(self, told: Mapping[str, Json], about: AboutEvent) -> Json:
        return self.session.in_a_row(*_place(told, about), str(told.get("mark")), self.now())

    def _fact(self, told: Mapping[str, Json], about: AboutEvent) -> Json:
        name = str(told.get("name"))
        if name in FACTS:
            return FACTS[name](told, about, self.now)
        if name in about.declared:
            return self._declared.value(name, about.declared)
        near = did_you_mean(name, [*FACTS, *about.declared])
        raise BadRequest(
            f'there is no fact "{name}"{near or f"; [facts.{name}] in chibi-hooks.toml would declare one"}'
        )


def _place(told: Mapping[str, Json], about: AboutEvent) -> tuple[str, str, str]:
    scope, key = told.get("scope"), told.get("key")
    if scope not in SCOPES or not isinstance(key, str):
        raise BadRequest(f"wanted a scope ({', '.join(SCOPES)}) and a key, got {scope!r} and {key!r}")
    session = about.payload.get("session_id")
    if scope == "session":
        return scope, session if isinstance(session, str) else "", key
    return scope, real_path(about.project) if scope == "project" else "", key


def _directory(about: AboutEvent) -> Path:
    """Where the agent is."""
    for name in ("cwd", "project_root"):
        path = about.payload.get(name)
        if isinstance(path, str) and os.path.isabs(path):
            return Path(path)
    return about.project


def _git(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    from chibi_hooks.hooks.knowing import git  # few hooks ask

    repository = git.repository_of(_directory(about))
    if repository is None:
        return None
    finders: dict[str, Callable[[git.Repository], Json]] = {
        "git-root": lambda found: str(found.root),
        "git-branch": git.branch_of,
        "git-head": git.head_of,
        "git-dirty": git.is_dirty,
    }
    return finders[str(told.get("name"))](repository)


def _time(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    return now()


def _local_time(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    return list(time.localtime(now())[:7])


def _root(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    given = about.payload.get("project_root")
    return given if isinstance(given, str) else str(about.project)


def _user(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        return str(os.getuid())


def _host(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    return platform.node()


def _real_path(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    path = told.get("path")
    if not isinstance(path, str) or "\0" in path:
        raise BadRequest("wanted a path")
    return real_path(_directory(about) / path)


def _outside(told: Mapping[str, Json], about: AboutEvent, now: Callable[[], float]) -> Json:
    from chibi_hooks.hooks.knowing.outside import find_outside  # few hooks ask

    paths, directories = told.get("paths"), told.get("directories")
    if not isinstance(paths, list) or not isinstance(directories, list):
        raise BadRequest("wanted a list of paths and one of directories")
    given = about.payload.get("project_root")
    root = given if isinstance(given, str) else str(about.project)
    return find_outside([str(each) for each in paths], [root, *map(str, directories)], str(_directory(about)))


FACTS: Final[Mapping[str, Callable[[Mapping[str, Json], AboutEvent, Callable[[], float]], Json]]] = {
    "git-root": _git, "git-branch": _git, "git-head": _git, "git-dirty": _git,
    "time": _time, "local-time": _local_time,
    "root": _root, "user": _user, "host": _host, "real-path": _real_path,
    "outside": _outside,
}  # fmt: skip
"""The facts that every host knows."""
