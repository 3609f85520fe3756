"""A name that nothing defines comes in, what was meant goes out: hints for unbound variables."""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.expanding.toplevel import TopLevel
from chibi_hooks.scheme.libraries.catalogue import exported_names, where_is
from chibi_hooks.scheme.values.spelling import near


def advice(name: str, top_level: TopLevel) -> str | None:
    """Where an unbound variable of a program is defined or exported, or which name is like it; None if none is."""
    if top_level.meaning(name) in top_level.own:
        return f"{name} is defined, but that definition has not been run yet: put it before this use"
    if found := where_is(name):
        return f"{name} is in {' and '.join(found[:3])}: (import {found[0]})"
    if instead := written_in_r7rs(name):
        return f"R7RS writes {instead}"
    if like := near(name, top_level.bound_names()):
        return f"did you mean {like[0]}?"
    if like := near(name, exported_names()):
        return f"did you mean {like[0]}? It is in {where_is(like[0])[0]}"
    return None


def written_in_r7rs(name: str) -> str | None:
    """What stands for a name of another dialect: `written_in_r7rs("setq")` is `"set!"`. None for any other name."""
    return NAMES.get(name)


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
