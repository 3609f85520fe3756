"""`if`, `and`, `or` in, Python's `if` and conditional expressions out."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target
from chibi_hooks.scheme.compiling.analysing.inlining.affixing import together
from chibi_hooks.scheme.compiling.analysing.inlining.tables import is_certain
from chibi_hooks.scheme.compiling.emitting.emission import Loop
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.exits import ends_elsewhere, put_while
from chibi_hooks.scheme.compiling.emitting.nodes.promising import forced_in, known_value, put_forced
from chibi_hooks.scheme.compiling.emitting.shapes import is_boolean, is_expressible
from chibi_hooks.scheme.compiling.emitting.variables import made
from chibi_hooks.scheme.core import And, Const, GlobalRef, If, Let, LocalRef, Node, Or
from chibi_hooks.scheme.values.data import FALSE, TRUE

MAX_CHAIN: Final = 8  # clauses of a `cond` that may stand inside each other


def put_if(e: Emitter, node: If, target: Target) -> Node | None:
    """Emit test and `then`; answer `otherwise` when it goes on at the same level, else emit that too."""
    out = e.out
    if isinstance(node.test, Const):
        return node.otherwise if node.test.value is FALSE else node.then
    if is_certain(node.test):
        return node.then
    if (forced := forced_in(node)) is not None and put_forced(e, forced, target):
        return None
    if target.kind != "return" and len(out.loops) == target.depth and _chain(node) > MAX_CHAIN:
        _put_in_a_row(e, node, target)
        return None
    if (
        target.kind != "effect"
        and isinstance(node.otherwise, (Const, LocalRef, GlobalRef))
        and isinstance(node.then, (Const, LocalRef))
        and _is_expressible(e, node)
    ):
        e.deliver(choice(e, node), target)
        return None
    parts = _in_turn(e, node.test)
    if parts:
        return _put_nested(e, node, parts, target)
    test = out.asked_at_once(e.test(node.test))
    statement = out.at(ast.If(test, [], []))
    block = out.block
    then: list[ast.stmt] = []
    out.block = then
    e.emit(node.then, target)
    out.block = block
    block.append(statement)
    return _put_otherwise(e, node, statement, then, target)


def _is_expressible(e: Emitter, node: Node) -> bool:
    return is_expressible(node, e.in_line)


def _in_turn(e: Emitter, test: Node) -> Items[Node]:
    """The parts of a test that can be asked only one after the other, because statements stand between them."""
    return test.parts if isinstance(test, And) and not _is_expressible(e, test) else ()


def _put_nested(e: Emitter, node: If, parts: Items[Node], target: Target) -> Node | None:
    """Emit `(if (and a b) then otherwise)` as `if a: if b: then`, where `then` does not come to its end."""
    out = e.out
    block = out.block
    then: list[ast.stmt] = []
    out.block = then
    e.emit(node.then, target)
    out.block = block
    if not ends_elsewhere(then):
        statement = out.at(ast.If(e.is_true(node.test), [], []))
        block.append(statement)
        return _put_otherwise(e, node, statement, then, target)
    for part in parts:
        statement = out.at(ast.If(e.test(part), [], []))
        out.block.append(statement)
        out.block = statement.body
    out.block.extend(then)
    out.block = block
    return node.otherwise


def _put_otherwise(e: Emitter, node: If, statement: ast.If, then: list[ast.stmt], target: Target) -> Node | None:
    """Give the statement its branches, or answer the second one when it goes on at the same level."""
    out = e.out
    block = out.block
    statement.body = then or [out.at(ast.Pass())]
    if ends_elsewhere(then):
        return node.otherwise
    otherwise: list[ast.stmt] = []
    out.block = otherwise
    e.emit(node.otherwise, target)
    out.block = block
    statement.orelse = otherwise
    return None


def _chain(node: Node) -> int:
    """How many tests follow one another in the else branches, counted up to one more than matters."""
    count = 0
    while isinstance(node, If) and count <= MAX_CHAIN:
        count += 1
        node = node.otherwise
    return count


def _put_in_a_row(e: Emitter, node: If, target: Target) -> None:
    """A long `cond` whose value does not go to `return`: in a loop that runs once, so that every clause can leave by
    `break` and they stand in a row instead of inside each other.
    """
    out = e.out
    loop = Loop(None, (), len(out.loops) + 1)
    outer = out.block
    out.loops.append(loop)
    inside: list[ast.stmt] = []
    out.block = inside
    e.emit(node, target)
    out.block = outer
    out.loops.pop()
    put_while(out, loop, inside, target)


def put_connective(e: Emitter, node: And | Or, target: Target) -> Node | None:
    """Emit `and` or `or` as an expression, or answer the `if` that it comes down to."""
    if _is_expressible(e, node) and target.kind != "effect":
        e.deliver(choice(e, node), target)
        return None
    parts = node.parts if isinstance(node, And) else together(node.parts)
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    rest: Node = parts[1] if len(parts) == 2 else node.__class__(parts[1:], node.place)
    if isinstance(node, And):
        return If(first, rest, Const(FALSE), node.place)
    if is_boolean(first):
        return If(first, Const(TRUE), rest, node.place)
    variable = made(e, "or")
    return Let([variable], [first], If(LocalRef(variable), LocalRef(variable), rest, node.place))


def value_of_choice(e: Emitter, node: If | And | Or) -> ast.expr:
    """A conditional expression where that can be, else the name that statements give the value to."""
    if node in e.expansions.spelt:
        return e.spelled(node)
    if _is_expressible(e, node):
        return choice(e, node)
    return (isinstance(node, If) and known_value(e, node)) or e.stored(node)


def choice(e: Emitter, node: If | And | Or) -> ast.expr:
    """The conditional expression for a node that is expressible."""
    out = e.out
    if isinstance(node, If):
        return out.at(ast.IfExp(e.test(node.test), e.value(node.then), e.value(node.otherwise)))
    if isinstance(node, And):
        tests = _connected(e, node, node.parts[:-1])
        return out.at(ast.IfExp(tests, e.value(node.parts[-1]), out.constant(FALSE)))
    parts = together(node.parts)
    if len(parts) == 1:
        return e.value(parts[0])
    return out.at(ast.IfExp(_connected(e, node, parts[:-1]), out.constant(TRUE), e.value(parts[-1])))


def test_of_constant(e: Emitter, node: Const) -> ast.expr:
    """A condition that is decided."""
    return e.out.python(node.value is not FALSE)


def test_of_if(e: Emitter, node: If) -> ast.expr:
    """A choice between conditions; one between #t and #f is that which it asks itself."""
    if not _is_expressible(e, node):
        return e.test(node.test) if _is_answered(node.then, node.otherwise) else e.is_true(node)
    return e.out.at(ast.IfExp(e.test(node.test), e.test(node.then), e.test(node.otherwise)))


def _is_answered(then: Node, otherwise: Node) -> bool:
    """Whether a choice between these is true where its test is."""
    true = isinstance(then, Const) and then.value is not FALSE
    return true and isinstance(otherwise, Const) and otherwise.value is FALSE


def test_of_connective(e: Emitter, node: And | Or) -> ast.expr:
    """Python's own connective."""
    if not all(_is_expressible(e, part) for part in node.parts):
        return e.is_true(node)
    return _connected(e, node, node.parts)


def _connected(e: Emitter, node: And | Or, parts: Items[Node]) -> ast.expr:
    parts = parts if isinstance(node, And) else together(parts)
    if len(parts) == 1:
        return e.test(parts[0])
    return e.out.at(ast.BoolOp(ast.And() if isinstance(node, And) else ast.Or(), [e.test(part) for part in parts]))
