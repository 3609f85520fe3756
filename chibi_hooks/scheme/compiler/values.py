"""Core nodes as Python expressions: what must run first becomes statements, the answer is pure."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Sequence as Items
from typing import Any, Final

from chibi_hooks.scheme.compiler.emission import STORE, Target
from chibi_hooks.scheme.compiler.exits import Exits
from chibi_hooks.scheme.compiler.facts import called_primitive
from chibi_hooks.scheme.compiler.inline import (
    CONSTRUCTED,
    INLINE_CONSTANTS,
    MAX_FOLD,
    computed_on,
    constructs,
    folded,
    settle,
    template_of,
    uses,
)
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
from chibi_hooks.scheme.data import FALSE, TRUE, Value
from chibi_hooks.scheme.errors import fail
from chibi_hooks.scheme.primitive import RUNTIME, Primitive

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
        if isinstance(node, (Lambda, CaseLambda)):
            name = self.new_name()
            self.procedures([(name, node)])
            return self.load(name)
        if isinstance(node, Call):
            primitive = self.leaf(node)
            statement = STATEMENTS.get(primitive.name) if primitive is not None else None
            if statement is not None and len(node.operands) == statement.count:
                return statement.emit(self, node)
            if primitive is not None:
                return self.primitive_value(primitive, node)
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
        if isinstance(node, (Const, GlobalRef, LocalRef)):
            return True
        if depth > MAX_EXPRESSION:
            return False
        if isinstance(node, If):
            return all(self.expressible(part, depth + 1) for part in (node.otherwise, node.test, node.then))
        if isinstance(node, And):
            return all(self.expressible(part, depth + 1) for part in node.parts)
        if isinstance(node, Or):
            return all(self.boolean(p) for p in node.parts[:-1]) and all(
                self.expressible(p, depth + 1) for p in node.parts
            )
        if isinstance(node, Call):
            primitive = self.leaf(node)
            if primitive is None or not primitive.pure or primitive.name in STATEMENTS:
                return False
            if not all(self.expressible(operand, depth + 1) for operand in node.operands):
                return False
            template = template_of(primitive, node.operands)
            return template is None or not (constructs(template) or self.needs_names(template, node.operands))
        return False

    def needs_names(self, template: ast.expr, operands: list[Node]) -> bool:
        """Whether a template uses a parameter twice that is given something to be computed."""
        counts = uses(template)
        return any(
            counts.get(letter, 0) > 1 and not isinstance(operand, (Const, LocalRef))
            for letter, operand in zip("abcd", operands, strict=False)
        )

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
        results: list[tuple[list[ast.stmt], ast.expr]] = []
        for i, node in enumerate(nodes):
            self.body.out = []
            expression = self.value(node)
            if i < len(names) and names[i] and not isinstance(expression, (ast.Name, ast.Constant)):
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

    def primitive_value(self, primitive: Primitive, node: Call) -> ast.expr:
        if primitive.returns == "boolean":
            test = self.test(node)
            return self.at(ast.IfExp(test, self.constant(TRUE), self.constant(FALSE)))
        result = self.primitive_call(primitive, node, primitive.function)
        if not primitive.pure:
            return self.saved(result)
        return result

    def primitive_test(self, primitive: Primitive, node: Call) -> ast.expr:
        result = self.primitive_call(primitive, node, primitive.test)
        return result if primitive.pure else self.saved(result)

    def primitive_call(self, primitive: Primitive, node: Call, function: Value) -> ast.expr:
        if primitive.fold and 2 < len(node.operands) <= MAX_FOLD and all(map(self.expressible, node.operands)):
            node = folded(node)
        template = template_of(primitive, node.operands)
        counts = uses(template) if template is not None else {}
        values = self.operands(node.operands, [counts.get(letter, 0) > 1 for letter in "abcd"])
        if template is not None and any(
            isinstance(value, ast.Constant) and isinstance(value.value, bytes) and letter in computed_on(template)
            for letter, value in zip("abcd", values, strict=False)
        ):
            template = None
        site = self.site("primitive", primitive.name, node.place)
        if template is not None:
            result = self.filled(template, dict(zip("abcd", values, strict=False)))
            site.expression = self.apply(self.python(None), values)
        else:
            result = site.expression = self.apply(self.identity(function), values)
        return result

    def impure(self, primitive: Primitive, node: Call) -> ast.expr:
        """A primitive with an effect whose value goes straight to its target: no name in between."""
        if primitive.returns == "boolean":
            test = self.primitive_call(primitive, node, primitive.test)
            return self.at(ast.IfExp(test, self.constant(TRUE), self.constant(FALSE)))
        return self.primitive_call(primitive, node, primitive.function)

    def constructed(self, template: ast.Call, values: dict[str, ast.expr]) -> ast.Name:
        """The name of a new object, which is allocated and then filled: half the price of a call with arguments."""
        kind = template.func.id  # type: ignore[attr-defined]
        made = self.new_name()
        self.put(self.assign(made, self.apply(self.identity(RUNTIME[kind]), [])))
        for slot, part in zip(CONSTRUCTED[kind], template.args, strict=True):
            value = self.filled(part, values)
            self.put(ast.Assign([self.at(ast.Attribute(self.load(made), slot, STORE))], value))
        return self.load(made)

    def filled(self, template: ast.expr, values: dict[str, ast.expr]) -> ast.expr:
        """A copy of the template with its parameters replaced, on the current line; what is known by now is folded."""
        if isinstance(template, ast.Name):
            if template.id in values:
                return values[template.id]
            if template.id in INLINE_CONSTANTS:
                return self.identity(INLINE_CONSTANTS[template.id])
            if template.id not in RUNTIME:
                raise fail("contract", f"inline template names {template.id}, which is not in RUNTIME")
            return self.identity(RUNTIME[template.id])
        if constructs(template):
            return self.constructed(template, values)  # type: ignore[arg-type]
        if isinstance(template, (ast.Compare, ast.BoolOp, ast.IfExp)):
            known = settle(template, values)
            if known is not template:
                return self.python(known) if isinstance(known, bool) else self.filled(known, values)
        parts: dict[str, Any] = {}
        identity = isinstance(template, ast.Compare) and isinstance(template.ops[0], (ast.Is, ast.IsNot))
        for name in template._fields:
            part = getattr(template, name, None)
            if isinstance(part, ast.expr):
                part = self.filled(part, values)
                part = self.wrapped(part) if identity else part
            elif isinstance(part, list):
                part = [self.filled(p, values) if isinstance(p, ast.expr) else p for p in part]
                part = [self.wrapped(p) for p in part] if identity and name == "comparators" else part
            parts[name] = part
        if isinstance(template, ast.Attribute) and template.attr == "c":
            text: ast.expr | None = getattr(parts["value"], "text_of", None)
            if text is not None:
                return text  # char(x).c is x
        result: Any = self.at(template.__class__(**parts))
        if isinstance(template, ast.Call) and isinstance(template.func, ast.Name) and template.func.id == "char":
            result.text_of = parts["args"][0]
        return result  # type: ignore[no-any-return]
