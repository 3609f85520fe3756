"""A traceback in, heap frames out: each Python frame with the function that continues it from the call it was waiting
for.

For each call site there is at most one *resume* function ("the rest of the body, given the value of this call") and
one *redo* function ("the rest of the body, starting with this statement again", for a call that could not start
because the stack was full); for each operator at most one like that which computes with procedures (for an integer
too large to become a float). They are built when first needed, by cutting the saved tree: nothing is emitted for
continuations in ordinary code.

How the functions are cut is in `rest`; frames that are captured again and again take themselves off the stack
(`detaching`), and a procedure that filled it by calling itself goes on without it (`heap_mode`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from types import CodeType, FrameType, FunctionType, GeneratorType, TracebackType
from typing import Any, Final

from chibi_hooks.scheme.compiling import python_tree as ast
from chibi_hooks.scheme.compiling.code import evaluated
from chibi_hooks.scheme.compiling.resuming.detaching import answer, detached, entered, resumptions_of
from chibi_hooks.scheme.compiling.resuming.generators import producer_of
from chibi_hooks.scheme.compiling.resuming.heap_mode import heap_call
from chibi_hooks.scheme.compiling.resuming.leaving import is_answered
from chibi_hooks.scheme.compiling.resuming.receiving import unmade
from chibi_hooks.scheme.compiling.resuming.rest import (
    RESUME,
    after_site,
    build,
    from_making,
    from_site,
    with_procedures,
)
from chibi_hooks.scheme.running.deep import HEAP, begun
from chibi_hooks.scheme.running.frames import HeapFrame, raise_again, role_of
from chibi_hooks.scheme.running.guards import Guard, asked_later
from chibi_hooks.scheme.running.link import CompiledUnit, unit_of
from chibi_hooks.scheme.running.machine import of_an_operator
from chibi_hooks.scheme.running.runs import Throw
from chibi_hooks.scheme.running.site import ENTER, Detached, Entered, Resumption, Site
from chibi_hooks.scheme.values.data import UNDEFINED, Value
from chibi_hooks.scheme.values.errors import EngineFault

__all__ = [
    "evaluated",
    "detached_of",
    "entry_of",
    "heap_frames",
    "keep_guards",
    "left",
    "producer_of",
    "spill",
    "suspended",
    "widen",
]  # `RestOfBodies`

CATCHING: Final = frozenset({"%caught", "%unseen", "%caught_light", "%unseen_light"})
HOT: Final = 8  # captures through a site after which its frames detach themselves (`detaching`)


def heap_frames(
    traceback: TracebackType | None, frames: HeapFrame | None, stop: TracebackType | None = None
) -> HeapFrame | None:
    """The frames of a traceback (outermost first, up to `stop`) pushed onto `frames`.

    Raises EngineFault where a Python function that knows nothing of continuations stands in between.
    """
    dropped: tuple[CodeType, int] | None = None  # the tail call that was met last: one of many in a chain
    while traceback is not stop and traceback is not None:
        frame = traceback.tb_frame
        code = frame.f_code
        if dropped == (code, traceback.tb_lasti):
            traceback = traceback.tb_next
            continue
        role = role_of(id(code))
        if role is not None:
            if role.rest is not None:
                frames = role.rest(frame.f_locals, frames)
        else:
            unit = unit_of(code)
            if unit is None:
                raise EngineFault(f"cannot capture a continuation through the Python function {code.co_name}")
            if unit.again is not None:
                unit.complete()
            below, frames = frames, _on_heap(frame, traceback.tb_lasti, unit, frames)
            if frames is below:
                dropped = code, traceback.tb_lasti
        traceback = traceback.tb_next
    return frames


def keep_guards(traceback: TracebackType, frames: HeapFrame | None) -> None:
    """What is raised inside a frame that a guard has left, in a before thunk that is run again, is for that guard
    (`emitting.guarding`), but its `try` is over: it is to be found on the heap.
    """
    last = _last(traceback)
    if last is not None:
        heap_frames(traceback, frames, last.tb_next)


def entry_of(frame: FrameType, at: int, often: bool) -> Entered | None:
    """What the base is to enter in place of the procedure that it called, and that was left at this instruction of this
    frame, `often` or in another run; None for what is no procedure.
    """
    code = frame.f_code
    unit = unit_of(code)
    if unit is None or code.co_name in (RESUME, ENTER, HEAP):
        return None
    site = unit.site(code, at)
    if site.statement is None and not is_answered(site):
        return None
    assert site.body is not None
    return entered(site, frame, unit) if often or site.body.entered is not None else None


def detached_of(resumed: FunctionType, frame: FrameType, often: bool) -> Detached | None:
    """How frames with this function, which the base resumes as this one, go on without Python's stack: they may be many
    that share one, and what they do is left, `often` or in another run. None for what is no rest of a body after a
    site.
    """
    site: Site | None = resumed.__dict__.get("site")
    known = site.resumptions if site is not None else None
    unit = unit_of(frame.f_code)
    if known is None or known.after is None or known.after.function is not resumed or unit is None:
        return None
    assert site is not None
    return detached(site, frame, unit) if often else known.detached


def left(frame: FrameType, at: int) -> None:
    """Note that a frame which the base called was given up for a continuation: it is to make that call without Python's
    stack, as if it had been captured there.
    """
    unit = unit_of(frame.f_code)
    if unit is None or frame.f_code.co_name == HEAP:
        return
    if unit.again is not None:
        unit.complete()
    site = unit.site(frame.f_code, at)
    known = resumptions_of(site)
    known.captures += 1
    if known.captures > HOT:
        if site.statement is None:
            answer(site, frame, unit)
        else:
            detached(site, frame, unit)


def suspended(generators: list[GeneratorType[Any, Any, Any]], frames: HeapFrame | None) -> HeapFrame | None:
    """The frames of generators (outermost first) that wait for each other, pushed onto `frames`."""
    for each in generators:
        frame = each.gi_frame
        unit = unit_of(each.gi_code)
        assert unit is not None and frame is not None
        frames = _on_heap(frame, frame.f_lasti, unit, frames)
    return frames


def _on_heap(frame: FrameType, at: int, unit: CompiledUnit, frames: HeapFrame | None) -> HeapFrame | None:
    """A frame of compiled code that waits at an instruction, pushed onto `frames`; nothing of it at a tail call."""
    code = frame.f_code
    site = unit.site(code, at)
    known = resumptions_of(site)
    known.captures += 1
    if site.statement is None:
        if known.captures > HOT:
            answer(site, frame, unit)
        return frames
    resumption: Resumption | Detached = _after(site, frame, unit)
    if known.captures > HOT:
        resumption = detached(site, frame, unit) or resumption
    function = resumption if resumption.__class__ is Detached else resumption.function
    variables = _variables(frame, resumption.mutated)
    for name, caught in site.guards:
        if name in variables:  # else a frame that was resumed needs it no more: it is on the heap already
            way = _after(caught, frame, unit)
            variables[name].frames = (way.function, _values(way, variables), frames)
    return function, _values(resumption, variables), frames


def _after(site: Site, frame: FrameType, unit: CompiledUnit) -> Resumption:
    """What continues a frame when the call at the site has its value."""
    known = resumptions_of(site)
    if known.after is None:
        known.after = build(site, 0, frame, unit, after_site)
    return known.after


def spill(
    traceback: TracebackType, frames: HeapFrame | None, handled: BaseException | None = None
) -> tuple[HeapFrame | None, Value] | None:
    """The stack was full: all its frames on the heap, and the call to make again. None if that would fail likewise:
    a primitive was called from the bottom of the stack, and there is not room enough for it. `handled`: the exception
    that was being handled, of a guard that could not look at it. Raises EngineFault if nothing of Scheme is on the
    stack.
    """
    last = _innermost(traceback)
    code = last.tb_frame.f_code
    while (find := _driving(code)) is not None:
        pending = find(last.tb_frame.f_locals)
        if pending is not None:
            return heap_frames(traceback, frames, last.tb_next), pending
        last = _caller(traceback, last)  # the control procedure had not begun: make the call to it again
        code = last.tb_frame.f_code
    unit = unit_of(code)
    assert unit is not None
    unit.complete()
    site = unit.sites[last.tb_lineno]
    if code.co_name != RESUME and (deep := _in_heap_mode(site, last, unit)) is not None:
        return heap_frames(traceback, frames, last.tb_next), deep
    if handled is not None and (asking := _guard_asked(site, last.tb_frame)) is not None:
        return _asked_later(asking, handled, traceback, last, frames)
    known = resumptions_of(site)
    if name := unmade(site, last.tb_frame):
        resumption = build(site, last.tb_lineno, last.tb_frame, unit, from_making(name))
    else:
        resumption = known.again = known.again or build(site, last.tb_lineno, last.tb_frame, unit, from_site)
    values = _values(resumption, _variables(last.tb_frame, resumption.mutated))
    below = heap_frames(traceback, frames, last)
    if below is frames and code is resumption.function.__code__ and last.tb_next is not None:
        return None
    return below, (resumption.function, None, *values)


def _guard_asked(site: Site, frame: FrameType) -> Guard | bool | None:
    """The guard that is asked at the site, for a light one whether it is total; None if that is something else."""
    call = site.statement.value if isinstance(site.statement, ast.Assign) else None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in CATCHING:
        (asked,) = call.args
        if isinstance(asked, ast.Constant):
            return bool(asked.value)
        assert isinstance(asked, ast.Name)
        guard: Guard = frame.f_locals[asked.id]
        return guard
    return None


def _asked_later(
    guard: Guard | bool,
    handled: BaseException,
    traceback: TracebackType,
    last: TracebackType,
    frames: HeapFrame | None,
) -> tuple[HeapFrame | None, Value] | None:
    """The guard is asked when the stack is on the heap; an exception for somebody else goes on from there. What is
    for the base, which makes room or computes with procedures, is done at once, from where the guard's body was.
    """
    call = asked_later(guard, handled)
    if call is not None:
        return heap_frames(traceback, frames, last.tb_next), call
    below = heap_frames(traceback, frames, last)
    inside = handled.__traceback__
    if isinstance(handled, RecursionError) and inside is not None:
        return spill(inside, below, handled.__context__)
    if isinstance(handled, OverflowError) and inside is not None and of_an_operator(handled):
        return widen(inside, below)
    if isinstance(handled, Throw) and handled.saving:
        heap_frames(handled.__traceback__, below)
        handled.saving = False
    handled.__traceback__ = None
    return below, (raise_again, handled)


def widen(traceback: TracebackType, frames: HeapFrame | None) -> tuple[HeapFrame | None, Value]:
    """An operator of Python failed on an integer too large for a float: all frames on the heap, and the call that
    begins with this statement again, procedures in the place of the operators.
    """
    last = traceback
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    unit = unit_of(code)
    assert unit is not None
    unit.complete()
    site = unit.sites[last.tb_lineno]
    known = resumptions_of(site)
    cut = with_procedures(unit)
    resumption = known.widened = known.widened or build(site, last.tb_lineno, last.tb_frame, unit, cut)
    values = _values(resumption, _variables(last.tb_frame, resumption.mutated))
    return heap_frames(traceback, frames, last), (resumption.function, None, *values)


def _in_heap_mode(site: Site, last: TracebackType, unit: CompiledUnit) -> Value:
    """The pending call of a procedure to itself, to be made in heap mode; None if the call is no such one."""
    call = site.expression
    frame = last.tb_frame
    if site.body is None or site.statement is None or not isinstance(call, ast.Call) or last.tb_next is not None:
        return None
    if site.body.collectors:  # they would be copied at each return
        return None
    function, *args = evaluated(call, frame, unit, site.body.mutated)
    if getattr(function, "__code__", None) is not frame.f_code:
        return None
    found = heap_call(site.body, site, frame, unit, lambda each: _after(each, frame, unit))
    return (found, begun, (), *args) if found is not None else None


def _driving(code: CodeType) -> Callable[[dict[str, Any]], Value] | None:
    """How to find the call that a frame of such code could not start; None for code that starts none."""
    role = role_of(id(code))
    return role.pending if role is not None else None


def _innermost(traceback: TracebackType) -> TracebackType:
    """The last frame of Scheme on the stack. Raises EngineFault if there is none."""
    last = _last(traceback)
    if last is None:
        raise EngineFault("Python's stack is full outside of Scheme")
    return last


def _last(traceback: TracebackType) -> TracebackType | None:
    """The last frame of Scheme on the stack, if there is one."""
    entries = []
    entry: TracebackType | None = traceback
    while entry is not None:
        entries.append(entry)
        entry = entry.tb_next
    for entry in reversed(entries):
        code = entry.tb_frame.f_code
        if _driving(code) is not None or unit_of(code) is not None:
            return entry
    return None


def _caller(traceback: TracebackType, last: TracebackType) -> TracebackType:
    """The frame that made the call of `last`: compiled code, or a control procedure, whose other calls are done."""
    entry = traceback
    found = None
    while entry is not last:
        code = entry.tb_frame.f_code
        if _driving(code) is not None or unit_of(code) is not None:
            found = entry
        assert entry.tb_next is not None
        entry = entry.tb_next
    if found is None:
        raise EngineFault("Python's stack is full at the entry into Scheme")
    return found


def _variables(frame: FrameType, mutated: Collection[str]) -> dict[str, Any]:
    """The variables of a frame; those that are assigned in boxes, one for all who go on from there."""
    local = frame.f_locals
    if not mutated or frame.f_code.co_name in (RESUME, ENTER):
        return local
    return {**local, **{name: [local.get(name, UNDEFINED)] for name in mutated}}


def _values(resumption: Resumption | Detached, variables: dict[str, Any]) -> tuple[Any, ...]:
    get = variables.get
    return tuple([get(name, UNDEFINED) for name in resumption.names])
