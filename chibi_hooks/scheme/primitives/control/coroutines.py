"""A procedure that yields in, a generator of `(srfi 158)` out that runs it as Python's own, until somebody captures
more.

Theory. What a coroutine needs of call/cc is to stop in the middle and to go on there later: Python's generators do
that, at a tenth of the price. The procedure is compiled once more as a generator (`compiling.resuming.generators`),
each call inside it that may yield in its turn is a generator of its own, and `pull` drives the stack of them. When a
continuation is captured in there, or Python's stack is full, the frames of the generators go to the heap as any others
do, and from then on the coroutine is what `(srfi 158)` says in Scheme.

Rules: the procedure runs in the dynamic environment of whoever asks for a value. What left it by an error or an escape
has ended it.
"""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from types import FunctionType, GeneratorType

from chibi_hooks.scheme.primitive import primitive
from chibi_hooks.scheme.primitives.control.control import current
from chibi_hooks.scheme.running.build import RestOfBodies
from chibi_hooks.scheme.running.frames import PENDING, HeapFrame, frame
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.running.machine import bounce
from chibi_hooks.scheme.running.runs import LIVE, Continuation, Run
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.data import EOF, FALSE, Value
from chibi_hooks.typenames import Any, Final

OFTEN = 1  # coroutines of a procedure that are made before it is compiled once more
DONE: Final = object()  # what a generator gives that has come to its end


class Coroutine:
    """A procedure that runs as generators: `top` is the innermost, None while it runs, and when it has ended or gone to
    the heap; `waiting` are those around it, `held` the list in which they exchange values. `back` is the continuation
    of whoever asks for the value at hand, in `run` with `dynamics`, if somebody had to know it.
    """

    __slots__ = ("top", "waiting", "held", "room", "back", "run", "dynamics", "end", "general")

    def __init__(self, end: Value, general: Value) -> None:
        self.top: Any = None
        self.waiting: list[Any] = []
        self.held: list[Value] = []
        self.room = _endless()
        self.back: Continuation | None = None
        self.run: Run | None = None
        self.dynamics: Any = None
        self.end = end
        self.general = general


def _endless() -> Generator[None, None, None]:
    while True:
        yield


@primitive("%native-coroutine", pure=False)
def native_coroutine(procedure: Value, produce: Value, end: Value, general: Value) -> Value:
    """(%native-coroutine procedure yield end general) -> the generator; #f where the procedure has to run in Scheme.
    `end`: what to call when it has come to its end on the heap, `general`: to be asked for values from then on.
    """
    if procedure.__class__ is not FunctionType:
        return FALSE
    code = procedure.__code__
    unit = unit_of(code)
    run = current()
    if unit is None or run.build.counting or code.co_argcount != 1:
        return FALSE
    if unit.producers is None:
        unit.producers = {}
    _, count, producer = unit.producers.get(id(code), (code, 0, None))
    if count < OFTEN:
        unit.producers[id(code)] = code, count + 1, None
        return FALSE
    if count == OFTEN:
        producer = roomy(partial(run.build.rest_of_bodies().producer_of, procedure))
        unit.producers[id(code)] = code, OFTEN + 1, producer
    if producer is None:
        return FALSE
    made = Coroutine(end, general)
    try:
        free = [cell.cell_contents for cell in procedure.__closure__ or ()]
    except ValueError:  # a variable without a value
        return FALSE
    made.top = producer(made.held, produce, *free)
    return _pull(made)


def _pull(made: Coroutine) -> Value:
    def pull() -> Value:
        coroutine = made
        top = coroutine.top
        if top is None:
            return (coroutine.general,)
        run = current()
        next(coroutine.room, None)  # a generator that finds the stack full is lost: this one may be
        coroutine.run = run
        coroutine.dynamics = run.dynamics
        coroutine.top = None
        waiting = coroutine.waiting
        held = coroutine.held
        r = PENDING
        while True:
            r = next(top, DONE)
            if r.__class__ is GeneratorType:
                waiting.append(top)
                top = r
            elif r is not DONE:
                coroutine.top = top
                return r
            elif held[-1].__class__ is GeneratorType:
                top = held.pop()
            elif waiting:
                top = waiting.pop()
            else:
                break
        r = held.pop()
        if r.__class__ is tuple:
            r = bounce(r)
        return EOF

    return pull


def _on_heap(below: HeapFrame | None, coroutine: Any) -> HeapFrame | None:
    """From now on it goes on in Scheme: the frames of those that wait, and what is to be done at its end."""
    run = coroutine.run
    back = _back(coroutine, run)
    back.frames = below
    rest: RestOfBodies = run.build.rest_of_bodies()
    return rest.suspended(coroutine.waiting, (over, (coroutine,), below))


def _back(coroutine: Coroutine, run: Run) -> Continuation:
    back = coroutine.back
    if back is None:
        back = coroutine.back = Continuation()
        back.run = run
        back.dynamics = coroutine.dynamics
        back.frames = LIVE
    return back


frame(calls=lambda r: (bounce, r), rest=_on_heap)(_pull(Coroutine(FALSE, FALSE)))  # the code is the same for all


@frame()
def over(r: Value, coroutine: Coroutine) -> Value:
    """The end of a coroutine on the heap."""
    return (coroutine.end,)


@primitive("%way-back", pure=False)
def way_back(pull: Value) -> Value:
    """(%way-back generator) -> the continuation of whoever asks it for a value at the moment."""
    coroutine: Coroutine = pull.__closure__[0].cell_contents
    assert coroutine.run is not None
    return _back(coroutine, coroutine.run)


@primitive("%rebased", pure=False)
def rebased(k: Value, back: Value) -> Value:
    """(%rebased k back) -> the continuation, in the dynamic environment at hand if `back` has the one of its own."""
    if k.__class__ is not Continuation or k.dynamics is not back.dynamics:
        return k
    dynamics = current().dynamics
    if k.dynamics is dynamics:
        return k
    made = Continuation()
    made.run = k.run
    made.frames = k.frames
    made.dynamics = dynamics
    return made
