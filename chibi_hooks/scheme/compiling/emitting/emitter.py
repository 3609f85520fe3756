"""Core nodes in, a Python `ast` module out: direct style, Scheme locals are Python locals, loops are `while` and `for`.

Rules
-----
* `line n` of the generated code is site n of the unit (`Site`): the place in the Scheme source, and which operation
  stands there. One mechanism serves error messages, backtraces and continuations, and it works without column
  information too (`-X no_debug_ranges`).
* Every call that may capture a continuation is a statement of its own, `v5 = f(x)`, and its operands are pure:
  nothing lives on Python's value stack across it, and the statement may be executed again when the stack was full.
* A procedure may answer a tuple `(f, x, …)`: "call this in my place". No Scheme value is a tuple, a fresh one needs
  no shared register (threads), and building one costs what storing in a register did. Calls test for it unless the
  callee is known to be settled.
* Names come from a fixed pool (`v0`, `t0`, `j`; `g0` is the world's): CPython keeps every name for ever, so a script
  must not choose any.
* Constants are placeholders (`b"12"`) that `link` replaces inside the code objects: no global look-up, and nothing of
  the script in the tree.
* Evaluation is left to right.

Each kind of node is emitted by functions of its kin (`choices`, `bindings`, `calls`, `procedures`, …), which get the
`Emitter` and reach each other's nodes through it: it looks into the tables that `units` puts together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Sequence as Items
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Taker, Target
from chibi_hooks.scheme.compiling.analysing.inlining.integration import Expansions
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.chains import whole
from chibi_hooks.scheme.compiling.emitting.emission import Light, Linked, text_of, text_or_end_of
from chibi_hooks.scheme.compiling.emitting.exits import leave
from chibi_hooks.scheme.compiling.emitting.taking import as_part, as_text
from chibi_hooks.scheme.core import Call, Global, Lambda, Node, Variable
from chibi_hooks.scheme.values.data import FALSE


class Kin:
    """How each kind of node is emitted: as statements that deliver its value (they answer the node to go on with, if
    one is left for the same target), as a pure expression, and as a Python condition, where that is not the value
    compared with `#f`.
    """

    __slots__ = ("statements", "values", "tests")

    def __init__(
        self,
        statements: Mapping[type, Callable[[Emitter, Any, Target], Node | None]],
        values: Mapping[type, Callable[[Emitter, Any], ast.expr]],
        tests: Mapping[type, Callable[[Emitter, Any], ast.expr]],
    ) -> None:
        self.statements = statements
        self.values = values
        self.tests = tests


class Emitter:
    """One unit while it is emitted: what is known of it, and the code that is `out` so far.

    `new_key` gives names for module-level functions, `kept` are names that variables must have: closures made by an
    earlier emission hold them.
    """

    def __init__(self, kin: Kin, new_key: Callable[[], str], kept: Mapping[Variable, str], counting: bool) -> None:
        self.kin = kin
        self.new_key = new_key
        self.kept = kept
        self.out = Builder(1 + max([int(name[1:]) for name in kept.values()], default=-1), counting)
        self.known: dict[Global, Lambda] = {}  # procedures that are defined once at this top level
        self.known_keys: set[str] = set()
        self.expansions = Expansions(counting)
        self.in_line: Mapping[Call, Node] = {} if counting else self.expansions  # what takes no statement to enter
        self.moved: set[Lambda] = set()  # operands that stand in the place of the parameter they were given to
        self.origins: dict[Node, Node] = {}  # what procedures were before their loops were changed (`reshaping`)
        self.bare: set[Node] = set()  # calls of `%collected` of which the collector itself is wanted, and the like
        self.joined: dict[Variable, str] = {}  # collectors of what is but joined, and which slot holds the texts
        self.chains: dict[Variable, Linked] = {}  # collectors whose members are linked as they come (`linking`)
        self.parts: dict[str, str] = {}  # what holds one of their members, or its text, and that slot (`joining`)
        self.takers: dict[Global, Taker] = {}  # twins that take members, as far as it is known whether they do
        self.spelt: set[str] = set()  # what is to hold the text of a string, not the string (`analysing.bare`)
        self.called: dict[Global, None] = {}  # what must be there in the end: the twins that are called
        self.clause_keys: dict[Lambda, str] = {}  # clauses of case-lambdas that are procedures of their own
        self.raised: dict[Variable, Light] = {}  # light guards that are left, by the variable of what they caught
        self.chained: set[Node] = set()  # the expressions of `delay-force`, as procedures
        # what was forced, by its name and the id of the block: that block, and the name of its value
        self.forced: dict[tuple[str, int], tuple[list[ast.stmt], str]] = {}
        self.settled: dict[Lambda, bool] = {}
        self.places: dict[Lambda, int] = {}  # of procedures: who may call which at once in tail position
        self.settling = 0  # how many procedures `is_settled` is asking about, one for the sake of another

    def emit(self, node: Node, target: Target) -> None:
        """Put statements that compute `node` and deliver its value to `target`. Chains (else, let, begin) are
        followed without recursion.
        """
        table = self.kin.statements
        following: Node | None = node
        while following is not None:
            following = table[following.__class__](self, following, target)

    def value(self, node: Node) -> ast.expr:
        """The value of `node` as a pure expression; what must run first is put before it."""
        return self.kin.values[node.__class__](self, node)

    def test(self, node: Node) -> ast.expr:
        """A Python condition that holds when the value of `node` is true."""
        special = self.kin.tests.get(node.__class__)
        return special(self, node) if special is not None else self.is_true(node)

    def is_true(self, node: Node) -> ast.expr:
        """The condition that the value is not `#f`."""
        return self.out.is_(self.value(node), FALSE, negated=True)

    def stored(self, node: Node) -> ast.expr:
        """The name of a new variable that statements give the value to."""
        name = self.out.new_name()
        self.emit(node, Target("assign", name, len(self.out.loops)))
        return self.out.load(name)

    def spelled(self, node: Node) -> ast.expr:
        """The string of which a new variable holds the text."""
        name = self.out.new_name()
        self.spelt.add(name)
        self.emit(node, Target("assign", name, len(self.out.loops)))
        self.spelt.discard(name)
        return self.out.string(self.out.load(name))

    def deliver(self, value: ast.expr, target: Target) -> None:
        """Put the statements that hand a value over to its target."""
        out = self.out
        if target.kind == "return":
            out.put(ast.Return(value if out.building is None else whole(out, out.building, value)))
            return
        if target.kind == "assign":
            if target.name in self.parts:
                value = as_part(out, value, self.parts[target.name])
            if target.name in self.spelt and not (isinstance(value, ast.Name) and value.id == target.name):
                value = as_text(out, value)
            if not (isinstance(value, ast.Name) and value.id == target.name):
                collects = isinstance(value, ast.Name) and value.id in out.body.collectors
                if collects and target.name not in out.body.members:  # which nobody changes any more
                    out.body.collectors.add(target.name)
                out.put(out.assign(target.name, value, target.binds))
        elif not isinstance(value, ast.Constant) and not _is_variable(text_or_end_of(value) or value):
            out.put(ast.Expr(value))
        leave(out, target)

    def operands(self, nodes: Items[Node], names: Items[bool] = (), letters: Items[bool] = ()) -> list[ast.expr]:
        """The operands as pure expressions, left to right; where `names[i]`, a name or constant, or if `letters[i]` a
        character whose text is one.
        """
        block, table = self.out.block, self.kin.values
        values: list[ast.expr] = []
        kept = 0  # values that no statement changes any more
        for i, node in enumerate(nodes):
            before = len(block)
            expression = table[node.__class__](self, node)
            if names and names[i] and not _is_cheap(expression):
                letter = text_or_end_of(expression) if letters and letters[i] else None
                if letter is None:
                    expression = self.out.saved(expression)
                else:
                    expression = self.out.char_again(self.out.saved(letter), expression)
            if len(block) > before and values:  # what is put now may change those, which are evaluated first
                values[kept:] = self.all_stable(values[kept:], before)
                kept = len(values)
            values.append(expression)
        return values

    def all_stable(self, values: list[ast.expr], at: int) -> list[ast.expr]:
        """The values as they are before the statement at that place of the block."""
        result: list[ast.expr] = []
        for value in values:
            if not self.stable(value):
                name = self.out.new_name()
                text, spelt = text_or_end_of(value), text_of(value, "s")
                self.out.block.insert(at, self.out.assign(name, text or spelt or value))
                at += 1
                held = self.out.load(name)
                if spelt is not None:
                    value = self.out.string(held)
                else:
                    value = held if text is None else self.out.char_again(held, value)
            result.append(value)
        return result

    def stable(self, expression: ast.expr) -> bool:
        """Whether later statements cannot change the value, nor what it is made of."""
        if expression.__class__ not in CHEAP:
            expression = text_or_end_of(expression) or text_of(expression, "s") or expression
        if type(expression) is ast.Name:
            name = expression.id
            return name in self.known_keys or (name[0] == "v" and name not in self.out.body.mutated)
        return type(expression) is ast.Constant


def _is_variable(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id[0] == "v"


def _is_cheap(expression: ast.expr) -> bool:
    """Whether it may as well stand twice."""
    if expression.__class__ in CHEAP:
        return True
    text = text_or_end_of(expression) or text_of(expression, "s")
    return text.__class__ in CHEAP


CHEAP: Final = frozenset({ast.Name, ast.Constant})
