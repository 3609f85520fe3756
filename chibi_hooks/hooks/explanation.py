"""A fire, just made or recorded, or a reload -> lines of text for people: who answered what and where, how the answers
became the outcome, what changed.

Rules: `paint(text, bold=True)` puts colour where the door has some; by default there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.fold import Folded
from chibi_hooks.hooks.host import Fire, Skipped
from chibi_hooks.hooks.journal import Recorded
from chibi_hooks.hooks.point import find
from chibi_hooks.hooks.status import Reloaded
from chibi_hooks.hooks.steps import brief

PLACE: Final = re.compile(r"((?:hooks|lib)/[^\s:]+\.(?:scm|sld)):(\d+)(?::(\d+))?")
MOST_SHOWN: Final = 6  # changes and registrations named in one line; a checkout of a thousand files is one line too

Paint = Callable[..., str]


def plain(text: str, **style: bool | str) -> str:
    """The text as it is, for doors without colour."""
    return text


def explain(
    fire: Fire, source: Callable[[Answer], Iterable[str]] = lambda answer: (), paint: Paint = plain
) -> Iterator[str]:
    """Answers with their places, the fold step by step, the outcome. `source` gives the lines of source that belong to
    an answer.
    """
    yield f"{paint(fire.point, bold=True)}: {fire.folded.point.when}"
    yield ""
    yield paint("answers", bold=True)
    if not fire.answers:
        yield "  nobody answers this point"
    for number, answer in enumerate(fire.answers, 1):
        yield from _answer(number, answer, source(answer), paint)
    for call in fire.calls:
        gave = brief(call.output) if call.status == "done" else call.error or "its output was too large to be kept"
        yield f"  >  {call.script} called {call.tool} {brief(call.arguments)}: {call.status}: {gave}"
    for each in fire.skipped:
        where = "" if each.reason.startswith(each.responder) else f"{each.responder}: "
        yield f"  -  skipped: {where}{each.reason}"
    yield paint("fold", bold=True)
    for step in fire.steps:
        who = "host" if step.answer is None else f"{step.answer + 1}  {fire.answers[step.answer].responder}"
        yield f"  {who}: {paint(step.text, fg='yellow') if step.is_warning else step.text}"
    yield paint("outcome", bold=True)
    yield f"  {_json(dict(fire.folded.values))}"


def as_fire(recorded: Recorded) -> Fire:
    """The recorded fire in the form in which it ended. Raises UnknownPoint when the point is no more."""
    return Fire(
        recorded.id,
        recorded.generation,
        recorded.payload or {},
        recorded.answers,
        [Skipped(responder, reason) for responder, reason in recorded.skipped],
        Folded(find(recorded.point), recorded.outcome, recorded.steps),  # type: ignore[arg-type]
        recorded.missing,
        recorded.said,
        recorded.ms,
        recorded.calls or (),
    )


def explain_recorded(recorded: Recorded, paint: Paint = plain) -> Iterator[str]:
    """When it was, and the same as `explain`, with the lines of source as the files are now."""
    yield f"{recorded.id}, {clock(recorded.time)}, generation {recorded.generation}, {recorded.ms:.3g} ms"
    yield from explain(as_fire(recorded), lambda answer: source_lines(recorded, answer), paint)


def source_lines(recorded: Recorded, answer: Answer) -> Iterator[str]:
    """The lines of source that an answer's place and error message name, as the files are now."""
    message = answer.error.message if answer.error else ""
    named = [answer.place or "", message]
    seen: set[tuple[str, str]] = set()
    for match in (match for text in named for match in PLACE.finditer(text)):
        name, line = match[1], match[2]
        if (name, line) not in seen:
            seen.add((name, line))
            yield from _line(recorded, name, int(line))


def headline(fire: Recorded) -> str:
    """What led to the outcome, in a few words."""
    said = [f"{responder}: {text}" if responder else text for responder, text in _reasons(fire)]
    failed = [f"{answer.responder} failed: {_first_line(answer)}" for answer in fire.failures]
    return "; ".join([*said, *failed])


def clock(seconds: float) -> str:
    """A point in time, in local time."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M:%S")


def describe_reload(reloaded: Reloaded, paint: Paint = plain) -> Iterator[str]:
    """One line about a reload, and the page of every new error."""
    live = f"generation {reloaded.generation}" if reloaded.published else f"generation {reloaded.generation} stays"
    parts = [paint(live, bold=True), _listed(str(change) for change in reloaded.changes)]
    registrations = [*(f"+{each}" for each in reloaded.added), *(f"-{each}" for each in reloaded.removed)]
    if registrations:
        parts.append(_listed(registrations))
    yield f"{'  '.join(parts)}  {reloaded.ms:.1f} ms"
    for error in reloaded.errors:
        yield paint(str(error), fg="red")


def _answer(number: int, answer: Answer, source: Iterable[str], paint: Paint) -> Iterator[str]:
    yield f"  {number}  {answer.responder}  ({answer.kind}, {answer.place}, {answer.ms:.3g} ms)"
    yield from (f"     {line}" for line in source)
    if answer.error:
        first, *more = answer.error.message.splitlines() or [""]
        yield f"     {paint(f'failed: {answer.error.type}: {first}', fg='yellow')}"
        yield from (f"     {line}" for line in more)
    else:
        yield f"     {'no opinion' if answer.value in (None, {}) else _json(answer.value)}"


def _line(recorded: Recorded, name: str, number: int) -> Iterator[str]:
    for home in reversed(recorded.homes):
        path = Path(home, name)
        try:
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            changed = path.stat().st_mtime > recorded.time
        except OSError:
            continue
        text = lines[number - 1].rstrip() if 0 < number <= len(lines) else ""
        remark = "   ; the file has been saved since: this is how it is now" if changed else ""
        yield f"{number} | {text}{remark}"
        return
    yield f"{name} is no longer there"


def _reasons(fire: Recorded) -> Iterator[tuple[str, str]]:
    for step in fire.steps:
        if step.action == "settled":
            yield "", step.text.removeprefix(f"{fire.decision}: ")
        elif step.field in ("block", "denied"):
            continue  # the decision is the word before
        elif step.action in ("set", "replaced", "added", "kept", "decided") and step.field in fire.outcome:
            responder = "" if step.answer is None else fire.answers[step.answer].responder
            shown = step.text if step.action == "kept" else f"{step.field} = {brief(fire.outcome[step.field])}"
            yield responder, shown


def _first_line(answer: Answer) -> str:
    return (answer.error.message if answer.error else "").partition("\n")[0][:100]


def _listed(items: Iterable[str]) -> str:
    found = list(items)
    more = [f"and {len(found) - MOST_SHOWN} more"] if len(found) > MOST_SHOWN else []
    return ", ".join([*found[:MOST_SHOWN], *more])


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
