"""Traced procedures and points tell every call, wherever it comes from, and answer as they did."""

from __future__ import annotations

import pytest

from chibi_hooks.repl.session import Session
from tests.isolation import in_threads
from tests.repl.conftest import Asking, Bench, asked

FACTORIAL = "(define (fact n) (if (= n 0) 1 (* n (fact (- n 1)))))"


def test_calls_and_answers_are_indented(ask: Asking) -> None:
    ask(FACTORIAL)
    assert ask(",trace fact")["notes"] == ["fact is traced"]
    reply = ask("(fact 2)")
    assert reply["value"] == "2"
    assert reply["output"].splitlines() == ["(fact 2)", "  (fact 1)", "    (fact 0)", "    => 1", "  => 1", "=> 2"]
    assert ask(",trace")["page"] == "fact in <repl>"
    assert ask(",trace fact")["notes"] == ["fact is traced no more"]
    assert ask("(fact 2)")["output"] == ""


def test_a_call_that_is_left_by_an_error_is_told_and_the_depth_is_right_again(ask: Asking) -> None:
    ask(FACTORIAL)
    ask(",trace fact")
    assert ask("(guard (e (#t 'caught)) (fact 'x))")["output"].splitlines() == [
        "(fact x)",
        "=> fact is left without an answer",
    ]
    assert ask("(fact 'x)")["error"]["kind"] == "type"
    assert ask("(fact 0)")["output"].splitlines() == ["(fact 0)", "=> 1"]


def test_continuations_values_and_depth_are_what_they_were(ask: Asking) -> None:
    ask("(define (two) (values 1 2)) (define (escape k) (k 'out))")
    ask("(define (deep n) (if (= n 0) 0 (+ 1 (deep (- n 1)))))")
    for name in ("two", "escape", "deep"):
        ask(f",trace {name}")
    assert ask("(call-with-values two list)")["value"] == "(1 2)"
    assert ask("(call/cc (lambda (k) (escape k) 'not))")["value"] == "out"
    assert ask("(deep 3000)")["value"] == "3000"


@in_threads("edited")
def test_a_hook_files_procedure_is_traced_in_calls_that_hooks_make_for_agents(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    asked(session, ",trace risky?")
    assert "not on disk" not in asked(session, ",in")["page"]
    bench.host.fire("pre_tool", {"tool_name": "x", "arguments": {"command": "ls"}})
    assert session.take_notices() == ['(risky? "ls")', "=> #f"]
    session.close()
    bench.host.fire("pre_tool", {"tool_name": "x", "arguments": {"command": "ls"}})
    assert session.take_notices() == []


def test_a_point_is_traced_with_all_its_answers(session: Session, bench: Bench) -> None:
    assert asked(session, ",trace 'pre_tool")["notes"] == ["'pre_tool is traced"]
    bench.host.fire("pre_tool", {"tool_name": "x", "arguments": {"command": "rm -rf /"}})
    bench.host.fire("post_tool", {})
    (notice,) = session.take_notices()
    first, answer, last = notice.splitlines()
    assert first.startswith("('pre_tool {tool_name: ")
    assert answer.startswith("  guard (hooks/guard.scm:2:1): {block: true")
    assert last.startswith("=> {block: true")
    assert asked(session, ",fire pre_tool")["output"].startswith("('pre_tool ")
    asked(session, ",trace 'pre_tool")
    bench.host.fire("pre_tool", {"tool_name": "x", "arguments": {}})
    assert session.take_notices() == []


@pytest.mark.parametrize(
    ("name", "message"),
    [("nothing", "nothing means nothing there"), ("if", "if means nothing there"), ("five", "five is 5")],
)
def test_what_is_no_procedure_cannot_be_traced(ask: Asking, name: str, message: str) -> None:
    ask("(define five 5)")
    assert message in ask(f",trace {name}")["error"]["message"]
    assert ask(",trace")["page"] == "nothing is traced"


def test_a_traced_procedure_of_a_library_is_traced_for_what_is_defined_later(ask: Asking) -> None:
    ask(",trace reverse")
    assert ask("(reverse '(1 2))")["output"].splitlines() == ["(reverse (1 2))", "=> (2 1)"]


def test_a_flood_of_traced_calls_is_cut_and_counted(session: Session, bench: Bench) -> None:
    asked(session, ",trace 'post_tool")
    for _ in range(1100):
        bench.host.fire("post_tool", {})
    notices = session.take_notices()
    assert len(notices) == 1001
    assert notices[-1] == "… and 100 notices more"


@in_threads("edited")
def test_a_world_that_was_loaded_again_is_not_traced_any_more(session: Session, bench: Bench) -> None:
    asked(session, ",in guard")
    asked(session, ",trace risky?")
    bench.save("hooks/guard.scm", '(define (risky? c) #t)\n(define-hook pre_tool () (risky? "x") (no-opinion))')
    session.take_notices()
    bench.host.fire("pre_tool", {"tool_name": "x", "arguments": {}})
    assert session.take_notices() == []
    assert asked(session, ",trace risky?")["notes"] == ["risky? is traced"]
