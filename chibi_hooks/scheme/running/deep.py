"""Deep recursion: a procedure that filled Python's stack by calling itself goes on without it.

Moving a full stack to the heap costs a microsecond and more for each frame, and it is full again soon. So when a
spill finds a procedure that calls itself, its pending call is made in *heap mode*: a second version of its body in
which a call of itself is not made. The function that continues after it and the locals that needs are pushed on the
list `y` that `descend` holds, and the body begins anew with the call's arguments:

    v4 = g7(v3 - 1)         becomes         y += (<resume>, (v3,)); v3 = v3 - 1; continue

Where the body cannot begin anew (inside a loop of its own; where closures hold its variables) the call is answered:

                                            return (x, <resume>, (v3,), v3 - 1)         x is the HeapCall

`descend` runs the frames when a value comes. Nothing is emitted for this in ordinary code; the version is built from
the saved tree when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from chibi_hooks.scheme.running.frames import HeapFrame, frame
from chibi_hooks.scheme.values.data import UNDEFINED, Value
from chibi_hooks.typenames import Any, Final

HEAP: Final = "heap"
HELD: Final = "y"


class HeapCall:
    """A procedure in heap mode; also the mark at the head of the tuples it answers: (call, resume, values, argument,
    …).
    """

    __slots__ = ("function",)

    def __init__(self, function: Callable[..., Value]) -> None:
        self.function = function


def begun(value: Value) -> Value:
    """The resume function of the first frame: what is pending is the procedure's own value."""
    return value


def _pending(r: Value, held: list[Any], resume: Any, values: tuple[Value, ...]) -> Value:
    """The call that `descend` could not start."""
    if r.__class__ is not tuple:
        return (resume, r, *values)
    if r[0].__class__ is HeapCall and held and held[-1] is r[2] and held[-2] is r[1]:
        return (r[0], begun, (), *r[3:])  # its frame is held already
    return r


def _chained(below: HeapFrame | None, held: list[Any]) -> HeapFrame | None:
    """The frames that `descend` holds, on top of those below it."""
    for i in range(0, len(held) - 1, 2):
        below = (held[i], held[i + 1], below)
    return below


def _waiting(held: Any) -> Iterator[Any]:
    """The resume functions, innermost first."""
    if held is not UNDEFINED:
        for i in range(len(held) - 2, -1, -2):
            yield held[i]


@frame(pending=_pending, rest=_chained, waiting=_waiting)
def descend(r: Value) -> Value:
    """Run what procedures in heap mode answer, with a stack of heap frames of its own, until all of it has come to a
    value.
    """
    # resume function and values of each frame, in turn: one flat list costs the collector less than pairs
    held: list[Any] = []
    push, pop = held.append, held.pop
    while True:
        if r.__class__ is tuple:
            call = r[0]
            n = len(r)
            if call.__class__ is HeapCall:
                push(r[1])
                push(r[2])
                if n == 4:
                    r = call.function(call, held, r[3])
                elif n == 5:
                    r = call.function(call, held, r[3], r[4])
                else:
                    r = call.function(call, held, *r[3:])
            elif n == 2:
                r = call(r[1])
            elif n == 3:
                r = call(r[1], r[2])
            else:
                r = call(*r[1:])
        elif not held:
            return r
        else:
            values = pop()
            resume = pop()
            n = len(values)  # by count: see `machine.bounce`
            if n == 0:
                r = resume(r)
            elif n == 1:
                r = resume(r, values[0])
            elif n == 2:
                r = resume(r, values[0], values[1])
            else:
                r = resume(r, *values)
