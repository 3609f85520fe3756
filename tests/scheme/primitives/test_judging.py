"""Which commands a policy judges is asked of its lists of programs as they are now."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme import Interpreter

JUDGED = """
(import (scheme base) (harness policy) (harness shell))
(define call '(("tool_name" . "shell_exec") ("arguments" ("command" . "cd x; ls; rm y"))))
(define programs {programs})
(define (ask) (judge-commands call "^$" command-name programs))
(let* ((before (ask)) (changed (begin {change})) (after (ask))) (list before after))
"""


@pytest.mark.parametrize(
    ("programs", "change", "answers"),
    [
        ('(list "ls" "cat")', "#t", ["ls", "ls"]),
        ('(list "ls" "cat")', '(set-car! programs "cat")', ["ls", []]),
        ('(list "ls")', '(set-cdr! programs (list "cd")) (set-car! programs "cd")', ["ls", "cd"]),
        ('(list "cat" "ls")', "(set-cdr! programs '())", ["ls", []]),
        ('(list (string-copy "ls"))', '(string-copy! (car programs) 0 "rm")', ["ls", "rm"]),
        ('(append (make-list 70 "cat") (list "ls"))', '(set-car! programs "cd")', ["ls", "cd"]),
        ('\'("cat" "ls")', "#t", ["ls", "ls"]),
    ],
)
def test_a_list_of_programs_counts_as_it_is(programs: str, change: str, answers: list[object]) -> None:
    text = JUDGED.format(programs=programs, change=change)
    assert Interpreter().evaluate(text) == answers


@pytest.mark.parametrize(("programs", "judged"), [("git", []), ('git" #f "hg', "found")])
def test_a_program_whose_name_is_a_pattern_is_judged_though_nobody_has_read_the_text(
    programs: str, judged: object
) -> None:
    text = f"""
(import (scheme base) (harness policy))
(define call '(("tool_name" . "shell_exec") ("arguments" ("command" . "/usr/bin/gi? push {len(programs)}"))))
(judge-commands call "^$" (lambda (command) "found") '("{programs}"))
"""
    assert Interpreter().evaluate(text) == judged
