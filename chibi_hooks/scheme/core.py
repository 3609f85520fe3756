"""The whole core language: what the expander makes and the compiler takes. Fully resolved, hygienic, no macro left.

A node is a class with typed fields; the type is the field's *kind*, and from the kinds follow its constructor,
`children` and `copy`. Constructors are generated (data classes would cost every compile 12 ms, with their module): a
compile makes ten thousand nodes. By rule nobody assigns to a node's fields after the expander made it; what later
phases learn about a variable they keep in its `facts`. `place` is the range of the source form (for code from a macro
template: of the macro use).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar, dataclass_transform

from chibi_hooks.scheme.values.data import Value
from chibi_hooks.scheme.values.source import Place

if TYPE_CHECKING:
    from chibi_hooks.scheme.primitive import Primitive


class Facts:
    """What a later phase knows of a variable; each phase has a class of its own for it."""

    __slots__ = ()


class Variable:
    """A local variable: one binding occurrence in the program."""

    __slots__ = ("name", "place", "assigned", "facts")

    def __init__(self, name: str, place: Place | None = None) -> None:
        self.name = name
        self.place = place
        self.assigned = False  # the expander sets it when it makes a SetLocal, except letrec*'s own initialisation
        self.facts: Facts | None = None


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
        self.facts: Facts | None = None


FieldKind = Literal["child", "children", "variable", "bound", "rest", "location", "value", "data", "place"]

KINDS: Final[dict[str, FieldKind]] = {
    "Node": "child",
    "list[Node]": "children",
    "list[Lambda]": "children",
    "Variable": "variable",
    "list[Variable]": "bound",
    "Variable | None": "rest",
    "Global": "location",
    "Value": "value",
    "str | None": "data",
    "Place | None": "place",
}
"""What a field holds, by its type: nodes, a variable that is used, those that are bound, finished Scheme data, …"""

FIELDS: Final[dict[type, dict[str, FieldKind]]] = {}
"""The fields of each node in order, and their kinds."""

T = TypeVar("T")


@dataclass_transform()
def node(cls: type[T]) -> type[T]:
    """Make a class with typed fields a node."""
    fields = {name: KINDS[kind] for name, kind in cls.__annotations__.items()}
    defaults = {name: vars(cls)[name] for name in fields if name in vars(cls)}
    space = {name: value for name, value in vars(cls).items() if name not in ("__dict__", "__weakref__", *defaults)}
    made = type(cls.__name__, (), {**space, "__slots__": tuple(fields)})
    FIELDS[made] = fields
    parameters = ", ".join(f"{name}=None" if name in defaults else name for name in fields)
    assignments = "; ".join(f"self.{name} = {name}" for name in fields)
    functions: dict[str, Any] = {"made": made}
    exec(
        f"def init(self, {parameters}): {assignments}\n"
        f"def children(node): return {_children(fields)}\n"
        f"def copy(node, child, variable, place): return made({', '.join(map(_copied, fields, fields.values()))})",
        functions,
    )
    made.__init__ = functions["init"]  # type: ignore[misc]
    BELOW[made], _COPY[made] = functions["children"], functions["copy"]
    return made


def _children(fields: dict[str, FieldKind]) -> str:
    stars = {"child": "", "children": "*"}
    below = [f"{stars[kind]}node.{name}" for name, kind in fields.items() if kind in stars]
    return below[0][1:] if len(below) == 1 and below[0][0] == "*" else f"[{', '.join(below)}]"


def _copied(name: str, kind: FieldKind) -> str:
    old = f"node.{name}"
    if kind == "place":
        return "place"
    if kind == "child":
        return f"child({old})"
    if kind == "children":
        return f"[child(each) for each in {old}]"
    if kind == "variable":
        return f"variable({old})"
    if kind == "bound":
        return f"[variable(each) for each in {old}]"
    if kind == "rest":
        return f"{old} and variable({old})"
    return old


BELOW: Final[dict[type, Callable[[Any], list[Node]]]] = {}
"""`children` by the kind of node, for those who walk over whole trees: it saves them every second call."""
_COPY: Final[dict[type, Callable[[Any, Any, Any, Any], Any]]] = {}


def children(node: Node) -> list[Node]:
    """The nodes directly below, in order of evaluation where there is one; not to be changed."""
    return BELOW[node.__class__](node)


def copy(
    node: Node, child: Callable[[Node], Node], variable: Callable[[Variable], Variable], place: Place | None
) -> Node:
    """The same node elsewhere: each child and each variable becomes what the functions answer, in the order of the
    fields.
    """
    made: Node = _COPY[node.__class__](node, child, variable, place)
    return made


@node
class Const:
    """A literal: `value` is finished Scheme data."""

    value: Value
    place: Place | None = None


@node
class LocalRef:
    """The value of a local variable."""

    variable: Variable
    place: Place | None = None


@node
class GlobalRef:
    """The value of a top-level variable."""

    location: Global
    place: Place | None = None


@node
class SetLocal:
    """`set!`, value unspecified."""

    variable: Variable
    value: Node
    place: Place | None = None


@node
class SetGlobal:
    """`set!` of a top-level variable; an error if it has no value yet."""

    location: Global
    value: Node
    place: Place | None = None


@node
class Define:
    """`define` at top level or in a library."""

    location: Global
    value: Node
    place: Place | None = None


@node
class If:
    """A test and two branches."""

    test: Node
    then: Node
    otherwise: Node
    place: Place | None = None


@node
class And:
    """Two or more parts."""

    parts: list[Node]
    place: Place | None = None


@node
class Or:
    """Two or more parts."""

    parts: list[Node]
    place: Place | None = None


@node
class Sequence:
    """Two or more parts; the value is the last one's."""

    parts: list[Node]
    place: Place | None = None


@node
class Let:
    """Bind all variables to the values of `inits` (evaluated in order, outside the scope), then `body`."""

    variables: list[Variable]
    inits: list[Node]
    body: Node
    place: Place | None = None


@node
class Letrec:
    """letrec*: all variables in scope of all `inits`, evaluated and assigned in order, then `body`.

    Internal definitions and named let arrive here. Using a variable before its init has run is an error.
    """

    variables: list[Variable]
    inits: list[Node]
    body: Node
    place: Place | None = None


@node
class Lambda:
    """A procedure; `rest` takes the arguments beyond `params` as a list."""

    params: list[Variable]
    rest: Variable | None
    body: Node
    name: str | None = None
    place: Place | None = None


@node
class CaseLambda:
    """The first clause that takes the number of arguments runs."""

    clauses: list[Lambda]
    name: str | None = None
    place: Place | None = None


@node
class Call:
    """Operator and operands, evaluated from left to right."""

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


class Unit:
    """What is compiled together: the body of one file, one library or one REPL input."""

    __slots__ = ("name", "body", "origins", "uses")

    def __init__(self, name: str, body: list[Node], origins: dict[Place, str], uses: set[Global]) -> None:
        self.name = name  # shown to people; the source's name
        self.body = body
        self.origins = origins  # places that are macro uses -> name of the macro
        self.uses = uses  # the global locations that its text or a macro's names
