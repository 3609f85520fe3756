"""Calls that hooks make in one fire are kept for its record up to a size."""

from __future__ import annotations

from typing import Any

from chibi_hooks.hooks.fire import MadeCall
from chibi_hooks.hooks.tools.calling import KEPT, Chain


def call_of(size: int) -> MadeCall:
    """A call with arguments of so many characters."""
    return MadeCall("hooks/a.scm", "t", {"x": "a" * size}, "done", "", None)


def test_a_call_that_is_too_large_beside_the_others_is_kept_as_having_been_made() -> None:
    nobody: Any = None
    chain = Chain(nobody, "", nobody, (), frozenset())
    chain.note(call_of(KEPT // 2))
    inner = chain.marked("pre_tool")  # the calls are the same fire's
    inner.note(call_of(KEPT // 2))
    inner.note(call_of(1))
    chain.note(call_of(KEPT // 2))
    chain.note(call_of(0))
    assert [each.status for each in chain.calls] == ["done", "done", "unkept", "unkept", "done"]
    chain.calls = []  # another fire
    chain.note(call_of(KEPT))
    assert [each.status for each in chain.calls] == ["done"]
