"""Which loops pass over many characters at once (what they answer is in `cases/io/passing-*` and `cases/strings`)."""

from __future__ import annotations

import pytest

from tests.scheme.compiling.test_turns import emitted

ESCAPE = """
(define (escape c out)
  (case c ((#\\<) (write-string "&lt;" out)) ((#\\>) (write-string "&gt;" out))
    ((#\\&) (write-string "&amp;" out)) ((#\\") (write-string "&quot;" out)) (else (write-char c out))))
(define (escaped s)
  (let ((out (open-output-string))) (string-for-each (lambda (c) (escape c out)) s) (get-output-string out)))
"""


@pytest.mark.parametrize(
    ("program", "passes"),
    [
        (ESCAPE, 1),
        (ESCAPE + "(escape #\\a (current-output-port))", 1),
        (
            """(define (f s) (let ((n (string-length s))) (let loop ((i 0) (l '()) (on #f)) (if (= i n) l
                 (let ((c (string-ref s i))) (cond (on (if (char=? c #\\") (loop (+ i 1) l #f) (loop (+ i 1) l #t)))
                   ((or (char=? c #\\") (char=? c #\\')) (loop (+ i 1) l #t)) (else (loop (+ i 1) l #f))))))))""",
            1,
        ),
        (
            """(define (f in out) (let loop () (let ((c (read-char in))) (cond ((eof-object? c) 1)
                 ((char<? c #\\space) (loop)) (else (write-char c out) (loop))))))""",
            1,
        ),
        (
            """(define (f in) (let loop ((l '())) (let ((c (read-char in))) (cond ((eof-object? c) l)
                 ((char-alphabetic? c) (loop l)) (else (loop (cons c l)))))))""",
            0,
        ),
    ],
)
def test_most_characters_are_passed_over_at_once(program: str, passes: int) -> None:
    assert emitted(program).count("%runs[") == passes


@pytest.mark.parametrize(
    ("ends", "how"),
    [
        ("(or (eof-object? c) (char=? c #\\,) (char=? c #\\newline))", "%runs["),
        ("(not (and (char? c) (char-numeric? c)))", "%rows["),
    ],
)
def test_what_is_gathered_from_a_port_is_gathered_before_the_first_turn(ends: str, how: str) -> None:
    turn = f"(if {ends} (list->string (reverse l)) (loop (cons (read-char p) l)))"
    made = emitted(f"(define (f p) (let loop ((l '())) (let ((c (peek-char p))) {turn})))")
    assert how in made[: made.index("while")]
    assert "%read_text" not in made  # what was peeked at is there


@pytest.mark.parametrize("turn", ["(if (> (+ i m) n) #f $)", "(if (<= (+ i m) n) $ #f)", "(and (<= (+ i m) n) $)"])
@pytest.mark.parametrize("part", ["(substring s i (+ i m)) w", "w (substring s i (+ i m))"])
def test_a_string_that_is_looked_for_part_by_part_is_found_at_once(turn: str, part: str) -> None:
    turn = turn.replace("$", f"(if (string=? {part}) i (loop (+ i 1)))")
    made = emitted(f"(define (f s w) (let ((n (string-length s)) (m (string-length w))) (let loop ((i 0)) {turn})))")
    assert ".find(" in made


@pytest.mark.parametrize(
    ("start", "lengths", "first"),
    [
        ("0", "((n (string-length s)) (m (string-length w)))", True),
        ("(string-length w)", "((n (string-length s)) (m (string-length w)))", True),
        ("0", "((n (string-length w)) (m (string-length w)))", False),  # whether `s` is a string is not known yet
    ],
)
def test_what_is_looked_for_part_by_part_is_looked_for_before_the_first_turn(
    start: str, lengths: str, first: bool
) -> None:
    turn = "(cond ((> (+ i m) n) #f) ((string=? (substring s i (+ i m)) w) (list i)) (else (loop (+ i 1))))"
    made = emitted(f"(define (f s w) (let {lengths} (let loop ((i {start})) {turn})))")
    assert (".find(" in made[: made.index("while ")]) is first


AT = """(define (at? s w i) (let same ((j 0)) (cond ((= j (string-length w)) #t) ((= (+ i j) (string-length s)) #f)
  ((char=? (string-ref s (+ i j)) (string-ref w j)) (same (+ j 1))) (else #f))))"""
SAME = """(let same ((j 0)) (cond ((= j m) HIT) ((char=? (string-ref s (+ i j)) (string-ref w j)) (same (+ j 1)))
  (else MISS)))"""
ASKED = SAME.replace("HIT", "#t").replace("MISS", "#f")
TOLD = SAME.replace("HIT", "i").replace("MISS", "(loop (+ i 1))")


