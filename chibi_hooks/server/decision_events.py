"""Reloads of a host -> events that say which recorded decisions each of them changes, by a thread of its own, while
somebody wants to know."""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final, Literal

from chibi_hooks.hooks.homes.home import Homes, Surroundings
from chibi_hooks.hooks.host import Host
from chibi_hooks.hooks.live.status import Reloaded
from chibi_hooks.hooks.replaying.decision_diff import DecisionDiff, Diff
from chibi_hooks.hooks.replaying.replay import Report
from chibi_hooks.server.feed import Feed
from chibi_hooks.spacious import spacious

ENDING: Final = 5.0  # seconds that `close` waits for a comparison under way; it takes 2 at the most


class Decisions:
    """Compares after each save, and tells the feed."""

    def __init__(self, host: Host, around: Surroundings, feed: Feed) -> None:
        self._host = host
        self._around = around
        self._feed = feed
        self._users = 0
        self._lock = threading.Lock()
        self._todo: SimpleQueue[Literal["look", "end"]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def used(self) -> Callable[[], None]:
        """Begin to compare if nobody has asked before; call what this gives when it is no longer wanted."""
        with self._lock:
            self._users += 1
            if self._thread is None:
                diff = DecisionDiff(self._host, self._around)  # from here on, whatever is saved is noticed
                self._host.reloader.listeners.append(self._noticed)
                self._thread = threading.Thread(
                    target=spacious, args=(self._run, diff, self._todo), name="chibi-hooks-decisions", daemon=True
                )
                self._thread.start()
        return self._left

    def close(self) -> None:
        """Compare no longer."""
        with self._lock:
            thread, self._thread = self._thread, None
            if thread is None:
                return
            self._host.reloader.listeners.remove(self._noticed)
            self._todo.put("end")
            self._todo = SimpleQueue()
        thread.join(ENDING)

    def _left(self) -> None:
        with self._lock:
            self._users -= 1
            last = self._users == 0
        if last:
            self.close()

    def _noticed(self, reloaded: Reloaded) -> None:
        if reloaded.published:
            self._todo.put("look")

    def _run(self, diff: DecisionDiff, todo: SimpleQueue[Literal["look", "end"]]) -> None:
        try:
            diff.prepare(lambda: not todo.empty())
            while todo.get() == "look":
                self._compare(diff.next)
                self._compare(lambda: diff.rest(lambda: not todo.empty()), older=True)
                diff.prepare(lambda: not todo.empty())
        finally:
            diff.close()

    def _compare(self, step: Callable[[], Diff | None], older: bool = False) -> None:
        try:
            found = step()
        except Exception as error:  # ours; the next save is compared all the same
            told = f"an error of ours: {type(error).__name__}: {error}"
            found = Diff(self._host.generation.number, Report(), 0.0, told, older)
        if found is not None:
            self._feed.tell({"event": "decisions", **found.to_json(self._clauses(found))})

    def _clauses(self, found: Diff) -> dict[str, str]:
        """The clauses that decide now, where the files on disk are those that are live."""
        live = self._host.generation
        if not found.report.changed or self._host.status.departures:
            return {}
        from chibi_hooks.hooks.checking.path_taken import deciding_clauses  # brings the expander; most saves do without

        homes = Homes(tuple(each.home for each in live.loaded), live.project, ())
        return deciding_clauses(found.report.changed, homes, self._around)
