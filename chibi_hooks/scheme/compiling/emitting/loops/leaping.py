"""What a loop passes over (`passing`) in, the statements that do so out."""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import facts, is_call
from chibi_hooks.scheme.compiling.analysing.kinds import sized
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, STORE, Loop, text_of
from chibi_hooks.scheme.compiling.emitting.emitter import Emitter
from chibi_hooks.scheme.compiling.emitting.filling import template
from chibi_hooks.scheme.compiling.emitting.loops.courses import Passing, is_fixed, source_of
from chibi_hooks.scheme.compiling.emitting.taking import as_text
from chibi_hooks.scheme.core import Call, Const, LocalRef, Node, Variable
from chibi_hooks.scheme.running.site import Operands
from chibi_hooks.scheme.values.data import char
from chibi_hooks.scheme.values.frozen import literal_string
from chibi_hooks.scheme.values.ports import SHORT

WORD: Final = 4  # characters gathered one by one before one of several is looked for: that costs as much as four turns
LONG: Final = 16  # characters of what is long for a word
FAR: Final = 8  # characters that are left where it is worth while to look for several on the way
FEW: Final = 4  # characters that a text is asked for one after the other: each takes a third of a turn


def put_passing(e: Emitter, passing: Passing) -> None:
    """Pass over the characters. Of a string, the index must be that of the next turn already."""
    out = e.out
    outer = out.block
    _put_if_held(e, passing)
    if passing.index is None:
        _put_from_port(e, passing)
    elif passing.waits:
        _put_when_long(e, passing, passing.index)
    elif not passing.begins:
        _put_from_string(e, passing, passing.index)
    out.block = outer


def _put_if_held(e: Emitter, passing: Passing) -> None:
    """What follows only where variables hold characters that are to end it."""
    out = e.out
    for each in passing.held.values():
        value = e.value(each)
        if text_of(value, "c") is None:
            kind = out.at(ast.Attribute(out.wrapped(value), "__class__", LOAD))
            held = out.at(ast.If(out.at(ast.Compare(kind, [ast.Is()], [out.helper("Char")])), [], []))
            out.put(held)
            out.block = held.body


def begin_passing(e: Emitter, loop: Loop, start: Node) -> None:
    """Before the first turn of a loop that has but one jump, go on at once to what it looks for. `start`: where it
    begins; from within a string, mostly words are looked at, so that waits until one is long.
    """
    passing = loop.passings[0]
    out = e.out
    assert passing.index is not None and passing.end is not None
    at = out.load(facts(passing.index).name)
    passing.begins = True
    if not isinstance(start, Const):
        passing.waits = out.saved(template(f"a + {LONG} if a.__class__ is int else a").fill(out, [at])).id
        return
    (end,) = e.operands([passing.end], [True])
    outer = out.block
    if len(passing.stops) <= FEW and not passing.held and not passing.classed:
        _put_if_none(e, passing, at, end)
    _put_if_ahead(e, passing, out.at(ast.BinOp(at, ast.Add(), out.python(FAR))), at, end)
    out.block = outer


def _put_if_none(e: Emitter, passing: Passing, at: ast.Name, end: ast.expr) -> None:
    """Go on to the end at once where the whole text has none of a few characters; what follows only where it has."""
    out = e.out
    source = _looked_into(e, passing, at)
    text = as_text(out, source)
    ends: list[ast.expr] = [out.literal_text(char(each)) for each in passing.stops]
    within = out.at(ast.Compare(at, [ast.Lt(), ast.LtE()], [end, out.apply(out.helper("len"), [text])]))
    there: list[ast.expr] = [out.at(ast.Compare(each, [ast.In()], [text])) for each in ends]
    some = there[0] if len(there) == 1 else out.at(ast.BoolOp(ast.Or(), there))
    absent = out.at(ast.UnaryOp(ast.Not(), some))
    none = out.at(ast.If(out.at(ast.BoolOp(ast.And(), [within, absent])), [], []))
    none.body.append(out.assign(at.id, end, binds=True))
    out.put(none)
    out.block = none.orelse


def _put_when_long(e: Emitter, passing: Passing, index: Variable) -> None:
    """In a turn, go on at once if it is far enough from where the loop began."""
    out = e.out
    at = out.load(facts(index).name)
    long = out.at(ast.If(out.at(ast.Compare(at, [ast.Eq()], [out.load(passing.waits)])), [], []))
    out.put(long)
    out.block = long.body
    assert passing.end is not None
    (end,) = e.operands([passing.end], [True])
    _put_if_ahead(e, passing, at, at, end)


