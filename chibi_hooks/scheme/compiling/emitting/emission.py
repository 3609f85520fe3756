"""What the emitter makes and what it works with: targets and loops. No logic; see `emit` for the theory."""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Items

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:  # what comes from disk needs no core language
    from chibi_hooks.scheme.core import Node, Variable
    from chibi_hooks.scheme.running.site import Integrated, Site
    from chibi_hooks.scheme.values.data import Value
    from chibi_hooks.scheme.values.source import Place

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
JUMP: Final = "j"  # the local that says why an inner loop was left


class Loop:
    """A Python `while` or `for` being emitted: `exits` are the depths of outer loops to go on with, or DONE."""

    __slots__ = ("variable", "params", "depth", "exits", "scan", "index", "passings", "line")

    def __init__(self, variable: Variable | None, params: Items[Variable], depth: int) -> None:
        self.variable = variable
        self.params = params
        self.depth = depth
        self.exits: set[int] = set()
        self.scan: Any = None  # what it looks for (`scanning.Scan`)
        self.index: Variable | None = None  # the variable that a `for` steps
        self.passings: Items[Any] = ()  # what it takes characters out of (`passing.Passing`)
        self.line = -1  # on which its body begins


class Emission:
    """The result: the tree to compile, the table of sites, the constants, and of the procedures that use no variable of
    those around them the keys, and those of what promises compute (`promising`).
    """

    __slots__ = ("module", "sites", "constants", "lifted", "delayed")

    def __init__(self) -> None:
        self.module: ast.Module | None = None
        self.sites: list[Site] = []
        self.constants: list[Value] = []
        self.lifted: dict[Node, str] = {}
        self.delayed: list[str] = []


def function_definition(name: str, args: ast.arguments, statements: list[ast.stmt]) -> ast.FunctionDef:
    """`def name(args): statements`, without place."""
    result = ast.FunctionDef(name, args, statements, [], None, None)  # by name would take twice as long
    result.type_params = []  # type: ignore[attr-defined]  # required on 3.12
    return result


def text_of(made: ast.expr, slot: str) -> ast.expr | None:
    """The text of a character that an expression looks up (`Builder.char`), or of a string that it makes
    (`Builder.string`), as stands in that slot of such a value; None for any other expression."""
    return getattr(made, "text_of_char" if slot == "c" else "text_of_string", None)


def text_or_end_of(made: ast.expr) -> ast.expr | None:
    """The same, where the end of input, which has no text, may stand in its place (`Builder.char_or_end`)."""
    return getattr(made, "text_or_end", None) or text_of(made, "c")


def fill_lines(tree: ast.AST) -> None:
    """Give nodes without a place line 1, which belongs to no site: they cannot be mistaken for a call."""
    for node in walked(tree):
        if not hasattr(node, "lineno") and isinstance(node, (ast.expr, ast.stmt, ast.arg)):
            node.lineno = 1
            node.col_offset = 0


DONE: Final = -1  # exit of a loop: the value is delivered, fall through


class Linked:
    """A chain (`chains`): the names of what stands before its first pair, and of its last pair."""

    __slots__ = ("head", "last")

    def __init__(self, head: str, last: str) -> None:
        self.head, self.last = head, last


AskedOfError = frozenset[str] | None  # primitives that look at an error


class Light:
    """A light guard (`guarding`) while its body is emitted: the variable of what is raised there, whether it has an
    `else`, or one around it has (`certain`), what its clauses ask of an error beside its type (None: anything), how it
    is left, and for one without an `else` the variable of what was raised without its holder, of which `places` has, by
    its number in the variable of the holder, where it was raised, and what stands in line around that.
    """

    __slots__ = ("raised", "total", "certain", "asked", "leave", "payload", "places")

    def __init__(self, raised: str, total: bool, certain: bool, asked: AskedOfError, payload: str) -> None:
        self.raised, self.total, self.certain, self.asked, self.payload = raised, total, certain, asked, payload
        self.places: list[tuple[Place | None, tuple[Integrated, ...]]] = []
        self.leave: Callable[[], None] = _nowhere


def _nowhere() -> None:
    """Nothing is raised in the body itself."""
