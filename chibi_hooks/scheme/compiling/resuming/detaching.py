"""Frames that are captured again and again take themselves off Python's stack.

A capture by exception costs microseconds, and a generator or a coroutine makes two for each value. A frame that has
been resumed runs at the base, with nothing below it on Python's stack. So where a resumed frame makes a call through
which continuations have been captured `HOT` times, its next version does not make the call, it answers it, with what
is left of itself:

    v4 = v3(v2)             becomes         return (x32, (v2, v5), v3, v2)          x32 is the site's `Detached`

The base (`machine`) puts the frame on the heap and makes the call. If that comes to call/cc, the continuation is
there already. The versions of one body are built together: each is to answer at all the sites that are hot. So is
one that begins where the procedure does (`entering`), for calls that the base makes.
"""

from __future__ import annotations

import threading
from types import FrameType, FunctionType
from typing import Final

from chibi_hooks.scheme.compiling.resuming.entering import renew
from chibi_hooks.scheme.compiling.resuming.leaving import Leaving
from chibi_hooks.scheme.compiling.resuming.rest import after_site, remaining, resume_function
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.site import Detached, Entered, Resumption, Resumptions, Site

MOST: Final = 8  # sites of one body: a version for each has an exit for each
_lock = threading.RLock()  # bodies of libraries belong to all threads


def detached(site: Site, frame: FrameType, unit: CompiledUnit) -> Detached | None:
    """What continues a frame at a hot site; None for one too many."""
    body = site.body
    assert body is not None
    known = _known(site)
    if known.detached is None and len(body.hot) < MOST:
        with _lock:
            hot = (*[each for each in body.hot if each is not site], site)
            exits = {each: _known(each).detached or Detached(_after(each).names, body.mutated) for each in hot}
            made = [_version(each, exits, frame, unit) for each in hot]
            body.hot = hot
            for each, function in zip(hot, made, strict=True):
                exits[each].function = function
                _known(each).detached = exits[each]
            if body.entered is not None:
                renew(body.entered, body, exits, frame, unit)
    return known.detached


def entered(site: Site, frame: FrameType, unit: CompiledUnit) -> Entered | None:
    """The version that begins where the procedure does of which a frame was captured; None where no site is hot."""
    body = site.body
    assert body is not None
    if site not in body.hot:
        return None
    with _lock:
        if body.entered is None:
            exits = {each: _exit(each) for each in body.hot}
            found = Entered(frame.f_code)
            renew(found, body, exits, frame, unit)
            body.entered = found
    return body.entered


def _known(site: Site) -> Resumptions:
    """How frames go on at a site where some were captured."""
    assert site.resumptions is not None
    return site.resumptions


def _after(site: Site) -> Resumption:
    found = _known(site).after
    assert found is not None
    return found


def _exit(site: Site) -> Detached:
    found = _known(site).detached
    assert found is not None
    return found


def _version(site: Site, exits: dict[Site, Detached], frame: FrameType, unit: CompiledUnit) -> FunctionType:
    """The rest of a body after a site, with exits at all hot sites: the function of a value, the variables, and the
    exits, which are its defaults: constants of the code would be hidden from Python's collector.
    """
    leaving = Leaving(exits, unit, frame.f_globals)
    names = _after(site).names
    statements = leaving.statements(remaining(site, 0, after_site, leaving=True), names)
    function = resume_function(site, statements, (*names, *leaving.parameters.values()), frame, unit)
    function.__defaults__ = tuple([exits[each] for each in leaving.parameters])
    return function
