"""A list that is but a key (`analysing.keyed`) in, what a dictionary is asked for out, and how it is put in.

if v1.__class__ is int and v1 < … and v2.__class__ is int and …:
    v3 = (salt, v1, v2)
else:
    v3 = …, the list
…
put_key(v0, v3, v4)
"""

from __future__ import annotations

import ast

from chibi_hooks.scheme.compiling.analysing.facts import Target, facts, is_call
from chibi_hooks.scheme.compiling.analysing.keyed import SAMENESS, is_made
from chibi_hooks.scheme.compiling.analysing.tables import table_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.looking import is_small
from chibi_hooks.scheme.compiling.emitting.variables import made
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import PARAMETERS


def put_keyed(e: Emitter, variable: Variable, init: Call) -> None:
    """Bind a variable to what is looked up for the list that `init` would make."""
    out, target = e.out, Target("assign", facts(variable).name, len(e.out.loops), binds=True)
    operands = [_at_hand(e, each) for each in init.operands]
    values = e.operands(operands, [True] * len(operands))
    names = PARAMETERS[: len(values)]
    before = ["dotted", "salt"] if is_call(init, "cons", 2) else ["salt"]
    small = ast.If(template(" and ".join(map(is_small, names))).fill(out, values), [], [])
    out.put(small)
    outer = out.block
    out.block = small.body
    out.put(out.assign(target.name, template(f"({', '.join([*before, *names])})").fill(out, values), binds=True))
    out.block = small.orelse
    e.emit(Call(init.operator, operands, init.place), target)
    out.block = outer


def _at_hand(e: Emitter, node: Node) -> Node:
    """The operand, bound to a variable of the emitter's own if it has to be computed."""
    if isinstance(node, Const) or (isinstance(node, LocalRef) and not node.variable.assigned):
        return node
    variable = made(e, "member")
    facts(variable).name = e.out.saved(e.value(node)).id
    return LocalRef(variable, node.place)


def with_key(e: Emitter, node: Call) -> Call:
    """The call that looks up, or puts in, a new list with a variable in its place."""
    table, made_there, *rest = node.operands
    if not isinstance(made_there, Call) or table_of(table) != SAMENESS or not is_made(made_there):
        return node
    if e.expansions.counting:
        return node
    variable = made(e, "key")
    facts(variable).name, facts(variable).keyed = e.out.new_name(), True
    put_keyed(e, variable, made_there)
    return Call(node.operator, [table, LocalRef(variable, made_there.place), *rest], node.place)


def put_in(e: Emitter, node: Call) -> ast.expr:
    """`(hash-table-set! table key value)`."""
    values = e.operands(node.operands)
    e.out.site("primitive", "hash-table-set!", node.place)
    return e.out.internal("put_key", *values)
