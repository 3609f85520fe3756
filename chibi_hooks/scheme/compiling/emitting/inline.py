"""A call of a primitive in, the inline template that fits its operands out: chosen by what is known of them."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import is_call
from chibi_hooks.scheme.compiling.analysing.inlining.tables import table_of
from chibi_hooks.scheme.compiling.analysing.kinds import (
    is_inexact,
    is_natural,
    is_number,
    is_real,
    is_string,
    is_text,
    may_end,
)
from chibi_hooks.scheme.compiling.emitting.filling import Template, template
from chibi_hooks.scheme.compiling.emitting.looking import contained, looked_up, taken
from chibi_hooks.scheme.core import Call, Const, GlobalRef, LocalRef, Node
from chibi_hooks.scheme.primitive import Primitive
from chibi_hooks.scheme.values.data import FALSE, FIRST_FIELDS, NIL, TRUE, UNSPECIFIED, Char, String, Symbol
from chibi_hooks.scheme.values.integers import SMALL

MAX_FOLD: Final = 8  # operands of + and the like put in line; more would nest too deep


def _equal_numbers(operands: Items[Node]) -> str | None:
    """`==` never raises in Python; where both sides are real for certain it is right, with one of them half the guard
    will do.
    """
    left, right = map(is_number, operands)
    if left and right:
        return "a == b"
    if left:
        return "a == b if b.__class__ is int else numbers_equal(a, b)"
    if right:
        return "a == b if a.__class__ is int else numbers_equal(a, b)"
    return None


def _eqv(operands: Items[Node]) -> str | None:
    """Symbols, booleans, the empty list and characters of the basic plane are compared by identity, exact integers by
    Python's `==` if the other one is one, too.
    """
    if all(map(is_text, operands)):
        ended = [name for name, operand in zip("ab", operands, strict=False) if may_end(operand)]
        if not ended:
            return "a.c == b.c"
        return f"{ended[0]} is not EOF and a.c == b.c" if len(ended) == 1 else None
    for other, operand in zip("ba", operands, strict=False):
        if isinstance(operand, Const) and operand.value.__class__ is int:
            return f"{other}.__class__ is int and a == b"
        if isinstance(operand, Const) and (
            operand.value in _IDENTITIES_BY_ID
            or operand.value.__class__ is Symbol
            or (operand.value.__class__ is Char and operand.value.c <= "\uffff")
        ):
            return "a is b"
    return None


def _equal(operands: Items[Node]) -> str | None:
    """What is a string for certain is equal to strings of the same characters only. Beside another value that is one
    which is there already: it may stay unread.
    """
    if all(map(is_string, operands)):
        return "a.s == b.s"
    for other, operand in zip("ba", operands, strict=False):
        if isinstance(operand, (Const, LocalRef)) and is_string(operand):
            return f"{other}.__class__ is String and a.s == b.s"
    return _eqv(operands)


class _Identities:
    """Values that are `eqv?` only to themselves; membership by identity (data refuses `==`)."""

    def __contains__(self, value: object) -> bool:
        return value is TRUE or value is FALSE or value is NIL or value is UNSPECIFIED


_IDENTITIES_BY_ID: Final = _Identities()

NEAR: Final = 6  # pairs of a list that are gone along in line
SHORT: Final = 200  # characters that are asked first whether all of them can be printed
LITERAL: Final = 1_000  # characters of a literal that may be appended without asking for the size of the result


def _append(operands: Items[Node]) -> str | None:
    """Appending a short literal to what is a string already cannot make it explode: the result needs no check."""
    if len(operands) == 2:
        made = any(isinstance(o, Call) for o in operands)  # perhaps by appending, and not asked yet
        short = any(isinstance(o, Const) and o.value.__class__ is String and len(o.value.s) < LITERAL for o in operands)
        return "String(a.s + b.s)" if short and not made else None
    return None


def _displayed(operands: Items[Node]) -> str | None:
    """What is displayed of a string is its characters, and of a literal symbol its name."""
    if is_string(operands[0]):
        return "String(a.s)"
    named = isinstance(operands[0], Const) and operands[0].value.__class__ is Symbol
    return "String(a.text)" if named else None


def _part(operands: Items[Node]) -> str | None:
    """A part of a string: what is known of the range need not be asked."""
    if len(operands) != 3:
        return None
    string, start, end = operands
    asked = [] if is_natural(start) else ["b >= 0"]
    if not (isinstance(start, Const) and start.value.__class__ is int and start.value == 0 and is_natural(end)):
        asked.append("b <= c")
    if not _is_length(end, string):
        asked.append("c <= len(a.s)")
    return f"String(a.s[b:c] if {' and '.join(asked)} else part(a, b, c))" if asked else "String(a.s[b:c])"


def _is_length(node: Node, string: Node) -> bool:
    """Whether it is `(string-length string)`, of a variable."""
    if not isinstance(node, Call) or not isinstance(string, LocalRef) or string.variable.assigned:
        return False
    measured = node.operands[0] if is_call(node, "string-length", 1) else None
    return isinstance(measured, LocalRef) and measured.variable is string.variable


def _is_character(operands: Items[Node]) -> str | None:
    """What is a character or the end of input is one where it is not the end."""
    if not is_text(operands[0]):
        return None
    if may_end(operands[0]):
        return "a is not EOF"
    return "True" if isinstance(operands[0], (Const, LocalRef)) else None  # what may fail is evaluated


def _first_place(operands: Items[Node]) -> str | None:
    """The first place of a literal character: to look twice in C takes less than a call."""
    return "a.s.find(b.c) if b.c in a.s else len(a.s)" if _is_char(operands[1]) else None


def _is_char(node: Node) -> bool:
    return isinstance(node, Const) and node.value.__class__ is Char


def _trimmed(method: str, otherwise: str) -> Callable[[Items[Node]], str | None]:
    """A string without a literal character at its ends, or without spaces: Python has its own opinion about those, but
    not of a text that can be printed.
    """

    def choose(operands: Items[Node]) -> str | None:
        kind = operands[1]
        if _is_char(kind):
            return f"String(a.s.{method}(b.c))"
        primitive = kind.location.primitive if isinstance(kind, GlobalRef) else None
        if primitive is None or primitive.name != "char-whitespace?":
            return None
        return f"String(a.s.{method}() if len(a.s) <= {SHORT} and a.s.isprintable() else {otherwise}(a.s))"

    return choose


def _at_place(last: str) -> Callable[[Items[Node]], str | None]:
    """What stands at a literal place near the head of a list."""

    def choose(operands: Items[Node]) -> str | None:
        place = operands[1].value if isinstance(operands[1], Const) and operands[1].value.__class__ is int else -1
        near = 0 <= place < NEAR and (place > 0 or last != "")
        return f"a{'.cdr' * place}{last}" if near else None

    return choose


def _indexed(template: str) -> Callable[[Items[Node]], str | None]:
    """An index that cannot be negative needs no test: Python itself refuses one that is too large."""
    return lambda operands: template if is_natural(operands[1]) else None


def _product(operands: Items[Node]) -> str | None:
    """A product is little longer than its longer factor if the other one is small: what is known saves asking."""
    left, right = operands
    if any(isinstance(o, Const) and o.value.__class__ is int and abs(o.value) < SMALL for o in operands):
        return "a * b"
    if any(map(is_inexact, operands)):
        return "a * b"  # inexact, however long the integer beside it
    if is_natural(left):
        return f"a * b if a < {SMALL} else multiply(a, b)"
    if is_natural(right):
        return f"a * b if b < {SMALL} else multiply(a, b)"
    return f"a * b if a < {SMALL} and a > -{SMALL} else multiply(a, b)" if is_real(left) else None


def _quotient(operands: Items[Node]) -> str | None:
    """An inexact number by a float or a small integer other than 0: what Python answers is right."""
    if len(operands) != 2 or not is_inexact(operands[0]):
        return None
    right = operands[1]
    if isinstance(right, Const) and right.value.__class__ in (int, float) and 0 < abs(right.value) < SMALL:
        return "a / b"
    if is_natural(right):
        return f"a / b if b > 0 and b < {SMALL} else divide(a, b)"
    by_float = "b.__class__ is float and (b > 0 or b < 0)"
    return f"a / b if {by_float} or b.__class__ is int and b > 0 and b < {SMALL} else divide(a, b)"


def _by_literal(template: str) -> Callable[[Items[Node]], str | None]:
    """Division by a small positive literal takes little time whatever is divided: no look at its size."""

    def choose(operands: Items[Node]) -> str | None:
        divisor = operands[1]
        small = isinstance(divisor, Const) and divisor.value.__class__ is int and 0 < divisor.value <= SMALL
        return template if small else None

    return choose


def slot_of(operands: Items[Node]) -> str | None:
    """The slot of the field whose number is given: it has one of its own if it is among the first."""
    number = operands[2].value if isinstance(operands[2], Const) else None
    return FIRST_FIELDS[number] if number.__class__ is int and number < len(FIRST_FIELDS) else None


def _field(operands: Items[Node]) -> str | None:
    slot = slot_of(operands)
    return None if slot is None else f"a.{slot} if a.kind is b else not_a_record(a, b, d)"


def proven_of(operands: Items[Node]) -> Template | None:
    """The template for a field of a record whose type is known (`proven`)."""
    slot = slot_of(operands)
    return None if slot is None else template(f"a.{slot}")


SPECIAL_TEMPLATES: Final[dict[str, Callable[[Items[Node]], str | None]]] = {
    "=": _equal_numbers,
    "eqv?": _eqv,
    "equal?": _equal,
    "string-append": _append,
    "char?": _is_character,
    "substring": _part,
    "%string-index": _first_place,
    "%string-trim": _trimmed("lstrip", "string_trim_spaces"),
    "%string-trim-right": _trimmed("rstrip", "string_trim_right_spaces"),
    "%string-trim-both": _trimmed("strip", "string_trim_both_spaces"),
    "%displayed": _displayed,
    "*": _product,
    "/": _quotient,
    "%hash-table-ref": looked_up,
    "%hash-table-at": taken,
    "hash-table-contains?": contained,
    "hash-table-exists?": contained,
    "hash-table?": lambda operands: "True" if table_of(operands[0]) else None,
    "%record-ref": _field,
    "modulo": _by_literal("a % b if a.__class__ is int else modulo(a, b)"),
    "remainder": _by_literal("a % b if a.__class__ is int and a >= 0 else remainder(a, b)"),
    "quotient": _by_literal("a // b if a.__class__ is int and a >= 0 else quotient(a, b)"),
    "list-ref": _at_place(".car"),
    "list-tail": _at_place(""),
    "vector-ref": _indexed("a.v[b]"),
    "string-ref": _indexed("char(a.s[b])"),
    "bytevector-u8-ref": _indexed("a.b[b]"),
}


def members_of(primitive: Primitive, operands: Items[Node]) -> Template:
    """The template for the members of the list that a call answers."""
    return template(primitive.inline[len(operands)].removeprefix("list(").removesuffix(")"))


def template_of(primitive: Primitive, operands: Items[Node]) -> Template | None:
    """The template for a call with these operands; None if it is not put in line."""
    text = primitive.inline.get(len(operands))
    if text is None:
        return None
    if primitive.name in SPECIAL_TEMPLATES:
        text = SPECIAL_TEMPLATES[primitive.name](operands) or text
    return template(text)
