"""Generated statements in, the names out whose present values they may still read: what a heap frame has to keep.

Rules: it knows the statements that the emitter makes, and counts a name as read when in doubt. A function defined
inside reads every name that stands in it and is none of its own.
"""

from __future__ import annotations

from collections.abc import Set

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.typenames import Final

NOTHING: Final[frozenset[str]] = frozenset()


def read_later(
    block: list[ast.stmt], after: Set[str] = NOTHING, leave: Set[str] = NOTHING, again: Set[str] = NOTHING
) -> set[str]:
    """The names that the block may read before it assigns them. `after`, `leave`, `again`: those that are read behind
    it, behind the loop around it, and at that loop's head.
    """
    live = set(after)
    for statement in reversed(block):
        live = _before(statement, live, leave, again)
    return live


def _before(statement: ast.stmt, live: set[str], leave: Set[str], again: Set[str]) -> set[str]:
    if isinstance(statement, ast.Assign):
        return _before_assignment(statement, live)
    if isinstance(statement, ast.Return):
        return names_in(statement)
    if isinstance(statement, ast.If):
        then = read_later(statement.body, live, leave, again)
        return then | read_later(statement.orelse, live, leave, again) | names_in(statement.test)
    if isinstance(statement, ast.While):
        return _before_loop(statement, live)
    if isinstance(statement, ast.For):
        return _before_turns(statement, read_later(statement.orelse, live, leave, again), live)
    if isinstance(statement, ast.Try):
        (handler,) = statement.handlers
        caught = read_later(handler.body, live, leave, again) | (names_in(handler.type) if handler.type else set())
        return read_later(statement.body, live | caught, leave, again) | caught
    if isinstance(statement, ast.Break):
        return set(leave)
    if isinstance(statement, ast.Continue):
        return set(again)
    if isinstance(statement, ast.FunctionDef):
        return (live - {statement.name}) | (names_in(statement) - _bound_in(statement))
    return live | names_in(statement)


def _before_assignment(statement: ast.Assign, live: set[str]) -> set[str]:
    names = [node for node in walked(statement.targets[0]) if isinstance(node, ast.Name)]
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    loaded = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    return (live - stored) | loaded | names_in(statement.value)


def _before_loop(loop: ast.While, live: set[str]) -> set[str]:
    endless = isinstance(loop.test, ast.Constant) and bool(loop.test.value)
    head = names_in(loop.test) | (set() if endless else live)
    while True:
        grown = head | read_later(loop.body, head, live, head)
        if grown == head:
            return head
        head = grown


def _before_turns(loop: ast.For, head: set[str], live: set[str]) -> set[str]:
    while True:
        grown = head | (read_later(loop.body, head, live, head) - names_in(loop.target))
        if grown == head:
            return head | names_in(loop.iter)
        head = grown


def _bound_in(function: ast.FunctionDef) -> set[str]:
    """The variables of a function itself, and of those in it: no name stands for two in one form of the top level."""
    nodes = walked(function)
    bound = {node.arg for node in nodes if isinstance(node, ast.arg)}
    bound |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    return bound | {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def names_in(tree: ast.AST) -> set[str]:
    """Every name that stands in the tree."""
    return {node.id for node in walked(tree) if isinstance(node, ast.Name)}
