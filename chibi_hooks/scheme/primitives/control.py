"""Procedures, continuations, dynamic state: the primitives that may call Scheme, and the small ones that `(engine
control)` is built from.

Rules: a procedure here that drives a callee on Python's stack (`leaf=False`) keeps the pending call in its local `r`
and is known to `continuations` (`FRAMES`, `STARTED`), so that a capture or a full stack can pass through it.
"""

from __future__ import annotations

from sys import getrefcount

from chibi_hooks.scheme import deep, ports, runtime
from chibi_hooks.scheme.data import (
    FALSE,
    NIL,
    UNDEFINED,
    UNSPECIFIED,
    Datum,
    Value,
    Values,
    cons,
    from_list,
)
from chibi_hooks.scheme.errors import EngineFault, SchemeError, wrong_type
from chibi_hooks.scheme.frames import CALLEES, FRAMES, PENDING, STARTED, TRANSPARENT
from chibi_hooks.scheme.primitive import PRIMITIVES, Primitive, primitive
from chibi_hooks.scheme.runtime import (
    CALL_CC_NESTING,
    Capture,
    Dynamics,
    Throw,
    bounce,
    continuation_of,
    current,
    procedure_of,
)
from chibi_hooks.typenames import Any, Final, NoReturn


def is_procedure(x: Value) -> bool:
    """Whether `x` can be called: a compiled procedure, a primitive, a continuation or a parameter."""
    return callable(x)


def check_procedure(who: str, position: int, x: Value) -> None:
    """Raise a "type" condition unless `x` is a procedure."""
    if not callable(x):
        raise wrong_type(who, position, "a procedure", x)


@primitive("apply", leaf=False, pure=False)
def apply(procedure: Value, first: Value, *more: Value) -> Value:
    """(apply procedure arg … list) → what the procedure answers for the args and the members of the list (R7RS
    6.10).
    """
    from chibi_hooks.scheme.lists import proper_length

    check_procedure("apply", 1, procedure)
    last = more[-1] if more else first
    if proper_length(last) is None:
        raise wrong_type("apply", len(more) + 2, "a proper list", last)
    args = from_list(last)
    return (procedure, first, *more[:-1], *args) if more else (procedure, *args)


@primitive("values", pure=True)
def values(*args: Value) -> Value:
    """(values obj …) → all of them to the continuation (R7RS 6.10)."""
    return args[0] if len(args) == 1 else Values(args)


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


def consume(r: Value, consumer: Value) -> Value:
    """The rest of call-with-values."""
    return (consumer, *r.values) if r.__class__ is Values else (consumer, r)


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
    K = continuation_of(run)
    k = procedure_of(K)
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
        if throw.args[0] is not K:
            r = None
            if getrefcount(k) > UNLEAKED:
                throw.saving = True
                raise throw  # with a traceback that begins here
            raise
        r = throw.args[1]
    except RecursionError:
        run.depth = depth
        raise
    except Exception as error:
        failed = error  # noqa: F841 - `pending` reads it when the stack is too full to explain the error here
        run.depth = depth
        if runtime.of_an_operator(error):
            raise
        r = None
        explained = runtime.explain(error)
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


@primitive("with-exception-handler", leaf=False, pure=False)
def with_exception_handler(handler: Value, thunk: Value) -> Value:
    """(with-exception-handler handler thunk) → the thunk's answer, with `handler` current while it runs (R7RS 6.11)."""
    check_procedure("with-exception-handler", 1, handler)
    check_procedure("with-exception-handler", 2, thunk)
    run = current()
    saved = run.dynamics
    entry = cons(handler, saved.handlers)
    inside = Dynamics(saved.winders, entry, saved.parameters)
    r = PENDING
    run.dynamics = inside
    try:
        r = thunk()
        if r.__class__ is tuple:
            r = bounce(r)
    except RecursionError:
        raise
    except Exception as error:
        if run.dynamics.handlers is not entry or isinstance(error, EngineFault):
            raise
        failed = error  # noqa: F841 - `pending` reads it when the stack is too full to explain the error here
        if runtime.of_an_operator(error):
            raise
        condition = runtime.explain(error).payload  # type: ignore[attr-defined]
    else:
        run.dynamics = saved
        return r
    run.dynamics = Dynamics(run.dynamics.winders, saved.handlers, run.dynamics.parameters)
    return call_handler(handler, condition)


