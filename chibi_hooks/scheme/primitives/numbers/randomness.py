"""A source of random numbers comes in, numbers go out, and the source has moved on: what `(srfi 27)` stands on.

The generator is Python's: a Mersenne twister with a period of 2^19937 - 1, made in C. What `random` does around it is
not needed, and takes long to import.
"""

from __future__ import annotations

from _random import Random

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values import limits
from chibi_hooks.scheme.values.arguments import integer, list_items
from chibi_hooks.scheme.values.data import UNSPECIFIED, Datum, Value, to_list
from chibi_hooks.scheme.values.errors import WORDING, fail, wrong_type
from chibi_hooks.scheme.values.printer import shown_as
from chibi_hooks.typenames import Final

FIRST_SEED: Final = 12_345  # a source that nobody randomized gives the same numbers each time


class Randomness(Datum):
    """The state of a source."""

    __slots__ = ("generator",)

    def __init__(self) -> None:
        self.generator = Random(FIRST_SEED)


shown_as(Randomness, lambda state: "random-state")


def _generator(x: Value) -> Random:
    if x.__class__ is Randomness:
        return x.generator
    raise wrong_type("random-source", 1, "the state of a source", x)


@primitive("%make-randomness", pure=False)
def make_randomness() -> Value:
    """(%make-randomness) -> the state of a new source, always the same."""
    return Randomness()


@primitive("%random-seed!", pure=False, returns="unspecified")
def random_seed(state: Value, seed: Value) -> Value:
    """(%random-seed! state n) sets the state to one that follows from the number."""
    _generator(state).seed(integer("random-source-randomize!", 2, seed))
    return UNSPECIFIED


@primitive("%random-state", pure=False, returns="list")
def random_state(state: Value) -> Value:
    """(%random-state state) -> a list of integers that `%random-state-set!` takes."""
    return to_list(_generator(state).getstate())


@primitive("%random-state-set!", pure=False, returns="unspecified")
def random_state_set(state: Value, integers: Value) -> Value:
    """(%random-state-set! state list) sets it to what `%random-state` gave. Raises SchemeError."""
    generator = _generator(state)
    items = list_items("random-source-state-set!", 2, integers)
    try:
        generator.setstate(tuple(items))
    except (TypeError, ValueError, OverflowError):
        raise fail("error", "not a state", integers, who="random-source-state-set!") from None
    return UNSPECIFIED


@primitive("%random-real!", pure=False, returns="real")
def random_real(state: Value) -> Value:
    """(%random-real! state) -> a real strictly between 0 and 1."""
    generator = state.generator if state.__class__ is Randomness else _generator(state)
    while True:
        x: float = generator.random()
        if x:
            return x


@primitive("%random-below!", pure=False, returns="integer")
def random_below(state: Value, n: Value) -> Value:
    """(%random-below! state n) -> an integer from 0 to n - 1: as many bits as n has, again while they are too much."""
    generator = state.generator if state.__class__ is Randomness else _generator(state)
    if n.__class__ is not int or n <= 0:
        raise fail("error", f"wanted a positive exact integer, got {WORDING.short(n)}", n, who="random-integer")
    size = n.bit_length()
    limits.bits("random-integer", size)
    bits = generator.getrandbits
    x = bits(size)
    while x >= n:
        x = bits(size)
    return x
