"""The classic mistakes of people who write hooks: each is found before anything runs, with the line to
write instead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from chibi_hooks.dialects.knowing import agents_known
from chibi_hooks.hooks.checking.linting.codes import CODES
from chibi_hooks.hooks.checking.linting.finding import Finding, fixed
from chibi_hooks.hooks.checking.linting.lint import lint
from chibi_hooks.hooks.deciding.point import POINTS


def found_in(text: str, *, load: bool = False) -> list[Finding]:
    return lint(text, Path("/nowhere/it.scm"), load=load, agents=agents_known())


def in_hook(body: str) -> str:
    return f"(define-hook pre_tool (tool-name arguments)\n  {body})"


def with_payload(body: str) -> str:
    return f"(register-hook 'pre_tool\n  (lambda (payload)\n    {body}))"


CLASSICS = [  # text -> code, and a part of the hint
    ("(register-hook 'pre_tol (lambda (p) '()))", "no-point", "write 'pre_tool"),
    ("(register-hook 'pre_tool (lambda () '()))", "no-callback", "(lambda (payload) …)"),
    ("(register-hook pre_tool (lambda (p) '()))", "unbound", "write 'pre_tool"),
    ('(define-hook "pre_tool" () (no-opinion))', "no-point", "write (define-hook pre_tool …)"),
    (with_payload("(list (cons \"blok\" #t))"), "illegal-answer", '(deny "why")'),
    ("(define-hook pre_tool (tool-nam) (no-opinion))", "unknown-key", 'write "tool_name"'),
    ('(define-hook pre_tool (tool-name)\n  (if tool-name\n      (block "no")\n      (no-opinion))\n\n(define x 1)',
     "misplaced-bracket", "(no-opinion)"),
    (in_hook('(if (regexp-search "$rm" tool-name) (block) (no-opinion))'), "wrong-pattern", '"\\\\$rm"'),
    (in_hook('(if (regexp-search "/rm/i" tool-name) (block) (no-opinion))'), "wrong-pattern", 'write "(?i)rm"'),
    (in_hook("(define n 0)\n  (set! n (+ n 1))\n  (if (> n 9) (block) (no-opinion))"), "forgotten",
     "outside of the hook"),
    (in_hook("(let ((all '()))\n  (set! all (cons tool-name all)) (if (pair? (cdr all)) (block) (no-opinion)))"),
     "forgotten", "outside of the hook"),
    (in_hook('"not allowed"'), "no-answer", "write (no-opinion) to let it pass"),
    (in_hook("42"), "no-answer", '(deny "why")'),
    (in_hook("(for-each (lambda (each) (if (equal? each 1) (deny \"no\"))) '(1 2))"), "lost-answer", "the last value"),
    (in_hook('(when (equal? tool-name "x") (deny "no")) (no-opinion)'), "lost-answer", "the last value"),
    (with_payload('(list (cons "block" "yes"))'), "wrong-answer-type", 'write (cons "block" #t)'),
    ('(define-hook pre_system_prompt () (block "no"))', "illegal-answer", "(inject "),
    (in_hook("(if (equal? (cdr (assoc 'command arguments)) \"x\") (block) (no-opinion))"), "symbol-key",
     'write (assoc "command" arguments)'),
    (with_payload('(if (cdr (assoc "no-such-key" payload)) (block) (no-opinion))'), "unknown-key",
     "it has: tool_name, arguments"),
    (in_hook("(if (assoc 'command arguments) (block) (no-opinion))"), "symbol-key",
     'write (assoc "command" arguments)'),
    (in_hook('(if (eq? tool-name "shell_exec") (block) (no-opinion))'), "identity",
     'write (equal? tool-name "shell_exec")'),
    (with_payload("(set-cdr! (assoc \"tool_name\" payload) \"x\") '()"), "mutation", "(rewrite-argument payload"),
    (in_hook("(let loop () (loop))"), "endless", "(if done result (loop …))"),
    (in_hook("(let loop ((i 0)) (if (< i 9) (loop i) (no-opinion)))"), "endless", "hand on what changes: (loop …)"),
    ("(define (spin n) (if (> n 0) (spin n) n))\n" + in_hook("(if (spin 5) (block) (no-opinion))"), "endless",
     "hand on what changes: (spin …)"),
    ('(define (f x) (equal? x "x"))\n(define (f x) (equal? x "y"))\n' + in_hook("(if (f tool-name) (block) '())"),
     "defined-twice", "another name"),
    ('(define (f x) (and x (f (cdr x))))\n(define (f x) (and x (f (cddr x))))\n' + in_hook("(if (f '(1)) (block) '())"),
     "defined-twice", "another name"),
    (in_hook("(if (stirng? tool-name) (block) (no-opinion))"), "unbound", "write string?"),
    (in_hook('(if (member tool-name ("a" "b")) (block) (no-opinion))'), "no-procedure", "write '(\"a\" \"b\")"),
    (in_hook("(if (= 3 (1 + 2)) (block) (no-opinion))"), "no-procedure", "what is called comes first"),
    ('(define-hook pre_tool tool-name (if (member tool-name (list "x")) (block) (no-opinion)))', "bare-field",
     "write (define-hook pre_tool (tool-name) …)"),
    (in_hook("(car arguments 1)"), "wrong-arguments", "`chibi-hooks doc car` shows"),
    (in_hook('(rewrite-argument "path" "/x")'), "wrong-arguments", "rewrite-argument"),
    (in_hook('(if (equal? tool-name "x") (block "no" 1 2) (no-opinion))'), "wrong-arguments",
     "called as (block) or (block message)"),
    (in_hook('(if (equal? tool-name "x") (deny "a" "b" "c") (no-opinion))'), "wrong-arguments", "(deny reason text-"),
    ("(import (harness session))\n" + in_hook("(if (session-ref 'a #f 'home 1) (block) (no-opinion))"),
     "wrong-arguments", "(session-ref key [default [scope]])"),
    (in_hook("(if (string-index tool-name) (block) (no-opinion))"), "wrong-arguments", ""),
    ("(define (bad? x y) x)\n" + in_hook("(if (bad? 1) (block) (no-opinion))"), "wrong-arguments", "(bad? x y)"),
    (in_hook("(let loop ((i 0)) (if (< i 3) (loop) (no-opinion)))"), "wrong-arguments", "called as (loop i)"),
    ("(define f (case-lambda ((a) a) ((a b . c) b)))\n" + in_hook("(f)"), "wrong-arguments", "(f a) or (f a b c …)"),
    (in_hook("(if (make-iota-generator 3) (block) (no-opinion))"), "unbound", "(import (srfi 158))"),
    ('(define bad "x(")\n' + in_hook("(if (regexp-search bad tool-name) (deny) (no-opinion))"), "wrong-pattern", ""),
    ("(import (srfi 115))\n" + in_hook("(if (regexp-search '(: any (nothing)) tool-name) (block) (no-opinion))"),
     "wrong-pattern", ""),
    ("(import (harness paths))\n" + in_hook('(if (path-matches? tool-name "*.pem" "[z-a]") (block) (no-opinion))'),
     "wrong-pattern", ""),
    ('(import (srfi 28))\n' + in_hook('(block (format "~a: ~d" tool-name))'), "wrong-pattern", ""),
    (in_hook('(if (shell-commands "ls") (block) (no-opinion))'), "unbound", "(import (harness shell))"),
    (in_hook('(begin (open-input-file "/etc/passwd") (no-opinion))'), "sandboxed", '"it.scm" = "unsandboxed"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "hint"), CLASSICS)
def test_a_classic_mistake_is_found_with_the_line_to_write_instead(text: str, code: str, hint: str) -> None:
    found = found_in(text)
    assert [each.code for each in found] == [code], found
    assert hint in found[0].hint
    assert found[0].place.line > 0


def test_a_file_that_registers_nothing_is_told_with_the_line_that_registers(tmp_path: Path) -> None:
    text = '(define (guard payload) (block "no"))'
    (found,) = lint(text, tmp_path / "it.scm")
    assert (found.code, found.severity) == ("registers-nothing", "warning")
    assert "write (register-hook 'pre_tool guard)" in found.hint


CERTAIN = [  # of constants, of what our procedures give, of names that stand for a call
    (in_hook('(if (equal? tool-name "x") block (no-opinion))'), "no-answer", "write (block …)"),
    (in_hook('(if (equal? tool-name "x") (block "no") no-opinion)'), "no-answer", "write (no-opinion)"),
    (in_hook("(if (equal? tool-name \"x\") '(block \"no\") (no-opinion))"), "no-answer",
     'write (block "no"), without the quote'),
    (in_hook("(if (equal? tool-name \"x\") 'block (no-opinion))"), "no-answer",
     "write (block), without the quote"),
    (in_hook('(if (and string? (equal? tool-name "x")) (block "no") (no-opinion))'), "always-true",
     "write (string? …)"),
    (in_hook('(if ((equal? tool-name "x")) (block "no") (no-opinion))'), "no-procedure", "pair of brackets"),
    (in_hook('(if (tool-name = "x") (block "no") (no-opinion))'), "no-procedure", "what is called comes first"),
    (in_hook('(let ((list arguments)) (if (equal? tool-name "x") (list 1) (no-opinion)))'), "no-procedure",
     "comes first"),
    ("(define block #t)\n" + in_hook('(if (equal? tool-name "x") (block "no") (no-opinion))'), "no-procedure", "first"),
    (in_hook('(if (equal? tool-name "x") (block 3) (no-opinion))'), "wrong-type", 'write "3"'),
    (in_hook("(if (equal? tool-name \"x\") (block (string-append 'no)) (no-opinion))"), "wrong-type", 'write "no"'),
    (in_hook('(if (equal? tool-name "x") (block (string-length tool-name)) (no-opinion))'), "wrong-type",
     "write (number->string (string-length tool-name))"),
    (in_hook('(if (equal? tool-name "x") (block (+ "no " "more")) (no-opinion))'), "wrong-type", "string-append"),
    (in_hook("(if (equal? tool-name (car '())) (block \"no\") (no-opinion))"), "wrong-type", ""),
    (in_hook('(if (equal? (string-ref tool-name 0) "r") (block "no") (no-opinion))'), "never-equal", "write #\\r"),
    (in_hook('(if (eq? (substring tool-name 0 1) "r") (block "no") (no-opinion))'), "identity", "write (equal? (subs"),
    (in_hook("(if (equal? tool-name ''shell) (block \"no\") (no-opinion))"), "never-equal", ""),
    (in_hook("(if (member '(\"a\") tool-name) (block \"no\") (no-opinion))"), "swapped", "(member tool-name '(\"a\"))"),
    (in_hook('(if (member tool-name "a b") (block "no") (no-opinion))'), "wrong-type", ""),
    (in_hook("(no-opinion)") + '\n(block "no")', "lost-answer", "(define-hook pre_tool (tool-name arguments) …)"),
    ("(register-hook 'pre_tool (lambda payload (if (payload-ref payload \"x\") (block) '())))", "no-callback",
     "(lambda (payload) …)"),
]  # fmt: skip


WORDS = [  # of other languages, and of forms that are written otherwise
    ("(def limit 5)\n" + in_hook("(no-opinion)"), "unbound", "write define"),
    (in_hook('(if (equal? tool-name "x") (block "no") else (no-opinion))'), "does-not-load", "no word else"),
    (in_hook('(if (equal? tool-name "x") then (block "no") (no-opinion))'), "does-not-load", "no word then"),
    (in_hook('(cond ((equal? tool-name "x") (block)) else (no-opinion))'), "does-not-load", "write (else …)"),
    (in_hook("(let (x tool-name) (no-opinion))"), "does-not-load", "(let ((x …)) …)"),
    (in_hook("(let ((x)) (no-opinion))"), "does-not-load", "(let ((x …)) …)"),
    ("# all\n" + in_hook("(no-opinion)"), "does-not-load", "a comment begins with ;"),
    (in_hook('(IF (equal? tool-name "x") (block "no") (no-opinion))'), "unbound", "write if"),
    (in_hook("(if (empty? arguments) (block) (no-opinion))"), "unbound", "write null?"),
    (in_hook("(let ((x tool-name) (n (string-length x))) (no-opinion))"), "unbound", "write let* in place of let"),
    (in_hook('(if (payload-ref arguments command "") (block) (no-opinion))'), "unbound", 'write "command"'),
    (in_hook("(if (assoc command arguments) (block) (no-opinion))"), "unbound", 'write "command"'),
    ("(defun bad (x) x)\n" + in_hook("(no-opinion)"), "unbound", "write define"),
    ("(define-hook pre_tol (tool-name) (no-opinion))", "no-point", "write (define-hook pre_tool …)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "hint"), WORDS)
def test_what_another_language_has_is_told_with_what_scheme_has(text: str, code: str, hint: str) -> None:
    found = found_in(text)
    assert [each.code for each in found] == [code], found
    assert hint in found[0].hint


@pytest.mark.parametrize("call", ['(= tool-name "x")', '(= "x" tool-name)', '(< 0 (+ "a" tool-name))'])
def test_of_the_operands_of_a_call_one_is_told(call: str) -> None:
    assert [each.code for each in found_in(in_hook(f"(if {call} (block) (no-opinion))"))] == ["wrong-type"]


def test_a_string_without_its_end_is_told_where_it_begins() -> None:
    text = in_hook('(if (equal? tool-name "x)\n      (block "no")\n      (no-opinion))')
    (found,) = found_in(text)
    assert (found.place.line, found.place.column) == (2, 25)
    several = '(define text "two\nlines")\n' + in_hook('(block "no)')
    (found,) = found_in(several)
    assert (found.place.line, found.place.column) == (4, 10)


@pytest.mark.parametrize(("text", "code", "hint"), CERTAIN)
def test_what_is_certain_without_a_payload_is_found(text: str, code: str, hint: str) -> None:
    found = found_in(text)
    assert [each.code for each in found] == [code], found
    assert hint in found[0].hint


def test_what_fails_in_a_hook_is_told_before_what_the_hook_gives() -> None:
    text = in_hook('(cond ((equal? tool-name "a") "no")\n        ((equal? tool-name "b") "no")\n'
                   '        (else (block "no" 1 2)))')  # fmt: skip
    assert [each.code for each in found_in(text)] == ["wrong-arguments", "no-answer", "no-answer"]


def test_a_test_that_is_none_is_told_before_what_its_clause_gives() -> None:
    found = found_in(in_hook('(cond (equal? tool-name "x") (else (no-opinion)))'))
    assert [each.code for each in found] == ["always-true", "no-answer"]
    assert "((equal? …) …)" in found[0].hint


def test_the_same_is_said_with_libraries_compiled_and_from_disk(tmp_path: Path) -> None:
    text = in_hook('(if (equal? tool-name "x") block (block "no" 1 2))')
    code = f"""
