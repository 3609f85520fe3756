"""A `guard` that is entered, and what was raised, on its way to one: the runtime half of R7RS 4.2.7.

Theory. A guard stands in line in the procedure around it, as Python's `try` (`emitting.guarding`). While its body
runs, the `Guard` is the dynamic environment and the current handler in one: one object is all that entering costs. What
is raised goes to it as Python exceptions go, once it is clear that nothing can come back: the guard has an `else`, or
nobody but guards and the host is left to ask, and no `dynamic-wind` stands in between. For all else `(engine control)`
runs the after thunks first, and keeps the way back for the case that no clause matches.

A guard whose frame has left Python's stack is entered like a continuation: its `frames` go on with what was caught.
"""

from __future__ import annotations

import sys
from types import CodeType, TracebackType

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.running import backtrace, faults, runs
from chibi_hooks.scheme.running.frames import PENDING, HeapFrame, frame
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.running.machine import bounce, of_an_operator
from chibi_hooks.scheme.running.runs import Dynamics, Run, Throw, current, dynamics_of
from chibi_hooks.scheme.values.data import FALSE, NIL, Value
from chibi_hooks.scheme.values.errors import Condition, Frame, SchemeError, error_of_script
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.typenames import Any, Final


class Guard:
    """The dynamic environment of a guard's body (`winders`, `handlers`, `parameters`), its own handler (`car`, `cdr`),
    and the continuation of the guard (`run`, `dynamics`, `frames`). `total`: one of its clauses is an `else`; `clear`:
    what none matches goes further out at once.
    """

    __slots__ = ("winders", "parameters", "run", "dynamics", "frames", "total", "clear")

    winders: Value
    parameters: Any
    run: Run
    dynamics: Any
    frames: HeapFrame | None  # set when the frame is moved to the heap
    total: bool
    clear: bool
    handler: Value = FALSE

    @property
    def handlers(self) -> Value:
        """The list of handlers, which begins here."""
        return self

    @property
    def car(self) -> Value:
        """The first handler."""
        return self

    @property
    def cdr(self) -> Value:
        """The handlers outside."""
        return self.dynamics.handlers

    @property
    def reified(self) -> bool:
        """Whether the frame has left Python's stack."""
        return hasattr(self, "frames")


class Handling(Guard):
    """The same of a `with-exception-handler` whose `handler` always escapes (`reshaping.handlers`). What is raised in
    its own dynamic environment comes here as to a guard with an `else`; else the handler is called there, and its
    answer comes. It is no `Guard` to who asks for one: guards inside it are never clear.
    """

    __slots__ = ("handler",)


class Answered:
    """What a handler answered that was called where something was raised."""

    __slots__ = ("answer",)

    def __init__(self, answer: Value) -> None:
        self.answer = answer


class Raised:
    """What a guard gets: the object; the continuation of the `raise` if that may be answered when no clause matches,
    else `#f`; and `dynamics`, the environment of the `raise` where that is not the guard's. `code` and `at` say where
    an object was raised that cannot say it itself; `trails`: the frames that it left on its way to guards of which no
    clause may match, one trail after the other.
    """

    __slots__ = ("payload", "stay", "dynamics", "code", "at", "trails")

    def __init__(self, payload: Value, code: CodeType | None = None, at: int = 0) -> None:
        self.payload = payload
        self.stay: Value = FALSE
        self.dynamics: Dynamics | None = None
        self.code = code
        self.at = at  # the instruction: its line is looked for when somebody asks
        self.trails: tuple[backtrace.FrameCodes, ...] = ()

    def frames(self) -> tuple[Frame, ...]:
        """The frames that it left, innermost first."""
        return tuple([each for trail in self.trails for each in backtrace.of_trail(trail)])

    def place(self) -> Place | None:
        """Where it was raised."""
        unit = unit_of(self.code) if self.code is not None else None
        if self.code is None or unit is None or unit.trusted:
            return None
        return unit.site(self.code, self.at).place


TRAILS: Final = 8  # kept of one object: so many guards pass it on before a page becomes hard to read


def raised_of(x: Value) -> Raised:
    """An object as it travels to guards."""
    return x if x.__class__ is Raised else Raised(x)


def kept(raised: Raised, dynamics: Dynamics) -> Raised:
    """The object with the dynamic environment where it was raised first."""
    if raised.dynamics is None:
        raised.dynamics = dynamics
    return raised


_current = runs._current.get


