"""Procedures that answer `(cons x (itself …))` in, loops that gather the members out: no stack for a list that is built
by recursion (tail recursion modulo cons).

    v5 = v6 = %Pair()             in front of the loop: a chain (`chains`)
    v6.cdr = v6 = …               (cons x (itself …)): keep x, and begin anew
    v6.cdr = …; return v5.cdr     any other answer: what was kept goes before it

A call in tail position of such a procedure is one as long as nothing is kept: loops of several procedures need no
stack.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling.emitting.chains import add, begin, chain
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.settling import consed_onto_itself
from chibi_hooks.scheme.core import Call


def begin_list(e: Emitter) -> None:
    """Begin with no member."""
    e.out.building = chain(e.out)
    begin(e.out, e.out.building)


def keep_members(e: Emitter, node: Call) -> Call | None:
    """Emit what comes before the call of `(cons x (itself …))` in tail position, and answer that call; None if the node
    is something else.
    """
    out, building = e.out, e.out.building
    found = consed_onto_itself(e, out.body.lambda_, node) if building is not None else None
    if building is None or found is None:
        return None
    members, call = found
    for each in members:
        add(out, building, e.value(each))
    return call
