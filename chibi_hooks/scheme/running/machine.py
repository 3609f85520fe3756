"""A procedure and arguments in, its value out: the loop at the bottom of every call from Python into Scheme.

Theory (spec: generalised stack inspection). Compiled code is in direct style on Python's stack. When a continuation
must outlive the stack, `Capture` is raised and unwinds to this loop; the traceback holds every frame with its locals,
`continuations` turns them into heap frames, and the loop goes on by running those one by one. A stack that is full
(RecursionError) takes the same way, so non-tail depth is bounded by memory only and the recursion limit of the host
program is never touched; so does a sum in line of an integer and a float that is too large for Python (OverflowError).

    heap frame = (function, its values, next frame); running it is function(value of the call it waits for, *values)

(a frame that takes itself off the stack has its `Detached` there, whose function takes the values as they are, and the
run: `compiling.resuming.detaching`).

What a continuation is, and what it saves, stands in `runs`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Token
from functools import partial
from types import FunctionType, TracebackType

from chibi_hooks.scheme.primitive import internal
from chibi_hooks.scheme.running import faults
from chibi_hooks.scheme.running.deep import HeapCall, descend
from chibi_hooks.scheme.running.frames import PENDING, HeapFrame, frame, itself
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.running.runs import (
    LIVE,
    Capture,
    Continuation,
    Run,
    Throw,
    _current,
    deliver,
    dynamics_of,
    reified,
)
from chibi_hooks.scheme.running.site import Detached, Entered
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, UNDEFINED, Pair, Value, Values, to_list
from chibi_hooks.scheme.values.errors import Condition, SchemeError, fail
from chibi_hooks.typenames import Any, Final, NoReturn

_new: Final = object.__new__
OFTEN: Final = 8  # captures of a procedure that the base called in one run: to look for it costs all calls something
CALL_CC_NESTING: Final = (
    200  # nested receivers on Python's stack before they are moved to the heap: tail calls through call/cc stay flat
)


def _tail_call(r: Value) -> Value:
    return r if r.__class__ is tuple else (itself, r)


@frame(pending=_tail_call, bounces=_tail_call)
def bounce(r: Value) -> Value:
    """Make the tail calls that `r` asks for until a value comes."""
    while r.__class__ is tuple:
        n = len(r)  # by count: on 3.11 `f(*args)` goes through C, `f(a)` does not
        if n == 2:
            f, a = r
            r = f(a)
        elif n == 1:
            (f,) = r
            r = f()
        elif r[0].__class__ is HeapCall:
            r = descend(r)
        elif n == 3:
            f, a, b = r
            r = f(a, b)
        elif n == 4:
            f, a, b, c = r
            r = f(a, b, c)
        elif n == 5:
            f, a, b, c, d = r
            r = f(a, b, c, d)
        elif n == 6:
            f, a, b, c, d, e = r
            r = f(a, b, c, d, e)
        else:
            r = r[0](*r[1:])
    return r


def call(procedure: Value, *args: Value, run: Run) -> Value:
    """Call a Scheme procedure from Python. Raises SchemeError for what the script did not handle; lets Stop through."""
    return begin(run, (procedure, *args))


def begin(run: Run, called: tuple[Value, ...]) -> Value:
    """The same of a procedure and its arguments. Raises SchemeError."""
    run.outer = outer = _current.get(None)
    token: Token[Run] | None = None
    try:
        token = _current.set(run)
        return base(run, called)
    except BaseException as error:
        left_by(error, run)
        raise
    finally:
        run.active = False
        run.outer = None
        if token is not None:
            _current.reset(token)
        else:  # a Ctrl-C came between the beginning and its token
            _current.set(outer)  # type: ignore[arg-type]  # None: outside of any


def left_by(error: BaseException, run: Run) -> None:
    """An error leaves Scheme: see `_leave`. A Stop, and an emergency exit, leave as they are."""
    if run.dynamics.winders is not NIL and (isinstance(error, Exception) or getattr(error, "emergency", True) is False):
        _leave(run)


def _leave(run: Run) -> None:
    """An error or `exit` leaves Scheme: run the after thunks of what was entered; what goes wrong in one does not
    hide the first error. Where one escapes the program goes on there, and the error is told at its end.
    """
    while run.dynamics.winders is not NIL:
        winder = run.dynamics.winders
        run.dynamics = winder.outside
        run.frames = None
        try:
            base(run, (winder.after,))
        except Exception:
            continue


def _at_hand(r: Value, run: Run, k: Continuation) -> Value:
    """The call that the base was making."""
    if r.__class__ is not tuple:
        return itself, r
    return (r[1], k) if r[0] is run.build.call_cc and len(r) == 2 and callable(r[1]) else r


@frame(bounces=_at_hand)
def base(run: Run, r: Value) -> Value:
    """All tail calls that come here are made in line, by count (see `bounce`), and so are calls of continuations and of
    call/cc, which has its continuation for nothing where Python's stack holds no frame of Scheme. What waits on the
    heap stands in the run: resumed frames put themselves there (`compiling.resuming.detaching`). Generators and
    searches that come back again and again live on this loop: it makes no tuple and no call that it can do without.
    What waits for the value already is in `run.frames`.
    """
    frames: HeapFrame | None
    function: Any = None
    call_cc = run.build.call_cc
    counts = run.left is not None  # then continuations are called: that is a step
    while True:
        entries, again = run.entries, run.again
        try:
            while True:
                if r.__class__ is tuple:
                    n = len(r)
                    if n == 2:
                        f, a = r
                    elif n == 1:
                        (f,) = r
                        if entries is not None and f.__class__ is FunctionType and id(f.__code__) in entries:
                            r = _entry(entries, f)(f, run)
                        else:
                            r = f()
                        continue
                    else:
                        if r[0].__class__ is HeapCall:
                            r = descend(r)
                        elif n > 3:
                            f = r[0]
                            if entries is not None and f.__class__ is FunctionType and id(f.__code__) in entries:
                                r = _entry(entries, f)(f, run, *r[1:])
                            elif n == 4:
                                r = f(r[1], r[2], r[3])
                            elif n == 5:
                                r = f(r[1], r[2], r[3], r[4])
                            else:
                                r = f(*r[1:])
                        else:
                            f, a, b = r
                            if f is deliver and a.run is run:
                                run.dynamics, run.frames, r = a.dynamics, a.frames, b
                            elif entries is not None and f.__class__ is FunctionType and id(f.__code__) in entries:
                                r = _entry(entries, f)(f, run, a, b)
                            else:
                                r = f(a, b)
                        continue
                    if f is call_cc and (a.__class__ is FunctionType or callable(a)):
                        k = Continuation()
                        k.run = run
                        k.dynamics = run.dynamics
                        k.frames = run.frames
                        if a.__class__ is Continuation:
                            r = a, k  # to be entered here: as a procedure it would ask where it is
                            continue
                        if entries is not None and a.__class__ is FunctionType and id(a.__code__) in entries:
                            r = _entry(entries, a)(a, run, k)
                        else:
                            r = a(k)
                        continue
                    if f.__class__ is not Continuation or f.run is not run or f.frames is LIVE or counts:
                        if entries is not None and f.__class__ is FunctionType and id(f.__code__) in entries:
                            r = _entry(entries, f)(f, run, a)
                        else:
                            r = f(a)
                        continue
                    if f.dynamics is not run.dynamics:
                        if f.dynamics.winders is not run.dynamics.winders:
                            r = f(a)
                            continue
                        run.dynamics = f.dynamics
                    frames, r = f.frames, a
                else:
                    frames = run.frames
                if frames is None:
                    run.frames = None
                    return r
                function, values, run.frames = frames
                if function.__class__ is Detached:
                    function = function.function  # read by itself: as a method it would cost more
                    r = function(r, values, run)
                    continue
                if again is not None and function.__class__ is FunctionType and id(function.__code__) in again:
                    r = again[id(function.__code__)].function(r, values, run)
                    continue
                n = len(values)
                if n == 2:
                    a, b = values
                    r = function(r, a, b)
                elif n == 3:
                    a, b, c = values
                    r = function(r, a, b, c)
                elif n == 1:
                    (a,) = values
                    r = function(r, a)
                elif n == 4:
                    a, b, c, d = values
                    r = function(r, a, b, c, d)
                else:
                    r = function(r, *values)
        except RECOVERED as reason:
            run.depth = 0
            run.resumed = function
            run.frames, r = unwound(run, reason, run.frames)


def _entry(entries: dict[int, Entered], f: Value) -> Value:
    """What takes itself off Python's stack at once, in place of a procedure that was captured on it often."""
    entered = entries[id(f.__code__)]
    found = entered.function
    if found.__globals__ is not f.__globals__:
        found = FunctionType(found.__code__, f.__globals__, None, None, found.__closure__)
        entered.function = found
    return found


