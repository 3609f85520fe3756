"""Procedures, several values, continuations, the dynamic state: the primitives that may call Scheme, and the small ones
that `(engine control)` is built from. Raising and handling are in `raising`, parameters in `parameters`.

Rules: a procedure here that drives a callee on Python's stack (`leaf=False`) keeps the pending call in its local `r`
and says what its frame means (`frame`), so that a capture or a full stack can pass through it.
"""

from __future__ import annotations

from sys import getrefcount
from types import TracebackType

from chibi_hooks.scheme.primitive import PARAMETERS, internal, primitive
from chibi_hooks.scheme.running import faults, machine, runs
from chibi_hooks.scheme.running.frames import PENDING, HeapFrame, frame
from chibi_hooks.scheme.running.guards import is_left_in
from chibi_hooks.scheme.running.machine import CALL_CC_NESTING, bounce
from chibi_hooks.scheme.running.runs import LIVE, Capture, Continuation, Dynamics, Throw, Winder, deliver
from chibi_hooks.scheme.values.arguments import list_items
from chibi_hooks.scheme.values.data import NIL, UNDEFINED, UNSPECIFIED, Value, Values, cons, several
from chibi_hooks.scheme.values.errors import EngineFault, wrong_type
from chibi_hooks.typenames import Any, Final, NoReturn

current: Final = runs._current.get  # the innermost run: asked by everything here, so without a call in between


def check_procedure(who: str, position: int, x: Value) -> None:
    """Check that `x` is a procedure. Raises SchemeError."""
    if not callable(x):
        raise wrong_type(who, position, "a procedure", x)


@primitive("apply", leaf=False, pure=False)
def apply(procedure: Value, first: Value, *more: Value) -> Value:
    """(apply procedure arg … list) → what the procedure answers for the args and the members of the list (R7RS
    6.10).
    """
    if not callable(procedure):
        raise wrong_type("apply", 1, "a procedure", procedure)
    args = list_items("apply", len(more) + 2, more[-1] if more else first)
    return (procedure, first, *more[:-1], *args) if more else (procedure, *args)


@frame(calls=lambda procedure, members: (procedure, *members))
@internal
def applied_all(procedure: Value, members: list[Value]) -> Value:
    """The same for what a collector holds."""
    r = PENDING
    r = procedure(*members)
    return r


@frame(calls=lambda procedure, args: (procedure, *args))
@internal
def applied(procedure: Value, *given: Value) -> Value:
    """`apply` of a primitive that calls nothing back: what it answers."""
    args: Any = list_items("apply", 2, given[0]) if len(given) == 1 else apply(procedure, *given)[1:]
    r = PENDING
    r = procedure(*args)
    return r


internal(Values)


@primitive("values", inline={n: f"Values(({', '.join(PARAMETERS[:n])}))" for n in range(2, 7)}, pure=True)
def values(*args: Value) -> Value:
    """(values obj …) → all of them to the continuation (R7RS 6.10)."""
    return args[0] if len(args) == 1 else several(args)


@frame()
def consume(r: Value, consumer: Value) -> Value:
    """The rest of call-with-values."""
    return (consumer, *r.values) if r.__class__ is Values else (consumer, r)


@frame(calls=lambda producer: (producer,), rest=lambda below, consumer: (consume, (consumer,), below))
@primitive("call-with-values", leaf=False, pure=False)
def call_with_values(producer: Value, consumer: Value) -> Value:
    """(call-with-values producer consumer) → the consumer's answer to the producer's values (R7RS 6.10)."""
    check_procedure("call-with-values", 1, producer)
    check_procedure("call-with-values", 2, consumer)
    r = PENDING
    r = producer()
    if r.__class__ is tuple:
        r = bounce(r)
    return consume(r, consumer)


def _moved(below: HeapFrame | None, k: Value) -> HeapFrame | None:
    """A frame of call/cc leaves nothing on the heap: from now on its continuation is what is below."""
    if k is not UNDEFINED:
        k.frames = below
    return below


@frame(calls=lambda f, k: (f, k), failed=lambda failed: failed, rest=_moved)
@primitive("call-with-current-continuation", "call/cc", leaf=False, pure=False)
def call_cc(f: Value) -> Value:
    """(call/cc procedure) → what it answers, or what is passed to the continuation it is given (R7RS 6.10).

    On the way out nothing is saved unless the continuation is still referenced: an escape costs no more than a Python
    exception.
    """
    if not callable(f):
        raise wrong_type("call/cc", 1, "a procedure", f)
    run = current()
    if run.depth > CALL_CC_NESTING:
        raise Capture("call/cc", f)
    k = Continuation()
    k.run = run
    k.dynamics = run.dynamics
    k.frames = LIVE
    depth = run.depth
    run.depth = depth + 1
    r = PENDING
    try:
        r = f(k)
        if r.__class__ is tuple:
            r = bounce(r)
    except Throw as throw:
        run.depth = depth
        if throw.saving:
            raise
        if throw.args[0].__class__ is not Continuation and _is_left_inside(throw.args[0], k, throw.__traceback__):
            raise
        throw.__traceback__ = None
        target, r = throw.args
        if target is not k:
            r = None
            if getrefcount(k) > UNLEAKED:
                throw.saving = True
                raise throw  # with a traceback that begins here
            raise
        target = throw.args = ()  # no reference to it is left here
    except RecursionError:
        run.depth = depth
        raise
    except Exception as error:
        failed = error  # noqa: F841 - its role reads it when the stack is too full to explain the error here
        run.depth = depth
        if machine.of_an_operator(error):
            raise
        if _is_left_inside(machine.guard_of(run.dynamics.handlers), k, error.__traceback__):
            raise
        r = None
        explained = faults.explain(error, run.build)
        error.__traceback__ = None
        if getrefcount(k) > UNLEAKED:
            raise Capture("error", explained) from None
        raise explained from None
    run.depth = depth
    if getrefcount(k) > UNLEAKED:
        raise Capture("go on", r)
    return r


