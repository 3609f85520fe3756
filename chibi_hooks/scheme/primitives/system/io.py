"""Ports, characters, bytes and data come in and go out: the input and output procedures of R7RS 6.13.

Rules: a procedure without its port argument asks `ports.current`; the parameters `current-input-port` … are control's.
Closed ports and ports of the wrong sort are refused at the end of this file.
"""

from __future__ import annotations

from collections.abc import Callable

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.values import arguments, ports, printer
from chibi_hooks.scheme.values.arguments import byte, character, octets, span, text
from chibi_hooks.scheme.values.data import CHARS, EOF, UNSPECIFIED, Bytevector, Char, String, Symbol, Value, string_of
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.scheme.values.integers import SMALL
from chibi_hooks.scheme.values.late import late_module
from chibi_hooks.scheme.values.ports import (
    SHORT,
    BinaryInput,
    BinaryOutput,
    Port,
    TextInput,
    TextOutput,
    collecting,
    reading,
)
from chibi_hooks.typenames import Any, Final, TypeVar

FEW: Final = 500  # pieces that are joined at once

P = TypeVar("P", bound=Port)

internal(EOF, "EOF")
internal(TextOutput)
for _kind in (TextInput, TextOutput, BinaryInput, BinaryOutput):
    printer.shown_as(_kind, Port.description)


@primitive("eof-object", inline={0: "EOF"})
def eof_object() -> Value:
    """(eof-object) -> the object that stands for the end of input."""
    return EOF


@primitive("eof-object?", inline="a is EOF", returns="boolean")
def is_eof_object(a: Value) -> bool:
    """(eof-object? x) -> whether x is the end-of-input object."""
    return a is EOF


@primitive("port?", returns="boolean")
def is_port(a: Value) -> bool:
    """(port? x) -> whether x is a port."""
    return isinstance(a, Port)


@primitive("input-port?", returns="boolean")
def is_input_port(a: Value) -> bool:
    """(input-port? x) -> whether x is a port to read from."""
    return isinstance(a, TextInput | BinaryInput)


@primitive("output-port?", returns="boolean")
def is_output_port(a: Value) -> bool:
    """(output-port? x) -> whether x is a port to write to."""
    return isinstance(a, TextOutput | BinaryOutput)


@primitive("textual-port?", returns="boolean")
def is_textual_port(a: Value) -> bool:
    """(textual-port? x) -> whether x is a port of characters."""
    return isinstance(a, TextInput | TextOutput)


@primitive("binary-port?", returns="boolean")
def is_binary_port(a: Value) -> bool:
    """(binary-port? x) -> whether x is a port of bytes."""
    return isinstance(a, BinaryInput | BinaryOutput)


@primitive("input-port-open?", returns="boolean")
def is_input_port_open(a: Value) -> bool:
    """(input-port-open? port) -> whether one can still read from it; from an output port one never can."""
    if not isinstance(a, Port):
        raise wrong_type("input-port-open?", 0, "a port", a)
    return isinstance(a, TextInput | BinaryInput) and a.opened


@primitive("output-port-open?", returns="boolean")
def is_output_port_open(a: Value) -> bool:
    """(output-port-open? port) -> whether one can still write to it; to an input port one never can."""
    if not isinstance(a, Port):
        raise wrong_type("output-port-open?", 0, "a port", a)
    return isinstance(a, TextOutput | BinaryOutput) and a.opened


def _declare_close(name: str, kinds: tuple[type[Port], ...], wanted: str) -> None:
    def close(a: Value) -> Value:
        if not isinstance(a, kinds):
            raise wrong_type(name, 0, wanted, a)
        a.close()
        return UNSPECIFIED

    close.__doc__ = f"({name} port) closes it; closing again does nothing."
    close.__name__ = close.__qualname__ = name
    primitive(name, pure=False, returns="unspecified")(close)


