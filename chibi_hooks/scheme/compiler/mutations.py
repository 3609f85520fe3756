"""Primitives that become Python statements: `set-car!` and its like, where an expression cannot assign, and
`%collect`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from chibi_hooks.scheme.compiler.analysis import is_natural
from chibi_hooks.scheme.compiler.emission import LOAD, STORE
from chibi_hooks.scheme.core import Call
from chibi_hooks.scheme.data import UNSPECIFIED

if TYPE_CHECKING:
    from chibi_hooks.scheme.compiler.values import ValueEmitter


class Statement:
    """A primitive that is emitted as Python statements when it is called with `count` operands; `emit` answers its
    value.
    """

    __slots__ = ("count", "emit")

    def __init__(self, count: int, emit: Callable[[ValueEmitter, Call], ast.expr]) -> None:
        self.count = count
        self.emit = emit


def _set_slot(slot: str) -> Statement:
    def emit(emitter: ValueEmitter, node: Call) -> ast.expr:
        holder, value = emitter.operands(node.operands, [True, False])
        site = emitter.site("primitive", node.operator.location.name, node.place)  # type: ignore[union-attr]
        site.expression = emitter.apply(emitter.python(None), [holder, value])
        emitter.put(
            ast.Expr(emitter.at(ast.Attribute(holder, slot, LOAD)))
        )  # a Python function would take any attribute: read it first
        emitter.put(ast.Assign([emitter.at(ast.Attribute(holder, slot, STORE))], value))
        return emitter.constant(UNSPECIFIED)

    return Statement(2, emit)


def _vector_set(emitter: ValueEmitter, node: Call) -> ast.expr:
    holder, index, value = emitter.operands(node.operands, [True, True, False])
    if isinstance(index, ast.Constant) and not isinstance(index.value, int):
        index = emitter.saved(index)  # a placeholder: Python must not compute with it
    site = emitter.site("primitive", node.operator.location.name, node.place)  # type: ignore[union-attr]
    site.expression = emitter.apply(emitter.python(None), [holder, index, value])
    items = emitter.at(ast.Attribute(holder, "v", LOAD))
    if not is_natural(node.operands[1]):
        negative = emitter.at(ast.Compare(index, [ast.GtE()], [emitter.python(0)]))
        index = emitter.at(ast.IfExp(negative, index, emitter.runtime("bad_index", holder, index)))
        emitter.sites[emitter.line].expression = site.expression  # the runtime stands on a line of its own
    emitter.put(ast.Assign([emitter.at(ast.Subscript(items, index, STORE))], value))
    return emitter.constant(UNSPECIFIED)


def _collect(emitter: ValueEmitter, node: Call) -> ast.expr:
    results, x = emitter.operands(node.operands, [True, False])
    if isinstance(results, ast.Name):
        emitter.body.collectors.add(results.id)
    emitter.site("primitive", "%collect", node.place)
    append = emitter.at(ast.Attribute(results, "append", LOAD))
    emitter.put(ast.Expr(emitter.apply(append, [x])))
    return results


STATEMENTS: Final[dict[str, Statement]] = {
    "set-car!": _set_slot("car"),
    "set-cdr!": _set_slot("cdr"),
    "vector-set!": Statement(3, _vector_set),
    "%collect": Statement(2, _collect),
}
