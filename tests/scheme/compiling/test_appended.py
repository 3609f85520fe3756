"""That a loop does not copy the list that it makes longer at its end, turn by turn."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.source import SourceText


@pytest.mark.parametrize(
    "loop",
    [
        "(let loop ((i 0) (log '())) (if (= i n) log (loop (+ i 1) (append log (list i)))))",
        "(let loop ((i 0) (log '())) (if (= i n) log (loop (+ i 1) (if (odd? i) (append log (list i i)) log))))",
        "(do ((i 0 (+ i 1)) (log (list n) (append log (reverse n)))) ((= i n) (f log log)))",
        "(let loop ((q (list n))) (if (null? q) n (loop (append (cdr q) (map f (car q))))))",
        "(let loop ((q (list n))) (if (pair? q) (if (f (caar q)) (loop (cdr q)) (loop (append q (list 1)))) n))",
    ],
)
def test_what_a_loop_appends_to_is_no_list_meanwhile(loop: str) -> None:
    shown = Interpreter(time_limit=None).show("python", SourceText("<test>", f"(define (g n f) {loop})"))
    assert "append2" not in shown


@pytest.mark.parametrize(
    ("turn", "ends"),
    [
        ("(loop (quotient n 10) (cons (integer->char (+ 48 (modulo n 10))) l))", "(list->string l)"),
        ("(loop (- n 1) (cons (f n) l))", "(list->string (if (f l) (cons #\\- l) l))"),
        ("(loop (- n 1) (if (f n) (cons #\\a (cons (f n) l)) l))", "(list->string l)"),
    ],
)
def test_characters_that_are_gathered_from_the_right_are_no_list_meanwhile(turn: str, ends: str) -> None:
    turn = f"(if (= n 0) {ends} {turn})".replace("(f l)", "(f 1)")
    shown = Interpreter(time_limit=None).show(
        "python", SourceText("<test>", f"(define (g n f) (let loop ((n n) (l '())) {turn}))")
    )
    assert "%Pair(" not in shown


@pytest.mark.parametrize("lists", ["", " '(0)"])
def test_what_is_no_list_is_told_after_the_lists_behind_it_are_made(lists: str) -> None:
    world = Interpreter(time_limit=None)
    text = f"""(define seen '())
               (define (see i) (set! seen (cons i seen)) i)
               (define (f l i) (if (= i 0) '() (append l{lists} (f l (- (see i) 1)))))"""
    world.run(SourceText("f.scm", text))
    with pytest.raises(SchemeError, match="wanted a proper list, got 5"):
        world.call(world.lookup("f"), 5, 3)
    assert world.evaluate("seen") == world.evaluate("'(1 2 3)")
