"""Any Scheme value in, text out: `write`, `display` and their variants, and the short forms that messages use.

Rules
-----
* Iterative; circular, deep or enormous data costs at most `limits.ELEMENTS` characters, then fails clearly ("limit").
* `write` and `display` label what contains itself, `write-shared` whatever is met twice, `write-simple` nothing
  (R7RS 6.13.3).
* Abbreviations are not used: `''a` is written (quote a), as in R7RS 4.1.2.
* A symbol is written bare where our reader takes it bare (`λ` too, although R7RS would put bars around it).
* Values without a written form are `#<name …>`. A class of the runtime says what it is with `shown_as`; one that does
  not is shown by its class name (`class HashTable` -> `#<hash-table>`), never by Python's `repr`.

Theory: most data is small and not circular. So the first attempt (`plain_text`, which knows the usual kinds of data)
looks for hardly any cycle, nor does the second; one that ends within its steps met none, and only what is larger pays
for the search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from chibi_hooks.scheme.values import limits, numerals, spelling
from chibi_hooks.scheme.values.data import (
    NIL,
    Boolean,
    Bytevector,
    Char,
    Nil,
    Pair,
    Record,
    RecordType,
    Special,
    String,
    Symbol,
    Value,
    Values,
    Vector,
)
from chibi_hooks.scheme.values.errors import WORDING, Condition, fail
from chibi_hooks.scheme.values.integers import SMALL
from chibi_hooks.scheme.values.late import late_pattern
from chibi_hooks.scheme.values.numbers import INEXACT, Gaussian, Ratio
from chibi_hooks.scheme.values.plain_text import DISPLAYED, WRITTEN, plain_text
from chibi_hooks.typenames import Any, Final

FEW_STEPS: Final = 500  # the same of little data:
FEW: Final = 1_000  # pairs and the like, looked through in half a millisecond
PLAIN_STEPS: Final = 10_000  # parts printed before anybody asks whether the data is circular: about 5 ms
SHORT: Final = 60  # characters of a value in a message: it stays on one line
MESSAGE: Final = 2_000  # characters of a whole message: about a screen
DIGITS_SHOWN: Final = 200  # a longer integer is described in a message: its digits cost quadratic time

Piece = (
    Any  # on the stack of a printer: a str is text, a `_Rest` the remainder of a sequence, all else a value to print
)


def write_text(x: Value) -> str:
    """What `write` writes: labels only where the data contains itself."""
    if x.__class__ is int and x < SMALL and x > -SMALL:
        return str(x)
    spell = WRITTEN.get(x.__class__)
    text = spell(x) if spell is not None else plain_text(x, True)
    return _text(x, quoted=True) if text is None else text


def display_text(x: Value) -> str:
    """What `display` writes: strings and characters bare, labels only where the data contains itself."""
    if x.__class__ is int and x < SMALL and x > -SMALL:
        return str(x)
    spell = DISPLAYED.get(x.__class__)
    text = spell(x) if spell is not None else plain_text(x, False)
    return _text(x, quoted=False) if text is None else text


def write_shared_text(x: Value) -> str:
    """What `write-shared` writes: labels wherever data is met twice."""
    labels = _met_twice(x)
    return _Printer(True, labels=labels).text(x) if labels else write_simple_text(x)


def write_simple_text(x: Value) -> str:
    """What `write-simple` writes: no labels. Raises a "limit" condition when circular data makes the text too long."""
    text = plain_text(x, True)
    return _Printer(True).text(x) if text is None else text


def short(x: Value, limit: int = SHORT) -> str:
    """The written form cut to `limit` characters, for messages: bounded work, whatever the value is.

    >>> short(string_of("a" * 100), 12)
    '"aaaaaaaaaa…'
    """
    spell = WRITTEN.get(x.__class__)  # mostly it is a leaf, which is what a primitive did not want
    text = spell(x) if spell is not None else None
    return text if text is not None and len(text) <= limit else _Brief(limit).text(x)


def condition_text(payload: Value) -> str:
    """One line for a raised object: `who: message irritants`; for anything but a condition `raised: …`.

    Irritants are added to the script's own messages only: the engine's (a Python str) are whole sentences.
    """
    if not isinstance(payload, Condition):
        return f"raised: {short(payload, MESSAGE)}"
    return _Brief(MESSAGE).line(_condition_pieces(payload))


def procedure_name(x: Value) -> str | None:
    """The name a procedure was defined with, or None: its `__scheme_name__`, or what one of `procedure_names` says."""
    name: str | None = getattr(x, "__scheme_name__", None)
    for find in procedure_names:
        name = name or find(x)
    return name


procedure_names: Final[list[Callable[[Value], str | None]]] = []  # the runtime adds what it knows about procedures


def shown_as(kind: type, describe: Callable[[Any], str]) -> None:
    """Say how values of exactly this type are shown: `describe(x)` gives what stands between `#<` and `>`.

    `shown_as(Port, lambda port: f"port {port.name}")`
    """
    _ATOMS[kind] = lambda printer, x: (f"#<{describe(x)}>",)


def _text(x: Value, quoted: bool) -> str:
    try:
        return _Printer(quoted, steps=FEW_STEPS).text(x)
    except _TooLong:
        labels = _on_cycles(x, FEW)  # little data of which there is much to print goes round
    if labels is None:
        try:
            return _Printer(quoted, steps=PLAIN_STEPS).text(x)
        except _TooLong:
            labels = _on_cycles(x)
    return _Printer(quoted, labels=labels or ()).text(x)


class _TooLong(Exception):
    """The text, or the work for it, has reached its limit."""


class _Rest:
    """What remains of a list (`tail`, if `members` is None) or of a sequence (`members`), and the closing text."""

    __slots__ = ("members", "tail", "closing")

    def __init__(self, members: Iterator[Value] | None, tail: Value, closing: str) -> None:
        self.members = members
        self.tail = tail
        self.closing = closing


class _Printer:
    """One text. `labels`: ids of what gets a datum label; `steps`: how many before giving up with `_TooLong`."""

    def __init__(self, quoted: bool, labels: Iterable[int] = (), steps: int | None = None) -> None:
        self.quoted = quoted
        self.labels: dict[int, int | None] = dict.fromkeys(labels)  # id -> number of its label, None before it is met
        self.labels_met = 0
        self.steps = steps
        self.room = limits.ELEMENTS
        self.parts: list[str] = []

    def text(self, x: Value) -> str:
        """The printed form of a value. Raises _TooLong when there is no room left."""
        try:
            self.run([x])
        except _TooLong:
            if self.steps is not None:
                raise
            raise fail("limit", f"the printed form would be longer than {limits.ELEMENTS} characters") from None
        return "".join(self.parts)

    def run(self, stack: list[Piece]) -> None:
        """Print what is on the stack, last first. Raises _TooLong when there is no room left."""
        steps = 0
        while stack:
            x = stack.pop()
            kind = x.__class__
            steps += 1
            if steps == self.steps:
                raise _TooLong
            if kind is str:
                self.emit(x)
            elif kind is _Rest:
                self.next_member(x, stack)
            elif kind in _ATOMS:
                for part in _ATOMS[kind](self, x):
                    self.emit(part)
            elif kind not in _COMPOUND:
                self.emit(_foreign(x))
            elif id(x) not in self.labels or self.is_new_label(x):
                stack += reversed(_COMPOUND[kind](x))

    def emit(self, part: str) -> None:
        """Add text. Raises _TooLong when there is no room left."""
        self.room -= len(part)
        if self.room < 0:
            raise _TooLong
        self.parts.append(part)

    def next_member(self, rest: _Rest, stack: list[Piece]) -> None:
        """Print the next member with a space before it, or the end."""
        if rest.members is not None:
            for member in rest.members:
                stack += (rest, member, " ")
                return
        elif rest.tail.__class__ is Pair and id(rest.tail) not in self.labels:
            member, rest.tail = rest.tail.car, rest.tail.cdr
            stack += (rest, member, " ")
            return
        elif rest.tail is not NIL:
            stack += (rest.closing, rest.tail, " . ")
            return
        self.emit(rest.closing)

    def is_new_label(self, x: Value) -> bool:
        """Print the label of x, to be followed by its datum (True), or a reference to it (False)."""
        number = self.labels[id(x)]
        if number is not None:
            self.emit(f"#{number}#")
            return False
        self.labels[id(x)] = self.labels_met
        self.emit(f"#{self.labels_met}=")
        self.labels_met += 1
        return True

    def number(self, x: Any) -> str:
        """A number in decimal."""
        return str(x) if x.__class__ is int and x.bit_length() < 1000 else numerals.format_number(x)

    def visible(self, text: str) -> str:
        """As much of a text as can be printed."""
        return text


class _Brief(_Printer):
    """A printer that cuts its text at `limit` characters and does no work for what lies behind."""

    def __init__(self, limit: int) -> None:
        super().__init__(quoted=True)
        self.limit = self.room = limit

    def text(self, x: Value) -> str:
        return self.line([x])

    def line(self, pieces: list[Piece]) -> str:
        """The pieces, printed one after the other."""
        try:
            self.run(pieces[::-1])
        except _TooLong:
            return "".join(self.parts)[: self.limit - 1] + "…"
        return "".join(self.parts)

    def emit(self, part: str) -> None:
        self.parts.append(part[: self.limit])
        self.room -= len(part)
        if self.room < 0:
            raise _TooLong

    def number(self, x: Any) -> str:
        digits = int(_bits(x) * 0.30103)
        return super().number(x) if digits < DIGITS_SHOWN else f"#<a number of about {digits} digits>"

    def visible(self, text: str) -> str:
        return text[: self.limit + 1]


def _bits(x: Any) -> int:
    """Those of an exact number; an inexact one is never long."""
    if x.__class__ in INEXACT:
        return 0
    if x.__class__ is Gaussian:
        return _bits(x.real) + _bits(x.imag)
    return int(x.numerator.bit_length() + x.denominator.bit_length())


def _number(printer: _Printer, x: Any) -> Iterable[str]:
    return (printer.number(x),)


def _constant(printer: _Printer, x: Boolean | Nil | Special) -> Iterable[str]:
    return (repr(x),)


def _string(printer: _Printer, x: String) -> Iterable[str]:
    text = printer.visible(x.s)
    return spelling.spell_string(text) if printer.quoted else (text,)


def _symbol(printer: _Printer, x: Symbol) -> Iterable[str]:
    text = printer.visible(x.text)
    return spelling.spell_name(text) if printer.quoted else (text,)


def _char(printer: _Printer, x: Char) -> Iterable[str]:
    return (spelling.spell_character(x.c) if printer.quoted else x.c,)


def _bytevector(printer: _Printer, x: Bytevector) -> Iterator[str]:
    yield "#u8("
    for at in range(0, len(x.b), 1000):
        yield " " * (at > 0) + " ".join(map(str, x.b[at : at + 1000]))
    yield ")"


def _record_type(printer: _Printer, x: RecordType) -> Iterable[str]:
    return (f"#<record-type {_type_name(x)}>",)


def _type_name(x: RecordType) -> str:
    return _spelt(x.type_name.removeprefix("<").removesuffix(">") or x.type_name)


def _spelt(name: str) -> str:
    return "".join(spelling.spell_name(name))


_ATOMS: Final[dict[type, Callable[[_Printer, Any], Iterable[str]]]] = {
    int: _number,
    float: _number,
    complex: _number,
    Ratio: _number,
    Gaussian: _number,
    Boolean: _constant,
    Nil: _constant,
    Special: _constant,
    String: _string,
    Symbol: _symbol,
    Char: _char,
    Bytevector: _bytevector,
    RecordType: _record_type,
}


def _sequence(opening: str, members: Iterable[Value], closing: str) -> list[Piece]:
    iterator = iter(members)
    first = [member for _, member in zip("1", iterator, strict=False)]  # one, if there is one
    return [opening, *first, _Rest(iterator, None, closing)]


def _pair_pieces(x: Pair) -> list[Piece]:
    return ["(", x.car, _Rest(None, x.cdr, ")")]


def _vector_pieces(x: Vector) -> list[Piece]:
    return _sequence("#(", x.v, ")")


def _record_pieces(x: Record) -> list[Piece]:
    return [f"#<{_type_name(x.kind)}", _Rest(iter(x.fields), None, ">")]


def _values_pieces(x: Values) -> list[Piece]:
    return ["#<values", _Rest(iter(x.values), None, ">")]


def _error_pieces(x: Condition) -> list[Piece]:
    return ["#<error ", *_condition_pieces(x), ">"]


def _condition_pieces(x: Condition) -> list[Piece]:
    """`who: message irritants`; also for `(error 'who "message" irritant …)`, the form of R6RS."""
    who = f"{x.who}: " if x.who else ""
    message, irritants = x.message, x.irritants
    if isinstance(message, str):
        return [who + message]
    if message.__class__ is Symbol and irritants.__class__ is Pair and irritants.car.__class__ is String:
        who, message, irritants = f"{message.text}: ", irritants.car, irritants.cdr
    return [who, message.s if message.__class__ is String else message, _Rest(None, irritants, "")]


_COMPOUND: Final[dict[type, Callable[[Any], list[Piece]]]] = {
    Pair: _pair_pieces,
    Vector: _vector_pieces,
    Record: _record_pieces,
    Values: _values_pieces,
    Condition: _error_pieces,
}


def _foreign(x: Value) -> str:
    """Whatever this module has no row for."""
    if not callable(x):
        return f"#<{_WORD_START.sub('-', x.__class__.__name__.lstrip('_')).lower()}>"
    name = procedure_name(x)
    return f"#<procedure {_spelt(name)}>" if name else "#<procedure>"


_WORD_START: Final = late_pattern(r"(?<=[a-z0-9])(?=[A-Z])")

_PARTS: Final[dict[type, Callable[[Any], Iterable[Value]]]] = {  # what a compound holds
    Pair: lambda x: (x.car, x.cdr),
    Vector: lambda x: x.v,
    Record: lambda x: x.fields,
    Values: lambda x: x.values,
    Condition: lambda x: (x.message, x.irritants),
}


def _on_cycles(x: Value, most: int | None = None) -> set[int] | None:
    """Ids such that every cycle in x goes through one of them: where a walk in depth meets what it is inside of. None:
    there are more than `most` pairs and the like.
    """
    found: set[int] = set()
    inside: set[int] = set()
    done: set[int] = set()
    stack: list[Value] = [x]  # an int on it is the id of what has been walked through then
    while stack:
        each = stack.pop()
        if each.__class__ is int:
            inside.discard(each)
            done.add(each)
            continue
        if each.__class__ not in _PARTS or (key := id(each)) in done:
            continue
        if key in inside:
            found.add(key)
            continue
        inside.add(key)
        if len(inside) + len(done) == most:
            return None
        stack.append(key)
        stack.extend(part for part in _PARTS[each.__class__](each) if part.__class__ in _PARTS)
    return found


def _met_twice(x: Value) -> set[int]:
    """Ids of what is reached on two ways or more."""
    found: set[int] = set()
    seen: set[int] = set()
    stack: list[Value] = [x]
    while stack:
        each = stack.pop()
        while each.__class__ in _PARTS:
            if (key := id(each)) in seen:
                found.add(key)
                break
            seen.add(key)
            if each.__class__ is Pair:  # along a list
                if each.car.__class__ in _PARTS:
                    stack.append(each.car)
                each = each.cdr
                continue
            stack.extend(part for part in _PARTS[each.__class__](each) if part.__class__ in _PARTS)
            break
    return found


WORDING.short, WORDING.line = short, condition_text
