"""Core nodes as Python expressions: what must run first becomes statements, the answer is pure."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiler.emission import Target
from chibi_hooks.scheme.compiler.exits import Exits
from chibi_hooks.scheme.compiler.facts import called_primitive
from chibi_hooks.scheme.compiler.filling import Template
from chibi_hooks.scheme.compiler.inline import MAX_FOLD, folded, template_of
from chibi_hooks.scheme.compiler.mutations import STATEMENTS
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    GlobalRef,
    If,
    Lambda,
    LocalRef,
    Node,
    Or,
    Variable,
)
from chibi_hooks.scheme.data import FALSE, TRUE
from chibi_hooks.scheme.primitive import Primitive

MAX_EXPRESSION: Final = 12  # levels of a Python expression; what is deeper becomes statements


class ValueEmitter(Exits, ABC):
    """Adds expressions; statements are the next layer's."""

    @abstractmethod
    def emit(self, node: Node, target: Target) -> None:
        """Put statements that compute `node` and deliver its value to `target`."""

    @abstractmethod
    def procedures(self, group: list[tuple[str, Lambda | CaseLambda]], own: Items[Variable] = ()) -> None:
        """Define Python functions under the given names."""

    def value(self, node: Node) -> ast.expr:
        kind = node.__class__
        if kind is Const:
            return self.constant(node.value)  # type: ignore[union-attr]
        if kind is LocalRef:
            return self.local(node.variable, node.place)  # type: ignore[union-attr]
        if kind is GlobalRef:
            return self.global_(node.location, node.place)  # type: ignore[union-attr]
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is not None:
                statement = STATEMENTS.get(primitive.name)
                if statement is not None and len(node.operands) == statement.count:
                    return statement.emit(self, node)
                return self.primitive_value(primitive, node)
        elif isinstance(node, (Lambda, CaseLambda)):
            name = self.new_name()
            self.procedures([(name, node)])
            return self.load(name)
        elif isinstance(node, (If, And, Or)) and self.expressible(node):
            return self.choice(node)
        name = self.new_name()
        self.emit(node, Target("assign", name, len(self.body.loops)))
        return self.load(name)

    def leaf(self, node: Call) -> Primitive | None:
        primitive = called_primitive(node)
        return primitive if primitive is not None and primitive.leaf else None

    def expressible(self, node: Node, depth: int = 0) -> bool:
        """Whether the value needs no statement: then it can stand inside a Python conditional expression."""
        kind = node.__class__
        if kind is LocalRef or kind is Const or kind is GlobalRef:
            return True
        if depth > MAX_EXPRESSION:
            return False
        parts: Items[Node]
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is None or not primitive.pure or primitive.name in STATEMENTS:
                return False
            parts = node.operands
            template = template_of(primitive, parts)
            if template is not None and (template.constructs or _needs_names(template, parts)):
                return False
        elif isinstance(node, If):
            parts = (node.otherwise, node.test, node.then)
        elif isinstance(node, (And, Or)):
            parts = node.parts
            if kind is Or and not all(map(self.boolean, parts[:-1])):
                return False
        else:
            return False
        for part in parts:  # noqa: SIM110  asked of every expression: `all` would cost as much as the answer
            if not self.expressible(part, depth + 1):
                return False
        return True

    def boolean(self, node: Node) -> bool:
        """Whether the value is `#t` or `#f` for certain."""
        if isinstance(node, Const):
            return node.value is TRUE or node.value is FALSE
        if isinstance(node, Call):
            primitive = self.leaf(node)
            return primitive is not None and primitive.returns == "boolean"
        if isinstance(node, (And, Or)):
            return all(map(self.boolean, node.parts))
        return False

    def choice(self, node: If | And | Or) -> ast.expr:
        if isinstance(node, If):
            return self.at(ast.IfExp(self.test(node.test), self.value(node.then), self.value(node.otherwise)))
        if isinstance(node, And):
            tests = (
                self.at(ast.BoolOp(ast.And(), [self.test(part) for part in node.parts[:-1]]))
                if len(node.parts) > 2
                else self.test(node.parts[0])
            )
            return self.at(ast.IfExp(tests, self.value(node.parts[-1]), self.constant(FALSE)))
        tests = (
            self.at(ast.BoolOp(ast.Or(), [self.test(part) for part in node.parts[:-1]]))
            if len(node.parts) > 2
            else self.test(node.parts[0])
        )
        return self.at(ast.IfExp(tests, self.constant(TRUE), self.value(node.parts[-1])))

    def test(self, node: Node) -> ast.expr:
        """A Python condition that holds when the Scheme value is true."""
        if isinstance(node, Const):
            return self.python(node.value is not FALSE)
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is not None and primitive.returns == "boolean":
                if primitive.name == "not" and len(node.operands) == 1:
                    return self.at(ast.UnaryOp(ast.Not(), self.test(node.operands[0])))
                return self.primitive_test(primitive, node)
        elif isinstance(node, (And, Or)):
            if all(map(self.expressible, node.parts)):
                return self.at(
                    ast.BoolOp(ast.And() if isinstance(node, And) else ast.Or(), [self.test(p) for p in node.parts])
                )
        elif isinstance(node, If) and self.expressible(node):
            return self.at(ast.IfExp(self.test(node.test), self.test(node.then), self.test(node.otherwise)))
        return self.is_(self.value(node), FALSE, negated=True)

    def operands(self, nodes: Items[Node], names: Items[bool] = ()) -> list[ast.expr]:
        """The operands as pure expressions, left to right; where `names[i]`, a name or constant."""
        out = self.body.out
        values: list[ast.expr] = []
        for i, node in enumerate(nodes):
            before = len(out)
            expression = self.value(node)
            if names and names[i] and not isinstance(expression, (ast.Name, ast.Constant)):
                expression = self.saved(expression)
            if len(out) > before and values:  # what is put now may change those, which are evaluated first
                values = self.all_stable(values, before)
            values.append(expression)
        return values

    def all_stable(self, values: list[ast.expr], at: int) -> list[ast.expr]:
        """The values as they are before the statement at that place of the body."""
        result: list[ast.expr] = []
        for value in values:
            if not self.stable(value):
                name = self.new_name()
                self.body.out.insert(at, self.assign(name, value))
                at += 1
                value = self.load(name)
            result.append(value)
        return result

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

    def primitive_value(self, primitive: Primitive, node: Call) -> ast.expr:
        if primitive.returns == "boolean":
            test = self.test(node)
            return self.at(ast.IfExp(test, self.constant(TRUE), self.constant(FALSE)))
        result = self.primitive_call(primitive, node, as_test=False)
        if not primitive.pure:
            return self.saved(result)
        return result

    def primitive_test(self, primitive: Primitive, node: Call) -> ast.expr:
        result = self.primitive_call(primitive, node, as_test=True)
        return result if primitive.pure else self.saved(result)

    def primitive_call(self, primitive: Primitive, node: Call, as_test: bool) -> ast.expr:
        """A call of a primitive; `as_test`: what it answers is a Python bool."""
        if primitive.fold and 2 < len(node.operands) <= MAX_FOLD and all(map(self.expressible, node.operands)):
            node = folded(node)
        template = template_of(primitive, node.operands)
        values = self.operands(node.operands, template.repeated if template is not None and template.repeats else ())
        if template is not None and _computes_on_placeholder(template, values):
            template = None
        site = self.site("primitive", primitive.name, node.place)
        if template is not None:
            result = template.fill(self, values)
            site.expression = self.apply(self.python(None), values)
        else:
            function = self.helper(primitive.name) if as_test else self.load(primitive.name)
            result = site.expression = self.apply(function, values)
        return result

    def impure(self, primitive: Primitive, node: Call) -> ast.expr:
        """A primitive with an effect whose value goes straight to its target: no name in between."""
        if primitive.returns == "boolean":
            test = self.primitive_call(primitive, node, as_test=True)
            return self.at(ast.IfExp(test, self.constant(TRUE), self.constant(FALSE)))
        return self.primitive_call(primitive, node, as_test=False)


def _needs_names(template: Template, operands: Items[Node]) -> bool:
    """Whether a template uses a parameter twice that is given something to be computed."""
    return template.repeats and any(
        repeated and not isinstance(operand, (Const, LocalRef))
        for repeated, operand in zip(template.repeated, operands, strict=False)
    )


def _computes_on_placeholder(template: Template, values: Items[ast.expr]) -> bool:
    for number in template.computed_on:
        value = values[number]
        if isinstance(value, ast.Constant) and isinstance(value.value, bytes):
            return True
    return False
