"""A `Fire` -> the text of `fire --explain`: who answered what and where, and how the answers became the outcome."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from chibi_hooks.cli._say import paint
from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.host import Fire


def explain(fire: Fire, source: Callable[[Answer], Iterable[str]] = lambda answer: ()) -> Iterator[str]:
    """Some lines of text: answers with their places, the fold step by step, the outcome. `source` gives the lines of
    source that belong to an answer.
    """
    yield f"{paint(fire.point, bold=True)}: {fire.folded.point.when}"
    yield ""
    yield paint("answers", bold=True)
    if not fire.answers:
        yield "  nobody answers this point"
    for number, answer in enumerate(fire.answers, 1):
        yield from _answer(number, answer, source(answer))
    for each in fire.skipped:
        where = "" if each.reason.startswith(each.responder) else f"{each.responder}: "
        yield f"  -  skipped: {where}{each.reason}"
    yield paint("fold", bold=True)
    for step in fire.steps:
        who = "host" if step.answer is None else f"{step.answer + 1}  {fire.answers[step.answer].responder}"
        yield f"  {who}: {_warning(step.text) if step.is_warning else step.text}"
    yield paint("outcome", bold=True)
    yield f"  {_json(dict(fire.folded.values))}"


def _answer(number: int, answer: Answer, source: Iterable[str]) -> Iterator[str]:
    yield f"  {number}  {answer.responder}  ({answer.kind}, {answer.place}, {answer.ms:.3g} ms)"
    yield from (f"     {line}" for line in source)
    if answer.error:
        first, *more = answer.error.message.splitlines() or [""]
        yield f"     {_warning(f'failed: {answer.error.type}: {first}')}"
        yield from (f"     {line}" for line in more)
    else:
        yield f"     {'no opinion' if answer.value in (None, {}) else _json(answer.value)}"


def _warning(text: str) -> str:
    return paint(text, fg="yellow")


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
