"""A directory for compiled units in, what every case file does as one program out, as JSON: run twice, by two
processes, it says whether a program means the same when it comes from disk.

    python -m tests.scheme.kept DIRECTORY [EVERY FIRST]

With numbers, every so many-th file and program only, from that one on.
"""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

from chibi_hooks.collecting import tune_collector
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.reading.store import keep_compiled
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText

CASES = Path(__file__).parents[1] / "cases"
PRELUDE = tuple(
    f"(scheme {name})"
    for name in ("base", "case-lambda", "char", "complex", "cxr", "inexact", "lazy", "read", "write", "eval")
)
PROGRAMS = {
    "re-entry": "(define k #f) (define n 0) (define l (map (lambda (x) (call/cc (lambda (c)"
    " (if (= x 2) (set! k c)) x)))"
    " '(1 2 3))) (set! n (+ n 1)) (if (< n 3) (k (* n 10))) (list n l)",
    "generator": "(define resume #f) (define return #f) (define (next) (call/cc (lambda (r) (set! return r) (if resume"
    " (resume #f) (begin (for-each (lambda (x) (call/cc (lambda (k) (set! resume k) (return x)))) '(1 2 3))"
    " (return 'end)))))) (let* ((a (next)) (b (next)) (c (next)) (d (next))) (list a b c d))",
    "deep": "(define (count n) (if (= n 0) 0 (+ 1 (count (- n 1))))) (count 50000)",
    "deep in a library": "(length (map (lambda (x) x) (make-list 50000 1)))",
    "set!": "(define (f) (let ((n 0)) (call/cc (lambda (k) (set! n (+ n 1)) (k n))) (set! n (+ n 1)) n)) (f)",
    "type error": "(define (f x) (+ 1 (car x)))\n(f 5)",
    "arity error": "(define (f x) x)\n(define (g) (list (f 1 2)))\n(g)",
    "unbound": "(define (f) (no-such-name 1))\n(f)",
    "early": "(letrec ((a (lambda () b)) (b (a))) b)",
    "in a library": "(import (srfi 1))\n(fold + 0 '(1 a))",
    "raised": "(with-exception-handler (lambda (e) 10) (lambda () (+ 1 (raise-continuable 'x))))",
    "guard": "(guard (e (#t (error-object-message e))) (vector-ref (vector 1 2) 9))",
    "eval": "(define x 5) (eval '(+ x 1) (interaction-environment))",
    "circular constant": "(define l '#0=(1 . #0#)) (list (car l) (car (cdr l)))",
    "shared constant": "(define p '(#1=(1) #1#)) (eq? (car p) (cadr p))",
    "data": '\'(1 2.5 1/2 #\\a "s" sym #t #f () #(1 #(2)) #u8(1 2) (a . b) -0.0 1e400 12345678901234567890)',
    "macro": "(define-syntax swap! (syntax-rules () ((_ a b) (let ((t a)) (set! a b) (set! b t)))))"
    " (define t 1) (define u 2) (swap! t u) (list t u)",
}


def outcome(name: str, text: str) -> list[Any]:
    """Value, output and error page of a program."""
    output = io.StringIO()
    roomy = 1 << 30
    imports = (*PRELUDE, "(scheme repl)")
    world = Interpreter("unsandboxed", 60.0, roomy, imports=imports, stdout=output, environment={})
    try:
        value = write_text(world.run(SourceText(name, text), keep=True))
    except SchemeError as error:
        return [None, output.getvalue(), error.report()]
    return [value, output.getvalue(), None]


def main(directory: str, every: int = 1, first: int = 0) -> None:
    """Run everything; print what came of it and how many units are kept."""
    keep_compiled(Path(directory))
    files = {str(path.relative_to(CASES)): path.read_text(encoding="utf-8") for path in sorted(CASES.rglob("*.scm"))}
    found = {name: outcome(name, text) for name, text in [*PROGRAMS.items(), *files.items()][first::every]}
    print(json.dumps({"outcomes": found, "kept": len(list(Path(directory).iterdir()))}))


if __name__ == "__main__":
    tune_collector()
    main(sys.argv[1], *map(int, sys.argv[2:]))
