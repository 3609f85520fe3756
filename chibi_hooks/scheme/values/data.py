"""What a Scheme value is in Python: the one module that every other part of the engine agrees on.

| Scheme | Python |
|---|---|
| exact integer, inexact real, inexact complex | `int`, `float`, `complex` |
| exact ratio, exact complex | `numbers.Ratio`, `numbers.Gaussian` |
| boolean | `TRUE`, `FALSE` (ours, compared by identity) |
| pair, `()` | `Pair`, `NIL` |
| string, char, symbol | `String` (mutable), `Char`, `Symbol` (interned) |
| vector, bytevector | `Vector`, `Bytevector` |
| record, record type | `Record`, `RecordType` |
| procedure | a Python function (or another callable of the runtime) |
| unspecified, end of file, several values | `UNSPECIFIED`, `EOF`, `Values` |

Rules
-----
* The slot name *is* the type check. Compiled code reads `x.car`, `x.s`, `x.v` without asking first: no two classes
  share a public slot name, so a wrong type raises by itself and costs nothing when it is right.
* No class has a Python operator. `a + b`, `a < b` on a non-number raise by themselves, and `==` raises too, because
  Python's own would answer False where Scheme's `=` must complain. Compare data with `is`, `equality.eqv` or
  `equality.equal`.
* Booleans are ours and not Python's `True`/`False` (DESIGN §7 proposed those): `True + 1` is 2 in Python, and the
  guard that would refuse it costs more than the addition. With these, `(+ #t 1)` and `(= #t 1)` are errors at no cost.
  `bool(FALSE)` raises: a forgotten `is not FALSE` shows at once instead of being silently true.
* Nothing here recurses over data, and nothing here defines `__repr__` over contents: deep or circular data cannot
  hurt Python.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from weakref import WeakValueDictionary

from chibi_hooks.typenames import Any, Final, NoReturn

type_error_hint: Final = "Scheme values have no Python operators; use `is`, eqv or equal"

Value = Any  # any Scheme value; the alias says that this Any is a Scheme one


class Datum:
    """A Scheme value that Python's own operators must refuse."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> NoReturn:
        raise TypeError(type_error_hint)

    def __ne__(self, other: object) -> NoReturn:
        raise TypeError(type_error_hint)


class Boolean(Datum):
    """`#t` or `#f`; only the two instances below exist."""

    __slots__ = ()

    def __bool__(self) -> NoReturn:
        raise TypeError("a Scheme boolean in a Python test: write `is not FALSE`")

    def __repr__(self) -> str:
        return "#t" if self is TRUE else "#f"