from pathlib import Path
from chibi_hooks.hooks.checking.linting.lint import lint
from chibi_hooks.scheme.reading.store import keep_compiled
keep_compiled({str(tmp_path)!r})
print([each.code for each in lint({text!r}, Path("/nowhere/it.scm"))])
"""
    said = [subprocess.run([sys.executable, "-c", code], capture_output=True, text=True) for _ in range(2)]
    assert [each.stdout for each in said] == ["['wrong-arguments', 'no-answer']\n"] * 2, said[0].stderr


MORE = [
    (in_hook('(case tool-name (("a" "b") (block)) (else (no-opinion)))'), "identity",
     "(cond ((member tool-name '(\"a\" \"b\")) …) …)"),
    (in_hook("(if (memq tool-name '(\"a\" \"b\")) (block) (no-opinion))"), "identity",
     "(member tool-name '(\"a\" \"b\"))"),
    (in_hook("(if (equal? tool-name 'shell_exec) (block) (no-opinion))"), "never-equal", 'tool-name "shell_exec")'),
    (in_hook("(if (assq tool-name '((\"a\" . 1))) (block) (no-opinion))"), "identity", "write (assoc …)"),
    (in_hook('(if (assq "command" arguments) (block) (no-opinion))'), "identity", 'write (assoc "command" arguments)'),
    (in_hook('(if (string-contains arguments "rm") (block) (no-opinion))'), "wrong-type",
     'write (payload-ref arguments "command" "")'),
    (with_payload('(if (string=? (assoc "tool_name" payload) "x") (block) (no-opinion))'), "wrong-type",
     'write (cdr (assoc "tool_name" payload))'),
    (in_hook('(if (payload-ref "command" arguments) (block) (no-opinion))'), "swapped",
     'write (payload-ref arguments "command")'),
    (in_hook('(if (assoc arguments "command") (block) (no-opinion))'), "swapped", 'write (assoc "command" arguments)'),
    ("(define (get key payload) (cdr (assoc key payload)))\n"
     + with_payload("(if (eq? (get \"tool_name\" payload) 'x) (block) (no-opinion))"), None, ""),
    ("(define (tool payload) (cdr (assoc 'tool_name payload)))\n"
     + with_payload('(if (equal? (tool payload) "x") (block) (no-opinion))'), "symbol-key",
     '(assoc "tool_name" payload)'),
    ("(define-hook pre_tool (payload) (if payload (block) (no-opinion)))", "unknown-key",
     "(define-hook pre_tool payload …)"),
    (in_hook('(if (equal? "/etc" (cdr (assoc "path" arguments))) (block) (no-opinion))'), "unguarded",
     'write (payload-ref arguments "path" "")'),
    ("(define-hook pre_tool (tool-name)\n  (if (equal? tool-name 1)\n      (block))\n      (no-opinion)))",
     "misplaced-bracket", "write (block)"),
    ("(define-hook pre_tool (tool-name)\n  (cond ((equal? tool-name 1)\n         (block)\n"
     "        (else (no-opinion))))",
     "misplaced-bracket", "write (block)) there"),
    (with_payload('(cons "block" #t)'), "no-answer", 'write (list (cons "block" #t))'),
    (in_hook("(begin (no-opinion))") + "\n" + in_hook("(begin 1 (no-opinion)") + "\n\n" + in_hook("(no-opinion)"),
     "misplaced-bracket", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "hint"), MORE)
def test_what_can_never_work_is_found(text: str, code: str | None, hint: str) -> None:
    found = found_in(text)
    assert [each.code for each in found] == ([code] if code else []), found
    assert all(hint in each.hint for each in found)


CLEAN = [
    in_hook('(if (and (equal? tool-name "x") (assoc "command" arguments)) (block "no") (no-opinion))'),
    in_hook("(if (eq? tool-name #f) (block) (no-opinion))"),
    with_payload("(if (memq 'null (map cdr (cdr (assoc \"arguments\" payload)))) (block) (no-opinion))"),
    in_hook("(if (eq? (payload-ref arguments \"x\" 'null) 'null) (block) (no-opinion))"),
    in_hook('(if (and (string? arguments) (string-contains arguments "x")) (block) (no-opinion))'),
    in_hook("(case (string->symbol tool-name) ((shell_exec) (block)) (else (no-opinion)))"),
    with_payload('(if (assoc "session_id" payload) (block) \'())'),
    with_payload('(if (equal? (payload-ref payload "native.hook" "") "x") (block) \'())'),
    "(define (key-of payload key) (cdr (assoc key payload)))\n" + with_payload('(key-of payload "tool_name") \'()'),
    '(define (f payload) (if (payload-ref payload "command") (deny "no") \'()))\n'
    "(register-hook 'pre_shell_exec f)\n(register-hook 'pre_tool f)",
    "(define table '((a . 1)))\n" + in_hook("(if (assq 'a table) (block) (no-opinion))"),
    in_hook('(if (equal? tool-name "x") (block (cdr (assoc "path" arguments))) (no-opinion))'),
    in_hook('(let ((path (assoc "path" arguments))) (if path (block (cdr path)) (no-opinion)))'),
    in_hook("(let loop ((n 3)) (if (= n 0) (no-opinion) (loop (- n 1))))"),
    in_hook("(let ((n 3)) (let loop ((m 1)) (if (= n 0) (no-opinion) (begin (set! n (- n m)) (loop m)))))"),
    in_hook("(let ((v (vector 3))) (let loop ((v v)) (if (= 0 (vector-ref v 0)) (no-opinion)\n"
            "    (begin (vector-set! v 0 (- (vector-ref v 0) 1)) (loop v)))))"),
    in_hook("(call/cc (lambda (k) (let loop () (k (no-opinion)) (loop))))"),
    "(define (equal-to? a b) (eq? a b))\n" + in_hook("(if (equal-to? tool-name 'x) (block) (no-opinion))"),
    '(define x \'(\na\nb))\n(define y "\n(define z 1)\n")\n' + in_hook("(no-opinion)"),
    '(define words \'("a"))\n(define words (cons "b" words))\n'
    + in_hook("(if (member tool-name words) (block) (no-opinion))"),
    '(define (f x) (equal? x "x"))\n(define f (let ((old f)) (lambda (x) (or (old x) (equal? x "y")))))\n'
    + in_hook("(if (f tool-name) (block) (no-opinion))"),
    "(define-values (a b) (values 1 2))\n(define-record-type <it> (it a) it? (a a-of set-a!))\n"
    + in_hook("(no-opinion)"),
    in_hook("(if (equal? tool-name \"x\") (block 'no) (deny #f))"),
    "(define log #f)\n" + in_hook("(if log (log tool-name)) (no-opinion)"),
    "(define (log x) (display x))\n" + in_hook("(if log (log tool-name)) (no-opinion)"),
    "(define (shown x) x)\n" + in_hook("(if (and shown (pair? (map shown '(1)))) (no-opinion) (block))"),
    "(define (mine p) '())\n(define (theirs p) '())\n" + with_payload("((or mine theirs) payload)"),
    "(define-syntax opt (syntax-rules () ((_ f x) (and f (f x)))))\n"
    + in_hook("(if (opt string-length tool-name) (block) (no-opinion))"),
    "(define-syntax named (syntax-rules () ((_ n v) (begin (define kept v) (define (n) kept)))))\n"
    "(named a 1)\n(named b 2)\n"
    + in_hook("(no-opinion)"),
]


@pytest.mark.parametrize("text", CLEAN)
def test_nothing_is_said_of_what_may_work(text: str) -> None:
    assert found_in(text, load=True) == []


def test_a_library_of_the_home_gives_other_procedures_by_our_names(tmp_path: Path) -> None:
    (tmp_path / "mine.sld").write_text(
        "(define-library (mine) (export deny block length)\n  (import (except (scheme base) length))\n  (begin\n"
        "    (define (deny a b c) (lambda (name) (if (equal? a name) '() '())))\n"
        "    (define (block) (lambda (name) '()))\n    (define (length text) (string-length text))))\n"
    )
    text = "(import (except (scheme base) length) (only (harness hooks) define-hook) (mine))\n(block)\n" + in_hook(
        "(block)\n  (if (= 3 (length \"abc\")) ((deny 1 2 3) tool-name) ((block) tool-name))"
    )
    assert lint(text, tmp_path / "it.scm", roots=[tmp_path]) == []


@pytest.mark.parametrize("code", [each for each in CODES if CODES[each].wrong])
def test_the_examples_of_a_code_show_what_it_says(code: str) -> None:
    stated = CODES[code]
    assert code in [each.code for each in found_in(stated.wrong, load=True)]
    assert found_in(stated.right, load=True) == []


FIXED = [
    (in_hook("(if (assoc 'command arguments) (block) (no-opinion))"), '(assoc "command" arguments)'),
    (in_hook('(if (eq? tool-name "x") (block) (no-opinion))'), '(equal? tool-name "x")'),
    ("(register-hook 'pre_tol (lambda (p) '()))", "'pre_tool"),
    (in_hook("(no-opinion"), "(no-opinion))"),
    ("(define-hook pre_tol (tool-name) (no-opinion))", "(define-hook pre_tool (tool-name)"),
]


@pytest.mark.parametrize(("text", "part"), FIXED)
def test_a_fix_leaves_nothing_to_say(text: str, part: str) -> None:
    mended, made = fixed(text, found_in(text))
    assert made == 1 and part in mended
    assert found_in(mended, load=True) == []


@pytest.mark.parametrize("wire", sorted(POINTS))
def test_at_every_point_reading_each_field_is_right(wire: str) -> None:
    point = POINTS[wire]
    reads = "\n".join(f'(assoc "{name}" payload) (payload-ref payload \'{name})' for name in point.checks)
    assert found_in(f"(register-hook '{wire} (lambda (payload) {reads} '()))") == []


def test_a_text_whose_expansion_never_ends_is_stopped() -> None:
    text = "(define-syntax again (syntax-rules () ((_ x) (again (x x)))))\n(again 1)"
    (found,) = found_in(text)
    assert (found.code, found.severity) == ("does-not-load", "error")


@pytest.mark.parametrize(
    "text",
    [
        "(define (f x . more) x)\n" + in_hook("(f 1 2 3) (no-opinion)"),
        "(define (car a b) a)\n" + in_hook("(car 1 2) (no-opinion)"),
        "(define (f x) x)\n(set! f (lambda (a b) a))\n" + in_hook("(f 1 2) (no-opinion)"),
        in_hook("(apply string-append (list tool-name)) (map + '(1) '(2) '(3) '(4)) (no-opinion)"),
        in_hook("((lambda all all) 1 2 3) (let ((f list)) (f 1 2)) (no-opinion)"),
        "(define (bad a) (deny a))\n" + in_hook('(let ((bad (lambda (a b) a))) (bad "x" 1)) (no-opinion)'),
    ],
)
def test_calls_that_are_taken_are_no_mistake(text: str) -> None:
    assert [each for each in found_in(text) if each.code == "wrong-arguments"] == []


@pytest.mark.parametrize(
    ("body", "right"),
    [
        ('(if (equal? tool-name "Bash") (block) (no-opinion))', "shell_exec"),
        ('(if (string=? "MultiEdit" tool-name) (block) (no-opinion))', "file_edit"),
        ('(if (member tool-name \'("x" "WebFetch")) (block) (no-opinion))', "fetch_url"),
        ('(if (member tool-name (list "x" "Task")) (block) (no-opinion))', "spawn_agent"),
        ('(if (assoc tool-name \'(("Write" . 1))) (block) (no-opinion))', "write_file"),
        ('(if (equal? tool-name "mcp__github__create_issue") (block) (no-opinion))', "mcp:github/create_issue"),
        ('(if (string-prefix? "mcp__github__" tool-name) (block) (no-opinion))', "mcp:github/"),
        ('(if (string-contains (payload-ref arguments "file_path" "") "x") (block) (no-opinion))', "path"),
        ('(if (assoc "new_string" arguments) (block) (no-opinion))', "new"),
        ('(if (string-contains (payload-ref arguments "comand" "") "x") (block) (no-opinion))', "command"),
        ('(if (string-contains (payload-ref arguments "conetnt" "") "x") (block) (no-opinion))', "content"),
    ],
)
def test_an_agent_s_own_name_is_told_with_the_one_that_hooks_see(body: str, right: str) -> None:
    (found,) = found_in(in_hook(body))
    assert (found.code, found.severity, found.hint) == ("agent-word", "warning", f'write "{right}"')


@pytest.mark.parametrize(
    "body",
    [
        '(if (member tool-name (list "Bash" "shell_exec")) (block) (no-opinion))',  # both are named
        '(if (equal? (payload-ref arguments "path" (payload-ref arguments "file_path" "")) "x") (block) (no-opinion))',
        '(if (equal? tool-name "bash") (block) (no-opinion))',  # it may be somebody's tool
        '(if (equal? (payload-ref arguments "paths" "") "x") (block) (no-opinion))',
        '(if (equal? (payload-ref arguments "context" "") "x") (block) (no-opinion))',
        '(if (equal? (payload-ref arguments "patch" "") "x") (block) (no-opinion))',
        '(if (equal? (payload-ref arguments "command" "") "Bash") (block) (no-opinion))',
    ],
)
def test_what_may_be_meant_is_no_agent_s_word(body: str) -> None:
    assert found_in(in_hook(body)) == []


def test_a_test_may_call_something_wrongly_on_purpose() -> None:
    text = "(import (chibi test))\n(test-error (car))\n"
    assert lint(text, Path("/nowhere/it-test.scm"), load=False) == []