def _is_left_inside(target: Value, k: Continuation, traceback: TracebackType | None) -> bool:
    """Whether what is raised is for a guard that was entered in the call which `k` continues, and left: the base finds
    its frame in the traceback (`RestOfBodies.keep_guards`), and `k` with it.
    """
    if target is NIL or target.reified:
        return False
    around = machine.guard_of(k.dynamics.handlers)
    while around is not NIL:
        if around is target:
            return False
        around = machine.guard_of(around.cdr)
    return is_left_in(traceback, target)


def _unleaked() -> int:
    """The reference count of a local that nothing else holds: 2, or 1 where the interpreter borrows references
    (3.14).
    """
    local = object()
    return getrefcount(local)


UNLEAKED = _unleaked()


def restore(value: Value, saved: Dynamics) -> Value:
    """The rest of a procedure that ran its thunk under other dynamics."""
    current().dynamics = saved
    return value


def restoring(below: HeapFrame | None, saved: Dynamics) -> HeapFrame | None:
    """The frame on the heap of such a procedure."""
    return restore, (saved,), below


# dynamic-wind: state only, the control flow is Scheme source


@primitive("%winders", pure=False)
def winders() -> Value:
    """The innermost winder that is entered; the empty list when there is none."""
    return current().dynamics.winders


@primitive("%enter-winder!", pure=False)
def enter_winder(before: Value, after: Value) -> Value:
    """Note that the body of a dynamic-wind begins."""
    run = current()
    outside = run.dynamics
    around = outside.winders
    made = Winder()
    made.before = before
    made.after = after
    made.outside = outside
    made.handlers = outside.handlers
    made.parameters = outside.parameters
    made.depth = 1 if around is NIL else around.depth + 1
    run.dynamics = made  # type: ignore[assignment]  # it has all that dynamics have
    return UNSPECIFIED


@primitive("%leave-winder!", pure=False)
def leave_winder() -> Value:
    """Leave the innermost winder: its after thunk, which is answered, is to run in the dynamic environment of the
    dynamic-wind call.
    """
    run = current()
    winder = run.dynamics.winders
    run.dynamics = winder.outside
    return winder.after


@primitive("%wound", leaf=False, pure=False)
def wound(body: Value, leaving: Value) -> NoReturn:
    """What runs in a dynamic environment that was just entered, and what leaves it whenever the first comes to its end:
    both are lambda expressions, and stand in line. Raises EngineFault.
    """
    raise EngineFault("%wound is called as a procedure")


@primitive("%winder-before", pure=False)
def winder_before(winder: Value) -> Value:
    """The before thunk of a dynamic-wind call that is about to be entered again; the dynamic environment is put back
    to what is outside of it.
    """
    current().dynamics = winder.outside
    return winder.before


@primitive("%common-winder", pure=False)
def common_winder(k: Value) -> Value:
    """The innermost winder that is entered both here and where a continuation was captured."""
    here, there = current().dynamics.winders, k.dynamics.winders
    while here is not there:
        if there is NIL or (here is not NIL and here.depth >= there.depth):
            here = here.outside.winders
        else:
            there = there.outside.winders
    return here


@primitive("%winders-between", pure=False)
def winders_between(common: Value, k: Value) -> Value:
    """The winders to be entered on the way to a continuation, a list, outermost first."""
    path: Value = NIL
    winder = k.dynamics.winders
    while winder is not common:
        path = cons(winder, path)
        winder = winder.outside.winders
    return path


@primitive("%set-rewind!", pure=False)
def set_rewind(procedure: Value) -> Value:
    """Hand over the procedure that runs winders on the way to a continuation, any number of them."""
    build = current().build
    build.rewind = rewind
    build.rewind_far = procedure
    return UNSPECIFIED


@frame()
def left(r: Value, k: Value, value: Value) -> Value:
    """The rest of `rewind`: what the thunk answered is of no interest."""
    return throw(k, value)


@frame(
    calls=lambda thunk: (thunk,),
    rest=lambda below, k, value: (left, (k, value), below),
)
def rewind(k: Value, value: Value) -> Value:
    """Go to a continuation that is outside of the innermost winder, and run its after thunk, or to one that is inside
    of one more, and run its before thunk; if that is not all, the call that does it.
    """
    run = current()
    here: Any = run.dynamics.winders
    there: Any = k.dynamics.winders
    if here is not NIL and here.outside.winders is there:
        run.dynamics, thunk = here.outside, here.after
    elif there is not NIL and there.outside.winders is here:
        run.dynamics, thunk = there.outside, there.before
    else:
        return run.build.rewind_far, k, value
    r = PENDING
    r = thunk()
    if r.__class__ is tuple:
        r = bounce(r)
    return throw(k, value)


@frame()
@primitive("%throw", leaf=False, pure=False)
def throw(k: Value, value: Value) -> Value:
    """Deliver a value to a continuation, all winders being run; without an exception where that goes on at the base."""
    run = current()
    if k.__class__ is Continuation and k.run is run and k.reified:
        return deliver, k, value
    run.dynamics = k.dynamics
    raise Throw(k, value)


@primitive("%dynamics", pure=False)
def dynamics() -> Value:
    """The dynamic environment, opaque."""
    return current().dynamics


@primitive("%set-dynamics!", pure=False)
def set_dynamics(x: Value) -> Value:
    """Put back a dynamic environment."""
    current().dynamics = x
    return UNSPECIFIED
