"""A number of steps in, a stop out when a call into Scheme has made them: the budget that is the same on every machine.

What counts one: entering a procedure, also to call itself as a loop, calling a continuation, and each turn of a named
`let` or `do`, in the program and in every library written in Scheme (`map` counts its own turns). What counts nothing:
primitives, which sizes bound (`limits`), reading and expanding the program, and running the body of a library of ours,
which happens once per process.

Counting is compiled in (`tick` at the head of procedures and loops; continuations do it themselves), for worlds that
ask for it only. They use copies of the shared libraries that count, in a table of their own. The count belongs to the
call and not to the clock, the collector or the depth of Python's stack: the same program with the same input stops at
the same place.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.running.runs import StepStop, current

__all__ = ["StepStop", "tick"]


@internal
def tick() -> None:
    """Count one step of the running call. Raises StepStop, and again at every step that something still makes."""
    left = current().left
    if left is not None:
        left.steps -= 1
        if left.steps < 0:
            raise StepStop(left)
