"""Primitives that become Python statements: `set-car!` and its like, where an expression cannot assign, and
`%collect`.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysis import is_natural
from chibi_hooks.scheme.compiling.builder import Builder
from chibi_hooks.scheme.compiling.emission import LOAD, STORE, text_of
from chibi_hooks.scheme.compiling.emitter import Emitter
from chibi_hooks.scheme.compiling.filling import put_limit
from chibi_hooks.scheme.compiling.inline import LITERAL
from chibi_hooks.scheme.core import Call, Const
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.data import UNSPECIFIED, String
from chibi_hooks.scheme.values.hashing import MOST
from chibi_hooks.scheme.values.integers import SMALL


class Mutation:
    """A primitive that is emitted as Python statements when it is called with `count` operands; `put` answers its
    value. Such a primitive is not pure, and fails before it changes anything (`Primitive.checks_first`).
    """

    __slots__ = ("count", "put")

    def __init__(self, count: int, put: Callable[[Emitter, Call], ast.expr]) -> None:
        self.count = count
        self.put = put


def mutation_of(primitive: Primitive, node: Call) -> Mutation | None:
    """How this call of the primitive becomes statements, if it does."""
    found = MUTATIONS.get(primitive.name)
    return found if found is not None and len(node.operands) == found.count else None


def _set_slot(name: str, slot: str) -> Mutation:
    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        holder, value = e.operands(node.operands, [True, False])
        site = out.site("primitive", name, node.place)
        site.expression = out.apply(out.python(None), [holder, value])
        out.put(ast.Expr(out.at(ast.Attribute(holder, slot, LOAD))))  # a function would take any: read it first
        out.put(ast.Assign([out.at(ast.Attribute(holder, slot, STORE))], value))
        return out.constant(UNSPECIFIED)

    return Mutation(2, put)


def _vector_set(e: Emitter, node: Call) -> ast.expr:
    out = e.out
    holder, index, value = e.operands(node.operands, [True, True, False])
    if isinstance(index, ast.Constant) and not isinstance(index.value, int):
        index = out.saved(index)  # a placeholder: Python must not compute with it
    site = out.site("primitive", "vector-set!", node.place)
    site.expression = out.apply(out.python(None), [holder, index, value])
    items = out.at(ast.Attribute(holder, "v", LOAD))
    if not is_natural(node.operands[1]):
        negative = out.at(ast.Compare(index, [ast.GtE()], [out.python(0)]))
        index = out.at(ast.IfExp(negative, index, out.internal("bad_index", holder, index)))
        out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
    out.put(ast.Assign([out.at(ast.Subscript(items, index, STORE))], value))
    return out.constant(UNSPECIFIED)


def _record_set(e: Emitter, node: Call) -> ast.expr:
    out = e.out
    record, kind, index, value, who = e.operands(node.operands, [True, True, True, False, False])
    site = out.site("primitive", "%record-set!", node.place)
    site.expression = out.apply(out.python(None), [record, kind, index, value, who])
    same = out.at(ast.Compare(out.at(ast.Attribute(record, "kind", LOAD)), [ast.Is()], [kind]))
    wrong = out.internal("not_this_record", record, kind, who)
    out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
    fields = out.at(ast.IfExp(same, out.at(ast.Attribute(record, "fields", LOAD)), wrong))
    out.put(ast.Assign([out.at(ast.Subscript(fields, index, STORE))], value))
    return out.constant(UNSPECIFIED)


def _table_set(e: Emitter, node: Call) -> ast.expr:
    """With a string or a small integer as key of a table that takes such as they are: a change of its dictionary."""
    out = e.out
    table, key, value = e.operands(node.operands, [True, True, True])
    site = out.site("primitive", "hash-table-set!", node.place)
    put = site.expression = out.apply(out.load("hash-table-set!"), [table, key, value])
    bare = out.wrapped(key)
    text = out.at(ast.Attribute(bare, "s", LOAD))
    small = [_compared(out, key, ast.Lt(), SMALL), _compared(out, key, ast.Gt(), -SMALL)]
    otherwise: list[ast.stmt] = [out.at(ast.Expr(put))]
    for kind, slot, index, tests in (("int", "direct", key, small), ("String", "by_text", text, [])):
        if isinstance(key, ast.Constant) and (kind == "int") is not isinstance(key.value, int):
            continue  # a literal, of which the kind is known
        if kind == "String" and is_natural(node.operands[1]):
            continue
        entries = out.at(ast.Attribute(table, slot, LOAD))
        fits = out.at(ast.Compare(out.at(ast.Attribute(bare, "__class__", LOAD)), [ast.Is()], [out.helper(kind)]))
        there = out.at(ast.Compare(entries, [ast.IsNot()], [out.python(None)]))
        room = _compared(out, out.apply(out.helper("len"), [entries]), ast.Lt(), MOST)
        at_once = out.at(ast.Assign([out.at(ast.Subscript(entries, index, STORE))], value))
        otherwise = [out.at(ast.If(out.at(ast.BoolOp(ast.And(), [fits, *tests, there, room])), [at_once], otherwise))]
    out.block += otherwise
    return out.constant(UNSPECIFIED)


def _compared(out: Builder, value: ast.expr, sign: ast.cmpop, limit: int) -> ast.expr:
    return out.at(ast.Compare(value, [sign], [out.python(limit)]))


def _collector(e: Emitter, node: Call) -> ast.expr:
    out = e.out
    out.site("primitive", "%collector", node.place)
    made = out.saved(out.at(ast.List([], LOAD)))
    out.body.collectors.add(made.id)
    return made


def _collect(e: Emitter, node: Call) -> ast.expr:
    out = e.out
    results, x = e.operands(node.operands, [True, False])
    if isinstance(results, ast.Name):
        out.body.collectors.add(results.id)
    out.site("primitive", "%collect", node.place)
    append = out.at(ast.Attribute(results, "append", LOAD))
    out.put(ast.Expr(out.apply(append, [x])))
    return results


def _collect_text(e: Emitter, node: Call) -> ast.expr:
    out = e.out
    results, x = e.operands(node.operands, [True, False])
    out.site("primitive", "%collect-text", node.place)
    append = out.at(ast.Attribute(results, "append", LOAD))
    what = text_of(x) or out.at(ast.Attribute(out.wrapped(x), "c", LOAD))
    out.put(ast.Expr(out.apply(append, [what])))
    return results


def _write_char(e: Emitter, node: Call) -> ast.expr:
    """Into what the port joins later, while there is room; else by the procedure."""
    out = e.out
    x, port = e.operands(node.operands, [True, True])
    site = out.site("primitive", "write-char", node.place)
    site.expression = whole = out.apply(out.load("write-char"), [x, port])
    unwritten = out.at(ast.Attribute(port, "unwritten", LOAD))
    length = out.apply(out.helper("len"), [unwritten])
    has_room = out.at(ast.Compare(length, [ast.Lt()], [out.at(ast.Attribute(port, "room", LOAD))]))
    what = text_of(x) or out.at(ast.Attribute(out.wrapped(x), "c", LOAD))
    quick = out.apply(out.at(ast.Attribute(unwritten, "append", LOAD)), [what])
    out.put(ast.If(has_room, [out.at(ast.Expr(quick))], [out.at(ast.Expr(whole))]))
    return out.constant(UNSPECIFIED)


def _text_append(e: Emitter, node: Call) -> ast.expr:
    """`v = v + x.s`: Python extends a text in place that no other variable holds."""
    return _longer(e, node, "%text-append")


def _grown_append(e: Emitter, node: Call) -> ast.expr:
    """The same of a variable that holds a string before the first append."""
    return _longer(e, node, "%grown-append")


def _longer(e: Emitter, node: Call, name: str) -> ast.expr:
    out = e.out
    text, x, position = e.operands(node.operands, [True, False, False])
    assert isinstance(text, ast.Name)
    site = out.site("primitive", name, node.place)
    site.expression = out.apply(out.python(None), [text, x, position])
    if name == "%grown-append":
        kind = out.at(ast.Attribute(text, "__class__", LOAD))
        first = out.at(ast.Compare(kind, [ast.IsNot()], [out.helper("decimal")]))
        begun = out.assign(text.id, out.at(ast.Attribute(text, "s", LOAD)), binds=True)
        out.put(ast.If(first, [begun], []))
    more = out.at(ast.Attribute(out.wrapped(x), "s", LOAD))
    out.put(out.assign(text.id, out.at(ast.BinOp(text, ast.Add(), more)), binds=True))
    part = node.operands[1]
    if not (isinstance(part, Const) and part.value.__class__ is String and len(part.value.s) < LITERAL):
        put_limit(out, text)
    return text


MUTATIONS: Final[dict[str, Mutation]] = {
    "set-car!": _set_slot("set-car!", "car"),
    "set-cdr!": _set_slot("set-cdr!", "cdr"),
    "vector-set!": Mutation(3, _vector_set),
    "%record-set!": Mutation(5, _record_set),
    "hash-table-set!": Mutation(3, _table_set),
    "%collector": Mutation(0, _collector),
    "%collect": Mutation(2, _collect),
    "%collect-text": Mutation(2, _collect_text),
    "write-char": Mutation(2, _write_char),
    "%text-append": Mutation(3, _text_append),
    "%grown-append": Mutation(3, _grown_append),
}
