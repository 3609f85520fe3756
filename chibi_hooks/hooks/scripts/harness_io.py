"""The virtual files of a home -> the procedures of `(harness io)`, for hook files that may have them (spec/chibi.md
§3.4).

Rules
-----
* `vfs://…` is a virtual file, which the host writes for the script: no zones, no hooks. Everything else is a path of
  the system, relative to the project's directory.
* Both are written in one step, beside their place and then renamed into it.
* A file of the tier *virtual* has virtual files only, and writes them as the context that it runs for.
* In a sandboxed world the same names exist and refuse: `(harness io)` itself says so when it is imported.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from chibi_hooks.hooks.homes.vfs import BYTES, SYSTEM, Vfs
from chibi_hooks.hooks.homes.virtual_paths import SCHEME, VfsError
from chibi_hooks.hooks.tools.calling import current_chain
from chibi_hooks.scheme.running.pause import paused
from chibi_hooks.scheme.running.shares import Tally
from chibi_hooks.scheme.values.arguments import text
from chibi_hooks.scheme.values.data import FALSE, TRUE, Value, string_of, to_list
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.files import TIER_HINT

NAMES: Final = ("io-read", "io-write", "io-append", "io-list", "io-exists?", "io-delete")


def io_procedures(vfs: Vfs | None, directory: Path, *, virtual_only: bool = False) -> dict[str, Callable[..., Value]]:
    """The procedures by name, over these virtual files and, where it is not `virtual_only`, the system's, relative to
    `directory`."""
    procedures: dict[str, Callable[..., Value]] = {
        "io-read": _read, "io-write": _write, "io-append": _append, "io-list": _list, "io-exists?": _exists,
        "io-delete": _delete,
    }  # fmt: skip
    return {name: _bound(name, function, vfs, directory, virtual_only) for name, function in procedures.items()}


@cache
def refusals() -> dict[str, Callable[..., Value]]:
    """The same names for a sandboxed world; all have the same procedures."""

    def refusal(name: str) -> Callable[..., Value]:
        def refuse(*arguments: Value) -> Value:
            raise fail("library", '(harness io) needs tier = "unsandboxed" for this file', who=name, hint=TIER_HINT)

        return refuse

    return {name: refusal(name) for name in NAMES}


class _Files:
    """One of the two kinds of files, as the procedures want them."""

    def __init__(self, name: str, path: str, vfs: Vfs | None, directory: Path, caller: str | None) -> None:
        self.path = path
        self.virtual = path.startswith(SCHEME)
        self.caller = caller  # as whom it is written
        if not self.virtual and caller is not SYSTEM:
            message = f'{path[:200]}: files of the system need tier = "unsandboxed"; this file has vfs:// paths only'
            raise fail("file", message, who=name, hint=TIER_HINT)
        if self.virtual and vfs is None:
            raise fail("file", f"{path}: there is no home to keep virtual files in", who=name)
        self.vfs: Any = vfs
        self.real = directory / path if not self.virtual else directory


def _bound(
    name: str, function: Callable[..., Value], vfs: Vfs | None, directory: Path, virtual_only: bool
) -> Callable[..., Value]:
    writes = name in ("io-write", "io-append")
    changes = name in ("io-write", "io-append", "io-delete")

    def procedure(path: Value, *content: Value) -> Value:
        if len(content) != writes:
            wanted = "2 arguments: path and text" if writes else "1 argument, the path"
            raise fail("arity", f"wanted {wanted}, got {1 + len(content)} in all", who=name)
        chain = current_chain()
        caller = SYSTEM if not virtual_only else "" if chain is None else chain.context
        files = _Files(name, text(name, 1, path), vfs, directory, caller)
        with _saying(name, files.path), paused(Tally() if chain is None else chain.account):
            result = function(files, *(text(name, 2, each) for each in content))
            if changes and files.virtual and chain is not None:
                chain.firing.follow(files.path)
            return result

    procedure.scheme_name = name  # type: ignore[attr-defined]
    return procedure


def _read(files: _Files) -> Value:
    if files.virtual:
        return string_of(files.vfs.read(files.path)) if files.vfs.exists(files.path) else FALSE
    if not files.real.exists():
        return FALSE
    with files.real.open("rb") as stream:
        data = stream.read(BYTES + 1)
    if len(data) > BYTES:
        raise VfsError(f"{files.path}: has more than {BYTES} bytes")
    return string_of(data.decode("utf-8"))


def _write(files: _Files, content: str) -> Value:
    if files.virtual:
        files.vfs.write(files.path, content, files.caller)
        return TRUE
    draft = files.real.with_name(f".{secrets.token_hex(8)}.draft")
    try:
        draft.write_bytes(content.encode("utf-8"))
        if files.real.exists():
            shutil.copymode(files.real, draft)
        os.replace(draft, files.real.resolve())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return TRUE


def _append(files: _Files, content: str) -> Value:
    if files.virtual:
        files.vfs.edit(files.path, lambda text: text + content, files.caller, make=True)
        return TRUE
    before = _read(files)
    return _write(files, (before.s if before is not FALSE else "") + content)


def _list(files: _Files) -> Value:
    if files.virtual:
        names = [entry.name for entry in files.vfs.entries(files.path)]
    else:
        names = sorted(os.listdir(files.real)) if files.real.is_dir() else []
    return to_list([string_of(name) for name in names])


def _exists(files: _Files) -> Value:
    there = files.vfs.exists(files.path) if files.virtual else files.real.exists()
    return TRUE if there else FALSE


def _delete(files: _Files) -> Value:
    if files.virtual:
        files.vfs.delete(files.path, files.caller)
    else:
        files.real.unlink()
    return TRUE


@contextlib.contextmanager
def _saying(name: str, path: str) -> Iterator[None]:
    """What goes wrong as a condition of the script."""
    try:
        yield
    except VfsError as error:
        raise fail("file", str(error), who=name) from None
    except UnicodeError:
        raise fail("file", f"{path}: not UTF-8", who=name) from None
    except (OSError, ValueError) as error:
        reason = (getattr(error, "strerror", None) or str(error)).lower()
        raise fail("file", f"{path}: {reason}", who=name) from None
