"""Core nodes in, a Python `ast` module out: direct style, Scheme locals are Python locals, loops are `while`.

Rules
-----
* `line n` of the generated code is site n of the unit (`Site`): the place in the Scheme source, and which operation stands there. One
  mechanism serves error messages, backtraces and continuations, and it works without column information too (`-X no_debug_ranges`).
* Every call that may capture a continuation is a statement of its own, `v5 = f(x)`, and its operands are pure: nothing lives on Python's
  value stack across it, and the statement may be executed again when the stack was full.
* A procedure may answer a tuple `(f, x, …)`: "call this in my place". No Scheme value is a tuple, a fresh one needs no shared register
  (threads), and building one costs what storing in a register did. Calls test for it unless the callee is known to be settled.
* Names come from a fixed pool (`v0`, `t0`, `j`; `g0` is the world's): CPython keeps every name for ever, so a script must not choose any.
* Constants are placeholders (`b"12"`) that `link` replaces inside the code objects: no global look-up, and nothing of the script in the tree.
* Evaluation is left to right.

How loops leave: a Scheme loop inside another is a `while` inside a `while`; going on with an outer one is `j = depth; break`, tested after the
inner loop (Python has no labelled continue). `j = 0` means: fall through.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence as Items
from typing import Any, Final, Literal

from chibi_hooks.scheme.analysis import (
    analyse,
    binds_directly,
    children,
    facts,
    global_facts,
    is_real,
    loop_entry,
    receives_values,
    references,
)
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    Define,
    Global,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    SetGlobal,
    SetLocal,
    Variable,
)
from chibi_hooks.scheme.data import FALSE, NIL, TRUE, UNDEFINED, UNSPECIFIED, Char, Symbol, Value
from chibi_hooks.scheme.errors import fail
from chibi_hooks.scheme.primitive import RUNTIME, Primitive
from chibi_hooks.scheme.source import Place

LOAD: Final = ast.Load()
STORE: Final = ast.Store()
MAX_FOLD: Final = 8  # operands of + and the like put in line; more would nest too deep
JUMP: Final = "j"


class Site:
    """One line of generated code: what of the source stands there."""

    __slots__ = ("place", "kind", "name", "expression", "statement", "body", "resumed", "redone")

    def __init__(self, place: Place | None, kind: Literal["call", "primitive", "global", "procedure", "define"], name: str) -> None:
        self.place = place
        self.kind = kind
        self.name = name  # the procedure, primitive or variable, in Scheme's words
        self.expression: ast.expr | None = None  # evaluated again to explain an error; operands only
        self.statement: ast.stmt | None = None  # the assignment of a capturable call; None: a tail call
        self.body: Body | None = None
        self.resumed: Any = None  # belongs to continuations
        self.redone: Any = None


class Target:
    """Where a value goes: returned, assigned to a name, or nowhere. `depth`: how many loops are open there."""

    __slots__ = ("kind", "name", "depth", "binds")

    def __init__(self, kind: Literal["return", "assign", "effect"], name: str = "", depth: int = 0, binds: bool = False) -> None:
        self.kind = kind
        self.name = name
        self.depth = depth
        self.binds = binds


RETURN: Final = Target("return")
DONE: Final = 0  # exit of a loop: the value is delivered, fall through


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

    __slots__ = ("lambda_", "out", "loops", "mutated", "globals", "statements", "self_loop", "names")

    def __init__(self, lambda_: Node | None, names: dict[str, str]) -> None:
        self.lambda_ = lambda_
        self.out: list[ast.stmt] = []
        self.loops: list[Loop] = []
        self.mutated: set[str] = set()  # assigned by `set!` and not captured: plain locals
        self.globals: set[str] = set()
        self.statements: list[ast.stmt] = []
        self.self_loop = False
        self.names = names  # generated local name -> Scheme name


class Emission:
    """The result: the tree to compile, the name of its entry, the table of sites and the constants."""

    __slots__ = ("module", "sites", "constants", "stored", "referenced")

    def __init__(self) -> None:
        self.module: ast.Module | None = None
        self.sites: list[Site] = []
        self.constants: list[Value] = []
        self.stored: set[str] = set()  # keys of the globals it defines or assigns
        self.referenced: dict[str, Global] = {}  # all globals it names


ENTRY: Final = "main"
_templates: dict[str, ast.expr] = {}  # parsed inline templates; bounded by the number of primitives


def emit_unit(nodes: Items[Node], new_key: Callable[[], str]) -> Emission:
    """Emit the forms of one unit. `new_key` gives names for module-level helpers. Raises a "limit" SchemeError on too deep nesting."""
    emitter = Emitter(new_key)
    try:
        emitter.unit(nodes)
    except RecursionError:
        raise fail("limit", "expressions are nested too deeply to compile") from None
    return emitter.emission


class Emitter:
    """Holds what one unit needs while it is emitted; `body` is the Python function at hand."""

    def __init__(self, new_key: Callable[[], str]) -> None:
        self.new_key = new_key
        self.emission = Emission()
        self.sites = self.emission.sites
        self.sites += [Site(None, "define", ""), Site(None, "define", "")]  # lines count from 1; line 1 belongs to nothing
        self.line = 1
        self.counter = 0
        self.names: dict[str, str] = {}
        self.constant_index: dict[int, int] = {}
        self.factories: list[ast.stmt] = []
        self.known: dict[Global, Lambda] = {}
        self.known_keys: set[str] = set()
        self.settled_: dict[Lambda, bool] = {}
        self.body = Body(None, self.names)

    # building nodes -------------------------------------------------------------------------------------------------

    def at(self, node: Any) -> Any:
        node.lineno = self.line
        node.col_offset = 0
        return node

    def load(self, name: str) -> ast.Name:
        return self.at(ast.Name(name, LOAD))  # type: ignore[no-any-return]

    def python(self, value: object) -> ast.Constant:
        return self.at(ast.Constant(value))  # type: ignore[no-any-return]

    def runtime(self, name: str, *args: ast.expr) -> ast.Call:
        """A call of the runtime, on a line of its own: whatever may find the stack full must be told apart."""
        here = self.sites[self.line]
        self.site(here.kind, here.name, here.place)
        return self.apply(self.load("%" + name), list(args))

    def apply(self, function: ast.expr, args: list[ast.expr]) -> ast.Call:
        return self.at(ast.Call(function, args, []))  # type: ignore[no-any-return]

    def assign(self, name: str, value: ast.expr, binds: bool = False) -> ast.Assign:
        statement = self.at(ast.Assign([self.at(ast.Name(name, STORE))], value))
        statement.binds = binds
        return statement  # type: ignore[no-any-return]

    def put(self, statement: Any) -> None:
        self.body.out.append(self.at(statement) if not hasattr(statement, "lineno") else statement)

    def constant(self, value: Value) -> ast.expr:
        kind = value.__class__
        if kind is int and -(1 << 30) < value < 1 << 30 or kind is float:
            return self.python(value)
        index = self.constant_index.get(id(value))
        if index is None:
            index = self.constant_index[id(value)] = len(self.emission.constants)
            self.emission.constants.append(value)
        return self.python(b"%d" % index)

    def identity(self, value: Value) -> ast.expr:
        """A constant as operand of `is`; wrapped, because Python warns about `x is <literal>` (the test on 1 is folded away)."""
        return self.at(ast.IfExp(self.python(1), self.constant(value), self.python(0)))  # type: ignore[no-any-return]

    def is_(self, left: ast.expr, value: Value, negated: bool = False) -> ast.expr:
        return self.at(ast.Compare(left, [ast.IsNot() if negated else ast.Is()], [self.identity(value)]))  # type: ignore[no-any-return]

    def new_name(self, scheme_name: str = "") -> str:
        name = f"v{self.counter}"
        self.counter += 1
        if scheme_name:
            self.names[name] = scheme_name
        return name

    def site(self, kind: Any, name: str, place: Place | None) -> Site:
        """Open a new line; what is built next stands on it."""
        site = Site(place, kind, name)
        site.body = self.body
        self.line = len(self.sites)
        self.sites.append(site)
        return site

    # variables ------------------------------------------------------------------------------------------------------

    def bind(self, variable: Variable) -> str:
        found = facts(variable)
        found.name = self.new_name(variable.name)
        changes = variable.assigned or found.late
        found.boxed = changes and found.captured
        found.loop_body = self.body if self.body.loops else None
        if changes and not found.boxed:
            self.body.mutated.add(found.name)
        return found.name

    def local(self, variable: Variable, place: Place | None) -> ast.expr:
        found = facts(variable)
        value: ast.expr = self.load(found.name)
        if found.boxed:
            value = self.at(ast.Subscript(value, self.python(0), LOAD))
        if found.late:
            self.site("global", variable.name, place)
            value = self.runtime("defined", value)
        return value

    def box(self, variable: Variable, value: ast.expr) -> ast.expr:
        return self.at(ast.List([value], LOAD)) if facts(variable).boxed else value

    def global_(self, location: Global, place: Place | None) -> ast.expr:
        self.emission.referenced[location.key] = location
        if location.primitive is None and location.library is None and location not in self.known:
            self.site("global", location.name, place)
        return self.load(location.key)

    # expressions: statements that must run first go to `body.out`, the answer is a pure Python expression -----------------

    def value(self, node: Node) -> ast.expr:
        kind = node.__class__
        if kind is Const:
            return self.constant(node.value)  # type: ignore[union-attr]
        if kind is LocalRef:
            return self.local(node.variable, node.place)  # type: ignore[union-attr]
        if kind is GlobalRef:
            return self.global_(node.location, node.place)  # type: ignore[union-attr]
        if isinstance(node, Lambda | CaseLambda):
            name = self.new_name()
            self.procedures([(name, node)])
            return self.load(name)
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is not None and node.operator.location.primitive.name not in STATEMENTS:  # type: ignore[union-attr]
                return self.primitive_value(primitive, node)
        elif isinstance(node, If | And | Or) and self.expressible(node):
            return self.choice(node)
        name = self.new_name()
        self.emit(node, Target("assign", name, len(self.body.loops)))
        return self.load(name)

    def leaf(self, node: Call) -> Primitive | None:
        operator = node.operator
        if not isinstance(operator, GlobalRef):
            return None
        primitive = operator.location.primitive
        return primitive if primitive is not None and primitive.leaf else None

    def expressible(self, node: Node) -> bool:
        """Whether the value needs no statement: then it can stand inside a Python conditional expression."""
        if isinstance(node, Const | GlobalRef | LocalRef):
            return True
        if isinstance(node, If):
            return self.expressible(node.test) and self.expressible(node.then) and self.expressible(node.otherwise)
        if isinstance(node, And):
            return all(map(self.expressible, node.parts))
        if isinstance(node, Or):
            return all(map(self.expressible, node.parts)) and all(map(self.boolean, node.parts[:-1]))
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is None or not primitive.pure or primitive.name in STATEMENTS:
                return False
            if not all(map(self.expressible, node.operands)):
                return False
            template = self.template(primitive, node)
            return template is None or not self.needs_names(template, node.operands)
        return False

    def needs_names(self, template: ast.expr, operands: list[Node]) -> bool:
        """Whether a template uses a parameter twice that is given something to be computed."""
        uses = _uses(template)
        return any(
            uses.get(letter, 0) > 1 and not isinstance(operand, Const | LocalRef) for letter, operand in zip("abcd", operands, strict=False)
        )

    def boolean(self, node: Node) -> bool:
        """Whether the value is `#t` or `#f` for certain."""
        if isinstance(node, Const):
            return node.value is TRUE or node.value is FALSE
        if isinstance(node, Call):
            primitive = self.leaf(node)
            return primitive is not None and primitive.returns == "boolean"
        if isinstance(node, And | Or):
            return all(map(self.boolean, node.parts))
        return False

    def choice(self, node: If | And | Or) -> ast.expr:
        if isinstance(node, If):
            return self.at(ast.IfExp(self.test(node.test), self.value(node.then), self.value(node.otherwise)))  # type: ignore[no-any-return]
        if isinstance(node, And):
            tests = self.at(ast.BoolOp(ast.And(), [self.test(part) for part in node.parts[:-1]])) if len(node.parts) > 2 else self.test(node.parts[0])
            return self.at(ast.IfExp(tests, self.value(node.parts[-1]), self.constant(FALSE)))  # type: ignore[no-any-return]
        tests = self.at(ast.BoolOp(ast.Or(), [self.test(part) for part in node.parts[:-1]])) if len(node.parts) > 2 else self.test(node.parts[0])
        return self.at(ast.IfExp(tests, self.constant(TRUE), self.value(node.parts[-1])))  # type: ignore[no-any-return]

    def test(self, node: Node) -> ast.expr:
        """A Python condition that holds when the Scheme value is true."""
        if isinstance(node, Const):
            return self.python(node.value is not FALSE)
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is not None and primitive.returns == "boolean":
                if primitive.name == "not" and len(node.operands) == 1:
                    return self.at(ast.UnaryOp(ast.Not(), self.test(node.operands[0])))  # type: ignore[no-any-return]
                return self.primitive_test(primitive, node)
        elif isinstance(node, And | Or):
            if all(map(self.expressible, node.parts)):
                return self.at(ast.BoolOp(ast.And() if isinstance(node, And) else ast.Or(), [self.test(p) for p in node.parts]))  # type: ignore[no-any-return]
        elif isinstance(node, If) and self.expressible(node):
            return self.at(ast.IfExp(self.test(node.test), self.test(node.then), self.test(node.otherwise)))  # type: ignore[no-any-return]
        return self.is_(self.value(node), FALSE, negated=True)

    def operands(self, nodes: Items[Node], names: Items[bool] = ()) -> list[ast.expr]:
        """The operands as pure expressions, left to right; where `names[i]`, a name or constant."""
        out = self.body.out
        results: list[tuple[list[ast.stmt], ast.expr]] = []
        for i, node in enumerate(nodes):
            self.body.out = []
            expression = self.value(node)
            if i < len(names) and names[i] and not isinstance(expression, ast.Name | ast.Constant):
                expression = self.saved(expression)
            results.append((self.body.out, expression))
        self.body.out = out
        last = max((i for i, (before, _) in enumerate(results) if before), default=-1)
        values = []
        for i, (before, expression) in enumerate(results):
            out.extend(before)
            if i < last and not self.stable(expression):
                expression = self.saved(expression)
            values.append(expression)
        return values

    def saved(self, expression: ast.expr) -> ast.Name:
        name = self.new_name()
        self.put(self.assign(name, expression))
        return self.load(name)

    def stable(self, expression: ast.expr) -> bool:
        """Whether later statements cannot change the value."""
        if isinstance(expression, ast.Name):
            name = expression.id
            return name in self.known_keys or (name[0] == "v" and name not in self.body.mutated)
        return isinstance(expression, ast.Constant)

    # primitives -----------------------------------------------------------------------------------------------------

    def template(self, primitive: Primitive, node: Call) -> ast.expr | None:
        count = len(node.operands)
        text = primitive.inline.get(count)
        if text is None:
            return None
        if primitive.name in SPECIAL_TEMPLATES:
            text = SPECIAL_TEMPLATES[primitive.name](self, node.operands) or text
        found = _templates.get(text)
        if found is None:
            found = _templates[text] = ast.parse(text, mode="eval").body
        return found

    def primitive_value(self, primitive: Primitive, node: Call) -> ast.expr:
        if primitive.returns == "boolean":
            if primitive.name == "not" or self.template(primitive, node) is not None or primitive.test is not None:
                test = self.test(node)
                return self.at(ast.IfExp(test, self.constant(TRUE), self.constant(FALSE)))  # type: ignore[no-any-return]
        result = self.primitive_call(primitive, node, primitive.name)
        if not primitive.pure:
            return self.saved(result)
        return result

    def primitive_test(self, primitive: Primitive, node: Call) -> ast.expr:
        result = self.primitive_call(primitive, node, "%" + primitive.name)
        return result if primitive.pure else self.saved(result)

    def primitive_call(self, primitive: Primitive, node: Call, function: str) -> ast.expr:
        if primitive.fold and 2 < len(node.operands) <= MAX_FOLD:
            node = _folded(node)
        template = self.template(primitive, node)
        uses = _uses(template) if template is not None else {}
        values = self.operands(node.operands, [uses.get(letter, 0) > 1 for letter in "abcd"])
        site = self.site("primitive", primitive.name, node.place)
        if template is not None:
            result = self.filled(template, dict(zip("abcd", values, strict=False)))
            site.expression = self.apply(self.python(None), values)
        else:
            result = site.expression = self.apply(self.load(function), values)
        return result

    def filled(self, template: ast.expr, values: dict[str, ast.expr]) -> ast.expr:
        """A copy of the template with its parameters replaced, on the current line."""
        if isinstance(template, ast.Name):
            if template.id in values:
                return values[template.id]
            if template.id in INLINE_CONSTANTS:
                return self.identity(INLINE_CONSTANTS[template.id])
            if template.id not in RUNTIME:
                raise fail("contract", f"inline template names {template.id}, which is not in RUNTIME")
            return self.load("%" + template.id)
        copy = template.__class__()
        for name in template._fields:
            part = getattr(template, name, None)
            if isinstance(part, ast.expr):
                part = self.filled(part, values)
            elif isinstance(part, list):
                part = [self.filled(p, values) if isinstance(p, ast.expr) else p for p in part]
            setattr(copy, name, part)
        return self.at(copy)  # type: ignore[no-any-return]

    # statements -----------------------------------------------------------------------------------------------------

    def emit(self, node: Node, target: Target) -> None:
        """Put statements that compute `node` and deliver its value to `target`. Chains (else, let, begin) are followed without recursion."""
        while True:
            kind = node.__class__
            if kind is If:
                following = self.branch(node, target)  # type: ignore[arg-type]
                if following is None:
                    return
                node = following
            elif kind is Sequence:
                effect = Target("effect", "", len(self.body.loops))
                for part in node.parts[:-1]:  # type: ignore[union-attr]
                    self.emit(part, effect)
                node = node.parts[-1]  # type: ignore[union-attr]
            elif kind is Let:
                self.let(node.variables, node.inits)  # type: ignore[union-attr]
                node = node.body  # type: ignore[union-attr]
            elif kind is Letrec:
                if facts(node.variables[0]).loop:  # type: ignore[union-attr]
                    self.loop(node, target)  # type: ignore[arg-type]
                    return
                self.letrec(node)  # type: ignore[arg-type]
                node = node.body  # type: ignore[union-attr]
            elif kind is And or kind is Or:
                following = self.connective(node, target)  # type: ignore[arg-type]
                if following is None:
                    return
                node = following
            elif kind is Call:
                following = self.call(node, target)  # type: ignore[arg-type]
                if following is None:
                    return
                node = following
            elif isinstance(node, SetLocal | SetGlobal | Define):
                self.assignment(node)
                self.deliver(self.constant(UNSPECIFIED), target)
                return
            else:
                if target.kind == "effect" and isinstance(node, Const | LocalRef | Lambda):
                    self.leave(target)
                else:
                    self.deliver(self.value(node), target)
                return

    def branch(self, node: If, target: Target) -> Node | None:
        """Emit test and `then`; answer `otherwise` when it goes on at the same level, else emit that too."""
        if target.kind != "effect" and isinstance(node.then, Const | LocalRef) and self.expressible(node) and _small(node.otherwise):
            self.deliver(self.choice(node), target)
            return None
        test = self.test(node.test)
        statement = self.at(ast.If(test, [], []))
        out = self.body.out
        self.body.out = then = []
        self.emit(node.then, target)
        self.body.out = out
        out.append(statement)
        statement.body = then or [self.at(ast.Pass())]
        if isinstance(statement.body[-1], ast.Return | ast.Continue | ast.Break):
            return node.otherwise
        self.body.out = otherwise = []
        self.emit(node.otherwise, target)
        self.body.out = out
        statement.orelse = otherwise
        return None

    def connective(self, node: And | Or, target: Target) -> Node | None:
        if self.expressible(node) and target.kind != "effect":
            self.deliver(self.choice(node), target)
            return None
        first = node.parts[0]
        rest: Node = node.parts[1] if len(node.parts) == 2 else node.__class__(node.parts[1:], node.place)
        if isinstance(node, And):
            return If(first, rest, Const(FALSE), node.place)
        if self.boolean(first):
            return If(first, Const(TRUE), rest, node.place)
        variable = Variable("or")
        facts(variable).owner = self.body.lambda_
        return Let([variable], [first], If(LocalRef(variable), LocalRef(variable), rest, node.place))

    def deliver(self, value: ast.expr, target: Target) -> None:
        if target.kind == "return":
            self.put(ast.Return(value))
            return
        if target.kind == "assign":
            if not (isinstance(value, ast.Name) and value.id == target.name):
                self.put(self.assign(target.name, value, target.binds))
        elif not isinstance(value, ast.Constant) and not (isinstance(value, ast.Name) and value.id[0] == "v"):
            self.put(ast.Expr(value))
        self.leave(target)

    def assignment(self, node: SetLocal | SetGlobal | Define) -> None:
        if isinstance(node, SetLocal):
            value = self.value(node.value)
            found = facts(node.variable)
            if found.late:
                self.local(node.variable, node.place)
            if found.boxed:
                self.put(ast.Assign([self.at(ast.Subscript(self.load(found.name), self.python(0), STORE))], value))
            else:
                self.put(self.assign(found.name, value))
            return
        location = node.location
        key = location.key
        self.emission.referenced[key] = location
        self.emission.stored.add(key)
        self.body.globals.add(key)
        if isinstance(node, Define) and isinstance(node.value, Lambda) and not global_facts(location).assumed:
            self.procedures([(key, node.value)])
            return
        value = self.value(node.value)
        if isinstance(node, SetGlobal):
            self.put(ast.Expr(self.global_(location, node.place)))
        if global_facts(location).assumed:
            value = self.runtime("settled", value)
        self.put(self.assign(key, value))

    def let(self, variables: Items[Variable], inits: Items[Node]) -> None:
        for variable, init in zip(variables, inits, strict=True):
            name = self.bind(variable)
            if facts(variable).boxed or variable.assigned:
                self.put(self.assign(name, self.box(variable, self.value(init)), binds=True))
            elif isinstance(init, Lambda | CaseLambda):
                self.procedures([(name, init)])
            else:
                self.emit(init, Target("assign", name, len(self.body.loops), binds=True))

    # loops ----------------------------------------------------------------------------------------------------------

    def loop(self, node: Letrec, target: Target) -> None:
        variable, procedure = node.variables[0], node.inits[0]
        assert isinstance(procedure, Lambda)
        entry = loop_entry(node)
        assert entry is not None
        for before in entry[0]:
            if isinstance(before, Let):
                self.let(before.variables, before.inits)
            else:
                self.emit(before, Target("effect", "", len(self.body.loops)))
        values = self.operands(entry[1].operands)
        loop = Loop(variable, procedure.params, len(self.body.loops) + 1)
        self.body.loops.append(loop)
        for param in procedure.params:
            self.bind(param)
        for param, value in zip(procedure.params, values, strict=True):
            self.put(self.assign(facts(param).name, self.box(param, value), binds=True))
        out = self.body.out
        self.body.out = inside = []
        self.emit(procedure.body, target)
        self.body.out = out
        self.body.loops.pop()
        if len(loop.exits) > 1:
            self.put(self.assign(JUMP, self.python(DONE)))
        self.put(ast.While(self.python(True), inside, []))
        self.after(loop, target)

    def jump(self, loop: Loop, operands: Items[Node]) -> None:
        values = self.operands(operands)
        moves: list[tuple[str, ast.expr]] = []
        for param, value in zip(loop.params, values, strict=True):
            value = self.box(param, value)
            if not (isinstance(value, ast.Name) and value.id == facts(param).name):
                moves.append((facts(param).name, value))
        self.move(moves)
        self.exit(loop.depth)

    def move(self, moves: list[tuple[str, ast.expr]]) -> None:
        """Assign all at once: one after the other where an order exists in which no value is needed any more, the rest as a tuple."""
        waiting = [(name, value, {x.id for x in ast.walk(value) if isinstance(x, ast.Name)}) for name, value in moves]
        while waiting:
            free = next(
                (m for m in waiting if not any(m[0] in names for _, _, names in waiting if names is not m[2])),
                None,
            )
            if free is None:
                break
            self.put(self.assign(free[0], free[1], binds=True))
            waiting.remove(free)
        if waiting:
            names = ast.Tuple([self.at(ast.Name(name, STORE)) for name, _, _ in waiting], STORE)
            statement = self.at(ast.Assign([self.at(names)], self.at(ast.Tuple([value for _, value, _ in waiting], LOAD))))
            statement.binds = True
            self.put(statement)

    def exit(self, goal: int) -> None:
        """Go on with the loop at depth `goal`."""
        here = len(self.body.loops)
        if goal == here:
            self.put(ast.Continue())
            return
        self.put(self.assign(JUMP, self.python(goal)))
        self.body.loops[-1].exits.add(goal)
        self.put(ast.Break())

    def leave(self, target: Target) -> None:
        """Get out of the loops that are open here but not at the target."""
        if len(self.body.loops) > target.depth:
            self.body.loops[-1].exits.add(DONE)
            self.put(ast.Break())

    def after(self, loop: Loop, target: Target) -> None:
        """What follows an inner loop: find out why it was left, and go on there."""
        here = loop.depth - 1
        outward = {goal for goal in loop.exits if goal != DONE and goal != here}
        falls = DONE in loop.exits
        if here in loop.exits:
            if len(loop.exits) == 1:
                self.put(ast.Continue())
                return
            self.put(ast.If(self.jump_is(here), [self.at(ast.Continue())], []))
        if outward:
            self.body.loops[-1].exits |= outward
            if falls and here == target.depth:
                for goal in sorted(outward):
                    self.put(ast.If(self.jump_is(goal), [self.at(ast.Break())], []))
            else:
                if falls:
                    self.body.loops[-1].exits.add(DONE)
                self.put(ast.Break())
        elif falls:
            self.leave(target)

    def jump_is(self, goal: int) -> ast.expr:
        return self.at(ast.Compare(self.load(JUMP), [ast.Eq()], [self.python(goal)]))  # type: ignore[no-any-return]

    # calls ----------------------------------------------------------------------------------------------------------

    def call(self, node: Call, target: Target) -> Node | None:
        """Emit a call; answer the node to go on with when the call is only a way to bind variables."""
        operator = node.operator
        if binds_directly(node):
            self.let(operator.params, node.operands)  # type: ignore[union-attr]
            return operator.body  # type: ignore[union-attr]
        if (receiver := receives_values(node)) is not None:
            self.receive(node, receiver)
            return receiver.body
        primitive = self.leaf(node)
        if primitive is not None:
            statement = STATEMENTS.get(primitive.name)
            if statement is not None and len(node.operands) == statement.count:
                statement.emit(self, node)
                self.deliver(self.constant(UNSPECIFIED), target)
            elif statement is not None:
                self.deliver(self.primitive_call(primitive, node, primitive.name), target)
            else:
                self.deliver(self.value(node) if primitive.pure else self.impure(primitive, node), target)
            return None
        variable = operator.variable if isinstance(operator, LocalRef) else None
        if variable is not None and facts(variable).loop:
            self.jump(next(loop for loop in self.body.loops if loop.variable is variable), node.operands)
            return None
        known = self.known_callee(operator)
        if target.kind == "return" and known is not None and known is self.body.lambda_ and self.body.self_loop:
            if len(node.operands) == len(known.params):
                self.jump(self.body.loops[0], node.operands)
                return None
        self.general_call(node, known, target)
        return None

    def impure(self, primitive: Primitive, node: Call) -> ast.expr:
        """A primitive with an effect whose value goes straight to its target: no name in between."""
        if primitive.returns == "boolean":
            test = self.primitive_call(primitive, node, "%" + primitive.name)
            return self.at(ast.IfExp(test, self.constant(TRUE), self.constant(FALSE)))  # type: ignore[no-any-return]
        return self.primitive_call(primitive, node, primitive.name)

    def known_callee(self, operator: Node) -> Lambda | None:
        if isinstance(operator, LocalRef):
            return facts(operator.variable).known
        if isinstance(operator, GlobalRef):
            return self.known.get(operator.location)
        return None

    def general_call(self, node: Call, known: Lambda | None, target: Target) -> None:
        function, *values = self.operands([node.operator, *node.operands])
        if isinstance(function, ast.Constant):
            function = self.saved(function)
        settled = self.settled(known) if known is not None else self.settled_global(node.operator)
        site = self.site("call", _operator_name(node.operator), node.place)
        if target.kind == "return":
            if settled:
                statement = self.at(ast.Return(self.apply(function, values)))
                site.expression = statement.value
            else:
                site.expression = self.apply(function, values)
                statement = self.at(ast.Return(self.at(ast.Tuple([function, *values], LOAD))))
            self.put(statement)
            return
        direct = target.kind == "assign" and target.name not in self.body.mutated
        name = target.name if direct else self.new_name()
        binds = target.binds and direct
        call = site.expression = self.apply(function, values)
        statement = site.statement = self.assign(name, call, binds)
        self.put(statement)
        if not settled:
            again = self.site("call", site.name, node.place)
            bounce = again.statement = self.assign(name, self.runtime("bounce", self.load(name)), binds)
            self.put(ast.If(self.is_tail_call(name), [bounce], []))
        if target.kind == "assign":
            self.deliver(self.load(name), target)
        else:
            self.leave(target)

    def is_tail_call(self, name: str) -> ast.expr:
        kind = self.at(ast.Attribute(self.load(name), "__class__", LOAD))
        return self.at(ast.Compare(kind, [ast.Is()], [self.load("%tuple")]))  # type: ignore[no-any-return]

    def receive(self, node: Call, receiver: Lambda) -> None:
        name = self.new_name()
        self.emit(node.operands[0].body, Target("assign", name, len(self.body.loops)))  # type: ignore[union-attr]
        self.site("call", "call-with-values", node.place)
        variables = [*receiver.params, receiver.rest] if receiver.rest is not None else list(receiver.params)
        names = [self.bind(variable) for variable in variables]
        stores: list[ast.expr] = [self.at(ast.Name(each, STORE)) for each in names]
        if receiver.rest is not None:
            stores[-1] = self.at(ast.Starred(stores[-1], STORE))
        statement = self.at(
            ast.Assign([self.at(ast.Tuple(stores, STORE))], self.runtime("received", self.load(name), self.python(len(receiver.params)), self.python(receiver.rest is not None)))
        )
        statement.binds = True
        self.put(statement)
        if receiver.rest is not None:
            self.put(self.assign(names[-1], self.runtime("list", self.load(names[-1])), binds=True))
        for variable, each in zip(variables, names, strict=True):
            if facts(variable).boxed:
                self.put(self.assign(each, self.box(variable, self.load(each)), binds=True))

    def settled_global(self, operator: Node) -> bool:
        return isinstance(operator, GlobalRef) and operator.location.facts is not None and global_facts(operator.location).settled

    def settled(self, procedure: Lambda) -> bool:
        """Whether calling it never answers a tail call: all its tail calls go to settled procedures, without a cycle."""
        found = self.settled_.get(procedure)
        if found is None:
            self.settled_[procedure] = False  # in progress: a cycle is not settled
            found = self.settled_[procedure] = self.settled_body(procedure)
        return found

    def settled_body(self, procedure: Lambda) -> bool:
        stack: list[Node] = [procedure.body]
        while stack:
            node = stack.pop()
            if isinstance(node, If):
                stack += [node.then, node.otherwise]
            elif isinstance(node, Sequence | And | Or):
                stack.append(node.parts[-1])
            elif isinstance(node, Let):
                stack.append(node.body)
            elif isinstance(node, Letrec):
                stack.append(node.body)
                if facts(node.variables[0]).loop:
                    stack.append(node.inits[0].body)  # type: ignore[union-attr]
            elif isinstance(node, Call) and not self.settled_tail_call(node, procedure, stack):
                return False
        return True

    def settled_tail_call(self, node: Call, procedure: Lambda, stack: list[Node]) -> bool:
        if binds_directly(node):
            stack.append(node.operator.body)  # type: ignore[union-attr]
            return True
        if (receiver := receives_values(node)) is not None:
            stack.append(receiver.body)
            return True
        if self.leaf(node) is not None or (isinstance(node.operator, LocalRef) and facts(node.operator.variable).loop):
            return True
        known = self.known_callee(node.operator)
        if known is None:
            return self.settled_global(node.operator)
        return known is procedure and known.rest is None and len(node.operands) == len(known.params) or self.settled(known)

    # procedures -----------------------------------------------------------------------------------------------------

    def letrec(self, node: Letrec) -> None:
        for variable in node.variables:
            name = self.bind(variable)
            found = facts(variable)
            if found.boxed or found.late:
                self.put(self.assign(name, self.box(variable, self.constant(UNDEFINED)), binds=True))
        run: list[tuple[Variable, Lambda | CaseLambda]] = []
        for variable, init in zip(node.variables, node.inits, strict=True):
            if isinstance(init, Lambda | CaseLambda):
                run.append((variable, init))
                continue
            self.define_run(run)
            run = []
            self.initialise(variable, init)
        self.define_run(run)

    def define_run(self, run: list[tuple[Variable, Lambda | CaseLambda]]) -> None:
        """Define a run of procedures together; those that live in a box or may be read too early come last, by assignment."""
        plain = [(v, procedure) for v, procedure in run if not v.assigned and not facts(v).late]
        if plain:
            self.procedures([(facts(variable).name, procedure) for variable, procedure in plain], [v for v, _ in plain])
        for variable, procedure in run:
            if variable.assigned or facts(variable).late:
                self.initialise(variable, procedure)

    def initialise(self, variable: Variable, init: Node) -> None:
        found = facts(variable)
        if found.boxed:
            value = self.value(init)
            self.put(ast.Assign([self.at(ast.Subscript(self.load(found.name), self.python(0), STORE))], value))
        elif found.late:
            self.put(self.assign(found.name, self.value(init)))
        else:
            self.emit(init, Target("assign", found.name, len(self.body.loops), binds=True))

    def procedures(self, group: list[tuple[str, Lambda | CaseLambda]], own: Items[Variable] = ()) -> None:
        """Define Python functions under the given names; together, because they may call each other."""
        if not self.body.loops:
            for name, procedure in group:
                self.put(self.function(procedure, name))
            return
        free: set[Variable] = set()
        for _, procedure in group:
            free |= references(procedure) - _bound(procedure)
        outside = [v for v in free if v not in own and facts(v).name]
        if outside and any(facts(v).loop_body is self.body for v in [*outside, *own]):
            self.factory(group, sorted({facts(v).name for v in outside}))
            return
        for name, procedure in group:
            self.put(self.function(procedure, name))

    def factory(self, group: list[tuple[str, Lambda | CaseLambda]], free: list[str]) -> None:
        """Make the procedures in a function of their own, called with their free variables: a fresh binding for each turn of the loop."""
        key = self.new_key()
        outer = self.body
        self.body = Body(None, self.names)
        local = [name if name[0] == "v" else self.new_name() for name, _ in group]
        for name, (_, procedure) in zip(local, group, strict=True):
            self.put(self.function(procedure, name))
        results = [self.load(name) for name in local]
        result = results[0] if len(results) == 1 else self.at(ast.Tuple(results, LOAD))
        self.put(ast.Return(result))
        self.factories.append(self.definition(key, free, None, self.body.out))
        self.body = outer
        self.site("define", "", None)
        made = self.apply(self.load(key), [self.load(name) for name in free])
        if len(group) == 1:
            self.put(self.assign(group[0][0], made, binds=True))
            return
        stores = self.at(ast.Tuple([self.at(ast.Name(name, STORE)) for name, _ in group], STORE))
        statement = self.at(ast.Assign([stores], made))
        statement.binds = True
        self.put(statement)

    def function(self, procedure: Lambda | CaseLambda, name: str) -> ast.stmt:
        outer, outer_line = self.body, self.line
        body = self.body = Body(procedure, self.names)
        self.site("procedure", procedure.name or "", procedure.place)
        line = self.line
        if isinstance(procedure, CaseLambda):
            params, rest = [], self.new_name()
            self.clauses(procedure, rest)
            statements = body.out
        else:
            params, rest, statements = self.lambda_body(procedure)
        body.statements = statements
        if body.globals:
            statements = [self.at(ast.Global(sorted(body.globals))), *statements]
        self.line = line
        result = self.definition(name, params, rest, statements)
        self.body, self.line = outer, outer_line
        return result

    def lambda_body(self, procedure: Lambda) -> tuple[list[str], str | None, list[ast.stmt]]:
        body = self.body
        body.self_loop = procedure.rest is None and self.calls_itself(procedure)
        variables = [*procedure.params, procedure.rest] if procedure.rest is not None else list(procedure.params)
        if body.self_loop:
            body.loops.append(Loop(None, procedure.params, 1))
        names = [self.bind(variable) for variable in variables]
        if procedure.rest is not None:
            self.put(self.assign(names[-1], self.runtime("list", self.load(names[-1])), binds=True))
        for variable, name in zip(variables, names, strict=True):
            if facts(variable).boxed:
                self.put(self.assign(name, self.box(variable, self.load(name)), binds=True))
        if body.self_loop:
            before = body.out
            body.out = []
            self.emit(procedure.body, RETURN)
            statements = [*before, self.at(ast.While(self.python(True), body.out, []))]
        else:
            self.emit(procedure.body, RETURN)
            statements = body.out
        rest = names.pop() if procedure.rest is not None else None
        return names, rest, statements or [self.at(ast.Pass())]

    def clauses(self, procedure: CaseLambda, args: str) -> None:
        """`case-lambda`: take any number of arguments and choose by their count."""
        for clause in procedure.clauses:
            count = self.runtime("len", self.load(args))
            operator = ast.Eq() if clause.rest is None else ast.GtE()
            statement = self.at(ast.If(self.at(ast.Compare(count, [operator], [self.python(len(clause.params))])), [], []))
            out = self.body.out
            self.body.out = []
            variables = [*clause.params, clause.rest] if clause.rest is not None else list(clause.params)
            names = [self.bind(variable) for variable in variables]
            if names:
                stores: list[ast.expr] = [self.at(ast.Name(name, STORE)) for name in names]
                if clause.rest is not None:
                    stores[-1] = self.at(ast.Starred(stores[-1], STORE))
                taken = self.at(ast.Assign([self.at(ast.Tuple(stores, STORE))], self.load(args)))
                taken.binds = True
                self.put(taken)
            if clause.rest is not None:
                self.put(self.assign(names[-1], self.runtime("list", self.load(names[-1])), binds=True))
            for variable, name in zip(variables, names, strict=True):
                if facts(variable).boxed:
                    self.put(self.assign(name, self.box(variable, self.load(name)), binds=True))
            self.emit(clause.body, RETURN)
            statement.body = self.body.out
            self.body.out = out
            self.put(statement)
        self.put(ast.Return(self.runtime("no_clause", self.load(args))))

    def definition(self, name: str, params: list[str], rest: str | None, statements: list[ast.stmt]) -> ast.stmt:
        args = ast.arguments(
            [self.at(ast.arg(p)) for p in params], [], self.at(ast.arg(rest)) if rest else None, [], [], None, []
        )
        return self.at(  # type: ignore[no-any-return]
            ast.FunctionDef(name=name, args=args, body=statements, decorator_list=[], returns=None, type_comment=None, type_params=[])
        )

    def calls_itself(self, procedure: Lambda) -> bool:
        """Whether there is a call of itself in tail position with the right number of arguments."""
        stack: list[Node] = [procedure.body]
        while stack:
            node = stack.pop()
            if isinstance(node, Call):
                if self.known_callee(node.operator) is procedure and len(node.operands) == len(procedure.params):
                    return True
                if binds_directly(node):
                    stack.append(node.operator.body)  # type: ignore[union-attr]
                elif (receiver := receives_values(node)) is not None:
                    stack.append(receiver.body)
            elif isinstance(node, If):
                stack += [node.then, node.otherwise]
            elif isinstance(node, Sequence | And | Or):
                stack.append(node.parts[-1])
            elif isinstance(node, Let | Letrec):
                stack.append(node.body)
                if isinstance(node, Letrec) and facts(node.variables[0]).loop:
                    stack.append(node.inits[0].body)  # type: ignore[union-attr]
        return False

    # the unit -------------------------------------------------------------------------------------------------------

    def unit(self, nodes: Items[Node]) -> None:
        defined: dict[Global, int] = {}
        for node in nodes:
            for inner in _globals_set(node):
                defined[inner.location] = defined.get(inner.location, 0) + (1 if inner is node and isinstance(inner, Define) else 2)
        for node in nodes:
            if isinstance(node, Define) and isinstance(node.value, Lambda) and defined[node.location] == 1:
                found = global_facts(node.location)
                if not node.location.assigned and not found.assumed:
                    self.known[node.location] = found.known = node.value
                    self.known_keys.add(node.location.key)
        for node in nodes:
            analyse(node)
        parts = [self.part(group, i) for i, group in enumerate(_grouped(nodes, self.simple))]
        self.main(parts)
        for location, procedure in self.known.items():
            found = global_facts(location)
            found.settled = found.assumed = self.settled(procedure)
        self.emission.module = ast.Module([*self.factories, *self.body.out], [])

    def simple(self, node: Node) -> bool:
        """Whether running the form calls nothing that could capture a continuation."""
        return isinstance(node, Define) and isinstance(node.value, Lambda | CaseLambda | Const)

    def part(self, nodes: Items[Node], index: int) -> ast.stmt:
        self.counter = 0
        self.names = {}
        body = self.body = Body(None, self.names)
        self.site("define", "", nodes[0].place)
        line = self.line
        for node in nodes[:-1]:
            self.emit(node, Target("effect"))
        self.emit(nodes[-1], RETURN)
        body.statements = body.out
        statements = body.out
        if body.globals:
            statements = [self.at(ast.Global(sorted(body.globals))), *statements]
        self.line = line
        return self.definition(f"t{index}", [], None, statements)

    def main(self, parts: list[ast.stmt]) -> None:
        """The whole unit is one continuation: a capture in one form includes the forms after it."""
        self.names = {}
        body = self.body = Body(None, self.names)
        body.out.extend(parts)
        for i in range(len(parts)):
            site = self.site("define", "", None)
            call = site.expression = self.apply(self.load(f"t{i}"), [])
            statement = site.statement = self.assign("v0", call)
            self.put(statement)
            again = self.site("define", "", None)
            bounce = again.statement = self.assign("v0", self.runtime("bounce", self.load("v0")))
            self.put(ast.If(self.is_tail_call("v0"), [bounce], []))
        self.put(ast.Return(self.load("v0") if parts else self.constant(UNSPECIFIED)))
        body.statements = body.out
        main = self.definition(ENTRY, [], None, body.out)
        self.body = Body(None, self.names)
        self.put(main)


# tables -------------------------------------------------------------------------------------------------------------


class Statement:
    """A primitive that is emitted as Python statements: `set-car!` and its like."""

    __slots__ = ("count", "emit")

    def __init__(self, count: int, emit: Callable[[Emitter, Call], None]) -> None:
        self.count = count
        self.emit = emit


def _set_slot(slot: str) -> Statement:
    def emit(emitter: Emitter, node: Call) -> None:
        holder, value = emitter.operands(node.operands, [True, False])
        site = emitter.site("primitive", node.operator.location.name, node.place)  # type: ignore[union-attr]
        site.expression = emitter.apply(emitter.python(None), [holder, value])
        emitter.put(ast.Expr(emitter.at(ast.Attribute(holder, slot, LOAD))))  # a Python function would take any attribute: read it first
        emitter.put(ast.Assign([emitter.at(ast.Attribute(holder, slot, STORE))], value))

    return Statement(2, emit)


def _vector_set(emitter: Emitter, node: Call) -> None:
    holder, index, value = emitter.operands(node.operands, [True, True, False])
    site = emitter.site("primitive", node.operator.location.name, node.place)  # type: ignore[union-attr]
    site.expression = emitter.apply(emitter.python(None), [holder, index, value])
    items = emitter.at(ast.Attribute(holder, "v", LOAD))
    if not (isinstance(index, ast.Constant) and isinstance(index.value, int)):
        negative = emitter.at(ast.Compare(index, [ast.GtE()], [emitter.python(0)]))
        index = emitter.at(ast.IfExp(negative, index, emitter.runtime("bad_index", holder, index)))
    emitter.put(ast.Assign([emitter.at(ast.Subscript(items, index, STORE))], value))


STATEMENTS: Final[dict[str, Statement]] = {
    "set-car!": _set_slot("car"),
    "set-cdr!": _set_slot("cdr"),
    "vector-set!": Statement(3, _vector_set),
}


def _equal_numbers(emitter: Emitter, operands: list[Node]) -> str | None:
    """`==` never raises in Python; where both sides are real for certain it is right, with one of them half the guard will do."""
    left, right = map(is_real, operands)
    if left and right:
        return "a == b"
    if left:
        return "a == b if b.__class__ is int else numbers_equal(a, b)"
    if right:
        return "a == b if a.__class__ is int else numbers_equal(a, b)"
    return None


def _eqv(emitter: Emitter, operands: list[Node]) -> str | None:
    """Symbols, booleans, the empty list and characters of the basic plane are compared by identity."""
    for operand in operands:
        if isinstance(operand, Const) and (
            operand.value in _IDENTITIES_BY_ID or operand.value.__class__ is Symbol or (operand.value.__class__ is Char and operand.value.c <= "\uffff")
        ):
            return "a is b"
    return None


class _Identities:
    """Values that are `eqv?` only to themselves; membership by identity (data refuses `==`)."""

    def __contains__(self, value: object) -> bool:
        return value is TRUE or value is FALSE or value is NIL or value is UNSPECIFIED


_IDENTITIES_BY_ID: Final = _Identities()

SPECIAL_TEMPLATES: Final[dict[str, Callable[[Emitter, list[Node]], str | None]]] = {
    "=": _equal_numbers,
    "eqv?": _eqv,
    "equal?": _eqv,
}
INLINE_CONSTANTS: Final[dict[str, Value]] = {"NIL": NIL, "TRUE": TRUE, "FALSE": FALSE, "UNSPECIFIED": UNSPECIFIED}

_use_counts: dict[ast.expr, dict[str, int]] = {}  # bounded by the number of templates


def _uses(template: ast.expr) -> dict[str, int]:
    found = _use_counts.get(template)
    if found is None:
        found = {}
        for node in ast.walk(template):
            if isinstance(node, ast.Name):
                found[node.id] = found.get(node.id, 0) + 1
        _use_counts[template] = found
    return found


def _folded(node: Call) -> Call:
    """`(+ a b c)` as `(+ (+ a b) c)`."""
    result = Call(node.operator, node.operands[:2], node.place)
    for operand in node.operands[2:]:
        result = Call(node.operator, [result, operand], node.place)
    return result


def _small(node: Node) -> bool:
    return isinstance(node, Const | LocalRef | GlobalRef)


def _operator_name(operator: Node) -> str:
    if isinstance(operator, GlobalRef):
        return operator.location.name
    if isinstance(operator, LocalRef):
        return operator.variable.name
    return ""


def _bound(root: Node) -> set[Variable]:
    """All variables bound inside `root`."""
    found: set[Variable] = set()
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Let | Letrec):
            found.update(node.variables)
        elif isinstance(node, Lambda):
            found.update(node.params)
            if node.rest is not None:
                found.add(node.rest)
        stack.extend(children(node))
    return found


def _globals_set(root: Node) -> list[Define | SetGlobal]:
    found: list[Define | SetGlobal] = []
    stack: list[Node] = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Define | SetGlobal):
            found.append(node)
        if not isinstance(node, Const | LocalRef | GlobalRef):
            stack.extend(children(node))
    return found


def _grouped(nodes: Items[Node], simple: Callable[[Node], bool]) -> list[list[Node]]:
    """Runs of simple forms together, every other form alone."""
    groups: list[list[Node]] = []
    open_ = False
    for node in nodes:
        if simple(node) and open_:
            groups[-1].append(node)
        else:
            groups.append([node])
        open_ = simple(node)
    return groups
