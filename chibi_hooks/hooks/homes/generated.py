"""The name of a context -> the virtual files about it that nobody writes: `vfs:///sys/contexts/NAME/` (`Contexts`).

    state.json    its flocks, where its tasks and goals are, and what chibi knows of its past
    task-dirs     a Scheme list: its own directory of tasks, then those of its flocks
    transcript/   what chibi keeps of its conversation, as it lies in the home

Rules (spec/chibi.md §3.6)
-----
* Everything is made when it is read. A context that nobody has heard of has its files too: who keeps contexts is the
  agent, which may be another than chibi.
* What chibi wrote in the home (`state.json`, `site.json`, `vfs/flocks/registry.json`, `contexts/`) is read with care:
  what is broken there counts as missing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from chibi_hooks.scheme.reading.opener import is_directory, read_file, walk

if TYPE_CHECKING:
    from chibi_hooks.hooks.answer import Json

KEPT: Final = 4 << 20  # bytes of a file that chibi keeps about its contexts
TRANSCRIPT: Final = 16 << 20  # of one part of a transcript: as much as any virtual file
NAMES: Final = 10_000  # contexts that are listed
OF_A_CONTEXT: Final = ("state.json", "task-dirs")

Steps = Sequence[str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One name in a directory."""

    name: str
    is_directory: bool


class Generated(Protocol):
    """A directory of virtual files that are made when they are read; `steps` lead on from it."""

    def entries(self, steps: Steps) -> list[Entry] | None:
        """What is in a directory of it; None when there is no such directory."""

    def read(self, steps: Steps) -> str | None:
        """The text of a file in it; None when there is none."""


class Contexts:
    """`vfs:///sys/contexts/` of the home at `home`; `flocks`: name of a flock -> its members."""

    def __init__(self, home: Path, flocks: Mapping[str, Sequence[str]]) -> None:
        self._home = home
        self._flocks = flocks

    def entries(self, steps: Steps) -> list[Entry] | None:
        """See `Generated`."""
        if not steps:
            return [Entry(name, is_directory=True) for name in self._names()]
        name, *rest = steps
        if rest[:1] == ["transcript"]:
            return self._kept_entries(name, rest[1:])
        if rest:
            return None
        there = [Entry(each, is_directory=False) for each in OF_A_CONTEXT]
        return [*there, Entry("transcript", is_directory=True)] if self._transcript(name) is not None else there

    def read(self, steps: Steps) -> str | None:
        """See `Generated`."""
        match list(steps):
            case [name, "state.json"]:
                return json.dumps(self._state(name), indent=2)
            case [name, "task-dirs"]:
                return f"({' '.join(json.dumps(each, ensure_ascii=False) for each in self._task_directories(name))})"
            case [name, "transcript", *rest] if rest:
                return self._kept_text(name, rest)
        return None

    def _names(self) -> list[str]:
        known = {each["name"] for each in self._past() if isinstance(each.get("name"), str)}
        known.update(member for members in self._flocks.values() for member in members)
        known.update(each.name for each in _entries(self._home / "vfs/home"))
        return sorted(name for name in known if _is_step(name))[:NAMES]

    def _flocks_of(self, name: str) -> list[str]:
        return sorted(flock for flock, members in self._flocks.items() if name in members)

    def _task_directories(self, name: str) -> list[str]:
        flocks = [*self._site(), *self._flocks_of(name)]
        return [f"/home/{name}/tasks", *(f"/flocks/{flock}/tasks" for flock in flocks)]

    def _site(self) -> list[str]:
        """The flock of everybody on this machine, if chibi has named it."""
        site = site_of(self._home)
        return [f"site:{site}"] if site else []

    def _state(self, name: str) -> dict[str, Json]:
        past = next((each for each in self._past() if each.get("name") == name), {})
        site, own = self._site(), self._flocks_of(name)
        goals = ["/site/goals.md"] if site else []
        return {
            "created_at": past.get("created_at"),
            "last_activity_at": past.get("last_activity_at"),
            "prompt_count": None,
            "auto_destroy_at": past.get("destroy_at") or None,
            "auto_destroy_after_inactive_secs": past.get("destroy_after_seconds_inactive") or None,
            "flocks": [*site, *own],
            "paths": {"tasks": f"/home/{name}/tasks", "goals": goals + [f"/flocks/{each}/goals.md" for each in own]},
        }

    def _past(self) -> list[dict[str, Any]]:
        """What chibi wrote about its contexts."""
        return _objects(_read_json(self._home / "state.json"), "contexts")

    # what lies in the home

    def _transcript(self, name: str) -> Path | None:
        path = self._home / "contexts" / name / "transcript"
        return path if _is_step(name) and is_directory(path) else None

    def _kept_entries(self, name: str, steps: Steps) -> list[Entry] | None:
        root = self._transcript(name)
        path = _inside(root, steps) if root is not None else None
        return _entries(path) if path is not None and is_directory(path) else None

    def _kept_text(self, name: str, steps: Steps) -> str | None:
        root = self._transcript(name)
        if root is None:
            return None
        if list(steps) == ["active.jsonl"]:
            manifest = _read_json(root / "manifest.json")
            active = manifest.get("active_partition") if isinstance(manifest, dict) else None
            steps = active.split("/") if isinstance(active, str) else steps
        path = _inside(root, steps)
        with suppress(OSError):
            return None if path is None else read_file(path, TRANSCRIPT).decode("utf-8", "replace")
        return None


def site_of(home: Path) -> str | None:
    """How chibi calls this machine, as it wrote it into the home."""
    site = _read_json(home / "site.json")
    named = site.get("site_id") if isinstance(site, dict) else None
    return named if isinstance(named, str) and _is_step(named) else None


def flocks_in(home: Path, configured: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Name of a flock -> its members: those of the configuration, and those of chibi's own registry on this machine."""
    found = {name: tuple(members) for name, members in configured.items()}
    registry = _read_json(home / "vfs/flocks/registry.json")
    if registry is None:
        return found
    site = site_of(home)
    for flock in _objects(registry, "flocks"):
        name = flock.get("name")
        here = [
            str(each.get("context"))
            for each in _objects(flock, "members")
            if site is None or each.get("site") in (site, f"site:{site}")
        ]
        if isinstance(name, str) and _is_step(name):
            found[name] = tuple(dict.fromkeys([*found.get(name, ()), *here]))
    return found


def _objects(value: Any, name: str) -> list[dict[str, Any]]:
    members = value.get(name) if isinstance(value, dict) else None
    return [each for each in members if isinstance(each, dict)] if isinstance(members, list) else []


def _read_json(path: Path) -> Any:
    with suppress(OSError, ValueError, RecursionError):
        return json.loads(read_file(path, KEPT))
    return None


def _inside(root: Path, steps: Iterable[str]) -> Path | None:
    """The path below `root`; None where a link leads away from it."""
    path = root.joinpath(*steps)
    real = os.path.realpath(path)
    return path if real == os.path.join(os.path.realpath(root), *steps) else None


def _is_step(name: str) -> bool:
    return bool(name) and "/" not in name and "\0" not in name and name not in (".", "..")


def _entries(directory: Path) -> list[Entry]:
    """What is in a directory of the home; nothing where there is none."""
    found = takewhile(lambda each: "/" not in each.name, walk(directory))  # what is deeper comes after it
    return [Entry(each.name, each.is_directory) for each in found if each.name and not each.fault]
