"""How a Scheme loop is left, as Python statements.

A Scheme loop inside another is a `while` inside a `while`; going on with an outer one is `j = depth; break`, tested
after the inner loop (Python has no labelled continue). `j = -1` means: fall through.
"""

from __future__ import annotations

import ast

from chibi_hooks.scheme.compiler.builder import Builder
from chibi_hooks.scheme.compiler.emission import DONE, JUMP, LOAD, STORE, Loop, Target


class Exits(Builder):
    """Adds the ways out of Python loops."""

    def move(self, moves: list[tuple[str, ast.expr]]) -> None:
        """Assign all at once: one after the other where an order exists in which no value is needed any more, the
        rest as a tuple.
        """
        waiting = [(name, value, {x.id for x in ast.walk(value) if isinstance(x, ast.Name)}) for name, value in moves]
        while waiting:
            free = next(
                (m for m in waiting if not any(m[0] in names for _, _, names in waiting if names is not m[2])),
                None,
            )
            if free is None:
                break
            self.put(self.assign(free[0], free[1], binds=True))
            waiting.remove(free)
        if waiting:
            names = ast.Tuple([self.at(ast.Name(name, STORE)) for name, _, _ in waiting], STORE)
            self.put(self.binding(self.at(names), self.at(ast.Tuple([value for _, value, _ in waiting], LOAD))))

    def exit(self, goal: int) -> None:
        """Go on with the loop at depth `goal`."""
        here = len(self.body.loops)
        if goal == here:
            self.put(ast.Continue())
            return
        self.put(self.assign(JUMP, self.python(goal)))
        self.body.loops[-1].exits.add(goal)
        self.put(ast.Break())

    def leave(self, target: Target) -> None:
        """Get out of the loops that are open here but not at the target."""
        if len(self.body.loops) > target.depth:
            self.body.loops[-1].exits.add(DONE)
            self.put(ast.Break())

    def after(self, loop: Loop, target: Target) -> None:
        """What follows an inner loop: find out why it was left, and go on there."""
        here = loop.depth - 1
        outward = {goal for goal in loop.exits if goal != DONE and goal != here}
        falls = DONE in loop.exits
        if here in loop.exits:
            if len(loop.exits) == 1:
                self.put(ast.Continue())
                return
            self.put(ast.If(self.jump_is(here), [self.at(ast.Continue())], []))
        if outward:
            self.body.loops[-1].exits |= outward
            if falls and here == target.depth:
                for goal in sorted(outward):
                    self.put(ast.If(self.jump_is(goal), [self.at(ast.Break())], []))
            else:
                if falls:
                    self.body.loops[-1].exits.add(DONE)
                self.put(ast.Break())
        elif falls:
            self.leave(target)

    def jump_is(self, goal: int) -> ast.expr:
        return self.at(ast.Compare(self.load(JUMP), [ast.Eq()], [self.python(goal)]))
