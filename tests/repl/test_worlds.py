"""Live worlds of hook files: what is defined there counts at once, until the file is loaded again."""

from __future__ import annotations

from typing import Any

import pytest

from chibi_hooks.repl.session import Session
from tests.isolation import in_threads
from tests.repl.conftest import Asking, Bench, asked, interrupting

RISKY = {"tool_name": "x", "arguments": {"command": "rm -rf /"}}
HARMLESS = {"tool_name": "x", "arguments": {"command": "ls"}}


def blocked(bench: Bench, payload: Any) -> bool:
    return bool(bench.host.fire("pre_tool", payload).outcome.block)


@in_threads("edited")
def test_a_definition_in_a_live_world_counts_from_the_next_fire_on(session: Session, bench: Bench) -> None:
    assert (blocked(bench, RISKY), blocked(bench, HARMLESS)) == (True, False)
    assert asked(session, ",in guard")["world"] == "hooks/guard.scm"
    reply = asked(session, '(define (risky? command) (string=? command "ls"))')
    assert reply["notes"] == ["risky?: live in hooks/guard.scm, not on disk"]
    assert (blocked(bench, RISKY), blocked(bench, HARMLESS)) == (False, True)
    assert bench.host.generation.number == 1


@in_threads("edited")
def test_of_what_an_import_brings_a_few_names_are_told(session: Session) -> None:
    asked(session, ",in guard")
    (note,) = asked(session, "(import (harness shell))")["notes"]
    assert note.startswith("shell-commands, ") and note.endswith(" more: live in hooks/guard.scm, not on disk")
    assert note.split(", and ")[0].count(",") == 7


@in_threads("edited")
def test_so_it_does_in_a_world_that_was_compiled_by_an_earlier_process(bench: Bench) -> None:
    for _ in range(2):
        bench.open()
        bench.close()
        bench.sessions.clear()
    session = bench.open()
    assert session.ask({"complete": "(string-app"})["completions"]
    asked(session, ",in guard")
    assert "(risky?" in [f"({each['text']}" for each in session.ask({"complete": "(ris"})["completions"]]
    assert asked(session, '(risky? "rm -rf")')["value"] == "0"
    asked(session, '(define (risky? command) (apply string=? (list command "ls")))')
    assert (blocked(bench, RISKY), blocked(bench, HARMLESS)) == (False, True)


