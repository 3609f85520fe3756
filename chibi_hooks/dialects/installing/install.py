"""An agent, a scope, a command -> our entry in its settings, or out of them, as a plan that change.py makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.dialects.installing.change import FileChange, backup_of
from chibi_hooks.dialects.installing.entry import OPEN
from chibi_hooks.dialects.installing.target import target
from chibi_hooks.dialects.installing.texts import decoded, read_settings, says_nothing, with_ours, without_ours
from chibi_hooks.dialects.rows.settings import FileScope, Located

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import GuestSettings, RowDialect
    from chibi_hooks.hooks.homes.home import Surroundings

FilePlan = Callable[[], FileChange]


def installing(
    dialect: RowDialect,
    scope: FileScope,
    words: Sequence[str],
    around: Surroundings,
    project: Path,
    every: bool = False,
    settings: GuestSettings = OPEN,
) -> FilePlan:
    """What would put us there, when it is asked for; `settings` are those of the homes that answer there. It raises
    BadRequest, ConfigError."""

    def plan() -> FileChange:
        file, path = target(dialect, scope, around, project)
        content, copy = read_settings(path), read_settings(backup_of(path.resolve()))
        text, old = decoded(content, path), _text(copy, path)
        base = without_ours(text, file, dialect, old, str(path))
        made = with_ours(base, file, dialect, words, every, str(path), settings)
        return FileChange(path, content, made.encode("utf-8"), _copy(dialect, Located(file, path), content, copy))

    return plan


def uninstalling(dialect: RowDialect, where: Located) -> FilePlan:
    """What would take us out of a file, when it is asked for. It raises ConfigError."""
    file, path = where

    def plan() -> FileChange:
        content, copy = read_settings(path), read_settings(backup_of(path.resolve()))
        text = decoded(content, path)
        base = without_ours(text, file, dialect, _text(copy, path), str(path))
        if base == text:
            return FileChange(path, content, content)
        backup = _copy(dialect, where, base.encode("utf-8"), copy)
        gone = copy is None and says_nothing(base, file, str(path))
        if backup == base.encode("utf-8"):  # no other agent has us in this file
            backup = None
        return FileChange(path, content, None if gone else base.encode("utf-8"), backup)

    return plan


def _copy(dialect: RowDialect, where: Located, content: bytes | None, copy: bytes | None) -> bytes | None:
    """What was there before any of us: to be kept beside the file; None: it is ours alone."""
    if content is None:
        return None
    file, path = where
    text = decoded(content, path)
    base = without_ours(text, file, dialect, _text(copy, path), str(path), every_agent=True)
    is_new = base != text and copy is None and says_nothing(base, file, str(path))
    return None if is_new else base.encode("utf-8")


def _text(content: bytes | None, path: Path) -> str | None:
    return None if content is None else decoded(content, path)
