"""Equality, pairs and lists, symbols, characters, vectors, bytevectors: what they give, and how they complain."""

# ruff: noqa: E501 -- a case is one line

from __future__ import annotations

import pytest

from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    Pair,
    char,
    cons,
    from_list,
    intern,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.equality import equal, eqv
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.lists import proper_length
from tests.scheme.calling import call, check, lines

EQUALITY = """
(eq? a a) => #t
(eq? a b) => #f
(eq? () ()) => #t
(eq? #t #t) => #t
(eq? #\\x #\\x) => #t
(eq? "a" "a") => #f
(eq? (1) (1)) => #f
(eqv? 100000000000000000000 100000000000000000000) => #t
(eqv? 1 1.0) => #f
(eqv? 1.0 1) => #f
(eqv? 0.0 -0.0) => #f
(eqv? 1.5 1.5) => #t
(eqv? +nan.0 +nan.0) => #t
(eqv? +inf.0 +inf.0) => #t
(eqv? 1/2 1/2) => #t
(eqv? 1/2 1/3) => #f
(eqv? 1/2 0.5) => #f
(eqv? #\\x1F600 #\\x1F600) => #t
(eqv? "a" "a") => #f
(eqv? #t 1) => #f
(eqv? #f 0) => #f
(equal? "abc" "abc") => #t
(equal? "abc" "abd") => #f
(equal? "a" a) => #f
(equal? (1 (2 #(3 "x" #u8(1 2)))) (1 (2 #(3 "x" #u8(1 2))))) => #t
(equal? (1 2) (1 2 3)) => #f
(equal? (1 . 2) (1 . 2)) => #t
(equal? (1 2) (1 2.0)) => #f
(equal? #(1 2) #(1 2)) => #t
(equal? #(1 2) #(1 2 3)) => #f
(equal? #(1 2) (1 2)) => #f
(equal? #u8(1) #u8(2)) => #f
(equal? 0.0 -0.0) => #f
(equal? #0=(a . #0#) #1=(a . #1#)) => #t
(equal? #0=(a . #0#) #1=(a a . #1#)) => #t
(equal? #0=(a . #0#) #1=(a b . #1#)) => #f
(equal? #0=#(1 #0#) #1=#(1 #1#)) => #t
(equal? #0=(#0# . #0#) #1=(#1# . #1#)) => #t
(not #f) => #t
(not 0) => #f
(not ()) => #f
(boolean? #f) => #t
(boolean? 0) => #f
(boolean=? #t #t #t) => #t
(boolean=? #t #f) => #f
(boolean=? #f #f #t) => #f
(boolean=? #t 1) => error: boolean=?: argument 2: wanted a boolean, got 1
"""

