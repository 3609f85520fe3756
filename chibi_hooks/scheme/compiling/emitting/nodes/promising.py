"""`delay` and `delay-force` in, statements that make a promise out: no procedure is made of the expression. And `force`
in, statements that ask a promise which is not begun for its value themselves.

    def g8(v9):                             # made with the unit
        v1, v2 = v9
        …
    v3 = %Promise()
    v3.state = g8
    v3.content = (v1, v2)                   # what the expression uses of the variables around it; one alone is no tuple

A program makes many promises, and a tuple costs a third of a closure with its cells. The variables have their values
by then, and what is assigned later lives in a box.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target, stays
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import leave
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.nodes.procedures import function_of
from chibi_hooks.scheme.core import Call, GlobalRef, If, Lambda, LocalRef, Node
from chibi_hooks.scheme.running.site import Body
from chibi_hooks.scheme.values.data import NIL, TRUE
from chibi_hooks.typenames import Final


def is_delayed(node: Call) -> bool:
    """Whether what is given is an expression, as `delay` has it, and not some procedure."""
    thunk = node.operands[0]
    return isinstance(thunk, Lambda) and not thunk.params and thunk.rest is None


DELAYING: Final = {"%delay": "a, b", "%delay-force": "NIL, (a, b)"}
"""What makes a promise, and what that is made of: the function that computes it and its variables."""


def put_delayed(name: str) -> Callable[[Emitter, Call], ast.expr]:
    """How a promise is made of an expression."""

    def put(e: Emitter, node: Call) -> ast.expr:
        thunk = node.operands[0]
        assert isinstance(thunk, Lambda)
        if name == "%delay" and stays(thunk.body):
            value = e.value(thunk.body)
            e.out.site("primitive", name, node.place)
            return template("Promise(TRUE, a)").fill(e.out, [value])
        return template(f"Promise({DELAYING[name]})").fill(e.out, _made_of(e, name, node))

    return put


def put_becoming(e: Emitter, node: Call) -> bool:
    """Emit, for a promise that the expression of a `delay-force` comes to, the call that would make it as a tail call:
    `force` has the other promise become it, and never makes it. Whether that is so.
    """
    out = e.out
    name = node.operator.location.name if isinstance(node.operator, GlobalRef) else ""
    if out.body.lambda_ not in e.chained or name not in DELAYING or not is_delayed(node):
        return False
    thunk = node.operands[0]
    assert isinstance(thunk, Lambda)
    if out.building is not None or out.guards or out.wound or (name == "%delay" and stays(thunk.body)):
        return False
    computes, content = _made_of(e, name, node)
    if name == "%delay-force":
        computes, content = out.identity(NIL), out.at(ast.Tuple([computes, content], LOAD))
    out.put(ast.Return(out.at(ast.Tuple([out.helper("promise_of"), computes, content], LOAD))))
    return True


def _made_of(e: Emitter, name: str, node: Call) -> list[ast.expr]:
    """The function that computes a promise, and its variables."""
    out = e.out
    thunk = node.operands[0]
    assert isinstance(thunk, Lambda)
    if name == "%delay-force":
        e.chained.add(thunk)
    key, free = _lifted(e, thunk)
    out.site("primitive", name, node.place)
    given = [out.load(each) for each in free]
    return [out.load(key), given[0] if len(given) == 1 else out.at(ast.Tuple(list(given), LOAD))]


def _lifted(e: Emitter, thunk: Lambda) -> tuple[str, tuple[str, ...]]:
    """The key of the function that computes the expression, and the variables that it takes."""
    out, key, first = e.out, e.new_key(), e.out.counter
    with out.inside(Body(None, out.names)):
        made = function_of(e, thunk, key)
        assert isinstance(made, ast.FunctionDef)
        body = out.sites[made.lineno].body
        assert body is not None
        body.free = free = _free_in(made, first)
        given = free[0] if len(free) == 1 else out.new_name()
        if len(free) > 1:
            stores: list[ast.expr] = [ast.Name(each, STORE) for each in free]
            taken = out.binding(ast.Tuple(stores, STORE), ast.Name(given, LOAD))
            for each in ast.walk(taken):
                ast.copy_location(each, made)
            head = made.body[: len(made.body) - len(body.statements)]
            body.statements = [taken, *body.statements]
            made.body = [*head, *body.statements]
        made.args.posonlyargs = [ast.copy_location(ast.arg(given), made)]
        out.factories.append(made)
    out.emission.delayed.append(key)
    return key, free


def _free_in(function: ast.FunctionDef, first: int) -> tuple[str, ...]:
    """The variables that a function has from those around it: no name stands for two in one form of the top level.
    `first`: the number of the first name that is its own; behind a jump it may read one that is never assigned.
    """
    used: set[str] = set()
    bound: set[str] = set()
    for node in walked(function):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.FunctionDef):
            bound.add(node.name)
    local = [each for each in used - bound if each[0] == "v" and each[1:].isdigit()]
    return tuple(sorted(each for each in local if int(each[1:]) < first))


def asks_promise(node: Node) -> bool:
    """Whether it is a call of the primitive behind `force`."""
    return isinstance(node, Call) and _is_of(node, "%force")


def _is_of(node: Call, name: str) -> bool:
    operator = node.operator
    primitive = operator.location.primitive if isinstance(operator, GlobalRef) else None
    return primitive is not None and primitive.name == name and len(node.operands) == 1


def forced_in(node: If) -> Call | None:
    """The call of that primitive, if the choice is what `force` comes down to."""
    test, asking = node.test, node.otherwise
    if not isinstance(test, Call) or not isinstance(asking, Call) or not _is_of(test, "%forced?"):
        return None
    tested, asked = test.operands[0], asking.operands[0] if asks_promise(asking) else None
    if not isinstance(tested, LocalRef) or not isinstance(asked, LocalRef) or asked.variable is not tested.variable:
        return None
    return None if asked.variable.assigned else asking


def known_value(e: Emitter, node: If) -> ast.expr | None:
    """The value of such a choice, if the variable was forced before in this block."""
    asking = forced_in(node)
    promise = e.value(asking.operands[0]) if asking is not None else None
    known = e.forced.get((promise.id, id(e.out.block))) if isinstance(promise, ast.Name) else None
    return None if known is None else e.out.load(known[1])


def put_forced(e: Emitter, node: Call, target: Target) -> bool:
    """Emit `force` of an operand; not in tail position, where it is to be a tail call, unless its value is known:
    that of a variable which was forced before in this block is what it was.
    """
    out = e.out
    if target.kind == "return" and not isinstance(node.operands[0], LocalRef):
        return False
    (promise,) = e.operands(node.operands, [True])
    if not (isinstance(promise, ast.Name) and e.stable(promise)):
        if target.kind == "return":
            return False
        promise = out.saved(promise)
    assert isinstance(promise, ast.Name)
    key = promise.id, id(out.block)
    if key in e.forced:
        e.deliver(out.load(e.forced[key][1]), target)
        return True
    if target.kind == "return":
        return False
    direct = target.kind == "assign" and target.name not in out.body.mutated
    name = target.name if direct else out.new_name()
    _put_question(e, node, promise, name, target.binds and direct)
    if not (direct and target.binds):  # what is bound may be bound again, in a loop
        e.forced[key] = out.block, name
    if target.kind == "assign":
        e.deliver(out.load(name), target)
    else:
        leave(out, target)
    return True


def _put_question(e: Emitter, node: Call, promise: ast.Name, name: str, binds: bool) -> None:
    """The statements that give the variable `name` the value of what `promise` holds."""
    out = e.out

    def part(slot: str) -> ast.expr:
        return out.at(ast.Attribute(promise, slot, LOAD))

    def fill(slot: str, value: ast.expr) -> ast.stmt:
        return out.at(ast.Assign([out.at(ast.Attribute(promise, slot, STORE))], value))

    def is_(value: ast.expr, other: ast.expr) -> ast.expr:
        return out.at(ast.Compare(value, [ast.Is()], [other]))

    def is_a(value: ast.expr, kind: str) -> ast.expr:
        return is_(out.at(ast.Attribute(value, "__class__", LOAD)), out.helper(kind))

    def called(function: ast.expr, operand: ast.expr) -> list[ast.stmt]:
        site = out.site("call", "force", node.place)
        call = site.expression = out.apply(function, [operand])
        statement = site.statement = out.assign(name, call, binds)
        again = out.site("call", "force", node.place)
        bounce = again.statement = out.assign(name, out.apply(out.helper("bounce"), [out.load(name)]), binds)
        return [statement, out.at(ast.If(is_a(out.load(name), "tuple"), [bounce], []))]

    computes = out.new_name()
    there = out.assign(name, part("content"), binds)
    begun = out.assign(computes, part("state"))
    asked = called(out.load(computes), part("content"))
    keep = [fill("state", out.identity(TRUE)), fill("content", out.load(name))]
    found = out.assign(name, out.internal("kept", promise, out.load(name)), binds)
    here = [*asked, out.at(ast.If(is_(part("state"), out.load(computes)), keep, [found]))]
    further = out.at(ast.If(is_a(out.load(computes), "function"), here, called(out.load("%force"), promise)))
    in_turn = out.at(ast.If(is_(out.load(computes), out.identity(TRUE)), [there], [further]))
    itself = out.assign(name, promise, binds)
    out.put(ast.If(is_a(promise, "Promise"), [begun, in_turn], [itself]))