_declare_close("close-port", (Port,), "a port")
_declare_close("close-input-port", (TextInput, BinaryInput), "an input port")
_declare_close("close-output-port", (TextOutput, BinaryOutput), "an output port")


@primitive("open-input-string")
def open_input_string(a: Value) -> Value:
    """(open-input-string string) -> a port that gives its characters."""
    return reading(text("open-input-string", 0, a))


@primitive("open-output-string")
def open_output_string() -> Value:
    """(open-output-string) -> a port that collects characters for `get-output-string`."""
    return collecting()


@primitive("get-output-string", pure=False, returns="string")
def get_output_string(port: Value) -> Value:
    """(get-output-string port) -> what was written to it so far."""
    made = String()
    if port.__class__ is TextOutput and port.sink is None and not port.joined and len(port.unwritten) < FEW:
        made.s = "".join(port.unwritten)
        return made
    collected = port.collected() if port.__class__ is TextOutput else None
    if collected is None:
        raise wrong_type("get-output-string", 0, "a port made by open-output-string", port)
    made.s = collected
    return made


@primitive("open-input-bytevector")
def open_input_bytevector(a: Value) -> Value:
    """(open-input-bytevector bytevector) -> a port that gives its bytes."""
    return BinaryInput(bytes(octets("open-input-bytevector", 0, a)))


@primitive("open-output-bytevector")
def open_output_bytevector() -> Value:
    """(open-output-bytevector) -> a port that collects bytes for `get-output-bytevector`."""
    return BinaryOutput()


@primitive("get-output-bytevector", pure=False)
def get_output_bytevector(port: Value) -> Value:
    """(get-output-bytevector port) -> what was written to it so far."""
    collected = port.collected() if port.__class__ is BinaryOutput else None
    if collected is None:
        raise wrong_type("get-output-bytevector", 0, "a port made by open-output-bytevector", port)
    return Bytevector(bytearray(collected))


@primitive("read-char", pure=False)
def read_char(port: Value | None = None) -> Value:
    """(read-char [port]) -> the next character, or the end-of-input object."""
    return CHARS[read_text(_text_input("read-char", 0, port))]


@primitive("%take-char", pure=False)
def take_char(port: Value, character: Value) -> Value:
    """(%take-char port char) -> the character, taken out of the port: that is what `peek-char` gave just now."""
    read_text(_text_input("read-char", 1, port))
    return character


@primitive("peek-char", pure=False)
def peek_char(port: Value | None = None) -> Value:
    """(peek-char [port]) -> the next character without taking it, or the end-of-input object."""
    return CHARS[peek_text(_text_input("peek-char", 0, port))]


@internal
def text_or_end(x: Value) -> Value:
    """The text of a character; the end-of-input object stands for itself."""
    return x if x is EOF else x.c


@internal
def read_text(port: Value) -> Value:
    """The text of the next character, or the end-of-input object: what compiled code asks where the buffer ends."""
    source = port if port.__class__ is TextInput and port.opened else _text_input("read-char", 0, port)
    text = source.peek()
    if not text:
        return EOF
    source.position += 1
    return text


@internal
def peek_text(port: Value) -> Value:
    """The same, without taking it."""
    source = port if port.__class__ is TextInput and port.opened else _text_input("peek-char", 0, port)
    return source.peek() or EOF


@primitive("char-ready?", pure=False, returns="boolean")
def is_char_ready(port: Value | None = None) -> bool:
    """(char-ready? [port]) -> whether reading a character would not wait; ports here never do."""
    _text_input("char-ready?", 0, port)
    return True


@primitive("read-line", pure=False)
@internal
def read_line(port: Value | None = None) -> Value:
    """(read-line [port]) -> the characters up to the end of the line, or the end-of-input object."""
    source = port if port.__class__ is TextInput and port.opened else _text_input("read-line", 0, port)
    line = source.line()
    return EOF if line is None else string_of(line)


