"""The command under test, in this process or in others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.command import Command
from tests.cli.running import Terminals


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The `chibi-hooks` command, in an empty directory."""
    return Command(tmp_path, monkeypatch, capsys)


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    """Processes on a home of their own."""
    made = Terminals(tmp_path)
    yield made
    made.close()
