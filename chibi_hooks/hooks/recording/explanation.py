"""A fire, just made or recorded -> lines of text for people: who asked, who answered what and where, how the answers
became the outcome.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from chibi_hooks.hooks.answer import Answer, Json
from chibi_hooks.hooks.deciding.paint import Paint, plain
from chibi_hooks.hooks.deciding.steps import brief
from chibi_hooks.hooks.fire import Fire
from chibi_hooks.hooks.recording.advice import advice, named_file
from chibi_hooks.scheme.reading.opener import read_file
from chibi_hooks.visible import below

if TYPE_CHECKING:
    from chibi_hooks.hooks.recording.journal import Recorded  # brings sqlite3

INSIDE: Final = "     "  # before further lines of what others say, which must not look like lines of ours
SOURCE_BYTES: Final = 4_000_000  # of a file of which one line is shown
POLICY: Final = re.compile(r" \[policy ([^\s,\]]+)(?:, parameter ([^\s\]]+))?\]$")  # how an objection ends (policy.scm)
PLACE: Final = re.compile(r"(?<![\w/])((?:hooks|lib)/[^\s:]+\.(?:scm|sld)):(\d+)(?::(\d+))?")


LinesOf = Callable[[Answer], Iterable[str]]


def nothing_more(answer: Answer) -> Iterable[str]:
    """No lines."""
    return ()


def explain(
    fire: Fire, source: LinesOf = nothing_more, paint: Paint = plain, advise: LinesOf = nothing_more
) -> Iterator[str]:
    """Who asked, answers with their places, the fold step by step, the outcome. `source` gives the lines of source that
    belong to an answer, `advise` what else is known of its failure. Raises UnknownPoint when the point is no more.
    """
    yield f"{paint(fire.point, bold=True)}: {_when(fire)}"
    if fire.origin is not None:
        yield f"asked by {fire.origin}"
    yield ""
    yield paint("answers", bold=True)
    if not fire.answers:
        yield "  nobody answers this point"
    for number, answer in enumerate(fire.answers, 1):
        yield from _answer(number, answer, source(answer), advise(answer), paint)
    for call in fire.calls:
        gave = brief(call.output) if call.status == "done" else call.error or "its output was too large to be kept"
        said = f"{call.script} called {call.tool} {brief(call.arguments)}: {call.status}: {gave}"
        yield f"  >  {below(said, INSIDE)}"
    for each in fire.skipped:
        where = "" if each.reason.startswith(each.responder) else f"{each.responder}: "
        yield f"  -  skipped: {below(where + each.reason, INSIDE)}"
    yield paint("fold", bold=True)
    for step in fire.steps:
        who = "host" if step.answer is None else f"{step.answer + 1}  {fire.answers[step.answer].responder}"
        said = below(step.text, INSIDE)
        yield f"  {who}: {paint(said, fg='yellow') if step.is_warning else said}"
    yield paint("outcome", bold=True)
    yield f"  {_json(dict(fire.folded.values))}"


def _when(fire: Fire) -> str:
    """When the point is fired. Raises UnknownPoint when there is none of that name."""
    agent, colon, event = fire.point.partition(":")
    if colon and fire.folded.stated is None:  # of another agent's table, which is not loaded to show a fire
        return f"at {agent}'s {event}"
    return fire.folded.point.when


def explain_recorded(recorded: Recorded, paint: Paint = plain) -> Iterator[str]:
    """When it was, and the same as `explain`, with the lines of source as the files are now. Raises UnknownPoint."""
    fire = recorded.fire
    yield f"{fire.id}, {clock(recorded.time)}, generation {fire.generation}, {fire.ms:.3g} ms"
    homes = [Path(home) for home in recorded.homes]
    yield from explain(
        fire,
        lambda answer: source_lines(recorded, answer),
        paint,
        lambda answer: failure_advice(answer, homes, recorded.payload),
    )


def failure_advice(answer: Answer, homes: Sequence[Path], payload: Mapping[str, Json] | None) -> Iterator[str]:
    """What else is known of a hook's failure, from its file as it is now in one of the homes."""
    message = answer.error.message if answer.error is not None and answer.kind == "scheme" else ""
    name = named_file(message)
    for home in reversed(homes) if name else ():
        try:
            text = read_file(home / name, SOURCE_BYTES).decode("utf-8", "replace")
        except OSError:
            continue
        yield from advice(message, text, payload or {})
        return


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


