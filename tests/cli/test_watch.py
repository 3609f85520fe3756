"""`watch`: one line per reload, the page of a broken save; run as a process of its own, as a user does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.hooks.homes.home import Notice
from chibi_hooks.hooks.live.reload_lines import describe_reload
from chibi_hooks.hooks.live.status import Change, Registration, Reloaded
from tests.cli.command import Command
from tests.homes import make_home


def saying(text: str) -> str:
    return f'(register-hook \'pre_tool (lambda (p) (block "{text}")))\n'


class Watching:
    """`chibi-hooks watch` on a home."""

    def __init__(self, home: Path, *arguments: str) -> None:
        self.home = home
        root = Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": str(root), "CHIBI_HOOKS_STATE": str(home.parent / "state")}
        command = [sys.executable, "-m", "chibi_hooks", "watch", "--home", str(home), *arguments]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**environment, "NO_COLOR": "1"}
        )
        assert self.process.stderr is not None and self.process.stdout is not None
        self.began = self.process.stderr.readline()

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Any]:
    """Start to watch a home with these files."""
    made: list[Watching] = []

    def start(files: dict[str, str | bytes], *arguments: str) -> Watching:
        made.append(Watching(make_home(tmp_path / "home", files), *arguments))
        return made[-1]

    yield start
    for each in made:
        each.close()


def test_every_save_is_one_line_and_a_broken_one_shows_where(watching: Any) -> None:
    world = watching({"hooks/guard.scm": saying("one")})
    assert world.began == f"watching {world.home}, generation 1\n"
    make_home(world.home, {"hooks/guard.scm": saying("two") + "(register-hook 'post_tool (lambda (p) '()))"})
    line = world.line()
    assert line.startswith("generation 2  changed hooks/guard.scm  +post_tool guard  ") and line.endswith(" ms\n")
    make_home(world.home, {"hooks/guard.scm": "(register-hook 'pre_tool\n  (lambda (p) (car 5))"})
    assert world.line().startswith("generation 2 stays  broken hooks/guard.scm  ")
    assert world.line().startswith("hooks/guard.scm:2:22: ")
    assert world.line() == "    (lambda (p) (car 5))\n"
    assert world.line().strip().startswith("^")
    world.process.send_signal(signal.SIGINT)
    assert world.process.wait(timeout=200) == 130


def test_json_has_one_object_per_reload_and_count_ends_it(watching: Any) -> None:
    world = watching({"hooks/guard.scm": saying("one")}, "--json", "--count", "1")
    assert world.began
    make_home(world.home, {"hooks/new.scm": saying("new")})
    found = json.loads(world.line())
    assert (found["generation"], found["published"]) == (2, True)
    assert found["changes"] == [{"kind": "added", "place": "hooks/new.scm", "why": ""}]
    assert found["added"] == [{"point": "pre_tool", "responder": "new", "place": "hooks/new.scm:1:1"}]
    assert world.process.wait(timeout=200) == 0


def test_a_checkout_of_many_files_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    changes = tuple(Change("changed", f"hooks/{n}.scm") for n in range(1000))
    (line,) = describe_reload(Reloaded(2, True, changes, ms=12.345))
    assert line.endswith("changed hooks/5.scm, and 994 more  12.3 ms")


def test_a_line_names_what_came_and_what_went(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    added, removed = (Registration(point, "guard", "hooks/guard.scm:1:1") for point in ("pre_tool", "post_tool"))
    change = Change("changed", "hooks/guard.scm", "lib/words.sld")
    error = Notice("hooks/b.scm", "hooks/b.scm:1:1: no", "hooks/b.scm:1:1: no\n  (\n  ^")
    lines = list(describe_reload(Reloaded(3, True, (change,), (added,), (removed,), (error,), 1.0)))
    assert lines == [
        "generation 3  changed hooks/guard.scm (lib/words.sld)  +pre_tool guard, -post_tool guard  1.0 ms",
        "hooks/b.scm:1:1: no\n  (\n  ^",
    ]


def test_a_home_that_is_not_there_is_an_error_with_the_way_out(command: Command) -> None:
    result = command("watch", "--home", "nowhere")
    assert result.code == 4
    assert "chibi-hooks init --home nowhere" in result.stderr
