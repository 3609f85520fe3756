"""A procedure and arguments in, its value out: the loop at the bottom of every call from Python into Scheme.

Theory (spec: generalised stack inspection). Compiled code is in direct style on Python's stack. When a continuation
must outlive the stack, `Capture` is raised and unwinds to this loop; the traceback holds every frame with its locals,
`continuations` turns them into heap frames, and the loop goes on by running those one by one. A stack that is full
(RecursionError) takes the same way, so non-tail depth is bounded by memory only and the recursion limit of the host
program is never touched; so does a sum in line of an integer and a float that is too large for Python (OverflowError).

    heap frame = (function, its values, next frame); running it is function(value of the call it waits for, *values)

The state that continuations save is one immutable record (`Dynamics`) on the `Run`, and a run belongs to one call
from the host.
"""

from __future__ import annotations

from collections.abc import Collection
from contextvars import ContextVar
from functools import partial

from chibi_hooks.scheme.compiler.link import unit_of
from chibi_hooks.scheme.compiler.stack import roomy
from chibi_hooks.scheme.data import FALSE, NIL, TRUE, UNDEFINED, Datum, Value, Values, to_list
from chibi_hooks.scheme.deep import HeapCall, descend
from chibi_hooks.scheme.errors import Condition, EngineFault, fail
from chibi_hooks.scheme.late import late_module
from chibi_hooks.scheme.primitive import runtime
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from chibi_hooks.scheme.steps import Countdown

CALL_CC_NESTING: Final = (
    200  # nested receivers on Python's stack before they are moved to the heap: tail calls through call/cc stay flat
)

CONTINUATIONS: Final = "chibi_hooks.scheme.continuations"  # loaded when one is captured

HeapFrame = tuple[Any, tuple[Any, ...], Any]


class Dynamics:
    """What a continuation saves beside the frames; never changed, only replaced.

    `winders`: Scheme list of entered `dynamic-wind`s, innermost first; `handlers`: Scheme list of handlers, current
    one first; `parameters`: linked triples (parameter, value, rest), or None.
    """

    __slots__ = ("winders", "handlers", "parameters")

    def __init__(self, winders: Value, handlers: Value, parameters: Any) -> None:
        self.winders = winders
        self.handlers = handlers
        self.parameters = parameters


class Run:
    """One call from the host into Scheme, while it lasts. `context` is whatever the host wants to find again (its
    world); `outer` the run below on the stack of this thread.
    """

    __slots__ = ("dynamics", "depth", "active", "context", "left", "outer")

    def __init__(self, context: Any = None, parameters: Any = None, left: Countdown | None = None) -> None:
        self.dynamics = Dynamics(NIL, NIL, parameters)
        self.depth = 0  # call/cc receivers on the Python stack
        self.active = True
        self.context = context
        self.left = left  # for code that counts its steps
        self.outer: Run | None = None


_current: ContextVar[Run] = ContextVar("scheme-run")


def current() -> Run:
    """The innermost run of this thread or task."""
    return _current.get()


def current_or_none() -> Run | None:
    """The innermost run, or None outside of any."""
    return _current.get(None)


class Capture(BaseException):
    """Unwind to the base and go on there from heap frames. `next` is a value or a pending call (a tuple), or an
    Exception to handle.
    """

    def __init__(self, kind: str, *details: Any) -> None:
        self.kind = kind  # "go on", "call/cc", "error"
        self.details = details


class Throw(BaseException):
    """A continuation was called; `args`: the continuation, and the value to deliver to it. `saving`: it comes from a
    call/cc whose own continuation is still wanted, and its traceback is to be saved.
    """

    saving = False


class Continuation(Datum):
    """The rest of a run. Live while its `call/cc` frame is on Python's stack; `frames` are set when it is moved to
    the heap.
    """

    __slots__ = ("frames", "dynamics", "reified", "run")

    run: Run
    dynamics: Dynamics
    reified: bool
    frames: HeapFrame | None


def continuation_of(run: Run) -> Continuation:
    """The continuation at hand, live; allocated and then filled, which is half the price of a call with arguments."""
    k = Continuation()
    k.run = run
    k.dynamics = run.dynamics
    k.reified = False
    return k


