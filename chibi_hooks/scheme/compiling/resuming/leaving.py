"""Statements of a body in, the same out that take the frame off Python's stack at calls of hot sites (`detaching`).

A procedure of the top level that only makes tail calls, as those do which yield, send or choose, is not called. What it
does stands in its place, as long as its name means it and its code is what it was:

    v4 = g3(v2)             becomes         v7 = v2
                                            run.frames = (x32, (v2, v5), run.frames)
                                            if g3 is not x33 or g3.__code__ is not x34: return (g3, v7)
                                            …

So is one that the frame called before, whatever its name (`guessing`).

A procedure that is a loop goes on with its next turn where it calls itself, once what is left of this one waits.
"""

from __future__ import annotations

from collections.abc import Collection
from types import CodeType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.emitting.emission import DONE, JUMP, LOAD, STORE
from chibi_hooks.scheme.compiling.resuming.guessing import Guesses, from_closure, is_of
from chibi_hooks.scheme.compiling.resuming.receiving import (
    at_call,
    captured,
    current_run,
    is_plain,
    receiver_of,
    substance_of,
)
from chibi_hooks.scheme.compiling.resuming.rest import LOCAL, RUN, VALUE, VALUES, function_in, loop_of
from chibi_hooks.scheme.primitive import CO_VARARGS
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.runs import LIVE, Continuation, current
from chibi_hooks.scheme.running.site import Body, Detached, Site
from chibi_hooks.scheme.values.data import UNDEFINED

MOST: Final = 2  # procedures of which one does its work in the place of the call of another
WORK: Final = 200  # nodes of what one does
FIRST: Final = 32  # number of the first parameter for a `Detached`; those below say where loops are entered again


def exits_of(body: Body) -> dict[Site, Detached]:
    """The exits at the hot sites of a body."""
    known = {each: each.resumptions for each in body.hot}
    return {each: of.detached for each, of in known.items() if of is not None and of.detached is not None}


def _makes_call_of(site: Site, statement: ast.Assign) -> bool:
    """Whether the statement, or what it was made from, is that of the site: others may stand on its line."""
    made, target = site.statement, statement.targets[0]
    assert isinstance(made, ast.Assign)
    same = isinstance(target, ast.Name) and target.id == getattr(made.targets[0], "id", "")
    return same and statement.lineno == statement.value.lineno


def _always_answers(block: list[ast.stmt]) -> bool:
    """Whether whatever is answered there is a tail call."""
    found: list[ast.stmt] = list(block)
    for each in found:  # which grows meanwhile
        if isinstance(each, (ast.If, ast.While, ast.For)):
            found += [*each.body, *each.orelse]
    values = [each.value for each in found if isinstance(each, ast.Return)]
    called = [each.orelse if isinstance(each, ast.IfExp) else each for each in values]
    return all(isinstance(each, ast.Tuple) and not isinstance(each.elts[0], ast.Starred) for each in called)


def _locals_of(body: Body) -> set[str]:
    """The variables in a body, and in the procedures inside it."""
    return {each for each in substance_of(body).names if LOCAL.fullmatch(each)}


def given_to(names: tuple[str, ...], args: list[ast.expr]) -> list[ast.stmt]:
    """The parameters of a procedure, as statements."""
    if not names:
        return []
    targets = ast.Tuple([ast.Name(each, STORE) for each in names], STORE)
    return [ast.Assign([targets], ast.Tuple(args, LOAD))]


def is_answered(site: Site) -> bool:
    """Whether a tail call that is made at once is answered by versions that leave Python's stack."""
    return site.forwards or (site.resumptions is not None and site.resumptions.answered)


def is_a_loop(body: Body) -> bool:
    """Whether nothing but one loop is in a body, which a call of it by itself may go on with: all its variables are
    bound anew.
    """
    only = body.statements[0] if len(body.statements) == 1 else None
    return isinstance(only, ast.While) and not body.mutated and not body.collectors


