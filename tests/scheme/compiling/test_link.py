"""The verifier is a wall: generated code that names, reads or contains what it has no use for is not compiled. Nor is
what would take Python's compiler too long; a unit of many forms is compiled in small functions.
"""

from __future__ import annotations

from typing import Any

import pytest

from chibi_hooks.scheme.compiling import code
from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.code import verify
from chibi_hooks.scheme.compiling.pieces import copied_names
from chibi_hooks.scheme.compiling.resuming import rest
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.errors import EngineFault, SchemeError

BASE = {"car", "%null?", "map@(scheme base)"}


@pytest.mark.parametrize(
    "text",
    [
        "v0 = v1.car",
        "def g0(v1, /):\n    while True:\n        return v1 + 1",
        "global g0\ng0 = car(v1, b'12')",
        "v0 = v1 if v1.__class__ is (b'2' if 1 else 0) else -1.5",
        "v0 = v1 is not ...",
        "v1.append(v2)",
        "v3, *v4 = v5",
    ],
)
def test_what_the_emitter_makes_passes(text: str) -> None:
    verify(ast.parse(text), BASE)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("import os", "contains Import"),
        ("v0 = __import__", "names '__import__'"),
        ("v0 = open", "names 'open'"),
        ("v0 = v1.__globals__", "the attribute __globals__"),
        ("v0 = v1.car.__init__", "the attribute __init__"),
        ("v1.__dict__ = v2", "the attribute __dict__"),
        ("v0 = 'text'", "the constant 'text'"),
        ("v0 = (1, 'text')", "the constant 'text'"),
        ("v0 = [v1 for v1 in v2]", "contains ListComp"),
        ("v0 = lambda: v1", "contains Lambda"),
        ("v0 = f'{v1!r}'", "formats a value"),
        ("v0 = f'{v1:x}'", "formats a value"),
        ("v0 = f'a{v1}'", "contains the constant"),
        ("v0 = car(v1, v2=1)", "a keyword argument"),
        ("@car\ndef g0(v1): return v1", "a decorator"),
        ("def open(v1): return v1", "names 'open'"),
        ("def g0(secret): return v1", "names 'secret'"),
        ("def g0(v1: v2): return v1", "an annotation"),
        ("def g0(v1) -> (yield): return v1", "an annotation"),
        ("def g0(*v1: v2): return v1", "an annotation"),
        ("def g0(v1, *secret): return v1", "names 'secret'"),
        ("def g0(v1=v2): return v1", "a parameter that is not given by its place"),
        ("def g0(*, v1): return v1", "a parameter that is not given by its place"),
        ("def g0(**v1): return v1", "a parameter that is not given by its place"),
        ("def g0(v1):\n    global secret\n    return v1", "names 'secret'"),
        ("v0 = v1 not in v2", "contains NotIn"),
        ("v0 = v1 in {b'1s', v2}", "a set of what is made when it runs"),
        ("try:\n    v0\nexcept v1:\n    v0", "an except that asks no guard"),
        ("try:\n    v0\nexcept:\n    v0", "an except that asks no guard"),
        ("try:\n    v0\nfinally:\n    v0", "a try that is no guard"),
        ("with v0:\n    v1", "contains With"),
        ("class g0: pass", "contains ClassDef"),
        ("del v0", "contains De"),
        ("while v0:\n    if v1:\n        v2 = car(*[v3.f_back])", "the attribute f_back"),
    ],
)
def test_anything_else_is_refused(text: str, part: str) -> None:
    with pytest.raises(EngineFault, match=f"generated code .*{part}"):
        verify(ast.parse(text), BASE)


def test_the_work_of_pythons_compiler_is_known_before() -> None:
    inner = "def v2():\n  v3 = 1\n  def v4():\n   return v3"
    module = ast.parse(f"def g0(v0):\n v1 = v0\n {inner}\ndef g1():\n global g2\n g2 = 1")
    # g0 and g1 below two names, v2 below three more, v4 below two more; and one global name in each of five scopes
    assert copied_names(module) == 2 + 2 + (2 + 3) + (2 + 3 + 2) + 5


@pytest.mark.long
def test_a_procedure_of_thousands_of_procedures_is_cut_into_parts_and_right() -> None:
    text = "(define (f) (list " + "(lambda (x) x) " * 2500 + ")) (length (f))"
    assert Interpreter(time_limit=60.0).evaluate(text) == 2500


def test_each_of_many_forms_is_continued_with_those_after_it() -> None:
    text = """
        (define k #f) (define seen '()) (define turns 0)
        (define (note x) (set! seen (cons x seen)))
        {before}
        (note (call/cc (lambda (c) (set! k c) 'here)))
        {after}
        (set! turns (+ turns 1))
        (if (< turns 3) (k turns))
        (list turns (length seen) (car seen))"""
    for before, after in ((3, 200), (200, 3), (100, 100), (11, 0), (0, 11), (1000, 1000)):
        program = text.format(before="(note 'before) " * before, after="(note 'after) " * after)
        value = Interpreter(time_limit=60.0).evaluate(program)
        assert value[:2] == [3, before + 3 * (1 + after)]


def test_what_follows_a_form_is_compiled_in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled: list[int] = []
    original = rest.define

    def counted(module: ast.Module, *rest: Any) -> Any:
        compiled.append(sum(1 for _ in ast.walk(module)))
        return original(module, *rest)

    monkeypatch.setattr(rest, "define", counted)
    Interpreter(time_limit=60.0).evaluate("(define k #f) " + "(begin (call/cc (lambda (c) (set! k c))) 1) " * 200)
    assert compiled and max(compiled) < 1_000


def test_a_unit_in_pieces_means_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    program = """
        (define k #f) (define n 0) (define seen '())
        (define (count m) (if (= m 0) 0 (+ 1 (count (- m 1)))))
        (define (twice f) (lambda (x) (f (f x))))
        (define-values (a . b) (values 1 2 3))
        (let loop ((i 0)) (when (< i 3) (set! seen (cons (lambda () i) seen)) (loop (+ i 1))))
        (call/cc (lambda (c) (set! k c)))
        (set! n (+ n 1))
        (if (< n 4) (k 1))
        (list n (count 5000) ((twice (lambda (x) (* 3 x))) 7) a b (map (lambda (f) (f)) seen))"""
    expected = Interpreter().evaluate(program)
    monkeypatch.setattr(code, "SITES", -1)
    assert Interpreter().evaluate(program) == expected == [4, 5000, 63, 1, [2, 3], [2, 1, 0]]
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate("(define (f x)\n  (car x))\n" + "(define y 1)\n" * 20 + "(list (f 5))", "p")
    assert str(caught.value).startswith("p:2:3: car: wanted a pair")
