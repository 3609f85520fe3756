"""What the emitter makes and what it works with: sites, targets, loops, bodies. No logic; see `emit` for the theory."""

from __future__ import annotations

import ast
from collections.abc import Sequence as Items
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:  # what comes from disk needs no core language
    from chibi_hooks.scheme.core import Node, Variable
    from chibi_hooks.scheme.data import Value
    from chibi_hooks.scheme.source import Place

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
JUMP: Final = "j"  # the local that says why an inner loop was left
ENTRY: Final = "main"


KINDS: Final = ("call", "primitive", "global", "procedure", "define")


class Integrated:
    """A procedure that stands in line: its name, the place of the call it replaces, and its library if it has one."""

    __slots__ = ("name", "place", "library")

    def __init__(self, name: str, place: Place | None, library: str) -> None:
        self.name = name
        self.place = place
        self.library = library


class Site:
    """One line of generated code: what of the source stands there. One that was kept on disk has no trees."""

    inside = ""  # the procedure around it, where `body` is not known
    around: tuple[Integrated, ...] = ()  # between that procedure and the site, outermost first
    expression: ast.expr | None = None  # evaluated again to explain an error; operands only
    statement: ast.stmt | None = None  # the assignment of a capturable call; None: a tail call
    body: Body | None = None
    resumed: Any = None  # belongs to continuations, like all that follow
    redone: Any = None
    detached: Any = None
    captures = 0
    widened: Any = None

    def __init__(
        self, place: Place | None, kind: Literal["call", "primitive", "global", "procedure", "define"], name: str
    ) -> None:
        self.place = place
        self.kind = kind
        self.name = name  # the procedure, primitive or variable, in Scheme's words

    def procedure(self) -> str:
        """What people call the procedure in which it stands."""
        if self.body is None:
            return self.inside or "top level"
        found = self.body.lambda_
        return getattr(found, "name", None) or ("lambda" if found is not None else "top level")


class Target:
    """Where a value goes: returned, assigned to a name, or nowhere. `depth`: how many loops are open there."""

    __slots__ = ("kind", "name", "depth", "binds")

    def __init__(
        self, kind: Literal["return", "assign", "effect"], name: str = "", depth: int = 0, binds: bool = False
    ) -> None:
        self.kind = kind
        self.name = name
        self.depth = depth
        self.binds = binds


class Loop:
    """A Python `while` being emitted: `exits` are the depths of outer loops to go on with, or DONE."""

    __slots__ = ("variable", "params", "depth", "exits")

    def __init__(self, variable: Variable | None, params: Items[Variable], depth: int) -> None:
        self.variable = variable
        self.params = params
        self.depth = depth
        self.exits: set[int] = set()


class Body:
    """A Python function being emitted, and afterwards what `continuations` needs to build the rest of it."""

    __slots__ = ("lambda_", "out", "loops", "mutated", "globals", "statements", "self_loop", "names", "heap",
                 "collectors", "hot")  # fmt: skip

    def __init__(self, lambda_: Node | None, names: dict[str, str]) -> None:
        self.lambda_ = lambda_
        self.out: list[ast.stmt] = []
        self.loops: list[Loop] = []
        self.mutated: set[str] = set()  # assigned by `set!` and not captured: plain locals
        self.globals: set[str] = set()
        self.statements: list[ast.stmt] = []
        self.self_loop = False
        self.heap: Any = None  # belongs to `deep`
        self.collectors: set[str] = set()  # names of variables that hold collectors (primitives.collecting)
        self.hot: tuple[Site, ...] = ()  # belongs to `detaching`
        self.names = names  # generated local name -> Scheme name


class Emission:
    """The result: the tree to compile, the name of its entry, the table of sites and the constants."""

    __slots__ = ("module", "sites", "constants")

    def __init__(self) -> None:
        self.module: ast.Module | None = None
        self.sites: list[Site] = []
        self.constants: list[Value] = []


def function_definition(name: str, args: ast.arguments, statements: list[ast.stmt]) -> ast.FunctionDef:
    """`def name(args): statements`, without place."""
    result = ast.FunctionDef(name=name, args=args, body=statements, decorator_list=[], returns=None, type_comment=None)
    result.type_params = []  # type: ignore[attr-defined]  # required on 3.12
    return result


def fill_lines(tree: ast.AST) -> None:
    """Give nodes without a place line 1, which belongs to no site: they cannot be mistaken for a call."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.stmt, ast.arg)) and not hasattr(node, "lineno"):
            node.lineno = 1
            node.col_offset = 0


RETURN: Final = Target("return")
DONE: Final = -1  # exit of a loop: the value is delivered, fall through
