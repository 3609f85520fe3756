"""A place that responders come from, as the reloader drives it: `Source`; and one whose files are read as a whole.

Rules
-----
* A source keeps itself like the disk: `look` loads what has changed, and what cannot be loaded keeps its last good
  version. Who looks when, and what becomes of it, is the reloader's.
* `loaded` is the same object until something has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from chibi_hooks.hooks.errors import ConfigError
from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.live.differences import Look
from chibi_hooks.hooks.live.disk import Disk
from chibi_hooks.hooks.live.not_deleted import in_the_way, is_blank
from chibi_hooks.hooks.live.scan import ABSENT, EMPTY
from chibi_hooks.hooks.live.status import Change, Registration
from chibi_hooks.hooks.responders import Loaded
from chibi_hooks.scheme.reading.opener import why_absent

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.trust import Gate


NOTHING: Final = (ABSENT, EMPTY)  # what a file contains while an editor empties and writes, or removes and renames


class Source(Protocol):
    """A place that responders come from. `name` is its own among those of a host, or of a home."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def loaded(self) -> Loaded:
        """What is live of it."""

    def look(self, disk: Disk, found: Look) -> None:
        """Load what has changed, and note it. What it asks of the disk by itself it tells `disk.sightings`."""

    def errors(self) -> Iterable[Notice]:
        """What is wrong on disk."""

    def stale(self) -> Iterable[str]:
        """The places whose last good version decides."""

    def files(self) -> Sequence[Path]:
        """The files to watch besides those of homes."""

    def roll_back(self, loaded: Loaded, found: Look) -> None:
        """Make live again what was loaded then; what was tried stays tried."""


def look_at(sources: Iterable[Source], disk: Disk, found: Look) -> list[Notice]:
    """Have each of them look; a fault of one, which is ours, is told and leaves what was live, and the others look."""
    faults = []
    for source in sources:
        try:
            source.look(disk, found)
        except Exception as error:
            faults.append(Notice(source.name, f"{source.name}: {fault_text(error)}"))
    found.errors += faults
    return faults


def fault_text(error: Exception) -> str:
    """What is said of a look at the disk that failed for a reason nobody has thought of."""
    return f"a fault of ours while it was looked at: {type(error).__name__}: {error}"


class FileSource:
    """A source whose files are read as a whole, such as another agent's settings. While one of them is gone or empty
    that was not, and an editor may be at work, what was loaded stays; and so it does as long as one is empty, or
    something has taken its place: only what is deleted is no more.

    `load` gives what is in them now and raises ConfigError when that cannot be; `gate` says what of them may be used.
    """

    def __init__(
        self, nothing: Loaded, files: Callable[[], Sequence[Path]], load: Callable[[], Loaded], gate: Gate | None = None
    ) -> None:
        self.name = nothing.source
        self.loaded = nothing  # before the first look
        self.files = files
        self._load = load
        self._gate = gate
        self._tried: dict[Path, str | None] | None = None
        self._filled: frozenset[Path] = frozenset()  # the files with something in them, when it was last loaded
        self._error: Notice | None = None

    def look(self, disk: Disk, found: Look) -> None:
        """Load all of it again if one of the files is another one than at the last look."""
        disk.sightings.asks_more()
        seen = {path: _seen(path, disk) for path in self.files()}
        if None in seen.values() or seen == self._tried or self._is_held(seen, disk):
            return
        self._tried = seen
        try:
            self._check_trust()
            filled = self._with_content(seen, disk)
            self._replace(self._load(), "changed", found)
            self._filled = filled
        except ConfigError as error:
            self._fail(Notice(self.name, str(error)), found)

    def errors(self) -> Sequence[Notice]:
        """Why the last try failed."""
        return () if self._error is None else (self._error,)

    def stale(self) -> Sequence[str]:
        """Its name, when an earlier version decides."""
        return () if self._error is None else (self.name,)

    def roll_back(self, loaded: Loaded, found: Look) -> None:
        """Make live again what was loaded then."""
        self._replace(loaded, "rolled back", found)

    def _is_held(self, seen: dict[Path, str | None], disk: Disk) -> bool:
        """Is an editor at work that will bring back what was there at the last look?"""
        there = [path for path, content in (self._tried or {}).items() if content not in NOTHING]
        gone = [path for path in there if (seen[path] if path in seen else disk.seen(str(path))) in NOTHING]
        held = [disk.held(path) for path in gone]  # of all: each has a time of its own
        return any(held)

    def _with_content(self, seen: dict[Path, str | None], disk: Disk) -> frozenset[Path]:
        """The files with something in them. Raises ConfigError where one had, and was not deleted."""
        there = (path for path, content in seen.items() if content not in NOTHING)
        filled = frozenset(path for path in there if not _is_blank(path, disk))
        for path in sorted(self._filled & seen.keys()):
            content = seen[path] or ABSENT
            if content.startswith("("):
                raise ConfigError(f"{path}: {content.strip('()')}")
            if path not in filled and content != ABSENT:
                raise ConfigError(f"{path}: it is empty; delete it if what it says shall count no more")
        return filled

    def _check_trust(self) -> None:
        for path in self.files():
            reason = self._gate.refusal_of(path) if self._gate is not None else None
            if reason:
                raise ConfigError(f"{path}: {reason}")

    def _replace(self, loaded: Loaded, kind: str, found: Look) -> None:
        self._error = None
        if loaded != self.loaded:
            found.changes.append(Change("changed" if kind == "changed" else "rolled back", self.name))
            found.before += _registrations(self.loaded)
            found.after += _registrations(loaded)
            self.loaded = loaded

    def _fail(self, notice: Notice, found: Look) -> None:
        if notice != self._error:
            self._error = notice
            found.errors.append(notice)
            found.changes.append(Change("broken", self.name))


def _seen(path: Path, disk: Disk) -> str | None:
    """The same as the disk says, or in brackets what stands in the way of a file that is not there."""
    seen = disk.seen(str(path))
    if seen != ABSENT:
        return seen
    away = why_absent(path) or in_the_way(Path(path.anchor), str(path.parent))
    return seen if away is None else f"({away})"


def _is_blank(path: Path, disk: Disk) -> bool:
    try:
        return is_blank(disk.read(path)[1])
    except OSError:  # who loads it says why
        return False


def _registrations(loaded: Loaded) -> list[Registration]:
    hooks = [
        Registration(point.key, each.name, each.place or "")
        for point, responders in loaded.responders.items()
        for each in responders
    ]
    return [*hooks, *(Registration("tool", tool.name, tool.place) for tool in loaded.tools)]
