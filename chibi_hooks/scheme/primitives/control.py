"""Procedures, continuations, dynamic state: the primitives that may call Scheme, and the small ones that `(engine
control)` is built from.

Rules: a procedure here that drives a callee on Python's stack (`leaf=False`) keeps the pending call in its local `r`
and says what its frame means (`frame`), so that a capture or a full stack can pass through it.
"""

from __future__ import annotations

from sys import getrefcount

from chibi_hooks.scheme.primitive import PRIMITIVES, Primitive, internal, primitive
from chibi_hooks.scheme.running import faults, machine
from chibi_hooks.scheme.running.frames import PENDING, HeapFrame, frame
from chibi_hooks.scheme.running.guards import Guard, Raised, is_clear, is_direct, raised_of, send
from chibi_hooks.scheme.running.machine import (
    CALL_CC_NESTING,
    LIVE,
    Capture,
    Continuation,
    Dynamics,
    Throw,
    bounce,
    dynamics_of,
)
from chibi_hooks.scheme.values import ports
from chibi_hooks.scheme.values.data import (
    FALSE,
    NIL,
    UNDEFINED,
    UNSPECIFIED,
    Datum,
    Pair,
    Value,
    Values,
    cons,
    from_list,
)
from chibi_hooks.scheme.values.errors import Condition, EngineFault, SchemeError, wrong_type
from chibi_hooks.typenames import Any, Final, NoReturn

current: Final = machine._current.get  # the innermost run: asked by everything here, so without a call in between


def is_procedure(x: Value) -> bool:
    """Whether `x` can be called: a compiled procedure, a primitive, a continuation or a parameter."""
    return callable(x)


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
    last = more[-1] if more else first
    args = _members(last)
    if args is None:
        raise wrong_type("apply", len(more) + 2, "a proper list", last)
    return (procedure, first, *more[:-1], *args) if more else (procedure, *args)


def _members(x: Value) -> list[Value] | None:
    """The members of a list; None if it is none, or goes round in a circle."""
    items: list[Value] = []
    rest = x
    for _ in range(SHORT):
        if rest.__class__ is not Pair:
            return items if rest is NIL else None
        items.append(rest.car)
        rest = rest.cdr
    from chibi_hooks.scheme.values.lists import proper_length  # cold start: lists are short

    return from_list(x) if proper_length(rest) is not None else None


SHORT: Final = 1_000  # members of a list that are taken before anybody asks whether it has an end


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
    args: Any = _members(given[0]) if len(given) == 1 else None
    if args is None:
        args = apply(procedure, *given)[1:]
    r = PENDING
    r = procedure(*args)
    return r


@primitive("values", pure=True)
def values(*args: Value) -> Value:
    """(values obj …) → all of them to the continuation (R7RS 6.10)."""
    return args[0] if len(args) == 1 else Values(args)


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


def _restoring(below: HeapFrame | None, saved: Dynamics) -> HeapFrame | None:
    return restore, (saved,), below


def _restoring_or_handling(below: HeapFrame | None, saved: Dynamics, condition: Value) -> HeapFrame | None:
    return _restoring(below, saved) if condition is UNDEFINED else below


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


@frame(calls=lambda thunk: (thunk,), rest=_restoring)
@primitive("%with-parameters", leaf=False, pure=False)
def with_parameters(bindings: Value, thunk: Value) -> Value:
    """Call the thunk with parameters bound: `bindings` is a list of parameter, converted value, parameter, …"""
    run = current()
    saved = run.dynamics
    linked = saved.parameters
    items = from_list(bindings)
    for i in range(0, len(items), 2):
        if not isinstance(items[i], Parameter):
            raise wrong_type("parameterize", 0, "a parameter", items[i])
        linked = [items[i], items[i + 1], linked]
    inside = dynamics_of(saved.winders, saved.handlers, linked)
    r = PENDING
    run.dynamics = inside
    r = thunk()
    if r.__class__ is tuple:
        r = bounce(r)
    run.dynamics = saved
    return r


