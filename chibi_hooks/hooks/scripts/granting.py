"""What a home grants a hook file, and its text -> what the file gets.

Rules (DESIGN §8)
-----
* *virtual* stands between the two tiers: a sandboxed world that has `(harness io)` over `vfs://` paths, and writes
  there as whoever it runs for, never as the host. A file that names no `(harness io)` does without, and is sandboxed.
* What reaches out of its world is not run in a replay: an unsandboxed file, and one that has virtual files.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.homes.config import Config, Grant
from chibi_hooks.scheme.reading.opener import read_file

if TYPE_CHECKING:
    from chibi_hooks.scheme.running.asking import Tier

NAMES_IO: Final = re.compile(r"harness\s+io\b")
BYTES: Final = 4_000_000  # of a hook file; reading and compiling more would take longer than anybody waits for a save


def granted(grant: Grant, text: str) -> Grant:
    """The tier of a file with this text, where its place has this one."""
    return "sandboxed" if grant == "virtual" and NAMES_IO.search(text) is None else grant


def tier_of_world(grant: Grant) -> Tier:
    """What the file's world may reach by itself; virtual files are the host's to give."""
    return "unsandboxed" if grant == "unsandboxed" else "sandboxed"


def reaches_out(config: Config, name: str, path: Path) -> bool:
    """Is the hook file at `path` one that has effects outside of its world?"""
    grant = config.tier(name)
    if grant == "virtual":
        try:
            grant = granted(grant, read_file(path, BYTES).decode("utf-8", "replace"))
        except OSError:  # who loads it says so
            return False
    return grant != "sandboxed"
