"""A `letrec` or what is asked of its answer in, the two brought nearer to each other out.

    (letrec ((loop …)) (reverse (loop l '())))    ⇒   (reverse (letrec ((loop …)) (loop l '())))
    (reverse (let loop ((l l) (acc '()))          ⇒   (let loop ((l l) (acc '()))
      (if (null? l) acc (loop … (cons x acc)))))        (if (null? l) (reverse acc) (loop … (cons x acc))))

Theory. A loop that answers a list backwards and is asked for it the right way round gathers as well as one that
reverses it itself (`gathering.collected`). Procedures are made without effect: that may be where they are entered.

Rules
-----
* A `letrec` of procedures goes in to the only call that enters it, past everything but procedures and other `letrec`s,
  where they are loops and nothing else then.
* What is asked goes to the ends of a loop of which one is a variable that begins as the empty list; an end that fails
  stays. It is evaluated in its place, with nothing between.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_apply, is_call, is_failure, is_nil
from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import Origins, with_children, with_ends
from chibi_hooks.scheme.compiling.analysing.trees import LEAVES, nodes_of, references
from chibi_hooks.scheme.compiling.reshaping.merging import are_loops
from chibi_hooks.scheme.core import (
    BELOW,
    Call,
    CaseLambda,
    GlobalRef,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Variable,
)

STRANGERS: Final = frozenset({Lambda, CaseLambda, Letrec})
REFERENCES: Final = frozenset({LocalRef})


class OtherEnd(Exception):
    """Where a loop ends is not known."""


def enters_further_down(node: Letrec) -> bool:
    """Whether it looks like procedures that are entered below what the `letrec` answers."""
    operator = node.body.operator if isinstance(node.body, Call) else None
    entered = isinstance(operator, LocalRef) and operator.variable in node.variables
    return not entered and all(isinstance(each, Lambda) and each.rest is None for each in node.inits)


def brought_in(node: Node, origins: Origins) -> Node:
    """A `letrec` moved to the only call that enters it; the same node where that cannot be."""
    if not isinstance(node, Letrec) or not enters_further_down(node):
        return node
    if not any(not references(each).isdisjoint(node.variables) for each in node.inits):
        return node  # no loop, and better put in line
    named = [each for each in nodes_of(node.body, REFERENCES) if each.variable in node.variables]
    return (_brought_to(named[0], node.body, node, origins) or node) if len(named) == 1 else node


def _brought_to(entered: LocalRef, root: Node, node: Letrec, origins: Origins) -> Node | None:
    """The root with the `letrec` around the call that enters it; None: that is not below it, or enters no loop."""
    if isinstance(root, Call) and root.operator is entered:
        return Letrec(node.variables, node.inits, root, node.place) if are_loops(node, [root]) else None
    if root.__class__ in LEAVES or root.__class__ in STRANGERS:
        return None
    ways = ((each, _brought_to(entered, each, node, origins)) for each in BELOW[root.__class__](root))
    found = next(((each, made) for each, made in ways if made is not None), None)
    return None if found is None else with_children(root, lambda each: found[1] if each is found[0] else each, origins)


Put = Callable[[Node], Node]
"""A call that asks something of a node."""


def asked_at_ends(bound: Node, asking: Put, origins: Origins) -> Node | None:
    """A loop, perhaps with what is bound around it, that asks where it ends; None where that is no use."""
    if isinstance(bound, Let):
        made = asked_at_ends(bound.body, asking, origins)
        return None if made is None else Let(bound.variables, bound.inits, made, bound.place)
    return _with_ends(bound, asking, origins) if isinstance(bound, Letrec) else None


def _with_ends(loop: Letrec, asking: Put, origins: Origins) -> Letrec | None:
    procedure, entry = as_loop(loop), loop.body
    if procedure is None or not isinstance(entry, Call):
        return None
    begun = zip(procedure.params, entry.operands, strict=False)
    gathered = {each for each, init in begun if is_nil(init) and not each.assigned}
    ends = _Ends(loop.variables[0], asking)
    try:
        body = with_ends(procedure.body, ends.end)
    except OtherEnd:
        return None
    if gathered.isdisjoint(ends.variables):
        return None
    made = Lambda(procedure.params, None, body, procedure.name, procedure.place)
    origins[made] = origins.get(procedure, procedure)
    return Letrec(loop.variables, [made], entry, loop.place)


def asked_of_loop(node: Call) -> tuple[Node, Put] | None:
    """What is reversed, perhaps for a string, if it may be a loop, and the same for another node."""
    if is_call(node, "list->string", 1) or (len(node.operands) == 2 and _joins(node)):
        inner = node.operands[-1]
        found = _reversed(inner)
        if found is None or not isinstance(inner, Call):
            return None
        first, reverse, place = node.operands[:-1], inner.operator, inner.place
        return found, lambda end: Call(node.operator, [*first, Call(reverse, [end], place)], node.place)
    found = _reversed(node)
    return (found, lambda end: Call(node.operator, [end], node.place)) if found is not None else None


def _joins(node: Call) -> bool:
    """Whether it is `(apply string-append …)`."""
    first = node.operands[0]
    primitive = first.location.primitive if isinstance(first, GlobalRef) else None
    return primitive is not None and primitive.name == "string-append" and is_apply(node)


def _reversed(node: Node) -> Node | None:
    """What a node reverses, if it may be a loop."""
    inner = node.operands[0] if isinstance(node, Call) and is_call(node, "reverse", 1) else None
    return inner if isinstance(inner, (Letrec, Let)) else None


class _Ends:
    """What a loop answers on its way to be asked something."""

    def __init__(self, loop: Variable, asking: Put) -> None:
        self.loop = loop
        self.asking = asking
        self.variables: set[Variable] = set()  # which are such answers

    def end(self, node: Node) -> Node:
        """What it ends with. Raises OtherEnd."""
        if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable is self.loop:
            return node
        if is_failure(node):
            return node
        if self.loop in references(node):  # in loops of its own
            raise OtherEnd
        if isinstance(node, LocalRef):
            self.variables.add(node.variable)
        return self.asking(node)
