"""What worlds begin with is expanded once for all of them, and each has its own values and definitions in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import DEFAULT_IMPORTS, Interpreter
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.worlds import front

OWN = ("(my host)",)


def world(number: int, **more: Any) -> Interpreter:
    """A world to which the host lends a procedure of its own."""
    return Interpreter(provided={"(my host)": {"number": lambda: number, "state": number}}, own=OWN, **more)


def test_worlds_that_begin_alike_have_the_host_s_values_of_their_own() -> None:
    one, two = world(1), world(2)
    assert [each.evaluate("(list (number) state)") for each in (one, two)] == [[1, 1], [2, 2]]
    assert one.libraries.find("(my host)", None) is two.libraries.find("(my host)", None)


def test_what_one_world_defines_no_other_has() -> None:
    one, two = world(1), world(2)
    assert one.evaluate("(define (number) 'mine) (define-syntax my-if (syntax-rules () ((_ a) a))) (my-if 3)") == 3
    assert two.evaluate("(number)") == 2
    with pytest.raises(SchemeError, match="unbound variable: my-if"):
        two.evaluate("(my-if 3)")


def test_what_worlds_begin_with_holds_nothing_of_any_world() -> None:
    world(5).evaluate("(number)")
    first, _ = front._begun(DEFAULT_IMPORTS, OWN, "sandboxed", (("(my host)", ("number", "state")),))
    assert set(first.provided_values.values()) == {None}


def test_a_world_with_given_files_reads_no_other(tmp_path: Path) -> None:
    there = "(define-library (there) (export x) (import (scheme base)) (begin (define x 1)))"
    (tmp_path / "there.sld").write_text(there)
    (tmp_path / "more.scm").write_text("(define y 2)")
    given = {tmp_path / "mine.scm": "(define y 3)"}
    sealed = Interpreter(roots=[tmp_path], directory=tmp_path, given=given)
    assert sealed.evaluate('(include "mine.scm") y') == 3
    with pytest.raises(SchemeError, match=r"there is no library \(there\)"):
        sealed.evaluate("(import (there)) x")
    with pytest.raises(SchemeError, match="more.scm is not among the files of this world"):
        sealed.evaluate('(include "more.scm") y')
