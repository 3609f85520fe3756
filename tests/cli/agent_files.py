"""A user's directory of its own for the commands about agents, and clients that misbehave."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import chibi_hooks.server.command
from chibi_hooks.dialects.protected import variables
from chibi_hooks.dialects.rows.dialect import row_dialects
from tests.cli.command import Command

MOVES = ("XDG_CONFIG_HOME", *(name for each in row_dialects() for name in variables(each)))
CLIENT = f"""\
import os, sys
os.execv({sys.executable!r}, [{sys.executable!r}, "-m", "chibi_hooks", "hook", *sys.argv[1:]])
"""


def alone(command: Command, client: str = CLIENT) -> Path:
    """No agent's files but those below the command's directory; the client is this text. Gives its path."""
    path = command.directory / "chibi_hooks" / "server" / "hook.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(client, encoding="utf-8")
    for name in MOVES:
        command.monkeypatch.delenv(name, raising=False)
    command.monkeypatch.setenv("CHIBI_HOOKS_RESIDENT", "0")
    command.monkeypatch.setattr(chibi_hooks.server.command, "CLIENT", path)
    return path


def agents() -> list[pytest.param]:  # type: ignore[valid-type]
    """Every agent in which we can be installed."""
    from chibi_hooks.dialects.rows.dialect import row_dialects

    return [pytest.param(each.agent, id=each.agent) for each in row_dialects()]
