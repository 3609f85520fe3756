"""A point's `Responders` and a payload -> `Asked`: what everybody said, who was left out and why; and the answers as
the fold shall see them.

Rules (DESIGN §4)
-----
* Stages one after the other; the responders of a stage in their order, or together (`TOGETHER` at once), their answers
  in that order.
* A responder is left out where it does not answer for the context, and where a fire that it might have set off would
  ask it again: per hook point and per chain of calls (spec/chibi.md §5.3). Other points nest freely.
* Nothing that a responder does is raised here.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from contextvars import copy_context
from itertools import count
from typing import Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.fold import misfit, refusal
from chibi_hooks.hooks.deciding.point import Point
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.fire import MadeCall, Skipped
from chibi_hooks.hooks.responders import Responder, Responders, Stage
from chibi_hooks.hooks.tools.calling import CURRENT, Firing, chain_of_fire
from chibi_hooks.spacious import spacious

_new: Final = object.__new__
TOGETHER: Final = 16  # threads of a stage: as many processes run at once (processes/keeper.py)


class Asked:
    """What came of asking. `nested`: this fire was set off by a responder of the same point; `calls`: the tools that
    responders have called."""

    __slots__ = ("answers", "by", "calls", "nested", "skipped")  # no dataclass: every fire makes one

    def __init__(self, skipped: list[Skipped]) -> None:
        self.answers: list[Answer] = []
        self.by: list[Responder] = []  # who gave them
        self.skipped = skipped
        self.nested = False
        self.calls: Sequence[MadeCall] = ()


def ask_everybody(
    responders: Responders, payload: Mapping[str, Json], firing: Firing, asked: Asked, now: float | None = None
) -> None:
    """Ask all of them, and add what comes of it to `asked`; `now`: by the monotonic clock, where it is known. Raises
    BadPayload for what cannot be told to them."""
    key = responders.point.key
    outer = CURRENT.get()
    chain = chain_of_fire(outer, firing, payload, now)
    points = chain.points
    try:
        CURRENT.set(chain)
        event = _new(Event)  # and filled: every fire makes one
        event.point = key
        event.payload = payload
        event.context = chain.context
        event.project = firing.project
        event.account = chain.account
        event.argument = event._text = None
        answers = asked.answers
        for stage in responders.stages:
            nested = stage.guarded and key in points
            if nested:
                asked.nested = True
            chain.points = points | responders.itself if stage.guarded else points
            if nested or not stage.plain:
                _ask(stage, event, asked, nested)
            else:
                asked.by += stage.responders
                for responder in stage.responders:
                    answers.append(responder.ask(event))
    finally:
        if outer is None:  # the outermost: what refers to itself waits for the collector
            chain.account.shares = None
        CURRENT.set(outer)
    asked.calls = chain.calls


def as_folded(responders: Responders, asked: Asked) -> Sequence[Answer]:
    """The answers, with those of the broken, as the fold shall see them: a failure that is configured to deny has
    become a refusal. So has an answer that would have decided, if somebody could tell what."""
    denying = [*(each.denies for each in asked.by), *(True for _ in responders.broken)]
    return [
        _denial(responders.point, answer, fault) if denies and (fault := _fault(responders.point, answer)) else answer
        for answer, denies in zip(asked.answers, denying, strict=True)
    ]


def _ask(stage: Stage, event: Event, asked: Asked, nested: bool) -> None:
    chosen = stage.responders
    if nested or stage.addressed:
        chosen = _chosen(chosen, event, asked, nested)
    asked.by += chosen
    if stage.parallel and len(chosen) > 1:
        asked.answers += _ask_together(chosen, event)
        return
    for responder in chosen:
        asked.answers.append(responder.ask(event))


def _chosen(responders: Sequence[Responder], event: Event, asked: Asked, nested: bool) -> tuple[Responder, ...]:
    """Those that shall be asked; the others are noted."""
    chosen = []
    for each in responders:
        if nested and not each.reenters:
            reason = f"{event.point} fired again from inside a Scheme hook at {event.point}"
        elif each.audience is not None and event.context not in each.audience:
            for_whom = f"the context {event.context}" if event.context else "a fire without a context"
            reason = f"it does not answer for {for_whom}"
        else:
            chosen.append(each)
            continue
        asked.skipped.append(Skipped(each.name, reason))
    return tuple(chosen)


def _ask_together(responders: Sequence[Responder], event: Event) -> list[Answer]:
    """The answers in the order of the responders, each with the turn in which it came; one after the other where
    the system has no room for another thread."""
    answers: list[Answer | None] = [None] * len(responders)
    wrong: list[BaseException] = []
    turns = count()
    waiting = iter(enumerate(responders))  # `next` of it is one step of the interpreter

    def work() -> None:
        for index, responder in waiting:
            if wrong:
                return
            try:
                answers[index] = responder.ask(event)._replace(turn=next(turns))
            except BaseException as error:  # handed on to whoever asked, who waits
                wrong.append(error)

    threads: list[threading.Thread] = []
    for _ in range(min(len(responders), TOGETHER)):
        threads.append(threading.Thread(target=copy_context().run, args=(spacious, work), name="chibi-hooks-ask"))
        try:
            threads[-1].start()
        except RuntimeError:  # the system has no room for one
            del threads[-1]
            break
    if not threads:
        copy_context().run(work)
    for thread in threads:
        thread.join()
    if wrong:
        raise wrong[0]
    return [answer for answer in answers if answer is not None]


def _fault(point: type[Point], answer: Answer) -> str | None:
    """What is wrong with an answer; None when it counts as it is."""
    if answer.error is not None:
        return answer.error.message
    return misfit(point, answer.value) if isinstance(answer.value, dict) else None


def _denial(point: type[Point], answer: Answer, fault: str) -> Answer:
    reason = f'{answer.responder} failed ({fault}) and on_failure = "deny"'
    return answer._replace(error=None, value=refusal(point, reason))
