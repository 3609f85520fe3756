"""One call from the host into Scheme while it lasts: its dynamic state, and what its continuations are.

The state that continuations save is one immutable record (`Dynamics`) on the `Run`, and a run belongs to one call from
the host. What drives it is the `machine`.
"""

from __future__ import annotations

import math
from contextvars import ContextVar

from chibi_hooks.scheme.running.build import Build
from chibi_hooks.scheme.running.frames import HeapFrame, frame
from chibi_hooks.scheme.values.data import NIL, Datum, Value, several
from chibi_hooks.scheme.values.errors import SchemeError, Stop, fail
from chibi_hooks.typenames import TYPE_CHECKING, Any, Final, NoReturn

if TYPE_CHECKING:
    from types import CodeType

    from chibi_hooks.scheme.running.site import Detached, Entered

FAULTS: Final = 20  # kept of one call: one is enough to report it, and a program may meet one in a loop


class Dynamics:
    """What a continuation saves beside the frames; never changed, only replaced.

    `winders`: the innermost `dynamic-wind` that was entered, or the empty list; `handlers`: list of handlers, current
    one first, whose cells are pairs and guards; `parameters`: linked triples (parameter, value, rest), or None.
    """

    __slots__ = ("winders", "handlers", "parameters")
    winders: Value
    handlers: Value
    parameters: Any


def dynamics_of(winders: Value, handlers: Value, parameters: Any) -> Dynamics:
    """The state with these; allocated and then filled, as pairs are."""
    made = Dynamics()
    made.winders = winders
    made.handlers = handlers
    made.parameters = parameters
    return made


class Winder:
    """A `dynamic-wind` that is entered, and the dynamic environment of its thunk in one: one object is all that
    entering costs. `outside`: the environment around it; `depth`: how many there are, with this one.
    """

    __slots__ = ("before", "after", "outside", "handlers", "parameters", "depth")

    before: Value
    after: Value
    outside: Dynamics
    handlers: Value
    parameters: Any
    depth: int

    @property
    def winders(self) -> Value:
        """It is the innermost itself."""
        return self


class Countdown:
    """The steps that a call has left (`steps`). Those of code that runs on nobody's account are without end."""

    __slots__ = ("steps",)

    def __init__(self, steps: float = math.inf) -> None:
        self.steps = steps


class StepStop(Stop):
    """The steps of a call are used up. `waiting`: the frames of a continuation that was to be entered."""

    reason = "steps"

    def __init__(self, left: Countdown, waiting: HeapFrame | None = None) -> None:
        self.left = left
        self.waiting = waiting


class Run:
    """One call from the host into Scheme, while it lasts. `build`: what its code was built as; `context` is whatever
    the host wants to find again (its world); `outer` the run below on the stack of this thread. `program`: runs with
    the same one, which is not None, are one program that comes piece by piece. `dynamics`: what it begins with, where
    that was made before. `entries`: what the base enters in place of procedures that were captured often, by
    the id of their code, and `met`: how often those were; `again`: the same of frames that it resumes, by the code of
    their function. `resumed`: the function of the one that it ran last when something was captured. `frames`: what
    waits on the heap for the value that the base is about to get; resumed frames add to it
    (`compiling.resuming.detaching`).
    """

    __slots__ = ("build", "dynamics", "depth", "active", "context", "left", "outer", "program", "entries", "met",
                 "again", "resumed", "frames")  # fmt: skip

    def __init__(
        self,
        build: Build,
        context: Any = None,
        parameters: Any = None,
        left: Countdown | None = None,
        program: Any = None,
        dynamics: Dynamics | None = None,
    ) -> None:
        self.build = build
        self.dynamics = dynamics or dynamics_of(NIL, NIL, parameters)
        self.depth = 0  # call/cc receivers on the Python stack
        self.active = True
        self.context = context
        self.left = left  # for code that counts its steps
        self.outer: Run | None = None
        self.program = program
        self.entries: dict[int, Entered] | None = None
        self.met: dict[int, tuple[CodeType, int]] | None = None
        self.again: dict[int, Detached] | None = None
        self.resumed: Value = None
        self.frames: HeapFrame | None = None


_current: ContextVar[Run] = ContextVar("scheme-run")


def current() -> Run:
    """The innermost run of this thread or task."""
    return _current.get()


def current_or_none() -> Run | None:
    """The innermost run, or None outside of any."""
    return _current.get(None)


def tell_host(fault: SchemeError) -> None:
    """Keep a fault of ours for the host of the program that met it, whatever the program makes of it."""
    run = current_or_none()
    while run is not None and run.context is None:
        run = run.outer
    if run is not None and len(run.context.faults) < FAULTS:
        run.context.faults.append(fault)


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


LIVE: Final = (None, (), None)
"""What stands for the frames of a continuation while its `call/cc` is on Python's stack; compared by identity."""


class Continuation(Datum):
    """The rest of a run, and the procedure that a script gets for it. `frames` are set when it is moved to the heap;
    until then they are `LIVE`.
    """

    __slots__ = ("frames", "dynamics", "run")

    run: Run
    dynamics: Dynamics
    frames: HeapFrame | None

    @property
    def reified(self) -> bool:
        """Whether its frames have left Python's stack."""
        return self.frames is not LIVE

    def __call__(self, *values: Value) -> Value:
        run = _current.get()
        if self.run is not run:
            check_entry(run, self)
        left = run.left
        if left is not None:  # a step: it may be all that is done again and again
            left.steps -= 1
            if left.steps < 0:
                raise StepStop(left, self.frames)
        value = values[0] if len(values) == 1 else several(values)
        if run.dynamics.winders is self.dynamics.winders:
            if self.frames is not LIVE and self.run is run:
                return (deliver, self, value)
            run.dynamics = self.dynamics
            raise Throw(self, value)
        return (run.build.rewind, self, value)


def check_entry(run: Run, k: Continuation) -> None:
    """The continuation of another run may be entered in this one if that is further out, or an earlier piece of the
    same program: what another call would have answered is no answer to this one. Raises SchemeError.
    """
    outer = run.outer
    while outer is not None and outer is not k.run:
        outer = outer.outer
    if outer is None and (run.program is None or k.run.program is not run.program):
        hint = "each call of a hook or tool has continuations of its own: keep values from one to the next"
        whose = "another" if k.run.active else "an earlier"
        raise fail("error", f"this is the continuation of {whose} call", hint=hint)


@frame()
def deliver(k: Continuation, value: Value) -> NoReturn:
    """Go on with a continuation whose frames are on the heap. The base does it without being asked: it has nothing to
    unwind.
    """
    _current.get().dynamics = k.dynamics
    raise Throw(k, value)


def reified(run: Run, frames: HeapFrame | None) -> Continuation:
    """The continuation at hand when all its frames are on the heap."""
    k = Continuation()
    k.run = run
    k.dynamics = run.dynamics
    k.frames = frames
    return k
