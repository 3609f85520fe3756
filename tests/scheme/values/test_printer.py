"""The printer: every value has a text, circular and enormous ones too, and messages stay short."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.scheme.reading.reader import read_datum
from chibi_hooks.scheme.values import limits, printer
from chibi_hooks.scheme.values.data import (
    EOF,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Bytevector,
    Datum,
    RecordType,
    Value,
    Vector,
    char,
    cons,
    intern,
    record_of,
    several,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.equality import equal
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail, wrong_type
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio, ratio, rectangular
from chibi_hooks.scheme.values.printer import (
    condition_text,
    display_text,
    short,
    shown_as,
    write_shared_text,
    write_simple_text,
    write_text,
)
from tests.halves import dealt


def check(text: str, write: str, display: str | None = None, shared: str | None = None) -> None:
    """What the datum that `text` stands for is printed as; `display` and `shared` where they differ from `write`."""
    x, _ = read_datum(text)
    assert write_text(x) == write
    assert display_text(x) == (write if display is None else display)
    assert write_shared_text(x) == (shared or write)


SAME = [  # written as they are read, displayed alike
    *["()", "(a)", "(a b)", "(a . b)", "(a b . c)", "((a) (b))", "((a . b) . c)", "(a () . d)"],
    *["#()", "#(a)", "#(a b c)", "#(#(a) (b))", "#u8()", "#u8(0)", "#u8(1 2 255)"],
    *["#t", "#f", "0", "-1", "1/2", "1.5", "100000000000000000000000000", "+inf.0", "-inf.0", "+nan.0"],
    *[
        "a",
        "A",
        "+",
        "-",
        "...",
        "->x",
        "..",
        ".a",
        "+.a",
        "-@",
        "+-",
        "!$%&*/:<=>?~_^",
        "a.b",
        "a@b",
        "a1",
        "λ",
        "変数",
    ],
    *["+a", "-inf", "(quote a)", "(quasiquote (a (unquote b)))"],
    *[
        "#0=(a . #0#)",
        "#0=(#0# . a)",
        "#0=(a b #0#)",
        "#0=#(#0#)",
        "#0=(a #1=(#1# #0#))",
        "(#0=(#0#) #1=(#1#))",
        "(a #0=#(b #0#))",
    ],
]


@pytest.mark.parametrize("text", SAME)
def test_data_is_written_as_it_is_read(text: str) -> None:
    check(text, text)


WRITE_AND_DISPLAY = {
    # strings: escapes when written
    '"a b"': ('"a b"', "a b"),
    '""': ('""', ""),
    r'"a\"b\\c"': (r'"a\"b\\c"', r'a"b\c'),
    r'"\a\b\t\n\r"': (r'"\a\b\t\n\r"', "\a\b\t\n\r"),
    r'"\x0;\x1b;\x7f;\x85;"': (r'"\x0;\x1b;\x7f;\x85;"', "\0\x1b\x7f\x85"),
    r'"λ😀é"': ('"λ😀é"', "λ😀é"),
    r'"\x202e;\x2028;"': (r'"\x202e;\x2028;"', "\u202e\u2028"),
    '("a" #("b"))': ('("a" #("b"))', "(a #(b))"),
    # characters by name
    r"#\a": (r"#\a", "a"),
    r"#\space": (r"#\space", " "),
    r"#\newline": (r"#\newline", "\n"),
    r"#\null": (r"#\null", "\0"),
    r"#\(": (r"#\(", "("),
    r"#\x1": (r"#\x1", "\x01"),
    r"#\xa0": (r"#\xa0", "\xa0"),
    r"#\x301": (r"#\x301", "\u0301"),
    r"#\λ": (r"#\λ", "λ"),
    r"(#\a . #\b)": (r"(#\a . #\b)", "(a . b)"),
    # symbols between bars when they would read as something else
    "|a b|": ("|a b|", "a b"),
    "||": ("||", ""),
    "|a\\|b|": (r"|a\|b|", "a|b"),
    "|a\\\\b|": (r"|a\\b|", "a\\b"),
    "|1|": ("|1|", "1"),
    "|1+|": ("|1+|", "1+"),
    "|+1|": ("|+1|", "+1"),
    "|.|": ("|.|", "."),
    "|.5|": ("|.5|", ".5"),
    "|+.5|": ("|+.5|", "+.5"),
    "|+i|": ("|+i|", "+i"),
    "|-I|": ("|-I|", "-I"),
    "|+inf.0|": ("|+inf.0|", "+inf.0"),
    "|+NaN.0abc|": ("|+NaN.0abc|", "+NaN.0abc"),
    "|#foo|": ("|#foo|", "#foo"),
    "a#": ("|a#|", "a#"),
    "|'a|": ("|'a|", "'a"),
    '|"|': ('|"|', '"'),
    "|a;b|": ("|a;b|", "a;b"),
    "|(|": ("|(|", "("),
    r"|a\nb|": (r"|a\nb|", "a\nb"),
    "|a\\x2003;b|": ("|a\u2003b|", "a\u2003b"),
    "|a\\x0;|": ("|a\\x0;|", "a\0"),
    "|“|": ("|“|", "“"),
    "|٣|": ("|٣|", "٣"),
    "|plain|": ("plain", "plain"),
}


@pytest.mark.parametrize("text", WRITE_AND_DISPLAY)
def test_write_can_be_read_back_and_display_is_for_people(text: str) -> None:
    check(text, *WRITE_AND_DISPLAY[text])


SHARED = {  # (write, write-shared)
    "(#0=(a) #0#)": ("((a) (a))", "(#0=(a) #0#)"),
    "(a . #0=(b #0#))": ("(a . #0=(b #0#))", "(a . #0=(b #0#))"),
    "(#0=(a) b . #0#)": ("((a) b a)", "(#0=(a) b . #0#)"),
    "#(#0=#() #0#)": ("#(#() #())", "#(#0=#() #0#)"),
    "(#0=(a) #1=(b) #1# #0#)": ("((a) (b) (b) (a))", "(#0=(a) #1=(b) #1# #0#)"),
    "#0=(#1=(a) #1# #0#)": ("#0=((a) (a) #0#)", "#0=(#1=(a) #1# #0#)"),
    '(#0="s" #0#)': ('("s" "s")', '("s" "s")'),
    "(#0=a #0#)": ("(a a)", "(a a)"),
}


@pytest.mark.parametrize("text", SHARED)
def test_labels_show_cycles_and_write_shared_shows_sharing_too(text: str) -> None:
    x, _ = read_datum(text)
    assert (write_text(x), write_shared_text(x)) == SHARED[text]


def test_write_simple_writes_no_labels() -> None:
    assert write_simple_text(read_datum("(#0=(a) #0#)")[0]) == "((a) (a))"


@pytest.mark.parametrize("text", ["#0=(a . #0#)", "#0=(#0#)", "#0=#(#0# #0#)"])
def test_write_simple_of_circular_data_ends_in_an_error(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ELEMENTS", 50_000)
    with pytest.raises(SchemeError) as caught:
        write_simple_text(read_datum(text)[0])
    assert caught.value.kind == "limit"


def doubled(levels: int) -> Value:
    """A little data that is 2 ** levels long when it is written."""
    x: Value = intern("x")
    for _ in range(levels):
        x = cons(x, x)
    return x


@pytest.mark.parametrize("show", [write_text, display_text, write_simple_text])
def test_an_exploding_text_ends_in_an_error(show: Callable[[Value], str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ELEMENTS", 100_000)
    with pytest.raises(SchemeError) as caught:
        show(doubled(100))
    assert str(caught.value) == "the printed form would be longer than 100000 characters"


def test_write_shared_does_not_explode() -> None:
    assert len(write_shared_text(doubled(100))) < 2000


def test_large_circular_data_is_labelled() -> None:
    items = to_list([intern("a")] * 100_000)
    last = items
    while last.cdr is not NIL:
        last = last.cdr
    last.cdr = items
    text = write_text(items)
    assert (text[:10], text[-10:], text.count("#")) == ("#0=(a a a ", "a a . #0#)", 3)


def test_large_data_without_cycles_has_no_labels() -> None:
    shared = to_list([1, 2])
    assert "#" not in write_text(to_list([shared] * 50_000))


@pytest.mark.parametrize("wrap", dealt([lambda x: cons(x, NIL), lambda x: cons(1, x), lambda x: vector_of([x])], 3))
def test_depth_is_no_obstacle(wrap: Callable[[Value], Value]) -> None:
    x: Value = NIL
    for _ in range(100_000):
        x = wrap(x)
    for show in (write_text, display_text, write_shared_text, write_simple_text):
        assert len(show(x)) > 100_000
    assert len(short(x)) == 60


def named(name: str) -> Callable[[], None]:
    def procedure() -> None: ...

    procedure.__scheme_name__ = name  # type: ignore[attr-defined]
    return procedure


class HashTable(Datum):
    __slots__ = ()


class Secret:
    def __repr__(self) -> str:
        raise AssertionError("Python's repr is nothing for Scheme")


POINT = RecordType("point", ("x", "y"))

UNREADABLE = {
    "#<point 1 2>": record_of(POINT, [1, 2]),
    '#<person "Ann">': record_of(RecordType("<person>", ("name",)), [string_of("Ann")]),
    "#<empty>": record_of(RecordType("empty", ()), []),
    "(#<point 1 (a)>)": to_list([record_of(POINT, [1, to_list([intern("a")])])]),
    "#<record-type point>": POINT,
    "#<procedure car>": named("car"),
    "#<procedure>": lambda: None,
    "#<eof>": EOF,
    "#<unspecified>": UNSPECIFIED,
    "#<values 1 a>": several((1, intern("a"))),
    "#<values>": several(()),
    "#<hash-table>": HashTable(),
    "#<secret>": Secret(),
    "(#t . #f)": cons(TRUE, FALSE),
    "-1/3": Ratio(-1, 3),
    "1-1/3i": Gaussian(1, Ratio(-1, 3)),
    '#<error oops: 1 "two">': Condition("error", string_of("oops:"), to_list([1, string_of("two")])),
    "#<error car: wanted a pair, got 42>": wrong_type("car", 0, "a pair", 42).payload,
}


@pytest.mark.parametrize("text", UNREADABLE)
def test_values_without_a_written_form_are_shown(text: str) -> None:
    assert write_text(UNREADABLE[text]) == text
    assert short(UNREADABLE[text]) == text


def test_a_record_that_contains_itself_is_labelled() -> None:
    record = record_of(POINT, [1, NIL])
    record[1] = to_list([record])
    assert write_text(record) == "#0=#<point 1 (#0#)>"


def test_a_condition_whose_irritants_are_circular_is_labelled() -> None:
    condition = Condition("error", string_of("oops"), cons(1, NIL))
    condition.irritants.cdr = condition.irritants
    assert write_text(condition) == "#<error oops . #0=(1 . #0#)>"
    assert condition_text(condition).startswith("oops 1 1 1 1")


def test_the_runtime_names_procedures(monkeypatch: pytest.MonkeyPatch) -> None:
    def procedure() -> None: ...

    monkeypatch.setattr(printer, "procedure_names", [lambda x: None, lambda x: "loop" if x is procedure else None])
    assert write_text(procedure) == "#<procedure loop>"
    assert write_text(lambda: None) == "#<procedure>"


def test_a_class_of_the_runtime_says_how_it_is_shown() -> None:
    class Port(Datum):
        __slots__ = ()

    shown_as(Port, lambda port: "port in.txt")
    assert write_text(to_list([Port()])) == "(#<port in.txt>)"


class Watched(list[Any]):
    """Members of a vector that may be looked at only a little."""

    def __iter__(self) -> Iterator[Any]:
        for at in range(len(self)):
            assert at < 100, "looked too far"
            yield self[at]


CIRCLE = cons(intern("a"), NIL)
CIRCLE.cdr = CIRCLE
BRIEF = {
    "(a b)": (to_list([intern("a"), intern("b")]), 60),
    "(a a a a …": (CIRCLE, 10),
    "#(0 1 2 3…": (vector_of(Watched(range(1_000_000))), 10),
    '"aaaaaaaa…': (string_of("a" * 4_000_000), 10),
    "aaaaaaaaa…": (intern("a" * 4_000_000), 10),
    "#u8(0 0 0…": (Bytevector(bytearray(4_000_000)), 10),
    '"\\n\\n\\n\\n…': (string_of("\n" * 4_000_000), 10),
    "((((((((((…": (read_datum("(" * 1000 + ")" * 1000)[0], 11),
    "#<a number of about 300000 digits>": (1 << 996_578, 60),
    "(#<a number of about 301030 digits> 1)": (to_list([Ratio(1 << 999_999, 3), 1]), 60),
    "(#<a number of about 301031 digits> 2)": (to_list([Gaussian(3, 1 << 999_999), 2]), 60),
    "1234567890": (1234567890, 10),
    "123456789…": (12345678901, 10),
    "x": (intern("x"), 1),
    "…": (intern("xy"), 1),
}


@pytest.mark.parametrize("text", BRIEF)
def test_messages_show_the_beginning_of_a_value(text: str) -> None:
    x, limit = BRIEF[text]
    assert short(x, limit) == text


CONDITIONS = {
    "oops": Condition("error", string_of("oops")),
    'oops: 1 "two" (three)': Condition(
        "error", string_of("oops:"), to_list([1, string_of("two"), to_list([intern("three")])])
    ),
    "vector-ref: wanted 0 to 2, got 7": fail("range", "wanted 0 to 2, got 7", 7, who="vector-ref").payload,
    "car: wanted a pair, got 42": wrong_type("car", 0, "a pair", 42).payload,
    "my-proc: not good: 5": Condition("error", intern("my-proc"), to_list([string_of("not good:"), 5])),
    "bad 5": Condition("error", intern("bad"), to_list([5])),
    "42 a": Condition("error", 42, to_list([intern("a")])),
    "f: oops 1": Condition("error", string_of("oops"), to_list([1]), who="f"),
    "raised: 42": 42,
    'raised: "text"': string_of("text"),
    "raised: #<point 1 2>": record_of(POINT, [1, 2]),
    "raised: (a . b)": cons(intern("a"), intern("b")),
    "raised: #\\a": char("a"),
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_an_error_is_told_in_one_line(text: str) -> None:
    assert condition_text(CONDITIONS[text]) == text
    assert SchemeError(CONDITIONS[text]).message == text


@pytest.mark.parametrize("payload", [CIRCLE, Condition("error", string_of("x"), CIRCLE), Condition("error", CIRCLE)])
def test_the_text_of_an_error_is_bounded(payload: Value) -> None:
    assert len(condition_text(payload)) < 2100


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
ratios = st.builds(ratio, st.integers(), st.integers(min_value=1))
atoms = (
    st.integers()
    | st.floats()
    | ratios
    | st.builds(rectangular, ratios, ratios)
    | st.complex_numbers()
    | st.booleans().map(lambda x: TRUE if x else FALSE)
    | names.map(intern)
    | names.map(string_of)
    | st.characters(exclude_categories=["Cs"]).map(char)
    | st.binary(max_size=5).map(lambda b: Bytevector(bytearray(b)))
    | st.just(NIL)
)
data = st.recursive(
    atoms,
    lambda inner: (
        st.tuples(st.lists(inner, max_size=4), inner).map(lambda x: to_list(*x))
        | st.lists(inner, max_size=4).map(vector_of)
    ),
    max_leaves=20,
)


@given(data)
def test_what_is_written_is_read_back(x: Value) -> None:
    for show in (write_text, write_shared_text, write_simple_text):
        text = show(x)
        back, end = read_datum(text)
        assert end == len(text)
        assert equal(back, x)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), atoms), min_size=1, max_size=10))
def test_shared_and_circular_data_come_back_in_the_same_shape(nodes: list[tuple[int, int, Value]]) -> None:
    pairs = [cons(value, NIL) if i % 3 else vector_of([value, NIL]) for i, (_, _, value) in enumerate(nodes)]
    for each, (left, right, _) in zip(pairs, nodes, strict=True):
        to_left, to_right = (pairs[at] if at < len(pairs) else NIL for at in (left, right))
        if each.__class__ is Vector:
            each.v += [to_left, to_right]
        else:
            each.cdr = cons(to_left, to_right)
    for show in (write_text, write_shared_text):
        back, _ = read_datum(show(pairs[0]))
        assert equal(back, pairs[0])
        assert show(back) == show(pairs[0])


@given(st.text())
def test_any_string_and_symbol_is_written_without_raw_controls(text: str) -> None:
    for x in (string_of(text), intern(text)):
        assert all(" " <= c != "\x7f" and not "\ud800" <= c <= "\udfff" for c in write_text(x))
