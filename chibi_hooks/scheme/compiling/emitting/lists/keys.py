"""A list that is but a key (`analysing.keyed`) in, what a dictionary is asked for out, and how it is put in.

if v1.__class__ is int and v1 < … and v2.__class__ is int and …:
    v3 = (salt, v1, v2)
elif (v1.__class__ is String or v1.__class__ is Symbol or …) and (v2.__class__ is String or …):
    v3 = (salt, v1.s if v1.__class__ is String else v1, …)
else:
    v3 = …, the list
…
put_key(v0, v3, v4, v1, v2)
"""

from __future__ import annotations

from collections.abc import Iterator

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target, facts, is_call
from chibi_hooks.scheme.compiling.analysing.inlining.tables import SAMENESS, table_of
from chibi_hooks.scheme.compiling.analysing.keyed import is_made, keeps_strings
from chibi_hooks.scheme.compiling.analysing.kinds import is_string
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.looking import is_small
from chibi_hooks.scheme.compiling.emitting.variables import made
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node, Variable
from chibi_hooks.scheme.primitive import PARAMETERS
from chibi_hooks.scheme.values.data import Symbol


def put_keyed(e: Emitter, variable: Variable, init: Call) -> None:
    """Bind a variable to what is looked up for the list that `init` would make."""
    out, target = e.out, Target("assign", facts(variable).name, len(e.out.loops), binds=True)
    operands = [_at_hand(e, each) for each in init.operands]
    values = e.operands(operands, [True] * len(operands))
    names = PARAMETERS[: len(values)]
    before = ["dotted", "salt"] if is_call(init, "cons", 2) else ["salt"]
    facts(variable).key_members = operands
    texts = facts(variable).key_texts
    outer = out.block
    for tests, members in _ways(dict(zip(names, operands, strict=True)), texts):
        key = template(f"({', '.join([*before, *members])})").fill(out, values)
        if not tests:
            out.put(out.assign(target.name, key, binds=True))
            break
        way = ast.If(template(" and ".join(tests)).fill(out, values), [], [])
        out.put(way)
        out.block = way.body
        out.put(out.assign(target.name, key, binds=True))
        out.block = way.orelse
    else:
        e.emit(Call(init.operator, operands, init.place), target)
    out.block = outer


def _ways(operands: dict[str, Node], texts: bool) -> Iterator[tuple[list[str], list[str]]]:
    """What may be asked of the members, by the names that they have in templates, and what they are in the key then."""
    if not any(_is_word(each) for each in operands.values()):
        yield [is_small(name) for name in operands], list(operands)
    asked = {name: _asked(name, each, texts) for name, each in operands.items()}
    if all(asked.values()):
        tests = [f"({each[0]})" for each in asked.values() if each and each[0]]
        yield tests, [each[1] for each in asked.values() if each]


def _asked(name: str, node: Node, texts: bool) -> tuple[str, str] | None:
    """The test whether a member may stand in a key, and how; None: it never may."""
    if is_string(node):
        return ("", f"{name}.s") if texts or isinstance(node, Const) else None
    if _is_word(node):
        return "", name
    word = f"{name}.__class__ is Symbol or {is_small(name)}"
    if not texts:
        return word, name
    return f"{name}.__class__ is String or {word}", f"{name}.s if {name}.__class__ is String else {name}"


def _is_word(node: Node) -> bool:
    """Whether it is no integer for certain, but a string or a symbol."""
    return is_string(node) or (isinstance(node, Const) and node.value.__class__ is Symbol)


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
    if not isinstance(made_there, Call) or table_of(table) not in SAMENESS or not is_made(made_there):
        return node
    if e.expansions.counting:
        return node
    variable = made(e, "key")
    facts(variable).name, facts(variable).keyed = e.out.new_name(), True
    facts(variable).key_texts = all(keeps_strings(each, e.expansions) for each in rest)
    put_keyed(e, variable, made_there)
    return Call(node.operator, [table, LocalRef(variable, made_there.place), *rest], node.place)


def put_in(e: Emitter, node: Call) -> ast.expr:
    """`(hash-table-set! table key value)`."""
    key = node.operands[1]
    assert isinstance(key, LocalRef)
    values = e.operands([*node.operands, *facts(key.variable).key_members])
    e.out.site("primitive", "hash-table-set!", node.place)
    return e.out.internal("put_key", *values)
