"""A name that other dialects of Lisp have comes in, what R7RS writes instead goes out: hints for unbound variables."""

from __future__ import annotations

from typing import Final

NAMES: Final = {
    "-1+": "(- n 1)",
    "1+": "(+ n 1)",
    "1-": "(- n 1)",
    "add1": "(+ n 1)",
    "assert": '(unless … (error "…"))',
    "atom?": "(not (pair? x))",
    "begin0": "(let ((value …)) … value)",
    "call-with-escape-continuation": "call/cc",
    "catch": "guard",
    "condition-case": "guard",
    "condition/report-string": "error-object-message and error-object-irritants",
    "define-macro": "define-syntax with syntax-rules",
    "define-struct": "define-record-type",
    "define-structure": "define-record-type",
    "defmacro": "define-syntax with syntax-rules",
    "defun": "define",
    "displayln": "display and newline",
    "error-message": "error-object-message",
    "false": "#f",
    "fluid-let": "parameterize, with a parameter object",
    "foldl": "fold of (srfi 1)",
    "foldr": "fold-right of (srfi 1)",
    "handler-case": "guard",
    "hash-ref": "hash-table-ref of (srfi 69)",
    "hash-set!": "hash-table-set! of (srfi 69)",
    "let/cc": "(call/cc (lambda (k) …))",
    "let/ec": "(call/cc (lambda (k) …))",
    "make-hash": "make-hash-table of (srfi 69)",
    "mapcar": "map",
    "named-lambda": "define, or a named let",
    "nil": "'()",
    "null": "'()",
    "pp": "write and newline",
    "pretty-print": "write and newline",
    "print": "display and newline",
    "printf": "display, or format of (srfi 28)",
    "println": "display and newline",
    "progn": "begin",
    "random": "random-integer of (srfi 27)",
    "real-time": "current-jiffy of (scheme time)",
    "runtime": "current-jiffy of (scheme time)",
    "setf": "set! and procedures like set-car!",
    "setq": "set!",
    "struct": "define-record-type",
    "sub1": "(- n 1)",
    "throw": "raise",
    "true": "#t",
    "try": "guard",
    "void": "(if #f #f)",
    "with-handlers": "guard",
    "with-output-to-string": "open-output-string, parameterize and get-output-string",
}


def written_in_r7rs(name: str) -> str | None:
    """What stands for a name of another dialect: `written_in_r7rs("setq")` is `"set!"`. None for any other name."""
    return NAMES.get(name)
