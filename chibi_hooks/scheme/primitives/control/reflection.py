"""Records and procedures come in, what they are made of goes out: for pattern matching and introspection libraries."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.values.arguments import symbol
from chibi_hooks.scheme.values.data import RecordType, Value
from chibi_hooks.scheme.values.errors import fail, wrong_type


@primitive("%record-field-index", returns="integer")
def record_field_index(kind: Value, name: Value) -> Value:
    """(%record-field-index type 'field) -> the index of that field for `%record-ref`."""
    if kind.__class__ is not RecordType:
        raise wrong_type("%record-field-index", 1, "a record type", kind)
    field = symbol("%record-field-index", 2, name)
    if field not in kind.field_names:
        fields = ", ".join(kind.field_names) or "none"
        raise fail("range", f"{kind.type_name} has no field {field}; it has {fields}", name, who="match")
    return kind.field_names.index(field)