@frame(calls=lambda f, args: (f, *args))
def as_it_is(f: Value, *args: Value) -> Value:
    """A procedure is called on Python's stack."""
    r = PENDING
    r = f(*args)
    if r.__class__ is tuple:
        r = bounce(r)
    return r


def _met(run: Run, traceback: TracebackType | None) -> None:
    """Note that a procedure which the base called, if it is one, was captured, or a frame that it resumed: how it is
    entered from now on, or resumed, if that is often, or known of other runs. A frame that all continuations of a
    search share was itself captured but once.
    """
    if traceback is None:
        return
    code = traceback.tb_frame.f_code
    met = run.met = run.met or {}
    times = met.get(id(code), (code, 0))[1] + 1
    met[id(code)] = code, times
    often = times > OFTEN
    rest = run.build.rest_of_bodies()
    resumed = run.resumed
    if resumed.__class__ is FunctionType and resumed.__code__ is code:
        other: Detached | None = roomy(partial(rest.detached_of, resumed, traceback.tb_frame, often))
        if other is not None:
            again = run.again = run.again or {}
            again[id(code)] = other
        return
    found: Entered | None = roomy(partial(rest.entry_of, traceback.tb_frame, traceback.tb_lasti, often))
    if found is not None and found.of.co_freevars == code.co_freevars:
        entries = run.entries = run.entries or {}
        entries[id(code)] = found


