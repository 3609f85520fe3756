"""The tree of one large procedure in, the same as several functions out, each of which calls the next in tail position.

Theory. One call of Python's compiler holds the interpreter for as long as the function is large, and a `cond` of three
thousand clauses is one function. What stands at the end of a body, behind statements or in the last branch, is all that
is left to do there, so it can be a function of its own that takes the variables made before it. It keeps its lines and
the names of its variables, so errors, continuations and backtraces find in it what they would find in the whole body
(sites have the whole body's tree); the frame of the first part stands on line 1, which belongs to nothing.

Not cut: bodies that are loops, and procedures that use variables of others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from chibi_hooks.scheme.compiling.emission import LOAD, function_definition
from chibi_hooks.typenames import Any, Final

SIZE: Final = 30_000  # nodes of one function; Python's compiler takes about a microsecond for each
LOCAL: Final = re.compile(r"[vtx][0-9]+|[jx]")  # names that generated code gives to locals
NAME: Final = "t9000000{}"  # of a further part, numbered; no unit has so many forms


def outlined(function: ast.FunctionDef, number: int) -> tuple[ast.FunctionDef, list[ast.FunctionDef]]:
    """The first part, and the further ones in the order of their calls, their names numbered from `number`; empty ones
    of these names stand before the calls. The tree itself stays as it is.
    """
    parts: list[ast.FunctionDef] = []
    first = rest = function
    if not _is_large([function], SIZE) or _free(function):
        return first, parts
    while (found := _Cut(rest).found()) is not None:
        name = NAME.format(number + len(parts))
        head, rest = found.made(name)
        if parts:
            parts[-1] = head
        else:
            first = head
        parts.append(rest)
    return first, parts


class _Cut:
    """A place in a function where its end can be cut off."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.function = function
        self.path: list[tuple[list[ast.stmt], str]] = []  # the blocks around it, and which branch of the last statement
        self.block: list[ast.stmt] = function.body
        self.at = 0
        self.bound = {each.arg for each in (*function.args.posonlyargs, *function.args.args)}
        if function.args.vararg is not None:
            self.bound.add(function.args.vararg.arg)
        self.captured: set[str] = set()  # names that functions made before it use

    def found(self) -> _Cut | None:
        """The first such place after enough of the function; None if there is none, or it is not large."""
        if not _is_large([self.function], SIZE):
            return None
        room = SIZE // 2
        while True:
            for at, statement in enumerate(self.block):
                self.at = at
                if room < 0 and self.is_possible():
                    return self
                last = self.at == len(self.block) - 1
                if last and isinstance(statement, ast.If):
                    room -= self.into(statement)
                    break
                room -= _count([statement], room + 1)
                self.note(statement)
            else:
                return None

    def into(self, statement: ast.If) -> int:
        """Go on in the larger branch of the last statement of a block; how much is left behind."""
        here = _count([statement.test, *statement.body], SIZE)
        branch = "orelse" if statement.orelse and here < SIZE else "body"
        other = statement.body if branch == "orelse" else statement.orelse
        self.path.append((self.block, branch))
        self.block = getattr(statement, branch)
        return here if branch == "orelse" else _count([statement.test, *other], SIZE)

    def note(self, statement: ast.stmt) -> None:
        """What a statement before it binds and captures."""
        for node, inside in _nodes([statement]):
            if inside:
                continue
            if node.__class__ is ast.Name and node.ctx.__class__ is ast.Store:
                self.bound.add(node.id)
            elif node.__class__ is ast.FunctionDef:
                self.bound.add(node.name)
                self.captured |= _free(node)

    def is_possible(self) -> bool:
        """Whether nothing that was made before looks at a variable that is set behind it."""
        rest = self.block[self.at :]
        return _is_large(rest, SIZE // 4) and not self.captured & _stored(rest)

    def made(self, name: str) -> tuple[ast.FunctionDef, ast.FunctionDef]:
        """The function up to here, which calls the second one."""
        rest = self.block[self.at :]
        globals_ = [each for each in self.function.body[:1] if isinstance(each, ast.Global)]
        bound = self.bound.difference(*[each.names for each in globals_])
        taken = sorted(bound & {node.id for node, _ in _nodes(rest) if node.__class__ is ast.Name})
        call: list[ast.stmt] = [
            _function(name, taken, [ast.Pass()]),
            ast.Return(ast.Call(ast.Name(name, LOAD), [ast.Name(each, LOAD) for each in taken], [])),
        ]
        block = self.block[: self.at] + [_on_first_line(each) for each in call]
        for outer, branch in reversed(self.path):
            last: Any = outer[-1]
            other = {"body": last.body, "orelse": last.orelse, branch: block}
            block = [*outer[:-1], ast.copy_location(ast.If(last.test, other["body"], other["orelse"]), last)]
        head = ast.FunctionDef(**{**dict(ast.iter_fields(self.function)), "body": block})
        return ast.copy_location(head, self.function), _on_first_line(_function(name, taken, [*globals_, *rest]))


def _function(name: str, params: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    args = ast.arguments([], [_on_first_line(ast.arg(each)) for each in params], None, [], [], None, [])
    return function_definition(name, args, body)


def _on_first_line(node: Any) -> Any:
    """New nodes, which belong to no site, on line 1; those of the body keep theirs."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        if not hasattr(each, "lineno") and "lineno" in each._attributes:
            each.lineno, each.col_offset = 1, 0
            waiting += ast.iter_child_nodes(each)
    return node


def _nodes(roots: Sequence[ast.AST]) -> Iterator[tuple[Any, bool]]:
    """All nodes, each with whether it is inside of a function among them."""
    waiting: list[tuple[ast.AST, bool]] = [(root, False) for root in roots]
    while waiting:
        node, inside = waiting.pop()
        yield node, inside
        within = inside or node.__class__ is ast.FunctionDef
        waiting += [(child, within) for child in ast.iter_child_nodes(node)]


def _count(roots: Sequence[ast.AST], most: int) -> int:
    """How many nodes there are; when there are more than `most`, one more than that."""
    count = 0
    for _ in _nodes(roots):
        count += 1
        if count > most:
            break
    return count


def _is_large(roots: Sequence[ast.AST], size: int) -> bool:
    return _count(roots, size) > size


def _stored(block: Sequence[ast.stmt]) -> set[str]:
    """The locals that a block itself sets."""
    own = [node for node, inside in _nodes(block) if not inside]
    found = {node.id for node in own if node.__class__ is ast.Name and node.ctx.__class__ is ast.Store}
    return found | {node.name for node in own if node.__class__ is ast.FunctionDef}


def _free(function: ast.FunctionDef) -> set[str]:
    """The variables of functions around it that it uses."""
    bound: set[str] = set()
    used: set[str] = set()
    for node, _ in _nodes([function]):
        kind = node.__class__
        if kind is ast.Name:
            (bound if node.ctx.__class__ is ast.Store else used).add(node.id)
        elif kind is ast.FunctionDef:
            if node is not function:
                bound.add(node.name)
        elif kind is ast.arg:
            bound.add(node.arg)
    return {name for name in used - bound if LOCAL.fullmatch(name)}
