"""Record types, instances and field numbers come in, fields go out: what `define-record-type` expands to (R7RS 5.5).

Rules: only expansions of `define-record-type` (and libraries of ours) call these; the names of constructor, accessor
and modifier come along as symbols, so that an error reads `point-x: wanted a point, got 5`.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import PARAMETERS, internal, primitive
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import (
    FIRST_FIELDS,
    UNSPECIFIED,
    Record,
    RecordType,
    String,
    Symbol,
    Value,
    record_of,
)
from chibi_hooks.scheme.values.errors import SchemeError, fail, wrong_type
from chibi_hooks.typenames import NoReturn

internal(Record)
internal(RecordType)

_RECORD_TEMPLATES = {
    1 + n: f"Record({', '.join(['a if a.__class__ is RecordType else not_a_type(a)', *PARAMETERS[1 : 1 + n]])})"
    for n in range(1 + len(FIRST_FIELDS))
}


@primitive("%make-record-type")
def make_record_type(name: Value, fields: Value) -> Value:
    """(%make-record-type 'point '(x y)) -> a new record type; angle brackets around the name are dropped."""
    type_name = _name(name)
    if len(type_name) > 2 and type_name.startswith("<") and type_name.endswith(">"):
        type_name = type_name[1:-1]
    return RecordType(type_name, tuple(_name(x) for x in list_items("%make-record-type", 2, fields)))


@primitive("%record", inline=_RECORD_TEMPLATES)
def record(kind: Value, *fields: Value) -> Value:
    """(%record type x ...) -> an instance; one value for each field of the type, in its order."""
    if kind.__class__ is not RecordType:
        not_a_type(kind)
    if len(fields) != len(kind.field_names):
        wanted = f"wanted {len(kind.field_names)} fields, got {len(fields)}"
        raise fail("arity", wanted, who=kind.type_name)
    return record_of(kind, list(fields))


@primitive("%record?", inline="a.__class__ is Record and a.kind is b", returns="boolean")
def is_record(a: Value, kind: Value) -> bool:
    """(%record? x type) -> whether x is an instance of that very type."""
    return a.__class__ is Record and a.kind is kind


@primitive("%record-ref", inline="a[c] if a.kind is b else not_a_record(a, b, d)")
def record_ref(a: Value, kind: Value, index: Value, who: Value) -> Value:
    """(%record-ref x type index accessor-name) -> that field of x."""
    if a.__class__ is not Record or a.kind is not kind:
        not_a_record(a, kind, who)
    return a[index]


@primitive("%record-set!", pure=False, returns="unspecified", checks_first=True)
def record_set(a: Value, kind: Value, index: Value, x: Value, who: Value) -> Value:
    """(%record-set! r type index x modifier-name) puts x into that field of r."""
    if a.__class__ is not Record or a.kind is not kind:
        raise _wrong_record(a, kind, who, 1)
    a[index] = x
    return UNSPECIFIED


@internal
def not_a_record(a: Value, kind: Value, who: Value) -> NoReturn:
    """Raise the error of an accessor that was given something else."""
    raise _wrong_record(a, kind, who, 0)


@internal
def not_this_record(a: Value, kind: Value, who: Value) -> NoReturn:
    """Raise the error of a modifier that was given something else."""
    raise _wrong_record(a, kind, who, 1)


@internal
def not_a_type(x: Value) -> NoReturn:
    """Raise the error of a constructor whose record type is none (somebody redefined its name)."""
    raise wrong_type("define-record-type", 0, "a record type", x)


def _wrong_record(a: Value, kind: Value, who: Value, position: int) -> SchemeError:
    if kind.__class__ is not RecordType:
        not_a_type(kind)
    article = "an" if kind.type_name[:1].lower() in "aeiou" else "a"
    return wrong_type(_name(who), position, f"{article} {kind.type_name}", a)


def _name(x: Value) -> str:
    """A name written as symbol or string."""
    if x.__class__ is Symbol:
        return x.text
    if x.__class__ is String:
        return x.s
    raise wrong_type("%make-record-type", 0, "a name", x)
