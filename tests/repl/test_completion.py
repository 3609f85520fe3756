"""What is offered at the cursor, by what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from chibi_hooks.repl.session import Session
from tests.repl.conftest import Bench, asked


def offered(session: Session, text: str) -> list[str]:
    reply = session.ask({"complete": text})
    return [text[: reply["start"]] + each["text"] for each in reply["completions"]]


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session for all that only look, in which something is defined."""
    bench = Bench(tmp_path_factory.mktemp("completion"))
    session = bench.open()
    asked(session, "(import (chibi string))")
    asked(session, "(define (risky? x) x)")
    yield session
    bench.close()


@pytest.mark.parametrize(
    ("text", "candidate"),
    [
        ("(string-jo", "(string-join"),
        ("string-jo", "string-join"),
        ("(define-ho", "(define-hook"),
        ("(import (srfi 11", "(import (srfi 115)"),
        ("(import (only (srfi 1) fold-r", "(import (only (srfi 1) fold-right"),
        ("(import (prefix (sr", "(import (prefix (srfi 1)"),
        ("(import ", "(import (srfi 1)"),
        ("(register-hook 'pre_t", "(register-hook 'pre_tool"),
        ("'", "'pre_tool"),
        ("(define-hook pre_t", "(define-hook pre_tool"),
        ("(define-hook pre_tool (argu", "(define-hook pre_tool (arguments"),
        ('(payload-ref p "tool_n', '(payload-ref p "tool_name'),
        ('(payload-ref p "arguments.comm', '(payload-ref p "arguments.command'),
        ('(define-hook pre_shell_exec p (payload-ref p "', '(define-hook pre_shell_exec p (payload-ref p "command'),
        ('(register-hook \'pre_message (lambda (p) (cdr (assoc "pro',
         '(register-hook \'pre_message (lambda (p) (cdr (assoc "prompt'),
        (",he", ",help"),
        (",", ",fire"),
        (",fire pre_to", ",fire pre_tool"),
        (",trace 'pre_to", ",trace 'pre_tool"),
        (",trace ris", ",trace risky?"),
        (",in gua", ",in hooks/guard.scm"),
        (",in hooks/g", ",in hooks/guard.scm"),
        (",doc string-jo", ",doc string-join"),
        (",help fi", ",help fire"),
        (",time (string-jo", ",time (string-join"),
        ("(define (f reason) (let ((other 1)) (list rea", "(define (f reason) (let ((other 1)) (list reason"),
        ("(let ((other 1) (more 2)) (+ oth", "(let ((other 1) (more 2)) (+ other"),
        ("(let loop ((count 1)) (loo", "(let loop ((count 1)) (loop"),
        ("(define-hook pre_tool (arguments . payload) (payload-ref payl",
         "(define-hook pre_tool (arguments . payload) (payload-ref payload"),
        ('(define-hook pre_tool (tool_name) (if (equal? tool_name "shell',
         '(define-hook pre_tool (tool_name) (if (equal? tool_name "shell_exec'),
        ("(if (member tool_name '(\"file_", "(if (member tool_name '(\"file_read"),
        ('(call-tool "file_', '(call-tool "file_head'),
    ],
)  # fmt: skip
def test_what_fits_is_offered(prepared: Session, text: str, candidate: str) -> None:
    assert candidate in offered(prepared, text)


@pytest.mark.parametrize(
    "text",
    ['"string-jo', "; string-jo", "#| string-jo", '(display "tool_n', '(payload-ref "tool_n', "#\\s", "(zz", "()"],
)
def test_nothing_is_offered_where_nothing_fits(session: Session, text: str) -> None:
    assert offered(session, text) == []


def test_only_the_fields_of_the_point_that_is_written_are_offered(session: Session) -> None:
    text = '(define-hook pre_shell_exec p (payload-ref p "'
    assert not any(each.endswith('"prompt') for each in offered(session, text))


def test_keys_of_the_last_payload_are_offered_too(session: Session) -> None:
    asked(session, ',fire pre_tool {"tool_name": "x", "arguments": {"unheard": {"of": 1}}}')
    assert '(payload-ref $p "arguments.unheard' in offered(session, '(payload-ref $p "arguments.un')
    assert '(payload-ref $p "arguments.unheard.of' in offered(session, '(payload-ref $p "arguments.unheard.')
    assert "$p" in offered(session, "$")


def test_a_candidate_says_how_it_is_used(session: Session) -> None:
    (found,) = [each for each in session.ask({"complete": "(vector-re"})["completions"] if each["text"] == "vector-ref"]
    assert found["about"] == "(vector-ref vector k)"


def test_the_list_is_bounded(session: Session) -> None:
    assert len(session.ask({"complete": ""})["completions"]) == 200


def test_what_is_no_name_of_a_binding_is_not_offered_as_one(session: Session) -> None:
    reply = session.ask({"complete": "(let ((mine (yours 1))) y"})
    assert "yours" not in [each["text"] for each in reply["completions"]]


def test_fires_are_offered_by_their_ids(session: Session) -> None:
    session.ask({"command": "fire pre_tool --sample"})
    assert [each.startswith(",why ") for each in offered(session, ",why ")] == [True]
    assert "pre_tool" in session.ask({"complete": ",why "})["completions"][0]["about"]