def call_handler(handler: Value, condition: Value) -> NoReturn:
    """Call a handler for an error that unwound the stack; it must not return."""
    r = PENDING
    r = handler(condition)
    if r.__class__ is tuple:
        r = bounce(r)
    runtime.handler_returned(r, condition)


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
        linked = (items[i], items[i + 1], linked)
    inside = Dynamics(saved.winders, saved.handlers, linked)
    r = PENDING
    run.dynamics = inside
    r = thunk()
    if r.__class__ is tuple:
        r = bounce(r)
    run.dynamics = saved
    return r


def restore(value: Value, saved: Dynamics) -> Value:
    """The rest of a procedure that ran its thunk under other dynamics."""
    current().dynamics = saved
    return value


class Parameter(Datum):
    """A parameter object; calling it answers its value in the current dynamic environment (R7RS 4.2.6)."""

    __slots__ = ("default", "converter")

    def __init__(self, default: Value, converter: Value) -> None:
        self.default = default
        self.converter = converter

    def __call__(self) -> Value:
        run = runtime.current_or_none()
        linked = run.dynamics.parameters if run is not None else None
        while linked is not None:
            parameter, value, linked = linked
            if parameter is self:
                return value
        return self.default


@primitive("%make-parameter", pure=False)
def make_parameter(value: Value, converter: Value) -> Value:
    """A parameter with an already converted default; `converter` is #f or a procedure."""
    return Parameter(value, converter)


@primitive("%parameter-converter")
def parameter_converter(x: Value) -> Value:
    """The converter of a parameter, or #f."""
    if not isinstance(x, Parameter):
        raise wrong_type("parameterize", 0, "a parameter", x)
    return x.converter


def _standard_port(kind: ports.Standard) -> Parameter:
    """Declare `current-…-port`: a parameter whose default the host sets for its run."""
    defaults = ports.PortDefaults()
    name = f"current-{kind}-port"

    class Standard(Parameter):
        """A parameter that starts at the port of the process."""

        __slots__ = ()

        def __call__(self) -> Value:
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
    run.dynamics = Dynamics(cons(winder, outside.winders), outside.handlers, outside.parameters)
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
    runtime.REWIND[current().left is not None] = procedure
    return UNSPECIFIED


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


@primitive("%pop-handler!", pure=False)
def pop_handler() -> Value:
    """The current handler, made not current; #f when there is none."""
    run = current()
    state = run.dynamics
    if state.handlers is NIL:
        return FALSE
    run.dynamics = Dynamics(state.winders, state.handlers.cdr, state.parameters)
    return state.handlers.car


@primitive("%raise-to-host", pure=False)
def raise_to_host(payload: Value) -> NoReturn:
    """No handler: the object leaves Scheme. What was made somewhere (an error that is raised again) says where."""
    raise SchemeError(payload, getattr(payload, "place", None) or runtime_place())


@primitive("%handler-returned", pure=False)
def handler_returned(condition: Value) -> NoReturn:
    """A handler returned for `raise`."""
    runtime.handler_returned(None, condition)


@primitive("%error", pure=False)
def make_error(message: Value, irritants: Value) -> Value:
    """The error object of `(error message irritant …)`, with the place of that call."""
    from chibi_hooks.scheme.errors import Condition

    return Condition("error", message, irritants, place=runtime_place())


def runtime_place() -> Any:
    """The place of the innermost frame of the script (not of a library of ours) on Python's stack."""
    from chibi_hooks.scheme.faults import place_here

    return place_here()


