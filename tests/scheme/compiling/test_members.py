"""That members are looked for wherever there may be some."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chibi_hooks.scheme.compiling.analysing import analysis
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.source import SourceText

CASES = Path(__file__).parents[2] / "cases"
TEXTS = ("lists/members-of-primitives.scm", "lists/walked.scm", "programs/regexp.scm", "programs/adventure.scm")


def emitted(text: str) -> str:
    return Interpreter(time_limit=None).show("python", SourceText("<test>", text))


@pytest.mark.parametrize("name", TEXTS)
def test_who_looks_for_members_everywhere_finds_no_more(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (CASES / name).read_text(encoding="utf-8")
    usual = emitted(text)
    monkeypatch.setattr(analysis, "may_give_members", lambda primitive: True)
    assert usual == emitted(text)


GROWN = "(define (g s) (let f ((n s) (k '())) (if (= n 0) k (f (- n 1) (if (odd? n) (cons n k) k)))))"


@pytest.mark.parametrize(
    ("form", "taken"),
    [
        ("(list->string (sort (string->list s) char<?))", "%letters-sorted"),
        ("(list-sort < (map car s))", "%members-sorted"),
        ("(let ((l (map car s))) (equal? l (reverse l)))", "%same_members"),
        ("(let ((l (let f ((n s) (k '())) (if (= n 0) k (f (- n 1) (cons n k)))))) (equal? l (reverse l)))", "[::-1]"),
        ("(length (let f ((n s) (k '())) (if (= n 0) k (f (- n 1) (cons n k)))))", ".append("),
        ("(let ((l (g s))) (let f ((l (append l l)) (n 0)) (if (null? l) n (f (cdr l) (+ n 1)))))", "members_appended"),
        ("(apply + (g s))", "%members-sum("),
        ("(let ((l (g s))) (for-each display l) (length l))", "len("),
        ('(let ((w (string-split s " "))) (string-join (list-tail w 2) "+"))', "[2:]"),
        ("(for-each (lambda (p) (f (car p))) (zip s s))", "%zipped_members("),
    ],
)
def test_what_is_taken_whole_makes_no_pairs(form: str, taken: str) -> None:
    imports = "(import (scheme base) (srfi 95) (only (srfi 132) list-sort) (only (srfi 130) string-join string-split))"
    imports = f"(import (only (srfi 1) zip)) {imports}"
    shown = emitted(f"{imports} {GROWN} (define (f s) {form})")
    shown = shown[shown.index(" f; ") :]
    assert taken in shown and "%Pair()" not in shown


@pytest.mark.parametrize("same", ["string=?", "equal?", "eqv?", ""])
def test_a_table_takes_the_entries_that_are_made_for_it_without_a_list_of_them(same: str) -> None:
    imports = "(import (scheme base) (srfi 125))"
    shown = emitted(f"{imports} (define (f s) (alist->hash-table (map (lambda (x) (cons x 1)) s) {same}))")
    assert "%members-filled(" in shown and shown.count("%Pair()") == 1


@pytest.mark.parametrize("look", ["(list-ref {} 2)", "(car {})", "(caddr {})"])
def test_of_a_string_that_is_cut_up_to_look_at_one_piece_the_others_are_not_made(look: str) -> None:
    imports = "(import (scheme base) (scheme cxr) (only (srfi 130) string-split))"
    cut = '(string-split s " ")'
    shown = emitted(f"{imports} (define (f s) {look.format(cut)})")
    assert ".split(" in shown and "%strings_of" not in shown


def test_a_list_of_what_is_cut_is_made_at_once() -> None:
    imports = "(import (scheme base) (only (srfi 130) string-split))"
    shown = emitted(f'{imports} (define (f s) (h (string-split s ",") s))')
    assert "%list_of_pieces(" in shown and "%strings_of" not in shown


def test_a_loop_that_keeps_some_pieces_makes_strings_of_those_only() -> None:
    turn = '(if (string=? (car l) "x") (loop (cdr l) m) (loop (cdr l) (cons (car l) m)))'
    loop = f"(let loop ((l (string-split s \",\")) (m '())) (if (null? l) m {turn}))"
    shown = emitted(f"(import (scheme base) (only (srfi 130) string-split)) (define (f s) {loop})")
    assert ".split(" in shown and "%strings_of" not in shown


@pytest.mark.parametrize(
    ("form", "made"),
    [
        ("(map string-length {})", ""),
        ("(for-each (lambda (x) (if (string=? x s) (h s))) {})", ""),
        ("(fold (lambda (x n) (+ n (string-length x))) 0 {})", ""),
        ("(for-each (lambda (x) (hash-table-set! t x (hash-table-ref/default t x 0))) {})", "%string_of"),
        ("(map (lambda (x) (h x)) {})", "all"),
        ('(let loop ((l {})) (if (pair? l) (if (string=? (car l) s) (loop (cdr l)) (error "no" l))))', "all"),
    ],
)
def test_procedures_that_walk_along_pieces_make_no_strings_that_are_only_looked_at(form: str, made: str) -> None:
    imports = "(import (scheme base) (srfi 1) (srfi 69) (only (srfi 130) string-split)) (define (h x) x)"
    table = f"(define (f s) (let ((t (make-hash-table string=?))) {form.format('(string-split s s)')}))"
    shown = emitted(f"{imports} {table}")
    assert ("%strings_of(" in shown or "%list_of_pieces(" in shown) is (made == "all")
    assert shown.count("%string_of(") == (1 if made == "%string_of" else 0)  # where the table is full


UPDATE = """(define (add k t) (cond ((null? t) (list (cons k 1))) ((eqv? (caar t) k) (cons (cons k 2) (cdr t)))
 (else (cons (car t) (add k (cdr t))))))"""


@pytest.mark.parametrize(
    ("turn", "copied"),
    [
        ("(loop (cdr l) (add (car l) t) u)", False),
        ("(loop (cdr l) (add (car l) t) t)", True),  # somebody keeps the old list
        ("(loop (cdr l) (add (f (car l)) t) u)", True),  # a continuation may come back
    ],
)
def test_a_list_that_is_updated_again_and_again_is_not_copied(turn: str, copied: bool) -> None:
    loop = f"(define (g f l) (let loop ((l l) (t '()) (u 0)) (if (null? l) (list t u) {turn})))"
    shown = emitted(f"(import (scheme base)) {UPDATE} {loop}")
    of_loop = shown[shown.rindex("def g") :]
    changed = [line for line in of_loop.splitlines() if re.match(r" *v\d+\.car = v\d+$", line)]
    linked = re.findall(r"(v\d+)\.cdr = (v\d+)\n *\1 = \2\n", of_loop)
    made = [pair for _, pair in linked if f"{pair} = %Pair()" in of_loop]
    assert changed and bool(linked) is bool(made) is copied  # all pairs are linked already


def test_a_local_procedure_that_conses_onto_itself_is_a_loop() -> None:
    shown = emitted("(define (f l) (let up ((l l)) (if (null? l) '() (cons (- (car l)) (up (cdr l))))))")
    assert shown.count("def ") == 3 and "while True" in shown


@pytest.mark.parametrize("begin", ["(let up ((l l)) ", ""])
def test_a_call_behind_members_stays_in_tail_position(begin: str) -> None:
    again = "up" if begin else "f g"
    f = f"{begin}(if (null? l) (h l) (cons (g (car l)) ({again} (cdr l))))"
    shown = emitted(f"(define (f g l) {f}{')' * bool(begin)}) (define (h l) (if (pair? l) (f (lambda (x) (- x)) l) l))")
    assert len(re.findall(r"if v\d+ is v\d+:", shown)) == (1 if begin else 2)  # whether there are members


@pytest.mark.parametrize("table", ["t", "(make-hash-table)"])
def test_a_value_that_must_be_in_a_table_is_taken_out_of_pythons_dictionary(table: str) -> None:
    shown = emitted(f"(import (srfi 69)) (define (f t) (let ((t {table})) (hash-table-ref t 'a)))")
    assert re.search(r"v\d+\.direct\[«a»\]", shown) and ("hash-table-ref@" in shown) is (table == "t")


def test_arguments_that_are_left_are_keys_without_a_list() -> None:
    look = "(hash-table-ref t l (lambda () (let ((v (apply f l))) (hash-table-set! t l v) v)))"
    text = emitted(
        f"(import (scheme base) (srfi 125)) (define (memo f) (let ((t (make-hash-table equal?))) (lambda l {look})))"
    )
    assert "%members_ref(" in text and "%put_members(" in text
    assert "%list(" not in text
