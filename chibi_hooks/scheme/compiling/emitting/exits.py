"""How a Scheme loop is left, as Python statements.

A Scheme loop inside another is a `while` inside a `while`; going on with an outer one is `j = depth; break`, tested
after the inner loop (Python has no labelled continue). `j = -1` means: fall through.
"""

from __future__ import annotations

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.analysing.facts import Target
from chibi_hooks.scheme.compiling.below import walked
from chibi_hooks.scheme.compiling.emitting.builder import Builder
from chibi_hooks.scheme.compiling.emitting.emission import DONE, JUMP, LOAD, STORE, Loop
from chibi_hooks.scheme.compiling.emitting.turning import in_front
from chibi_hooks.typenames import Final


def move(out: Builder, moves: list[tuple[str, ast.expr]]) -> None:
    """Assign all at once: one after the other where an order exists in which no value is needed any more, the rest as
    a tuple.
    """
    if len(moves) == 1:
        out.put(out.assign(*moves[0], binds=True))
        return
    waiting = [(name, value, _names_in(value)) for name, value in moves]
    while waiting:
        free = next(
            (m for m in waiting if not any(m[0] in names for _, _, names in waiting if names is not m[2])),
            None,
        )
        if free is None:
            break
        out.put(out.assign(free[0], free[1], binds=True))
        waiting.remove(free)
    if waiting:
        names = ast.Tuple([out.at(ast.Name(name, STORE)) for name, _, _ in waiting], STORE)
        out.put(out.binding(out.at(names), out.at(ast.Tuple([value for _, value, _ in waiting], LOAD))))


def _names_in(value: ast.expr) -> set[str]:
    if isinstance(value, ast.Name):
        return {value.id}
    return {each.id for each in walked(value) if each.__class__ is ast.Name}


def go_on(out: Builder, goal: int) -> None:
    """Go on with the loop at depth `goal`."""
    here = len(out.loops)
    if goal == here:
        out.put(ast.Continue())
        return
    out.put(out.assign(JUMP, out.python(goal)))
    out.loops[-1].exits.add(goal)
    out.put(ast.Break())


def leave(out: Builder, target: Target) -> None:
    """Get out of the loops that are open here but not at the target."""
    if len(out.loops) > target.depth:
        out.loops[-1].exits.add(DONE)
        out.put(ast.Break())


def put_while(out: Builder, loop: Loop, inside: list[ast.stmt], target: Target) -> None:
    """Put the loop, now that its statements are known."""
    put_loop(out, loop, out.at(ast.While(out.python(True), inside, [])), target)


def put_loop(out: Builder, loop: Loop, statement: ast.While | ast.For, target: Target) -> None:
    """Put a loop; after an inner one find out why it was left, and go on there. What stands in its `else` either leaves
    it for good or delivers the value and falls through.
    """
    if isinstance(statement, ast.For) and not ends_elsewhere(statement.orelse):
        loop.exits.add(DONE)
    if len(loop.exits) > 1:
        out.put(out.assign(JUMP, out.python(DONE)))
    out.put(statement)
    here = loop.depth - 1
    outward = {goal for goal in loop.exits if goal != DONE and goal != here}
    falls = DONE in loop.exits
    if here in loop.exits:
        if len(loop.exits) == 1:
            out.put(ast.Continue())
            return
        out.put(ast.If(_jump_is(out, here), [out.at(ast.Continue())], []))
    if outward:
        out.loops[-1].exits |= outward
        if falls and here == target.depth:
            for goal in sorted(outward):
                out.put(ast.If(_jump_is(out, goal), [out.at(ast.Break())], []))
        else:
            if falls:
                out.loops[-1].exits.add(DONE)
            out.put(ast.Break())
    elif falls:
        leave(out, target)


def ends_elsewhere(block: list[ast.stmt]) -> bool:
    """Whether control never comes to the end of the block."""
    return bool(block) and isinstance(block[-1], (ast.Return, ast.Continue, ast.Break))


CHOICES: Final = 8  # that may stand inside each other to save a loop: as many as clauses of a `cond`


class Once:
    """A loop that runs once, to be left from anywhere inside: `leave` from the loop itself, from inner ones by going on
    with it, whereupon it ends. Where it is left but at ends of what stands in it, there is none.
    """

    def __init__(self, out: Builder) -> None:
        self.out = out
        self.loop = Loop(None, (), len(out.loops) + 1)
        self.outer = out.block
        self.flag = ""
        out.loops.append(self.loop)
        out.block = []

    def leave(self) -> None:
        """Put the statements that leave it."""
        out = self.out
        if len(out.loops) == self.loop.depth:
            self.loop.exits.add(DONE)
            out.put(ast.Break())
            return
        self.flag = self.flag or out.new_name()
        out.put(out.assign(self.flag, out.python(True)))
        go_on(out, self.loop.depth)

    def put(self, target: Target) -> None:
        """Put the loop, now that its statements are in the block."""
        out, inside = self.out, self.out.block
        out.loops.pop()
        out.block = self.outer
        plain = in_front(inside, ast.Break, CHOICES) if not self.flag and self.loop.exits <= {DONE} else None
        if plain is not None:
            out.block += plain
            if self.loop.exits:
                leave(out, target)
            return
        if self.flag:
            self.loop.exits.add(DONE)
            inside.insert(0, out.at(ast.If(out.load(self.flag), [out.at(ast.Break())], [])))
            out.put(out.assign(self.flag, out.python(False)))
        put_while(out, self.loop, inside, target)


def _jump_is(out: Builder, goal: int) -> ast.expr:
    return out.at(ast.Compare(out.load(JUMP), [ast.Eq()], [out.python(goal)]))
