"""Frames that are captured again and again take themselves off Python's stack.

A capture by exception costs microseconds, and a generator or a coroutine makes two for each value. A frame that has
been resumed runs at the base, with nothing below it on Python's stack. So where a resumed frame makes a call through
which continuations have been captured `HOT` times, its next version does not make the call, it answers it, with what
is left of itself:

    v4 = v3(v2)             becomes         return (x32, (v2, v5), v3, v2)          x32 is the site's `Detached`

The base (`machine`) puts the frame on the heap and makes the call. If that comes to call/cc, the continuation is
there already. The versions of one body are built together: each is to answer at all the sites that are hot.
"""

from __future__ import annotations

import ast
import threading
from types import FrameType, FunctionType
from typing import Final

from chibi_hooks.scheme.compiling.emission import LOAD, STORE
from chibi_hooks.scheme.compiling.resuming.rest import VALUE, after_site, loop_of, remaining, resume_function
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.site import Detached, Resumption, Resumptions, Site
from chibi_hooks.scheme.values.data import UNDEFINED

MOST: Final = 8  # sites of one body: a version for each has an exit for each
FIRST: Final = 32  # number of the first parameter for a `Detached`; those below say where loops are entered again
_lock = threading.RLock()  # bodies of libraries belong to all threads


def detached(site: Site, frame: FrameType, unit: CompiledUnit) -> Detached | None:
    """What continues a frame at a hot site; None for one too many."""
    body = site.body
    assert body is not None
    known = _known(site)
    if known.detached is None and len(body.hot) < MOST:
        with _lock:
            hot = (*[each for each in body.hot if each is not site], site)
            exits = {each: _known(each).detached or Detached(_after(each).names, body.mutated) for each in hot}
            made = [_DetachedVersion(each, exits, unit).function(frame) for each in hot]
            body.hot = hot
            for each, function in zip(hot, made, strict=True):
                exits[each].function = function
                _known(each).detached = exits[each]
    return known.detached


def _known(site: Site) -> Resumptions:
    """How frames go on at a site where some were captured."""
    assert site.resumptions is not None
    return site.resumptions


def _after(site: Site) -> Resumption:
    found = _known(site).after
    assert found is not None
    return found


class _DetachedVersion:
    """The rest of one body after a site, with exits at all hot sites."""

    def __init__(self, site: Site, exits: dict[Site, Detached], unit: CompiledUnit) -> None:
        self.site = site
        self.exits = exits
        self.unit = unit
        self.parameters: dict[Site, str] = {}
        self.needed: set[str] = set()

    def function(self, frame: FrameType) -> FunctionType:
        """The function of a value, the variables, and the exits, which are its defaults: constants of the code would
        be hidden from Python's collector.
        """
        statements = self.rewritten(remaining(self.site, 0, after_site))
        names = _after(self.site).names
        unset = sorted(self.needed.difference(names))
        if unset:
            self.unit.constants.append(UNDEFINED)
            undefined = b"%d" % (len(self.unit.constants) - 1)
            statements = [*(ast.Assign([ast.Name(n, STORE)], ast.Constant(undefined)) for n in unset), *statements]
        parameters = (*names, *self.parameters.values())
        function = resume_function(self.site, statements, parameters, frame, self.unit)
        function.__defaults__ = tuple([self.exits[each] for each in self.parameters])
        return function

    def rewritten(self, block: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in block:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
                site = self.unit.sites[statement.value.lineno]
                if site in self.exits and statement.lineno == statement.value.lineno:
                    return [*result, self.exit(site, statement.value)]
            elif isinstance(statement, ast.If):
                then, otherwise = self.rewritten(statement.body), self.rewritten(statement.orelse)
                statement = ast.copy_location(ast.If(statement.test, then, otherwise), statement)
            elif isinstance(statement, (ast.While, ast.For)):
                inside, behind = self.rewritten(statement.body), self.rewritten(statement.orelse)
                statement = loop_of(statement, inside, behind)
            result.append(statement)
        return result

    def exit(self, site: Site, call: ast.Call) -> ast.stmt:
        """Answer the call at the site instead of making it."""
        name = self.parameters.setdefault(site, f"{VALUE}{FIRST + len(self.parameters)}")
        names = self.exits[site].names
        self.needed.update(names)
        values = ast.Tuple([ast.Name(each, LOAD) for each in names], LOAD)
        # a tail call that the callee answered, or the call itself
        pending = [ast.Starred(call.args[0], LOAD)] if site.expression is None else [call.func, *call.args]
        answer = ast.Tuple([ast.Name(name, LOAD), values, *pending], LOAD)
        return ast.copy_location(ast.Return(answer), call)
