"""Findings A9 to A13 and A20: what was live answers, or its absence is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings
from chibi_hooks.hooks.homes.trust import Trust
from tests.homes import answering, make_home, sh_plugin, state_in
from tests.isolation import in_threads, says_itself

GUARD = '(register-hook \'pre_tool (lambda (p) (block "guarded")))\n'
SHELL: dict[str, Any] = {"tool_name": "shell_exec", "arguments": {"command": "ls"}}
EXEC = {"tool_name": "shell_exec", "command": "ls"}
Open = Callable[..., Host]


@pytest.fixture
def around(tmp_path: Path) -> Surroundings:
    directory = tmp_path / "work"
    directory.mkdir()
    environment = {"PATH": os.environ["PATH"], "CHIBI_HOOKS_STATE": str(state_in(tmp_path / "state"))}
    return Surroundings(environment, directory, tmp_path / "user")


@pytest.fixture
def opened(tmp_path: Path, around: Surroundings) -> Open:
    def open_home(files: dict[str, str | bytes], **options: Any) -> Host:
        return Host.open(home=make_home(tmp_path / "home", files), around=around, record=False, **options)

    return open_home


def run(around: Surroundings, *words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**around.environment, "HOME": str(around.user_home)}
    return subprocess.run(
        [sys.executable, "-m", "chibi_hooks", *words], input=given, capture_output=True, text=True, timeout=120,
        env=environment, cwd=around.directory,
    )  # fmt: skip


# --- A9: one bad registration costs that registration

BAD = {
    "arity": "(register-hook 'pre_shell_exec (lambda () 1))",
    "arity of two": "(register-hook 'pre_shell_exec (lambda (a b) 1))",
    "no callback": "(register-hook 'pre_shell_exec)",
    "nothing at all": "(register-hook)",
    "too much": "(register-hook 'pre_shell_exec (lambda (p) 1) 'and 'more)",
    "applied": "(apply register-hook '(pre_shell_exec))",
    "no procedure": "(register-hook 'pre_shell_exec 42)",
    "no symbol": '(register-hook "pre_shell_exec" (lambda (p) 1))',
    "unknown point": "(register-hook 'pre_shell_exc (lambda (p) 1))",
    "a tool": '(define-tool t (description "d") (parameters \'()) (execute (lambda () 1)))',
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
@pytest.mark.parametrize("first", [True, False])
def test_a9_the_good_guard_beside_it_answers_and_the_bad_one_is_told(opened: Open, bad: str, first: bool) -> None:
    text = f"{bad}\n{GUARD}" if first else f"{GUARD}{bad}\n"
    with opened({"hooks/g.scm": text}) as host:
        assert host.fire("pre_tool", SHELL).outcome.block
        (notice,) = host.notices
        assert notice.place == "hooks/g.scm" and notice.reason.startswith(f"hooks/g.scm:{1 if first else 2}:")


@pytest.mark.parametrize("bad", list(BAD.values())[:-1], ids=list(BAD)[:-1])
@pytest.mark.parametrize("key", ["pre_shell_exec", '"hooks/g.scm"'])
def test_a9_on_failure_covers_it(opened: Open, bad: str, key: str) -> None:
    config = f'permission = "allow"\n[on_failure]\n{key} = "deny"\n'
    with opened({"hooks/g.scm": GUARD + bad, "chibi-hooks.toml": config}) as host:
        fire = host.fire("pre_shell_exec", EXEC)
        assert fire.outcome.denied and "hooks/g.scm" in fire.outcome.reason


def test_a9_a_bad_registration_at_one_point_denies_nothing_at_others(opened: Open) -> None:
    config = 'permission = "allow"\n[on_failure]\n"hooks/g.scm" = "deny"\n'
    with opened({"hooks/g.scm": GUARD + BAD["arity"], "chibi-hooks.toml": config}) as host:
        assert not host.fire("pre_file_read", {"tool_name": "x", "path": "/"}).outcome.denied


@says_itself
def test_a9_every_command_says_so(tmp_path: Path, around: Surroundings) -> None:
    home = make_home(tmp_path / "h", {"hooks/g.scm": GUARD + BAD["arity"]})
    for command, given in [("fire", json.dumps(SHELL)), ("status", ""), ("doctor", ""), ("list", ""), ("check", "")]:
        words = [command, *(["pre_tool"] if command == "fire" else []), "--home", str(home)]
        ran = run(around, *words, given=given)
        assert "hooks/g.scm:2:1" in ran.stdout + ran.stderr, command


# --- A10: on_failure = "deny" holds for every failure

OUTPUTS = {
    "cut JSON": '{"denied":tr',
    "two documents": '{} {"denied": false}',
    "lone surrogate": '{"reason": "\\\\ud83d"}',
    "infinity": '{"x": 1e999}',
    "NaN": '{"x": NaN}',
    "text": "hello",
    "an array": "[1]",
    "a number": "5",
    "a string": '"no"',
    "too deep": "[" * 300,
    "no UTF-8": "\\377",
}


@pytest.mark.parametrize("said", OUTPUTS.values(), ids=OUTPUTS)
@pytest.mark.parametrize("key", ["pre_shell_exec", '"plugins/p"'])
def test_a10_bad_output_is_a_failure_and_denies(opened: Open, said: str, key: str) -> None:
    config = f'permission = "allow"\n[on_failure]\n{key} = "deny"\n'
    plugin = sh_plugin("p", ["pre_shell_exec"], f"cat >/dev/null\nprintf '{said}'")
    with opened({"plugins/p": plugin, "chibi-hooks.toml": config}) as host:
        fire = host.fire("pre_shell_exec", EXEC)
    assert fire.outcome.denied
    (answer,) = fire.answers
    assert answer.error is not None and answer.error.type == "output"
    assert answer.value is not None  # what it said stays visible
    json.dumps(fire.to_json(), allow_nan=False).encode()


@pytest.mark.parametrize("said", ["", "{}", "null", "  \n"])
def test_a10_no_opinion_stays_no_opinion(opened: Open, said: str) -> None:
    plugin = sh_plugin("p", ["pre_shell_exec"], f"cat >/dev/null\nprintf '{said}'")
    config = 'permission = "allow"\n[on_failure]\npre_shell_exec = "deny"\n'
    with opened({"plugins/p": plugin, "chibi-hooks.toml": config}) as host:
        assert not host.fire("pre_shell_exec", EXEC).outcome.denied


BODIES = {
    "exit": "exit 3",
    "signal": "kill -9 $$",
    "timeout": "sleep 60",
    "output": "head -c 3000000 /dev/zero",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a10_every_other_end_denies_too(opened: Open, body: str) -> None:
    config = 'permission = "allow"\n[plugins]\ntimeout = 1\n[on_failure]\npre_shell_exec = "deny"\n'
    with opened({"plugins/p": sh_plugin("p", ["pre_shell_exec"], body), "chibi-hooks.toml": config}) as host:
        assert host.fire("pre_shell_exec", EXEC).outcome.denied


SCRIPTS = {
    "it raises": "(register-hook 'pre_shell_exec (lambda (p) (car p p)))",
    "it never ends": "(register-hook 'pre_shell_exec (lambda (p) (let loop () (loop))))",
    "it answers a string": '(register-hook \'pre_shell_exec (lambda (p) "no"))',
    "it does not load": "(car 1)",
    "it does not read": "(register-hook 'pre_shell_exec (lambda (p)",
    "it is empty": "",
    "blanks": " \n\t",
    "a byte order mark": "\ufeff",
}


@pytest.mark.parametrize("text", SCRIPTS.values(), ids=SCRIPTS)
def test_a10_hook_files_that_fail_deny(opened: Open, text: str) -> None:
    config = 'permission = "allow"\n[scheme]\ntime_limit = 0.3\n[on_failure]\n"hooks/g.scm" = "deny"\n'
    with opened({"hooks/g.scm": text, "chibi-hooks.toml": config}) as host:
        assert host.fire("pre_shell_exec", EXEC).outcome.denied


# --- A12: nothing that is no text replaces a guard


def after_grace(host: Host) -> None:
    host.reload()
    host.reloader.clock = lambda: 1e9
    host.reload()


@pytest.mark.parametrize("data", [b"", b"  \n", b"\xef\xbb\xbf", b"\0" * 4096, b"(register-hook 'pre_t", b"\xff"])
def test_a12_a_guard_stays_until_its_file_is_deleted(opened: Open, tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "home/hooks/g.scm"
    with opened({"hooks/g.scm": GUARD}) as host:
        path.write_bytes(data)
        after_grace(host)
        assert host.fire("pre_tool", SHELL).outcome.block
        assert host.status.stale == ("hooks/g.scm",)
        path.unlink()
        host.reload()
        host.reloader.clock = lambda: 2e9
        host.reload()
        assert not host.fire("pre_tool", SHELL).outcome.block
        assert host.notices == ()


def test_a12_a_text_that_registers_nothing_is_an_edit_and_is_told(opened: Open, tmp_path: Path) -> None:
    with opened({"hooks/g.scm": GUARD}) as host:
        (tmp_path / "home/hooks/g.scm").write_text("; later\n")
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.block  # it may be the first half of a save
        host.reloader.clock = lambda: 1e9
        reloaded = host.reload()
        assert reloaded is not None and reloaded.changes[0].why == "it registers nothing any more"
        assert not host.fire("pre_tool", SHELL).outcome.block
        assert "registers nothing any more" in host.notices[0].reason


# --- A11: what is trusted goes on deciding


def project(around: Surroundings, files: dict[str, str | bytes]) -> Path:
    home = make_home(around.directory / ".chibi", files)
    Trust(around.state_directory()).grant(home)
    return home


LIBRARY = '(define-library (my words) (export w) (import (scheme base)) (begin (define w "guarded")))'
USES = "(import (my words)) (register-hook 'pre_tool (lambda (p) (block w)))"


def edit_guard(home: Path) -> None:
    (home / "hooks/g.scm").write_text("; nothing")


def empty_guard(home: Path) -> None:
    (home / "hooks/g.scm").write_text("")


def edit_library(home: Path) -> None:
    (home / "lib/my/words.sld").write_text(LIBRARY.replace("guarded", "evil"))


def delete_library(home: Path) -> None:
    (home / "lib/my/words.sld").unlink()


def edit_config(home: Path) -> None:
    (home / "chibi-hooks.toml").write_text('[scheme]\ntime_limit = 1\npermission = "allow"')


def pipe_guard(home: Path) -> None:
    (home / "hooks/g.scm").unlink()
    os.mkfifo(home / "hooks/g.scm")


@pytest.mark.parametrize("act", [edit_guard, empty_guard, edit_library, delete_library, edit_config, pipe_guard])
@pytest.mark.parametrize("ran_before", [True, False])
def test_a11_a_changed_file_keeps_deciding_with_its_last_trusted_text(
    around: Surroundings, act: Callable[[Path], None], ran_before: bool
) -> None:
    home = project(around, {"hooks/g.scm": USES, "lib/my/words.sld": LIBRARY})
    if ran_before:
        with Host.open(around=around, record=False) as host:
            assert host.fire("pre_tool", SHELL).outcome.message == "guarded"
    act(home)
    with Host.open(around=around, record=False) as host:
        assert host.fire("pre_tool", SHELL).outcome.message == "guarded"
        assert host.notices  # and it is told
        host.reload()
        assert host.fire("pre_tool", SHELL).outcome.message == "guarded"
        Trust(around.state_directory()).grant(home)
        if act is edit_guard:
            after_grace(host)
            assert not host.fire("pre_tool", SHELL).outcome.block


@says_itself
def test_a11_every_command_says_so(around: Surroundings) -> None:
    home = project(around, {"hooks/g.scm": GUARD})
    edit_guard(home)
    fired = run(around, "fire", "pre_tool", given=json.dumps(SHELL))
    assert json.loads(fired.stdout) == {"block": True, "message": "guarded"}
    for ran in (fired, *(run(around, command) for command in ("status", "doctor", "list", "check"))):
        assert "it has changed since it was trusted" in ran.stdout + ran.stderr, ran.args


def test_a11_a_changed_plugin_is_not_run_and_counts_as_failed(around: Surroundings, tmp_path: Path) -> None:
    config = 'permission = "allow"\n[on_failure]\n"plugins/p" = "deny"\n'
    home = project(around, {"plugins/p": answering("p", ["pre_shell_exec"], {}), "chibi-hooks.toml": config})
    make_home(home, {"plugins/p": f"#!/bin/sh\ntouch {tmp_path}/mark\n"})
    with Host.open(around=around, record=False) as host:
        assert host.fire("pre_shell_exec", EXEC).outcome.denied
    assert not (tmp_path / "mark").exists()


def test_a11_a_text_that_somebody_put_into_the_state_directory_is_not_believed(around: Surroundings) -> None:
    home = project(around, {"hooks/g.scm": GUARD})
    texts = Trust(around.state_directory()).texts
    for path in texts.directory.iterdir():
        path.write_text('(register-hook \'pre_tool (lambda (p) (inject "evil")))')
    edit_guard(home)
    with Host.open(around=around, record=False) as host:
        assert host.fire("pre_tool", SHELL).answers == []
        assert host.notices


# --- A20


@pytest.mark.parametrize("point", ["pre_shell_exec", "pre_file_read", "pre_file_write", "pre_fetch_url"])
def test_a20_approved_false_denies_at_permission_points(opened: Open, point: str) -> None:
    payload = {"tool_name": "x", "command": "ls", "path": "/x", "content": "", "safety": "sensitive"}
    scheme = f'(register-hook \'{point} (lambda (p) (list (cons "approved" #f) (cons "reason" "vetoed"))))'
    for files in (
        {"plugins/p": answering("p", [point], {"approved": False, "reason": "vetoed"})},
        {"hooks/g.scm": scheme},
    ):
        with opened({**files, "chibi-hooks.toml": 'permission = "allow"\n'}) as host:
            fire = host.fire(point, payload)
            assert (fire.outcome.denied, fire.outcome.reason) == (True, "vetoed")


@pytest.mark.parametrize("answer", [{"approved": True}, {"approved": None}, {"approved": "false"}])
def test_a20_nothing_else_that_is_said_of_approval_decides(opened: Open, answer: dict[str, Any]) -> None:
    files = {"plugins/p": answering("p", ["pre_shell_exec"], answer)}
    with opened({**files, "chibi-hooks.toml": 'permission = "allow"\n'}) as host:
        assert not host.fire("pre_shell_exec", EXEC).outcome.denied


# --- A13: rollback takes back one thing, and what it did is told


def edited(host: Host, text: str) -> None:
    """What a REPL does in a live world."""
    script = host.generation.loaded[0].scripts[0]
    with script.edited() as (world, revision):
        world.evaluate(text)
    host.reloader.revise(script, revision)


@in_threads("edited")
def test_a13_an_edit_from_outside_is_one_step_and_the_save_another(opened: Open, tmp_path: Path) -> None:
    def said() -> Any:
        return host.fire("pre_tool", SHELL).outcome.message

    with opened({"hooks/g.scm": GUARD}) as host:
        (tmp_path / "home/hooks/g.scm").write_text(GUARD.replace("guarded", "saved"))
        host.reload()
        edited(host, GUARD.replace("guarded", "first").strip())
        edited(host, GUARD.replace("guarded", "second").strip())
        assert (said(), [each.place for each in host.status.departures]) == ("second", ["hooks/g.scm"])
        for word in ("first", "saved", "guarded"):
            host.rollback()
            assert said() == word
            assert bool(host.status.departures) == (word != "saved")
        assert "rolled back" in host.status.departures[0].reason
        (tmp_path / "home/hooks/g.scm").write_text(GUARD.replace("guarded", "again"))
        host.reload()
        assert (said(), host.status.departures) == ("again", ())


def test_a13_what_differs_from_the_disk_is_told_with_time_and_generation(opened: Open, tmp_path: Path) -> None:
    with opened({"hooks/g.scm": GUARD}) as host:
        (tmp_path / "home/hooks/g.scm").write_text("(car")
        host.reload()
        (apart,) = host.status.departures
        assert (apart.place, apart.generation) == ("hooks/g.scm", 1)
        assert "generation 1" in str(apart)
        fire = host.fire("pre_tool", SHELL)
        assert fire.outcome.block and fire.skipped[0].responder == "hooks/g.scm"  # so the journal and `why` have it


# --- A12 over a restart: every command is a start

BREAKS: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_text(""),
    "cut": lambda path: path.write_text(GUARD[:20]),
    "does not load": lambda path: path.write_text("(car 1)"),
    "no UTF-8": lambda path: path.write_bytes(b"\xff"),
    "a pipe": lambda path: (path.unlink(), os.mkfifo(path)),
    "too large": lambda path: os.truncate(path, 5_000_000),
    "a library": lambda path: (path.parent.parent / "lib/my/words.sld").write_text("(define-library"),
}


@pytest.mark.parametrize("act", BREAKS.values(), ids=BREAKS)
def test_a12_a_guard_stays_over_a_restart_too(opened: Open, tmp_path: Path, act: Callable[[Path], object]) -> None:
    files: dict[str, str | bytes] = {"hooks/g.scm": USES, "lib/my/words.sld": LIBRARY}
    with opened(files):
        pass
    act(tmp_path / "home/hooks/g.scm")
    for _ in range(2):
        with opened({}) as host:
            assert host.fire("pre_tool", SHELL).outcome.message == "guarded"
            assert host.status.stale == ("hooks/g.scm",) and host.status.departures
    (tmp_path / "home/lib/my/words.sld").write_text(LIBRARY.replace("guarded", "mended"))
    (tmp_path / "home/hooks/g.scm").unlink()
    (tmp_path / "home/hooks/g.scm").write_text(USES)
    with opened({}) as host:
        assert host.fire("pre_tool", SHELL).outcome.message == "mended"
        assert host.notices == ()


def test_a12_what_was_deleted_or_not_wanted_does_not_come_back(opened: Open, tmp_path: Path) -> None:
    path = tmp_path / "home/hooks/g.scm"
    with opened({"hooks/g.scm": GUARD}):
        pass
    path.write_text("")
    with opened({"chibi-hooks.toml": "[scheme]\nlast_good = false\n"}) as host:
        assert host.fire("pre_tool", SHELL).answers == []
    with opened({"chibi-hooks.toml": ""}, last_good=False) as host:
        assert host.fire("pre_tool", SHELL).answers == []
    with opened({}) as host:
        assert host.fire("pre_tool", SHELL).outcome.block
    path.unlink()
    os.utime(path.parent, (1, 1))  # long ago: no editor will bring it back
    with opened({}):
        pass
    path.write_text("")
    with opened({}) as host:
        assert host.fire("pre_tool", SHELL).answers == []
    with opened({"hooks/g.scm": GUARD}):
        pass
    with opened({"hooks/g.scm": "; an edit"}):
        pass
    with opened({"hooks/g.scm": ""}) as host:
        assert host.fire("pre_tool", SHELL).answers == []


def test_a12_a_version_that_others_could_have_written_is_none(opened: Open, tmp_path: Path) -> None:
    with opened({"hooks/g.scm": GUARD}):
        pass
    (kept,) = (tmp_path / "state/last-good").rglob("*.json")
    kept.chmod(0o666)
    with opened({"hooks/g.scm": ""}) as host:
        assert host.fire("pre_tool", SHELL).answers == [] and host.notices
