"""What frames of the engine's own functions mean to those who walk the stack; filled by `primitives.control`.

Functions are known by the id of their code, which lives for ever: hashing a code object is slow.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.runtime import HeapFrame
from chibi_hooks.typenames import Any, Final

FRAMES: Final[dict[int, Callable[[dict[str, Any], HeapFrame | None], HeapFrame | None]]] = {}
"""What a frame of a control procedure (call/cc and its like) becomes on the heap."""
STARTED: Final[dict[int, Callable[[dict[str, Any]], Value]]] = {}
"""The call that a control procedure could not start, found in its locals; None in the answer: it had not begun."""
CALLEES: Final[dict[int, Callable[[dict[str, Any]], tuple[Value, ...]]]] = {}
"""What a control procedure calls, from its locals: for a call that could not start."""
TRANSPARENT: Final[set[int]] = set()
"""Functions whose frames carry nothing: the trampolines."""
PENDING: Final = object()  # local `r` of a control procedure that has started its callee and has no result yet
