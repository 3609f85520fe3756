"""Findings C1 to C15: where the language said otherwise than R7RS, an SRFI or chibi-scheme."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from chibi_hooks.cli.scheme import command as scheme
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText


def check(text: str, wanted: str, roots: tuple[Path, ...] = ()) -> None:
    """A program gives a value that is written so."""
    found = Interpreter(roots=roots, time_limit=60.0).run(SourceText("finding", text))
    assert write_text(found) == wanted


RADIX = """
(define radix (make-parameter 10 (lambda (x) (if (and (exact-integer? x) (<= 2 x 16)) x (error "invalid radix")))))
(define (f n) (number->string n (radix)))
"""
OPEN = '(list (input-port-open? (open-output-string)) (output-port-open? (open-input-string "")))'
C = {
    "C1 markers of exponents": (
        "(list 1s2 1.5F2 1d2 1l-1 (string->number \"-1S2\") #x1f2)", "(100.0 150.0 100.0 0.1 -100.0 498)"
    ),
    "C2 the example of R7RS 4.2.6": (
        RADIX + "(let* ((a (f 12)) (b (parameterize ((radix 2)) (f 12))) (c (radix 16)) (d (f 12))) (list a b d))",
        '("12" "1100" "c")',
    ),
    "C2 a value that is refused": (RADIX + "(guard (e (#t (radix))) (radix 0))", "10"),
    "C2 inside a binding": ("(define p (make-parameter 1)) (list (parameterize ((p 2)) (p 3) (p)) (p))", "(3 1)"),
    "C3 the other direction": (OPEN, "(#f #f)"),
    "C4 Other_Alphabetic": (
        "(import (scheme char)) (map char-alphabetic? '(#\\x345 #\\x24b6 #\\x903 #\\x2160 #\\x301 #\\1))",
        "(#t #t #t #t #f #f)",
    ),
    "C5 the principal root": ("(import (scheme inexact)) (list (sqrt -1.0-0.0i) (sqrt -1.0+0.0i))", "(+1.0i +1.0i)"),
    "C6 powers of zero": ("(list (expt 0 1.0) (expt 0 0.0) (expt 0 0) (expt 0 1/2))", "(0.0 1.0 1 0)"),
    "C7 floats as they are written": (
        "(list 1.7976931348623157e308 5e-324 1e21 1e-7 100000.0)",
        "(1.7976931348623157e+308 5.0e-324 1.0e+21 1.0e-7 100000.0)",
    ),
    "C8 for-each and a collection": (
        "(import (srfi 158)) (generator->list (make-for-each-generator vector-for-each #(1 2)))", "(1 2)"
    ),
    "C9 a variable twice under an ellipsis": (
        "(import (chibi match)) (map (lambda (x) (match x (((a a) ...) a) (_ 'no))) '(((1 1) (2 2)) ((1 1) (2 3))))",
        "((1 2) no)",
    ),
    "C9 a run twice": (
        "(import (chibi match)) (map (lambda (x) (match x (((x ...) (x ...)) x) (((x ... 3) (x ... 3)) x) (_ 'no)))"
        " '(((1 2) (1 2)) ((1 2) (1 2 3)) ((1 3) (1 4 3))))",
        "((1 2) no no)",
    ),
    "C9 a splice in the middle": (
        "(import (chibi match)) (map (lambda (x) (match x (`(a ,@ls d ,e) (list ls e)) (_ 'no)))"
        " '((a d 1) (a b c d 1) (a b c) (a)))",
        "((() 1) ((b c) 1) no no)",
    ),
    "C10 a plain name": ("(import (chibi optional)) (let-optionals '(1) (a (b 2) . c) (list a b c))", "(1 2 ())"),
    "C10 a plain name that is missing": (
        "(import (chibi optional)) (guard (e (#t (error-object-irritants e))) (let-optionals '() (a) a))", "(a)"
    ),
    "C11 an empty string has no parts": (
        '(import (chibi string)) (list (string-split "") (string-split "a b"))', '(() ("a" "b"))'
    ),
    "C11 blanks around edits": (
        '(import (chibi diff)) (let ((d (diff "GAC" "AGCAT" read-char))) (list (edits->string (car d) (caddr d) 1)'
        " (edits->string (cadr d) (caddr d) 2)))",
        '(" »G« AC" "A «G» C «AT» ")',
    ),
    "C12 the default hash": (
        "(import (srfi 128))"
        " (map (lambda (x hash) (= (default-hash x) (hash x) (comparator-hash default-comparator x)))"
        " '(#t #f #\\a \"a\" a 1.5) (list boolean-hash boolean-hash char-hash string-hash symbol-hash number-hash))",
        "(#t #t #t #t #t #t)",
    ),
    "C12 SRFI 162": ("(import (srfi 162)) (comparator-max real-comparator 1 3 2)", "3"),
    "C13 words of quasiquote with other operands": (
        "(list '(unquote-splicing a b) '(unquote a b) `(1 (unquote-splicing a b)) `(1 (unquote-splicing)))",
        "((unquote-splicing a b) (unquote a b) (1 (unquote-splicing a b)) (1 (unquote-splicing)))",
    ),
    "C14 Hangul": (
        "(import (srfi 115)) (map string-length (regexp-extract 'grapheme"
        ' "\\x1112;\\x1161;\\x11ab;\\x1100;\\x1173;\\xac00;\\x11a8;\\x1100;"))',
        "(3 2 2 1)",
    ),
    "C14 by multiplication": ("(import (srfi 1)) (list-ref (iota 5 0 -0.1) 4)", "-0.4"),
    "C14 a carriage return in a name": ("(string-length (symbol->string '|a\r\nb|))", "4"),
    "C15 names of R7RS-large": (
        "(import (scheme list) (scheme vector) (scheme sort) (scheme comparator) (scheme hash-table) (scheme generator)"
        " (scheme regex) (chibi)) (list (fold + 0 '(1 2)) (vector-count even? #(1 2)) (list-sort < '(2 1)))",
        "(3 1 (1 2))",
    ),
}  # fmt: skip


@pytest.mark.parametrize("finding", C)
def test_the_language_says_what_its_report_says(finding: str) -> None:
    check(*C[finding])


def test_c15_a_library_of_r7rs_large_that_we_do_not_have_may_come_from_a_root(tmp_path: Path) -> None:
    (tmp_path / "scheme").mkdir()
    (tmp_path / "scheme" / "flonum.sld").write_text(
        "(define-library (scheme flonum) (export fl-pi) (import (scheme base)) (begin (define fl-pi 3.14)))"
    )
    check("(import (scheme base) (scheme flonum)) fl-pi", "3.14", (tmp_path,))


def test_c16_the_help_says_which_seconds_are_meant() -> None:
    shown = " ".join(CliRunner().invoke(scheme, ["--help"]).output.split())
    assert "seconds of computing" in shown and "by the clock" in shown
