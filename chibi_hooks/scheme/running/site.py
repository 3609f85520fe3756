"""Lines of generated code, what of the source stands there, and the Python functions that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Collection

from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:  # what comes from disk needs neither trees nor the core language
    import ast
    from types import CodeType, FunctionType

    from chibi_hooks.scheme.core import Node
    from chibi_hooks.scheme.values.data import Value
    from chibi_hooks.scheme.values.source import Place

SiteKind = Literal["call", "primitive", "global", "procedure", "define"]
KINDS: Final[tuple[SiteKind, ...]] = ("call", "primitive", "global", "procedure", "define")


ENTER: Final = "enter"  # the name of the version of a procedure that takes itself off Python's stack


class Integrated:
    """A procedure that stands in line: its name, the place of the call it replaces, and its library if it has one."""

    __slots__ = ("name", "place", "library")

    def __init__(self, name: str, place: Place | None, library: str) -> None:
        self.name = name
        self.place = place
        self.library = library


class Operands:
    """What a primitive is given, to be evaluated again where an error is explained: a call without a tree of its own,
    which few ever need."""

    __slots__ = ("args", "evaluating")

    def __init__(self, args: list[ast.expr]) -> None:
        self.args = args
        self.evaluating: CodeType | None = None  # once somebody asked


class Site:
    """One line of generated code: what of the source stands there. One that was kept on disk has no trees."""

    inside = ""  # the procedure around it, where `body` is not known
    around: tuple[Integrated, ...] = ()  # between that procedure and the site, outermost first
    expression: ast.expr | Operands | None = None  # evaluated again to explain an error; operands only
    statement: ast.stmt | None = None  # the assignment of a capturable call; None: a tail call
    forwards = False  # a tail call that is made at once, and answered where the frame is to leave Python's stack
    body: Body | None = None
    guards: tuple[tuple[str, Site], ...] = ()  # around it, innermost first: the guard's name, and where it is asked
    resumptions: Resumptions | None = None  # made when the first frame leaves Python's stack here

    def __init__(self, place: Place | None, kind: SiteKind, name: str) -> None:
        self.place = place
        self.kind = kind
        self.name = name  # the procedure, primitive or variable, in Scheme's words

    def procedure(self) -> str:
        """What people call the procedure in which it stands."""
        if self.body is None:
            return self.inside or "top level"
        found = self.body.lambda_
        return getattr(found, "name", None) or ("lambda" if found is not None else "top level")


class Substance:
    """What is in a body: the names that stand there, whether it has a guard, and how many nodes it has."""

    __slots__ = ("names", "guarded", "nodes")

    def __init__(self, names: frozenset[str], guarded: bool, nodes: int) -> None:
        self.names, self.guarded, self.nodes = names, guarded, nodes


class Body:
    """A Python function that was emitted: what is needed to build the rest of it. `lambda_`: what it was made from;
    None for forms of the top level.
    """

    __slots__ = ("lambda_", "names", "statements", "mutated", "globals", "collectors", "chains", "members",
                 "in_heap_mode", "hot", "entered", "hosts", "origin", "free", "substance")  # fmt: skip

    def __init__(self, lambda_: Node | None, names: dict[str, str]) -> None:
        self.lambda_ = lambda_
        self.origin: Node | None = None  # the same before its loops were changed: what a redefinition compiles again
        self.names = names  # generated local name -> Scheme name
        self.statements: list[ast.stmt] = []
        self.mutated: set[str] = set()  # assigned by `set!` and not captured: plain locals
        self.globals: set[str] = set()
        self.collectors: set[str] = set()  # names of variables that hold collectors (primitives.collecting)
        self.chains: dict[str, str] = {}  # of those, which are chains (`emitting.chains`) -> the name of the last pair
        self.members: dict[str, str] = {}  # names that hold members, or an index -> the name of the members
        self.in_heap_mode: InHeapMode | None = None
        self.hot: tuple[Site, ...] = ()  # where resumed frames take themselves off Python's stack
        self.entered: Entered | None = None  # so does the whole procedure, when the base calls it
        self.free: tuple[str, ...] = ()  # the variables that it is given in a tuple (`promising`)
        self.substance: Substance | None = None  # when somebody asked
        self.hosts: set[Body] = set()  # whose resumed frames do its work (`compiling.resuming.receiving`)


class Resumption:
    """A function that continues a frame at one site, the locals it takes after the value, and which of those are
    boxed.
    """

    __slots__ = ("function", "names", "mutated")

    def __init__(self, function: Callable[..., Value], names: tuple[str, ...], mutated: Collection[str]) -> None:
        self.function = function
        self.names = names
        self.mutated = mutated


class Detached:
    """How a frame that takes itself off Python's stack at a site goes on: `function` continues it with the value of the
    call, its variables, which are those of `names`, in one tuple, and the run. `library`: of ours, where the site is.
    """

    __slots__ = ("function", "names", "mutated", "site", "library")

    def __init__(self, names: tuple[str, ...], mutated: Collection[str], site: Site, library: str) -> None:
        self.function: Any = None
        self.names = names
        self.mutated = mutated
        self.site = site
        self.library = library


class Entered:
    """A procedure, the code `of` it, that takes itself off Python's stack from its beginning: the base calls the
    `function`, with the procedure, the run, and what the procedure is given.
    """

    __slots__ = ("of", "function")

    def __init__(self, of: CodeType) -> None:
        self.of = of
        self.function: Any = None


class Resumptions:
    """How frames go on at one site, as far as it was needed: `after` the call there, with the statement `again`, the
    same `widened` to numbers beyond the floats, or `detached`. `captures`: how often a frame was captured here;
    `answered`: so often that a tail call which is made at once is answered by versions that leave Python's stack.
    """

    __slots__ = ("after", "again", "widened", "detached", "captures", "answered")

    def __init__(self) -> None:
        self.after: Resumption | None = None
        self.again: Resumption | None = None
        self.widened: Resumption | None = None
        self.detached: Detached | None = None
        self.captures = 0
        self.answered = False


class InHeapMode:
    """The version of a body that calls itself without Python's stack (`deep`): a function whose defaults are the
    variables it takes from its closure, `free`, and then the functions `resumes`.
    """

    __slots__ = ("function", "free", "resumes")

    def __init__(self, function: FunctionType, free: tuple[str, ...], resumes: list[Any]) -> None:
        self.function = function
        self.free = free
        self.resumes = resumes
