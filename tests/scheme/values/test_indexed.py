"""That what is known of lists that are searched often is what a walk finds, whatever is changed in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from chibi_hooks import Host
from chibi_hooks.hooks.flat import sole
from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.running import budget
from chibi_hooks.scheme.values import indexed
from chibi_hooks.scheme.values.data import FALSE, NIL, Pair, String, Value, cons, intern, string_of, to_list
from chibi_hooks.scheme.values.equality import equal, eqv
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.frozen import frozen
from tests.homes import make_home


def eq(a: Value, b: Value) -> bool:
    """As `memq` compares."""
    return a is b or (a.__class__ is int and eqv(a, b))


SAME = {"memq": eq, "memv": eqv, "member": equal, "assq": eq, "assv": eqv, "assoc": equal}
MAKE = {
    "symbols": lambda i: intern(f"s{i}"),
    "strings": lambda i: string_of(f"s{i}"),
    "integers": lambda i: i,
    "long integers": lambda i: i << 80,
    "mixed": lambda i: (i, float(i), string_of(f"s{i}"), intern(f"s{i}"))[i % 4],
}
AGAIN = range(7 * indexed.OFTEN + 14)


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    Interpreter()
    indexed.forget()


def walked(name: str, x: Value, a: Value) -> Value:
    """What is found by a walk."""
    while a is not NIL:
        if name.startswith("mem"):
            if SAME[name](x, a.car):
                return a
        elif SAME[name](x, a.car.car):
            return a.car
        a = a.cdr
    return FALSE


def call(name: str, *arguments: Value) -> Value:
    return PRIMITIVES[name].function(*arguments)


def pairs_of(a: Value) -> list[Pair]:
    found = []
    while a is not NIL:
        found.append(a)
        a = a.cdr
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.parametrize("name", SAME)
def test_a_search_finds_what_a_walk_finds(name: str, kind: str, seed: int) -> None:
    random, make = Random(seed), MAKE[kind]

    def member() -> Value:
        x = make(random.randrange(60))
        return x if name.startswith("mem") else cons(x, random.randrange(9))

    a = to_list([member() for _ in range(40)])
    lists = [a, a.cdr.cdr, cons(member(), a)]
    for _ in range(30):
        for _ in range(random.choice((1, 60))):
            within = random.choice(lists)
            x = make(random.randrange(60))
            assert call(name, x, within) is walked(name, x, within)
        pair = random.choice(pairs_of(a))
        change = random.randrange(5)
        if change == 0:
            call("set-car!", pair, member())
        elif change == 1 and pair.cdr is not NIL:
            call("set-cdr!", pair, cons(member(), pair.cdr.cdr))
        elif name.startswith("ass"):
            call("set-car!" if change == 2 else "set-cdr!", pair.car, make(7))
        held = pair.car if name.startswith("mem") else pair.car.car
        if change == 4 and held.__class__ is String:
            call("string-set!", held, 0, PRIMITIVES["string-ref"].function(string_of("t"), 0))


@pytest.mark.parametrize("name", SAME)
def test_a_list_that_is_searched_often_is_indexed_until_its_run_ends(name: str) -> None:
    entry = "(cons (number->symbol i) i)" if name.startswith("ass") else "(number->symbol i)"
    world = Interpreter()
    known = world.evaluate(f"""
        (define (number->symbol n) (string->symbol (number->string n)))
        (define l (let loop ((i 0) (l '())) (if (= i 30) l (loop (+ i 1) (cons {entry} l)))))
        (define (found? i) ({name} (number->symbol (modulo i 60)) l))
        (let loop ((i 0) (n 0)) (if (= i 180) n (loop (+ i 1) (if (found? i) (+ n 1) n))))""")
    assert known == 90 and not indexed.SEARCHED[0]
    a = world.lookup("l")
    assert type(a) is indexed.IndexedPair and a.__class__ is Pair
    assert type(frozen(a)) not in indexed.INDEXED


def test_values_of_entries_may_be_changed_without_loss() -> None:
    table = to_list([cons(i, 0) for i in range(30)])
    for _ in AGAIN:
        call("assv", 29, table)
    call("set-cdr!", call("assv", 29, table), 5)
    assert indexed.known(table, int, 29, entries=True).car.cdr == 5
    call("set-car!", call("assv", 29, table), 77)
    assert indexed.known(table, int, 29, entries=True) is None
    assert call("assv", 29, table) is FALSE and call("assv", 77, table).cdr == 5


def test_a_list_of_entries_may_be_searched_for_members_too() -> None:
    row = to_list([intern(f"s{i}") for i in range(30)])
    table = to_list([row, *[cons(intern(f"t{i}"), NIL) for i in range(30)]])
    for _ in AGAIN:
        assert call("assq", intern("t29"), table).cdr is NIL
        assert call("memq", intern("s29"), row).cdr is NIL
        assert call("member", string_of("t29"), table) is FALSE
    call("set-cdr!", row, NIL)
    assert call("memq", intern("s29"), row) is FALSE


@pytest.mark.parametrize("name", SAME)
def test_what_is_no_list_fails_each_time(name: str) -> None:
    entries = [cons(i, i) if name.startswith("ass") else i for i in range(30)]
    improper, ring = to_list(entries, 5), to_list(entries)
    pairs_of(ring)[-1].cdr = ring
    for _ in AGAIN:
        for a in (improper, ring):
            with pytest.raises(SchemeError, match="list"):
                call(name, 99, a)
            assert call(name, 25, a) is not FALSE


def test_lists_that_are_changed_all_the_time_are_not_indexed_each_time() -> None:
    a = to_list(list(range(30)))
    for i in range(200):
        for _ in range(60):
            call("memv", 29, a)
        call("set-car!", a, i)
    assert indexed._spoilt[0] < 40 * indexed.OFTEN


def test_no_more_members_are_known_than_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexed, "MOST", 100)
    for _ in range(9):
        a = to_list(list(range(30)))
        for _ in AGAIN:
            call("memv", 29, a)
        assert sum(len(each.tails) for each in indexed._known.values()) <= 100


def test_nothing_is_known_after_a_fire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten: set[tuple[object, int]] = set()

    def telling(way: object) -> Callable[[], None]:
        return lambda: forgotten.add((way, len(indexed._known))) or indexed.forget()

    for way in (budget, sole):
        monkeypatch.setattr(way, "forget", telling(way))
    hook = """(define l (let loop ((i 0) (l '())) (if (= i 30) l (loop (+ i 1) (cons i l)))))
              (define-hook pre_tool () (do ((i 0 (+ i 1))) ((= i 90) (no-opinion)) (memv i l)))"""
    with Host.open(home=make_home(tmp_path, {"hooks/sets.scm": hook}), record=False) as host:
        for _ in range(1_000):  # the first one is called as after something long, for a file was loaded
            host.fire("pre_tool", {"tool_name": "t", "arguments": {}})
            if {way for way, _ in forgotten} == {budget, sole}:
                break
    assert forgotten == {(budget, 1), (sole, 1)} and not indexed.SEARCHED[0]
