"""Statements that link pairs as they come in (`emitting.chains`), the same for a resumed frame out.

A resumed frame begins a chain of its own: what stands before its first pair holds in its car the chain up to there,
which nobody changes any more. When the list is whole, copies of those pairs go before it (`joined`): to resume a frame
takes as long as ever, however much it has gathered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE
from chibi_hooks.scheme.values.data import Pair, Value, to_list


def resumed(
    statements: list[ast.stmt],
    chains: Mapping[str, str],
    names: tuple[str, ...],
    function: Callable[[Callable[..., Any]], ast.expr],
) -> list[ast.stmt]:
    """The statements of a resumed frame that has these variables; `function` gives an expression for one of ours."""
    if not any(head in names or last in names for head, last in chains.items()):
        return statements
    begun: list[ast.stmt] = []
    for head, last in chains.items():
        if last in names:
            old: list[ast.expr] = [ast.Name(head if head in names else last, LOAD), ast.Name(last, LOAD)]
            targets = ast.Tuple([ast.Name(head, STORE), ast.Name(last, STORE)], STORE)
            begun.append(ast.Assign([targets], ast.Call(function(going_on), old, [])))
    joining = _Joining(chains, function)
    return [*begun, *(joining.visit(each) for each in statements)]


class _Joining:
    """Has the list that a chain becomes joined to what stands before it. Makes new nodes, shares what it does not
    change.
    """

    def __init__(self, chains: Mapping[str, str], function: Callable[[Callable[..., Any]], ast.expr]) -> None:
        self.chains = chains
        self.function = function

    def visit(self, node: Any) -> Any:
        if isinstance(node, ast.Attribute) and node.attr == "cdr" and isinstance(node.ctx, ast.Load):
            if getattr(node.value, "id", "") not in self.chains:
                return ast.copy_location(ast.Attribute(self.visit(node.value), "cdr", node.ctx), node)
            return ast.copy_location(ast.Call(self.function(joined), [node.value], []), node)
        if not isinstance(node, (ast.stmt, ast.expr)) or isinstance(node, (ast.FunctionDef, ast.Name, ast.Constant)):
            return node
        parts = {name: self.part(part) for name, part in ast.iter_fields(node)}
        if all(part is getattr(node, name) for name, part in parts.items()):
            return node
        made: Any = ast.copy_location(node.__class__(**parts), node)
        if hasattr(node, "binds"):
            made.binds = node.binds
        return made

    def part(self, part: Any) -> Any:
        if not isinstance(part, list):
            return self.visit(part)
        made = [self.visit(each) for each in part]
        return part if all(new is old for new, old in zip(made, part, strict=True)) else made


def going_on(head: Value, last: Value) -> tuple[Value, Value]:
    """The head and the last pair of a chain that goes on where this one stands."""
    made = Pair()
    if head is last or head.__class__ is not Pair:  # with no member, or not begun yet
        return made, made
    pair = Pair()
    pair.car = last.car
    made.car, made.cdr = (head, last), pair
    return made, pair


def joined(head: Value) -> Value:
    """The list that a chain became, behind copies of what stands before it."""
    found = head.cdr
    while hasattr(head, "car"):
        head, last = head.car
        items, each = [], head.cdr
        while each is not last:
            items.append(each.car)
            each = each.cdr
        found = to_list(items, found)
    return found
