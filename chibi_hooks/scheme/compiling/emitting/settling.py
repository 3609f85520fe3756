"""A call in, what is known of the procedure it goes to out: which one that is, and whether it can be called without
asking for a tail call (it is *settled*).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf, facts, global_facts, join_of
from chibi_hooks.scheme.compiling.analysing.trees import (
    LEAVES,
    applied_primitive,
    directly_bound,
    guards,
    is_going_on,
    is_miscounted,
    loop_procedure,
    receives_escape,
    receives_values,
)
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.core import And, Call, Const, GlobalRef, If, Lambda, Let, Letrec, LocalRef, Node, Or, Sequence
from chibi_hooks.scheme.values.data import FALSE

CHAIN: Final = 50  # procedures, each in tail position of the one before; asking takes three frames of Python for each


def known_callee(e: Emitter, operator: Node) -> Lambda | None:
    """The procedure that an operator certainly is."""
    if type(operator) is LocalRef:
        return facts(operator.variable).known
    if type(operator) is GlobalRef:
        return e.known.get(operator.location)
    return None


def known_key(e: Emitter, operator: Node) -> str | None:
    """Under what key a procedure lies that is defined once at this top level, None for any other operator."""
    if not isinstance(operator, GlobalRef) or operator.location not in e.known:
        return None
    e.called[operator.location] = None
    return operator.location.key


def clause_called(node: Call) -> tuple[str, bool] | None:
    """The clause of a library's `case-lambda` that this call goes to, if that is certain: key, and whether settled."""
    operator = node.operator
    if not isinstance(operator, GlobalRef):
        return None
    return global_facts(operator.location).clauses.get(len(node.operands))


def is_settled_global(operator: Node) -> bool:
    """Whether a global variable holds a settled procedure for good."""
    return isinstance(operator, GlobalRef) and global_facts(operator.location).settled


def is_settled(e: Emitter, procedure: Lambda) -> bool:
    """Whether calling it never answers a tail call: all its tail calls go to settled procedures, without a cycle and
    in a short chain.
    """
    found = e.settled.get(procedure)
    if found is None:
        if e.settling == CHAIN:
            return False
        e.settled[procedure] = False  # in progress: a cycle is not settled
        e.settling += 1
        found = e.settled[procedure] = _has_settled_tails(e, procedure)
        e.settling -= 1
    return found


def _has_settled_tails(e: Emitter, procedure: Lambda) -> bool:
    for call in tail_calls(e, procedure):  # `all` would take one more frame for each
        answers = called_leaf(call) is not None or is_going_on(call) or is_miscounted(call)
        if not answers and not _is_settled_tail_call(e, call, procedure):
            return False
    return True


def is_further_down(e: Emitter, callee: Lambda | None) -> bool:
    """Whether a known procedure that is not settled may be called at once in tail position, from where code is emitted
    now: what it calls so in its turn never comes back to the one at hand. What it answers is handed on as it is, and
    there is an end to it; one call of each circle is answered instead.
    """
    if callee is None:
        return False
    caller = e.out.body.lambda_
    if not isinstance(caller, Lambda):
        return True
    places = e.places
    if caller not in places:
        _place(e, caller)
    return callee in places and places[callee] < places[caller]


def _place(e: Emitter, procedure: Lambda) -> None:
    """Number a procedure, and before it those that it calls in tail position; a call that comes back is left out."""
    places = e.places
    begun = {procedure}
    waiting = [(procedure, _called_last(e, procedure))]
    while waiting:
        caller, called = waiting[-1]
        inner = next((each for each in called if each not in begun and each not in places), None)
        if inner is None:
            places[caller] = len(places)
            waiting.pop()
        else:
            begun.add(inner)
            waiting.append((inner, _called_last(e, inner)))


def _called_last(e: Emitter, procedure: Lambda) -> Iterator[Lambda]:
    """The known procedures that it calls in tail position."""
    for call in tail_calls(e, procedure):
        if (known := known_callee(e, call.operator)) is not None:
            yield known


def tail_calls(e: Emitter, procedure: Lambda) -> Iterator[Call]:
    """The calls in tail position of a procedure, and of what stands in line there."""
    stack: list[Node] = [procedure.body]
    while stack:
        node = stack.pop()
        if type(node) is not Call:
            if node.__class__ not in LEAVES:
                stack += _tails(node)
        elif called_leaf(node) is None and (inner := _in_line(e, node)):
            stack += inner
        else:
            yield node


def _is_settled_tail_call(e: Emitter, node: Call, procedure: Lambda) -> bool:
    if isinstance(node.operator, LocalRef):
        found = facts(node.operator.variable)
        if found.loop or found.escape or found.join:
            return True
    known = known_callee(e, node.operator)
    clause = clause_called(node)
    if clause is not None:
        return clause[1]
    if known is None:
        return is_settled_global(node.operator) or applied_primitive(node) is not None
    return known is procedure and known.rest is None and len(node.operands) == len(known.params) or is_settled(e, known)


def comes_back(e: Emitter, procedure: Lambda) -> tuple[bool, bool]:
    """Whether it calls itself in tail position with the right number of arguments; and whether it answers `(cons x
    (itself …))` somewhere.
    """
    itself = builds = False
    for call in tail_calls(e, procedure):
        if known_callee(e, call.operator) is procedure and len(call.operands) == len(procedure.params):
            itself = True
        elif not builds and consed_onto_itself(e, procedure, call) is not None:
            builds = True
    return itself, builds


def consed_onto_itself(e: Emitter, procedure: Node | None, node: Call) -> tuple[list[Node], Call] | None:
    """Of `(cons x (cons y (procedure …)))` what comes before the call, and the call; None for any other one."""
    members: list[Node] = []
    while True:
        primitive = called_leaf(node)
        if primitive is None or primitive.name != "cons" or len(node.operands) != 2:
            break
        rest = node.operands[1]
        members.append(node.operands[0])
        if not isinstance(rest, Call):
            return None
        node = rest
    known = known_callee(e, node.operator) if members else None
    if known is None or known is not procedure or len(node.operands) != len(known.params):
        return None
    return members, node


def _in_line(e: Emitter, node: Call) -> list[Node]:
    """What stands in the place of a call, if it is none in the end."""
    if (bound := directly_bound(node)) is not None:
        return [bound.body]
    operator = node.operator
    if isinstance(operator, GlobalRef) and operator.location.primitive is not None:
        if (receiver := receives_values(node)) is not None:
            return [receiver.body]
        if (guarded := guards(node)) is not None:
            return [guarded[1].body]
        if (receiver := receives_escape(node)) is not None and facts(receiver.params[0]).escape:
            return [receiver.body]
    expanded = e.expansions.get(node)
    return [expanded] if expanded is not None else []


def _tails(node: Node) -> list[Node]:
    """What is in tail position directly below a node that is no call."""
    if type(node) is If:
        if type(node.test) is Const:
            return [node.otherwise if node.test.value is FALSE else node.then]
        return [node.then, node.otherwise]
    if type(node) is Sequence or type(node) is And or type(node) is Or:
        return [node.parts[-1]]
    if type(node) is Let:
        return [node.body, join.body] if (join := join_of(node)) is not None else [node.body]
    if type(node) is Letrec:
        return [node.body, loop_procedure(node).body] if facts(node.variables[0]).loop else [node.body]
    return []