# promises


class Promise(Datum):
    """A promise: a shared box (done, value or thunk), so that a chain of delay-force runs in constant space (R7RS
    4.2.5).
    """

    __slots__ = ("state",)

    def __init__(self, done: bool, content: Value) -> None:
        self.state = [done, content]


@primitive("%make-promise", pure=False)
def make_promise(done: Value, content: Value) -> Value:
    """A promise: forced already (`done` true, content its value) or not (content its thunk)."""
    return Promise(done is not FALSE, content)


@primitive("promise?", returns="boolean")
def is_promise(x: Value) -> bool:
    """(promise? obj) (R7RS 4.2.5)."""
    return x.__class__ is Promise


@primitive("%promise-done?", returns="boolean", pure=False)
def promise_done(x: Value) -> bool:
    """Whether the promise has its value."""
    return x.state[0]  # type: ignore[no-any-return]


@primitive("%promise-content", pure=False)
def promise_content(x: Value) -> Value:
    """Its value or its thunk."""
    return x.state[1]


@primitive("%promise-become!", pure=False)
def promise_become(x: Value, other: Value) -> Value:
    """Give `x` the content of `other`, and let both share it from now on."""
    if other.__class__ is not Promise:
        raise wrong_type("delay-force", 0, "an expression whose value is a promise", other)
    x.state[:] = other.state
    other.state = x.state
    return UNSPECIFIED


# how frames of the procedures above look on the heap


def raise_again(error: Exception) -> NoReturn:
    """Raise an error that there was no stack left to handle."""
    raise error


def _register() -> None:
    def reify(local: dict[str, Any], below: Any) -> Any:
        K = local.get("K")
        if K is not None:
            K.frames = below
            K.reified = True
        return below

    def pending(*names: str) -> Any:
        def find(local: dict[str, Any]) -> Any:
            if "failed" in local:
                return (raise_again, local["failed"])
            r = local.get("r", UNDEFINED)
            if r is UNDEFINED:
                return None
            if r is PENDING:
                return tuple(local[name] for name in names)
            return r if r.__class__ is tuple else (values, r)

        return find

    FRAMES[id(call_cc.__code__)] = reify
    STARTED[id(call_cc.__code__)] = pending("f", "k")
    FRAMES[id(call_with_values.__code__)] = lambda local, below: (consume, (local["consumer"],), below)
    STARTED[id(call_with_values.__code__)] = pending("producer")
    for procedure in (with_exception_handler, with_parameters):
        FRAMES[id(procedure.__code__)] = lambda local, below: (
            (restore, (local["saved"],), below) if "condition" not in local else below
        )
        STARTED[id(procedure.__code__)] = pending("thunk")
    FRAMES[id(call_handler.__code__)] = lambda local, below: (runtime.handler_returned, (local["condition"],), below)
    STARTED[id(call_handler.__code__)] = pending("handler", "condition")
    STARTED[id(bounce.__code__)] = lambda local: local["r"] if local["r"].__class__ is tuple else (values, local["r"])
    FRAMES[id(deep.descend.__code__)] = deep.chained
    STARTED[id(runtime.relay.__code__)] = STARTED[id(bounce.__code__)]
    STARTED[id(deep.descend.__code__)] = deep.pending
    CALLEES.update(
        {
            id(call_cc.__code__): lambda local: (local["f"], local["k"]),
            id(call_with_values.__code__): lambda local: (local["producer"],),
            id(with_exception_handler.__code__): lambda local: (local["thunk"],),
            id(with_parameters.__code__): lambda local: (local["thunk"],),
            id(call_handler.__code__): lambda local: (local["handler"], local["condition"]),
        }
    )
    runtime.CALL_CC[0] = call_cc
    driven = runtime.settled(bounce)  # its code is the same for every procedure
    transparent = (bounce, runtime.relay, runtime._base, throw, consume, driven)
    TRANSPARENT.update(id(each.__code__) for each in transparent)


_register()
