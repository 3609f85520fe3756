"""The command line that agents' configurations run."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from chibi_hooks.server.command import CLIENT, agents_host, hook_command
from tests.server.calling import Calling, event


def test_it_is_the_interpreter_alone_and_the_client_by_its_path() -> None:
    words = hook_command("claude-code")
    assert words == [os.path.abspath(sys.executable), "-I", "-S", str(CLIENT), "claude-code"]
    assert CLIENT.is_absolute()
    assert CLIENT.parts[-3:] == ("chibi_hooks", "server", "hook.py")


def test_a_home_is_named_absolute(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert hook_command("codex", "my home")[-3:] == ["codex", "--home", str(tmp_path / "my home")]


def test_the_host_for_agents_is_known_while_it_runs(calling: Calling, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, each in calling.environment.items():
        monkeypatch.setenv(name, each)
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    assert agents_host() is None
    calling("claude-code", stdin=event("ls"))
    found = agents_host()
    assert found is not None
    assert found.pid == calling.host
    assert "listening" in Path(found.log).read_text()
    os.kill(found.pid, signal.SIGKILL)
    while agents_host() is not None:  # the lock goes with its last thread
        time.sleep(0.01)
