"""Mistakes that can be seen in a hook file without running it, with their places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import chibi_hooks
from chibi_hooks.hooks.checking.linting.builders import BUILDERS, DENY
from chibi_hooks.hooks.checking.linting.lint import check_script
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.homes.config import Config


def check(tmp_path: Path, text: str | bytes) -> list[str]:
    path = tmp_path / "it.scm"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [
        f"{finding.place} {finding.severity}: {finding.message}" for finding in check_script(path, "it.scm", Config())
    ]


CLEAN = [
    "(register-hook 'pre_tool (lambda (payload) '()))",
    '(register-hook \'pre_tool (lambda payload \'(("block" . #t) ("message" . "no"))))',
    "(define (f payload . more) (list (cons \"arguments\" '()))) (register-hook 'pre_tool f)",
    '(register-hook \'pre_api_tools (lambda (p) \'(("exclude" "a" "b"))))',
    '(register-hook \'pre_api_tools (lambda (p) (list (list "exclude" (list "a" "b")))))',
    "(register-hook 'post_tool_batch (lambda (p) (list (cons 'fallback \"call_user\") (cons 'fuel_delta -5))))",
    '(define-hook pre_tool (tool-name arguments) (if (equal? tool-name "x") (block "no") (no-opinion)))',
    '(define-hook pre_shell_exec (command) (deny "no"))',
    "(define (helper x) (if (null? x) '() (helper (cdr x)))) (register-hook 'pre_tool (lambda (p) (helper p)))",
    '(define string-contains (lambda (a b) #f)) (register-hook \'pre_tool (lambda (p) (string-contains "a" "b") \'()))',
]


@pytest.mark.parametrize("text", CLEAN)
def test_nothing_is_said_about_a_file_that_is_right(tmp_path: Path, text: str) -> None:
    assert check(tmp_path, text) == []


FINDINGS = [
    (
        "(register-hook 'pre_tol (lambda (p) '()))",
        'it.scm:1:16 error: there is no hook point pre_tol: did you mean "pre_tool"?',
    ),
    (
        '(register-hook "pre_tool" (lambda (p) \'()))',
        'error: register-hook: wanted a symbol such as \'pre_tool, got "pre_tool"',
    ),
    (
        "(register-hook 'pre_tool (lambda () '()))",
        "error: a hook is called with one argument, the payload; this procedure takes 0",
    ),
    (
        "(define (f a b) '())\n(register-hook 'pre_tool f)",
        "error: a hook is called with one argument, the payload; this procedure takes 2",
    ),
    ("(register-hook 'pre_tool (lambda (p) (frobnicate p)))", "it.scm:1:39 error: frobnicate is not defined"),
    (
        "(register-hook 'pre_tool (lambda (p) (stirng-length p)))",
        'stirng-length is not defined: did you mean "string-length"?',
    ),
    ('(register-hook \'pre_message (lambda (p) \'(("promt" . "x"))))', '"promt": did you mean "prompt"?'),
    (
        '(register-hook \'pre_message (lambda (p)\n (list (cons "promt" "x"))))',
        "it.scm:2:8 error: pre_message does not accept",
    ),
    ("(register-hook 'pre_message (lambda (p) (if p (let ((x 1)) `((promt . ,x))) '())))", 'the returned key "promt"'),
    (
        "(register-hook 'pre_message (lambda (p) (cond ((pair? p) (append '((\"b\" . 1)) '())) (else '()))))",
        'the returned key "b"',
    ),
    ("(define (f p) '((\"blok\" . #t))) (register-hook 'pre_tool (lambda (p) (f p)))", '"blok": did you mean "block"?'),
    (
        "(register-hook 'post_message (lambda (p) '((\"block\" . #t))))",
        'post_message only observes: the returned "block" has no effect',
    ),
    (
        '(register-hook \'pre_tool (lambda (p) \'(("block" . "yes"))))',
        'pre_tool: "block": wanted a boolean, got a string',
    ),
    ('(register-hook \'pre_system_prompt (lambda (p) (deny "no")))', 'does not accept the returned key "denied"'),
    (
        "(register-hook 'pre_tool (lambda (p) (assoc \"tool-name\" p) '()))",
        'pre_tool has no field "tool-name": did you mean "tool_name"?',
    ),
    ("(define-hook pre_tool (tool-nam) (no-opinion))", 'pre_tool has no field "tool-nam": did you mean "tool_name"?'),
    ("(register-hook 'pre_tool\n  (lambda (p) '())", "it.scm:"),
    ("(car 5)", "it.scm:1:1 error: "),
    ("(register-hook 'pre_tool 5)", "error: "),
    (b"\xff\xfe", "it.scm:1 error: wanted text in UTF-8"),
]


@pytest.mark.parametrize(("text", "finding"), FINDINGS)
def test_a_mistake_is_found_once_with_its_place(tmp_path: Path, text: str | bytes, finding: str) -> None:
    found = check(tmp_path, text)
    assert len(found) == 1, found
    assert finding in found[0]


def test_findings_come_in_the_order_of_the_text(tmp_path: Path) -> None:
    text = (
        "(register-hook 'a (lambda (p) (x)))\n(register-hook 'pre_tool (lambda (p) '((\"y\" . 1))))\n(define (f) (z))"
    )
    assert [finding.split()[0].split(":")[1] for finding in check(tmp_path, text)] == ["1", "1", "2", "3"]


def test_the_table_of_builders_is_that_of_the_library() -> None:
    for root in (
        Path(chibi_hooks.__file__).parent / "scheme_lib",
        Path(chibi_hooks.__file__).parent.parent / "scheme_lib",
    ):
        if root.is_dir():
            text = "".join(path.read_text(encoding="utf-8") for path in sorted(root.glob("harness/*.scm")))
    set_by = dict(reversed(re.findall(r'%field "([a-z-]+)" \'(\w+)', text)))
    by_another = {"rewrite-argument": set_by["rewrite-arguments"]}
    assert {**set_by, **by_another} == BUILDERS
    assert DENY not in BUILDERS
    assert set(BUILDERS.values()) <= {field for point in POINTS.values() for field in point.outcome_fields}


def test_deep_and_circular_text_is_no_trouble(tmp_path: Path) -> None:
    deep = "(" * 100_000
    assert len(check(tmp_path, deep)) == 1
    circular = "(register-hook 'pre_tool (lambda (p) '#0=((\"bloc\" . #t) . #0#)))"
    assert len(check(tmp_path, circular)) == 1
