"""Replay: what is decided in another way, what is never done again, and what is left out with its reason."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.home import Surroundings, find_homes
from chibi_hooks.hooks.journal import Journal
from chibi_hooks.hooks.replay import Report, changed_decisions, load_for_replay
from tests.homes import answering, make_home, sh_plugin

GUARD = """\
(define-hook pre_tool (arguments)
  (if (string-contains (payload-ref arguments "command" "") "WORD")
      (block "no")
      (no-opinion)))
"""

Opener = Callable[..., Host]
Files = dict[str, str | bytes]


class Tape:
    """A home whose fires are recorded and then replayed against other files."""

    def __init__(self, tmp_path: Path, around: Surroundings, opened: Opener) -> None:
        self.home = tmp_path / "home"
        self.around = around
        self.opened = opened

    def record(self, files: Files, *fires: tuple[str, dict[str, Any]], **options: Any) -> None:
        """Fire these at a home of these files."""
        with self.opened(files, record=self.home.parent / "tape.db", **options) as host:
            for point, payload in fires:
                host.fire(point, payload)

    def replay(self, files: Files, remove: tuple[str, ...] = (), seconds: float | None = None) -> Report:
        """Change these files and replay."""
        make_home(self.home, files)
        for name in remove:
            (self.home / name).unlink()
        with Journal(self.home.parent / "tape.db") as journal:
            fires = journal.fires()
        generation = load_for_replay(find_homes(self.around, self.home), self.around)
        return changed_decisions(fires, None, generation, seconds=seconds)


@pytest.fixture
def tape(tmp_path: Path, around: Surroundings, opened: Opener) -> Tape:
    return Tape(tmp_path, around, opened)


def tool(command: str) -> tuple[str, dict[str, Any]]:
    return "pre_tool", {"tool_name": "shell_exec", "arguments": {"command": command}}


def words(report: Report) -> list[tuple[str, str]]:
    """The changes, as words before and after."""
    return [(change.before.word, change.after.word) for change in report.changed]


def guard(word: str) -> Files:
    return {"hooks/guard.scm": GUARD.replace("WORD", word)}


def test_only_decisions_that_change_are_reported(tape: Tape) -> None:
    tape.record(guard("rm"), tool("rm x"), tool("ls"), tool("mv a b"))
    report = tape.replay(guard("mv"))
    assert words(report) == [("blocked", "none"), ("none", "blocked")]
    assert (report.compared, report.left_out, report.failing) == (3, (), ())
    assert report.changed[0].fire.payload == tool("rm x")[1]
    assert report.changed[1].after.place == "hooks/guard.scm:1:1"
    assert [each.before.told(each.after) for each in report.changed] == ['blocked: message = "no"', "none"]


def test_files_that_say_the_same_change_nothing(tape: Tape) -> None:
    tape.record(guard("rm"), tool("rm x"), tool("ls"))
    assert tape.replay({"hooks/guard.scm": "; moved\n" + GUARD.replace("WORD", "rm")}) == Report(compared=2)


def test_two_generations_are_compared_with_each_other(tape: Tape, tmp_path: Path) -> None:
    tape.record(guard("nothing"), tool("rm x"), tool("mv x"))
    generations = []
    for word in ("rm", "mv"):
        home = make_home(tmp_path / word, guard(word))
        generations.append(load_for_replay(find_homes(tape.around, home), tape.around))
    with Journal(tmp_path / "tape.db") as journal:
        report = changed_decisions(journal.fires(), *generations)
    assert words(report) == [("blocked", "none"), ("none", "blocked")]


def test_a_guard_that_is_gone_or_fails_now_shows(tape: Tape) -> None:
    tape.record(guard("rm"), tool("rm x"))
    assert words(tape.replay({}, remove=("hooks/guard.scm",))) == [("blocked", "none")]
    report = tape.replay({"hooks/guard.scm": "(define-hook pre_tool () (car 1))"})
    assert words(report) == [("blocked", "none")]
    assert [answer.responder for _, answer in report.failing] == ["guard"]


def test_plugins_are_not_run_and_answer_as_they_did(tape: Tape, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    plugin = sh_plugin("p", ["pre_tool"], f"cat >/dev/null\necho >>{mark}\necho '{{\"block\": true}}'")
    tape.record({"plugins/p": plugin, **guard("rm")}, tool("ls"))
    before = mark.read_text()
    assert words(tape.replay({**guard("rm"), "plugins/q": answering("q", ["pre_tool"], {"block": True})})) == []
    assert mark.read_text() == before


def test_unsandboxed_files_are_not_loaded_and_answer_as_they_did(tape: Tape, tmp_path: Path) -> None:
    config = '[scheme.tiers]\n"hooks/free.scm" = "unsandboxed"\n'
    free = '(define-hook pre_tool () (rewrite-arguments (list (cons "by" "free"))))'
    later = '(define-hook pre_tool () (rewrite-arguments (list (cons "by" "later"))))'
    tape.record({"chibi-hooks.toml": config, "hooks/free.scm": free}, tool("ls"))
    mark = tmp_path / "mark"
    loud = f'(import (scheme file))\n(call-with-output-file "{mark}" (lambda (p) (write 1 p)))\n'
    assert words(tape.replay({"hooks/free.scm": loud})) == []
    assert words(tape.replay({"hooks/a.scm": later})) == []  # it answers before free.scm, whose answer is the last
    report = tape.replay({"hooks/z.scm": later})
    assert [change.after.outcome for change in report.changed] == [{"arguments": {"by": "later"}}]
    assert not mark.exists()


def test_a_new_unsandboxed_file_cannot_be_judged(tape: Tape) -> None:
    tape.record(guard("rm"), tool("rm x"))
    config = '[scheme.tiers]\n"hooks/" = "unsandboxed"\n'
    assert words(tape.replay({"chibi-hooks.toml": config})) == []  # guard.scm is it now; its answer is known


def test_tools_are_not_called_and_the_recorded_answer_stands(tape: Tape) -> None:
    calls: list[str] = []

    def look(what: str) -> str:
        calls.append(what)
        return "stop"

    hook = """\
