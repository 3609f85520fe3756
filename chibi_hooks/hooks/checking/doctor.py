"""Surroundings -> what is right and wrong with them, in some lines: versions, homes, what is left out, journal, state.

Rules
-----
* Nothing is changed, no hook is fired; plugins are asked for their schema anew, as at every start after a change.
* A `Diagnosis` is "ok", a "warning" (works, but look at it) or a "problem" (something does not run).
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Final, Literal

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.checking.misplaced import misplaced
from chibi_hooks.hooks.errors import BadRequest, ConfigError, counted
from chibi_hooks.hooks.homes.home import Home, Homes, Surroundings, find_homes, project_home, walk_scripts
from chibi_hooks.hooks.homes.policies import absent_directories
from chibi_hooks.hooks.homes.trust import Trust
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.recording.journal import Journal, NoFires, open_to_read
from chibi_hooks.hooks.recording.journal_path import journal_path
from chibi_hooks.hooks.recording.recorder import WINDOW
from chibi_hooks.hooks.recording.texts import known
from chibi_hooks.hooks.scripts.workers.confinement import lacking
from chibi_hooks.hooks.tools.builtin_tools import builtin_tools
from chibi_hooks.scheme.reading.opener import shown_name

State = Literal["ok", "warning", "problem"]
ROOM: Final = 32_000_000  # bytes that a journal and compiled files may take in a week of work
NAME: Final = "chibi-hooks"
SHOWN: Final = 20  # untrusted files that are named


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """One line: about what, how it stands, and in words."""

    topic: Literal["versions", "homes", "skipped", "journal", "state", "resident"]
    state: State
    text: str

    def to_json(self) -> dict[str, Json]:
        """`{"topic": …, "state": …, "text": …}`."""
        return {"topic": self.topic, "state": self.state, "text": self.text}


def examine(around: Surroundings, home: str | None = None, opened: Callable[..., Host] = Host.open) -> list[Diagnosis]:
    """Everything there is to say about a home, or those that count here; `opened` opens a host (opening.py's)."""
    findings = [*_versions(), *_state(around)]
    try:
        homes = find_homes(around, home)
    except ConfigError as error:
        return [*findings, Diagnosis("homes", "problem", str(error))]
    findings += _homes(homes, around)
    findings += _loaded(around, home, opened)
    findings += _journal(homes, around)
    return findings


def _versions() -> Iterator[Diagnosis]:
    own = _version(NAME)
    python = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.machine()}"
    yield Diagnosis("versions", "ok", f"{NAME} {own or '(not installed: run from its directory)'}, {python}")
    for name in _dependencies():
        there = _version(name)
        yield Diagnosis("versions", "ok" if there else "problem", f"{name} {there or 'is not installed'}")


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


def _state(around: Surroundings) -> Iterator[Diagnosis]:
    directory = around.state_directory()
    there = next(each for each in (directory, *directory.parents) if os.path.lexists(each))
    if not os.path.isdir(there):  # a file, or a link that leads nowhere
        told = f"{there} is no directory; nothing is recorded, trusted or cached"
        yield Diagnosis("state", "problem", f"{directory}: cannot be made: {told}")
        return
    if there != directory and not os.access(there, os.W_OK | os.X_OK):
        told = f"{there} cannot be written; nothing is recorded, trusted or cached"
        yield Diagnosis("state", "problem", f"{directory}: cannot be made: {told}")
        return
    if there != directory:
        yield Diagnosis("state", "ok", f"{directory}: is made with the first fire")
        return
    about = directory.stat()
    if not os.access(directory, os.W_OK | os.X_OK):
        yield Diagnosis("state", "problem", f"{directory}: cannot be written; nothing is recorded, trusted or cached")
    elif about.st_uid != os.getuid() or stat.S_IMODE(about.st_mode) & 0o022:
        yield Diagnosis("state", "problem", f"{directory}: others may write there; `chmod go-w` it")
    else:
        yield Diagnosis("state", "ok", f"{directory}: mode {stat.S_IMODE(about.st_mode):04o}")
    if (left := shutil.disk_usage(directory).free) < ROOM:
        told = f"{left / 1e6:.1f} MB are left on its disk: soon, or now, nothing is recorded, trusted or cached"
        yield Diagnosis("state", "problem", f"{directory}: {told}")


def _homes(homes: Homes, around: Surroundings) -> Iterator[Diagnosis]:
    for home in homes.homes:
        said = {"user": "yours", "project": "of this project, trusted", "given": "named"}[home.kind]
        yield Diagnosis("homes", "ok", f"{home.path}: {said}")
    for notice in homes.notices:
        yield Diagnosis("homes", "problem", f"{notice.place}: not trusted: {notice.reason}")
    if not homes.homes and not homes.notices:
        yield Diagnosis("homes", "warning", "there is none; `chibi-hooks init` makes one")
    project = project_home(around)
    if project is not None and any(home.kind == "project" for home in homes.homes):
        found = [each for each in Trust(around.state_directory()).files(project) if each.standing != "trusted"]
        for each in found[:SHOWN]:
            state: State = "warning" if each.standing == "gone" else "problem"
            yield Diagnosis("homes", state, f"{each.place}: {each.standing} since `chibi-hooks trust`")
        if len(found) > SHOWN:
            yield Diagnosis("homes", "problem", f"and {len(found) - SHOWN} more files that are not trusted")


