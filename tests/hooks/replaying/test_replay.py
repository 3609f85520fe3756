"""Replay: what is decided in another way, what is never done again, and what is left out with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.homes.home import Surroundings, find_homes
from chibi_hooks.hooks.recording.journal import Journal, Wanted
from chibi_hooks.hooks.replaying.replay import Report, changed_decisions, load_for_replay
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
    report = tape.replay({"hooks/b.scm": "(define-hook pre_message () (no-opinion))"})
    assert calls == ["hi"]
    assert (words(report), report.failing, report.left_out) == ([], (), ())


LOOK = """\
(define-hook pre_message (prompt)
  (if (equal? (call-tool "look" (list (cons "what" WHAT) (cons "tags" (list "a")))) "GOOD")
      (rewrite-prompt "good")
      (rewrite-prompt "bad")))
"""


def look(good: str, what: str = "prompt") -> Files:
    return {"hooks/look.scm": LOOK.replace("GOOD", good).replace("WHAT", what)}


def tell(*prompts: str) -> list[tuple[str, dict[str, Any]]]:
    return [("pre_message", {"prompt": prompt, "context_name": "c"}) for prompt in prompts]


def record_looks(tape: Tape) -> None:
    """Fires of a hook that asks a tool, which answers with what it is asked."""
    tape.record(look("one"), *tell("one", "two"), tools={"look": lambda what, tags: what},
                permission_handler=lambda point, payload: True)  # fmt: skip


def test_a_hook_that_is_changed_gets_what_the_tool_gave_then(tape: Tape) -> None:
    record_looks(tape)
    assert words(tape.replay(look("one"))) == []
    report = tape.replay(look("two"))
    assert [(change.before.outcome, change.after.outcome) for change in report.changed] == [
        ({"prompt": "good"}, {"prompt": "bad"}),
        ({"prompt": "bad"}, {"prompt": "good"}),
    ]
    assert (report.left_out, report.failing) == ((), ())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (look("one", '"other"'), "hooks/look.scm calls look, with other arguments than then"),
        ({"hooks/new.scm": '(define-hook pre_message () (call-tool "find" \'()) (no-opinion))'},
         "hooks/new.scm calls find, which it did not then"),
    ],
)  # fmt: skip
def test_a_call_that_was_not_made_then_leaves_the_fire_out(tape: Tape, changed: Files, reason: str) -> None:
    record_looks(tape)
    assert [why for _, why in tape.replay(changed).left_out] == [reason, reason]


def test_a_call_that_failed_then_fails_again_in_the_same_words(tape: Tape) -> None:
    hook = """
      (define-hook pre_message ()
        (guard (e (#t (rewrite-prompt (error-object-message e))))
          (call-tool "NAME" '())))
    """
    files = {name: {"hooks/h.scm": hook.replace("NAME", name)} for name in ("none-such", "bad")}

    def bad() -> str:
        raise ValueError("broken")

    for name in files:
        tape.record(files[name], *tell("x"), tools={"bad": bad}, permission_handler=lambda point, payload: True)
        report = tape.replay({})
        assert (words(report), report.left_out) == ([], ())
        (tape.home.parent / "tape.db").unlink()


def test_several_calls_of_one_tool_are_answered_in_their_order(tape: Tape) -> None:
    twice = '(string-append (call-tool "next" \'()) (call-tool "next" \'()))'
    hook = f"(define-hook pre_message () (rewrite-prompt {twice}))"
    numbers = iter("1234")
    tape.record({"hooks/h.scm": hook}, *tell("x", "y"), tools={"next": lambda: next(numbers)},
                permission_handler=lambda point, payload: True)  # fmt: skip
    assert words(tape.replay({})) == []
    changed = tape.replay({"hooks/h.scm": hook.replace(twice, f'(string-append {twice} (call-tool "next" \'()))')})
    assert [change.after.outcome["prompt"] for change in changed.changed] == ["121", "343"]  # a third is as the first


def test_a_result_that_is_too_large_is_not_kept_and_the_recorded_answer_stands(tape: Tape) -> None:
    hook = """
      (define-hook pre_message ()
        (do ((n 0 (+ n 1))) ((= n 300)) (call-tool "small" '()))
        (rewrite-prompt (substring (call-tool "large" '()) 0 3)))
    """
    tape.record({"hooks/h.scm": hook}, *tell("x"), tools={"large": lambda: "y" * 100_000, "small": lambda: "s"},
                permission_handler=lambda point, payload: True)  # fmt: skip
    with Journal(tape.home.parent / "tape.db") as journal:
        fire = journal.fires(Wanted(point="pre_message"))[0]
    assert (len(fire.calls or ()), fire.cut) == (50, 0)
    large = hook.replace("300", "3")
    report = tape.replay({"hooks/h.scm": large})
    assert "hooks/h.scm calls large, which it did not then" in [why for _, why in report.left_out]
    (tape.home.parent / "tape.db").unlink()
    tape.record({"hooks/h.scm": large}, *tell("x"), tools={"large": lambda: "y" * 100_000, "small": lambda: "s"},
                permission_handler=lambda point, payload: True)  # fmt: skip
    report = tape.replay({"hooks/h.scm": large.replace("0 3", "0 5")})
    assert (words(report), report.left_out) == ([], ())


def test_without_recorded_calls_the_recorded_answer_of_the_hook_stands(tape: Tape) -> None:
    record_looks(tape)
    with Journal(tape.home.parent / "tape.db") as journal:
        fires = [replace(fire, calls=None) for fire in journal.fires()]
    make_home(tape.home, look("two"))
    generation = load_for_replay(find_homes(tape.around, tape.home), tape.around)
    assert words(changed_decisions(fires, None, generation)) == []


def test_recorded_calls_hold_no_secrets_and_are_found_all_the_same(tape: Tape) -> None:
    hook = """
      (define-hook pre_message (prompt)
        (rewrite-prompt (call-tool "login" (list (cons "password" prompt)))))
    """
    tape.record({"hooks/h.scm": hook}, *tell("hunter2"), tools={"login": lambda password: "in"},
                permission_handler=lambda point, payload: True)  # fmt: skip
    with Journal(tape.home.parent / "tape.db") as journal:
        (call,) = journal.fires(Wanted(point="pre_message"))[0].calls or ()
    assert "hunter2" not in str(call)
    assert (call.script, call.tool, call.status, call.output) == ("hooks/h.scm", "login", "done", "in")
    report = tape.replay({})
    assert (words(report), report.left_out) == ([], ())


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
    echo = '(register-hook \'pre_tool (lambda (p) (list (cons "arguments" (payload-ref p "arguments")))))'
    tape.record({"hooks/echo.scm": echo}, tool("login --password hunter2"))
    assert words(tape.replay({})) == []


def test_what_hung_on_a_credential_that_was_not_recorded_is_no_change(tape: Tape) -> None:
    key = "ghp_" + "a1B2" * 9
    tape.record(guard("ghp_a1B2"), tool(f"echo {key}"), tool(f"curl {key}"), tool("ls"))
    report = tape.replay({})
    assert (words(report), report.compared) == ([], 1)
    reason = "credentials in its payload were not recorded, and its decision may hang on them"
    assert [why for _, why in report.left_out] == [reason] * 2
    last = report.left_out[-1][0].id
    assert list(report.left_out_lines()) == [f"left out: {last} and 1 more: {reason}"]


def test_what_is_objected_to_now_is_a_change_whatever_was_not_recorded(tape: Tape) -> None:
    tape.record(guard("mv"), tool(f"curl {'ghp_' + 'a1B2' * 9}"))
    assert words(tape.replay(guard("curl"))) == [("none", "blocked")]


def test_a_failure_that_denies_denies_in_a_replay(tape: Tape) -> None:
    tape.record(guard("rm"), tool("ls"))
    broken: Files = {"hooks/guard.scm": "((", "chibi-hooks.toml": '[on_failure]\n"hooks/guard.scm" = "deny"\n'}
    assert words(tape.replay(broken)) == [("none", "blocked")]


def test_after_the_time_is_over_the_rest_is_left_out(tape: Tape) -> None:
    tape.record(guard("rm"), tool("ls"), tool("rm"))
    report = tape.replay({}, seconds=-1)
    assert (report.compared, len(report.left_out)) == (0, 2)


def test_a_hook_that_never_ends_is_given_up_after_a_few_fires(tape: Tape) -> None:
    short: Files = {"chibi-hooks.toml": "[scheme]\ntime_limit = 0.05\n"}
    tape.record(short, *[tool("ls")] * 9, ("pre_message", {"prompt": "x"}))
    endless = "(define-hook pre_tool () (let loop ((i 0)) (if (< i 0) '() (loop (+ i 1)))))"
    other = '(define-hook pre_message () (block "no"))'
    report = tape.replay({"hooks/endless.scm": endless, "hooks/zz.scm": other})
    assert (report.compared, len(report.left_out), len(report.failing)) == (6, 4, 5)
    assert {why for _, why in report.left_out} == {
        "hooks/endless.scm was stopped 5 times by its limits, and was not asked again"
    }
    assert [each.fire.point for each in report.changed] == ["pre_message"]
