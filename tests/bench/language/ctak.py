"""Continuations: Takeuchi's function, each result thrown by an exception."""

from collections.abc import Callable
from typing import Any

SMALL = 6
FULL = 12


class Escape(Exception):
    value: Any


def call_cc(f: Callable[[Callable[[Any], Any]], Any]) -> Any:
    escape = Escape()

    def k(value: Any) -> Any:
        escape.value = value
        raise escape

    try:
        return f(k)
    except Escape as caught:
        if caught is not escape:
            raise
        return caught.value


def ctak(x: int, y: int, z: int) -> Any:
    return call_cc(lambda k: inner(k, x, y, z))


def inner(k: Any, x: int, y: int, z: int) -> Any:
    if not y < x:
        return k(z)
    return call_cc(
        lambda k: inner(
            k,
            call_cc(lambda k: inner(k, x - 1, y, z)),
            call_cc(lambda k: inner(k, y - 1, z, x)),
            call_cc(lambda k: inner(k, z - 1, x, y)),
        )
    )


def run(n: int) -> Any:
    return ctak(n, n * 2 // 3, n // 3)