(define-hook pre_message (prompt)
  (guard (e (#t (rewrite-prompt "no tools")))
    (rewrite-prompt (call-tool "look" (list (cons "what" prompt))))))
"""
    tape.record({"hooks/a.scm": hook}, ("pre_message", {"prompt": "hi", "context_name": "c"}), tools={"look": look},
                permission_handler=lambda point, payload: True)  # fmt: skip
    assert calls == ["hi"]
    report = tape.replay({"hooks/b.scm": '(define-hook pre_message () (no-opinion))'})
    assert calls == ["hi"]
    assert (words(report), report.failing, report.left_out) == ([], (), ())


def test_the_verdict_of_a_permission_handler_stands(tape: Tape) -> None:
    write = ("pre_file_write", {"tool_name": "w", "path": "/x", "content": "", "mode": "w"})
    tape.record({}, write, permission_handler=lambda point, payload: "not now")
    deny = {"hooks/deny.scm": '(define-hook pre_file_write () (deny "never"))'}
    assert words(tape.replay({})) == []
    assert [change.after.outcome["reason"] for change in tape.replay(deny).changed] == ["never"]


def test_a_handler_that_was_not_asked_then_cannot_be_asked_now(tape: Tape) -> None:
    write = ("pre_file_write", {"tool_name": "w", "path": "/x", "content": "", "mode": "w"})
    deny: Files = {"hooks/deny.scm": '(define-hook pre_file_write () (deny "never"))'}
    tape.record(deny, write, permission_handler=lambda point, payload: True)
    report = tape.replay({}, remove=("hooks/deny.scm",))
    assert [reason for _, reason in report.left_out] == ["the permission handler would be asked now, and was not then"]


def test_without_a_handler_the_configuration_decides(tape: Tape) -> None:
    tape.record({}, ("pre_file_write", {"tool_name": "w", "path": "/x", "content": "", "mode": "w"}))
    assert words(tape.replay({"chibi-hooks.toml": 'permission = "allow"\n'})) == [("denied", "allowed")]


def test_a_cut_payload_is_left_out(tape: Tape) -> None:
    config = "[recorder]\nmax_fire_kilobytes = 1\n"
    tape.record({"chibi-hooks.toml": config, **guard("rm")}, tool("rm" * 2000))
    report = tape.replay(guard("mv"))
    assert [reason for _, reason in report.left_out] == ["its payload was too large and has been cut"]


def test_secrets_are_no_change(tape: Tape) -> None:
    echo = "(register-hook 'pre_tool (lambda (p) (list (cons \"arguments\" (payload-ref p \"arguments\")))))"
    tape.record({"hooks/echo.scm": echo}, tool("login --password hunter2"))
    assert words(tape.replay({})) == []


def test_a_failure_that_denies_denies_in_a_replay(tape: Tape) -> None:
    tape.record(guard("rm"), tool("ls"))
    broken: Files = {"hooks/guard.scm": "((", "chibi-hooks.toml": '[on_failure]\n"hooks/guard.scm" = "deny"\n'}
    assert words(tape.replay(broken)) == [("none", "blocked")]


def test_after_the_time_is_over_the_rest_is_left_out(tape: Tape) -> None:
    tape.record(guard("rm"), tool("ls"), tool("rm"))
    report = tape.replay({}, seconds=-1)
    assert (report.compared, len(report.left_out)) == (0, 2)
