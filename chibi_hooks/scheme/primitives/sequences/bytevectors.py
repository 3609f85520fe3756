"""Bytevectors come in; bytes, ranges, copies and text go out (R7RS 6.9)."""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.primitives.text.strings import room
from chibi_hooks.scheme.values import arguments, limits
from chibi_hooks.scheme.values.arguments import are, byte, octets, span, text
from chibi_hooks.scheme.values.data import UNSPECIFIED, Bytevector, Value, string_of
from chibi_hooks.scheme.values.errors import SchemeError, fail

internal(Bytevector)


@primitive("bytevector?", inline="a.__class__ is Bytevector", returns="boolean")
def is_bytevector(a: Value) -> bool:
    """(bytevector? x) -> whether x is a bytevector."""
    return a.__class__ is Bytevector


@primitive("bytevector")
def bytevector(*items: Value) -> Value:
    """(bytevector byte ...) -> a new bytevector of the arguments."""
    if are(items, int):
        try:
            return Bytevector(bytearray(items))
        except (ValueError, OverflowError):  # one is no byte
            pass
    try:
        return Bytevector(bytearray(items))
    except (TypeError, ValueError):
        return Bytevector(bytearray([byte("bytevector", position, x) for position, x in enumerate(items, 1)]))


@primitive("make-bytevector")
def make_bytevector(k: Value, fill: Value = 0) -> Value:
    """(make-bytevector k [byte]) -> a bytevector of k times byte, zeros if none is given."""
    n = arguments.count("make-bytevector", 1, k)
    return Bytevector(bytearray(bytes([byte("make-bytevector", 2, fill)]) * n))


@primitive("bytevector-length", inline="len(a.b)", returns="integer")
def bytevector_length(a: Value) -> Value:
    """(bytevector-length bytevector) -> how many bytes."""
    return len(octets("bytevector-length", 0, a))


@primitive("bytevector-u8-ref", inline="a.b[b if b >= 0 else bad_index(a, b)]", returns="integer")
def bytevector_u8_ref(a: Value, b: Value) -> Value:
    """(bytevector-u8-ref bytevector k) -> the byte at k."""
    data = octets("bytevector-u8-ref", 1, a)
    return data[arguments.index("bytevector-u8-ref", 2, b, len(data))]


@primitive("bytevector-u8-set!", pure=False, returns="unspecified", checks_first=True)
def bytevector_u8_set(a: Value, b: Value, x: Value) -> Value:
    """(bytevector-u8-set! bytevector k byte) puts byte at k."""
    data = octets("bytevector-u8-set!", 1, a)
    data[arguments.index("bytevector-u8-set!", 2, b, len(data))] = byte("bytevector-u8-set!", 3, x)
    return UNSPECIFIED


@primitive("bytevector-copy")
def bytevector_copy(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(bytevector-copy bytevector [start [end]]) -> a new bytevector of that range."""
    data = octets("bytevector-copy", 1, a)
    first, last = span("bytevector-copy", 2, len(data), start, end)
    return Bytevector(data[first:last])


@primitive("bytevector-copy!", pure=False, returns="unspecified")
def bytevector_copy_to(to: Value, at: Value, a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(bytevector-copy! to at from [start [end]]) copies that range into `to`, beginning at `at`; they may overlap."""
    target = octets("bytevector-copy!", 1, to)
    data = octets("bytevector-copy!", 3, a)
    first, last = span("bytevector-copy!", 4, len(data), start, end)
    place = room("bytevector-copy!", at, len(target), last - first)
    target[place : place + last - first] = data[first:last]
    return UNSPECIFIED


@primitive("bytevector-append")
def bytevector_append(*parts: Value) -> Value:
    """(bytevector-append bytevector ...) -> all bytes in one new bytevector."""
    try:
        chunks = [x.b for x in parts]
    except AttributeError:
        chunks = [octets("bytevector-append", position, x) for position, x in enumerate(parts, 1)]
    if len(chunks) == 2:  # mostly
        one, other = chunks
        limits.size("bytevector-append", len(one) + len(other))
        return Bytevector(one + other)
    limits.size("bytevector-append", sum(map(len, chunks)))
    return Bytevector(bytearray().join(chunks))


@primitive("utf8->string", returns="string")
def utf8_to_string(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(utf8->string bytevector [start [end]]) -> the text these bytes encode; an error if they are not UTF-8."""
    data = octets("utf8->string", 1, a)
    first, last = span("utf8->string", 2, len(data), start, end)
    try:
        return string_of((data if last - first == len(data) else data[first:last]).decode())
    except UnicodeDecodeError as error:
        raise _not_utf8(data, first + error.start) from None


def _not_utf8(data: bytearray, at: int) -> SchemeError:
    return fail("range", f"wanted UTF-8, got byte {data[at]} at index {at}", data[at], at, who="utf8->string")


@primitive("string->utf8")
def string_to_utf8(a: Value, start: Value | None = None, end: Value | None = None) -> Value:
    """(string->utf8 string [start [end]]) -> the UTF-8 bytes of that range."""
    s = text("string->utf8", 1, a)
    first, last = span("string->utf8", 2, len(s), start, end)
    try:
        data = bytearray(s[first:last].encode())
    except UnicodeEncodeError as error:  # only a host can hand in such text
        at = first + error.start
        raise fail("range", f"wanted characters, got a surrogate at index {at}", at, who="string->utf8") from None
    limits.size("string->utf8", len(data))
    return Bytevector(data)
