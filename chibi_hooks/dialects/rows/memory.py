"""Key and value -> kept for some seconds, from one event of an agent to the next: in this process, or in a directory
that short processes share.

Rules
-----
* What cannot be kept or read is forgotten: memory is a convenience, and no event fails for it.
* The clock is handed in. Keys are tuples of texts; values are JSON.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Protocol

from chibi_hooks.hooks.answer import Json
from chibi_hooks.scheme.reading.opener import read_file

MOST: Final = 4096  # things kept at once; an agent makes a few in 30 seconds
LARGEST: Final = 1 << 20  # bytes of one answer; a rewritten file may be long


class Memory(Protocol):
    """What is known from one event to the next."""

    def take(self, *key: str) -> Json:
        """What is kept there, and it is kept no more; None: nothing."""

    def put(self, value: Json, seconds: float, *key: str) -> None:
        """Keep it for so long."""


def drop_oldest(kept: dict[Any, Any], most: int, key: object) -> None:
    """Make room for one more under a key. By itself, because no loop that ends in a condition stands inside of a lock:
    where it goes back, a Ctrl-C comes out of CPython 3.12 and 3.13 past the end of the `with`."""
    while len(kept) >= most and key not in kept:
        del kept[next(iter(kept))]


class InProcess:
    """Memory of one process; threads may share it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: dict[tuple[str, ...], tuple[float, Json]] = {}
        self._lock = threading.Lock()

    def take(self, *key: str) -> Json:
        """What is kept there, once."""
        with self._lock:
            until, value = self._kept.pop(key, (0.0, None))
        return value if self._clock() <= until else None

    def put(self, value: Json, seconds: float, *key: str) -> None:
        """Keep it; the oldest goes when there is too much."""
        with self._lock:
            self._kept.pop(key, None)
            drop_oldest(self._kept, MOST, key)
            self._kept[key] = self._clock() + seconds, value


class OnDisk:
    """Memory of all processes that use a directory; the clock must be the same for all of them."""

    def __init__(self, directory: Path, clock: Callable[[], float]) -> None:
        self._directory = directory
        self._clock = clock

    def take(self, *key: str) -> Json:
        """What is kept there; of several who take it at once one gets it."""
        path = self._path(key)
        if not os.path.lexists(path):  # as at nearly every event
            return None
        mine = f"{path}.{secrets.token_hex(4)}"
        try:
            os.rename(path, mine)
            text = read_file(mine, LARGEST)
            os.unlink(mine)
            until, value = json.loads(text)
            return value if self._clock() <= until else None
        except (OSError, ValueError, TypeError):
            return None

    def put(self, value: Json, seconds: float, *key: str) -> None:
        """Keep it, in one step."""
        with contextlib.suppress(OSError):
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._forget_old()
            draft = self._directory / f".{secrets.token_hex(8)}"
            draft.write_text(json.dumps([self._clock() + seconds, value]), encoding="utf-8")
            os.replace(draft, self._path(key))

    def _path(self, key: tuple[str, ...]) -> str:
        told = json.dumps(key).encode("utf-8", "surrogatepass")
        return os.path.join(self._directory, f"{hashlib.sha256(told).hexdigest()[:32]}.json")

    def _forget_old(self) -> None:
        """What has outlived an hour goes, when there is a lot."""
        names = os.listdir(self._directory)
        if len(names) < MOST:
            return
        paths = sorted((self._directory / name for name in names), key=_modified)
        for path in paths[: MOST // 2]:
            path.unlink(missing_ok=True)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
