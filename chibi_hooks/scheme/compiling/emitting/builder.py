"""Python nodes, names, constants and sites of one unit: what the emitter builds with. It knows no core language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import EllipsisType
from typing import Any, Final, TypeVar

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import (
    LOAD,
    STORE,
    Emission,
    Light,
    Linked,
    Loop,
    function_definition,
    text_of,
)
from chibi_hooks.scheme.running.site import Body, Integrated, Site, SiteKind
from chibi_hooks.scheme.values.data import FALSE, Char, String, Value
from chibi_hooks.scheme.values.source import Place

T = TypeVar("T", bound=ast.AST)
new: Final = ast.AST.__new__
NO_KEYWORDS: Final[list[ast.keyword]] = []  # of all calls: there is none
Outer = tuple[Any, ...]  # what `begin` begins anew, as it was


class Builder:
    """One unit's Python code while it is made: `block` is the list of statements at hand, `body` the function it
    belongs to, and `line` the site that new nodes stand on.
    """

    def __init__(self, first: int, counting: bool) -> None:
        self.first = first  # number of the first name that is free in each function of the top level
        self.counting = counting  # whether the code counts its steps
        self.emission = Emission()
        self.sites = self.emission.sites  # lines count from 1; line 1 belongs to nothing
        self.sites += [Site(None, "define", ""), Site(None, "define", "")]
        self.line = 1
        self.counter = first
        self.names: dict[str, str] = {}  # generated local name -> Scheme name
        self.constant_index: dict[int, int] = {}
        self.factories: list[ast.stmt] = []
        self.around: tuple[Integrated, ...] = ()  # what stands in line around the node at hand
        self.begin(Body(None, self.names))

    def begin(self, body: Body) -> None:
        """Emit into this Python function from now on."""
        self.body = body
        self.block: list[ast.stmt] = []
        self.loops: list[Loop] = []  # those that are open, outermost first
        self.self_loop = False  # whether the outermost is the function itself, called again
        self.building: Linked | None = None  # the first members of the list that the function answers (`building`)
        self.wound: tuple[Callable[[], None], ...] = ()  # put how open dynamic environments are left, innermost last
        self.guards: tuple[tuple[str, Site], ...] = ()  # those that are open, innermost first
        self.asked: dict[Any, tuple[tuple[str, Site], ...]] = {}  # left ones, by the variable of what they caught
        self.light: Light | None = None  # one whose body is at hand, and calls but primitives

    def begun(self, body: Body) -> Outer:
        """Emit into another Python function until `go_on` is called with what this answers."""
        outer = (self.body, self.block, self.loops, self.self_loop, self.building, self.wound, self.guards, self.asked,
                 self.light)  # fmt: skip
        self.begin(body)
        return outer

    def go_on(self, outer: Outer) -> None:
        """Emit into the function again that was at hand before."""
        (self.body, self.block, self.loops, self.self_loop, self.building, self.wound, self.guards, self.asked,
         self.light) = outer  # fmt: skip

    @contextmanager
    def inside(self, body: Body) -> Iterator[None]:
        """Emit into another Python function meanwhile."""
        outer = self.begun(body)
        yield
        self.go_on(outer)

    @contextmanager
    def leaving(self, leave: Callable[[], None]) -> Iterator[None]:
        """Emit meanwhile what runs in a dynamic environment of its own; `leave` puts how jumps out of it leave that."""
        outer = self.wound
        self.wound = (*outer, leave)
        yield
        self.wound = outer

    # building nodes -------------------------------------------------------------------------------------------------

    def at(self, node: T) -> T:
        """Put the node on the current line."""
        node.lineno = self.line  # type: ignore[attr-defined]
        node.col_offset = 0  # type: ignore[attr-defined]
        return node

    def load(self, name: str) -> ast.Name:
        """The value of a Python variable."""
        node = new(ast.Name)  # and filled: what is made ten thousand times saves half the price of a constructor
        node.id, node.ctx = name, LOAD
        node.lineno, node.col_offset = self.line, 0
        return node

    def python(self, value: int | float | bool | bytes | EllipsisType | None) -> ast.Constant:
        """A literal of Python."""
        node = new(ast.Constant)
        node.value, node.lineno, node.col_offset = value, self.line, 0
        return node

    def internal(self, name: str, *args: ast.expr) -> ast.Call:
        """A call of one of our own functions (`primitive.internal`), on a line of its own: whatever may find the stack
        full must be told apart.
        """
        here = self.sites[self.line]
        self.site(here.kind, here.name, here.place)
        return self.apply(self.helper(name), list(args))

    def helper(self, name: str) -> ast.Name:
        """A name of `INTERNAL`, or a primitive's Python test, by its key in the table that all code falls back to."""
        node = new(ast.Name)
        node.id, node.ctx = "%" + name, LOAD
        node.lineno, node.col_offset = self.line, 0
        return node

    def step(self) -> None:
        """Where a step begins that `steps` may have to count."""
        if self.counting:
            self.put(ast.Expr(self.internal("tick")))

    def apply(self, function: ast.expr, args: list[ast.expr]) -> ast.Call:
        """A call."""
        node = new(ast.Call)
        node.func, node.args, node.keywords = function, args, NO_KEYWORDS
        node.lineno, node.col_offset = self.line, 0
        return node

    def char(self, text: ast.expr) -> ast.expr:
        """The character with that text."""
        made = self.at(ast.Subscript(self.helper("chars"), text, LOAD))
        made.text_of_char = text  # type: ignore[attr-defined]
        return made

    def string(self, text: ast.expr) -> ast.expr:
        """A new string of that text."""
        made = self.apply(self.helper("string_of"), [text])
        made.text_of_string = text  # type: ignore[attr-defined]
        return made

    def char_or_end(self, text: ast.expr) -> ast.expr:
        """The character with that text, or the end-of-input object, which stands for its text, too."""
        made = self.at(ast.Subscript(self.helper("chars"), text, LOAD))
        made.text_or_end = text  # type: ignore[attr-defined]
        return made

    def char_again(self, text: ast.expr, old: ast.expr) -> ast.expr:
        """What an expression looks up by a text, looked up by that text."""
        return self.char_or_end(text) if text_of(old, "c") is None else self.char(text)

    def assign(self, name: str, value: ast.expr, binds: bool = False) -> ast.Assign:
        """`name = value`; `binds`: a new variable each time it runs (see `binding`)."""
        target = new(ast.Name)
        target.id, target.ctx = name, STORE
        statement = new(ast.Assign)
        statement.targets, statement.value = [target], value
        target.lineno, target.col_offset = self.line, 0
        statement.lineno, statement.col_offset = self.line, 0
        if binds:
            statement.binds = True  # type: ignore[attr-defined]
        return statement

    def binding(self, target: ast.expr, value: ast.expr) -> ast.Assign:
        """An assignment that makes a new variable each time it runs (`continuations` tells it from `set!`)."""
        statement = self.at(ast.Assign([target], value))
        statement.binds = True  # type: ignore[attr-defined]
        return statement

    def put(self, statement: Any) -> None:
        """Add a statement to the block, on the current line if it has none."""
        if not hasattr(statement, "lineno"):
            statement.lineno, statement.col_offset = self.line, 0
        self.block.append(statement)

    def constant(self, value: Value) -> ast.expr:
        """A Scheme value: a literal, or the placeholder that `link` replaces."""
        kind = value.__class__
        if kind is int and -(1 << 30) < value < 1 << 30 or kind is float:
            return self.python(value)
        index = self.constant_index.get(id(value))
        if index is None:
            index = self.constant_index[id(value)] = len(self.emission.constants)
            self.emission.constants.append(value)
        return self.python(b"%d" % index)

    def literal(self, expression: ast.expr) -> Value:
        """The Scheme value that an expression is the placeholder of; None: it is none."""
        index = expression.value if isinstance(expression, ast.Constant) else None
        return self.emission.constants[int(index)] if isinstance(index, bytes) else None

    def literal_text(self, value: Value) -> ast.expr:
        """The text of a literal character or string (`c` or `s`): a placeholder, too, which no operator may stand
        before.
        """
        slot = b"c" if value.__class__ is Char else b"s"
        return self.python(self.constant(value).value + slot)  # type: ignore[attr-defined]

    def compared(self, side: ast.expr) -> ast.expr:
        """One side of a comparison; that of the text of a literal need not look it up. A literal of the wrong kind has
        none, and fails when it is asked.
        """
        slot = side.attr if side.__class__ is ast.Attribute else ""
        if slot not in ("c", "s"):
            return side
        value = self.literal(side.value)  # type: ignore[attr-defined]
        is_literal = value.__class__ is Char if slot == "c" else value.__class__ is String and hasattr(value, "literal")
        return self.literal_text(value) if is_literal else side

    def identity(self, value: Value) -> ast.expr:
        """A constant as operand of `is`; for `#f` one of which Python does not warn there (`link`)."""
        return self.python(...) if value is FALSE else self.wrapped(self.constant(value))

    def wrapped(self, expression: ast.expr) -> ast.expr:
        """An expression where Python warns about a literal (operand of `is`, operator of a call): it goes into
        `… if 1 else 0`, which costs nothing, because the test on 1 is folded away.
        """
        if not isinstance(expression, (ast.Constant, ast.BinOp, ast.UnaryOp)):  # literals are folded
            return expression
        return self.chosen(expression)

    def operator(self, expression: ast.expr) -> ast.expr:
        """An expression that is called. An attribute (`x.car`) would make it a method call, which gets the line of the
        attribute, the one of another site: neither an error nor a continuation would find the call.
        """
        return self.chosen(expression) if isinstance(expression, ast.Attribute) else self.wrapped(expression)

    def chosen(self, expression: ast.expr) -> ast.expr:
        """The expression behind a condition, which Python folds away."""
        return self.at(ast.IfExp(self.python(1), expression, self.python(0)))

    def is_(self, left: ast.expr, value: Value, negated: bool = False) -> ast.expr:
        """Whether it is this very value."""
        return self.at(ast.Compare(self.wrapped(left), [ast.IsNot() if negated else ast.Is()], [self.identity(value)]))

    def new_name(self, scheme_name: str = "") -> str:
        """A name of the pool that is free; `scheme_name`: what people call it."""
        name = f"v{self.counter}"
        self.counter += 1
        if scheme_name:
            self.names[name] = scheme_name
        return name

    def site(self, kind: SiteKind, name: str, place: Place | None) -> Site:
        """Open a new line; what is built next stands on it."""
        site = Site(place, kind, name)
        site.body = self.body
        if self.guards:
            site.guards = self.guards
        if self.around:
            site.around = self.around
        self.line = len(self.sites)
        self.sites.append(site)
        return site

    def saved(self, expression: ast.expr) -> ast.Name:
        """The name of a new variable that holds the value."""
        name = self.new_name()
        self.put(self.assign(name, expression))
        return self.load(name)

    def asked_at_once(self, test: ast.expr) -> ast.expr:
        """A condition that is asked now: what was saved last for it need not have been."""
        last = self.block[-1] if self.block else None
        if not isinstance(test, ast.Name) or not isinstance(last, ast.Assign) or not isinstance(last.value, ast.BoolOp):
            return test
        target = last.targets[0]
        if not isinstance(target, ast.Name) or target.id != test.id:
            return test
        self.block.pop()
        return last.value

    def definition(self, name: str, params: list[str], rest: str | None, statements: list[ast.stmt]) -> ast.FunctionDef:
        """`def name(params, *rest): statements`."""
        args = ast.arguments(
            [self.at(ast.arg(p)) for p in params], [], self.at(ast.arg(rest)) if rest else None, [], [], None, []
        )
        return self.at(function_definition(name, args, statements))

    def rest_list(self, name: str) -> None:
        """Turn the tuple of the arguments that are left, in the variable `name`, into a list of Scheme."""
        self.put(self.assign(name, self.internal("list", self.load(name)), binds=True))
