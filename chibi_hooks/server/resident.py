"""A running Host -> what operations work on: the host, its views for clients of other projects, its events.

Rules
-----
* It is the same whether it listens behind a `Door` or is opened for one command: what a command prints comes from one
  place, so that both ways give the same answer.
* Of whom is what: the environment of plugins and unsandboxed files, what is loaded and what hook files remember are
  the resident host's. The payload, and the project that plugins work in (their directory and `CHIBI_PROJECT_ROOT`),
  are the client's.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.homes.home import Notice, Surroundings
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.recording.recorder import JournalState, Recorder
from chibi_hooks.hooks.responders import Generation
from chibi_hooks.server.feed import Feed

if TYPE_CHECKING:
    from chibi_hooks.hooks.live.status import Reloaded
    from chibi_hooks.server.decision_events import Decisions

GUESTS: Final = "guests"  # in the state directory: what is known from one event of an agent to the next
VIEWS: Final = 16  # projects with a view of their own kept; one costs a millisecond to make


class Resident:
    """Holds one Host for whoever asks; close it with `close` or a `with` statement.

    `open_host` is called when the host is needed first. `more` are modules that declare operations besides those of
    this layer, imported when one is asked for that is not known.
    """

    def __init__(self, open_host: Callable[[], Host], around: Surroundings, more: Iterable[str] = ()) -> None:
        self.around = around
        self.guests = around.state_directory() / GUESTS
        self.started = time.time()
        self.feed = Feed()
        self.served = 0  # requests
        self.more = tuple(more)
        self.give_away: Callable[[], bool] | None = None  # set by whoever holds it for agents only
        self._open_host = open_host
        self._host: Host | None = None
        self._views: dict[tuple[str, Sequence[Notice]], Generation] = {}
        self._lock = threading.RLock()
        self._decisions: Decisions | None = None
        self._workers = 0

    @property
    def host(self) -> Host:
        """The host. Raises ConfigError when it has to be opened and cannot be."""
        with self._lock:
            if self._host is None:
                self._host = self._open_host()
            return self._host

    def begin(self) -> None:
        """Open the host now, and tell everybody about its reloads."""
        self.host.reloader.listeners.append(self._tell)

    def view(self, project: str, notices: Sequence[Notice]) -> Generation:
        """What is live, as a client in `project` would have loaded it; `notices` are those of its homes."""
        generation = self.host.generation
        key = project, tuple(notices)
        if not generation.loaded or key == _stood(generation):
            return generation
        with self._lock:
            view = self._views.get(key)
            if view is None or view.number != generation.number:
                if len(self._views) >= VIEWS:
                    self._views.clear()
                view = self._views[key] = self._made_view(generation, project, notices)
            return view

    @property
    def decisions(self) -> Decisions:
        """What saves change about recorded decisions; it works while somebody follows it."""
        with self._lock:
            if self._decisions is None:
                from chibi_hooks.server.decision_events import Decisions  # only `dev` and the REPL ask for it

                self._decisions = Decisions(self.host, self.around, self.feed)
            return self._decisions

    def begin_work(self) -> Callable[[], None]:
        """From now on the user is at work on the homes (trust.py); call what this gives when that is over."""
        with self._lock:
            if not self._workers:
                self.host.reloader.take_saves()
            self._workers += 1
        return self._end_work

    def _end_work(self) -> None:
        with self._lock:
            self._workers -= 1
            if not self._workers:
                self.host.reloader.take_saves(False)

    def hand_over(self) -> bool:
        """May another process hold these homes in a moment? It may where they are held for agents only."""
        return self.give_away is not None and self.give_away()

    def about(self) -> dict[str, Json]:
        """Who this is, for `status`."""
        return {
            "pid": os.getpid(),
            "started": self.started,
            "requests": self.served,
            "homes": [str(each.home.path) for each in self.host.generation.loaded],
            **_journal(self.host.recorder),
        }

    def close(self) -> None:
        """Let the host go; fires under way end first."""
        self.feed.end()
        if self._decisions is not None:
            self._decisions.close()
        if self._host is not None:
            self._host.close()

    def __enter__(self) -> Resident:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _tell(self, reloaded: Reloaded) -> None:
        with self._lock:
            self._views.clear()  # they would keep the worlds of the generation before
        self.feed.tell({"event": "reloaded", **reloaded.to_json()})

    def _made_view(self, generation: Generation, project: str, notices: Sequence[Notice]) -> Generation:
        own = generation.notices[len(_stood(generation)[1]) :]
        return replace(generation, project=Path(project), notices=(*notices, *own))


def _journal(recorder: Recorder | None) -> dict[str, Json]:
    """Where fires are recorded, and how it stands with that."""
    if recorder is None:
        return {"journal": None, **JournalState(0, 0, None, None).to_json()}
    return {"journal": str(recorder.path), **recorder.standing.to_json()}


def _stood(generation: Generation) -> tuple[str, Sequence[Notice]]:
    """Where the resident host itself stands."""
    own = len(generation.notices) - sum(len(each.notices) for each in generation.loaded)
    return str(generation.project), tuple(generation.notices[:own])
