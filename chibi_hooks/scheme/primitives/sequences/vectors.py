"""Vectors come in; elements, ranges, copies and lists go out (R7RS 6.8)."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.primitives.text.strings import room
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import elements, list_items, span
from chibi_hooks.scheme.values.data import UNSPECIFIED, Value, Vector, to_list, vector_of

internal(Vector)

_VECTOR_TEMPLATES = {
    0: "Vector([])",
    1: "Vector([a])",
    2: "Vector([a, b])",
    3: "Vector([a, b, c])",
    4: "Vector([a, b, c, d])",
}


@primitive("vector?", inline="a.__class__ is Vector", returns="boolean")
def is_vector(a: Value) -> bool:
    """(vector? x) -> whether x is a vector."""
    return a.__class__ is Vector


@primitive("vector", inline=_VECTOR_TEMPLATES)
def vector(*items: Value) -> Value:
    """(vector x ...) -> a new vector of the arguments."""
    return vector_of(list(items))


@primitive("make-vector")
def make_vector(k: Value, fill: Value = UNSPECIFIED) -> Value:
    """(make-vector k [fill]) -> a vector of k times fill."""
    return vector_of([fill] * arguments.count("make-vector", 1, k))


@primitive("vector-length", inline="len(a.v)", returns="integer")
def vector_length(a: Value) -> Value:
    """(vector-length vector) -> how many elements."""
    return len(elements("vector-length", 0, a))


@primitive("vector-ref", inline="a.v[b if b >= 0 else bad_index(a, b)]")
def vector_ref(a: Value, b: Value) -> Value:
    """(vector-ref vector k) -> the element at k."""
    v = elements("vector-ref", 1, a)
    return v[arguments.index("vector-ref", 2, b, len(v))]


@primitive("vector-set!", pure=False, returns="unspecified", checks_first=True)
def vector_set(a: Value, b: Value, x: Value) -> Value:
    """(vector-set! vector k x) puts x at k."""
    v = elements("vector-set!", 1, a)
    v[arguments.index("vector-set!", 2, b, len(v))] = x
    return UNSPECIFIED


@primitive("vector->list", returns="members")
def vector_to_list(a: Value, start: Value | None = None, end: Value | None = None) -> list[Value]:
    """(vector->list vector [start [end]]) -> a list of the elements in that range."""
    v = a.v if a.__class__ is Vector else elements("vector->list", 1, a)
    if start is None and len(v) <= limits.LARGE:
        return v[:]
    first, last = span("vector->list", 2, len(v), start, end)
    return v[first:last]


@primitive("list->vector")
def list_to_vector(a: Value) -> Value:
    """(list->vector list) -> a vector of the elements."""
    return vector_of(list_items("list->vector", 0, a))


@primitive("vector-copy")
def vector_copy(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(vector-copy vector [start [end]]) -> a new vector of that range."""
    v = elements("vector-copy", 1, a)
    if start is None and len(v) <= limits.LARGE:
        return vector_of(v[:])
    first, last = span("vector-copy", 2, len(v), start, end)
    return vector_of(v[first:last])


@primitive("vector-append")
def vector_append(*vectors: Value) -> Value:
    """(vector-append vector ...) -> all elements in one new vector."""
    try:
        parts = [x.v for x in vectors]
    except AttributeError:
        parts = [elements("vector-append", position, x) for position, x in enumerate(vectors, 1)]
    limits.size("vector-append", sum(map(len, parts)))
    made: list[Value] = []
    for part in parts:
        made += part
    return vector_of(made)


@primitive("vector-fill!", pure=False, returns="unspecified")
def vector_fill(a: Value, x: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(vector-fill! vector x [start [end]]) puts x everywhere in that range."""
    v = elements("vector-fill!", 1, a)
    first, last = span("vector-fill!", 3, len(v), start, end)
    v[first:last] = [x] * (last - first)
    return UNSPECIFIED


@primitive("vector-copy!", pure=False, returns="unspecified")
def vector_copy_to(to: Value, at: Value, a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(vector-copy! to at from [start [end]]) copies that range into `to`, beginning at `at`; they may overlap."""
    target = elements("vector-copy!", 1, to)
    v = elements("vector-copy!", 3, a)
    first, last = span("vector-copy!", 4, len(v), start, end)
    place = room("vector-copy!", at, len(target), last - first)
    target[place : place + last - first] = v[first:last]
    return UNSPECIFIED


@primitive("%vector-reverse")
def vector_reverse(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(%vector-reverse vector [start [end]]) -> a new vector of that range, last element first."""
    v = elements("vector-reverse-copy", 1, a)
    if start is None and len(v) <= limits.LARGE:
        return vector_of(v[::-1])
    first, last = span("vector-reverse-copy", 2, len(v), start, end)
    return vector_of(v[first:last][::-1])


@primitive("vector-reverse!", pure=False, returns="unspecified")
def vector_reverse_in_place(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(vector-reverse! vector [start [end]]) reverses that range in place (SRFI 133)."""
    v = elements("vector-reverse!", 1, a)
    first, last = span("vector-reverse!", 2, len(v), start, end)
    v[first:last] = v[first:last][::-1]
    return UNSPECIFIED


@primitive("%elements-at")
def elements_at(vectors: Value, i: Value) -> Value:
    """(%elements-at list i) -> the elements of these vectors at i, in a list."""
    return to_list([vector_ref(each, i) for each in list_items("vector-ref", 1, vectors)])
