"""What all code of one build stands on, in one object that is handed down: the loop at the bottom of a call asks it for
what only the phases above can give.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from chibi_hooks.scheme.values.data import Value
from chibi_hooks.typenames import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import ast
    from types import FrameType, FunctionType, TracebackType

    from chibi_hooks.scheme.running.frames import HeapFrame
    from chibi_hooks.scheme.running.link import CompiledUnit
    from chibi_hooks.scheme.running.site import Detached, Entered, Operands
    from chibi_hooks.scheme.values.errors import SchemeError


class RestOfBodies(Protocol):
    """The compiler of what is left of a body at a site, for frames that leave Python's stack."""

    def heap_frames(self, traceback: TracebackType | None, frames: HeapFrame | None) -> HeapFrame | None:
        """The frames of a traceback (outermost first) pushed onto `frames`."""

    def keep_guards(self, traceback: TracebackType, frames: HeapFrame | None) -> None:
        """The guards of the frames of a traceback, which is that of an error, are entered on the heap from now on."""

    def entry_of(self, frame: FrameType, at: int, often: bool) -> Entered | None:
        """What is to be entered in place of a procedure of which this frame was captured; made if that is `often`."""

    def detached_of(self, resumed: FunctionType, frame: FrameType, often: bool) -> Detached | None:
        """How frames go on that have this function and were captured again, or given up, as this one of it was; made
        if that is `often`."""

    def left(self, frame: FrameType, at: int) -> None:
        """Note that a frame which the base called was given up for a continuation."""

    def spill(
        self, traceback: TracebackType, frames: HeapFrame | None, handled: BaseException | None = None
    ) -> tuple[HeapFrame | None, Value] | None:
        """The stack was full: all its frames on the heap, and the call to make again; None if that would fail too.
        `handled`: the exception that was being handled, of a guard that had no stack left to look at it.
        """

    def widen(self, traceback: TracebackType, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
        """An operator failed on an integer too large for a float: the frames, and the call that computes it."""

    def evaluated(
        self, call: ast.expr | Operands, frame: FrameType, unit: CompiledUnit, mutated: Collection[str]
    ) -> list[Value]:
        """Function and operands of a call, evaluated again in its frame; `mutated`: variables that `set!` changes."""

    def producer_of(self, procedure: FunctionType) -> Callable[..., Any] | None:
        """A procedure that is given a `yield`, as a generator function; None where nothing would be gained."""

    def suspended(self, generators: list[Any], frames: HeapFrame | None) -> HeapFrame | None:
        """The frames of such generators that wait for each other (outermost first), pushed onto `frames`."""


class Build:
    """One of the two ways in which a process compiles Scheme: plain, and counting its steps.

    `call_cc`: the procedure of that name. `rest_of_bodies`: loads the compiler of resumed frames when it is first
    needed. `told`: hands a fault of ours to the host of the program that met it. `rewind`: the procedure that
    runs the thunks of dynamic-wind on the way to a continuation; `past_guard`: the one that asks a guard, and goes on
    where no clause of it matches. Both are known once (engine control) is loaded, which `load_control` does: who has
    guards only, in line, may come to need it.
    """

    __slots__ = ("counting", "call_cc", "rest_of_bodies", "told", "load_control", "rewind", "rewind_far", "_past_guard")

    def __init__(
        self,
        counting: bool,
        call_cc: Value,
        rest_of_bodies: Callable[[], RestOfBodies],
        told: Callable[[SchemeError], None],
        load_control: Callable[[], None],
    ) -> None:
        self.counting = counting
        self.call_cc = call_cc
        self.rest_of_bodies = rest_of_bodies
        self.told = told
        self.load_control = load_control
        self.rewind: Any = None
        self.rewind_far: Any = None
        self._past_guard: Any = None

    @property
    def past_guard(self) -> Any:
        """The procedure, loaded if it is not there yet."""
        if self._past_guard is None:
            self.load_control()
        return self._past_guard

    @past_guard.setter
    def past_guard(self, procedure: Any) -> None:
        self._past_guard = procedure
