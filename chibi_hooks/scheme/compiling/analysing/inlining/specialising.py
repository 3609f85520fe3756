"""A procedure of the program that calls one of its parameters in, its body for a call where that is known out.

    (define (keep wanted? l) …)   (keep (lambda (x) …) l)  ⇒  (let again ((kept %collector) (l l)) …)

Theory. What such a procedure is given for the parameter it only calls, or hands on to itself in the same place. So the
parameter can stand for the one thing that is known here, and the procedure that calls itself becomes a loop. Members
that it puts before the answer of that call (`building`) are gathered by the loop.
A procedure whose calls of itself stand elsewhere too (`(f (car l) (fold-right f init (cdr l)))`) becomes a local one
without that parameter.

What is a loop is told in `consing`, what the body may hold in `copying`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from chibi_hooks.scheme.compiling.analysing.facts import is_call
from chibi_hooks.scheme.compiling.analysing.inlining.consing import NoLoop, Turning, collects, is_itself, names
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier
from chibi_hooks.scheme.core import (
    Call,
    Global,
    GlobalRef,
    Lambda,
    Letrec,
    LocalRef,
    Node,
    Variable,
    children,
)


def parameters_called(
    procedure: Lambda, location: Global, handed_on: Callable[[Call, int], int]
) -> dict[Variable, int]:
    """The parameters that are only called, or handed on to the procedure itself or to another one that only calls them:
    how many calls there are of each. `handed_on`: to how many the operand at that place comes.
    """
    places = {param: i for i, param in enumerate(procedure.params)}
    calls: dict[Variable, int] = dict.fromkeys([each for each in procedure.params if not each.assigned], 0)
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if isinstance(node, LocalRef):
            calls.pop(node.variable, None)
        elif isinstance(node, Call):
            handed = is_itself(node, location)
            for i, operand in enumerate(node.operands):
                param = operand.variable if isinstance(operand, LocalRef) else None
                if param in calls and (count := handed_on(node, i)):
                    calls[param] += count
                elif not (handed and param is not None and places.get(param) == i):
                    stack.append(operand)
            operator = node.operator
            if not isinstance(operator, LocalRef):
                stack.append(operator)
            elif operator.variable in calls:
                calls[operator.variable] += 1
        else:
            stack += children(node)
    return {param: count for param, count in calls.items() if count}


def specialised(
    location: Global, procedure: Lambda, node: Call, chosen: Mapping[Variable, Node], defined: Container[Global]
) -> Node | None:
    """What stands in the place of the call, if those parameters are what is `chosen`; None: it is better left."""
    copy = Copier(node.place, defined, keeping=True)
    copy.instead.update(chosen)
    if not names(procedure.body, location):
        return copy.bound(procedure, node.operands)
    try:
        kept = [i for i, param in enumerate(procedure.params) if param not in chosen]
        turning = Turning(location, procedure, kept, node)
        return turning.entered(copy.node(turning.procedure_of_turns()), node.operands)
    except NoLoop:
        return _recursive(location, procedure, node, chosen, copy)


def _recursive(
    location: Global, procedure: Lambda, node: Call, chosen: Container[Variable], copy: Copier
) -> Letrec | None:
    """A local procedure that calls itself as this one does, without those parameters; None if this one is used in
    another way.
    """
    stack = [procedure.body]
    while stack:
        each = stack.pop()
        if isinstance(each, Call) and is_itself(each, location):
            if len(each.operands) != len(procedure.params):
                return None
            stack += each.operands
        elif isinstance(each, GlobalRef) and each.location is location:
            return None
        else:
            stack += children(each)
    kept = [i for i, param in enumerate(procedure.params) if param not in chosen]
    again = Variable(procedure.name or location.name, procedure.place)
    copy.itself[location] = copy.variables[again] = again
    copy.kept[again] = kept
    params = [procedure.params[i] for i in kept]
    made = copy.node(Lambda(params, None, procedure.body, procedure.name, procedure.place))
    first = Call(LocalRef(again), [node.operands[i] for i in kept], node.place)
    return Letrec([again], [made], first, node.place)


def updated_in(procedure: Lambda, location: Global) -> set[int]:
    """The places of the parameters that are lists which the procedure copies up to where it puts something new:
    `(cons x (itself (cdr l)))` and `(cons y (cdr l))`, or `(cons y l)`.
    """
    if procedure.rest is not None or not collects(procedure.body, location):
        return set()
    places = {param: i for i, param in enumerate(procedure.params)}
    found: set[int] = set()
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if is_call(node, "cons", 2) and isinstance(node, Call):
            rest = node.operands[1]
            if is_call(rest, "cdr", 1) and isinstance(rest, Call):
                rest = rest.operands[0]
            if isinstance(rest, LocalRef) and rest.variable in places:
                found.add(places[rest.variable])
        stack += children(node)
    return found
