"""What is left of a turn of a loop in, the same out as statements that stand before the loop: what comes next there is
the loop's next turn, and no turn has to ask whether it is the first.

    v4 = x                                  v4 = x
    if v4 is v1:            becomes         if v4 is v1:
        return v4                               return v4
    v3 = v3 + 1                             v3 = v3 + 1
    continue                                while True: …

The same serves a loop that runs once and ends by `break` (`exits.Once`): it needs no loop.

Rules: nothing is said twice; a turn that may end in another way, too, is left as it is.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling import python_tree as ast

LEAVING = (ast.Return, ast.Continue, ast.Break)


def in_front(block: list[ast.stmt], end: type[ast.stmt] = ast.Continue, room: int = 99) -> list[ast.stmt] | None:
    """The statements of a turn without those that end it; None where that cannot be said so, or takes more choices
    inside each other than there is `room` for.
    """
    result: list[ast.stmt] = []
    for i, statement in enumerate(block):
        if isinstance(statement, end):
            return result
        if not _jumps(statement):
            result.append(statement)
            if isinstance(statement, ast.Return):
                return result
            continue
        last = _split(statement, block[i + 1 :], end, room) if room and isinstance(statement, ast.If) else None
        return [*result, last] if last is not None else None
    return result


def _split(choice: ast.If, following: list[ast.stmt], end: type[ast.stmt], room: int) -> ast.stmt | None:
    """The choice and what follows it: that moves to the side which comes to its end."""
    then, otherwise = choice.body, choice.orelse
    if _leaves(then):
        otherwise = [*otherwise, *following]
    elif _leaves(otherwise):
        then = [*then, *following]
    elif following:
        return None
    one, other = in_front(then, end, room - 1), in_front(otherwise, end, room - 1)
    if one is None or other is None:
        return None
    return ast.copy_location(ast.If(choice.test, one or [ast.copy_location(ast.Pass(), choice)], other), choice)


def _leaves(block: list[ast.stmt]) -> bool:
    """Does nothing come behind the block?"""
    return any(
        isinstance(each, LEAVING) or (isinstance(each, ast.If) and _leaves(each.body) and _leaves(each.orelse))
        for each in block
    )


def _jumps(statement: ast.stmt) -> bool:
    """Does it end the turn, or leave the loop, on some way through it?"""
    if isinstance(statement, (ast.Continue, ast.Break)):
        return True
    inside: list[ast.stmt] = []
    if isinstance(statement, ast.If):
        inside = [*statement.body, *statement.orelse]
    elif isinstance(statement, (ast.While, ast.For)):
        inside = statement.orelse
    elif isinstance(statement, ast.Try):
        inside = [*statement.body, *(each for handler in statement.handlers for each in handler.body)]
    return any(map(_jumps, inside))
