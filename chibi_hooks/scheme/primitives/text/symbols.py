"""Symbols and names come in, names and symbols go out (R7RS 6.5); also `procedure?` (6.10)."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values.arguments import symbol, text
from chibi_hooks.scheme.values.data import String, Symbol, Value, intern, string_of

internal(Symbol)
internal(String)
internal(intern)


@primitive("symbol?", inline="a.__class__ is Symbol", returns="boolean")
def is_symbol(a: Value) -> bool:
    """(symbol? x) -> whether x is a symbol."""
    return a.__class__ is Symbol


@primitive("symbol->string", inline="String(a.text)", returns="string")
def symbol_to_string(a: Value) -> Value:
    """(symbol->string symbol) -> its name, as a new string."""
    return string_of(symbol("symbol->string", 0, a))


@primitive("string->symbol", inline="intern(a.s)")
def string_to_symbol(a: Value) -> Value:
    """(string->symbol string) -> the symbol of that name."""
    return intern(text("string->symbol", 0, a))


@primitive("symbol=?", returns="boolean")
def is_same_symbol(a: Value, b: Value, *rest: Value) -> bool:
    """(symbol=? a b ...) -> whether all are the same symbol."""
    if a.__class__ is Symbol and b.__class__ is Symbol and not rest:
        return a is b
    for position, x in enumerate((a, b, *rest), 1):
        symbol("symbol=?", position, x)
    return a is b and all(x is a for x in rest)


@primitive("procedure?", inline="callable(a)", returns="boolean")
def is_procedure(a: Value) -> bool:
    """(procedure? x) -> whether x can be called."""
    return callable(a)