@in_threads("edited")
def test_what_is_not_on_disk_is_marked_for_every_session(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    asked(session, "(define (risky? command) #f) (define-values (a b) (values 1 2)) (begin (define c 3))")
    asked(session, "(define-record-type point (make-point x) point? (x point-x))")
    page = asked(bench.another(), ",in")["page"]
    assert "not on disk: risky?, a, b, c, point, make-point" in page
    assert "hooks/guard.scm: not on disk" in asked(bench.another(), ",hooks")["notes"][-1]


@in_threads("edited")
def test_a_hook_registered_in_a_live_world_takes_the_place_of_the_files_own(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    before = bench.host.generation
    reply = asked(session, '(define-hook pre_tool () (block "live"))')
    assert reply["notes"] == [
        "'pre_tool: live in hooks/guard.scm, not on disk",
        "in place of the hook at hooks/guard.scm:2:1",
    ]
    assert bench.host.generation.number == 2
    assert bench.host.fire("pre_tool", HARMLESS).outcome.message == "live"
    assert not bench.host.fire_in(before, "pre_tool", HARMLESS).outcome.block
    row = next(line for line in asked(session, ",hooks pre_tool")["page"].splitlines() if "guard" in line)
    assert row.endswith("not on disk")


@in_threads("edited")
def test_a_tool_defined_in_a_live_world_can_be_called(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    text = '(define-tool greet (description "d") (parameters \'()) (execute (lambda (a) "hello")))'
    assert asked(session, text)["notes"][0].startswith("tool greet")
    assert bench.host.call_tool("greet").output.startswith("hello") or "hello" in bench.host.call_tool("greet").output


@in_threads("edited")
def test_saving_the_file_ends_what_was_defined_in_its_world(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    asked(session, "(define meaning 42) (define-hook pre_tool () (block))")
    bench.save("hooks/guard.scm", "(define-hook pre_tool () (no-opinion))")
    assert not blocked(bench, RISKY)
    assert asked(session, "meaning")["error"]["kind"] == "unbound"
    assert "not on disk" not in asked(session, ",in")["page"]
    assert asked(session, ",in")["world"] == "hooks/guard.scm"


def test_a_file_can_be_loaded_again_although_it_is_unchanged(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    asked(session, '(define-hook pre_tool () (block "live"))')
    assert "changed hooks/guard.scm" in asked(session, ",reload guard")["page"]
    assert (blocked(bench, RISKY), blocked(bench, HARMLESS)) == (True, False)


@in_threads("edited")
def test_rollback_takes_back_a_live_registration_alone_and_the_save_before_it_next(bench: Bench) -> None:
    session = bench.open()
    assert asked(session, ",rollback")["error"]["message"].startswith("rollback: there is no earlier")
    asked(session, ",in guard")
    asked(session, '(define-hook pre_tool () (block "live"))')
    assert asked(session, ",rollback")["error"] is None
    assert not blocked(bench, HARMLESS)
    assert asked(session, ",rollback")["error"] is not None
    asked(session, '(define-hook pre_tool () (block "live"))')
    bench.save("hooks/guard.scm", "(define-hook pre_tool () (no-opinion))")
    assert not blocked(bench, RISKY)
    assert asked(session, ",rollback")["error"] is None
    assert bench.host.fire("pre_tool", HARMLESS).outcome.message == "live"


@interrupting
@in_threads("edited")
def test_a_live_world_has_the_limits_of_its_file(bench: Bench) -> None:
    session = bench.open({"hooks/guard.scm": "(define x 1)", "chibi-hooks.toml": "[scheme]\ntime_limit = 0.1\n"})
    asked(session, ",in guard")
    assert asked(session, "(let loop () (loop))")["error"]["message"] == "stopped: it ran longer than its 0.1 s"
    longer = session.ask({"eval": "(let loop () (loop))", "time": 600})
    assert longer["error"]["message"] == "stopped: it ran longer than its 0.1 s"
    assert bench.host.fire("pre_tool", RISKY).answers == []


@in_threads("edited")
def test_a_failed_form_leaves_the_world_as_it_was(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    reply = asked(session, '(begin (register-hook \'pre_tool (lambda (p) (block "half"))) (car 5))')
    assert reply["error"]["message"] == "car: wanted a pair, got 5"
    assert not blocked(bench, HARMLESS)
    assert asked(session, "(register-hook 'pre_tol (lambda (p) '()))")["error"]["message"].endswith(
        'did you mean "pre_tool"?'
    )


def test_what_is_registered_in_the_repls_own_world_answers_here_only(session: Session, bench: Bench) -> None:
    asked(session, '(define-hook pre_tool () (block "mine"))')
    assert not blocked(bench, HARMLESS)
    assert '"message": "mine"' in asked(session, ',fire pre_tool {"tool_name": "x", "arguments": {}}')["page"]
    assert "mine" not in asked(bench.another(), ',fire pre_tool {"tool_name": "x", "arguments": {}}')["page"]
    assert "at this REPL only" in asked(session, ",hooks")["page"]
    asked(session, '(define-hook pre_tool () (block "again"))')
    page = asked(session, ',fire pre_tool {"tool_name": "x", "arguments": {}}')["page"]
    assert "again" in page and "mine" not in page


@in_threads("edited")
def test_a_form_from_a_hook_file_goes_to_its_world(session: Session, bench: Bench) -> None:
    path = str(bench.home / "hooks/guard.scm")
    reply = session.ask({"eval": "(define (risky? command) #f)", "file": path, "line": 1})
    assert reply["notes"] == ["risky?: live in hooks/guard.scm, not on disk"]
    assert not blocked(bench, RISKY)
    assert session.ask({"eval": "(car 1)", "file": path, "line": 3})["error"]["place"] == "hooks/guard.scm:3:1"
    elsewhere = session.ask({"eval": "(define y 1)", "file": str(bench.home / "hooks/none.scm")})
    assert (elsewhere["notes"], asked(session, "y")["value"]) == ([], "1")


@pytest.mark.parametrize("name", ["nowhere", "hooks/gard.scm", "/etc/passwd", "../x"])
def test_a_world_that_is_not_there_is_told_with_the_way_out(ask: Asking, name: str) -> None:
    message = ask(f",in {name}")["error"]["message"]
    assert message.startswith(f"in: there is no loaded hook file {name}; ")
    assert "`,in` lists" in message or "did you mean hooks/guard.scm?" in message


@in_threads("edited")
def test_output_of_a_live_world_is_shown_here_and_nowhere_else_later(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    assert asked(session, '(display "shown")')["output"] == "shown"
    bench.host.fire("pre_tool", RISKY)
    assert asked(session, "1")["output"] == ""


@in_threads("edited")
def test_macros_can_be_defined_again_in_a_live_world(session: Session) -> None:
    asked(session, ",in guard")
    reply = asked(session, "(define-syntax twice (syntax-rules () ((_ x) (list x x)))) (twice 1)")
    assert reply["value"] == "(1 1)"
    assert reply["notes"] == ["twice: live in hooks/guard.scm, not on disk"]