def _put_if_ahead(e: Emitter, passing: Passing, start: ast.expr, at: ast.Name, end: ast.expr) -> None:
    """Let the index go on where the end is ahead of `start`."""
    out = e.out
    ahead = out.at(ast.If(out.at(ast.Compare(start, [ast.Lt()], [end])), [], []))
    out.put(ahead)
    out.block = ahead.body
    _look_on(e, passing, at, end, "spans")


def gathered_first(loop: Loop) -> Passing | None:
    """What a loop may gather from a port before its first turn: most characters go that way at once."""
    for passing in loop.passings:
        from_port = passing.index is None and passing.last is None and passing.first is not None
        if from_port and passing.collector is not None and passing.asks_it and not passing.held:
            found: Passing = passing
            return found
    return None


def passed_before(loop: Loop, operands: Items[Node], entry: bool) -> Passing | None:
    """What a loop that is given one character after the other may pass over before it is given this one. `entry`: it
    has not begun, and its variables are not there; else they are what they were.
    """
    for passing in loop.passings:
        last = passing.last
        if last is None or not passing.asks_it or passing.held or len(operands) != len(loop.params):
            continue
        given = source_of(operands[loop.params.index(last)], "read-char")
        if given is None or given.variable is not passing.source.variable:
            continue
        others = [pair for pair in zip(loop.params, operands, strict=True) if pair[0] is not last]
        if entry:
            there = passing.port is None or passing.port.variable not in loop.params
            ready = all(
                is_call(operand, "%collector", 0) if param is passing.collector else is_fixed(operand)
                for param, operand in others
            )
        else:
            there = True
            ready = all(isinstance(operand, LocalRef) and operand.variable is param for param, operand in others)
        if there and ready:
            found: Passing = passing
            return found
    return None


def pass_before(e: Emitter, passing: Passing, first: Node, collector: ast.Name | None) -> None:
    """Pass over them before the character is taken. `collector`: where those go that are gathered."""
    out = e.out
    outer = out.block
    if passing.port is not None:
        kind = out.at(ast.Attribute(out.wrapped(e.value(passing.port)), "__class__", LOAD))
        written = out.at(ast.If(out.at(ast.Compare(kind, [ast.Is()], [out.helper("TextOutput")])), [], []))
        out.put(written)
        out.block = written.body
    if collector is not None:
        begin_gathering(e, passing, first, collector)
    else:
        _put_from_port(e, passing, first)
    out.block = outer


def begin_gathering(e: Emitter, passing: Passing, first: Node | None, collector: ast.Name) -> None:
    """Gather them, if there are any: who looks whether something was gathered counts the pieces."""
    out = e.out
    assert isinstance(first, Call)
    outer = out.block
    site = out.site("primitive", "peek-char" if passing.peeks else "read-char", first.place)
    source = e.value(passing.source)
    site.expression = Operands([source])
    at = out.saved(out.at(ast.Attribute(source, "position", LOAD)))
    text = out.at(ast.Attribute(source, "buffer", LOAD))
    if _is_up_to_one(passing):
        found = _found_or_end(e, passing, text, at)
        piece: ast.expr = out.at(ast.Subscript(text, out.at(ast.Slice(at, found)), LOAD))
        some: ast.expr = out.at(ast.Compare(found, [ast.Gt()], [at]))
        behind: ast.expr = found
    else:
        if passing.others:
            _put_if_known(e, passing, text)
        piece = some = _run(e, passing, text, [at])
        behind = _behind(out, at, piece)
    append = out.at(ast.Attribute(collector, "append", LOAD))
    gather = out.at(ast.Expr(out.apply(append, [piece])))
    out.put(ast.If(some, [gather, _moved(out, source, behind)], []))
    out.block = outer


def passed_first(loop: Loop) -> Variable | None:
    """The index of a loop that may pass over characters before its first turn, and need not later on: whatever it does
    with them, it only goes on to the next one.
    """
    passing = loop.passings[0] if len(loop.passings) == 1 else None
    if passing is None or loop.variable is None or passing.index is None or not passing.asks_only or passing.held:
        return None
    looks = passing.port is None and passing.collector is None
    alone = len(facts(loop.variable).entries) == 2
    known = passing.asks_first or sized(passing.end) is passing.source.variable
    return passing.index if looks and alone and known else None


def is_among_words(passing: Passing) -> bool:
    """Whether what is looked at are words in a string: a `for` along all of it is quicker than to look ahead for
    each.
    """
    looks = passing.port is None and passing.collector is None
    return looks and passing.index is not None and " " in passing.stops


