"""An expanded file and its registrations -> where values of the payload go: the `Shape` of a node.

Theory: a variable that is bound once holds what it is bound to; a parameter of a procedure of the file holds what the
calls give it, joined; one that escapes (is handed to somebody else) holds anything. The calls are gone through until
nothing changes. Nothing is said of a variable that is assigned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from chibi_hooks.hooks.checking.linting.nodes import REGISTER, FileDefinitions, called, key_of, resolved
from chibi_hooks.hooks.checking.linting.registrations import Registering
from chibi_hooks.hooks.checking.linting.shapes import JsonKind, Shape, any_json, joined, shape_of
from chibi_hooks.scheme import core
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, Pair, String, Symbol

ROUNDS: Final = 6  # a value goes through so many procedures at most; beyond, it is not followed
LOOKUPS: Final = ("assoc", "assq", "assv")
TEXTS: Final = (  # what gives another text of one
    "string-downcase", "string-upcase", "string-foldcase", "string-trim", "string-trim-both", "string-trim-right",
)
EACH: Final = ("map", "for-each", "filter", "remove", "any", "every", "find", "filter-map", "append-map", "count")


class OtherValue:
    """In place of a shape: a value that is not the payload's, or not certainly."""


OTHER: Final = OtherValue()
Flown = Shape | OtherValue | None  # None: not known yet


class PayloadFlow:
    """The shapes of the variables of a file."""

    def __init__(
        self, nodes: Sequence[core.Node], definitions: FileDefinitions, registered: Sequence[Registering]
    ) -> None:
        self.definitions = definitions
        self._held: dict[core.Variable, Shape | OtherValue] = {}
        self._procedures = _local_procedures(nodes)
        for _ in range(ROUNDS):
            before = dict(self._held)
            self._registered(registered)
            for node in nodes:
                self._bind(node)
            if self._held == before:
                return

    def shape(self, node: core.Node, depth: int = 0) -> Shape | None:
        """What a node gives, where that comes from the payload for certain."""
        found = self._flown(node, depth)
        return found if isinstance(found, Shape) else None

    # what a variable holds

    def _registered(self, registered: Sequence[Registering]) -> None:
        for each in registered:
            shape = shape_of(each.point) if each.point is not None else any_json("")
            for clause in each.clauses:
                if clause.params:
                    self._hold(clause.params[0], shape)

    def _bind(self, node: core.Node) -> None:
        if isinstance(node, core.Let | core.Letrec):
            for variable, init in zip(node.variables, node.inits, strict=True):
                self._hold(variable, self._flown(init))
        elif isinstance(node, core.Call):
            target = self._target(node.operator)
            if target is not None:
                self._enter(target, [self._flown(each) for each in node.operands])
            elif called(node, self.definitions) in EACH and len(node.operands) == 2:
                self._each(node)
            elif called(node, self.definitions) != REGISTER:
                self._escaped(node.operands)
        else:
            self._escaped(core.children(node) if not isinstance(node, core.Define) else [])

    def _each(self, node: core.Call) -> None:
        """A procedure that is called with each member of a list."""
        target = self._target(node.operands[0])
        if target is None:
            return
        of = self._flown(node.operands[1])
        member: Flown = of
        if isinstance(of, Shape):
            member = of.member if of.is_only("array") and of.member is not None else OTHER
            if of.is_only("object"):
                member = Shape(frozenset({"entry"}), f"{of.path}.?".lstrip("."), points=of.points)
        self._enter(target, [member])

    def _escaped(self, nodes: Sequence[core.Node]) -> None:
        """Procedures that somebody else may call."""
        for node in nodes:
            target = self._target(node) if isinstance(node, core.GlobalRef | core.LocalRef | core.Lambda) else None
            if target is not None and not (isinstance(node, core.Lambda) and len(target.params) == 0):
                self._enter(target, [OTHER] * len(target.params))

    def _enter(self, target: core.Lambda, given: Sequence[Flown]) -> None:
        for variable, shape in zip(target.params, given, strict=False):
            self._hold(variable, shape)

    def _hold(self, variable: core.Variable, shape: Flown) -> None:
        if shape is None:
            return
        held = self._held.get(variable)
        if variable.assigned or isinstance(shape, OtherValue) or isinstance(held, OtherValue):
            self._held[variable] = OTHER
        else:
            self._held[variable] = shape if held is None else joined((held, shape))

    def _target(self, node: core.Node) -> core.Lambda | None:
        """The procedure of the file that a node is."""
        if isinstance(node, core.LocalRef):
            return self._procedures.get(node.variable)
        found = resolved(node, self.definitions)
        return found if isinstance(found, core.Lambda) else None

    # what a node gives

    def _flown(self, node: core.Node, depth: int = 0) -> Flown:
        if depth > 50:
            return OTHER
        match node:
            case core.LocalRef():
                return OTHER if node.variable.assigned else self._held.get(node.variable)
            case core.Let() | core.Letrec():
                return self._flown(node.body, depth + 1)
            case core.Sequence() | core.And():
                return self._flown(node.parts[-1], depth + 1)
            case core.Or():
                return self._first(node, depth)
            case core.Call():
                return self._given(node, depth)
        return OTHER

    def _first(self, node: core.Or, depth: int) -> Flown:
        """`(or x default)`: x, where that is not missing."""
        found = self._flown(node.parts[0], depth + 1)
        return self._or_else(found, *node.parts[1:]) if isinstance(found, Shape) else found

    def _given(self, node: core.Call, depth: int) -> Flown:
        name = called(node, self.definitions)
        operands = node.operands
        if name == "payload-ref" and len(operands) >= 2:
            return self._at_path(node, depth)
        if name in LOOKUPS and len(operands) == 2:
            return self._looked_up(node, depth)
        if name in ("cdr", "cadr", "car") and len(operands) == 1:
            of = self._flown(operands[0], depth + 1)
            return _part(name, of) if isinstance(of, Shape) else of
        if name in TEXTS and operands:
            of = self._flown(operands[0], depth + 1)
            return replace(of, kinds=frozenset[JsonKind]({"string"})) if isinstance(of, Shape) else of
        return OTHER

    def _at_path(self, node: core.Call, depth: int) -> Flown:
        of, path = self._flown(node.operands[0], depth + 1), node.operands[1]
        if not isinstance(of, Shape):
            return of
        key = key_of(path.value) if isinstance(path, core.Const) else None
        if key is None:
            return any_json(f"{of.path}.?".lstrip("."), of.points)
        found: Shape | None = of
        for segment in steps_of(of, key):
            found = found.field(segment) if found is not None else None
        if found is None:
            return OTHER
        default = node.operands[2] if len(node.operands) > 2 else None
        if default is not None and found.may_be("missing"):
            return self._or_else(found, default)
        return found

    def _or_else(self, found: Shape, *defaults: core.Node) -> Shape:
        """That, or what stands in for it."""
        shape = any_json(found.path, found.points)
        return shape if all(map(_is_json, defaults)) else replace(shape, is_sent=False)

    def _looked_up(self, node: core.Call, depth: int) -> Flown:
        key, of = node.operands[0], self._flown(node.operands[1], depth + 1)
        if not isinstance(of, Shape):
            return of
        name = key_of(key.value) if isinstance(key, core.Const) else None
        value = of.field(name) if name is not None else any_json(f"{of.path}.?", of.points)
        value = value or any_json(f"{of.path}.{name}".lstrip("."), of.points)
        kinds = value.kinds - {"missing"}
        value = replace(value, kinds=kinds)
        return Shape(frozenset({"entry", "missing"}), value.path, member=value, points=of.points)


