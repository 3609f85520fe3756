"""Events of the file system -> looks at the disk, by one thread, soon after a save and never in the middle of one.

Rules (DESIGN §9, spec/safety.md §5)
-----
* Events are hints: a handler only notes that something happened. It reads no file and never raises; one that does
  would end the watching. What has changed is found out by `Reloader.look`.
* Nobody relies on events alone: every `SAFETY` seconds there is a look without a hint, for edits behind links and
  whatever a watch has lost; and a directory that was made anew gets a new watch.
* Without events (limits of the system reached) the looks come every `POLL` seconds, and `notice` says so.

How long to wait for quiet: editors write a save in one burst, with gaps of a few milliseconds between its events;
`git checkout` likewise. 25 ms are enough for that and leave 75 of the 100 ms that a save may take until it is live.
Where the system tells when a writer closes its file (inotify), a file still open for writing is given 100 ms: that
is the program which empties, thinks, and writes.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Thread, current_thread
from typing import Any, Final, Literal, Protocol

from watchdog.events import (
    DirAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from chibi_hooks.hooks.homes.home import SCRIPT_FOLDERS, Home
from chibi_hooks.hooks.live.scan import names_below
from chibi_hooks.scheme.reading.opener import identity_of, is_directory, real_path, walk
from chibi_hooks.spacious import spacious

QUIET: Final = 0.025  # seconds; see above
OPEN_QUIET: Final = 0.100  # the same while somebody has a changed file open
CEILING: Final = 2.0  # seconds: under a storm that never ends there is a look all the same
SAFETY: Final = 5.0  # seconds between looks without a hint; 1,000 files take 1 % of a core at that
POLL: Final = 1.0  # the same where there are no events
RETRY: Final = 60.0  # seconds after which a system that had no watches left is asked again
MOST_OPEN: Final = 1000  # files noted as being written; more are a storm, which the ceiling ends

EVENTS: Final[list[type[FileSystemEvent]]] = [
    DirAttribEvent, DirCreatedEvent, DirDeletedEvent, DirMovedEvent, FileAttribEvent, FileClosedEvent, FileCreatedEvent,
    FileDeletedEvent, FileModifiedEvent, FileMovedEvent,
]  # fmt: skip
"""What the kernel shall tell: no opening and no reading, since our own looks would keep us awake."""

READS: Final = ("opened", "closed_no_write")  # for systems where the kernel cannot be asked to leave them out


class Quiet:
    """Hints in, the time of the next look out. It has no clock: whoever calls says what time it is."""

    def __init__(self) -> None:
        self._first: float | None = None
        self._last = 0.0
        self._open: set[str] = set()

    def hint(self, now: float, path: str, *, being_written: bool = False) -> bool:
        """Something happened to `path`; true when that brings the next look nearer."""
        was_open = bool(self._open)
        if being_written and len(self._open) < MOST_OPEN:
            self._open.add(path)
        else:
            self._open.discard(path)
        self._last = now
        if self._first is not None:
            return was_open and not self._open
        self._first = now
        return True

    def left(self, now: float) -> float | None:
        """Seconds until a look is due; None when nothing has happened."""
        if self._first is None:
            return None
        quiet = self._last + (OPEN_QUIET if self._open else QUIET)
        return max(0.0, min(quiet, self._first + CEILING) - now)

    def take(self) -> None:
        """A look begins; what happens from here on is for the next one."""
        self._first = None
        self._open.clear()


class Looker(Protocol):
    """What a watcher drives: a Reloader."""

    @property
    def due(self) -> float | None: ...
    @property
    def homes(self) -> Sequence[Home]: ...
    @property
    def read(self) -> Sequence[Path]: ...
    def look(self) -> object: ...
    def note_failure(self, message: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Watched:
    """A directory to be watched. `names`: the only entries that matter there."""

    path: str
    recursive: bool
    names: frozenset[str] | None = None


class Watcher:
    """Looks when something was saved, on a thread of its own, until `stop`."""

    def __init__(
        self,
        looker: Looker,
        *,
        clock: Callable[[], float] = time.monotonic,
        make_observer: Callable[[], BaseObserver] = Observer,
        safety: float = SAFETY,
        poll: float = POLL,
    ) -> None:
        self.notice = ""
        self._looker = looker
        self._clock = clock
        self._make_observer = make_observer
        self._safety = safety
        self._poll = poll
        self._quiet = Quiet()
        self._condition = Condition()
        self._stopping = False
        self._next = 0.0  # when to look without a hint: at once, since something may have been saved during the load
        self._observer: BaseObserver | None = None
        self._armed: dict[Watched, tuple[ObservedWatch, tuple[int, int]]] = {}
        self._missed: set[str] = set()  # directories that nothing watches, as of the last look
        self._retry_at = 0.0
        self._thread = Thread(target=spacious, args=(self._run,), name="chibi-hooks-watch", daemon=True)

    @property
    def mode(self) -> Literal["events", "polling", "off"]:
        """How it learns of changes."""
        if self._stopping:
            return "off"
        return "events" if self._observer is not None else "polling"

    def start(self) -> None:
        """Arm the watches, then look for the first time."""
        self._arm()
        try:
            self._thread.start()
        except RuntimeError as error:
            self.stop()
            self.notice = f"nothing is watched ({error}): a save counts when somebody asks for a look"

    def stop(self) -> None:
        """End it; a look under way ends first."""
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
        if self._thread.is_alive() and self._thread is not current_thread():
            self._thread.join()
        self._disarm()

    def hint(self, path: str, *, being_written: bool = False) -> None:
        """Something happened to `path`."""
        with self._condition:
            if self._quiet.hint(self._clock(), path, being_written=being_written):
                self._condition.notify_all()

    # the thread -------------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while self._wait():
            try:
                self._look()
            except BaseException as error:  # ours, or a SystemExit: whoever ends here would leave everybody deaf
                self._looker.note_failure(f"a look at the disk failed: {type(error).__name__}: {error}")
            self._next = self._clock() + (self._safety if self._observer is not None else self._poll)

    def _look(self) -> None:
        """Look, and watch what there is now: that takes as long as the look, and a save shall be live before. What was
        saved in a directory before it was watched, nobody has told us: look again where there is a new one."""
        try:
            self._looker.look()
        finally:
            is_new = self._arm()
        if is_new:
            self._looker.look()

    def _wait(self) -> bool:
        """Wait until a look is due; false when it is time to end."""
        with self._condition:
            while not self._stopping and (left := self.left()) > 0:
                self._condition.wait(left)
            self._quiet.take()
            return not self._stopping

    def left(self) -> float:
        """Seconds until the next look."""
        now = self._clock()
        hinted = self._quiet.left(now)
        if hinted is not None:
            return hinted
        due = self._looker.due
        return max(0.0, min(self._next, self._next if due is None else due) - now)

    # watches ----------------------------------------------------------------------------------------------------------

    def _arm(self) -> bool:
        """Watch what is to be watched and is not, or not any more; without events, say so. Is a watch new?"""
        now = self._clock()
        if self._observer is None and now < self._retry_at:
            return False
        try:
            try:
                is_new = self._observe()
            except Exception:  # one that is about to end takes no more directories; a new one may
                self._disarm()
                is_new = self._observe()
            self.notice = ""
            return is_new
        except Exception as error:  # EMFILE, ENOSPC, and whatever a platform's observer may raise
            self._disarm()
            self._retry_at = now + RETRY
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.notice = f"no events from the file system ({reason}); looking every {self._poll:g} s instead"
            return False

    def _observe(self) -> bool:
        if self._observer is None or not _alive(self._observer):
            self._disarm()
            # watchdog warns about a race of its own with new directories, on its own thread: that would end the
            # watching in a program for which warnings are errors, and is nobody's business in all others
            warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)
            _keep_quiet()
            observer = self._make_observer()
            observer.start()
            self._observer = observer
        return self._arm_directories(self._observer)

    def _arm_directories(self, observer: BaseObserver) -> bool:
        wanted = {each: identity for each in self._wanted() if (identity := identity_of(each.path)) is not None}
        emitters = {emitter.watch: emitter for emitter in observer.emitters}
        for watched, (watch, identity) in list(self._armed.items()):
            emitter = emitters.get(watch)
            if wanted.get(watched) != identity or emitter is None or not emitter.is_alive():
                del self._armed[watched]
                _unschedule(observer, watch)
        unwatched = wanted.keys() - self._armed.keys()
        for watched in unwatched:
            self._armed[watched] = self._schedule(observer, watched), wanted[watched]
        missed = _missed(observer)
        if lasting := missed & self._missed:  # at two looks: one that was just made is not watched yet
            raise OSError(errno.ENOSPC, f"{len(lasting)} directories more than this system watches")
        self._missed = missed
        return bool(unwatched)

    def _schedule(self, observer: BaseObserver, watched: Watched) -> ObservedWatch:
        filtered = EVENTS if sys.platform == "linux" else None
        return observer.schedule(
            _Handler(self, watched.names), watched.path, recursive=watched.recursive, event_filter=filtered
        )

    def _wanted(self) -> Iterator[Watched]:
        """Every directory whose changes matter; links are resolved, since a watch does not follow them."""
        seen: dict[str, Watched] = {}
        for home in self._looker.homes:
            folders = [home.path / folder for folder in SCRIPT_FOLDERS]
            inner = [*folders, home.plugins, home.libraries]
            for directory in inner:
                _want(seen, directory, recursive=True)
                for outer in directory.relative_to(home.path).parents[:-1]:  # where it will be made
                    _want(seen, home.path / outer, recursive=False)
            for path in names_below(*inner):
                if os.path.islink(path):
                    real = Path(real_path(path))
                    _want(seen, real if is_directory(real) else real.parent, recursive=False)
            _want(seen, home.path, recursive=False)
            _want(seen, home.path.parent, recursive=False, names=frozenset([home.path.name]))
        for read in self._looker.read:
            _want(seen, read.parent, recursive=False)
        roots = [f"{each.path}{os.sep}" for each in seen.values() if each.recursive]
        for each in seen.values():
            if each.recursive or not each.path.startswith(tuple(roots)):
                yield each

    def _disarm(self) -> None:
        observer, self._observer = self._observer, None
        self._armed.clear()
        if observer is None:
            return
        try:
            observer.stop()
            observer.join()
        except (OSError, RuntimeError) as error:  # it had ended half-way
            self._looker.note_failure(f"an observer could not be stopped: {error}")


class _Handler(FileSystemEventHandler):
    """Notes that something happened. Called on the observer's thread, up to ten thousand times a second."""

    def __init__(self, watcher: Watcher, names: frozenset[str] | None) -> None:
        self._watcher = watcher
        self._names = names

    def dispatch(self, event: FileSystemEvent) -> None:
        """Called by watchdog."""
        kind = event.event_type
        if kind in READS or (self._names is not None and not self._matters(event)):
            return
        path = event.dest_path or event.src_path
        being_written = kind == "modified" and not event.is_directory and sys.platform == "linux"
        self._watcher.hint(os.fsdecode(path), being_written=being_written)

    def _matters(self, event: FileSystemEvent) -> bool:
        names = {os.path.basename(os.fsdecode(path)) for path in (event.src_path, event.dest_path)}
        # `..data` is what Kubernetes swaps: links inside lead through it
        return any(name in (self._names or ()) or name.startswith("..") for name in names)


