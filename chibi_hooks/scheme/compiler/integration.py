"""Procedures in, what their calls come down to out: a primitive, or the body itself put in the place of the call.

Theory (procedure integration). Two kinds of body are worth their copies:

* *templates*: library procedures that call one of their parameters, like `map`. With a lambda expression as operand,
  or the name of a primitive, `(map (lambda (x) …) l)` becomes the loop that one would write by hand;
* small local procedures that call no other one of the program. Is it a loop, the loop moves to the place of the call.

The tree stays as it is (a redefinition compiles it again, with other knowledge): analysis keeps an *expansion* beside
the call. An operand's lambda expression is moved into it, not copied, so that each stands in the code once.

Rules: variables of the copy are new ones, and its places are that of the call; a body is copied only if nothing in it
makes a procedure or assigns, so no closure and no location is made twice.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.compiler.facts import facts, global_facts
from chibi_hooks.scheme.compiler.trees import children, references
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
)
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.source import Place

TEMPLATE_NODES: Final = 80  # of a library procedure
LOCAL_NODES: Final = 60  # of a procedure of the program
COPYABLE: Final = frozenset({Const, LocalRef, GlobalRef, If, And, Or, Sequence, Let, Letrec, Call})
COPIED_NODES: Final = 400  # of one such procedure in all its copies


class Expansions(dict[Call, Node]):
    """What stands in the place of calls; `copied`: how many nodes of each local procedure have been copied."""

    def __init__(self) -> None:
        super().__init__()
        self.copied: dict[Lambda, int] = {}
        self.measured: dict[Lambda, tuple[int, set[Variable]]] = {}

    def of(self, node: Call, owner: Node | None) -> Node | None:
        """What stands in the place of the call in the function `owner`; None: the call itself."""
        found = self.get(node)
        if found is None:
            found = self._expansion(node, owner)
            if found is not None:
                self[node] = found
        return found

    def _expansion(self, node: Call, owner: Node | None) -> Node | None:
        operator = node.operator
        if isinstance(operator, GlobalRef):
            location = operator.location
            if location.primitive is not None or location.library is None or not any(map(_is_known, node.operands)):
                return None
            template = global_facts(location).templates.get(len(node.operands))
            return _from_template(template, node) if template is not None else None
        if not isinstance(operator, LocalRef):
            return None
        found = facts(operator.variable)
        known = found.known
        if known is None or known is owner or found.loop or found.late:
            return None
        if known.rest is not None or len(known.params) != len(node.operands):
            return None
        size = self.size_if_small(operator.variable, known)
        copied = self.copied.get(known, 0) + size
        if not size or copied > COPIED_NODES:
            return None
        self.copied[known] = copied
        return _moved(operator.variable, known, node)

    def size_if_small(self, variable: Variable, known: Lambda) -> int:
        """The size of a procedure that is worth copying, else 0: one that names others of the program is better
        left.
        """
        found = self.measured.get(known)
        if found is None:
            found = self.measured[known] = _measured(variable, known)
        size, free = found
        return 0 if any(facts(each).known is not None for each in free) else size


def wrapped_primitives(value: Node) -> dict[int, Primitive]:
    """For `(case-lambda ((k l) (%assoc k l)) …)`: {2: the primitive %assoc}; calls with two arguments need not go
    through it.
    """
    found: dict[int, Primitive] = {}
    for clause in _clauses(value):
        primitive = _applied(clause.body, clause.params)
        if primitive is not None:
            found.setdefault(len(clause.params), primitive)
    return found


def guarded_primitives(value: Node) -> dict[int, tuple[Primitive, Primitive]]:
    """For `(lambda (t k) (if (%table? t) (%ref t k) (other t k)))`: {2: (%table?, %ref)}; calls with two arguments may
    ask the first and use the second themselves, and need the procedure only for the rest.
    """
    found: dict[int, tuple[Primitive, Primitive]] = {}
    for clause in _clauses(value):
        body = clause.body
        if isinstance(body, If):
            guard, primitive = _applied(body.test, clause.params[:1]), _applied(body.then, clause.params)
            if guard is not None and primitive is not None and guard.returns == "boolean":
                found.setdefault(len(clause.params), (guard, primitive))
    return found


def templates(value: Node) -> dict[int, Lambda]:
    """The clauses of a library's procedure that may be put in line where a procedure that is known is given to them."""
    found: dict[int, Lambda] = {}
    for clause in _clauses(value):
        if _copyable(clause.body, TEMPLATE_NODES) and any(_called_once(clause, param) for param in clause.params):
            found.setdefault(len(clause.params), clause)
    return found


