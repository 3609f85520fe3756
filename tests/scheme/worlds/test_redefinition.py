"""Definitions entered after code that used the name: old code must mean the new thing, as R7RS 5.3.1 says."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading import store
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import short, write_text
from chibi_hooks.scheme.values.source import SourceText
from chibi_hooks.scheme.worlds import redefinition
from tests.fuzz.compare import Outcome, _written, oracle_outcome
from tests.fuzz.generate import PRELUDE, generate, program_text, text
from tests.halves import dealt

LISTS = ["car", "cdr", "cons", "set-car!", "list", "length", "append", "reverse", "null?", "pair?"]
NUMBERS = ["+", "-", "*", "=", "<", ">", "<=", ">="]
OTHERS = ["not", "vector-ref", "vector-set!", "string-append", "eq?", "eqv?", "equal?"]
CONTROL = ["apply", "values", "call-with-values", "map", "for-each"]


def world() -> Interpreter:
    return Interpreter(time_limit=20)


def last(*inputs: str) -> str:
    """The value of the last of several inputs to one world, as written."""
    interpreter = world()
    for each in inputs:
        value = interpreter.run(SourceText("input", each))
    return write_text(value)


@pytest.mark.parametrize(
    ("inputs", "value"),
    [
        (["(define (f x) (car x))", "(define (car x) 42)", "(f '(1 2))"], "42"),
        (["(define (f x) (car x))", "(define old car)", "(define (car x) 42)", "(old '(7))"], "7"),
        (["(define (f x) (car x))", "(define (car x) 42)", "(define (car x) 43)", "(f 1)"], "43"),
        (["(define (f x) (car x))", "(define (car x) 42)", "(set! car cdr)", "(f '(1 2))"], "(2)"),
        (["(define (f x) (car x))", "(list (f '(1)) (begin (set! f f) 2))", "(define (car x) 3)", "(f '(1))"], "3"),
        (["(define (f x) (and (pair? x) (car x)))", "(define (pair? x) #t)", "(define (car x) 'c)", "(f 5)"], "c"),
        (["(import (srfi 130)) (define (f l) (map string-trim l))", "(define (string-trim s) 'mine)", "(f '(1))"],
         "(mine)"),
        (["(define (f l) (map - l))", "(define (map f l) 'mine)", "(f '(1))"], "mine"),
        (["(define (f l) (map (lambda (x) (* x 2)) l))", "(define (map f l) (f 'm))", "(define * list)", "(f 1)"],
         "(m 2)"),
        (["(define (f l) (map car l))", "(define (car x) (list x))", "(f '(1))"], "((1))"),
        (["(define (f l) (map (lambda (x) (lambda (y) (+ x y))) l))", "(define g (car (f '(1))))",
          "(define (map . l) l)", "(define (+ a b) (list a b))", "(g 2)"], "(1 2)"),
        (["(define (f x) (define (up y) (+ y 1)) (lambda () (up (up x))))", "(define g (f 1))",
          "(define (+ a b) (list a b))", "(g)"], "((1 1) 1)"),
        (["(define (f) (define (go i n) (if (= n 0) (list i) (cons (odd? i) (go (+ i 1) (- n 1)))))"
          " (lambda (n) (go 0 n)))",
          "(define g (f))", "(define (+ a b) 2.0)", "(g 2)"], "(#f #f 2.0)"),
        (["(define (f x y) (delay (list (car x) (car y))))", "(define p (f '(1) '(2)))", "(define q (f '(3) '(4)))",
          "(force p)", "(define (car x) (list 'mine x))", "(list (force p) (force q) (force (f 5 6)))"],
         "((1 2) ((mine (3)) (mine (4))) ((mine 5) (mine 6)))"),
        (["(define (f x) (delay-force (delay (car x))))", "(define p (f '(1)))", "(define (car x) 'mine)", "(force p)"],
         "mine"),
        (["(define (odds s) (delay-force (let ((p (force s))) (if (odd? (car p)) (delay p) (odds (cdr p))))))",
          "(define p (odds (delay (list 2 (delay (list 3))))))", "(define (odds s) (make-promise '(mine)))",
          "(force p)"],
         "(mine)"),
        (["(define (f x) (set-car! x 1) x)", "(define (set-car! a b) #f)", "(f (list 5))"], "(5)"),
        (["(define (f x) (vector-set! x 0 1) x)", "(define (vector-set! . l) #f)", "(f (vector 5))"], "#(5)"),
        (["(define (f x) (apply + x))", "(define (apply f l) (list 'apply l))", "(f '(1))"], "(apply (1))"),
        (["(define (p x) (if (> x 1) (raise x) x))", "(define (f x) (guard (e ((number? e) (- e))) (p x)))",
          "(define (p x) (list x))", "(list (f 1) (f 2))"], "((1) (2))"),
        (["(define (p x) (if (> x 1) (raise x) x))\n(define (f x) (guard (e ((number? e) (- e))) (p x)))",
          "(define (raise x) (list 'mine x))", "(list (f 1) (f 2))"], "(1 (mine 2))"),
        (["(define (p x) (if (> x 1) (raise x) x))\n(define (f x) (guard (e ((number? e) (- e))) (p x)))",
          "(define (p x) (raise-continuable (list x)))", "(guard (e (#f 1) (else e)) (f 1))"],
         "(1)"),
        (["(define (send o m . l) (apply (o m) l))\n(define (f o) (list (send o 'a 1 2)))", "(f (lambda (m) +))",
          "(define (send . l) (cdr l))", "(f car)"], "((a 1 2))"),
        (["(define (call f . l) (apply f l))\n(define (f x) (list (call - x 1)))",
          "(define (apply f l) (cons 'mine l))", "(f 5)"], "((mine 5 1))"),
        (["(define (f x) (string-append \"a\" x))", "(define (string-append a b) b)", "(f \"b\")"], '"b"'),
    ],
)  # fmt: skip
def test_old_code_means_the_new_thing(inputs: list[str], value: str) -> None:
    assert last(*inputs) == value


def test_before_the_definition_runs_the_old_meaning_holds() -> None:
    assert last("(define (f x) (car x))", "(define r (f '(1))) (define (car x) 42) (list r (f '(1)))") == "(1 42)"


def test_closures_made_before_keep_their_variables() -> None:
    make = "(define (make l) (let ((n 0)) (lambda () (set! n (+ n 1)) (list n (car l)))))"
    assert last(make, "(define g (make '(a)))", "(g)", "(define (car x) 'new)", "(list (g) (g))") == "((2 new) (3 new))"


def test_closures_made_in_a_loop_keep_their_own_variables() -> None:
    loop = "(define fs (let loop ((i 0) (l '())) (if (< i 3) (loop (+ i 1) (cons (lambda () (* i 10)) l)) l)))"
    assert last(loop, "(define (* a b) (list a b))", "(map (lambda (p) (p)) fs)") == "((2 10) (1 10) (0 10))"


def test_a_redefined_procedure_is_reached_from_its_own_old_body() -> None:
    count = "(define (f n) (if (= n 0) 'done (f (- n 1))))"
    assert last(count, "(define g f)", "(define (f n) (list 'new n))", "(list (g 3) (g 0))") == "((new 2) done)"
    assert last(count, "(define g f)", "(set! f list)", "(g 3)") == "(2)"


def test_old_code_keeps_tail_calls_and_continuations() -> None:
    two = "(define (g x) (car x)) (define (f x) (+ 1 (g x)))"
    loop = "(define (car x) (count 100000)) (define (count n) (if (= n 0) 5 (count (- n 1))))"
    assert last(two, loop, "(f '(1))") == "6"
    again = "(define k #f) (define n 0) (define (car x) (call/cc (lambda (c) (set! k c) 1)))"
    use = "(let ((r (f 'x))) (set! n (+ n 1)) (if (< n 4) (k (* 10 n)) r))"
    assert last(two, again, use) == "31"


def test_what_macros_of_a_library_put_in_keeps_its_meaning() -> None:
    inputs = ["(define (f x) (case x ((1) 'one) (else 'other)))", "(define (eqv? a b) #t)", "(define (memv a b) #t)"]
    assert last(*inputs, "(list (f 1) (f 2))") == "(one other)"


def test_what_macros_of_the_program_put_in_changes_with_the_program() -> None:
    first = "(define-syntax first (syntax-rules () ((_ x) (car x)))) (define (f x) (first x))"
    assert last(first, "(define (car x) 42)", "(list (f '(1)) (first '(1)))") == "(42 42)"


def test_a_name_redefined_before_any_code_used_it_is_left_alone() -> None:
    assert last("(define (log x) (list 'logged x))", "(log 1)", "(log 2)") == "(logged 2)"


def test_libraries_and_other_worlds_know_nothing_of_it() -> None:
    inputs = ["(define (f l) (map list l))", "(define (car x) 42) (define (cons a b) 43) (define (cdr x) '())"]
    assert last(*inputs, "(f '(1 2))") == "((1) (2))"
    assert last("(car '(1))") == "1"


def test_a_refused_definition_changes_nothing() -> None:
    interpreter = world()
    interpreter.evaluate("(define (f x) (car x))")
    with pytest.raises(SchemeError):
        interpreter.evaluate("(define (car x) 42) (if)")
    assert interpreter.evaluate("(f '(1))") == 1


def test_variables_of_a_receiver_stay_when_call_with_values_is_redefined() -> None:
    f = "(define (f x) (call-with-values (lambda () (values x 2)) (lambda (a b) (lambda () (+ a x b)))))"
    assert last(f, "(define p (f 1))", "(define (call-with-values a b) 'mine)", "(list (p) (f 1))") == "(4 mine)"


def test_a_loop_that_gathers_a_list_is_a_loop_over_lists_when_reverse_is_redefined() -> None:
    f = "(define (f l) (let loop ((l l) (acc '())) (if (null? l) (reverse acc) (loop (cdr l) (cons (car l) acc)))))"
    assert last(f, "(define was (f '(1 2)))", "(define (reverse l) l)", "(list was (f '(1 2)))") == "((1 2) (2 1))"


def test_a_procedure_that_holds_what_a_loop_appended_to_keeps_it_when_append_is_redefined() -> None:
    held = "(define (f n) (let loop ((i 0) (l '())) (if (= i n) (lambda (x) (cons x l)) {})))"
    one = held.format("(loop (+ i 1) (append l (list i)))")
    two = held.format("(if (= i 2) (lambda (x) l) (loop (+ i 1) (append l (list i))))")
    mine = "(define (append a b) (list 'mine a b))"
    for f in (one, two):
        assert last(f, "(define p (f 1))", mine, "(list (p 'x) ((f 1) 'y))") == "((x 0) (y mine () (0)))"


def test_a_loop_that_asks_what_it_has_gathered_asks_the_new_procedure_when_that_is_redefined() -> None:
    f = """(define (f l) (let loop ((l l) (seen '())) (if (null? l) seen
             (loop (cdr l) (if (memv (car l) seen) seen (cons (car l) seen))))))"""
    assert last(f, "(define was (f '(1 1)))", "(define (memv x l) #f)", "(list was (f '(1 1)))") == "((1) (1 1))"
    held = """(define (f l) (let loop ((l l) (seen '())) (if (null? l) (lambda (x) (if (memv x seen) 'there seen))
                (loop (cdr l) (if (memv (car l) seen) seen (cons (car l) seen))))))"""
    assert last(held, "(define g (f '(1 2 1)))", "(define (memv x l) l)", "(define (cons a b) 0)", "(g 3)") == "there"
    assert last(held, "(define g (f '(1 2 1)))", "(define (memv x l) #f)", "(list (g 1) ((f '(1)) 1))") == "((2 1) (1))"


def test_a_procedure_that_cannot_be_changed_refuses_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redefinition, "_procedures", lambda *_: [])
    interpreter = world()
    interpreter.evaluate("(define (f x) (car x))")
    with pytest.raises(SchemeError, match="car cannot be redefined any more: f was made with its old meaning"):
        interpreter.evaluate("(define (car x) 42)")
    assert interpreter.evaluate("(list (f '(1)) (car '(2)))") == [1, 2]


def test_frozen_objects_are_found_too() -> None:
    interpreter = world()
    interpreter.evaluate("(define (f x) (car x))")
    gc.freeze()
    try:
        interpreter.evaluate("(define (car x) 42)")
        assert interpreter.evaluate("(f '(1))") == 42
    finally:
        gc.unfreeze()


def outcome(inputs: list[str]) -> Outcome:
    interpreter = world()
    result = ""
    try:
        for each in inputs:
            result = _written(interpreter.run(SourceText("input", each)))
    except SchemeError as error:
        result = f"error: {error.kind}"
    return Outcome(result, short(interpreter.run(SourceText("input", "trace"))))


@pytest.mark.parametrize("batch", dealt(range(3), 0))
def test_random_programs_do_the_same_when_every_primitive_is_redefined_as_itself(batch: int) -> None:
    names = [*LISTS, *NUMBERS, *OTHERS, *CONTROL]
    wrapping = "\n".join(f"(define {name} (let ((old {name})) (lambda l (%apply old l))))" for name in names)
    for seed in range(7_000 + batch * 12, 7_012 + batch * 12):
        forms = [text(form) for form in generate(seed, 80)]
        if oracle_outcome([program_text(generate(seed, 80))]) is None:
            continue  # it takes too long, whoever runs it
        half = len(forms) // 2
        first, rest = PRELUDE + "(define %apply apply)\n" + "\n".join(forms[:half]), "\n".join(forms[half:])
        assert outcome([first, rest or "1"]) == outcome([first, wrapping, rest or "1"]), f"seed {seed}"


def test_a_world_from_disk_is_revised_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "_store", None)
    store.keep_compiled(tmp_path / "kept")
    program = "(define (f x) (car x)) (define (make n) (lambda (l) (list n (car l)))) (define g (make 1))"
    source = SourceText("f.scm", program)
    for origin in ("compiled", "from disk"):
        interpreter = world()
        interpreter.run(source, keep=True)
        interpreter.evaluate("(define (car x) 42)")
        assert interpreter.evaluate("(list (f '(1)) (g '(1)))") == [42, [1, 42]], origin
    assert interpreter._kept is not None


def test_code_that_counts_its_steps_and_code_that_does_not_share_what_is_known_of_a_library() -> None:
    for steps in (None, 1_000_000, None, 1_000_000):
        world = Interpreter(steps=steps)
        value = world.run(SourceText("input", "(let ((f (lambda (x) (list x)))) (list (eq? f f) (map f '(1 2))))"))
        assert write_text(value) == "(#t ((1) (2)))"


def test_what_was_made_for_a_known_procedure_does_not_stand_in_the_way_of_a_redefinition() -> None:
    interpreter = world()
    interpreter.evaluate("""
      (define saved #f)
      (define (fold-right f init l) (if (null? l) init (f (car l) (fold-right f init (cdr l)))))
      (define (sum l) (fold-right (lambda (x y) (call/cc (lambda (k) (set! saved k) (+ x y)))) 0 l))
      (define (later l) (fold-right (lambda (x y) (cons (lambda () (+ x 1)) y)) '() l))
      (define procedures (later '(1 2)))
      (define total (sum '(1 2 3)))""")
    interpreter.evaluate("(define (+ a b) (* a b 10))")
    assert interpreter.evaluate("(list ((car procedures)) ((cadr procedures)))") == [10, 20]
    assert interpreter.evaluate("(sum '(1 2 3))") == 0
    interpreter.evaluate("(define (fold-right f init l) 'other)")
    assert interpreter.evaluate("(sum '(1 2 3))") is interpreter.evaluate("'other")
    interpreter.evaluate("(saved 5)")


STAGES = """
(import (scheme base) (srfi 158))
(define (numbers l) (list->generator l))
(define (evens g) (gfilter even? g))
(define (total g) (generator-fold + 0 g))
(define (f l) (total (evens (numbers l))))
(define (later l) (let ((g (evens (numbers l)))) (lambda () (total g))))
(define (both l) (let ((g (evens (numbers l)))) (let* ((a (g)) (b (total g))) (list a b))))
(define old (later '(1 2 4)))"""


@pytest.mark.parametrize(
    ("definition", "values"),
    [
        ("(define (evens g) (gfilter odd? g))", "(4 (3 0) 6 9)"),
        ("(set! evens (lambda (g) g))", "(10 (2 13) 6 17)"),
        ("(define (evens g) (list->generator '(7 10)))", "(17 (7 10) 6 17)"),
        ("(define (total g) (generator-fold * 1 g))", "(8 (2 24) 8 8)"),
        ("(set! total generator->list)", "((2 4) (2 (4 6)) (2 4) (8))"),
        ("(define (total . g) 'none)", "(none (2 none) none none)"),
        ("(define (numbers l) (list->generator (map - l)))", "(-6 (-2 -10) 6 -8)"),
        ("(define (gfilter p g) (gmap - g))", "(-10 (-2 -13) 6 -17)"),
        ("(define (generator-fold f x g) (list 'fold x))", "((fold 0) (2 (fold 0)) (fold 0) (fold 0))"),
        ("(define (even? x) #t)", "(10 (2 13) 6 17)"),
        ("(define (list->generator l) (generator 2 2))", "(4 (2 2) 6 4)"),
    ],
)
def test_procedures_that_make_generators_are_in_place_as_long_as_nobody_redefines_them(
    definition: str, values: str
) -> None:
    ask = "(list (f '(1 2 3 4)) (both '(2 3 4 6)) (old) ((later '(8 9))))"
    assert last(STAGES, "(list (f '(1 2 3 4)) (both '(2 3 4 6)))") == "(6 (2 10))"
    assert last(STAGES, "(list (f '(1 2)) (both '(2 4)))", definition, ask) == values


def test_how_much_else_there_is_in_the_process_is_no_affair_of_who_redefines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The living procedures are sought among all objects; but who redefines again and again uses up his own time."""
    referrers = gc.get_referrers

    def many(*what: object) -> list[object]:
        until = time.thread_time() + 0.6
        while time.thread_time() < until:
            pass
        return referrers(*what)

    source = "(import (scheme eval) (scheme repl)) (define (g x) #f) (define (h x) #f) (define (f x) (or (g x) (h x)))"
    worlds = [Interpreter("unsandboxed", time_limit=0.3) for _ in range(2)]
    for each in worlds:
        each.run(SourceText("input", source))
    monkeypatch.setattr(redefinition.gc, "get_referrers", many)
    assert worlds[0].run(SourceText("input", "(define (g x) 1) (f 0)")) == 1
    assert worlds[0].run(SourceText("input", "(define (h x) 2) (define (g x) #f) (f 0)")) == 2
    again = "(let ((here (interaction-environment))) (eval '(define (g x) 3) here) (eval '(define (h x) 4) here))"
    with pytest.raises(SchemeError) as stopped:
        worlds[1].run(SourceText("input", again))
    assert stopped.value.payload.condition_kind == "limit"
