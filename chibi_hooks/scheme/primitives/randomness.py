"""The state of a generator comes in, a vector of six integers; random numbers go out, and the state has moved on: what
`(srfi 27)` stands on.

L'Ecuyer's MRG32k3a (Operations Research 47, 1999): two linear recurrences of order 3, the difference of which is the
output; period 2^191.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.data import Value, Vector
from chibi_hooks.scheme.values.errors import fail, wrong_type
from chibi_hooks.typenames import Final

M1: Final = 4294967087
M2: Final = 4294944443


def _next(state: list[int]) -> int:
    """The next output, 0 to M1 - 1."""
    a, b, c, d, e, f = state
    x = (1403580 * b - 810728 * a) % M1
    y = (527612 * f - 1370589 * d) % M2
    state[:] = b, c, x, e, f, y
    return (x - y) % M1


def _state(x: Value) -> list[int]:
    if x.__class__ is Vector and len(x.v) == 6:
        return x.v
    raise wrong_type("%random-next!", 1, "a state of six integers", x)


@primitive("%random-next!", pure=False, returns="integer")
def random_next(a: Value) -> Value:
    """(%random-next! state) -> an integer from 0 to 4294967086."""
    return _next(_state(a))


@primitive("%random-real!", pure=False, returns="real")
def random_real(a: Value) -> Value:
    """(%random-real! state) -> a real strictly between 0 and 1."""
    return (1 + _next(_state(a))) / (M1 + 1.0)


@primitive("%random-below!", pure=False, returns="integer")
def random_below(a: Value, n: Value) -> Value:
    """(%random-below! state n) -> an integer from 0 to n - 1: digits of base 4294967087 until they exceed n, and again
    when they fall into the incomplete last interval.
    """
    state = _state(a)
    if n.__class__ is not int or n <= 0:
        raise fail("error", "wanted a positive exact integer, got", n, who="random-integer")
    limits.bits("random-integer", n.bit_length())
    if n <= M1:
        each = M1 // n
        while (x := _next(state)) >= each * n:
            pass
        return x // each
    while True:
        x, range_ = _next(state), M1
        while range_ < n:
            x, range_ = x * M1 + _next(state), range_ * M1
        each = range_ // n
        if x < each * n:
            return x // each
