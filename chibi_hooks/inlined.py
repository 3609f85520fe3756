"""A small function -> the same, marked `@inlined`: a generator writes its statements where every fire would call it.

Rules
-----
* A fire is a dozen small functions, and in Python a call of one costs as much as what it does. So a fire is said once,
  in small functions (hooks/whole.py, hooks/sole.py, hooks/scripts/asking.py and what they call), and what runs is made
  of them: one long function each, in hooks/flat and hooks/scripts/flat_asking.py.
* To change what a fire does, change the small function, run `python -m tests.flat`, and commit what that wrote, too. A
  test fails while the files are not what would be written now; what cannot be put together is refused.
* The mark itself does nothing: where a marked function is called by anybody else, it is a function like any other.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.typenames import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def inlined(function: F) -> F:
    """The function itself. It returns at its end, or at the end of the branches of an `if` there; what else it may not
    do, tests/flat/flattening.py says."""
    return function
