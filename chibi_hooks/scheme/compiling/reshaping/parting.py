"""A tree in, one that means the same out, in which no procedure is large: what is left over of a large one becomes
procedures of its own, called at once where it stood.

Theory. One call of Python's compiler holds the interpreter for as long as the function is large, and a `cond` of three
thousand clauses is one function. Any expression may stand in a procedure instead, `(f x (cond …))` as
`(let ((part (lambda () (cond …)))) (f x (part)))`: calls of itself that leave a loop from in there make the loop a
procedure like others, and variables that are set live in boxes; that is slower, in procedures of a thousand lines. Such
functions are compiled apart (`pieces`).
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from typing import Final

from chibi_hooks.scheme.compiling.analysing.contents import FormContents
from chibi_hooks.scheme.compiling.reshaping.shallow import stays
from chibi_hooks.scheme.core import (
    And,
    Call,
    CaseLambda,
    Const,
    Define,
    GlobalRef,
    Lambda,
    Let,
    LocalRef,
    Node,
    Or,
    Sequence,
    Variable,
    children,
    copy,
)

LARGE: Final = 3_000  # nodes of one procedure; each becomes about seven of Python's
WORTH: Final = LARGE // 8  # nodes that are worth a procedure
MANY: Final = 200  # parts of a run: those of `and` and `or` are nested in Python's tree
VALUES: Final = (Const, LocalRef, GlobalRef, Lambda, CaseLambda, Define)  # of which no procedure would be smaller
CALLED: Final = 4  # nodes of the call of a procedure that was made here

Part = tuple[Node, int]
"""What became of a node, and how many nodes of it are left in the procedure around it."""


def parted(root: Node, inside: FormContents) -> Node:
    """The tree with its large procedures divided; one that has none is itself. `inside`: what stands in it."""
    if inside.size <= LARGE:
        return root
    waiting: list[tuple[Node, str | None, bool]] = [(root, None, False)]  # its procedure; are those below done?
    done: list[Part] = []
    while waiting:
        node, name, below = waiting.pop()
        inner = node.name or name if isinstance(node, (Lambda, CaseLambda)) else name
        if not below:
            waiting.append((node, name, True))
            waiting += [(child, inner, False) for child in reversed(children(node))]
            continue
        start = len(done) - len(children(node))
        parts = done[start:]
        del done[start:]
        done.append(_divided(node, parts, inner))
    return done[0][0]


def _divided(node: Node, parts: list[Part], name: str | None) -> Part:
    """The node with these below it, of which some have become calls, so that it is not large; and its size."""
    if isinstance(node, (Sequence, And, Or)):
        return _divided_parts(node, parts, name)
    size = 1 + sum(each for _, each in parts)
    if isinstance(node, (Lambda, CaseLambda)):
        return _rebuilt(node, parts), size if size < WORTH else 1
    while size > LARGE:
        at = max(range(len(parts)), key=lambda i: 0 if isinstance(parts[i][0], VALUES) else parts[i][1])
        part, its = parts[at]
        if isinstance(part, VALUES) or its < WORTH:
            return (
                _divided_operands(node, parts, name) if isinstance(node, (Call, Let)) else (_rebuilt(node, parts), size)
            )
        parts[at] = _called(part, name), CALLED
        size -= its - CALLED
    return _rebuilt(node, parts), size


def _divided_parts(node: Sequence | And | Or, parts: list[Part], name: str | None) -> Part:
    """The same where runs of parts may stand for one."""
    while len(parts) > 1 and 1 + sum(size for _, size in parts) > LARGE:
        parts = [(_called(_run(node, run), name), CALLED) for run in _runs(parts)]
    size = 1 + sum(size for _, size in parts)
    return _rebuilt(node, parts) if len(parts) == len(node.parts) else _run(node, parts), size


def _divided_operands(node: Call | Let, parts: list[Part], name: str | None) -> Part:
    """The same where there are thousands of operands: `(f a b …)` as `(let ((x a) (y b) …) (let (…) (f x y …)))`."""
    if isinstance(node, Let):
        variables, bound, (made, size) = [*node.variables], parts[:-1], parts[-1]
    else:
        variables, bound, operands = [], [], []
        for part, its in parts:
            if not stays(part):
                variables.append(Variable("part", node.place))
                bound.append((part, its))
                part = LocalRef(variables[-1], node.place)
            operands.append(part)
        made, size = Call(operands[0], operands[1:], node.place), 1 + len(operands)
    for run in reversed(_runs(bound)):
        here = variables[-len(run) :]
        del variables[-len(run) :]
        if size > WORTH:
            made, size = _called(made, name), CALLED
        made, size = Let(here, [part for part, _ in run], made, node.place), size + 1 + sum(its for _, its in run)
    return made, size


def _runs(parts: list[Part]) -> list[list[Part]]:
    """The parts in runs that are not large."""
    runs: list[list[Part]] = [[]]
    room = LARGE
    for part, size in parts:
        room -= size
        if runs[-1] and (len(runs[-1]) == MANY or room < 0):
            runs.append([])
            room = LARGE - size
        runs[-1].append((part, size))
    return runs


def _run(node: Sequence | And | Or, run: Items[Part]) -> Node:
    return run[0][0] if len(run) == 1 else node.__class__([part for part, _ in run], node.place)


def _called(part: Node, name: str | None) -> Node:
    """A procedure that does this, and its call, which has no place: backtraces need not know of it."""
    if isinstance(part, VALUES):
        return part
    variable = Variable("part")
    return Let([variable], [Lambda([], None, part, name, part.place)], Call(LocalRef(variable), []))


def _rebuilt(node: Node, parts: list[Part]) -> Node:
    if all(old is new for old, (new, _) in zip(children(node), parts, strict=True)):
        return node
    following = iter([part for part, _ in parts])
    return copy(node, lambda old: next(following), lambda variable: variable, node.place)
