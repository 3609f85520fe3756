"""Whatever runs Scheme has a stack of Python of its own (`spacious`): commands, and every thread that may fire or
load. Which call is three times as slow without is luck, so no other test would notice.
"""

from __future__ import annotations

import ast
import asyncio
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

from chibi_hooks import Host, __main__
from chibi_hooks.spacious import spacious
from tests.homes import make_home
from tests.test_house import FILES, name_of, tree_of

STARTED = {"Thread", "run_in_executor", "to_thread", "submit", "map"}  # what has something done by a thread

SPACIOUS = {  # where something is done so, and how often
    "__main__.py": 1,  # every command
    "hooks/asking.py": 1,  # responders that are asked together
    "hooks/host.py": 1,  # `afire`
    "hooks/live/watch.py": 1,
    "hooks/scripts/workers/child.py": 1,
    "hooks/scripts/workers/confined.py": 1,
    "hooks/tools/calling.py": 1,
    "scheme/interpreter.py": 1,  # whatever a world runs but the calls of hooks
    "scheme/running/budget.py": 1,  # those of worlds whose calls are long
    "server/agents/host.py": 2,
    "server/connection.py": 1,
    "server/decision_events.py": 1,
    "server/door.py": 1,
    "server/agents/loopback.py": 2,
}
OTHERS = {  # threads that do without
    "cli/_cockpit.py": "follows and draws",
    "cli/lsp.py": "waits for a signal",
    "dialects/chibi/schemas.py": "waits for processes",
    "dialects/hosting/running.py": "waits for processes",
    "hooks/knowing/declared.py": "waits for a process",
    "hooks/recording/recorder.py": "writes",
    "lsp/server.py": "evaluates through an Interpreter",
    "repl/decision_notices.py": "listens",
    "repl/evaluation.py": "evaluates through an Interpreter",
    "repl/doors/lines.py": "reads",
    "repl/doors/nrepl/server.py": "evaluates through an Interpreter",
    "repl/operations.py": "evaluates through an Interpreter",
    "repl/remote.py": "listens",
    "repl/doors/terminal.py": "draws",
    "scheme/running/watchdog.py": "watches",
    "scheme/values/threads.py": "one call of C",
    "sdk.py": "fires once for an event of a program",
    "server/door.py": "accepts, and hands on",
    "server/agents/held_homes.py": "lets go of homes that another process takes",
    "server/agents/page/routes.py": "asks the journal",
}


def mentions(tree: ast.AST) -> int:
    return sum(isinstance(each, ast.Name) and each.id == "spacious" for each in ast.walk(tree))


def starts(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            owner = ast.unparse(node.func.value) if isinstance(node.func, ast.Attribute) else ""
            if name in STARTED and (name not in ("submit", "map") or "pool" in owner):
                yield node


def test_whatever_runs_scheme_has_a_stack_of_its_own() -> None:
    said = {name_of(path): mentions(tree_of(path)) for path in FILES if path.name != "spacious.py"}
    assert {name: count for name, count in said.items() if count} == SPACIOUS


def test_a_thread_without_one_is_known_to_do_without() -> None:
    without = {name_of(path) for path in FILES for node in starts(path) if not mentions(node)}
    assert without == set(OTHERS)


# what of it can be seen -----------------------------------------------------------------------------------------------


def is_inside() -> bool:
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_code is not spacious.__code__:
        frame = frame.f_back
    return frame is not None


def test_a_command_is_run_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "_command", lambda: 7 if is_inside() else 1)
    assert __main__.main() == 7
    assert not is_inside()


LOOKS = '(register-hook \'pre_tool (lambda (p) (list (cons "block" #t) (cons "message" (call-tool "look" \'())))))'
PAYLOAD = {"tool_name": "x", "arguments": {}}


def seen_by(home: Path, do: Callable[[Host], object]) -> list[bool]:
    seen: list[bool] = []

    def look() -> str:
        seen.append(is_inside())
        return "x"

    with Host.open(home=home, tools={"look": look}, record=False) as host:
        do(host)
    return seen


def test_fires_of_asyncio_programs_are(tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {"hooks/a.scm": LOOKS})
    assert seen_by(home, lambda host: asyncio.run(host.afire("pre_tool", PAYLOAD))) == [True]  # type: ignore[arg-type]


def test_the_watch_loads_so(tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {"hooks/a.scm": LOOKS})
    told, ready = [], threading.Event()

    def note(reloaded: object) -> None:
        told.append(is_inside())
        ready.set()

    with Host.open(home=home, watch=True, record=False) as host:
        host.reloader.listeners.append(note)
        (home / "hooks/b.scm").write_text(LOOKS, encoding="utf-8")
        assert ready.wait(30)
    assert told[0] is True
