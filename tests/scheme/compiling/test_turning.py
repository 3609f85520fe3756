"""What is left of a turn as statements before the loop."""

from __future__ import annotations

import pytest

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.turning import in_front

TURNS: dict[str, str | None] = {
    "a = 1\ncontinue\nb = 2": "a = 1",
    "if a:\n    continue\nb = 2": "if a:\n    pass\nelse:\n    b = 2",
    "if a:\n    b = 1\nelse:\n    return c\nd = 2\ncontinue": "if a:\n    b = 1\nelse:\n    return c\nd = 2",
    "if a:\n    b = 1\nelse:\n    continue\nd = 2": "if a:\n    b = 1\n    d = 2",
    "if a:\n    if b:\n        continue\n    c = 1\nd = 2": None,  # `d = 2` would be said twice
    "if a:\n    break\nb = 1": None,
    "continue\nbreak": "",
    "return a\nbreak": "return a",
    "while True:\n    break\na = 1": "while True:\n    break\na = 1",
    "while a:\n    b = 1\nelse:\n    break\nc = 1": None,
    "try:\n    continue\nexcept E:\n    pass": None,
}


@pytest.mark.parametrize("turn", TURNS)
def test_what_is_left_of_a_turn_stands_before_the_loop_unless_it_may_leave_it(turn: str) -> None:
    statements = in_front(ast.parse(turn).body)
    wanted = TURNS[turn]
    assert (None if statements is None else "\n".join(map(ast.unparse, statements))) == wanted


ONCE: dict[str, str | None] = {
    "a = 1\nbreak": "a = 1",
    "if a:\n    b = 1\n    break\nreturn c": "if a:\n    b = 1\nelse:\n    return c",
    "if a:\n    break\nif b:\n    break\nc = 1\nbreak": None,  # more choices than there is room for
    "for a in b:\n    break\nelse:\n    break": None,
    "if a:\n    continue\nbreak": None,
}


@pytest.mark.parametrize("turn", ONCE)
def test_a_loop_that_ends_by_break_is_none(turn: str) -> None:
    statements = in_front(ast.parse(turn).body, ast.Break, 1)
    assert (None if statements is None else "\n".join(map(ast.unparse, statements))) == ONCE[turn]
