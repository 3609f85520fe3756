"""The reader: what text means, where it stands, and what is said about text that means nothing."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chibi_hooks.scheme.reading.reader import Case, Unfinished, datum_of, read_datum, read_source, tokens
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, VectorForm
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import EOF, Pair, Vector, intern
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import short, write_shared_text, write_text
from chibi_hooks.scheme.values.source import SourceText
from tests.halves import dealt


def check(text: str, expected: str) -> None:
    """`expected`: what `write` makes of the data, separated by blanks."""
    assert " ".join(write_text(datum_of(each)) for each in read_source(SourceText("test.scm", text))) == expected


def complaint(text: str) -> SchemeError:
    with pytest.raises(SchemeError) as caught:
        read_source(SourceText("test.scm", text))
    return caught.value


MEANINGS = {
    # lists
    "()": "()",
    "( )": "()",
    "(a b c)": "(a b c)",
    "(a . b)": "(a . b)",
    "(a b . c)": "(a b . c)",
    "(a . (b . (c . ())))": "(a b c)",
    "(a . (b . (c . d)))": "(a b c . d)",
    "(a . 'b)": "(a quote b)",
    "(a . #(b))": "(a . #(b))",
    "(a .b)": "(a .b)",
    "(a.b)": "(a.b)",
    "a b c": "a b c",
    "": "",
    "  \n\t ; nothing\n": "",
    # abbreviations
    "'a": "(quote a)",
    "''a": "(quote (quote a))",
    "'()": "(quote ())",
    "`(a ,b ,@c)": "(quasiquote (a (unquote b) (unquote-splicing c)))",
    "' a": "(quote a)",
    "',@a": "(quote (unquote-splicing a))",
    "(a'b)": "(a (quote b))",
    # vectors
    "#()": "#()",
    "#(a #(b) (c))": "#(a #(b) (c))",
    "#u8()": "#u8()",
    "#u8(0 10 255 #xff)": "#u8(0 10 255 255)",
    "#U8(1)": "#u8(1)",
    "#u8(1 #;2 3 #|4|# ;5\n)": "#u8(1 3)",
    # booleans
    "#t #true #T #TRUE": "#t #t #t #t",
    "#f #false #F #False": "#f #f #f #f",
    "(#t)": "(#t)",
    "#t;": "#t",
    # characters
    r"#\a #\A #\( #\) #\; #\" #\# #\' #\x #\| #\\": r"#\a #\A #\( #\) #\; #\" #\# #\' #\x #\| #\\",
    r"#\alarm #\backspace #\delete #\escape #\newline": r"#\alarm #\backspace #\delete #\escape #\newline",
    r"#\null #\return #\space #\tab": r"#\null #\return #\space #\tab",
    r"#\x41 #\x3bb #\X3BB #\x1F600 #\x0": r"#\A #\λ #\λ #\😀 #\null",
    r"#\λ (#\a)": r"#\λ (#\a)",
    "#\\ ": r"#\space",
    "#\\\n": r"#\newline",
    r"(#\()": r"(#\()",
    # strings
    '""': '""',
    '"a b"': '"a b"',
    r'"\a\b\t\n\r\"\\\|"': r'"\a\b\t\n\r\"\\|"',
    r'"\x41;\x3bb;\x1F600;\x0;"': r'"Aλ😀\x0;"',
    '"a\\\n   b"': '"ab"',
    '"a\\  \t\r\n \t b"': '"ab"',
    '"a\\\n\nb"': '"a\\nb"',
    '"a\nb"': r'"a\nb"',
    '"a\r\nb\rc"': r'"a\nb\nc"',
    '"; #| ("': '"; #| ("',
    '"a""b"': '"a" "b"',
    '"λ"': '"λ"',
    # identifiers
    "+ - ... -> ->x 1+ -1+ 1- .. .foo +.foo +-x -@ <=? !$%&*/:<=>?~_^": (
        "+ - ... -> ->x |1+| |-1+| |1-| .. .foo +.foo +-x -@ <=? !$%&*/:<=>?~_^"
    ),
    "lambda list->vector V17a soup the-word-recursion-has-many-meanings a34kTMNs": (
        "lambda list->vector V17a soup the-word-recursion-has-many-meanings a34kTMNs"
    ),
    "|a b| || |a\\x41;b| |a\\|b| |\\t\\n| |foo|": "|a b| || aAb |a\\|b| |\\t\\n| foo",
    "|two\nlines|": "|two\\nlines|",
    "foo|bar|": "foo bar",
    "é λ-x 変数 x² naïve": "é λ-x 変数 x² naïve",
    "Foo foo": "Foo foo",
    "+inf +i-am -nancy": "+inf +i-am -nancy",
    # numbers: what they look like here, all else is tested in test_numerals
    "0 -1 +5 007 1.5 .5 -.5e1 1e3 #xff #b-101 #e1.5 #i1 1/2": "0 -1 5 7 1.5 0.5 -5.0 1000.0 255 -5 3/2 1.0 1/2",
    "+inf.0 -inf.0 +nan.0 +i": "+inf.0 -inf.0 +nan.0 +i",
    "(1)(2)": "(1) (2)",
    # comments
    "; all\na ; more\n b": "a b",
    "a;comment\rb": "a b",
    "#|x|#a #|y|#": "a",
    "#|a #|b|# c|# d": "d",
    "#||# #|||# #|#|# |#|# x": "x",
    "#|;|# a": "a",
    "#;a b": "b",
    "#; a b": "b",
    "#;(a (b)) c": "c",
    "(a #;b c)": "(a c)",
    "(a #;b)": "(a)",
    "#;#;a b c": "c",
    "(#;#;a b c)": "(c)",
    "#;a": "",
    "'#;a b": "(quote b)",
    "#;'a b": "b",
    "(a . #;b c)": "(a . c)",
    "(a . b #;c)": "(a . b)",
    '#;"a" b': "b",
    "#;#|c|#a b": "b",
    # case
    '#!fold-case FOO #\\SPACE |BAR| #\\A "S" #!no-fold-case FOO': 'foo #\\space BAR #\\A "S" FOO',
    "#!fold-case STRASSE ẞ": "strasse ss",
    "X #!fold-case X X": "X x x",
    # labels
    "#0=a": "a",
    "(#0=a #0#)": "(a a)",
    "#0=(a . #0#)": "#0=(a . #0#)",
    "#0=(#0# #0#)": "#0=(#0# #0#)",
    "#0=#(#0#)": "#0=#(#0#)",
    "#0=(#1=(#0# #1#))": "#0=(#1=(#0# #1#))",
    "#0=#1=(#0# #1#)": "#0=(#0# #0#)",
    "#0=#2=(#1=#0# #1# #2#)": "#0=(#0# #0# #0#)",
    "(#0=(a) #0#) #0=b": "((a) (a)) b",
    "(#7=x #007#)": "(x x)",
    "'#0=(a #0#)": "(quote #0=(a #0#))",
    # the start of a file
    "\ufeff(a)": "(a)",
    "#!/usr/bin/env chibi-hooks scheme\n(a)": "(a)",
    "#!/bin/sh": "",
}


@pytest.mark.parametrize("text", MEANINGS)
def test_text_means_its_data(text: str) -> None:
    check(text, MEANINGS[text])


@dataclass
class Wrong:
    text: str
    place: str
    message: str
    hint: str | None = None  # a part of it
    unfinished: bool = False


WRONG = [
    # what is not closed: where the indentation says that it should be
    Wrong("(a", "1:2", "1 closing bracket is missing at the end of line 1", "write (a) there", True),
    Wrong("\n\n(a\n b", "4:2", "1 closing bracket is missing at the end of line 4", "write b) there", True),
    Wrong("(a (b)\n  (c (d)", "2:8", "2 closing brackets are missing at the end of line 2", "write (c (d))) th", True),
    Wrong("#(a", "1:3", "1 closing bracket is missing at the end of line 1", None, True),
    Wrong("x #u8(1", "1:7", "1 closing bracket is missing at the end of line 1", None, True),
    Wrong("(a . b", "1:6", "1 closing bracket is missing at the end of line 1", None, True),
    Wrong("(a '", "1:1", 'unclosed "(" opened at test.scm:1:1', 'one ")" is missing', True),
    Wrong(
        "(define (f)\n  (g)\n\n(define (h) 1)\n",
        "2:5",
        "1 closing bracket is missing at the end of line 2",
        "write (g)) there",
        True,
    ),
    # a body that begins in the next line, and is no deeper than the line of its lambda allows
    Wrong("(f '(lambda (x)\n  (g x)\n", "2:7", "2 closing brackets are missing at the end of line 2", "(g x)))", True),
    Wrong("(f (lambda x\n  (g))\n(h)", "2:6", "1 closing bracket is missing at the end of line 2", "(g)))", True),
    Wrong("(f (cond\n  ((g) 1)\n", "2:9", "2 closing brackets are missing at the end of line 2", None, True),
    Wrong("(f\n  (map (lambda (x)\n    (g x)\n  (h))", "3:9",
          "2 closing brackets are missing at the end of line 3", "(g x)))", True),
    Wrong("(f (lambda (x)\n(g x))", "1:14", "2 closing brackets are missing at the end of line 1", None, True),
    Wrong("#!/bin/sh (\n(a", "2:2", "1 closing bracket is missing at the end of line 2", "write (a) there", True),
    Wrong('(a "b', "1:4", "unclosed string opened at test.scm:1:4", 'add the closing "', True),
    Wrong('"a\\"', "1:1", "unclosed string opened at test.scm:1:1", None, True),
    Wrong('"a\\', "1:1", "unclosed string opened at test.scm:1:1", None, True),
    Wrong(" |a", "1:2", "unclosed |name| opened at test.scm:1:2", "add the closing |", True),
    Wrong("a #| b", "1:3", "unclosed block comment opened at test.scm:1:3", "add the closing |#", True),
    Wrong("#|a #|b|#", "1:1", "unclosed block comment opened at test.scm:1:1", None, True),
    Wrong("'", "1:1", 'nothing follows "\'"', None, True),
    Wrong("a ,@", "1:3", 'nothing follows ",@"', None, True),
    Wrong("#;", "1:1", 'nothing follows "#;"', None, True),
    Wrong("#0=", "1:1", 'nothing follows "#0="', None, True),
    Wrong("#", "1:1", '"#" is not Scheme', None, True),
    Wrong("#\\", "1:1", '"#\\" is not Scheme', "#\\space", True),
    # brackets
    Wrong(")", "1:1", 'unexpected ")"', "nothing is open here"),
    Wrong("(a))", "1:4", 'unexpected ")"'),
    Wrong("(a ')", "1:4", 'nothing follows "\'"', 'before the ")" at test.scm:1:5'),
    Wrong("')", "1:1", 'nothing follows "\'"'),
    Wrong("(#;)", "1:2", 'nothing follows "#;"'),
    Wrong("(a #0=)", "1:4", 'nothing follows "#0="'),
    Wrong("[a]", "1:1", '"[" is reserved in R7RS', "written with ( and )"),
    Wrong("(a}", "1:3", '"}" is reserved in R7RS'),
    # dots
    Wrong("(a . )", "1:4", 'nothing follows "."'),
    Wrong("(. a)", "1:2", "nothing stands before the dot", "(a . b)"),
    Wrong("(#;a . b)", "1:6", "nothing stands before the dot"),
    Wrong("(a . b c)", "1:8", "more than one datum after the dot"),
    Wrong("(a . b 'c)", "1:9", "more than one datum after the dot"),
    Wrong("(a . b . c)", "1:8", "a second dot in one list"),
    Wrong("(a . . b)", "1:6", "a dot here"),
    Wrong("a . b", "1:3", "a dot outside a list"),
    Wrong("#(a . b)", "1:5", "a dot here"),
    Wrong("'.", "1:2", "a dot here"),
    # characters and escapes
    Wrong("#\\foo", "1:3", 'no character is named "foo"', "alarm, backspace"),
    Wrong("#\\nul", "1:3", 'no character is named "nul"', "did you mean #\\null?"),
    Wrong("#\\Space", "1:3", 'no character is named "Space"', "did you mean #\\space?"),
    Wrong("#\\linefeed", "1:3", 'no character is named "linefeed"', "did you mean #\\newline?"),
    Wrong("#\\xyz", "1:3", 'no character is named "xyz"'),
    Wrong("#\\x110000", "1:3", "no character has the number 110000", "0 to 10FFFF"),
    Wrong("#\\xD800", "1:3", "no character has the number D800"),
    Wrong('"a\\q"', "1:3", 'no escape is written "\\q"', "\\\\ for a backslash"),
    Wrong('"\n\\x"', "2:1", 'no escape is written "\\x"', "\\x41;"),
    Wrong('"\\x41"', "1:2", 'no escape is written "\\x"', "semicolon"),
    Wrong('"\\xDFFF;"', "1:2", "no character has the number DFFF"),
    Wrong('"\\x' + "1" * 100 + ';"', "1:2", "no character has the number 11111111111…"),
    Wrong("|a\\q|", "1:3", 'no escape is written "\\q"'),
    # numbers
    Wrong("12abc", "1:1", '"12abc" is neither a number nor a name', "|12abc|"),
    Wrong("(1.2.3)", "1:2", '"1.2.3" is neither a number nor a name'),
    Wrong("-5x", "1:1", '"-5x" is neither a number nor a name'),
    Wrong("#xZZ", "1:1", '"#xZZ" is not a number', "#xff"),
    Wrong("#e", "1:1", '"#e" is not a number'),
    Wrong("#b12", "1:1", '"#b12" is not a number'),
    # bytevectors
    Wrong("#u8(1 256)", "1:7", 'a bytevector cannot hold "256"', "0 to 255"),
    Wrong("#u8(-1)", "1:5", 'a bytevector cannot hold "-1"'),
    Wrong("#u8(1.0)", "1:5", 'a bytevector cannot hold "1.0"'),
    Wrong("#u8(a)", "1:5", 'a bytevector cannot hold "a"'),
    Wrong("#u8((a))", "1:7", 'a bytevector cannot hold "(…)"'),
    Wrong("#u8(#t)", "1:5", 'a bytevector cannot hold "#t"'),
    # labels
    Wrong("#0#", "1:1", "label #0# is not defined", "#0= must stand before it"),
    Wrong("#0=a #0#", "1:6", "label #0# is not defined", "in the same datum"),
    Wrong("(#1# #1=a)", "1:2", "label #1# is not defined"),
    Wrong("(#0=(a #0=b))", "1:8", "label #0= is defined twice"),
    Wrong("#0=#0#", "1:1", "a label that names only itself"),
    Wrong("#0=#1=#0#", "1:1", "a label that names only itself"),
    # words that are none
    Wrong("#foo", "1:1", '"#foo" is not Scheme', "did you mean #f or #false?"),
    Wrong("#tru", "1:1", '"#tru" is not Scheme', "did you mean #t or #true?"),
    Wrong("#<eof>", "1:1", '"#<eof>" is not Scheme', "cannot be read back"),
    Wrong("#!eof", "1:1", '"#!eof" is not Scheme', "#!fold-case"),
    Wrong("a\n#!/bin/sh", "2:1", '"#!/bin/sh" is not Scheme', "must be the first"),
    Wrong("#:key", "1:1", '"#:key" is not Scheme', "use a symbol"),
    Wrong("#vu8(1)", "1:1", '"#vu8" is not Scheme', "#u8(1 2 3)"),
    Wrong("#5", "1:1", '"#5" is not Scheme', "#0="),
    Wrong("“hi”", "1:1", "a typographic quotation mark (“)", 'straight one: "'),
    Wrong("a\\b", "1:2", "a name cannot hold a backslash here", "|…|"),
    Wrong("ab\u200bc", "1:3", "a name cannot hold U+200B here", "delete this invisible character"),
    Wrong("٣x", "1:1", "a name cannot hold ٣ (U+0663) here", "|…|"),
    # invalid text
    Wrong("a\0b", "1:2", "an invalid character, U+0000", "does not look like text"),
    Wrong("\x07", "1:1", "an invalid character, U+0007", "delete"),
    Wrong("\ud800", "1:1", "half a character (U+D800)", "UTF-8"),
    Wrong('"ab\udcff"', "1:4", "half a character (U+DCFF)", "UTF-8"),
    Wrong("|a\udcff|", "1:3", "half a character (U+DCFF)"),
    Wrong("#\\\udcff", "1:3", "half a character (U+DCFF)"),
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: ascii(wrong.text[:30]))
def test_wrong_text_is_refused_with_place_reason_and_next_step(wrong: Wrong) -> None:
    error = complaint(wrong.text)
    assert (error.kind, str(error)) == ("read", f"test.scm:{wrong.place}: {wrong.message}")
    assert (wrong.hint or "") in (error.payload.hint or "")
    assert isinstance(error, Unfinished) == wrong.unfinished


def test_a_commented_dot_is_no_datum() -> None:
    assert complaint("(a #;. b)").kind == "read"


def test_a_number_over_the_limits_is_refused_at_its_place() -> None:
    error = complaint("(a\n #e1e100000000)")
    assert (error.kind, error.place and str(error.place)) == ("limit", "test.scm:2:2")


def places(text: str) -> list[str]:
    """`what line:column-line:column` of everything that has a place, outermost first."""
    found, waiting = [], read_source(SourceText("test.scm", text))[::-1]
    while waiting:
        x = waiting.pop()
        place = getattr(x, "place", None)
        if place:
            what = x.name if isinstance(x, Identifier) else type(x).__name__
            found.append(f"{what} {place.line}:{place.column}-{place.end_line}:{place.end_column}")
        if isinstance(x, Form | VectorForm):
            waiting += [*x.items, getattr(x, "tail", None)][::-1]
    return found


PLACES = {
    "a": ["a 1:1-1:2"],
    "  foo": ["foo 1:3-1:6"],
    "(a b)": ["Form 1:1-1:6", "a 1:2-1:3", "b 1:4-1:5"],
    "(a\n  b\n)": ["Form 1:1-3:2", "a 1:2-1:3", "b 2:3-2:4"],
    "\n\n #(x)": ["VectorForm 3:2-3:6", "x 3:4-3:5"],
    "'a": ["Form 1:1-1:3", "quote 1:1-1:2", "a 1:2-1:3"],
    ",@\na": ["Form 1:1-2:2", "unquote-splicing 1:1-1:3", "a 2:1-2:2"],
    "(a . b)": ["Form 1:1-1:8", "a 1:2-1:3", "b 1:6-1:7"],
    "(a . (b))": ["Form 1:1-1:10", "a 1:2-1:3", "b 1:7-1:8"],
    '"two\nlines" b': ["b 2:8-2:9"],
    '\'"two\nlines"': ["Form 1:1-2:7", "quote 1:1-1:2"],
    "|two\nlines| x": ["two\nlines 1:1-2:7", "x 2:8-2:9"],
    "#|\n\n|# x": ["x 3:4-3:5"],
    "λλ λ": ["λλ 1:1-1:3", "λ 1:4-1:5"],
    '"😀" x': ["x 1:5-1:6"],
    "+ -> 1+": ["+ 1:1-1:2", "-> 1:3-1:5", "1+ 1:6-1:8"],
    "\ta": ["a 1:2-1:3"],
    "a\r\nb": ["a 1:1-1:2", "b 2:1-2:2"],
    "\ufeffa": ["a 1:1-1:2"],
    "#!/bin/sh\na": ["a 2:1-2:2"],
    "x #0=(a)": ["x 1:1-1:2", "Labelled 1:3-1:9"],
}


@pytest.mark.parametrize("text", PLACES)
def test_places_count_lines_and_characters_from_one(text: str) -> None:
    assert places(text) == PLACES[text]


def test_a_place_knows_its_source() -> None:
    source = SourceText("hooks/guard.scm", "(a\n b)")
    (form,) = read_source(source)
    assert form.place.source is source
    assert str(form.items[1].place) == "hooks/guard.scm:2:2"


def test_reading_can_begin_with_folded_names() -> None:
    (form,) = read_source(SourceText("x", "(CAR #!no-fold-case CDR)"), fold_case=True)
    assert [each.name for each in form.items] == ["car", "CDR"]


N = 100_000
DEEP = {
    "lists": "(" * N + ")" * N,
    "vectors": "#(" * N + ")" * N,
    "quotes": "'" * N + "a",
    "tails": "(a . " * N + "b" + ")" * N,
    "comments": "#;(" * N + ")" * N + " a",
}


@pytest.mark.parametrize(
    "text",
    dealt([pytest.param(text, id=name) for name, text in DEEP.items()], 5),
)
def test_depth_is_no_obstacle(text: str) -> None:
    for syntax in read_source(SourceText("deep", text)):
        assert short(datum_of(syntax))


def test_many_open_brackets_are_reported_shortly() -> None:
    error = complaint("(" * N)
    assert str(error) == f"test.scm:1:{N}: {N} closing brackets are missing at the end of line 1"
    assert f"write {N} brackets there" in error.report().splitlines()[-1]


def test_labels_nest_deeply() -> None:
    text = "".join(f"#{i}=(" for i in range(2000)) + "#1000#" + ")" * 2000
    assert write_shared_text(read_datum(text)[0]).count("#0#") == 1


@pytest.mark.parametrize("opening", ["(", "'", "#(", "#;"])
def test_nesting_beyond_memory_is_refused(opening: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NESTING", 1000)
    error = complaint(opening * 2000)
    assert error.kind == "limit"
    assert "nested more than 1000 deep" in str(error)


M = 10_000_000


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ('"' + "a" * M + '"', "limit", "a string of more than 4000000 characters"),
        ('"' + "a" * M, "read", "unclosed string opened at test.scm:1:1"),
        ("|" + "a" * M + "|", "limit", "a name of more than 4000000 characters"),
        ("a" * M, "limit", "a word of more than 100000 characters"),
        ("1" * M, "limit", "a word of more than 100000 characters"),
        ("#x" + "1" * M, "limit", "a word of more than 100000 characters"),
        ("#|" + "a" * M, "read", "unclosed block comment opened at test.scm:1:1"),
        ("#" * M, "read", f'"{"#" * 39}…" is not Scheme'),
    ],
    ids=["string", "open string", "bar name", "name", "digits", "hexadecimal", "comment", "junk"],
)
def test_ten_megabytes_on_one_line_are_refused(text: str, kind: str, message: str) -> None:
    error = complaint(text)
    assert (error.kind, str(error)) == (kind, f"test.scm:1:1: {message}")


@pytest.mark.parametrize(
    "text", [";" + "a" * M + "\nx", "#|" + "a" * M + "|#x", " " * M + "x", "#|" * N + "|#" * N + "x"]
)
def test_long_comments_and_blanks_are_skipped(text: str) -> None:
    check(text, "x")


@pytest.mark.parametrize("length", [99_999, 100_000, 100_001, 300_000])
def test_long_strings_read_as_short_ones_do(length: int) -> None:
    (string,) = read_source(SourceText("x", '"' + "a" * length + '"'))
    (escaped,) = read_source(SourceText("x", '"' + r"\n" * length + '"'))
    assert (len(string.s), escaped.s) == (length, "\n" * length)


def test_read_datum_reads_one_datum_after_the_other() -> None:
    text, at, read = ' (a . b) ; c\n12 #;x "s" \'q ', 0, []
    while True:
        datum, at = read_datum(text, at)
        if datum is EOF:
            break
        read.append((write_text(datum), at))
    assert read == [("(a . b)", 8), ("12", 15), ('"s"', 23), ("(quote q)", 26)]
    assert at == len(text)


@pytest.mark.parametrize("text", ["", "  ", "; c", "#|c|#", "#;a"])
def test_read_datum_at_the_end_is_the_end_of_file(text: str) -> None:
    assert read_datum(text) == (EOF, len(text))


def test_read_datum_makes_circular_data() -> None:
    datum, _ = read_datum("#0=(a #(b #0#) . #0#)")
    assert isinstance(datum, Pair)
    assert datum.cdr.cdr is datum
    assert datum.cdr.car.v[1] is datum


def test_read_datum_makes_shared_data() -> None:
    datum, _ = read_datum('(#0="s" #0# #1=#(x) #1#)')
    first, second = datum, datum.cdr.cdr
    assert first.car is first.cdr.car
    assert second.car is second.cdr.car


def test_read_datum_complains_with_the_place_in_the_whole_text() -> None:
    with pytest.raises(SchemeError) as caught:
        read_datum("(a)\n(b\n  12x)", 3, name="input")
    assert str(caught.value) == 'input:3:3: "12x" is neither a number nor a name'


def test_an_incomplete_datum_is_an_error_that_says_so() -> None:
    with pytest.raises(Unfinished):
        read_datum("a (b", 1)


def test_a_port_remembers_that_names_are_folded() -> None:
    case = Case()
    _, end = read_datum("#!fold-case A B", case=case)
    assert write_text(read_datum("#!fold-case A B", end, case=case)[0]) == "b"


@dataclass
class Alias:
    name: str


def test_datum_of_takes_identifiers_that_macros_insert() -> None:
    (form,) = read_source(SourceText("x", "(a #(b c) . d)"))
    form.items[0] = Alias("x")
    form.items[1].items[1] = Alias("y")
    form.tail = Alias("z")
    assert write_text(datum_of(form)) == "(x #(b y) . z)"
    assert datum_of(Alias("x")) is intern("x")


def test_datum_of_leaves_syntax_as_it_was() -> None:
    (form,) = read_source(SourceText("x", "(a #(b (c)) (d . #(e)))"))
    first, second = datum_of(form), datum_of(form)
    assert write_text(first) == write_text(second)
    assert first is not second
    assert isinstance(form.items[1], VectorForm)


def test_labelled_data_is_finished_data() -> None:
    (form,) = read_source(SourceText("x", "'#0=#(a #0#)"))
    labelled = form.items[1]
    assert isinstance(labelled, Labelled)
    assert isinstance(labelled.value, Vector)
    assert labelled.value.v[1] is labelled.value


TOKENS = {
    "(car 'x)": "open:( name:car prefix:' name:x close:)",
    '"a" #\\b 12 #xff #t .': 'string:"a" character:#\\b number:12 number:#xff boolean:#t dot:.',
    "#(1) #u8(2)": "open:#( number:1 close:) open:#u8( number:2 close:)",
    "`(,a ,@b)": "prefix:` open:( prefix:, name:a prefix:,@ name:b close:)",
    "; c\n#|d|# #;e": "comment:; c comment:#|d|# datum-comment:#; name:e",
    "#0=(#0#)": "label:#0= open:( label:#0# close:)",
    "+ -x 1+ -1 +i .5 ...": "name:+ name:-x number:1+ number:-1 number:+i number:.5 name:...",
    "|a b| #!fold-case": "name:|a b| directive:#!fold-case",
    '#\\) ")" |)|': 'character:#\\) string:")" name:|)|',
    "(a [b] #foo \0": "open:( name:a error:[ name:b error:] error:#foo error:\0",
    '(a "b)': 'open:( name:a error:"b)',
    "x #|y": "name:x error:#|y",
    "|a": "error:|a",
    "": "",
}


@pytest.mark.parametrize("text", TOKENS)
def test_tokens_are_named_for_the_repl(text: str) -> None:
    assert " ".join(f"{kind}:{text[start:end]}" for kind, start, end in tokens(text)) == TOKENS[text]


@given(st.text(alphabet=st.sampled_from(list("()[]'`,@#;|\"\\.+-019axXeutf8=!<λ\n\t \0\ud800")) | st.characters()))
def test_any_text_has_tokens_and_is_either_read_or_refused(text: str) -> None:
    ends = [0, *(end for _, start, end in tokens(text) for end in (start, end))]
    assert ends == sorted(ends)
    assert ends[-1] <= len(text)
    try:
        data = read_source(SourceText("any", text))
    except SchemeError as error:
        assert error.kind in ("read", "limit")
        assert error.place
    else:
        assert all(write_text(datum_of(each)) for each in data)


def test_importing_the_reader_does_not_load_lark() -> None:
    program = "import sys, chibi_hooks.scheme.reading.reader; sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
