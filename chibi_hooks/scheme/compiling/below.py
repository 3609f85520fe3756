"""A node of generated Python in, the nodes below it out: `PARTS`, `below`, `walked`.

`ast.iter_child_nodes` asks every node for its fields by name: over a large unit that is as long as Python's compiler
takes for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.python_tree import Constant, Name

NODES: Final = frozenset(
    getattr(ast, name)
    for name in """
    Module FunctionDef arguments arg Return Assign Expr If While For Try ExceptHandler Break Continue Pass Global Name
    Constant Attribute Subscript Slice Call Tuple List Set Starred BoolOp UnaryOp BinOp Compare IfExp Load Store And Or
    Not USub Add Sub Mult Div FloorDiv Mod Eq NotEq Lt LtE Gt GtE Is IsNot In BitAnd BitOr BitXor Invert
    JoinedStr FormattedValue
    """.split()  # noqa: SIM905  fifty names in quotes are harder to read
)
"""All that generated code is made of."""

PLAIN: Final = frozenset(  # fields without nodes
    "id attr name names arg annotation kind type_comment ctx conversion".split()  # noqa: SIM905  as above
)
ONE_PART: Final = frozenset({ast.Attribute, ast.Expr, ast.Return, ast.Starred})  # which they call `value`


def _parts(kind: type[ast.AST]) -> Callable[[Any], Sequence[Any]]:
    """A function that gives the nodes below one of this kind, and lists of them; of a single list, its members."""
    fields = [field for field in kind._fields if field not in PLAIN]
    return attrgetter(*fields) if fields else lambda node: ()


PARTS: Final = {kind: _parts(kind) for kind in NODES}


def below(node: Any) -> list[Any]:
    """The nodes directly below, but for the context of names."""
    kind = node.__class__
    if kind is Name or kind is Constant:
        return []
    if kind in ONE_PART:
        return [] if node.value is None else [node.value]
    found: list[Any] = []
    for part in PARTS[kind](node):
        if part.__class__ is list:
            found += part
        elif part is not None:
            found.append(part)
    return found


def walked(root: ast.AST) -> list[Any]:
    """The node and all below it, outer ones first, but for the contexts of names. Code for frames that are resumed has
    a few other nodes, too."""
    found: list[Any] = [root]
    for node in found:  # which grows meanwhile
        kind = node.__class__
        if kind is not Name and kind is not Constant:
            found += below(node) if kind in PARTS else ast.iter_child_nodes(node)
    return found