PAIRS = """
(cons 1 2) => (1 . 2)
(pair? (1)) => #t
(pair? ()) => #f
(pair? #(1)) => #f
(null? ()) => #t
(null? (1)) => #f
(list? (1 2)) => #t
(list? ()) => #t
(list? (1 . 2)) => #f
(list? #0=(1 . #0#)) => #f
(list? "x") => #f
(car (1 2)) => 1
(car 42) => error: car: wanted a pair, got 42
(car ()) => error: car: wanted a pair, got ()
(cdr (1 2)) => (2)
(cdr "x") => error: cdr: wanted a pair, got "x"
(cadr (1 2)) => 2
(cadr (1)) => error: cadr: wanted a pair whose cdr is a pair, got (1)
(cadr 1) => error: cadr: wanted a pair, got 1
(cddr (1 2 3)) => (3)
(caar ((1) 2)) => 1
(cdar ((1 2) 3)) => (2)
(caddr (1 2 3)) => 3
(caddr (1 2)) => error: caddr: wanted a pair whose cddr is a pair, got (1 2)
(cdddr (1 2 3 4)) => (4)
(caadr (1 (2))) => 2
(cdadr (1 (2 3))) => (3)
(cddar ((1 2 3))) => (3)
(cadddr (1 2 3 4)) => 4
(cddddr (1 2 3 4 5)) => (5)
(caaaar ((((1))))) => 1
(cdaddr (1 2 (3 4))) => (4)
(set-car! (1 2) 9) => argument 1: (9 2)
(set-cdr! (1 2) 9) => argument 1: (1 . 9)
(set-car! () 9) => error: set-car!: argument 1: wanted a pair, got ()
(set-cdr! x 9) => error: set-cdr!: argument 1: wanted a pair, got x
(list) => ()
(list 1 2 3 4) => (1 2 3 4)
(list 1 2 3 4 5) => (1 2 3 4 5)
(cons* 1) => 1
(cons* 1 2 (3)) => (1 2 3)
(cons* 1 2 3 4) => (1 2 3 . 4)
(make-list 3 x) => (x x x)
(make-list 0) => ()
(make-list -1) => error: make-list: argument 1: wanted a size (an exact integer from 0), got -1
(make-list 2.0) => error: make-list: argument 1: wanted a size (an exact integer from 0), got 2.0
(make-list 4000001) => error: make-list: the result would have 4000001 elements, the limit is 4000000
(length (1 2 3)) => 3
(length ()) => 0
(length (1 2 . 3)) => error: length: wanted a proper list, got (1 2 . 3)
(length x) => error: length: wanted a proper list, got x
(append) => ()
(append 5) => 5
(append () 5) => 5
(append (1) (2)) => (1 2)
(append (1 2) 3) => (1 2 . 3)
(append (1) () (2 3) (4)) => (1 2 3 4)
(append () ()) => ()
(append 1 (2)) => error: append: argument 1: wanted a proper list, got 1
(append (1 . 2) (3)) => error: append: argument 1: wanted a proper list, got (1 . 2)
(append (1) 2 (3)) => error: append: argument 2: wanted a proper list, got 2
(reverse (1 2 3)) => (3 2 1)
(reverse ()) => ()
(reverse (1 . 2)) => error: reverse: wanted a proper list, got (1 . 2)
(append-reverse (3 2) (4)) => (2 3 4)
(list-tail (1 2 3) 1) => (2 3)
(list-tail (1 2 3) 3) => ()
(list-tail (1 2 . 3) 2) => 3
(list-tail (1 2) 3) => error: list-tail: argument 2: wanted an index from 0 to 2, got 3
(list-tail (1 2) -1) => error: list-tail: argument 2: wanted an index (an exact integer from 0), got -1
(list-tail 5 1) => error: list-tail: argument 1: wanted a list, got 5
(list-tail 5 0) => 5
(list-ref (1 2 3) 2) => 3
(list-ref (1 2 3) 3) => error: list-ref: argument 2: wanted an index from 0 to 2, got 3
(list-ref () 0) => error: list-ref: argument 2: wanted an index, but there is none to give (the list is empty), got 0
(list-ref (1) 0.0) => error: list-ref: argument 2: wanted an index (an exact integer from 0), got 0.0
(list-ref #0=(1 2 . #0#) 5) => 2
(list-set! (1 2 3) 1 x) => argument 1: (1 x 3)
(list-set! (1) 1 x) => error: list-set!: argument 2: wanted an index from 0 to 0, got 1
(list-copy (1 2 3)) => (1 2 3)
(list-copy (1 2 . 3)) => (1 2 . 3)
(list-copy 3) => 3
(list-copy #0=(1 . #0#)) => error: list-copy: wanted a list that ends, got a circular one
(last-pair (1 2 . 3)) => (2 . 3)
(last-pair ()) => error: last-pair: wanted a pair, got ()
"""

