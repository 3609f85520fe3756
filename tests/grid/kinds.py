"""What procedures are called with: the name of a kind -> an expression of Scheme, which makes a fresh value each time.

A kind is data; a new one is a line. `FAILING` ones are operands that have no value.
"""

from __future__ import annotations

from typing import Final

IMPORTS: Final = """
(import (scheme base) (scheme char) (scheme lazy) (scheme write) (srfi 69) (srfi 115) (srfi 128)
        (only (srfi 27) default-random-source))
"""
DEFINITIONS: Final = """
(define (of-one x) x)
(define (of-two x y) x)
(define (of-none) 5)
(define (of-any . x) (if (pair? x) (car x) #f))
(define (says-no . x) #f)
(define (raises . x) (raise 'no))
(define (two-values . x) (values 1 2))
(define (compares a b) 0)
(define (escaping f) (call/cc f))
(define (ring) (let ((x (list 1 2 3))) (set-cdr! (cddr x) x) x))
(define (knot) (let ((x (list 1 2))) (set-car! x x) x))
(define (vector-ring) (let ((x (vector 1 2))) (vector-set! x 0 x) x))
(define (tree n) (if (= n 0) 1 (cons (tree (- n 1)) (tree (- n 1)))))
(define (deep) (do ((i 0 (+ i 1)) (x '() (list x))) ((= i 5000) x)))
(define (table) (let ((t (make-hash-table equal?))) (hash-table-set! t 1 2) (hash-table-set! t "k" 3) t))
(define a-record #f)
(define-record-type <point> (point x) point? (x point-x))
(define long-text (make-string 100000 #\\a))
(define long-list (make-list 20000 1))
(define huge (expt 7 40000))
(define (caught . xs) (guard (e (#t e)) (apply error xs)))
(define (written port f x) (f x port) port)
(define (fed accumulator . xs) (for-each accumulator xs) (accumulator (eof-object)))
(define (list-sort* names)
  (define (before? x y) (string<? (symbol->string x) (symbol->string y)))
  (define (put x l) (if (or (null? l) (before? x (car l))) (cons x l) (cons (car l) (put x (cdr l)))))
  (if (null? names) '() (put (car names) (list-sort* (cdr names)))))
(define (counts-to n) (lambda () (if (= n 0) (eof-object) (begin (set! n (- n 1)) n))))
"""
OF_LIBRARIES: Final = {
    "(srfi 64)": """
        (define (tested runner) (test-runner-current runner) (test-assert "t" #t) runner)
    """,
    "(chibi test)": """
        (define (a-group) (test-begin "group") (let ((group (current-test-group))) (test-end) group))
    """,
    "(chibi string)": "(import (scheme read))",
    "(scheme r5rs)": "(import (only (scheme eval) environment) (only (scheme file) file-exists?))",
}
"""What only the rows of a library need, written with what it exports."""
GOOD: Final = {
    "zero": "0",
    "one": "1",
    "two": "2",
    "half": "1.5",
    "ratio": "3/4",
    "symbol": "'symbol",
    "string": "(string #\\a #\\b #\\c)",
    "char": "#\\a",
    "list": "(list 3 1 2)",
    "vector": "(vector 3 1 2)",
    "bytevector": "(bytevector 1 2 3)",
    "true": "#t",
    "false": "#f",
    "alist": '(list (cons \'a 1) (cons "b" 2))',
    "strings": '(list "b" "a")',
    "chars": "(list #\\b #\\a)",
    "lists": "(list (list 1 2) (list 3 4))",
    "octet": "65",
    "of-one": "of-one",
    "of-two": "of-two",
    "of-none": "of-none",
    "of-any": "of-any",
    "says-no": "says-no",
    "compares": "compares",
    "less": "<",
    "equal": "equal?",
    "table": "(table)",
    "comparator": "(make-default-comparator)",
    "generator": "(counts-to 3)",
    "regexp": "(regexp '(+ any))",
    "match": '(regexp-search \'(: ($ any) any) "abc")',
    "promise": "(delay 1)",
    "parameter": "(make-parameter 1)",
    "input": '(open-input-string "(a b) 12")',
    "output": "(open-output-string)",
    "binary input": "(open-input-bytevector (bytevector 1 2))",
    "binary output": "(open-output-bytevector)",
    "condition": '(guard (e (#t e)) (error "message" 1 2))',
    "library": "'(scheme base)",
    "json": '"{\\"a\\": [1, 2]}"',
    "pattern": '\'(: "a" any)',
    "uuid": '"00000000-0000-0000-0000-000000000000"',
    "toml": '"a = 1"',
    "pairs": "(list (cons 1 2) (cons 3 4))",
    "tree": "(tree 5)",
    "ten": "(list 1 2 3 4 5 6 7 8 9 10)",
    "digits": '"12"',
    "char vector": "(vector #\\a #\\b)",
    "vectors": "(list (vector 1) (vector 2))",
    "random": "default-random-source",
}
HOSTILE: Final = {
    "negative": "-1",
    "huge number": "huge",
    "nan": "+nan.0",
    "infinite": "-inf.0",
    "complex": "1+2i",
    "exact complex": "1/2+3i",
    "large count": "1000000000000",
    "empty list": "'()",
    "empty string": '""',
    "empty vector": "(vector)",
    "empty bytevector": "(bytevector)",
    "long string": "long-text",
    "long list": "long-list",
    "ring": "(ring)",
    "knot": "(knot)",
    "vector ring": "(vector-ring)",
    "deep list": "(deep)",
    "improper": "(cons 1 (cons 2 3))",
    "literal list": "'(1 2 3)",
    "literal vector": "#(1 2 3)",
    "literal string": '"literal"',
    "far char": "#\\x1f600",
    "eof": "(eof-object)",
    "nothing": "(if #f #f)",
    "record": "(point 1)",
    "raises": "raises",
    "two-values": "two-values",
    "primitive": "car",
    "continuation": "(call/cc (lambda (k) k))",
    "environment": "(list 'environment)",
}
FAILING: Final = {
    "fails in line": "(car 'x)",
    "fails in a call": "(raises)",
    "unbound": "no-such-variable",
    "raises a number": "(raise 42)",
    "continuable": "(raise-continuable 'c)",
    "fails deep": '(string-append "a" (number->string (vector-ref (vector 1) 7)))',
    "escapes at once": '((lambda (k) (error "out" k)) 1)',
}
KINDS: Final = {**GOOD, **HOSTILE, **FAILING}
"""All of them."""