@internal
def guard(total: bool) -> Guard:
    """Enter a guard."""
    made = Guard()
    run = made.run = _current()
    outer = made.dynamics = run.dynamics
    made.winders = outer.winders
    made.parameters = outer.parameters
    made.total = total
    run.dynamics = made  # type: ignore[assignment]  # it has all that dynamics have
    return made


@internal
def handling(handler: Value) -> Handling:
    """Enter a `with-exception-handler` whose handler always escapes."""
    made = Handling()
    run = made.run = _current()
    outer = made.dynamics = run.dynamics
    made.winders = outer.winders
    made.parameters = outer.parameters
    made.total = True
    made.handler = handler
    run.dynamics = made  # type: ignore[assignment]  # it has all that dynamics have
    return made


@internal
def left_guard(d: Guard) -> None:
    """The body of a guard has come to its end in a frame that was resumed, perhaps in another run."""
    current().dynamics = d.dynamics


def is_direct(guard: Guard, state: Dynamics) -> bool:
    """Whether a raise can go to the guard at once from such an environment: there is nothing to run in between and
    nothing to come back for, nor anything that only a handler sees.
    """
    if guard.winders is not state.winders:
        return False
    if guard.__class__ is Handling:
        return guard.parameters is state.parameters
    return guard.total or guard.dynamics.handlers is NIL or is_clear(guard)


def is_clear(guard: Guard) -> bool:
    """Whether what no clause of it matches can go further out at once. Asked once for each, also where thousands are
    open inside each other.
    """
    around = guard.dynamics
    alike = around.__class__ is Guard and around.winders is guard.winders
    if alike and (around.total or around.dynamics.handlers is NIL):
        return True  # mostly it is so, and found without a list
    asked: list[Guard] = []
    outer: Value = guard
    while outer.__class__ is Guard and not outer.total and not hasattr(outer, "clear"):
        asked.append(outer)
        further = outer.cdr
        if further.__class__ is Guard and further.winders is not outer.winders:
            further = None
        outer = further
    clear = outer is NIL or (outer.__class__ is Guard and (outer.total or outer.clear))
    for each in asked:
        each.clear = clear
    return guard.clear


def is_left_in(traceback: TracebackType | None, guard: Guard) -> bool:
    """Whether a frame of a traceback has the guard around it whose `try` is over, as its clauses are asked."""
    while traceback is not None:
        frame = traceback.tb_frame
        unit = unit_of(frame.f_code)
        if unit is not None:
            if unit.again is not None:
                unit.complete()
            around = unit.site(frame.f_code, traceback.tb_lasti).guards
            if any(frame.f_locals.get(name) is guard for name, _ in around):
                return True
        traceback = traceback.tb_next
    return False


def send(guard: Guard, x: Value, depth: int) -> Throw:
    """What to raise for a guard that is asked directly. `depth`: of the frame of Python that raised the object."""
    if guard.total:
        return Throw(guard, x.payload if x.__class__ is Raised else x)
    return Throw(guard, raised_by(x, depth + 1))


def raised_by(x: Value, depth: int) -> Raised:
    """An object as it travels to guards, with the place of the frame of Python that raised it, so far out."""
    if x.__class__ is Raised or x.__class__ is Condition:
        return raised_of(x)
    at = sys._getframe(depth + 1)
    return Raised(x, at.f_code, at.f_lasti)


@internal
def ours(d: Guard) -> type[BaseException] | tuple[()]:
    """The class of the exception that is being handled if it is for this guard; else what matches none. No exception
    is raised again for that, so its traceback stays what it was.
    """
    error = sys.exception()
    if error.__class__ is Throw:
        return BaseException if error.args[0] is d and not error.saving else ()
    assert error is not None
    return BaseException if _is_for(d, error) else ()


def _is_for(d: Guard, error: BaseException) -> bool:
    if error.__class__ is Throw:
        return error.args[0] is d and not error.saving
    if not isinstance(error, Exception) or error.__class__ is RecursionError:
        return False
    return current().dynamics.handlers is d and not of_an_operator(error)


@frame()
@internal
def caught(d: Guard) -> Value:
    """What the guard caught, its dynamic environment being put back: the object that was raised for one with an `else`,
    for any other one what is `Raised`. An error of a primitive, which has left the stack behind, is taken through the
    thunks that stand in between.
    """
    error = sys.exception()
    assert error is not None
    return _found(d, error) if error.__class__ is Throw else _caught(d, error)


