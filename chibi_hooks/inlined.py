"""A small function -> the same, marked: where every fire comes by, its statements stand in the place of its call.

Rules
-----
* A call of Python's costs as much as what such a function does. So what is said once, as functions that call each
  other, is put together into one (`hooks/flat`, `hooks/scripts/flat_asking.py`) by `python -m tests.flat`, and
  tests/flat holds that nothing else is there.
* What is marked and not put together is a function like any other, and does the same.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.typenames import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def inlined(function: F) -> F:
    """The function itself. It returns at its end, or at the end of the branches of an `if` there."""
    return function