def reified(run: Run, frames: HeapFrame | None) -> Continuation:
    """The continuation at hand when all its frames are on the heap."""
    k = continuation_of(run)
    k.frames = frames
    k.reified = True
    return k


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
        else:
            r = r[0](*r[1:])
    return r


class Detached:
    """Heads what a resumed frame answers that takes itself off Python's stack (`detaching`): (this, its values,
    procedure, argument, …). `function` continues the frame with the value of the call; `names` are its variables.
    """

    __slots__ = ("function", "names", "mutated")

    def __init__(self, names: tuple[str, ...], mutated: Collection[str]) -> None:
        self.function: Any = None
        self.names = names
        self.mutated = mutated


def relay(r: Value, run: Run, frames: HeapFrame | None) -> Value:
    """Make the tail calls that `r` asks for at the base, where Python's stack holds no frame of Scheme: there call/cc
    has its continuation for nothing.
    """
    while r.__class__ is tuple:
        n = len(r)  # by count: see `bounce`
        if n == 2:
            f, a = r
            at_once = f is CALL_CC[0] and callable(a)
            r = (a, procedure_of(reified(run, frames))) if at_once else f(a)
        elif n == 1:
            (f,) = r
            r = f()
        elif r[0].__class__ is HeapCall:
            r = descend(r)
        elif n == 3:
            f, a, b = r
            r = f(a, b)
        else:
            r = r[0](*r[1:])
    return r


CALL_CC: Final[list[Any]] = [None]
"""The procedure call/cc, as the primitives define it."""


def call(procedure: Value, *args: Value, run: Run) -> Value:
    """Call a Scheme procedure from Python. Raises SchemeError for what the script did not handle; lets Stop through."""
    run.outer = _current.get(None)
    token = _current.set(run)
    try:
        return _base(run, (procedure, *args))
    except BaseException as error:
        if run.dynamics.winders is not NIL and (
            isinstance(error, Exception) or getattr(error, "emergency", True) is False
        ):
            _leave(run)
        raise
    finally:
        run.active = False
        run.outer = None
        _current.reset(token)


def _leave(run: Run) -> None:
    """An error or `exit` leaves Scheme: run the after thunks of what was entered; what goes wrong in one does not
    hide the first error.
    """
    while run.dynamics.winders is not NIL:
        winder = run.dynamics.winders.car
        run.dynamics = winder.cdr.cdr
        try:
            _base(run, (winder.cdr.car,))
        except Exception:
            continue


def _base(run: Run, r: Value) -> Value:
    frames: HeapFrame | None = None
    while True:
        try:
            while True:
                if r.__class__ is tuple:
                    if r[0].__class__ is Detached:
                        frames = (r[0].function, r[1], frames)
                        r = r[2:]
                    r = relay(r, run, frames)
                if frames is None:
                    return r
                function, values, frames = frames
                r = function(r, *values)
        except Throw as throw:
            run.depth = 0
            frames, r = _thrown(run, throw, frames)
        except Capture as capture:
            run.depth = 0
            frames, r = _captured(run, capture, frames)
        except RecursionError as error:
            run.depth = 0
            frames, r = _spilled(run, error, frames)
        except OverflowError as error:
            run.depth = 0
            frames, r = _widened(run, error, frames)
        except Exception as error:
            run.depth = 0
            frames, r = _handled(run, error, frames)


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
    k: Continuation
    k, value = throw.args
    if throw.saving:
        assert throw.__traceback__ is not None
        roomy(partial(late_module(CONTINUATIONS).heap_frames, throw.__traceback__.tb_next, frames))
        throw.__traceback__ = None
    if not _ours(run, k):
        raise Throw(k, value)
    run.dynamics = k.dynamics
    return k.frames, value


