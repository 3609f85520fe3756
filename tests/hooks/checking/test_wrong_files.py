"""Files as people write them who know other languages better: told at their place with what to write; and what looks
like them and is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.dialects.knowing import agents_known
from chibi_hooks.hooks.checking.linting.finding import Finding
from chibi_hooks.hooks.checking.linting.lint import lint

COMMAND = '(payload-ref arguments "command" "")'
WORDS = f"(string-split {COMMAND} #\\space)"


def told(text: str) -> list[Finding]:
    return lint(text, Path("/nowhere/it.scm"), agents=agents_known())


def blocking(test: str, before: str = "") -> str:
    return f'{before}(define-hook pre_tool (tool-name arguments)\n  (if {test} (block "no") (no-opinion)))'


def doing(body: str, before: str = "") -> str:
    return f"{before}(define-hook pre_tool (tool-name arguments)\n  {body}\n  (no-opinion))"


WRONG = [  # text -> code, line, parts of the message or the hint
    # loops without an end
    (f"(define-hook pre_tool (arguments)\n  (let loop ((ws '(\"rm\")))\n    (cond ((null? ws) (no-opinion))\n"
     f'          ((string-contains {COMMAND} (car ws)) (block "no"))\n          (else (loop ws)))))',
     "endless", 5, "loop goes on with what it was given"),
    (doing("(ping 3)", "(define (ping n) (pong n))\n(define (pong n) (display n) (ping n))\n"),
     "endless", 1, "ping and pong call each other on every path"),
    (doing("(a 3)", "(define (a n) (if (> n 3) (b n) (c n)))\n(define (b n) (c n))\n(define (c n) (a n))\n"),
     "endless", 1, "a, b and c call each other"),
    (doing("(do ((i 0 (+ i 1))) (#f) (display i))"), "endless", 2, "the test of this do is never true"),
    (doing("(do ((i 0)) ((> i 10)) (display i))"), "endless", 2, "each variable has a step"),
    # identity
    (blocking(f"(any (lambda (w) (eq? w \"rm\")) {WORDS})"), "identity", 2, 'write (equal? w "rm")'),
    (blocking("(memv (string-ref \"rm\" 0) '(#\\r \"rm\"))"), "identity", 2, "#\\r is no text"),
    (doing(f'(let ((w {WORDS}))\n    (case (apply string-append w) (("rm" "dd") (display "no"))))'),
     "identity", 3, "write (cond ((member (apply string-append w) '(\"rm\" \"dd\")) …) …)"),
    # what is no list, no text, no procedure
    (blocking(f'(equal? {WORDS} "rm")'), "never-equal", 2, f'is it among them? (member "rm" {WORDS})'),
    (blocking(f'(member "sudo" {COMMAND})'), "unguarded", 2, f'(string-contains {COMMAND} "sudo")'),
    (blocking(f"(any char-numeric? {COMMAND})"), "unguarded", 2, "any wants a list"),
    (doing(f"(for-each display {COMMAND})"), "unguarded", 2, "for-each wants a list"),
    (blocking("(filter string? \"abc\")"), "wrong-type", 2, "filter: argument 2: wanted a list"),
    (blocking("(memq (string->symbol tool-name) '('a 'b))"), "never-true", 2, "write '(a b)"),
    ("(register-hook 'pre_tool (lambda (payload)\n"
     '  (if (equal? (cadr (assoc "tool_name" payload)) "x") (block "no") (no-opinion))))',
     "wrong-type", 2, 'write (cdr (assoc "tool_name" payload))'),
    (doing("(let ((block (payload-ref arguments \"block\")))\n  (block \"no\"))"), "no-procedure", 3,
     "a value of the payload"),
    ("(define-hook pre_api_tools ()\n  (exclude-tools '(\"a\" \"b\")))", "wrong-type", 2,
     "(apply exclude-tools '(\"a\" \"b\"))"),
    ("(define-hook pre_api_tools ()\n  (apply only-tools \"a\"))", "wrong-type", 2,
     'write (only-tools "a"), without apply'),
    ('(define-hook pre_agentic_loop ()\n  (set-fuel "10"))', "wrong-answer-type", 2, "wanted an integer"),
    (blocking('(equal? git-branch "main")', "(import (harness facts))\n"), "never-equal", 3, "write (git-branch)"),
    (blocking('(string-contains tool-name no-opinion)'), "wrong-type", 2, "is a procedure, and is not called here"),
    (blocking('(flag? (car (shell-commands tool-name)) "r" "-f")', "(import (harness shell))\n"), "never-true", 3,
     'write "f"'),
    (blocking('(> (session-ref "n") 3)', "(import (harness session))\n"), "unguarded", 3, 'write (session-ref "n" 0)'),
    (blocking("(has-secret? arguments)", "(import (harness secrets))\n"), "wrong-type", 3, "wanted a string"),
    ('(define-hook pre_tool ()\n  (answer (block "no") "more"))', "wrong-type", 2, "wanted a list"),
    (blocking(f"(null? {COMMAND})"), "never-true", 2, f'write (equal? {COMMAND} "")'),
    ("(register-hook 'pre_shell_exec (lambda (p) '((\"deny\" . #t))))", "illegal-answer", 1, 'did you mean "denied"'),
    # null
    (blocking("(eq? (payload-ref arguments \"timeout\") 'null)"), "never-equal", 2, "payload-ref gives #f"),
    (blocking("(equal? tool-name 'null)"), "never-equal", 2, "this is never true"),
    # what nobody sees
    (doing("(string-downcase tool-name)"), "dropped", 2, "it changes nothing"),
    (doing("(display bad)", "(define bad '(\"rm\"))\n(append bad '(\"dd\"))\n"), "dropped", 2, "(set! old (append …))"),
    (doing('(equal? tool-name "x")'), "dropped", 2, "stands in a test"),
    # points and words of other agents and languages
    ("(define-hook UserPromptSubmit (prompt)\n  (no-opinion))", "no-point", 1, "pre_message is fired here"),
    ("(register-hook 'Stop (lambda (payload) '()))", "no-point", 1, "write 'pre_stop"),
    ("(define-hook afterFileEdit payload\n  (no-opinion))", "no-point", 1, "(define-hook agent_event …)"),
    (doing("(multiple-value-bind (a b) (mcp-call '()) (if a b c))"), "unbound", 2, "let-values"),
    (doing("(with-slots (a b) arguments (display a))"), "unbound", 2, "with-slots is not defined"),
    ("(require racket/string)\n" + doing(""), "unbound", 1, "write (import …), at the top"),
    (blocking("(cond ((equal? tool-name \"x\") #t) (t #f))"), "unbound", 2, "(else …)"),
    # outside of brackets
    ("def guard(payload):\n" + doing(""), "outside", 1, "write (define …); a comment begins with ;"),
    ("// guard of rm\n" + doing(""), "outside", 1, "a comment begins with ;"),
    (doing("") + "\nregister-hook", "outside", 4, "write (register-hook …)"),
    ("```scheme\n" + doing("") + "\n```\n", "outside", 1, "a fence of Markdown"),
    # a field whose name is nothing
    ("(define-hook pre_tool (... tool-name)\n  (no-opinion))", "unknown-key", 1, "pre_tool has no field"),
    # texts
    ('(define-hook pre_tool (tool-name)\n  (block "no ${tool-name}"))', "template", 2,
     'write (string-append "no " tool-name)'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "line", "part"), WRONG)
def test_a_wrong_file_is_told_at_its_place(text: str, code: str, line: int, part: str) -> None:
    (found,) = told(text)
    assert (found.code, found.place.line) == (code, line), found
    assert part in f"{found.message}: {found.hint}"


NOTING = "(import (srfi 69))\n(define seen '())\n(define (note! . xs) (set! seen (cons xs seen)) #f)\n"
RIGHT = [
    doing("(do () ((eof-object? (read-char port))))", '(define port (open-input-string "ab"))\n'),
    doing("(do ((n 0)) ((> n 3)) (set! n (+ n 1)))"),
    doing("(let ((v (vector 0))) (do () ((= (vector-ref v 0) 3)) (vector-set! v 0 (+ 1 (vector-ref v 0)))))"),
    doing("(ping 3)", "(define (ping n) (if (= n 0) 0 (pong (- n 1))))\n(define (pong n) (ping n))\n"),
    doing("(guard (e (#t 0)) (ping 3))",
          '(define (ping n) (if (= n 0) (error "end") (pong (- n 1))))\n(define (pong n) (ping n))\n'),
    doing("(call/cc (lambda (k) (ping k 3)))",
          "(define (ping k n) (pong k n))\n(define (pong k n) (k n) (ping k n))\n"),
    doing("(server)", "(define (server) (lambda () (server)))\n"),
    doing("(car (force (next 1)))", "(import (scheme lazy))\n(define (next n) (delay (cons n (next (+ n 1)))))\n"),
    blocking("(memv (string-ref (string-append tool-name \"x\") 0) '(#\\a x 1))"),
    blocking("(eq? mode 'strict)", "(define mode 'strict)\n"),
    blocking("(= (length '('a 'b)) 2)"),
    blocking('(member "x" (payload-ref arguments "paths" \'()))'),
    doing('(let ((edits (payload-ref arguments "edits" ""))) (if (pair? edits) (for-each display edits)))'),
    "(define table '((\"rm\" \"no\")))\n"
    f"(define-hook pre_tool (arguments)\n  (let ((row (assoc {COMMAND} table)))\n"
    "    (if row (block (cadr row)) (no-opinion))))",
    '(define-hook pre_tool (tool-name)\n  (let ((block (lambda (x) (deny x)))) (block "no")))',
    "(define-hook pre_api_tools (tools)\n"
    "  (apply exclude-tools (map (lambda (t) (payload-ref t \"name\" \"\")) tools)))",
    "(define-hook pre_api_tools ()\n  (only-tools 'a 'b))",
    "(define-hook pre_agentic_loop ()\n  (answer (set-fuel 10) (add-fuel -1) (set-fallback 'call_user)))",
    blocking("(eq? (payload-ref arguments \"timeout\" 'null) 'null)"),
    doing('(guard (e (#t (display "no number"))) (string->number tool-name))'),
    doing('(display tool-name) (newline) (and (equal? tool-name "x") (display "!"))'),
    '(define-hook pre_tool (tool-name)\n  (block "set ${HOME} first, and {this}"))',
    "(define (url path) (string-append \"/api/\" path))\n"
    '(define-hook pre_tool ()\n  (block (string-append "not /api/{path}, but " (url "v2"))))',
    # what calls what it is given may do anything, leave a loop as well
    *(doing(call, NOTING) for call in (
        "(any note! (list tool-name))", "(fold note! 0 (list tool-name))", "(filter note! (list tool-name))",
        "(hash-table-walk (make-hash-table) note!)", "(let ((f note!)) (hash-table-walk (make-hash-table) f))",
        "(any display (list tool-name))", "(string-index tool-name note!)", "(string-for-each note! tool-name)")),
    doing("(values)"),
    doing("(guard (e (#t (display e))) (checked tool-name))", "(define (checked x) (string-length x) x)\n"),
    *(doing("(waiting note!)", f"{NOTING}(define (waiting done?) (let loop () (if {test} 1 (loop))))\n")
      for test in ("(any done? '(1))", "(apply done? '(1))", "(done? 1)")),
    *(doing("(call/cc (lambda (k) (walk k 3)))",
            f"(define (walk k n) {leave} (other k n))\n(define (other k n) (walk k n))\n")
      for leave in ("(map k '(1))", "(for-each k '(1))", "(apply k '(1))", "(any k '(1))")),
    doing("(call/cc (lambda (k) (set! out k) (walk 3)))",
          "(define out #f)\n(define (walk n) (if (= n 0) (out 1)) (other (- n 1)))\n(define (other n) (walk n))\n"),
    doing("(guard (e (#t 0)) (let loop ((i 0)) (display (vector-ref #(1 2) i)) (loop (+ i 1))))"),
    doing("(guard (e (#t 0)) (ping '(1 2)))",
          "(define (ping l) (display (car l)) (pong (cdr l)))\n(define (pong l) (ping l))\n"),
]  # fmt: skip


@pytest.mark.parametrize("text", RIGHT)
def test_nothing_is_said_of_a_right_file(text: str) -> None:
    assert told(text) == []