SEARCHES = """
(memq c (a b c d)) => (c d)
(memq x (a b)) => #f
(memq 1000000 (1 1000000 2)) => (1000000 2)
(memq "a" ("a")) => #f
(memq a (b . c)) => error: memq: argument 2: wanted a proper list, got (b . c)
(memq a 5) => error: memq: argument 2: wanted a proper list, got 5
(memv 1.0 (1 1.0)) => (1.0)
(memv 100 (1 100 2)) => (100 2)
(memv 1 5) => error: memv: argument 2: wanted a proper list, got 5
(member "b" ("a" "b" "c")) => ("b" "c")
(member "x" (1 x "y")) => #f
(member (1) ((0) (1))) => ((1))
(member 1.0 (1 2)) => #f
(member "a" (b . "c")) => error: member: argument 2: wanted a proper list, got (b . "c")
(member (1) (2 . 3)) => error: member: argument 2: wanted a proper list, got (2 . 3)
(assq b ((a 1) (b 2))) => (b 2)
(assq 1000000 ((1000000 . x))) => (1000000 . x)
(assq x ()) => #f
(assq x (1)) => error: assq: argument 2: wanted a list of pairs, and a member is none, got 1
(assq x 5) => error: assq: argument 2: wanted a list of pairs, got 5
(assq x ((a) . 5)) => error: assq: argument 2: wanted a proper list, got ((a) . 5)
(assv 5 ((2 3) (5 7))) => (5 7)
(assv 5 (7)) => error: assv: argument 2: wanted a list of pairs, and a member is none, got 7
(assoc "b" (("a" . 1) ("b" . 2) ("b" . 3))) => ("b" . 2)
(assoc "x" (("a" . 1))) => #f
(assoc "a" ((a . 1) (1 . 2) ("a" . 3))) => ("a" . 3)
(assoc (a) (((a)) ((b)))) => ((a))
(assoc 2.0 ((1 1) (2 4))) => #f
(assoc "a" (5)) => error: assoc: argument 2: wanted a list of pairs, and a member is none, got 5
(assoc "a" x) => error: assoc: argument 2: wanted a list of pairs, got x
(assoc a x) => error: assoc: argument 2: wanted a list of pairs, got x
"""

SYMBOLS = """
(symbol? a) => #t
(symbol? "a") => #f
(symbol->string abc) => "abc"
(symbol->string "abc") => error: symbol->string: wanted a symbol, got "abc"
(string->symbol "Hello World") => |Hello World|
(string->symbol abc) => error: string->symbol: wanted a string, got abc
(symbol=? a a a) => #t
(symbol=? a a b) => #f
(symbol=? a "a") => error: symbol=?: argument 2: wanted a symbol, got "a"
(procedure? car) => #f
(procedure? "car") => #f
"""

CHARS = """
(char? #\\a) => #t
(char? "a") => #f
(char->integer #\\A) => 65
(char->integer #\\x1F600) => 128512
(char->integer 65) => error: char->integer: wanted a character, got 65
(integer->char 955) => #\\λ
(integer->char 55296) => error: integer->char: wanted a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF), got 55296
(integer->char 1114112) => error: integer->char: wanted a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF), got 1114112
(integer->char -1) => error: integer->char: wanted a Unicode scalar value (0 to #xD7FF, #xE000 to #x10FFFF), got -1
(integer->char 65.0) => error: integer->char: wanted an exact integer, got 65.0
(char-upcase #\\a) => #\\A
(char-upcase #\\ß) => #\\ß
(char-upcase #\\x1F80) => #\\ᾈ
(char-downcase #\\Σ) => #\\σ
(char-downcase #\\x130) => #\\i
(char-foldcase #\\Σ) => #\\σ
(char-foldcase #\\ς) => #\\σ
(char-foldcase #\\x1E9E) => #\\ß
(char-upcase "a") => error: char-upcase: wanted a character, got "a"
(char-alphabetic? #\\λ) => #t
(char-alphabetic? #\\1) => #f
(char-alphabetic? #\\x2160) => #t
(char-numeric? #\\5) => #t
(char-numeric? #\\x664) => #t
(char-numeric? #\\²) => #f
(char-whitespace? #\\space) => #t
(char-whitespace? #\\xA0) => #t
(char-whitespace? #\\x1C) => #f
(char-whitespace? #\\a) => #f
(char-upper-case? #\\A) => #t
(char-upper-case? #\\a) => #f
(char-lower-case? #\\a) => #t
(char-lower-case? #\\1) => #f
(digit-value #\\7) => 7
(digit-value #\\x664) => 4
(digit-value #\\xEA6) => #f
(digit-value #\\a) => #f
(char=? #\\a #\\a) => #t
(char=? #\\a #\\a #\\b) => #f
(char<? #\\a #\\b #\\c) => #t
(char<? #\\a #\\c #\\b) => #f
(char>=? #\\c #\\c #\\b) => #t
(char<? #\\a 5) => error: char<?: argument 2: wanted a character, got 5
(char<? #\\b #\\a 5) => error: char<?: argument 3: wanted a character, got 5
(char-ci=? #\\a #\\A #\\a) => #t
(char-ci<? #\\a #\\B) => #t
(char-ci<? #\\a "B") => error: char-ci<?: argument 2: wanted a character, got "B"
"""