class Parameter(Datum):
    """A parameter object; calling it answers its value in the current dynamic environment (R7RS 4.2.6), calling it with
    a value sets that (SRFI 39). `assign` is a Scheme procedure of parameter and value, which converts and sets. One
    that was made by a shared library is set for the world that sets it.
    """

    __slots__ = ("default", "converter", "assign", "shared")

    def __init__(self, default: Value, converter: Value, assign: Value = FALSE, shared: bool = True) -> None:
        self.default = default
        self.converter = converter
        self.assign = assign
        self.shared = shared

    def __call__(self, value: Value = None, /) -> Value:
        if value is not None:
            return self.set(value) if self.converter is FALSE else (self.assign, self, value)
        run = machine.current_or_none()
        linked = run.dynamics.parameters if run is not None else None
        while linked is not None:
            parameter, value, linked = linked
            if parameter is self:
                return value
        if self.shared and run is not None and run.context is not None:
            return run.context.settings.get(self, self.default)
        return self.default

    def set(self, value: Value) -> Value:
        """Put a converted value where the current one was found."""
        run = current()
        linked = run.dynamics.parameters
        while linked is not None:
            if linked[0] is self:
                linked[1] = value
                return UNSPECIFIED
            linked = linked[2]
        if self.shared:
            run.context.settings[self] = value
        else:
            self.default = value
        return UNSPECIFIED


@primitive("%make-parameter", pure=False)
def make_parameter(value: Value, converter: Value, assign: Value) -> Value:
    """A parameter with an already converted default; `converter` is #f or a procedure; `assign`: see `Parameter`."""
    return Parameter(value, converter, assign, shared=current().context is None)


@primitive("%set-parameter!", pure=False)
def set_parameter(parameter: Value, value: Value) -> Value:
    """Set a parameter to a converted value."""
    return parameter.set(value)


@primitive("%parameter-converter")
def parameter_converter(x: Value) -> Value:
    """The converter of a parameter, or #f."""
    if not isinstance(x, Parameter):
        raise wrong_type("parameterize", 0, "a parameter", x)
    return x.converter


def _standard_port(kind: ports.StandardPort) -> Parameter:
    """Declare `current-…-port`: a parameter whose default the host sets for its run."""
    defaults = ports.PortDefaults()
    name = f"current-{kind}-port"

    class Standard(Parameter):
        """A parameter that starts at the port of the process."""

        __slots__ = ()

        def __call__(self) -> Value:  # type: ignore[override]  # it is bound, and never set
            found = super().__call__()
            return defaults.current(kind) if found is UNDEFINED else found

    parameter = Standard(UNDEFINED, FALSE)
    doc = f"({name}) → the port that is used when none is given (R7RS 6.13.1)."
    PRIMITIVES[name] = Primitive(name, parameter, None, 0, 0, {}, False, "value", False, True, doc)
    return parameter


STANDARD_PORTS: Final = {kind: _standard_port(kind) for kind in ("input", "output", "error")}
ports.provider = lambda kind: STANDARD_PORTS[kind]()


# dynamic-wind and raise: state only, the control flow is Scheme source


@primitive("%winders", pure=False)
def winders() -> Value:
    """The list of entered winders, innermost first: each (before after . dynamics outside of it)."""
    return current().dynamics.winders


@primitive("%enter-winder!", pure=False)
def enter_winder(before: Value, after: Value) -> Value:
    """Note that the body of a dynamic-wind begins."""
    run = current()
    outside = run.dynamics
    winder = cons(before, cons(after, outside))
    run.dynamics = dynamics_of(cons(winder, outside.winders), outside.handlers, outside.parameters)
    return UNSPECIFIED


@primitive("%leave-winder!", pure=False)
def leave_winder() -> Value:
    """Leave the innermost winder: its after thunk is to run in the dynamic environment of the dynamic-wind call."""
    run = current()
    run.dynamics = run.dynamics.winders.car.cdr.cdr
    return UNSPECIFIED


@primitive("%outside-winder!", pure=False)
def outside_winder(winder: Value) -> Value:
    """Put back the dynamic environment of a dynamic-wind call that is about to be re-entered."""
    current().dynamics = winder.cdr.cdr
    return UNSPECIFIED


@primitive("%continuation-winders")
def continuation_winders(k: Value) -> Value:
    """The winders a continuation was captured in."""
    return k.dynamics.winders


