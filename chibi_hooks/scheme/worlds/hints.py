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
        return f"Scheme writes {instead}"
    if like := near(name, top_level.bound_names()):
        return f"did you mean {like[0]}?"
    if like := near(name, exported_names()):
        return f"did you mean {like[0]}? It is in {where_is(like[0])[0]}"
    return None


def written_in_r7rs(name: str) -> str | None:
    """What stands for a name of another dialect: `written_in_r7rs("setq")` is `"set!"`. None for any other name."""
    return NAMES.get(name)


NAMES: Final = {
    "//": "; where a comment begins",
    "!": "not",
    "!=": "(not (equal? a b))",
    "===": "equal?",
    "contains": "string-contains for a text, member for a list",
    "contains?": "string-contains for a text, member for a list",
    "empty?": "null? for a list, string-null? for a text",
    "eq": "equal?",
    "equal": "equal?",
    "equals": "equal?",
    "function": "lambda",
    "nil?": "null?",
    "&&": "and",
    "==": "equal?",
    "-1+": "(- n 1)",
    "1+": "(+ n 1)",
    "1-": "(- n 1)",
    "add1": "(+ n 1)",
    "assert": '(unless … (error "…"))',
    "atom?": "(not (pair? x))",
    "begin0": "(let ((value …)) … value)",
    "bool": "#t or #f; everything but #f is true",
    "call-with-escape-continuation": "call/cc",
    "catch": "guard",
    "concat": "string-append, or append for lists",
    "condition-case": "guard",
    "condition/report-string": "error-object-message and error-object-irritants",
    "def": "define",
    "define-macro": "define-syntax with syntax-rules",
    "define-struct": "define-record-type",
    "define-structure": "define-record-type",
    "defmacro": "define-syntax with syntax-rules",
    "defun": "define",
    "dict": "a list with pairs: (list (cons \"key\" value) …)",
    "dict-ref": "payload-ref, or assoc and then cdr",
    "displayln": "display and newline",
    "elif": "cond, with one clause for each",
    "ends-with?": "(string-suffix? end text)",
    "endswith": "(string-suffix? end text)",
    "error-message": "error-object-message",
    "false": "#f",
    "False": "#f",
    "fluid-let": "parameterize, with a parameter object",
    "foldl": "fold of (srfi 1)",
    "foldr": "fold-right of (srfi 1)",
    "handler-case": "guard",
    "hash-ref": "hash-table-ref of (srfi 69)",
    "hash-set!": "hash-table-set! of (srfi 69)",
    "includes": "string-contains for a text, member for a list",
    "index-of": "string-contains",
    "isinstance": "string?, number?, list? and so on",
    "len": "length, or string-length for a text",
    "let/cc": "(call/cc (lambda (k) …))",
    "let/ec": "(call/cc (lambda (k) …))",
    "make-hash": "make-hash-table of (srfi 69)",
    "mapcar": "map",
    "named-lambda": "define, or a named let",
    "nil": "'()",
    "None": "#f, or '()",
    "not=": "(not (equal? a b))",
    "null": "'()",
    "pp": "write and newline",
    "pretty-print": "write and newline",
    "print": "display and newline",
    "printf": "display, or format of (srfi 28)",
    "println": "display and newline",
    "progn": "begin",
    "raise-error": "error",
    "random": "random-integer of (srfi 27)",
    "re.match": "regexp-matches of (srfi 115)",
    "re.search": "regexp-search of (srfi 115)",
    "regex-match": "regexp-search of (srfi 115)",
    "regexp-match": "regexp-search of (srfi 115)",
    "return": "nothing: a body gives what its last form gives",
    "real-time": "current-jiffy of (scheme time)",
    "runtime": "current-jiffy of (scheme time)",
    "setf": "set! and procedures like set-car!",
    "setq": "set!",
    "split": "string-split",
    "starts-with?": "(string-prefix? beginning text)",
    "startswith": "(string-prefix? beginning text)",
    "str": "number->string, symbol->string or string-append",
    "string-contains?": "string-contains",
    "string-empty?": "string-null?",
    "string-ends-with?": "(string-suffix? end text)",
    "string-in": "string-contains",
    "string-includes?": "string-contains",
    "string-lower": "string-downcase",
    "string-match": "regexp-search of (srfi 115)",
    "string-starts-with?": "(string-prefix? beginning text)",
    "string-upper": "string-upcase",
    "struct": "define-record-type",
    "sub1": "(- n 1)",
    "throw": "raise",
    "True": "#t",
    "true": "#t",
    "try": "guard",
    "void": "(if #f #f)",
    "while": "a named let: (let loop (…) (if … (loop …)))",
    "with-handlers": "guard",
    "with-output-to-string": "open-output-string, parameterize and get-output-string",
}
