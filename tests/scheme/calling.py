"""A call of a primitive comes in as text, `(list-tail (1 2 3) 1)`; what it gives comes out, written, or as an error.

Arguments are data, not evaluated. Where the primitive has an inline template for that many arguments, the template is
run too and must agree: the same value, or an error where the function gives one. All `test_primitives_*.py` use this.
"""

from __future__ import annotations

from functools import cache
from types import CodeType
from typing import Any

import chibi_hooks.scheme.primitives.comparing.equality
import chibi_hooks.scheme.primitives.comparing.hashes
import chibi_hooks.scheme.primitives.comparing.hashtables
import chibi_hooks.scheme.primitives.control.conditions
import chibi_hooks.scheme.primitives.control.records
import chibi_hooks.scheme.primitives.sequences.bytevectors
import chibi_hooks.scheme.primitives.sequences.pairs
import chibi_hooks.scheme.primitives.sequences.searches
import chibi_hooks.scheme.primitives.sequences.vectors
import chibi_hooks.scheme.primitives.system.files
import chibi_hooks.scheme.primitives.system.io
import chibi_hooks.scheme.primitives.system.system
import chibi_hooks.scheme.primitives.text.chars
import chibi_hooks.scheme.primitives.text.strings
import chibi_hooks.scheme.primitives.text.symbols
import chibi_hooks.scheme.primitives.text.text_search
import chibi_hooks.scheme.running.machine  # noqa: F401
from chibi_hooks.scheme.primitive import INTERNAL, PARAMETERS, PRIMITIVES, Primitive
from chibi_hooks.scheme.reading.reader import read_datum
from chibi_hooks.scheme.values.data import Value, boolean, cons, from_list, record_of, several, string_of, vector_of
from chibi_hooks.scheme.values.errors import SchemeError
from chibi_hooks.scheme.values.printer import write_text

MAKERS = {
    "cons": cons,
    "string_of": string_of,
    "record_of": lambda kind, *fields: record_of(kind, list(fields)),
    "vector_of": vector_of,
    "several": several,
}
CONSTRUCTORS = {
    "Pair": "cons",
    "String": "string_of",
    "Text": "string_of",
    "Record": "record_of",
    "Vector": "vector_of",
    "Values": "several",
}


def check(case: str) -> None:
    """A line `(name argument ...) => value`, or `=> error: message`, or `=> argument 1: value` after a mutation."""
    call, wanted = (part.strip() for part in case.rsplit("=>", 1))
    if wanted.startswith("argument 1:"):
        arguments = read_call(call)[1]
        outcome(call, arguments)
        assert write_text(arguments[0]) == wanted.removeprefix("argument 1:").strip(), case
        return
    assert outcome(call, read_call(call)[1]) == wanted, case


def outcome(call: str, arguments: list[Value]) -> str:
    """What the call gives with these arguments, by the function and, if there is one, by the template."""
    primitive = PRIMITIVES[read_call(call)[0]]
    count = len(arguments)
    assert primitive.minimum <= count and (primitive.maximum is None or count <= primitive.maximum), call
    found = by_function(primitive, arguments)
    if count in primitive.inline:
        inlined = by_template(primitive, arguments)
        assert inlined == found or (inlined == "error" and found.startswith("error: ")), (
            f"{call}: inlined {inlined}, {found}"
        )
    return found


def by_function(primitive: Primitive, arguments: list[Value]) -> str:
    """The value written, or `error: message`. Only Scheme errors may come: all else is a fault."""
    try:
        return write_text(primitive.function(*arguments))
    except SchemeError as error:
        return f"error: {error.message}"


def in_an_expression(template: str) -> str:
    """The template with calls where the compiler allocates and fills in statements."""
    for name, maker in CONSTRUCTORS.items():
        template = template.replace(f"{name}(", f"{maker}(")
    return template


def by_template(primitive: Primitive, arguments: list[Value]) -> str:
    """The value written, or `error`: what Python raised is for the engine to explain, by calling the function."""
    code = compiled(in_an_expression(primitive.inline[len(arguments)]))
    try:
        value = eval(code, {"__builtins__": {}, **INTERNAL, **MAKERS}, dict(zip(PARAMETERS, arguments, strict=False)))
    except (SchemeError, AttributeError, TypeError, IndexError, ValueError):
        return "error"
    if primitive.returns == "boolean":
        assert value is True or value is False, primitive.name
        value = boolean(value)
    return write_text(value)


def call(name: str, *arguments: Value) -> Any:
    """The function of a primitive, called with Scheme values."""
    return PRIMITIVES[name].function(*arguments)


def read_call(text: str) -> tuple[str, list[Value]]:
    """The name and the (fresh) arguments of a call written as text."""
    items = from_list(read_datum(text)[0])
    return items[0].text, items[1:]


def lines(table: str) -> list[str]:
    """The cases of a table: one on each line, `;` starts a remark line."""
    return [line.strip() for line in table.splitlines() if line.strip() and not line.strip().startswith(";")]


@cache
def compiled(template: str) -> CodeType:
    return compile(template, "<template>", "eval")