VECTORS = """
(vector? #(1)) => #t
(vector? (1)) => #f
(vector) => #()
(vector 1 2 3 4) => #(1 2 3 4)
(vector 1 2 3 4 5) => #(1 2 3 4 5)
(make-vector 3 x) => #(x x x)
(make-vector 0) => #()
(make-vector -1 x) => error: make-vector: argument 1: wanted a size (an exact integer from 0), got -1
(make-vector 1e3 x) => error: make-vector: argument 1: wanted a size (an exact integer from 0), got 1000.0
(make-vector 5000000) => error: make-vector: the result would have 5000000 elements, the limit is 4000000
(vector-length #(1 2)) => 2
(vector-length (1 2)) => error: vector-length: wanted a vector, got (1 2)
(vector-ref #(a b c) 0) => a
(vector-ref #(a b c) 2) => c
(vector-ref #(a b c) 7) => error: vector-ref: argument 2: wanted an index from 0 to 2, got 7
(vector-ref #(a b c) -1) => error: vector-ref: argument 2: wanted an index from 0 to 2, got -1
(vector-ref #(a b c) 1.0) => error: vector-ref: argument 2: wanted an index (an exact integer from 0), got 1.0
(vector-ref #(a b c) +nan.0) => error: vector-ref: argument 2: wanted an index (an exact integer from 0), got +nan.0
(vector-ref #(a b c) #f) => error: vector-ref: argument 2: wanted an index (an exact integer from 0), got #f
(vector-ref #(a b c) 100000000000000000000) => error: vector-ref: argument 2: wanted an index from 0 to 2, got 100000000000000000000
(vector-ref #() 0) => error: vector-ref: argument 2: wanted an index, but there is none to give (it is empty), got 0
(vector-ref (a b) 0) => error: vector-ref: argument 1: wanted a vector, got (a b)
(vector-set! #(a b c) 1 x) => argument 1: #(a x c)
(vector-set! #(a b) 2 x) => error: vector-set!: argument 2: wanted an index from 0 to 1, got 2
(vector-set! "ab" 0 x) => error: vector-set!: argument 1: wanted a vector, got "ab"
(vector->list #(1 2 3)) => (1 2 3)
(vector->list #(1 2 3) 1) => (2 3)
(vector->list #(1 2 3) 1 2) => (2)
(vector->list #(1 2 3) 2 1) => error: vector->list: argument 3: wanted an end from 2 to 3, got 1
(vector->list #(1 2 3) 4) => error: vector->list: argument 2: wanted a start from 0 to 3, got 4
(vector->list #(1 2 3) 0 4) => error: vector->list: argument 3: wanted an end from 0 to 3, got 4
(vector->list #(1 2 3) x) => error: vector->list: argument 2: wanted an index (an exact integer from 0), got x
(list->vector (1 2)) => #(1 2)
(list->vector (1 . 2)) => error: list->vector: wanted a proper list, got (1 . 2)
(vector-copy #(1 2 3)) => #(1 2 3)
(vector-copy #(1 2 3) 1) => #(2 3)
(vector-copy #(1 2 3) 1 2) => #(2)
(vector-copy #(1 2 3) 3) => #()
(vector-append) => #()
(vector-append #(1) #() #(2 3)) => #(1 2 3)
(vector-append #(1) (2)) => error: vector-append: argument 2: wanted a vector, got (2)
(vector-fill! #(1 2 3) x) => argument 1: #(x x x)
(vector-fill! #(1 2 3) x 1) => argument 1: #(1 x x)
(vector-fill! #(1 2 3) x 1 2) => argument 1: #(1 x 3)
(vector-fill! #(1 2 3) x 4) => error: vector-fill!: argument 3: wanted a start from 0 to 3, got 4
(vector-copy! #(a b c d) 1 #(1 2 3) 1) => argument 1: #(a 2 3 d)
(vector-copy! #(a b c d) 4 #(1 2 3) 3) => argument 1: #(a b c d)
(vector-copy! #(a b) 1 #(1 2)) => error: vector-copy!: argument 2: wanted a start with room for 2 elements (length 2), got 1
(vector-copy! #(a b) -1 #(1)) => error: vector-copy!: argument 2: wanted an index (an exact integer from 0), got -1
(vector->string #(#\\a #\\b)) => "ab"
(vector->string #(#\\a #\\b #\\c) 1 2) => "b"
(vector->string #(#\\a 5)) => error: vector->string: wanted characters only, and element 1 is none, got 5
(string->vector "abc" 1) => #(#\\b #\\c)
"""

