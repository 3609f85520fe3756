"""Raised objects come in; what they say goes out (R7RS 6.11). Raising and handling are control primitives, not here."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values.data import String, Value, string_of
from chibi_hooks.scheme.values.errors import Condition, wrong_type
from chibi_hooks.scheme.values.printer import condition_text

internal(Condition)


@primitive("error-object?", inline="a.__class__ is Condition", returns="boolean")
def is_error_object(a: Value) -> bool:
    """(error-object? x) -> whether x was made by `error` or by the engine."""
    return a.__class__ is Condition


@primitive("error-object-message")
def error_object_message(a: Value) -> Value:
    """(error-object-message condition) -> its message; for errors of the engine with the procedure's name before it.

    A copy: the message may be a literal of a library that all worlds share.
    """
    condition = a if a.__class__ is Condition else _condition("error-object-message", a)
    message = condition.message
    if message.__class__ is String:
        return string_of(message.s)
    if message.__class__ is not str:
        return message
    return string_of(f"{condition.who}: {message}" if condition.who else message)


@primitive("error-object-irritants")
def error_object_irritants(a: Value) -> Value:
    """(error-object-irritants condition) -> the list of objects it is about."""
    return _condition("error-object-irritants", a).irritants


@primitive("read-error?", returns="boolean")
def is_read_error(a: Value) -> bool:
    """(read-error? x) -> whether x says that text could not be read as a datum."""
    return a.__class__ is Condition and a.condition_kind == "read"


@primitive("file-error?", returns="boolean")
def is_file_error(a: Value) -> bool:
    """(file-error? x) -> whether x says that a file could not be opened, read, written or deleted."""
    return a.__class__ is Condition and a.condition_kind == "file"


@primitive("%condition-text", returns="string")
def text_of_condition(a: Value) -> Value:
    """(%condition-text condition) -> the line an error report of it would begin with."""
    return string_of(condition_text(_condition("condition-text", a)))


def _condition(who: str, x: Value) -> Condition:
    if x.__class__ is Condition:
        return x
    raise wrong_type(who, 0, "an error object", x)
