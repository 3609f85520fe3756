"""What the compiler need not do: walk a form once for everybody who asks what stands in it, and make nodes of Python
that nobody runs.
"""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.compiling.analysing.contents import FormContents
from chibi_hooks.scheme.core import Call, Const, Global, GlobalRef, Let, LocalRef, Node, Sequence, SetGlobal, Variable
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.values.source import SourceText

TEXT = "(define (f x) (let ((y (car x))) (let loop ((i y)) (if (g i) (set! h (f i)) (loop (cdr i))))))"


def test_a_form_is_walked_once_for_all_that_ask_what_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    walked: list[Node] = []
    made = FormContents.__init__
    monkeypatch.setattr(FormContents, "__init__", lambda self, root: (walked.append(root), made(self, root))[1])
    Interpreter().evaluate(f"(define h 1) (define (g x) #t) {TEXT}")
    assert len(walked) == len(set(walked)) == 3


def test_what_stands_in_it_is_known_by_kind_outer_ones_first() -> None:
    name, variable = Global("f", "g0"), Variable("x")
    inner = Call(GlobalRef(name), [LocalRef(variable)])
    let = Let([variable], [Const(1)], Sequence([inner, SetGlobal(name, Const(2))]))
    outer = Call(GlobalRef(name), [let, Const(3)])
    inside = FormContents(outer)
    assert inside.calls == [outer, inner]
    assert (inside.lets, inside.letrecs, len(inside.set), inside.named) == ([let], [], 1, [name, name])


@pytest.mark.parametrize("test", ["x", "(not x)", "(g x)"])
def test_what_is_compared_with_false_stands_alone(test: str) -> None:
    shown = Interpreter().show("python", SourceText("x", f"(define (f x g) (if {test} 1 2))"))
    assert "is not «#f»" in shown or "is «#f»" in shown
    assert "if 1 else" not in shown