BYTEVECTORS = """
(bytevector? #u8(1)) => #t
(bytevector? #(1)) => #f
(bytevector 1 2 255) => #u8(1 2 255)
(bytevector 1 256) => error: bytevector: argument 2: wanted a byte (an exact integer from 0 to 255), got 256
(bytevector 1.0) => error: bytevector: argument 1: wanted a byte (an exact integer from 0 to 255), got 1.0
(make-bytevector 2 7) => #u8(7 7)
(make-bytevector 2) => #u8(0 0)
(make-bytevector 2 -1) => error: make-bytevector: argument 2: wanted a byte (an exact integer from 0 to 255), got -1
(make-bytevector 5000000) => error: make-bytevector: the result would have 5000000 elements, the limit is 4000000
(bytevector-length #u8(1 2)) => 2
(bytevector-length "ab") => error: bytevector-length: wanted a bytevector, got "ab"
(bytevector-u8-ref #u8(1 2) 1) => 2
(bytevector-u8-ref #u8(1 2) 2) => error: bytevector-u8-ref: argument 2: wanted an index from 0 to 1, got 2
(bytevector-u8-ref #u8(1 2) -1) => error: bytevector-u8-ref: argument 2: wanted an index from 0 to 1, got -1
(bytevector-u8-set! #u8(1 2) 1 9) => argument 1: #u8(1 9)
(bytevector-u8-set! #u8(1 2) 1 999) => error: bytevector-u8-set!: argument 3: wanted a byte (an exact integer from 0 to 255), got 999
(bytevector-copy #u8(1 2 3) 1 2) => #u8(2)
(bytevector-copy! #u8(1 2 3 4) 1 #u8(8 9)) => argument 1: #u8(1 8 9 4)
(bytevector-copy! #u8(1) 1 #u8(8)) => error: bytevector-copy!: argument 2: wanted a start with room for 1 elements (length 1), got 1
(bytevector-append #u8(1) #u8() #u8(2)) => #u8(1 2)
(bytevector-append #u8(1) 2) => error: bytevector-append: argument 2: wanted a bytevector, got 2
(utf8->string #u8(65 206 187)) => "Aλ"
(utf8->string #u8(65 206 187) 1) => "λ"
(utf8->string #u8(65 206 187) 0 2) => error: utf8->string: wanted UTF-8, got byte 206 at index 1
(utf8->string #u8(237 160 128)) => error: utf8->string: wanted UTF-8, got byte 237 at index 0
(string->utf8 "λ") => #u8(206 187)
(string->utf8 "aλb" 2) => #u8(98)
(string->utf8 5) => error: string->utf8: argument 1: wanted a string, got 5
"""

ALL = lines(EQUALITY + PAIRS + SEARCHES + SYMBOLS + CHARS + VECTORS + BYTEVECTORS)


@pytest.mark.parametrize("case", ALL)
def test_call_gives(case: str) -> None:
    check(case)


def test_append_shares_its_last_argument_and_copies_the_others() -> None:
    first, last = to_list([1, 2]), to_list([3])
    made = call("append", first, last)
    assert made.cdr.cdr is last
    assert from_list(first) == [1, 2]


def test_list_copy_makes_new_pairs() -> None:
    original = to_list([1, 2])
    copy = call("list-copy", original)
    copy.car = 9
    assert from_list(original) == [1, 2]


@pytest.mark.parametrize("name", ["length", "reverse", "list->vector", "list->string", "list-copy", "last-pair"])
@pytest.mark.parametrize("period", [1, 2, 7, 5000])
def test_circular_list_is_an_error_and_not_a_hang(name: str, period: int) -> None:
    with pytest.raises(SchemeError) as caught:
        call(name, circle(period))
    assert caught.value.kind == "type"