@pytest.mark.parametrize(
    ("turn", "finds"),
    [
        ("(if (> (+ i m) n) #f " + TOLD + ")", True),
        ("(and (<= (+ i m) n) (or " + ASKED + " (loop (+ i 1))))", True),
        ("(cond ((= i n) #f) ((at? s w i) i) (else (loop (+ i 1))))", True),
        ("(cond ((= i n) #f) (" + ASKED + " i) (else (loop (+ i 1))))", False),
        ("(if (> (+ i m) n) #f " + TOLD.replace("(loop (+ i 1))", "(loop (+ i 2))") + ")", False),
        ("(if (> (+ i 1) n) #f " + TOLD + ")", False),
    ],
)
def test_a_string_that_is_looked_for_character_by_character_is_found_at_once(turn: str, finds: bool) -> None:
    loop = f"(let loop ((i 0)) {turn})"
    made = emitted(f"{AT} (define (f s w) (let ((n (string-length s)) (m (string-length w))) {loop}))")
    assert (".find(" in made) is finds


@pytest.mark.parametrize("whole", ["", '(define (g) (f "a & b" "&" "&amp;"))'])
@pytest.mark.parametrize("letter", ["(string (string-ref s i))", "(substring s i (+ i 1))"])
def test_what_stands_between_the_places_of_a_string_is_gathered_at_once(letter: str, whole: str) -> None:
    replace = f"""(define (f s w x) (let loop ((i 0) (o "")) (cond
      ((> (+ i (string-length w)) (string-length s)) (string-append o (substring s i (string-length s))))
      ((string=? (substring s i (+ i (string-length w))) w) (loop (+ i (string-length w)) (string-append o x)))
      (else (loop (+ i 1) (string-append o {letter}))))))"""
    made = emitted(replace + whole)
    assert made.count(".find(") == (2 if whole else 1)


def test_what_a_literal_is_put_instead_of_is_found_at_once_where_the_search_is_in_line() -> None:
    replace = """(define (f s w x) (let ((n (string-length s)) (m (string-length w))) (let loop ((i 0) (o "")) (cond
      ((> (+ i m) n) (string-append o (substring s i n)))
      ((string=? (substring s i (+ i m)) w) (loop (+ i m) (string-append o x)))
      (else (loop (+ i 1) (string-append o (string (string-ref s i)))))))))"""
    made = emitted(replace + '(define (g s) (f s "&" "&amp;"))')
    assert made.count(".find(") == 2
    assert "%len(«" not in made


def test_a_text_without_any_of_a_few_characters_is_passed_over_without_a_turn() -> None:
    search = "(string-any (lambda (c) (memv c '(#\\, #\\\" #\\newline))) s)"
    made = emitted(f"(import (scheme base) (only (srfi 130) string-any)) (define (f s) {search})")
    assert " in v1.s or " in made


def test_a_loop_that_looks_at_the_words_of_a_text_goes_along_its_characters() -> None:
    turn = "(if (char-whitespace? (string-ref s i)) (loop (+ i 1) #f (if in (+ n 1) n)) (loop (+ i 1) #t n))"
    ends = "(if (= i (string-length s)) (if in (+ n 1) n)"
    made = emitted(f"(define (f s) (let loop ((i 0) (in #f) (n 0)) {ends} {turn})))")
    assert "%runs[" not in made and "while " not in made


@pytest.mark.parametrize(
    "turn",
    [
        "(loop (+ i 1) (if (char=? (string-ref s i) #\\a) (+ n 1) n))",
        "(if (char=? #\\a (string-ref s i)) (loop (+ i 1) (+ n 1)) (loop (+ i 1) n))",
        "(let ((c (string-ref s i))) (loop (+ i 1) (if (eqv? c #\\a) (+ 1 n) n)))",
    ],
)
def test_a_loop_that_only_counts_a_character_is_none(turn: str) -> None:
    made = emitted(f"(define (f s) (let loop ((i 0) (n 0)) (if (= i (string-length s)) n {turn})))")
    assert ".count(" in made
    assert "for " not in made and "while " not in made


def test_what_a_loop_is_given_first_is_passed_over_before_where_nothing_else_is_given_to_it() -> None:
    name = "(let name ((c (read-char in)) (l '())) (if (char=? c #\\}) $ (name (read-char in) (cons c l))))"
    made = emitted(f"(define (f in) {name.replace('$', '(list->string (reverse l))')})")
    assert ".find(" in made[: made.index("while")]
    turn = "(if (char=? c #\\}) n (begin (write-char c out) (loop (read-char in) $)))"
    for moved, times in (("n", 2), ("(+ n 1)", 0)):
        program = f"(define (f in out) (let loop ((c (read-char in)) (n 0)) {turn.replace('$', moved)}))"
        assert emitted(program).count(".find(") == times
