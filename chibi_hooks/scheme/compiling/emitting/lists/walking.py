"""Uses of members (`members`) in, Python expressions out: what looks at a list looks at the Python list there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Along, VariableFacts, called_leaf, facts, is_call, spread_parts
from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.analysing.lists.sources import (
    CUTTERS,
    PLACES,
    appended,
    names_members,
    pieces_of,
    put_before,
)
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, text_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.lists.joining import collect_texts
from chibi_hooks.scheme.compiling.emitting.variables import backwards
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node
from chibi_hooks.scheme.primitive import PRIMITIVES, Primitive
from chibi_hooks.scheme.values.data import FALSE, NIL, String

LOOKS: Final = {
    "length": "len(a)",
    "null?": "not a",
    "pair?": "len(a) > 0",
}
CUT: Final = {"%string-split": "%string-pieces"}  # where the texts may be cut out in line
FURTHER: Final = {"null?": "len(a) == 1", "pair?": "len(a) > 1"}  # of `(cdr members)`


def begun(e: Emitter, walk: Along, members: ast.expr) -> ast.expr:
    """Begin to walk along members; the index of the first."""
    out = e.out
    own = isinstance(members, ast.Name) and e.stable(members) and members.id not in out.body.collectors
    walk.members = members.id if own and isinstance(members, ast.Name) else out.saved(members).id
    walk.end = out.saved(out.apply(out.helper("len"), [out.load(walk.members)])).id
    return out.python(0)


def bare(e: Emitter, node: Call) -> ast.expr:
    """The members of a list that was gathered, instead of the list; the text of the characters of a string."""
    out = e.out
    if is_call(node, "%strings-onto", 3):
        return out.apply(out.helper("members_onto"), e.operands(node.operands[1:]))
    if names_members(node):
        return out.at(ast.List(e.operands(node.operands), LOAD))
    if is_call(node, "values", len(node.operands)):
        return out.at(ast.Tuple(e.operands(node.operands), LOAD))
    if appended(node):
        values = e.operands(node.operands)
        site = out.site("primitive", "append", node.place)
        made = site.expression = out.apply(out.helper("members_appended"), values)
        return made
    held = e.value(node.operands[0])
    if is_call(node, "cdr", 1):
        behind = out.at(ast.Subscript(held, out.at(ast.Slice(out.python(1))), LOAD))
        if node not in e.expansions.unsure:
            return behind
        out.site("primitive", "cdr", node.place)
        return out.at(ast.IfExp(e.value(node.operands[0]), behind, _failing(e, "cdr", [out.constant(NIL)])))
    if is_call(node, "list-tail", 2):
        return _behind(e, node, held)
    if is_call(node, "reverse", 1):
        return backwards(out, held)
    if is_call(node, "string->list", 1):
        site = out.site("primitive", "string->list", node.place)
        site.expression = out.apply(out.load("string->list"), [held])
        return out.at(ast.Attribute(held, "s", LOAD))
    if len(node.operands) == 1 or isinstance(node.operands[1], Const):
        return held
    last = node.operands[1]
    assert isinstance(last, Call)
    return e.out.at(ast.List([e.out.at(ast.Starred(held, LOAD)), e.value(last.operands[0])], LOAD))


def pieces(e: Emitter, node: Call) -> ast.expr:
    """The texts of strings, instead of the list of those; of what a call names, as far as they are at hand."""
    if names_members(node):
        return e.out.at(ast.List(_texts(e, node.operands), LOAD))
    made, out = pieces_of(node), e.out
    assert made is not None
    if is_call(made, "%collect-strings", 3):
        held, some = e.value(made.operands[1]), made.operands[2]
        return held if isinstance(some, Const) and some.value is FALSE else out.apply(out.helper("some_pieces"), [held])
    primitive = called_leaf(made)
    assert primitive is not None
    if not CUTTERS[primitive.name]:
        return e.value(made.operands[0])
    values = e.operands(made.operands[1:] if primitive.name == "%strings-onto" else made.operands)
    site = out.site("primitive", primitive.name, node.place)
    site.expression = out.apply(out.helper(CUTTERS[primitive.name]), values)
    in_line = PRIMITIVES[CUT[primitive.name]].inline.get(len(values)) if primitive.name in CUT else None
    return site.expression if in_line is None else template(in_line).fill(out, values)


def with_lists(node: Call) -> Call:
    """The same call with lists of pairs where it was given members."""
    operands = [
        call_of("%collected", [each], node) if isinstance(each, LocalRef) and facts(each.variable).members else each
        for each in node.operands
    ]
    return Call(node.operator, operands, node.place)


def spread_values(e: Emitter, node: Call) -> list[ast.expr] | None:
    """The procedure that a call of `apply` gets, and its arguments, those in lists with a star, where it gets members
    last; None for any other call.
    """
    parts = [*[(each, False) for each in node.operands[:-1]], *spread_parts(node.operands[-1])]
    if _held(e, parts[-1][0]) is None:
        return None
    held = [_held(e, each) if spread else None for each, spread in parts]
    values = iter(e.operands([each for (each, _), members in zip(parts, held, strict=True) if members is None]))
    found: list[ast.expr] = []
    for (_, spread), members in zip(parts, held, strict=True):
        value = members or next(values)
        if spread and members is None:
            value = e.out.internal("appended_items", value)
        found.append(e.out.at(ast.Starred(value, LOAD)) if spread else value)
    return found


def _held(e: Emitter, node: Node) -> ast.expr | None:
    """The members of a variable, or those behind the first; None for any other node."""
    behind = is_call(node, "cdr", 1) and isinstance(node, Call)
    held = node.operands[0] if isinstance(node, Call) and behind else node
    if not isinstance(held, LocalRef) or not facts(held.variable).members:
        return None
    members = e.out.load(facts(held.variable).name)
    return e.out.at(ast.Subscript(members, e.out.at(ast.Slice(e.out.python(1))), LOAD)) if behind else members


def looked_at(e: Emitter, primitive: Primitive, node: Call) -> ast.expr | None:
    """The answer of a primitive that looks at members, or walks along them; None for any other call."""
    first: Node | None = node.operands[0] if node.operands else None
    if primitive.name == "string-ref":
        return _letter(e, node)
    if node in e.expansions.taken:
        return TAKERS[primitive.name](e, node, e.expansions.taken[node])
    if type(first) is LocalRef:
        found = facts(first.variable)
        if found.walk is not None:
            return _walked(e, primitive.name, found.walk, found.name, found.letter)
        return _seen(e, primitive, node, found) if found.members else None
    if first is not None and is_call(first, "cdr", 1) and type(first) is Call:
        inner = first.operands[0]
        if type(inner) is LocalRef and facts(inner.variable).members:
            members = e.out.load(facts(inner.variable).name)
            e.out.site("primitive", "cdr", first.place)
            rest = _failing(e, "cdr", [e.out.constant(NIL)])
            far = template(FURTHER[primitive.name]).fill(e.out, [members])
            return e.out.at(ast.IfExp(members, far, rest))
    return None


def _letter(e: Emitter, node: Call) -> ast.expr | None:
    """The character at an index, where the loop takes characters; None for any other."""
    string, index = node.operands if len(node.operands) == 2 else (node, node)
    if not isinstance(string, LocalRef) or not isinstance(index, LocalRef):
        return None
    found = facts(index.variable)
    if not found.letter or found.along is not string.variable:
        return None
    return e.out.char(e.out.load(found.letter))


def _walked(e: Emitter, name: str, walk: Along, index: str, letter: str) -> ast.expr:
    """What an index says of the members from there on."""
    out = e.out
    here = out.load(index)
    if name == "car":
        if letter:
            return _as_member(out, out.load(letter), walk)
        return _member(e, walk.members, here, walk)
    if name == "cdr":
        return out.at(ast.BinOp(here, ast.Add(), out.python(1)))
    sign = ast.Eq() if name == "null?" else ast.Lt()
    return out.at(ast.Compare(here, [sign], [out.load(walk.end)]))


def _member(e: Emitter, members: str, index: ast.expr, held: Along | VariableFacts) -> ast.expr:
    """The member there."""
    return _as_member(e.out, e.out.at(ast.Subscript(e.out.load(members), index, LOAD)), held)


def _as_member(out: Builder, member: ast.expr, held: Along | VariableFacts) -> ast.expr:
    """What a member stands for: of a text, the character; of pieces, the string."""
    if held.pieces:
        return out.string(member)
    return out.char(member) if held.texts else member


def _behind(e: Emitter, node: Call, held: ast.expr) -> ast.expr:
    """The members of a variable behind the first ones."""
    out, whole = e.out, node.operands[0]
    assert isinstance(whole, LocalRef)
    count = e.value(node.operands[1])
    site = out.site("primitive", "list-tail", node.place)
    pairs = out.internal(_maker(facts(whole.variable)), held)
    failing = site.expression = out.apply(out.load("list-tail"), [pairs, count])
    members = out.load(facts(whole.variable).name)
    behind = out.at(ast.Subscript(members, out.at(ast.Slice(count)), LOAD))
    there = template("len(a) >= b").fill(out, [held, count])
    return out.at(ast.IfExp(there, behind, failing))


def _maker(held: VariableFacts) -> str:
    """What makes the list of pairs of what a variable holds."""
    return "list_of_characters" if held.texts else "list_of_kept_pieces" if held.pieces else "list"


def _counted(e: Emitter, node: Call, text: bool) -> ast.expr:
    """How many there are."""
    return template(LOOKS["length"]).fill(e.out, e.operands(node.operands))


def _compared(e: Emitter, node: Call, text: bool) -> ast.expr:
    """Whether two lists have the same members."""
    values = e.operands(node.operands)
    return template("a == b").fill(e.out, values) if text else e.out.internal("same_members", *values)


def _sorted(e: Emitter, node: Call, text: bool) -> ast.expr:
    """The members in order; a list of them, if they are not all that is wanted."""
    out = e.out
    values = e.operands(node.operands)
    site = out.site("primitive", "list-sort", node.place)
    made = site.expression = out.apply(out.load("%letters-sorted" if text else "%members-sorted"), values)
    if node in e.bare or node in e.expansions.bare:
        return made
    return out.internal("list_of_characters" if text else "list", out.saved(made))


def _joined(e: Emitter, node: Call, text: bool) -> ast.expr:
    """A string of members that are strings."""
    before = put_before(node)
    collect_texts(e, node.operands[0] if before is None else before[1], "s")
    values = e.operands([*(before or node.operands[:1]), *node.operands[1:]])
    if before is not None:
        others = e.out.at(ast.Starred(values[1], LOAD))
        values[:2] = [e.out.at(ast.List([_spelt(e, before[0], values[0]), others], LOAD))]
    site = e.out.site("primitive", "%string-join", node.place)
    site.expression = e.out.apply(e.out.load("%members-join"), values)
    return site.expression


def _texts(e: Emitter, nodes: list[Node]) -> list[ast.expr]:
    """What nodes give, as texts where those are at hand."""
    return [_spelt(e, node, value) for node, value in zip(nodes, e.operands(nodes), strict=True)]


def _spelt(e: Emitter, node: Node, value: ast.expr) -> ast.expr:
    """The text of a value that is sure to be a string, or the value."""
    if isinstance(node, Const) and node.value.__class__ is String:
        return e.out.literal_text(node.value)
    return text_of(value, "s") or value


def _strung(e: Emitter, node: Call, text: bool) -> ast.expr:
    """A string of members."""
    out = e.out
    if not text:
        collect_texts(e, node.operands[0], "c")
    (held,) = e.operands(node.operands)
    if text:
        return out.apply(out.helper("string_of"), [held])
    site = out.site("primitive", "list->string", node.place)
    site.expression = out.apply(out.load("%members-string"), [held])
    return site.expression


def _filled(e: Emitter, node: Call, text: bool) -> ast.expr:
    """A table with the members as its entries."""
    values = e.operands(node.operands)
    site = e.out.site("primitive", "alist->hash-table", node.place)
    site.expression = e.out.apply(e.out.load("%members-filled"), values)
    return site.expression


TAKERS: Final[dict[str, Callable[[Emitter, Call, bool], ast.expr]]] = {
    "length": _counted,
    "list->string": _strung,
    "%string-join": _joined,
    "%list-sorted": _sorted,
    "equal?": _compared,
    "%hash-table-filled": _filled,
}


def _seen(e: Emitter, primitive: Primitive, node: Call, held: VariableFacts) -> ast.expr:
    """What a primitive says of all members."""
    out, name = e.out, held.name
    if primitive.name in LOOKS:
        return template(LOOKS[primitive.name]).fill(out, [out.load(name)])
    whole = _maker(held)
    if primitive.name == "%collected":
        return out.internal(whole, out.load(name))
    if node in e.expansions.sure and node not in e.expansions.kept:
        return _member(e, name, out.python(0), held)
    index: ast.expr = out.python(PLACES.get(primitive.name))
    rest = e.operands(node.operands[1:], [True])
    site = out.site("primitive", primitive.name, node.place)
    pairs = out.apply(out.helper(whole), [out.load(name)])
    failing = site.expression = out.apply(out.load(primitive.name), [pairs, *rest])
    members = out.load(name)
    if rest:
        index = rest[0]
        there = template("b.__class__ is int and b >= 0 and len(a) > b").fill(out, [members, index])
    else:
        there = template("len(a) > b").fill(out, [members, index])
    member = _member(e, name, index, held)
    if node in e.expansions.kept:
        return out.at(ast.IfExp(there, out.internal("kept_piece", out.load(name), index), failing))
    if held.pieces:
        text = text_of(member, "s")
        assert text is not None
        return out.string(out.at(ast.IfExp(there, text, out.at(ast.Attribute(failing, "s", LOAD)))))
    return out.at(ast.IfExp(there, member, failing))


def _failing(e: Emitter, name: str, values: list[ast.expr]) -> ast.expr:
    """A call of a primitive that is sure to fail, to say so."""
    site = e.out.sites[e.out.line]
    site.expression = e.out.apply(e.out.load(name), values)
    return site.expression
