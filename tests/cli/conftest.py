"""The command under test, in this process or in others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from chibi_hooks.dialects.installing import proof
from tests.cli.command import Command
from tests.cli.project import GUARD, home_of
from tests.cli.resident import Both
from tests.cli.running import Terminals
from tests.homes import answering, make_home


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


@pytest.fixture
def both(command: Command) -> Iterator[Both]:
    """The command, with a home and perhaps its resident host."""
    made = Both(command)
    yield made
    made.stop()


@pytest.fixture
def project(command: Command) -> Command:
    """The command in the directory of a project that came with a home."""
    make_home(home_of(command), {
        "hooks/guard.scm": GUARD,
        "plugins/p": answering("p", ["post_tool"], {}),
        "chibi-hooks.toml": "",
    })  # fmt: skip
    return command


@pytest.fixture
def unproved(monkeypatch: pytest.MonkeyPatch) -> None:
    """`install` writes its entry and takes it for proved, for tests of what comes after: a proof starts the client."""
    monkeypatch.setattr(proof, "proof", lambda *told: proof.Proof("PreToolUse", "", "{}"))
