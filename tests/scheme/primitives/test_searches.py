"""That searches and comparisons of keys look no further than they must."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.primitives.sequences import entries, few, relations, searches
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Value, cons, intern, string_of, to_list
from chibi_hooks.scheme.values.equality import equal_pairs
from chibi_hooks.scheme.values.printer import write_text
from chibi_hooks.scheme.values.source import SourceText


def places(count: int) -> list[Value]:
    """Pairs that begin with different integers, large ones: no two of them are one object."""
    return [cons(1_000 + i, 5) for i in range(count)]


def named(i: int) -> Value:
    """A pair that begins with a symbol."""
    return cons(intern(f"n{i}"), 5)


@pytest.mark.parametrize("make", [lambda i: cons(1_000 + i, 5), named, lambda i: cons(string_of(f"n{i}"), 5)])
@pytest.mark.parametrize("name", ["member", "assoc"])
def test_what_begins_with_something_else_is_not_compared(
    name: str, make: Callable[[int], Value], monkeypatch: pytest.MonkeyPatch
) -> None:
    members = [make(i) if name == "member" else cons(make(i), 0) for i in range(50)]
    compared: list[Value] = []

    def counting(a: Value, b: Value) -> bool:
        compared.append(a)
        return equal_pairs(a, b)

    monkeypatch.setattr(searches, "equal_pairs", counting)
    monkeypatch.setattr(entries, "equal_pairs", counting)
    found = PRIMITIVES[name].function(make(40), to_list(members))
    assert found is not FALSE and len(compared) == 1


@pytest.mark.parametrize("make", [intern, string_of])
def test_short_sets_of_symbols_or_strings_are_walked_once(make: type, monkeypatch: pytest.MonkeyPatch) -> None:
    Interpreter()  # the relations of all families are there
    monkeypatch.setattr(relations, "keys_of_lists", lambda *_: pytest.fail("the general way"))
    a, b = (to_list([make(each) for each in text]) for text in ("abc", "cd"))
    equal = PRIMITIVES["equal?"].function
    assert write_text(relations.adjoined(equal, a, b)) in ("(d a b c)", '("d" "a" "b" "c")')
    assert write_text(relations.members_met_in(equal, a, b, intern("none"))) in ("(a b)", '("a" "b")')
    assert relations.subset(equal, a, a) is relations.same_members(equal, a, a)


@pytest.mark.parametrize("name", ["eq?", "eqv?"])
def test_what_is_only_itself_needs_no_key(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    Interpreter()
    monkeypatch.setattr(relations, "keys_of", lambda *_: pytest.fail("keys"))
    same, members = PRIMITIVES[name].function, places(3)
    assert relations.without_by(members[1], to_list(members), same).cdr.car is members[2]
    assert relations.distinct_by(to_list(members * 2), same).cdr.cdr.cdr is NIL


def test_a_short_list_of_others_is_none_of_these() -> None:
    assert few.few_keys("eq?", to_list([intern("a"), 1])) is None
    assert few.few_keys("eq?", to_list([string_of("a")])) is None
    assert few.few_keys("string=?", to_list([intern("a")])) is None
    assert few.few_keys("equal?", cons(intern("a"), 5)) is None


def test_two_strings_are_compared_in_line() -> None:
    shown = Interpreter(time_limit=None).show("python", SourceText("<test>", "(define (f x y) (equal? x y))"))
    assert ".s == v" in shown


def test_an_entry_is_deleted_by_a_known_relation_in_line() -> None:
    text = "(import (scheme base) (srfi 1)) (define (f k l) (alist-delete k l eq?))"
    assert "alist-delete@" not in Interpreter(time_limit=None).show("python", SourceText("<test>", text))


@pytest.mark.parametrize("name", ["memq", "memv", "member"])
def test_a_string_of_a_literal_list_is_found_again_and_again(name: str) -> None:
    interpreter = Interpreter()
    interpreter.run(SourceText("<test>", """(define l '("a" "b" "c" "d" "e" "f"))"""))
    for _ in range(3):
        found = interpreter.run(SourceText("<test>", f"(eq? ({name} (caddr l) l) (cddr l))"))
        assert found is TRUE


@pytest.mark.parametrize("name", ["memq", "memv", "member"])
@pytest.mark.parametrize("members", ["1", "a"])
def test_a_literal_list_that_is_walked_down_is_not_indexed_at_each_step(
    name: str, members: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tails: dict[int, Any] = {}
    monkeypatch.setattr(searches, "_tails", tails)
    interpreter = Interpreter()
    literal = " ".join([members] * 600)
    walk = f"(let loop ((l '({literal})) (n 0)) (let ((t ({name} '{members} l))) (if t (loop (cdr t) (+ n 1)) n)))"
    assert interpreter.run(SourceText("<test>", walk)) == 600
    assert not tails


def test_the_tails_that_are_kept_have_few_members_together(monkeypatch: pytest.MonkeyPatch) -> None:
    tails: dict[int, Any] = {}
    monkeypatch.setattr(searches, "_tails", tails)
    monkeypatch.setattr(searches, "MOST", 5_000)
    literal = " ".join(map(str, range(1_000)))
    body = "(memv -1 l) (memv -1 l) (memv -1 l) (loop (cdr l))"
    walk = f"(let loop ((l '({literal}))) (if (pair? l) (begin {body}) 'end))"
    assert Interpreter().run(SourceText("<test>", walk)) is intern("end")
    assert tails
    assert sum(len(each or ()) for _, each in tails.values()) <= 5_000
