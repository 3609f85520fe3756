"""A procedure and one of its parameters in, what is done with it out: whether it is but called, asked for, or handed on
to a procedure that does no more.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, global_facts, is_call
from chibi_hooks.scheme.compiling.analysing.trees import CALLS, is_closed, nodes_of
from chibi_hooks.scheme.core import BELOW, Call, Const, GlobalRef, If, Lambda, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.values.data import Char

HANDED: Final = 2  # procedures of libraries that one is handed on through


def calls_only(procedure: Lambda, param: Variable, depth: int = HANDED) -> int:
    """How many calls of the parameter there are if nothing else is done with it but to hand it on to procedures that do
    no more, else 0. What is done with one that is foreseen does not count.
    """
    calls = uses = extra = 0
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if type(node) is LocalRef:
            uses += node.variable is param
            continue
        if type(node) is Call:
            calls += type(node.operator) is LocalRef and node.operator.variable is param
            if _is_first(param, node) and asked_for_values(node) is param:
                stack += node.operands[1:]
                continue
            for i, each in enumerate(node.operands if depth else ()):
                if type(each) is LocalRef and each.variable is param and (handed := handed_on(node, i, depth - 1)):
                    calls += 1
                    extra += handed - 1
        elif type(node) is If and asked_if_foreseen(node) is param:
            stack.append(node.otherwise)
            continue
        stack += BELOW[node.__class__](node)
    return calls + extra if calls == uses and not param.assigned else 0


def handed_on(node: Call, i: int, depth: int = HANDED) -> int:
    """How many calls the operand at this place comes to, if a library's procedure is called that does nothing else with
    it and can be put in line.
    """
    template = template_called(node)
    return calls_only(template, template.params[i], depth) if template is not None else 0


def template_called(node: Call) -> Lambda | None:
    """The clause of a library's procedure that is called, if it may be put in line."""
    operator = node.operator
    if not isinstance(operator, GlobalRef) or operator.location.library is None or operator.location.primitive:
        return None
    return global_facts(operator.location).templates.get(len(node.operands))


ReceiverOf = Callable[[Call, int], Lambda | None]
"""The procedure that is known to be called, if it does nothing with its argument at that place but call it."""


def receiving_template(node: Call, i: int) -> Lambda | None:
    """The procedure of a library that the operand at this place is handed on to, if that does nothing but call it."""
    return template_called(node) if handed_on(node, i) else None


def operands_given(root: Node, param: Variable, receiver: ReceiverOf = receiving_template) -> int:
    """How many operands the first call of the parameter has, here or in a procedure that it is handed on to."""
    stack = [root]
    while stack:
        node = stack.pop()
        if type(node) is Call:
            if type(node.operator) is LocalRef and node.operator.variable is param:
                return len(node.operands)
            for i, operand in enumerate(node.operands):
                if type(operand) is LocalRef and operand.variable is param:
                    procedure = receiver(node, i)
                    if procedure is not None and procedure.body is not root:  # that one may stand before the first call
                        return operands_given(procedure.body, procedure.params[i], receiver)
        stack += BELOW[node.__class__](node)
    return -1


def constants_of(node: Call) -> Set[Lambda]:
    """The operands that are procedures for good, since a library's procedure does more with them than to call them, and
    that may as well be made once: they use no variable of those around them.
    """
    operator = node.operator
    if not isinstance(operator, GlobalRef) or operator.location.library is None or operator.location.primitive:
        return NO_LAMBDAS
    return {
        each
        for i, each in enumerate(node.operands)
        if isinstance(each, Lambda) and not handed_on(node, i) and is_closed(each)
    }


NO_LAMBDAS: Final[Set[Lambda]] = frozenset()


def is_asked(root: Node, param: Variable) -> bool:
    """Whether `(if (%foreseen? param) …)` stands somewhere."""
    return any(asked_if_foreseen(each) is param for each in nodes_of(root, IFS))


IFS: Final = frozenset({If})


def foreseen(operand: Node) -> Const | GlobalRef | None:
    """A constant, a primitive that is foreseen, or the character that `(lambda (c) (char=? c character))` stands
    for.
    """
    if isinstance(operand, Const):
        return operand
    if isinstance(operand, GlobalRef):
        primitive, tells = operand.location.primitive, PRIMITIVES["%foreseen?"].test
        return operand if primitive is not None and tells is not None and tells(primitive.function) else None
    if not isinstance(operand, Lambda) or operand.rest is not None or len(operand.params) != 1:
        return None
    body = operand.body
    primitive = called_primitive(body) if isinstance(body, Call) else None
    if primitive is None or primitive.name != "char=?" or not isinstance(body, Call) or len(body.operands) != 2:
        return None
    one, wanted = body.operands if isinstance(body.operands[1], Const) else reversed(body.operands)
    known = isinstance(one, LocalRef) and one.variable is operand.params[0]
    return wanted if known and isinstance(wanted, Const) and wanted.value.__class__ is Char else None


def asks_for_comparison(root: Node, param: Variable) -> bool:
    """Whether `(%known-comparison param)` stands somewhere."""
    of_it = (each for each in nodes_of(root, CALLS) if _is_first(param, each))
    return any(asked_for_comparison(each) is param for each in of_it)


def _is_first(variable: Variable, node: Call) -> bool:
    """Whether the variable is the first operand."""
    first = node.operands[0] if node.operands else None
    return type(first) is LocalRef and first.variable is variable


def asked_if_foreseen(node: If) -> Variable | None:
    """The variable of `(if (%foreseen? variable) …)`."""
    return _asked(node.test, "%foreseen?")


def asked_if_no_list(node: If) -> Variable | None:
    """The variable of `(if (vector? variable) …)` or `(if (procedure? variable) …)`."""
    return _asked(node.test, "vector?") or _asked(node.test, "procedure?")


def asked_for_comparison(node: Node) -> Variable | None:
    """The variable of `(%known-comparison variable)`."""
    return _asked(node, "%known-comparison")


def asked_for_values(node: Call) -> Variable | None:
    """The variable of `(%generator-taken variable …)`: a lambda expression has no values ready."""
    asked = node.operands[0] if node.operands else None
    if type(asked) is not LocalRef:
        return None
    given = is_call(node, "%generator-taken", 1) or is_call(node, "%generator-taken", 2)
    return asked.variable if given else None


def _asked(node: Node, name: str) -> Variable | None:
    """The variable that the compiler is asked of by this name."""
    if type(node) is not Call or len(node.operands) != 1:
        return None
    asked = node.operands[0]
    return asked.variable if type(asked) is LocalRef and is_call(node, name, 1) else None