def _found(d: Guard, error: BaseException) -> Value:
    """What a throw to the guard brings."""
    found = error.args[1]
    if not d.total and len(found.trails) < TRAILS:
        found.trails += (backtrace.trail_of(error.__traceback__),)
    error.__traceback__ = None
    _current().dynamics = d.dynamics
    return found


@frame()
@internal
def unseen(d: Guard) -> Value:
    """The same where the clauses ask no error for more than its type (`emitting.guarding`): that of a primitive is not
    explained.
    """
    error = sys.exception()
    assert error is not None
    if error.__class__ is Throw:
        return _found(d, error)
    run = _current()
    if not _is_of_the_program(error):
        return _caught(d, error)
    if not is_direct(d, run.dynamics):
        return _caught(d, error, unseen=True)
    run.dynamics = d.dynamics
    return SOME_ERROR if d.total else Raised(SOME_ERROR)


@frame(calls=lambda way, d, value: (way, d, value), failed=lambda failed: failed)
def _caught(d: Guard, error: BaseException, unseen: bool = False) -> Value:
    run = current()
    while error.__class__ is not Throw:
        assert isinstance(error, Exception)
        failed = error  # noqa: F841 - its role reads it when the stack is too full to explain the error here
        told = SOME_ERROR if unseen and _is_of_the_program(error) else faults.explain(error, run.build).payload
        raised = Raised(told)
        state = run.dynamics
        if is_direct(d, state):
            run.dynamics = d.dynamics
            return raised.payload if d.total else raised
        run.dynamics = dynamics_of(state.winders, d.cdr, state.parameters)
        kept(raised, run.dynamics)
        way, value = run.build.past_guard, raised
        if d.__class__ is Guard and d.winders is not state.winders:  # whose thunks are all that is to be done
            way, value = run.build.rewind, raised.payload if d.total else raised
        r = PENDING
        try:
            r = way(d, value)
            if r.__class__ is tuple:
                r = bounce(r)
        except BaseException as again:
            if not _is_for(d, again):
                raise
            error = again
    return _found(d, error)


@internal
def light(total: bool) -> type[BaseException] | tuple[()]:
    """The class of the exception that is being handled if a light guard catches it: one whose body calls nothing but
    primitives, so that the handlers are those outside.
    """
    error = sys.exception()
    assert error is not None
    return Exception if _is_for_light(error) else ()


def _is_for_light(error: BaseException) -> bool:
    return isinstance(error, Exception) and error.__class__ is not RecursionError and not of_an_operator(error)


@frame()
@internal
def caught_light(total: bool) -> Value:
    """What a light guard caught, as `caught` gives it."""
    error = sys.exception()
    assert isinstance(error, Exception)
    return _caught_light(total, error)


@frame()
@internal
def unseen_light(total: bool) -> Value:
    """The same as `unseen` gives it."""
    error = sys.exception()
    assert isinstance(error, Exception)
    if not _is_of_the_program(error):
        return _caught_light(total, error)
    return SOME_ERROR if total else Raised(SOME_ERROR)


SOME_ERROR: Final = Condition("error", "an error that nobody looks into")
"""What stands for errors whose explanation nobody would see."""
internal(SOME_ERROR, "some_error")


@internal
def told_error(message: Value, irritants: Value) -> Condition:
    """What `(error message irritant …)` makes for a guard that asks it for no more than that."""
    return error_of_script(message, irritants, None)


def _is_of_the_program(error: BaseException) -> bool:
    """Whether it is clear, without an explanation, that the error is no fault of ours, which the host would be told:
    compiled code raised it, or a primitive that complains.
    """
    if error.__class__ is SchemeError:
        return error.payload.__class__ is Condition
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry is not None and unit_of(entry.tb_frame.f_code) is not None


def _caught_light(total: bool, error: Exception) -> Value:
    payload = faults.explain(error, current().build).payload
    return payload if total else Raised(payload)


def asked_later(guard: Guard | bool, error: BaseException) -> tuple[Value, ...] | None:
    """The call that asks a guard, or a light one (`total`), of an exception that it had no stack left to look at; None
    if it is for somebody else.
    """
    if isinstance(guard, bool):
        return (_caught_light, guard, error) if _is_for_light(error) else None
    return (_caught, guard, error) if _is_for(guard, error) else None


@internal
def raised_here(payload: Value) -> Raised:
    """An object that is raised in the body of a light guard."""
    at = sys._getframe(1)
    made = Raised(payload, at.f_code, at.f_lasti)
    made.trails = ((at.f_code, at.f_lasti, None),)
    return made
