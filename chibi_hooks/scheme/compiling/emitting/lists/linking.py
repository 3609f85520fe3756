"""A loop that gathers a list in, its collector as a chain out (`chains`), where the list is all that is wanted of it.

    (let loop ((l l) (kept (%collector))) (if (null? l) (%collected kept) (loop (cdr l) (%collect kept (car l)))))

Rules: the collector is known from its beginning on. Nothing is done with it but to add members in jumps, to ask whether
there are any, and to make the list where the loop ends: nobody may see a list that goes on growing.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import called_primitive, facts, is_call, is_variable, join_of
from chibi_hooks.scheme.compiling.analysing.trees import directly_bound, loop_procedure, references
from chibi_hooks.scheme.compiling.emitting.chains import add, again, along, begin, chain, is_empty, whole, whole_along
from chibi_hooks.scheme.compiling.emitting.emission import STORE, Linked, Loop
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.core import Call, If, Lambda, Let, Letrec, LocalRef, Node, Sequence, Variable, children
from chibi_hooks.scheme.values.data import NIL
from chibi_hooks.typenames import Final

KEEPING: Final = frozenset({"cons", "list", "values", "%collect"})  # others may want the members only


def link_loop(e: Emitter, variable: Variable, procedure: Lambda, entry: Items[Node]) -> None:
    """Note which collectors of a loop become chains. `entry`: the operands it begins with."""
    for i, (param, operand) in enumerate(zip(procedure.params, entry, strict=True)):
        begins = is_call(operand, "%collector", 0) and not facts(param).captured and not param.assigned
        if begins and _is_linked(e, variable, i, param, procedure.body):
            e.chains[param] = along(e.out) if param in e.expansions.undropped else chain(e.out)


def whole_list(e: Emitter, node: Call) -> ast.expr | None:
    """What a call says of a chain, or makes of it; None for any other call."""
    held = node.operands[0] if node.operands else None
    linked = e.chains.get(held.variable) if isinstance(held, LocalRef) else None
    if linked is None:
        return None
    if is_call(node, "%collected-none?", 1):
        return is_empty(e.out, linked)
    if is_call(node, "%collected-some?", 1):
        return e.out.at(ast.UnaryOp(ast.Not(), is_empty(e.out, linked)))
    assert isinstance(held, LocalRef)
    if (walked := e.expansions.undropped.get(held.variable)) is not None:
        return _whole_along(e, linked, walked, node)
    if len(node.operands) == 1:
        return whole(e.out, linked, e.out.constant(NIL))
    walked = e.expansions.reused.get(held.variable)
    return whole(e.out, linked, _changed(e, walked, node.operands[1]) or e.value(node.operands[1]))


def _whole_along(e: Emitter, linked: Linked, walked: Variable, node: Call) -> ast.expr:
    """The list that all pairs which were walked along are in, with what comes behind them."""
    out, name = e.out, facts(walked).name
    if len(node.operands) == 1:
        return whole_along(out, linked, name, out.constant(NIL))
    tail = node.operands[1]
    if is_variable(tail, walked) or _changed(e, walked, tail) is not None:
        return out.load(linked.head)
    return whole_along(out, linked, name, out.saved(e.value(tail)))


def _changed(e: Emitter, walked: Variable | None, tail: Node) -> ast.expr | None:
    """The pair that there is, with another car, for `(cons x (cdr walked))`; None for any other tail."""
    if walked is None or not is_call(tail, "cons", 2) or not isinstance(tail, Call):
        return None
    member, rest = tail.operands
    behind = is_call(rest, "cdr", 1) and isinstance(rest, Call) and is_variable(rest.operands[0], walked)
    return _change(e, walked, member) if behind else None


def link_members(e: Emitter, loop: Loop, operands: Items[Node]) -> list[tuple[Variable, ast.expr]]:
    """Put what a jump adds to chains; the other variables, and what they become."""
    out = e.out
    takers: list[Linked | Variable] = []
    anew: list[Linked] = []
    values: list[ast.expr] = []
    for param, operand in zip(loop.params, operands, strict=True):
        if param is loop.index:
            continue
        linked = e.chains.get(param)
        if linked is not None and is_call(operand, "%collector", 0):
            anew.append(linked)
            continue
        for each in [operand] if linked is None else _members(operand):
            before = len(out.block)
            added: list[ast.expr] = []
            if linked is not None and param in e.expansions.reused:
                _put_again(e, linked, param, operand)
            elif linked is not None and each is operand:
                _put_ways(e, linked, each)
            else:
                added = [e.value(each)]
                takers.append(linked or param)
            if len(out.block) > before:
                values = e.all_stable(values, before)
            values += added
    moves: list[tuple[Variable, ast.expr]] = []
    for taker, value in zip(takers, values, strict=True):
        if isinstance(taker, Linked):
            add(out, taker, value)
        else:
            moves.append((taker, value))
    for linked in anew:
        begin(out, linked)
    return moves


def _members(operand: Node) -> list[Node]:
    """The members that an operand adds to its collector, in order; the operand itself where it chooses them."""
    members: list[Node] = []
    held = operand
    while isinstance(held, Call):
        members.insert(0, held.operands[1])
        held = held.operands[0]
    return members if isinstance(held, LocalRef) else [operand]


def _put_again(e: Emitter, linked: Linked, collector: Variable, node: Node) -> None:
    """Put what links the pair that there is, with the member that an operand adds, or chooses to add."""
    out, walked = e.out, e.expansions.reused[collector]
    if isinstance(node, Call):
        pair = out.load(facts(walked).name)
        member = node.operands[1]
        if not (is_call(member, "car", 1) and isinstance(member, Call) and is_variable(member.operands[0], walked)):
            _change(e, walked, member)
        again(out, linked, pair, collector in e.expansions.undropped)
    elif isinstance(node, If):
        _put_either(e, node, lambda way: _put_again(e, linked, collector, way))


def _change(e: Emitter, walked: Variable, member: Node) -> ast.expr:
    """Have another car in the first pair of the list that is walked along; that pair."""
    out = e.out
    value = e.value(member)
    pair = out.load(facts(walked).name)
    out.put(ast.Assign([out.at(ast.Attribute(pair, "car", STORE))], value))
    return pair


def _put_ways(e: Emitter, linked: Linked, node: Node) -> None:
    """Put what adds the members that an operand chooses."""
    out = e.out
    if isinstance(node, Call):
        _put_ways(e, linked, node.operands[0])
        add(out, linked, e.value(node.operands[1]))
    elif isinstance(node, If):
        _put_either(e, node, lambda way: _put_ways(e, linked, way))


def _put_either(e: Emitter, node: If, put: Callable[[Node], None]) -> None:
    """Put what is put for one way or the other."""
    out = e.out
    test = e.test(node.test)
    outer, ways = out.block, []
    for way in (node.then, node.otherwise):
        out.block = []
        put(way)
        ways.append(out.block)
    out.block = outer
    if not ways[0]:
        test = out.at(ast.UnaryOp(ast.Not(), test))
        ways.reverse()
    if ways[0]:
        out.put(ast.If(test, *ways))


def _is_linked(e: Emitter, variable: Variable, index: int, param: Variable, body: Node) -> bool:
    """Whether nothing else is done with a collector than may be done with a chain. `variable`: the loop, in whose jumps
    it is the operand at `index`.
    """
    stack: list[tuple[Node, bool]] = [(body, True)]  # with whether the collector is done with afterwards
    while stack:
        node, last = stack.pop()
        if type(node) is LocalRef:
            if node.variable is param:
                return False
        elif type(node) is If:
            stack += [(node.test, False), (node.then, last), (node.otherwise, last)]
        elif type(node) is Sequence:
            stack += [*((each, False) for each in node.parts[:-1]), (node.parts[-1], last)]
        elif type(node) is Let and join_of(node) is None:
            ends = last and references(node.body).isdisjoint((variable, param))
            stack += [*_of_operands(node.inits, param, ends), (node.body, last)]
        elif type(node) is Letrec and facts(node.variables[0]).loop:
            stack += [(node.body, last), (loop_procedure(node).body, last)]
        elif type(node) is not Call:
            stack += [(each, False) for each in children(node)]
        elif type(node.operator) is LocalRef and node.operator.variable is variable:
            own, others = node.operands[index], [*node.operands[:index], *node.operands[index + 1 :]]
            below = [] if (anew := is_call(own, "%collector", 0)) else _below_ways(own, param)
            if below is None:
                return False
            stack += [*((each, False) for each in below), *_of_operands(others, param, anew)]
        elif node.operands and type(node.operands[0]) is LocalRef and node.operands[0].variable is param:
            if not _may_be_done(e, node, last):
                return False
            stack += [(each, False) for each in node.operands[1:]]
        elif (expanded := e.expansions.get(node)) is not None:
            stack.append((expanded, last))
        elif (bound := directly_bound(node)) is not None:
            stack += [*((each, False) for each in node.operands), (bound.body, last)]
        else:
            primitive = called_primitive(node)
            keeps = primitive is None or primitive.name in KEEPING
            stack += [(node.operator, False), *_of_operands(node.operands, param, last and keeps)]
    return True


def _of_operands(nodes: Items[Node], param: Variable, last: bool) -> list[tuple[Node, bool]]:
    """Nodes that are evaluated one after the other, and whether a collector is done with in each; `last`: it is behind
    all of them."""
    naming = [each for each in nodes if param in references(each)] if last else []
    return [(each, naming == [each]) for each in nodes]


def _below_ways(node: Node, param: Variable) -> list[Node] | None:
    """The members and tests in an operand that adds to the collector, or chooses what it adds; None for another one."""
    if isinstance(node, LocalRef):
        return [] if node.variable is param else None
    if is_call(node, "%collect", 2) and isinstance(node, Call):
        below = _below_ways(node.operands[0], param)
        return None if below is None else [*below, node.operands[1]]
    if not isinstance(node, If):
        return None
    then, otherwise = _below_ways(node.then, param), _below_ways(node.otherwise, param)
    return None if then is None or otherwise is None else [node.test, *then, *otherwise]


def _may_be_done(e: Emitter, node: Call, last: bool) -> bool:
    """Whether a call with the collector as its first operand is one that knows chains."""
    if is_call(node, "%collected-none?", 1) or is_call(node, "%collected-some?", 1):
        return True
    makes_list = is_call(node, "%collected", 1) or is_call(node, "%collected-onto", 2)
    return last and makes_list and node not in e.bare and node not in e.expansions.bare
