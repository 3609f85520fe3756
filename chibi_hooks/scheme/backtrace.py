"""A Python traceback and the frames that wait on the heap in, Scheme frames out, innermost first; and as text.

Rules: every frame of compiled code becomes a `Frame`, those of libraries too (the text folds them). Where a trampoline
ran between two frames, calls in tail position were made in place of frames that are gone: the frame inside says so.
Nothing here keeps a Python frame alive.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from types import TracebackType

from chibi_hooks.scheme import deep
from chibi_hooks.scheme.compiler.link import CompiledUnit, unit_of
from chibi_hooks.scheme.compiler.site import Site
from chibi_hooks.scheme.errors import Frame, SchemeError
from chibi_hooks.scheme.runtime import HeapFrame, bounce, relay
from chibi_hooks.scheme.source import Place
from chibi_hooks.typenames import Any, Final

KEPT: Final = 200  # innermost frames kept of an error: enough to see the pattern of a runaway recursion
OUTERMOST: Final = 20  # and so many at the other end
SHOWN: Final = 20  # lines of the text
WIDTH: Final = 50  # characters of a form in it


def of_traceback(traceback: TracebackType | None) -> list[Frame]:
    """The Scheme frames of a traceback."""
    found: list[Frame] = []
    tail = False
    while traceback is not None:
        frame = traceback.tb_frame
        unit = unit_of(frame.f_code)
        if unit is not None:
            made = _frames(unit.sites[traceback.tb_lineno], unit)
            if made:
                made[0].tail = tail and bool(found)
                found += made
            tail = False
        elif frame.f_code is bounce.__code__ or frame.f_code is relay.__code__:
            tail = True
        elif frame.f_code is deep.descend.__code__:
            found += reversed(_waiting(frame.f_locals.get("held", [])[-2::-2]))
            tail = False
        traceback = traceback.tb_next
    return found[::-1]


def of_heap(frames: HeapFrame | None) -> list[Frame]:
    """The Scheme frames that wait on the heap, cut."""
    functions = []
    while frames is not None:
        functions.append(frames[0])
        frames = frames[2]
    return _waiting(functions)


def _waiting(functions: list[Any]) -> list[Frame]:
    """What resume functions continue, cut before the frames are made: there may be millions, and the time that a
    stopped program had is over.
    """
    inner, outer = functions[:KEPT], functions[KEPT:]
    skipped = max(0, len(outer) - OUTERMOST)
    gap = [Frame("", None, skipped=skipped)] if skipped else []
    return [*_of_resumes(inner), *gap, *_of_resumes(outer[skipped:])]


def _of_resumes(functions: list[Any]) -> list[Frame]:
    return [frame for function in functions for frame in _of_resume(function)]


def cut(frames: Iterable[Frame]) -> list[Frame]:
    """The frames that are kept of so many; one in the middle stands for those that are not."""
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
            yield f"  {frame.procedure}  {frame.place}  {_form(frame.place)}", 1
            if frame.tail:
                yield TAIL, 0


def _form(place: Place) -> str:
    """What stands there, as far as it is on one line."""
    end = place.end_column - 1 if place.end_line == place.line else None
    form = place.source.line(place.line)[place.column - 1 : end]
    return form if end is not None and len(form) <= WIDTH else f"{form[:WIDTH].rstrip()} …"


TAIL: Final = "  … tail calls leave no frame …"


def _of_resume(function: Any) -> list[Frame]:
    """The frames that a resume function continues, innermost first."""
    site = getattr(function, "__dict__", {}).get("site")
    return _frames(site, unit_of(function.__code__))[::-1] if site is not None else []


def _frames(site: Site, unit: CompiledUnit | None) -> list[Frame]:
    """The frames of one Python frame, outermost first: its own, and those of the procedures that stand in line."""
    if site.place is None:
        return []
    procedure, library = site.procedure(), unit.name if unit is not None and unit.trusted else ""
    found = []
    for each in site.around:
        if each.place is not None:
            found.append(Frame(procedure, each.place, library))
        procedure, library = each.name, each.library
    return [*found, Frame(procedure, site.place, library)]
