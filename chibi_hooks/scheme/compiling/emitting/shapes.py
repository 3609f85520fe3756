"""A node in, what shape its Python can have out: whether it can stand inside an expression, whether it is a boolean."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.facts import called_leaf
from chibi_hooks.scheme.compiling.emitting.filling import Template
from chibi_hooks.scheme.compiling.emitting.inline import template_of
from chibi_hooks.scheme.compiling.emitting.searching import is_at_hand
from chibi_hooks.scheme.core import And, Call, Const, GlobalRef, If, LocalRef, Node, Or
from chibi_hooks.scheme.values.data import FALSE, TRUE

MAX_EXPRESSION: Final = 12  # levels of a Python expression; what is deeper becomes statements


def is_expressible(node: Node, expansions: Mapping[Call, Node], depth: int = 0) -> bool:
    """Whether the value needs no statement: then it can stand inside a Python conditional expression. `expansions`:
    what stands in the place of calls, where that is no step to be counted.
    """
    kind = node.__class__
    if kind is LocalRef or kind is Const or kind is GlobalRef:
        return True
    if depth > MAX_EXPRESSION:
        return False
    parts: Items[Node]
    if isinstance(node, Call):
        primitive = called_leaf(node)
        if primitive is None:
            expanded = expansions.get(node)
            return expanded is not None and is_expressible(expanded, expansions, depth + 1)
        if not primitive.pure:
            return False
        parts = node.operands
        if primitive.name == "member" and not (parts and is_at_hand(parts[0])):  # looked at several times (`searching`)
            return False
        template = template_of(primitive, parts)
        if template is not None and (template.constructs or _needs_names(template, parts)):
            return False
    elif isinstance(node, If):
        parts = (node.otherwise, node.test, node.then)
    elif isinstance(node, (And, Or)):
        parts = node.parts
        if kind is Or and not all(map(is_boolean, parts[:-1])):
            return False
    else:
        return False
    for part in parts:  # noqa: SIM110  asked of every expression: `all` would cost as much as the answer
        if not is_expressible(part, expansions, depth + 1):
            return False
    return True


def _needs_names(template: Template, operands: Items[Node]) -> bool:
    """Whether a template uses a parameter twice that is given something to be computed."""
    return template.repeats and any(
        repeated and not isinstance(operand, (Const, LocalRef))
        for repeated, operand in zip(template.repeated, operands, strict=False)
    )


def is_boolean(node: Node) -> bool:
    """Whether the value is `#t` or `#f` for certain."""
    if isinstance(node, Const):
        return node.value is TRUE or node.value is FALSE
    if isinstance(node, Call):
        primitive = called_leaf(node)
        return primitive is not None and primitive.returns == "boolean"
    if isinstance(node, (And, Or)):
        return all(map(is_boolean, node.parts))
    return False
