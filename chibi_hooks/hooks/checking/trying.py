"""A hook file -> what fails when each of its hooks is fired: on the sample of its point, and on payloads as they came.

Rule: nothing outside is touched. A file that calls tools would be refused every call, so it is not tried, and what a
hook asks the host (facts, what is kept and counted) nobody answers: a hook that fails for that has not failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.account import Account
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.checking.linting.finding import Finding, Spot
from chibi_hooks.hooks.checking.linting.lint import LintTerms
from chibi_hooks.hooks.deciding.point import POINTS
from chibi_hooks.hooks.deciding.samples import sample
from chibi_hooks.hooks.event import Event
from chibi_hooks.hooks.recording.advice import advice
from chibi_hooks.hooks.scripts.script import BrokenScript, Script
from chibi_hooks.hooks.scripts.telling import NO_FIRE

SECONDS: Final = 10.0  # by the clock, for one payload
WAITING: Final = "call-tool"

Payloads = Mapping[str, Sequence[tuple[str, Mapping[str, Json]]]]  # by point: what it is called, and the payload


def fired_on_samples(path: Path, terms: LintTerms, recorded: Payloads | None = None) -> Iterator[Finding]:
    """What fails in the hooks of a file, each failure once, with the payload that met it."""
    try:
        script = terms.load(path)
    except BrokenScript:  # the lint has said so
        return
    try:
        if WAITING not in script.source.text:
            yield from dict.fromkeys(_failures(script, recorded or {}))
    finally:
        script.dispose()


def _failures(script: Script, recorded: Payloads) -> Iterator[Finding]:
    for hook in script.hooks:
        point = POINTS[hook.point]
        failed: set[str] = set()
        for called, payload in (("the sample payload", sample(point)), *recorded.get(hook.point, ())):
            event = Event(hook.point, payload, "", Path(), Account(SECONDS))
            answer = hook.answer(event)
            if answer.error is None or NO_FIRE in answer.error.message:
                continue
            if answer.error.message not in failed:
                failed.add(answer.error.message)
                lines = advice(answer.error.message, script.source.text, payload)
                yield _finding(answer, hook.point, called, list(lines)[2:])


def _finding(answer: Answer, point: str, called: str, more: Sequence[str]) -> Finding:
    """The failure, where it happened if that is told."""
    assert answer.error is not None
    message = answer.error.message.partition("\n")[0]
    where = Spot.read(answer.place or answer.responder)
    head, _, rest = message.partition(": ")
    if (told := Spot.read(head)).line:
        where, message = told, rest
    hint = (
        f"try it: chibi-hooks fire {point} --sample --explain"
        if "sample" in called
        else f"see chibi-hooks why {called}"
    )
    hint = "; ".join([*more, hint])
    return Finding(where, "error", f"fails on {called} of {point}: {message}", "fails-on-sample", hint)
