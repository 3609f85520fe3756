"""A file and a line -> the command that opens them in the user's editor."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.errors import ConfigError

BEHIND_COLON: Final = ("code", "codium", "cursor", "windsurf", "zed", "hx", "subl")  # editors that take FILE:LINE
WITH_FLAG: Final = ("code", "codium", "cursor", "windsurf")  # and want -g before it


def editor_arguments(environment: Mapping[str, str], path: Path, line: int) -> list[str]:
    """The command, for the editor that VISUAL or EDITOR names."""
    named = environment.get("VISUAL") or environment.get("EDITOR") or "vi"
    words = shlex.split(named) or ["vi"]
    editor = Path(words[0]).name
    if editor in BEHIND_COLON:
        return [*words, *(["-g"] if editor in WITH_FLAG else []), f"{path}:{line}"]
    return [*words, f"+{line}", str(path)]


def open_editor(path: Path, line: int) -> str:
    """Open it on this terminal and wait; what was opened. Raises ConfigError."""
    arguments = editor_arguments(os.environ, path, line)
    try:
        code = subprocess.run(arguments).returncode
    except OSError as error:
        raise ConfigError(f"{arguments[0]}: {error.strerror}; VISUAL or EDITOR names another editor") from None
    return f"{path}:{line}" if code == 0 else f"{arguments[0]} ended with {code}"
