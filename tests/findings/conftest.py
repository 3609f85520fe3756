"""Homes and hosts that know nothing of this machine, and the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.hooks.conftest import around, opened

__all__ = ["around", "command", "opened"]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The `chibi-hooks` command, in an empty directory."""
    return Command(tmp_path, monkeypatch, capsys)
