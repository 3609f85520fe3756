"""A command handler and what it is told -> how it ended; by the agent's shell, directory, variables and time. And a
place where handlers run that nobody waits for: `Background`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.hosting.hosted import HandlerEntry, HostedAgent, HostedEvent
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.processes.runner import Ran, run
from chibi_hooks.scheme.reading.opener import is_directory, is_regular

if TYPE_CHECKING:
    from chibi_hooks.dialects.hosting.settings import HostSettings

POOL: Final = 16  # handlers that nobody waits for, at once: what caliban's manual says
PLACEHOLDER: Final = re.compile(r"\$\{(\w+)\}")
HARMLESS: Final = re.compile(r"[\w/.:@%+=,~-]*")  # in a shell command, wherever it stands
TEMPLATE: Final = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is known when a handler is started: what templates of variables are filled with."""

    project: Path
    told: Mapping[str, Json]
    env_file: str = ""

    def value(self, name: str, entry: HandlerEntry) -> str:
        """What a template's word says here; empty where it says nothing."""
        match name:
            case "project":
                return str(self.project)
            case "root":
                return str(entry.root or "")
            case "data":
                return "" if entry.root is None else str(entry.root) + "-data"
            case "envfile":
                return self.env_file
            case "effort":
                effort = self.told.get("effort")
                return str(effort.get("level", "")) if isinstance(effort, dict) else ""
        said = self.told.get(name)
        return said if isinstance(said, str) else ""


def run_command(
    entry: HandlerEntry, hosted: HostedAgent, settings: HostSettings, about: Circumstances, text: bytes, seconds: float
) -> Ran:
    """Run it with `text` on stdin, for at most so many seconds."""
    own = variables_of(entry, hosted, hosted.event(entry.event), about)
    environment = {**settings.environment, **own, **dict(entry.environment)}
    argv = words_of(entry, hosted, settings, own)
    directory = directory_of(entry, hosted, settings, about)
    return run(argv, stdin=text, environment=environment, directory=directory, timeout=seconds)


def words_of(
    entry: HandlerEntry, hosted: HostedAgent, settings: HostSettings, own: Mapping[str, str]
) -> tuple[str, ...]:
    """The program and its arguments: a shell with the command, or the command itself where its words stand alone."""

    def fill(word: str) -> str:
        known = hosted.placeholders
        return PLACEHOLDER.sub(lambda found: own.get(found[1], "") if found[1] in known else found[0], word)

    if entry.args is not None or not hosted.shell:
        return (fill(entry.command), *map(fill, entry.args or ()))
    shell = hosted.shell
    if shell[0] == "$SHELL":
        shell = (settings.environment.get("SHELL", ""), *shell[1:])
    if not is_regular(shell[0]):
        shell = ("/bin/sh", *shell[1:])
    harmless = all(HARMLESS.fullmatch(own.get(name, "")) for name in hosted.placeholders)
    return (*shell, fill(entry.command) if harmless else entry.command)  # else the shell fills them in by itself


def variables_of(
    entry: HandlerEntry, hosted: HostedAgent, event: HostedEvent | None, about: Circumstances
) -> dict[str, str]:
    """The agent's own variables, without those that say nothing here."""
    made: dict[str, str] = {}
    for name, template in {**hosted.variables, **(event.variables if event is not None else {})}.items():
        words = [about.value(word, entry) for word in TEMPLATE.findall(template)]
        if all(words):
            values = iter(words)
            made[name] = TEMPLATE.sub(lambda found, values=values: next(values), template)  # type: ignore[misc]
    return made


def directory_of(entry: HandlerEntry, hosted: HostedAgent, settings: HostSettings, about: Circumstances) -> str:
    """Where it runs: where it says, in the user's directory for his own file, where the agent is, in the project."""
    if entry.directory:
        return os.path.join(about.project, entry.directory)
    if hosted.user_directory and entry.scope == "user":
        return str(settings.user_home / hosted.user_directory)
    cwd = about.told.get("cwd")
    return cwd if isinstance(cwd, str) and os.path.isabs(cwd) and is_directory(cwd) else str(about.project)


def seconds_for(entry: HandlerEntry, hosted: HostedAgent, event: HostedEvent) -> float:
    """How long it may take."""
    own = event.timeout if event.timeout is not None and entry.kind == "command" else None
    default = own if own is not None else hosted.timeouts.get(entry.kind, hosted.timeout)
    seconds = entry.timeout if entry.timeout is not None else default
    return seconds if event.longest is None else min(seconds, event.longest)


class Background:
    """Handlers that nobody waits for: at most `POOL` at once, the others in turn."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._pool: ThreadPoolExecutor | None = None
        self._running: set[Future[None]] = set()

    def begin(self, work: Callable[[], None]) -> None:
        """Do it some time."""
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(POOL, "chibi-hooks-background")
            future = self._pool.submit(work)
            self._running.add(future)
        future.add_done_callback(self._done)

    def wait(self) -> None:
        """Until all of them have ended, or have had their time."""
        with self._lock:
            running = tuple(self._running)
        wait(running)

    def _done(self, future: Future[None]) -> None:
        with self._lock:
            self._running.discard(future)