def _captured(run: Run, capture: Capture, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    assert capture.__traceback__ is not None
    frames = roomy(partial(late_module(CONTINUATIONS).heap_frames, capture.__traceback__.tb_next, frames))
    capture.__traceback__ = None
    kind, details = capture.kind, capture.details
    if kind == "go on":
        return frames, details[0]
    if kind == "call/cc":
        return frames, (details[0], procedure_of(reified(run, frames)))
    return _handled(run, details[0], frames)


def _spilled(run: Run, error: RecursionError, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    assert error.__traceback__ is not None
    traceback = error.__traceback__.tb_next
    if traceback is None:
        raise fail("limit", "called with Python's stack already full") from None
    result: tuple[HeapFrame | None, Value] | None
    result = roomy(partial(late_module(CONTINUATIONS).spill, traceback, frames))
    if result is None:
        failed = fail("limit", "nested too deeply for the stack that the host has left")
        return _handled(run, failed.with_traceback(error.__traceback__), frames)
    error.__traceback__ = None
    return result


def of_an_operator(error: Exception) -> bool:
    """Whether Python's own operator failed in compiled code on an integer beyond the floats beside a float. That is no
    error in Scheme: the base runs the statement again (`continuations.widen`).
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
    result = roomy(partial(late_module(CONTINUATIONS).widen, error.__traceback__.tb_next, frames))
    error.__traceback__ = None
    return result


def _handled(run: Run, error: Exception, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    """An error reached the base: call the current handler if its own frame went to the heap, else hand the error to
    the host.
    """
    handlers = run.dynamics.handlers
    explained = explain(error, frames)
    error.__traceback__ = None
    if handlers is NIL or isinstance(error, EngineFault):
        raise explained from None
    condition = explained.payload  # type: ignore[attr-defined]
    run.dynamics = Dynamics(run.dynamics.winders, handlers.cdr, run.dynamics.parameters)
    return (handler_returned, (condition,), frames), (handlers.car, condition)


def explain(error: Exception, waiting: HeapFrame | None = None) -> Exception:
    """Any exception out of compiled code as a SchemeError with place and frames; `waiting`: those on the heap."""
    from chibi_hooks.scheme.faults import explain

    return explain(error, waiting)


def handler_returned(value: Value, condition: Value) -> NoReturn:
    """What follows a handler called for `raise` or an error: it must not return (R7RS 6.11)."""
    from chibi_hooks.scheme.printer import condition_text  # the printer imports much, and only this message needs it

    place = condition.place if isinstance(condition, Condition) else None
    hint = f"it was called for: {condition_text(condition)}\na handler leaves by a continuation, as guard does"
    message = "a handler returned from a non-continuable raise"
    raise fail("error", message, condition, who="raise", place=place, hint=hint)


def procedure_of(k: Continuation) -> Any:
    """The procedure that a script gets as continuation."""

    def continuation(*values: Value) -> Value:
        run = _current.get()
        value = values[0] if len(values) == 1 else Values(values)
        if run.dynamics.winders is k.dynamics.winders:
            run.dynamics = k.dynamics
            raise Throw(k, value)
        return (REWIND[run.left is not None], k, value)

    return continuation


REWIND: Final[dict[bool, Any]] = {}
"""The Scheme procedure that runs dynamic-wind thunks on the way, set when (engine control) is loaded; `True`: the one
that counts its steps.
"""


# what generated code calls -------------------------------------------------------------------------------------------


@runtime
def defined(value: Value) -> Value:
    """The value of a letrec variable, if it has one yet."""
    if value is UNDEFINED:
        raise NameError("used before it was defined")
    return value


@runtime
def received(value: Value, count: int, rest: bool) -> tuple[Value, ...]:
    """The values for a receiver of `count` arguments, as a tuple to unpack."""
    values = value.values if value.__class__ is Values else (value,)
    if len(values) < count or (len(values) > count and not rest):
        more = "at least " if rest else ""
        raise fail("arity", f"wanted {more}{count} value{'s' if count != 1 else ''}, got {len(values)}")
    return values


@runtime
def no_clause(args: tuple[Value, ...], who: Value) -> NoReturn:
    """No clause of a case-lambda, which has this name, takes this many arguments."""
    raise fail("arity", f"no clause takes {len(args)} argument{'s' if len(args) != 1 else ''}", who=who.text)


@runtime
def settled(value: Value) -> Value:
    """A procedure that never answers a tail call, for a variable whose users were compiled under that promise."""
    if not callable(value):
        return value

    def driven(*args: Value) -> Value:
        return bounce((value, *args))

    driven.__wrapped__ = value  # type: ignore[attr-defined]  # for its name, parameters and place
    return driven


runtime(bounce)
runtime(to_list, "list")
runtime(tuple)
runtime(len)
runtime(int)
runtime(float)
runtime(TRUE, "TRUE")
runtime(FALSE, "FALSE")

