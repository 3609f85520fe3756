"""Generators that are made of others where their values are wanted (SRFI 158) in, one procedure that gives the values
out.

    (generator-fold + 0 (gmap f (gfilter p (list->generator l))))
      ⇒  (let ((rest l)) (generator-fold + 0 (lambda () …)))         … takes from rest, asks p, and calls f

Theory. Nobody else has these generators, so that nobody can tell what they are made of. The procedure takes the place
of the parameter that the consumer calls (`analysing.integration`), and all of it is one loop.

Rule: everything is evaluated in the order in which the program says it, and once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children
from chibi_hooks.scheme.compiling.reshaping.generated import given, is_stage
from chibi_hooks.scheme.compiling.reshaping.taken import Beginning, is_source, name_of
from chibi_hooks.scheme.core import Call, Lambda, Let, LocalRef, Node, Variable, children

AT_ONCE: Final = (0,)  # where the generator stands for who takes all that is ready
CONSUMERS: Final[dict[str, dict[int, tuple[int, ...]]]] = {  # where the generators stand, by the number of operands
    **dict.fromkeys(("generator->list", "generator->reverse-list"), {1: AT_ONCE, 2: AT_ONCE}),
    **dict.fromkeys(("generator->vector", "generator->string"), {1: AT_ONCE, 2: AT_ONCE}),
    **dict.fromkeys(("generator-map->list", "generator-for-each"), {2: (1,), 3: (1, 2)}),
    **dict.fromkeys(("generator-count", "generator-any", "generator-every", "generator-find"), {2: (1,)}),
    "generator-fold": {3: (2,), 4: (2, 3)},
}


def belongs_to_pipeline(node: Call) -> bool:
    """Whether it is a call that makes a generator, or consumes one."""
    return name_of(node) != "" and (is_stage(node) or is_source(node) or consumes_pipeline(node))


def consumes_pipeline(node: Call) -> bool:
    """Whether it is the call of a consumer with a generator that is made there."""
    at = consumed_at(node)
    if at is None:
        return False
    given = [node.operands[i] for i in at]
    if at == AT_ONCE:
        return is_stage(given[0]) or is_call(given[0], "list->generator", 1)
    return any(is_stage(each) or is_source(each) for each in given)


def in_one(node: Call) -> Node:
    """The same with one procedure for the generator, behind what is bound for it."""
    pipeline = Beginning(node.place)
    at = consumed_at(node) or ()
    operands: list[Node] = []
    for i, operand in enumerate(node.operands):
        if i in at:
            operands.append(Lambda([], None, given(pipeline, operand), None, operand.place or node.place))
        else:
            operands.append(pipeline.held(operand))
    return Let(pipeline.variables, pipeline.inits, Call(node.operator, operands, node.place), node.place)


def held_in_one(node: Let, origins: Origins) -> Let:
    """The same without the generators that have a variable, and are asked for values in one place."""
    pipeline = Beginning(node.place)
    instead: dict[Variable, Node] = {}
    for variable, init in zip(node.variables, node.inits, strict=True):
        if (is_stage(init) or is_source(init)) and not variable.assigned and _asked_once(node.body, variable, init):
            instead[variable] = given(pipeline, init)
        else:
            pipeline.variables.append(variable)
            pipeline.inits.append(init)
    if not instead:
        return node
    return Let(pipeline.variables, pipeline.inits, _with(node.body, instead, origins), node.place)


def _asked_once(root: Node, generator: Variable, init: Node) -> bool:
    """Whether nothing is done with a generator but that it is called, or consumed, in one place; not by who takes all
    that is ready, if it has that."""
    uses = calls = 0
    ready = is_source(init)
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, LocalRef):
            uses += node.variable is generator
        elif isinstance(node, Call):
            at = consumed_at(node)
            asked = [node.operands[i] for i in at] if at is not None else [node.operator]
            fits = not node.operands if at is None else at != AT_ONCE or not ready
            calls += fits and any(isinstance(each, LocalRef) and each.variable is generator for each in asked)
        stack += children(node)
    return uses == calls == 1


def _with(node: Node, instead: Mapping[Variable, Node], origins: Origins) -> Node:
    """The tree with what gives the next value of those generators in the place of their calls, and as a procedure where
    they are consumed.
    """
    if isinstance(node, LocalRef) and node.variable in instead:
        return Lambda([], None, instead[node.variable], None, node.place)
    if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable in instead:
        return instead[node.operator.variable]
    return with_children(node, lambda each: _with(each, instead, origins), origins)


def consumed_at(node: Call) -> tuple[int, ...] | None:
    """Where the generators stand in the call of a consumer; None in any other call."""
    return CONSUMERS.get(name_of(node), {}).get(len(node.operands))
