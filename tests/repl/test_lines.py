"""Streams that are no terminal: forms as text, and one JSON object per line."""

from __future__ import annotations

import io
import json
import threading
from pathlib import Path
from typing import Any

from chibi_hooks.repl.doors.lines import LINE, JsonLines, run_text
from chibi_hooks.repl.session import Session
from tests.repl.conftest import Bench, interrupting
from tests.test_house import loaded_by


def run(session: Session, text: str) -> tuple[bool, str, str]:
    out, err = io.StringIO(), io.StringIO()
    good = run_text(session, io.StringIO(text), out.write, err.write)
    return good, out.getvalue(), err.getvalue()


def test_values_go_to_stdout_when_their_form_is_closed(session: Session) -> None:
    assert run(session, '(define (f x)\n  (* x 2))\n\n(f 4) ; eight\n"a"\n(values)\n') == (True, '8\n"a"\n', "")


def test_output_and_values_do_not_share_a_line(session: Session) -> None:
    assert run(session, '(begin (display "hi") 1)\n(begin (display "x") (newline) 2)') == (True, "hi\n1\nx\n2\n", "")


def test_errors_and_notes_go_to_stderr_and_what_follows_still_runs(session: Session) -> None:
    good, out, err = run(session, "(car 5)\n(+ 1 1)\n,2 'used\n,time 1\n")
    assert (good, out) == (False, "2\nused\n1\n")
    assert "<repl 1>:1:1: car: wanted a pair, got 5\n  (car 5)\n  ^^^^^^^\n  ,1  edit" in err
    assert " ms\n" in err


def test_what_is_never_closed_is_an_error_at_the_end(session: Session) -> None:
    good, out, err = run(session, '1\n(f "')
    assert (good, out) == (False, "1\n")
    assert "unclosed" in err


def test_quit_ends_it(session: Session) -> None:
    assert run(session, "1\n,quit\n2\n") == (True, "1\n", "")


def test_reloads_are_told_between_the_answers(session: Session, bench: Bench) -> None:
    bench.save("hooks/new.scm", "(define-hook post_tool () '())")
    assert "generation 2  added hooks/new.scm  +post_tool new" in run(session, "1\n")[2]


class Pipe(io.RawIOBase):
    """Lines that arrive when the test says so."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.arrived = threading.Condition()
        self.ended = False

    def write_line(self, line: bytes, end: bool = False) -> None:
        with self.arrived:
            self.lines.append(line)
            self.ended = self.ended or end
            self.arrived.notify()

    def readline(self, size: int | None = -1) -> bytes:  # type: ignore[override]
        with self.arrived:
            while not self.lines and not self.ended:
                self.arrived.wait()
            return self.lines.pop(0) if self.lines else b""


def talk(session: Session, *requests: Any) -> list[dict[str, Any]]:
    lines = [each if isinstance(each, bytes) else json.dumps(each).encode() for each in requests]
    out = io.BytesIO()
    JsonLines(session, io.BytesIO(b"\n".join(lines)), out).run()
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_every_request_has_a_reply_with_its_id(session: Session) -> None:
    replies = talk(
        session,
        {"id": 1, "eval": '(begin (display "hi") (+ 1 2))'},
        {"id": "two", "command": "points pre_tool"},
        {"id": [3], "complete": "(string-app"},
        {"id": None, "describe": "fold"},
        {"eval": "(car 5)"},
    )
    one, two, three, four, five = replies
    assert Path(one.pop("homes")[0]).name == "home"
    assert one == {
        "id": 1, "value": "3", "values": [{"name": "$1", "text": "3"}], "page": "", "notes": [], "error": None,
        "restarts": [], "quit": False, "edit": None, "output": "hi", "world": "<repl>", "generation": 1, "notices": [],
    }  # fmt: skip
    assert (two["id"], two["page"].splitlines()[0][:9]) == ("two", "pre_tool:")
    assert (three["id"], three["completions"][0]["text"]) == ([3], "string-append")
    assert (four["id"], four["kind"]) == (None, "procedure")
    assert (five["id"], five["error"]["kind"], len(five["restarts"])) == (None, "type", 3)


def test_nonsense_is_answered_and_the_conversation_goes_on(session: Session) -> None:
    replies = talk(
        session, b"x", b"[1]", b'"a"', b"\xff\xfe", b"[" * 200_000, b'{"eval": NaN', b'{"eval": "1", "eval": 2}', b"",
        b"{" + b" " * LINE + b"}", {"id": 9, "eval": "(+ 1 1)"},
    )  # fmt: skip
    assert [reply["error"]["kind"] for reply in replies if reply["error"]] == ["request"] * 8
    assert [reply["value"] for reply in replies if reply["id"] == 9] == ["2"]


def test_strange_characters_arrive_as_they_are_and_leave_as_ascii(session: Session) -> None:
    out = io.BytesIO()
    text = json.dumps({"id": "λ\ud800", "eval": '(string #\\x3bb #\\x1F600) "\\x7;é"'})
    JsonLines(session, io.BytesIO(text.encode()), out).run()
    assert out.getvalue().isascii()
    reply = json.loads(out.getvalue())
    assert (reply["id"], reply["values"][0]["text"]) == ("λ\ud800", '"λ😀"')


@interrupting
def test_an_interrupt_is_taken_while_something_runs(session: Session) -> None:
    pipe, out = Pipe(), io.BytesIO()
    began = threading.Event()
    ask = session.ask

    def announced(request: Any, tell: Any = None) -> Any:
        return ask(request, lambda text: began.set())

    session.ask = announced  # type: ignore[method-assign]
    conversation = threading.Thread(target=JsonLines(session, pipe, out).run)  # type: ignore[arg-type]
    conversation.start()
    pipe.write_line(b'{"id": 1, "eval": "(display 1) (let loop () (loop))"}\n')
    assert began.wait(200)
    pipe.write_line(b'{"id": 2, "interrupt": 7}\n')
    pipe.write_line(b'{"id": 3, "interrupt": 1}\n', end=True)
    conversation.join(200)
    replies = {reply["id"]: reply for reply in map(json.loads, out.getvalue().splitlines())}
    assert replies[2]["interrupted"] is False
    assert replies[3]["interrupted"] is True
    assert replies[1]["error"]["kind"] == "interrupt"


def test_a_reader_that_goes_away_ends_the_conversation(session: Session) -> None:
    class Gone(io.BytesIO):
        def write(self, data: Any) -> int:
            raise BrokenPipeError

    requests = b"".join(json.dumps({"id": n, "eval": "1"}).encode() + b"\n" for n in range(3))
    JsonLines(session, io.BytesIO(requests), Gone()).run()


def test_quit_ends_the_conversation(session: Session) -> None:
    replies = talk(session, {"id": 1, "command": "quit"}, {"id": 2, "eval": "1"})
    assert [reply["id"] for reply in replies] == [1]


def test_programs_and_pipes_do_without_what_terminals_and_editors_need() -> None:
    modules = "chibi_hooks.cli.repl, chibi_hooks.repl.session, chibi_hooks.repl.doors.lines"
    assert loaded_by(f"import {modules}") & {"prompt_toolkit", "bencodepy", "asyncio", "rich"} == set()
