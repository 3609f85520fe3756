"""Homes -> where the journal of their fires is kept."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from chibi_hooks.hooks.homes.home import Homes, Surroundings
from chibi_hooks.scheme.reading.opener import real_path


def journal_path(homes: Homes, around: Surroundings) -> Path:
    """Where the fires of these homes are kept: in the state directory, under the highest home's name."""
    owner = owner_of(homes)
    name = os.path.basename(owner)
    name = os.path.basename(os.path.dirname(owner)) if name.startswith(".") else name
    slug = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:40] or "home"
    directory = f"{slug}-{hashlib.sha256(os.fsencode(owner)).hexdigest()[:12]}"
    return around.state_directory() / "homes" / directory / "journal.db"


def owner_of(homes: Homes) -> str:
    """The directory that a journal belongs to: the highest home, or the project without one."""
    return real_path(homes.homes[-1].path if homes.homes else homes.project)
