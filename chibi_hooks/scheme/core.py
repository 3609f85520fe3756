"""The whole core language: what the expander makes and the compiler takes. Fully resolved, hygienic, no macro left.

Nodes are plain slotted classes: a compile makes ten thousand, and data classes would cost every start 12 ms, with
their module. By rule nobody assigns to a node's fields after the expander made it; what analysis learns about a
variable is kept on `Variable`. `place` is the range of the source form (for code from a macro template: of the macro
use).
"""

from __future__ import annotations

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


class Const:
    """A literal: `value` is finished Scheme data."""

    __slots__ = ("value", "place")

    def __init__(self, value: Value, place: Place | None = None) -> None:
        self.value = value
        self.place = place


class LocalRef:
    """The value of a local variable."""

    __slots__ = ("variable", "place")

    def __init__(self, variable: Variable, place: Place | None = None) -> None:
        self.variable = variable
        self.place = place


class GlobalRef:
    """The value of a top-level variable."""

    __slots__ = ("location", "place")

    def __init__(self, location: Global, place: Place | None = None) -> None:
        self.location = location
        self.place = place


class SetLocal:
    """`set!`, value unspecified."""

    __slots__ = ("variable", "value", "place")

    def __init__(self, variable: Variable, value: Node, place: Place | None = None) -> None:
        self.variable = variable
        self.value = value
        self.place = place


class SetGlobal:
    """`set!` of a top-level variable; an error if it has no value yet."""

    __slots__ = ("location", "value", "place")

    def __init__(self, location: Global, value: Node, place: Place | None = None) -> None:
        self.location = location
        self.value = value
        self.place = place


class Define:
    """`define` at top level or in a library."""

    __slots__ = ("location", "value", "place")

    def __init__(self, location: Global, value: Node, place: Place | None = None) -> None:
        self.location = location
        self.value = value
        self.place = place


class If:
    """A test and two branches."""

    __slots__ = ("test", "then", "otherwise", "place")

    def __init__(self, test: Node, then: Node, otherwise: Node, place: Place | None = None) -> None:
        self.test = test
        self.then = then
        self.otherwise = otherwise
        self.place = place


class And:
    """Two or more parts."""

    __slots__ = ("parts", "place")

    def __init__(self, parts: list[Node], place: Place | None = None) -> None:
        self.parts = parts
        self.place = place


class Or:
    """Two or more parts."""

    __slots__ = ("parts", "place")

    def __init__(self, parts: list[Node], place: Place | None = None) -> None:
        self.parts = parts
        self.place = place


class Sequence:
    """Two or more parts; the value is the last one's."""

    __slots__ = ("parts", "place")

    def __init__(self, parts: list[Node], place: Place | None = None) -> None:
        self.parts = parts
        self.place = place


class Let:
    """Bind all variables to the values of `inits` (evaluated in order, outside the scope), then `body`."""

    __slots__ = ("variables", "inits", "body", "place")

    def __init__(self, variables: list[Variable], inits: list[Node], body: Node, place: Place | None = None) -> None:
        self.variables = variables
        self.inits = inits
        self.body = body
        self.place = place


class Letrec:
    """letrec*: all variables in scope of all `inits`, evaluated and assigned in order, then `body`.

    Internal definitions and named let arrive here. Using a variable before its init has run is an error.
    """

    __slots__ = ("variables", "inits", "body", "place")

    def __init__(self, variables: list[Variable], inits: list[Node], body: Node, place: Place | None = None) -> None:
        self.variables = variables
        self.inits = inits
        self.body = body
        self.place = place


class Lambda:
    """A procedure; `rest` takes the arguments beyond `params` as a list."""

    __slots__ = ("params", "rest", "body", "name", "place")

    def __init__(
        self,
        params: list[Variable],
        rest: Variable | None,
        body: Node,
        name: str | None = None,
        place: Place | None = None,
    ) -> None:
        self.params = params
        self.rest = rest
        self.body = body
        self.name = name
        self.place = place


class CaseLambda:
    """The first clause that takes the number of arguments runs."""

    __slots__ = ("clauses", "name", "place")

    def __init__(self, clauses: list[Lambda], name: str | None = None, place: Place | None = None) -> None:
        self.clauses = clauses
        self.name = name
        self.place = place


class Call:
    """Operator and operands, evaluated from left to right."""

    __slots__ = ("operator", "operands", "place")

    def __init__(self, operator: Node, operands: list[Node], place: Place | None = None) -> None:
        self.operator = operator
        self.operands = operands
        self.place = place


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


class Unit:
    """What is compiled together: the body of one file, one library or one REPL input."""

    __slots__ = ("name", "body", "origins", "uses")

    def __init__(self, name: str, body: list[Node], origins: dict[Place, str], uses: set[Global]) -> None:
        self.name = name  # shown to people; the source's name
        self.body = body
        self.origins = origins  # places that are macro uses -> name of the macro
        self.uses = uses  # the global locations that its text or a macro's names