def told(fire: Recorded) -> str:
    """What it was about, and what led to the outcome, in a line."""
    return " — ".join(text for text in (below(subject(fire.payload), INSIDE), headline(fire)) if text)


def headline(fire: Recorded) -> str:
    """What led to the outcome, in a few words."""
    said = [f"{responder}: {text}" if responder else text for responder, text in _reasons(fire)]
    failed = [f"{answer.responder} failed: {_first_line(answer)}" for answer in fire.failures]
    return below("; ".join([*said, *failed]), INSIDE)


TOLD: Final = ("command", "path", "url", "prompt", "output", "result", "error")  # what tells one event from another
LONGEST: Final = 60  # characters of what an event was about


def subject(payload: Mapping[str, Json] | None) -> str:
    """What an event was about, in a few words: the tool, and its command, path or text."""
    payload = payload or {}
    arguments = payload.get("arguments")
    told = {**payload, **arguments} if isinstance(arguments, dict) else payload
    found = next((told[key] for key in TOLD if told.get(key) is not None), "")
    text = f"{payload.get('tool_name', '')} {brief(found) if found else ''}".strip()
    return f"{text[:LONGEST]}…" if len(text) > LONGEST else text


def clock(seconds: float) -> str:
    """A point in time, in local time."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M:%S")


def _answer(number: int, answer: Answer, source: Iterable[str], advice: Iterable[str], paint: Paint) -> Iterator[str]:
    yield f"  {number}  {answer.responder}  ({answer.kind}, {answer.place}, {answer.ms:.3g} ms)"
    yield from (f"     {line}" for line in source)
    if answer.error:
        first, *more = answer.error.message.splitlines() or [""]
        yield f"     {paint(f'failed: {answer.error.type}: {first}', fg='yellow')}"
        yield from (f"     {line}" for line in (*more, *advice))
    else:
        yield f"     {'no opinion' if answer.value in (None, {}) else _json(answer.value)}"
        policy = _policy_in(answer.value)
        if policy is not None:
            parameter = f", by its parameter {policy[2]}" if policy[2] else ""
            yield f"     policy {policy[1]}{parameter}; `chibi-hooks policies show {policy[1]}` prints it"


def _policy_in(value: Json) -> re.Match[str] | None:
    """The policy that a value's texts name."""
    texts = value.values() if isinstance(value, dict) else (value,)
    return next((found for each in texts if isinstance(each, str) and (found := POLICY.search(each))), None)


def _line(recorded: Recorded, name: str, number: int) -> Iterator[str]:
    for home in reversed(recorded.homes):
        path = Path(home, name)
        try:
            lines = read_file(path, SOURCE_BYTES).decode("utf-8", "replace").splitlines()
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
        elif step.field is None or step.field in ("block", "denied", "decision"):
            continue  # the decision is the word before
        elif step.action in ("set", "replaced", "added", "kept", "decided") and step.field in fire.outcome:
            responder = "" if step.answer is None else fire.answers[step.answer].responder
            value = fire.outcome[step.field]
            policy = POLICY.search(value) if isinstance(value, str) and step.action != "kept" else None
            if policy is not None:  # who reads the line wants to know which, and texts are cut
                value = value[: policy.start()]
                responder = f"policy {policy[1]}" + (f", parameter {policy[2]}" if policy[2] else "")
            yield responder, step.text if step.action == "kept" else f"{step.field} = {brief(value)}"


def _first_line(answer: Answer) -> str:
    return (answer.error.message if answer.error else "").partition("\n")[0][:100]


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)
