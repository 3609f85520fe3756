"""A `.scm` file on disk -> a `Script`, or a `BrokenScript` that says where it is wrong; and when its world ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import methodcaller
from pathlib import Path
from typing import TYPE_CHECKING
from weakref import ref

from chibi_hooks.hooks.homes.config import Grant, Isolation
from chibi_hooks.hooks.scripts.granting import BYTES, granted
from chibi_hooks.hooks.scripts.script import BrokenScript, Script, ThreadScript
from chibi_hooks.scheme.interpreter import MEMORY_LIMIT, TIME_LIMIT
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.scheme.running.shares import JointLimit
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.recipe import COVERAGE

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.trust import Gate
    from chibi_hooks.hooks.homes.vfs import Vfs


def load_script(
    path: Path,
    name: str | None = None,
    *,
    tier: Grant = "sandboxed",
    time_limit: float = TIME_LIMIT,
    memory_limit: int | None = MEMORY_LIMIT,
    roots: Sequence[Path] = (),
    data: bytes | None = None,
    vfs: Vfs | None = None,
    environment: Mapping[str, str] | None = None,
    gate: Gate | None = None,
    joint: JointLimit | None = None,
    isolation: Isolation = "thread",
    derived: bool = False,
) -> Script:
    """Evaluate a hook file in a world of its own.

    `name` is how messages call the file (`hooks/guard.scm`); the budgets hold for loading and for each call of a hook
    or tool; `roots` are directories with libraries of the user's; `data` is the content where it was read before; `vfs`
    are the virtual files of `(harness io)`; `environment` is what the file sees of the environment, None: nothing;
    `gate` says what may be run; `joint` are the files that have a limit together; `isolation` is where the world is,
    here or in a process of its own; `derived`: the text is made of a
    configuration that was trusted; here while somebody counts clauses. Raises BrokenScript.
    """
    name = name or path.name
    data = _read(path, name) if data is None else data
    if gate is not None and not derived and (reason := gate.refusal(name, data)):
        raise BrokenScript(name, reason)
    source = SourceText(name, _decode(data, name))
    tier = granted(tier, source.text)
    if isolation == "worker" and COVERAGE.get() is None:
        return _load_worker(path.parent, source, tier, time_limit, memory_limit, roots, vfs, environment, gate, joint)
    script = ThreadScript(name, tier, time_limit, memory_limit, roots, vfs, environment, path.parent, gate, joint)
    try:
        script.load(source)
    except BrokenScript:
        script.dispose()
        raise
    return script


def _load_worker(
    directory: Path,
    source: SourceText,
    tier: Grant,
    time_limit: float | None,
    memory_limit: int | None,
    roots: Sequence[Path],
    vfs: Vfs | None,
    environment: Mapping[str, str] | None,
    gate: Gate | None,
    joint: JointLimit | None,
) -> Script:
    from chibi_hooks.hooks.scripts.workers.script import Terms, WorkerScript  # few homes want any

    where = [str(root.absolute()) for root in roots]
    terms = Terms(source.name, tier, time_limit, memory_limit, tuple(where), environment, directory.absolute())
    script = WorkerScript(terms, source, vfs, gate, joint)
    script.load()
    return script


def _read(path: Path, name: str) -> bytes:
    try:
        return read_file(path, BYTES)
    except OSError as error:
        raise BrokenScript(name, f"cannot be read: {error.strerror}") from None


def _decode(data: bytes, name: str) -> str:
    if len(data) > BYTES:
        raise BrokenScript(name, f"wanted at most {BYTES} bytes, got {len(data)}")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BrokenScript(f"{name}:{line}", f"wanted text in UTF-8, got byte {data[error.start]:#04x}") from None


# how long a world lasts


class Lease:
    """Held by everything that may still call a script's procedures; the world ends with the lease."""

    __slots__ = ("__weakref__",)


class _End(ref[Lease]):
    """Calls `clear` when the lease is gone. All of it in C: the collector may come by while another world runs, and
    what stops that world for its budget would stop Python code here instead."""

    __slots__ = ("clear",)
    clear: Callable[[], None]


def lease(script: Script) -> Lease:
    """A new lease. It stands outside of the circle that a world makes, so it ends at once with its last holder."""
    made = Lease()
    end = _End(made, methodcaller("clear"))
    script.leased(end)
    return made
