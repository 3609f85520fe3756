"""Procedures that answer `(cons x (itself …))` in, loops that gather the members out: no stack for a list that is built
by recursion (tail recursion modulo cons).

    v5 = []                       in front of the loop
    v5.append(…)                  (cons x (itself …)): keep x, and begin anew
    return %onto(v5, …)           any other answer: what was kept goes before it

What is kept is a collector (`primitives.collecting`): each resumed frame goes on with a copy, so that a continuation
may come back any number of times.

A call in tail position of such a procedure is one as long as nothing is kept: loops of several procedures need no
stack.
"""

from __future__ import annotations

import ast

from chibi_hooks.scheme.compiling.emitting.emission import LOAD
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.settling import consed_onto_itself
from chibi_hooks.scheme.core import Call


def begin_list(e: Emitter) -> None:
    """Begin with no member."""
    out = e.out
    out.building = out.new_name()
    out.body.collectors.add(out.building)
    out.put(out.assign(out.building, out.at(ast.List([], LOAD)), binds=True))


def keep_members(e: Emitter, node: Call) -> Call | None:
    """Emit what comes before the call of `(cons x (itself …))` in tail position, and answer that call; None if the node
    is something else.
    """
    out = e.out
    found = consed_onto_itself(e, out.body.lambda_, node) if out.building else None
    if found is None:
        return None
    members, call = found
    for each in members:
        value = e.value(each)
        append = out.at(ast.Attribute(out.load(out.building), "append", LOAD))
        out.put(ast.Expr(out.apply(append, [value])))
    return call
