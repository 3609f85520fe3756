"""Surroundings -> what is right and wrong with them, in some lines: versions, homes, what is left out, journal, state.

Rules
-----
* Nothing is changed, no hook is fired; plugins are asked for their schema anew, as at every start after a change.
* A `Finding` is "ok", a "warning" (works, but look at it) or a "problem" (something does not run).
"""

from __future__ import annotations

import os
import platform
import re
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final, Literal

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.hooks.generations import known
from chibi_hooks.hooks.home import Homes, Surroundings, find_homes, project_home
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.journal import Journal, NoFires
from chibi_hooks.hooks.journal_path import journal_path
from chibi_hooks.hooks.trust import Trust

State = Literal["ok", "warning", "problem"]
NAME: Final = "chibi-hooks"
SHOWN: Final = 20  # untrusted files that are named


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: about what, how it stands, and in words."""

    topic: Literal["versions", "homes", "skipped", "journal", "state", "resident"]
    state: State
    text: str

    def to_json(self) -> dict[str, Json]:
        """`{"topic": …, "state": …, "text": …}`."""
        return {"topic": self.topic, "state": self.state, "text": self.text}


def examine(around: Surroundings, home: str | None = None) -> list[Finding]:
    """Everything there is to say about a home, or those that count here."""
    findings = [*_versions(), *_state(around)]
    try:
        homes = find_homes(around, home)
    except ConfigError as error:
        return [*findings, Finding("homes", "problem", str(error))]
    findings += _homes(homes, around)
    findings += _loaded(homes, around, home)
    findings += _journal(homes, around)
    return findings


def _versions() -> Iterator[Finding]:
    own = _version(NAME)
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield Finding("versions", "ok", f"{NAME} {own or '(not installed: run from its directory)'}, {python}")
    for name in _dependencies():
        there = _version(name)
        yield Finding("versions", "ok" if there else "problem", f"{name} {there or 'is not installed'}")


def _dependencies() -> list[str]:
    """What is required without an extra."""
    try:
        wanted = requires(NAME) or []
    except PackageNotFoundError:
        return []
    return sorted(re.split(r"[^\w.-]", line)[0] for line in wanted if "extra ==" not in line)


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _state(around: Surroundings) -> Iterator[Finding]:
    directory = around.state_directory()
    if not directory.exists():
        yield Finding("state", "ok", f"{directory}: is made with the first fire")
        return
    about = directory.stat()
    if not os.access(directory, os.W_OK | os.X_OK):
        yield Finding("state", "problem", f"{directory}: cannot be written; nothing is recorded, trusted or cached")
    elif about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o022:
        yield Finding("state", "problem", f"{directory}: others may write there; `chmod go-w` it")
    else:
        yield Finding("state", "ok", f"{directory}: mode {stat.S_IMODE(about.st_mode):04o}")


def _homes(homes: Homes, around: Surroundings) -> Iterator[Finding]:
    for home in homes.homes:
        said = {"user": "yours", "project": "of this project, trusted", "given": "named"}[home.kind]
        yield Finding("homes", "ok", f"{home.path}: {said}")
    for notice in homes.notices:
        yield Finding("homes", "problem", f"{notice.place}: not trusted: {notice.reason}")
    if not homes.homes and not homes.notices:
        yield Finding("homes", "warning", "there is none; `chibi-hooks init` makes one")
    project = project_home(around)
    if project is not None and any(home.kind == "project" for home in homes.homes):
        found = [each for each in Trust(around.state_directory()).files(project) if each.standing != "trusted"]
        for each in found[:SHOWN]:
            state: State = "warning" if each.standing == "gone" else "problem"
            yield Finding("homes", state, f"{each.place}: {each.standing} since `chibi-hooks trust`")
        if len(found) > SHOWN:
            yield Finding("homes", "problem", f"and {len(found) - SHOWN} more files that are not trusted")


def _loaded(homes: Homes, around: Surroundings, home: str | None) -> Iterator[Finding]:
    try:
        host = Host.open(home, around=around, fresh=True, record=False)
    except (ConfigError, BadRequest) as error:
        yield Finding("homes", "problem", f"{error}; nothing runs until that is right")
        return
    with host:
        generation = host.generation
        for each in generation.loaded:
            hooks = sum(len(script.hooks) for script in each.scripts)
            hooks += sum(len(tool.hooks) for plugin in each.plugins for tool in plugin.tools)
            tools = sum(len(script.tools) for script in each.scripts)
            tools += sum(len(plugin.tools) for plugin in each.plugins)
            unsandboxed = sum(script.tier == "unsandboxed" for script in each.scripts)
            free = f" ({unsandboxed} unsandboxed)" if unsandboxed else ""
            counts = f"{len(each.scripts)} hook files{free}, {len(each.plugins)} plugins: {hooks} hooks, {tools} tools"
            yield Finding("homes", "ok", f"{each.home.path}: {counts}")
            for notice in each.notices:
                line = notice.reason if notice.reason.startswith(notice.place) else f"{notice.place}: {notice.reason}"
                yield Finding("skipped", "problem", line.partition("\n")[0])


def _journal(homes: Homes, around: Surroundings) -> Iterator[Finding]:
    path = journal_path(homes, around)
    try:
        with Journal(path) as journal:
            last = journal.find()
    except NoFires:
        yield Finding("journal", "ok", f"{path}: no fire has been recorded yet")
        return
    except (ConfigError, BadRequest) as error:
        yield Finding("journal", "problem", str(error))
        return
    about = path.stat()
    if broken := _broken(path):
        yield Finding("journal", "problem", f"{path}: is damaged: {broken}; move it away, a new one is made")
        return
    mode = stat.S_IMODE(about.st_mode)
    count = f"{_count(path)} fires, {about.st_size / 1e6:.1f} MB, {len(known(path))} generations"
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(last.time))
    yield Finding("journal", "ok", f"{path}: {count}, the last fire {when}")
    if mode & 0o077:
        yield Finding("journal", "problem", f"{path}: others may read it (mode {mode:04o}); `chmod 600` it")
    for aside in sorted(path.parent.glob(f"{path.name}.broken-*")):
        yield Finding("journal", "warning", f"{aside}: was no journal when one was needed; delete it if you can")


def _broken(path: Path) -> str:
    found = _ask(path, "PRAGMA quick_check(1)")
    return "" if found == "ok" else str(found)


def _count(path: Path) -> int:
    return int(_ask(path, "SELECT count(*) FROM fires"))


def _ask(path: Path, query: str) -> Json:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=5.0)) as database:
            return database.execute(query).fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
