"""What a Scheme file says about its tools -> `Definition`s in both forms, parameters as JSON Schema, texts of results.

    (define-tool greet                              (define tool-name "greet")
      (description "greets somebody")               (define tool-description "greets somebody")
      (parameters '((who (type . "string"))))       (define tool-parameters '((who (type . "string"))))
      (execute (lambda (arguments) …)))             (define (tool-execute arguments) …)

Rules (spec/chibi.md §3.2, §3.3)
-----
* One `define-tool` makes the other form's definitions ordinary ones. A definition that is wrong fails the file.
* `parameters` is a list of `(name (attribute . value) …)`. `required` is #t unless it says #f; `items` holds the
  attributes of an array's members, `properties` the parameters of an object; every other attribute is taken over.
* A result is three labelled parts: the value (a string as it is, else as `write` shows it) and both outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from chibi_hooks.hooks.answer import Json
from chibi_hooks.hooks.errors import did_you_mean
from chibi_hooks.hooks.scripts.alist import Unfit, scheme_to_json
from chibi_hooks.hooks.tools.tool import CATEGORIES, Result, check_name
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    TRUE,
    Pair,
    String,
    Symbol,
    Value,
    Vector,
    cons,
    string_of,
    to_list,
)
from chibi_hooks.scheme.values.lists import proper_length
from chibi_hooks.scheme.values.printer import short, write_text

CLAUSES: Final = ("description", "category", "summary-params", "parameters", "execute")
REQUIRED: Final = ("description", "parameters", "execute")
TYPES: Final = ("string", "number", "integer", "boolean", "array", "object", "null")
NESTING: Final = 12  # objects in objects in a tool's parameters
PARAMETERS: Final = 1_000  # of one tool; a model would not read as many


@dataclass(frozen=True, slots=True)
class Definition:
    """A tool as its file defines it."""

    name: str
    description: str
    parameters: dict[str, Json]
    execute: Value
    category: str
    summary_params: tuple[str, ...]
    place: str


def from_clauses(name: Value, clauses: Value, place: str) -> Definition:
    """What `(define-tool name (clause value) …)` says. Raises ValueError with what is wrong."""
    given: dict[str, Value] = {}
    for clause in _list(clauses, "clauses"):
        word = clause.car.text
        if word not in CLAUSES:
            raise ValueError(
                f"there is no clause {word}{did_you_mean(word[:64], CLAUSES) or '; there are: ' + ', '.join(CLAUSES)}"
            )
        if word in given:
            raise ValueError(f"the clause {word} stands there twice")
        given[word] = clause.cdr
    for word in REQUIRED:
        if word not in given:
            raise ValueError(f"the clause {word} is missing")
    return _definition(name, given, place)


def registered(definition: Definition, clauses: Value) -> Value:
    """What stands in `%tool-registry%` for it."""
    given = {clause.car.text: clause.cdr for clause in _list(clauses, "clauses")}
    own = (string_of(definition.name), *(given[word] for word in REQUIRED))
    return to_list([*own, string_of(definition.category), given.get("summary-params", NIL)])


def from_variables(variable: Callable[[str], Value | None], place: str) -> Definition | None:
    """What the variables `tool-name`, `tool-description`, … of a file say; None when it defines none of them.

    Raises ValueError with what is wrong.
    """
    names = {word: f"tool-{word}" for word in ("name", *CLAUSES)}
    given = {word: value for word, name in names.items() if (value := variable(name)) is not None}
    if "name" not in given and "execute" not in given:
        return None
    for word in ("name", *REQUIRED):
        if word not in given:
            raise ValueError(f"a tool needs tool-{word} as well")
    return _definition(given.pop("name"), given, place)


def _definition(name: Value, given: dict[str, Value], place: str) -> Definition:
    text = _text(name, "the name")
    check_name(text)
    category = given.get("category")
    word = _text(category, "category") if category is not None else "synthesised"
    execute = given["execute"]
    if not callable(execute):
        raise ValueError(f"execute: wanted a procedure, got {short(execute)}")
    return Definition(
        text,
        _text(given["description"], "description"),
        json_schema(given["parameters"]),
        execute,
        word if word in CATEGORIES else "synthesised",
        tuple(_text(each, "summary-params") for each in _list(given.get("summary-params", NIL), "summary-params")),
        place,
    )


# parameters


def json_schema(parameters: Value, depth: int = 0) -> dict[str, Json]:
    """The JSON Schema of a list of parameters. Raises ValueError."""
    if depth > NESTING:
        raise ValueError(f"parameters: wanted at most {NESTING} objects one inside the other")
    properties: dict[str, Json] = {}
    required: list[str] = []
    for entry in _list(parameters, "parameters"):
        if entry.__class__ is not Pair:
            raise ValueError(f'parameters: wanted entries like (path (type . "string")), got {short(entry)}')
        name = _text(entry.car, "parameters: the name of a parameter")
        if name in properties:
            raise ValueError(f"parameters: {name} stands there twice")
        attributes = dict(_attributes(entry.cdr, name))
        properties[name] = _schema(attributes, name, depth)
        if attributes.get("required", TRUE) is not FALSE:
            required.append(name)
    return {"type": "object", "properties": properties, "required": required}


def _schema(attributes: dict[str, Value], name: str, depth: int) -> dict[str, Json]:
    schema: dict[str, Json] = {}
    for word, value in attributes.items():
        if word == "required":
            if value is not TRUE and value is not FALSE:
                raise ValueError(f"parameters: {name}: required: wanted #t or #f, got {short(value)}")
        elif word == "type":
            schema[word] = _type(value, name)
        elif word == "items":
            schema[word] = _items(value, f"{name}: items", depth)
        elif word == "properties":
            schema |= {k: v for k, v in json_schema(value, depth + 1).items() if k != "type"}
        else:
            schema[word] = _attribute(word, value, name)
    return schema


def _items(value: Value, name: str, depth: int) -> dict[str, Json]:
    if depth > NESTING:
        raise ValueError(f"parameters: {name}: wanted at most {NESTING} arrays one inside the other")
    if value.__class__ in (String, Symbol):
        return {"type": _type(value, name)}
    return _schema(dict(_attributes(value, name)), name, depth + 1)


def _type(value: Value, name: str) -> str:
    word = _text(value, f"parameters: {name}: type")
    if word not in TYPES:
        near = did_you_mean(word[:64], TYPES) or f"; wanted {', '.join(TYPES)}"
        raise ValueError(f"parameters: {name}: there is no type {word[:64]}{near}")
    return word


def _attribute(word: str, value: Value, name: str) -> Json:
    expected: Json = [""] if word == "enum" else ("" if word == "description" else None)
    try:
        made = scheme_to_json(value, expected) if expected is not None else scheme_to_json(value)
    except Unfit as error:
        raise ValueError(f"parameters: {name}: {word}: {error}") from None
    if expected is not None and made.__class__ is not expected.__class__:
        wanted = "a list" if word == "enum" else "a string"
        raise ValueError(f"parameters: {name}: {word}: wanted {wanted}, got {short(value)}")
    return made


def _attributes(value: Value, name: str) -> Iterator[tuple[str, Value]]:
    for each in _list(value, f"parameters: {name}"):
        if each.__class__ is not Pair or each.car.__class__ not in (String, Symbol):
            raise ValueError(f'parameters: {name}: wanted attributes like (type . "string"), got {short(each)}')
        yield _text(each.car, name), each.cdr


def _list(value: Value, who: str) -> Iterator[Value]:
    if value.__class__ is Vector:
        value = _as_list(value)
    length = proper_length(value)
    if length is None or length > PARAMETERS:
        raise ValueError(f"{who}: wanted a list, got {short(value)}")
    while value is not NIL:
        yield value.car
        value = value.cdr


def _as_list(vector: Value) -> Value:
    made: Value = NIL
    for each in reversed(vector.v[:PARAMETERS]):
        made = cons(each, made)
    return made


def _text(value: Value, who: str) -> str:
    if value.__class__ is String:
        return str(value.s)
    if value.__class__ is Symbol:
        return str(value.text)
    raise ValueError(f"{who}: wanted a string, got {short(value)}")


# arguments and results


def hint_of(schema: Json, depth: int = 0) -> Json:
    """An example of what a schema describes: what alist.py wants to know to make JSON of Scheme arguments."""
    if not isinstance(schema, dict) or depth > NESTING:
        return None
    kind = schema.get("type")
    if kind == "object" or "properties" in schema:
        properties = schema.get("properties")
        members = properties.items() if isinstance(properties, dict) else ()
        hints = ((name, hint_of(inner, depth + 1)) for name, inner in members)
        return {name: hint for name, hint in hints if hint is not None}
    if kind == "array":
        inner = hint_of(schema.get("items"), depth + 1)
        return [] if inner is None else [inner]
    return _EXAMPLES.get(kind) if isinstance(kind, str) else None


_EXAMPLES: Final[dict[str, Json]] = {"string": "", "integer": 0, "number": 0.0, "boolean": False}


def arguments_from_scheme(value: Value, parameters: Json) -> dict[str, Json]:
    """The alist that a script calls a tool with, as JSON. Raises Unfit."""
    hint = hint_of(parameters)
    made = scheme_to_json(value, hint if isinstance(hint, dict) else {})
    if not isinstance(made, dict):
        raise Unfit(f'wanted an alist like (list (cons "path" "…")), got {short(value)}')
    return made


def result_of(value: Value, output: str, errors: str) -> Result:
    """The result of a tool that returned."""
    shown = value.s if value.__class__ is String else write_text(value)
    return Result(_parts(shown, output, errors))


def written(value: Value, output: str, errors: str) -> Result:
    """The result of a program, as `write` shows it."""
    return Result(_parts(write_text(value), output, errors))


def failure_of(message: str, output: str, errors: str) -> Result:
    """The result of a tool that failed."""
    return Result(_parts(f"error: {message}", output, errors), message)


def _parts(result: str, output: str, errors: str) -> str:
    return f"result: {result}\nstdout: {output or '(empty)'}\nstderr: {errors or '(empty)'}"


__all__ = [
    "Definition", "arguments_from_scheme", "failure_of", "from_clauses", "from_variables", "json_schema",
    "result_of", "written",
]  # fmt: skip
