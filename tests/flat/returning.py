"""The statements of a function -> those in the place of its call: what is returned is assigned, or dropped."""

from __future__ import annotations

import ast
from copy import deepcopy

from tests.flat.texts import Statements


def delivered(body: Statements, target: ast.expr | None) -> Statements:
    """What is returned is assigned to `target`, if there is one. Raises TypeError for a `return` that is not at the
    end, or at the end of the branches of an `if` there."""
    made: Statements = []
    for index, statement in enumerate(body):
        if isinstance(statement, ast.Return):
            return made + _kept(statement.value or ast.Constant(None), target)
        if not returns(statement):
            made.append(statement)
            continue
        rest = body[index + 1 :]
        if not isinstance(statement, ast.If) or not ends(statement.body) or (statement.orelse and rest):
            raise TypeError(f"it returns before its end: {ast.unparse(statement)}")
        otherwise = delivered(statement.orelse or rest, target)
        return [*made, ast.If(statement.test, delivered(statement.body, target) or [ast.Pass()], otherwise)]
    return made + _kept(ast.Constant(None), target)


def ended(body: Statements) -> Statements:
    """The same, which returns None where it came to its end."""
    return body if body and ends(body) else [*body, ast.Return(ast.Constant(None))]


def _kept(value: ast.expr, target: ast.expr | None) -> Statements:
    if target is None:
        return [] if all(isinstance(each, ast.Name | ast.Constant) for each in parts_of(value)) else [ast.Expr(value)]
    if ast.unparse(value) == ast.unparse(target):
        return []
    return [ast.Assign([deepcopy(target)], value)]


def parts_of(told: ast.expr | None) -> list[ast.expr]:
    """Of a tuple its parts, else itself."""
    if told is None:
        return []
    return told.elts if isinstance(told, ast.Tuple) else [told]


def variables_returned(body: Statements) -> tuple[str, ...]:
    """The variables that are all that is returned there, wherever; none: there is more, or one twice."""
    found = set()
    for node in (node for statement in body for node in ast.walk(statement)):
        if isinstance(node, ast.Return):
            found.add(tuple(each.id if isinstance(each, ast.Name) else "" for each in parts_of(node.value)))
    (only,) = found if len(found) == 1 else ((),)
    return only if len({*only, ""}) == len(only) + 1 else ()


def ends(body: Statements) -> bool:
    """Do they return, whichever way they go?"""
    last = body[-1]
    return isinstance(last, ast.Return) or (
        isinstance(last, ast.If) and bool(last.orelse) and ends(last.body) and ends(last.orelse)
    )


def returns(node: ast.AST) -> bool:
    """Does it return anywhere?"""
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        return False
    return isinstance(node, ast.Return) or any(returns(each) for each in ast.iter_child_nodes(node))
