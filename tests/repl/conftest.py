"""A session next to a host of its own, with hook files of the test's choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.repl.session import Session
from chibi_hooks.repl.worlds import Edits
from tests.homes import make_home

GUARD = """(define (risky? command) (string-contains command "rm -rf"))
(define-hook pre_tool (arguments)
  (if (risky? (payload-ref arguments "command" "")) (block "no") (no-opinion)))
"""


interrupting = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""For tests that interrupt Scheme: the stop may hit a callback of the garbage collector, say of a test library. Python
tells that and drops it, and the stop is sent again."""


class Bench:
    """A home, its host, and sessions."""

    def __init__(self, root: Path) -> None:
        self.home = root / "home"
        self.around = Surroundings({"CHIBI_HOOKS_STATE": str(root / "state")}, root, root / "user")
        self.edits = Edits()
        self.host: Host
        self.sessions: list[Session] = []

    def open(self, files: dict[str, str | bytes] | None = None, *, record: bool = True) -> Session:
        """The first session."""
        make_home(self.home, {"hooks/guard.scm": GUARD} if files is None else files)
        self.host = Host.open(self.home, around=self.around, record=record)
        return self.another()

    def another(self) -> Session:
        """One more session at the same host."""
        self.sessions.append(Session(self.host, self.around, self.edits))
        return self.sessions[-1]

    def save(self, name: str, text: str) -> None:
        """Save a file and have it loaded."""
        make_home(self.home, {name: text})
        self.host.reload()

    def close(self) -> None:
        """Let everything go."""
        for session in self.sessions:
            session.close()
        if hasattr(self, "host"):
            self.host.close()


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    """A home that is not open yet: `bench.open({...})`."""
    made = Bench(tmp_path)
    yield made
    made.close()


@pytest.fixture
def session(bench: Bench) -> Session:
    """A session next to the guard."""
    return bench.open()


Asking = Callable[[str], dict[str, Any]]


@pytest.fixture
def ask(session: Session) -> Asking:
    """A line as a user writes it -> the reply."""
    return lambda line: asked(session, line)


def asked(session: Session, line: str) -> dict[str, Any]:
    """A line as a user writes it -> the reply, which is printed: a test that fails shows it."""
    reply = session.ask({"command": line} if line.startswith(",") else {"eval": line})
    print(line, "->", reply)
    return reply