def _looked_into(e: Emitter, passing: Passing, at: ast.Name) -> ast.expr:
    """The string, on the site of the `string-ref` that would fail if it is none."""
    site = e.out.site("primitive", "string-ref", passing.place)
    source = e.value(passing.source)
    site.expression = Operands([source, at])
    return source


def _look_on(e: Emitter, passing: Passing, at: ast.Name, end: ast.expr, runs: str) -> None:
    """Let the index go on to the next of several characters, or to the end."""
    out = e.out
    source = _looked_into(e, passing, at)
    behind = out.at(ast.Attribute(_passed(e, passing, as_text(out, source), [at, end], runs), "end", LOAD))
    out.put(out.assign(at.id, out.apply(behind, []), binds=True))


def _put_from_port(e: Emitter, passing: Passing, first: Node | None = None) -> None:
    out = e.out
    up_to_one = _is_up_to_one(passing)
    if not up_to_one:
        _put_if_several(e, passing)
    site = out.site("primitive", "read-char", (first or passing.jump).place)
    source = e.value(passing.source)
    site.expression = Operands([source])
    at = out.saved(out.at(ast.Attribute(source, "position", LOAD)))
    text = out.at(ast.Attribute(source, "buffer", LOAD))
    if up_to_one and passing.collector is not None:
        _gather_up_to_one(e, passing, text, at)
        return
    _put_if_known(e, passing, text)
    piece = _up_to_one(e, passing, text, at) if up_to_one else _run(e, passing, text, [at])
    _put_piece(e, passing, piece, _moved(out, source, _behind(out, at, piece)))


def _put_from_string(e: Emitter, passing: Passing, index: Variable) -> None:
    """Where the end is ahead; of what is only looked at, where there is some way to go: to begin takes as long as a few
    turns.
    """
    out = e.out
    assert passing.end is not None
    at = out.load(facts(index).name)
    (end,) = e.operands([passing.end], [True])
    looks = passing.port is None and passing.collector is None
    start = out.at(ast.BinOp(at, ast.Add(), out.python(FAR))) if looks else at
    ahead = out.at(ast.If(out.at(ast.Compare(start, [ast.Lt()], [end])), [], []))
    out.put(ahead)
    out.block = ahead.body
    if looks:
        _look_on(e, passing, at, end, "runs")
        return
    if not (up_to_one := _is_up_to_one(passing) and passing.collector is not None):
        _put_if_several(e, passing)
    source = _looked_into(e, passing, at)
    text = as_text(out, source)
    _put_if_known(e, passing, text)
    piece = _up_to_end(e, passing, text, at, end) if up_to_one else _run(e, passing, text, [at, end])
    _put_piece(e, passing, piece, out.assign(at.id, _behind(out, at, piece), binds=True))


def _is_up_to_one(passing: Passing) -> bool:
    """Whether it is one character that ends it."""
    return passing.others and len(passing.stops) + len(passing.held) == 1


def _put_if_several(e: Emitter, passing: Passing) -> None:
    """What follows only where several characters were gathered one by one."""
    out = e.out
    if passing.collector is not None:
        gathered = out.apply(out.helper("len"), [out.load(facts(passing.collector).name)])
        several = out.at(ast.If(out.at(ast.Compare(gathered, [ast.Gt()], [out.python(WORD)])), [], []))
        out.put(several)
        out.block = several.body


def _put_if_known(e: Emitter, passing: Passing, text: ast.expr) -> None:
    """What follows only where it is known of all characters of the text whether they end it."""
    out = e.out
    if passing.classed:
        known = out.at(ast.If(out.apply(out.at(ast.Attribute(text, "isascii", LOAD)), []), [], []))
        out.put(known)
        out.block = known.body


def _put_piece(e: Emitter, passing: Passing, piece: ast.Name, move: ast.stmt) -> None:
    """Put what was passed over where it goes, and go on behind it."""
    out = e.out
    if passing.collector is not None:
        out.block += [_collected(out, passing.collector, piece), move]
    elif passing.port is not None:
        unwritten = out.at(ast.Attribute(e.value(passing.port), "unwritten", LOAD))
        room = out.at(ast.Attribute(e.value(passing.port), "room", LOAD))
        fits = out.at(ast.Compare(out.apply(out.helper("len"), [unwritten]), [ast.Lt()], [room]))
        write = out.apply(out.at(ast.Attribute(unwritten, "append", LOAD)), [piece])
        out.put(ast.If(out.at(ast.BoolOp(ast.And(), [piece, fits])), [out.at(ast.Expr(write)), move], []))
    else:
        out.block.append(move)


