"""A Python traceback and the frames that wait on the heap in, Scheme frames out, innermost first; and as text.

Rules: every frame of compiled code becomes a `Frame`, those of libraries too (the text folds them). Where a trampoline
ran between two frames, calls in tail position were made in place of frames that are gone: the frame inside says so.
Nothing here keeps a Python frame alive.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import groupby, islice
from types import TracebackType

from chibi_hooks.scheme.running.frames import HeapFrame, role_of
from chibi_hooks.scheme.running.held import KEEPING, HeldLocals
from chibi_hooks.scheme.running.link import unit_of
from chibi_hooks.scheme.running.site import Detached, Site
from chibi_hooks.scheme.values.errors import Frame, SchemeError
from chibi_hooks.scheme.values.source import Place
from chibi_hooks.typenames import Any, Final

KEPT: Final = 200  # innermost frames kept of an error: enough to see the pattern of a runaway recursion
OUTERMOST: Final = 20  # and so many at the other end
SHOWN: Final = 20  # lines of the text
WIDTH: Final = 50  # characters of a form in it


def of_traceback(traceback: TracebackType | None) -> list[Frame]:
    """The Scheme frames of a traceback."""
    found: list[Frame] = []
    tail = False
    keeping = KEEPING.get()
    while traceback is not None:
        frame = traceback.tb_frame
        unit = unit_of(frame.f_code)
        role = role_of(id(frame.f_code))
        if unit is not None:
            site = unit.site(frame.f_code, traceback.tb_lasti)
            made = _frames(site, unit.library)
            if made and keeping and not unit.trusted:
                unit.complete()  # what comes from disk knows no names
                made[-1].held = HeldLocals(site, frame)
            if made:
                made[0].tail = tail and bool(found)
                found += made
            tail = False
        elif role is not None and role.bounces is not None:
            tail = True
        elif role is not None and role.waiting is not None:
            found += reversed(_waiting(role.waiting(frame.f_locals)))
            tail = False
        traceback = traceback.tb_next
    return found[::-1]


FrameCodes = Any
"""Code and instruction of a frame, and the same of those around it; None: there are none."""


def trail_of(traceback: TracebackType | None) -> FrameCodes:
    """The trail of a traceback, innermost frame first."""
    found: FrameCodes = None
    while traceback is not None:
        found = traceback.tb_frame.f_code, traceback.tb_lasti, found  # the line would have to be looked for
        traceback = traceback.tb_next
    return found


def of_trail(trail: FrameCodes) -> list[Frame]:
    """The Scheme frames of a trail, innermost first, as far as frames are kept."""
    found: list[Frame] = []
    left = KEPT
    while trail is not None and left:
        code, at, trail = trail
        left -= 1
        unit = unit_of(code)
        if unit is not None:
            found += _frames(unit.site(code, at), unit.library)[::-1]
    return found


def of_heap(frames: HeapFrame | None) -> list[Frame]:
    """The Scheme frames that wait on the heap, cut."""
    return _waiting(_functions(frames))


def _functions(frames: HeapFrame | None) -> Iterator[Any]:
    while frames is not None:
        yield frames[0]
        frames = frames[2]


def _waiting(functions: Iterable[Any]) -> list[Frame]:
    """What resume functions continue, cut before the frames are made and without a list of them: there may be
    millions, and time and memory that a stopped program had are used up.
    """
    rest = iter(functions)
    inner = list(islice(rest, KEPT))
    outer: deque[Any] = deque(maxlen=OUTERMOST)
    count = 0
    for each in rest:
        outer.append(each)
        count += 1
    gap = [Frame("", None, skipped=count - OUTERMOST)] if count > OUTERMOST else []
    return [*_of_resumes(inner), *gap, *_of_resumes(outer)]


def _of_resumes(functions: Iterable[Any]) -> list[Frame]:
    return [frame for function in functions for frame in _of_resume(function)]


def cut(frames: Iterable[Frame]) -> list[Frame]:
    """The frames that are kept of so many; one in the middle stands for those that are not."""
    if isinstance(frames, list) and len(frames) <= KEPT:
        return frames
    inner: list[Frame] = []
    outer: list[Frame] = []
    skipped = 0
    for frame in frames:
        if len(inner) < KEPT:
            inner.append(frame)
            continue
        outer.append(frame)
        if len(outer) > 2 * OUTERMOST:
            skipped += sum(each.skipped or 1 for each in outer[:OUTERMOST])
            del outer[:OUTERMOST]
    return [*inner, *([Frame("", None, skipped=skipped)] if skipped else []), *outer]


def page(error: SchemeError) -> str:
    """What `error.report` says, and the frames that are known below it."""
    return "\n".join(filter(None, [error.report(), text(error)]))


def text(error: SchemeError) -> str:
    """The backtrace of an error, one line for each frame; empty when no frame is known."""
    frames = [frame for frame in error.frames if frame.skipped or frame.place is not None]
    lines = list(_lines(frames))
    if len(lines) > SHOWN:
        count = sum(count for _, count in lines[SHOWN // 2 : -SHOWN // 2])
        gap = (f"  … {count} more frames …", 0)
        lines = [*lines[: SHOWN // 2], gap, *lines[-SHOWN // 2 :]]
    return "\n".join(["innermost first:", *(line for line, _ in lines)]) if lines else ""


def _lines(frames: list[Frame]) -> Iterator[tuple[str, int]]:
    """Lines, and how many frames each stands for."""
    for library, group in groupby(frames, lambda frame: frame.library):
        together = list(group)
        if library:
            names = " ← ".join(dict.fromkeys(frame.procedure for frame in together))
            yield f"  {names}  in {library}", len(together)
            if together[-1].tail:
                yield TAIL, 0
            continue
        for frame in together:
            if frame.skipped:
                yield f"  … {frame.skipped} more frames …", frame.skipped
                continue
            assert frame.place is not None
            yield f"  {frame.procedure}  {frame.place}  {form_at(frame.place)}", 1
            if frame.tail:
                yield TAIL, 0


def form_at(place: Place) -> str:
    """What stands there, as far as it is on one line."""
    end = place.end_column - 1 if place.end_line == place.line else None
    form = place.source.line(place.line)[place.column - 1 : end]
    return form if end is not None and len(form) <= WIDTH else f"{form[:WIDTH].rstrip()} …"


TAIL: Final = "  … tail calls leave no frame …"


def _of_resume(function: Any) -> list[Frame]:
    """The frames that a resume function continues, innermost first."""
    if function.__class__ is Detached:
        return _frames(function.site, function.library)[::-1]
    site = getattr(function, "__dict__", {}).get("site")
    if site is None:
        return []
    unit = unit_of(function.__code__)
    return _frames(site, unit.library if unit is not None else "")[::-1]


def _frames(site: Site, library: str) -> list[Frame]:
    """The frames of one Python frame, outermost first: its own, and those of the procedures that stand in line, but for
    what only macros of ours call.
    """
    if site.place is None:
        return []
    procedure = site.procedure()
    found = []
    for each in site.around:
        if each.place is not None:
            found.append(Frame(procedure, each.place, library))
        procedure, library = each.name, each.library
    found.append(Frame(procedure, site.place, library))
    return found[:1] + [each for each in found[1:] if not each.procedure.startswith("%")]
