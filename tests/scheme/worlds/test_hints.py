"""Names of other dialects are answered with what R7RS writes, and never where a library of ours has the name."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.libraries.catalogue import exported_names, where_is
from chibi_hooks.scheme.values.errors import Condition, SchemeError
from chibi_hooks.scheme.worlds.hints import NAMES, written_in_r7rs


def test_no_library_has_a_name_of_another_dialect() -> None:
    assert set(NAMES) & set(exported_names()) == set()


@pytest.mark.parametrize("text", NAMES.values())
def test_a_library_that_is_named_has_what_is_promised(text: str) -> None:
    instead, _, library = text.rpartition(" of ")
    if instead:
        assert library in where_is(instead.rpartition(" ")[2])


@pytest.mark.parametrize(("program", "hint"), [("(setq x 1)", "set!"), ("(print 1)", "display and newline")])
def test_the_error_of_an_unbound_name_says_it(program: str, hint: str) -> None:
    with pytest.raises(SchemeError) as caught:
        Interpreter().evaluate(program)
    assert isinstance(caught.value.payload, Condition)
    assert caught.value.payload.hint == f"Scheme writes {hint}"


def test_other_names_are_not_known() -> None:
    assert written_in_r7rs("car") is None
