"""Promises (R7RS 4.2.5): what `delay` and `delay-force` make, and `force` for one that has no value yet."""

from __future__ import annotations

from types import FunctionType

from chibi_hooks.scheme.primitive import internal, primitive
from chibi_hooks.scheme.running.frames import PENDING, frame
from chibi_hooks.scheme.running.machine import bounce
from chibi_hooks.scheme.values.data import FALSE, NIL, TRUE, UNDEFINED, Datum, Value
from chibi_hooks.scheme.values.errors import wrong_type
from chibi_hooks.typenames import Final


@internal
class Promise(Datum):
    """A promise; `content` is, by its `state`: its value, or the promise that it became one with, so that a chain of
    delay-force runs in constant space. One that is not begun has the function that computes it as `state`, and what
    that is to be given as `content`: its variables in a tuple (`emitting.promising`); a chained one both of them.
    """

    __slots__ = ("state", "content")
    state: Value
    content: Value


DONE: Final = TRUE
CHAINED: Final = NIL
DELAYED: Final = FALSE  # for any function
SHARED: Final = UNDEFINED


@internal
def promise_of(state: Value, content: Value) -> Value:
    """A promise in this state."""
    made = Promise()
    made.state = state
    made.content = content
    return made


@primitive("%promised", inline="Promise(TRUE, a)", pure=False)
def promised(value: Value) -> Value:
    """(%promised value) -> a promise that is forced already."""
    return promise_of(DONE, value)


def called(thunk: Value) -> Value:
    """What computes a promise that was made of a procedure: the call of it, in a tuple already."""
    return thunk


@primitive("%delay", pure=False)
def delayed(thunk: Value) -> Value:
    """(%delay thunk) -> a promise of what the thunk answers."""
    return promise_of(called, (thunk,))


@primitive("%delay-force", pure=False)
def chained(thunk: Value) -> Value:
    """(%delay-force thunk) -> a promise of what the promise holds that the thunk answers."""
    return promise_of(CHAINED, (called, (thunk,)))


@primitive("promise?", inline="a.__class__ is Promise", returns="boolean")
def is_promise(x: Value) -> bool:
    """(promise? obj) (R7RS 4.2.5)."""
    return x.__class__ is Promise


@primitive("%forced?", inline="a.__class__ is Promise and a.state is TRUE", returns="boolean", pure=False)
def is_forced(x: Value) -> bool:
    """Whether it is a promise and has its value."""
    return x.__class__ is Promise and x.state is DONE


@primitive("%promise-content", inline="a.content", pure=False)
def promise_content(x: Value) -> Value:
    """The value of one that has it."""
    return x.content


@internal
def kept(promise: Value, value: Value) -> Value:
    """The value of a delayed promise that was computed, and that is something else meanwhile."""
    return fulfilled(value, promise, DELAYED)


@frame()
def fulfilled(r: Value, promise: Value, state: Value) -> Value:
    """The rest of `force`: a promise that got its value meanwhile, by being forced from its own thunk, keeps that."""
    while promise.state is SHARED:
        promise = promise.content
    if promise.state is DONE:
        return promise.content
    if state is CHAINED:
        _become(promise, r)
        return force, promise
    promise.state = DONE
    promise.content = r
    return r


@frame(
    calls=lambda function, variables: (function, variables),
    rest=lambda below, promise, state: (fulfilled, (promise, state), below),
)
@primitive("%force", leaf=False, pure=False)
def force(promise: Value) -> Value:
    """(%force promise) -> its value; of anything else that itself. A promise that became another one is asked again: a
    chain of any length takes no room.
    """
    if promise.__class__ is not Promise:
        return promise
    state = promise.state
    variables = promise.content
    while True:
        if state is CHAINED:
            function, variables = variables
        elif state.__class__ is FunctionType:
            function = state
        elif state is DONE:
            return variables
        else:  # it is shared
            promise = variables
            state = promise.state
            variables = promise.content
            continue
        r = PENDING
        r = function(variables)
        if r.__class__ is tuple:
            if r[0] is promise_of and state is CHAINED and promise.state is CHAINED:
                _, state, variables = r  # it becomes what nobody else has
                promise.state = state
                promise.content = variables
                continue
            r = bounce(r)
        if promise.state is not state:
            pass
        elif state is not CHAINED:
            promise.state = DONE
            promise.content = r
            return r
        elif r.__class__ is Promise and r is not promise and r.state is not SHARED:  # what `fulfilled` does, in line
            state = promise.state = r.state
            variables = promise.content = r.content
            if state is not DONE:
                r.state = SHARED
                r.content = promise
            continue
        r = fulfilled(r, promise, state)
        if r.__class__ is not tuple:
            return r
        promise = r[1]
        state = promise.state
        variables = promise.content


def _become(promise: Value, other: Value) -> None:
    """Give a promise the content of another, and let both share it from now on."""
    if other.__class__ is not Promise:
        raise wrong_type("delay-force", 0, "an expression whose value is a promise", other)
    while other.state is SHARED:
        other.content = other.content.content if other.content.state is SHARED else other.content
        other = other.content
    if other is promise:
        return
    promise.state = other.state
    promise.content = other.content
    if other.state is not DONE:
        other.state = SHARED
        other.content = promise
