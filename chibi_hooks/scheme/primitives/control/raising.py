"""Raising, handlers, and what is left of `guard` when it stands in line (R7RS 6.11, 4.2.7): state and the quick ways;
the control flow is Scheme source, `(engine control)`.

Rules: as in `control`.
"""

from __future__ import annotations

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.primitives.control.control import (
    check_procedure,
    current,
    left,
    restoring,
    throw,
    winders_between,
)
from chibi_hooks.scheme.running import faults, machine
from chibi_hooks.scheme.running.frames import PENDING, HeapFrame, frame
from chibi_hooks.scheme.running.guards import (
    Answered,
    Guard,
    Handling,
    Raised,
    is_clear,
    is_direct,
    kept,
    raised_by,
    raised_of,
    send,
)
from chibi_hooks.scheme.running.machine import bounce
from chibi_hooks.scheme.running.runs import Dynamics, Throw, dynamics_of
from chibi_hooks.scheme.values.data import FALSE, NIL, UNDEFINED, UNSPECIFIED, Pair, Value, cons
from chibi_hooks.scheme.values.errors import Condition, EngineFault, SchemeError, error_of_script
from chibi_hooks.typenames import Any, Final, NoReturn


def _restoring_or_handling(below: HeapFrame | None, saved: Dynamics, condition: Value) -> HeapFrame | None:
    return restoring(below, saved) if condition is UNDEFINED else below


@frame(calls=lambda thunk: (thunk,), failed=lambda failed: failed, rest=_restoring_or_handling)
@primitive("with-exception-handler", leaf=False, pure=False)
def with_exception_handler(handler: Value, thunk: Value) -> Value:
    """(with-exception-handler handler thunk) → the thunk's answer, with `handler` current while it runs (R7RS 6.11)."""
    if not (callable(handler) and callable(thunk)):
        check_procedure("with-exception-handler", 1, handler)
        check_procedure("with-exception-handler", 2, thunk)
    run = current()
    saved = run.dynamics
    entry = cons(handler, saved.handlers)
    inside = Dynamics()  # as `dynamics_of` does it, without a call
    inside.winders = saved.winders
    inside.handlers = entry
    inside.parameters = saved.parameters
    r = PENDING
    run.dynamics = inside
    try:
        r = thunk()
        if r.__class__ is tuple:
            r = bounce(r)
    except RecursionError:
        raise
    except Exception as error:
        if run.dynamics.handlers is not entry:
            raise
        failed = error  # noqa: F841 - its role reads it when the stack is too full to explain the error here
        if machine.of_an_operator(error):
            raise
        condition = faults.explain(error, run.build).payload
        error.__traceback__ = None  # else it would hold this frame, and with it what the handler knows: a continuation
    else:
        run.dynamics = saved
        return r
    run.dynamics = dynamics_of(run.dynamics.winders, saved.handlers, run.dynamics.parameters)
    return call_handler(handler, condition)


@frame(
    calls=lambda handler, condition: (handler, condition),
    rest=lambda below, condition: (machine.handler_returned, (condition,), below),
)
def call_handler(handler: Value, condition: Value) -> NoReturn:
    """Call a handler for an error that unwound the stack; it must not return."""
    r = PENDING
    r = handler(condition)
    if r.__class__ is tuple:
        r = bounce(r)
    machine.handler_returned(r, condition)


def _leaving(below: HeapFrame | None, guard: Guard, value: Value, thunk: Value) -> HeapFrame | None:
    return below if thunk is UNDEFINED else (left, (guard, value), below)


@frame(calls=lambda thunk: (thunk,), rest=_leaving)
@primitive("%pop-handler!", leaf=False, pure=False)
def pop_handler(x: Value, answerable: Value = FALSE) -> Value:
    """The current handler, made not current; #f when there is none. Where that is a guard which nothing can come back
    from, `x` goes there at once; past one `dynamic-wind` as well, whose after thunk is run, unless a guard without an
    `else` may have to go back, as a raise that is `answerable` does.
    """
    run = current()
    state: Any = run.dynamics
    if state.__class__ is Handling or (
        state.__class__ is Guard and (state.total or state.dynamics.handlers is NIL or is_clear(state))
    ):
        if state.total:
            raise Throw(state, x.payload if x.__class__ is Raised else x)
        raise send(state, x, 2)
    handlers = state.handlers
    if handlers is NIL:
        return FALSE
    if handlers.__class__ is not Pair and is_direct(handlers, state):
        raise send(handlers, x, 2)
    outside = Dynamics()  # as above
    outside.winders = state.winders
    outside.handlers = handlers.cdr
    outside.parameters = state.parameters
    if handlers.__class__ is Guard and (handlers.total or answerable is FALSE):
        winder = state.winders
        if winder is not NIL and winder.outside.winders is handlers.winders:
            guard = handlers
            value = (x.payload if x.__class__ is Raised else x) if guard.total else kept(raised_by(x, 2), outside)
            thunk = winder.after
            run.dynamics = winder.outside
            r = PENDING
            r = thunk()
            if r.__class__ is tuple:
                r = bounce(r)
            throw(guard, value)
    run.dynamics = outside
    return handlers.car


@frame(calls=lambda handler, x: (handler, x), rest=restoring)
@primitive("%ask-handler", leaf=False, pure=False)
def ask_handler(x: Value) -> Value:
    """What the current handler answers to `x`, itself not being current meanwhile; this procedure where that is a
    guard, or nobody.
    """
    run = current()
    saved = run.dynamics
    handlers = saved.handlers
    if handlers.__class__ is not Pair:
        return ask_handler
    outside = Dynamics()  # as above
    outside.winders = saved.winders
    outside.handlers = handlers.cdr
    outside.parameters = saved.parameters
    run.dynamics = outside
    handler = handlers.car
    r = PENDING
    r = handler(x)
    if r.__class__ is tuple:
        r = bounce(r)
    run.dynamics = saved
    return r


