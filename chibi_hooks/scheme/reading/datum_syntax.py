"""Data come in, the syntax that `eval` expands goes out: the way back of `quotation`.

Rules: iterative and counted; circular code is refused. A pair or vector inside `quote` stays the very object that it
was, so that `(eval (list 'quote x) environment)` is x; inside a quasi-quote or the rules of a macro it is taken apart
all the same, because it may contain an unquote or a pattern variable.
"""

from __future__ import annotations

from typing import Final

from chibi_hooks.scheme.reading.syntax import Form, Identifier, Labelled, Syntax, VectorForm
from chibi_hooks.scheme.values.data import NIL, Bytevector, Pair, String, Symbol, Value, Vector, intern, string_of
from chibi_hooks.scheme.values.errors import fail
from chibi_hooks.scheme.values.source import Place

MEMBERS: Final = 1_000_000  # of one expression; the expander takes no more
NESTING: Final = 20_000  # levels of one expression: code of so many is refused later, and a knot has no end
QUOTE: Final = intern("quote")
TEMPLATES: Final = (intern("quasiquote"), intern("syntax-rules"))  # forms in which a quoted datum has variable parts


class _Hole:
    """A place in the syntax made so far: a member of a list, or the tail of a form."""

    __slots__ = ("holder", "index")

    def __init__(self, holder: list[Syntax] | Form, index: int = 0) -> None:
        self.holder = holder
        self.index = index

    def fill(self, syntax: Syntax) -> None:
        """Put it there."""
        if isinstance(self.holder, Form):
            self.holder.tail = syntax
        else:
            self.holder[self.index] = syntax


def syntax_of(x: Value, place: Place) -> Syntax:
    """The syntax of a datum, all of it at one place. Raises SchemeError of kind "limit"."""
    result: list[Syntax] = [None]
    # place, datum, whether inside a template, levels around it
    waiting: list[tuple[_Hole, Value, bool, int]] = [(_Hole(result), x, False, 0)]
    members = 0
    while waiting:
        hole, datum, template, level = waiting.pop()
        if datum.__class__ is Pair:
            if datum.car is QUOTE and not template and _quotes_an_object(datum):
                hole.fill(Form([Identifier("quote", place), Labelled(datum.cdr.car, place)], _again(place)))
                continue
            items, tail = _members(datum)
            form = Form([None] * len(items), _again(place))
            hole.fill(form)
            inside = template or any(datum.car is each for each in TEMPLATES)
            if tail is not NIL:
                waiting.append((_Hole(form), tail, inside, level + 1))
            waiting += [(_Hole(form.items, index), item, inside, level + 1) for index, item in enumerate(items)]
            members += len(items)
        elif datum.__class__ is Vector:
            vector = VectorForm([None] * len(datum.v), _again(place))
            hole.fill(vector)
            waiting += [(_Hole(vector.items, index), item, template, level + 1) for index, item in enumerate(datum.v)]
            members += len(datum.v)
        else:
            hole.fill(_leaf(datum, place))
        if members > MEMBERS or level > NESTING:
            raise _too_many()
    return result[0]


def _quotes_an_object(datum: Pair) -> bool:
    """Whether it is `(quote x)` with an x that has an identity."""
    rest = datum.cdr
    return rest.__class__ is Pair and rest.cdr is NIL and rest.car.__class__ in (Pair, Vector)


def _members(datum: Value) -> tuple[list[Value], Value]:
    items: list[Value] = []
    while datum.__class__ is Pair:
        items.append(datum.car)
        datum = datum.cdr
        if len(items) > MEMBERS:
            raise _too_many()
    return items, datum


def _leaf(datum: Value, place: Place) -> Syntax:
    if datum.__class__ is Symbol:
        return Identifier(datum.text, place)
    if datum.__class__ is String:
        return string_of(datum.s)  # it becomes a constant, and the program goes on with its own
    if datum.__class__ is Bytevector:
        return Bytevector(bytearray(datum.b))
    return Form([], _again(place)) if datum is NIL else datum


def _again(place: Place) -> Place:
    """The same place as an object of its own: the expander tells uses of macros apart by it."""
    return Place(place.source, place.start, place.end)


def _too_many() -> Exception:
    message = f"wanted an expression of at most {MEMBERS} parts and {NESTING} levels that is not circular"
    return fail("limit", message, who="eval")
