"""Frames that are captured again and again take themselves off Python's stack.

A capture by exception costs microseconds, and a generator or a coroutine makes two for each value. A frame that has
been resumed runs at the base, with nothing below it on Python's stack. So where a resumed frame makes a call through
which continuations have been captured `HOT` times, its next version does not make the call, it puts what is left of
itself among the frames on the heap, and answers the call:

    v4 = v3(v2)             becomes         run.frames = (x32, (v2, v5), run.frames)
                                            return (v3, v2)                         x32 is the site's `Detached`

The base (`machine`) makes the call. If that comes to call/cc, the continuation is there already; where it is known to
be call/cc, its receiver is no procedure (`receiving`). The versions of one body are built together: each is to answer
at all the sites that are hot. So is one that begins where the procedure does (`entering`), for calls that the base
makes. Nothing that may find the stack full stands behind the change of the frames. A call in the body of a guard puts
what is left of the guard there, too, as a frame that waits for what is caught (`Guard.frames`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from types import FrameType, FunctionType
from typing import Any, Final

from chibi_hooks.scheme.compiling.resuming.entering import renew
from chibi_hooks.scheme.compiling.resuming.leaving import Leaving, exits_of
from chibi_hooks.scheme.compiling.resuming.rest import after_site, remaining, resume_function
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.runs import Run
from chibi_hooks.scheme.running.site import Body, Detached, Entered, Resumption, Resumptions, Site
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.data import Value

MOST: Final = 8  # sites of one body: a version for each has an exit for each
_lock = threading.RLock()  # bodies of libraries belong to all threads


def detached(site: Site, frame: FrameType, unit: CompiledUnit) -> Detached | None:
    """What continues a frame at a hot site; None for one too many. The guards around it are found where it puts them:
    what they caught is a value that a frame of the same body waits for.
    """
    body = site.body
    assert body is not None
    known = _known(site)
    together = [site, *[caught for _, caught in site.guards if _known(caught).detached is None]]
    if known.detached is None and len(body.hot) + len(together) <= MOST:
        with _lock:
            for each in together:
                after = _after(each)
                _known(each).detached = Detached(after.names, body.mutated, after.function)
            body.hot = (*filter(lambda each: each not in together, body.hot), *together)
            for host in (body, *body.hosts):
                _renew(host, frame, unit)
    return known.detached


def _renew(body: Body, frame: FrameType, unit: CompiledUnit) -> None:
    """Let all versions of a body have all exits."""
    exits = exits_of(body)
    for site, its in exits.items():
        its.function = _made_later(site, its, unit, frame.f_globals)
    if body.entered is not None:
        renew(body.entered, body, exits, frame, unit)


def _made_later(site: Site, exit: Detached, unit: CompiledUnit, namespace: dict[str, Any]) -> Callable[..., Value]:
    """How a frame goes on until there is a version: it is made when one does, and the base is to call it. A search
    with many choices has many sites that become hot one after the other, and comes back to few of them in between.
    """

    def make(value: Value, values: tuple[Value, ...], run: Run) -> Value:
        with _lock:
            if exit.function is make:
                exit.function = roomy(partial(_version, site, unit, namespace))
        return exit.function, value, values, run

    return make


def entered(site: Site, frame: FrameType, unit: CompiledUnit) -> Entered | None:
    """The version that begins where the procedure does of which a frame was captured; None where no site is hot, and
    the call there is none that a version answers.
    """
    body = site.body
    assert body is not None
    if site not in body.hot and not site.forwards:
        return None
    with _lock:
        if body.entered is None:
            found = Entered(frame.f_code)
            renew(found, body, exits_of(body), frame, unit)
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


def _version(site: Site, unit: CompiledUnit, namespace: dict[str, Any]) -> FunctionType:
    """The rest of a body after a site, with exits at all hot sites: the function of a value, the variables, the run,
    and the exits, which are its defaults: constants of the code would be hidden from Python's collector.
    """
    assert site.body is not None
    leaving = Leaving(site.body, exits_of(site.body), unit, namespace, has_run=True)
    names = _after(site).names
    statements = leaving.statements(remaining(site, 0, after_site, leaving=True), names)
    more = (*leaving.parameters.values(),)
    function = resume_function(site, statements, names, namespace, unit, leaving.globals, more)
    function.__defaults__ = tuple([leaving.exits[each] for each in leaving.parameters])
    return function
