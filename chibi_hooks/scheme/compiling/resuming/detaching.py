"""Frames that are captured again and again take themselves off Python's stack.

A capture by exception costs microseconds, and a generator or a coroutine makes two for each value. A frame that has
been resumed runs at the base, with nothing below it on Python's stack. So where a resumed frame makes a call through
which continuations have been captured `HOT` times, its next version does not make the call, it puts what is left of
itself among the frames on the heap, and answers the call:

    v4 = v3(v2)             becomes         run.frames = (x32, (v2, v5), run.frames)
                                            return (v3, v2)                         x32 is the site's `Detached`

The base (`machine`) makes the call. If that comes to call/cc, the continuation is there already; where it is known to
be call/cc, its receiver is no procedure (`receiving`). The versions of one body are built together: each is to answer
at all the sites that are hot, and those where the same procedure is called become so together. So is one that begins
where the procedure does (`entering`), for calls that the base makes. Nothing that may find the stack full stands behind
the change of the frames. A call in the body of a guard puts what is left of the guard there, too, as a frame that waits
for what is caught (`Guard.frames`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from types import FrameType, FunctionType
from typing import Any, Final

from chibi_hooks.forks import FORKS
from chibi_hooks.scheme.compiling.resuming.entering import renew
from chibi_hooks.scheme.compiling.resuming.guessing import Guesses, as_elsewhere
from chibi_hooks.scheme.compiling.resuming.leaving import Leaving, exits_of, is_a_loop, is_answered
from chibi_hooks.scheme.compiling.resuming.receiving import substance_of
from chibi_hooks.scheme.compiling.resuming.rest import VALUE, after_site, is_there, needed, remaining, resume_function
from chibi_hooks.scheme.running.link import CompiledUnit
from chibi_hooks.scheme.running.runs import Run
from chibi_hooks.scheme.running.site import Body, Detached, Entered, Resumptions, Site
from chibi_hooks.scheme.running.stack import roomy
from chibi_hooks.scheme.values.data import Value

FEW: Final = 8  # sites of one body, that may be hot whatever is in it: a version for each has exits for all
WARM: Final = 2000  # frames that went on in a version before it is made again with guesses: a millisecond
MUCH: Final = 100_000  # nodes of all versions, if each were the whole body: a tenth of a second to compile
_lock = threading.RLock()  # bodies of libraries belong to all threads
FORKS.guard(_lock)


def detached(site: Site, frame: FrameType, unit: CompiledUnit) -> Detached | None:
    """What continues a frame at a hot site; None for one too many. The guards around it are found where it puts them:
    what they caught is a value that a frame of the same body waits for.
    """
    body = site.body
    assert body is not None
    known = resumptions_of(site)
    if known.detached is None:
        with _lock:
            _make_hot_if_room(site, body, frame, unit)
    return known.detached


def _make_hot_if_room(site: Site, body: Body, frame: FrameType, unit: CompiledUnit) -> None:
    """Let a site be hot, with those that are alike if there is room. Not where the lock is held: its loop is one that a
    Ctrl-C leaves past a `finally`, on CPython 3.12 and 3.13.
    """
    for together in (_with_guards(_alike(site, unit)), _with_guards([site])):
        if not _is_hot(site) and _have_room(body, len(body.hot) + len(together)):
            _make_hot(body, together, unit, frame.f_globals)
            for host in (body, *body.hosts):
                _renew(host, frame, unit)


def _alike(site: Site, unit: CompiledUnit) -> list[Site]:
    """The site, and those of its body where the same procedure is called: a search makes all its choices so. They
    become hot together, for all versions are made anew with each that does by itself.
    """

    def is_alike(each: Site) -> bool:
        same = each.body is site.body and each.name == site.name and each.statement is not None
        return same and (each.expression is None) == (site.expression is None) and not _is_hot(each)

    assert site.body is not None
    others = [each for each in unit.sites if each is not site and is_alike(each)]
    if not _have_room(site.body, len(site.body.hot) + 1 + len(others)):
        return [site]  # without a look through a large body for each
    return [site, *[each for each in others if is_there(each)]]


def _with_guards(sites: list[Site]) -> list[Site]:
    """The sites, and where the guards around them are asked."""
    found = dict.fromkeys(sites)
    found.update(dict.fromkeys([caught for each in sites for _, caught in each.guards if not _is_hot(caught)]))
    return list(found)


def _is_hot(site: Site) -> bool:
    return site.resumptions is not None and site.resumptions.detached is not None


def _have_room(body: Body, sites: int) -> bool:
    return sites <= FEW or sites * substance_of(body).nodes <= MUCH


def _make_hot(body: Body, sites: list[Site], unit: CompiledUnit, namespace: dict[str, Any]) -> None:
    for each in sites:
        made = Detached(needed(remaining(each, 0, after_site)), body.mutated, each, unit.library)
        made.function = _made_later(each, made, unit, namespace)
        resumptions_of(each).detached = made
    body.hot = (*body.hot, *sites)


def _renew(body: Body, frame: FrameType, unit: CompiledUnit) -> None:
    """Let all versions of a body have all exits."""
    _renew_resumed(body, frame, unit)
    if body.entered is not None:
        renew(body.entered, body, exits_of(body), frame, unit)


def _renew_resumed(body: Body, frame: FrameType, unit: CompiledUnit) -> None:
    """The same of those that begin at a site."""
    for site, its in exits_of(body).items():
        its.function = _made_later(site, its, unit, frame.f_globals)


def _made_later(site: Site, exit: Detached, unit: CompiledUnit, namespace: dict[str, Any]) -> Callable[..., Value]:
    """How a frame goes on until there is a version: it is made when one does, and the base is to call it. A search
    with many choices has many sites that become hot one after the other, and comes back to few of them in between.
    What such frames call is guessed (`guessing`) when `WARM` of them went on: the version is longer then.
    """

    def make(value: Value, values: tuple[Value, ...], run: Run) -> Value:
        with _lock:
            if exit.function is make:
                exit.function = roomy(partial(_first_version, site, exit, (value, *values), unit, namespace))
        return exit.function, value, values, run

    return make


def _first_version(
    site: Site, exit: Detached, values: tuple[Value, ...], unit: CompiledUnit, namespace: dict[str, Any]
) -> Callable[..., Value]:
    """A version without guesses; where there might be some, what counts how often it is called."""
    function, guesses = _version(site, exit.names, values, unit, namespace, guessing=False)
    left = WARM if guesses.wanted else 0
    if not left:
        return function

    def counting(value: Value, values: tuple[Value, ...], run: Run) -> Value:
        nonlocal left
        left -= 1
        if left <= 0:
            with _lock:
                if exit.function is counting:
                    make = partial(_version, site, exit.names, (value, *values), unit, namespace, guessing=True)
                    exit.function, _ = roomy(make)
        return function, value, values, run

    return counting


def answer(site: Site, frame: FrameType, unit: CompiledUnit) -> None:
    """Let versions answer the tail call at a site, where one that never asks for another is made at once."""
    body, known = site.body, resumptions_of(site)
    if body is None or site.kind != "call" or is_answered(site):
        return
    with _lock:
        known.answered = True
        for host in (body, *body.hosts):
            _renew(host, frame, unit)


def entered(site: Site, frame: FrameType, unit: CompiledUnit) -> Entered | None:
    """The version that begins where the procedure does of which a frame was captured; None where no site is hot, and
    the call there is none that a version answers.
    """
    body = site.body
    assert body is not None
    if site not in body.hot and not is_answered(site):
        return None
    with _lock:
        if body.entered is None:
            found = Entered(frame.f_code)
            renew(found, body, exits_of(body), frame, unit)
            body.entered = found
            if is_a_loop(body):
                _renew_resumed(body, frame, unit)  # they know now which code calls itself there
    return body.entered


def resumptions_of(site: Site) -> Resumptions:
    """How frames go on at a site, as far as that is known yet."""
    found = site.resumptions
    if found is None:
        found = site.resumptions = Resumptions()
    return found


def _version(
    site: Site,
    names: tuple[str, ...],
    values: tuple[Value, ...],
    unit: CompiledUnit,
    namespace: dict[str, Any],
    guessing: bool,
) -> tuple[FunctionType, Guesses]:
    """The rest of a body after a site, with exits at all hot sites: the function of a value, the variables, the run,
    and the exits, which are its defaults: constants of the code would be hidden from Python's collector. `values`: of
    the call, and the variables, in a frame that goes on so.
    """
    assert site.body is not None
    itself = site.body.entered.of if site.body.entered is not None else None
    guesses = Guesses(dict(zip((VALUE, *names), values, strict=True)), guessing)
    leaving = Leaving(site.body, exits_of(site.body), unit, namespace, has_run=True, itself=itself, guesses=guesses)
    statements = leaving.statements(remaining(site, 0, after_site, leaving=True), names)
    more = (*leaving.parameters,)
    function = resume_function(site, statements, names, namespace, unit, leaving.globals, more)
    function.__defaults__ = (*leaving.parameters.values(),)
    return as_elsewhere(function, unit), guesses