def _behind(out: Builder, at: ast.expr, piece: ast.expr) -> ast.expr:
    """The place behind a piece."""
    return out.at(ast.BinOp(at, ast.Add(), out.apply(out.helper("len"), [piece])))


def _gather_up_to_one(e: Emitter, passing: Passing, text: ast.expr, at: ast.expr) -> None:
    """Gather what comes before the next of one character, or all there is: this is worth while for one of them."""
    out = e.out
    assert passing.collector is not None
    found = _found_or_end(e, passing, text, at)
    piece = out.at(ast.Subscript(text, out.at(ast.Slice(at, found)), LOAD))
    out.block += [_collected(out, passing.collector, piece), _moved(out, e.value(passing.source), found)]


def _found_or_end(e: Emitter, passing: Passing, text: ast.expr, at: ast.expr) -> ast.Name:
    """Where in the port the character is next, or where it ends."""
    out = e.out
    found = _found(e, passing, text, [at])
    end = out.at(ast.Attribute(e.value(passing.source), "end", LOAD))
    missed = out.at(ast.Compare(found, [ast.Lt()], [out.python(0)]))
    out.put(ast.If(missed, [out.assign(found.id, end, binds=True)], []))
    return found


def _collected(out: Builder, collector: Variable, piece: ast.expr) -> ast.Expr:
    append = out.at(ast.Attribute(out.load(facts(collector).name), "append", LOAD))
    return out.at(ast.Expr(out.apply(append, [piece])))


def _run(e: Emitter, passing: Passing, text: ast.expr, range_: list[ast.expr]) -> ast.Name:
    """What comes before the next of several characters."""
    passed = _passed(e, passing, text, range_, "runs" if passing.others else "rows")
    return e.out.saved(e.out.at(ast.Subscript(passed, e.out.python(0), LOAD)))


def _passed(e: Emitter, passing: Passing, text: ast.expr, range_: list[ast.expr], runs: str) -> ast.expr:
    """What matches there up to the next of several characters. `runs`: what knows how."""
    out = e.out
    stops: ast.expr = out.at(ast.Attribute(out.constant(literal_string(passing.stops)), "s", LOAD))
    for each in _held_texts(e, passing):
        stops = out.at(ast.BinOp(stops, ast.Add(), each))
    return out.apply(out.at(ast.Subscript(out.helper(runs), stops, LOAD)), [text, *range_])


def _up_to_one(e: Emitter, passing: Passing, text: ast.expr, at: ast.expr) -> ast.Name:
    """What comes before the next of one character: to find that takes half as long."""
    out = e.out
    limit = out.saved(out.at(ast.BinOp(at, ast.Add(), out.python(SHORT))))
    found = _found(e, passing, text, [at, limit])
    hit = out.at(ast.Compare(found, [ast.GtE()], [out.python(0)]))
    end = out.at(ast.IfExp(hit, found, limit))
    return out.saved(out.at(ast.Subscript(text, out.at(ast.Slice(at, end)), LOAD)))


def _up_to_end(e: Emitter, passing: Passing, text: ast.expr, at: ast.expr, end: ast.expr) -> ast.Name:
    """What comes before the next of one character, or before the end."""
    out = e.out
    found = _found(e, passing, text, [at, end])
    missed = out.at(ast.Compare(found, [ast.Lt()], [out.python(0)]))
    out.put(ast.If(missed, [out.assign(found.id, end, binds=True)], []))
    return out.saved(out.at(ast.Subscript(text, out.at(ast.Slice(at, found)), LOAD)))


def _found(e: Emitter, passing: Passing, text: ast.expr, range_: list[ast.expr]) -> ast.Name:
    """Where the character is next."""
    out = e.out
    stop = out.literal_text(char(passing.stops)) if passing.stops else _held_texts(e, passing)[0]
    return out.saved(out.apply(out.at(ast.Attribute(text, "find", LOAD)), [stop, *range_]))


def _held_texts(e: Emitter, passing: Passing) -> list[ast.expr]:
    """The texts of the characters that variables hold."""
    values = [e.value(each) for each in passing.held.values()]
    return [text_of(each, "c") or e.out.at(ast.Attribute(e.out.wrapped(each), "c", LOAD)) for each in values]


def _moved(out: Builder, port: ast.expr, position: ast.expr) -> ast.Assign:
    return out.at(ast.Assign([out.at(ast.Attribute(port, "position", STORE))], position))
