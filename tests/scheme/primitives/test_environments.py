"""Worlds come in with a tier and files; what eval, load and introspection may do in them goes out."""

from __future__ import annotations

from pathlib import Path

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.finding import SCHEME_LIB
from chibi_hooks.scheme.values.errors import SchemeError


def unsandboxed(*, seconds: float = 20.0) -> Interpreter:
    world = Interpreter("unsandboxed", seconds)
    world.evaluate("(import (scheme eval) (scheme load) (scheme repl))")
    return world


def refused(world: Interpreter, text: str) -> SchemeError:
    with pytest.raises(SchemeError) as caught:
        world.evaluate(text)
    return caught.value


@pytest.mark.parametrize("library", ["(scheme eval)", "(scheme load)", "(scheme r5rs)"])
def test_sandboxed_code_cannot_import_what_evaluates(library: str) -> None:
    error = refused(Interpreter(), f"(import {library})")
    assert error.kind == "library" and "unsandboxed" in error.message


def test_a_trusted_library_cannot_lend_eval_to_sandboxed_code() -> None:
    error = refused(Interpreter(), '(import (srfi 64)) (test-read-eval-string "(+ 1 2)")')
    assert error.kind == "library" and "sandboxed" in error.message


def test_a_loaded_file_defines_in_the_running_program(tmp_path: Path) -> None:
    (tmp_path / "part.scm").write_text(
        "(define-syntax add1 (syntax-rules () ((_ e) (+ e 1))))\n"
        "(define value (add1 41))\n"
        "(define (twice x) (list (helper x) (helper x)))\n"
        "(define (helper x) (* x 2))\n"
        "'the-last"
    )
    world = unsandboxed()
    path = str(tmp_path / "part.scm")
    assert world.evaluate(f'(symbol->string (load "{path}"))') == "the-last"
    assert world.evaluate("(list value (twice 2) (add1 1))") == [42, [4, 4], 2]


def test_a_loaded_file_runs_in_the_environment_given(tmp_path: Path) -> None:
    path = tmp_path / "part.scm"
    world = unsandboxed()
    world.evaluate("(define env (environment '(scheme base))) (define car 'mine)")
    path.write_text("(let ((x (car '(1)))) (+ x 1))")
    assert world.evaluate(f'(load "{path}" env)') == 2
    path.write_text("(define x 5)")
    assert "immutable" in refused(world, f'(load "{path}" env)').message
    world.evaluate(f'(load "{path}" (interaction-environment))')
    assert world.evaluate("x") == 5


def test_a_loaded_file_includes_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "part.scm").write_text('(include "other.scm")')
    (tmp_path / "other.scm").write_text("(define other 'included)")
    world = unsandboxed()
    assert world.evaluate(f'(load "{tmp_path / "part.scm"}") (eq? other (quote included))') is True


def test_an_error_in_a_loaded_file_is_shown_there(tmp_path: Path) -> None:
    path = tmp_path / "part.scm"
    path.write_text("(define x 1)\n(car x)\n")
    error = refused(unsandboxed(), f'(load "{path}")')
    assert str(error).startswith(f"{path}:2:")


def test_a_loaded_file_that_is_not_utf_8_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "part.scm"
    path.write_bytes(b"(define x \xff)")
    assert refused(unsandboxed(), f'(load "{path}")').kind == "file"


def test_an_error_in_evaluated_code_is_shown_at_the_call_of_eval() -> None:
    error = refused(unsandboxed(), "(define env (environment '(scheme base)))\n  (eval '(car 5) env)")
    assert error.place is not None and (error.place.line, error.message) == (2, "car: wanted a pair, got 5")


def test_evaluated_code_is_under_the_budget_of_the_program() -> None:
    world = unsandboxed(seconds=0.3)
    world.evaluate("(define env (environment '(scheme base)))")
    assert refused(world, "(eval '(let loop () (loop)) env)").kind == "limit"


def test_eval_runs_from_the_bottom_of_a_deep_recursion() -> None:
    world = unsandboxed()
    world.evaluate("(define (deep n) (if (= n 0) (eval '(+ 1 1)) (+ 1 (deep (- n 1)))))")
    assert world.evaluate("(deep 100000)") == 100_002


def test_the_settings_of_a_library_belong_to_one_world() -> None:
    first, second = Interpreter(), Interpreter()
    for world in (first, second):
        world.evaluate("(import (srfi 64)) (test-runner-factory test-runner-null)")
    first.evaluate('(test-begin "one") (test-assert #t)')
    assert first.evaluate("(test-runner-pass-count (test-runner-get))") == 1
    assert second.evaluate("(test-runner-current)") is False


def test_sandboxed_code_is_told_of_no_library_that_it_cannot_import() -> None:
    text = "(import (tein introspect)) (map (lambda (m) (member m (available-modules))) '({0} (scheme base)))"
    for name, tiers in {"(scheme file)": (False, True), "(engine primitives)": (False, False)}.items():
        for tier, found in zip(("sandboxed", "unsandboxed"), tiers, strict=True):
            world = Interpreter("unsandboxed" if tier == "unsandboxed" else "sandboxed", 20.0)
            seen, base = world.evaluate(text.format(name))
            assert (seen is not False, base is not False) == (found, True), (name, tier)


@pytest.mark.parametrize(("expected", "code"), [(1, 0), (2, 1)])
def test_test_exit_ends_the_program_with_what_the_tests_said(expected: int, code: int) -> None:
    error = refused(Interpreter(), f"(import (chibi test)) (test {expected} 1) (test-exit)")
    assert f"exit with code {code}" in error.message


def test_the_default_random_source_of_a_world_knows_nothing_of_others() -> None:
    text = "(import (srfi 27)) (list (random-integer 1000000) (random-integer 1000000))"
    first, second = Interpreter(), Interpreter()
    wanted = first.evaluate(text)
    assert first.evaluate(text) != wanted
    assert second.evaluate(text) == wanted


def test_there_is_a_feature_for_every_srfi() -> None:
    names = [str(path.stem) for path in (SCHEME_LIB / "srfi").glob("*.sld")]
    assert len(names) > 15
    for name in names:
        assert Interpreter().evaluate(f"(cond-expand (srfi-{name} 1) (else 0))") == 1


def test_eval_works_at_any_depth_of_a_recursion() -> None:
    world = unsandboxed()
    world.evaluate("(define env (environment '(scheme base)))")
    world.evaluate("(define (f n) (if (= n 0) 0 (+ 1 (eval `(let ((x ,n)) (car (list (,f (- x 1))))) env))))")
    assert world.evaluate("(f 1200)") == 1200
