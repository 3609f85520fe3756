"""Findings B1, B2, B3, B10, B11: files that somebody else may have put there, and text that is none."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Home, Surroundings
from chibi_hooks.hooks.live import watch
from chibi_hooks.hooks.live.watch import Watcher
from chibi_hooks.hooks.payload import parse_json
from chibi_hooks.scheme.reading.opener import feed, read_file, walk
from chibi_hooks.visible import exact_json
from tests.halves import dealt
from tests.homes import answering, make_home, sh_plugin, state_in
from tests.isolation import says_itself

GUARD = '(register-hook \'pre_tool (lambda (p) (block "guarded")))\n'
SHELL: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
Open = Callable[..., Host]


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    directory = tmp_path / "work"
    directory.mkdir()
    environment = {"PATH": os.environ["PATH"], "CHIBI_HOOKS_STATE": str(state_in(tmp_path / "state"))}
    return Surroundings(environment, directory, tmp_path / "user")


def self_link(path: Path) -> None:
    path.symlink_to(path.name)


def dangling(path: Path) -> None:
    path.symlink_to("nowhere")


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(path.parent)
        try:
            server.bind(path.name)
        finally:
            os.chdir(here)


def directory(path: Path) -> None:
    path.mkdir()


ODD = [self_link, dangling, pipe, device, listening]


@pytest.mark.parametrize("put", ODD)
def test_b1_b3_an_odd_entry_beside_a_guard_is_one_notice(
    put: Callable[[Path], None], tmp_path: Path, around: Surroundings
) -> None:
    home = make_home(tmp_path / "h", {"hooks/guard.scm": GUARD})
    put(home / "hooks/odd.scm")
    with Host.open(home=home, around=around, record=False) as host:
        assert host.fire("pre_tool", SHELL).outcome.block
        assert [notice.place for notice in host.notices] == ["hooks/odd.scm"]
        assert host.reload() is None  # told once, and a look is not stopped by it
        (home / "hooks/guard.scm").write_text(GUARD.replace("guarded", "saved"))
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.message == "saved"


@pytest.mark.parametrize("put", ODD)
@pytest.mark.parametrize("name", ["hooks/odd", "hooks/sub", "plugins/odd", "lib/odd.sld", "vfs", "chibi-hooks.d"])
def test_b1_an_odd_entry_of_any_name_stops_nobody(
    put: Callable[[Path], None], name: str, tmp_path: Path, around: Surroundings
) -> None:
    home = make_home(tmp_path / "h", {"hooks/guard.scm": GUARD, "lib/x": "", "plugins/.x": ""})
    put(home / name)
    with Host.open(home=home, around=around, record=False) as host:
        assert host.fire("pre_tool", SHELL).outcome.block
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.block


@pytest.mark.skipif(os.getuid() == 0, reason="root may enter everything")
def test_b1_a_directory_that_may_not_be_entered_is_told_and_its_guards_stay(
    tmp_path: Path, around: Surroundings
) -> None:
    home = make_home(tmp_path / "h", {"hooks/sub/guard.scm": GUARD})
    with Host.open(home=home, around=around, record=False) as host:
        (home / "hooks/sub").chmod(0)
        try:
            host.reload()
            host.reloader.clock = lambda: 1e9
            host.reload()
            assert host.fire("pre_tool", SHELL).outcome.block
            assert "hooks/sub" in [notice.place for notice in host.notices]
        finally:
            (home / "hooks/sub").chmod(0o755)


def test_b1_the_walk_meets_everything_once_and_each_entry_fails_alone(tmp_path: Path) -> None:
    (tmp_path / "a/b").mkdir(parents=True)
    (tmp_path / "a/b/x.scm").touch()
    (tmp_path / "a/round").symlink_to(tmp_path)
    (tmp_path / "a/loop").symlink_to("loop")
    (tmp_path / os.fsdecode(b"\xff.scm")).touch()
    met = {each.name: each.fault for each in walk(tmp_path)}
    assert set(met) == {"a", "a/b", "a/b/x.scm", "a/loop", "a/round", os.fsdecode(b"\xff.scm")}
    assert {name for name, fault in met.items() if fault} == {"a/loop", os.fsdecode(b"\xff.scm")}


def test_b1_a_link_to_the_root_ends_in_a_notice(tmp_path: Path) -> None:
    for n in range(30):
        (tmp_path / f"{n}").touch()
    *_, last = walk(tmp_path, most=10)
    assert "more than 10 entries" in last.fault
    deep = tmp_path / "deep"
    (deep / "/".join("a" * 70)).mkdir(parents=True)
    faults = [each.fault for each in walk(deep) if each.fault]
    assert faults == ["more than 64 folders deep; does a link lead out of it?"]


# --- B3: nothing hangs and nothing is read without end


def hook_file(home: Path, odd: Path) -> None:
    make_home(home, {"hooks/a.scm": f'(include "{odd.name}")\n{GUARD}'})
    os.rename(odd, home / "hooks" / odd.name)


def library(home: Path, odd: Path) -> None:
    make_home(home, {"hooks/a.scm": f"(import (odd))\n{GUARD}", "lib/x": ""})
    os.rename(odd, home / "lib/odd.sld")


def config(home: Path, odd: Path) -> None:
    make_home(home, {"hooks/a.scm": GUARD})
    os.rename(odd, home / "chibi-hooks.toml")


COMMAND = [sys.executable, "-m", "chibi_hooks"]


def run(around: Surroundings, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**around.environment, "HOME": str(around.user_home)}
    return subprocess.run(
        [*COMMAND, *words], input=given, capture_output=True, text=True, timeout=120, env=environment,
        cwd=around.directory,
    )  # fmt: skip


@says_itself
@pytest.mark.parametrize("put", [pipe, device, listening, directory])
@pytest.mark.parametrize("use", [hook_file, library, config])
def test_b3_what_is_no_regular_file_is_never_waited_for(
    put: Callable[[Path], None], use: Callable[[Path, Path], None], tmp_path: Path, around: Surroundings
) -> None:
    odd = tmp_path / "odd.inc"
    put(odd)
    use(tmp_path / "h", odd)
    ran = run(around, "fire", "pre_tool", "--home", str(tmp_path / "h"), given=json.dumps(SHELL))
    assert ran.returncode in (0, 4)
    assert "Traceback" not in ran.stderr
    assert any(word in ran.stderr for word in ("regular file", "a directory", "outside of this directory"))


@says_itself
@pytest.mark.parametrize("put", [pipe, device, dangling, self_link])
def test_b3_a_trust_file_or_test_file_that_is_none_ends_at_once(
    put: Callable[[Path], None], tmp_path: Path, around: Surroundings
) -> None:
    make_home(around.directory / ".chibi", {"hooks/a.scm": GUARD})
    state = around.state_directory()
    state.mkdir(exist_ok=True)
    put(state / "trust.json")
    assert "trust" in run(around, "fire", "pre_tool", given=json.dumps(SHELL)).stderr
    put(around.directory / ".chibi" / "hooks" / "x-test.scm")
    ran = run(around, "test", str(around.directory / ".chibi"))
    assert ran.returncode != 0 and "Traceback" not in ran.stderr


def test_b10_a_file_over_the_limit_is_told_once_and_not_read(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/guard.scm": GUARD, "hooks/large.scm": ""})
    with (home / "hooks/large.scm").open("r+b") as file:
        file.truncate(1 << 40)  # no machine reads that by accident
    with Host.open(home=home, around=around, record=False) as host:
        assert host.fire("pre_tool", SHELL).outcome.block
        assert [notice.place for notice in host.notices] == ["hooks/large.scm"]
        assert "wanted at most" in host.notices[0].reason
        for _ in range(3):
            assert host.reload() is None


def test_b10_the_opener_says_size_before_bytes(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"12345")
    assert read_file(path, 5) == b"12345"
    with pytest.raises(OSError, match="it has 5 bytes, wanted at most 4"):
        feed(path, 4, lambda piece: pytest.fail("nothing is read"))


def test_b11_the_same_size_and_time_but_another_content_is_seen(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/guard.scm": GUARD})
    path = home / "hooks/guard.scm"
    with Host.open(home=home, around=around, record=False) as host:
        host.reload()
        about = path.stat()
        with path.open("r+b") as file:
            file.write(GUARD.replace("guarded", "changed").encode())
        os.utime(path, ns=(about.st_atime_ns, about.st_mtime_ns))
        assert path.stat().st_mtime_ns == about.st_mtime_ns and path.stat().st_size == about.st_size
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.message == "changed"


def test_b11_a_crlf_shebang_is_named_as_the_reason(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"plugins/p": "#!/bin/sh\r\necho '{}'\r\n"})
    with Host.open(home=home, around=around, record=False) as host:
        assert "ends in CR LF" in host.notices[0].reason


def test_b11_what_everybody_may_write_is_said(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/guard.scm": GUARD})
    (home / "hooks/guard.scm").chmod(0o666)
    assert "hooks/guard.scm: everybody may write to it" in run(around, "doctor", "--home", str(home)).stdout
    with Host.open(home=home, around=around, record=False) as host:
        assert host.fire("pre_tool", SHELL).outcome.block  # a guard that is gone protects nobody


def test_b11_a_tool_that_takes_a_built_in_ones_name_is_told(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"plugins/p": answering("vfs_list", [], {})})
    assert "takes the place of the built-in" in run(around, "doctor", "--home", str(home)).stdout
    assert "takes the place of the built-in" in run(around, "list", "--tools", "--home", str(home)).stderr


class Looking:
    """What a watcher drives, and how it may end."""

    due = None
    homes: tuple[Home, ...] = ()
    read: tuple[Path, ...] = ()

    def __init__(self, *homes: Home) -> None:
        self.homes = homes
        self.looked = threading.Semaphore(0)
        self.failures: list[str] = []

    def look(self) -> None:
        self.looked.release()
        raise SystemExit(3)

    def note_failure(self, message: str) -> None:
        self.failures.append(message)


def test_b11_a_system_exit_does_not_end_the_watching_unnoticed() -> None:
    looking = Looking()
    watcher = Watcher(looking, poll=0.0, safety=0.0)
    watcher.start()
    try:
        assert [looking.looked.acquire(timeout=60) for _ in range(3)] == [True] * 3
        assert "SystemExit" in looking.failures[0]
    finally:
        watcher.stop()


def test_b11_directories_that_the_system_does_not_watch_make_it_poll(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_home(tmp_path / "h", {"hooks/a/x.scm": GUARD})
    monkeypatch.setattr(watch, "_missed", lambda observer: {str(home / "hooks/a")})
    watcher = Watcher(Looking(Home(home, "given")))
    watcher._arm()
    assert watcher.mode == "events"
    watcher._arm()
    assert watcher.mode == "polling" and "1 directories more than this system watches" in watcher.notice


def test_b11_watched_directories_are_not_missed(tmp_path: Path) -> None:
    home = make_home(tmp_path / "h", {"hooks/a/b/x.scm": GUARD, "lib/c/y.sld": "", "plugins/.x": ""})
    watcher = Watcher(Looking(Home(home, "given")))
    watcher._arm()
    try:
        assert watcher._observer is not None and watch._missed(watcher._observer) == set()
    finally:
        watcher._disarm()


# --- B2: half an emoji

HALF = '{"tool_name": "shell_exec", "arguments": {"command": "rm \\ud83d"}}'


@says_itself
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HALF, "arguments.command: wanted text, got half of a surrogate pair"),
        ('{"\\uDE00": 1}', "half of a surrogate pair"),
        ('{"x": 1e999}', "too large"),
        ('{"x": NaN}', "no JSON number"),
        ('{"x": -Infinity}', "no JSON number"),
        ("{} {}", "Extra data"),
        ("[" * 300 + "]" * 300, "at most 200 levels"),
        ("[" * 100_000, "levels"),
    ],
)
def test_b2_what_comes_in_is_refused_with_its_place(text: str, said: str, tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/guard.scm": GUARD})
    ran = run(around, "fire", "pre_tool", "--home", str(home), given=text)
    assert ran.returncode == 64 and said in ran.stderr and "Traceback" not in ran.stderr


def test_b2_a_door_may_mend_instead_so_that_no_guard_is_passed() -> None:
    assert parse_json(HALF, "event", mend=True)["arguments"] == {"command": "rm \ufffd"}
    assert parse_json('"\\ud83d\\ude00"', "event", mend=True) == "\U0001f600"
    assert parse_json('"\\ud83d\\ude00"', "event") == "\U0001f600"
    assert parse_json('"\\\\ud83d"', "event") == "\\ud83d"


@pytest.mark.parametrize("where", dealt(["value", "key", "deep"], 2))
def test_b2_a_program_that_fires_half_an_emoji_meets_the_guard_and_can_be_read_later(
    where: str, tmp_path: Path, around: Surroundings
) -> None:
    payloads: dict[str, Any] = {
        "value": {**SHELL, "note": "\ud83d"},
        "key": {**SHELL, "\ud83d": 1},
        "deep": {"tool_name": "shell_exec", "arguments": {"command": ["\ud83d"]}},
    }
    echo = '(register-hook \'pre_tool (lambda (p) (rewrite-arguments (cdr (assoc "arguments" p)))))\n'
    home = make_home(tmp_path / "h", {"hooks/a.scm": echo, "hooks/guard.scm": GUARD})
    with Host.open(home=home, around=around) as host:
        fire = host.fire("pre_tool", payloads[where])
        assert fire.outcome.block
    for command in (["log"], ["log", "--json"], ["why", fire.id], ["show", fire.id], ["why", "--json", fire.id]):
        ran = run(around, command[0], "--home", str(home), *command[1:])
        assert ran.returncode == 0 and "Traceback" not in ran.stderr, command
        if "--json" in command:
            json.loads(ran.stdout.splitlines()[0] if command[0] == "log" else ran.stdout)


@says_itself
def test_b2_an_answer_that_is_half_an_emoji_is_a_failure_and_the_guard_decides(
    tmp_path: Path, around: Surroundings
) -> None:
    plugin = sh_plugin("p", ["pre_tool"], "cat >/dev/null\nprintf '%s' '{\"message\": \"\\ud83d\"}'")
    home = make_home(tmp_path / "h", {"plugins/p": plugin, "hooks/guard.scm": GUARD})
    ran = run(around, "fire", "pre_tool", "--home", str(home), "--json", given=json.dumps(SHELL))
    told = json.loads(ran.stdout)
    assert ran.returncode == 0 and told["outcome"]["block"]
    assert told["answers"][0]["error"]["type"] == "output"
    for command in ("log", "why"):
        assert run(around, command, "--home", str(home)).returncode == 0


def test_b2_what_cannot_be_said_in_json_is_null_where_it_is_shown() -> None:
    shown = exact_json({"a": [float("inf"), 1.5], "b": "\ud83d"})
    assert json.loads(shown) == {"a": [None, 1.5], "b": "\ud83d"} and shown.isascii()
