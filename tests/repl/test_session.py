"""Requests and replies: values, errors as data, restarts, what is remembered, interrupts; and hostile input."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from chibi_hooks.repl.session import Session
from tests.isolation import in_threads
from tests.repl.conftest import Asking, Bench, asked, interrupting


def values(reply: dict[str, Any]) -> list[str]:
    assert reply["error"] is None, reply["error"]
    return [each["text"] for each in reply["values"]]


def test_every_form_gives_its_values_and_they_have_names(ask: Asking) -> None:
    reply = ask('(define x 4) (* x 2) (values 1 \'a) "s"')
    assert reply["values"] == [
        {"name": "$1", "text": "8"},
        {"name": "$2", "text": "1"},
        {"name": "$3", "text": "a"},
        {"name": "$4", "text": '"s"'},
    ]
    assert (reply["value"], reply["world"], reply["error"]) == ('"s"', "<repl>", None)
    assert values(ask("(+ $1 $2)")) == ["9"]


def test_the_prelude_of_hook_files_is_there(ask: Asking) -> None:
    assert values(ask('(fold + 0 (iota 4)) (payload-ref \'(("a" . 1)) "a")')) == ["6", "1"]
    assert ask('(import (srfi 1) (chibi string)) (string-join \'("a" "b"))')["value"] == '"ab"'


def test_output_comes_while_it_runs_and_stands_in_the_reply(session: Session) -> None:
    told: list[str] = []
    reply = session.ask({"eval": '(display "one") (newline) (write-string "two" (current-error-port)) 3'}, told.append)
    assert "".join(told) == reply["output"] == "one\ntwo"
    assert reply["value"] == "3"


def test_an_error_is_a_page_with_a_caret_and_the_last_error_is_e(ask: Asking) -> None:
    reply = ask("(define (f x)\n  (car x))")
    reply = ask("(* 2 (f 5))")
    assert reply["error"]["kind"] == "type"
    assert reply["error"]["message"] == "car: wanted a pair, got 5"
    assert reply["error"]["page"].splitlines() == [
        "<repl 1>:2:3: car: wanted a pair, got 5",
        "    (car x))",
        "    ^^^^^^^",
        "  in f, <repl 1>:2:3",
    ]
    assert ask("(error-object? $e)")["value"] == "#t"
    assert [each["name"] for each in reply["restarts"]] == ["retry", "use-value", "abort"]


def test_a_restart_goes_on_with_the_forms_after_the_one_that_failed(ask: Asking) -> None:
    reply = ask("1 (car 5) 'after")
    assert [each["text"] for each in reply["values"]] == ["1"]
    assert values(ask(",2 (+ 1 2)")) == ["3", "after"]
    assert ask(",2 1")["error"]["message"] == ",2: nothing has failed that could go on"


def test_a_form_is_tried_again_as_it_is_edited(ask: Asking) -> None:
    reply = ask("(car (list))")
    assert reply["restarts"][0]["source"] == "(car (list))"
    again = ask(",1 (car (list 'now))")
    assert values(again) == ["now"]


def test_a_restart_that_fails_can_be_restarted_and_abort_ends_it(ask: Asking) -> None:
    ask("(car 5)")
    assert ask(",2 (car 6)")["error"]["message"] == "car: wanted a pair, got 6"
    assert ask(",2")["error"]["kind"] == "request"
    assert ask(",7")["error"]["message"] == ",7: wanted 1 to 3"
    assert values(ask(",3")) == []


def test_looking_around_does_not_lose_the_restarts(ask: Asking) -> None:
    ask("(car 5)")
    ask("(+ 1 1)")
    ask(",doc car")
    assert values(ask(",2 'found")) == ["found"]


@interrupting
def test_an_interrupt_stops_the_loop_and_nothing_else(session: Session) -> None:
    began = threading.Event()
    replies: list[dict[str, Any]] = []

    def loop() -> None:
        replies.append(session.ask({"eval": '(display "x") (let loop () (loop))'}, lambda text: began.set()))

    thread = threading.Thread(target=loop)
    thread.start()
    assert began.wait(200)
    session.interrupt()
    thread.join(200)
    assert not thread.is_alive()
    assert replies[0]["error"]["kind"] == "interrupt"
    assert replies[0]["restarts"] == []
    assert asked(session, "(+ 1 1)")["value"] == "2"


@interrupting
def test_no_handler_of_the_program_hides_an_interrupt(session: Session) -> None:
    began = threading.Event()
    replies: list[dict[str, Any]] = []
    text = '(display "x") (let loop () (guard (e (#t (loop))) (dynamic-wind (lambda () #f) loop (lambda () (loop)))))'

    def loop() -> None:
        replies.append(session.ask({"eval": text}, lambda text: began.set()))

    thread = threading.Thread(target=loop)
    thread.start()
    assert began.wait(200)
    session.interrupt()
    thread.join(200)
    assert replies[0]["error"]["kind"] == "interrupt"


def test_an_interrupt_when_nothing_runs_does_nothing(session: Session) -> None:
    session.interrupt()
    assert asked(session, "(+ 1 1)")["value"] == "2"


@interrupting
def test_completion_and_description_do_not_wait_for_an_evaluation(session: Session) -> None:
    began, done = threading.Event(), threading.Event()

    def loop() -> None:
        session.ask({"eval": '(display "x") (let loop () (loop))'}, lambda text: began.set())
        done.set()

    threading.Thread(target=loop).start()
    assert began.wait(200)
    assert session.ask({"complete": "(string-app"})["completions"]
    assert session.ask({"describe": "fold"})["kind"] == "procedure"
    session.interrupt()
    assert done.wait(200)


@interrupting
def test_a_request_may_have_a_time_limit(session: Session) -> None:
    reply = session.ask({"eval": "(let loop () (loop))", "time": 0.05})
    assert reply["error"]["message"] == "stopped: it ran longer than its 0.05 s"


def test_a_text_from_a_file_has_its_places(session: Session) -> None:
    reply = session.ask({"eval": "(car 1)", "name": "a.scm", "line": 7, "column": 3})
    assert reply["error"]["place"] == "a.scm:7:3"
    assert reply["restarts"][0]["source"] == "(car 1)"


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"eval": 5},
        {"eval": None},
        {"eval": "1", "in": "nowhere"},
        {"eval": "1", "in": 5},
        {"eval": "1", "name": []},
        {"eval": "1", "time": "soon"},
        {"eval": "1", "time": -1},
        {"eval": "1", "time": float("nan")},
        {"eval": "1", "file": {}},
        {"eval": "x" * 1_000_001},
        {"command": {}},
        {"command": ""},
        {"command": "nothing"},
        {"complete": 5},
        {"describe": []},
    ],
)
def test_a_request_that_makes_no_sense_is_told_so(session: Session, request_: dict[str, Any]) -> None:
    reply = session.ask(request_)
    assert reply["error"]["kind"] == "request"


def test_places_that_make_no_sense_are_left_out(session: Session) -> None:
    for strange in (-1, 0, 10**9, "x", None, True, 1.5):
        assert session.ask({"eval": "1", "line": strange, "column": strange})["value"] == "1"
    assert session.ask({"eval": "1", "file": "\0/" + "x" * 5000})["value"] == "1"


@pytest.mark.parametrize(
    "text",
    ["(", ")", '"', "#|", "|", "#\\", "'", "#;", "#u8(", "(1 . ", "#0=", "#0=(a . #1#)", "(" * 50_000, ")" * 50_000,
     '"' + "x" * 500_000, "x" * 900_000, "\0\ud800\x1b[31m", "9" * 50_000, "#e1e999999", "(define", "(lambda",
     "(import (nothing))", "(define-library", ",", ",@", "(quote " * 3_000, "#!eof", "#<x>", "\ufeff1"],
    ids=range(29),
)  # fmt: skip
def test_no_input_is_too_strange(session: Session, text: str) -> None:
    session.ask({"eval": text})
    session.ask({"complete": text[:10_000]})
    session.ask({"describe": text[:10_000]})
    session.ask({"command": text})
    assert asked(session, "(+ 1 1)")["value"] == "2"


def test_circular_deep_and_enormous_values_are_shown_in_part(ask: Asking) -> None:
    assert ask("(define l (list 1 2)) (set-cdr! (cdr l) l) l")["value"] == "#0=(1 2 . #0#)"
    deep = ask("(let loop ((n 300000) (l '())) (if (= n 0) l (loop (- n 1) (list l))))")["value"]
    assert deep.startswith("((((") and deep.endswith("…") and len(deep) == 10_000
    long = ask("(make-vector 1000000 'x)")["value"]
    assert long.startswith("#(x x") and len(long) == 10_000
    assert len(ask("(make-string 1000000 #\\x)")["value"]) == 10_000
    assert len(ask("(expt 7 100000)")["value"]) <= 10_000
    wide = ask("(define v (make-vector 3 0)) (vector-fill! v v) v")["value"]
    assert wide == "#0=#(#0# #0# #0#)"


def test_the_error_of_a_circular_value_is_shown_too(ask: Asking) -> None:
    page = ask('(define l (list 1)) (set-cdr! l l) (error "odd" l) ')["error"]["page"]
    assert len(page) < 3_000


@interrupting
def test_a_program_that_prints_for_ever_is_stopped(session: Session) -> None:
    told: list[int] = []
    reply = session.ask({"eval": '(let loop () (display "0123456789") (loop))'}, lambda text: told.append(len(text)))
    assert reply["error"]["kind"] == "limit"
    assert sum(told) == len(reply["output"]) <= 1_000_000


def test_only_the_last_hundred_values_are_kept(ask: Asking) -> None:
    ask(" ".join(str(n) for n in range(150)))
    assert ask("$51")["value"] == "50"
    assert "unbound variable: $2" in ask("$2")["error"]["message"]


def test_the_sandbox_stays_one(ask: Asking) -> None:
    for text in (
        '(open-input-file "/etc/passwd")',
        "(import (scheme file))",
        "(import (scheme process-context))",
        "(import (harness io))",
        "(import (engine primitives))",
        '(load "/etc/passwd")',
        "(exit)",
        "(emergency-exit)",
        '(include "/etc/passwd")',
    ):
        assert ask(text)["error"] is not None, text
    assert ask("(+ 1 1)")["value"] == "2"


def test_a_tool_can_be_called_as_a_hook_would(ask: Asking, bench: Bench) -> None:
    reply = ask('(call-tool "write_file" \'(("path" . "vfs:///a.txt") ("content" . "hello")))')
    assert reply["error"]["message"].startswith("tool error: vfs:///a.txt: nobody writes here")
    assert "nothing" in ask('(call-tool "nothing" \'())')["error"]["message"]


def test_sessions_at_one_host_have_worlds_of_their_own(session: Session, bench: Bench) -> None:
    other = bench.another()
    asked(session, "(define x 1)")
    assert asked(other, "x")["error"]["kind"] == "unbound"
    assert asked(other, "$1")["error"] is not None


@in_threads("edited")
def test_a_name_of_the_users_that_looks_like_ours_is_left_alone(bench: Bench) -> None:
    session = bench.open({"hooks/odd.scm": "(define $1 'mine)"})
    asked(session, "42")
    asked(session, ",in odd")
    assert asked(session, "$1")["value"] == "mine"
