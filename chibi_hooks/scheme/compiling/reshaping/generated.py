"""The call of a procedure of `(srfi 158)` that makes one generator of others in, what gives its next value, in place,
out.

    (gmap f (list->generator l))   ⇒   (if (null? rest) eof (let ((x (car rest))) (set! rest (cdr rest)) (f x)))

Rules: a generator that is not made there is held, and called. What is given stands once in what is made of it, so that
the code is as long as the program. Everything is evaluated in the order in which the procedures of the library do it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chibi_hooks.scheme.compiling.analysing.inlining.rebuilding import call_of
from chibi_hooks.scheme.compiling.reshaping.taken import (
    MOST,
    SOURCES,
    Beginning,
    Maker,
    circle,
    is_source,
    maker_of,
    name_of,
)
from chibi_hooks.scheme.core import (
    And,
    Call,
    Const,
    GlobalRef,
    If,
    Lambda,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.values.data import EOF, FALSE, NIL, TRUE


def is_stage(node: Node) -> bool:
    """Whether it is the call of what makes one generator of others, or asks procedures for its values."""
    maker = maker_of(node, STAGES)
    return maker is not None and not (maker.known and not all(map(_is_made, _parts(node))))


def _is_made(node: Node) -> bool:
    return is_stage(node) or is_source(node)


def _parts(node: Node) -> list[Node]:
    """The generators that something is made of which has values ready if they have."""
    assert isinstance(node, Call)
    name = name_of(node)
    if name == "gappend":
        return node.operands
    return [node.operands[-1 if name == "gcons*" else 0]]


def given(made: Beginning, node: Node) -> Node:
    """What gives the next value of a generator."""
    if not isinstance(node, Call) or not (is_stage(node) or is_source(node)):
        return Call(made.held(node), [], node.place or made.place)
    name = name_of(node)
    return (STAGES[name] if name in STAGES else SOURCES[name]).gives(made, node)


def mapped(made: Beginning, node: Call) -> Node:
    """What a procedure makes of the values."""
    function = made.function(node.operands[0], len(node.operands) - 1)
    values: list[Node] = []

    def following(value: Node) -> Node:
        values.append(value)
        if len(values) == len(sources):
            result: Node = Call(function, list(values), node.place)
        else:
            result = made.with_value(sources[len(values)], following, node)
        return If(_is_end(value, node), value, result, node.place)

    sources = [given(made, each) for each in node.operands[1:]]
    return made.with_value(sources[0], following, node)


def joined(made: Beginning, node: Call) -> Node:
    """One generator after the other."""
    sources = [given(made, each) for each in node.operands]
    turn = LocalRef(made.bound("turn", Const(0), assigned=True), node.place)
    over = Const(len(sources))
    asked: Node = Const(EOF)
    for i, source in reversed(list(enumerate(sources, 1))):
        asked = If(call_of("<", [turn, Const(i)], node), source, asked, node.place)

    def looked_at(once_more: Node) -> Node:
        more = SetLocal(turn.variable, call_of("+", [turn, Const(1)], node), node.place)
        end = Sequence([more, once_more], node.place)
        past = If(call_of("<", [turn, over], node), end, Const(EOF), node.place)
        return made.with_value(asked, lambda x: If(_is_end(x, node), past, x, node.place), node)

    return made.again(node, looked_at)


def after_objects(made: Beginning, node: Call) -> Node:
    """Some objects, then the values of a generator."""
    first = [made.held(each) for each in node.operands[:-1]]
    result = given(made, node.operands[-1])
    turn = LocalRef(made.bound("turn", Const(0), assigned=True), node.place)
    for i, each in reversed(list(enumerate(first))):
        some = Sequence([SetLocal(turn.variable, Const(i + 1), node.place), each], node.place)
        result = If(call_of("<", [turn, Const(i + 1)], node), some, result, node.place)
    return result


def later_ones(made: Beginning, node: Call) -> Node:
    """The values after so many."""
    source = given(made, node.operands[0])
    count = node.operands[1]
    left = LocalRef(made.bound("left", count, assigned=True), node.place)

    def skipped(once_more: Node) -> Node:
        fewer = SetLocal(left.variable, call_of("-", [left, Const(1)], node), node.place)
        skip = Sequence([fewer, once_more], node.place)

        def looked_at(ahead: Node) -> Node:
            return made.with_value(source, lambda x: If(ahead, skip, x, node.place), node)

        ahead = call_of(">", [left, Const(0)], node)
        counted = isinstance(count, Const) and count.value.__class__ is int
        return looked_at(ahead) if counted else made.with_value(ahead, looked_at, node)  # else it may fail

    return made.again(node, skipped)


def groups(made: Beginning, node: Call) -> Node:
    """Lists of so many values."""
    source, most = given(made, node.operands[0]), made.held(node.operands[1])
    loop, count, held = Variable("loop", node.place), Variable("i", node.place), Variable("xs", node.place)
    i, xs = LocalRef(count, node.place), LocalRef(held, node.place)

    def finished() -> Node:
        none = call_of("%collected-none?", [xs], node)
        return If(none, Const(EOF), call_of("%collected", [xs], node), node.place)

    def looked_at(value: Node) -> Node:
        operands: list[Node] = [call_of("+", [i, Const(1)], node), call_of("%collect", [xs, value], node)]
        more = Call(LocalRef(loop, node.place), operands, node.place)
        return If(_is_end(value, node), finished(), more, node.place)

    some = made.with_value(source, looked_at, node)
    turn = Lambda([count, held], None, If(call_of("<", [i, most], node), some, finished(), node.place), "loop")
    start = Call(LocalRef(loop, node.place), [Const(0), call_of("%collector", [], node)], node.place)
    return Letrec([loop], [turn], start, node.place)


def from_one(made: Beginning, node: Call) -> Node:
    """The values from the first on that does not satisfy a predicate."""
    predicate = made.function(node.operands[0])
    source = given(made, node.operands[1])
    dropping = LocalRef(made.bound("dropping?", Const(TRUE), assigned=True), node.place)

    def asked(once_more: Node) -> Node:
        def looked_at(value: Node) -> Node:
            parts: list[Node] = [dropping, _is_more(value, node), Call(predicate, [value], node.place)]
            found = Sequence([SetLocal(dropping.variable, Const(FALSE), node.place), value], node.place)
            return If(And(parts, node.place), once_more, found, node.place)

        return made.with_value(source, looked_at, node)

    return made.again(node, asked)


def without_one(made: Beginning, node: Call) -> Node:
    """Without what equals an object."""
    item = made.held(node.operands[0])
    source = given(made, node.operands[1])
    same = made.function(node.operands[2], 2) if len(node.operands) > 2 else None

    def asked(once_more: Node) -> Node:
        def looked_at(value: Node) -> Node:
            both = [item, value]
            test = Call(same, both, node.place) if same is not None else call_of("equal?", both, node)
            found = If(test, once_more, value, node.place)
            return If(_is_end(value, node), value, found, node.place)

        return made.with_value(source, looked_at, node)

    return made.again(node, asked)


def without_neighbours(made: Beginning, node: Call) -> Node:
    """Of equal neighbours the first."""
    source = given(made, node.operands[0])
    same = made.function(node.operands[1], 2) if len(node.operands) > 1 else None
    previous = LocalRef(made.bound("previous", Const(EOF), assigned=True), node.place)

    def asked(once_more: Node) -> Node:
        def looked_at(value: Node) -> Node:
            both: list[Node] = [previous, value]
            test = Call(same, both, node.place) if same is not None else call_of("equal?", both, node)
            repeated = And([_is_more(previous, node), test], node.place)
            found = Sequence([SetLocal(previous.variable, value, node.place), value], node.place)
            return If(_is_end(value, node), value, If(repeated, once_more, found, node.place), node.place)

        return made.with_value(source, looked_at, node)

    return made.again(node, asked)


def at_places(made: Beginning, node: Call) -> Node:
    """The values at growing positions."""
    source, places = given(made, node.operands[0]), given(made, node.operands[1])
    at = LocalRef(made.bound("at", Const(0), assigned=True), node.place)

    def found(wanted: Node) -> Node:
        def asked(once_more: Node) -> Node:
            def counted(then: Node) -> Node:
                more = SetLocal(at.variable, call_of("+", [at, Const(1)], node), node.place)
                return Sequence([more, then], node.place)

            def looked_at(value: Node) -> Node:
                some = If(call_of("=", [at, wanted], node), counted(value), counted(once_more), node.place)
                return If(_is_end(value, node), value, some, node.place)

            return made.with_value(source, looked_at, node)

        return If(_is_end(wanted, node), wanted, made.again(node, asked), node.place)

    return made.with_value(places, found, node)


def selected(made: Beginning, node: Call) -> Node:
    """The values beside which a true value stands."""
    source, truths = given(made, node.operands[0]), given(made, node.operands[1])

    def asked(once_more: Node) -> Node:
        def beside(value: Node) -> Node:
            def looked_at(keep: Node) -> Node:
                found = If(keep, value, once_more, node.place)
                return If(_is_end(keep, node), Const(EOF), found, node.place)

            some = made.with_value(truths, looked_at, node)
            return If(_is_end(value, node), Const(EOF), some, node.place)

        return made.with_value(source, beside, node)

    return made.again(node, asked)


def chosen_with_state(made: Beginning, node: Call) -> Node:
    """The values that a procedure keeps, which is given a state."""
    function = made.function(node.operands[0], 2)
    seed = LocalRef(made.bound("seed", node.operands[1], assigned=True), node.place)
    source = given(made, node.operands[2])

    def asked(once_more: Node) -> Node:
        def looked_at(value: Node) -> Node:
            keep, following = Variable("keep?", node.place), Variable("next", node.place)
            change = SetLocal(seed.variable, LocalRef(following, node.place), node.place)
            taking = Lambda([keep, following], None, Sequence([change, LocalRef(keep)]), None, node.place)
            giving = Lambda([], None, Call(function, [value, seed], node.place), None, node.place)
            test = call_of("call-with-values", [giving, taking], node)
            some = If(test, value, once_more, node.place)
            return If(_is_end(value, node), value, some, node.place)

        return made.with_value(source, looked_at, node)

    return made.again(node, asked)


def flattened(made: Beginning, node: Call) -> Node:
    """The values of the generators, or lists, that a generator gives."""
    lists = _lists_given(node.operands[0])
    if lists is not None:
        return _flattened_lists(made, node, lists)
    source = given(made, node.operands[0])
    current = LocalRef(made.bound("current", Const(FALSE), assigned=True), node.place)

    def asked(once_more: Node) -> Node:
        def with_next(outer: Node) -> Node:
            listed = Or([call_of("pair?", [outer], node), call_of("null?", [outer], node)], node.place)
            following = If(listed, call_of("list->generator", [outer], node), outer, node.place)
            return Sequence([SetLocal(current.variable, following, node.place), once_more], node.place)

        def looked_at(value: Node) -> Node:
            return If(_is_end(value, node), made.with_value(source, with_next, node), value, node.place)

        one = If(current, Call(current, [], node.place), Const(EOF), node.place)
        return If(_is_end(current, node), Const(EOF), made.with_value(one, looked_at, node), node.place)

    return made.again(node, asked)


def _lists_given(node: Node) -> Node | None:
    """What gives the lists of `(gmap list->generator generator)`; None for anything else."""
    if not isinstance(node, Call) or name_of(node) != "gmap" or len(node.operands) != 2:
        return None
    function, source = node.operands
    primitive = function.location.primitive if isinstance(function, GlobalRef) else None
    return source if primitive is not None and primitive.name == "list->generator" else None


def _flattened_lists(made: Beginning, node: Call, lists: Node) -> Node:
    """The members of the lists that a generator gives. What is left of one is the end of file behind the last."""
    source = given(made, lists)
    left = LocalRef(made.bound("left", Const(NIL), assigned=True), node.place)

    def asked(once_more: Node) -> Node:
        def with_next(following: Node) -> Node:
            return Sequence([SetLocal(left.variable, following, node.place), once_more], node.place)

        def taken(value: Node) -> Node:
            return Sequence([SetLocal(left.variable, call_of("cdr", [left], node), node.place), value], node.place)

        def looked_at(value: Node) -> Node:
            return If(_is_end(value, node), made.with_value(source, with_next, node), value, node.place)

        first = made.with_value(call_of("car", [left], node), taken, node)
        one = If(call_of("null?", [left], node), Const(EOF), first, node.place)
        return If(_is_end(left, node), Const(EOF), made.with_value(one, looked_at, node), node.place)

    return made.again(node, asked)


def kept(made: Beginning, node: Call) -> Node:
    """The values that satisfy a predicate."""
    return chosen(made, node, lambda test: test)


def left_out(made: Beginning, node: Call) -> Node:
    """Those that do not."""
    return chosen(made, node, lambda test: call_of("not", [test], node))


def chosen(made: Beginning, node: Call, asked: Callable[[Node], Node]) -> Node:
    """The values for which something holds that is asked of the value of a predicate."""
    predicate = made.function(node.operands[0])
    source = given(made, node.operands[1])

    def turn(once_more: Node) -> Node:
        def looked_at(value: Node) -> Node:
            test = Or([_is_end(value, node), asked(Call(predicate, [value], node.place))], node.place)
            return If(test, value, once_more, node.place)

        return made.with_value(source, looked_at, node)

    return made.again(node, turn)


def unfolded(made: Beginning, node: Call) -> Node:
    """The mapped seeds."""
    stop, mapper, successor = [made.function(each) for each in node.operands[:3]]
    seed = LocalRef(made.bound("seed", node.operands[3], assigned=True), node.place)

    def moved(value: Node) -> Node:
        following = SetLocal(seed.variable, Call(successor, [seed], node.place), node.place)
        return Sequence([following, value], node.place)

    some = made.with_value(Call(mapper, [seed], node.place), moved, node)
    return If(Call(stop, [seed], node.place), Const(EOF), some, node.place)


def combined(made: Beginning, node: Call) -> Node:
    """What a procedure makes of the values and a state."""
    function = made.function(node.operands[0], 2)
    seed = LocalRef(made.bound("seed", node.operands[1], assigned=True), node.place)
    result, following = Variable("value", node.place), Variable("next", node.place)
    change = SetLocal(seed.variable, LocalRef(following, node.place), node.place)
    taking = Lambda([result, following], None, Sequence([change, LocalRef(result, node.place)]), None, node.place)

    def both(value: Node) -> Node:
        giving = Lambda([], None, Call(function, [value, seed], node.place), None, node.place)
        return If(_is_end(value, node), value, call_of("call-with-values", [giving, taking], node), node.place)

    return made.with_value(given(made, node.operands[2]), both, node)


def first_ones(made: Beginning, node: Call) -> Node:
    """So many values."""
    source = given(made, node.operands[0])
    most = made.held(node.operands[1])
    count = made.bound("i", Const(0), assigned=True)
    at = LocalRef(count, node.place)

    def counted(value: Node) -> Node:
        more = SetLocal(count, call_of("+", [at, Const(1)], node), node.place)
        return Sequence([more, value], node.place)

    some = made.with_value(source, counted, node)
    return If(call_of("<", [at, most], node), some, Const(EOF), node.place)


def up_to_one(made: Beginning, node: Call) -> Node:
    """The values before the first that does not satisfy a predicate."""
    predicate = made.function(node.operands[0])
    over = made.bound("over?", Const(FALSE), assigned=True)

    def looked_at(value: Node) -> Node:
        test = And([_is_more(value, node), Call(predicate, [value], node.place)], node.place)
        end = Sequence([SetLocal(over, Const(TRUE), node.place), Const(EOF)], node.place)
        return If(test, value, end, node.place)

    some = made.with_value(given(made, node.operands[1]), looked_at, node)
    return If(LocalRef(over, node.place), Const(EOF), some, node.place)


def _is_end(value: Node, at: Call) -> Call:
    return call_of("eof-object?", [value], at)


def _is_more(value: Node, at: Call) -> Call:
    return call_of("not", [_is_end(value, at)], at)


STAGES: Final[dict[str, Maker]] = {
    "gmap": Maker(mapped, 2, MOST),
    "gfilter": Maker(kept, 2, 2),
    "gremove": Maker(left_out, 2, 2),
    "gtake": Maker(first_ones, 2, 2),
    "gtake-while": Maker(up_to_one, 2, 2),
    "gdrop": Maker(later_ones, 2, 2, known=True),
    "gdrop-while": Maker(from_one, 2, 2),
    "gdelete": Maker(without_one, 2, 3),
    "gdelete-neighbor-dups": Maker(without_neighbours, 1, 2),
    "gindex": Maker(at_places, 2, 2),
    "gselect": Maker(selected, 2, 2),
    "gappend": Maker(joined, 1, MOST, known=True),
    "gcons*": Maker(after_objects, 2, MOST, known=True),
    "ggroup": Maker(groups, 2, 2, known=True),
    "gflatten": Maker(flattened, 1, 1),
    "gcombine": Maker(combined, 3, 3),
    "gstate-filter": Maker(chosen_with_state, 3, 3),
    "make-unfold-generator": Maker(unfolded, 4, 4),
    "circular-generator": Maker(circle, 1, MOST),
}
