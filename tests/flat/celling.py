"""A function that makes another -> the same, where each attribute of `HELD` that the other reads is a cell: it is read
sooner, which is a hundredth of a fire.
"""

from __future__ import annotations

import ast

HELD = "way"  # a `PointWay`, which nobody changes


def celled(maker: ast.FunctionDef) -> ast.FunctionDef:
    """The function that makes, changed."""
    for made in [each for each in maker.body if isinstance(each, ast.FunctionDef)]:
        work = _Celling()
        made.body = [work.visit(each) for each in made.body]
        at = maker.body.index(made)
        maker.body[at:at] = [ast.Assign([ast.Name(name, ast.Store())], work.cells[name]) for name in sorted(work.cells)]
    return maker


class _Celling(ast.NodeTransformer):
    def __init__(self) -> None:
        self.cells: dict[str, ast.Attribute] = {}

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.value, ast.Name) or node.value.id != HELD:
            return self.generic_visit(node)
        self.cells[f"{HELD}_{node.attr}"] = node
        return ast.Name(f"{HELD}_{node.attr}", ast.Load())
