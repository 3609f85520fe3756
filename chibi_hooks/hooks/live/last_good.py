"""A hook file that loaded -> its text and those of the libraries it read, in the state directory; and from there back,
when a process starts while what is on disk does not load: `LastGood`.

Rules
-----
* One version of each file, the last one that registered something; deletion of the file deletes it. Where another
  process has put one beside it meanwhile, the later one counts: to look for that after every file would take a home of
  1,000 files as many looks at 1,000 names.
* What cannot be kept is not there later, and nothing is raised for it: the file itself is what counts.
* The directory is the user's alone (0700, files 0600); a file in it that others could have written is as good as none.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from chibi_hooks.hooks.homes.keeping import keep_file, last_good_of, short
from chibi_hooks.scheme.reading.opener import read_file, real_path

FORMAT: Final = 1  # raise when the shape of a file changes
TRIES: Final = 5  # looks for a version that others replace meanwhile
LARGEST: Final = 32 << 20  # bytes of one version with everything that it read


class LastGood:
    """What is kept of one home. Processes may share it: the last one that writes counts."""

    def __init__(self, state: Path, home: Path) -> None:
        self.directory = last_good_of(state, home)
        self._known: dict[str, tuple[str, ...]] | None = None  # key of a hook file -> the names of what is kept of it

    def keep(self, name: str, texts: Mapping[str, str]) -> None:
        """Keep a version: the place of every file of it in the home, and its text."""
        body = json.dumps({"format": FORMAT, "name": name, "files": texts}, sort_keys=True).encode("ascii")
        key = short(name)
        kept = f"{key}-{blake2b(body, digest_size=8).hexdigest()}.json"
        there = self._there()
        if kept in there.get(key, ()) or len(body) > LARGEST:
            return
        with suppress(OSError):
            keep_file(self.directory / kept, body)
            there[key] = (*there.get(key, ()), kept)
            self._forget(key, but=kept)

    def find(self, name: str) -> tuple[Mapping[str, str], float] | None:
        """The version that is kept, and when it was; None when there is none. Another process may put a new one in its
        place at any time: then that one."""
        for _ in range(TRIES):
            self._known = None
            there = self._there().get(short(name), ())
            tried = [self._read(self.directory / kept) for kept in there]
            read = [each for each in tried if each is not None]
            found = [each for each in read if isinstance(each.get("files"), dict) and name in each["files"]]
            if found:
                last = max(found, key=_time)
                return last["files"], last["time"]
            if len(read) == len(there):
                break
        return None

    def others(self, names: Iterable[str]) -> list[str]:
        """The files besides these of which a version is kept; what does not say of which file it is, is deleted."""
        known = set(map(short, names))
        for _ in range(TRIES):
            self._known = None
            kept = {key: [self._read(self.directory / each) for each in there]
                    for key, there in self._there().items() if key not in known}  # fmt: skip
            if not any(None in read for read in kept.values()):  # else another process has put a new one in its place
                break
        named = {name for key, read in kept.items() for each in read if (name := _named(each, key))}
        for key, read in kept.items():
            if None not in read and not any(_named(each, key) for each in read):
                self._forget(key)
        return sorted(named)

    def forget(self, name: str) -> None:
        """Keep nothing of this file any more."""
        self._forget(short(name))

    def _read(self, path: Path) -> dict[str, Any] | None:
        """What a version says, with its time; nothing where that cannot be believed, None when it cannot be read."""
        try:
            there = path.stat()
            data = json.loads(read_file(path, LARGEST))
        except OSError:
            return None
        except (ValueError, RecursionError):
            return {}
        if there.st_uid != os.getuid() or there.st_mode & 0o022 or not isinstance(data, dict):
            return {}
        return {**data, "time": there.st_mtime} if data.get("format") == FORMAT else {}

    def _forget(self, key: str, but: str = "") -> None:
        there = self._there()
        for kept in there.pop(key, ()):
            if kept == but:
                there[key] = (but,)
                continue
            with suppress(OSError):
                (self.directory / kept).unlink(missing_ok=True)

    def _there(self) -> dict[str, tuple[str, ...]]:
        if self._known is None:
            self._known = {}
            with suppress(OSError):
                for name in os.listdir(self.directory):
                    if name.endswith(".json") and not name.startswith("."):
                        key = name.partition("-")[0]
                        self._known[key] = (*self._known.get(key, ()), name)
        return self._known


def put(files: Mapping[str, str], directory: Path) -> None:
    """Write the files of a version below a directory. Raises OSError, and ValueError for one that leads out of it."""
    for name, text in files.items():
        path = directory / name
        if not Path(real_path(path)).is_relative_to(real_path(directory)):
            raise ValueError(f"{name} leads out of the home")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))


def _named(version: Mapping[str, Any] | None, key: str) -> str:
    """The file of a version, which is kept under this key; empty when it does not say."""
    name = version.get("name") if version else None
    return name if isinstance(name, str) and short(name) == key else ""


def _time(version: Mapping[str, Any]) -> float:
    return float(version["time"])