@primitive("%set-rewind!", pure=False)
def set_rewind(procedure: Value) -> Value:
    """Hand over the procedure that runs winders on the way to a continuation."""
    current().build.rewind = procedure
    return UNSPECIFIED


@frame()
@primitive("%throw", leaf=False, pure=False)
def throw(k: Value, value: Value) -> NoReturn:
    """Deliver a value to a continuation, all winders being run."""
    current().dynamics = k.dynamics
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


@frame()
@primitive("%pop-handler!", pure=False)
def pop_handler(x: Value) -> Value:
    """The current handler, made not current; #f when there is none. Where that is a guard which nothing can come back
    from, `x` goes there at once.
    """
    run = current()
    state: Any = run.dynamics
    if state.__class__ is Guard and (state.total or state.dynamics.handlers is NIL or is_clear(state)):
        if state.total:
            raise Throw(state, x.payload if x.__class__ is Raised else x)
        raise send(state, x, 2)
    handlers = state.handlers
    if handlers is NIL:
        return FALSE
    if handlers.__class__ is Guard and is_direct(handlers, state.winders):
        raise send(handlers, x, 2)
    outside = run.dynamics = Dynamics()  # as above
    outside.winders = state.winders
    outside.handlers = handlers.cdr
    outside.parameters = state.parameters
    return handlers.car


@primitive("%raise-to-host", pure=False)
def raise_to_host(x: Value) -> NoReturn:
    """No handler: the object leaves Scheme. What was made somewhere (an error that is raised again) says where."""
    raised = raised_of(x)
    payload = raised.payload
    frames = getattr(payload, "frames", ()) or raised.frames()
    raise SchemeError(payload, getattr(payload, "place", None) or raised.place() or faults.place_here(), frames)


# guard: in line in generated code; what is left of it in `(engine control)` is the way there and back


@primitive("%guarded", leaf=False, pure=False)
def guarded(body: Value, clauses: Value) -> NoReturn:
    """`guard`: its operands are lambda expressions, and it stands in line. Raises EngineFault."""
    raise EngineFault("%guarded is called as a procedure")


@primitive("%guard-total?", returns="boolean", pure=False)
def guard_total(x: Value) -> bool:
    """Whether one of the guard's clauses is an `else`."""
    return x.total  # type: ignore[no-any-return]


@primitive("%raised", pure=False)
def raised(x: Value) -> Value:
    """An object on its way to a guard."""
    return raised_of(x)


@primitive("%raised-object", pure=False)
def raised_object(x: Value) -> Value:
    """The object itself."""
    return x.payload


@primitive("%raised-stay", pure=False)
def raised_stay(x: Value) -> Value:
    """The continuation to go back to when no clause matches; #f: nobody is there to be asked."""
    return x.stay


@primitive("%set-raised-stay!", pure=False)
def set_raised_stay(x: Value, k: Value) -> Value:
    """Keep the way back."""
    x.stay = k
    return UNSPECIFIED


@primitive("%set-past-guard!", pure=False)
def set_past_guard(procedure: Value) -> Value:
    """Hand over the procedure that asks a guard where that takes more than an exception."""
    current().build.past_guard = procedure
    return UNSPECIFIED


@primitive("%handler-returned", pure=False)
def handler_returned(condition: Value) -> NoReturn:
    """A handler returned for `raise`."""
    machine.handler_returned(None, condition)


INSIDE_ERROR: Final = 2  # frames between who calls `error` and who looks for the place: this procedure, and `error`


@frame()
@primitive("%raise-error", pure=False)
def raise_error(message: Value, irritants: Value) -> Value:
    """The error object of `(error message irritant …)`, to be raised; where the current handler is a guard which
    nothing can come back from, it goes there at once.
    """
    made = Condition("error", message, irritants, place=faults.place_here(INSIDE_ERROR))
    state: Any = current().dynamics
    if state.__class__ is Guard and (state.total or state.dynamics.handlers is NIL or is_clear(state)):
        raise Throw(state, made if state.total else Raised(made))
    return made


@primitive("%error", pure=False)
def make_error(message: Value, irritants: Value) -> Value:
    """The error object of `(error message irritant …)`, with the place of that call."""
    return Condition("error", message, irritants, place=faults.place_here())
