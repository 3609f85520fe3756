"""The body of a guard in, calls put in line in it, so that it is a light one: what is raised in it is a jump then.

Theory. A guard is light when its body calls nothing but primitives, `raise` and `error` (`guarding`). Mostly it calls a
procedure of the program that raises. Where each procedure called is known, calls nothing else in its turn and is small,
all of them go in line, larger ones than `integration` copies elsewhere: an exception costs more than a hundred nodes.

Rules: all calls of a body or none, for one that stays makes the guard a full one.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, facts, is_quiet
from chibi_hooks.scheme.compiling.analysing.inlining.copying import Copier, as_loop, copyable_size
from chibi_hooks.scheme.compiling.analysing.inlining.integration import COPIED_NODES, Expansions
from chibi_hooks.scheme.compiling.analysing.trees import guards, is_going_on, is_raise, references
from chibi_hooks.scheme.core import Call, CaseLambda, GlobalRef, Lambda, Letrec, LocalRef, Node, Variable, children

RAISING_NODES: Final = 120  # of all that goes in line into one guard
NESTED: Final = 3  # procedures in line, one inside the other


def lighten(expansions: Expansions, body: Node, total: bool, owner: Node | None) -> None:
    """Put the calls in line that keep the body of a guard from being light, if all of them can be. `total`: the guard
    has an `else`.
    """
    if expansions.counting:
        return
    calls = _Calls(expansions, total)
    found = calls.below(body, owner)
    if not found or not any(_raises(expansions, each, NESTED) for each in found):
        return
    sizes = [calls.size(each, owner, NESTED) for each in found]
    if all(sizes) and sum(sizes) <= RAISING_NODES:
        _put_in_line(calls, found, owner)


def _put_in_line(calls: _Calls, found: list[Call], owner: Node | None) -> None:
    expansions = calls.expansions
    pending = list(found)
    while pending:
        node = pending.pop()
        known = _known(expansions, node)
        assert known is not None
        expansions.copied[known] = expansions.copied.get(known, 0) + copyable_size(
            known.body, RAISING_NODES, guarded=True
        )
        copy = expansions[node] = Copier(node.place, expansions.known, keeping=True).bound(known, node.operands)
        pending += calls.below(copy, owner) or []


def _known(expansions: Expansions, node: Call) -> Lambda | None:
    """The procedure of the unit that is called."""
    operator = node.operator
    return expansions.known.get(operator.location) if isinstance(operator, GlobalRef) else None


class _Calls:
    """The calls in the body of a guard. `total`: that has an `else`, so that a guard inside may hand something on: who
    is asked then is known.
    """

    def __init__(self, expansions: Expansions, total: bool) -> None:
        self.expansions, self.total = expansions, total

    def below(self, root: Node, owner: Node | None) -> list[Call] | None:
        """The calls of procedures of the unit that are not put in line anyway; None if anything else is called."""
        expansions = self.expansions
        found: list[Call] = []
        loops: set[Variable] = set()
        stack = [root]
        while stack:
            node = stack.pop()
            if isinstance(node, (Lambda, CaseLambda)):
                continue
            if type(node) is Letrec:
                loop = as_loop(node)
                if loop is None:
                    return None
                loops.update(node.variables)
                stack += [loop.body, node.body]
                continue
            if type(node) is Call and (parts := guards(node)) is not None:
                if not self.total and len(parts[1].params) > 1:
                    return None
                stack += [each.body for each in parts]
                continue
            if type(node) is Call and not is_raise(node) and not is_going_on(node):
                operator = node.operator
                if type(operator) is LocalRef and (operator.variable in loops or facts(operator.variable).escape):
                    stack += node.operands
                    continue
                if called_primitive(node) is not None:
                    if not is_quiet(node):
                        return None
                elif (expanded := expansions.of(node, owner)) is not None:
                    stack.append(expanded)
                    continue
                elif _known(expansions, node) is None:
                    return None
                else:
                    found.append(node)
            stack += children(node)
        return found

    def size(self, node: Call, owner: Node | None, depth: int) -> int:
        """The size of a called procedure with all that goes in line in it; 0: it stays where it is."""
        expansions = self.expansions
        known = _known(expansions, node)
        if known is None or known is owner or depth == 0 or len(known.params) != len(node.operands):
            return 0
        size = copyable_size(known.body, RAISING_NODES, guarded=True) if known.rest is None else 0
        if not size or any(each.assigned for each in known.params):
            return 0
        if not references(known.body).issuperset(known.params):  # a redefinition may need them where it was called
            return 0
        if expansions.copied.get(known, 0) + size > COPIED_NODES:
            return 0
        inner = self.below(known.body, known)
        if inner is None:
            return 0
        sizes = [self.size(each, owner, depth - 1) for each in inner]
        return size + sum(sizes) if all(sizes) else 0


def _raises(expansions: Expansions, node: Call, depth: int) -> bool:
    """Whether a called procedure raises, or one that it calls."""
    known = _known(expansions, node)
    stack: list[Node] = [known.body] if known is not None and depth else []
    while stack:
        each = stack.pop()
        if isinstance(each, Call) and (is_raise(each) or _raises(expansions, each, depth - 1)):
            return True
        stack += children(each)
    return False
