"""Statements that make a string in, its text out, where nobody but the next operation wants the string.

Rules: what makes a string is known by its shape (`filling`): it is allocated, then filled, and perhaps asked whether it
is too long.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import LOAD, text_of
from chibi_hooks.scheme.compiling.emitting.filling import Template
from chibi_hooks.scheme.values.data import Char, String

LITERALS: Final = {"s": String, "c": Char}  # by the slot of the text


def read_at_once(
    builder: Builder, template: Template, operands: list[ast.expr], since: int | None = None
) -> list[ast.expr]:
    """The operands of a template; of strings that were made for their texts only, these texts. Those are the last
    statements of the block, or stand behind `since`: where the operands begin, which nobody else knows.
    """
    block = builder.block
    read = list(operands)
    for i in template.reads:
        operand = operands[i] if i < len(operands) else None
        if not isinstance(operand, ast.Name):
            continue
        text = _taken_text(block, operand, template.limited, since)
        if text is None:
            continue
        several = template.repeated[i] and not isinstance(text, ast.Name)
        read[i] = builder.string(builder.saved(text) if several else text)
    return read


def _taken_text(block: list[ast.stmt], made: ast.Name, limited: bool, since: int | None) -> ast.expr | None:
    """The text of a string, which is not made any more; None if it is made elsewhere."""
    count = _made_at(block, len(block), made.id, limited)
    if count:
        text: ast.expr = block[-count + 1].value  # type: ignore[attr-defined]
        del block[-count:]
        return text
    for end in range(len(block) - 1, len(block) if since is None else since, -1):
        count = _made_at(block, end, made.id, limited)
        if count:
            return None if any(map(partial(_names, made.id), block[end:])) else _as_text(block, end - count, count)
    return None


def made_text(builder: Builder, made: ast.Name) -> ast.expr | None:
    """The text of a string that was made last, which is not made any more; None if it is made elsewhere. The question
    whether it is too long stays.
    """
    block = builder.block
    count = _made_at(block, len(block), made.id, True)
    if count < 3:
        return _taken_text(block, made, False, None)
    asks, text = block[-1], _as_text(block, len(block) - count, 2)
    assert isinstance(asks, ast.If)
    for call in (asks.test.left, asks.body[0].value):  # type: ignore[attr-defined]
        call.args[0] = text
    return text


def _as_text(block: list[ast.stmt], at: int, count: int) -> ast.expr:
    """Let the variable that held a string hold its text."""
    first, second = block[at], block[at + 1]
    assert isinstance(first, ast.Assign) and isinstance(second, ast.Assign) and isinstance(first.targets[0], ast.Name)
    second.targets = first.targets
    block[at : at + count] = [second]
    return ast.copy_location(ast.Name(first.targets[0].id, LOAD), second)


def _names(name: str, statement: ast.stmt) -> bool:
    """Whether a variable stands in the statement."""
    return any(node.__class__ is ast.Name and node.id == name for node in walked(statement))


def _made_at(block: list[ast.stmt], end: int, name: str, limited: bool) -> int:
    """How many statements before that place of the block only make the string of that name; 0: they do not."""
    asked = end > 2 and isinstance(block[end - 1], ast.If)
    count = 3 if asked else 2
    if end < count or (asked and not limited):
        return 0
    first, second = block[end - count], block[end - count + 1]
    if not (isinstance(first, ast.Assign) and isinstance(second, ast.Assign) and isinstance(first.value, ast.Call)):
        return 0
    target, slot = first.targets[0], second.targets[0]
    makes = isinstance(target, ast.Name) and target.id == name and isinstance(first.value.func, ast.Name)
    fills = isinstance(slot, ast.Attribute) and slot.attr == "s" and isinstance(slot.value, ast.Name)
    if not (makes and fills and first.value.func.id == "%String" and slot.value.id == name):  # type: ignore[attr-defined]
        return 0
    return count if not asked or _asks_for(block[end - 1], name) else 0


def _asks_for(statement: ast.stmt, name: str) -> bool:
    """Whether it is the question of `put_limit`."""
    test = statement.test if isinstance(statement, ast.If) else None
    asked = test.left.args[0] if isinstance(test, ast.Compare) and isinstance(test.left, ast.Call) else None
    return isinstance(asked, ast.Attribute) and isinstance(asked.value, ast.Name) and asked.value.id == name


def as_part(out: Builder, value: ast.expr, slot: str) -> ast.expr:
    """What is collected of a value that is joined later: its text, if that is at hand. `slot`: of a string (`s`) or a
    character (`c`).
    """
    made = _text(out, value, slot)
    if made is None and isinstance(value, ast.IfExp):
        then, otherwise = _text(out, value.body, slot), _text(out, value.orelse, slot)
        if then is not None or otherwise is not None:
            made = out.at(ast.IfExp(value.test, then or value.body, otherwise or value.orelse))
    made = made or value
    if not isinstance(made, ast.Call):  # which may be what a site speaks of
        made.is_part = True  # type: ignore[attr-defined]
    return made


def as_text(out: Builder, value: ast.expr) -> ast.expr:
    """The text of what is a string for certain, which need not be made if it was made for this."""
    return _text(out, value, "s") or out.at(ast.Attribute(out.wrapped(value), "s", LOAD))


def _text(out: Builder, value: ast.expr, slot: str) -> ast.expr | None:
    """The text of a literal, or of what is just made."""
    literal = out.literal(value)
    if literal.__class__ is LITERALS[slot]:
        return out.at(ast.Attribute(out.identity(literal), slot, LOAD))
    if isinstance(value, ast.Name):
        return made_text(out, value) if slot == "s" else None
    return text_of(value, slot)
