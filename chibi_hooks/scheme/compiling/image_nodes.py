"""The body of a procedure that may be put in line in, marshallable data out, and back: kept on disk with its library.

Only what `integration` copies occurs: no assignment, no procedure but loops. Places are left out, a copy has none of
its own. A node is written as its name and its fields, each by its kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from chibi_hooks.scheme.compiling.image import constant_read, constant_written
from chibi_hooks.scheme.core import FIELDS, FieldKind, Global, Lambda, Node, Variable
from chibi_hooks.scheme.primitive import PRIMITIVES
from chibi_hooks.scheme.values.frozen import frozen

NODES: Final = {kind.__name__: kind for kind in FIELDS}
KEPT: Final = {
    kind: [(name, each) for name, each in fields.items() if each != "place"] for kind, fields in FIELDS.items()
}


def procedure_written(procedure: Lambda, keys: Mapping[int, str]) -> Any:
    """The procedure as data for `marshal`; `keys` as in `image.written`. Raises Unstorable."""
    return _NodeWriter(keys).node(procedure)


def procedure_read(data: Any, table: Mapping[str, Any], inform: Callable[[Global], None]) -> Lambda:
    """The procedure again. `inform` tells a global location what is known of it. Raises KeyError for an image of
    another engine.
    """
    found = _NodeReader(table, inform).node(data)
    assert isinstance(found, Lambda)
    return found


class _NodeWriter:
    def __init__(self, keys: Mapping[int, str]) -> None:
        self.numbers: dict[Variable, int] = {}
        self.write: dict[FieldKind, Callable[[Any], Any]] = {
            "child": self.node,
            "children": lambda nodes: tuple([self.node(each) for each in nodes]),
            "variable": self.numbers.__getitem__,
            "bound": lambda variables: tuple([self.bound(each) for each in variables]),
            "rest": lambda variable: variable and self.bound(variable),
            "location": lambda x: (x.name, x.key, x.library, x.primitive is not None),
            "value": lambda value: constant_written(value, keys),
            "data": lambda value: value,
        }

    def node(self, node: Node) -> Any:
        kind = node.__class__
        return kind.__name__, *[self.write[each](getattr(node, name)) for name, each in KEPT[kind]]

    def bound(self, variable: Variable) -> tuple[int, str]:
        return self.numbers.setdefault(variable, len(self.numbers)), variable.name


class _NodeReader:
    def __init__(self, table: Mapping[str, Any], inform: Callable[[Global], None]) -> None:
        self.inform = inform
        self.numbered: dict[int, Variable] = {}
        self.read: dict[FieldKind, Callable[[Any], Any]] = {
            "child": self.node,
            "children": lambda nodes: [self.node(each) for each in nodes],
            "variable": self.numbered.__getitem__,
            "bound": lambda variables: [self.bound(*each) for each in variables],
            "rest": lambda variable: variable and self.bound(*variable),
            "location": lambda each: self.location(*each),
            "value": lambda value: frozen(constant_read(value, table)),
            "data": lambda value: value,
        }

    def node(self, data: Any) -> Node:
        kind = NODES[data[0]]
        fields = {name: self.read[each](part) for (name, each), part in zip(KEPT[kind], data[1:], strict=True)}
        made: Node = kind(**fields)
        return made

    def bound(self, number: int, name: str) -> Variable:
        found = self.numbered[number] = Variable(name)
        return found

    def location(self, name: str, key: str, library: str | None, is_primitive: bool) -> Global:
        found = Global(name, key, library, PRIMITIVES[key] if is_primitive else None)
        self.inform(found)
        return found