class Leaving:
    """The exits of a version at all hot sites. `parameters`: what it is given, exits and procedures whose work it does,
    by name; `globals`: what those and the receivers assign; `has_run`: the run is there, and need not be looked for;
    `itself`: the code of the whole procedure, where that is known; `guesses`: what its variables held.
    """

    def __init__(
        self,
        body: Body,
        exits: dict[Site, Detached],
        unit: CompiledUnit,
        namespace: dict[str, Any],
        has_run: bool = False,
        itself: CodeType | None = None,
        guesses: Guesses | None = None,
    ) -> None:
        self.body = body
        self.exits = dict(exits)
        self.unit = unit
        self.namespace = namespace
        self.has_run = has_run
        self.itself = itself
        self.guesses = guesses or Guesses({}, now=False)
        self.turning = False  # in the loop that is the whole body, and in none inside it
        self.parameters: dict[str, Any] = {}
        self.needed: set[str] = set()
        self.used = _locals_of(body)
        self.others: set[str] = set()  # of those, the names that mean something else where the work at hand comes from
        self.waiting: set[Body | None] | None = None  # all bodies that wait for some call, once that was asked
        self.done: list[Body] = []  # whose work stands in the place of a call, one in the other
        self.globals: set[str] = set()
        self.guarded = False  # inside a guard
        self.there: set[str] = set()  # variables that have values by now, those of guards among them

    def statements(self, block: list[ast.stmt], names: Collection[str]) -> list[ast.stmt]:
        """The block with exits, where the variables `names` are there already."""
        self.there.update(names)
        statements = self.rewritten(block)
        unset = sorted(self.needed.difference(names))
        if unset:
            self.unit.constants.append(UNDEFINED)
            undefined = b"%d" % (len(self.unit.constants) - 1)
            statements = [*(ast.Assign([ast.Name(n, STORE)], ast.Constant(undefined)) for n in unset), *statements]
        return statements

    def rewritten(self, block: list[ast.stmt]) -> list[ast.stmt]:
        """The block with exits."""
        result: list[ast.stmt] = []
        for i, statement in enumerate(block):
            if isinstance(statement, ast.Assign):
                call = statement.value
                site = self.unit.sites[call.lineno] if isinstance(call, ast.Call) else None
                if isinstance(call, ast.Call) and site in self.exits and _makes_call_of(site, statement):
                    work = [] if self.guarded else self.received(call, result, site)
                    return work or [*result, *self.exit(site, call)]
                again = self.bounced(block[i + 1 : i + 2]) if isinstance(call, ast.Call) else None
                if again is not None and isinstance(call, ast.Call):
                    if done := self.waited(call, again):
                        return [*result, *done]
                    result += self.guessed(call.func, call.args, call, again)
                    if self.guesses.is_continuation(call.func):
                        result += self.entered(call.func, call.args)
                self.guesses.assigned(statement)
                self.there.add(getattr(statement.targets[0], "id", ""))
            elif isinstance(statement, ast.If):
                then, otherwise = self.rewritten(statement.body), self.rewritten(statement.orelse)
                statement = ast.copy_location(ast.If(statement.test, then, otherwise), statement)
            elif isinstance(statement, (ast.While, ast.For)):
                around, self.turning = self.turning, self.is_whole(statement)
                inside = self.rewritten(statement.body)
                self.turning = around
                statement = loop_of(statement, inside, self.rewritten(statement.orelse))
            elif isinstance(statement, ast.Try):
                statement = self.with_exits(statement)
            elif isinstance(statement, ast.Return) and not self.guarded:
                statement = self.answering(statement)
                pending = statement.value
                if isinstance(pending, ast.Tuple) and not isinstance(pending.elts[0], ast.Starred):
                    call = ast.copy_location(ast.Call(pending.elts[0], pending.elts[1:], []), pending)
                    if work := self.received(call, result):
                        return work
                return [*result, *self.answer(statement)]
            result.append(statement)
        return result

    def with_exits(self, guard: ast.Try) -> ast.Try:
        """A guard with exits in its body. What is answered there is left as it is: nothing else may be done in it."""
        around, self.guarded = self.guarded, True
        inside = self.rewritten(guard.body)
        self.guarded = around
        return ast.copy_location(ast.Try(inside, guard.handlers, [], []), guard)

    def answering(self, statement: ast.Return) -> ast.Return:
        """A tail call that is made at once (`calls`) as one that is answered, where that is to be."""
        value = statement.value
        if isinstance(value, ast.IfExp) and (isinstance(value.test, ast.Constant) or self.is_answered(value.body)):
            return ast.copy_location(ast.Return(value.orelse), statement)
        if isinstance(value, ast.Call) and self.is_answered(value):
            pending = ast.copy_location(ast.Tuple([value.func, *value.args], LOAD), value)
            return ast.copy_location(ast.Return(pending), statement)
        return statement

    def is_answered(self, value: ast.expr) -> bool:
        """Whether it is a call that is made at once, and is to be answered."""
        return isinstance(value, ast.Call) and is_answered(self.unit.sites[value.lineno])

    def answer(self, statement: ast.Return) -> list[ast.stmt]:
        """A tail call is made at once where nothing can be captured below it: it ends in a step, and the base is spared
        one. What such a procedure does stands here, if it can; and a continuation of this run is entered.
        """
        pending = statement.value
        value = pending.orelse if isinstance(pending, ast.IfExp) else pending
        if not isinstance(value, ast.Tuple) or any(isinstance(each, ast.Starred) for each in value.elts):
            return [statement]
        function, *args = value.elts
        name = function.id if isinstance(function, ast.Name) else ""
        found = self.ending_at_once(name) if value is pending else None  # else a variable that may hold a continuation
        if found is None:
            if name in self.namespace:
                return [statement]
            return [*self.guessed(function, args, value), *self.entered(function, args), statement]
        if getattr(function, "for_good", False) and (work := self.work_of(name, args, value)) is not None:
            return work
        return [ast.copy_location(ast.Return(ast.copy_location(ast.Call(function, args, []), value)), statement)]

    def bounced(self, following: list[ast.stmt]) -> Site | None:
        """The hot site, outside of a guard, that is reached if a call answers a tail call; `following`: the statement
        behind the call, if there is one.
        """
        again = following[0].body[0] if following and isinstance(following[0], ast.If) else None
        if self.guarded or not isinstance(again, ast.Assign):
            return None
        site = self.unit.sites[again.lineno]
        hot = site in self.exits and site.expression is None
        return site if hot and _makes_call_of(site, again) else None

    def waited(self, call: ast.Call, site: Site) -> list[ast.stmt] | None:
        """A call of a procedure that only makes tail calls, and no other end: this frame waits for what the last one
        answers, and the procedure does its work here.
        """
        name = call.func.id if isinstance(call.func, ast.Name) and getattr(call.func, "for_good", False) else ""
        found = self.ending_at_once(name)
        if found is None or not _always_answers(found[0].statements):
            return None
        has_run, self.has_run = self.has_run, True
        work = self.work_of(name, call.args, call, site)
        self.has_run = has_run
        return [*self.run(call), *work] if work is not None else None

    def ending_at_once(self, name: str) -> tuple[Body, FunctionType] | None:
        """The procedure of the top level, and what it was made of, if it only makes tail calls."""
        known = self.namespace.get(name)
        if not isinstance(known, FunctionType):
            return None
        body = self.of_tail_calls(known)
        return (body, known) if body is not None else None

    def of_tail_calls(self, procedure: FunctionType) -> Body | None:
        """The body of a procedure of the unit that only makes tail calls."""
        unit = self.unit
        if unit_of(procedure.__code__) is not unit:
            return None
        body = unit.sites[procedure.__code__.co_firstlineno].body
        if self.waiting is None:
            self.waiting = {each.body for each in unit.sites if each.statement is not None}
        return body if body is not None and body not in self.waiting else None

    def work_of(
        self, key: str, args: list[ast.expr], call: ast.expr, waiting: Site | None = None
    ) -> list[ast.stmt] | None:
        """What it does with these arguments, as statements of this frame, which waits at the site if there is one; None
        where they would mean something else. Should the name mean another procedure by then, or that have been changed
        (`worlds.redefinition`), it is called.
        """
        found = self.ending_at_once(key)
        if found is None:
            return None
        body, procedure = found
        code = procedure.__code__
        work = self.done_here(body, procedure, args) if not code.co_freevars else None
        if work is None:
            return None
        names = code.co_varnames[: code.co_argcount]
        begin = [*given_to(names, args), *self.waits(waiting)]  # behind the operands, which may fail
        own = ast.Attribute(ast.Name(key, LOAD), "__code__", LOAD)
        is_another = ast.Compare(ast.Name(key, LOAD), [ast.IsNot()], [self.given(procedure)])
        is_changed = ast.Compare(own, [ast.IsNot()], [self.given(procedure.__code__)])
        other = ast.Tuple([ast.Name(each, LOAD) for each in (key, *names)], LOAD)
        begin.append(ast.If(ast.BoolOp(ast.Or(), [is_another, is_changed]), [ast.Return(other)], []))
        return [*(at_call(each, call) for each in begin), *work]

    def guessed(
        self, function: ast.expr, args: list[ast.expr], call: ast.expr, waiting: Site | None = None
    ) -> list[ast.stmt]:
        """The same for a procedure that is no variable of the top level, where it is the one that was called before:
        statements in front of the call.
        """
        procedure = self.guesses.procedure(function, self.namespace) if self.has_run else None
        body = self.of_tail_calls(procedure) if procedure is not None else None
        if procedure is None or body is None or (waiting is not None and not _always_answers(body.statements)):
            return []
        self.guesses.wanted = True
        if not self.guesses.now:
            return []
        code = procedure.__code__
        self.guesses.learn(procedure)
        work = self.done_here(body, procedure, args)
        if work is None:
            return []
        held, names = ast.Name(VALUES, LOAD), code.co_varnames[: code.co_argcount]
        other = ast.Return(ast.Tuple([function, *(ast.Name(each, LOAD) for each in names)], LOAD))
        closure = from_closure(held, code, [*self.waits(waiting), other], self.unit)
        begin = [*given_to(names, args), *closure, *self.waits(waiting)]
        taken = ast.Assign([ast.Name(VALUES, STORE)], function)
        test = ast.If(is_of(held, self.given(code), self.unit), begin, [])
        found = [at_call(each, call) for each in (taken, test)]
        test.body += work
        return found

    def done_here(self, body: Body, procedure: FunctionType, args: list[ast.expr]) -> list[ast.stmt] | None:
        """The statements of a procedure, its parameters and the variables of its closure being there; None where they
        would mean something else in this frame."""
        code = procedure.__code__
        if len(self.done) >= MOST or body in self.done or not is_plain(body, procedure.__name__):
            return None
        its = {*code.co_varnames[: code.co_argcount], *code.co_freevars, *_locals_of(body)}
        if substance_of(body).nodes > WORK or not self.used.isdisjoint(its):
            return None
        if len(args) != code.co_argcount or code.co_flags & CO_VARARGS:
            return None
        if any(isinstance(each, ast.Starred) for each in args):
            return None
        self.globals |= body.globals
        self.done.append(body)
        used, others = self.used, self.others
        self.used, self.others = used | its, used
        work = self.rewritten(body.statements)
        self.used, self.others = used, others
        self.done.pop()
        return work

    def waits(self, site: Site | None) -> list[ast.stmt]:
        """What lets the frame wait for the call at the site, if there is one."""
        if site is None:
            return []
        return [ast.Assign([ast.Attribute(ast.Name(RUN, LOAD), "frames", STORE)], self.pushed(site))]

    def given(self, it: Any) -> ast.expr:
        """What the version is given, to be found there."""
        name = next((name for name, known in self.parameters.items() if known is it), "")
        if not name:
            name = f"{VALUE}{FIRST + len(self.parameters)}"
            self.parameters[name] = it
        return ast.Name(name, LOAD)

    def entered(self, function: ast.expr, args: list[ast.expr]) -> list[ast.stmt]:
        """In front of a call of what may be a continuation: one of this run and its dynamic environment is what waits
        from now on, and its value is answered.
        """
        if len(args) != 1 or not self.has_run or current().left is not None:  # to enter one is a step
            return []

        def part(of: ast.expr, name: str) -> ast.expr:
            return ast.Attribute(of, name, LOAD)

        def same(one: ast.expr, other: ast.expr, sign: ast.cmpop) -> ast.expr:
            return ast.Compare(one, [sign], [other])

        run, k = ast.Name(RUN, LOAD), function if isinstance(function, ast.Name) else ast.Name(VALUES, LOAD)
        tests = [
            same(part(k, "__class__"), function_in(self.unit, Continuation), ast.Is()),
            same(part(k, "run"), run, ast.Is()),
            same(part(k, "dynamics"), part(run, "dynamics"), ast.Is()),
            same(part(k, "frames"), function_in(self.unit, LIVE), ast.IsNot()),
        ]
        waiting = ast.Assign([ast.Attribute(run, "frames", STORE)], part(k, "frames"))
        entering: list[ast.stmt] = [ast.If(ast.BoolOp(ast.And(), tests), [waiting, ast.Return(args[0])], [])]
        if k is not function:
            entering = [ast.Assign([ast.Name(VALUES, STORE)], function), *entering]
        return [at_call(each, function) for each in entering]

    def received(self, call: ast.Call, before: list[ast.stmt], site: Site | None = None) -> list[ast.stmt]:
        """What comes before the call of call/cc and the work of its receiver; nothing for any other call. Nothing waits
        for it in this frame where it is at no hot site, but a tail call.
        """
        later = self.exits[site].names if site is not None else ()
        receiver = receiver_of(call, before, later, self.unit, self.namespace)
        if receiver is None:
            return []
        its = _locals_of(receiver.body)
        if not self.others.isdisjoint(its):
            return []
        receiver.body.hosts.add(self.body)
        self.globals |= receiver.body.globals
        self.exits.update(exits_of(receiver.body))
        self.used |= its
        made = captured(receiver, self.pushed(site) if site is not None else None, call, self.unit)
        return [*before[:-1], *self.run(call), *made, *self.rewritten(receiver.body.statements)]

    def exit(self, site: Site, call: ast.Call) -> list[ast.stmt]:
        """Answer the call at the site instead of making it."""
        # a tail call that the callee answered, or the call itself
        pending = call.args[0] if site.expression is None else ast.Tuple([call.func, *call.args], LOAD)
        push = ast.Assign([ast.Attribute(ast.Name(RUN, LOAD), "frames", STORE)], self.pushed(site))
        leave: list[ast.stmt] = [push, *(self.next_turn(site, call) or [ast.Return(pending)])]
        if site.guards:  # an error in an operand is for them, and the frame stays
            found = [
                ast.Assign([ast.Attribute(ast.Name(name, LOAD), "frames", STORE)], self.pushed(caught))
                for name, caught in site.guards
                if name in self.there  # another one was left on the heap, where the frame was before
            ]
            made = ast.Assign([ast.Name(VALUES, STORE)], pending)
            leave = [made, *found, push, ast.Return(ast.Name(VALUES, LOAD))]
        return [*self.run(call), *[at_call(each, call) for each in leave]]

    def is_whole(self, loop: ast.While | ast.For) -> bool:
        """Whether the loop is all that is in the body, perhaps entered again in the middle."""
        whole = self.body.statements[0]
        if not is_a_loop(self.body) or not isinstance(whole, ast.While) or not isinstance(loop, ast.While):
            return False
        first = loop.body[0]
        return loop.body is whole.body or (isinstance(first, ast.If) and first.orelse is whole.body)

    def next_turn(self, site: Site, call: ast.Call) -> list[ast.stmt]:
        """A call of the procedure by itself, as the next turn of the loop that it is; nothing for any other call."""
        of = self.itself
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if of is None or name != of.co_name or not self.turning or self.guarded or site.guards:
            return []
        if site.body is not self.body or site.expression is None:
            return []
        parameters, args = of.co_varnames[: of.co_argcount], call.args
        if len(args) != len(parameters) or of.co_flags & CO_VARARGS or any(isinstance(a, ast.Starred) for a in args):
            return []
        known = self.namespace.get(name)
        changed: ast.expr = ast.Attribute(ast.Name(name, LOAD), "__code__", LOAD)
        changed = ast.Compare(changed, [ast.IsNot()], [self.given(of)])
        if name in parameters:  # a local one, which is given itself
            if getattr(args[parameters.index(name)], "id", "") != name:
                return []
        elif isinstance(known, FunctionType) and known.__code__ is of and getattr(call.func, "for_good", False):
            another = ast.Compare(ast.Name(name, LOAD), [ast.IsNot()], [self.given(known)])
            changed = ast.BoolOp(ast.Or(), [another, changed])
        else:
            return []
        called = ast.Return(ast.Tuple([call.func, *args], LOAD))
        targets = ast.Tuple([ast.Name(each, STORE) for each in parameters], STORE)
        return [
            ast.If(changed, [called], []),
            ast.Assign([targets], ast.Tuple(args, LOAD)),
            ast.Assign([ast.Name(JUMP, STORE)], ast.Constant(DONE)),
            ast.Continue(),
        ]

    def run(self, call: ast.Call) -> list[ast.stmt]:
        """What finds the run for a call."""
        return [] if self.has_run else [at_call(current_run(self.unit), call)]

    def pushed(self, site: Site) -> ast.expr:
        """The frame that waits for the call at the site, on those of the run. Its variables are all there, with or
        without a value.
        """
        names = self.exits[site].names
        self.needed.update(names)
        values = ast.Tuple([ast.Name(each, LOAD) for each in names], LOAD)
        below = ast.Attribute(ast.Name(RUN, LOAD), "frames", LOAD)
        return ast.Tuple([self.given(self.exits[site]), values, below], LOAD)
