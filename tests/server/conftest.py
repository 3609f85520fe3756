"""Homes with a resident host in this process, away from this machine's own."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.server.client import Client, connect
from chibi_hooks.server.door import Door
from tests.homes import SHORT, make_home
from tests.server.calling import Calling

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "rm")
      (block "no rm")
      (no-opinion)))
"""

PATIENT = "[scheme]\ntime_limit = 30\n"  # for hook files on a machine that does other things, too
Files = dict[str, str | bytes]


class World:
    """A home, its surroundings, and the doors that are opened on it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        self.state = Path(tempfile.mkdtemp(prefix="ch-", dir=SHORT))  # short: a socket's path is limited
        self.around = Surroundings({"PATH": "/usr/bin:/bin", "CHIBI_HOOKS_STATE": str(self.state)}, root, root / "user")
        self.said: list[str] = []
        self.doors: list[Door] = []
        self.clients: list[Client] = []

    def files(self, files: Files) -> None:
        """Write files of the home."""
        make_home(self.home, files)

    def door(self, more: tuple[str, ...] = ()) -> Door:
        """Hold the host."""
        self.doors.append(Door.open(str(self.home), around=self.around, say=self.said.append, more=more))
        return self.doors[-1]

    def client(self) -> Client:
        """Speak to it."""
        client = connect(self.home, self.around)
        assert client is not None
        self.clients.append(client)
        return client

    def close(self) -> None:
        for client in self.clients:
            client.close()
        for door in self.doors:
            door.stop()
        shutil.rmtree(self.state)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    """A home with a guard against rm."""
    made = World(tmp_path)
    made.files({"hooks/guard.scm": GUARD, "chibi-hooks.toml": PATIENT})
    yield made
    made.close()


@pytest.fixture
def shell() -> Callable[[str], dict[str, object]]:
    """A payload of pre_tool."""
    return lambda command: {"tool_name": "shell_exec", "arguments": {"command": command}}


@pytest.fixture
def calling(tmp_path: Path) -> Iterator[Calling]:
    """A home, and thin clients that are called for it."""
    made = Calling(tmp_path)
    yield made
    made.close()