@pytest.mark.parametrize("name", ["memq", "memv", "member", "assq", "assv", "assoc"])
@pytest.mark.parametrize("key", [intern("x"), 5, string_of("x"), to_list([1])])
def test_search_in_a_circular_list_ends(name: str, key: object) -> None:
    ring = circle(3, cons(0, 0))
    with pytest.raises(SchemeError, match=f"{name}: argument 2: wanted a proper list"):
        call(name, key, ring)


@pytest.mark.parametrize("n", [1, 1023, 1024, 1025, 5000])
def test_search_goes_to_the_end_of_long_lists(n: int) -> None:
    for key in (intern("x"), 5, string_of("x"), to_list([1])):
        entry = cons(key, 0)
        for name, last in (
            ("memq", key),
            ("memv", key),
            ("member", key),
            ("assq", entry),
            ("assv", entry),
            ("assoc", entry),
        ):
            filler = cons(0, 0) if name.startswith("ass") else 0
            items = to_list([filler] * n + [last])
            assert call(name, key, items) is not FALSE
            assert call(name, intern("none"), items) is FALSE


def test_index_into_a_circular_list_may_be_enormous() -> None:
    ring = to_list([1, 2], circle(3))
    ring.cdr.cdr.car = "third"
    assert call("list-ref", ring, 2 + 3 * 10**30) == "third"
    assert call("list-ref", ring, 3 + 3 * 10**30) == 0


@pytest.mark.parametrize("period", [1, 2, 255, 256, 257, 3000])
@pytest.mark.parametrize("head", [0, 1, 300])
def test_no_circular_list_has_a_length(period: int, head: int) -> None:
    assert proper_length(to_list([0] * head, circle(period))) is None


@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 512, 100_000])
def test_proper_length_counts(n: int) -> None:
    assert proper_length(to_list([0] * n)) == n


def test_circular_argument_of_append_is_an_error() -> None:
    with pytest.raises(SchemeError, match="append: argument 1: wanted a proper list"):
        call("append", circle(3), NIL)


def test_vector_copy_into_itself_may_overlap_either_way() -> None:
    up, down = vector_of([1, 2, 3, 4, 5]), vector_of([1, 2, 3, 4, 5])
    call("vector-copy!", up, 1, up, 0, 4)
    call("vector-copy!", down, 0, down, 1, 5)
    assert (up.v, down.v) == ([1, 1, 2, 3, 4], [2, 3, 4, 5, 5])


def test_equal_takes_deep_data_without_recursion() -> None:
    one, other = nested(200_000), nested(200_000)
    assert equal(one, other)
    assert not equal(one, nested(200_001))


def test_equal_takes_vectors_nested_deep() -> None:
    one, other = vector_of([]), vector_of([])
    for _ in range(50_000):
        one, other = vector_of([one, 1]), vector_of([other, 1])
    assert equal(one, other)


def test_equal_is_quick_on_data_that_shares_everything() -> None:
    one, other = cons(1, NIL), cons(1, NIL)
    for _ in range(200):  # 2**200 paths
        one, other = cons(one, one), cons(other, other)
    assert equal(one, other)


def test_equal_finds_the_difference_in_circular_data_of_different_period() -> None:
    assert equal(circle(6), circle(4))
    odd = circle(4)
    odd.cdr.car = intern("other")
    assert not equal(circle(6), odd)


def test_eqv_tells_every_two_values_of_different_kinds_apart() -> None:
    values = [
        0,
        0.0,
        -0.0,
        0j,
        FALSE,
        TRUE,
        NIL,
        string_of(""),
        char("0"),
        intern("0"),
        vector_of([]),
        1,
        1.0,
        float("nan"),
    ]
    for at, x in enumerate(values):
        for other, y in enumerate(values):
            assert eqv(x, y) is (at == other)


def test_procedure_is_what_can_be_called_and_is_no_datum() -> None:
    assert call("procedure?", lambda: NIL) is TRUE
    assert call("procedure?", 5) is FALSE
    assert call("procedure?", cons(1, 2)) is FALSE


def circle(period: int, member: object = 0) -> Pair:
    """A circular list of one member many times."""
    last = cons(member, NIL)
    first = to_list([member] * (period - 1), last)
    last.cdr = first
    return first


def nested(depth: int) -> object:
    x: object = NIL
    for _ in range(depth):
        x = cons(x, NIL)
    return x
