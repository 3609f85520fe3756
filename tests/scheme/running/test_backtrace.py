"""Which procedures were running when a program failed: whole pages, compared with `tests/snapshots/backtraces.txt`.

`python -m tests.scheme.running.test_backtrace` writes the file anew from the programs in it; review the difference like
code.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitives.control import control
from chibi_hooks.scheme.running import backtrace
from chibi_hooks.scheme.running.backtrace import KEPT, OUTERMOST, SHOWN, cut
from chibi_hooks.scheme.values.errors import Frame, SchemeError
from tests.scheme.test_error_pages import PAGES, page, pages, write_anew

BACKTRACES = PAGES.with_name("backtraces.txt")
PROGRAMS = pages(BACKTRACES)


@pytest.mark.parametrize(("program", "expected"), PROGRAMS, ids=[text.splitlines()[0][:60] for text, _ in PROGRAMS])
def test_a_backtrace_is_as_it_was_reviewed(program: str, expected: str) -> None:
    assert page(program, backtrace=True) == expected


@pytest.mark.parametrize("program", [program for program, _ in PROGRAMS])
def test_frames_on_the_heap_are_those_that_were_on_the_stack(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = names(program)
    monkeypatch.setattr(control, "UNLEAKED", -1)  # every call/cc moves its frames to the heap
    prefix = "(define (leaked x) (call/cc (lambda (k) x)))\n"
    assert names(prefix + program) == wanted


def names(program: str) -> list[str]:
    """The procedures of the backtrace, without those of libraries."""
    with pytest.raises(SchemeError) as caught:
        Interpreter(time_limit=20.0).evaluate(program)
    return [frame.procedure for frame in caught.value.frames if not frame.library]


def test_an_error_is_shown_where_it_was_made_when_it_is_raised_again() -> None:
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate("(define (f)\n (+ 1 (car 5)))\n(guard (e (#f 1))\n (f))")
    assert caught.value.place is not None and caught.value.place.line == 2
    assert caught.value.frames[0].procedure == "f"


def test_a_continuation_that_is_raised_is_an_object_like_any_other() -> None:
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate("(define (f)\n (raise (call/cc (lambda (k) (call/cc (lambda (j) (j k)))))))\n(list (f))")
    assert "raised: #<procedure>" in backtrace.page(caught.value)


def test_a_byte_order_mark_is_neither_shown_nor_counted() -> None:
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate("\ufeff(car 5)")
    shown = backtrace.page(caught.value)
    assert "  (car 5)\n  ^^^^^^^\n" in shown and "top level  <string>:1:1  (car 5)" in shown


def test_a_stopped_program_says_where_it_was() -> None:
    with pytest.raises(SchemeError) as caught:
        Interpreter(steps=1_000).evaluate("(define (spin n) (spin (+ n 1)))\n(define (start) (list (spin 0)))\n(start)")
    assert [frame.procedure for frame in caught.value.frames] == ["spin", "start", "top level"]
    assert "start  <string>:2:23  (spin 0)" in backtrace.page(caught.value)


def test_of_many_frames_the_ends_are_kept() -> None:
    kept = cut(Frame(str(number), None) for number in range(100_000))
    assert [frame.procedure for frame in kept[:KEPT]] == [str(number) for number in range(KEPT)]
    assert kept[-1].procedure == "99999" and len(kept) <= KEPT + 2 * OUTERMOST + 1
    assert sum(frame.skipped or 1 for frame in kept) == 100_000


def test_of_a_million_pending_calls_only_those_that_are_kept_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[object] = []
    monkeypatch.setattr(backtrace, "_of_resume", lambda function: looked_at.append(function) or [Frame("f", None)])
    pending: Any = None
    for number in range(1_000_000):
        pending = (number, (), pending)
    frames = backtrace.of_heap(pending)
    assert len(looked_at) == KEPT + OUTERMOST and looked_at[0] == 999_999 and looked_at[-1] == 0
    assert sum(frame.skipped or 1 for frame in frames) == 1_000_000


def test_at_most_twenty_frames_are_shown() -> None:
    report = page("(define (deep n) (if (= n 0) (car 5) (- (deep (- n 1)) -1)))\n(deep 5000)", backtrace=True)
    lines = report.split("innermost first:\n")[1].splitlines()
    assert len(lines) == SHOWN + 1 and any("more frames" in line for line in lines)
    assert sys.getrecursionlimit() < 5000


if __name__ == "__main__":
    write_anew(BACKTRACES, backtrace=True)


def test_what_no_clause_of_a_guard_matched_has_its_place_also_behind_a_dynamic_wind() -> None:
    program = "(define (f)\n (raise 'odd))\n(guard (e ((string? e) 1))\n (dynamic-wind list (lambda () (f)) list))"
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate(program)
    assert caught.value.place is not None and caught.value.place.line == 2


@pytest.mark.parametrize("given, line", [("'()", 3), ("1", 4), ("'(b)", 1)])
def test_what_no_clause_of_a_guard_matched_has_the_place_of_its_own_raise(given: str, line: int) -> None:
    program = (
        f"(define (g l) (raise (car l)))\n(define (f x) (guard (e ((string? e) 1))\n (cond ((null? x) (raise 'a))\n"
        f"  ((number? x) (raise x)) (else (g x)))))\n(f {given})"
    )
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate(program)
    assert caught.value.place is not None and caught.value.place.line == line
    assert [frame.procedure for frame in caught.value.frames][-2:] == ["f", "top level"]
