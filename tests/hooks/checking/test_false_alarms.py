"""What others have written and what works is not found fault with."""

from __future__ import annotations

from pathlib import Path

import pytest

import chibi_hooks
from chibi_hooks.dialects.knowing import agents_known
from chibi_hooks.hooks.checking.linting.lint import lint
from tests.halves import once

ROOT = Path(chibi_hooks.__file__).parent.parent
HOOKS = sorted(path for path in (ROOT / "examples").rglob("*.scm") if "vfs" not in path.parts)
CASES = sorted((ROOT / "tests" / "cases").rglob("*.scm"))
OF_HOOKS = (
    "symbol-key",
    "identity",
    "never-equal",
    "wrong-type",
    "swapped",
    "mutation",
    "unguarded",
    "illegal-answer",
    "no-answer",
    "lost-answer",
    "bare-field",
    "always-true",
    "never-true",
)
WRONG_ON_PURPOSE = (  # calls that fail, in definitions
    "28-literal-templates.scm",
    "given_themselves.scm",
    "merged.scm",
    "appended-answers.scm",
    "chapter-6-control.scm",
    "counting.scm",
    "accumulated.scm",
    "miscounted.scm",
    "158-coroutines.scm",
)
TYPES_ON_PURPOSE = (  # of constants, what of it is told
    "guard.scm", "handlers.scm", "jumps.scm", "winding_in_line.scm", "overflow.scm", "chapter-6-control.scm",
    "158-coroutines.scm", "64.scm", "64-corners.scm", "literals-of-other-kinds.scm", "chapter-6-1-equivalence.scm",
    "basics.scm", "symbols.scm", "kinds.scm", "chapter-6-7-strings.scm", "safe-regexp.scm",
    "conditionals.scm", "searched.scm", "1-corners.scm", "guards_around_winding.scm",
    "members-of-primitives.scm", "1-sets-in-line.scm", "125-filled.scm",
    "guards_around_winding.scm",
)  # fmt: skip
TESTS_ON_PURPOSE = (  # of what is always true
    "conditionals.scm", "chapter-6-2-numbers.scm", "chapter-6-control.scm", "symbols.scm",
)  # fmt: skip


RIGHT = (  # what works, and looks like what does not
    """(define (known? words) (and (pair? words) (or (equal? (car words) "rm") (known? (cdr words)))))
(define (last-of words) (and (pair? words) (pair? (cdr words)) (last-of (cdr words))))
(define-hook pre_tool (tool-name) (last-of '("a")) (if (known? (list tool-name)) (block "no") (no-opinion)))""",
    """(define (rule name) (and (equal? name "a") (block "A")))
(define-hook pre_tool (tool-name) (or (rule tool-name) (no-opinion)))""",
    """(define-hook pre_tool (arguments)
  (let ((mode (payload-ref arguments "mode" 'unset))) (if (eq? mode 'unset) (no-opinion) (block "no"))))""",
    """(define none "none")
(define-hook pre_tool (arguments)
  (let ((mode (payload-ref arguments "mode" none))) (if (eq? mode none) (no-opinion) (block "no"))))""",
    """(define-hook pre_tool (arguments)
  (let ((mode (or (payload-ref arguments "mode") 'unset))) (if (memq mode '(unset)) (no-opinion) (block "no"))))""",
    """(define cell (list "a"))
(define-hook pre_tool ()
  (if (and (equal? (car cell) "a") (begin (set-car! cell "b") #t) (equal? (car cell) "b")) (block) (no-opinion)))""",
    """(define-hook pre_tool (arguments)
  (let ((time (payload-ref arguments "timeout" "")))
    (if (and (not (equal? time "")) (> time 5)) (block "no") (no-opinion))))""",
    """(define-hook pre_tool (arguments)
  (let ((text (payload-ref arguments "command" "")))
    (if (and (string-contains text "a") (< (string-contains text "a") 5)) (block "no") (no-opinion))))""",
    """(define-hook pre_tool (arguments)
  (let ((texts 0) (long '()))
    (for-each (lambda (each) (if (string? (cdr each)) (set! texts (+ texts 1)))) arguments)
    (if (assoc "x" arguments) (set! long (cons "x" long)))
    (if (and (> texts 3) (pair? long)) (block "no") (no-opinion))))""",
    """(define-hook pre_tool (tool-name)
  (define n 0)
  (define (count!) (set! n (+ n 1)) n)
  (count!)
  (if (> (count!) 1) (block (string-append "no " tool-name)) (no-opinion)))""",
)


@pytest.mark.parametrize("text", RIGHT)
def test_nothing_is_said_of_what_is_right(text: str) -> None:
    assert lint(text + "\n", Path("/nowhere/it.scm"), agents=agents_known()) == []


@pytest.mark.parametrize("path", HOOKS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_are_clean(path: Path) -> None:
    assert lint(path.read_text(encoding="utf-8"), path, load=False, agents=agents_known()) == []


@once
def test_no_program_of_the_cases_is_taken_for_a_wrong_hook() -> None:
    for path in CASES:
        text = path.read_text(encoding="utf-8")
        found = lint(text, path, load=False)
        lines = text.splitlines()
        also: tuple[str, ...] = ("endless",)
        if path.name not in WRONG_ON_PURPOSE:
            also = (*also, "wrong-arguments", "no-procedure", "wrong-pattern")
        told = [each for each in found if each.code in OF_HOOKS or each.code in also]
        if path.name in TYPES_ON_PURPOSE:
            told = [each for each in told if each.code not in ("wrong-type", "never-equal", "never-true", "identity")]
        if path.name in TESTS_ON_PURPOSE:
            told = [each for each in told if each.code != "always-true"]
        wrong = [each for each in told if "; error" not in lines[each.place.line - 1]]
        assert wrong == [], path
        if "misplaced-bracket" in [each.code for each in found]:
            assert "error" in text, path
