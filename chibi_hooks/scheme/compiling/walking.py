"""Uses of members (`members`) in, Python expressions out: what looks at a list looks at the Python list there."""

from __future__ import annotations

import ast
from typing import Final

from chibi_hooks.scheme.compiling.emission import LOAD
from chibi_hooks.scheme.compiling.emitter import Emitter
from chibi_hooks.scheme.compiling.facts import Along, facts, is_call
from chibi_hooks.scheme.compiling.filling import template
from chibi_hooks.scheme.compiling.rebuilding import call_of
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.data import NIL

LOOKS: Final = {
    "length": "len(a)",
    "null?": "not a",
    "pair?": "len(a) > 0",
}
FURTHER: Final = {"null?": "len(a) == 1", "pair?": "len(a) > 1"}  # of `(cdr members)`


def begun(e: Emitter, walk: Along, members: ast.expr) -> ast.expr:
    """Begin to walk along members; the index of the first."""
    out = e.out
    own = isinstance(members, ast.Name) and e.stable(members) and members.id not in out.body.collectors
    walk.members = members.id if own and isinstance(members, ast.Name) else out.saved(members).id
    walk.end = out.saved(out.apply(out.helper("len"), [out.load(walk.members)])).id
    return out.python(0)


def bare(e: Emitter, node: Call) -> ast.expr:
    """The members of a list that was gathered, instead of the list."""
    held = e.value(node.operands[0])
    if len(node.operands) == 1 or isinstance(node.operands[1], Const):
        return held
    last = node.operands[1]
    assert isinstance(last, Call)
    return e.out.at(ast.List([e.out.at(ast.Starred(held, LOAD)), e.value(last.operands[0])], LOAD))


def with_lists(node: Call) -> Call:
    """The same call with lists of pairs where it was given members."""
    operands = [
        call_of("%collected", [each], node) if isinstance(each, LocalRef) and facts(each.variable).members else each
        for each in node.operands
    ]
    return Call(node.operator, operands, node.place)


def spread_members(e: Emitter, node: Call) -> ast.expr | None:
    """The members that a call of `apply` gets last, where it gets members; None for any other call."""
    last, out = node.operands[-1], e.out
    behind = is_call(last, "cdr", 1) and isinstance(last, Call)
    held = last.operands[0] if isinstance(last, Call) and behind else last
    if len(node.operands) < 2 or not isinstance(held, LocalRef) or not facts(held.variable).members:
        return None
    members = out.load(facts(held.variable).name)
    return out.at(ast.Subscript(members, out.at(ast.Slice(out.python(1))), LOAD)) if behind else members


def looked_at(e: Emitter, primitive: Primitive, node: Call) -> ast.expr | None:
    """The answer of a primitive that looks at members, or walks along them; None for any other call."""
    first: Node | None = node.operands[0] if node.operands else None
    if node in e.expansions.counted:
        return template(LOOKS["length"]).fill(e.out, e.operands(node.operands))
    if isinstance(first, LocalRef):
        found = facts(first.variable)
        if found.walk is not None:
            return _walked(e, primitive.name, found.walk, found.name)
        return _seen(e, primitive, node, found.name) if found.members else None
    if first is not None and is_call(first, "cdr", 1) and isinstance(first, Call):
        inner = first.operands[0]
        if isinstance(inner, LocalRef) and facts(inner.variable).members:
            members = e.out.load(facts(inner.variable).name)
            e.out.site("primitive", "cdr", first.place)
            rest = _failing(e, "cdr", [e.out.constant(NIL)])
            far = template(FURTHER[primitive.name]).fill(e.out, [members])
            return e.out.at(ast.IfExp(members, far, rest))
    return None


def _walked(e: Emitter, name: str, walk: Along, index: str) -> ast.expr:
    """What an index says of the members from there on."""
    out = e.out
    here = out.load(index)
    if name == "car":
        return out.at(ast.Subscript(out.load(walk.members), here, LOAD))
    if name == "cdr":
        return out.at(ast.BinOp(here, ast.Add(), out.python(1)))
    sign = ast.Eq() if name == "null?" else ast.Lt()
    return out.at(ast.Compare(here, [sign], [out.load(walk.end)]))


def _seen(e: Emitter, primitive: Primitive, node: Call, name: str) -> ast.expr:
    """What a primitive says of all members."""
    out = e.out
    if primitive.name in LOOKS:
        return template(LOOKS[primitive.name]).fill(out, [out.load(name)])
    if primitive.name == "%collected":
        return out.internal("list", out.load(name))
    if node in e.expansions.sure:
        return out.at(ast.Subscript(out.load(name), out.python(0), LOAD))
    index: ast.expr = out.python(0 if primitive.name == "car" else 1)
    rest = e.operands(node.operands[1:], [True])
    site = out.site("primitive", primitive.name, node.place)
    pairs = out.apply(out.helper("list"), [out.load(name)])
    failing = site.expression = out.apply(out.load(primitive.name), [pairs, *rest])
    members = out.load(name)
    if rest:
        index = rest[0]
        there = template("b.__class__ is int and b >= 0 and len(a) > b").fill(out, [members, index])
    else:
        there = template("len(a) > b").fill(out, [members, index])
    return out.at(ast.IfExp(there, out.at(ast.Subscript(members, index, LOAD)), failing))


def _failing(e: Emitter, name: str, values: list[ast.expr]) -> ast.expr:
    """A call of a primitive that is sure to fail, to say so."""
    site = e.out.sites[e.out.line]
    site.expression = e.out.apply(e.out.load(name), values)
    return site.expression
