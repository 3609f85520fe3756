"""Commands that homes declare -> what they print, as facts: `DeclaredFacts`.

Rules
-----
* A command is run by the host, in the project's directory, with the environment that its home's plugins have, and only
  when a hook asks; what it gave holds for its `ttl`, a failure too.
* Whoever asks while it runs waits for the same run. Commands that hooks of this host have asked for before, and that
  are out of date together, run together.
* A failure is a value: the exit code, the time limit, why it did not start. Nothing is raised.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from chibi_hooks.forks import FORKS
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.declared import DeclaredFact
from chibi_hooks.hooks.processes.runner import Ran, run

OUTPUT: Final = 16 << 10  # characters of what a command prints: a fact is a word, or a few lines
PATIENCE: Final = 5.0  # seconds beyond its time limit that somebody waits for another's run
TOLD: Final = 300  # characters of stderr in a failure


class Declared(NamedTuple):
    """A command with what it needs to run: its home's environment, and the project's directory."""

    fact: DeclaredFact
    environment: Mapping[str, str]
    directory: str


class _Known(NamedTuple):
    declared: Declared
    value: dict[str, Json]
    until: float  # of the monotonic clock


class DeclaredFacts:
    """The declared facts of one host. Threads may share it; `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[str, _Known] = {}
        self._running: dict[str, threading.Event] = {}
        FORKS.guard(self._lock)
        FORKS.tell(self._begin_anew)

    def _begin_anew(self) -> None:
        """In a forked child nobody sees to what threads of the parent have begun."""
        self._running.clear()

    def value(self, name: str, declared: Mapping[str, Declared]) -> dict[str, Json]:
        """`{"output": text}`, or `{"failed": why, "exit": code or null}`."""
        with self._lock:
            known = self._fresh(name, declared[name])
            if known is not None:
                return known
            waiting = self._running.get(name)
            started = [] if waiting is not None else self._begin(name, declared)
        if waiting is not None:
            waiting.wait(declared[name].fact.timeout + PATIENCE)
        for each in started[1:]:
            self._find_beside(each, declared[each])
        if started:
            self._find(name, declared[name])
        found = self._known.get(name)
        return found.value if found is not None else {"failed": "another fire has waited for it too long", "exit": None}

    def _fresh(self, name: str, declared: Declared) -> dict[str, Json] | None:
        known = self._known.get(name)
        if known is None or known.declared != declared or known.until <= self._clock():
            return None
        return known.value

    def _begin(self, name: str, declared: Mapping[str, Declared]) -> list[str]:
        """The commands that this thread sees to now, the one that was asked for first."""
        others = [
            each
            for each in self._known
            if each != name and each in declared and each not in self._running
            and self._fresh(each, declared[each]) is None
        ]  # fmt: skip
        for each in (name, *others):
            self._running[each] = threading.Event()
        return [name, *others]

    def _find_beside(self, name: str, declared: Declared) -> None:
        """On a thread of its own, where the system has room for one."""
        thread = threading.Thread(target=self._find, args=(name, declared), daemon=True, name="chibi-hooks-fact")
        try:
            thread.start()
        except RuntimeError:
            self._find(name, declared)

    def _find(self, name: str, declared: Declared) -> None:
        fact = declared.fact
        value: dict[str, Json] = {"failed": "it could not be run", "exit": None}
        try:
            ran = run(
                fact.command, environment=declared.environment, directory=declared.directory, timeout=fact.timeout
            )
            value = _value(ran, fact)
        finally:
            with self._lock:
                self._known[name] = _Known(declared, value, self._clock() + fact.ttl)
                self._running.pop(name).set()


def _value(ran: Ran, fact: DeclaredFact) -> dict[str, Json]:
    if ran.end == "exit" and ran.status == 0:
        return {"output": ran.stdout.decode("utf-8", "replace")[:OUTPUT].strip()}
    words = {
        "exit": f"it ended with exit code {ran.status}",
        "timeout": f"it took longer than {fact.timeout:g} s",
        "signal": f"it was ended by signal {ran.status}",
    }
    said = ran.stderr.decode("utf-8", "replace").strip()[:TOLD]
    why = words.get(ran.end, ran.reason or ran.end)
    return {"failed": f"{why}: {said}" if said else why, "exit": ran.status if ran.end == "exit" else None}
