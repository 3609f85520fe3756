"""`define-record-type` comes in; definitions of type, constructor, predicate, accessors, modifiers go out (R7RS 5.5).

Accepted beyond R7RS: a constructor without field list takes all fields, `#f` for no constructor, `#f` or nothing for no
predicate, `#t` for `make-NAME` and `NAME?`, a bare name as field, a field without accessor, a procedure that has the
name of the type.

The procedures find the type in a variable of their own: what becomes of its name later is nothing to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chibi_hooks.scheme.core import Const, Lambda, LocalRef, Node, Variable
from chibi_hooks.scheme.expanding.bodies import Binding, Definitions, Later
from chibi_hooks.scheme.expanding.expander import Expander, location_of, primitive
from chibi_hooks.scheme.expanding.scope import NameKey, definition_form, flat, is_identifier, key_of, shown
from chibi_hooks.scheme.reading.syntax import Form, Identifier, Syntax
from chibi_hooks.scheme.values.data import FALSE, TRUE, intern, to_list
from chibi_hooks.scheme.values.frozen import frozen
from chibi_hooks.scheme.values.source import Place

USAGE = "(define-record-type name (constructor field …) predicate (field accessor [modifier]) …)"


@definition_form("define-record-type", USAGE)
def _discover_record_type(x: Expander, form: Form, definitions: Definitions) -> None:
    items = form.items
    if len(items) < 3:
        raise x.wrong("define-record-type", form)
    type_name = items[1].items[0] if items[1].__class__ is Form and items[1].items else items[1]
    if not is_identifier(type_name):
        raise x.wrong("define-record-type", form)
    _Record(x, form, definitions, type_name).define(items[2], items[3:])


class _Record:
    """One record type being defined."""

    def __init__(self, x: Expander, form: Form, definitions: Definitions, type_name: Any) -> None:
        self.x = x
        self.form = form
        self.definitions = definitions
        self.type_name = type_name
        self.fields: dict[NameKey, int] = {}
        self.type: Binding

    def define(self, constructor: Syntax, rest: list[Syntax]) -> None:
        if not rest or rest[0].__class__ is Form:
            rest = [FALSE, *rest]
        predicate = rest[0]
        if not (is_identifier(predicate) or predicate is FALSE or predicate is TRUE):
            message = f"wanted the name of the predicate, got {shown(predicate)}"
            raise self.x.refuse(predicate, message, who="define-record-type", near=self.form)
        specs = [self.field(spec) for spec in rest[1:]]
        names = frozen(to_list([intern(spec[0].name) for spec in specs]))
        place = self.form.place
        made = primitive("%make-record-type", Const(intern(self.type_name.name)), Const(names), place=place)
        self.type = self.definitions.temporary("type", Later(lambda x: made), place)
        if not self.is_procedure_too(constructor, predicate, specs):
            self.definitions.define(self.x, self.type_name, Later(lambda x: self.kind()), place)
        self.constructor(constructor)
        self.predicate(predicate)
        for index, spec in enumerate(specs):
            if len(spec) > 1:
                self.procedure(spec[1], self.accessor(index, spec[1]))
            if len(spec) > 2:
                self.procedure(spec[2], self.modifier(index, spec[2]))

    def is_procedure_too(self, constructor: Syntax, predicate: Syntax, specs: list[list[Any]]) -> bool:
        """Whether a procedure of the type has the type's own name, as in `(define-record-type point (point x) …)`."""
        named = flat(constructor).items[0] if constructor.__class__ is Form and constructor.items else constructor
        names = [named, predicate, *(name for spec in specs for name in spec[1:])]
        return key_of(self.type_name) in [key_of(name) for name in names if is_identifier(name)]

    def field(self, spec: Syntax) -> list[Any]:
        """Name, accessor, modifier, as far as they are there. Raises SchemeError."""
        parts = [spec] if is_identifier(spec) else flat(spec).items if spec.__class__ is Form else []
        if not 1 <= len(parts) <= 3 or not all(map(is_identifier, parts)):
            message = f"wanted a field (name accessor [modifier]), got {shown(spec)}"
            raise self.x.refuse(spec, message, who="define-record-type", near=self.form)
        key = key_of(parts[0])
        if key in self.fields:
            raise self.x.refuse(parts[0], f"the field {parts[0].name} is there twice", who="define-record-type")
        self.fields[key] = len(self.fields)
        return parts

    def constructor(self, spec: Syntax) -> None:
        if spec is FALSE:
            return
        if spec is TRUE:
            spec = self.derived("make-", "")
        if is_identifier(spec):
            names = [key_name(key) for key in self.fields]
            self.procedure(spec, self.constructor_of(list(range(len(names))), names))
            return
        parts = flat(spec).items if spec.__class__ is Form else []
        if not parts or not all(map(is_identifier, parts)):
            message = f"wanted (constructor field …), got {shown(spec)}"
            raise self.x.refuse(spec, message, who="define-record-type", near=self.form)
        given = []
        for each in parts[1:]:
            index = self.fields.get(key_of(each))
            if index is None or index in given:
                problem = "is no field of the type" if index is None else "is there twice"
                raise self.x.refuse(each, f"{each.name} {problem}", who="define-record-type")
            given.append(index)
        self.procedure(parts[0], self.constructor_of(given, [each.name for each in parts[1:]]))

    def predicate(self, spec: Syntax) -> None:
        if spec is FALSE:
            return
        name = self.derived("", "?") if spec is TRUE else spec

        def body(place: Place) -> tuple[list[Variable], Node]:
            it = Variable("x", place)
            return [it], primitive("%record?", LocalRef(it, place), self.kind(), place=place)

        self.procedure(name, body)

    def constructor_of(self, given: list[int], names: list[str]) -> Make:
        def body(place: Place) -> tuple[list[Variable], Node]:
            params = [Variable(each, place) for each in names]
            values: list[Node] = [Const(FALSE) for _ in self.fields]
            for index, param in zip(given, params, strict=True):
                values[index] = LocalRef(param, place)
            return params, primitive("%record", self.kind(), *values, place=place)

        return body

    def accessor(self, index: int, name: Any) -> Make:
        """Without a place of its own: a wrong record is shown where the accessor is called, and so below."""

        def body(place: Place) -> tuple[list[Variable], Node]:
            it, who = Variable("record", place), Const(intern(name.name))
            return [it], primitive("%record-ref", LocalRef(it, place), self.kind(), Const(index), who, place=None)

        return body

    def modifier(self, index: int, name: Any) -> Make:
        def body(place: Place) -> tuple[list[Variable], Node]:
            it, value, who = Variable("record", place), Variable("value", place), Const(intern(name.name))
            operands = (LocalRef(it, place), self.kind(), Const(index), LocalRef(value, place), who)
            return [it, value], primitive("%record-set!", *operands, place=None)

        return body

    def procedure(self, name: Any, body: Make) -> None:
        place = name.place

        def make(x: Expander) -> Node:
            params, node = body(place)
            return Lambda(params, None, node, name.name, place)

        self.definitions.define(self.x, name, Later(make), place)

    def kind(self) -> Node:
        return location_of(self.type, self.form.place)

    def derived(self, before: str, after: str) -> Identifier:
        name = self.type_name.name
        if len(name) > 2 and name[0] == "<" and name[-1] == ">":
            name = name[1:-1]
        return Identifier(before + name + after, self.form.place)


Make = Callable[[Place], tuple[list[Variable], Node]]  # place -> parameters and body


def key_name(key: NameKey) -> str:
    """The name of a scope's key."""
    return key if isinstance(key, str) else key.name