def _clauses(value: Node) -> list[Lambda]:
    """The clauses of a procedure that take a fixed number of arguments."""
    clauses = value.clauses if isinstance(value, CaseLambda) else [value] if isinstance(value, Lambda) else []
    return [clause for clause in clauses if clause.rest is None]


def _applied(node: Node, params: list[Variable]) -> Primitive | None:
    """The primitive that the node does nothing but call with these parameters, all of them and in order."""
    if not isinstance(node, Call) or not isinstance(node.operator, GlobalRef):
        return None
    primitive = node.operator.location.primitive
    passed = [operand.variable for operand in node.operands if isinstance(operand, LocalRef)]
    fits = passed == params and len(node.operands) == len(passed)
    return primitive if fits and primitive is not None and primitive.leaf else None


def _copyable(root: Node, limit: int) -> int:
    """How many nodes a body has of which a copy means the same: it is small, makes no procedure but loops, and assigns
    nothing. 0 for any other one.
    """
    stack = [root]
    count = 0
    while stack:
        node = stack.pop()
        count += 1
        if count > limit or node.__class__ not in COPYABLE:
            return 0
        if isinstance(node, Letrec):
            loop = _as_loop(node)
            if loop is None:
                return 0
            stack += [loop.body, node.body]
        else:
            stack += children(node)
    return count


def _only_loops(variable: Variable, count: int, stack: list[tuple[Node, bool]]) -> bool:
    """Whether the variable is used in calls with `count` operands in tail position only. `stack`: nodes to look
    through, and whether they are in tail position.
    """
    while stack:
        node, tail = stack.pop()
        kind = node.__class__
        if kind is Const or kind is GlobalRef:
            continue
        if isinstance(node, LocalRef):
            if node.variable is variable:
                return False
        elif isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable is variable:
            if not tail or len(node.operands) != count:
                return False
            stack += [(operand, False) for operand in node.operands]
        elif isinstance(node, Letrec):
            stack += [(init.body if isinstance(init, Lambda) else init, tail) for init in node.inits]
            stack.append((node.body, tail))
        else:
            stack += _with_tails(node, tail)
    return True


def _with_tails(node: Node, tail: bool) -> list[tuple[Node, bool]]:
    """The nodes below one that is no `letrec`, and whether they are in tail position, if it is."""
    if isinstance(node, If):
        return [(node.test, False), (node.then, tail), (node.otherwise, tail)]
    below = [(child, False) for child in children(node)]
    if isinstance(node, (Sequence, And, Or, Let)):
        below[-1] = below[-1][0], tail
    return below


def _called_once(procedure: Lambda, param: Variable) -> bool:
    """Whether the only use of the parameter is one call of it."""
    calls = uses = 0
    stack = [procedure.body]
    while stack:
        node = stack.pop()
        if isinstance(node, LocalRef):
            uses += node.variable is param
        elif isinstance(node, Call):
            calls += isinstance(node.operator, LocalRef) and node.operator.variable is param
        stack += children(node)
    return calls == uses == 1 and not param.assigned


def _from_template(template: Lambda, node: Call) -> Node | None:
    """The body of a library's procedure with its parameters bound; an operand's lambda expression takes the place of
    the parameter that is called.
    """
    copy = _Copy(node.place)
    for param, operand in zip(template.params, node.operands, strict=True):
        if _is_known(operand) and _called_once(template, param):
            if not _takes(operand, _operands_given(template.body, param)):
                return None
            copy.instead[param] = operand
    return copy.bound(template, node.operands) if copy.instead else None


def _is_known(operand: Node) -> bool:
    """Whether it is clear what a call of the operand does: a lambda expression, or the name of a primitive."""
    if isinstance(operand, GlobalRef):
        primitive = operand.location.primitive
        return primitive is not None and primitive.leaf
    return isinstance(operand, Lambda)


def _takes(operand: Node, count: int) -> bool:
    if isinstance(operand, Lambda):
        return operand.rest is None and len(operand.params) == count
    assert isinstance(operand, GlobalRef) and operand.location.primitive is not None
    primitive = operand.location.primitive
    return primitive.minimum <= count and (primitive.maximum is None or count <= primitive.maximum)