def unwound(run: Run, reason: BaseException, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    """What is to be done at the base. What fails there for our own fault is an error of the program like any other:
    its handlers are asked.
    """
    way = next(way for kind, way in _WAYS.items() if isinstance(reason, kind))
    try:
        return way(run, reason, frames)
    except (SchemeError, RecursionError):
        raise
    except Exception as fault:
        reason.__traceback__ = None
        return _handled(run, fault, frames)


def _ours(run: Run, k: Continuation) -> bool:
    """Whether this base is where the continuation goes on; else it is one further out."""
    elsewhere = k.run is not run and k.run.active
    if elsewhere:
        outer = run.outer
        while outer is not None:
            if outer is k.run:
                return False
            outer = outer.outer
    if not k.reified:
        why = "is still on the stack of another thread" if elsewhere else "was cut off when its budget ran out"
        raise fail("error", f"this continuation {why}")
    return True


def _thrown(run: Run, throw: Throw, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    k: Any  # a continuation, or a guard, which is one
    k, value = throw.args
    assert throw.__traceback__ is not None
    traceback = throw.__traceback__.tb_next
    if throw.saving:
        roomy(partial(run.build.rest_of_bodies().heap_frames, traceback, frames))
    elif not k.reified and k.run is run:
        _keep_guards(run, traceback, frames)
        if k.__class__ is not Continuation and not k.reified and not k.total:  # a guard that was left for good
            return _asked_next(run, SchemeError(value.payload, value.place(), value.frames()), frames)
    elif traceback is not None and k.reified:
        roomy(partial(run.build.rest_of_bodies().left, traceback.tb_frame, traceback.tb_lasti))
    _met(run, traceback)
    throw.__traceback__ = None
    if not _ours(run, k):
        raise Throw(k, value)
    run.dynamics = k.dynamics
    return k.frames, value


def _captured(run: Run, capture: Capture, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    assert capture.__traceback__ is not None
    frames = roomy(partial(run.build.rest_of_bodies().heap_frames, capture.__traceback__.tb_next, frames))
    _met(run, capture.__traceback__.tb_next)
    capture.__traceback__ = None
    kind, details = capture.kind, capture.details
    if kind == "go on":
        return frames, details[0]
    if kind == "call/cc":
        return frames, (details[0], reified(run, frames))
    return _handled(run, details[0], frames)


def _spilled(run: Run, error: RecursionError, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    assert error.__traceback__ is not None
    traceback = error.__traceback__.tb_next
    if traceback is None:
        raise fail("limit", "called with Python's stack already full") from None
    result: tuple[HeapFrame | None, Value] | None
    result = roomy(partial(run.build.rest_of_bodies().spill, traceback, frames, error.__context__))
    if result is None:
        failed = fail("limit", "nested too deeply for the stack that the host has left")
        return _handled(run, failed.with_traceback(error.__traceback__), frames)
    error.__traceback__ = None
    return result


def of_an_operator(error: Exception) -> bool:
    """Whether Python's own operator failed in compiled code on an integer beyond the floats beside a float. That is no
    error in Scheme: the base runs the statement again (`RestOfBodies.widen`).
    """
    if error.__class__ is not OverflowError:
        return False
    entry = error.__traceback__
    while entry is not None and entry.tb_next is not None:
        entry = entry.tb_next
    return entry is not None and unit_of(entry.tb_frame.f_code) is not None


def _widened(run: Run, error: OverflowError, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    if not of_an_operator(error):
        return _handled(run, error, frames)
    assert error.__traceback__ is not None and error.__traceback__.tb_next is not None
    result: tuple[HeapFrame | None, Value]
    result = roomy(partial(run.build.rest_of_bodies().widen, error.__traceback__.tb_next, frames))
    error.__traceback__ = None
    return result


def _handled(run: Run, error: Exception, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    """An error reached the base: call the current handler if its own frame went to the heap, else hand the error to
    the host.
    """
    guard = guard_of(run.dynamics.handlers)
    if guard is not NIL and not guard.reified:
        _keep_guards(run, error.__traceback__ and error.__traceback__.tb_next, frames)
    explained = faults.explain(error, run.build, frames)
    error.__traceback__ = None
    return _asked_next(run, explained, frames)


def guard_of(handlers: Value) -> Value:
    """The first guard among handlers; the empty list if there is none."""
    while handlers.__class__ is Pair:
        handlers = handlers.cdr
    return handlers


def _asked_next(run: Run, error: SchemeError, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    """Ask the current handler of an error, or hand it to the host. That the handler returned, which a `raise` does not
    allow, is told where it was made: guards that it passed by there, as no clause matched, are not asked again.
    """
    handlers = run.dynamics.handlers
    if handlers is NIL:
        raise error from None
    condition = error.payload
    run.dynamics = dynamics_of(run.dynamics.winders, handlers.cdr, run.dynamics.parameters)
    if handlers.__class__ is Pair:
        return (handler_returned, (condition,), frames), (handlers.car, condition)
    return frames, (run.build.past_guard, handlers, condition)


def _keep_guards(run: Run, traceback: TracebackType | None, frames: HeapFrame | None) -> None:
    """A guard is asked whose frame is there and whose `try` is over (`RestOfBodies.keep_guards`)."""
    if traceback is not None:
        roomy(partial(run.build.rest_of_bodies().keep_guards, traceback, frames))


_WAYS: Final[dict[type[BaseException], Callable[[Run, Any, HeapFrame | None], tuple[HeapFrame | None, Value]]]] = {
    Throw: _thrown, Capture: _captured, RecursionError: _spilled, OverflowError: _widened, Exception: _handled,
}  # fmt: skip
RECOVERED: Final = tuple(_WAYS)


def handler_returned(value: Value, condition: Value) -> NoReturn:
    """What follows a handler called for `raise` or an error: it must not return (R7RS 6.11). Raises SchemeError."""
    from chibi_hooks.scheme.values.printer import (
        condition_text,  # the printer imports much, and only this message needs it
    )

    place = condition.place if isinstance(condition, Condition) else None
    hint = f"it was called for: {condition_text(condition)}\na handler leaves by a continuation, as guard does"
    message = "a handler returned from a non-continuable raise"
    raise fail("error", message, condition, who="raise", place=place, hint=hint)


# what generated code calls -------------------------------------------------------------------------------------------


@internal
def defined(value: Value) -> Value:
    """The value of a letrec variable. Raises NameError if it has none yet, which `faults` explains."""
    if value is UNDEFINED:
        raise NameError("used before it was defined")
    return value


@internal
def received(value: Value, count: int, rest: bool) -> tuple[Value, ...]:
    """The values for a receiver of `count` arguments, as a tuple to unpack. Raises an "arity" condition."""
    values = value.values if value.__class__ is Values else (value,)
    if len(values) < count or (len(values) > count and not rest):
        more = "at least " if rest else ""
        raise fail("arity", f"wanted {more}{count} value{'s' if count != 1 else ''}, got {len(values)}")
    return values


@internal
def no_clause(args: tuple[Value, ...], who: Value) -> NoReturn:
    """Raise the "arity" condition of a case-lambda of which no clause takes this many arguments."""
    raise fail("arity", f"no clause takes {len(args)} argument{'s' if len(args) != 1 else ''}", who=who.text)


@internal
def settled(value: Value) -> Value:
    """A procedure that never answers a tail call, for a variable whose users were compiled under that promise."""
    if not callable(value):
        return value

    def driven(*args: Value) -> Value:
        return bounce((value, *args))

    driven.__wrapped__ = value  # type: ignore[attr-defined]  # for its name, parameters and place
    return driven


frame()(settled(bounce))  # the code is the same for every procedure


internal(bounce)
internal(to_list, "list")
internal(tuple)
internal(FunctionType, "function")
internal(len)
internal(callable)
internal(int)
internal(float)
internal(TRUE, "TRUE")
internal(FALSE, "FALSE")
