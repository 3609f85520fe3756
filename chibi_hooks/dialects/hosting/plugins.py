"""The plugins that a user has installed and switched on in an agent -> their directories."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.dialects.hosting.hosted import HostedAgent
from chibi_hooks.dialects.rows.settings import AgentSettings, Places, directory_of, located
from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import BadPayload
from chibi_hooks.hooks.payload import parse_json
from chibi_hooks.scheme.reading.opener import is_directory, read_file

if TYPE_CHECKING:
    from chibi_hooks.hooks.homes.home import Surroundings

LARGEST: Final = 4 << 20  # bytes of a list of plugins


def list_of_plugins(hosted: HostedAgent, around: Surroundings, project: Path) -> Path | None:
    """The file that says which plugins there are; None: the agent has none."""
    directory = directory_of(hosted.plugins_at, around, project) if hosted.plugins_at else None
    return None if directory is None else directory / "installed_plugins.json"


def enabled_plugins(
    hosted: HostedAgent, settings: AgentSettings, around: Surroundings, places: Places
) -> Iterator[Path]:
    """The directories of plugins that are installed, and switched on by the last settings file that names them."""
    path = list_of_plugins(hosted, around, places.project)
    installed = _read(path).get("plugins") if path is not None else None
    if not isinstance(installed, dict) or not installed:
        return
    enabled: dict[str, bool] = {}
    for each in sorted(located(settings, around, places), key=lambda each: hosted.highest.index(each.file.scope)):
        stated = _read(each.path).get(hosted.plugins_key) if each.file.scope != "plugin" else None
        if isinstance(stated, dict):
            enabled.update({name: on is True for name, on in stated.items()})
    for name, on in enabled.items():
        if on and (directory := _directory(installed.get(name))) is not None:
            yield directory


def _directory(told: Json) -> Path | None:
    """Where one is: an object, or a list of them, with `installPath`."""
    for each in told if isinstance(told, list) else [told]:
        path = each.get("installPath") if isinstance(each, dict) else None
        if isinstance(path, str) and os.path.isabs(path) and is_directory(path):
            return Path(path)
    return None


def _read(path: Path) -> dict[str, Json]:
    """What the file says; nothing where it cannot be read, which whoever reads its hooks will say."""
    try:
        told = parse_json(read_file(path, LARGEST), str(path))
    except (OSError, BadPayload):
        return {}
    return told if isinstance(told, dict) else {}