@primitive("%raise-to-host", pure=False)
def raise_to_host(x: Value) -> NoReturn:
    """No handler: the object leaves Scheme. What was made somewhere (an error that is raised again) says where."""
    raised = raised_of(x)
    payload = raised.payload
    frames, place = (payload.frames, payload.place) if payload.__class__ is Condition else ((), None)
    raise SchemeError(payload, place or raised.place() or faults.place_here(), frames or raised.frames())


# guard: in line in generated code; what is left of it in `(engine control)` is the way there and back


@primitive("%guarded", leaf=False, pure=False)
def guarded(body: Value, clauses: Value, handler: Value = FALSE) -> NoReturn:
    """`guard`: its operands are lambda expressions, and it stands in line. Raises EngineFault."""
    raise EngineFault("%guarded is called as a procedure")


@primitive("%guard-total?", returns="boolean", pure=False)
def guard_total(x: Value) -> bool:
    """Whether one of the guard's clauses is an `else`."""
    return x.total  # type: ignore[no-any-return]


@primitive("%guard-handler", pure=False)
def guard_handler(x: Value) -> Value:
    """The handler to be called where something was raised; #f: a guard, whose clauses are asked outside."""
    return x.handler


@primitive("%answered", pure=False)
def answered(x: Value) -> Value:
    """What that handler answered, on its way."""
    return Answered(x)


internal(Answered)


@primitive("%answered?", inline="a.__class__ is Answered", returns="boolean")
def is_answered(x: Value) -> bool:
    """Whether it is an answer; else it is what was raised."""
    return x.__class__ is Answered


@primitive("%answer")
def answer(x: Value) -> Value:
    """The answer itself."""
    return x.answer


@primitive("%raised", pure=False)
def raised(x: Value) -> Value:
    """An object on its way to a guard, and the dynamic environment where it was raised first."""
    return kept(raised_by(x, BEYOND_RAISE), current().dynamics)


@primitive("%raised-object", pure=False)
def raised_object(x: Value) -> Value:
    """The object itself."""
    return x.payload


@frame()
@primitive("%go-further!", pure=False)
def go_further(x: Value) -> Value:
    """Where an object that no clause matched was raised outside of any `dynamic-wind` of the guard's, and the next one
    to be asked is a guard which nothing can come back from: it goes there at once.
    """
    if x.stay is FALSE and x.dynamics is None:
        state: Any = current().dynamics
        if state.__class__ is Guard and (state.total or state.dynamics.handlers is NIL or is_clear(state)):
            raise Throw(state, x.payload if state.total else x)
    return UNSPECIFIED


@primitive("%raised-stay", pure=False)
def raised_stay(x: Value) -> Value:
    """The continuation to go back to when no clause matches; #f: nobody is there to be asked."""
    return x.stay


@primitive("%set-raised-stay!", pure=False)
def set_raised_stay(x: Value, k: Value) -> Value:
    """Keep the way back."""
    x.stay = k
    return UNSPECIFIED


@primitive("%winders-inside", pure=False)
def winders_inside(x: Value) -> Value:
    """The winders to be entered on the way back to where an object was raised, a list, outermost first."""
    return NIL if x.dynamics is None else winders_between(current().dynamics.winders, x)


@primitive("%raised-dynamics", pure=False)
def raised_dynamics(x: Value) -> Value:
    """The dynamic environment where an object was raised, outside of the handler that was asked first."""
    return kept(x, current().dynamics).dynamics


@primitive("%with-handlers", pure=False)
def with_handlers(inside: Value, outside: Value) -> Value:
    """A dynamic environment with the handlers of another one."""
    return dynamics_of(inside.winders, outside.handlers, inside.parameters)


@primitive("%set-past-guard!", pure=False)
def set_past_guard(procedure: Value) -> Value:
    """Hand over the procedure that asks a guard where that takes more than an exception."""
    current().build.past_guard = procedure
    return UNSPECIFIED


@primitive("%handler-returned", pure=False)
def handler_returned(condition: Value) -> NoReturn:
    """A handler returned for `raise`."""
    machine.handler_returned(None, condition)


BEYOND_RAISE: Final = 2  # frames between `%raised` and who calls `raise`, this procedure being one
INSIDE_MAKE_ERROR: Final = 1  # frames between who calls `%error` and who looks for the place: this procedure
INSIDE_ERROR: Final = 2  # the same for `error`, which stands between, too


@frame()
@primitive("%raise-error", pure=False)
def raise_error(message: Value, irritants: Value) -> Value:
    """The error object of `(error message irritant …)`, to be raised; where the current handler is a guard which
    nothing can come back from, it goes there at once.
    """
    made = error_of_script(message, irritants, faults.place_here(INSIDE_ERROR))
    state: Any = current().dynamics
    if state.__class__ is Handling or (
        state.__class__ is Guard and (state.total or state.dynamics.handlers is NIL or is_clear(state))
    ):
        raise Throw(state, made if state.total else Raised(made))
    return made


@primitive("%error", pure=False)
def make_error(message: Value, irritants: Value) -> Value:
    """The error object of `(error message irritant …)`, with the place of that call."""
    return error_of_script(message, irritants, faults.place_here(INSIDE_MAKE_ERROR))
