"""Primitives that become Python statements: `set-car!` and its like, where an expression cannot assign, and
`%collect`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.kinds import is_natural, is_number, is_string
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, text_of, text_or_end_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import put_limit, template
from chibi_hooks.scheme.compiling.emitting.inline import LITERAL, slot_of
from chibi_hooks.scheme.compiling.emitting.lists.joining import collector_of, is_chosen, lists_in, member, put_member
from chibi_hooks.scheme.compiling.emitting.lists.keys import put_in, with_key
from chibi_hooks.scheme.compiling.emitting.looking import BARE, is_keyed, is_rest, places
from chibi_hooks.scheme.compiling.emitting.nodes.promising import is_delayed, put_delayed
from chibi_hooks.scheme.compiling.emitting.taking import read_at_once
from chibi_hooks.scheme.core import Call, Const, Node
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.running.site import Operands
from chibi_hooks.scheme.values.data import EOF, UNSPECIFIED, String, char
from chibi_hooks.scheme.values.hashing import MOST
from chibi_hooks.scheme.values.ports import SHORT


class Mutation:
    """A primitive that is emitted as Python statements when it is called with `count` operands that are `fit`; `put`
    answers its value. Such a primitive is not pure, and fails before it changes anything (`Primitive.checks_first`).
    """

    __slots__ = ("count", "put", "fit")

    def __init__(
        self,
        count: int,
        put: Callable[[Emitter, Call], ast.expr],
        fit: Callable[[Call], bool] = lambda node: True,
    ) -> None:
        self.count = count
        self.put = put
        self.fit = fit


def mutation_of(primitive: Primitive, node: Call) -> Mutation | None:
    """How this call of the primitive becomes statements, if it does."""
    found = MUTATIONS.get(primitive.name)
    return found if found is not None and len(node.operands) == found.count and found.fit(node) else None


def _set_slot(name: str, slot: str) -> Mutation:
    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        holder, value = e.operands(node.operands, [True, False])
        site = out.site("primitive", name, node.place)
        site.expression = Operands([holder, value])
        out.put(ast.Expr(out.at(ast.Attribute(holder, slot, LOAD))))  # a function would take any: read it first
        out.put(ast.Assign([out.at(ast.Attribute(holder, slot, STORE))], value))
        return out.constant(UNSPECIFIED)

    return Mutation(2, put)


def _set_element(name: str, slot: str) -> Mutation:
    """Python itself refuses an index that is too large, and what is no byte."""

    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        holder, index, value = e.operands(node.operands, [True, True, False])
        if isinstance(index, ast.Constant) and not isinstance(index.value, int):
            index = out.saved(index)  # a placeholder: Python must not compute with it
        site = out.site("primitive", name, node.place)
        site.expression = Operands([holder, index, value])
        items = out.at(ast.Attribute(holder, slot, LOAD))
        if not is_natural(node.operands[1]):
            negative = out.at(ast.Compare(index, [ast.GtE()], [out.python(0)]))
            index = out.at(ast.IfExp(negative, index, out.internal("bad_index", holder, index)))
            out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
        out.put(ast.Assign([out.at(ast.Subscript(items, index, STORE))], value))
        return out.constant(UNSPECIFIED)

    return Mutation(3, put)


def _record_set(e: Emitter, node: Call) -> ast.expr:
    out = e.out
    record, kind, index, value, who = e.operands(node.operands, [True, True, True, False, False])
    site = out.site("primitive", "%record-set!", node.place)
    site.expression = Operands([record, kind, index, value, who])
    same = out.at(ast.Compare(out.at(ast.Attribute(record, "kind", LOAD)), [ast.Is()], [kind]))
    wrong = out.internal("not_this_record", record, kind, who)
    out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
    checked = record if node in e.expansions.proven else out.at(ast.IfExp(same, record, wrong))
    slot = slot_of(node.operands)
    field = ast.Subscript(checked, index, STORE) if slot is None else ast.Attribute(checked, slot, STORE)
    out.put(ast.Assign([out.at(field)], value))
    return out.constant(UNSPECIFIED)


def _table_set(e: Emitter, node: Call) -> ast.expr:
    """With a string or a small integer as key of a table that takes such as they are: a change of its dictionary."""
    out = e.out
    node = with_key(e, node)
    if is_keyed(node.operands[1]):
        out.put(ast.Expr(put_in(e, node)))
        return out.constant(UNSPECIFIED)
    table, key, value = e.operands(node.operands, [True, True, True])
    site = out.site("primitive", "hash-table-set!", node.place)
    if is_rest(node.operands[1]):
        out.put(ast.Expr(out.internal("put_members", table, key, value)))
        return out.constant(UNSPECIFIED)
    put = site.expression = out.apply(out.load("hash-table-set!"), [table, key, value])
    otherwise: list[ast.stmt] = [out.at(ast.Expr(put))]
    for slot, text, asked in places(node.operands):
        test = template(" and ".join([*asked, f"len(a.{slot}) < {MOST}"])).fill(out, [table, key])
        spelt = text_of(key, "s") or out.at(ast.Attribute(out.wrapped(key), "s", LOAD))
        index = spelt if text == "b.s" else key
        entries = out.at(ast.Attribute(table, slot, LOAD))
        at_once = out.at(ast.Assign([out.at(ast.Subscript(entries, index, STORE))], value))
        otherwise = [out.at(ast.If(test, [at_once], otherwise))]
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


def _collect(name: str, twice: bool, part: Callable[[Builder, ast.expr], ast.expr]) -> Mutation:
    """What is collected is a part of the second operand, which that may name twice."""

    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        if name == "%collect-list":
            e.bare |= lists_in(e, node)
        collector = collector_of(node) if e.joined else None
        slot = e.joined.get(collector) if collector is not None else None
        if name == "%collect-part" and slot is None and is_chosen(e, node.operands[1]):
            results = e.value(node.operands[0])
            x: ast.expr = put_member(e, node.operands[1], "c")
        elif slot is None:
            results, x = e.operands(node.operands, [True, False])
            if twice and text_or_end_of(x) is None and not isinstance(x, (ast.Name, ast.Constant)):
                x = out.saved(x)
        else:
            results, x = e.value(node.operands[0]), member(e, node.operands[1], slot)
        if isinstance(results, ast.Name):
            out.body.collectors.add(results.id)
        out.site("primitive", name, node.place)
        append = out.at(ast.Attribute(results, "append", LOAD))
        out.put(ast.Expr(out.apply(append, [part(out, x)])))
        return results

    return Mutation(2, put)


def _collect_members(name: str, count: int) -> Mutation:
    """The members of a list that is made there are taken as they are."""

    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        e.bare |= lists_in(e, Call(node.operator, node.operands[:2], node.place))
        results, *given = e.operands(node.operands, [True, *[False] * (count - 1)])
        if isinstance(results, ast.Name):
            out.body.collectors.add(results.id)
        out.site("primitive", "append", node.place)
        out.put(ast.Expr(out.internal(name, results, *given)))
        return results

    return Mutation(count, put)


def _shorter(name: str) -> Mutation:
    """The first member goes, or the last one."""

    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        (results,) = e.operands(node.operands, [True])
        if isinstance(results, ast.Name):
            out.body.collectors.add(results.id)
        out.site("primitive", "cdr", node.place)
        out.put(ast.Expr(out.internal(name, results)))
        return results

    return Mutation(1, put)


def _string_part(out: Builder, x: ast.expr) -> ast.expr:
    """The text of what is a string for certain, mostly one that was just made."""
    (made,) = read_at_once(out, template("a.s"), [x])
    return text_of(made, "s") or out.at(ast.Attribute(out.wrapped(x), "s", LOAD))


def _text_part(out: Builder, x: ast.expr) -> ast.expr:
    return text_of(x, "c") or out.at(ast.Attribute(out.wrapped(x), "c", LOAD))


def _part(out: Builder, x: ast.expr) -> ast.expr:
    """The text of what is a character."""
    text = text_or_end_of(x)
    if text is not None:
        return text
    kind = out.at(ast.Attribute(out.wrapped(x), "__class__", LOAD))
    is_char = out.at(ast.Compare(kind, [ast.Is()], [out.helper("Char")]))
    return out.at(ast.IfExp(is_char, _text_part(out, x), x))


def _write(name: str, count: int) -> Mutation:
    """Into what the port joins later, while there is room; else by the procedure."""

    def put(e: Emitter, node: Call) -> ast.expr:
        out = e.out
        values = e.operands(node.operands, [True] * count)
        x, port = values[0] if count > 1 else out.constant(char("\n")), values[-1]
        if name in STRINGS_OUT and is_string(node.operands[0]):
            x = values[0] = _with_text(out, x)
        site = out.site("primitive", name, node.place)
        site.expression = whole = out.apply(out.load(name), values)
        what, asked = _written(out, name, node.operands[0], x)
        if what is None:
            out.put(ast.Expr(whole))
            return out.constant(UNSPECIFIED)
        otherwise: list[ast.stmt] = [out.at(ast.Expr(whole))]
        if name == "display" and len(asked) > 1:
            digits = out.apply(out.helper("decimal"), [x])
            otherwise = [_put_quickly(out, port, digits, [template(BARE[int]).fill(out, [x, x])], otherwise)]
        out.put(_put_quickly(out, port, what, asked, otherwise))
        return out.constant(UNSPECIFIED)

    return Mutation(count, put)


def _put_quickly(
    out: Builder, port: ast.expr, what: ast.expr, asked: list[ast.expr], otherwise: list[ast.stmt]
) -> ast.If:
    """A text into what the port joins later, where what is asked holds and there is room."""
    unwritten = out.at(ast.Attribute(port, "unwritten", LOAD))
    length = out.apply(out.helper("len"), [unwritten])
    has_room: ast.expr = out.at(ast.Compare(length, [ast.Lt()], [out.at(ast.Attribute(port, "room", LOAD))]))
    if asked:
        has_room = out.at(ast.BoolOp(ast.And(), [*asked, has_room]))
    quick = out.apply(out.at(ast.Attribute(unwritten, "append", LOAD)), [what])
    return out.at(ast.If(has_room, [out.at(ast.Expr(quick))], otherwise))


def _written(out: Builder, name: str, node: Node, x: ast.expr) -> tuple[ast.expr | None, list[ast.expr]]:
    """The text that is written of `x`, if it is of a kind that mostly comes, and how to ask whether it is."""
    if name in CHARACTERS_OUT:
        text = text_or_end_of(x)
        what = text or out.at(ast.Attribute(out.wrapped(x), "c", LOAD))
        return what, [out.is_(what, EOF, negated=True)] if text is not None and text_of(x, "c") is None else []
    if isinstance(node, Const):
        short = name != "write" and node.value.__class__ is String and len(node.value.s) <= SHORT
        return out.at(ast.Attribute(out.wrapped(x), "s", LOAD)) if short else None, []
    if name == "write" or (name == "display" and is_number(node)):
        return out.apply(out.helper("decimal"), [x]), [template(BARE[int]).fill(out, [x, x])]
    sure = name == "write-string" or is_string(node)
    text = text_of(x, "s") or out.at(ast.Attribute(out.wrapped(x), "s", LOAD))
    fits = _compared(out, out.apply(out.helper("len"), [text]), ast.LtE(), SHORT)
    return text, [fits] if sure else [template(BARE[String]).fill(out, [x, x]), fits]


def _with_text(out: Builder, x: ast.expr) -> ast.expr:
    """A string that was just made as one that may never be: its text is at hand."""
    (made,) = read_at_once(out, template("a.s"), [x])
    text = text_of(made, "s")
    return x if text is None else out.string(out.saved(text))


STRINGS_OUT: Final = frozenset(("write-string", "display"))  # what writes the text of a string
CHARACTERS_OUT: Final = frozenset(("write-char", "newline"))  # what writes a character


def _text_append(e: Emitter, node: Call) -> ast.expr:
    """`v = v + x.s`: Python extends a text in place that no other variable holds."""
    return _longer(e, node, "%text-append")


def _grown_append(e: Emitter, node: Call) -> ast.expr:
    """The same of a variable that holds a string before the first append."""
    return _longer(e, node, "%grown-append")


def _longer(e: Emitter, node: Call, name: str) -> ast.expr:
    out = e.out
    held, x, position = e.operands(node.operands, [True, False, False])
    spelt = text_of(held, "s")
    text = held if spelt is None else spelt
    assert isinstance(text, ast.Name)
    site = out.site("primitive", name, node.place)
    site.expression = Operands([text, x, position])
    if name == "%grown-append" and spelt is None:
        kind = out.at(ast.Attribute(text, "__class__", LOAD))
        first = out.at(ast.Compare(kind, [ast.IsNot()], [out.helper("decimal")]))
        begun = out.assign(text.id, out.at(ast.Attribute(text, "s", LOAD)), binds=True)
        out.put(ast.If(first, [begun], []))
    more = _string_part(out, x)
    out.put(out.assign(text.id, out.at(ast.BinOp(text, ast.Add(), more)), binds=True))
    part = node.operands[1]
    if not (isinstance(part, Const) and part.value.__class__ is String and len(part.value.s) < LITERAL):
        put_limit(out, text)
    return text if spelt is None else out.string(text)


def _take(e: Emitter, node: Call, source: _Source) -> ast.Name:
    """The next of what a port has ready; else by the procedure."""
    out = e.out
    (port,) = e.operands(node.operands, [True])
    site = out.site("primitive", source.taken, node.place)
    site.expression = Operands([port])
    position, found = out.new_name(), out.new_name()
    out.put(out.assign(position, out.at(ast.Attribute(port, source.position, LOAD))))
    there = out.at(ast.Compare(out.load(position), [ast.Lt()], [out.at(ast.Attribute(port, source.end, LOAD))]))
    buffer = out.at(ast.Attribute(port, source.buffer, LOAD))
    take = out.assign(found, out.at(ast.Subscript(buffer, out.load(position), LOAD)))
    following = out.at(ast.BinOp(out.load(position), ast.Add(), out.python(1)))
    move = out.at(ast.Assign([out.at(ast.Attribute(port, source.position, STORE))], following))
    slow = out.assign(found, out.internal(source.next, port))
    out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
    out.put(ast.If(there, [take, move], [slow]))
    return out.load(found)


def _look(e: Emitter, node: Call, source: _Source) -> ast.Name:
    """The same, without taking it."""
    out = e.out
    (port,) = e.operands(node.operands, [True])
    site = out.site("primitive", source.seen, node.place)
    site.expression = Operands([port])
    position = out.saved(out.at(ast.Attribute(port, source.position, LOAD)))
    there = out.at(ast.Compare(position, [ast.Lt()], [out.at(ast.Attribute(port, source.end, LOAD))]))
    take = out.at(ast.Subscript(out.at(ast.Attribute(port, source.buffer, LOAD)), position, LOAD))
    slow = out.internal(source.coming, port)
    out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
    return out.saved(out.at(ast.IfExp(there, take, slow)))


class _Source(NamedTuple):
    """A kind of port: the slots of what it has ready, the procedures, and what compiled code asks where nothing is."""

    buffer: str
    position: str
    end: str
    taken: str
    seen: str
    next: str
    coming: str


CHARACTERS: Final = _Source("buffer", "position", "end", "read-char", "peek-char", "read_text", "peek_text")
BYTES: Final = _Source("octets", "offset", "octets_end", "read-u8", "peek-u8", "next_byte", "coming_byte")


def _write_byte(e: Emitter, node: Call) -> ast.expr:
    """Into what the port gathers, while there is room; else by the procedure."""
    out = e.out
    x, port = e.operands(node.operands, [True, True])
    site = out.site("primitive", "write-u8", node.place)
    site.expression = whole = out.apply(out.load("write-u8"), [x, port])
    gathered = out.at(ast.Attribute(port, "gathered_bytes", LOAD))
    quick = template(A_BYTE_FITS).fill(out, [x, port])
    append = out.apply(out.at(ast.Attribute(gathered, "append", LOAD)), [x])
    out.put(ast.If(quick, [out.at(ast.Expr(append))], [out.at(ast.Expr(whole))]))
    return out.constant(UNSPECIFIED)


A_BYTE_FITS: Final = "a.__class__ is int and a >= 0 and a < 256 and len(b.gathered_bytes) < b.bytes_room"


def _take_known(e: Emitter, node: Call) -> ast.expr:
    """What was looked at last: it is where the port is."""
    out = e.out
    port, character = e.operands(node.operands, [True, False])
    following = out.at(ast.BinOp(out.at(ast.Attribute(port, "position", LOAD)), ast.Add(), out.python(1)))
    out.put(out.at(ast.Assign([out.at(ast.Attribute(port, "position", STORE))], following)))
    text = text_or_end_of(character)
    return character if text is None else out.char(text)


def _take_line(e: Emitter, node: Call) -> ast.expr:
    """Up to the next newline, where all of the line is ready and no other end of a line is; else by the procedure."""
    out = e.out
    (port,) = e.operands(node.operands, [True])
    site = out.site("primitive", "read-line", node.place)
    site.expression = Operands([port])
    start = out.saved(out.at(ast.Attribute(port, "position", LOAD)))
    buffer = out.at(ast.Attribute(port, "buffer", LOAD))
    newline = out.literal_text(char("\n"))
    end = out.saved(out.apply(out.at(ast.Attribute(buffer, "find", LOAD)), [newline, start]))
    line = out.new_name()
    made = out.apply(out.helper("String"), [])
    found = out.at(ast.Subscript(buffer, out.at(ast.Slice(start, end)), LOAD))
    take: list[ast.stmt] = [
        out.assign(line, made),
        out.at(ast.Assign([out.at(ast.Attribute(out.load(line), "s", STORE))], found)),
        out.at(
            ast.Assign(
                [out.at(ast.Attribute(port, "position", STORE))], out.at(ast.BinOp(end, ast.Add(), out.python(1)))
            )
        ),
    ]
    plain = out.at(ast.Attribute(port, "plain", LOAD))
    there = out.at(ast.BoolOp(ast.And(), [_compared(out, end, ast.GtE(), 0), plain]))
    slow = out.assign(line, out.internal("read_line", port))
    out.sites[out.line].expression = site.expression  # our own function stands on a line of its own
    out.put(ast.If(there, take, [slow]))
    return out.load(line)


MUTATIONS: Final[dict[str, Mutation]] = {
    "set-car!": _set_slot("set-car!", "car"),
    "set-cdr!": _set_slot("set-cdr!", "cdr"),
    "vector-set!": _set_element("vector-set!", "v"),
    "bytevector-u8-set!": _set_element("bytevector-u8-set!", "b"),
    "%record-set!": Mutation(5, _record_set),
    "hash-table-set!": Mutation(3, _table_set),
    "%collector": Mutation(0, _collector),
    "%collect": _collect("%collect", False, lambda out, x: x),
    "%collect-list": _collect("%collect-list", False, lambda out, x: x),
    "%collect-all": _collect_members("collect_all", 3),
    "%collect-later": _collect_members("collect_later", 4),
    "%collected-rest": _shorter("collected_rest"),
    "%collected-popped": _shorter("collected_popped"),
    "%collect-part": _collect("%collect-part", True, _part),
    "%collect-string": _collect("%collect-string", False, _string_part),
    "%collect-text": _collect("%collect-text", False, _text_part),
    **{name: _write(name, 2) for name in ("write-char", "write-string", "display", "write")},
    "newline": _write("newline", 1),
    "read-char": Mutation(1, lambda e, node: e.out.char_or_end(_take(e, node, CHARACTERS))),
    "%take-char": Mutation(2, _take_known),
    "peek-char": Mutation(1, lambda e, node: e.out.char_or_end(_look(e, node, CHARACTERS))),
    "read-u8": Mutation(1, lambda e, node: _take(e, node, BYTES)),
    "peek-u8": Mutation(1, lambda e, node: _look(e, node, BYTES)),
    "write-u8": Mutation(2, _write_byte),
    "read-line": Mutation(1, _take_line),
    "%text-append": Mutation(3, _text_append),
    "%grown-append": Mutation(3, _grown_append),
    "%delay": Mutation(1, put_delayed("%delay"), is_delayed),
    "%delay-force": Mutation(1, put_delayed("%delay-force"), is_delayed),
}
