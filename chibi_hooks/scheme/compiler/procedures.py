"""Lambdas as Python functions, and which of them can be called without asking for a tail call."""

from __future__ import annotations

import ast
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiler.emission import LOAD, RETURN, STORE, Body, Loop, Target, function_definition
from chibi_hooks.scheme.compiler.facts import facts, global_facts
from chibi_hooks.scheme.compiler.trees import binds_directly, bound_variables, receives_values, references
from chibi_hooks.scheme.compiler.values import ValueEmitter
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    GlobalRef,
    If,
    Lambda,
    Let,
    Letrec,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
)
from chibi_hooks.scheme.data import UNDEFINED, intern

CHAIN: Final = 50  # procedures, each in tail position of the one before; asking takes three frames of Python for each


class ProcedureEmitter(ValueEmitter):
    """Adds the making of Python functions, and what is known about calling them."""

    def known_callee(self, operator: Node) -> Lambda | None:
        if isinstance(operator, LocalRef):
            return facts(operator.variable).known
        if isinstance(operator, GlobalRef):
            return self.known.get(operator.location)
        return None

    def known_key(self, operator: Node) -> str | None:
        """Under what key a procedure lies that is defined once at this top level, None for any other operator."""
        return operator.location.key if isinstance(operator, GlobalRef) and operator.location in self.known else None

    def settled_global(self, operator: Node) -> bool:
        return isinstance(operator, GlobalRef) and global_facts(operator.location).settled

    def settled(self, procedure: Lambda) -> bool:
        """Whether calling it never answers a tail call: all its tail calls go to settled procedures, without a
        cycle and in a short chain.
        """
        found = self.settled_.get(procedure)
        if found is None:
            if self.settling == CHAIN:
                return False
            self.settled_[procedure] = False  # in progress: a cycle is not settled
            self.settling += 1
            found = self.settled_[procedure] = self.settled_body(procedure)
            self.settling -= 1
        return found

    def settled_body(self, procedure: Lambda) -> bool:
        stack: list[Node] = [procedure.body]
        while stack:
            node = stack.pop()
            if isinstance(node, If):
                stack += [node.then, node.otherwise]
            elif isinstance(node, (Sequence, And, Or)):
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

    def clause_of(self, node: Call) -> tuple[str, bool] | None:
        """The clause of a library's `case-lambda` that this call goes to, if that is certain."""
        operator = node.operator
        if not isinstance(operator, GlobalRef):
            return None
        return global_facts(operator.location).clauses.get(len(node.operands))

    def settled_tail_call(self, node: Call, procedure: Lambda, stack: list[Node]) -> bool:
        if self.leaf(node) is not None:
            return True
        if binds_directly(node):
            stack.append(node.operator.body)  # type: ignore[union-attr]
            return True
        if (receiver := receives_values(node)) is not None:
            stack.append(receiver.body)
            return True
        if (expanded := self.expansions.get(node)) is not None:
            stack.append(expanded)
            return True
        if (isinstance(node.operator, LocalRef) and facts(node.operator.variable).loop):
            return True
        known = self.known_callee(node.operator)
        clause = self.clause_of(node)
        if clause is not None:
            return clause[1]
        if known is None:
            return self.settled_global(node.operator)
        return (
            known is procedure and known.rest is None and len(node.operands) == len(known.params) or self.settled(known)
        )

    def letrec(self, node: Letrec) -> None:
        for variable in node.variables:
            name = self.bind(variable)
            found = facts(variable)
            if found.boxed or found.late:
                self.put(self.assign(name, self.box(variable, self.constant(UNDEFINED)), binds=True))
        run: list[tuple[Variable, Lambda | CaseLambda]] = []
        for variable, init in zip(node.variables, node.inits, strict=True):
            if isinstance(init, (Lambda, CaseLambda)):
                run.append((variable, init))
                continue
            self.define_run(run)
            run = []
            self.initialise(variable, init)
        self.define_run(run)

    def define_run(self, run: list[tuple[Variable, Lambda | CaseLambda]]) -> None:
        """Define a run of procedures together; those that live in a box or may be read too early come last, by
        assignment.
        """
        for variable, _ in run:
            if not facts(variable).needed:
                facts(variable).name = ""  # it stands in line wherever it is used
        run = [(variable, procedure) for variable, procedure in run if facts(variable).needed]
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
            free |= references(procedure, self.expansions) - bound_variables(procedure, self.expansions)
        outside = [v for v in free if v not in own and facts(v).name]
        if outside and any(facts(v).loop_body is self.body for v in [*outside, *own]):
            self.factory(group, sorted({facts(v).name for v in outside}))
            return
        for name, procedure in group:
            self.put(self.function(procedure, name))

    def factory(self, group: list[tuple[str, Lambda | CaseLambda]], free: list[str]) -> None:
        """Make the procedures in a function of their own, called with their free variables: a fresh binding for each
        turn of the loop.
        """
        key = self.new_key()
        outer = self.body
        self.body = Body(None, self.names)
        local = [name if name[0] == "v" else self.new_name() for name, _ in group]
        for name, (_, procedure) in zip(local, group, strict=True):
            self.put(self.function(procedure, name))
        results: list[ast.expr] = [self.load(name) for name in local]
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
        self.put(self.binding(stores, made))

    def function(self, procedure: Lambda | CaseLambda, name: str) -> ast.stmt:
        outer, outer_line, around = self.body, self.line, self.around
        body = self.body = Body(procedure, self.names)
        self.around = ()
        self.site("procedure", procedure.name or "", procedure.place)
        line = self.line
        params: list[str] = []
        rest: str | None = None
        if isinstance(procedure, CaseLambda):
            rest = self.new_name()
            self.clauses(procedure, rest)
            statements = body.out
        else:
            params, rest, statements = self.lambda_body(procedure)
        body.statements = statements
        if body.globals:
            statements = [self.at(ast.Global(sorted(body.globals))), *statements]
        self.line = line
        result = self.definition(name, params, rest, statements)
        self.body, self.line, self.around = outer, outer_line, around
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
            self.step()
            self.emit(procedure.body, RETURN)
            statements = [*before, self.at(ast.While(self.python(True), body.out, []))]
        else:
            self.step()
            self.emit(procedure.body, RETURN)
            statements = body.out
        rest = names.pop() if procedure.rest is not None else None
        return names, rest, statements or [self.at(ast.Pass())]

    def clauses(self, procedure: CaseLambda, args: str) -> None:
        """`case-lambda`: take any number of arguments and choose by their count."""
        for clause in procedure.clauses:
            count = self.runtime("len", self.load(args))
            operator = ast.Eq() if clause.rest is None else ast.GtE()
            statement = self.at(
                ast.If(self.at(ast.Compare(count, [operator], [self.python(len(clause.params))])), [], [])
            )
            if clause in self.clause_keys:
                spread = self.at(ast.Starred(self.load(args), LOAD))
                self.site("call", clause.name or "", clause.place)
                statement.body = [self.at(ast.Return(self.apply(self.load(self.clause_keys[clause]), [spread])))]
                self.put(statement)
                continue
            out = self.body.out
            self.body.out = []
            variables = [*clause.params, clause.rest] if clause.rest is not None else list(clause.params)
            names = [self.bind(variable) for variable in variables]
            if names:
                stores: list[ast.expr] = [self.at(ast.Name(name, STORE)) for name in names]
                if clause.rest is not None:
                    stores[-1] = self.at(ast.Starred(stores[-1], STORE))
                self.put(self.binding(self.at(ast.Tuple(stores, STORE)), self.load(args)))
            if clause.rest is not None:
                self.put(self.assign(names[-1], self.runtime("list", self.load(names[-1])), binds=True))
            for variable, name in zip(variables, names, strict=True):
                if facts(variable).boxed:
                    self.put(self.assign(name, self.box(variable, self.load(name)), binds=True))
            self.step()
            self.emit(clause.body, RETURN)
            statement.body = self.body.out
            self.body.out = out
            self.put(statement)
        self.site("define", "", None)  # no place of its own: what is shown is the call
        who = self.constant(intern(procedure.name or "case-lambda"))
        self.put(ast.Return(self.runtime("no_clause", self.load(args), who)))

    def definition(self, name: str, params: list[str], rest: str | None, statements: list[ast.stmt]) -> ast.FunctionDef:
        args = ast.arguments(
            [self.at(ast.arg(p)) for p in params], [], self.at(ast.arg(rest)) if rest else None, [], [], None, []
        )
        return self.at(function_definition(name, args, statements))

    def calls_itself(self, procedure: Lambda) -> bool:
        """Whether there is a call of itself in tail position with the right number of arguments."""
        stack: list[Node] = [procedure.body]
        while stack:
            node = stack.pop()
            if isinstance(node, Call):
                if self.leaf(node) is not None:
                    continue
                if self.known_callee(node.operator) is procedure and len(node.operands) == len(procedure.params):
                    return True
                if binds_directly(node):
                    stack.append(node.operator.body)  # type: ignore[union-attr]
                elif (receiver := receives_values(node)) is not None:
                    stack.append(receiver.body)
                elif (expanded := self.expansions.get(node)) is not None:
                    stack.append(expanded)
            elif isinstance(node, If):
                stack += [node.then, node.otherwise]
            elif isinstance(node, (Sequence, And, Or)):
                stack.append(node.parts[-1])
            elif isinstance(node, (Let, Letrec)):
                stack.append(node.body)
                if isinstance(node, Letrec) and facts(node.variables[0]).loop:
                    stack.append(node.inits[0].body)  # type: ignore[union-attr]
        return False
