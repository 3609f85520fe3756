"""Hash tables, hash functions, records and conditions."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import pairwise, product
from types import FrameType
from typing import Any, Final

import pytest

import chibi_hooks.scheme.running.machine  # noqa: F401  what templates name
from chibi_hooks.scheme import Interpreter
from chibi_hooks.scheme.primitives.comparing import hashtables
from chibi_hooks.scheme.reading.reader import read_datum
from chibi_hooks.scheme.values import arguments
from chibi_hooks.scheme.values.data import (
    EOF,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Bytevector,
    Value,
    char,
    cons,
    from_list,
    intern,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.equality import equal, eqv
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail
from chibi_hooks.scheme.values.hashing import (
    HashTable,
    default_key,
    equal_key,
    eqv_key,
    folded_key,
    same_by_default,
    string_key,
    value_of,
)
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.scheme.values.printer import write_text
from tests.scheme.calling import call, check, lines


def table(sameness: str = "equal") -> HashTable:
    made: HashTable = call("%make-hash-table", intern(sameness))
    return made


NIL_PAIR: Final = cons(NIL, NIL)


def keys() -> list[Value]:
    """Values that no relation takes for one another; called twice it gives equal ones."""
    return [
        *(0, 1, -1, -2, 2**61 - 1, 2**61, 10**40, -(10**40), 0.0, -0.0, 1.0, 1e300, float("nan"), float("inf")),
        *(1j, complex(0.0, -1.0), Ratio(1, 2), Ratio(-1, 2), Ratio(2**90, 3)),
        *(Gaussian(0, 1), Gaussian(0, -1), Gaussian(Ratio(1, 2), 2**90)),
        *(TRUE, FALSE, NIL, EOF, UNSPECIFIED, intern("a"), intern("1"), char("a"), char("1"), char("😀")),
        *(string_of("a"), string_of("1"), string_of(""), string_of("c1")),
        *(to_list([1]), to_list([1.0]), to_list([1, 2]), cons(1, 2), to_list([string_of("a")]), to_list([intern("a")])),
        *(vector_of([]), vector_of([1]), vector_of([1.0]), Bytevector(bytearray(b"")), Bytevector(bytearray(b"a"))),
        *(to_list([to_list([1])]), to_list([to_list([1]), NIL]), to_list([to_list([1, NIL])]), to_list([NIL, 1])),
        *(to_list([1, vector_of([2])]), to_list([1, to_list([2])]), vector_of([1, vector_of([2])]), cons(1, NIL_PAIR)),
        *(cons(NIL_PAIR, 1), cons(cons(1, 2), 3), to_list([cons(1, 2), 3]), cons(to_list([1, 2]), 3)),
        *(
            to_list([0.5, TRUE]),
            to_list([0.0, TRUE]),
            to_list([-0.0, TRUE]),
            to_list([char("a")]),
            to_list([char("😀")]),
        ),
        *(to_list(range(20)), to_list(range(200)), vector_of(list(range(20))), vector_of(list(range(200)))),
        *(to_list([vector_of([1]), *range(200)]), to_list([vector_of(list(range(200)))])),
    ]


def test_equal_table_finds_equal_keys_and_tells_all_others_apart() -> None:
    made = table()
    for at, key in enumerate(keys()):
        call("hash-table-set!", made, key, at)
    assert call("hash-table-size", made) == len(keys())
    for at, key in enumerate(keys()):
        assert call("%hash-table-ref", made, key, FALSE) == at
        assert call("hash-table-contains?", made, key) is TRUE


@pytest.mark.parametrize("sameness", ["eq", "eqv"])
def test_eqv_table_goes_by_identity_where_eqv_does(sameness: str) -> None:
    made = table(sameness)
    originals = keys()
    for at, key in enumerate(originals):
        call("hash-table-set!", made, key, at)
    for at, (key, again) in enumerate(zip(originals, keys(), strict=True)):
        assert call("%hash-table-ref", made, key, FALSE) == at
        found = call("%hash-table-ref", made, again, FALSE)
        assert found == at if eqv(key, again) else found is FALSE


def test_keys_come_back_as_they_went_in() -> None:
    for key_of, same in ((equal_key, equal), (eqv_key, eqv)):
        for key in keys():
            assert same(value_of(key_of(key)), key) or (key_of is eqv_key and value_of(key_of(key)) is key)


def test_dictionary_keys_are_equal_exactly_where_values_are() -> None:
    assert len({equal_key(x) for x in keys()}) == len(keys())
    for x, y in zip(keys(), keys(), strict=True):
        assert len({equal_key(x), equal_key(y)}) == 1


def test_string_tables_compare_text_and_refuse_other_keys() -> None:
    made, blind = table("string"), table("string-ci")
    call("hash-table-set!", made, string_of("Key"), 1)
    call("hash-table-set!", made, string_of("key"), 2)
    call("hash-table-set!", blind, string_of("Key"), 1)
    call("hash-table-set!", blind, string_of("kEY"), 2)
    assert write_text(call("hash-table->alist", made)) == '(("Key" . 1) ("key" . 2))'
    assert write_text(call("hash-table->alist", blind)) == '(("Key" . 2))'
    for each in (made, blind):
        with pytest.raises(
            SchemeError, match=r"hash-table-set!: argument 2: wanted a string \(the keys of this table\)"
        ):
            call("hash-table-set!", each, intern("key"), 1)
    assert value_of(string_key(string_of("a"))).s == value_of(folded_key(string_of("a"))).s == "a"


def test_entries_keep_the_order_of_their_first_insertion() -> None:
    made = table()
    call("hash-table-set!", made, 3, 30)
    call("hash-table-set!", made, 1, 10)
    call("hash-table-set!", made, 2, 20)
    call("hash-table-set!", made, 3, 31)
    assert write_text(call("hash-table-keys", made)) == "(3 1 2)"
    assert write_text(call("hash-table-values", made)) == "(31 10 20)"
    assert write_text(call("hash-table->alist", made)) == "((3 . 31) (1 . 10) (2 . 20))"
    entries = call("%hash-table-entries", made)
    assert (entries.kept_keys, entries.kept_values) == ([3, 1, 2], [31, 10, 20])
    assert call("%entries-end", entries) == 3
    assert (call("%entry-key", entries, 1), call("%entry-value", entries, 1)) == (1, 10)


def test_entries_give_keys_of_all_kinds() -> None:
    made = table("equal")
    keys = [string_of("a"), 7, intern("b"), 2.5, char("c"), to_list([intern("d"), string_of("e"), 8]), NIL]
    for i, key in enumerate(keys):
        call("hash-table-set!", made, key, i)
    entries = call("%hash-table-entries", made)
    given = to_list([call("%entry-key", entries, i) for i in range(len(keys))])
    wanted = '("a" 7 b 2.5 #\\c (d "e" 8) ())'
    assert write_text(given) == write_text(call("hash-table-keys", made)) == wanted
    assert write_text(call("%entry-key", call("%alist-entries", to_list([cons(given, 1)])), 0)) == wanted


def test_a_walk_makes_the_key_of_an_entry_by_one_call() -> None:
    world = Interpreter()
    world.evaluate(
        """(import (scheme base) (srfi 125))
        (define (filled n)
          (let ((t (make-hash-table))) (do ((i 0 (+ i 1))) ((= i n) t) (hash-table-set! t (number->string i) i))))
        (define few (filled 3))
        (define many (filled 13))
        (define (walked t) (hash-table-fold (lambda (k v n) (+ n (string-length k))) 0 t))"""
    )

    def calls(text: str) -> int:
        found = 0

        def seen(frame: FrameType, event: str, arg: object) -> None:
            nonlocal found
            found += event == "call" and frame.f_code.co_filename in (hashtables.__file__, arguments.__file__)

        before = sys.getprofile()
        sys.setprofile(seen)
        try:
            world.evaluate(text)
        finally:
            sys.setprofile(before)
        return found

    assert world.evaluate("(list (walked few) (walked many))") == [3, 16]
    assert calls("(walked many)") - calls("(walked few)") == 10


ATOMS = """(
    1 2 1.0 2.0 1.5 3/2 1+0.0i 1+i 1.0+1.0i 0 -0.0 +inf.0 2305843009213693950 2305843009213693951 2305843009213693952
    2305843009213693952.0 4611686018427387904 4611686018427387904.0 "a" "1" a b #\\a #t () (1) (1 . 2) #(1) #()
)"""


@pytest.mark.parametrize(("key_of", "same"), [(equal_key, equal), (default_key, same_by_default)])
def test_keys_are_the_same_where_the_data_are(key_of: Callable[[Value], Any], same: Callable[..., bool]) -> None:
    atoms = from_list(read_datum(ATOMS)[0])
    wraps: list[Callable[[Value], Value]] = [
        lambda x: cons(x, NIL),
        lambda x: to_list([1, x]),
        lambda x: cons(x, 2),
        lambda x: cons(1, x),
        lambda x: vector_of([x, 2]),
        lambda x: to_list([x] * 16),
        lambda x: vector_of([x] * 17),
        lambda x: to_list([to_list([x, 1])]),
    ]
    for x, y in product(atoms, repeat=2):
        for wrap, other in [(wrap, wrap) for wrap in wraps] + list(pairwise(wraps)):
            a, b = wrap(x), other(y)
            assert (len({key_of(a): 1, key_of(b): 2}) == 1) is same(a, b), (write_text(a), write_text(b))


def test_delete_counts_what_was_there() -> None:
    made = table()
    call("hash-table-set!", made, 1, 1)
    call("hash-table-set!", made, 2, 2)
    assert call("%hash-table-delete!", made, 1, 7) == 1
    assert call("%hash-table-delete!", made, 1) == 0
    assert call("hash-table-size", made) == 1
    call("hash-table-clear!", made)
    assert call("hash-table-empty?", made) is TRUE


def test_copies_are_independent() -> None:
    made = table("string")
    call("hash-table-set!", made, string_of("a"), 1)
    copy, empty = call("hash-table-copy", made), call("hash-table-empty-copy", made)
    call("hash-table-set!", made, string_of("b"), 2)
    assert [call("hash-table-size", x) for x in (made, copy, empty)] == [2, 1, 0]
    assert call("%hash-table-sameness", empty) is intern("string")


def test_alist_gives_a_table_in_which_the_first_of_a_key_counts() -> None:
    alist = read_datum('(("a" . 1) (b . 2) ("a" . 3) (7 . 4) ((c) . 5) (b . 6))')[0]
    assert write_text(call("hash-table->alist", call("%hash-table-filled", alist, table()))) == (
        '(("a" . 1) (b . 2) (7 . 4) ((c) . 5))'
    )
    with pytest.raises(
        SchemeError, match="alist->hash-table: argument 1: wanted a list of pairs, and a member is none"
    ):
        call("%hash-table-filled", to_list([cons(1, 2), 1]), table())
    with pytest.raises(SchemeError, match=r"argument 2: wanted a string \(the keys of this table\), got b"):
        call("%hash-table-filled", alist, table("string"))


def test_circular_and_deep_keys_are_found_again() -> None:
    made = table()
    circular = cons(1, NIL)
    circular.cdr = circular
    deep: Value = NIL
    for _ in range(100_000):
        deep = cons(deep, NIL)
    call("hash-table-set!", made, circular, 1)
    call("hash-table-set!", made, deep, 2)
    call("hash-table-set!", made, made, 3)
    assert [call("%hash-table-ref", made, key, FALSE) for key in (circular, deep, made)] == [1, 2, 3]


def test_table_that_would_grow_over_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashtables, "MOST", 2)
    made = table()
    call("hash-table-set!", made, 1, 1)
    call("hash-table-set!", made, 2, 2)
    call("hash-table-set!", made, 2, 3)
    with pytest.raises(SchemeError) as caught:
        call("hash-table-set!", made, 3, 3)
    assert caught.value.kind == "limit"


def test_integers_chosen_to_collide_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [k * (2**61 - 1) for k in range(1, 500)]
    assert len({hash(equal_key(k)) for k in chosen}) > 490


ERRORS = """
(%make-hash-table eq) => #<hash-table eq 0>
(%make-hash-table weak) => error: %make-hash-table: wanted the name of an equality, got weak
(hash-table? 5) => #f
(%hash-table-ref 5 1 2) => error: hash-table-ref: argument 1: wanted a hash table, got 5
(hash-table-ref/default x 1 2) => error: hash-table-ref/default: argument 1: wanted a hash table, got x
(hash-table-set! x 1 2) => error: hash-table-set!: argument 1: wanted a hash table, got x
(hash-table-size ()) => error: hash-table-size: argument 1: wanted a hash table, got ()
(equal-hash "a" 1) => 0
(equal-hash #0=(a . #0#) 1) => 0
(string-hash "a" 0) => error: string-hash: argument 2: wanted a bound (an exact integer above 0), got 0
(string-hash a) => error: string-hash: argument 1: wanted a string, got a
(symbol-hash "a") => error: symbol-hash: argument 1: wanted a symbol, got "a"
(%make-record-type <point> (x y)) => #<record-type point>
(%make-record-type point ("x" y)) => #<record-type point>
(%make-record-type 5 (x y)) => error: %make-record-type: wanted a name, got 5
(%record 5 1) => error: define-record-type: wanted a record type, got 5
(error-object? 5) => #f
(error-object-message 5) => error: error-object-message: wanted an error object, got 5
(error-object-irritants ()) => error: error-object-irritants: wanted an error object, got ()
(read-error? 5) => #f
(file-error? 5) => #f
"""


@pytest.mark.parametrize("case", lines(ERRORS))
def test_call_gives(case: str) -> None:
    check(case)


@pytest.mark.parametrize("name", ["equal-hash", "hash", "eqv-hash"])
def test_hash_is_the_same_for_equal_values_and_within_its_bound(name: str) -> None:
    same = eqv if name == "eqv-hash" else equal
    for x, y in zip(keys(), keys(), strict=True):
        if same(x, y):
            assert call(name, x) == call(name, y) >= 0
            assert 0 <= call(name, x, 7) < 7


def test_string_hash_without_case_is_the_same_for_both_cases() -> None:
    assert call("string-ci-hash", string_of("ABC")) == call("string-ci-hash", string_of("abc"))
    assert call("symbol-hash", intern("a")) == call("symbol-hash", intern("a"))


def test_records_hold_their_fields() -> None:
    kind = call("%make-record-type", intern("<point>"), to_list([intern("x"), intern("y")]))
    point = call("%record", kind, 1, 2)
    assert call("%record?", point, kind) is TRUE
    assert call("%record-ref", point, kind, 1, intern("point-y")) == 2
    call("%record-set!", point, kind, 1, 9, intern("set-point-y!"))
    assert point.fields == [1, 9]


def test_record_of_another_type_with_the_same_name_is_refused() -> None:
    kinds = [call("%make-record-type", intern("point"), to_list([intern("x")])) for _ in range(2)]
    point = call("%record", kinds[0], 1)
    assert call("%record?", point, kinds[1]) is FALSE
    with pytest.raises(SchemeError, match="point-x: wanted a point, got"):
        call("%record-ref", point, kinds[1], 0, intern("point-x"))
    with pytest.raises(SchemeError, match="set-point-x!: argument 1: wanted a point, got 5"):
        call("%record-set!", 5, kinds[0], 0, 1, intern("set-point-x!"))
    with pytest.raises(SchemeError, match="point: wanted 1 fields, got 2"):
        call("%record", kinds[0], 1, 2)


def test_errors_of_the_engine_are_error_objects_too() -> None:
    with pytest.raises(SchemeError) as caught:
        call("car", 42)
    made = caught.value.payload
    assert call("error-object?", made) is TRUE
    assert call("error-object-message", made).s == "car: wanted a pair, got 42"
    assert from_list(call("error-object-irritants", made)) == [42]


@pytest.mark.parametrize(("kind", "predicate"), [("read", "read-error?"), ("file", "file-error?")])
def test_read_and_file_errors_are_told_from_others(kind: str, predicate: str) -> None:
    assert call(predicate, fail(kind, "x").payload) is TRUE  # type: ignore[arg-type]
    assert call(predicate, Condition("error", string_of("x"))) is FALSE