@primitive("read-string", pure=False)
def read_string(k: Value, port: Value | None = None) -> Value:
    """(read-string k [port]) -> the next k characters, fewer at the end, or the end-of-input object."""
    if k.__class__ is TextInput:  # chibi and others take (read-string port k) too
        k, port = port, k
    source = _text_input("read-string", 2, port)
    count = arguments.count("read-string", 1, k)
    taken = source.take(count)
    return string_of(taken) if taken or not count else EOF


@primitive("read", pure=False)
def read(port: Value | None = None) -> Value:
    """(read [port]) -> the next datum, or the end-of-input object; a read error if the text is none."""
    return late_module("chibi_hooks.scheme.reading.inputs").read_next(_text_input("read", 0, port))


@primitive("read-u8", pure=False)
def read_u8(port: Value | None = None) -> Value:
    """(read-u8 [port]) -> the next byte, or the end-of-input object."""
    return next_byte(_binary_input("read-u8", 0, port))


@primitive("peek-u8", pure=False)
def peek_u8(port: Value | None = None) -> Value:
    """(peek-u8 [port]) -> the next byte without taking it, or the end-of-input object."""
    return coming_byte(_binary_input("peek-u8", 0, port))


@internal
def next_byte(port: Value) -> Value:
    """The next byte, or the end-of-input object: what compiled code asks where there is none left in `octets`."""
    source = port if port.__class__ is BinaryInput and port.opened else _binary_input("read-u8", 0, port)
    found = source.peek()
    if found is None:
        return EOF
    source.offset += 1
    return found


@internal
def coming_byte(port: Value) -> Value:
    """The same, without taking it."""
    source = port if port.__class__ is BinaryInput and port.opened else _binary_input("peek-u8", 0, port)
    found = source.peek()
    return EOF if found is None else found


@primitive("u8-ready?", pure=False, returns="boolean")
def is_u8_ready(port: Value | None = None) -> bool:
    """(u8-ready? [port]) -> whether reading a byte would not wait; ports here never do."""
    _binary_input("u8-ready?", 0, port)
    return True


@primitive("read-bytevector", pure=False)
def read_bytevector(k: Value, port: Value | None = None) -> Value:
    """(read-bytevector k [port]) -> the next k bytes, fewer at the end, or the end-of-input object."""
    source = _binary_input("read-bytevector", 2, port)
    count = arguments.count("read-bytevector", 1, k)
    taken = source.take(count)
    return Bytevector(bytearray(taken)) if taken or not count else EOF


@primitive("read-bytevector!", pure=False)
def read_bytevector_into(
    to: Value, port: Value | None = None, start: Value | None = None, end: Value | None = None
) -> Value:
    """(read-bytevector! bytevector [port [start [end]]]) fills that range -> how many bytes came, or end of input."""
    data = octets("read-bytevector!", 1, to)
    source = _binary_input("read-bytevector!", 2, port)
    first, last = span("read-bytevector!", 3, len(data), start, end)
    taken = source.take(last - first)
    if not taken and last > first:
        return EOF
    data[first : first + len(taken)] = taken
    return len(taken)


@primitive("write-char", pure=False, returns="unspecified")
def write_char(a: Value, port: Value | None = None) -> Value:
    """(write-char char [port]) writes the character itself."""
    return _put("write-char", 2, character("write-char", 1, a), port)


@primitive("write-string", pure=False, returns="unspecified")
def write_string(a: Value, port: Value | None = None, start: Value | None = None, end: Value | None = None) -> Value:
    """(write-string string [port [start [end]]]) writes the characters of that range."""
    s = text("write-string", 1, a)
    if start is not None:
        first, last = span("write-string", 3, len(s), start, end)
        s = s[first:last]
    return _put("write-string", 2, s, port)


@primitive("newline", pure=False, returns="unspecified")
def newline(port: Value | None = None) -> Value:
    """(newline [port]) ends the line."""
    return _put("newline", 0, "\n", port)