def steps_of(of: Shape, key: str) -> list[str]:
    """The keys of a path as `payload-ref` goes it: the whole name first, `-` for `_`, else at its dots."""
    steps = []
    here: Shape | None = of
    for segment in [key] if here is not None and _has(here, key) else key.split("."):
        named = segment if here is None or _has(here, segment) else segment.replace("-", "_")
        steps.append(named)
        here = here.field(named) if here is not None else None
    return steps


def _has(shape: Shape, key: str) -> bool:
    return shape.fields is not None and key in shape.fields


def _is_json(default: core.Node) -> bool:
    """Can it be in JSON, as far as it shows? `'unset` cannot, and what has a name may be known again by that."""
    if not isinstance(default, core.Const):
        return not isinstance(default, core.LocalRef | core.GlobalRef)
    value = default.value
    if isinstance(value, Symbol):
        return value.text == "null"
    return any(value is each for each in (TRUE, FALSE, NIL)) or isinstance(value, String | int | float | Pair)


def _part(name: str, of: Shape) -> Shape | OtherValue:
    """The car or cdr of what comes from the payload."""
    if of.is_only("entry", "missing"):
        if name == "cdr":
            return of.member or any_json(of.path, of.points)
        if name == "car":
            return Shape(frozenset({"string"}), f"{of.path} (its key)", points=of.points)
    if of.is_only("array") and of.member is not None and name in ("car", "cadr"):
        return of.member
    return OTHER


def _local_procedures(nodes: Sequence[core.Node]) -> dict[core.Variable, core.Lambda]:
    """The local variables that hold one procedure for good."""
    return {
        variable: init
        for node in nodes
        if isinstance(node, core.Let | core.Letrec)
        for variable, init in zip(node.variables, node.inits, strict=True)
        if isinstance(init, core.Lambda) and not variable.assigned
    }
