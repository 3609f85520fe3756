"""A dictionary of texts -> a home on disk, and plugins of a few lines for tests."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Final

WHERE: Final = "CHIBI_HOOKS_TEST_COMPILED"
_made: Final = None if WHERE in os.environ else tempfile.TemporaryDirectory(prefix="ch-compiled-")
COMPILED: Final = os.environ.setdefault(WHERE, _made.name if _made else "")
"""What processes that tests start compile once, for all test processes: for each home's own they would compile the
prelude anew."""

TEMPORARY: Final = "PYTEST_DEBUG_TEMPROOT"  # where pytest makes `tmp_path`: who wants to look there afterwards sets it
MEMORY: Final = "/dev/shm"
ROOM: Final = 2 << 30  # bytes: one run of all tests leaves 150 MB


def in_memory() -> str | None:
    """A file system in memory where programs may be kept, too; None: there is none. Each test makes a dozen files, and
    journals are written through to the disk: of the suite's time a tenth was that."""
    try:
        there = os.statvfs(MEMORY)
    except OSError:
        return None
    fits = there.f_bavail * there.f_frsize > ROOM and not there.f_flag & os.ST_NOEXEC
    return MEMORY if fits and os.access(MEMORY, os.W_OK) else None


SHORT: Final = in_memory() or "/tmp"  # for sockets, whose paths are limited


def state_in(directory: Path) -> Path:
    """Make this directory one of states, with nothing in it but what was compiled before. Gives it."""
    directory.mkdir(exist_ok=True)
    if not os.path.lexists(directory / "compiled"):
        (directory / "compiled").symlink_to(COMPILED)
    return directory


def make_home(root: Path, files: dict[str, str | bytes]) -> Path:
    """Write the files under `root`; those in `plugins/` become executable. Gives `root`."""
    root.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        if name.startswith("plugins/"):
            path.chmod(0o755)
    return root


def sh_plugin(name: str, hooks: list[str], body: str) -> str:
    """A plugin in `sh`: `body` runs at a hook call."""
    schema = json.dumps({"name": name, "description": "a test plugin", "hooks": hooks})
    return f"#!/bin/sh\nif [ \"$1\" = --schema ]; then\n  echo '{schema}'\n  exit 0\nfi\n{body}\n"


def answering(name: str, hooks: list[str], answer: object) -> str:
    """A plugin that reads its payload and always gives the same answer."""
    return sh_plugin(name, hooks, f"cat >/dev/null\necho '{json.dumps(answer)}'")
