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

import ast
from collections.abc import Callable

from chibi_hooks.scheme.compiling.analysing.facts import Target, stays
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import leave
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.procedures import function_of
from chibi_hooks.scheme.core import Call, GlobalRef, Lambda
from chibi_hooks.scheme.running.site import Body
from chibi_hooks.scheme.values.data import TRUE


def is_delayed(node: Call) -> bool:
    """Whether what is given is an expression, as `delay` has it, and not some procedure."""
    thunk = node.operands[0]
    return isinstance(thunk, Lambda) and not thunk.params and thunk.rest is None


def put_delayed(name: str, kept: str) -> Callable[[Emitter, Call], ast.expr]:
    """How a promise is made of an expression: `kept` is the template for the function that computes it and its
    variables.
    """

    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        thunk = node.operands[0]
        assert isinstance(thunk, Lambda)
        if name == "%delay" and stays(thunk.body):
            value = e.value(thunk.body)
            out.site("primitive", name, node.place)
            return template("Promise(TRUE, a)").fill(out, [value])
        key, free = _lifted(e, thunk)
        out.site("primitive", name, node.place)
        given = [out.load(each) for each in free]
        content = given[0] if len(given) == 1 else out.at(ast.Tuple(list(given), LOAD))
        return template(kept).fill(out, [out.load(key), content])

    return put


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


def asks_promise(node: Call) -> bool:
    """Whether it is a call of the primitive behind `force`."""
    operator = node.operator
    primitive = operator.location.primitive if isinstance(operator, GlobalRef) else None
    return primitive is not None and primitive.name == "%force" and len(node.operands) == 1


def put_forced(e: Emitter, node: Call, target: Target) -> None:
    """Emit such a call that is no tail call."""
    out = e.out
    (promise,) = e.operands(node.operands, [True])
    if not (isinstance(promise, ast.Name) and e.stable(promise)):
        promise = out.saved(promise)
    direct = target.kind == "assign" and target.name not in out.body.mutated
    name = target.name if direct else out.new_name()
    binds = target.binds and direct

    def part(slot: str) -> ast.expr:
        return out.at(ast.Attribute(promise, slot, LOAD))

    def fill(slot: str, value: ast.expr) -> ast.stmt:
        return out.at(ast.Assign([out.at(ast.Attribute(promise, slot, STORE))], value))

    def same(value: ast.expr, other: ast.expr) -> ast.expr:
        return out.at(ast.Compare(value, [ast.Is()], [other]))

    def called(function: ast.expr, operand: ast.expr) -> list[ast.stmt]:
        site = out.site("call", "force", node.place)
        call = site.expression = out.apply(function, [operand])
        statement = site.statement = out.assign(name, call, binds)
        again = out.site("call", "force", node.place)
        bounce = again.statement = out.assign(name, out.apply(out.helper("bounce"), [out.load(name)]), binds)
        answered = out.at(ast.Attribute(out.load(name), "__class__", LOAD))
        return [statement, out.at(ast.If(same(answered, out.helper("tuple")), [bounce], []))]

    computes = out.new_name()
    is_promise = same(part("__class__"), out.helper("Promise"))
    is_delayed = same(out.at(ast.Attribute(part("state"), "__class__", LOAD)), out.helper("function"))
    test = out.at(ast.BoolOp(ast.And(), [is_promise, is_delayed]))
    begun = out.assign(computes, part("state"))
    asked = called(out.load(computes), part("content"))
    is_first = same(part("state"), out.load(computes))
    keep = [fill("state", out.identity(TRUE)), fill("content", out.load(name))]
    found = out.assign(name, out.internal("kept", promise, out.load(name)), binds)
    here = [begun, *asked, out.at(ast.If(is_first, keep, [found]))]
    out.put(ast.If(test, here, called(out.load("%force"), promise)))
    if target.kind == "assign":
        e.deliver(out.load(name), target)
    else:
        leave(out, target)