def _loaded(around: Surroundings, home: str | None, opened: Callable[..., Host]) -> Iterator[Diagnosis]:
    try:
        host = opened(home, around=around, fresh=True, record=False)
    except (ConfigError, BadRequest) as error:
        yield Diagnosis("homes", "problem", f"{error}; nothing runs until that is right")
        return
    with host:
        generation = host.generation
        for each in generation.loaded:
            hooks = sum(len(script.hooks) for script in each.scripts)
            hooks += sum(len(found) for other in each.others for found in other.responders.values())
            tools = sum(len(script.tools) for script in each.scripts)
            tools += sum(len(other.tools) for other in each.others)
            unsandboxed = sum(script.tier == "unsandboxed" for script in each.scripts)
            free = f" ({unsandboxed} unsandboxed)" if unsandboxed else ""
            isolated = sum(script.isolation == "worker" for script in each.scripts)
            free += f" ({isolated} in processes of their own)" if isolated else ""
            others = "".join(f", {counted(len(other.places), other.kind)}" for other in each.others)
            files = f"{counted(len(each.scripts), 'hook file')}{free}{others}"
            counts = f"{files}: {counted(hooks, 'hook')}, {counted(tools, 'tool')}"
            yield Diagnosis("homes", "ok", f"{each.home.path}: {counts}")
            for missing in lacking() if isolated else ():
                yield Diagnosis("homes", "warning", f"{each.home.path}: a process of a hook file has {missing} here")
            for notice in each.notices:
                line = notice.reason if notice.reason.startswith(notice.place) else f"{notice.place}: {notice.reason}"
                yield Diagnosis("skipped", "problem", line.partition("\n")[0])
            yield from _writable(each.home)
            for notice in (*misplaced(each.home.path), *absent_directories(each.home.path, each.config.policies)):
                yield Diagnosis("skipped", "problem", str(notice))
        for departure in host.status.departures:
            yield Diagnosis("skipped", "problem", str(departure))
        built_in = {tool.name for tool in builtin_tools(generation.vfs)}
        for tool in generation.tools:
            if tool.name in built_in:
                why = f"its tool {tool.name} takes the place of the built-in one"
                yield Diagnosis("homes", "warning", f"{tool.place}: {why}")


def _writable(home: Home) -> Iterator[Diagnosis]:
    """Files that somebody else may change. They are not refused, as plugins are: a guard that is gone protects nobody,
    and in a project's home the content must be trusted anyway."""
    for entry in walk_scripts(home.path):
        with suppress(OSError):
            about = os.stat(entry.path)
            if about.st_mode & 0o002 or about.st_uid not in (os.getuid(), 0):
                why = "everybody may write to it; `chmod o-w` it" if about.st_mode & 0o002 else "it is another user's"
                yield Diagnosis("homes", "problem", f"{shown_name(entry.name)}: {why}")


def _journal(homes: Homes, around: Surroundings) -> Iterator[Diagnosis]:
    path = journal_path(homes, around)
    try:
        with Journal(path) as journal:
            last, gaps = journal.find(), journal.gaps()
    except NoFires:
        if path.is_symlink() and not path.exists():
            yield Diagnosis("journal", "problem", f"{path}: it is a link that leads nowhere; no fire can be recorded")
            return
        yield Diagnosis("journal", "ok", f"{path}: no fire has been recorded yet")
        return
    except (ConfigError, BadRequest) as error:
        yield Diagnosis("journal", "problem", str(error))
        return
    about = path.stat()
    if broken := _broken(path):
        yield Diagnosis("journal", "problem", f"{path}: is damaged: {broken}; move it away, a new one is made")
        return
    mode = stat.S_IMODE(about.st_mode)
    generations = counted(len(known(path)), "generation")
    count = f"{counted(_count(path), 'fire')}, {about.st_size / 1e6:.1f} MB, {generations}"
    when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(last.time))
    yield Diagnosis("journal", "ok", f"{path}: {count}, the last fire {when}")
    yield Diagnosis("journal", "ok", f"a kill -9 under flood may take the last {WINDOW} fires")
    if gaps:
        last_gap = gaps[-1]
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(last_gap.time))
        count = f"{sum(gap.lost for gap in gaps)} fires are not in it"
        yield Diagnosis("journal", "warning", f"{count}; the last time, {when}: {last_gap.reason}")
    if mode & 0o077:
        yield Diagnosis("journal", "problem", f"{path}: others may read it (mode {mode:04o}); `chmod 600` it")
    for aside in sorted(path.parent.glob(f"{path.name}.broken-*")):
        yield Diagnosis("journal", "warning", f"{aside}: was no journal when one was needed; delete it if you can")


def _broken(path: Path) -> str:
    found = _ask(path, "PRAGMA quick_check(1)")
    return "" if found == "ok" else str(found)


def _count(path: Path) -> int:
    return int(_ask(path, "SELECT count(*) FROM fires"))


def _ask(path: Path, query: str) -> Json:
    try:
        with closing(open_to_read(path)) as database:
            return database.execute(query).fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
