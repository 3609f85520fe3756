"""What the emitter makes and what it works with: targets, loops, bodies. No logic; see `emit` for the theory."""

from __future__ import annotations

import ast
from collections.abc import Sequence as Items

from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:  # what comes from disk needs no core language
    from chibi_hooks.scheme.compiler.site import Site
    from chibi_hooks.scheme.core import Node, Variable
    from chibi_hooks.scheme.data import Value

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
JUMP: Final = "j"  # the local that says why an inner loop was left


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