def _operands_given(root: Node, param: Variable) -> int:
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Call) and isinstance(node.operator, LocalRef) and node.operator.variable is param:
            return len(node.operands)
        stack += children(node)
    return -1


def _moved(variable: Variable, known: Lambda, node: Call) -> Node:
    """A small local procedure in the place of its call; one that calls itself as the loop it is."""
    copy = _Copy(node.place)
    if variable not in references(known.body):
        return copy.bound(known, node.operands)
    again = copy.variable(variable)
    params = [copy.variable(param) for param in known.params]
    loop = Lambda(params, None, copy.node(known.body), known.name, node.place)
    return Letrec([again], [loop], Call(LocalRef(again, node.place), node.operands, node.place), node.place)


def _measured(variable: Variable, known: Lambda) -> tuple[int, set[Variable]]:
    """The size of a procedure if it is small and can be copied, else 0; and its free variables."""
    if any(param.assigned for param in known.params):
        return NO_COPY
    used: set[Variable] = set()
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
        elif isinstance(node, (If, Sequence, And, Or, Let)):
            if isinstance(node, Let):
                bound.update(node.variables)
            stack += _with_tails(node, tail)
        elif isinstance(node, Letrec):
            loop = _as_loop(node)
            if loop is None:
                return NO_COPY
            bound.update(node.variables, loop.params)
            stack += [(loop.body, tail), (node.body, tail)]
        elif not isinstance(node, (Const, GlobalRef)):
            return NO_COPY
    return size, used - bound


NO_COPY: Final[tuple[int, set[Variable]]] = 0, set()


def _as_loop(node: Letrec) -> Lambda | None:
    """The procedure of a `letrec` that is nothing but a loop."""
    init = node.inits[0]
    if len(node.inits) != 1 or not isinstance(init, Lambda) or init.rest is not None:
        return None
    ways = [(node.body, True), (init.body, True)]
    return init if _only_loops(node.variables[0], len(init.params), ways) else None


def _fixed(variable: Variable) -> bool:
    return not variable.assigned and not facts(variable).late and not facts(variable).loop


class _Copy:
    """Copies a body: all at one place, with variables of its own, and with `instead` of some variables another node."""

    def __init__(self, place: Place | None) -> None:
        self.place = place
        self.instead: dict[Variable, Node] = {}
        self.variables: dict[Variable, Variable] = {}

    def variable(self, old: Variable) -> Variable:
        found = self.variables.get(old)
        if found is None:
            found = self.variables[old] = Variable(old.name, self.place)
        return found

    def bound(self, procedure: Lambda, operands: list[Node]) -> Node:
        """The body of the procedure with its parameters bound to the operands."""
        variables: list[Variable] = []
        inits: list[Node] = []
        for param, operand in zip(procedure.params, operands, strict=True):
            if param in self.instead:
                continue
            if isinstance(operand, Const) or (isinstance(operand, LocalRef) and _fixed(operand.variable)):
                self.instead[param] = operand
            else:
                variables.append(self.variable(param))
                inits.append(operand)
        body = self.node(procedure.body)
        return Let(variables, inits, body, self.place) if variables else body

    def nodes(self, nodes: list[Node]) -> list[Node]:
        return [self.node(each) for each in nodes]

    def node(self, node: Node) -> Node:
        place = self.place
        if isinstance(node, LocalRef):
            return self.instead.get(node.variable) or LocalRef(self.variables.get(node.variable, node.variable), place)
        if isinstance(node, Const):
            return Const(node.value, place)
        if isinstance(node, GlobalRef):
            return GlobalRef(node.location, place)
        if isinstance(node, If):
            return If(self.node(node.test), self.node(node.then), self.node(node.otherwise), place)
        if isinstance(node, (And, Or, Sequence)):
            return node.__class__(self.nodes(node.parts), place)
        if isinstance(node, Let):
            inits = self.nodes(node.inits)
            return Let([self.variable(each) for each in node.variables], inits, self.node(node.body), place)
        if isinstance(node, Letrec):
            variables = [self.variable(each) for each in node.variables]
            return Letrec(variables, self.nodes(node.inits), self.node(node.body), place)
        if isinstance(node, Lambda):
            return Lambda([self.variable(each) for each in node.params], None, self.node(node.body), node.name, place)
        assert isinstance(node, Call)
        return Call(self.node(node.operator), self.nodes(node.operands), place)
