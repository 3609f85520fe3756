"""An emitted unit in, Python text out, with what of the source stands there behind the lines: to be read by people.

It is the tree that is compiled, in Python's notation. Names are as the code looks them up, so `+` and `call/cc` stand
for themselves, `%bounce` for a helper of the runtime; a Scheme constant is written «datum». Behind a `def` stands what
the program calls the variables.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import Emission
from chibi_hooks.scheme.values.data import FALSE
from chibi_hooks.scheme.values.printer import short

COLUMN: Final = 60  # where comments begin


def python_text(emission: Emission) -> str:
    """The text of a unit. Python's stack bounds the nesting: see `running.stack.roomy`."""
    assert emission.module is not None
    return "".join(f"{line}\n" for line in _Lines(emission).block(emission.module.body, 0))


class _Lines:
    """The lines of one unit."""

    def __init__(self, emission: Emission) -> None:
        self.sites = emission.sites
        self.constants = _Constants(emission.constants)
        self.last = ""  # the comment shown last

    def block(self, statements: list[ast.stmt], level: int) -> Iterator[str]:
        """The lines of some statements."""
        for each in statements:
            if isinstance(each, ast.FunctionDef):
                yield self.line(f"def {each.name}({self.text(each.args)}):", [each.lineno], level, self.names(each))
                yield from self.block(each.body, level + 1)
            elif isinstance(each, ast.While):
                yield self.line(f"while {self.text(each.test)}:", _lines_of(each.test), level)
                yield from self.block(each.body, level + 1)
            elif isinstance(each, ast.For):
                head = f"for {self.text(each.target)} in {self.text(each.iter)}:"
                yield self.line(head, _lines_of(each.iter), level)
                yield from self.block(each.body, level + 1)
                if each.orelse:
                    yield self.line("else:", [], level)
                    yield from self.block(each.orelse, level + 1)
            elif isinstance(each, ast.If):
                yield self.line(f"if {self.text(each.test)}:", _lines_of(each.test), level)
                yield from self.block(each.body, level + 1)
                if each.orelse:
                    yield self.line("else:", [], level)
                    yield from self.block(each.orelse, level + 1)
            elif isinstance(each, ast.Try):
                yield self.line("try:", [], level)
                yield from self.block(each.body, level + 1)
                for handler in each.handlers:
                    assert handler.type is not None
                    yield self.line(f"except {self.text(handler.type)}:", [], level)
                    yield from self.block(handler.body, level + 1)
            else:
                yield self.line(self.text(each), _lines_of(each), level)

    def text(self, node: ast.AST) -> str:
        return ast.unparse(self.constants.visit(node))

    def names(self, function: ast.FunctionDef) -> str:
        """The variables of a function, by the names that the program has for them."""
        bodies = (self.sites[line].body for line in _lines_of(function) if line < len(self.sites))
        body = next((body for body in bodies if body is not None), None)
        names = {} if body is None else body.names
        return ", ".join(f"{each} is {names[each]}" for each in _own_names(function) if names.get(each))

    def line(self, text: str, lines: list[int], level: int, more: str = "") -> str:
        """One line, and behind it the first place that one of these lines of generated code belongs to."""
        code = "    " * level + text
        sites = (self.sites[line] for line in lines if line < len(self.sites))
        found = next((site for site in sites if site.place is not None), None)
        place = "" if found is None or found.place is None else f"{found.place.line}:{found.place.column} {found.name}"
        comment = "; ".join(filter(None, [place.rstrip(), more]))
        if not comment or comment == self.last:
            return code
        self.last = comment
        return f"{code:<{COLUMN}}  # {comment}"


def _own_names(function: ast.FunctionDef) -> list[str]:
    """The names in a function, in order, without those that only functions inside of it have."""
    found: dict[str, None] = {}
    waiting: list[ast.AST] = [*reversed(function.body), function.args]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name | ast.arg):
            found[node.id if isinstance(node, ast.Name) else node.arg] = None
        if not isinstance(node, ast.FunctionDef):
            waiting += reversed(list(ast.iter_child_nodes(node)))
    return list(found)


def _lines_of(tree: ast.AST) -> list[int]:
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)]


class _Constants(ast.NodeTransformer):
    """Puts what people see of a constant in the place of its number, in a copy."""

    def __init__(self, constants: list[Any]) -> None:
        self.constants = constants

    def visit(self, node: ast.AST) -> Any:
        """The node with its constants named."""
        if isinstance(node, ast.JoinedStr):  # in which `unparse` of 3.11 takes no line end
            parts = [self.visit(each.value) for each in node.values if isinstance(each, ast.FormattedValue)]
            return ast.Name("".join(["f'", *(f"{{{ast.unparse(each)}}}" for each in parts), "'"]))
        if isinstance(node, ast.Constant):
            if node.value is ...:
                return ast.Name(f"«{short(FALSE)}»")
            if not isinstance(node.value, bytes):
                return node
            number = node.value.rstrip(b"cs")
            text = f".{node.value[-1:].decode()}" if number != node.value else ""
            return ast.Name(f"«{short(self.constants[int(number)])}»{text}")
        fields = {name: self._copied(value) for name, value in ast.iter_fields(node)}
        return ast.copy_location(node.__class__(**fields), node)

    def _copied(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._copied(each) for each in value]
        return self.visit(value) if isinstance(value, ast.AST) else value
