"""Tests that decide nothing, answers that are none, values behind names: what a hook file says and never does."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.dialects.knowing import agents_known
from chibi_hooks.hooks.checking.linting.lint import lint

COMMAND = '(payload-ref arguments "command" "")'


def told(text: str) -> list[tuple[str, str]]:
    found = lint(text, Path("/nowhere/it.scm"), agents=agents_known())
    return [(each.code, f"{each.message}: {each.hint}") for each in found]


def in_hook(body: str, before: str = "") -> str:
    return f"{before}(define-hook pre_tool (tool-name arguments)\n  {body})"


def asking(test: str, before: str = "") -> str:
    return in_hook(f'(if {test} (block "no") (no-opinion))', before)


ALWAYS = [
    (asking('(or (equal? tool-name "a") "b")'), "(member name '(… \"b\"))"),
    (asking('(equal? tool-name (or "a" "b"))'), '"a" is no test'),
    (asking('(and "shell_exec" (equal? tool-name "a"))'), "each part is a test of its own"),
    (asking('"rm"'), "a test is a call"),
    (asking("'()"), "() is no test"),
    (asking("(not 3)"), "3 is no test"),
    (asking("'(equal? tool-name \"a\")"), "without the quote it is asked: (equal? tool-name"),
    (asking('(lambda () (equal? tool-name "a"))'), "a procedure is no test"),
    (asking("(filter (lambda (x) (equal? x tool-name)) '(\"a\"))"), "write (any …) in place of (filter …)"),
    (asking('(string-split tool-name " ")'), 'write (pair? (string-split tool-name " "))'),
    (asking("(string-length tool-name)"), "(> (string-length tool-name) 0)"),
    (asking("(string-downcase tool-name)"), 'write (not (equal? (string-downcase tool-name) ""))'),
    (asking("(string-index tool-name #\\;)"), "it gives the end where it finds none: write (string-contains …)"),
    (asking('(payload-ref arguments "command" "")'), 'write (payload-ref arguments "command"), which is #f then'),
    (asking('(not (payload-ref arguments "path" "none"))'), 'where nothing is sent, this is "none"'),
    (in_hook('(let ((n (string-length tool-name))) (if n (block "no") (no-opinion)))'), "(> n 0)"),
    (in_hook('(and (block "no") (no-opinion))'), "an answer is no test"),
    (in_hook('(cond ((equal? tool-name "a") (block "no")) ("else" (no-opinion)))'), "(else …)"),
    (asking("(filter (lambda (x) \"a\") '(\"b\"))"), "what (filter …) gives is a list"),
    (asking("(pair? (filter (lambda (x) \"a\") '(\"b\")))"), '"a" is no test'),
    (asking("(equal? tool-name tool-name)"), "tool-name is compared with itself"),
    (asking(f'(regexp-search "rm|" {COMMAND})'), "finds an empty text everywhere"),
    (asking("(answered tool-name)", '(define (answered t) (if (equal? t "x") (block "a") (no-opinion)))\n'),
     "an answer is no test"),
    (asking('(or (not (equal? tool-name "a")) (not (equal? tool-name "b")))'), "(not (member tool-name"),
]


@pytest.mark.parametrize(("text", "said"), ALWAYS)
def test_what_is_always_true_is_no_test(text: str, said: str) -> None:
    found = told(text)
    assert {code for code, _ in found} == {"always-true"}, found
    assert any(said in each for _, each in found), found


NEVER = [
    (asking('(equal? (string-downcase tool-name) "My_Tool")'), "never-true", 'write "my_tool"'),
    (asking(f'(string-contains (string-upcase {COMMAND}) "drop table")'), "never-true", 'write "DROP TABLE"'),
    (asking("(member (string-downcase tool-name) '(\"A\" \"B\"))"), "never-true", 'write "a"'),
    (asking(f'(let ((text (string-downcase {COMMAND}))) (string-contains text "DROP"))'), "never-true", 'write "drop"'),
    (asking('(string=? tool-name "a" "b")'), "never-true", "(member tool-name '(\"a\" \"b\"))"),
    (asking('(and (equal? tool-name "a") (equal? tool-name "b"))'), "never-true", "(member tool-name '(\"a\" \"b\"))"),
    (asking('(and (equal? tool-name "a") (member tool-name \'("b" "c")))'), "never-true", "at once"),
    (in_hook('(cond ((equal? tool-name "a") (no-opinion)) ((equal? tool-name "a") (block "no")))'), "never-true",
     "never reached"),
    (asking("(null? tool-name)"), "never-true", 'write (equal? tool-name "")'),
    (asking("(null? (string-trim-both tool-name))"), "never-true", 'write (equal? (string-trim-both tool-name) "")'),
    (asking(f'(eq? (string-contains {COMMAND} "rm") #t)'), "never-equal", "it alone is the test"),
    (asking("(equal? #t (member tool-name '(\"a\")))"), "never-equal", "everything but #f is true"),
    (asking("(member tool-name '(list \"a\" \"b\"))"), "never-equal", "'(\"a\" \"b\") is the whole list"),
    (asking("(member tool-name '(\"a\", \"b\"))"), "never-equal", "parted by spaces alone: '(\"a\" \"b\")"),
    (asking("(eq? tool-name bad)", '(define bad "x")\n'), "identity", 'write (equal? tool-name "x")'),
    (asking('(equal? (path-extension (payload-ref arguments "path" "")) ".pem")', "(import (harness paths))\n"),
     "never-true", "no dot and no capitals"),
    (asking('(equal? "tool-name" "x")'), "never-true", "a name stands without quotes: tool-name"),
    (asking("(memq tool-name bad)", "(define bad '(\"x\"))\n"), "identity", "(member tool-name"),
    (asking("(member tool-name bad)", '(define bad "x")\n'), "wrong-type", "bad is a string here"),
    (in_hook('(let ((key \'command)) (if (assoc key arguments) (block) (no-opinion)))'), "symbol-key", '"command"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "said"), NEVER)
def test_what_is_never_true_is_told(text: str, code: str, said: str) -> None:
    found = told(text)
    assert [each for each, _ in found] == [code], found
    assert said in found[0][1]


OTHERS = [
    (asking(f'(string-contains "rm -rf" {COMMAND})'), "swapped", f'write (string-contains {COMMAND} "rm -rf")'),
    (asking(f'(string-prefix? {COMMAND} "git ")'), "swapped", f'write (string-prefix? "git " {COMMAND})'),
    (asking(f'(string-suffix? (string-downcase {COMMAND}) ".env")'), "swapped", 'write (string-suffix? ".env"'),
    (asking(f'(regexp-search {COMMAND} "rm -rf")'), "swapped", f'write (regexp-search "rm -rf" {COMMAND})'),
    (asking(f'(member "rm" (string-split " " {COMMAND}))'), "swapped", f'write (string-split {COMMAND} " ")'),
    ('(define-hook pre_tool payload (rewrite-argument "command" payload "ls"))', "swapped",
     'write (rewrite-argument payload "command" "ls")'),
    (in_hook('(rewrite-argument arguments "command" "ls")'), "wrong-type", "wanted the whole payload"),
    (asking("(any '(\"a\") (lambda (x) (equal? x tool-name)))"), "wrong-type", "the procedure comes first"),
    (asking("(any string-contains '(\"a\" \"b\"))"), "wrong-arguments", "any calls it with one member at a time"),
    (asking("(any (lambda (a b) (equal? a b)) '(\"a\" \"b\"))"), "wrong-arguments", "this procedure: wanted 2"),
    (asking(f'(let ((at (string-index {COMMAND} ";"))) (> at 3))'), "wrong-type", "write #\\;"),
    (asking(f'(= (string-contains {COMMAND} "rm") 0)'), "unguarded", "as a test it stands alone"),
    (asking('(string-contains (payload-ref arguments "command") "rm")'), "unguarded",
     'write (payload-ref arguments "command" "")'),
    (asking('(and (equal? tool-name "a") (= (payload-ref arguments "timeout" "") 5))'), "unguarded",
     'write (payload-ref arguments "timeout" 0)'),
    (asking(f'(equal? (car (string-split {COMMAND} " ")) "rm")'), "unguarded", "which has no parts: car fails"),
    (asking(f"(char=? (string-ref {COMMAND} 0) #\\r)"), "unguarded", "which has no characters"),
    (asking('(string-suffix? "*.env" (payload-ref arguments "path" ""))'), "wrong-pattern", "write (path-matches? "),
    (asking('(payload-ref arguments "arguments.command")'), "unknown-key", 'write "command"'),
    (asking(f'(regexp-search "\\brm" {COMMAND})'), "wrong-pattern", "write \\\\b for the edge of a word"),
    (asking(f'(string-contains {COMMAND} "rm.*-rf")'), "wrong-pattern", 'write (regexp-search "rm.*-rf"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "said"), OTHERS)
def test_arguments_that_mean_something_else_are_told(text: str, code: str, said: str) -> None:
    found = told(text)
    assert [each for each, _ in found] == [code], found
    assert said in found[0][1]


ANSWERS = [
    (in_hook('(equal? tool-name "x")'), "no-answer", "what (equal? …) gives is a boolean"),
    (in_hook('(or (equal? tool-name "x") (block "no"))'), "no-answer", '(if test (deny "why") (no-opinion))'),
    (in_hook('(string-append "no " tool-name)'), "no-answer", "gives is a string"),
    (in_hook("(let loop ((i 0)) (if (< i 10) (+ i 1) (no-opinion)))"), "no-answer", "what (+ …) gives is a number"),
    (in_hook('(list "block" #t)'), "no-answer", '(list (cons "block" …))'),
    (in_hook('(list (block "a"))'), "no-answer", 'write (block "a") alone'),
    (in_hook('(list (warn "a") (context "b"))'), "no-answer", 'write (answer (warn "a") (context "b"))'),
    (in_hook("(map (lambda (x) (if (equal? x tool-name) (block x))) '(\"a\"))"), "no-answer", "(any (lambda (each) …)"),
    (in_hook('\'(("message" . (string-append "no " tool-name)))'), "wrong-answer-type",
     'write (list (cons "message" (string-append "no " tool-name)))'),
    (in_hook('(let ((x (block "no"))) (no-opinion))'), "lost-answer", "nobody uses it"),
    (in_hook('(define answer (block "no")) (no-opinion)'), "lost-answer", "is called answer here"),
    (in_hook('(define answer 1) (if (equal? tool-name "a") (set! answer (block "no"))) (no-opinion)'), "lost-answer",
     "nobody uses it"),
    (in_hook('(list (cons "block" #t)) (no-opinion)'), "lost-answer", "is dropped"),
    (in_hook("(register-hook 'pre_tool (lambda (p) (no-opinion)))"), "registers-nothing", "beside the hook"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "said"), ANSWERS)
def test_answers_that_answer_nobody_are_told(text: str, code: str, said: str) -> None:
    found = told(text)
    assert [each for each, _ in found] == [code], found
    assert said in found[0][1]


RIGHT = [
    asking('(and mode (equal? tool-name "x"))', '(define mode "strict")\n'),
    asking('(let ((c (payload-ref arguments "command" ""))) (and c (string-contains c "rm")))'),
    asking('(let ((c (payload-ref arguments "command"))) (and c (string-contains c "rm")))'),
    asking('(payload-ref arguments "force" #t)'),
    asking(f'(< (string-index {COMMAND} #\\;) (string-length {COMMAND}))'),
    asking(f'(let ((at (string-contains {COMMAND} "rm"))) (and at (< at 10)))'),
    asking("(let ((s \"x\")) (eq? s s))"),
    asking('(string-contains "shell_exec file_write" tool-name)'),
    asking('(string-contains (string-downcase tool-name) "shell")'),
    asking("(cond ((assoc \"command\" arguments) => (lambda (p) (equal? (cdr p) \"ls\"))) (#t #f))"),
    asking('(mine "x" 5)', "(define-syntax mine (syntax-rules () ((_ a b) (if b (equal? a \"x\") #f))))\n"),
    asking("(and (equal? tool-name \"a\") (begin (set! tool-name \"b\") (equal? tool-name \"b\")))"),
    in_hook('(or (and (equal? tool-name "a") (block "no")) (no-opinion))'),
    in_hook("(or (any (lambda (w) (and (equal? w tool-name) (block w))) '(\"a\" \"b\")) (no-opinion))"),
    in_hook('(define answer (no-opinion)) (if (equal? tool-name "a") (set! answer (block "no"))) answer'),
    in_hook('(append (warn "x") (context "y"))'),
    in_hook('(list (cons "block" (equal? tool-name "a")))'),
    '(define-hook post_tool (tool-name) (display tool-name) (newline))',
    "(define (via n) (or (and (= n 0) 'ok) (via (- n 1))))\n" + asking("(via 3)"),
]  # fmt: skip


@pytest.mark.parametrize("text", RIGHT)
def test_what_means_what_it_says_is_left_alone(text: str) -> None:
    assert told(text) == []


NAMES = [
    (asking(f'("rm" in {COMMAND})'), "in is not defined in Scheme"),
    ("(define-hook pre_tool (tool-name) (if (payload-ref arguments \"x\") (block) '()))",
     "write (define-hook pre_tool (tool-name arguments) …)"),
    ("(define-hook pre_tool () (if (equal? tool_name \"x\") (block) '()))", "(define-hook pre_tool (tool_name) …)"),
    ("(define-hook pre_tool (tool-name) (if (equal? tool_name \"x\") (block) '()))", "write tool-name"),
    ("(define-hook pre_tool (tool-name) (if (payload-ref payload \"x\") (block) '()))", "(tool-name . payload) …)"),
    ("(define-hook pre_tool () (if (payload-ref payload \"x\") (block) '()))", "(define-hook pre_tool payload …)"),
    (asking('(string-contains command "rm")'), 'write (payload-ref arguments "command" "")'),
    (asking('(string-contains arguments.command "rm")'), 'write (payload-ref arguments "command")'),
    (asking('(tool-name.startswith "mcp:")'), "write (string-prefix? beginning text)"),
    (asking('(equal? tool-n\u0430me "x")'), "write tool-name"),
    (asking("(:command arguments)"), 'keys are strings: write "command"'),
    (asking("(null arguments)"), "null? as a test"),
    (asking('(get arguments "command")'), "write payload-ref"),
    (asking("(|| (equal? tool-name \"x\") #f)"), "write or"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), NAMES)
def test_a_name_that_nothing_defines_is_told_by_where_it_stands(text: str, said: str) -> None:
    assert any(said in each for code, each in told(text) if code == "unbound"), told(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\uff08define x 1)", "write the narrow one: ("),
        ("(map #'car '())", "goes by its name alone"),
        ("#lang racket", "take this line out"),
        ('(regexp-search #rx"rm" "x")', "a pattern is a string"),
        ('(f #"rm")', "a pattern is a string"),
        ("(f #{1})", "a set is a list here"),
    ],
)
def test_what_other_languages_write_is_told_where_it_does_not_read(text: str, said: str) -> None:
    assert any(said in each for _, each in told(text)), told(text)


SHELL = "(import (harness shell))\n"
TRIED = [
    (asking(f'(runs? {COMMAND} "rm")', SHELL), "wanted a command out of shell-commands"),
    (asking(f'(runs? "rm" (car (shell-commands {COMMAND})))', SHELL), '"rm" is a string'),
    (asking(f'(equal? (command-name {COMMAND}) "rm")', SHELL), "is a value of JSON"),
    (asking("(pair? (shell-commands arguments))", SHELL), "arguments is an object (an alist)"),
    (asking("(vector-ref arguments 0)"), "vector-ref: argument 1: wanted a vector"),
    (asking('(hash-table-ref/default arguments "command" "")'), "wanted a hash table"),
    (asking('(equal? (string-ref tool-name "0") #\\a)'), '"0" is a string'),
    (in_hook('(block (apply string-append (append "a" (list tool-name))))'), "append: argument 1: wanted a proper"),
]


@pytest.mark.parametrize(("text", "said"), TRIED)
def test_what_fails_whatever_is_sent_is_told(text: str, said: str) -> None:
    found = told(text)
    assert [code for code, _ in found] == ["wrong-type"], found
    assert said in found[0][1]


def test_what_costs_too_much_ends_the_trials_and_not_the_check() -> None:
    dear = "(make-string 10000000000 #\\a) (expt 10 1000000000)"
    found = told(in_hook(f"(begin {dear} (if (equal? tool-name \"x\") (block) '()))"))
    assert {code for code, _ in found} <= {"dropped"}


@pytest.mark.parametrize(
    "test",
    [
        f'(let ((found (shell-commands {COMMAND}))) (or (unparsed? found) (any (lambda (c) (runs? c "rm")) found)))',
        f'(let ((found (shell-commands {COMMAND}))) (and (unparsed? found) (string? (unparsed-reason found))))',
        "(= 2 (length (cons 1 (map car arguments))))",
    ],
)
def test_what_may_well_work_is_left_to_the_run(test: str) -> None:
    assert told(asking(test, SHELL)) == []
