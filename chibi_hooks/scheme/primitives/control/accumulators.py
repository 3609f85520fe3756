"""Values come in one by one, at the end of file what they make goes out: the accumulators of `(srfi 158)` that keep all
they take. Those that compute with it are written in Scheme.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.primitives.text.strings import joined_chars
from chibi_hooks.scheme.values.data import (
    EOF,
    UNSPECIFIED,
    Bytevector,
    Value,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.errors import wrong_type


def _accumulator(finish: Callable[[list[Value]], Value]) -> Value:
    taken: list[Value] = []

    def accumulate(x: Value) -> Value:
        if x is EOF:
            return finish(taken)
        taken.append(x)
        return UNSPECIFIED

    return accumulate


@primitive("list-accumulator", pure=False)
def list_accumulator() -> Value:
    """(list-accumulator) -> takes values, gives a list of them at the end of file."""
    return _accumulator(to_list)


@primitive("reverse-list-accumulator", pure=False)
def reverse_list_accumulator() -> Value:
    """(reverse-list-accumulator) -> the same, last first."""
    return _accumulator(lambda taken: to_list(taken[::-1]))


@primitive("vector-accumulator", pure=False)
def vector_accumulator() -> Value:
    """(vector-accumulator) -> takes values, gives a vector of them at the end of file."""
    return _accumulator(lambda taken: vector_of(list(taken)))


@primitive("reverse-vector-accumulator", pure=False)
def reverse_vector_accumulator() -> Value:
    """(reverse-vector-accumulator) -> the same, last first."""
    return _accumulator(lambda taken: vector_of(taken[::-1]))


@primitive("string-accumulator", pure=False)
def string_accumulator() -> Value:
    """(string-accumulator) -> takes characters, gives a string of them at the end of file."""
    return _accumulator(lambda taken: string_of(joined_chars("string-accumulator", 0, taken)))


@primitive("bytevector-accumulator", pure=False)
def bytevector_accumulator() -> Value:
    """(bytevector-accumulator) -> takes bytes and bytevectors, gives a bytevector of them at the end of file."""
    taken = bytearray()

    def accumulate(x: Value) -> Value:
        if x.__class__ is int and 0 <= x <= 255:
            taken.append(x)
        elif x.__class__ is Bytevector:
            taken.extend(x.b)
        elif x is EOF:
            return Bytevector(bytearray(taken))
        else:
            raise wrong_type("bytevector-accumulator", 0, "a byte or a bytevector", x)
        return UNSPECIFIED

    return accumulate