@primitive("write", pure=False, returns="unspecified")
def write(x: Value, port: Value | None = None) -> Value:
    """(write x [port]) writes x so that it can be read again; labels mark cycles."""
    written = str(x) if x.__class__ is int and -SMALL < x < SMALL else printer.write_text(x)
    if port.__class__ is TextOutput and len(port.unwritten) < port.room and len(written) <= SHORT:
        port.unwritten.append(written)
        return UNSPECIFIED
    return _put("write", 2, written, port)


@primitive("write-shared", pure=False, returns="unspecified")
def write_shared(x: Value, port: Value | None = None) -> Value:
    """(write-shared x [port]) writes x with labels for everything that occurs more than once."""
    return _put("write-shared", 2, printer.write_shared_text(x), port)


@primitive("write-simple", pure=False, returns="unspecified")
def write_simple(x: Value, port: Value | None = None) -> Value:
    """(write-simple x [port]) writes x without labels; an error for circular data."""
    return _put("write-simple", 2, printer.write_simple_text(x), port)


@primitive("display", pure=False, returns="unspecified")
def display(x: Value, port: Value | None = None) -> Value:
    """(display x [port]) writes x for people: strings and characters as they are."""
    kind = x.__class__
    if kind is String:
        written = x.s
    elif kind is Symbol:
        written = x.text
    elif kind is Char:
        written = x.c
    else:
        written = str(x) if kind is int and -SMALL < x < SMALL else printer.display_text(x)
    if port.__class__ is TextOutput and len(port.unwritten) < port.room and len(written) <= SHORT:
        port.unwritten.append(written)
        return UNSPECIFIED
    return _put("display", 2, written, port)


@primitive("write-u8", pure=False, returns="unspecified")
def write_u8(a: Value, port: Value | None = None) -> Value:
    """(write-u8 byte [port]) writes one byte."""
    _binary_output("write-u8", 2, port).put(bytes((byte("write-u8", 1, a),)))
    return UNSPECIFIED


@primitive("write-bytevector", pure=False, returns="unspecified")
def write_bytevector(
    a: Value, port: Value | None = None, start: Value | None = None, end: Value | None = None
) -> Value:
    """(write-bytevector bytevector [port [start [end]]]) writes the bytes of that range."""
    data = octets("write-bytevector", 1, a)
    first, last = span("write-bytevector", 3, len(data), start, end)
    _binary_output("write-bytevector", 2, port).put(bytes(data[first:last]))
    return UNSPECIFIED


@primitive("flush-output-port", pure=False, returns="unspecified")
def flush_output_port(port: Value | None = None) -> Value:
    """(flush-output-port [port]) passes on what the port holds back."""
    target = ports.current("output") if port is None else port
    if not isinstance(target, TextOutput | BinaryOutput) or not target.opened:
        raise wrong_type("flush-output-port", 0, "an open output port", target)
    target.flush()
    return UNSPECIFIED


def _opened(kind: type[P], current: ports.StandardPort, described: str) -> Callable[[str, int, Value | None], P]:
    """What gives the port that a procedure was handed, or the current one: of this class, and open."""

    def checked(who: str, position: int, port: Value | None) -> P:
        found: Any = ports.current(current) if port is None else port
        if found.__class__ is kind and found.opened:
            return found
        raise wrong_type(who, position, described, found)

    return checked


_text_input = _opened(TextInput, "input", "an open textual input port")
_text_output = _opened(TextOutput, "output", "an open textual output port")
_binary_input = _opened(BinaryInput, "input", "an open binary input port")
_binary_output = _opened(BinaryOutput, "output", "an open binary output port")


def _put(who: str, position: int, written: str, port: Value | None) -> Value:
    found: Any = ports.provider("output") if port is None else port
    if found.__class__ is TextOutput and len(found.unwritten) < found.room and len(written) <= SHORT:
        found.unwritten.append(written)
    else:
        _text_output(who, position, found).put(written)
    return UNSPECIFIED
