"""The whole core language: what the expander makes and the compiler takes. Fully resolved, hygienic, no macro left.

Nodes are plain slotted dataclasses and not frozen: freezing triples the cost of making one, and a compile makes ten
thousand. By rule nobody assigns to a node's fields after the expander made it; what analysis learns about a variable
is kept on `Variable`. `place` is the range of the source form (for code from a macro template: of the macro use).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chibi_hooks.scheme.data import Value
from chibi_hooks.scheme.source import Place

if TYPE_CHECKING:
    from chibi_hooks.scheme.primitive import Primitive


class Variable:
    """A local variable: one binding occurrence in the program."""

    __slots__ = ("name", "place", "assigned", "facts")

    def __init__(self, name: str, place: Place | None = None) -> None:
        self.name = name
        self.place = place
        self.assigned = False  # the expander sets it when it makes a SetLocal, except letrec*'s own initialisation
        self.facts: Any = None  # belongs to analysis


class Global:
    """The location of a top-level or library variable.

    `key` is its name in generated code: the primitive's own name, `name@(library)` for a library of ours, or `gN` from
    the pool for whatever a script defines. `primitive` is set when the location holds a primitive for good.
    `assigned`: some `set!` or second `define` reaches it, so its value may change after the first definition.
    """

    __slots__ = ("name", "key", "library", "primitive", "assigned", "facts")

    def __init__(self, name: str, key: str, library: str | None = None, primitive: Primitive | None = None) -> None:
        self.name = name
        self.key = key
        self.library = library
        self.primitive = primitive
        self.assigned = False
        self.facts: Any = None  # belongs to analysis


@dataclass(slots=True, eq=False)
class Const:
    """A literal: `value` is finished Scheme data."""

    value: Value
    place: Place | None = None


@dataclass(slots=True, eq=False)
class LocalRef:
    variable: Variable
    place: Place | None = None


@dataclass(slots=True, eq=False)
class GlobalRef:
    location: Global
    place: Place | None = None


@dataclass(slots=True, eq=False)
class SetLocal:
    """`set!`, value unspecified."""

    variable: Variable
    value: Node
    place: Place | None = None


@dataclass(slots=True, eq=False)
class SetGlobal:
    """`set!` of a top-level variable; an error if it has no value yet."""

    location: Global
    value: Node
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Define:
    """`define` at top level or in a library."""

    location: Global
    value: Node
    place: Place | None = None


@dataclass(slots=True, eq=False)
class If:
    test: Node
    then: Node
    otherwise: Node
    place: Place | None = None


@dataclass(slots=True, eq=False)
class And:
    """Two or more parts."""

    parts: list[Node]
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Or:
    """Two or more parts."""

    parts: list[Node]
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Sequence:
    """Two or more parts; the value is the last one's."""

    parts: list[Node]
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Let:
    """Bind all variables to the values of `inits` (evaluated in order, outside the scope), then `body`."""

    variables: list[Variable]
    inits: list[Node]
    body: Node
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Letrec:
    """letrec*: all variables in scope of all `inits`, evaluated and assigned in order, then `body`.

    Internal definitions and named let arrive here. Using a variable before its init has run is an error.
    """

    variables: list[Variable]
    inits: list[Node]
    body: Node
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Lambda:
    params: list[Variable]
    rest: Variable | None
    body: Node
    name: str | None = None
    place: Place | None = None


@dataclass(slots=True, eq=False)
class CaseLambda:
    """The first clause that takes the number of arguments runs."""

    clauses: list[Lambda]
    name: str | None = None
    place: Place | None = None


@dataclass(slots=True, eq=False)
class Call:
    operator: Node
    operands: list[Node]
    place: Place | None = None


Node = (
    Const
    | LocalRef
    | GlobalRef
    | SetLocal
    | SetGlobal
    | Define
    | If
    | And
    | Or
    | Sequence
    | Let
    | Letrec
    | Lambda
    | CaseLambda
    | Call
)


@dataclass(slots=True, eq=False)
class Unit:
    """What is compiled together: the body of one file, one library or one REPL input."""

    name: str  # shown to people; the source's name
    body: list[Node] = field(default_factory=list)
    origins: dict[Place, str] = field(default_factory=dict)  # places that are macro uses -> name of the macro
