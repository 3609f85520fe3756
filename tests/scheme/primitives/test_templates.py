"""Every inline template agrees with its function, on good and on wrong arguments; every declaration keeps the rules."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product

import pytest

import chibi_hooks.scheme.primitives.text.texts  # it knows names that templates use, and so does the next
import chibi_hooks.scheme.running.machine  # noqa: F401
from chibi_hooks.scheme.compiling.emitting.filling import CONSTRUCTED
from chibi_hooks.scheme.primitive import INTERNAL, PARAMETERS, PRIMITIVES, Primitive, internal, primitive
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
    string_of,
    vector_of,
)
from chibi_hooks.scheme.values.hashing import HashTable
from chibi_hooks.scheme.values.numbers import Gaussian, Ratio
from chibi_hooks.scheme.values.ports import TextInput
from tests.halves import dealt
from tests.scheme.calling import by_function, by_template

FAMILIES = (
    "comparing.equality sequences.pairs text.symbols text.chars text.strings text.text_search sequences.vectors"
    " sequences.bytevectors control.records comparing.hashtables system.io system.system control.conditions"
)
OURS = {f"chibi_hooks.scheme.primitives.{family}" for family in FAMILIES.split()}
KIND = RecordType("point", ("x", "y"))
VALUES: list[Value] = [
    *(0, 1, 2, -1, 10**30, 0.0, -0.0, 1.0, float("nan"), float("inf"), 1j, Ratio(1, 2)),
    *(Gaussian(0, 1), Gaussian(Ratio(1, 2), -3)),
    *(TRUE, FALSE, NIL, EOF, UNSPECIFIED),
    *(string_of(""), string_of("ab"), string_of("ab"), string_of("Ab")),
    *(char("a"), char("λ"), intern("a"), intern("ab")),
    *(cons(1, NIL), cons(cons(1, 2), cons(3, cons(4, cons(5, NIL)))), cons(1, 2)),
    *(vector_of([]), vector_of([1, 2]), Bytevector(bytearray(b"")), Bytevector(bytearray(b"ab"))),
    *(KIND, RecordType("other", ()), record_of(KIND, [1, 2]), HashTable("equal"), TextInput("t" * 1_000)),
]
FEW = [
    0,
    1,
    1.0,
    FALSE,
    string_of("abc"),
    cons(1, NIL),
    NIL,
    vector_of([1, 2]),
    KIND,
    record_of(KIND, [1, 2]),
    intern("point-x"),
]
TABLE = sorted(
    (name, count)
    for name, primitive in PRIMITIVES.items()
    if primitive.function.__module__ in OURS
    for count in primitive.inline
)
OURSELVES = sorted(name for name, primitive in PRIMITIVES.items() if primitive.function.__module__ in OURS)


@pytest.mark.parametrize(("name", "count"), dealt([pytest.param(*row) for row in TABLE], 8))
def test_template_agrees_with_function(name: str, count: int) -> None:
    primitive = PRIMITIVES[name]
    assert primitive.minimum <= count and (primitive.maximum is None or count <= primitive.maximum)
    for arguments in product(VALUES if count <= 2 else FEW if count <= 4 else [1, KIND], repeat=count):
        if not trusted(primitive, arguments):
            continue
        found = by_function(primitive, list(arguments))
        inlined = by_template(primitive, list(arguments))
        assert inlined == found or (inlined == "error" and found.startswith("error: ")), (name, arguments)


def trusted(primitive: Primitive, arguments: tuple[Value, ...]) -> bool:
    """Whether an expansion of `define-record-type` could make this call: it counts the fields itself."""
    if primitive.name == "%record" and arguments[0].__class__ is RecordType:
        return len(arguments[0].field_names) == len(arguments) - 1
    if primitive.name == "%record-ref":
        return arguments[1] is KIND and arguments[2].__class__ is int and arguments[3] is intern("point-x")
    return True


def test_templates_use_only_parameters_runtime_names_and_slots() -> None:
    for name, count in TABLE:
        nodes = [*ast.walk(ast.parse(PRIMITIVES[name].inline[count], mode="eval"))]
        assert not any(isinstance(node, ast.NamedExpr | ast.Lambda | ast.comprehension) for node in nodes), name
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        assert names <= set(PARAMETERS[:count]) | set(INTERNAL) | set(CONSTRUCTED), name


def test_slots_that_templates_read_belong_to_one_class_only() -> None:
    read = set()
    for name, count in TABLE:
        tree = ast.parse(PRIMITIVES[name].inline[count], mode="eval")
        attributes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        read |= {node.attr for node in attributes if isinstance(node.value, ast.Name)} - {"__class__"}
    owners = {slot: [kind.__name__ for kind in subclasses(Datum) if slot in vars(kind)] for slot in read}
    assert {slot: found for slot, found in owners.items() if len(found) != 1} == {}


def subclasses(kind: type) -> list[type]:
    return [each for below in kind.__subclasses__() for each in (below, *subclasses(below))]


def test_each_primitive_says_how_it_is_called() -> None:
    docs = {name: PRIMITIVES[name].doc for name in OURSELVES}
    assert [name for name, doc in docs.items() if not (doc.startswith("(") and doc.endswith("."))] == []


@pytest.mark.parametrize("name", dealt(OURSELVES, 8))
def test_wrong_arguments_give_a_scheme_error_or_a_value_and_nothing_else(name: str) -> None:
    """Every primitive, called with every value in every place: by_function lets anything but a SchemeError through."""
    primitive = PRIMITIVES[name]
    if name in ("exit", "emergency-exit") or name.startswith("%record"):
        return
    most = primitive.minimum + 1 if primitive.maximum is None else primitive.maximum
    for count in range(primitive.minimum, most + 1):
        for arguments in calls(count):
            by_function(primitive, list(arguments))


def calls(count: int) -> Iterator[tuple[Value, ...]]:
    """Argument lists of that length: every value in every place, beside a few others."""
    if count == 0:
        yield ()
        return
    others = list(product(FEW if count < 3 else FEW[:4], repeat=count - 1))
    for place, x, rest in product(range(count), VALUES, others):
        yield (*rest[:place], x, *rest[place:])


def test_a_name_in_generated_code_means_one_thing() -> None:
    """A primitive `%runs` would be what the internal function `runs` is called there."""
    with pytest.raises(ValueError, match="%list means two things"):
        internal(object(), "list")
    with pytest.raises(ValueError, match="%list means two things"):
        primitive("%list")(lambda a: a)
