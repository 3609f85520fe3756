"""Coverage: which clauses are counted, under which places and kinds, and that a program does what it does without."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds.coverage import Coverage


def counted(text: str) -> list[tuple[str, str, int]]:
    """(what the branch begins with, kind, count) of a program."""
    with Coverage() as coverage:
        Interpreter().run(SourceText("p", text))
    found = []
    for branch in coverage.branches:
        place = branch.place
        end = place.end_column - 1 if place.end_line == place.line else None
        found.append((place.source.line(place.line)[place.column - 1 : end], branch.kind, branch.count))
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(if #t (list 1) (list 2))", [("(list 1)", "then", 1), ("(list 2)", "else", 0)]),
        ("(if #f 1 2)", [("(if #f 1 2)", "else", 1), ("(if #f 1 2)", "then", 0)]),
        ("(if #t 'a)", [("'a", "then", 1), ("(if #t 'a)", "false", 0)]),
        ("(when #f 'a)", [("(when #f 'a)", "false", 1), ("'a", "body", 0)]),
        ("(unless #f 'a)", [("(unless #f 'a)", "true", 0), ("'a", "body", 1)]),
        ("(and #t 'a #f 'b)", [("'a", "part", 1), ("'b", "part", 0)]),
        ("(or #f (list) (list 1))", [("(list)", "part", 1), ("(list 1)", "part", 0)]),
        ("(cond (#f 'a) (#t 'b) (else 'c))", [("'a", "clause", 0), ("'b", "clause", 1), ("'c", "else", 0)]),
        ("(cond (#f 'a))", [("'a", "clause", 0), ("(#f 'a)", "no clause", 1)]),
        ("(cond ((assv 1 '((1))) => car) (else 'c))", [
            ("((assv 1 '((1))) => car)", "clause", 1), ("'c", "else", 0)]),
        ("(cond (#f) (#f 'b) (else 'c))", [("'b", "clause", 0), ("'c", "else", 1)]),
        ("(case 3 ((1 2) 'a) ((3) 'b) (else 'c))", [("'a", "clause", 0), ("'b", "clause", 1), ("'c", "else", 0)]),
        ("(guard (e ((string? e) 's) (else 'q)) (raise 1))", [("'s", "clause", 0), ("'q", "else", 1)]),
        ("(define (f) 1) (define g (lambda () 2)) (g)", [("(define (f) 1)", "procedure", 0),
                                                         ("(lambda () 2)", "procedure", 1)]),
        ("(let loop ((i 0)) (if (< i 3) (loop (+ i 1)) 'end))", [("(loop (+ i 1))", "then", 3), ("'end", "else", 1)]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_clause_is_counted_where_it_stands(text: str, expected: list[tuple[str, str, int]]) -> None:
    assert sorted(counted(text)) == sorted(expected)


def test_what_a_macro_makes_is_no_clause_and_what_the_author_hands_it_is() -> None:
    text = """
      (define-syntax choose (syntax-rules () ((_ c x) (if c x (and c x #f)))))
      (choose #t (if 1 'a 'b))
    """
    assert counted(text) == [("'a", "then", 1), ("'b", "else", 0)]


def test_two_loads_of_one_text_count_together() -> None:
    with Coverage() as coverage:
        for value in ("#t", "#f"):
            interpreter = Interpreter()
            interpreter.run(SourceText("p", "(define (f x) (if x 'a 'b))"))
            interpreter.run(SourceText("<q>", f"(f {value})"))
    assert [branch.count for branch in coverage.branches if branch.place.source.name == "p"] == [2, 1, 1]


def test_a_library_of_the_users_is_counted_and_ours_are_not(tmp_path: Path) -> None:
    (tmp_path / "my").mkdir()
    (tmp_path / "my/words.sld").write_text(
        "(define-library (my words) (export f) (import (scheme base)) (begin (define (f x) (if x 'a 'b))))"
    )
    with Coverage() as coverage:
        Interpreter(roots=[tmp_path]).run(SourceText("p", "(import (my words) (srfi 1)) (filter f '(1))"))
    assert {branch.place.source.name for branch in coverage.branches} == {"my/words.sld"}
    assert [branch.count for branch in coverage.branches] == [1, 1, 0]


def test_after_the_block_nothing_is_counted() -> None:
    with Coverage() as coverage:
        pass
    Interpreter().run(SourceText("p", "(if 1 2 3)"))
    assert coverage.branches == []


def test_deeply_nested_code_is_counted() -> None:
    depth = 300
    assert len(counted("(if #t " * depth + "'x" + " 'y)" * depth)) == 2 * depth


def test_a_counted_program_gives_what_it_gives_uncounted() -> None:
    text = """
      (define (count-change amount coins)
        (cond ((= amount 0) 1)
              ((or (< amount 0) (null? coins)) 0)
              (else (+ (count-change amount (cdr coins)) (count-change (- amount (car coins)) coins)))))
      (define k #f)
      (define n 0)
      (list (count-change 30 '(10 5 1))
            (let ((x (call/cc (lambda (c) (set! k c) 1)))) (if (< x 3) (k (+ x 1)) x))
            (let deep ((i 0)) (if (= i 20000) 0 (- (deep (+ i 1)) -1))))
    """
    with Coverage():
        counted = Interpreter(time_limit=30).evaluate(text)
    assert counted == Interpreter(time_limit=30).evaluate(text) == [16, 3, 20000]
