"""An agent and a scope -> the settings file that we write: the one in use there, else a new one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from chibi_hooks.dialects.installing.texts import has_hooks
from chibi_hooks.dialects.rows.settings import FileScope, Located, Places, located, path_to_write
from chibi_hooks.hooks.errors import BadRequest, ConfigError
from chibi_hooks.scheme.reading.opener import is_regular

if TYPE_CHECKING:
    from chibi_hooks.dialects.rows.dialect import RowDialect
    from chibi_hooks.hooks.homes.home import Surroundings


def target(dialect: RowDialect, scope: FileScope, around: Surroundings, project: Path) -> Located:
    """The file of a scope. Raises BadRequest where the agent has no such scope, ConfigError where ours would turn
    others off."""
    choices = list(_choices(dialect, scope, around, project))
    if not choices:
        there = dict.fromkeys(each.scope for each in dialect.settings.files if each.installs)
        named = ", ".join(each for each in there if each in ("user", "project", "local"))
        raise BadRequest(f"{dialect.agent} has no settings of scope {scope}; it has: {named}")
    chosen = next((each for each in choices if not each.file.fallback and is_regular(each.path)), None)
    if chosen is None:
        used = (each for each in choices if each.file.fallback and has_hooks(each.path, each.file))
        chosen = next(used, choices[0])
    _check_fallbacks(dialect, chosen, around, project)
    return chosen


def written(dialect: RowDialect, around: Surroundings, project: Path) -> Iterator[Located]:
    """Every file in which a person may have us, of any scope, whether it is there or not."""
    for scope in ("user", "project", "local"):
        yield from _choices(dialect, scope, around, project)


def _choices(dialect: RowDialect, scope: str, around: Surroundings, project: Path) -> Iterator[Located]:
    for file in dialect.settings.files:
        if file.scope == scope and file.installs:
            path = path_to_write(file, around, project)
            if path is not None:
                yield Located(file, path)


def _check_fallbacks(dialect: RowDialect, chosen: Located, around: Surroundings, project: Path) -> None:
    """Files that the agent reads only while others have no hooks would fall silent."""
    if chosen.file.fallback:
        return
    all_files = list(located(dialect.settings, around, Places(project)))
    for file, path in all_files:
        scopes = file.below or (file.scope,)
        if not file.fallback or chosen.file.scope not in scopes or not has_hooks(path, file):
            continue
        above = [each for each in all_files if each.file.scope in scopes and not each.file.fallback]
        if not any(has_hooks(each.path, each.file) for each in above):
            reason = f"{dialect.agent} reads its hooks only while no other file has any"
            raise ConfigError(f"{path}: {reason}; move them to {chosen.path} first, nothing was changed")
