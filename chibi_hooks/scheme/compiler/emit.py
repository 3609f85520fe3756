"""Core nodes in, a Python `ast` module out: direct style, Scheme locals are Python locals, loops are `while`.

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

The work is layered: `builder` (nodes, names, sites), `exits` (loops), `values` (expressions), `procedures`, and here
statements and calls; `units` puts it together.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiler.analysis import loop_entry
from chibi_hooks.scheme.compiler.emission import DONE, JUMP, LOAD, STORE, Loop, Target
from chibi_hooks.scheme.compiler.facts import facts, global_facts
from chibi_hooks.scheme.compiler.mutations import STATEMENTS
from chibi_hooks.scheme.compiler.procedures import ProcedureEmitter
from chibi_hooks.scheme.compiler.site import Integrated
from chibi_hooks.scheme.compiler.trees import binds_directly, receives_values
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
from chibi_hooks.scheme.data import FALSE, TRUE, UNSPECIFIED


class Emitter(ProcedureEmitter):
    """Adds statements, calls and loops."""

    def emit(self, node: Node, target: Target) -> None:
        """Put statements that compute `node` and deliver its value to `target`. Chains (else, let, begin) are
        followed without recursion.
        """
        while True:
            kind = node.__class__
            if kind is If:
                if target.kind != "return" and len(self.body.loops) == target.depth and _chain(node) > MAX_CHAIN:
                    self.flat(node, target)
                    return
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
            elif isinstance(node, (SetLocal, SetGlobal, Define)):
                self.assignment(node)
                self.deliver(self.constant(UNSPECIFIED), target)
                return
            else:
                if target.kind == "effect" and _idle(node):
                    self.leave(target)
                else:
                    self.deliver(self.value(node), target)
                return

    def branch(self, node: If, target: Target) -> Node | None:
        """Emit test and `then`; answer `otherwise` when it goes on at the same level, else emit that too."""
        if (
            target.kind != "effect"
            and _small(node.otherwise)
            and isinstance(node.then, (Const, LocalRef))
            and self.expressible(node)
        ):
            self.deliver(self.choice(node), target)
            return None
        test = self.test(node.test)
        statement = self.at(ast.If(test, [], []))
        out = self.body.out
        then: list[ast.stmt] = []
        self.body.out = then
        self.emit(node.then, target)
        self.body.out = out
        out.append(statement)
        statement.body = then or [self.at(ast.Pass())]
        if isinstance(statement.body[-1], (ast.Return, ast.Continue, ast.Break)):
            return node.otherwise
        otherwise: list[ast.stmt] = []
        self.body.out = otherwise
        self.emit(node.otherwise, target)
        self.body.out = out
        statement.orelse = otherwise
        return None

    def flat(self, node: Node, target: Target) -> None:
        """A long `cond` whose value does not go to `return`: in a loop that runs once, so that every clause can leave
        by
        `break` and they stand in a row instead of inside each other.
        """
        loop = Loop(None, (), len(self.body.loops) + 1)
        outer = self.body.out
        self.body.loops.append(loop)
        inside: list[ast.stmt] = []
        self.body.out = inside
        self.emit(node, target)
        self.body.out = outer
        self.body.loops.pop()
        if len(loop.exits) > 1:
            self.put(self.assign(JUMP, self.python(DONE)))
        self.put(ast.While(self.python(True), inside, []))
        self.after(loop, target)

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
        self.body.globals.add(key)
        if isinstance(node, Define) and isinstance(node.value, Lambda) and not global_facts(location).assumed:
            self.procedures([(key, node.value)])
            return
        if isinstance(node, Define) and isinstance(node.value, CaseLambda) and location.library is not None:
            self.separate_clauses(node.value)
        value = self.value(node.value)
        if isinstance(node, SetGlobal):
            self.put(ast.Expr(self.global_(location, node.place)))
        if global_facts(location).assumed:
            value = self.runtime("settled", value)
        self.put(self.assign(key, value))

    def separate_clauses(self, procedure: CaseLambda) -> None:
        """A `case-lambda` of a library: clauses are procedures of their own, which calls with known arguments go to."""
        for clause in procedure.clauses:
            if clause.rest is None:
                key = self.clause_keys[clause] = self.new_key()
                self.body.globals.add(key)
                clause.name = clause.name or procedure.name
                self.procedures([(key, clause)])

    def let(self, variables: Items[Variable], inits: Items[Node]) -> None:
        changing: list[tuple[Variable, ast.expr]] = []  # bound last: an init entered again must find them unbound
        for variable, init in zip(variables, inits, strict=True):
            name = self.bind(variable)
            if facts(variable).boxed or variable.assigned:
                value = self.value(init)
                alone = variable is variables[-1] or self.stable(value)
                changing.append((variable, value if alone else self.saved(value)))
            elif isinstance(init, (Lambda, CaseLambda)):
                self.procedures([(name, init)])
            else:
                self.emit(init, Target("assign", name, len(self.body.loops), binds=True))
        for variable, value in changing:
            self.put(self.assign(facts(variable).name, self.box(variable, value), binds=True))

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
        inside: list[ast.stmt] = []
        self.body.out = inside
        self.step()
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

    def call(self, node: Call, target: Target) -> Node | None:
        """Emit a call; answer the node to go on with when the call is only a way to bind variables."""
        operator = node.operator
        primitive = self.leaf(node)
        if primitive is not None:
            statement = STATEMENTS.get(primitive.name)
            if statement is not None and len(node.operands) == statement.count:
                self.deliver(statement.emit(self, node), target)
            else:
                self.deliver(self.value(node) if primitive.pure else self.impure(primitive, node), target)
            return None
        if binds_directly(node):
            assert isinstance(operator, Lambda)
            self.let(operator.params, node.operands)
            if operator in self.moved:
                self.within(Integrated(operator.name or "lambda", node.place, ""), operator.body, target)
                return None
            return operator.body
        if (receiver := receives_values(node)) is not None:
            self.receive(node, receiver)
            return receiver.body
        if (expanded := self.expansions.get(node)) is not None:
            self.moved.update(operand for operand in node.operands if isinstance(operand, Lambda))
            library = operator.location.library or "" if isinstance(operator, GlobalRef) else ""
            self.within(Integrated(_operator_name(operator), node.place, library), expanded, target)
            return None
        variable = operator.variable if isinstance(operator, LocalRef) else None
        if variable is not None and facts(variable).loop:
            self.jump(next(loop for loop in self.body.loops if loop.variable is variable), node.operands)
            return None
        known = self.known_callee(operator)
        if target.kind == "return" and self.body.self_loop and known is not None and known is self.body.lambda_:
            assert isinstance(known, Lambda)
            if len(node.operands) == len(known.params):
                self.jump(self.body.loops[0], node.operands)
                return None
        guarded = self.guarded(node)
        if guarded is not None:
            return guarded
        self.general_call(node, known, target)
        return None

    def within(self, procedure: Integrated, node: Node, target: Target) -> None:
        """Emit the body of a procedure that stands in line."""
        around = self.around
        self.around = (*around, procedure)
        if procedure.library or not isinstance(node, Letrec):  # else it is a loop itself, which counts its turns
            self.step()
        self.emit(node, target)
        self.around = around

    def guarded(self, node: Call) -> Node | None:
        """The call of a library's procedure as a test and a call of a primitive, if it comes down to that."""
        operator = node.operator
        found = global_facts(operator.location).guarded if isinstance(operator, GlobalRef) else None
        pair = found.get(len(node.operands)) if found else None
        if pair is None or node in self.left_over:
            return None
        variables: list[Variable] = []
        inits: list[Node] = []
        operands: list[Node] = []
        for operand in node.operands:
            if isinstance(operand, Const) or (isinstance(operand, LocalRef) and not operand.variable.assigned):
                operands.append(operand)
                continue
            variable = Variable("argument")
            facts(variable).owner = self.body.lambda_
            variables.append(variable)
            inits.append(operand)
            operands.append(LocalRef(variable, operand.place))
        guard, primitive = (GlobalRef(Global(each.name, each.name, None, each)) for each in pair)
        other = Call(operator, operands, node.place)
        self.left_over.add(other)
        test = Call(guard, operands[:1], node.place)
        choice = If(test, Call(primitive, operands, node.place), other, node.place)
        return Let(variables, inits, choice) if variables else choice

    def general_call(self, node: Call, known: Lambda | None, target: Target) -> None:
        clause = self.clause_of(node)
        direct_key = clause[0] if clause is not None else self.known_key(node.operator)
        if direct_key is not None:
            values = self.operands(node.operands)
        else:
            function, *values = self.operands([node.operator, *node.operands])
            function = self.operator(function)
        if clause is not None:
            settled = clause[1]
        else:
            settled = self.settled(known) if known is not None else self.settled_global(node.operator)
        if known is not None and not _takes(known, len(values)):
            settled = True  # the call fails: here, where its place is known
        site = self.site("call", _operator_name(node.operator), node.place)
        if direct_key is not None:
            function = self.load(direct_key)  # on this line, which says what is called
        if target.kind == "return":
            call = site.expression = self.apply(function, values)
            self.put(ast.Return(call if settled else self.at(ast.Tuple([function, *values], LOAD))))
            return
        direct = target.kind == "assign" and target.name not in self.body.mutated
        name = target.name if direct else self.new_name()
        binds = target.binds and direct
        call = site.expression = self.apply(function, values)
        statement = site.statement = self.assign(name, call, binds)
        self.put(statement)
        if not settled:
            again = self.site("call", site.name, node.place)
            bounce = again.statement = self.assign(name, self.apply(self.helper("bounce"), [self.load(name)]), binds)
            self.put(ast.If(self.is_tail_call(name), [bounce], []))
        if target.kind == "assign":
            self.deliver(self.load(name), target)
        else:
            self.leave(target)

    def is_tail_call(self, name: str) -> ast.expr:
        kind = self.at(ast.Attribute(self.load(name), "__class__", LOAD))
        return self.at(ast.Compare(kind, [ast.Is()], [self.helper("tuple")]))

    def receive(self, node: Call, receiver: Lambda) -> None:
        name = self.new_name()
        self.emit(node.operands[0].body, Target("assign", name, len(self.body.loops)))  # type: ignore[union-attr]
        self.site("call", "call-with-values", node.place)
        variables = [*receiver.params, receiver.rest] if receiver.rest is not None else list(receiver.params)
        names = [self.bind(variable) for variable in variables]
        stores: list[ast.expr] = [self.at(ast.Name(each, STORE)) for each in names]
        if receiver.rest is not None:
            stores[-1] = self.at(ast.Starred(stores[-1], STORE))
        self.put(
            self.binding(
                self.at(ast.Tuple(stores, STORE)),
                self.runtime(
                    "received",
                    self.load(name),
                    self.python(len(receiver.params)),
                    self.python(receiver.rest is not None),
                ),
            )
        )
        if receiver.rest is not None:
            self.put(self.assign(names[-1], self.runtime("list", self.load(names[-1])), binds=True))
        for variable, each in zip(variables, names, strict=True):
            if facts(variable).boxed:
                self.put(self.assign(each, self.box(variable, self.load(each)), binds=True))


MAX_CHAIN: Final = 8  # clauses of a `cond` that may stand inside each other


def _chain(node: Node) -> int:
    """How many tests follow one another in the else branches, counted up to one more than matters."""
    count = 0
    while isinstance(node, If) and count <= MAX_CHAIN:
        count += 1
        node = node.otherwise
    return count


def _small(node: Node) -> bool:
    return isinstance(node, (Const, LocalRef, GlobalRef))


def _idle(node: Node) -> bool:
    """Whether evaluating the node for effect does nothing."""
    return isinstance(node, (Const, Lambda)) or (isinstance(node, LocalRef) and not facts(node.variable).late)


def _takes(procedure: Lambda, count: int) -> bool:
    return count == len(procedure.params) or (count > len(procedure.params) and procedure.rest is not None)


def _operator_name(operator: Node) -> str:
    if isinstance(operator, GlobalRef):
        return operator.location.name
    if isinstance(operator, LocalRef):
        return operator.variable.name
    return ""
