"""Procedures in, out how large they are where a copy of their body is worth its place (0: it is not), and which clauses
of a library's procedure are templates.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, global_facts
from chibi_hooks.scheme.compiling.analysing.inlining.comparing import relation_in
from chibi_hooks.scheme.compiling.analysing.inlining.copying import as_loop, copyable_size, handed_over, with_tail_flags
from chibi_hooks.scheme.compiling.analysing.inlining.handing import asks_for_comparison, calls_only, is_asked
from chibi_hooks.scheme.compiling.analysing.inlining.standing import clauses_of
from chibi_hooks.scheme.compiling.analysing.inlining.tables import relation_asked
from chibi_hooks.scheme.compiling.analysing.trees import references
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    SetGlobal,
    SetLocal,
    Variable,
    children,
)

TEMPLATE_NODES: Final = 80  # of a library procedure
PLAIN_NODES: Final = 16  # of one that calls none of its parameters, nor anything but primitives
PLAIN_IN_ALL: Final = 32  # with the plain ones that it calls
LOCAL_NODES: Final = 60  # of a procedure of the program
DEFINED_NODES: Final = 30  # of one that is defined at top level: it is called from more places
CALLS: Final = 2  # of a parameter in a template: `any` calls its last one in tail position


def templates(value: Node) -> dict[int, Lambda]:
    """The clauses of a library's procedure that may be put in line where a procedure that is known is given to them."""
    found: dict[int, Lambda] = {}
    for clause in clauses_of(value):
        if not copyable_size(clause.body, TEMPLATE_NODES, receiving=True):
            continue
        wanted = is_plain(clause) or any(_is_wanted(clause, param) for param in clause.params)
        wanted = wanted or relation_asked(clause) is not None or relation_in(clause) is not None
        if wanted:
            found.setdefault(len(clause.params), clause)
    return found


def is_plain(clause: Lambda) -> bool:
    """Whether it does little, and that with primitives only: then it is in line wherever it is called."""
    return 0 < _plain_size(clause) <= PLAIN_IN_ALL


def _plain_size(clause: Lambda) -> int:
    """What such a procedure comes to with those of its library in it that do little themselves; 0: it does more."""
    size, calls = size_of_defined(clause, with_loops=False, all_used=False)
    if not 0 < size <= PLAIN_NODES:
        return 0
    inner = [_plain_size_of(each) for each in calls]
    return size + sum(inner) if all(inner) else 0


def _plain_size_of(location: Global) -> int:
    if location.library is None or location.assigned:
        return 0
    return min(map(_plain_size, global_facts(location).templates.values()), default=0)


def _is_wanted(clause: Lambda, param: Variable) -> bool:
    """Whether it may be worth while to know what is given for the parameter."""
    return bool(calls_only(clause, param)) or is_asked(clause.body, param) or asks_for_comparison(clause.body, param)


def size_of_local(variable: Variable, known: Lambda) -> tuple[int, set[Variable]]:
    """The size of a procedure if it is small and can be copied, else 0; and its free variables."""
    if any(param.assigned for param in known.params):
        return NO_COPY
    used: set[Variable] = set()
    changed: set[Variable] = set()
    bound = {variable, *known.params}
    size = 0
    stack: list[tuple[Node, bool]] = [(known.body, True)]  # and whether they are in tail position
    while stack:
        node, tail = stack.pop()
        size += 1
        if size > LOCAL_NODES:
            return NO_COPY
        if isinstance(node, Call):
            stack += [(operand, False) for operand in node.operands]
            operator = node.operator
            if not isinstance(operator, LocalRef) or operator.variable is not variable:
                stack.append((operator, False))
            elif not tail or len(node.operands) != len(known.params):
                return NO_COPY
        elif isinstance(node, LocalRef):
            if node.variable is variable:
                return NO_COPY
            used.add(node.variable)
        elif isinstance(node, (SetLocal, SetGlobal)):
            if isinstance(node, SetLocal):
                changed.add(node.variable)
            stack.append((node.value, False))
        elif isinstance(node, (If, Sequence, And, Or, Let)):
            if isinstance(node, Let):
                bound.update(node.variables)
            stack += with_tail_flags(node, tail)
        elif isinstance(node, Letrec):
            loop = as_loop(node)
            if loop is None:
                return NO_COPY
            bound.update(node.variables, loop.params)
            stack += [(loop.body, tail), (node.body, tail)]
        elif not isinstance(node, (Const, GlobalRef)):
            return NO_COPY
    return (size, (used | changed) - bound) if changed.isdisjoint(bound) else NO_COPY


NO_COPY: Final[tuple[int, set[Variable]]] = 0, set()


def size_of_defined(
    known: Lambda, with_loops: bool, most: int = DEFINED_NODES, all_used: bool = True
) -> tuple[int, list[Global]]:
    """The size of a procedure of the top level if it is small and can be copied, else 0; and whose values it calls that
    are no primitives. It uses all its parameters (`all_used`), unless it is a library's: a redefinition may need them
    where it was called; the arguments that are left it only hands on, by `apply`.
    """
    loops: set[Variable] = set()
    size = copyable_size(known.body, most)
    if not size or any(each.assigned for each in known.params):
        return NOT_DEFINED
    if all_used and not references(known.body).issuperset(known.params):
        return NOT_DEFINED
    calls: list[Global] = []
    unknown = 0
    stack = [known.body]
    while stack:
        node = stack.pop()
        if type(node) is LocalRef and node.variable is known.rest:
            return NOT_DEFINED
        if type(node) is Call:
            node = handed_over(node, known.rest, []) or node
            operator = node.operator
            if type(operator) is LocalRef and operator.variable in loops:
                stack += node.operands
                continue
            if type(operator) is not GlobalRef:
                unknown += 1
                if unknown > (CALLS if with_loops else 1) or loops:
                    return NOT_DEFINED
                stack += children(node)
                continue
            primitive = called_primitive(node)
            if primitive is not None and not primitive.leaf:
                return NOT_DEFINED
            if primitive is None and not comes_to_primitives(operator.location, len(node.operands)):
                calls.append(operator.location)
        elif type(node) is Letrec:
            if not with_loops or unknown:
                return NOT_DEFINED
            loops.update(node.variables)
            stack += [node.body, *[each.body for each in node.inits if type(each) is Lambda]]
            continue
        stack += children(node)
    return size, calls


def comes_to_primitives(location: Global, count: int) -> bool:
    """Whether a call of a library's procedure, like `force`, is a test and one of two primitives."""
    three = global_facts(location).guarded.get(count) if location.library is not None else None
    return three is not None and three[2] is not None


NOT_DEFINED: Final[tuple[int, list[Global]]] = 0, []