def _want(seen: dict[str, Watched], path: Path, *, recursive: bool, names: frozenset[str] | None = None) -> None:
    real = real_path(path)
    known = seen.get(real)
    if known is not None:
        recursive = recursive or known.recursive
        names = None if names is None or known.names is None else names | known.names
    seen[real] = Watched(real, recursive, names)


def _alive(observer: BaseObserver) -> bool:
    reader: Any = getattr(observer, "_inotify_fd", None)  # the thread that reads the kernel's queue
    return observer.is_alive() and (reader is None or reader.is_alive())


def _keep_quiet() -> None:
    """What watchdog logs goes to whoever listens to logging, and not to stderr where nobody does."""
    logger = logging.getLogger("watchdog")
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def _missed(observer: BaseObserver) -> set[str]:
    """The directories below recursive watches that are not watched: watchdog says nothing when the system has no more
    watches for them. Nothing where it cannot be asked."""
    missed: set[str] = set()
    for emitter in observer.emitters:
        watched: Any = getattr(getattr(emitter, "_inotify", None), "_active_callbacks_by_path", None)
        if watched is None or not emitter.watch.is_recursive:
            continue
        known = {os.fsdecode(path) for path in tuple(watched)}
        for each in walk(emitter.watch.path, hidden=True):
            if each.is_directory and not each.fault and not os.path.islink(each.path) and each.path not in known:
                missed.add(each.path)
    return missed


def _unschedule(observer: BaseObserver, watch: ObservedWatch) -> None:
    try:
        observer.unschedule(watch)
    except (KeyError, OSError):  # it went with its directory
        return
