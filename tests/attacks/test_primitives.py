"""Every leaf primitive with every kind of hostile argument: what comes out is a Scheme value or an expected error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from itertools import islice, product
from random import Random

import pytest

from chibi_hooks.scheme.interpreter import Interpreter
from chibi_hooks.scheme.primitive import PRIMITIVES, Primitive
from chibi_hooks.scheme.primitives import load_families
from chibi_hooks.scheme.values.data import (
    EOF,
    FALSE,
    NIL,
    TRUE,
    UNSPECIFIED,
    Bytevector,
    Datum,
    RecordType,
    Value,
    char,
    cons,
    intern,
    record_of,
    several,
    string_of,
    to_list,
    vector_of,
)
from chibi_hooks.scheme.values.errors import Condition, SchemeError
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from tests.halves import dealt

MOST = 3  # arguments tried; those beyond the third are as checked as the third
SAMPLE = 60  # combinations of three arguments tried of each primitive
FAMILIES_THAT_TOUCH_THE_WORLD = ("system",)  # of `primitives/`: exit is meant to end the program
SECONDS = 0.05  # for one call; walking a circular list for ever is stopped, as any loop is
INTERNAL = "%"  # called by our own code only, with arguments that it has checked

load_families()


def circular_list() -> Value:
    ring = cons(1, cons(2, NIL))
    ring.cdr.cdr = ring
    return ring


def knot() -> Value:
    pair = cons(1, NIL)
    pair.car = pair
    return pair


def circular_vector() -> Value:
    vector = vector_of([1])
    vector.v.append(vector)
    return vector


def deep_list(depth: int = 20_000) -> Value:
    result: Value = NIL
    for _ in range(depth):
        result = cons(result, NIL)
    return result


def a_record() -> Value:
    return record_of(RecordType("point", ("x",)), [1])


HOSTILE: dict[str, Callable[[], Value]] = {
    "0": lambda: 0,
    "1": lambda: 1,
    "-1": lambda: -1,
    "97": lambda: 97,
    "2^70": lambda: 1 << 70,
    "-2^999999": lambda: -1 << 999_999,
    "1e12": lambda: 10**12,
    "1.5": lambda: 1.5,
    "nan": lambda: float("nan"),
    "inf": lambda: float("inf"),
    "-inf": lambda: float("-inf"),
    "complex": lambda: 1e308 + 2j,
    "exact complex": lambda: Gaussian(Ratio(1, 3), -1 << 400_000),
    "#t": lambda: TRUE,
    "#f": lambda: FALSE,
    "()": lambda: NIL,
    "symbol": lambda: intern("symbol"),
    "char": lambda: char("a"),
    "astral char": lambda: char("\U0001f600"),
    "empty string": lambda: string_of(""),
    "string": lambda: string_of("12\ud7ffß\0"),
    "million": lambda: string_of("7" * 1_000_000),
    "vector": lambda: vector_of([3, 1, 2]),
    "empty vector": lambda: vector_of([]),
    "circular vector": circular_vector,
    "bytevector": lambda: Bytevector(bytearray(b"\xff\xfe\x00")),
    "list": lambda: to_list([cons(1, 2), cons(3, 4)]),
    "improper list": lambda: cons(1, cons(2, 3)),
    "circular list": circular_list,
    "knot": knot,
    "deep list": deep_list,
    "record": a_record,
    "condition": lambda: Condition("error", string_of("message"), circular_list()),
    "procedure": lambda: PRIMITIVES["car"].function,
    "unspecified": lambda: UNSPECIFIED,
    "eof": lambda: EOF,
    "values": lambda: several((1, 2)),
    "input port": lambda: PRIMITIVES["open-input-string"].function(string_of("(a . b) #\\x #(1")),
    "output port": lambda: PRIMITIVES["open-output-string"].function(),
}


LARGE = ("million", "deep list", "-2^999999")  # made once per primitive: whatever a call did to them stays


def leaves() -> Iterator[Primitive]:
    """The primitives under test, each function once."""
    seen = set()
    for each in PRIMITIVES.values():
        family = each.function.__module__.rpartition(".")[2]
        harmless = each.leaf and family not in FAMILIES_THAT_TOUCH_THE_WORLD and not each.name.startswith(INTERNAL)
        if harmless and each.function not in seen:
            seen.add(each.function)
            yield each


def combinations(primitive: Primitive) -> Iterator[tuple[str, ...]]:
    """Names of arguments: all of none and one, a third of all pairs (the next third on the next version of Python), a
    sample of three.
    """
    most = MOST if primitive.maximum is None else min(MOST, primitive.maximum)
    random = Random(f"{primitive.name} {sys.version_info.minor}")
    for count in range(primitive.minimum, most + 1):
        if count < 2:
            yield from product(HOSTILE, repeat=count)
        elif count == 2:
            yield from islice(product(HOSTILE, repeat=2), sys.version_info.minor % 3, None, 3)
        else:
            yield from (tuple(random.choices(list(HOSTILE), k=count)) for _ in range(SAMPLE))


def is_scheme_value(x: object) -> bool:
    """Whether that may go back to Scheme: a number (Python's booleans are none of ours), our data or a procedure."""
    ours = isinstance(x, Datum) or type(x).__module__.startswith("chibi_hooks.")
    return ours or callable(x) or type(x) in (int, float, complex)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # a stop landing in a weakref
@pytest.mark.parametrize("primitive", dealt(leaves(), 16), ids=lambda primitive: primitive.name)
def test_no_argument_breaks_a_primitive(primitive: Primitive) -> None:
    interpreter = Interpreter(time_limit=SECONDS)
    large = {name: HOSTILE[name]() for name in LARGE}
    for names in combinations(primitive):
        args = [large[name] if name in large else HOSTILE[name]() for name in names]
        try:
            value = interpreter.call(primitive.function, *args)
        except SchemeError as error:
            error.report()  # must be able to show whatever it was
        else:
            assert is_scheme_value(value), f"({primitive.name} {' '.join(names)}) answered {type(value)}"