class Nil(Datum):
    """The empty list; only `NIL` exists."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "()"


class Special(Datum):
    """A value that is only itself: unspecified, end of file, absent argument, variable without value yet."""

    __slots__ = ("label",)

    def __init__(self, label: str) -> None:
        self.label = label

    def __repr__(self) -> str:
        return f"#<{self.label}>"


TRUE: Final = Boolean()
FALSE: Final = Boolean()
NIL: Final = Nil()
UNSPECIFIED: Final = Special("unspecified")
EOF: Final = Special("eof")
UNDEFINED: Final = Special("undefined")


class Pair(Datum):
    """A pair; make it with `cons`. Without `__init__`: to allocate and then store costs half of what a call would."""

    __slots__ = ("car", "cdr")
    car: Value
    cdr: Value


def cons(car: Value, cdr: Value) -> Pair:
    """(cons car cdr) -> a new pair."""
    made = Pair()
    made.car = car
    made.cdr = cdr
    return made


class String(Datum):
    """A mutable Scheme string; make it with `string_of`. `s` is a Python str, replaced as a whole on mutation;
    `literal` is set only in what stands in a program (`frozen`).
    """

    __slots__ = ("s", "literal")
    s: str
    literal: bool

    def __repr__(self) -> str:
        return f"String({self.s[:40]!r})"


def string_of(s: str) -> String:
    """A new string."""
    made = String()
    made.s = s
    return made


def strings_of(texts: Iterable[str]) -> list[Value]:
    """New strings, one for each text: made here, for a call of `string_of` takes longer than what it does."""
    made: list[Value] = []
    put = made.append
    for s in texts:
        string = String()
        string.s = s
        put(string)
    return made


class Char(Datum):
    """A character; make it with `char`, so that characters of the basic plane can be compared by identity."""

    __slots__ = ("c",)

    def __init__(self, c: str) -> None:
        self.c = c

    def __repr__(self) -> str:
        return f"Char({self.c!r})"


class Symbol(Datum):
    """A symbol; make it with `intern`: symbols of one name are one object. The table is weak, so a flood of names is
    freed.
    """

    __slots__ = ("text", "__weakref__")

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return f"Symbol({self.text[:40]!r})"


class Vector(Datum):
    """A vector; `v` is its Python list. Make it with `vector_of` (see `Pair`)."""

    __slots__ = ("v",)
    v: list[Value]


def vector_of(v: list[Value]) -> Vector:
    """A new vector, which keeps that list."""
    made = Vector()
    made.v = v
    return made


class Bytevector(Datum):
    """A bytevector; `b` is its bytearray."""

    __slots__ = ("b",)

    def __init__(self, b: bytearray) -> None:
        self.b = b


class RecordType(Datum):
    """What `define-record-type` makes: a name and the names of the fields, in order."""

    __slots__ = ("type_name", "field_names")

    def __init__(self, type_name: str, field_names: tuple[str, ...]) -> None:
        self.type_name = type_name
        self.field_names = field_names


class Record(Datum):
    """An instance: its type and the values of its fields, in the order of the type; make it with `record_of` (see
    `Pair`).
    """

    __slots__ = ("kind", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "more")
    kind: RecordType
    f0: Value
    f1: Value
    f2: Value
    f3: Value
    f4: Value
    f5: Value
    f6: Value
    f7: Value
    more: list[Value]  # from the ninth field on, where there are as many

    def __getitem__(self, index: int) -> Value:
        """A field by its number."""
        return getattr(self, FIRST_FIELDS[index]) if index < len(FIRST_FIELDS) else self.more[index - len(FIRST_FIELDS)]

    def __setitem__(self, index: int, value: Value) -> None:
        """Put a value into a field."""
        if index < len(FIRST_FIELDS):
            setattr(self, FIRST_FIELDS[index], value)
        else:
            self.more[index - len(FIRST_FIELDS)] = value

    @property
    def fields(self) -> list[Value]:
        """The values of all fields."""
        return [self[index] for index in range(len(self.kind.field_names))]


FIRST_FIELDS: Final = Record.__slots__[1:-1]
"""The slots of the first fields: generated code goes straight to them."""


def record_of(kind: RecordType, fields: list[Value]) -> Record:
    """A new record of that type."""
    made = Record()
    made.kind = kind
    for slot, value in zip(FIRST_FIELDS, fields, strict=False):
        setattr(made, slot, value)
    if len(fields) > len(FIRST_FIELDS):
        made.more = fields[len(FIRST_FIELDS) :]
    return made


class Values(Datum):
    """Zero or several values on their way to a continuation that takes them; one value travels bare. Make it with
    `several`.
    """

    __slots__ = ("values",)
    values: tuple[Value, ...]


def several(values: tuple[Value, ...]) -> Values:
    """Zero or several values; allocated and then filled, as pairs are."""
    made = Values()
    made.values = values
    return made


_symbols: WeakValueDictionary[str, Symbol] = WeakValueDictionary()
_references: Final = _symbols.data  # type: ignore[attr-defined]  # looked at here: a method of it takes as long again
_recent: Final[deque[Symbol]] = deque(maxlen=2_048)
"""The symbols made last, of short names: what reads the same texts again and again shall not make them each time."""
SHORT_NAME: Final = 64


class CharTable(dict[str, Char]):
    """The characters by their text. Bounded: it keeps those of the basic plane only, 65,536."""

    def __missing__(self, c: str) -> Char:
        found = Char(c)
        return self.setdefault(c, found) if c <= "\uffff" else found


CHARS: Final = CharTable()
CHARS[EOF] = EOF  # type: ignore[index, assignment]  # what stands for the text of a character that there is not


def intern(text: str) -> Symbol:
    """The symbol of that name."""
    known = _references.get(text)
    symbol = known() if known is not None else None
    if symbol is None:
        symbol = _symbols.setdefault(text, Symbol(text))
        if len(text) <= SHORT_NAME:
            _recent.append(symbol)
    return symbol


def char(c: str) -> Char:
    """The character, one object per character up to U+FFFF; above that compare with `eqv`."""
    return CHARS[c]


def boolean(truth: object) -> Boolean:
    """Python truth as a Scheme boolean."""
    return TRUE if truth else FALSE


def to_list(items: list[Value] | tuple[Value, ...], tail: Value = NIL) -> Value:
    """Python sequence -> Scheme list, ending in `tail`."""
    for item in reversed(items):
        pair = Pair()
        pair.car = item
        pair.cdr = tail
        tail = pair
    return tail


def from_list(x: Value) -> list[Value]:
    """Proper list -> Python list. Raises AttributeError (a wrong type, as any primitive would) on an improper one.

    A circular list does not end here; callers that take data of unknown shape ask `lists.proper_length` first.
    """
    items = []
    while x is not NIL:
        items.append(x.car)
        x = x.cdr
    return items
