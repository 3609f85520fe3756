"""`read` from a port, datum after datum, among other things that are read from it."""

from __future__ import annotations

from random import Random

import pytest

from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.reading import inputs
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.ports import reading
from chibi_hooks.scheme.values.printer import write_text

OFTEN = ("a", "12", '"s t"', '(a "b" (c 1))', "#(1 x)", "foo")
SELDOM = (
    *("-3", "1.5", "#t", "#\\a", "#\\space", "'q", "`(a,b)", "#u8(1)", "()", "(a.b)", "(a . b)", "|a b|", ".", "("),
    *(")", "#(", "#d10", "#!fold-case", "λ", "...", "+", 'a"b', "#;x", "#!eof", '"e\\"s c"', ";c\n", "#|b (|#"),
    *('"un', 'a"b c"', '"()"', '"x\\ny"', "(a . 'b)", "('a . b c)", "(. a)", "(a .)", "(a . b . c)", "(a .(b ;x\n c))"),
    *("1/2", "1/0", "-.5", "+inf.0", "-i", "1+", "12e", "''a", "'.", "a'b", "; (", "#\\x41", "#\\;", "#\\foo", "#true"),
    *("`(a ,b ,@c)", "`(1 `,(2 ,3))", ", x", ",@y", "a,b", "a`b", ",@", "`", "#u8()", "#u8(0 255 )", "#u8(256)"),
    *("#u8(a)", "#u8(1 (2))", "#u8(1 . 2)", "#u8(", "#u8", "#u9(1)", "#x1F", "#e1.5", "#xyz", "#b102", "||", "|a|b"),
    *("|a\\x41;|", "|a\nb|", "|(|", "été", "a\xa0b", "\u0301x", "x\u0301", "\u2014", "\ufb01", "a\u200bb", "ñ("),
    *("#(a .b)", "(a . #(1))", "(a . `b)", "(a . ,b)", "#(`a ,b)", "(` . a)", "(',)", "#u8(,1)"),
    *('"\\x41;"', '"a\\\n  b"', '"\ud800"', "->x"),
)
BETWEEN = (" ", "\n", "  ", "\t", "", "\n\n", "\r\n")
READERS = {"line": PRIMITIVES["read-line"].function, "char": PRIMITIVES["read-char"].function}


@pytest.mark.parametrize("seed", range(60))
def test_what_is_known_of_the_rest_changes_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    text = "".join(
        random.choice(SELDOM if random.random() < 0.2 else OFTEN) + random.choice(BETWEEN) for _ in range(60)
    )
    turns = [random.choice(["read"] * 8 + ["line", "char"]) for _ in range(60)]
    quick = told(text, turns)
    monkeypatch.setattr(inputs, "plain_datum", lambda text, start, ahead: (None, start, None))
    assert quick == told(text, turns)


def told(text: str, turns: list[str]) -> list[tuple[str, int]]:
    """What is read, and where the port is then."""
    port = reading(text)
    found = []
    for turn in turns:
        try:
            shown = write_text(READERS.get(turn, inputs.read_next)(port))
        except SchemeError as error:
            shown = str(error)
        found.append((shown, port.position))
    return found


@pytest.mark.parametrize("datum", ['(a "b" 3)', "(a . 'b) ; c", '(1/2 -1e3 "\\"ä" #\\a)'])
def test_a_text_is_taken_apart_once(datum: str) -> None:
    port = reading(f"{datum}\nx\n" * 20)
    inputs.read_next(port)
    tokens = port.ahead[1]
    for _ in range(20):
        inputs.read_next(port)
        READERS["char"](port)
        assert port.ahead[1] is tokens
